//! Resolves references to schemas: each leads to a named schema, or becomes any value.
//!
//! A referenced schema outside `#/components/schemas` (such as `#/x-alt-definitions/…`, or a property of another
//! schema) gets a name. A reference without a target becomes any value.

use std::collections::{BTreeSet, HashMap};

use serde_json::Value;

use super::Reader;
use crate::{
    adaptation::Rule,
    bounds::{Bound, Budget},
    document::targets::{self, Targets, decode_pointer},
    schema::{Schema, Shape},
    text::naming,
};

/// The prefix of a reference to a named schema.
pub const COMPONENT: &str = "#/components/schemas/";

/// The name of a referenced schema without a usable name. The naming rules treat it as a placeholder, and name the
/// schema after its use.
const NAMELESS: &str = "Schema";

/// The referenced parts of the document.
pub struct References<'a> {
    targets: Targets<'a>,
    /// The names of named schemas and of schemas that got a name here.
    names: BTreeSet<String>,
    /// The Rust names of these schemas.
    in_rust: BTreeSet<String>,
    /// The names of schemas outside `#/components/schemas`, by their unescaped place.
    moved: HashMap<String, String>,
}

impl<'a> References<'a> {
    /// Creates the state for a document with schemas called `names`, before any reference is resolved.
    pub fn new(names: impl Iterator<Item = &'a str> + Clone, source: &'a Value) -> Self {
        Self {
            targets: Targets::new(source, Budget::new(Bound::Parts)),
            in_rust: names.clone().map(naming::type_name).collect(),
            names: names.map(str::to_owned).collect(),
            moved: HashMap::new(),
        }
    }

    /// Returns `name`, with a number appended if a schema already has that name.
    pub fn unique(&mut self, name: &str) -> String {
        naming::unique(name, &mut self.names)
    }

    /// Returns the name of a schema in a section for definitions (`#/definitions/Thing`), unless another schema has
    /// that name. The last step of a place of another form, such as a property, is not used as a name.
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

/// Returns the `$ref` of a schema, if there is one.
pub fn reference_link(declared: &Value) -> Option<&str> {
    Some(declared.get("$ref")?.as_str().unwrap_or_default())
}

impl<'a> Reader<'a> {
    /// Returns `true` if keywords beside the `$ref` of `declared` have an effect.
    pub fn composes_reference(&self, declared: &Value) -> bool {
        self.composes_references && declared.as_object().is_some_and(|declared| declared.len() > 1)
    }

    /// Reports the `$dynamicRef` of `declared`. One that remains after the document passes has several targets.
    pub fn note_dynamic_reference(&mut self, place: &str, declared: &Value) {
        if self.composes_references && declared.get("$dynamicRef").is_some() {
            self.log.note(Rule::DYNAMIC_REFERENCE, place);
        }
    }

    /// Returns the shape for the target of `link`, and schedules the target for reading.
    pub fn reference(&mut self, place: &str, link: &str) -> Shape {
        match self.target_name(link) {
            Some(name) => Shape::Named(name),
            None => {
                if targets::is_in_another_file(link) {
                    self.log.diagnostics.push(place, targets::explain_missing_target(link));
                } else {
                    self.log.note(Rule::DANGLING_REFERENCE, format!("{place} {link}"));
                }
                Shape::Any
            }
        }
    }

    /// Returns the name of the target of `link`; `None` if there is no target.
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

    /// Schedules the schema called `name` for reading, if the document declares it.
    pub fn schedule(&mut self, name: &str) {
        if let Some(declared) = self.named.get(name).filter(|_| !self.schemas.contains_key(name)) {
            self.enqueue(name, declared);
        }
    }

    fn enqueue(&mut self, name: &str, declared: &'a Value) {
        self.schemas.insert(name.to_owned(), Schema::any());
        self.open.push_back((name.to_owned(), declared));
    }

    /// Returns the target of `link` as the document declares it.
    pub fn target(&mut self, link: &str) -> Option<&'a Value> {
        let named = component_name(link).and_then(|name| self.named.get(name.as_str()).copied());
        named.or_else(|| self.references.targets.resolve(link))
    }

    /// Same as [`Self::target`], but counts the target towards the bound, because it is read once for each reference.
    pub fn counted_target(&mut self, link: &str) -> Option<&'a Value> {
        let target = self.target(link)?;
        let taken = self.references.targets.take(target);
        taken.map_err(|bound| self.log.refuse(bound, link)).ok()?;
        Some(target)
    }
}

/// Returns the name in a reference to a named schema.
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

    /// Reads all schemas of `root`.
    fn read(root: Value) -> (Map<String, Value>, Log) {
        let (schemas, log) = all_schemas(root);
        (schemas.iter().map(|(name, schema)| (name.clone(), written(schema))).collect(), log)
    }

    #[test]
    fn names_a_schema_outside_components_and_the_schemas_it_refers_to() {
        let (schemas, _) = read(json!({
            "x-alt-definitions": { "A": { "items": { "$ref": "#/x-alt-definitions/B" } }, "B": { "type": "string" } },
            "components": { "schemas": { "A": { "type": "object" }, "Use": { "$ref": "#/x-alt-definitions/A" } } },
        }));
        assert_eq!(schemas["Use"], reference("Schema"));
        assert_eq!(schemas["Schema"]["items"], reference("B"));
        assert_eq!(schemas["B"], json!({ "type": "string" }));
    }

    #[test]
    fn accepts_any_value_for_a_dangling_reference_and_reports_it() {
        let (schemas, log) = read(
            json!({ "components": { "schemas": { "A": { "properties": { "b": { "$ref": "#/components/schemas/Gone" } } } } } }),
        );
        assert_eq!(schemas["A"]["properties"]["b"], json!({}));
        assert_eq!(log.adaptations[0].place, "A.b #/components/schemas/Gone");
    }

    #[test]
    fn accepts_any_value_for_a_dynamic_reference_and_reports_it() {
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
    fn terminates_on_references_in_a_cycle() {
        let (schemas, _) = read(json!({
            "x": { "a": { "$ref": "#/x/b" }, "b": { "$ref": "#/x/a" } },
            "components": { "schemas": { "A": { "$ref": "#/x/a" } } },
        }));
        assert_eq!(schemas["A"], json!({}));
    }

    #[test]
    fn resolves_an_escaped_reference() {
        let (schemas, _) = read(
            json!({ "components": { "schemas": { "A b/c": { "type": "string" }, "U": { "$ref": "#/components/schemas/A%20b~1c" } } } }),
        );
        assert_eq!(schemas["U"], reference("A b/c"));
    }

    #[test]
    fn names_a_place_once_however_references_escape_it() {
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
    fn counts_nested_referenced_places_towards_the_bound() {
        // Each place contains all places inside it, and is referenced itself.
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
