use std::collections::BTreeMap;
use std::io;

use serde::ser::{Error as _, Serialize, Serializer};
use serde_json::ser::{CompactFormatter, Formatter};
use serde_json::{Map, Number, Value};
use uuid::Uuid;

/// Implemented by types that can be written as JSON. Writes values as `Serialize` does, but writes a floating-point
/// number without a fraction, such as `2.0`, as an integer (`2`).
///
/// This also applies to numbers in lists and maps. NaN and infinity are refused.
#[doc(hidden)]
pub trait Encode: Serialize {
    /// Writes the value.
    ///
    /// # Errors
    ///
    /// Fails if the serializer fails.
    #[inline]
    fn encode<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.serialize(serializer)
    }
}

/// Adapts a value that implements [`Encode`] to `Serialize`.
pub(crate) struct Encoded<'a, T: ?Sized>(pub(crate) &'a T);

impl<T: Encode> Serialize for Encoded<'_, T> {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.encode(serializer)
    }
}

/// Returns a whole number as an integer, so that it is written as `500`, not as `500.0`. Returns `None` if the integer
/// would not represent exactly the same number.
#[inline]
pub(crate) fn exact_integer(value: f64) -> Option<i64> {
    /// The bound below which `f64` represents every integer exactly.
    const EXACT_BELOW: f64 = (1_u64 << 53) as f64;
    let integer = value as i64;
    // The bits are compared because `-0.0 == 0.0`, but an integer cannot represent negative zero.
    (value.abs() < EXACT_BELOW && (integer as f64).to_bits() == value.to_bits()).then_some(integer)
}

impl Encode for f64 {
    /// Writes the value.
    ///
    /// # Errors
    ///
    /// Fails if the serializer fails, and for NaN and infinity, which JSON cannot represent.
    #[inline]
    fn encode<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match exact_integer(*self) {
            _ if !self.is_finite() => Err(S::Error::custom("it is not a finite number")),
            Some(integer) => serializer.serialize_i64(integer),
            None => serializer.serialize_f64(*self),
        }
    }
}

impl Encode for Number {
    fn encode<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.as_f64().filter(|_| self.is_f64()) {
            Some(value) => value.encode(serializer),
            None => self.serialize(serializer),
        }
    }
}

macro_rules! as_by_serde {
    ($($type:ty),*) => {$(
        impl Encode for $type {}
    )*};
}
as_by_serde! { (), bool, i32, i64, u64, String, Uuid, Value, Map<String, Value> }

impl<T: Encode> Encode for Box<T> {
    #[inline]
    fn encode<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        T::encode(self, serializer)
    }
}

impl<T: Encode> Encode for Option<T> {
    #[inline]
    fn encode<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_ref().map(Encoded).serialize(serializer)
    }
}

impl<T: Encode> Encode for Vec<T> {
    #[inline]
    fn encode<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(Encoded))
    }
}

impl<T: Encode> Encode for BTreeMap<String, T> {
    fn encode<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter().map(|(name, value)| (name, Encoded(value))))
    }
}

/// Converts `value` to JSON. Whole floating-point numbers are written as integers, even inside types that the caller
/// defines.
pub(crate) fn json<T: Serialize + ?Sized>(value: &T) -> serde_json::Result<Vec<u8>> {
    let mut text = Vec::with_capacity(128);
    value.serialize(&mut serde_json::Serializer::with_formatter(&mut text, WholeNumbers(CompactFormatter)))?;
    Ok(text)
}

struct WholeNumbers(CompactFormatter);

impl Formatter for WholeNumbers {
    fn write_f64<W: ?Sized + io::Write>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        match exact_integer(value) {
            Some(integer) => self.write_i64(writer, integer),
            None => self.0.write_f64(writer, value),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn to_json_text(value: &impl Encode) -> String {
        serde_json::to_string(&Encoded(value)).unwrap()
    }

    #[test]
    fn floats_with_integral_values_are_serialized_without_a_fraction() {
        type Nested = BTreeMap<String, Vec<Option<Box<f64>>>>;
        let nested: Nested = serde_json::from_str(r#"{"a":[5.0,null,-2e0,0.5],"b":[]}"#).unwrap();
        assert_eq!(to_json_text(&nested), r#"{"a":[5,null,-2,0.5],"b":[]}"#);
        let value = serde_json::to_value(Encoded(&5.0)).unwrap();
        assert!(value.is_i64() && value == 5);
    }

    #[test]
    fn every_float_survives_a_json_round_trip() {
        let large = 9_007_199_254_740_992.0;
        for value in [0.0, -0.0, 1.0, -1.0, 0.1, large - 1.0, large, -large, 1e300, 5e-324, f64::MAX, f64::MIN] {
            let read: f64 = serde_json::from_str(&to_json_text(&value)).unwrap();
            assert_eq!(read.to_bits(), value.to_bits(), "{}", to_json_text(&value));
        }
        assert_eq!(
            [0.0, -0.0, 1.0 - large, -large, 1e300].map(|value| to_json_text(&value)).join(" "),
            "0 -0.0 -9007199254740991 -9007199254740992.0 1e+300"
        );
    }

    #[test]
    fn refuses_to_serialize_nan_and_infinity_at_any_depth() {
        for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert_eq!(exact_integer(value), None);
            let nested = BTreeMap::from([("a".to_owned(), vec![Some(Box::new(value))])]);
            let [one, within] = [serde_json::to_string(&Encoded(&value)), serde_json::to_string(&Encoded(&nested))];
            assert_eq!([one, within].map(|it| it.unwrap_err().to_string()), ["it is not a finite number"; 2]);
        }
    }

    #[test]
    fn serializing_retains_all_digits_of_json_numbers() {
        let exact = |text: &str| serde_json::from_str::<Number>(text).unwrap();
        assert_eq!(to_json_text(&exact("18446744073709551615")), "18446744073709551615");
        assert_eq!([to_json_text(&exact("5.0")), to_json_text(&exact("0.5"))], ["5", "0.5"]);
        assert_eq!(to_json_text(&json!([5.0, 5])), "[5.0,5]");
    }

    fn to_body_text(value: &(impl Serialize + ?Sized)) -> String {
        String::from_utf8(super::json(value).unwrap()).unwrap()
    }

    #[test]
    fn json_body_contains_integral_floats_without_a_fraction() {
        assert_eq!(to_body_text(&500.0), "500");
        assert_eq!(to_body_text(&[Some(-2.0), None, Some(0.5)]), "[-2,null,0.5]");
        assert_eq!(to_body_text(&json!({ "a": [{ "b": 1.0 }] })), r#"{"a":[{"b":1}]}"#);
    }

    #[test]
    fn json_body_equals_the_output_of_serde_json() {
        let value = json!({ "a": "é\n\"", "b": [true, null, 1, -1, u64::MAX], "c": {}, "d": [1.5, -0.0, 1e300] });
        assert_eq!(to_body_text(&value), value.to_string());
    }
}
