//! The reason why serde does not read a body, without the values that it quotes.

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
    use std::fmt::Debug;

    use serde::Deserialize;
    use serde::de::{DeserializeOwned, Error as _};
    use serde_json::Value;
    use uuid::Uuid;

    use super::*;

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
