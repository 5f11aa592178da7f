//! Which operations are generated: those of the tags whose features are on, and those without a tag.
//!
//! The model has the whole document all the same, so that no name depends on the selection.

use std::collections::{BTreeMap, BTreeSet};

use crate::api::{Api, GroupedOperation};

/// The feature of all tags.
pub const ALL: &str = "all-tags";

/// The features that are on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Selection {
    /// That of all tags.
    All,
    /// Those of these tags.
    Of(BTreeSet<String>),
}

impl Selection {
    /// What is left of `api`: the selected operations, and the types that they reach.
    pub fn apply(&self, api: Api) -> Api {
        let Self::Of(selected) = self else { return api };
        let is_on = |features: &[&str]| features.is_empty() || features.iter().any(|name| selected.contains(*name));
        let kept = api.features().into_iter().filter(|(_, features)| is_on(features));
        let kept = kept.map(|(name, _)| name.to_owned()).collect();
        only(api, &kept)
    }
}

/// The operations called `kept`, and what they need.
fn only(mut api: Api, kept: &BTreeSet<String>) -> Api {
    let left = api.operations.iter().enumerate().filter(|(_, operation)| kept.contains(&operation.name));
    let new_index: BTreeMap<usize, usize> = left.enumerate().map(|(new, (old, _))| (old, new)).collect();
    api.operations.retain(|operation| kept.contains(&operation.name));
    for group in &mut api.groups {
        let operations = std::mem::take(&mut group.operations).into_iter();
        let left = operations.filter_map(|grouped| {
            Some(GroupedOperation { index: *new_index.get(&grouped.index)?, name: grouped.name })
        });
        group.operations = left.collect();
    }
    api.absent_groups = api.groups.extract_if(.., |group| group.operations.is_empty()).collect();
    let reached: BTreeSet<String> = api.sent().union(&api.received()).map(|name| (*name).to_owned()).collect();
    api.types.retain(|def| reached.contains(&def.name));
    api.pages.retain(|page| reached.contains(&page.name));
    api.series.retain(|series| reached.contains(&series.name));
    api
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::names::former::FormerNames;

    fn names<'a>(all: impl IntoIterator<Item = &'a String>) -> Vec<&'a str> {
        all.into_iter().map(String::as_str).collect()
    }

    fn selected(features: &[&str]) -> Api {
        Selection::Of(features.iter().map(|feature| (*feature).to_owned()).collect()).apply(api())
    }

    fn api() -> Api {
        let reference = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
        let operation = |id: &str, tags: &[&str], schema: &str| {
            let content = json!({ "application/json": { "schema": reference(schema) } });
            json!({ "get": { "operationId": id, "tags": tags, "responses": { "200": { "content": content } } } })
        };
        let page = |item: &str| {
            json!({ "type": "object", "properties": {
                "entries": { "type": "array", "items": reference(item) }, "nextId": { "type": "string" } } })
        };
        let thing = json!({ "type": "object", "properties": { "kind": { "type": "string", "enum": ["A"] } } });
        let root = json!({ "openapi": "3.0.0", "paths": {
            "/things": operation("listThings", &["Things"], "ThingPage"),
            "/parts": operation("listParts", &["Parts", "Things"], "PartPage"),
            "/health": operation("health", &[], "Health"),
            "/others": operation("others", &["Others"], "Thing"),
        }, "components": { "schemas": {
            "ThingPage": page("Thing"), "PartPage": page("Part"), "Thing": thing,
            "Part": { "type": "object", "properties": { "of": reference("Thing") } },
            "Health": { "type": "object", "properties": { "ok": { "type": "boolean" } } },
        } } });
        crate::model(&root.to_string()).expect("legal").0
    }

    #[test]
    fn what_no_selected_operation_reaches_is_left_out() {
        let api = selected(&["others"]);
        assert_eq!(names(api.absent_groups.iter().map(|group| &group.feature)), ["things", "parts"]);
        assert_eq!(names(api.operations.iter().map(|operation| &operation.id)), ["health", "others"]);
        assert_eq!(names(api.types.iter().map(|def| &def.name)), ["Thing", "Health", "ThingKind"]);
        assert_eq!(
            (api.pages.len(), names(api.groups.iter().map(|group| &group.name))),
            (0, vec!["others_operations"])
        );
        assert_eq!(names(selected(&[]).operations.iter().map(|operation| &operation.id)), ["health"]);
    }

    #[test]
    fn a_type_comes_with_each_feature_that_reaches_it() {
        let api = api();
        let features = api.type_features();
        let of = |name: &str| features.get(name).map(|features| features.iter().copied().collect::<Vec<_>>());
        assert_eq!(of("PartPage"), Some(vec!["parts", "things"]));
        assert_eq!(of("ThingKind"), Some(vec!["others", "parts", "things"]));
        assert_eq!(of("Health"), None);
        for (name, features) in features {
            let is_there = |feature: &str| selected(&[feature]).types.iter().any(|def| def.name == name);
            assert!(
                ["others", "parts", "things"].iter().all(|feature| is_there(feature) == features.contains(feature))
            );
        }
    }

    #[test]
    fn an_operation_of_several_tags_comes_with_each_of_them() {
        let api = selected(&["parts"]);
        assert_eq!(names(api.operations.iter().map(|operation| &operation.id)), ["listParts", "health"]);
        assert_eq!(names(api.groups.iter().map(|group| &group.name)), ["things", "parts"]);
        assert!(api.groups.iter().all(|group| group.operations[0].index == 0));
        assert_eq!(names(api.pages.iter().map(|page| &page.name)), ["PartPage"]);
    }

    #[test]
    fn the_documentation_lists_every_tag_with_its_feature_on_or_off() {
        let code = crate::code(&selected(&["others"]), &FormerNames::default()).expect("legal").formatted();
        for row in ["| `Others` | `others_operations()` | `others` |", "| `Things` | `things()` | `things` |"] {
            assert!(code.contains(row), "{code}");
        }
    }

    #[test]
    fn former_names_of_what_is_left_out_are_left_out() {
        let text =
            r#"{"types":{"OldPart":"Part","OldThing":"Thing"},"operations":{"old":"list_parts","older":"others"}}"#;
        let former = FormerNames::parse(text).expect("legal");
        let left = former.within(&selected(&["others"]));
        assert_eq!((names(left.types.keys()), names(left.operations.keys())), (vec!["OldThing"], vec!["older"]));
    }
}
