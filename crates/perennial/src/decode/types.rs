//! The trait `Decode`, and its implementations for the standard types. They read a value from JSON text, or a value
//! that serde has already buffered.

use std::any::type_name;
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error, IntoDeserializer, MapAccess, Unexpected, Visitor};
use serde_json::{Map, Number, Value};
use uuid::Uuid;

/// Implemented by types that can be read from JSON. Unlike `Deserialize`, this trait accepts integers that are written
/// as `1.0` or `1e3`, and reads timestamps with the parser of this crate. Both also apply inside lists and maps.
#[doc(hidden)]
pub trait Decode: DeserializeOwned {
    /// Whether an empty body is decoded as null. This is `true` for types that allow null.
    const IS_NULL_IF_EMPTY: bool = false;

    /// Decodes a value.
    ///
    /// # Errors
    ///
    /// Fails if the value is not of this type.
    fn decode<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::deserialize(deserializer)
    }

    /// Drops undeclared fields (fields that the document does not declare) from all objects in this value.
    #[inline]
    fn clear_undeclared(&mut self) {}
}

/// Adapts a type that implements [`Decode`] to `Deserialize`.
#[repr(transparent)]
pub(crate) struct Decoded<T>(pub(crate) T);

impl<'de, T: Decode> Deserialize<'de> for Decoded<T> {
    #[inline]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::decode(deserializer).map(Self)
    }
}

macro_rules! as_by_serde {
    ($($type:ty),*) => {$(
        impl Decode for $type {}
    )*};
}
as_by_serde! { bool, f64, String, Number, Uuid, Map<String, Value> }

impl Decode for () {
    const IS_NULL_IF_EMPTY: bool = true;
}

impl Decode for Value {
    const IS_NULL_IF_EMPTY: bool = true;
}

/// A wrapper that implements [`Decode`] and [`Encode`](crate::encode::Encode) for any type that implements serde's
/// traits. It is used for values whose type the caller defines or chooses.
#[derive(Clone, serde::Deserialize, serde::Serialize)]
#[serde(transparent)]
pub struct OfAny<T>(pub T);

impl<T: DeserializeOwned> Decode for OfAny<T> {}

impl<T: fmt::Debug> fmt::Debug for OfAny<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

macro_rules! integers {
    ($($type:ty: $deserialize:ident),*) => {$(
        impl Decode for $type {
            #[inline]
    fn decode<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.$deserialize(IntegerVisitor(PhantomData))
            }
        }
    )*};
}
integers! { i32: deserialize_i32, i64: deserialize_i64, u64: deserialize_u64 }

/// The bound below which numbers like `1.0` are read as integers. serde_json parses long fractions with an error of up
/// to two units in the last place, which cannot turn a number below this bound into a different integer.
const EXACT_BELOW: f64 = (1_u64 << 51) as f64;

/// Reads an integer, which may be written as `1.0` or `1e3`: these are integers according to JSON Schema, but not
/// according to serde.
struct IntegerVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for IntegerVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(type_name::<T>())
    }

    #[inline]
    fn visit_i64<E: Error>(self, value: i64) -> Result<T, E> {
        T::deserialize(value.into_deserializer())
    }

    #[inline]
    fn visit_u64<E: Error>(self, value: u64) -> Result<T, E> {
        T::deserialize(value.into_deserializer())
    }

    #[inline]
    fn visit_f64<E: Error>(self, value: f64) -> Result<T, E> {
        if value.fract() == 0.0 && value.abs() < EXACT_BELOW {
            self.visit_i64(value as i64)
        } else {
            T::deserialize(value.into_deserializer())
        }
    }
}

impl<T: Decode> Decode for Box<T> {
    fn decode<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::decode(deserializer).map(Self::new)
    }

    #[inline]
    fn clear_undeclared(&mut self) {
        T::clear_undeclared(self);
    }
}

impl<T: Decode> Decode for Option<T> {
    const IS_NULL_IF_EMPTY: bool = true;

    #[inline]
    fn decode<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value: Option<Decoded<T>> = Deserialize::deserialize(deserializer)?;
        Ok(value.map(|Decoded(value)| value))
    }

    #[inline]
    fn clear_undeclared(&mut self) {
        self.iter_mut().for_each(T::clear_undeclared);
    }
}

impl<T: Decode> Decode for Vec<T> {
    fn decode<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // `collect` reuses the memory of the list.
        let list: Vec<Decoded<T>> = Deserialize::deserialize(deserializer)?;
        Ok(list.into_iter().map(|Decoded(value)| value).collect())
    }

    #[inline]
    fn clear_undeclared(&mut self) {
        self.iter_mut().for_each(T::clear_undeclared);
    }
}

impl<T: Decode> Decode for BTreeMap<String, T> {
    fn decode<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(MapVisitor(PhantomData))
    }

    #[inline]
    fn clear_undeclared(&mut self) {
        self.values_mut().for_each(T::clear_undeclared);
    }
}

struct MapVisitor<T>(PhantomData<T>);

impl<'de, T: Decode> Visitor<'de> for MapVisitor<T> {
    type Value = BTreeMap<String, T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut entries = BTreeMap::new();
        while let Some((name, Decoded(value))) = map.next_entry()? {
            entries.insert(name, value);
        }
        Ok(entries)
    }
}

/// Reads a string and parses it with `parse`, without copying the string. If `parse` fails, the error is `invalid
/// value: MESSAGE, expected EXPECTED`. `MESSAGE` is the error message of `parse`, and `EXPECTED` is the argument
/// `expected`.
pub fn text<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    expected: &'static str,
    parse: impl FnOnce(&str) -> Result<T, String>,
) -> Result<T, D::Error> {
    deserializer.deserialize_str(TextVisitor { expected, parse })
}

/// Same as [`text`], but also accepts a number or a boolean, and passes its JSON text, such as `5` or `true`, to
/// `parse`.
pub fn scalar_text<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    expected: &'static str,
    parse: impl FnOnce(&str) -> Result<T, String>,
) -> Result<T, D::Error> {
    let value = match Value::deserialize(deserializer)? {
        scalar @ (Value::Number(_) | Value::Bool(_)) => Value::String(scalar.to_string()),
        other => other,
    };
    text(value, expected, parse).map_err(D::Error::custom)
}

struct TextVisitor<F> {
    expected: &'static str,
    parse: F,
}

impl<T, F: FnOnce(&str) -> Result<T, String>> Visitor<'_> for TextVisitor<F> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    #[inline]
    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        (self.parse)(text).map_err(|found| E::invalid_value(Unexpected::Other(&found), &self.expected))
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use serde_json::json;

    use super::*;

    /// Decodes a value both from JSON text and from a parsed `Value`, and checks that the results are equal.
    fn decode<T: Decode + PartialEq + Debug>(text: &str) -> Result<T, String> {
        let from_text = T::decode(&mut serde_json::Deserializer::from_str(text));
        let from_value = T::decode(serde_json::from_str::<Value>(text).unwrap());
        assert_eq!(from_text.as_ref().ok(), from_value.as_ref().ok(), "{text}");
        from_text.map_err(|error| error.to_string())
    }

    #[test]
    fn decodes_integers_written_like_1_0_or_1e2() {
        for (text, value) in [("1.0", 1), ("1e2", 100), ("-2.50e1", -25), ("-0", 0), ("-0.0", 0), ("0e9", 0)] {
            assert_eq!(decode::<i64>(text).unwrap(), value, "{text}");
        }
        assert_eq!(decode::<i32>("2.147483647e9").unwrap(), i32::MAX);
        assert_eq!(decode::<u64>("900719925474099.0").unwrap(), 900_719_925_474_099);
        assert_eq!(decode::<f64>("1.0").unwrap().to_string(), "1");
    }

    #[test]
    fn decodes_integers_written_like_1_0_in_lists_and_maps() {
        type Nested = Vec<Option<BTreeMap<String, Vec<Box<i64>>>>>;
        let nested: Nested = decode(r#"[{"a":[1.0,2],"b":[]},null]"#).unwrap();
        let [one, two] = [1, 2].map(Box::new);
        assert_eq!(nested, [Some(BTreeMap::from([("a".to_owned(), vec![one, two]), ("b".to_owned(), vec![])])), None]);
        assert!(decode::<Nested>(r#"[{"a":[1.5]}]"#).is_err());
    }

    #[test]
    fn integer_types_reject_fractional_and_out_of_range_numbers() {
        for text in ["1.5", "1e-1", "\"1\"", "true", "9223372036854775808", "1e300", "[]"] {
            assert!(decode::<i64>(text).is_err(), "{text}");
        }
        for text in ["2147483648", "2.147483648e9"] {
            assert!(decode::<i32>(text).is_err(), "{text}");
        }
        for text in ["-1.0", "-1"] {
            assert!(decode::<u64>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn decodes_integers_beyond_two_to_the_53_exactly() {
        for value in [i64::MIN, -9_007_199_254_740_993, 9_007_199_254_740_993, i64::MAX] {
            assert_eq!(decode::<i64>(&value.to_string()).unwrap(), value);
        }
        assert_eq!(decode::<u64>(&u64::MAX.to_string()).unwrap(), u64::MAX);
        // `f64` may round these numbers to a neighbouring integer.
        for text in ["9007199254740993.0", "-9007199254740993.0", "9007199254740991.0", "1e18"] {
            assert!(decode::<i64>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn decode_errors_equal_the_errors_of_serde_json() {
        fn assert_same<T: Decode + PartialEq + Debug>(text: &str) {
            let by_serde = serde_json::from_str::<T>(text).map_err(|error| error.to_string());
            assert_eq!(decode::<T>(text).unwrap_err(), by_serde.unwrap_err());
        }
        for text in ["1.5", "\"1\"", "null", "[]", "99999999999", "-99999999999"] {
            assert_same::<i32>(text);
        }
        assert_same::<u64>("-1");
        assert_same::<Vec<Option<i64>>>("[1,\"2\"]");
        assert_same::<Vec<i64>>("{}");
        assert_same::<BTreeMap<String, i64>>("[]");
    }

    #[test]
    fn decoding_into_serde_json_value_keeps_1_0_a_float() {
        assert_eq!(decode::<Value>(r#"[1.0,{"a":[]},null]"#).unwrap(), json!([1.0, { "a": [] }, null]));
    }
}
