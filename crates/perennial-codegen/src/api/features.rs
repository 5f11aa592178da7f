//! With which features of tags an item comes.

use std::collections::{BTreeSet, HashMap, HashSet};

use indexmap::IndexMap;

use super::{Api, Operation, Webhook, reached};

/// The feature of all tags.
pub const ALL: &str = "all-tags";

/// The feature of the types of webhooks and callbacks.
pub const WEBHOOKS: &str = "webhooks";

impl Api {
    /// For each operation, by its name, the features that it comes with, each of which suffices; none for one without a
    /// tag.
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

    /// For each type, the features that it comes with, each of which suffices; not those that are always there. A type
    /// that no operation reaches comes with [`ALL`].
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
            // The feature of all tags brings what each of them does. Without tags there is none.
            match self.groups.is_empty() {
                true => features.remove(name).is_some(),
                false => features.entry(name).or_default().insert(ALL),
            };
        }
        for series in &self.series {
            if let Some(of_series) = features.get(series.name.as_str()).cloned() {
                features.insert(&series.sample.name, of_series);
            }
        }
        features
    }

    /// The features that come with the same operations, and the types that these reach.
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

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
        crate::model(&root.to_string(), &Default::default()).expect("legal").0
    }

    #[test]
    fn an_operation_comes_with_each_of_its_tags_and_without_one_always() {
        let api = api(&["Others"]);
        let features = api.features();
        assert_eq!(features["list_parts"], ["things", "parts"]);
        assert_eq!(features["others"], ["others"]);
        assert!(features["health"].is_empty());
    }

    #[test]
    fn a_type_comes_with_each_feature_that_reaches_it() {
        let api = api(&["Others"]);
        let features = api.type_features();
        let of = |name: &str| features.get(name).map(|features| features.iter().copied().collect::<Vec<_>>());
        assert_eq!(of("PartPage"), Some(vec!["parts", "things"]));
        assert_eq!(of("ThingKind"), Some(vec!["others", "parts", "things"]));
        assert_eq!(of("Health"), None);
    }

    /// The whole has the field of its part, as another type, so nothing leads to the part.
    #[test]
    fn what_no_operation_reaches_comes_with_all_tags() {
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
        // Without tags there is no feature of all tags, and what is always there is made of nothing else.
        assert_eq!(with(&[]), [""; 4]);
    }
}
