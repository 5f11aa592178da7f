//! Text from the service as part of an error: bounded, and unable to forge a log line.

use std::fmt::{self, Write as _};
use std::time::Duration;

use super::printable::is_printable;
use crate::secret::Secrets;

/// The number of characters of a text that a one-line message shows.
const SHORT: usize = 200;

/// Writes a text on one line: at most 200 characters, then `…` if there was more. Characters that would break the line,
/// change its direction or be invisible are escaped; an escape counts with its full length.
pub(super) struct Short<'a>(pub(super) &'a str);

impl fmt::Display for Short<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_line(f, self.0, SHORT)
    }
}

/// Redacts the secrets in a text, and then shortens it as [`Short`] does: the start of a secret that was cut might not be
/// recognized.
pub(crate) fn redacted_line(secrets: &Secrets, text: &str) -> String {
    Short(&secrets.redact_text(text)).to_string()
}

/// Joins what failed and the reason, which may be empty.
pub(crate) fn with_reason(failure: &str, reason: &str) -> String {
    if reason.trim().is_empty() { failure.to_owned() } else { format!("{failure}: {reason}") }
}

/// Writes a text on one line, as [`Short`] does, and as a whole: it is shortened when its secrets are known.
pub(crate) struct Line<'a>(pub(crate) &'a str);

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_line(f, self.0, usize::MAX)
    }
}

/// Writes a text on one line, as [`Short`] does, up to this length.
fn write_line(f: &mut fmt::Formatter<'_>, text: &str, mut room: usize) -> fmt::Result {
    for character in text.chars() {
        let escape = (!is_printable(character)).then(|| character.escape_default());
        let length = escape.as_ref().map_or(1, ExactSizeIterator::len);
        if length > room {
            return f.write_char('…');
        }
        room -= length;
        match escape {
            Some(escape) => write!(f, "{escape}")?,
            None => f.write_char(character)?,
        }
    }
    Ok(())
}

/// Writes a duration as `30 s` or `0.5 s`.
pub(super) struct Seconds(pub(super) Duration);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} s", self.0.as_secs_f64())
    }
}

impl Seconds {
    /// Whole seconds, so that a wait is long enough.
    pub(super) fn rounded_up(wait: Duration) -> Self {
        let seconds = wait.as_secs().saturating_add(u64::from(wait.subsec_nanos() > 0));
        Self(Duration::from_secs(seconds))
    }
}

/// The text of an error response, up to the client's limit.
#[derive(Clone, Default)]
pub(crate) struct BodyText {
    pub(crate) text: String,
    /// `true` if the response had more than `text`.
    pub(crate) truncated: bool,
}

impl BodyText {
    /// Invalid UTF-8 becomes U+FFFD.
    pub(crate) fn new(bytes: &[u8], truncated: bool) -> Self {
        Self { text: String::from_utf8_lossy(bytes).into_owned(), truncated }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_cannot_begin_a_new_line() {
        let text = Short("a\r\nINFO forged\u{2028}\u{1b}[31m\u{202e}é").to_string();
        assert_eq!(text, "a\\r\\nINFO forged\\u{2028}\\u{1b}[31m\\u{202e}é");
    }

    #[test]
    fn what_cannot_be_seen_or_turns_the_text_is_escaped() {
        for c in "\u{61c}\u{200b}\u{feff}\u{ad}\u{180e}\u{2060}\u{2066}\u{34f}\u{3164}\u{fe0f}\u{e0041}\u{a0}".chars() {
            assert_eq!(Short(&format!("a{c}b")).to_string(), format!("a{}b", c.escape_unicode()));
        }
    }

    #[test]
    fn a_long_message_is_cut_at_200_characters() {
        assert_eq!(Short(&"é".repeat(200)).to_string(), "é".repeat(200));
        assert_eq!(Short(&"é".repeat(201)).to_string(), format!("{}…", "é".repeat(200)));
    }

    #[test]
    fn an_escape_counts_as_it_is_written_and_is_not_cut() {
        assert_eq!(Short(&"\n".repeat(100)).to_string(), "\\n".repeat(100));
        assert_eq!(Short(&format!("a{}", "\n".repeat(100))).to_string(), format!("a{}…", "\\n".repeat(99)));
    }

    #[test]
    fn a_body_may_be_cut_within_a_character() {
        assert_eq!(BodyText::new(&"aé".as_bytes()[..2], true).text, "a\u{fffd}");
    }
}
