//! Every reference to a schema becomes one to a named schema, or is gone.
//!
//! A schema that lives elsewhere in the document (`#/x-alt-definitions/…`, a property of another schema) is
//! copied to the named ones, and what points to nothing takes any value: typify panics on both.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::references::{decoded, target};
use super::schema::{self, COMPONENT};
use super::spec::{Log, Spec};
use crate::{adaptation::Rule, naming};

/// Resolves all references between schemas.
pub fn apply(spec: &mut Spec) {
    let source = spec.root.clone();
    let mut names: BTreeSet<String> = spec.schemas_mut().keys().cloned().collect();
    let mut moved = BTreeMap::<String, String>::new();
    // Schemas that are copied here may hold references of their own, to be looked at in the next round.
    loop {
        let mut found = Map::new();
        let mut rewrite = |place: &str, schema: &mut Value, log: &mut Log| {
            let Some(link) = schema.get("$ref") else { return };
            let link = link.as_str().unwrap_or_default().to_owned();
            let nullable = schema::is_nullable(schema);
            let decoded_name =
                link.strip_prefix(COMPONENT).map(|name| decoded(name).replace("~1", "/").replace("~0", "~"));
            let name = decoded_name.filter(|name| names.contains(name)).or_else(|| moved.get(&link).cloned());
            let name = name.or_else(|| {
                let target = target(&source, &link).filter(|target| target.is_object())?;
                let last = link.rsplit('/').next().unwrap_or_default();
                let name = naming::unique(last, &mut names);
                log.note(Rule::MOVED_SCHEMA, format!("{link} as {name}"));
                found.insert(name.clone(), target.clone());
                moved.insert(link.clone(), name.clone());
                Some(name)
            });
            *schema = match name {
                Some(name) => schema::reference_to(&name),
                None => {
                    log.note(Rule::DANGLING_REFERENCE, format!("{place} {link}"));
                    schema::any()
                }
            };
            if nullable {
                schema::set_nullable(schema);
            }
        };
        spec.each_schema(&mut rewrite);
        if found.is_empty() {
            break;
        }
        spec.schemas_mut().append(&mut found);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::repair::only;

    #[test]
    fn a_schema_elsewhere_in_the_document_becomes_a_named_one_with_what_it_refers_to() {
        let spec = only(
            apply,
            json!({
                "x-alt-definitions": { "A": { "items": { "$ref": "#/x-alt-definitions/B" } }, "B": { "type": "string" } },
                "components": { "schemas": { "A": { "type": "object" }, "Use": { "$ref": "#/x-alt-definitions/A" } } },
            }),
        );
        let schemas = spec.schemas();
        assert_eq!(schemas["Use"], json!({ "$ref": "#/components/schemas/A2" }));
        assert_eq!(schemas["A2"]["items"], json!({ "$ref": "#/components/schemas/B" }));
        assert_eq!(schemas["B"], json!({ "type": "string" }));
    }

    #[test]
    fn a_dangling_reference_takes_any_value_and_is_reported_with_its_place() {
        let spec = only(
            apply,
            json!({ "components": { "schemas": { "A": { "properties": { "b": { "$ref": "#/components/schemas/Gone" } } } } } }),
        );
        assert_eq!(spec.schemas()["A"]["properties"]["b"], json!({}));
        assert_eq!(spec.adaptations[0].place, "A.b #/components/schemas/Gone");
    }

    #[test]
    fn references_that_go_in_circles_end() {
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
}
