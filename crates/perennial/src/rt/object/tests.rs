//! Compares `object!` with the code that serde and Rust derive for the same struct.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Object as _, write::Count};
use crate::decode::Decode as _;

/// Defines the same struct twice: with `object!`, and with derives and the given attributes.
macro_rules! twins {
    ($module:ident { $($object:tt)* } { $($(#[$attribute:meta])* $field:ident: $ty:ty,)* }) => {
        #[allow(dead_code, reason = "not everything is set or built")]
        mod $module {
            #[allow(unused_imports, reason = "one of the structs has a map")]
            use super::*;

            crate::rt::object::defined! { $($object)* }

            pub mod derived {
                #[allow(unused_imports, reason = "one of the structs has a map")]
                use super::*;

                #[derive(Deserialize, Serialize, Debug)]
                pub struct Note { $($(#[$attribute])* pub $field: $ty,)* }
            }
        }
    };
}

twins! { closed {
    #[derive(Clone)]
    Note {
        "id" => id: required i32,
        "name" => name: optional String,
        "isRead" => read: optional_nullable bool,
        "tags" => tags: required Vec<f64>,
        _ => undeclared_: crate::rt::object::Undeclared,
    }
} {
    id: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(rename = "isRead", default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    read: Option<Option<bool>>,
    tags: Vec<f64>,
} }

twins! { open {
    #[derive(Clone)]
    Note {
        "id" => id: required i32,
        _ => extra: std::collections::BTreeMap<String, i64>,
    }
} {
    id: i32,
    #[serde(flatten)]
    extra: BTreeMap<String, i64>,
} }

twins! { optional {
    #[derive(Clone)]
    Note {
        "name" => name: optional String,
        "note" => note: nullable String,
        _ => undeclared_: crate::rt::object::Undeclared,
    }
} {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    note: Option<String>,
} }

mod nested {
    crate::rt::object::defined! {
        #[derive(Clone)]
        Nested {
            "a" => a: optional Box<crate::rt::object::tests::nested::Nested>,
            "b" => b: optional Vec<Vec<crate::rt::object::tests::nested::Nested>>,
            "c" => c: optional_nullable std::collections::BTreeMap<String, crate::rt::object::tests::nested::Nested>,
            _ => undeclared_: crate::rt::object::Undeclared,
        }
        holds objects in a, b, c;
    }
}

mod forgetful {
    crate::rt::object::defined! {
        #[derive(Clone, Copy)]
        Sample {
            "id" => id: required i32,
            _ => undeclared_: crate::rt::object::Ignored,
        }
    }
}

fn present<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Option<bool>>, D::Error> {
    Deserialize::deserialize(deserializer).map(Some)
}

/// Parses `text`, and returns its `Debug` output and its JSON, or the error.
fn outcome<T: for<'de> Deserialize<'de> + Serialize + std::fmt::Debug>(text: &str) -> Result<(String, String), String> {
    let value: T = serde_json::from_str(text).map_err(|error| error.to_string())?;
    Ok((format!("{value:?} {value:#?}"), serde_json::to_string(&value).unwrap()))
}

#[test]
fn generated_struct_serializes_like_a_serde_derive() {
    let texts = [
        r#"{"id":1,"tags":[]}"#,
        r#"{"tags":[0.5],"isRead":true,"name":"a\nb","id":1}"#,
        r#"{"id":1,"tags":[],"isRead":null,"name":null}"#,
        r#"{"id":1,"\u0074ags":[]}"#,
        r#"{"tags":[]}"#,
        r#"{"id":1}"#,
        r#"{}"#,
        r#"{"id":1,"tags":[],"id":2}"#,
        r#"{"id":1,"tags":[],"isRead":null,"isRead":true}"#,
        r#"{"id":3000000000,"tags":[]}"#,
        r#"{"id":1,"tags":null}"#,
        r#"{"id":1,"tags":[],"more":}"#,
        r#"{"id":1,"tags":[],"more":1,"#,
        r#""id""#,
        "null",
        "",
    ];
    for text in texts {
        assert_eq!(outcome::<closed::Note>(text), outcome::<closed::derived::Note>(text), "{text}");
    }
}

#[test]
fn generated_map_of_extra_fields_serializes_like_a_serde_derive() {
    let texts = [r#"{"id":1}"#, r#"{"b":2,"id":1,"a":-3}"#, r#"{"a":1,"a":2,"id":1}"#, r#"{"a":1}"#];
    for text in texts {
        assert_eq!(outcome::<open::Note>(text), outcome::<open::derived::Note>(text), "{text}");
    }
    // serde reads flattened fields from a buffer, so its errors contain no position. The errors of `object!` do.
    let error = outcome::<open::Note>(r#"{"id":1,"a":"x"}"#).unwrap_err();
    assert_eq!(error, "invalid type: string \"x\", expected i64 at line 1 column 15");
}

#[test]
fn map_of_extra_fields_accepts_integers_written_like_1_0() {
    let note: open::Note = crate::decode::json(br#"{"id":1.0,"a":1e2}"#).unwrap();
    assert_eq!((note.id, note.extra), (1, BTreeMap::from([("a".to_owned(), 100)])));
}

#[test]
fn struct_with_only_optional_fields_decodes_from_an_empty_object() {
    for text in ["{}", r#"{"note":null}"#, r#"{"note":"a","name":"b"}"#, r#"{"name":1}"#] {
        assert_eq!(outcome::<optional::Note>(text), outcome::<optional::derived::Note>(text), "{text}");
    }
}

#[test]
fn equality_of_structs_includes_the_map_of_extra_fields() {
    let note = |text: &str| serde_json::from_str::<open::Note>(text).unwrap();
    assert!(note(r#"{"id":1,"a":2}"#) == note(r#"{"a":2,"id":1}"#));
    assert!(note(r#"{"id":1,"a":2}"#) != note(r#"{"id":2,"a":2}"#));
    assert!(note(r#"{"id":1,"a":2}"#) != note(r#"{"id":1,"a":3}"#));
}

fn closed(text: &str) -> closed::Note {
    serde_json::from_str(text).unwrap()
}

#[test]
fn undeclared_fields_are_written_after_declared_fields() {
    let note = closed(r#"{"more":{"id":[2]},"id":1,"read":null,"tags":[]}"#);
    assert_eq!(note.undeclared_.fields()["more"]["id"][0], 2);
    assert_eq!(serde_json::to_string(&note).unwrap(), r#"{"id":1,"tags":[],"more":{"id":[2]},"read":null}"#);
    assert!(closed(r#"{"id":1,"tags":[]}"#).undeclared_.fields().is_empty());
}

#[test]
fn last_value_of_a_repeated_undeclared_field_is_retained() {
    assert_eq!(
        closed(r#"{"a":1,"id":1,"a":2,"tags":[]}"#).undeclared_.fields(),
        json!({ "a": 2 }).as_object().unwrap()
    );
}

#[test]
fn decoding_skips_undeclared_fields_that_json_values_cannot_hold() {
    let deep = "[".repeat(128) + &"]".repeat(128);
    for (value, reason) in [("1e999", "number out of range"), (&deep, "recursion limit"), (r#""\ud83d""#, "hex escape")]
    {
        let body = format!(r#"{{"id":1,"tags":[],"more":{value},"other":2}}"#);
        let note: closed::Note = crate::decode::json(body.as_bytes()).unwrap();
        assert_eq!(note, closed(r#"{"id":1,"tags":[]}"#));
        // Skipping fields has no effect on the next call.
        assert_eq!(
            crate::decode::json::<closed::Note>(br#"{"id":1,"tags":[],"a":1}"#).unwrap().undeclared_.fields()["a"],
            1
        );
        // Without `decode::json`, serde_json reports the error. In a declared field, this value is always an error.
        let error = outcome::<closed::Note>(&body).unwrap_err();
        assert!(error.contains(reason), "{error}");
        let body = format!(r#"{{"id":{value},"tags":[],"more":{value}}}"#);
        assert!(crate::decode::json::<closed::Note>(body.as_bytes()).is_err());
    }
    assert!(outcome::<closed::Note>(r#"{"id":1,"tags":[],"more":18446744073709551616}"#).is_ok());
}

#[test]
fn decode_error_after_a_skipped_field_has_the_right_position() {
    for (body, expected) in [
        (r#"{"more":1e999,"id":"x","tags":[]}"#, "invalid type: string \"x\", expected i32 at line 1 column 22"),
        (r#"{"more":1e999,"id":1}"#, "missing field `tags` at line 1 column 21"),
        (r#"{"more":1e999,"id":1,"tags":[1e999]}"#, "number out of range at line 1 column 34"),
        (r#"{"more":1e999,"id":1,"tags":["#, "EOF while parsing a list at line 1 column 29"),
    ] {
        match crate::decode::json::<closed::Note>(body.as_bytes()) {
            Err(crate::decode::BodyError::Mismatch { path, source }) => {
                assert_eq!((path, source.to_string().as_str()), (None, expected), "{body}");
            }
            other => panic!("{body}: {other:?}"),
        }
    }
}

#[test]
fn structs_that_differ_in_undeclared_fields_are_equal_once_cleared() {
    let mut note = closed(r#"{"id":1,"tags":[],"more":1}"#);
    let without = closed(r#"{"id":1,"tags":[]}"#);
    assert_ne!(note, without);
    note.clear_undeclared();
    assert_eq!(note, without);
    assert_eq!(serde_json::to_string(&note).unwrap(), r#"{"id":1,"tags":[]}"#);
}

#[test]
fn clear_undeclared_drops_fields_at_any_depth() {
    let text = r#"{"a":{"b":[[{"c":{"x":{"d":5,"e":1}},"e":2}]],"e":3},"e":4}"#;
    let mut nested: nested::Nested = serde_json::from_str(text).unwrap();
    assert_eq!(serde_json::to_string(&nested).unwrap(), text);
    nested.clear_undeclared();
    assert_eq!(serde_json::to_string(&nested).unwrap(), r#"{"a":{"b":[[{"c":{"x":{}}}]]}}"#);
}

#[test]
fn debug_output_shows_only_escaped_names_of_undeclared_fields() {
    let note = closed(r#"{"id":1,"tags":[],"token\n\u202e":["secret"]}"#);
    assert_eq!(
        format!("{note:?}"),
        r#"Note { id: 1, name: None, read: None, tags: [], undeclared: {"token\n\u{202e}"} }"#
    );
    assert!(!format!("{note:#?}").contains("secret"));
}

#[test]
fn field_for_undeclared_fields_has_the_size_of_a_pointer() {
    assert_eq!(size_of::<closed::Note>(), size_of::<closed::derived::Note>() + size_of::<usize>());
    assert_eq!(size_of::<forgetful::Sample>(), size_of::<i32>());
}

#[test]
fn type_with_the_ignored_marker_drops_undeclared_fields() {
    let sample: forgetful::Sample = serde_json::from_str(r#"{"id":1,"more":2}"#).unwrap();
    let copied = sample;
    assert_eq!((serde_json::to_string(&sample).unwrap(), copied.id), (r#"{"id":1}"#.to_owned(), 1));
}

#[test]
fn decoding_rejects_an_array_in_place_of_a_struct() {
    let error = outcome::<closed::Note>(r#"[1,null,null,[]]"#).unwrap_err();
    assert_eq!(error, "invalid type: sequence, expected struct Note at line 1 column 1");
}

#[test]
fn serializer_receives_the_number_of_fields_that_are_written() {
    let counted = |note: &closed::Note| {
        let mut count = Count::default();
        note.visit(&mut count);
        count.fields
    };
    let mut note = closed(r#"{"id":1,"tags":[]}"#);
    assert_eq!(counted(&note), 2);
    note.read = Some(None);
    assert_eq!(counted(&note), 3);
}

#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[allow(non_camel_case_types, reason = "scripts without case have one name for both")]
pub struct tree(i32);

impl crate::__private::v1::Decode for tree {}

impl crate::__private::v1::Encode for tree {}

mod named {
    crate::rt::object::defined! {
        #[derive(Clone)]
        Note {
            "tree" => tree: required crate::rt::object::tests::tree,
            _ => undeclared_: crate::rt::object::Undeclared,
        }
    }
}

#[test]
fn field_named_like_a_tuple_struct_compiles() {
    assert_eq!(outcome::<named::Note>(r#"{"tree":1}"#).unwrap().1, r#"{"tree":1}"#);
}
