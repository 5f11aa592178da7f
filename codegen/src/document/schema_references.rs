//! Every reference to a schema becomes one to a named schema, or is gone.
//!
//! A schema that lives elsewhere in the document (`#/x-alt-definitions/…`, a property of another schema) is
//! copied to the named ones, and what points to nothing takes any value.

use std::{
    collections::{BTreeSet, HashMap},
    mem,
};

use serde_json::{Map, Value};

use super::{
    references::{Targets, decoded},
    schema::{self, COMPONENT},
    spec::Spec,
};
use crate::{adaptation::Rule, log::Log, text::naming};

/// Resolves all references between schemas.
pub fn apply(spec: &mut Spec) {
    // No later pass follows a reference to anything but a named schema.
    let source = mem::take(&mut spec.source);
    let names: BTreeSet<String> = spec.schemas_mut().keys().cloned().collect();
    let mut resolver = Resolver {
        targets: Targets::new(&source),
        in_rust: names.iter().map(|name| naming::type_name(name)).collect(),
        names,
        moved: HashMap::new(),
        found: Map::new(),
    };
    spec.each_schema(|place, schema, log| resolver.resolve(place, schema, log));
    // Schemas that are copied here may hold references of their own.
    let mut log = Log::default();
    while !resolver.found.is_empty() {
        let mut found = mem::take(&mut resolver.found);
        for (name, schema) in &mut found {
            schema::walk(name, schema, &mut |place, schema| resolver.resolve(place, schema, &mut log));
        }
        spec.schemas_mut().append(&mut found);
    }
    spec.log.absorb(log);
}

struct Resolver<'a> {
    targets: Targets<'a>,
    /// Of the named schemas.
    names: BTreeSet<String>,
    /// What they are in Rust.
    in_rust: BTreeSet<String>,
    /// Where a schema stood, without escapes, to its name.
    moved: HashMap<String, String>,
    /// What was copied and still has to be searched.
    found: Map<String, Value>,
}

impl Resolver<'_> {
    fn resolve(&mut self, place: &str, schema: &mut Value, log: &mut Log) {
        let Some(link) = schema.get("$ref") else { return };
        let link = link.as_str().unwrap_or_default().to_owned();
        let nullable = schema::is_nullable(schema);
        *schema = match self.name(&link, log) {
            Some(name) => schema::reference_to(&name),
            None => {
                log.note(Rule::DANGLING_REFERENCE, format!("{place} {link}"));
                schema::any()
            }
        };
        if nullable {
            schema::set_nullable(schema);
        }
    }

    /// The name of the schema that `link` leads to.
    fn name(&mut self, link: &str, log: &mut Log) -> Option<String> {
        let pointer = decoded(link);
        let named = pointer.strip_prefix(COMPONENT).map(|name| name.replace("~1", "/").replace("~0", "~"));
        if let Some(name) = named.filter(|name| self.names.contains(name)).or_else(|| self.moved.get(&pointer).cloned())
        {
            return Some(name);
        }
        let target = self.targets.resolve(link).filter(|target| target.is_object())?;
        let copy = match self.targets.copy(target) {
            Ok(copy) => copy,
            Err(bound) => {
                log.refuse(bound, link);
                return None;
            }
        };
        let name = naming::unique(self.own_name(link).unwrap_or(NAMELESS), &mut self.names);
        log.note(Rule::MOVED_SCHEMA, format!("{link} as {name}"));
        self.found.insert(name.clone(), copy);
        self.moved.insert(pointer, name.clone());
        Some(name)
    }
}

/// A name that says nothing: such a schema is named after where it is used.
const NAMELESS: &str = "Schema";

impl Resolver<'_> {
    /// The name of a schema in a section of its own (`#/definitions/Incident`), unless a named schema has it. The last
    /// step to a part of something is no name.
    fn own_name<'b>(&mut self, link: &'b str) -> Option<&'b str> {
        let steps: Vec<&str> = link.strip_prefix("#/")?.split('/').collect();
        let name = match steps.as_slice() {
            ["paths", ..] => return None,
            [_, name] | ["components", _, name] => *name,
            _ => return None,
        };
        let is_name = name.parse::<u64>().is_err() && self.in_rust.insert(naming::type_name(name));
        is_name.then_some(name)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::bounds::Bound;
    use crate::document::only;

    #[test]
    fn a_schema_outside_components_is_copied_with_its_references() {
        let spec = only(
            apply,
            json!({
                "x-alt-definitions": { "A": { "items": { "$ref": "#/x-alt-definitions/B" } }, "B": { "type": "string" } },
                "components": { "schemas": { "A": { "type": "object" }, "Use": { "$ref": "#/x-alt-definitions/A" } } },
            }),
        );
        let schemas = spec.schemas();
        assert_eq!(schemas["Use"], json!({ "$ref": "#/components/schemas/Schema" }));
        assert_eq!(schemas["Schema"]["items"], json!({ "$ref": "#/components/schemas/B" }));
        assert_eq!(schemas["B"], json!({ "type": "string" }));
    }

    #[test]
    fn a_dangling_reference_takes_any_value_and_its_place_is_reported() {
        let spec = only(
            apply,
            json!({ "components": { "schemas": { "A": { "properties": { "b": { "$ref": "#/components/schemas/Gone" } } } } } }),
        );
        assert_eq!(spec.schemas()["A"]["properties"]["b"], json!({}));
        assert_eq!(spec.log.adaptations[0].place, "A.b #/components/schemas/Gone");
    }

    #[test]
    fn references_that_go_in_cycles_end() {
        let looped = json!({
            "x": { "a": { "$ref": "#/x/b" }, "b": { "$ref": "#/x/a" } },
            "components": { "schemas": { "A": { "$ref": "#/x/a" } } },
        });
        assert_eq!(only(apply, looped).schemas()["A"], json!({}));
    }

    #[test]
    fn an_escaped_reference_finds_its_schema() {
        let spec = only(
            apply,
            json!({ "components": { "schemas": { "A b/c": { "type": "string" }, "U": { "$ref": "#/components/schemas/A%20b~1c" } } } }),
        );
        assert_eq!(spec.schemas()["U"], json!({ "$ref": "#/components/schemas/A b/c" }));
    }

    #[test]
    fn one_place_is_copied_once_however_it_is_escaped() {
        let spec = only(
            apply,
            json!({
                "x-a": { "B": { "type": "string" } },
                "components": { "schemas": { "U": { "properties": {
                    "a": { "$ref": "#/x-a/B" }, "b": { "$ref": "#/x%2Da/B" }, "c": { "$ref": "#/%78-%61/%42" },
                } } } },
            }),
        );
        assert_eq!(spec.schemas().keys().collect::<Vec<_>>(), ["U", "B"]);
        assert_eq!(spec.schemas()["U"]["properties"]["c"], json!({ "$ref": "#/components/schemas/B" }));
    }

    #[test]
    fn copies_that_contain_each_other_keep_within_a_bound() {
        // Each of the places has all that stand inside it, and is referred to itself.
        let mut nested = json!({ "description": "x".repeat(4_000_000) });
        let mut link = "#/x".to_owned();
        let mut uses = Map::new();
        for n in 0..40 {
            uses.insert(format!("p{n}"), json!({ "$ref": link }));
            link += "/properties/a";
            nested = json!({ "properties": { "a": nested } });
        }
        let spec = only(apply, json!({ "x": nested, "components": { "schemas": { "U": { "properties": uses } } } }));
        assert!(spec.log.diagnostics.to_string().contains(&Bound::Parts.to_string()), "{}", spec.log.diagnostics);
    }
}
