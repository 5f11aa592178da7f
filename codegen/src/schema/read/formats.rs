//! The formats that have a type of their own, under their standard names or as `x-format: {guid: true}`. Every other
//! format is dropped: what has it is a text or number like any other.

use serde_json::Value;

use super::Reader;
use crate::{
    adaptation::Rule,
    document::json::is_set,
    schema::{IntegerFormat, TextFormat},
};

/// What is said of how a text or number is written.
pub struct Format<'a> {
    /// Empty if there is none.
    name: &'a str,
    is_guid: bool,
}

impl<'a> Format<'a> {
    /// That of a schema, or else of the `parameter` that has it.
    pub fn new(schema: &'a Value, parameter: &'a Value) -> Self {
        let said = |key: &str| schema.get(key).or_else(|| parameter.get(key));
        Self {
            name: said("format").and_then(Value::as_str).unwrap_or_default(),
            is_guid: said("x-format").is_some_and(|format| is_set(format, "guid")),
        }
    }
}

impl Reader<'_> {
    /// The format of a text.
    pub fn text_format(&mut self, place: &str, format: &Format<'_>) -> Option<TextFormat> {
        if format.name.is_empty() && format.is_guid {
            return Some(TextFormat::Uuid);
        }
        let known = [
            ("uuid", TextFormat::Uuid),
            ("guid", TextFormat::Uuid),
            ("date", TextFormat::Date),
            ("date-time", TextFormat::DateTime),
            ("binary", TextFormat::Binary),
        ];
        self.format(place, format, &known)
    }

    /// The format of a whole number.
    pub fn integer_format(&mut self, place: &str, format: &Format<'_>) -> Option<IntegerFormat> {
        let known =
            [("int32", IntegerFormat::Int32), ("int64", IntegerFormat::Int64), ("uint64", IntegerFormat::Uint64)];
        self.format(place, format, &known)
    }

    /// Drops the format of a number: that it is of floating point goes without saying.
    pub fn drop_number_format(&mut self, place: &str, format: &Format<'_>) {
        self.format(place, format, &[("float", ()), ("double", ())]);
    }

    /// Drops the format of what has none.
    pub fn drop_format(&mut self, place: &str, format: &Format<'_>) {
        self.format::<()>(place, format, &[]);
    }

    fn format<T: Copy>(&mut self, place: &str, format: &Format<'_>, known: &[(&str, T)]) -> Option<T> {
        let found = known.iter().find(|(name, _)| *name == format.name).map(|(_, known)| *known);
        if found.is_none() && !format.name.is_empty() {
            self.log.note(Rule::UNKNOWN_FORMAT, format!("{place} {}", format.name));
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::schema::tests::read_schema;

    #[test]
    fn identifiers_and_dates_keep_their_format_and_others_do_not() {
        let uuid = json!({ "type": "string", "format": "uuid" });
        assert_eq!(read_schema(json!({ "type": "string", "x-format": { "guid": true } })), uuid);
        assert_eq!(read_schema(json!({ "type": "string", "format": "guid" })), uuid);
        for format in ["date", "date-time"] {
            assert_eq!(read_schema(json!({ "type": "string", "format": format }))["format"], format);
        }
        let text = json!({ "type": "string" });
        assert_eq!(read_schema(json!({ "type": "string", "format": "ipv4" })), text);
        assert_eq!(read_schema(json!({ "type": "number", "format": "float" })), json!({ "type": "number" }));
        assert_eq!(read_schema(json!({ "type": "string", "x-format": { "uri": true } })), text);
    }
}
