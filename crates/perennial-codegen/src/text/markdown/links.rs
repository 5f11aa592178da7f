//! Finds the links in a line of Markdown. Links to web addresses are kept, and all others are replaced by their labels.

use std::{borrow::Cow, ops::Range};

use super::{CodeSpans, backticks};

/// The maximum nesting depth of parentheses in the address of a link. Markdown parsers have the same limit.
const MAX_PARENTHESES: usize = 32;
/// The maximum number of lines over which the label of a link may continue after the first one.
const MAX_WRAPPED_LINES: usize = 3;

/// A replacement in a line, before or after the label of a link.
pub struct Edit {
    /// The replaced range of the line, in bytes.
    pub replaced: Range<usize>,
    pub text: String,
    /// Whether the range is before the label, rather than after it.
    pub begins_label: bool,
}

/// A link or an image, `[label](address "title")`.
struct Link<'a> {
    /// The position of the bracket that opens the label.
    start: usize,
    /// The position of the bracket that closes the label.
    label_end: usize,
    target: Target<'a>,
    is_image: bool,
}

/// The part of a link in parentheses, after the label.
struct Target<'a> {
    /// The position after the closing parenthesis.
    end: usize,
    /// The address, escaped for Markdown. `None` if it is not a web address.
    address: Option<String>,
    title: Option<&'a str>,
}

/// Returns `line` with links and images replaced by their labels. Links to web addresses are kept, but images in their
/// labels are not.
pub fn replaced_by_labels(line: &str) -> Cow<'_, str> {
    let mut removed = Vec::new();
    for (Link { start, label_end, target, is_image }, is_kept) in links(line, &CodeSpans::new(line)) {
        if !is_kept {
            removed.extend([start - usize::from(is_image)..start + 1, label_end..target.end]);
        }
    }
    if removed.is_empty() {
        return line.into();
    }
    removed.sort_by_key(|part| part.start);
    let (mut kept, mut at) = (String::new(), 0);
    for part in removed {
        kept.push_str(&line[at..part.start]);
        at = part.end;
    }
    (kept + &line[at..]).into()
}

/// Returns the edits that escape the links to web addresses in `line`, in ascending order of position. An image also
/// becomes a link: its exclamation mark is not part of any edit, and is escaped later.
pub fn edits(line: &str, code: &CodeSpans) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (Link { start, label_end, target: Target { end, address, title }, .. }, is_kept) in links(line, code) {
        let Some(address) = address.filter(|_| is_kept) else { continue };
        let title = title.map(|title| format!(" \"{title}\"")).unwrap_or_default();
        edits.push(Edit { replaced: start..start + 1, text: "[".to_owned(), begins_label: true });
        let text = format!("]({address}{title})");
        edits.push(Edit { replaced: label_end..end, text, begins_label: false });
    }
    edits
}

/// Finds the links and images in `line`, in ascending order of position. Each is returned with `true` if it is kept as
/// a link.
///
/// As in Markdown, a label cannot contain a link: the inner link is kept, and the outer one is text. A label may
/// contain an image, which is not kept if the outer link is.
fn links<'a>(line: &'a str, code: &CodeSpans) -> Vec<(Link<'a>, bool)> {
    let mut links = Vec::new();
    if !line.contains("](") {
        return Vec::new();
    }
    let bytes = line.as_bytes();
    let (mut open, mut at, mut verbatim_end) = (Vec::<usize>::new(), 0, 0);
    while let Some(byte) = bytes.get(at) {
        if matches!(byte, b'`' | b'\\') {
            let end = code.verbatim_end(line, at);
            at = end.unwrap_or(at + backticks(&line[at..]).max(1));
            verbatim_end = at;
            continue;
        }
        if *byte == b'[' {
            open.push(at);
        }
        let closed = if *byte == b']' { open.pop() } else { None };
        at = match closed.and_then(|start| Some((start, target(line, at + 1)?))) {
            None => at + 1,
            Some((start, target)) => {
                let end = target.end;
                let is_image = line[..start].ends_with('!') && start > verbatim_end;
                if !is_image {
                    open.clear();
                }
                links.push(Link { start, label_end: at, target, is_image });
                end
            }
        };
    }
    links.sort_by_key(|link| link.start);
    let mut kept_until = 0;
    let with_use = links.into_iter().map(|link| {
        let is_kept = link.target.address.is_some() && link.start >= kept_until;
        if is_kept {
            kept_until = link.target.end;
        }
        (link, is_kept)
    });
    with_use.collect()
}

/// Parses the target of a link, such as `(address "title")`, which begins at byte `start`. Returns `None` if there is
/// no valid target.
fn target(line: &str, start: usize) -> Option<Target<'_>> {
    let inside = line[start..].strip_prefix('(')?.trim_start();
    let (address, rest) = match inside.strip_prefix('<') {
        Some(quoted) => {
            let end = quoted.find(['<', '>'])?;
            (&quoted[..end], quoted[end..].strip_prefix('>')?)
        }
        None => inside.split_at(address_length(inside)?),
    };
    let after = rest.trim_start();
    let quote = after.chars().next().filter(|c| after.len() < rest.len() && matches!(c, '"' | '\''));
    let (title, after) = match quote {
        Some(quote) => after[1..].split_once(quote).map(|(title, after)| (Some(title), after.trim_start()))?,
        None => (None, after),
    };
    let end = line.len() - after.strip_prefix(')')?.len();
    // A link works without its title, so a title that Markdown might misinterpret is omitted.
    let title = title.filter(|title| !title.contains(['"', '\\', '`', '<', '>', '[', ']']));
    let web_address = web_address(address, inside.starts_with('<'));
    // These characters suggest a regular expression in place of a link: `[a-z]([-a-z0-9]*[a-z0-9])?`.
    let is_pattern = web_address.is_none() && address.contains(['[', ']', '*', '^', '|', '\\']);
    (!is_pattern).then_some(Target { end, address: web_address, title })
}

/// Returns the length of the address at the start of `text`, which ends at white space or before an unmatched `)`.
/// Returns `None` if the address has no end, leaves a `(` unclosed, or nests parentheses too deeply.
fn address_length(text: &str) -> Option<usize> {
    let (mut depth, mut is_escaped) = (0, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if is_escaped => {}
            ')' if depth == 0 => return Some(at),
            c if c.is_whitespace() => return (depth == 0).then_some(at),
            '(' if depth == MAX_PARENTHESES => return None,
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    None
}

/// Returns `address` without backslash escapes. Characters with a meaning in Markdown are percent-encoded. In an
/// address in angle brackets (`is_quoted`), parentheses need not be paired, so they are encoded as well. Returns `None`
/// if this is not a web address.
fn web_address(address: &str, is_quoted: bool) -> Option<String> {
    let host = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://"))?;
    let mut written = address[..address.len() - host.len()].to_owned();
    let mut rest = host.chars().peekable();
    while let Some(mut c) = rest.next() {
        let escaped = if c == '\\' { rest.next_if(char::is_ascii_punctuation) } else { None };
        c = escaped.unwrap_or(c);
        let is_encoded = matches!(c, ' ' | '"' | '<' | '>' | '`' | '\\')
            || matches!(c, '(' | ')') && (is_quoted || escaped.is_some());
        if is_encoded {
            written += &format!("%{:02X}", u32::from(c));
        } else {
            written.push(c);
        }
    }
    (!host.is_empty()).then_some(written)
}

/// Returns the number of `following` lines that continue the label of a link at the end of `line`. Returns `None` if no
/// label continues. Code in the label may continue as well.
pub fn wrapped_lines(line: &str, following: &[&str]) -> Option<usize> {
    let open = line.rfind('[')?;
    let mut label = line[open + 1..].to_owned();
    if first_bracket(&label).is_some() {
        return None;
    }
    for (index, next) in following.iter().take(MAX_WRAPPED_LINES).enumerate() {
        let is_paragraph = !next.is_empty() && super::list_markers(next).0.is_empty() && !next.starts_with(['#', '>']);
        if !is_paragraph || super::is_rule(next) || super::Fence::opened_by(next).is_some() {
            return None;
        }
        label.extend([" ", next]);
        if let Some(bracket) = first_bracket(&label) {
            return label[bracket..].starts_with("](").then_some(index + 1);
        }
    }
    None
}

/// Returns the position of the first bracket in `text` that is not in code.
fn first_bracket(text: &str) -> Option<usize> {
    let code = CodeSpans::new(text);
    let mut at = 0;
    while let Some(offset) = text[at..].find(['[', ']', '`']) {
        at += offset;
        if !text[at..].starts_with('`') {
            return Some(at);
        }
        at = code.verbatim_end(text, at).unwrap_or(at + backticks(&text[at..]));
    }
    None
}
