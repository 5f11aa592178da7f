//! The fields of each struct: different names in Rust, and a place for "not there" in each optional one.
//!
//! - Properties that become one Rust name are numbered; `x-fields` of the document keeps what they are on the wire.
//! - An optional list or map may be absent, null or empty. typify makes the three one; here absent and null are
//!   `None` and empty is empty.
//! - A type that is written elsewhere and may be null says so around itself: typify looks no further than its name.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::formats::{RUST_TYPE, copy_annotations};
use crate::generator::{
    naming, schema,
    spec::{Log, Spec, as_object, object_at},
};

/// Where the wire names of renamed fields are put: type, then field, then name.
pub const FIELDS: &str = "x-fields";

/// Settles the fields of each struct.
pub fn apply(spec: &mut Spec) {
    let mut renamed = Map::new();
    spec.each_schema(|place, schema, log| {
        if schema::has_properties(schema)
            && let Some(map) = schema.as_object_mut()
        {
            let wire_names = distinct_names(place, map, log);
            if !wire_names.is_empty() {
                renamed.insert(place.to_owned(), wire_names.into());
            }
            optional_collections(map);
        }
        if schema.get(RUST_TYPE).is_some() && schema::is_nullable(schema) {
            around(schema);
        }
    });
    *object_at(as_object(&mut spec.root), FIELDS) = renamed;
}

fn distinct_names(place: &str, map: &mut Map<String, Value>, log: &mut Log) -> Map<String, Value> {
    let mut wire_names = Map::new();
    let mut taken = BTreeSet::new();
    if map.contains_key("additionalProperties") {
        // What typify calls the undeclared fields.
        taken.insert("extra".to_owned());
    }
    let properties = map.get("properties").and_then(Value::as_object).cloned().unwrap_or_default();
    let mut by_rank: Vec<&String> = properties.keys().collect();
    by_rank.sort_by_key(|name| (naming::value_name(name) != **name, (*name).clone()));
    for name in by_rank {
        let wanted = naming::value_name(name);
        let unique = naming::unique(&wanted, &mut taken);
        if unique != wanted {
            log.note("field name that collides renamed", format!("{place}.{name} as {unique}"));
        }
        let is_plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') && !name.is_empty();
        if unique != wanted || !is_plain {
            wire_names.insert(unique, Value::String(name.clone()));
        }
    }
    let alias =
        |name: &str| wire_names.iter().find(|(_, wire)| *wire == name).map_or(name, |(alias, _)| alias).to_owned();
    let renamed: Map<String, Value> = properties.into_iter().map(|(name, schema)| (alias(&name), schema)).collect();
    map.insert("properties".into(), renamed.into());
    if let Some(Value::Array(names)) = map.get_mut("required") {
        for name in names {
            *name = alias(name.as_str().unwrap_or_default()).into();
        }
    }
    wire_names
}

/// Puts what a schema says of a value beside its type around the type.
fn around(schema: &mut Value) {
    let mut inner = std::mem::take(schema);
    let mut outer = Value::Object(Map::new());
    copy_annotations(&inner, &mut outer);
    if let Some(map) = inner.as_object_mut() {
        map.retain(|key, _| key == RUST_TYPE);
    }
    outer["allOf"] = vec![inner].into();
    *schema = outer;
}

fn optional_collections(map: &mut Map<String, Value>) {
    let required: Vec<String> = schema::required(&Value::Object(map.clone())).into_iter().map(str::to_owned).collect();
    for (name, property) in map.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten() {
        if !required.contains(name) && matches!(schema::kind(property), "array" | "object") {
            schema::set_nullable(property);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::generator::adapt::{formats, only};

    fn settled(schema: Value) -> Spec {
        only(apply, json!({ "components": { "schemas": { "A": schema } } }))
    }

    #[test]
    fn properties_that_would_be_one_field_are_numbered_and_keep_their_wire_name() {
        let spec = settled(json!({ "type": "object", "required": ["fooBar"], "additionalProperties": {},
            "properties": { "fooBar": {}, "foo_bar": {}, "foo-bar": {}, "extra": {} } }));
        let names: Vec<_> =
            spec.schemas()["A"]["properties"].as_object().map(|map| map.keys().cloned().collect()).unwrap_or_default();
        assert_eq!(names, ["foo_bar3", "foo_bar", "foo_bar2", "extra2"]);
        assert_eq!(spec.schemas()["A"]["required"], json!(["foo_bar3"]));
        assert_eq!(spec.root[FIELDS]["A"], json!({ "extra2": "extra", "foo_bar2": "foo-bar", "foo_bar3": "fooBar" }));
    }

    #[test]
    fn a_property_with_an_odd_name_keeps_it_on_the_wire() {
        let spec = settled(json!({ "type": "object", "properties": { "@type": {} } }));
        assert_eq!(spec.root[FIELDS]["A"], json!({ "type_": "@type" }));
    }

    #[test]
    fn a_type_of_this_crate_that_may_be_null_says_so_around_itself() {
        let mut date = formats::rust_type("time::Date");
        date["nullable"] = true.into();
        let spec = settled(json!({ "type": "object", "required": ["a"], "properties": { "a": date } }));
        let expected = json!({ "nullable": true, "allOf": [formats::rust_type("time::Date")] });
        assert_eq!(spec.schemas()["A"]["properties"]["a"], expected);
    }

    #[test]
    fn an_optional_list_can_be_absent_and_a_required_one_cannot() {
        let spec = settled(json!({ "type": "object", "required": ["b"], "properties": {
            "a": { "type": "array", "items": {} }, "b": { "type": "array", "items": {} },
        } }));
        assert_eq!(spec.schemas()["A"]["properties"]["a"]["nullable"], true);
        assert_eq!(spec.schemas()["A"]["properties"]["b"].get("nullable"), None);
    }
}
