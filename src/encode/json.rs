//! Encoding JSON bodies.

use std::io;

use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter, Serializer};

/// `value` as JSON; a whole number in a field of floating-point numbers is written as one: `500`, not `500.0`.
pub(crate) fn json<T: Serialize + ?Sized>(value: &T) -> serde_json::Result<Vec<u8>> {
    let mut text = Vec::with_capacity(128);
    value.serialize(&mut Serializer::with_formatter(&mut text, WholeNumbers(CompactFormatter)))?;
    Ok(text)
}

struct WholeNumbers(CompactFormatter);

impl Formatter for WholeNumbers {
    fn write_f64<W: ?Sized + io::Write>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        /// Below this, `f64` represents every integer exactly.
        const EXACT_BELOW: f64 = (1_u64 << 53) as f64;
        let is_whole = value.fract() == 0.0 && value.abs() < EXACT_BELOW;
        // An integer has no negative zero.
        if is_whole && !(value == 0.0 && value.is_sign_negative()) {
            self.write_i64(writer, value as i64)
        } else {
            self.0.write_f64(writer, value)
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn text(value: &(impl Serialize + ?Sized)) -> String {
        String::from_utf8(super::json(value).unwrap()).unwrap()
    }

    #[test]
    fn whole_numbers_are_written_without_a_fraction_at_any_depth() {
        assert_eq!(text(&500.0), "500");
        assert_eq!(text(&[Some(-2.0), None, Some(0.5)]), "[-2,null,0.5]");
        assert_eq!(text(&json!({ "a": [{ "b": 1.0 }] })), r#"{"a":[{"b":1}]}"#);
    }

    #[test]
    fn every_number_is_read_back_as_it_was() {
        let large = 9_007_199_254_740_992.0;
        for value in [0.0, -0.0, 1.0, -1.0, 0.1, large - 1.0, large, 1e300, 5e-324, f64::MAX, f64::MIN] {
            let read: f64 = serde_json::from_str(&text(&value)).unwrap();
            assert_eq!(read.to_bits(), value.to_bits(), "{}", text(&value));
        }
    }

    #[test]
    fn everything_else_is_written_as_by_serde_json() {
        let value = json!({ "a": "é\n\"", "b": [true, null, 1, -1, u64::MAX], "c": {}, "d": 1.5 });
        assert_eq!(text(&value), value.to_string());
    }
}
