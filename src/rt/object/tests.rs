//! The macro beside what serde and Rust derive for the same struct.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Object as _, write::Count};

/// The same structs, with the attributes that are given for the one that derives.
macro_rules! twins {
    ($module:ident { $($object:tt)* } { $($(#[$attribute:meta])* $field:ident: $ty:ty,)* }) => {
        #[allow(dead_code, reason = "not everything is set or built")]
        mod $module {
            #[allow(unused_imports, reason = "one of the structs has a map")]
            use super::*;

            crate::rt::object! { $($object)* }

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
    pub struct Note built in builder {
        0 required id: i32 = "id";
        1 optional name: String = "name";
        2 optional_nullable read: bool = "isRead";
        3 required tags: Vec<f64> = "tags";
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
    pub struct Note built in builder {
        0 required id: i32 = "id";
    }
    keeps extra: std::collections::BTreeMap<String, i64>;
} {
    id: i32,
    #[serde(flatten)]
    extra: BTreeMap<String, i64>,
} }

twins! { optional {
    #[derive(Clone)]
    pub struct Note built in builder {
        0 optional name: String = "name";
        1 nullable note: String = "note";
    }
} {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    note: Option<String>,
} }

fn present<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Option<bool>>, D::Error> {
    Deserialize::deserialize(deserializer).map(Some)
}

/// What becomes of `text`: the value as it is shown and written, or the error.
fn outcome<T: for<'de> Deserialize<'de> + Serialize + std::fmt::Debug>(text: &str) -> Result<(String, String), String> {
    let value: T = serde_json::from_str(text).map_err(|error| error.to_string())?;
    Ok((format!("{value:?} {value:#?}"), serde_json::to_string(&value).unwrap()))
}

#[test]
fn a_struct_is_read_written_and_shown_as_by_derived_code() {
    let texts = [
        r#"{"id":1,"tags":[]}"#,
        r#"{"tags":[0.5],"isRead":true,"name":"a\nb","id":1}"#,
        r#"{"id":1,"tags":[],"isRead":null,"name":null}"#,
        r#"{"id":1,"tags":[],"more":{"id":[2]},"read":true}"#,
        r#"{"id":1,"\u0074ags":[]}"#,
        r#"{"tags":[]}"#,
        r#"{"id":1}"#,
        r#"{}"#,
        r#"{"id":1,"tags":[],"id":2}"#,
        r#"{"id":1,"tags":[],"isRead":null,"isRead":true}"#,
        r#"{"id":3000000000,"tags":[]}"#,
        r#"{"id":1,"tags":null}"#,
        r#"{"id":1,"tags":[],"more":}"#,
        r#""id""#,
        "null",
        "",
    ];
    for text in texts {
        assert_eq!(outcome::<closed::Note>(text), outcome::<closed::derived::Note>(text), "{text}");
    }
}

#[test]
fn undeclared_fields_are_kept_and_written_as_by_derived_code() {
    let texts = [r#"{"id":1}"#, r#"{"b":2,"id":1,"a":-3}"#, r#"{"a":1,"a":2,"id":1}"#, r#"{"a":1}"#];
    for text in texts {
        assert_eq!(outcome::<open::Note>(text), outcome::<open::derived::Note>(text), "{text}");
    }
    // Derived code reads them from a copy, and no longer knows the place.
    let error = outcome::<open::Note>(r#"{"id":1,"a":"x"}"#).unwrap_err();
    assert_eq!(error, "invalid type: string \"x\", expected i64 at line 1 column 15");
}

#[test]
fn the_rules_of_json_hold_for_undeclared_fields() {
    let note: open::Note = crate::decode::json(br#"{"id":1.0,"a":1e2}"#).unwrap();
    assert_eq!((note.id, note.extra), (1, BTreeMap::from([("a".to_owned(), 100)])));
}

#[test]
fn a_struct_that_requires_nothing_may_be_empty() {
    for text in ["{}", r#"{"note":null}"#, r#"{"note":"a","name":"b"}"#, r#"{"name":1}"#] {
        assert_eq!(outcome::<optional::Note>(text), outcome::<optional::derived::Note>(text), "{text}");
    }
}

#[test]
fn structs_are_equal_if_each_field_is_the_undeclared_ones_among_them() {
    let note = |text: &str| serde_json::from_str::<open::Note>(text).unwrap();
    assert!(note(r#"{"id":1,"a":2}"#) == note(r#"{"a":2,"id":1}"#));
    assert!(note(r#"{"id":1,"a":2}"#) != note(r#"{"id":2,"a":2}"#));
    assert!(note(r#"{"id":1,"a":2}"#) != note(r#"{"id":1,"a":3}"#));
}

#[test]
fn a_struct_is_not_read_from_an_array() {
    let error = outcome::<closed::Note>(r#"[1,null,null,[]]"#).unwrap_err();
    assert_eq!(error, "invalid type: sequence, expected struct Note at line 1 column 1");
}

#[test]
fn a_serializer_is_told_how_many_fields_come() {
    let counted = |note: &closed::Note| {
        let mut count = Count(0);
        note.visit(&mut count);
        count.0
    };
    let mut note = closed::Note { id: 1, name: None, read: None, tags: Vec::new() };
    assert_eq!(counted(&note), 2);
    note.read = Some(None);
    assert_eq!(counted(&note), 3);
}

#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[allow(non_camel_case_types, reason = "scripts without case have one name for both")]
pub struct tree(i32);

impl crate::rt::Decode for tree {}

mod named {
    crate::rt::object! {
        #[derive(Clone)]
        pub struct Note built in builder {
            0 required tree: crate::rt::object::tests::tree = "tree";
        }
    }
}

#[test]
fn a_field_may_be_called_as_a_tuple_struct() {
    assert_eq!(outcome::<named::Note>(r#"{"tree":1}"#).unwrap().1, r#"{"tree":1}"#);
}
