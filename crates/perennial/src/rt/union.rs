//! Decodes unions. The kind of a JSON value selects the member of the union. If several members are objects, a field of
//! the JSON object selects one of these members.
//!
//! JSON text is decoded in one pass. If the deciding field does not come first, the fields before it are buffered, and
//! the selected member reads them from the buffer. An object in a [`Tree`] is inspected first and then decoded in
//! place, so that an error inside the member contains the complete path of the field.

use std::{fmt, marker::PhantomData, vec};

use serde::Serializer;
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, IntoDeserializer, MapAccess, SeqAccess, Visitor,
    value::{MapAccessDeserializer, SeqAccessDeserializer},
};
use serde_json::Value;

use super::search::{By, Found, Look, Search};
use crate::decode::{CHOICE, Decode, Tree};
use crate::encode::Encode;

/// Implemented by enums that represent a union. Each variant contains a value of a different type; these types are the
/// members of the union.
///
/// Either all members are objects that are distinguished by a field, or each member is a different kind of JSON value.
#[doc(hidden)]
pub trait Union: Sized {
    const BY: By;

    /// Creates the variant for a value that matches no member.
    fn other(value: Value) -> Self;

    /// Decodes `object` as the member that `found` selects. `found` is the result of the search in `object`.
    fn object<'de, D: Deserializer<'de>>(found: Found<&str>, object: D) -> Result<Self, D::Error>;

    /// Decodes `value` as the member for JSON values of the kind `kind`. If the union has no such member, the value is
    /// stored unchanged.
    fn of_kind<'de, D: Deserializer<'de>>(kind: Kind, value: D) -> Result<Self, D::Error>;
}

/// A kind of JSON value. The variants have the names that the macro `union!` uses for kinds.
#[allow(non_camel_case_types, reason = "a macro cannot change the case of its arguments")]
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    boolean,
    number,
    string,
    array,
    object,
}

pub fn read_union<'de, D: Deserializer<'de>, U: Union>(deserializer: D) -> Result<U, D::Error> {
    deserializer.deserialize_newtype_struct(CHOICE, Choose(PhantomData))
}

struct Choose<U>(PhantomData<U>);

macro_rules! scalars {
    ($($kind:ident $visit:ident($type:ty))*) => {$(
        fn $visit<E: Error>(self, value: $type) -> Result<U, E> {
            let value = value.into();
            // The member may accept only certain strings or numbers, such as dates or integers. Any other value matches
            // no member, and is stored unchanged.
            Ok(U::of_kind(Kind::$kind, Scalar(&value)).unwrap_or_else(|_| U::other(value)))
        }
    )*};
}

impl<'de, U: Union> Visitor<'de> for Choose<U> {
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

    scalars! {
        boolean visit_bool(bool)
        number visit_i64(i64)
        number visit_u64(u64)
        number visit_f64(f64)
        string visit_str(&str)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, array: A) -> Result<U, A::Error> {
        U::of_kind(Kind::array, SeqAccessDeserializer::new(array))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<U, A::Error> {
        let mut entries = Vec::new();
        let mut search = Search::new(U::BY);
        while !search.is_over() {
            let Some(key) = object.next_key::<String>()? else { break };
            let mut value = object.next_value::<Tree>()?;
            search.look_at(&key, &mut value);
            entries.push((key, value));
        }
        let object = Rejoined { entries: entries.into_iter(), value: None, rest: object };
        U::object(search.found.as_deref(), MapAccessDeserializer::new(object))
    }

    /// Decodes an object from a [`Tree`], which passes the object twice: first to select the member, then to decode it
    /// (see [`CHOICE`]).
    fn visit_some<D: Deserializer<'de>>(self, twice: D) -> Result<U, D::Error> {
        twice.deserialize_map(Twice(PhantomData))
    }
}

/// A boolean, a number or a string. If [`Value`] were the deserializer instead, rustc would also compile the code that
/// reads members from objects.
struct Scalar<'a>(&'a Value);

impl<'de> Deserializer<'de> for Scalar<'_> {
    type Error = serde_json::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Self::Error> {
        match self.0 {
            Value::Bool(is) => visitor.visit_bool(*is),
            Value::Number(number) => number.deserialize_any(visitor),
            Value::String(text) => visitor.visit_str(text),
            Value::Null | Value::Array(_) | Value::Object(_) => visitor.visit_unit(),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Self::Error> {
        visitor.visit_newtype_struct(self)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct seq
        tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// Visits an object that is passed twice: reads the first to select the member, and decodes the second as that member.
struct Twice<U>(PhantomData<U>);

impl<'de, U: Union> Visitor<'de> for Twice<U> {
    type Value = U;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object, twice")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut twice: A) -> Result<U, A::Error> {
        let search = twice.next_key_seed(Look(U::BY))?.unwrap_or_else(|| Search::new(U::BY));
        twice.next_value_seed(Member { search, union: PhantomData })
    }
}

struct Member<U> {
    search: Search,
    union: PhantomData<U>,
}

impl<'de, U: Union> DeserializeSeed<'de> for Member<U> {
    type Value = U;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<U, D::Error> {
        let found = self.search.found.as_deref();
        if !self.search.is_unquoted {
            return U::object(found, deserializer);
        }
        let mut object = Tree::deserialize(deserializer)?;
        self.search.quote_tag(&mut object);
        U::object(found, &object).map_err(Error::custom)
    }
}

/// The entries of an object: first those that were buffered, then the remaining ones.
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
            Some(value) => seed.deserialize(&value).map_err(Error::custom),
            None => self.rest.next_value_seed(seed),
        }
    }
}

/// Functions that read and write the members of a union (`oneOf` or `anyOf`). They are used if the union has no tag (a
/// JSON field that selects the member), or if the struct of the member has a field for the tag.
pub mod member {
    use super::{Decode, Deserializer, Encode, Serializer};

    #[inline]
    pub fn read<'de, T: Decode, D: Deserializer<'de>>(_: &str, object: D) -> Result<T, D::Error> {
        T::decode(object)
    }

    #[inline]
    pub fn write<S: Serializer>(_: (&'static str, &str), member: &impl Encode, to: S) -> Result<S::Ok, S::Error> {
        member.encode(to)
    }

    /// Functions that read and write a union member whose struct has no field for the tag (the JSON field that selects
    /// the member). The read function skips the tag, and the write function adds it.
    pub mod untagged {
        use super::Serializer;
        pub use crate::rt::object::untagged as read;
        use crate::rt::object::{Object, tagged};

        pub fn write<S: Serializer>(tag: (&'static str, &str), member: &impl Object, to: S) -> Result<S::Ok, S::Error> {
            tagged(Some(tag), member, to)
        }
    }
}

/// Implements the traits of a union, an enum whose variants contain one value each.
///
/// The traits are `Serialize`, `Deserialize`, [`Decode`](crate::decode::Decode), `Encode`, [`Union`], `From` for the
/// types after `from`, and `TryFrom` for the builders after `|`.
///
/// The following call, for example, reads `{"type":"http"}` as `Check::Http`, `{}` as `Check::Fallback`, and `7` as
/// `Check::Other(7)`:
///
/// ```ignore
/// union! {
///     Check by tag "type" else Other {
///         "http" | "https" => Http,
///         "ping" => Ping as untagged,
///         absent => Fallback,
///     }
///     from {
///         crate::types::HttpCheck | crate::types::builder::HttpCheck => Http,
///     }
/// }
/// ```
///
/// - `by tag "type"`: the string in this field selects the variant. A number or a boolean is read as a string if its
///   text is listed.
/// - `by scalar "type"`: the boolean or integer in this field selects the variant.
/// - `by field`: each row names a field. The only one of these fields that is present selects the variant.
/// - `as untagged`: the struct does not declare the tag. When the value is written, the tag is added, with the first
///   string in the row.
/// - `several`: the variant for objects with several of the fields that the other rows name.
/// - `absent`: the variant for objects without the tag, or without any of the fields that the rows name.
/// - `_`: the variant for objects without the tag, and for objects whose tag is not listed.
/// - `else`: the variant for all other values, which are kept unchanged.
///
/// A union `by kind` has one variant for each kind of JSON value: `any boolean`, `any number`, `any string`,
/// `any array` or `any object`.
#[doc(hidden)]
#[macro_export]
macro_rules! __union {
    (
        $name:ident by $by:ident $($tag:literal)? else $other:ident {
            $($value:literal $(| $also:literal)* => $variant:ident $(as $untagged:ident)?,)*
            $(several => $several:ident,)?
            $(absent => $absent:ident,)?
            $(_ => $rest:ident,)?
            $(any $kind:ident => $of_kind:ident,)*
        }
        $(from { $($from:ty $(| $builder:ty)? => $into:ident,)* })?
    ) => {
        impl $crate::__private::v1::Union for $name {
            const BY: $crate::__private::v1::By = $crate::__private::v1::By {
                criterion: $crate::__private::v1::Criterion::$by,
                tag: ::std::concat!($($tag)?),
                listed: &[$($value $(, $also)*),*],
            };

            fn other(value: $crate::__private::v1::serde_json::Value) -> Self {
                Self::$other(value)
            }

            fn object<'de, D: $crate::__private::v1::serde::Deserializer<'de>>(
                found: $crate::__private::v1::Found<&str>,
                object: D,
            ) -> ::std::result::Result<Self, D::Error> {
                match found {
                    $($crate::__private::v1::Found::One($value $(| $also)*) => {
                        $crate::__private::v1::member$(::$untagged)?::read(<Self as $crate::__private::v1::Union>::BY.tag, object).map(Self::$variant)
                    })*
                    $($crate::__private::v1::Found::Unclear => $crate::__private::v1::Decode::decode(object).map(Self::$several),)?
                    $($crate::__private::v1::Found::Nothing => $crate::__private::v1::Decode::decode(object).map(Self::$absent),)?
                    $($crate::__private::v1::Found::Nothing | $crate::__private::v1::Found::One(_) => $crate::__private::v1::Decode::decode(object).map(Self::$rest),)?
                    _ => <Self as $crate::__private::v1::Union>::of_kind($crate::__private::v1::Kind::object, object),
                }
            }

            #[allow(unreachable_patterns, reason = "a union may have variants for all kinds of JSON values")]
            fn of_kind<'de, D: $crate::__private::v1::serde::Deserializer<'de>>(
                kind: $crate::__private::v1::Kind,
                value: D,
            ) -> ::std::result::Result<Self, D::Error> {
                match kind {
                    $($crate::__private::v1::Kind::$kind => $crate::__private::v1::Decode::decode(value).map(Self::$of_kind),)*
                    _ => $crate::__private::v1::Decode::decode(value).map(Self::$other),
                }
            }
        }

        impl $crate::__private::v1::Decode for $name {
            #[inline]
            fn clear_undeclared(&mut self) {
                match self {
                    $(Self::$variant(member) => $crate::__private::v1::Decode::clear_undeclared(member),)*
                    $(Self::$several(member) => $crate::__private::v1::Decode::clear_undeclared(member),)?
                    $(Self::$absent(member) => $crate::__private::v1::Decode::clear_undeclared(member),)?
                    $(Self::$rest(member) => $crate::__private::v1::Decode::clear_undeclared(member),)?
                    $(Self::$of_kind(member) => $crate::__private::v1::Decode::clear_undeclared(member),)*
                    Self::$other(_) => {}
                }
            }
        }

        $crate::__private::v1::read_and_write! {
            $name: |from| $crate::__private::v1::read_union(from);
            |union, to| match union {
                $(Self::$variant(member) => {
                    $crate::__private::v1::member$(::$untagged)?::write((<Self as $crate::__private::v1::Union>::BY.tag, $value), &**member, to)
                })*
                $(Self::$several(member) => $crate::__private::v1::Encode::encode(member, to),)?
                $(Self::$absent(member) => $crate::__private::v1::Encode::encode(member, to),)?
                $(Self::$rest(member) => $crate::__private::v1::Encode::encode(member, to),)?
                $(Self::$of_kind(member) => $crate::__private::v1::Encode::encode(member, to),)*
                Self::$other(value) => $crate::__private::v1::serde::Serialize::serialize(value, to),
            }
        }

        $($(
            impl ::std::convert::From<$from> for $name {
                fn from(value: $from) -> Self {
                    Self::$into(::std::convert::Into::into(value))
                }
            }

            $(
                impl ::std::convert::TryFrom<$builder> for $name {
                    type Error = $crate::error::BuildError;

                    // `Self::Error` would be ambiguous if the union has a variant `Error`.
                    fn try_from(builder: $builder) -> ::std::result::Result<Self, $crate::error::BuildError> {
                        builder.build().map(<Self as ::std::convert::From<$from>>::from)
                    }
                }
            )?
        )*)?
    };
}

#[cfg(test)]
#[allow(dead_code, clippy::box_collection, reason = "not every item is called, and generated unions box their members")]
mod tests {
    use std::collections::BTreeMap;

    use serde::Serialize;
    use serde_json::json;

    use super::*;
    use crate::__private::v1::tagged;
    use crate::decode::{self, BodyError};
    use crate::rt::object::{Undeclared, defined};

    defined! {
        #[derive(Clone)]
        Http {
            "url" => url: optional String,
            "count" => count: optional i64,
            "inner" => inner: optional Box<crate::rt::union::tests::Check>,
            "list" => list: optional Vec<crate::rt::union::tests::Check>,
            _ => undeclared_: Undeclared,
        }
    }

    defined! {
        #[derive(Clone)]
        Group {
            "checks" => checks: required Vec<crate::rt::union::tests::Check>,
            _ => undeclared_: Undeclared,
        }
    }

    #[derive(Clone, Debug, PartialEq)]
    pub enum Check {
        Http(Box<Http>),
        Group(Box<Group>),
        Other(Value),
    }

    crate::__private::v1::union! {
        Check by tag "type" else Other {
            "http" => Http as untagged,
            "group" => Group as untagged,
        }
    }

    #[derive(Clone, Debug, PartialEq)]
    pub enum Range {
        After(Box<BTreeMap<String, i64>>),
        Before(Box<BTreeMap<String, i64>>),
        Other(Value),
    }

    crate::__private::v1::union! {
        Range by field else Other {
            "after" => After,
            "before" => Before,
        }
    }

    fn path<T: Decode + fmt::Debug>(body: &str) -> String {
        match decode::json::<T>(body.as_bytes()) {
            Err(BodyError::Mismatch { path, .. }) => path.unwrap_or_default(),
            other => panic!("{body}: {other:?}"),
        }
    }

    fn decode<T: Decode + PartialEq + fmt::Debug>(body: &str) -> T {
        let decoded: T = decode::json(body.as_bytes()).unwrap();
        assert_eq!(serde_json::from_value::<T>(serde_json::from_str(body).unwrap()).unwrap(), decoded);
        assert_eq!(serde_json::from_str::<T>(body).unwrap(), decoded);
        decoded
    }

    #[test]
    fn union_tag_selects_the_member_even_if_it_is_not_the_first_field() {
        let undeclared_ = Undeclared::default;
        let url = || Some("u".to_owned());
        let http = || Box::new(Http { url: url(), count: None, inner: None, list: None, undeclared_: undeclared_() });
        for body in [r#"{"type":"http","url":"u"}"#, r#"{"url":"u","type":"http"}"#] {
            assert_eq!(decode::<Check>(body), Check::Http(http()), "{body}");
        }
        let group = decode::<Check>(r#"{"checks":[{"url":"u","type":"http"},{"type":"x"}],"type":"group"}"#);
        let checks = vec![Check::Http(http()), Check::Other(json!({ "type": "x" }))];
        assert_eq!(group, Check::Group(Box::new(Group { checks, undeclared_: undeclared_() })));
    }

    #[test]
    fn union_member_retains_undeclared_fields_except_the_tag() {
        let Check::Http(http) = decode(r#"{"x":[],"url":"u","type":"http","y":1}"#) else { panic!("should be http") };
        assert_eq!(http.undeclared_.fields(), json!({ "x": [], "y": 1 }).as_object().unwrap());
        let alone: Http = decode(r#"{"x":1,"type":"own"}"#);
        let text = serde_json::to_string(&Tagged(alone)).unwrap();
        assert_eq!(text, r#"{"type":"http","x":1}"#);
    }

    struct Tagged(Http);

    impl Serialize for Tagged {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            tagged(Some(("type", "http")), &self.0, serializer)
        }
    }

    defined! {
        #[derive(Clone)]
        Labels {
            "id" => id: required i32,
            _ => extra: std::collections::BTreeMap<String, String>,
        }
    }

    struct TaggedLabels(Labels);

    impl Serialize for TaggedLabels {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            tagged(Some(("type", "labels")), &self.0, serializer)
        }
    }

    #[test]
    fn union_tag_is_written_once_if_the_member_also_contains_it() {
        let alone: Labels = decode(r#"{"id":1,"type":"own","a":"b"}"#);
        let text = serde_json::to_string(&TaggedLabels(alone)).unwrap();
        assert_eq!(text, r#"{"type":"labels","id":1,"a":"b"}"#);
    }

    #[test]
    fn union_retains_values_that_match_no_member() {
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
    fn decode_error_path_leads_into_the_union_member() {
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
    fn position_of_the_tag_does_not_affect_decoding_of_a_union_member() {
        for body in [r#"{"type":"http","count":1e2}"#, r#"{"count":1e2,"type":"http"}"#] {
            let Check::Http(http) = decode::json(body.as_bytes()).unwrap() else { panic!("{body}") };
            assert_eq!(http.count, Some(100));
        }
        for body in [r#"{"type":"http","list":{}}"#, r#"{"count":1.5,"type":"http"}"#] {
            assert!(decode::json::<Check>(body.as_bytes()).is_err(), "{body}");
        }
    }

    #[test]
    fn union_member_is_selected_by_the_one_field_that_is_present() {
        assert_eq!(
            decode::<Range>(r#"{"x":1,"after":2}"#),
            Range::After(Box::new([("x".into(), 1), ("after".into(), 2)].into()))
        );
        assert_eq!(decode::<Range>(r#"{"before":2}"#), Range::Before(Box::new([("before".into(), 2)].into())));
        for other in [json!({ "after": 1, "before": 2 }), json!({ "x": 1 }), json!({ "after": null }), json!([])] {
            assert_eq!(decode::<Range>(&other.to_string()), Range::Other(other));
        }
    }

    #[derive(Clone, Debug, PartialEq)]
    pub enum Limit {
        After(Box<BTreeMap<String, i64>>),
        Before(Box<BTreeMap<String, i64>>),
        Several(Box<BTreeMap<String, i64>>),
        Other(Value),
    }

    crate::__private::v1::union! {
        Limit by field else Other {
            "after" => After,
            "before" => Before,
            several => Several,
        }
    }

    #[test]
    fn object_with_the_fields_of_several_union_members_has_a_variant_of_its_own() {
        let map = |value: &Value| Box::new(serde_json::from_value(value.clone()).unwrap());
        let both = json!({ "x": 1, "before": 2, "after": 3 });
        assert_eq!(decode::<Limit>(&both.to_string()), Limit::Several(map(&both)));
        assert_eq!(serde_json::to_value(Limit::Several(map(&both))).unwrap(), both);
        let one = json!({ "before": 2 });
        assert_eq!(decode::<Limit>(&one.to_string()), Limit::Before(map(&one)));
        assert_eq!(decode::<Limit>(r#"{"x":1}"#), Limit::Other(json!({ "x": 1 })));
    }

    defined! {
        #[derive(Clone)]
        Version {
            "v" => v: required String,
            "next" => next: optional Box<crate::rt::union::tests::Versioned>,
            _ => undeclared_: Undeclared,
        }
    }

    #[derive(Clone, Debug, PartialEq)]
    pub enum Versioned {
        One(Box<Version>),
        Flag(Box<Http>),
        Other(Value),
    }

    crate::__private::v1::union! {
        Versioned by tag "v" else Other {
            "1" | "2" => One,
            "true" => Flag as untagged,
        }
    }

    #[test]
    fn number_or_boolean_whose_text_is_a_listed_tag_selects_the_member() {
        for (body, written) in [
            (r#"{"v":1}"#, json!({ "v": "1" })),
            (r#"{"x":{},"v":2}"#, json!({ "v": "2" })),
            (r#"{"url":"u","v":true}"#, json!({ "v": "true", "url": "u" })),
            (
                r#"{"next":{"next":{"v":true},"v":2},"v":1}"#,
                json!({ "v": "1", "next": { "v": "2", "next": { "v": "true" } } }),
            ),
            (r#"{"v":"1","next":{"v":1.0}}"#, json!({ "v": "1", "next": { "v": 1.0 } })),
        ] {
            let read = decode::<Versioned>(body);
            assert_eq!(matches!(read, Versioned::Flag(_)), body.contains("url"), "{body}");
            let mut declared = read;
            declared.clear_undeclared();
            assert_eq!(serde_json::to_value(declared).unwrap(), written, "{body}");
        }
        for other in [json!({ "v": 3 }), json!({ "v": false }), json!({ "v": 1.5 }), json!({ "v": [1] })] {
            assert_eq!(decode::<Versioned>(&other.to_string()), Versioned::Other(other));
        }
    }

    #[derive(Clone, Debug, PartialEq)]
    pub enum Either {
        Integer(i64),
        Object(Inner),
        Other(Value),
    }

    crate::__private::v1::union! {
        Either by kind else Other {
            any number => Integer,
            any object => Object,
        }
    }

    defined! {
        #[derive(Clone)]
        Inner {
            "list" => list: required Vec<i32>,
            "either" => either: optional Box<crate::rt::union::tests::Either>,
            _ => undeclared_: Undeclared,
        }
    }

    fn decoded(value: &Value) -> Result<Either, BodyError> {
        decode::json(value.to_string().as_bytes())
    }

    #[test]
    fn union_member_is_selected_by_the_json_type_of_the_value() {
        assert_eq!(decoded(&json!(5)).unwrap(), Either::Integer(5));
        assert_eq!(decoded(&json!(5.0)).unwrap(), Either::Integer(5));
        for other in [json!(1.5), json!(true), json!("a"), json!([1, [2]]), json!(null), json!(u64::MAX)] {
            assert_eq!(decoded(&other).unwrap(), Either::Other(other));
        }
        let either = Some(Box::new(Either::Other(json!([]))));
        let inner = Inner { list: vec![1], either, undeclared_: Undeclared::default() };
        assert_eq!(decoded(&json!({ "list": [1], "either": [] })).unwrap(), Either::Object(inner));
    }

    #[test]
    fn decode_error_in_an_untagged_union_member_contains_its_path() {
        match decoded(&json!({ "list": [1], "either": { "list": [1, "2"] } })) {
            Err(BodyError::Mismatch { path, .. }) => assert_eq!(path.as_deref(), Some("either.list[1]")),
            other => panic!("{other:?}"),
        }
    }
}
