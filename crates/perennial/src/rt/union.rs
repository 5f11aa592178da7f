//! The decoding of unions: by the kind of the JSON value, and objects by what tells their members apart.
//!
//! JSON text is decoded in one pass: the entries before the deciding field, usually none, are buffered, and given to
//! the chosen member before the rest. An object of a [`Tree`] is inspected first and then decoded from its own place,
//! so that an error inside the member has the whole field path.

use std::{fmt, marker::PhantomData, vec};

use serde::de::{
    DeserializeSeed, Deserializer, Error, IntoDeserializer, MapAccess, SeqAccess, Visitor,
    value::{MapAccessDeserializer, SeqAccessDeserializer},
};
use serde_json::Value;

use super::search::{By, Found, Look, Search};
use crate::decode::{CHOICE, Decode, Tree};

/// A union with at most one member for each kind of JSON value, except that there may be several objects. What no member
/// takes is kept as it came.
pub trait Union: Sized {
    const BY: By;

    /// A text, a number, a boolean, or null.
    fn scalar(value: Value) -> Self;

    fn array<'de, D: Deserializer<'de>>(array: D) -> Result<Self, D::Error>;

    /// Decodes the member that `found` stands for.
    fn object<'de, D: Deserializer<'de>>(found: Found<&str>, object: D) -> Result<Self, D::Error>;
}

/// Decodes a union.
pub fn read_union<'de, D: Deserializer<'de>, U: Union>(deserializer: D) -> Result<U, D::Error> {
    deserializer.deserialize_newtype_struct(CHOICE, Choose(PhantomData))
}

struct Choose<U>(PhantomData<U>);

macro_rules! scalars {
    ($($visit:ident($type:ty))*) => {$(
        fn $visit<E: Error>(self, value: $type) -> Result<U, E> {
            Ok(U::scalar(value.into()))
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
        Ok(U::scalar(Value::Null))
    }

    scalars! { visit_bool(bool) visit_i64(i64) visit_u64(u64) visit_f64(f64) visit_str(&str) }

    fn visit_seq<A: SeqAccess<'de>>(self, array: A) -> Result<U, A::Error> {
        U::array(SeqAccessDeserializer::new(array))
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

    /// An object of a tree, twice.
    fn visit_some<D: Deserializer<'de>>(self, twice: D) -> Result<U, D::Error> {
        twice.deserialize_map(Twice(PhantomData))
    }
}

/// Looks at an object, and decodes it when it comes again.
struct Twice<U>(PhantomData<U>);

impl<'de, U: Union> Visitor<'de> for Twice<U> {
    type Value = U;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object, twice")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut twice: A) -> Result<U, A::Error> {
        let found = twice.next_key_seed(Look(U::BY))?.unwrap_or(Found::Nothing);
        twice.next_value_seed(Member { found, union: PhantomData })
    }
}

/// Decodes the chosen member.
struct Member<U> {
    found: Found<String>,
    union: PhantomData<U>,
}

impl<'de, U: Union> DeserializeSeed<'de> for Member<U> {
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
            Some(value) => seed.deserialize(&value).map_err(Error::custom),
            None => self.rest.next_value_seed(seed),
        }
    }
}

/// Defines a union: an enum of the types that one JSON value may have.
///
/// ```ignore
/// union! {
///     /// Any check.
///     pub enum Check by Value("type") else Other {
///         /// `type` is `http` or `https`.
///         one Http(boxed): crate::types::Http = "http" | "https";
///         /// `type` is absent.
///         absent Ping(boxed): crate::types::Ping;
///     }
///     from { crate::types::Http as Http; }
/// }
/// ```
///
/// Members by [`By::Kind`] are a `boolean`, a `number`, a `text`, an `array` or an `object`. Other members have `one` of the
/// values, and are `untagged` if their struct does not declare it, and the first is written; or the tag is `absent`; or they are the `rest`: any other
/// object in which the tag is a string or absent. `from` are the types that stand for one variant only.
#[doc(hidden)]
#[macro_export]
macro_rules! __union {
    (
        $(#[$meta:meta])*
        $visibility:vis enum $name:ident by $by:ident $(($told_by:expr))? else $other:ident {
            $($(#[$variant_meta:meta])* $how:ident $variant:ident $(($boxed:ident))?: $ty:ty $(= $($value:literal)|+)?;)*
        }
        $(from { $($from:ty as $into:ident;)* })?
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        $visibility enum $name {
            $($(#[$variant_meta])* $variant($crate::__private::v1::field_type!(required $($boxed)?: $ty)),)*
            /// A value that the document does not describe.
            $other($crate::__private::v1::serde_json::Value),
        }

        impl $name {
            /// Drops the fields that the document does not declare, at any depth. A value that it does not describe stays
            /// as it is.
            #[inline]
            $visibility fn clear_undeclared(&mut self) {
                $crate::__private::v1::Decode::clear_undeclared(self);
            }
        }

        impl $crate::__private::v1::Decode for $name {
            #[inline]
            fn clear_undeclared(&mut self) {
                match self {
                    $(Self::$variant(member) => $crate::__private::v1::Decode::clear_undeclared(member),)*
                    Self::$other(_) => {}
                }
            }
        }

        #[allow(unreachable_code, reason = "where a member takes all arrays or objects")]
        impl $crate::__private::v1::Union for $name {
            const BY: $crate::__private::v1::By = $crate::__private::v1::By::$by $(($told_by))?;

            fn scalar(value: $crate::__private::v1::serde_json::Value) -> Self {
                $($crate::__private::v1::read_member! { scalar $how value $variant })*
                Self::$other(value)
            }

            fn array<'de, D: $crate::__private::v1::serde::Deserializer<'de>>(array: D) -> ::std::result::Result<Self, D::Error> {
                $($crate::__private::v1::read_member! { array $how array $variant })*
                $crate::__private::v1::Decode::decode(array).map(Self::$other)
            }

            fn object<'de, D: $crate::__private::v1::serde::Deserializer<'de>>(
                found: $crate::__private::v1::Found<&str>,
                object: D,
            ) -> ::std::result::Result<Self, D::Error> {
                match found {
                    $($($crate::__private::v1::Found::One($($value)|+) => {
                        return $crate::__private::v1::$how(<Self as $crate::__private::v1::Union>::BY.tag(), object).map(Self::$variant);
                    })?)*
                    $crate::__private::v1::Found::Nothing => { $($crate::__private::v1::read_member! { absent $how object $variant })* }
                    $crate::__private::v1::Found::One(_) => { $($crate::__private::v1::read_member! { other $how object $variant })* }
                    $crate::__private::v1::Found::Unclear => {}
                }
                $crate::__private::v1::Decode::decode(object).map(Self::$other)
            }
        }

        $crate::__private::v1::read_and_write! {
            $name: |from| $crate::__private::v1::read_union(from);
            |union, to| match union {
                $(Self::$variant(member) => $crate::__private::v1::write_member! { $how member to $($($value)|+)? },)*
                Self::$other(value) => $crate::__private::v1::serde::Serialize::serialize(value, to),
            }
        }

        $($(
            impl ::std::convert::From<$from> for $name {
                fn from(value: $from) -> Self {
                    Self::$into(::std::convert::Into::into(value))
                }
            }
        )*)?
    };
}

/// Returns a member, if it is of the kind that was found.
#[doc(hidden)]
#[macro_export]
macro_rules! __read_member {
    (scalar boolean $value:ident $variant:ident) => { $crate::__private::v1::read_member! { if is_boolean $value $variant } };
    (scalar number $value:ident $variant:ident) => { $crate::__private::v1::read_member! { if is_number $value $variant } };
    (scalar text $value:ident $variant:ident) => { $crate::__private::v1::read_member! { if is_string $value $variant } };
    (if $is:ident $value:ident $variant:ident) => {
        // Not every text is a date.
        if $value.$is() && let ::std::result::Result::Ok(member) = $crate::__private::v1::Decode::decode(&$value) {
            return Self::$variant(member);
        }
    };
    (array array $($member:ident)*) => { $crate::__private::v1::read_member! { return $($member)* } };
    (absent object $($member:ident)*) => { $crate::__private::v1::read_member! { return $($member)* } };
    (absent absent $($member:ident)*) => { $crate::__private::v1::read_member! { return $($member)* } };
    (absent rest $($member:ident)*) => { $crate::__private::v1::read_member! { return $($member)* } };
    (other rest $($member:ident)*) => { $crate::__private::v1::read_member! { return $($member)* } };
    (return $value:ident $variant:ident) => { return $crate::__private::v1::Decode::decode($value).map(Self::$variant) };
    ($($other:tt)*) => {};
}

/// A member that has the field by which it is found.
pub fn one<'de, T: Decode, D: Deserializer<'de>>(_: &str, object: D) -> Result<T, D::Error> {
    T::decode(object)
}

/// Writes a member, with the tag that its struct does not have.
#[doc(hidden)]
#[macro_export]
macro_rules! __write_member {
    (untagged $member:ident $serializer:ident $value:literal $(| $also:literal)*) => {
        $crate::__private::v1::tagged(
            ::std::option::Option::Some((<Self as $crate::__private::v1::Union>::BY.tag(), $value)),
            &**$member,
            $serializer,
        )
    };
    ($how:ident $member:ident $serializer:ident $($value:literal)|*) => {
        $crate::__private::v1::Encode::encode($member, $serializer)
    };
}

#[cfg(test)]
#[allow(dead_code, reason = "not all that a type gets is called")]
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

    crate::__private::v1::union! {
        pub enum Check by Value("type") else Other {
            untagged Http(boxed): Http = "http";
            untagged Group(boxed): Group = "group";
        }
    }

    crate::__private::v1::union! {
        pub enum Range by Presence(&["after", "before"]) else Other {
            one After: BTreeMap<String, i64> = "after";
            one Before: BTreeMap<String, i64> = "before";
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
    fn the_tag_chooses_the_member_wherever_it_stands() {
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
    fn a_member_keeps_undeclared_fields_but_for_the_tag_of_the_union() {
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
    fn the_tag_is_written_once_also_if_fields_of_any_name_have_it() {
        let alone: Labels = decode(r#"{"id":1,"type":"own","a":"b"}"#);
        let text = serde_json::to_string(&TaggedLabels(alone)).unwrap();
        assert_eq!(text, r#"{"type":"labels","id":1,"a":"b"}"#);
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

    crate::__private::v1::union! {
        pub enum Either by Kind else Other {
            number Integer: i64;
            object Object: Inner;
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
    fn each_kind_goes_to_its_member_and_the_rest_stays_as_it_came() {
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
    fn an_error_inside_a_member_names_its_place() {
        match decoded(&json!({ "list": [1], "either": { "list": [1, "2"] } })) {
            Err(BodyError::Mismatch { path, .. }) => assert_eq!(path.as_deref(), Some("either.list[1]")),
            other => panic!("{other:?}"),
        }
    }
}
