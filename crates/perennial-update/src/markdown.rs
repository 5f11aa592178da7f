//! Renders text from a document as Markdown that shows exactly this text. The text cannot contain HTML, mention a user,
//! create a link, or end the surrounding list or folded section.

use perennial_codegen::text::printable::printable;

/// The maximum number of characters of a text. Longer texts are shortened, because no useful sentence is that long.
const LONGEST: usize = 500;

/// Renders a sentence in which code is between backticks. Outside of the backticks, only plain words are kept as they
/// are. Everything else is rendered as code too, because GitHub would turn names, numbers, commits and addresses into
/// links.
pub fn render_prose(sentence: &str) -> String {
    let sentence = printable(&shorten(sentence));
    let mut pieces: Vec<&str> = sentence.split('`').collect();
    // An unpaired backtick does not start code.
    let unpaired = pieces.len().is_multiple_of(2).then(|| pieces.pop()).flatten();
    let mut prose = String::new();
    for (index, piece) in pieces.into_iter().enumerate() {
        if index % 2 == 0 { push_words(&mut prose, piece) } else { push_code(&mut prose, piece) }
    }
    if let Some(piece) = unpaired {
        push_words(&mut prose, &format!("`{piece}"));
    }
    prose
}

fn push_words(prose: &mut String, words: &str) {
    for (index, word) in words.split(' ').enumerate() {
        if index > 0 {
            prose.push(' ');
        }
        // Numbers are rendered as they are, except at the beginning, where they could start a numbered list.
        if is_word(word) || !prose.is_empty() && is_number(word) {
            prose.push_str(word);
        } else {
            let code = word.trim_end_matches([',', ';', ':']);
            push_code(prose, code);
            prose.push_str(&word[code.len()..]);
        }
    }
}

/// Appends code to Markdown. Code that follows other code directly is rendered as HTML, because Markdown would read two
/// adjacent code spans as one.
fn push_code(prose: &mut String, code: &str) {
    prose.push_str(&if prose.ends_with('`') { render_html_code(code) } else { render_code_span(code) });
}

/// Checks whether a word is plain text to Markdown and GitHub. It must consist of letters, possibly surrounded by
/// punctuation without a special meaning.
fn is_word(word: &str) -> bool {
    let word = word.trim_start_matches(['(', '"']).trim_end_matches(['(', ')', '"', ',', ';', '.', ':', '?', '…']);
    !word.starts_with('-') && word.chars().all(|c| c.is_alphabetic() || matches!(c, '-' | '\''))
}

/// Checks whether a word is a number or a version. Numbers of more than six digits are excluded, because GitHub could
/// take them for commits.
fn is_number(word: &str) -> bool {
    let mut numbers = word.trim_start_matches('(').trim_end_matches([')', ',', ';', '.', ':']).split('.');
    numbers.all(|number| (1..=6).contains(&number.len()) && number.bytes().all(|b| b.is_ascii_digit()))
}

/// Renders names as code spans: `a` and `b`.
pub fn join_names<'a>(names: impl IntoIterator<Item = &'a String>) -> String {
    names.into_iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" and ")
}

/// Renders a string as a code span, or as HTML if Markdown could read it differently.
pub fn render_code_span(code: &str) -> String {
    // A lone `<` is not enough to detect HTML, because Rust types contain it too. They never contain `</`, `<!` or
    // `<?`.
    let is_tag = ["</", "<!", "<?"].iter().any(|tag| code.contains(tag));
    let is_plain = !code.is_empty() && !code.contains('`') && code.trim_matches(' ') == code;
    if is_plain && !is_tag { format!("`{code}`") } else { render_html_code(code) }
}

/// Renders a string as HTML code, in which no character has a special meaning in Markdown.
fn render_html_code(code: &str) -> String {
    let mut html = String::from("<code>");
    for c in code.chars() {
        if c.is_ascii_punctuation() { html += &format!("&#{};", u32::from(c)) } else { html.push(c) }
    }
    html + "</code>"
}

fn shorten(text: &str) -> String {
    let mut cut: String = text.chars().take(LONGEST).collect();
    if cut.len() < text.len() {
        cut.push('…');
    }
    cut
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*, sample::select};
    use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

    use super::*;

    #[test]
    fn markdown_rendering_preserves_words_and_code() {
        for text in [
            "field `size` is `Option<Vec<types::A>>`, was `i64`",
            "variant `Bad` (\"BAD\") is deprecated: don't use it, it's read-only.",
            "is called `new().a()`; formerly `old().a()` or `b()`",
            "expects a string, found a number (1 of 12)",
            "",
        ] {
            assert_eq!(render_prose(text), text);
        }
    }

    #[test]
    fn markdown_rendering_turns_links_and_mentions_into_code() {
        for (text, shown) in [
            ("ask @team (\"#12\")", "ask `@team` `(\"#12\")`"),
            ("see www.example.com", "see `www.example.com`"),
            ("at https://a.example, now", "at `https://a.example`, now"),
            ("GH-12 or 1234567 or :tada: or a@b.example", "`GH-12` or `1234567` or `:tada`: or `a@b.example`"),
            ("1. a 1234567 0.1.0", "`1.` a `1234567` 0.1.0"),
            ("- [x] *a* _b_ ![c](d) $e$", "`-` `[x]` `*a*` `_b_` `![c](d)` `$e$`"),
            ("</details> <!-- a <b>", "<code>&#60;&#47;details&#62;</code> <code>&#60;&#33;&#45;&#45;</code> a `<b>`"),
        ] {
            assert_eq!(render_prose(text), shown);
        }
    }

    #[test]
    fn backticks_inside_rendered_markdown_code_do_not_end_it() {
        assert_eq!(render_prose("``"), "<code></code>");
        assert_eq!(render_prose("` a`"), "<code> a</code>");
        assert_eq!(render_prose("`a``b` c`d"), "`a`<code>b</code> c<code>&#96;d</code>");
    }

    #[test]
    fn markdown_rendering_cuts_long_texts() {
        assert_eq!(render_prose(&"a".repeat(501)), format!("{}…", "a".repeat(500)));
        assert_eq!(render_prose(&"a".repeat(500)).len(), 500);
        assert_eq!(render_prose("`a\u{202e}\nb`"), r"`a\u{202e}\nb`");
    }

    /// Returns the text that a reader of `markdown` sees after rendering. Returns an error unless `markdown` is a
    /// single list item of words and code.
    fn visible_text(markdown: &str) -> Result<String, String> {
        let (mut seen, mut is_code) = (String::new(), false);
        for event in Parser::new_ext(markdown, Options::all() - Options::ENABLE_SMART_PUNCTUATION) {
            match event {
                Event::Text(text) if is_code || !text.contains(['@', '#', '/', '<', '_', '$']) => seen.push_str(&text),
                Event::Code(text) => seen.push_str(&text),
                Event::InlineHtml(html) if matches!(&*html, "<code>" | "</code>") => is_code = &*html == "<code>",
                Event::Start(Tag::List(None) | Tag::Item) | Event::End(TagEnd::List(false) | TagEnd::Item) => {}
                other => return Err(format!("{other:?} in {markdown}")),
            }
        }
        Ok(seen)
    }

    /// Generates random strings, mostly of characters that have a special meaning in Markdown.
    fn hostile() -> impl Strategy<Value = String> {
        const PARTS: [&str; 17] =
            ["`", "``", "|", "<", "</details>", "\\", "@a", "#1", "*", "_", "[", "](", "!", "&lt;", "- ", "a", " "];
        let part = prop_oneof![select(&PARTS[..]).prop_map(str::to_owned), any::<char>().prop_map(String::from)];
        vec(part, 0..12).prop_map(|parts| parts.concat())
    }

    proptest! {
        #[test]
        fn any_text_is_rendered_as_markdown_without_links_or_html(text in hostile()) {
            let without_pairs = |text: &str| text.replace('`', "");
            let (markdown, expected) = (render_prose(&text), without_pairs(&printable(&text)));
            prop_assert!(!markdown.replace("</code>", "").contains("</") && !markdown.contains("<!"));
            let item = visible_text(&format!("- a{markdown}b"));
            prop_assert_eq!(item.as_deref().map(without_pairs), Ok(format!("a{expected}b")));
        }
    }
}
