//! Makes text from documents and servers safe to print in reports, diagnostics and errors.

mod character;

pub use character::is_printable;

/// Returns `text` on one line, with all its characters visible.
///
/// Characters are escaped, for example as `\n` or `\u{202e}`, if they move the cursor, break the line, change the
/// direction of text or have no width. The beginnings of commands to a CI runner are also escaped, because runners
/// execute commands in the output of programs.
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
    fn escapes_control_bidirectional_and_zero_width_characters() {
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
    fn leaves_readable_and_already_escaped_text_unchanged() {
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
    fn escapes_commands_to_a_ci_runner() {
        assert_eq!(printable("  ::error::x"), r"  \u{3a}:error::x");
        assert_eq!(printable("a ##[error]x"), r"a \u{23}#[error]x");
    }
}
