//! progenitor's part, with its panics turned into problems that name an operation or schema.

use std::{
    cell::Cell,
    collections::BTreeSet,
    panic::{self, AssertUnwindSafe},
    sync::Once,
};

use proc_macro2::TokenStream;
use progenitor::{CrateVers, GenerationSettings, Generator, InterfaceStyle, TagStyle};
use serde_json::{Map, Value};

use super::{problem::Problems, schema};

/// Generates the tokens of an adapted document.
///
/// # Errors
/// Every schema and operation that progenitor or typify cannot take on its own.
pub fn run(document: &Value) -> Result<TokenStream, Problems> {
    tokens(document).map_err(|reason| {
        let mut problems = schema_problems(document);
        let failing: Vec<String> = problems.0.iter().map(|problem| problem.place.clone()).collect();
        operation_problems(document, &failing, &mut problems);
        if problems.0.is_empty() {
            problems.push("openapi.json", reason);
        }
        problems
    })
}

fn settings() -> GenerationSettings {
    let mut settings = GenerationSettings::default();
    settings
        .with_interface(InterfaceStyle::Builder)
        .with_tag(TagStyle::Merged)
        .with_derive("PartialEq")
        .with_map_type("::std::collections::BTreeMap")
        .with_crate("monitoring-service", CrateVers::Any, None);
    settings
}

fn tokens(document: &Value) -> Result<TokenStream, String> {
    quietly(|| {
        let openapi = serde_json::from_value(document.clone()).map_err(|error| error.to_string())?;
        Generator::new(&settings()).generate_tokens(&openapi).map_err(|error| shortened(&error.to_string()))
    })
}

/// The beginning of what a generator says: some of its messages print a whole schema.
fn shortened(message: &str) -> String {
    const ENOUGH: usize = 200;
    let short: String = message.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(ENOUGH).collect();
    if short.len() < message.len() { format!("{short} …") } else { short }
}

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Runs `work`; a panic in it becomes its message, and prints nothing.
fn quietly<T>(work: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let loud = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !QUIET.get() {
                loud(info);
            }
        }));
    });
    QUIET.set(true);
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    QUIET.set(false);
    result.unwrap_or_else(|payload| {
        let message = payload.downcast_ref::<String>().map(String::as_str).or(payload.downcast_ref::<&str>().copied());
        Err(format!("the generator gave up: {}", shortened(message.unwrap_or("no reason given"))))
    })
}

/// `document` with these paths and these schemas only.
fn with(document: &Value, paths: Map<String, Value>, schemas: Map<String, Value>) -> Value {
    let mut part = document.clone();
    part["paths"] = paths.into();
    part["components"]["schemas"] = schemas.into();
    part
}

fn schemas_of(document: &Value) -> Map<String, Value> {
    document.pointer("/components/schemas").and_then(Value::as_object).cloned().unwrap_or_default()
}

/// `names` and all that they refer to.
fn closure(names: Vec<String>, schemas: &Map<String, Value>) -> Map<String, Value> {
    let mut open = names;
    let mut seen = BTreeSet::new();
    while let Some(name) = open.pop() {
        if let Some(schema) = schemas.get(&name)
            && seen.insert(name)
        {
            open.extend(schema::references(schema));
        }
    }
    seen.into_iter().filter_map(|name| schemas.get_key_value(&name)).map(|(k, v)| (k.clone(), v.clone())).collect()
}

fn schema_problems(document: &Value) -> Problems {
    let schemas = schemas_of(document);
    let failing: Vec<(&String, String)> = schemas
        .keys()
        .filter_map(|name| {
            let alone = with(document, Map::new(), closure(vec![name.clone()], &schemas));
            Some((name, tokens(&alone).err()?))
        })
        .collect();
    let mut problems = Problems::default();
    for (name, reason) in &failing {
        // A schema that only contains another one that fails is not to blame.
        let inner = closure(schema::references(&schemas[*name]), &schemas);
        if !failing.iter().any(|(other, _)| other != name && inner.contains_key(*other)) {
            problems.push(name.as_str(), reason.as_str());
        }
    }
    problems
}

fn operation_problems(document: &Value, failing_schemas: &[String], problems: &mut Problems) {
    let schemas = schemas_of(document);
    for (path, item) in document["paths"].as_object().into_iter().flatten() {
        for (method, operation) in item.as_object().into_iter().flatten() {
            let mut names = Vec::new();
            references_in(operation, &mut names);
            let reached = closure(names, &schemas);
            if failing_schemas.iter().any(|name| reached.contains_key(name)) {
                continue;
            }
            let only = Map::from_iter([(path.clone(), serde_json::json!({ method: operation }))]);
            if let Err(reason) = tokens(&with(document, only, reached)) {
                let id = operation["operationId"].as_str().unwrap_or_default();
                problems.push(format!("{id} ({} {path})", method.to_uppercase()), reason);
            }
        }
    }
}

fn references_in(value: &Value, found: &mut Vec<String>) {
    found.extend(schema::reference(value).map(str::to_owned));
    match value {
        Value::Object(map) => map.values().for_each(|value| references_in(value, found)),
        Value::Array(values) => values.iter().for_each(|value| references_in(value, found)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn document(paths: Value) -> Value {
        json!({ "openapi": "3.0.3", "info": { "title": "", "version": "" }, "paths": paths, "components": { "schemas": {
            "Good": { "type": "object", "properties": { "a": { "type": "string" } } },
        } } })
    }

    fn operation(id: &str) -> Value {
        json!({ "operationId": id, "responses": { "2XX": { "description": "" } } })
    }

    #[test]
    fn each_operation_that_panics_the_generator_is_named_and_none_hides_the_next() {
        let panics = |id: &str| {
            let mut operation = operation(id);
            operation["parameters"] = json!([{ "name": "gone", "in": "path", "required": true, "schema": { "type": "string" } },
                                             { "name": "lost", "in": "path", "required": true, "schema": { "type": "string" } }]);
            operation
        };
        let problems = run(&document(json!({
            "/a": { "get": panics("first") }, "/b": { "get": operation("fine") }, "/c": { "get": panics("second") },
        })));
        let told = problems.expect_err("two operations cannot be generated").to_string();
        let lines: Vec<_> = told.lines().collect();
        assert_eq!(lines.len(), 2, "{told}");
        assert!(lines[0].starts_with("first (GET /a): the generator gave up: "), "{told}");
        assert!(lines[1].starts_with("second (GET /c): the generator gave up: "), "{told}");
    }

    #[test]
    fn a_schema_that_cannot_be_generated_is_named_and_not_those_that_contain_it() {
        let mut broken = document(json!({ "/a": { "get": operation("fine") } }));
        broken["components"]["schemas"]["Bad"] =
            json!({ "type": "object", "properties": { "x": { "$ref": "#/components/schemas/Gone" } } });
        broken["components"]["schemas"]["Outer"] =
            json!({ "type": "object", "properties": { "x": { "$ref": "#/components/schemas/Bad" } } });
        let problems = run(&broken).expect_err("a dangling reference cannot be generated");
        assert_eq!(problems.0.len(), 1, "{problems}");
        assert_eq!(problems.0[0].place, "Bad");
    }
}
