//! Text from the service as part of an error: bounded, and unable to forge a log line.

use std::error::Error as StdError;
use std::time::Duration;
use std::{io, iter};

use super::printable::is_printable;
use crate::secret::Secrets;

/// The number of characters of a text that a one-line message shows.
const SHORT: usize = 200;

/// Returns a text on one line: at most 200 characters, then `…` if there was more. Characters that would break the line,
/// change its direction or be invisible are escaped; an escape counts with its full length.
pub(super) fn short(text: &str) -> String {
    one_line(text, SHORT)
}

/// Redacts the secrets in a text, and then shortens it as [`short`] does: the start of a secret that was cut might not be
/// recognized.
pub(crate) fn redacted_line(secrets: &Secrets, text: &str) -> String {
    short(&secrets.redact_text(text))
}

/// Joins what failed and the reason, which may be empty.
pub(crate) fn with_reason(failure: &str, reason: &str) -> String {
    if reason.trim().is_empty() { failure.to_owned() } else { format!("{failure}: {reason}") }
}

/// Returns a whole text on one line, escaped as by [`short`]: it is shortened when its secrets are known.
pub(crate) fn line(text: &str) -> String {
    one_line(text, usize::MAX)
}

fn one_line(text: &str, mut room: usize) -> String {
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

/// Returns a duration as `30 s` or `0.5 s`.
pub(super) fn seconds(duration: Duration) -> String {
    format!("{} s", duration.as_secs_f64())
}

/// Returns a wait in whole seconds that are long enough, as `30 s`.
pub(super) fn whole_seconds(wait: Duration) -> String {
    seconds(Duration::from_secs(wait.as_secs().saturating_add(u64::from(wait.subsec_nanos() > 0))))
}

/// Returns an error and its causes, `message: cause: cause`. If `secrets` are passed, each cause is without them, on one
/// line and shortened. Otherwise all this is left to the caller, who knows the secrets.
pub(crate) fn chain(error: &dyn StdError, secrets: Option<&Secrets>) -> String {
    let mut line = error.to_string();
    for cause in error.source().into_iter().flat_map(causes) {
        let text = cause.to_string();
        let text = secrets.map(|secrets| redacted_line(secrets, &text)).unwrap_or(text);
        let without_value = cause.downcast_ref().and_then(reason).filter(|reason| line.contains(reason));
        // Messages end with the innermost cause, and some libraries repeat the text of the cause in their own.
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
        // Its `source` is that of the error it was made from.
        Some(error) => error.get_ref().map(|cause| cause as _),
        None => error.source(),
    })
}

/// The beginnings of serde's messages that continue with a value, up to where it is.
const BEFORE_A_VALUE: [&str; 6] =
    ["invalid type", "invalid value", "invalid length", "unknown variant", "unknown field", "UUID parsing failed"];

/// The names that serde has for the values of JSON.
const KINDS: [&str; 7] = ["boolean", "floating point", "integer", "map", "null", "sequence", "string"];

/// Returns what `error` says, with its source position, and without values of the body: of an unexpected one its kind,
/// and what was expected. `None` for a message of another's `Deserialize`, which may say anything.
pub(super) fn reason(error: &serde_json::Error) -> Option<String> {
    let text = error.to_string();
    if !error.is_data() || text.starts_with("missing field `") || text.starts_with("duplicate field `") {
        return Some(text);
    }
    let position = format!(" at line {} column {}", error.line(), error.column());
    let (message, position) = text.strip_suffix(&position).map_or((&*text, ""), |message| (message, &*position));
    let (said, rest) = BEFORE_A_VALUE.iter().find_map(|said| Some((said, message.strip_prefix(said)?)))?;
    let kind = KINDS.iter().find(|kind| rest.strip_prefix(": ").is_some_and(|found| found.starts_with(**kind)));
    // A value comes before the last such words.
    let expected = rest.rsplit_once(", expected ").map(|(_, expected)| expected);
    let kind = kind.map(|kind| format!(": {kind}")).unwrap_or_default();
    let expected = expected.map(|expected| format!(", expected {expected}")).unwrap_or_default();
    Some(format!("{said}{kind}{expected}{position}"))
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
    fn what_cannot_be_seen_or_turns_the_text_is_escaped() {
        for c in "\u{61c}\u{200b}\u{feff}\u{ad}\u{180e}\u{2060}\u{2066}\u{34f}\u{3164}\u{fe0f}\u{e0041}\u{a0}".chars() {
            assert_eq!(short(&format!("a{c}b")), format!("a{}b", c.escape_unicode()));
        }
    }

    #[test]
    fn a_long_message_is_cut_at_200_characters() {
        assert_eq!(short(&"é".repeat(200)), "é".repeat(200));
        assert_eq!(short(&"é".repeat(201)), format!("{}…", "é".repeat(200)));
    }

    #[test]
    fn an_escape_counts_as_it_is_written_and_is_not_cut() {
        assert_eq!(short(&"\n".repeat(100)), "\\n".repeat(100));
        assert_eq!(short(&format!("a{}", "\n".repeat(100))), format!("a{}…", "\\n".repeat(99)));
    }

    #[derive(Debug)]
    struct Layer(&'static str, Option<Box<Layer>>);

    impl fmt::Display for Layer {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.0)
        }
    }

    impl StdError for Layer {
        fn source(&self) -> Option<&(dyn StdError + 'static)> {
            self.1.as_deref().map(|cause| cause as _)
        }
    }

    fn chain_of(secrets: Option<&Secrets>, texts: &[&'static str]) -> String {
        let error = texts.iter().rev().fold(None, |cause, text| Some(Box::new(Layer(text, cause))));
        chain(&*error.unwrap(), secrets)
    }

    #[test]
    fn every_cause_is_shown_once_on_one_line() {
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
    fn secrets_of_the_call_are_redacted_before_a_cause_is_shortened() {
        let cause: &str = format!("{}s3cret-of-the-call", "x".repeat(195)).leak();
        let secrets = Secrets::from_iter(["s3cret-of-the-call".into()]);
        assert_eq!(chain_of(Some(&secrets), &["sending", cause]), format!("sending: {}*****…", "x".repeat(195)));
        // Those who know the secrets of another error shorten it.
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
    fn of<T: DeserializeOwned + Debug>(json: &str) -> Option<String> {
        reason(&serde_json::from_str::<T>(json).unwrap_err())
    }

    #[test]
    fn the_kind_of_a_value_is_said_and_what_was_expected() {
        for (json, said) in [
            (r#""s3cret, expected u8""#, "invalid type: string, expected i32 at line 1 column 21"),
            (r#""s3cret \" integer `5`""#, "invalid type: string, expected i32 at line 1 column 23"),
            ("1.5", "invalid type: floating point, expected i32 at line 1 column 3"),
            ("true", "invalid type: boolean, expected i32 at line 1 column 4"),
            ("null", "invalid type: null, expected i32 at line 1 column 4"),
            ("[]", "invalid type: sequence, expected i32 at line 1 column 0"),
            ("{}", "invalid type: map, expected i32 at line 1 column 0"),
            ("3000000000", "invalid value: integer, expected i32 at line 1 column 10"),
        ] {
            assert_eq!(of::<i32>(json).as_deref(), Some(said), "{json}");
        }
        assert_eq!(of::<[u8; 2]>("[1]").unwrap(), "invalid length, expected an array of length 2 at line 1 column 3");
    }

    #[test]
    fn names_of_the_document_are_said_and_those_of_the_body_are_not() {
        assert_eq!(of::<Strict>("{}").unwrap(), "missing field `id` at line 1 column 2");
        assert_eq!(of::<Strict>(r#"{"id":1,"id":1}"#).unwrap(), "duplicate field `id` at line 1 column 12");
        assert_eq!(of::<Strict>(r#"{"s3cret":1}"#).unwrap(), "unknown field, expected `id` at line 1 column 9");
        assert_eq!(of::<Choice>(r#""s3cret""#).unwrap(), "unknown variant, expected `A` at line 1 column 8");
        assert_eq!(of::<Uuid>(r#""s3cret""#).unwrap(), "UUID parsing failed at line 1 column 8");
    }

    #[test]
    fn what_is_no_json_is_said_as_it_is() {
        for json in ["", "{", "{]", "1 1", r#""\ud83d""#, "1e999"] {
            let said = serde_json::from_str::<Value>(json).unwrap_err();
            assert_eq!(reason(&said), Some(said.to_string()), "{json}");
        }
    }

    #[test]
    fn what_another_says_of_a_value_is_not_repeated() {
        assert_eq!(reason(&serde_json::Error::custom("s3cret is no colour")), None);
        assert_eq!(reason(&serde_json::Error::custom("invalid type: s3cret")).unwrap(), "invalid type");
    }
}
