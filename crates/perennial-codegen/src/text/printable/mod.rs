//! Text of a document or server, as a line of a report, a diagnostic or an error may have it.

mod character;

pub use character::is_printable;

/// `text` on one line that shows what is there: what moves a cursor, breaks a line, changes the direction of the text
/// or has no width is escaped, such as `\n` and `\u{202e}`. So are the beginnings of commands to a CI runner, which
/// reads them out of the output of programs.
pub fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if is_printable(c) { shown.push(c) } else { shown.extend(c.escape_default()) }
    }
    if let Some(command) = shown.trim_start().strip_prefix("::") {
        let indent = shown.len() - command.len() - "::".len();
        shown.replace_range(indent..=indent, r"\u{3a}");
    }
    shown.replace("##[", r"\u{23}#[")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_bidirectional_and_zero_width_characters_are_escaped() {
        let ranges = ['\0'..='\u{1f}', '\u{7f}'..='\u{9f}', '\u{200b}'..='\u{200f}', '\u{202a}'..='\u{202e}'];
        let more =
            ['\u{2060}'..='\u{2064}', '\u{2066}'..='\u{206f}', '\u{2028}'..='\u{2029}', '\u{e0000}'..='\u{e007f}'];
        let single =
            ['\u{61c}', '\u{feff}', '\u{ad}', '\u{180e}', '\u{34f}', '\u{3164}', '\u{fe0f}', '\u{e0100}', '\u{2800}'];
        for c in ranges.into_iter().chain(more).flatten().chain(single) {
            let shown = printable(&format!("a{c}b"));
            assert!(shown.is_ascii() && shown.starts_with("a\\") && !shown.contains(c), "{c:?}: {shown}");
        }
        assert_eq!(printable("a\n\u{202e}b"), r"a\n\u{202e}b");
    }

    #[test]
    fn text_that_can_be_read_is_shown_as_it_is_and_once_escaped_stays() {
        for text in [
            "GET /v1/{id}?a=\"b\\c\"",
            "é ß 漢字 Ω 🙂 한국",
            "e\u{301} ไม่พบ नहीं मिला",
            r"\u{202e}",
            "types::A, 'x'",
            "",
        ] {
            assert_eq!(printable(text), text);
        }
    }

    #[test]
    fn commands_to_a_ci_runner_are_escaped() {
        assert_eq!(printable("  ::error::x"), r"  \u{3a}:error::x");
        assert_eq!(printable("a ##[error]x"), r"a \u{23}#[error]x");
    }
}
