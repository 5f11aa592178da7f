//! Finds examples of responses that do not have the declared types. A client could not decode them, but a mock server
//! that is generated from the document sends them as they are.

use std::{collections::HashMap, mem};

use perennial_codegen::{
    Document, Generated,
    adaptation::{Adaptation, Rule},
    api::{Api, Operation, Type, Value as Declared},
    text::{media_type::MediaType, method},
};
use serde_json::Value;

use crate::values::{Findings, UNREADABLE, ValueWalk, success_type};

/// The maximum number of mistyped examples that are reported by path. All others are only counted.
const NAMED: usize = 10;

/// The maximum number of characters of a reported path, because a hostile document may contain long names.
const LONG: usize = 400;

/// The maximum number of values that are checked in the examples of a document.
const LOOKED_AT: usize = 1_000_000;

pub fn with_mistyped_examples(document: &Document, mut generated: Generated) -> Generated {
    generated.adaptations.extend(find_mistyped_examples(document, &generated.api));
    generated
}

fn find_mistyped_examples(document: &Document, api: &Api) -> Vec<Adaptation> {
    let root = &document.whole;
    let (types, mut findings) = (api.types_by_name(), Findings::default());
    let each_field = &mut |_: &str, _: &str, _: &Value| {};
    let mut walk = ValueWalk::new(&types, &mut findings, each_field).with_rules_of_client(LOOKED_AT);
    let mut found = Vec::new();
    let operations: HashMap<&str, &Operation> = api.operations.iter().map(|it| (it.id.as_str(), it)).collect();
    for (_, declared) in entries(&root["paths"]).flat_map(|(_, item)| method::operations(item)) {
        let Some(operation) = declared["operationId"].as_str().and_then(|id| operations.get(id)) else { continue };
        for (status, response) in entries(&declared["responses"]).filter(|(status, _)| status.starts_with('2')) {
            // Ranges such as `2XX` are not numbers. They are treated as the status 0, which no response declares. The
            // type is then the type of the response without a status, or else the type of the first response.
            let Some(value) = success_type(operation, status.parse().unwrap_or(0)) else { continue };
            let json = entries(&response["content"]).filter(|(media_type, _)| MediaType::parse(media_type).is_json());
            for (_, media) in json {
                check_examples(&format!("{operation} response {status}"), value, media, &mut walk, &mut found);
            }
        }
    }
    let received = api.received_types();
    for def in api.types.iter().filter(|def| received.contains(def.name.as_str())) {
        let Some(name) = def.place.schema_name() else { continue };
        let declared = &root["components"]["schemas"][name];
        let value = Declared { ty: Type::Named(def.name.clone()), nullable: true };
        check_examples(name, &value, declared, &mut walk, &mut found);
        for field in def.kind.as_struct().into_iter().flat_map(|body| &body.fields) {
            let property = &declared["properties"][&field.wire_name];
            let value = Declared { nullable: true, ..field.value.clone() };
            check_examples(&format!("{name}.{}", field.wire_name), &value, property, &mut walk, &mut found);
        }
    }
    let others = found.len().saturating_sub(NAMED);
    found.truncate(NAMED);
    found.extend((others > 0).then(|| format!("{others} others")));
    found.into_iter().map(|place| Adaptation { rule: Rule::MISTYPED_EXAMPLE, place }).collect()
}

/// Checks the examples in `container`, which is a media type or a schema, and reports the first mistyped value of each.
/// The examples of a schema are a list, and the examples of a media type have names.
fn check_examples(
    place: &str,
    declared: &Declared,
    container: &Value,
    walk: &mut ValueWalk<'_, '_>,
    found: &mut Vec<String>,
) {
    let listed = container["examples"].as_array().into_iter().flatten();
    let named = entries(&container["examples"]).filter_map(|(_, example)| example.get("value"));
    for example in container.get("example").into_iter().chain(listed).chain(named) {
        walk.compare_value("", declared, example);
        let findings = mem::take(walk.findings).list_deviations();
        let Some(first) = findings.into_iter().find(|it| UNREADABLE.contains(&it.kind)) else { continue };
        let at = first.place.filter(|path| !path.is_empty()).map(|path| format!(" at `{path}`")).unwrap_or_default();
        found.push(format!("{place}{at}: {}", first.says).chars().take(LONG).collect());
    }
}

fn entries(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use perennial_codegen::names::file::{ClientSettings, Names};
    use serde_json::{Map, json};

    use super::*;

    /// Finds mistyped examples in a document with these `schemas`, and with an operation whose response declares
    /// `media`.
    fn find_mistyped(media: Value, schemas: Value) -> Vec<String> {
        let responses = json!({ "200": { "content": { "application/json": media } } });
        let paths = json!({ "/a": { "get": { "operationId": "getA", "responses": responses } } });
        let root = json!({ "openapi": "3.0.0", "paths": paths, "components": { "schemas": schemas } });
        let document = Document::read(&root.to_string(), &ClientSettings::default()).expect("legal");
        let (api, _) = document.model(&Names::default()).expect("legal");
        find_mistyped_examples(&document, &api).into_iter().map(|adaptation| adaptation.place).collect()
    }

    fn find_in_response(schema: Value, example: Value) -> Vec<String> {
        find_mistyped(json!({ "schema": schema, "example": example }), json!({}))
    }

    #[test]
    fn reports_a_mistyped_document_example_with_its_path() {
        let item = json!({ "type": "object", "required": ["id"], "properties": {
            "id": { "type": "string" }, "n": { "type": "integer" }, "at": { "type": "string", "format": "date-time" } } });
        let list = json!({ "type": "object", "properties": { "items": { "type": "array", "items": item } } });
        let at = |item: Value| {
            find_in_response(list.clone(), json!({ "items": [{ "id": "a", "n": 1.0, "other": 1 }, item] }))
        };
        assert_eq!(
            at(json!({ "id": 5 })),
            ["getA (GET /a) response 200 at `items[].id`: expects a string, found an integer"]
        );
        assert_eq!(
            at(json!({ "n": 5 })),
            ["getA (GET /a) response 200 at `items[]`: the required field `id` is absent"]
        );
        assert_eq!(at(json!({ "id": "a", "n": 0.5 })).len(), 1);
        assert_eq!(at(json!({ "id": "a", "at": "2024-05-01" })).len(), 1);
        assert_eq!(at(json!({ "id": "a", "n": null, "at": "2024-05-01T10:00:00Z" })), [""; 0]);
    }

    #[test]
    fn unlisted_enum_values_in_document_examples_are_not_reported() {
        for (schema, fits, other) in [
            (json!({ "enum": ["a"] }), json!("later"), json!(1)),
            (json!({ "enum": [1] }), json!(2), json!("1")),
            (json!({ "type": "string", "nullable": true }), json!(null), json!(1)),
        ] {
            assert_eq!(find_in_response(schema.clone(), fits), [""; 0], "{schema}");
            assert_eq!(find_in_response(schema.clone(), other).len(), 1, "{schema}");
        }
    }

    #[test]
    fn document_example_of_a_union_must_have_the_type_of_its_member() {
        let union = json!({ "oneOf": [{ "type": "string" }, { "type": "array", "items": { "type": "string" } }] });
        assert_eq!([json!(["a"]), json!({})].map(|example| find_in_response(union.clone(), example)), [[""; 0]; 2]);
        let reported = "getA (GET /a) response 200 at `[]`: expects a string, found an integer";
        assert_eq!(find_in_response(union, json!([1])), [reported]);
    }

    #[test]
    fn document_example_may_be_null_only_for_optional_fields() {
        let field = json!({ "a": { "type": "string" } });
        let object = json!({ "type": "object", "properties": field });
        assert_eq!(find_in_response(object.clone(), json!({ "a": null })), [""; 0]);
        let required = json!({ "type": "object", "properties": field, "required": ["a"] });
        let reported = "getA (GET /a) response 200 at `a`: null, which is not declared";
        assert_eq!(find_in_response(required, json!({ "a": null })), [reported]);
    }

    #[test]
    fn checks_each_document_example_of_responses_schemas_and_fields() {
        let a = json!({ "type": "object", "example": { "b": 1 }, "properties": { "b": { "type": "string", "example": 2 } } });
        let several =
            json!({ "x": { "value": { "b": "fits" } }, "y": { "value": { "b": 3 } }, "z": { "externalValue": "u" } });
        let media = json!({ "schema": { "$ref": "#/components/schemas/A" }, "examples": several });
        let unused = json!({ "type": "string", "example": 1 });
        let found = find_mistyped(media, json!({ "A": a, "Unused": unused }));
        assert_eq!(
            found,
            [
                "getA (GET /a) response 200 at `b`: expects a string, found an integer",
                "A at `b`: expects a string, found an integer",
                "A.b: expects a string, found an integer"
            ]
        );
    }

    #[test]
    fn large_and_deep_document_examples_are_checked_within_limits() {
        let fields: Map<String, Value> =
            (0..200).map(|n| (format!("f{n}"), json!({ "type": "string", "example": n }))).collect();
        let reference = json!({ "$ref": "#/components/schemas/A" });
        let reported =
            find_mistyped(json!({ "schema": reference }), json!({ "A": { "type": "object", "properties": fields } }));
        assert_eq!((reported.len(), reported.last().map(String::as_str)), (11, Some("190 others")));

        let tree = json!({ "type": "object", "properties": { "next": reference } });
        let deep = (0..120).fold(json!(1), |inner, _| json!({ "next": inner }));
        let reported = find_mistyped(json!({ "schema": reference, "example": deep }), json!({ "A": tree }));
        assert_eq!(reported.len(), 1);

        let empty: Vec<Value> = vec![json!({}); 100_000];
        let listed = json!({ "type": "array", "items": reference });
        let fields: Map<String, Value> = (0..1_000).map(|n| (format!("f{n}"), json!({}))).collect();
        let wide = json!({ "A": { "type": "object", "properties": fields } });
        assert_eq!(find_mistyped(json!({ "schema": listed, "example": empty }), wide), [""; 0]);
    }
}
