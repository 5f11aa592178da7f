//! Objects, enums and unions that are declared in place become named schemas, called after where they stand:
//! `Incident.severity` is `IncidentSeverity`, the body of an operation is its id with `Body`. typify would invent
//! names of its own, and the same one twice.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::{aliases::is_named, formats::copy_annotations};
use crate::generator::{
    naming, schema,
    spec::{Place, Spec, array_mut, media_schema, text},
};

/// Names what has no name.
pub fn apply(spec: &mut Spec) {
    let mut hoist = Hoist { taken: spec.schemas().keys().cloned().collect(), made: Map::new() };
    let mut components = std::mem::take(spec.schemas_mut());
    for (name, component) in &mut components {
        hoist.children(name, component);
    }
    spec.each_operation(|place, operation, _| hoist.operation(place, operation));
    // What was named has parts that may need names too; `children` has been there before it was put aside.
    components.append(&mut hoist.made);
    *spec.schemas_mut() = components;
}

struct Hoist {
    taken: BTreeSet<String>,
    made: Map<String, Value>,
}

impl Hoist {
    fn operation(&mut self, place: &Place, operation: &mut Map<String, Value>) {
        let id = naming::type_name(&place.id);
        for parameter in array_mut(operation, "parameters") {
            let name = format!("{id}{}", naming::type_name(text(parameter, "name")));
            if let Some(schema) = parameter.get_mut("schema") {
                self.place(&name, schema);
            }
        }
        if let Some(schema) = operation.get_mut("requestBody").and_then(media_schema) {
            self.place(&format!("{id}Body"), schema);
        }
        let several =
            operation.get("responses").and_then(Value::as_object).is_some_and(|responses| responses.len() > 1);
        if several {
            // The name of the enum that tells the successes apart.
            let name = naming::unique(&format!("{id}Response"), &mut self.taken);
            operation.insert("x-response-type".into(), Value::String(name));
        }
        let responses = operation.get_mut("responses").and_then(Value::as_object_mut);
        for (status, response) in responses.into_iter().flatten() {
            if let Some(schema) = media_schema(response) {
                let status = if several { status.as_str() } else { "" };
                self.place(&format!("{id}Response{status}"), schema);
            }
        }
    }

    /// Gives the schema the name `wanted` if it needs one, and looks inside it.
    fn place(&mut self, wanted: &str, schema: &mut Value) {
        if !is_named(schema) {
            self.children(wanted, schema);
            return;
        }
        let name = naming::unique(&naming::type_name(wanted), &mut self.taken);
        let mut named = std::mem::take(schema);
        *schema = schema::reference_to(&name);
        let mut annotations = Value::Object(Map::new());
        copy_annotations(&named, &mut annotations);
        if annotations.as_object().is_some_and(|said| !said.is_empty()) {
            annotations["allOf"] = vec![std::mem::take(schema)].into();
            *schema = annotations;
        }
        if let Some(map) = named.as_object_mut() {
            map.remove("nullable");
        }
        self.children(&name, &mut named);
        self.made.insert(name, named);
    }

    fn children(&mut self, parent: &str, schema: &mut Value) {
        let Some(map) = schema.as_object_mut() else { return };
        let is_union = map.contains_key("oneOf");
        schema::each_child(map, &mut |step, child| {
            let part = match step {
                "[]" => "Item".to_owned(),
                ".*" => "Value".to_owned(),
                _ if is_union => schema::kind(child).to_owned(),
                property => property.to_owned(),
            };
            self.place(&format!("{parent}{}", naming::type_name(&part)), child);
        });
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::generator::adapt::only;

    #[test]
    fn what_is_declared_in_place_is_named_after_its_place() {
        let spec = only(
            apply,
            json!({ "components": { "schemas": { "Incident": { "type": "object", "properties": {
                "severity": { "type": "string", "enum": ["CRITICAL"], "description": "How bad.", "nullable": true },
                "steps": { "type": "array", "items": { "type": "object", "properties": { "at": { "type": "object", "properties": { "x": {} } } } } },
            } } } } }),
        );
        let schemas = spec.schemas();
        let names: Vec<_> = schemas.keys().collect();
        assert_eq!(names, ["Incident", "IncidentSeverity", "IncidentStepsItemAt", "IncidentStepsItem"]);
        assert_eq!(
            schemas["Incident"]["properties"]["severity"],
            json!({ "description": "How bad.", "nullable": true, "allOf": [{ "$ref": "#/components/schemas/IncidentSeverity" }] })
        );
        assert_eq!(schemas["IncidentSeverity"].get("nullable"), None);
    }

    #[test]
    fn a_name_that_is_taken_is_numbered() {
        let spec = only(
            apply,
            json!({ "components": { "schemas": {
                "A": { "type": "object", "properties": { "b": { "type": "string", "enum": ["x"] } } },
                "Ab": { "type": "object", "properties": { "c": {} } },
            } } }),
        );
        assert_eq!(spec.schemas()["A"]["properties"]["b"], schema::reference_to("Ab2"));
    }

    #[test]
    fn bodies_parameters_and_responses_are_named_after_the_operation() {
        let spec = only(
            apply,
            json!({ "paths": { "/a": { "post": {
                "operationId": "postA",
                "parameters": [{ "name": "sort", "in": "query", "schema": { "type": "array", "items": { "type": "string", "enum": ["x"] } } }],
                "requestBody": { "content": { "application/json": { "schema": { "type": "object", "properties": { "a": {} } } } } },
                "responses": { "2XX": { "content": { "application/json": { "schema": { "type": "object", "properties": { "a": {} } } } } } },
            } } } }),
        );
        assert_eq!(spec.schemas().keys().collect::<Vec<_>>(), ["PostASortItem", "PostABody", "PostAResponse"]);
    }
}
