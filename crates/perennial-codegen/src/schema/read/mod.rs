//! Parses a document into typed operations and schemas. Documents deviate from OpenAPI in many ways, so the parser
//! accepts any JSON value.
//!
//! Parsing begins with the operations. A named schema is parsed only if an operation uses it, directly or through other
//! schemas. Programs never encounter values of unused schemas, and each type increases the build time of programs.

mod bodies;
mod formats;
mod kinds;
mod limits;
mod operations;
mod parameters;
pub mod references;
mod responses;
mod schemas;
mod servers;
mod streams;
mod subtypes;
mod texts;
mod unusable_references;
mod value_names;
mod values;
mod webhooks;

use std::{
    collections::{BTreeSet, HashMap, HashSet, VecDeque},
    mem,
};

use indexmap::IndexMap;
use serde_json::{Value, json};

use super::{DeclaredWebhook, Schema, TypedDocument, security};
use crate::{
    api::OwnTypes,
    document::{
        Spec,
        json::{array, entries, optional_string},
        readable::Version,
    },
    log::Log,
    text::method,
};
use references::References;
use subtypes::Subtypes;

/// Parses a document whose operations are self-contained. `own` contains the own types (`client.types` in
/// `names.json`). Returns the document with the log of `spec`, to which adaptations and defects are added. The bodies
/// of error responses are parsed only if `with_errors` is set.
pub fn read_document(spec: &mut Spec, own: &OwnTypes, with_errors: bool) -> (TypedDocument, Log) {
    let Spec { root, source, log, derived_ids, .. } = spec;
    let mut reader = Reader::new(root, source, mem::take(log));
    reader.own_types = own.clone();
    reader.with_errors = with_errors;
    reader.derived_ids = mem::take(derived_ids);
    for part in ["security", "servers"] {
        reader.check_references("openapi.json", &json!({ part: root[part] }));
    }
    for (name, scheme) in entries(&root["components"], "securitySchemes") {
        reader.check_references(&format!("security scheme {name}"), scheme);
    }
    let mut operations = Vec::new();
    for (path, item) in entries(root, "paths") {
        for (method, declared) in method::operations(item) {
            operations.extend(reader.operation(method, path, item, declared));
        }
    }
    reader.webhooks();
    let webhooks = mem::take(&mut reader.webhooks);
    let (schemas, log) = reader.read_schemas();
    let (schemes, security) = (security::schemes(root), security::alternatives(root.get("security")));
    let (servers, default_server) = servers::base_url_servers(root);
    let document = TypedDocument {
        description: optional_string(&root["info"], "description"),
        operations,
        webhooks,
        tags: tag_descriptions(root),
        schemas,
        schemes,
        security,
        servers,
        default_server,
        own_types: own.clone(),
    };
    (document, log)
}

fn tag_descriptions(root: &Value) -> HashMap<String, String> {
    let described = |tag| {
        let texts = ["summary", "description"].into_iter().filter_map(|key| optional_string(tag, key));
        let part_of = optional_string(tag, "parent").map(|parent| format!("Part of the tag `{parent}`."));
        let paragraphs: Vec<String> = texts.chain(part_of).collect();
        Some((optional_string(tag, "name")?, paragraphs.join("\n\n")))
    };
    array(root, "tags").filter_map(described).filter(|(_, text)| !text.is_empty()).collect()
}

pub struct Reader<'a> {
    root: &'a Value,
    named: IndexMap<&'a str, &'a Value>,
    subtypes: Subtypes<'a>,
    references: References<'a>,
    /// Whether keywords beside a `$ref` are significant, as in OpenAPI 3.1 and later.
    composes_references: bool,
    /// The schemas that are referenced but have not been parsed, each with its name in `schemas`.
    open: VecDeque<(String, &'a Value)>,
    /// The referenced schemas, by name. Until a schema has been parsed, its entry allows any value.
    schemas: IndexMap<String, Schema>,
    webhooks: Vec<DeclaredWebhook>,
    with_errors: bool,
    /// The ids of the operations whose id is derived.
    derived_ids: HashSet<String>,
    /// The schemas of webhook bodies. The key is the address of the declaration in the document: a callback that
    /// several operations share must have one type.
    webhook_bodies: HashMap<*const Value, Schema>,
    own_types: OwnTypes,
    /// All formats of strings and numbers in the document. They are collected only if there are own types.
    formats: BTreeSet<String>,
    log: Log,
}

impl<'a> Reader<'a> {
    /// Creates a parser for the document `root`. `source` is the document as it was served, which contains the targets
    /// of references.
    pub fn new(root: &'a Value, source: &'a Value, log: Log) -> Self {
        let named: IndexMap<&str, &Value> =
            entries(&root["components"], "schemas").map(|(name, declared)| (name.as_str(), declared)).collect();
        Self {
            root,
            subtypes: Subtypes::new(&named),
            references: References::new(named.keys().copied(), source),
            composes_references: Version::from_root(root).is_some_and(|version| version > Version::V3_0),
            named,
            open: VecDeque::new(),
            schemas: IndexMap::new(),
            webhooks: Vec::new(),
            with_errors: false,
            derived_ids: HashSet::new(),
            webhook_bodies: HashMap::new(),
            own_types: OwnTypes::new(),
            formats: BTreeSet::new(),
            log,
        }
    }

    /// Parses all schemas that are referenced, and returns them with the log. The schemas in `components` come first,
    /// in the order of the document, followed by schemas from other parts of the document.
    pub fn read_schemas(mut self) -> (IndexMap<String, Schema>, Log) {
        while let Some((name, declared)) = self.open.pop_front() {
            let schema = self.named_schema(&name, declared);
            self.schemas.insert(name, schema);
        }
        self.refuse_unused_formats();
        self.schemas.sort_by_cached_key(|name, _| self.named.get_index_of(name.as_str()).unwrap_or(usize::MAX));
        (self.schemas, self.log)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::{
        document,
        schema::tests::{read_typed, reference, written},
    };

    #[test]
    fn parses_only_schemas_that_operations_or_callbacks_use() {
        let (document, _) = read_typed(json!({
            "components": { "schemas": {
                "A": { "items": reference("B") }, "B": { "items": reference("A") }, "C": { "items": reference("A") },
                "Event": { "type": "object" },
            } },
            "paths": { "/a": { "get": {
                "operationId": "x",
                "callbacks": { "on": { "{$url}": { "post": { "requestBody": { "content": { "application/json": {
                    "schema": reference("Event") } } } } } } },
                "responses": { "2XX": { "content": { "application/json": { "schema": reference("B") } } } },
            } } },
        }));
        assert_eq!(document.schemas.keys().collect::<Vec<_>>(), ["A", "B", "Event"]);
    }

    #[test]
    fn ignores_foreign_extensions_in_the_targets_of_references() {
        let root = json!({
            "openapi": "3.0.3",
            "x-alt-definitions": { "A": { "type": "object", "x-rust-type": { "path": "evil" },
                "properties": { "b": { "$ref": "#/x-alt-definitions/B" } } }, "B": { "type": "string", "x-null": true } },
            "x-parts": { "p": { "name": "p", "in": "query", "x-style": "evil", "schema": { "x-rust-type": {}, "type": "string" } } },
            "x-paths": { "item": { "get": {
                "operationId": "x", "x-template": "evil", "parameters": [{ "$ref": "#/x-parts/p" }],
                "responses": { "200": { "$ref": "#/x-alt-definitions/R" } },
            } } },
            "paths": {
                "/a": { "$ref": "#/x-paths/item" },
                "/b": { "get": { "operationId": "y", "responses": { "200": { "content": { "application/json": {
                    "schema": { "$ref": "#/x-alt-definitions/A" } } } } } } },
            },
        });
        let mut whole = document::resolve_document(root).expect("whole");
        assert!(!whole.root["paths"].to_string().contains("evil"), "{}", whole.root["paths"]);
        let (document, _) = super::read_document(&mut whole, &super::OwnTypes::new(), false);
        assert_eq!(written(&document.schemas["A"])["properties"]["b"], reference("B"));
        assert_eq!(written(&document.schemas["B"]), json!({ "type": "string" }));
        assert_eq!(written(&document.operations[0].parameters[0].schema), json!({ "type": "string" }));
        assert!(!format!("{document:?}").contains("evil"), "{document:?}");
    }
}
