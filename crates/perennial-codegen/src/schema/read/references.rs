//! Resolves references to schemas. Each reference becomes a reference to a named schema, or a schema for any value if
//! its target does not exist.
//!
//! A referenced schema outside `#/components/schemas` gets a name. Examples are `#/x-alt-definitions/…` and a property
//! of another schema.

use std::collections::{BTreeSet, HashMap};

use serde_json::Value;

use super::Reader;
use crate::{
    adaptation::Rule,
    bounds::{Bound, Budget},
    document::targets::{Targets, decode_pointer, shown},
    schema::{Schema, Shape},
    text::naming,
};

/// The prefix of every reference to a named schema.
pub const COMPONENT: &str = "#/components/schemas/";

/// The name of a referenced schema if the document does not contain a usable one. The naming rules recognize this name
/// as a placeholder, and name the schema after its use.
const NAMELESS: &str = "Schema";

pub struct References<'a> {
    pub targets: Targets<'a>,
    /// The names that schemas have so far: the names in `#/components/schemas`, and the names of schemas elsewhere to
    /// which a reference has been resolved.
    names: BTreeSet<String>,
    /// The Rust type names of the schemas in `names`.
    in_rust: BTreeSet<String>,
    /// The names of referenced schemas outside `#/components/schemas`, by their decoded JSON pointers.
    moved: HashMap<String, String>,
}

impl<'a> References<'a> {
    /// `names` are the names of the schemas in `components`. `source` is the document as it was served, which contains
    /// the targets of references.
    pub fn new(names: impl Iterator<Item = &'a str> + Clone, source: &'a Value) -> Self {
        Self {
            targets: Targets::new(source, Budget::new(Bound::Parts)),
            in_rust: names.clone().map(naming::type_name).collect(),
            names: names.map(str::to_owned).collect(),
            moved: HashMap::new(),
        }
    }

    /// Reserves `name`, with a number if another schema has the same name. Returns the reserved name.
    pub fn unique(&mut self, name: &str) -> String {
        naming::unique(name, &mut self.names)
    }

    /// Returns the name that the document gives to the target of `link`, such as `Thing` for `#/definitions/Thing`.
    /// Returns `None` if the target is not in a section for definitions, or if another schema has that name.
    fn own_name<'b>(&mut self, link: &'b str) -> Option<&'b str> {
        let steps: Vec<&str> = link.strip_prefix("#/")?.split('/').collect();
        let name = match steps.as_slice() {
            ["paths", ..] => return None,
            [_, name] | ["components", _, name] | [.., "$defs" | "definitions", name] => *name,
            _ => return None,
        };
        let is_name = name.parse::<u64>().is_err() && self.in_rust.insert(naming::type_name(name));
        is_name.then_some(name)
    }
}

/// Returns the `$ref` of the schema `declared`, which is empty if it is not a string. Returns `None` if there is no
/// `$ref`.
pub fn reference_link(declared: &Value) -> Option<&str> {
    Some(declared.get("$ref")?.as_str().unwrap_or_default())
}

impl<'a> Reader<'a> {
    /// Returns `true` if the schema `declared` is a reference with other significant keywords. In OpenAPI 3.0, keywords
    /// beside a `$ref` are ignored.
    pub fn composes_reference(&self, declared: &Value) -> bool {
        self.composes_references && declared.as_object().is_some_and(|declared| declared.len() > 1)
    }

    /// Reports the `$dynamicRef` of `declared`, if `declared` contains this keyword. The `$dynamicRef` has several
    /// possible targets: earlier passes have replaced every `$dynamicRef` that has only one target.
    pub fn note_dynamic_reference(&mut self, place: &str, declared: &Value) {
        if self.composes_references && declared.get("$dynamicRef").is_some() {
            self.log.note(Rule::DYNAMIC_REFERENCE, place);
        }
    }

    /// Returns a reference to the target of `link`, and schedules the target for parsing. If the target does not exist,
    /// reports the reference and returns the shape of any value.
    pub fn reference(&mut self, place: &str, link: &str) -> Shape {
        match self.target_name(link) {
            Some(name) => Shape::Named(name),
            None => {
                if !self.refuse_other_file(place, link) {
                    self.log.note(Rule::DANGLING_REFERENCE, format!("{place} {}", shown(link)));
                }
                Shape::Any
            }
        }
    }

    /// Refuses the document if `link` points to another file, and returns whether it does. The link is not reported
    /// again if [`check_references`](Self::check_references) has already reported it.
    pub fn refuse_other_file(&mut self, place: &str, link: &str) -> bool {
        let Some(reason) = self.references.targets.explain_other_file(link) else { return false };
        if !self.log.diagnostics.0.iter().any(|known| known.reason == reason) {
            self.log.diagnostics.push(place, reason);
        }
        true
    }

    /// Returns the name of the target of `link`, and schedules the target for parsing. Returns `None` if it does not
    /// exist.
    fn target_name(&mut self, link: &str) -> Option<String> {
        let named = component_name(link).filter(|name| self.references.names.contains(name));
        let pointer = decode_pointer(link);
        if let Some(name) = named.or_else(|| self.references.moved.get(&pointer).cloned()) {
            self.schedule(&name);
            return Some(name);
        }
        let target = self.references.targets.resolve(link).filter(|target| target.is_object())?;
        if let Err(bound) = self.references.targets.take(target) {
            self.log.refuse(bound, link);
            return None;
        }
        let own_name = self.references.own_name(link).unwrap_or(NAMELESS);
        let name = self.references.unique(own_name);
        self.log.note(Rule::MOVED_SCHEMA, format!("{link} as {name}"));
        self.references.moved.insert(pointer, name.clone());
        self.enqueue(&name, target);
        Some(name)
    }

    /// Schedules the schema `name` for parsing, if it is declared and has not been scheduled.
    pub fn schedule(&mut self, name: &str) {
        if let Some(declared) = self.named.get(name).filter(|_| !self.schemas.contains_key(name)) {
            self.enqueue(name, declared);
        }
    }

    fn enqueue(&mut self, name: &str, declared: &'a Value) {
        self.schemas.insert(name.to_owned(), Schema::any());
        self.open.push_back((name.to_owned(), declared));
    }

    pub fn target(&mut self, link: &str) -> Option<&'a Value> {
        let named = component_name(link).and_then(|name| self.named.get(name.as_str()).copied());
        named.or_else(|| self.references.targets.resolve(link))
    }

    /// Same as [`target`](Self::target), but counts the size of the target towards the bound for documents. Use this
    /// method where the target is parsed again for each reference, which would take long for many references to a large
    /// target.
    pub fn counted_target(&mut self, link: &str) -> Option<&'a Value> {
        let target = self.target(link)?;
        let taken = self.references.targets.take(target);
        taken.map_err(|bound| self.log.refuse(bound, link)).ok()?;
        Some(target)
    }
}

/// Returns the name of the schema if `link` refers to a named schema in `components`, such as `A` for
/// `#/components/schemas/A`.
pub fn component_name(link: &str) -> Option<String> {
    decode_pointer(link).strip_prefix(COMPONENT).map(|name| name.replace("~1", "/").replace("~0", "~"))
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, json};

    use super::*;
    use crate::{
        bounds::Bound,
        log::Log,
        schema::tests::{all_schemas, reference, written},
    };

    fn read(root: Value) -> (Map<String, Value>, Log) {
        let (schemas, log) = all_schemas(root);
        (schemas.iter().map(|(name, schema)| (name.clone(), written(schema))).collect(), log)
    }

    #[test]
    fn referenced_schemas_outside_components_get_names() {
        let (schemas, _) = read(json!({
            "x-alt-definitions": { "A": { "items": { "$ref": "#/x-alt-definitions/B" } }, "B": { "type": "string" } },
            "components": { "schemas": { "A": { "type": "object" }, "Use": { "$ref": "#/x-alt-definitions/A" } } },
        }));
        assert_eq!(schemas["Use"], reference("Schema"));
        assert_eq!(schemas["Schema"]["items"], reference("B"));
        assert_eq!(schemas["B"], json!({ "type": "string" }));
    }

    #[test]
    fn a_dangling_reference_to_a_schema_accepts_any_value() {
        let (schemas, log) = read(
            json!({ "components": { "schemas": { "A": { "properties": { "b": { "$ref": "#/components/schemas/Gone" } } } } } }),
        );
        assert_eq!(schemas["A"]["properties"]["b"], json!({}));
        assert_eq!(log.adaptations[0].place, "A.b #/components/schemas/Gone");
    }

    #[test]
    fn rejects_a_reference_that_leads_to_another_file_indirectly() {
        let schemas =
            |declared: Value| json!({ "components": { "schemas": declared }, "x": { "a": { "$ref": "a.yaml" } } });
        let uses = |target: &str| json!({ "U": { "type": "array", "items": { "$ref": target } } });
        let mut enclosing = uses("#/components/schemas/A");
        enclosing["$ref"] = "a.yaml".into();
        for declared in [uses("#/x/a"), uses("#/x/a/properties/b"), enclosing] {
            let (_, log) = read(schemas(declared.clone()));
            let diagnostics = log.diagnostics.to_string();
            assert!(
                diagnostics.starts_with("U[]: refers to a.yaml, which is in another file"),
                "{declared}: {diagnostics}"
            );
        }
    }

    #[test]
    fn a_dynamic_reference_accepts_any_value() {
        let declared = |version: &str| {
            let items = json!({ "$dynamicRef": "#T", "description": "Told." });
            let schemas = json!({ "A": { "properties": { "b": { "type": "array", "items": items } } } });
            let (schemas, log) = read(json!({ "openapi": version, "components": { "schemas": schemas } }));
            let noted = log.adaptations.into_iter().map(|it| (it.rule, it.place)).collect::<Vec<_>>();
            (schemas["A"]["properties"]["b"]["items"].clone(), noted)
        };
        let any = json!({ "description": "Told." });
        assert_eq!(declared("3.1.0"), (any.clone(), vec![(Rule::DYNAMIC_REFERENCE, "A.b[]".to_owned())]));
        assert_eq!(declared("3.0.3"), (any, Vec::new()));
    }

    #[test]
    fn terminates_on_a_cycle_of_references_outside_components() {
        let (schemas, _) = read(json!({
            "x": { "a": { "$ref": "#/x/b" }, "b": { "$ref": "#/x/a" } },
            "components": { "schemas": { "A": { "$ref": "#/x/a" } } },
        }));
        assert_eq!(schemas["A"], json!({}));
    }

    #[test]
    fn resolves_a_reference_with_escaped_characters() {
        let (schemas, _) = read(
            json!({ "components": { "schemas": { "A b/c": { "type": "string" }, "U": { "$ref": "#/components/schemas/A%20b~1c" } } } }),
        );
        assert_eq!(schemas["U"], reference("A b/c"));
    }

    #[test]
    fn differently_escaped_references_to_a_schema_share_its_name() {
        let (schemas, _) = read(json!({
            "x-a": { "B": { "type": "string" } },
            "components": { "schemas": { "U": { "properties": {
                "a": { "$ref": "#/x-a/B" }, "b": { "$ref": "#/x%2Da/B" }, "c": { "$ref": "#/%78-%61/%42" },
            } } } },
        }));
        assert_eq!(schemas.keys().collect::<Vec<_>>(), ["U", "B"]);
        assert_eq!(schemas["U"]["properties"]["c"], reference("B"));
    }

    #[test]
    fn each_reference_counts_its_target_towards_the_size_bound() {
        // Forty schemas are nested in each other, and each one is referenced. The innermost schema contains a long
        // description, which is part of all forty and therefore counted forty times.
        let mut nested = json!({ "description": "x".repeat(4_000_000) });
        let mut link = "#/x".to_owned();
        let mut uses = Map::new();
        for n in 0..40 {
            uses.insert(format!("p{n}"), json!({ "$ref": link }));
            link += "/properties/a";
            nested = json!({ "properties": { "a": nested } });
        }
        let (_, log) = read(json!({ "x": nested, "components": { "schemas": { "U": { "properties": uses } } } }));
        assert!(log.diagnostics.to_string().contains(&Bound::Parts.to_string()), "{}", log.diagnostics);
    }
}
