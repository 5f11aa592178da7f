//! Parses JSON strictly: duplicate keys and excessive nesting are errors, which are reported with their position.
//!
//! serde_json alone would silently use the last of two equal keys, round long numbers, and refuse `1e400`.

use std::{borrow::Cow, fmt};

use hifijson::{Expect, SliceLexer, escape, str as string, token::Lex as _, value};
use serde_json::{Map, Number, Value};

/// The maximum nesting depth of arrays and objects. serde_json has the same limit, and hardly any document reaches it.
pub const MAX_DEPTH: usize = 128;

/// A JSON document as it was written: numbers are text, and keys keep their order.
pub type Exact<'a> = value::Value<&'a str, Cow<'a, str>>;

/// The reason why a text cannot be parsed as JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Error {
    /// The text ends in the middle of the document.
    Truncated,
    /// The text is not valid JSON.
    Syntax {
        /// The defect.
        reason: String,
        /// The line of the defect, counted from 1.
        line: usize,
        /// The column of the defect, in bytes, counted from 1.
        column: usize,
    },
    /// Arrays and objects are nested more than [`MAX_DEPTH`] levels deep.
    TooDeep,
    /// An object has two equal keys.
    DuplicateKey {
        /// The JSON pointer of the object. Empty for the outermost object.
        pointer: String,
        /// The duplicate key.
        key: String,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truncated => write!(f, "the text ends before the JSON document does"),
            Self::Syntax { reason, line, column } => write!(f, "{reason} at line {line} column {column}"),
            Self::TooDeep => write!(f, "arrays and objects are nested deeper than {MAX_DEPTH} levels"),
            Self::DuplicateKey { pointer, key } if pointer.is_empty() => {
                write!(f, "the outermost object contains the key {key:?} twice")
            }
            Self::DuplicateKey { pointer, key } => write!(f, "{pointer}: the object contains the key {key:?} twice"),
        }
    }
}

impl std::error::Error for Error {}

/// Parses a JSON document. Numbers are rounded as described at [`to_value`].
///
/// # Errors
/// Fails if the text is not valid JSON, nests deeper than [`MAX_DEPTH`], or repeats a key in an object.
pub fn parse(text: &str) -> Result<Value, Error> {
    Ok(to_value(&parse_exact(text)?))
}

/// Parses a JSON document without changing numbers or the order of keys. Escapes in strings are decoded.
///
/// # Errors
/// Fails in the same cases as [`parse`].
pub fn parse_exact(text: &str) -> Result<Exact<'_>, Error> {
    let mut lexer = SliceLexer::new(text.as_bytes());
    // hifijson counts the innermost value as a level of its own, even if it is a scalar.
    let parsed = lexer.exactly_one(SliceLexer::ws_peek, |next, lexer| value::parse_bounded(MAX_DEPTH + 1, next, lexer));
    let exact = parsed.map_err(|error| convert_error(&error, text, lexer.as_slice()))?;
    match duplicate_key(&exact) {
        Some((pointer, key)) => Err(Error::DuplicateKey { pointer, key }),
        None => Ok(exact),
    }
}

/// Converts an exact document to a [`Value`].
///
/// An integer of more than 64 bits becomes the nearest `f64`. A number beyond the range of `f64` becomes the largest
/// `f64` of the same sign: `1e400` becomes `f64::MAX`.
pub fn to_value(exact: &Exact<'_>) -> Value {
    match exact {
        Exact::Null => Value::Null,
        Exact::Bool(value) => (*value).into(),
        Exact::Number((text, _)) => parse_number(text).into(),
        Exact::String(text) => text.as_ref().into(),
        Exact::Array(elements) => elements.iter().map(to_value).collect(),
        Exact::Object(members) => Value::Object(
            members.iter().map(|(key, member)| (key.to_string(), to_value(member))).collect::<Map<_, _>>(),
        ),
    }
}

fn parse_number(text: &str) -> Number {
    let largest = if text.starts_with('-') { f64::MIN } else { f64::MAX };
    serde_json::from_str(text).ok().or_else(|| Number::from_f64(largest)).unwrap_or_else(|| 0.into())
}

/// Converts an error of the lexer. `rest` is the part of `text` that the lexer had not read yet.
fn convert_error(error: &hifijson::Error, text: &str, rest: &[u8]) -> Error {
    use hifijson::Error as Cause;
    let is_start_of_literal = || ["rue", "alse", "ull"].iter().any(|literal| literal.as_bytes().starts_with(rest));
    let reason = match error {
        Cause::Depth => return Error::TooDeep,
        Cause::Str(string::Error::Eof | string::Error::Escape(escape::Error::Eof)) => return Error::Truncated,
        Cause::Token(Expect::Value) if is_start_of_literal() => return Error::Truncated,
        Cause::Token(_) | Cause::Num(_) if rest.is_empty() => return Error::Truncated,
        Cause::Token(Expect::Eof) => "there is text after the end of the document".to_owned(),
        Cause::Str(string::Error::Control) => "a control character in a string is not escaped".to_owned(),
        Cause::Str(string::Error::Escape(escape::Error::ExpectedLowSurrogate | escape::Error::InvalidChar(_))) => {
            "a string contains half of an escaped surrogate pair".to_owned()
        }
        other => other.to_string(),
    };
    let before = &text.as_bytes()[..text.len() - rest.len()];
    let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |index| index + 1);
    let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
    Error::Syntax { reason, line, column: before.len() - line_start + 1 }
}

/// Returns the key as it is written in a JSON pointer (RFC 6901, section 3).
pub fn escape_pointer_key(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

/// Returns the first duplicate key, with the JSON pointer of its object.
fn duplicate_key(value: &Exact<'_>) -> Option<(String, String)> {
    match value {
        Exact::Array(elements) => elements.iter().enumerate().find_map(|(index, element)| {
            let (pointer, key) = duplicate_key(element)?;
            Some((format!("/{index}{pointer}"), key))
        }),
        Exact::Object(members) => {
            // A sorted list is used, because a set takes four times as long in unoptimized builds.
            let mut keys: Vec<&str> = members.iter().map(|(name, _)| name.as_ref()).collect();
            keys.sort_unstable();
            if let Some((key, _)) = keys.iter().zip(keys.iter().skip(1)).find(|(one, other)| one == other) {
                return Some((String::new(), (*key).to_owned()));
            }
            members.iter().find_map(|(name, member)| {
                let (pointer, key) = duplicate_key(member)?;
                Some((format!("/{}{pointer}", escape_pointer_key(name)), key))
            })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn failure(text: &str) -> String {
        parse(text).expect_err("should be refused").to_string()
    }

    #[test]
    fn parses_valid_json_to_the_same_value_as_serde_json() {
        for text in [
            "null",
            " [ true , false , null ] ",
            r#"{"b": [1, -2, 2.5e-3, 18446744073709551615, -0], "a": {}, "": []}"#,
            r#""\ud83d\ude00 \u00e9 \" \\ \/ \b \f \n \r \t""#,
            "123456789012345678901234567890",
            "1e-400",
        ] {
            assert_eq!(parse(text).expect(text), serde_json::from_str::<Value>(text).expect(text));
        }
    }

    #[test]
    fn keeps_the_order_of_the_keys_in_a_json_object() {
        let value = parse(r#"{"z": 1, "a": 2}"#).expect("should be read");
        assert_eq!(value.as_object().expect("should be an object").keys().collect::<Vec<_>>(), ["z", "a"]);
    }

    #[test]
    fn a_number_beyond_f64_becomes_the_largest_f64_of_its_sign() {
        assert_eq!(parse("[1e400, -1e400]").expect("should be read"), json!([f64::MAX, f64::MIN]));
    }

    #[test]
    fn exact_documents_keep_numbers_as_written() {
        for text in ["123456789012345678901234567890", "1e400", "1.50", "-0", "1E+2"] {
            let exact = parse_exact(text).expect(text);
            assert!(matches!(exact, Exact::Number((number, _)) if number == text), "{text}");
        }
    }

    #[test]
    fn rejects_duplicate_keys_with_their_json_pointer() {
        assert_eq!(
            failure(r#"{"components": {"schemas": {"A": {"properties": {"id": 1, "x": 2, "id": 1}}}}}"#),
            r#"/components/schemas/A/properties: the object contains the key "id" twice"#
        );
        assert_eq!(failure(r#"{"a": 1, "\u0061": 2}"#), r#"the outermost object contains the key "a" twice"#);
        assert_eq!(failure(r#"{"/a~": [0, {"x": 1, "x": 1}]}"#), r#"/~1a~0/1: the object contains the key "x" twice"#);
        assert!(parse(r#"[{"a": 1}, {"a": 1, "b": {"a": 1}}]"#).is_ok());
    }

    #[test]
    fn rejects_json_that_is_nested_beyond_the_limit() {
        let nested = |open: &str, close: &str, depth| open.repeat(depth) + "1" + &close.repeat(depth);
        assert!(parse(&nested("[", "]", MAX_DEPTH)).is_ok());
        assert!(parse(&nested("{\"a\":", "}", MAX_DEPTH)).is_ok());
        for text in [
            nested("[", "]", MAX_DEPTH + 1),
            nested("{\"a\":", "}", MAX_DEPTH + 1),
            nested("[{\"a\":", "}]", MAX_DEPTH),
            "[".repeat(10_000_000),
            "{\"a\":".repeat(2_000_000),
        ] {
            assert_eq!(failure(&text), "arrays and objects are nested deeper than 128 levels");
        }
    }

    #[test]
    fn reports_truncated_json_wherever_the_text_ends() {
        let whole = r#"{"a": [true, false, null, -1.5e3, "x\u00e9\n"], "b": {}}"#;
        for end in (0..whole.len()).filter(|end| whole.is_char_boundary(*end)) {
            assert_eq!(parse(&whole[..end]), Err(Error::Truncated), "{}", &whole[..end]);
        }
        assert!(parse(whole).is_ok());
    }

    #[test]
    fn rejects_invalid_syntax_with_line_and_column() {
        for (text, reason) in [
            ("[1,\n 2 3]", "comma or end of sequence expected at line 2 column 4"),
            ("{} x", "there is text after the end of the document at line 1 column 4"),
            ("[01]", "comma or end of sequence expected at line 1 column 3"),
            ("[1,]", "value expected at line 1 column 4"),
            ("[nul]", "value expected at line 1 column 3"),
            ("[1.]", "expected digit at line 1 column 4"),
            ("{1: 2}", "string expected at line 1 column 2"),
            ("openapi: 3", "value expected at line 1 column 2"),
        ] {
            assert_eq!(failure(text), reason, "{text}");
        }
        assert!(failure("[\"a\nb\"]").starts_with("a control character"));
        assert!(failure(r#""\x""#).starts_with("invalid escape character x"));
    }

    #[test]
    fn rejects_an_escaped_lone_surrogate() {
        for text in [r#""\ud800""#, r#"{"a": "\ud800", "b": "c"}"#, r#""\udc00""#, r#""\ud800\ud800""#, r#""\ud800x""#]
        {
            assert!(failure(text).contains("escaped surrogate"), "{text}: {}", failure(text));
        }
    }
}
