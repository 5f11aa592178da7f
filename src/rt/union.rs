//! Decoding unions of values that JSON itself tells apart.

use std::{fmt, marker::PhantomData};

use serde::{
    Deserialize, Deserializer,
    de::{
        DeserializeOwned, DeserializeSeed, EnumAccess, Error, IgnoredAny, MapAccess, SeqAccess, VariantAccess, Visitor,
        value::{MapAccessDeserializer, SeqAccessDeserializer},
    },
};
use serde_json::{Number, Value};

use crate::decode::{self, CHOICE};

/// A union with at most one member for each kind of JSON value. What no member takes is kept as it came.
pub(crate) trait Union: Sized {
    /// A value of a kind that no member has.
    fn other(value: Value) -> Self;

    fn boolean(value: bool) -> Self {
        Self::other(value.into())
    }

    fn number(value: Number) -> Self {
        Self::other(value.into())
    }

    fn text(value: String) -> Self {
        Self::other(value.into())
    }

    fn array<'de, A: SeqAccess<'de>>(array: A) -> Result<Self, A::Error> {
        Value::deserialize(SeqAccessDeserializer::new(array)).map(Self::other)
    }

    fn object<'de, D: Deserializer<'de>>(object: D) -> Result<Self, D::Error> {
        Value::deserialize(object).map(Self::other)
    }
}

/// `make` of the value if it decodes as `T`, otherwise `other`: not every text is a date.
pub(crate) fn scalar<T: DeserializeOwned, U: Union>(value: Value, make: impl FnOnce(T) -> U) -> U {
    match decode::from_value(value.clone()) {
        Ok(member) => make(member),
        Err(_) => U::other(value),
    }
}

/// Decodes a union by the kind of its value: one pass, and an error inside an array or object names its place there.
pub(crate) fn union<'de, D: Deserializer<'de>, U: Union>(deserializer: D) -> Result<U, D::Error> {
    // An object of a tree is decoded from its own place, for the path of an error.
    deserializer.deserialize_newtype_struct(CHOICE, ByKind(PhantomData))
}

struct ByKind<U>(PhantomData<U>);

impl<'de, U: Union> Visitor<'de> for ByKind<U> {
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
        Ok(U::boolean(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<U, E> {
        Ok(U::number(value.into()))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<U, E> {
        Ok(U::number(value.into()))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<U, E> {
        Ok(Number::from_f64(value).map_or_else(|| U::other(Value::Null), U::number))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<U, E> {
        Ok(U::text(value.to_owned()))
    }

    fn visit_string<E: Error>(self, value: String) -> Result<U, E> {
        Ok(U::text(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, array: A) -> Result<U, A::Error> {
        U::array(array)
    }

    fn visit_map<A: MapAccess<'de>>(self, object: A) -> Result<U, A::Error> {
        U::object(MapAccessDeserializer::new(object))
    }

    fn visit_enum<A: EnumAccess<'de>>(self, object: A) -> Result<U, A::Error> {
        let (IgnoredAny, object) = object.variant()?;
        object.newtype_variant_seed(Object(PhantomData))
    }
}

struct Object<U>(PhantomData<U>);

impl<'de, U: Union> DeserializeSeed<'de> for Object<U> {
    type Value = U;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<U, D::Error> {
        U::object(deserializer)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::decode::BodyError;

    #[derive(Debug, PartialEq)]
    enum Either {
        Integer(i64),
        Object(Inner),
        Other(Value),
    }

    #[derive(Debug, PartialEq, Deserialize)]
    struct Inner {
        list: Vec<u8>,
        either: Option<Box<Either>>,
    }

    impl Union for Either {
        fn other(value: Value) -> Self {
            Self::Other(value)
        }

        fn number(value: Number) -> Self {
            scalar(value.into(), Self::Integer)
        }

        fn object<'de, D: Deserializer<'de>>(object: D) -> Result<Self, D::Error> {
            Inner::deserialize(object).map(Self::Object)
        }
    }

    impl<'de> Deserialize<'de> for Either {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            union(deserializer)
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
        let inner = Inner { list: vec![1], either: Some(Box::new(Either::Other(json!([])))) };
        assert_eq!(decoded(&json!({ "list": [1], "either": [] })).unwrap(), Either::Object(inner));
    }

    #[test]
    fn an_error_inside_a_member_names_its_place() {
        match decoded(&json!({ "list": [1], "either": { "list": [1, 1000] } })) {
            Err(BodyError::Mismatch { path, .. }) => assert_eq!(path.as_deref(), Some("either.list[1]")),
            other => panic!("{other:?}"),
        }
    }
}
