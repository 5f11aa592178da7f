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
        match format.name {
            "" => format.is_guid.then_some(TextFormat::Uuid),
            "uuid" | "guid" => Some(TextFormat::Uuid),
            "date" => Some(TextFormat::Date),
            "date-time" => Some(TextFormat::DateTime),
            "binary" => Some(TextFormat::Binary),
            _ => {
                self.drop_format(place, format);
                None
            }
        }
    }

    /// The format of a whole number.
    pub fn integer_format(&mut self, place: &str, format: &Format<'_>) -> Option<IntegerFormat> {
        match format.name {
            "int32" => Some(IntegerFormat::Int32),
            "int64" => Some(IntegerFormat::Int64),
            "uint64" => Some(IntegerFormat::Uint64),
            _ => {
                self.drop_format(place, format);
                None
            }
        }
    }

    /// Drops the format of a number, which says no more than that it is one if it is of floating point.
    pub fn drop_number_format(&mut self, place: &str, format: &Format<'_>) {
        if !matches!(format.name, "float" | "double") {
            self.drop_format(place, format);
        }
    }

    /// Drops a format, if there is one.
    pub fn drop_format(&mut self, place: &str, format: &Format<'_>) {
        if !format.name.is_empty() {
            self.log.note(Rule::UNKNOWN_FORMAT, format!("{place} {}", format.name));
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::schema::json::read_schema;

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
