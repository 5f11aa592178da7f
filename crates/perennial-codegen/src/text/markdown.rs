//! Converts descriptions in a document to Markdown for rustdoc.
//!
//! Descriptions contain HTML, bare web addresses, and brackets that are not links. rustdoc would warn about all of
//! these, and would run indented examples as tests. The wording is preserved.

mod links;

use std::collections::HashMap;

/// Converts `text` to Markdown that rustdoc accepts without warnings. Code blocks are marked as `text`, and HTML is
/// removed. Web addresses become links, and links to anything else are replaced by their labels.
pub fn markdown(text: &str) -> String {
    let plain = without_html(&without_control_characters(text));
    let mut fence: Option<Fence> = None;
    let mut lines = Vec::new();
    let source: Vec<&str> = plain.split('\n').map(str::trim).collect();
    let mut at = 0;
    while let Some(line) = source.get(at).copied() {
        at += 1;
        match &fence {
            Some(open) if open.is_closed_by(line) => {
                lines.push("```".to_owned());
                fence = None;
            }
            // Indented by four spaces, the line does not close the enclosing code block.
            Some(_) if line.starts_with("```") => lines.push(format!("    {line}")),
            Some(_) => lines.push(line.to_owned()),
            None => {
                let mut paragraph = line.to_owned();
                let first = list_markers(line).1;
                let is_paragraph = !first.starts_with('#') && Fence::opened_by(first).is_none();
                while let Some(count) = links::wrapped_lines(&paragraph, &source[at..]).filter(|_| is_paragraph) {
                    paragraph.extend(source[at..at + count].iter().flat_map(|line| [" ", line]));
                    at += count;
                }
                // A link's label may look like the beginning of a block, so links are replaced before blocks are
                // recognized.
                let paragraph = links::replaced_by_labels(&paragraph);
                let (markers, content) = list_markers(paragraph.trim());
                fence = Fence::opened_by(content);
                lines.push(match fence {
                    // The list markers before a code block are dropped. Otherwise, the block would end at the next line
                    // that is not indented.
                    Some(_) => "```text".to_owned(),
                    None if is_rule(&paragraph) => format!("\\{}", paragraph.trim()),
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

/// Formats any `text` as inline code.
pub fn code_span(text: &str) -> String {
    let line = without_control_characters(text).replace('\n', " ");
    let longest = backtick_runs(&line).iter().map(|(_, length)| *length).max().unwrap_or_default();
    let ticks = "`".repeat(longest + 1);
    let is_blank = line.chars().all(|c| c == ' ');
    let touches = |edge: char| line.starts_with(edge) || line.ends_with(edge);
    // Markdown removes one space at each end of inline code. If this would change the text, another space is added.
    let pad = if line.is_empty() || !is_blank && (touches('`') || touches(' ')) { " " } else { "" };
    if line.is_empty() { "` `".to_owned() } else { format!("{ticks}{pad}{line}{pad}{ticks}") }
}

/// Removes characters that rustc refuses in comments, and normalizes line breaks.
fn without_control_characters(text: &str) -> String {
    if text.bytes().all(|byte| matches!(byte, b'\n' | b' '..=b'~')) {
        return text.to_owned();
    }
    let text = text.replace("\r\n", "\n");
    let shown = text.chars().filter_map(|c| match c {
        '\n' => Some(c),
        '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => Some('\n'),
        // rustc refuses characters that change the direction of text.
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => None,
        c if c.is_control() => Some(if c.is_whitespace() { ' ' } else { char::REPLACEMENT_CHARACTER }),
        c => Some(c),
    });
    shown.collect()
}

struct Fence {
    character: char,
    length: usize,
}

impl Fence {
    fn opened_by(line: &str) -> Option<Self> {
        let character = line.chars().next().filter(|c| matches!(c, '`' | '~'))?;
        let information = line.trim_start_matches(character);
        let length = line.len() - information.len();
        // Backticks are not a fence if more backticks follow in the line: they begin inline code.
        let is_fence = length >= 3 && !(character == '`' && information.contains('`'));
        is_fence.then_some(Self { character, length })
    }

    fn is_closed_by(&self, line: &str) -> bool {
        line.len() >= self.length && line.chars().all(|c| c == self.character)
    }
}

/// Splits a line into its list markers and its content. Each marker is followed by exactly one space, because more
/// would turn the content into code.
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

/// Returns `true` if `line` would turn the line before it into a heading or a table.
fn is_rule(line: &str) -> bool {
    !line.is_empty() && line.chars().all(|c| matches!(c, '-' | '=' | '|' | ':' | ' '))
}

/// Removes HTML tags. Tags that break a line become line breaks, `<code>` becomes inline code, and `<a>` with a web
/// address becomes a link.
fn without_html(text: &str) -> String {
    let mut plain = String::new();
    // The position in `plain` at which the label of a link begins, and the address of the link.
    let mut link = None;
    let mut at = 0;
    // The end of the last tag that was found. It stays valid until the position passes it, which saves a search.
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
            "a" => match link.take().filter(|_| tag.starts_with('/')) {
                Some((start, address)) => {
                    let label = plain.split_off(start);
                    plain.push_str(&html_link(label, address));
                }
                None => link = web_address_of_tag(tag).map(|address| (plain.len(), address)),
            },
            // A name in angle brackets, such as `<API_KEY>`, is a placeholder and not a tag.
            _ if tag.chars().any(|c| c.is_ascii_uppercase() || c == '_') && !tag.contains('=') => {
                plain.push_str(&text[start..=end]);
            }
            _ => {}
        }
        at = end + 1;
    }
    plain + &text[at..]
}

/// Returns the web address in the attribute `href` of an HTML tag.
fn web_address_of_tag(tag: &str) -> Option<&str> {
    let attribute = tag.to_ascii_lowercase().find("href")?;
    let value = tag[attribute + "href".len()..].trim_start().strip_prefix('=')?.trim_start();
    let address = match value.chars().next()? {
        quote @ ('"' | '\'') => value[1..].split(quote).next()?,
        _ => value.split_ascii_whitespace().next()?,
    };
    Some(address.trim()).filter(|address| web_address_length(address).is_some() && !address.contains('<'))
}

/// Returns the link with this label in one line, or the `label` alone if it cannot be the label of a link.
fn html_link(label: String, address: &str) -> String {
    let line = label.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.is_empty() || label.contains(['[', ']']) || label.contains("\n\n") {
        return label;
    }
    format!("[{line}](<{address}>)")
}

/// Returns the start and the length of each run of adjacent backticks in `line`.
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

/// The inline code in a line: the starts of all runs of backticks, by their length.
struct CodeSpans(HashMap<usize, Vec<usize>>);

impl CodeSpans {
    fn new(line: &str) -> Self {
        let mut starts = HashMap::<usize, Vec<usize>>::new();
        for (start, length) in backtick_runs(line) {
            starts.entry(length).or_default().push(start);
        }
        Self(starts)
    }

    /// Returns the end of the inline code or escaped character that begins at `at`. Returns `None` if neither begins
    /// there.
    ///
    /// As in Markdown, inline code ends at a run of equally many backticks. It has to end in the same line here,
    /// because the next line may be in another paragraph.
    fn verbatim_end(&self, line: &str, at: usize) -> Option<usize> {
        let rest = &line[at..];
        if let Some(escaped) = rest.strip_prefix('\\') {
            return escaped.starts_with(|c: char| c.is_ascii_punctuation()).then_some(at + 2);
        }
        let length = backticks(rest);
        let starts = self.0.get(&length)?;
        let end = starts.get(starts.partition_point(|start| *start < at + length))?;
        Some(end + length)
    }
}

fn backticks(text: &str) -> usize {
    text.len() - text.trim_start_matches('`').len()
}

/// Escapes everything in `line` that has a meaning in Markdown, except for inline code and links.
fn escape_line(line: &str) -> String {
    let code = CodeSpans::new(line);
    let mut edits = links::edits(line, &code).into_iter().peekable();
    let mut is_label = false;
    let has_address = line.contains("http");
    let is_special =
        |byte| matches!(byte, b'`' | b'\\' | b'[' | b']' | b'<' | b'>' | b'!') || has_address && byte == b'h';
    let mut out = String::new();
    let mut at = 0;
    while let Some(next) = line[at..].chars().next() {
        if let Some(edit) = edits.next_if(|edit| edit.replaced.start == at) {
            out.push_str(&edit.text);
            (at, is_label) = (edit.replaced.end, edit.begins_label);
            continue;
        }
        let rest = &line[at..];
        // The bytes before the next special character need no escapes. Searching bytes is several times faster than
        // searching characters in unoptimized builds.
        let plain = rest.bytes().position(is_special).unwrap_or(rest.len());
        let consumed = match code.verbatim_end(line, at) {
            _ if plain > 0 => {
                out.push_str(&rest[..plain]);
                plain
            }
            Some(end) => {
                out.push_str(&line[at..end]);
                end - at
            }
            None if next == '`' => {
                let length = backticks(rest);
                out.push_str(&"\\`".repeat(length));
                length
            }
            None => {
                let (text, consumed) = escape_start(rest, next, is_label);
                out.push_str(&text);
                consumed
            }
        };
        at += consumed;
    }
    out
}

/// Escapes the start of `text`, which is neither inline code nor a link. Returns the result, and the length of the text
/// that it replaces.
///
/// A bare web address becomes a link, except inside the label of a link (`is_label`).
fn escape_start(text: &str, next: char, is_label: bool) -> (String, usize) {
    if let Some(length) = web_address_length(text).filter(|_| !is_label) {
        return (format!("<{}>", &text[..length]), length);
    }
    let is_special = matches!(next, '[' | ']' | '<' | '>') || text.starts_with("![");
    let escape = if is_special { "\\" } else { "" };
    (format!("{escape}{next}"), next.len_utf8())
}

/// Returns the length of the web address at the start of `text`. Returns `None` if `text` does not start with a web
/// address.
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
        assert_eq!(markdown("Bearer <API_KEY>, a < b"), "Bearer \\<API_KEY\\>, a \\< b");
    }

    #[test]
    fn links_in_html_become_links_in_markdown() {
        for (html, expected) in [
            ("<a href=\"https://a.example\" target=\"_blank\">here</a>", "[here](https://a.example)"),
            (
                "<A class=x HREF = 'http://a.example/b?c=d&e#f'><code>x</code>\n y</A>",
                "[`x` y](http://a.example/b?c=d&e#f)",
            ),
            ("<a href=https://a.example/(b)>https://a.example</a>", "[https://a.example](https://a.example/%28b%29)"),
            ("<a href=\"/b\">relative</a>", "relative"),
            ("<a href=\"https://\">x</a><a name=\"b\"></a>", "x"),
            ("<a href=\"https://a.example\"></a>", ""),
            ("<a href=\"https://a.example\">[b</a>", "\\[b"),
            ("<a href=\"https://a.example\">b <a href=\"https://b.example\">c</a></a>", "b [c](https://b.example)"),
        ] {
            assert_eq!(markdown(&format!("See {html}.")), format!("See {expected}."), "{html}");
        }
    }

    #[test]
    fn escapes_brackets_and_turns_web_addresses_into_links() {
        assert_eq!(
            markdown("[beta] Fetch [docs](https://a.example/x)"),
            "\\[beta\\] Fetch [docs](https://a.example/x)"
        );
        assert_eq!(markdown("find it at https://a.example/b."), "find it at <https://a.example/b>.");
    }

    #[test]
    fn keeps_links_with_code_titles_braces_and_parentheses() {
        for link in [
            "[`code`](https://a.example/b)",
            "[the `[x]` of **y**](https://a.example/b)",
            "[braces](https://a.example/{id}/d)",
            "[parentheses](https://a.example/j_(k))",
            "[title](https://a.example/g \"Title of it\")",
            r"[escaped \] bracket](https://a.example/b)",
            "[https://a.example](https://a.example/b?c=d&e=f#g)",
        ] {
            assert_eq!(markdown(&format!("See {link}.")), format!("See {link}."));
        }
        assert_eq!(markdown("[one [two]](https://a.example)"), r"[one \[two\]](https://a.example)");
        assert_eq!(markdown("[one](<https://a.example/b (c)> 'It')"), "[one](https://a.example/b%20%28c%29 \"It\")");
        assert_eq!(markdown("[one](https://a.example/\\_b`c \"`\")"), "[one](https://a.example/_b%60c)");
    }

    #[test]
    fn joins_the_lines_of_a_link_that_wraps() {
        assert_eq!(
            markdown("See [two\n  lines](https://a.example/f) here."),
            "See [two lines](https://a.example/f) here."
        );
        assert_eq!(
            markdown("- [a\nb\nc](https://a.example) [d\ne](https://a.example)\n- f"),
            "- [a b c](https://a.example) [d e](https://a.example)\n- f"
        );
        for label in ["the `two\nlines`", "`a ] b` and ``c\n` d``", "`a`\n`b`"] {
            let one_line = label.replace('\n', " ");
            let markdown = markdown(&format!("See [{label}](https://a.example)."));
            assert_eq!(markdown, format!("See [{one_line}](https://a.example)."));
        }
        let separate = [
            "[a\n\nb](https://a.example)",
            "[a\n- b](https://a.example)",
            "# [a\nb](https://a.example)",
            "[a\n```\nb](c)",
        ];
        for text in separate {
            assert!(markdown(text).starts_with(if text.starts_with('#') { "# \\[a\n" } else { "\\[a\n" }), "{text}");
        }
    }

    #[test]
    fn replaces_links_to_other_targets_by_their_labels() {
        let text = "[a](/docs/e), [`b`](#section), [c](entity:Vendor), [d]() and ![e](f.png)";
        assert_eq!(markdown(text), "a, `b`, c, d and e");
        assert_eq!(markdown("[one [two](https://a.example)](/b)"), r"\[one [two](https://a.example)\](/b)");
        assert_eq!(markdown("[    x](/b)\n[===](/b)\n[](/b)\n[- [y]](/b)"), "x\n\\===\n\n- \\[y\\]");
        assert_eq!(markdown("[~~~ rust](/b)\nx"), "```text\nx\n\n```");
        assert_eq!(
            markdown("[![badge](b.svg) ![c](https://a.example)](https://a.example)"),
            "[badge c](https://a.example)"
        );
    }

    #[test]
    fn escapes_brackets_of_text_that_only_resembles_a_link() {
        assert_eq!(
            markdown("[a] (b), [c](d e), [f](https://a.example"),
            r"\[a\] (b), \[c\](d e), \[f\](<https://a.example>"
        );
        assert_eq!(markdown("`[a](b)` [`a](b)`"), "`[a](b)` \\[`a](b)`");
        assert_eq!(markdown("[a-z]([-a-z0-9]*[a-z0-9])?"), r"\[a-z\](\[-a-z0-9\]*\[a-z0-9\])?");
    }

    #[test]
    fn no_example_in_a_description_becomes_a_test() {
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
    fn pairs_backticks_only_within_a_line() {
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

        /// Characters and sequences with a meaning in Markdown. Some of them have a meaning only together with others.
        const FRAGMENTS: [&str; 79] = [
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
            "<a href='http://a.example/b`c'>",
            "<a href=\"http://a.example/[b](c\">",
            "</a>",
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
            "[",
            "](",
            "](",
            "](http://a.example/",
            "](http://a.example/)",
            "](<http://a.example/ ",
            "](/b)",
            " \"",
            "\")",
            "\"",
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
                // A heading that is marked by underlining would include the previous paragraph, so only `#` may begin a
                // heading.
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
            fn hostile_description_never_becomes_a_doctest_or_html(text in hostile()) {
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
