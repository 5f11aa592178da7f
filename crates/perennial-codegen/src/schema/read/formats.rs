//! The formats that have a type of their own, under their standard names or as `x-format: {guid: true}`. Every other
//! format is dropped: what has it is a text or number like any other.

use serde_json::Value;

use super::{Reader, kinds::Kind};
use crate::{
    adaptation::Rule,
    api::{EnumOf, Replaced, Type},
    document::json::is_set,
    schema::own_types::refuse_unused,
    text::media_type::MediaType,
};

/// The declared format of a text or number.
pub struct Format<'a> {
    /// Empty if there is none.
    name: &'a str,
    is_guid: bool,
}

impl<'a> Format<'a> {
    /// That of a schema, or else of the `parameter` that has it.
    pub fn new(schema: &'a Value, parameter: &'a Value) -> Self {
        let said = |key: &str| schema.get(key).or_else(|| parameter.get(key));
        let format = said("format").and_then(Value::as_str).or_else(|| content(schema));
        Self {
            name: format.unwrap_or_default(),
            is_guid: said("x-format").is_some_and(|format| is_set(format, "guid")),
        }
    }
}

impl Format<'_> {
    /// Returns `true` if the values of a schema are bytes.
    pub fn is_file(schema: &Value) -> bool {
        Format::new(schema, &Value::Null).name == "binary"
    }
}

/// The format of OpenAPI 3.0 for a text that has something else in it, which JSON Schema says by its encoding and its
/// media type.
fn content(schema: &Value) -> Option<&'static str> {
    if schema.get("contentEncoding").is_some_and(|encoding| encoding != "binary") {
        return Some("byte");
    }
    let media_type = MediaType::parse(schema.get("contentMediaType")?.as_str()?);
    (media_type == MediaType::Other).then_some("binary")
}

impl Reader<'_> {
    /// The format of a schema of this `kind`, if it has a type of its own.
    pub fn format(&mut self, place: &str, kind: Option<Kind>, format: &Format<'_>) -> Option<Type> {
        let of = match kind {
            Some(Kind::Scalar(of)) => Some(of),
            _ => None,
        };
        if of.is_some() && !self.own_types.is_empty() && !format.name.is_empty() {
            self.formats.insert(format.name.to_owned());
            if let Some(path) = self.own_types.get(&Replaced::Format(format.name.to_owned())) {
                return Some(Type::Own(path.clone()));
            }
        }
        Some(match (of, format.name) {
            (Some(EnumOf::Text), "") if format.is_guid => Type::Uuid,
            (Some(EnumOf::Text), "uuid" | "guid") => Type::Uuid,
            (Some(EnumOf::Text), "date") => Type::Date,
            (Some(EnumOf::Text), "date-time") => Type::DateTime,
            (Some(EnumOf::Text), "binary") => Type::Part,
            (Some(EnumOf::Integer), "int32") => Type::Int32,
            (Some(EnumOf::Integer), "int64") => Type::Int64,
            (Some(EnumOf::Integer), "uint64") => Type::Uint64,
            // That a number is of floating point goes without saying.
            (_, "") | (Some(EnumOf::Number), "float" | "double") => return None,
            (_, unknown) => {
                self.log.note(Rule::UNKNOWN_FORMAT, format!("{place} {unknown}"));
                return None;
            }
        })
    }

    /// Refuses a type that is for a format which no text or number has.
    pub fn refuse_unused_formats(&mut self) {
        for replaced in self.own_types.keys() {
            if replaced.format().is_some_and(|name| !self.formats.contains(name)) {
                refuse_unused(replaced, "no text or number has such a format", &self.formats, &mut self.log);
            }
        }
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
