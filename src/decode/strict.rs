//! Decoding JSON by what it is: an object is an object, and an integer may be written `1.0`.
//!
//! Derived structs also take an array, field by field, so that `[[], []]` would be a value of any struct with two
//! optional lists. And serde takes no integer that has a fraction or an exponent, though JSON Schema calls `1.0` one.

use std::fmt;

use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, Unexpected, VariantAccess, Visitor,
};

/// Gives a deserializer, and what serde makes of it on the way down, the rules of this file.
pub(crate) struct Json<T>(pub(crate) T);

/// Hands a call to the deserializer inside: with the visitor as it is where nothing lies deeper.
macro_rules! scalars {
    ($($method:ident)*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
            self.0.$method(visitor)
        }
    )*};
}

macro_rules! visits {
    ($expected:ident: $($method:ident($($argument:ident: $type:ty),*))*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, $($argument: $type,)* visitor: V) -> Result<V::Value, D::Error> {
            self.0.$method($($argument,)* Visit { visitor, expected: Expected::$expected })
        }
    )*};
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Json<D> {
    type Error = D::Error;

    scalars! {
        deserialize_bool deserialize_i128 deserialize_u128 deserialize_f32 deserialize_f64 deserialize_char
        deserialize_str deserialize_string deserialize_bytes deserialize_byte_buf deserialize_unit
        deserialize_identifier deserialize_ignored_any
    }

    visits! { Integer:
        deserialize_i8() deserialize_i16() deserialize_i32() deserialize_i64()
        deserialize_u8() deserialize_u16() deserialize_u32() deserialize_u64()
    }

    visits! { Object: deserialize_struct(name: &'static str, fields: &'static [&'static str]) }

    visits! { Anything:
        deserialize_any() deserialize_option() deserialize_seq() deserialize_map()
        deserialize_unit_struct(name: &'static str)
        deserialize_newtype_struct(name: &'static str)
        deserialize_tuple(len: usize)
        deserialize_tuple_struct(name: &'static str, len: usize)
        deserialize_enum(name: &'static str, variants: &'static [&'static str])
    }

    fn is_human_readable(&self) -> bool {
        self.0.is_human_readable()
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Expected {
    Object,
    Integer,
    Anything,
}

struct Visit<V> {
    visitor: V,
    expected: Expected,
}

/// serde_json reads a float of many digits to within two units in its last place: below this, that is never another
/// integer, and beyond it an integer has to be written as one.
const EXACT_BELOW: f64 = (1_u64 << 51) as f64;

macro_rules! values {
    ($($method:ident($type:ty))*) => {$(
        #[inline]
        fn $method<E: Error>(self, value: $type) -> Result<V::Value, E> {
            self.visitor.$method(value)
        }
    )*};
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Visit<V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.visitor.expecting(f)
    }

    values! {
        visit_bool(bool) visit_i8(i8) visit_i16(i16) visit_i32(i32) visit_i64(i64) visit_i128(i128)
        visit_u8(u8) visit_u16(u16) visit_u32(u32) visit_u64(u64) visit_u128(u128) visit_f32(f32) visit_char(char)
        visit_str(&str) visit_borrowed_str(&'de str) visit_string(String)
        visit_bytes(&[u8]) visit_borrowed_bytes(&'de [u8]) visit_byte_buf(Vec<u8>)
    }

    #[inline]
    fn visit_f64<E: Error>(self, value: f64) -> Result<V::Value, E> {
        let is_integer = value.fract() == 0.0 && value.abs() < EXACT_BELOW;
        if self.expected == Expected::Integer && is_integer {
            self.visitor.visit_i64(value as i64)
        } else {
            self.visitor.visit_f64(value)
        }
    }

    #[inline]
    fn visit_none<E: Error>(self) -> Result<V::Value, E> {
        self.visitor.visit_none()
    }

    #[inline]
    fn visit_unit<E: Error>(self) -> Result<V::Value, E> {
        self.visitor.visit_unit()
    }

    #[inline]
    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        self.visitor.visit_some(Json(deserializer))
    }

    #[inline]
    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        self.visitor.visit_newtype_struct(Json(deserializer))
    }

    #[inline]
    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<V::Value, A::Error> {
        if self.expected == Expected::Object {
            return Err(A::Error::invalid_type(Unexpected::Seq, &self));
        }
        self.visitor.visit_seq(Json(seq))
    }

    #[inline]
    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<V::Value, A::Error> {
        self.visitor.visit_map(Json(map))
    }

    #[inline]
    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<V::Value, A::Error> {
        self.visitor.visit_enum(Json(data))
    }
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for Json<S> {
    type Value = S::Value;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<S::Value, D::Error> {
        self.0.deserialize(Json(deserializer))
    }
}

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for Json<A> {
    type Error = A::Error;

    #[inline]
    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, A::Error> {
        self.0.next_element_seed(Json(seed))
    }

    #[inline]
    fn size_hint(&self) -> Option<usize> {
        self.0.size_hint()
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Json<A> {
    type Error = A::Error;

    #[inline]
    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, A::Error> {
        self.0.next_key_seed(seed)
    }

    #[inline]
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        self.0.next_value_seed(Json(seed))
    }

    #[inline]
    fn size_hint(&self) -> Option<usize> {
        self.0.size_hint()
    }
}

impl<'de, A: EnumAccess<'de>> EnumAccess<'de> for Json<A> {
    type Error = A::Error;
    type Variant = Json<A::Variant>;

    #[inline]
    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self::Variant), A::Error> {
        self.0.variant_seed(seed).map(|(value, variant)| (value, Json(variant)))
    }
}

impl<'de, A: VariantAccess<'de>> VariantAccess<'de> for Json<A> {
    type Error = A::Error;

    #[inline]
    fn unit_variant(self) -> Result<(), A::Error> {
        self.0.unit_variant()
    }

    #[inline]
    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, A::Error> {
        self.0.newtype_variant_seed(Json(seed))
    }

    #[inline]
    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, A::Error> {
        self.0.tuple_variant(len, Visit { visitor, expected: Expected::Anything })
    }

    #[inline]
    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        self.0.struct_variant(fields, Visit { visitor, expected: Expected::Object })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fmt::Debug;

    use serde::Deserialize;
    use serde_json::{Value, json};

    use super::*;

    #[derive(Debug, Default, PartialEq, Deserialize)]
    struct Node {
        list: Option<Vec<Node>>,
        map: Option<BTreeMap<String, Node>>,
        one: Option<Box<Node>>,
        pair: Option<(u8, Box<Node>)>,
        any: Option<Value>,
        choice: Option<Choice>,
        wrapped: Option<Wrapped>,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    struct Wrapped(Box<Node>);

    #[derive(Debug, PartialEq, Deserialize)]
    enum Choice {
        Unit,
        One(Box<Node>),
        Two(u8, Box<Node>),
        Named { node: Box<Node> },
    }

    /// Decodes a text and the value that it stands for, which must end the same way.
    fn decode<T: for<'de> Deserialize<'de> + PartialEq + Debug>(text: &str) -> Result<T, String> {
        let of_text = T::deserialize(Json(&mut serde_json::Deserializer::from_str(text)));
        let of_value = crate::decode::from_value(serde_json::from_str(text).unwrap());
        assert_eq!(of_text.as_ref().ok(), of_value.as_ref().ok(), "{text}");
        of_text.map_err(|error| error.to_string())
    }

    /// The places in which a node may hold another.
    const PLACES: [&str; 9] = [
        r#"{"list":[{},NODE]}"#,
        r#"{"map":{"a":NODE}}"#,
        r#"{"one":NODE}"#,
        r#"{"pair":[1,NODE]}"#,
        r#"{"choice":{"One":NODE}}"#,
        r#"{"choice":{"Two":[1,NODE]}}"#,
        r#"{"choice":{"Named":{"node":NODE}}}"#,
        r#"{"choice":{"Named":NODE}}"#,
        r#"{"wrapped":NODE}"#,
    ];

    #[test]
    fn an_array_is_no_object_at_any_depth() {
        assert!(decode::<Node>("[]").is_err());
        for place in PLACES {
            for outer in PLACES {
                let node = if place == PLACES[7] { r#"{"node":{}}"# } else { "{}" };
                let inner = |node| outer.replace("NODE", &place.replace("NODE", node));
                if outer != PLACES[7] {
                    decode::<Node>(&inner(node)).unwrap();
                }
                for array in ["[]", "[null]", "[[],{},null,null,null,null,null]", "[{}]"] {
                    assert!(decode::<Node>(&inner(array)).is_err(), "{}", inner(array));
                }
            }
        }
    }

    #[test]
    fn the_error_says_that_an_object_was_expected() {
        let error = decode::<Node>("[[],{}]").unwrap_err();
        assert!(error.starts_with("invalid type: sequence, expected struct Node"), "{error}");
    }

    #[test]
    fn arrays_and_free_values_are_decoded_as_by_serde() {
        let text = r#"{"any":[1.0,{"a":[]},null],"pair":[1,{}],"choice":"Unit"}"#;
        let node = decode::<Node>(text).unwrap();
        assert_eq!(node.any, Some(json!([1.0, {"a": []}, null])));
        assert_eq!(node.choice, Some(Choice::Unit));
        assert_eq!(decode::<Vec<Option<bool>>>("[true,null]").unwrap(), [Some(true), None]);
    }

    #[test]
    fn an_integer_may_be_written_with_a_fraction_or_an_exponent() {
        for (text, value) in [("1.0", 1), ("1e2", 100), ("-2.50e1", -25), ("-0", 0), ("-0.0", 0), ("0e9", 0)] {
            assert_eq!(decode::<i64>(text).unwrap(), value, "{text}");
            assert_eq!(decode::<Option<Vec<i64>>>(&format!("[{text}]")).unwrap(), Some(vec![value]));
        }
        assert_eq!(decode::<u8>("2.55e2").unwrap(), 255);
        assert_eq!(decode::<u64>("900719925474099.0").unwrap(), 900_719_925_474_099);
        assert_eq!(decode::<f64>("1.0").unwrap().to_string(), "1");
    }

    #[test]
    fn what_is_no_integer_or_out_of_range_is_an_error() {
        for text in ["1.5", "1e-1", "\"1\"", "true", "9223372036854775808", "1e300", "[]"] {
            assert!(decode::<i64>(text).is_err(), "{text}");
        }
        for text in ["-1.0", "256", "2.56e2", "-1"] {
            assert!(decode::<u8>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn integers_beyond_the_exact_floats_keep_every_digit() {
        for value in [i64::MIN, -9_007_199_254_740_993, 9_007_199_254_740_993, i64::MAX] {
            assert_eq!(decode::<i64>(&value.to_string()).unwrap(), value);
        }
        assert_eq!(decode::<u64>(&u64::MAX.to_string()).unwrap(), u64::MAX);
        // As a float it would be the integer beside it.
        for text in ["9007199254740993.0", "-9007199254740993.0", "9007199254740991.0", "1e18"] {
            assert!(decode::<i64>(text).is_err(), "{text}");
        }
    }
}
