//! Finds the schemas of values that are only sent in queries and forms. Callers usually combine several members of an
//! `anyOf` there, as in `created[gt]=…&created[lt]=…`.

use std::{collections::HashSet, mem};

use indexmap::IndexMap;

use super::{OneObject, Schema, Shape, TypedDocument, walk};
use crate::{
    api::Location,
    bounds::{Bound, Budget},
    log::Log,
    text::media_type::MediaType,
};

/// Marks the compositions in query parameters and form bodies, and those in named schemas that no other part of a
/// request or response reaches.
pub fn mark_filters(document: &mut TypedDocument, _: &mut Log) {
    let mut filters: Vec<Schema> = filters(document).map(mem::take).collect();
    let mut schemas = mem::take(&mut document.schemas);
    let mut others = Vec::new();
    document.each_root_schema(&mut |_, schema| others.extend(walk::references(schema).map(str::to_owned)));
    let elsewhere = walk::reached(others, &schemas);
    let names = filters.iter().flat_map(walk::references).map(str::to_owned).collect();
    for name in walk::reached(names, &schemas).difference(&elsewhere) {
        schemas.get_mut(name).into_iter().for_each(mark);
    }
    filters.iter_mut().for_each(mark);
    document.schemas = schemas;
    self::filters(document).zip(filters).for_each(|(place, filter)| *place = filter);
}

/// Returns the schemas of all query parameters and form bodies.
fn filters(document: &mut TypedDocument) -> impl Iterator<Item = &mut Schema> {
    document.operations.iter_mut().flat_map(|operation| {
        let queries = operation.parameters.iter_mut().filter(|it| matches!(it.location, Location::Query(_)));
        let bodies = operation.body.iter_mut().flat_map(|body| {
            let others = body.alternatives.iter_mut().map(|other| (other.kind, &mut other.schema));
            others.chain([(body.kind, &mut body.schema)])
        });
        let forms = bodies.filter(|(kind, _)| matches!(kind, MediaType::Form | MediaType::Multipart));
        queries.map(|parameter| &mut parameter.schema).chain(forms.map(|(_, schema)| schema))
    })
}

fn mark(schema: &mut Schema) {
    walk::innermost_first("", schema, &mut |_, schema| {
        if let Shape::Composed(composed) = &mut schema.shape {
            composed.one_object = OneObject::OfAnyOf;
        }
    });
}

/// Marks the `anyOf` and `oneOf` of multipart bodies, whose fields become parameters of the operation. References to
/// such compositions are replaced with copies of their targets, because responses may use the targets, too.
pub fn open_multipart_bodies(document: &mut TypedDocument, log: &mut Log) {
    let mut budget = Budget::new(Bound::Parts);
    for operation in &mut document.operations {
        let body = operation.body.as_mut().filter(|body| body.kind == MediaType::Multipart);
        let Some(body) = body else { continue };
        let mut opener = BodyOpener { schemas: &document.schemas, opened: HashSet::new(), budget: &mut budget };
        if let Err(bound) = opener.open(&mut body.schema, 0) {
            return log.refuse(bound, format!("{}.body", operation.id));
        }
    }
}

struct BodyOpener<'a> {
    schemas: &'a IndexMap<String, Schema>,
    /// The names of the schemas that are already copied into the body.
    opened: HashSet<String>,
    budget: &'a mut Budget,
}

impl BodyOpener<'_> {
    /// `depth` is the number of compositions and references around `schema`.
    fn open(&mut self, schema: &mut Schema, depth: usize) -> Result<(), Bound> {
        /// Deeper compositions remain as they are.
        const MAX_DEPTH: usize = 16;
        if depth == MAX_DEPTH {
            return Ok(());
        }
        if let Shape::Named(name) = &schema.shape
            && let Some(target) = self.schemas.get(name)
            && self.has_choice(target)
            && self.opened.insert(name.clone())
        {
            self.budget.spend(walk::count_parts(target))?;
            (schema.shape, schema.untyped) = (target.shape.clone(), target.untyped);
            return self.open(schema, depth + 1);
        }
        let Shape::Composed(composed) = &mut schema.shape else { return Ok(()) };
        composed.one_object = OneObject::Always;
        let mut parts = composed.all_of.iter_mut().chain(&mut composed.any_of).chain(&mut composed.one_of);
        parts.try_for_each(|part| self.open(part, depth + 1))
    }

    /// Returns whether `schema`, or a part of its `allOf`, is an `anyOf` or a `oneOf`.
    fn has_choice(&self, schema: &Schema) -> bool {
        let (mut open, mut seen) = (vec![schema], HashSet::new());
        while let Some(schema) = open.pop() {
            match &schema.shape {
                Shape::Named(name) if seen.insert(name) => open.extend(self.schemas.get(name)),
                Shape::Composed(composed) if composed.any_of.is_empty() && composed.one_of.is_empty() => {
                    open.extend(&composed.all_of);
                }
                Shape::Composed(_) => return true,
                _ => {}
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::schema::{
        composition::compose_all,
        tests::{read_typed, reference, written},
    };

    /// Composes a document with one operation. Its query parameter `q` has the schema `parameter`, and its body has the
    /// schema `body`. Returns the composed schemas of `Filter` and of `q`.
    fn composed(parameter: &Value, body: &Value) -> [Value; 2] {
        let filter = json!({ "anyOf": [bound("gt"), bound("lt")] });
        let operation = json!({
            "operationId": "x", "parameters": [{ "name": "q", "in": "query", "schema": parameter }],
            "requestBody": { "content": { "application/json": { "schema": body } } },
        });
        let (mut document, mut log) = read_typed(json!({
            "paths": { "/a": { "post": operation } }, "components": { "schemas": {
                "Filter": filter, "Outer": { "type": "object", "properties": { "at": reference("Filter") } },
            } },
        }));
        super::mark_filters(&mut document, &mut log);
        compose_all(&mut document, &mut log);
        let parameter = written(&document.operations[0].parameters[0].schema);
        [document.schemas.get("Filter").map(written).unwrap_or_default(), parameter]
    }

    #[test]
    fn anyof_in_a_query_parameter_becomes_one_struct() {
        let filter = reference("Filter");
        let is_struct = |schema: &Value| schema["properties"].as_object().is_some_and(|fields| fields.len() == 2);
        let is_enum = |schema: &Value| schema["oneOf"].as_array().is_some_and(|members| members.len() == 3);
        let [named, _] = composed(&filter, &json!({}));
        assert!(is_struct(&named), "{named}");
        let [named, _] = composed(&filter, &json!({ "type": "array", "items": filter }));
        assert!(is_enum(&named), "{named}");
        let bound = |name: &str| json!({ "type": "object", "required": [name], "properties": { (name): {} } });
        let inline = |key: &str| json!({ key: [bound("gt"), bound("lt")] });
        let [_, parameter] = composed(&inline("anyOf"), &inline("anyOf"));
        assert!(is_struct(&parameter), "{parameter}");
        let [_, parameter] = composed(&json!({ "type": "object", "properties": { "at": inline("anyOf") } }), &filter);
        assert!(is_struct(&parameter["properties"]["at"]), "{parameter}");
        let mut tagged = bound("kind");
        tagged["properties"]["kind"]["enum"] = json!(["exact"]);
        let [_, parameter] = composed(&json!({ "anyOf": [tagged, bound("lt")] }), &filter);
        assert!(is_struct(&parameter), "only one of the members has the constant: {parameter}");
        let [_, parameter] = composed(&inline("oneOf"), &filter);
        assert_eq!(parameter["oneOf"].as_array().map(Vec::len), Some(2));
    }

    #[test]
    fn anyof_that_only_query_parameters_reach_becomes_one_struct() {
        let filter = reference("Filter");
        let is_struct = |schema: &Value| schema["properties"].as_object().is_some_and(|fields| fields.len() == 2);
        for parameter in [
            json!({ "allOf": [filter, { "description": "When it began." }] }),
            json!({ "type": "object", "properties": { "at": filter, "until": filter } }),
            json!({ "type": "object", "additionalProperties": filter }),
            json!({ "type": "array", "items": filter }),
            reference("Outer"),
        ] {
            let [named, _] = composed(&parameter, &json!({}));
            assert!(is_struct(&named), "{parameter} {named}");
            let [named, _] = composed(&parameter, &reference("Outer"));
            assert!(!is_struct(&named), "a JSON body uses the schema: {parameter} {named}");
        }
    }

    /// Returns the struct of the form body with `schema`, as the operation `x` sends it under `media_type`. A JSON
    /// response contains the schemas `Cat`, `Dog` and `Pet`, to which `schema` may refer.
    fn form(media_type: &str, schema: &Value, discriminator: &Value) -> (Vec<String>, bool) {
        let text = json!({ "type": "string" });
        let pet = |kind: &str, own: &str| json!({ "type": "object", "required": ["kind", own], "properties": { "kind": { "const": kind }, (own): text } });
        let pets = [reference("Cat"), reference("Dog")];
        let mut union = json!({ "oneOf": pets });
        if !discriminator.is_null() {
            union["discriminator"] = discriminator.clone();
        }
        let json_of = |name: &str| json!({ "content": { "application/json": { "schema": reference(name) } } });
        let operation = json!({
            "operationId": "x", "requestBody": { "content": { (media_type): { "schema": schema } } },
            "responses": { "200": json_of("Pet"), "201": json_of("Any") },
        });
        let root = json!({
            "openapi": "3.1.0", "paths": { "/a": { "post": operation } },
            "components": { "schemas": {
                "Cat": pet("cat", "lives"), "Dog": pet("dog", "good"), "Pet": union, "Alias": reference("Pet"),
                "Any": { "anyOf": [bound("gt"), bound("lt")] }, "Looped": { "anyOf": [bound("gt"), bound("lt"), reference("Looped")] },
            } },
        });
        let (api, _) = crate::model_of(root).expect("legal");
        let parts = api.operations[0].parameters.iter().map(|part| part.wire_name.clone()).collect();
        let is_union = |name: &str| {
            let def = api.types.iter().find(|def| def.name == name);
            def.is_some_and(|def| matches!(def.kind, crate::api::Kind::Union(_)))
        };
        (parts, is_union("Pet") && is_union("Any"))
    }

    fn bound(name: &str) -> Value {
        json!({ "type": "object", "required": [name], "properties": { (name): { "type": "string" } } })
    }

    #[test]
    fn each_field_of_a_union_in_a_multipart_body_becomes_a_part() {
        let two = json!([bound("gt"), bound("lt")]);
        let with_id = json!({ "type": "object", "properties": { "id": { "type": "string" } } });
        let mut beside = with_id.clone();
        beside["anyOf"] = two.clone();
        for (schema, parts) in [
            (json!({ "anyOf": two }), "gt lt"),
            (json!({ "oneOf": two }), "gt lt"),
            (reference("Any"), "gt lt"),
            (reference("Looped"), "parts"),
            (beside, "gt id lt"),
            (json!({ "allOf": [with_id, { "anyOf": two }] }), "gt id lt"),
            (json!({ "allOf": [reference("Any"), with_id] }), "gt id lt"),
            (reference("Pet"), "good kind lives"),
            (reference("Alias"), "good kind lives"),
            (json!({ "anyOf": [reference("Pet"), bound("gt")] }), "good gt kind lives"),
        ] {
            for discriminator in [json!(null), json!({ "propertyName": "kind" })] {
                for media_type in ["multipart/form-data", "multipart/mixed"] {
                    let (mut found, is_union) = form(media_type, &schema, &discriminator);
                    found.sort_unstable();
                    assert_eq!((found.join(" "), is_union), (parts.to_owned(), true), "{schema}");
                }
            }
        }
    }

    #[test]
    fn anyof_in_a_form_body_becomes_one_struct() {
        let two = json!([bound("gt"), bound("lt")]);
        let form = |schema: Value| {
            let media = json!({ "application/x-www-form-urlencoded": { "schema": schema } });
            let operation = json!({ "operationId": "x", "requestBody": { "content": media } });
            let (mut document, mut log) = read_typed(json!({
                "paths": { "/a": { "post": operation } }, "components": { "schemas": { "Filter": { "anyOf": two } } },
            }));
            super::mark_filters(&mut document, &mut log);
            compose_all(&mut document, &mut log);
            let body = document.operations[0].body.as_ref().map(|body| written(&body.schema)).unwrap_or_default();
            if body == reference("Filter") { written(&document.schemas["Filter"]) } else { body }
        };
        for schema in [json!({ "anyOf": two }), reference("Filter")] {
            assert_eq!(form(schema)["properties"].as_object().map(serde_json::Map::len), Some(2));
        }
    }
}
