//! Descriptions as rustdoc reads them.
//!
//! The service writes HTML, bare addresses and brackets that are no links; rustdoc would warn of each, and run an
//! indented example as a test. What the text says stays.

/// `text` as Markdown that rustdoc takes without a warning.
pub fn markdown(text: &str) -> String {
    let plain = without_html(text);
    let mut in_fence = false;
    let mut paragraphs = Vec::new();
    for paragraph in plain.split("\n\n") {
        let mut lines = Vec::new();
        let ticks = paragraph.matches('`').count();
        for line in paragraph.lines() {
            let line = line.trim();
            if line.starts_with("```") || line.starts_with("~~~") {
                // An untagged fence would be run as a Rust test.
                lines.push(if in_fence { "```".to_owned() } else { "```text".to_owned() });
                in_fence = !in_fence;
            } else if in_fence {
                lines.push(line.to_owned());
            } else {
                lines.push(escaped(line, ticks % 2 == 0));
            }
        }
        paragraphs.push(lines.join("\n"));
    }
    if in_fence {
        paragraphs.push("```".to_owned());
    }
    paragraphs.join("\n\n").trim().to_owned()
}

/// The text without tags; those that break a line do so, and code stays code.
fn without_html(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        let (before, tail) = rest.split_at(start);
        plain.push_str(before);
        let is_tag = tail[1..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '/');
        let end = tail.find('>').filter(|end| is_tag && !tail[..*end].contains('\n') && !tail.starts_with("<http"));
        let Some(end) = end else {
            plain.push('<');
            rest = &tail[1..];
            continue;
        };
        let name = tail[1..end].trim_matches('/').split([' ', '/']).next().unwrap_or_default().to_lowercase();
        match name.as_str() {
            "br" | "p" | "div" | "li" | "ul" | "ol" | "tr" | "table" => plain.push('\n'),
            "code" => plain.push('`'),
            // What looks like a tag and is none: `<API_KEY>`.
            _ if tail[1..end].chars().any(|c| c.is_ascii_uppercase() || c == '_') && !tail[..end].contains('=') => {
                plain.push_str(&tail[..=end]);
            }
            _ => {}
        }
        rest = &tail[end + 1..];
    }
    plain + rest
}

fn escaped(line: &str, code_spans: bool) -> String {
    let parts = line.split('`');
    let in_code = |index: usize| code_spans && index % 2 == 1;
    let parts: Vec<String> = parts
        .enumerate()
        .map(|(index, part)| if in_code(index) { part.to_owned() } else { escaped_text(part) })
        .collect();
    parts.join(if code_spans { "`" } else { "\\`" })
}

fn escaped_text(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let link = markdown_link(rest);
        let address = address(rest);
        let taken = if let Some(length) = link {
            out.push_str(&rest[..length]);
            length
        } else if let Some(length) = address {
            out.push_str(&format!("<{}>", &rest[..length]));
            length
        } else {
            if matches!(next, '[' | ']' | '<' | '>') {
                out.push('\\');
            }
            out.push(next);
            next.len_utf8()
        };
        rest = &rest[taken..];
    }
    out
}

/// The length of `[text](address)` at the start of `text`.
fn markdown_link(text: &str) -> Option<usize> {
    let label = text.strip_prefix('[')?.split_once(']')?.0;
    let after = &text[label.len() + 2..];
    let target = after.strip_prefix('(')?.split_once(')')?.0;
    let plain = !label.contains(['[', '<']) && address(target) == Some(target.len());
    plain.then_some(label.len() + target.len() + 4)
}

/// The length of the web address at the start of `text`.
fn address(text: &str) -> Option<usize> {
    if !text.starts_with("http://") && !text.starts_with("https://") {
        return None;
    }
    let end = text.find(|c: char| c.is_whitespace() || "<>\"'()[]{}|\\^,;".contains(c)).unwrap_or(text.len());
    let address = text[..end].trim_end_matches(['.', ':', '!', '?', '*', '_']);
    (address.len() > "https://".len()).then_some(address.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_is_gone_and_its_lines_stay() {
        assert_eq!(markdown("One.<br />Two <b>bold</b> and <code>x</code>."), "One.\nTwo bold and `x`.");
        assert_eq!(markdown("See <a href=\"https://a.example\" target=\"_blank\">here</a>."), "See here.");
        assert_eq!(markdown("Bearer <API_KEY>, a < b"), "Bearer \\<API_KEY\\>, a \\< b");
    }

    #[test]
    fn brackets_are_no_links_and_addresses_are() {
        assert_eq!(
            markdown("[beta] Fetch [docs](https://a.example/x)"),
            "\\[beta\\] Fetch [docs](https://a.example/x)"
        );
        assert_eq!(markdown("find it at https://a.example/b."), "find it at <https://a.example/b>.");
    }

    #[test]
    fn no_example_is_taken_for_a_test() {
        assert_eq!(markdown("Text.\n\n    let x = 1;"), "Text.\n\nlet x = 1;");
        assert_eq!(markdown("```\nx\n```"), "```text\nx\n```");
        assert_eq!(markdown("```json\nx"), "```text\nx\n\n```");
    }

    #[test]
    fn a_lone_backtick_is_no_code() {
        assert_eq!(markdown("it`s [a]"), "it\\`s \\[a\\]");
        assert_eq!(markdown("`[a]` and [b]"), "`[a]` and \\[b\\]");
    }
}
