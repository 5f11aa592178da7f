//! Determines the types of strings and numbers with a `format`, or with `x-format: {guid: true}`. A format without a
//! type of its own is dropped, so that its values are plain strings or numbers.

use serde_json::Value;

use super::{Reader, kinds::ValueKind};
use crate::{
    adaptation::Rule,
    api::{EnumOf, Replaced, Type},
    document::json::is_set,
    schema::own_types::refuse_unused,
    text::media_type::MediaType,
};

#[derive(Clone, Copy, Default)]
pub struct Format<'a> {
    /// The value of `format`. Empty if there is none.
    name: &'a str,
    is_guid: bool,
}

impl<'a> Format<'a> {
    /// Returns the format of `schema`, or else the format of the `parameter` that contains `schema`.
    pub fn new(schema: &'a Value, parameter: &'a Value) -> Self {
        let declared = |key: &str| schema.get(key).or_else(|| parameter.get(key));
        let format = declared("format").and_then(Value::as_str).or_else(|| content_format(schema));
        Self {
            name: format.unwrap_or_default(),
            is_guid: declared("x-format").is_some_and(|format| is_set(format, "guid")),
        }
    }
}

impl Format<'_> {
    /// Returns `true` if the values of `schema` are raw bytes, such as the content of a file.
    pub fn is_file(schema: &Value) -> bool {
        Format::new(schema, &Value::Null).name == "binary"
    }
}

/// Returns the OpenAPI 3.0 format for a string with encoded data. Later versions describe such strings with
/// `contentEncoding` and `contentMediaType`, which are keywords of JSON Schema.
fn content_format(schema: &Value) -> Option<&'static str> {
    if schema.get("contentEncoding").is_some_and(|encoding| encoding != "binary") {
        return Some("byte");
    }
    let media_type = MediaType::parse(schema.get("contentMediaType")?.as_str()?);
    (media_type == MediaType::Other).then_some("binary")
}

impl Reader<'_> {
    /// Returns `true` if `format` is `int-or-string`, and no own type (`client.types` in `names.json`) replaces it.
    /// Kubernetes declares values with this format as strings, and also sends integers.
    pub fn is_int_or_string(&self, format: &Format<'_>) -> bool {
        let replaced = Replaced::Format(format.name.to_owned());
        format.name == "int-or-string" && !self.own_types.contains_key(&replaced)
    }

    /// Returns the type for values of this `kind` and `format`. Returns `None` if the format has no type of its own.
    /// Reports unknown formats.
    pub fn format(&mut self, place: &str, kind: Option<ValueKind>, format: &Format<'_>) -> Option<Type> {
        let of = match kind {
            Some(ValueKind::Scalar(of)) => Some(of),
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
            // All numbers become `f64`, so these formats need no type of their own.
            (_, "") | (Some(EnumOf::Number), "float" | "double") => return None,
            (_, unknown) => {
                self.log.note(Rule::UNKNOWN_FORMAT, format!("{place} {unknown}"));
                return None;
            }
        })
    }

    /// Reports each own type that replaces a format which no string or number declares.
    pub fn refuse_unused_formats(&mut self) {
        for replaced in self.own_types.keys() {
            if replaced.format().is_some_and(|name| !self.formats.contains(name)) {
                refuse_unused(
                    replaced,
                    "no string or number in the document has this format",
                    &self.formats,
                    &mut self.log,
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::schema::{
        composition::compose_all,
        tests::{after, composed, read_schema},
    };

    #[test]
    fn int_or_string_is_a_union_whatever_its_type() {
        let union = json!({ "oneOf": [{ "type": "integer" }, { "type": "string" }] });
        let mut nullable = union.clone();
        nullable["nullable"] = true.into();
        for (kind, expected) in [
            (json!("string"), &union),
            (json!("integer"), &union),
            (json!("object"), &union),
            (json!(null), &union),
            (json!(["string", "null"]), &nullable),
        ] {
            let declared = json!({ "type": kind, "format": "int-or-string" });
            let (schemas, log) = after(compose_all, json!({ "A": declared }));
            assert_eq!(schemas["A"], *expected, "{declared}");
            assert_eq!(log.adaptations, []);
        }
        let members = json!({ "oneOf": [{ "type": "integer" }, { "type": "string" }], "format": "int-or-string" });
        assert_eq!(composed(json!({ "A": members })), union);
    }

    #[test]
    fn drops_formats_for_which_there_is_no_type() {
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
