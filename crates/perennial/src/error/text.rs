//! Formats messages that contain strings from the service. The strings are shortened and escaped, so that the service
//! cannot forge a log line.

use std::error::Error as StdError;
use std::time::Duration;
use std::{io, iter};

use super::printable::is_printable;
use crate::decode::UNREADABLE_CHARSET;
use crate::secret::Secrets;

/// The maximum length of a string in a message, in characters.
const SHORT: usize = 200;

/// Returns `text` on one line: at most 200 characters, followed by `…` if it was longer. Characters that would break
/// the line, change its direction or be invisible are escaped. An escape such as `\u{200b}` counts as several
/// characters.
pub(super) fn shorten(text: &str) -> String {
    escape_and_shorten(text, SHORT)
}

/// Redacts the secrets in a text, and then shortens it as [`shorten`] does. In the opposite order, a secret that was
/// cut off would not be recognized.
pub(crate) fn redacted_line(secrets: &Secrets, text: &str) -> String {
    shorten(&secrets.redact_text(text))
}

/// Returns `failure: reason`, or only `failure` if the reason is empty.
pub(crate) fn with_reason(failure: &str, reason: &str) -> String {
    if reason.trim().is_empty() { failure.to_owned() } else { format!("{failure}: {reason}") }
}

/// Same as [`shorten`], but returns the whole text. For texts in which secrets have not been redacted yet.
pub(crate) fn escape_line(text: &str) -> String {
    escape_and_shorten(text, usize::MAX)
}

fn escape_and_shorten(text: &str, mut room: usize) -> String {
    let mut line = String::new();
    for character in text.chars() {
        let escape = (!is_printable(character)).then(|| character.escape_default());
        let length = escape.as_ref().map_or(1, ExactSizeIterator::len);
        if length > room {
            line.push('…');
            break;
        }
        room -= length;
        match escape {
            Some(escape) => line.extend(escape),
            None => line.push(character),
        }
    }
    line
}

/// Formats a duration as `30 s` or `0.5 s`.
pub(super) fn format_seconds(duration: Duration) -> String {
    format!("{} s", duration.as_secs_f64())
}

/// Formats a wait in whole seconds, rounded up: `30 s`.
pub(super) fn format_whole_seconds(wait: Duration) -> String {
    format_seconds(Duration::from_secs(wait.as_secs().saturating_add(u64::from(wait.subsec_nanos() > 0))))
}

/// Returns the messages of an error and its causes, as `message: cause: cause`. If `secrets` are passed, they are
/// redacted in each cause, which is then escaped and shortened. Without `secrets`, the caller has to do both.
pub(crate) fn chain(error: &dyn StdError, secrets: Option<&Secrets>) -> String {
    let mut line = error.to_string();
    for cause in error.source().into_iter().flat_map(causes) {
        let text = cause.to_string();
        let text = secrets.map(|secrets| redacted_line(secrets, &text)).unwrap_or(text);
        let without_value = cause.downcast_ref().and_then(reason_without_values).filter(|reason| line.contains(reason));
        // A cause that the line already contains is omitted: this crate's messages end with the root cause, and some
        // libraries include the cause in their own message.
        if let Some(reason) = without_value {
            line = line.replacen(&reason, &text, 1);
        } else if !line.contains(&text) {
            line.push_str(": ");
            line.push_str(&text);
        }
    }
    line
}

/// Returns `error` and its causes, outermost first.
pub(super) fn causes<'a>(error: &'a (dyn StdError + 'static)) -> impl Iterator<Item = &'a (dyn StdError + 'static)> {
    iter::successors(Some(error), |&error| match error.downcast_ref::<io::Error>() {
        // `source` of an `io::Error` skips the wrapped error.
        Some(error) => error.get_ref().map(|cause| cause as _),
        None => error.source(),
    })
}

/// The words that precede a quoted value in serde's messages.
const BEFORE_A_VALUE: [&str; 6] =
    ["invalid type", "invalid value", "invalid length", "unknown variant", "unknown field", "UUID parsing failed"];

/// The names that serde uses for the kinds of JSON values.
const KINDS: [&str; 7] = ["boolean", "floating point", "integer", "map", "null", "sequence", "string"];

/// Returns the message of `error`, including line and column, but without values from the body: an unexpected value is
/// replaced by its kind, such as `string`. Returns `None` for unknown messages, which may contain anything.
pub(super) fn reason_without_values(error: &serde_json::Error) -> Option<String> {
    let text = error.to_string();
    let without_value = ["missing field `", "duplicate field `", UNREADABLE_CHARSET];
    if !error.is_data() || without_value.iter().any(|start| text.starts_with(start)) {
        return Some(text);
    }
    let position = format!(" at line {} column {}", error.line(), error.column());
    let (message, position) = text.strip_suffix(&position).map_or((&*text, ""), |message| (message, &*position));
    let (message_start, rest) =
        BEFORE_A_VALUE.iter().find_map(|message_start| Some((message_start, message.strip_prefix(message_start)?)))?;
    let kind = KINDS.iter().find(|kind| rest.strip_prefix(": ").is_some_and(|found| found.starts_with(**kind)));
    // serde wrote the last `, expected `; earlier ones may be part of the quoted value.
    let expected = rest.rsplit_once(", expected ").map(|(_, expected)| expected);
    let kind = kind.map(|kind| format!(": {kind}")).unwrap_or_default();
    let expected = expected.map(|expected| format!(", expected {expected}")).unwrap_or_default();
    Some(format!("{message_start}{kind}{expected}{position}"))
}

#[cfg(test)]
mod tests {
    use std::fmt::{self, Debug};

    use serde::Deserialize;
    use serde::de::{DeserializeOwned, Error as _};
    use serde_json::Value;
    use uuid::Uuid;

    use super::*;

    #[test]
    fn message_escapes_invisible_and_direction_changing_characters() {
        for c in "\u{61c}\u{200b}\u{feff}\u{ad}\u{180e}\u{2060}\u{2066}\u{34f}\u{3164}\u{fe0f}\u{e0041}\u{a0}".chars() {
            assert_eq!(shorten(&format!("a{c}b")), format!("a{}b", c.escape_unicode()));
        }
    }

    #[test]
    fn error_message_is_cut_at_200_characters() {
        assert_eq!(shorten(&"é".repeat(200)), "é".repeat(200));
        assert_eq!(shorten(&"é".repeat(201)), format!("{}…", "é".repeat(200)));
    }

    #[test]
    fn message_is_never_cut_inside_an_escape() {
        assert_eq!(shorten(&"\n".repeat(100)), "\\n".repeat(100));
        assert_eq!(shorten(&format!("a{}", "\n".repeat(100))), format!("a{}…", "\\n".repeat(99)));
    }

    #[derive(Debug)]
    struct ChainedError(&'static str, Option<Box<ChainedError>>);

    impl fmt::Display for ChainedError {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.0)
        }
    }

    impl StdError for ChainedError {
        fn source(&self) -> Option<&(dyn StdError + 'static)> {
            self.1.as_deref().map(|cause| cause as _)
        }
    }

    fn chain_of(secrets: Option<&Secrets>, texts: &[&'static str]) -> String {
        let error = texts.iter().rev().fold(None, |cause, text| Some(Box::new(ChainedError(text, cause))));
        chain(&*error.unwrap(), secrets)
    }

    #[test]
    fn error_chain_shows_every_cause_once_on_one_line() {
        let chain = |texts: &[&'static str]| chain_of(Some(&Secrets::default()), texts);
        assert_eq!(chain(&["alone"]), "alone");
        assert_eq!(
            chain(&["sending", "connecting", "refused\n(os error)"]),
            "sending: connecting: refused\\n(os error)"
        );
        assert_eq!(
            chain(&["sending: connecting", "connecting", "", "refused", "refused"]),
            "sending: connecting: refused"
        );
    }

    #[test]
    fn redacts_secrets_before_a_cause_is_shortened() {
        let cause: &str = format!("{}s3cret-of-the-call", "x".repeat(195)).leak();
        let secrets = Secrets::from_iter(["s3cret-of-the-call".into()]);
        assert_eq!(chain_of(Some(&secrets), &["sending", cause]), format!("sending: {}*****…", "x".repeat(195)));
        // Without secrets, `chain` leaves redacting and shortening to the caller.
        assert_eq!(chain_of(None, &["sending", cause]), format!("sending: {cause}"));
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Strict {
        #[allow(dead_code, reason = "only read")]
        id: i8,
    }

    #[derive(Debug, Deserialize)]
    enum Choice {
        A,
    }

    #[track_caller]
    fn reason_for<T: DeserializeOwned + Debug>(json: &str) -> Option<String> {
        reason_without_values(&serde_json::from_str::<T>(json).unwrap_err())
    }

    #[test]
    fn decode_error_message_shows_the_json_type_instead_of_the_value() {
        for (json, expected) in [
            (r#""s3cret, expected u8""#, "invalid type: string, expected i32 at line 1 column 21"),
            (r#""s3cret \" integer `5`""#, "invalid type: string, expected i32 at line 1 column 23"),
            ("1.5", "invalid type: floating point, expected i32 at line 1 column 3"),
            ("true", "invalid type: boolean, expected i32 at line 1 column 4"),
            ("null", "invalid type: null, expected i32 at line 1 column 4"),
            ("[]", "invalid type: sequence, expected i32 at line 1 column 0"),
            ("{}", "invalid type: map, expected i32 at line 1 column 0"),
            ("3000000000", "invalid value: integer, expected i32 at line 1 column 10"),
        ] {
            assert_eq!(reason_for::<i32>(json).as_deref(), Some(expected), "{json}");
        }
        assert_eq!(
            reason_for::<[u8; 2]>("[1]").unwrap(),
            "invalid length, expected an array of length 2 at line 1 column 3"
        );
    }

    #[test]
    fn decode_error_message_omits_names_of_undeclared_fields() {
        assert_eq!(reason_for::<Strict>("{}").unwrap(), "missing field `id` at line 1 column 2");
        assert_eq!(reason_for::<Strict>(r#"{"id":1,"id":1}"#).unwrap(), "duplicate field `id` at line 1 column 12");
        assert_eq!(reason_for::<Strict>(r#"{"s3cret":1}"#).unwrap(), "unknown field, expected `id` at line 1 column 9");
        assert_eq!(reason_for::<Choice>(r#""s3cret""#).unwrap(), "unknown variant, expected `A` at line 1 column 8");
        assert_eq!(reason_for::<Uuid>(r#""s3cret""#).unwrap(), "UUID parsing failed at line 1 column 8");
    }

    #[test]
    fn syntax_error_message_of_serde_json_is_kept_unchanged() {
        for json in ["", "{", "{]", "1 1", r#""\ud83d""#, "1e999"] {
            let error = serde_json::from_str::<Value>(json).unwrap_err();
            assert_eq!(reason_without_values(&error), Some(error.to_string()), "{json}");
        }
    }

    #[test]
    fn decode_error_message_omits_errors_of_custom_deserializers() {
        assert_eq!(reason_without_values(&serde_json::Error::custom("s3cret is no colour")), None);
        assert_eq!(reason_without_values(&serde_json::Error::custom("invalid type: s3cret")).unwrap(), "invalid type");
    }
}
