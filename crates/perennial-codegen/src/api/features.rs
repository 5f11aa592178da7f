//! Determines the Cargo features of operations and types, and reduces an API to the items of selected features.

use std::collections::{BTreeSet, HashMap, HashSet};

use indexmap::IndexMap;

use super::{Api, Operation, Webhook, former::ByOwner, reached};

/// The Cargo feature that enables the operations of all tags.
pub const ALL: &str = "all-tags";

/// The Cargo feature that enables the types of webhooks and callbacks.
pub const WEBHOOKS: &str = "webhooks";

impl Api {
    /// Returns the features of each operation, by the operation's name. Any of these features enables the operation.
    /// The list is empty for an operation without a tag, which is always enabled.
    pub fn features(&self) -> HashMap<&str, Vec<&str>> {
        let mut features: HashMap<&str, Vec<&str>> = HashMap::new();
        features.extend(self.operations.iter().map(|operation| (operation.name.as_str(), Vec::new())));
        for group in &self.groups {
            for grouped in &group.operations {
                features.entry(&self.operation(grouped).name).or_default().push(&group.feature);
            }
        }
        features
    }

    /// Returns the features of each type, by the type's name. Any of these features enables the type. Types that are
    /// always enabled are omitted. A type that no operation uses has the feature [`ALL`].
    pub fn type_features(&self) -> HashMap<&str, BTreeSet<&str>> {
        let of_operations = self.features();
        let always = self.operations.iter().filter(|operation| of_operations[operation.name.as_str()].is_empty());
        let always = self.reached_from(always.flat_map(Operation::type_names));
        let mut features: HashMap<&str, BTreeSet<&str>> = HashMap::new();
        for (alike, names) in self.features_with_types() {
            for name in names.difference(&always) {
                features.entry(name).or_default().extend(&alike);
            }
        }
        let by_tag: HashSet<&str> = features.keys().copied().collect();
        for name in self.reached_from(self.webhooks.iter().filter_map(Webhook::type_name)).difference(&always) {
            features.entry(name).or_default().insert(WEBHOOKS);
        }
        let names = self.types.iter().map(|def| def.name.as_str());
        let unreached = names.filter(|name| !features.contains_key(name) && !always.contains(name));
        for name in self.reached_from(unreached).difference(&always).filter(|name| !by_tag.contains(*name)) {
            // No operation uses this type. Without tags, the feature [`ALL`] does not exist, so the type is always
            // enabled.
            if self.groups.is_empty() {
                features.remove(name);
            } else {
                features.entry(name).or_default().insert(ALL);
            }
        }
        for series in &self.series {
            if let Some(of_series) = features.get(series.name.as_str()).cloned() {
                features.insert(&series.sample.name, of_series);
            }
        }
        features
    }

    /// Groups the features that enable the same operations. Each group is returned with the names of all types that
    /// these operations use.
    pub fn features_with_types(&self) -> impl Iterator<Item = (Vec<&str>, BTreeSet<&str>)> {
        let types = self.types_by_name();
        let names: Vec<BTreeSet<&str>> = self.operations.iter().map(Operation::type_names).collect();
        let mut alike: IndexMap<Vec<usize>, Vec<&str>> = IndexMap::new();
        for group in &self.groups {
            let operations = group.operations.iter().map(|grouped| grouped.index).collect();
            alike.entry(operations).or_default().push(&group.feature);
        }
        alike.into_iter().map(move |(operations, features)| {
            let names = operations.into_iter().flat_map(|index| names[index].iter().copied());
            (features, reached(&types, names))
        })
    }
}

impl Api {
    /// Removes the operations and types that are enabled only by features for which `is_on` returns `false`. The
    /// remaining items keep their names.
    pub fn select(&mut self, is_on: &dyn Fn(&str) -> bool) {
        let owned = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect::<HashSet<String>>();
        let mut operations = self.features();
        operations.retain(|_, features| features.is_empty() || features.iter().any(|feature| is_on(feature)));
        let operations = owned(operations.into_keys().collect());
        let mut off = self.type_features();
        off.retain(|_, features| !features.iter().any(|feature| is_on(feature)));
        let types = self.types.iter().map(|def| def.name.as_str()).filter(|name| !off.contains_key(name));
        let types = owned(types.collect());

        let mut index = 0;
        let indices: Vec<Option<usize>> = self
            .operations
            .iter()
            .map(|operation| {
                let is_selected = operations.contains(&operation.name);
                index += usize::from(is_selected);
                is_selected.then(|| index - 1)
            })
            .collect();
        self.groups.retain(|group| is_on(&group.feature));
        for group in &mut self.groups {
            group.operations.retain_mut(|grouped| {
                let selected = indices[grouped.index];
                grouped.index = selected.unwrap_or_default();
                selected.is_some()
            });
        }
        self.operations.retain(|operation| operations.contains(&operation.name));
        self.types.retain(|def| types.contains(&def.name));
        self.webhooks.retain(|webhook| webhook.type_name().is_none_or(|name| types.contains(name)));
        self.pages.retain(|page| types.contains(&page.name));
        self.series.retain(|series| types.contains(&series.name));

        let former = &mut self.former;
        former.types.retain(|_, name| types.contains(&name.present));
        former.operations.retain(|_, name| operations.contains(&name.present));
        for names in former.short_names.values_mut() {
            names.retain(|_, name| operations.contains(&name.present));
        }
        former.short_names.retain(|_, names| !names.is_empty());
        let retain_present =
            |owners: &mut ByOwner, present: &HashSet<String>| owners.retain(|owner, _| present.contains(owner));
        retain_present(&mut former.operation_setters, &operations);
        retain_present(&mut former.variants, &types);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::names::file::Names;

    fn api(tags: &[&str]) -> Api {
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
            "/others": operation("others", tags, "Thing"),
        }, "components": { "schemas": {
            "ThingPage": page("Thing"), "PartPage": page("Part"), "Thing": thing,
            "Part": { "type": "object", "properties": { "of": reference("Thing") } },
            "Health": { "type": "object", "properties": { "ok": { "type": "boolean" } } },
        } } });
        // Records the short name of `list_parts` in the group of the tag `Things`. The operation is also in the group of
        // the tag `Parts`.
        let recorded = r#"{ "tags": { "things": { "tag": "Things", "type": "Things", "feature": "things",
            "short_names": { "list_parts": "list_parts" } } } }"#;
        crate::model(&root.to_string(), &Names::parse(recorded).expect("legal")).expect("legal").0
    }

    #[test]
    fn operations_have_the_features_of_their_tags() {
        let api = api(&["Others"]);
        let features = api.features();
        assert_eq!(features["list_parts"], ["things", "parts"]);
        assert_eq!(features["others"], ["others"]);
        assert!(features["health"].is_empty());
    }

    #[test]
    fn a_type_has_the_features_of_all_operations_that_use_it() {
        let api = api(&["Others"]);
        let features = api.type_features();
        let features_of = |name: &str| features.get(name).map(|features| features.iter().copied().collect::<Vec<_>>());
        assert_eq!(features_of("PartPage"), Some(vec!["parts", "things"]));
        assert_eq!(features_of("ThingKind"), Some(vec!["others", "parts", "things"]));
        assert_eq!(features_of("Health"), None);
    }

    /// The schema `Whole` extends `Part` and declares the only field of `Part` again. After the two are merged, no
    /// operation uses the type `Part`.
    #[test]
    fn types_that_no_operation_uses_need_the_feature_all_tags() {
        let json = |schema| json!({ "content": { "application/json": { "schema": schema } } });
        let reference = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
        let object = |field: &str, schema| json!({ "type": "object", "properties": { field: schema } });
        let text = || json!({ "type": "string" });
        let with = |tags: &[&str]| {
            let get = json!({ "operationId": "a", "tags": tags, "responses": { "200": json(reference("Whole")) } });
            let event = json!({ "post": { "requestBody": json(reference("Event")) } });
            let root = json!({ "openapi": "3.1.0", "paths": { "/a": { "get": get } }, "webhooks": { "event": event },
                "components": { "schemas": {
                    "Whole": { "allOf": [reference("Part"), object("event", object("more", text()))] },
                    "Part": object("event", reference("Event")),
                    "Event": object("kind", text()),
                } } });
            let (api, _) = crate::model(&root.to_string(), &Default::default()).expect("legal");
            let features =
                |name| api.type_features().get(name).into_iter().flatten().copied().collect::<Vec<_>>().join(" ");
            ["Whole", "WholeEvent", "Part", "Event"].map(features)
        };
        assert_eq!(with(&["One"]), ["one", "one", "all-tags", "all-tags webhooks"]);
        // If there are no tags, the feature `all-tags` does not exist, and every type is always enabled.
        assert_eq!(with(&[]), [""; 4]);
    }

    #[test]
    fn a_feature_selects_the_same_api_as_a_document_with_only_its_tag() {
        let operation = |id: &str, tag: &str, name: &str| {
            let schema = json!({ "$ref": format!("#/components/schemas/{name}") });
            let content = json!({ "application/json": { "schema": schema } });
            json!({ "get": { "operationId": id, "tags": [tag], "responses": { "200": { "content": content } } } })
        };
        let thing = |kind: &str| {
            let kind = json!({ "type": "string", "enum": [kind] });
            json!({ "type": "object", "properties": { "kind": kind, "at": { "$ref": "#/components/schemas/Place" } } })
        };
        let document = |tags: &[(&str, &str)]| {
            let mut root = json!({ "openapi": "3.0.0", "paths": {}, "components": { "schemas": {
                "Place": { "type": "object", "properties": { "x": { "type": "number" } } } } } });
            for (tag, name) in tags {
                root["paths"][format!("/{tag}")] = operation(&format!("get{name}"), tag, name);
                root["components"]["schemas"][name] = thing(name);
            }
            root.to_string()
        };
        let api = |tags: &[(&str, &str)]| crate::model(&document(tags), &Names::default()).expect("legal").0;
        let mut both = api(&[("dogs", "Dog"), ("cats", "Cat")]);
        both.select(&|feature| feature == "cats");
        // Both tags use `Place`. After the selection, only the feature `cats` enables it.
        assert_eq!(crate::code(&both), crate::code(&api(&[("cats", "Cat")])));
    }
}
