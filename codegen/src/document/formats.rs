//! The formats that have a type of their own, under their standard names: `x-format: {guid: true}` is `format: uuid`.
//!
//! Every other format is dropped: what has it is a text or number like any other.

use serde_json::{Map, Value};

use super::{
    schema::{self, text},
    spec::Spec,
};
use crate::adaptation::Rule;

/// Settles the format of each text and number.
pub fn apply(spec: &mut Spec) {
    spec.each_schema(|place, schema, log| {
        let format = text(schema, "format").to_owned();
        let kind = schema::kind(schema).to_owned();
        let Some(map) = schema.as_object_mut() else { return };
        let is_guid = is_guid(map.remove("x-format"));
        match (kind.as_str(), format.as_str()) {
            ("string", _) if map.contains_key("enum") => drop(map.remove("format")),
            ("string", "") if is_guid => set_format(map, "uuid"),
            ("string", "uuid" | "guid") => set_format(map, "uuid"),
            ("string", "date" | "date-time" | "binary") | ("integer", "int32" | "int64" | "uint64") | (_, "") => {}
            _ => {
                if !matches!((kind.as_str(), format.as_str()), ("number", "float" | "double")) {
                    log.note(Rule::UNKNOWN_FORMAT, format!("{place} {format}"));
                }
                map.remove("format");
            }
        }
    });
}

fn is_guid(format: Option<Value>) -> bool {
    format.is_some_and(|format| format.get("guid") == Some(&Value::Bool(true)))
}

fn set_format(map: &mut Map<String, Value>, format: &str) {
    map.insert("format".into(), format.into());
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::document::only;

    fn settled(schema: Value) -> Value {
        only(apply, json!({ "components": { "schemas": { "A": schema } } })).schemas()["A"].clone()
    }

    #[test]
    fn identifiers_and_dates_keep_their_format_and_others_do_not() {
        let uuid = json!({ "type": "string", "format": "uuid" });
        assert_eq!(settled(json!({ "type": "string", "x-format": { "guid": true } })), uuid);
        assert_eq!(settled(json!({ "type": "string", "format": "guid" })), uuid);
        for format in ["date", "date-time"] {
            assert_eq!(settled(json!({ "type": "string", "format": format }))["format"], format);
        }
        assert_eq!(settled(json!({ "type": "string", "format": "ipv4" })), json!({ "type": "string" }));
        assert_eq!(settled(json!({ "type": "number", "format": "float" })), json!({ "type": "number" }));
        assert_eq!(settled(json!({ "type": "string", "x-format": { "uri": true } })), json!({ "type": "string" }));
    }
}
