//! Converts descriptions from a document into Markdown for rustdoc.
//!
//! Services write HTML, bare addresses, and brackets that are not links. rustdoc would warn about each, and would run
//! an indented example as a test. The wording of the descriptions is preserved.

use std::collections::HashMap;

/// Converts `text` into Markdown that rustdoc accepts without a warning. Code blocks are marked as `text`, HTML is
/// removed, and only web addresses become links.
pub fn markdown(text: &str) -> String {
    let plain = without_html(&without_control_characters(text));
    let mut fence: Option<Fence> = None;
    let mut lines = Vec::new();
    for line in plain.split('\n').map(str::trim) {
        match &fence {
            Some(open) if open.is_closed_by(line) => {
                lines.push("```".to_owned());
                fence = None;
            }
            // An indent of four spaces keeps this line from closing the enclosing block.
            Some(_) if line.starts_with("```") => lines.push(format!("    {line}")),
            Some(_) => lines.push(line.to_owned()),
            None => {
                let (markers, content) = list_markers(line);
                fence = Fence::opened_by(content);
                lines.push(match fence {
                    // List markers are dropped: in a list, the block would end at the next line that is not indented.
                    Some(_) => "```text".to_owned(),
                    None if is_rule(line) => format!("\\{line}"),
                    None => markers + &escape_line(content),
                });
            }
        }
    }
    if fence.is_some() {
        lines.extend([String::new(), "```".to_owned()]);
    }
    lines.join("\n").trim().to_owned()
}

/// Formats `text` as inline code, whatever characters it contains.
pub fn code_span(text: &str) -> String {
    let line = without_control_characters(text).replace('\n', " ");
    let longest = backtick_runs(&line).iter().map(|(_, length)| *length).max().unwrap_or_default();
    let ticks = "`".repeat(longest + 1);
    let is_blank = line.chars().all(|c| c == ' ');
    let touches = |edge: char| line.starts_with(edge) || line.ends_with(edge);
    // Markdown removes one space at each end of inline code.
    let pad = if line.is_empty() || !is_blank && (touches('`') || touches(' ')) { " " } else { "" };
    if line.is_empty() { "` `".to_owned() } else { format!("{ticks}{pad}{line}{pad}{ticks}") }
}

/// Removes characters that rustc refuses in comments, and replaces those that only some readers treat as line breaks.
fn without_control_characters(text: &str) -> String {
    if text.bytes().all(|byte| matches!(byte, b'\n' | b' '..=b'~')) {
        return text.to_owned();
    }
    let text = text.replace("\r\n", "\n");
    let shown = text.chars().filter_map(|c| match c {
        '\n' => Some(c),
        '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => Some('\n'),
        // These characters change the direction of text.
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => None,
        c if c.is_control() => Some(if c.is_whitespace() { ' ' } else { char::REPLACEMENT_CHARACTER }),
        c => Some(c),
    });
    shown.collect()
}

/// The fence of a code block.
struct Fence {
    character: char,
    length: usize,
}

impl Fence {
    fn opened_by(line: &str) -> Option<Self> {
        let character = line.chars().next().filter(|c| matches!(c, '`' | '~'))?;
        let information = line.trim_start_matches(character);
        let length = line.len() - information.len();
        // A line with more backticks after the first ones is inline code.
        let is_fence = length >= 3 && !(character == '`' && information.contains('`'));
        is_fence.then_some(Self { character, length })
    }

    fn is_closed_by(&self, line: &str) -> bool {
        line.len() >= self.length && line.chars().all(|c| c == self.character)
    }
}

/// Splits the list markers, each followed by one space, from the start of a line. More spaces would turn the content
/// into code.
fn list_markers(line: &str) -> (String, &str) {
    let (mut markers, mut rest) = (String::new(), line);
    loop {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let marks: &[char] = if digits == 0 { &['-', '*', '+'] } else { &['.', ')'] };
        let Some(content) = rest[digits..].strip_prefix(marks).filter(|content| content.starts_with(' ')) else {
            return (markers, rest);
        };
        markers.push_str(&rest[..=digits]);
        markers.push(' ');
        rest = content.trim_start();
    }
}

/// Returns `true` if a line turns the line before it into a heading or a table.
fn is_rule(line: &str) -> bool {
    !line.is_empty() && line.chars().all(|c| matches!(c, '-' | '=' | '|' | ':' | ' '))
}

/// Removes HTML tags. Tags that break a line become line breaks, and `<code>` becomes inline code.
fn without_html(text: &str) -> String {
    let mut plain = String::new();
    let mut at = 0;
    // The end of the next tag, if that tag begins before the current position.
    let mut end = 0;
    while let Some(start) = text[at..].find('<').map(|offset| at + offset) {
        plain.push_str(&text[at..start]);
        let tail = &text[start..];
        if end <= start {
            end = tail.find(['>', '\n']).map_or(text.len(), |offset| start + offset);
        }
        let begins = tail[1..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '/');
        if !begins || !text[end..].starts_with('>') || tail.starts_with("<http") {
            plain.push('<');
            at = start + 1;
            continue;
        }
        let tag = &text[start + 1..end];
        let name = tag.trim_matches('/').split([' ', '/']).next().unwrap_or_default().to_lowercase();
        match name.as_str() {
            "br" | "p" | "div" | "li" | "ul" | "ol" | "tr" | "table" => plain.push('\n'),
            "code" => plain.push('`'),
            // A placeholder that only looks like a tag: `<API_KEY>`.
            _ if tag.chars().any(|c| c.is_ascii_uppercase() || c == '_') && !tag.contains('=') => {
                plain.push_str(&text[start..=end]);
            }
            _ => {}
        }
        at = end + 1;
    }
    plain + &text[at..]
}

/// Returns the position and the length of each run of backticks in `line`.
fn backtick_runs(line: &str) -> Vec<(usize, usize)> {
    let mut runs = Vec::<(usize, usize)>::new();
    for (at, _) in line.match_indices('`') {
        match runs.last_mut() {
            Some((start, length)) if *start + *length == at => *length += 1,
            _ => runs.push((at, 1)),
        }
    }
    runs
}

/// Escapes everything in `line` that Markdown would interpret, except for inline code.
fn escape_line(line: &str) -> String {
    let mut closing = HashMap::<usize, Vec<usize>>::new();
    for (start, length) in backtick_runs(line) {
        closing.entry(length).or_default().push(start);
    }
    let has_address = line.contains("http");
    let is_special =
        |byte| matches!(byte, b'`' | b'\\' | b'[' | b']' | b'<' | b'>' | b'!') || has_address && byte == b'h';
    let mut out = String::new();
    let mut at = 0;
    while let Some(next) = line[at..].chars().next() {
        let rest = &line[at..];
        // These characters have no meaning in Markdown. In unoptimised builds, searching bytes is several times as fast
        // as searching characters.
        let plain = rest.bytes().position(is_special).unwrap_or(rest.len());
        let consumed = match next {
            _ if plain > 0 => {
                out.push_str(&rest[..plain]);
                plain
            }
            '`' => {
                let length = rest.len() - rest.trim_start_matches('`').len();
                let starts = closing.get(&length).map(Vec::as_slice).unwrap_or_default();
                let end = starts.get(starts.partition_point(|start| *start < at + length));
                match end {
                    // Backticks are paired as in Markdown, but only within a line: the next line may be in another
                    // paragraph.
                    Some(end) => {
                        out.push_str(&line[at..end + length]);
                        end + length - at
                    }
                    None => {
                        out.push_str(&"\\`".repeat(length));
                        length
                    }
                }
            }
            '\\' if rest[1..].starts_with(|c: char| c.is_ascii_punctuation()) => {
                out.push_str(&rest[..2]);
                2
            }
            _ => {
                let (text, consumed) = escape_start(rest, next);
                out.push_str(&text);
                consumed
            }
        };
        at += consumed;
    }
    out
}

/// Escapes the start of `text`, which is not code. Returns the escaped text and the length of the input that it
/// replaces.
fn escape_start(text: &str, next: char) -> (String, usize) {
    if let Some(length) = markdown_link_length(text) {
        return (text[..length].to_owned(), length);
    }
    if let Some(length) = web_address_length(text) {
        return (format!("<{}>", &text[..length]), length);
    }
    let is_special = matches!(next, '[' | ']' | '<' | '>') || text.starts_with("![");
    let escape = if is_special { "\\" } else { "" };
    (format!("{escape}{next}"), next.len_utf8())
}

/// Returns the length of a link, `[text](address)`, at the start of `text`.
fn markdown_link_length(text: &str) -> Option<usize> {
    let after = text.strip_prefix('[')?;
    let label = after.find(['[', ']', '<', '>', '`', '\\'])?;
    let target = after[label..].strip_prefix("](")?;
    let length = web_address_length(target).filter(|length| target[*length..].starts_with(')'))?;
    Some(label + length + "[]()".len())
}

/// Returns the length of a web address at the start of `text`.
fn web_address_length(text: &str) -> Option<usize> {
    if !text.starts_with("http://") && !text.starts_with("https://") {
        return None;
    }
    let end = text.find(|c: char| c.is_whitespace() || "<>\"'()[]{}|\\^,;`".contains(c)).unwrap_or(text.len());
    let address = text[..end].trim_end_matches(['.', ':', '!', '?', '*', '_']);
    (address.len() > "https://".len()).then_some(address.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removes_html_and_keeps_its_line_breaks() {
        assert_eq!(markdown("One.<br />Two <b>bold</b> and <code>x</code>."), "One.\nTwo bold and `x`.");
        assert_eq!(markdown("See <a href=\"https://a.example\" target=\"_blank\">here</a>."), "See here.");
        assert_eq!(markdown("Bearer <API_KEY>, a < b"), "Bearer \\<API_KEY\\>, a \\< b");
    }

    #[test]
    fn escapes_brackets_and_links_addresses() {
        assert_eq!(
            markdown("[beta] Fetch [docs](https://a.example/x)"),
            "\\[beta\\] Fetch [docs](https://a.example/x)"
        );
        assert_eq!(markdown("find it at https://a.example/b."), "find it at <https://a.example/b>.");
    }

    #[test]
    fn marks_examples_as_text_so_that_none_runs_as_a_test() {
        assert_eq!(markdown("Text.\n\n    let x = 1;"), "Text.\n\nlet x = 1;");
        assert_eq!(markdown("```\nx\n```"), "```text\nx\n```");
        assert_eq!(markdown("```json\nx"), "```text\nx\n\n```");
    }

    #[test]
    fn escapes_a_lone_backtick() {
        assert_eq!(markdown("it`s [a]"), "it\\`s \\[a\\]");
        assert_eq!(markdown("`[a]` and [b]"), "`[a]` and \\[b\\]");
    }

    #[test]
    fn removes_extra_spaces_after_list_markers() {
        assert_eq!(markdown("-     std::process::exit(1);"), "- std::process::exit(1);");
        assert_eq!(markdown("* -\t \t1)      x"), "* - 1) x");
        assert_eq!(markdown(">     x"), "\\>     x");
    }

    #[test]
    fn marks_every_fenced_block_as_text_and_keeps_its_content() {
        assert_eq!(markdown("- ```rust\n  x\n  ```\ny"), "```text\nx\n```\ny");
        assert_eq!(markdown("````\n```rust\nx\n```\n````"), "```text\n    ```rust\nx\n    ```\n```");
        assert_eq!(markdown("~~~ rust\n```\nx\n~~~"), "```text\n    ```\nx\n```");
        assert_eq!(markdown("```a``` b"), "```a``` b");
    }

    #[test]
    fn escapes_lines_that_would_turn_the_previous_line_into_a_heading() {
        assert_eq!(markdown("a | b\n--|--\nc\n==="), "a | b\n\\--|--\nc\n\\===");
        assert_eq!(
            markdown("[x]: y\n[^1]: z\n![i](https://a.example/i)"),
            "\\[x\\]: y\n\\[^1\\]: z\n\\![i](https://a.example/i)"
        );
    }

    #[test]
    fn removes_characters_that_rustc_refuses_in_comments() {
        assert_eq!(markdown("a\u{202e}b\u{2066}c\rd\r\ne\u{2028}f\0g\th"), "abc\nd\ne\nf\u{fffd}g h");
    }

    #[test]
    fn pairs_backticks_within_a_line() {
        assert_eq!(markdown("- `a\n- b` <T_X>"), "- \\`a\n- b\\` \\<T_X\\>");
        assert_eq!(markdown("``a`[b]`` [c]"), "``a`[b]`` \\[c\\]");
        assert_eq!(markdown(r"\`[a]` \[b] \d"), r"\`\[a\]\` \[b\] \d");
    }

    #[test]
    fn formats_any_name_as_inline_code() {
        assert_eq!(code_span("a"), "`a`");
        assert_eq!(code_span(""), "` `");
        assert_eq!(code_span("a`b"), "``a`b``");
        assert_eq!(code_span("``"), "``` `` ```");
        assert_eq!(code_span(" a\n# b"), "`  a # b `");
    }

    mod properties {
        use proptest::prelude::*;
        use pulldown_cmark::{CodeBlockKind, Event, LinkType, Options, Parser, Tag};

        use super::super::{code_span, markdown, without_control_characters};

        /// Characters and sequences that have a meaning in Markdown, alone or in combination.
        const FRAGMENTS: [&str; 66] = [
            "a",
            "word",
            " ",
            "  ",
            "    ",
            "     ",
            "\t",
            "\n",
            "\n",
            "\n\n",
            "\r",
            "\r\n",
            "\u{2028}",
            "\u{202e}",
            "\0",
            "- ",
            "* ",
            "+ ",
            "1. ",
            "12) ",
            "-",
            "*",
            ">",
            "> ",
            "# ",
            "`",
            "``",
            "```",
            "````",
            "```rust",
            "~~~",
            "~~~ rust",
            "\\",
            "[",
            "]",
            "(",
            ")",
            "![",
            "[x]: y",
            "[^1]",
            "[^1]: z",
            "<",
            "</",
            "/>",
            "<b",
            "<!--",
            "-->",
            "<?",
            "<script>",
            "<API_KEY>",
            "<code>",
            "&lt;",
            "|",
            "|--|",
            "---",
            "===",
            "http://a.example/",
            "https://",
            "fn main() {}",
            "![i](http://a.example/)",
            "a|b\n--|--\n",
            "`x|<b>`",
            "\n===\n",
            "\u{a0}",
            "ß",
            "=\"",
        ];

        fn hostile() -> impl Strategy<Value = String> {
            let fragment = prop_oneof![9 => prop::sample::select(FRAGMENTS.to_vec()).prop_map(str::to_owned), 1 => any::<char>().prop_map(String::from)];
            prop::collection::vec(fragment, 0..40).prop_map(|fragments| fragments.concat())
        }

        /// Parses Markdown with the options that rustdoc uses.
        fn events(text: &str) -> impl Iterator<Item = (Event<'_>, &str)> {
            let options = Options::ENABLE_TABLES
                | Options::ENABLE_FOOTNOTES
                | Options::ENABLE_STRIKETHROUGH
                | Options::ENABLE_TASKLISTS
                | Options::ENABLE_SMART_PUNCTUATION;
            Parser::new_ext(text, options).into_offset_iter().map(|(event, range)| (event, &text[range]))
        }

        fn is_harmless(event: &Event<'_>, source: &str) -> bool {
            match event {
                // An underlined heading would include the paragraph before it, so only `#` may begin a heading.
                Event::Start(Tag::Heading { .. }) => source.starts_with('#'),
                Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(information))) => &**information == "text",
                Event::Start(Tag::CodeBlock(_) | Tag::HtmlBlock | Tag::Image { .. } | Tag::Table(_)) => false,
                Event::Start(Tag::FootnoteDefinition(_)) | Event::FootnoteReference(_) => false,
                Event::Start(Tag::Link { link_type, dest_url, .. }) => {
                    matches!(link_type, LinkType::Autolink | LinkType::Inline) && dest_url.starts_with("http")
                }
                Event::Html(_) | Event::InlineHtml(_) => false,
                _ => true,
            }
        }

        proptest! {
            #![proptest_config(ProptestConfig::with_cases(2_000))]

            #[test]
            fn no_text_becomes_runnable_code_or_html(text in hostile()) {
                let markdown = markdown(&text);
                for (event, source) in events(&markdown) {
                    prop_assert!(is_harmless(&event, source), "{event:?} in {markdown:?}");
                }
                let fences = markdown.lines().filter(|line| line.starts_with("```text") || *line == "```").count();
                prop_assert_eq!(fences % 2, 0, "{}", markdown);
                prop_assert!(markdown.chars().all(|c| c == '\n' || !c.is_control()), "{:?}", markdown);
            }

            #[test]
            fn code_span_is_a_single_piece_of_inline_code(name in hostile()) {
                let span = code_span(&name);
                let code: Vec<String> = events(&span)
                    .filter_map(|(event, _)| if let Event::Code(code) = event { Some(code.into_string()) } else { None })
                    .collect();
                let shown = without_control_characters(&name).replace('\n', " ");
                prop_assert_eq!(code, [if shown.is_empty() { " ".to_owned() } else { shown }]);
                prop_assert_eq!(events(&span).count(), 3);
            }
        }
    }
}
