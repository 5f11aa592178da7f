//! The Rust type of each text: identifiers, dates and times by their `format`, everything else `String`.
//!
//! - `x-format: {guid: true}` and `format: uuid` are `uuid::Uuid`.
//! - `format: date` is the crate's `time::Date`, since full timestamps occur on the wire in such fields.
//! - A query parameter that is declared as a date and described as a UNIX timestamp is the crate's `QueryTime`.
//! - Any other format is no type: typify would make IP addresses or binary data of some.

use serde_json::{Map, Value, json};

use crate::generator::{
    schema,
    spec::{Spec, array_mut, text},
};

/// The extension by which typify takes a type that is written elsewhere.
pub const RUST_TYPE: &str = "x-rust-type";

/// The name under which generated code refers to this crate until it is finished.
pub const CRATE: &str = "monitoring_service";

/// A schema for a type of this crate.
pub fn rust_type(path: &str) -> Value {
    json!({ RUST_TYPE: { "crate": "monitoring-service", "version": "*", "path": format!("{CRATE}::{path}") } })
}

/// Settles the format of each text and number.
pub fn apply(spec: &mut Spec) {
    spec.each_operation(|place, operation, log| {
        for parameter in array_mut(operation, "parameters") {
            let location = text(parameter, "in").to_owned();
            let told =
                (text(parameter, "description").to_owned() + text(&parameter["schema"], "description")).to_lowercase();
            let is_timestamp = location == "query" && is_unix_timestamp(&told);
            let name = text(parameter, "name").to_owned();
            let Some(schema) = parameter.get_mut("schema") else { continue };
            schema::walk("", schema, &mut |_, schema| {
                let format = text(schema, "format");
                if schema::kind(schema) != "string" {
                    return;
                }
                if format == "date" && is_timestamp {
                    log.note("UNIX timestamp declared as a date", format!("{place} parameter `{name}`"));
                    replace(schema, "time::QueryTime");
                } else if format == "date-time" && location != "query" {
                    // Paths and headers take what a value displays, and a `DateTime` displays no RFC 3339.
                    replace(schema, "time::Date");
                }
            });
        }
    });
    spec.each_schema(|place, schema, log| {
        let format = text(schema, "format").to_owned();
        let guid = schema.get("x-format").and_then(|format| format.get("guid")) == Some(&Value::Bool(true));
        let kind = schema::kind(schema).to_owned();
        let Some(map) = schema.as_object_mut() else { return };
        map.remove("x-format");
        match (kind.as_str(), format.as_str()) {
            ("string", _) if map.contains_key("enum") => {
                map.remove("format");
            }
            ("string", "" | "uuid" | "guid") if guid || !format.is_empty() => {
                map.insert("format".into(), "uuid".into());
            }
            ("string", "date") => replace(schema, "time::Date"),
            ("string", "date-time") | ("integer", "int32" | "int64") => {}
            (_, "") => {}
            _ => {
                if !matches!((kind.as_str(), format.as_str()), ("number", "float" | "double")) {
                    log.note("format without a type of its own", format!("{place} {format}"));
                }
                map.remove("format");
            }
        }
    });
}

/// Whether a description is of UNIX time in seconds. Where only milliseconds are told of, a text with a unit of its
/// own is safer.
fn is_unix_timestamp(told: &str) -> bool {
    let seconds = !told.contains("millisecond") || told.replace("millisecond", "").contains("second");
    (told.contains("unix") || told.contains("epoch")) && seconds
}

/// Makes `schema` one for a type of this crate, with what is said of it.
fn replace(schema: &mut Value, path: &str) {
    let mut new = rust_type(path);
    copy_annotations(schema, &mut new);
    *schema = new;
}

/// Copies what a schema says of a value beside its type.
pub fn copy_annotations(from: &Value, to: &mut Value) {
    let said: Map<String, Value> = from
        .as_object()
        .into_iter()
        .flatten()
        .filter(|(key, _)| matches!(key.as_str(), "description" | "nullable" | "deprecated"))
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    if let Some(to) = to.as_object_mut() {
        to.extend(said);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator::adapt::only;

    fn settled(schema: Value) -> Value {
        only(apply, json!({ "components": { "schemas": { "A": schema } } })).schemas()["A"].clone()
    }

    fn parameter(parameter: Value) -> Value {
        let spec = only(apply, json!({ "paths": { "/a": { "get": { "parameters": [parameter] } } } }));
        spec.root["paths"]["/a"]["get"]["parameters"][0]["schema"].clone()
    }

    #[test]
    fn identifiers_and_dates_have_types_and_other_formats_have_none() {
        assert_eq!(
            settled(json!({ "type": "string", "x-format": { "guid": true } })),
            json!({ "type": "string", "format": "uuid" })
        );
        assert_eq!(settled(json!({ "type": "string", "format": "date" })), rust_type("time::Date"));
        assert_eq!(settled(json!({ "type": "string", "format": "ipv4" })), json!({ "type": "string" }));
        assert_eq!(settled(json!({ "type": "number", "format": "float" })), json!({ "type": "number" }));
        assert_eq!(settled(json!({ "type": "string", "format": "date-time" }))["format"], "date-time");
        assert_eq!(settled(json!({ "type": "string", "x-format": { "uri": true } })), json!({ "type": "string" }));
    }

    #[test]
    fn a_date_in_the_query_that_is_told_to_be_a_unix_timestamp_takes_both() {
        let declared = json!({ "in": "query", "description": "Up to this UNIX timestamp.", "schema": { "type": "string", "format": "date" } });
        assert_eq!(parameter(declared)[RUST_TYPE]["path"], "monitoring_service::time::QueryTime");
        let milliseconds = json!({ "in": "query", "description": "UNIX timestamp in milliseconds", "schema": { "type": "string", "format": "date" } });
        assert_eq!(parameter(milliseconds)[RUST_TYPE]["path"], "monitoring_service::time::Date");
        let plain = json!({ "in": "query", "schema": { "type": "string", "format": "date" } });
        assert_eq!(parameter(plain)[RUST_TYPE]["path"], "monitoring_service::time::Date");
    }
}
