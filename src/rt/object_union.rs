//! Decoding unions of objects that their own fields tell apart.
//!
//! JSON text is decoded in one pass: the entries before the deciding field, usually none, are buffered, and given to
//! the chosen member before the rest. A [`Tree`] is inspected first and then decoded from its own place, so that an
//! error inside the member has the whole path.

use std::{fmt, marker::PhantomData, vec};

use serde::Deserialize;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, IgnoredAny, IntoDeserializer, MapAccess, SeqAccess,
    VariantAccess, Visitor,
    value::{MapAccessDeserializer, SeqAccessDeserializer},
};
use serde_json::{Number, Value};

use crate::decode::{CHOICE, Json, Reader, Tree};

/// What tells the members of a union apart.
#[derive(Clone, Copy)]
pub(crate) enum By {
    /// The string in this field.
    Value(&'static str),
    /// Which one of these fields is present; null counts as absent.
    Presence(&'static [&'static str]),
}

/// What was found in an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Found<T> {
    /// No such field.
    Nothing,
    /// The string in the field, or the name of the only field that is present.
    One(T),
    /// Something other than a string, or several of the fields.
    Unclear,
}

impl Found<String> {
    fn as_deref(&self) -> Found<&str> {
        match self {
            Self::Nothing => Found::Nothing,
            Self::One(text) => Found::One(text),
            Self::Unclear => Found::Unclear,
        }
    }
}

/// A union of objects. A value that belongs to no member is kept as it is.
pub(crate) trait ObjectUnion: Sized {
    const BY: By;

    /// A value that is not an object.
    fn other(value: Value) -> Self;

    /// Decodes the member that `found` stands for.
    fn object<'de, D: Deserializer<'de>>(found: Found<&str>, object: D) -> Result<Self, D::Error>;
}

/// Decodes a union of objects.
pub(crate) fn object_union<'de, D: Deserializer<'de>, U: ObjectUnion>(deserializer: D) -> Result<U, D::Error> {
    deserializer.deserialize_newtype_struct(CHOICE, Choose(PhantomData))
}

struct Choose<U>(PhantomData<U>);

impl<'de, U: ObjectUnion> Visitor<'de> for Choose<U> {
    type Value = U;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<U, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_unit<E: Error>(self) -> Result<U, E> {
        Ok(U::other(Value::Null))
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<U, E> {
        Ok(U::other(value.into()))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<U, E> {
        Ok(U::other(value.into()))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<U, E> {
        Ok(U::other(value.into()))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<U, E> {
        Ok(U::other(Number::from_f64(value).map_or(Value::Null, Value::Number)))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<U, E> {
        Ok(U::other(value.into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, array: A) -> Result<U, A::Error> {
        Value::deserialize(SeqAccessDeserializer::new(array)).map(U::other)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<U, A::Error> {
        let mut entries = Vec::new();
        let mut search = Search::new(U::BY);
        while !search.is_over() {
            let Some(key) = object.next_key::<String>()? else { break };
            let value = object.next_value::<Tree>()?;
            search.look_at(&key, &value);
            entries.push((key, value));
        }
        let object = Rejoined { entries: entries.into_iter(), value: None, rest: object };
        U::object(search.found.as_deref(), MapAccessDeserializer::new(object))
    }

    fn visit_enum<A: EnumAccess<'de>>(self, object: A) -> Result<U, A::Error> {
        let (found, object) = object.variant_seed(Look(U::BY))?;
        object.newtype_variant_seed(Member { found, union: PhantomData })
    }
}

/// The search for what tells the members apart.
struct Search {
    by: By,
    found: Found<String>,
    seen: bool,
}

impl Search {
    fn new(by: By) -> Self {
        Self { by, found: Found::Nothing, seen: false }
    }

    /// Whether no further entry changes what was found.
    fn is_over(&self) -> bool {
        self.seen && matches!(self.by, By::Value(_))
    }

    fn decides(&self, key: &str) -> bool {
        match self.by {
            By::Value(tag) => key == tag && !self.seen,
            By::Presence(fields) => fields.contains(&key),
        }
    }

    fn look_at(&mut self, key: &str, value: &Tree) {
        if !self.decides(key) {
            return;
        }
        self.seen = true;
        self.found = match (self.by, value) {
            (_, Tree::Null) => return,
            (By::Value(_), Tree::Text(text)) => Found::One(text.clone()),
            (By::Presence(_), _) if self.found == Found::Nothing => Found::One(key.to_owned()),
            _ => Found::Unclear,
        };
    }
}

/// Looks at an object without decoding it.
struct Look(By);

impl<'de> DeserializeSeed<'de> for Look {
    type Value = Found<String>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Found<String>, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Look {
    type Value = Found<String>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Found<String>, A::Error> {
        let mut search = Search::new(self.0);
        while let Some(key) = object.next_key::<String>()? {
            if search.decides(&key) {
                search.look_at(&key, &object.next_value()?);
            } else {
                object.next_value::<IgnoredAny>()?;
            }
        }
        Ok(search.found)
    }
}

/// Decodes the chosen member.
struct Member<U> {
    found: Found<String>,
    union: PhantomData<U>,
}

impl<'de, U: ObjectUnion> DeserializeSeed<'de> for Member<U> {
    type Value = U;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<U, D::Error> {
        U::object(self.found.as_deref(), deserializer)
    }
}

/// The entries that were read already, and then the others.
struct Rejoined<A> {
    entries: vec::IntoIter<(String, Tree)>,
    value: Option<Tree>,
    rest: A,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Rejoined<A> {
    type Error = A::Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, A::Error> {
        let Some((key, value)) = self.entries.next() else { return self.rest.next_key_seed(seed) };
        self.value = Some(value);
        seed.deserialize(key.into_deserializer()).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        match self.value.take() {
            Some(value) => seed.deserialize(Json(Reader::new(&value))),
            None => self.rest.next_value_seed(seed),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::json;

    use super::*;
    use crate::decode::{self, BodyError};

    #[derive(Debug, PartialEq, Deserialize)]
    struct Http {
        url: Option<String>,
        count: Option<i64>,
        inner: Option<Box<Check>>,
        list: Option<Vec<Check>>,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    struct Group {
        checks: Vec<Check>,
    }

    #[derive(Debug, PartialEq)]
    enum Check {
        Http(Box<Http>),
        Group(Box<Group>),
        Other(Value),
    }

    impl ObjectUnion for Check {
        const BY: By = By::Value("type");

        fn other(value: Value) -> Self {
            Self::Other(value)
        }

        fn object<'de, D: Deserializer<'de>>(found: Found<&str>, object: D) -> Result<Self, D::Error> {
            match found {
                Found::One("http") => Deserialize::deserialize(object).map(Self::Http),
                Found::One("group") => Deserialize::deserialize(object).map(Self::Group),
                _ => Deserialize::deserialize(object).map(Self::Other),
            }
        }
    }

    impl<'de> Deserialize<'de> for Check {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            object_union(deserializer)
        }
    }

    #[derive(Debug, PartialEq)]
    enum Range {
        After(BTreeMap<String, i64>),
        Before(BTreeMap<String, i64>),
        Other(Value),
    }

    impl ObjectUnion for Range {
        const BY: By = By::Presence(&["after", "before"]);

        fn other(value: Value) -> Self {
            Self::Other(value)
        }

        fn object<'de, D: Deserializer<'de>>(found: Found<&str>, object: D) -> Result<Self, D::Error> {
            match found {
                Found::One("after") => Deserialize::deserialize(object).map(Self::After),
                Found::One("before") => Deserialize::deserialize(object).map(Self::Before),
                _ => Deserialize::deserialize(object).map(Self::Other),
            }
        }
    }

    impl<'de> Deserialize<'de> for Range {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            object_union(deserializer)
        }
    }

    fn path<T: serde::de::DeserializeOwned + fmt::Debug>(body: &str) -> String {
        match decode::json::<T>(body.as_bytes()) {
            Err(BodyError::Mismatch { path, .. }) => path.unwrap_or_default(),
            other => panic!("{body}: {other:?}"),
        }
    }

    fn decode<T: serde::de::DeserializeOwned + PartialEq + fmt::Debug>(body: &str) -> T {
        let decoded: T = decode::json(body.as_bytes()).unwrap();
        assert_eq!(serde_json::from_value::<T>(serde_json::from_str(body).unwrap()).unwrap(), decoded);
        assert_eq!(serde_json::from_str::<T>(body).unwrap(), decoded);
        decoded
    }

    #[test]
    fn the_tag_chooses_the_member_wherever_it_stands() {
        let http = |count| Http { url: Some("u".to_owned()), count, inner: None, list: None };
        for body in [
            r#"{"type":"http","url":"u"}"#,
            r#"{"url":"u","type":"http"}"#,
            r#"{"x":[],"url":"u","type":"http","y":1}"#,
        ] {
            assert_eq!(decode::<Check>(body), Check::Http(Box::new(http(None))), "{body}");
        }
        let group = decode::<Check>(r#"{"checks":[{"url":"u","type":"http"},{"type":"x"}],"type":"group"}"#);
        let checks = vec![Check::Http(Box::new(http(None))), Check::Other(json!({ "type": "x" }))];
        assert_eq!(group, Check::Group(Box::new(Group { checks })));
    }

    #[test]
    fn what_no_member_takes_is_kept_as_it_came() {
        for other in [
            json!({ "url": 1, "type": "new" }),
            json!({ "url": "u" }),
            json!({ "type": 5, "a": [1.5] }),
            json!({ "type": null }),
            json!({}),
            json!([{ "type": "http" }]),
            json!("http"),
            json!(-1),
            json!(1.5),
            json!(true),
        ] {
            assert_eq!(decode::<Check>(&other.to_string()), Check::Other(other));
        }
        assert_eq!(decode::json::<Check>(b"null").unwrap(), Check::Other(Value::Null));
    }

    #[test]
    fn an_error_names_the_path_inside_the_member_wherever_the_tag_stands() {
        for (body, expected) in [
            (r#"{"type":"http","url":5}"#, "url"),
            (r#"{"url":5,"type":"http"}"#, "url"),
            (
                r#"{"list":[{"type":"x"},{"inner":{"url":5,"type":"http"},"type":"http"}],"type":"http"}"#,
                "list[1].inner.url",
            ),
            (
                r#"{"type":"group","checks":[{"type":"group","checks":[{"type":"http","list":5}]}]}"#,
                "checks[0].checks[0].list",
            ),
            (
                r#"{"checks":[{"checks":[{"list":[[],{"count":1.5,"type":"http"}],"type":"http"}],"type":"group"}],"type":"group"}"#,
                "checks[0].checks[0].list[1].count",
            ),
            (r#"{"type":"group"}"#, ""),
            (r#"{"inner":{"type":"group"},"type":"http"}"#, "inner"),
            (r#"{"inner":{"url":"a","url":"b","type":"http"},"type":"http"}"#, "inner"),
        ] {
            assert_eq!(path::<Check>(body), expected, "{body}");
        }
        assert_eq!(path::<Vec<Range>>(r#"[{"x":1,"after":1},{"x":"y","after":1}]"#), "[1].x");
    }

    #[test]
    fn the_rules_of_json_hold_inside_members_wherever_the_tag_stands() {
        for body in [r#"{"type":"http","count":1e2}"#, r#"{"count":1e2,"type":"http"}"#] {
            let Check::Http(http) = decode::json(body.as_bytes()).unwrap() else { panic!("{body}") };
            assert_eq!(http.count, Some(100));
        }
        for body in [r#"{"type":"http","list":{}}"#, r#"{"count":1.5,"type":"http"}"#] {
            assert!(decode::json::<Check>(body.as_bytes()).is_err(), "{body}");
        }
    }

    #[test]
    fn the_only_field_that_is_there_chooses_the_member() {
        assert_eq!(
            decode::<Range>(r#"{"x":1,"after":2}"#),
            Range::After([("x".into(), 1), ("after".into(), 2)].into())
        );
        assert_eq!(decode::<Range>(r#"{"before":2}"#), Range::Before([("before".into(), 2)].into()));
        for other in [json!({ "after": 1, "before": 2 }), json!({ "x": 1 }), json!({ "after": null }), json!([])] {
            assert_eq!(decode::<Range>(&other.to_string()), Range::Other(other));
        }
    }
}
