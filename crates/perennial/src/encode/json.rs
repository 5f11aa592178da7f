//! Encoding JSON bodies.

use std::io;

use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter, Serializer};

use super::types::whole;

/// `value` as JSON, with whole numbers as integers at any depth, also where the caller describes the body.
pub(crate) fn json<T: Serialize + ?Sized>(value: &T) -> serde_json::Result<Vec<u8>> {
    let mut text = Vec::with_capacity(128);
    value.serialize(&mut Serializer::with_formatter(&mut text, WholeNumbers(CompactFormatter)))?;
    Ok(text)
}

struct WholeNumbers(CompactFormatter);

impl Formatter for WholeNumbers {
    fn write_f64<W: ?Sized + io::Write>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        match whole(value) {
            Some(integer) => self.write_i64(writer, integer),
            None => self.0.write_f64(writer, value),
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
    fn everything_else_is_written_as_by_serde_json() {
        let value = json!({ "a": "é\n\"", "b": [true, null, 1, -1, u64::MAX], "c": {}, "d": [1.5, -0.0, 1e300] });
        assert_eq!(text(&value), value.to_string());
    }
}
