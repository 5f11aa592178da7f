//! Finds the subtypes of schemas that declare a `discriminator`, but neither `oneOf` nor `anyOf`.
//!
//! Such a schema represents the union of its subtypes: the schemas in its mapping, and the schemas that refer to it in
//! their `allOf`. A list of animals, for example, contains cats and dogs with all their fields.

use std::collections::{BTreeSet, HashMap};

use indexmap::IndexMap;
use serde_json::Value;

use super::{references::component_name, schemas::mapped_name};
use crate::document::json::{array, entries};

/// For each schema, the names of the schemas that refer to it in their `allOf`.
pub struct Subtypes<'a>(HashMap<String, Vec<&'a str>>);

impl<'a> Subtypes<'a> {
    pub fn new(named: &IndexMap<&'a str, &Value>) -> Self {
        let mut children: HashMap<String, Vec<&str>> = HashMap::new();
        for (name, declared) in named.iter().filter(|(_, declared)| declared.get("$ref").is_none()) {
            let links = array(declared, "allOf").filter_map(|part| part.get("$ref")?.as_str());
            for parent in links.filter_map(component_name) {
                children.entry(parent).or_default().push(name);
            }
        }
        Self(children)
    }

    /// Returns the subtypes of the schema `name`, including indirect ones. There are none if the schema declares no
    /// discriminator, or if it declares `oneOf` or `anyOf`.
    pub fn names(&self, name: &str, declared: &Value, named: &IndexMap<&str, &Value>) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        let Some(discriminator) = declared.get("discriminator") else { return found };
        let is_union = ["oneOf", "anyOf"].iter().any(|key| declared.get(key).is_some());
        if is_union || discriminator.get("propertyName").is_none_or(|name| !name.is_string()) {
            return found;
        }
        let mut open: Vec<&str> = entries(discriminator, "mapping").map(|(_, target)| mapped_name(target)).collect();
        open.retain(|name| named.contains_key(name));
        open.push(name);
        while let Some(next) = open.pop() {
            if found.insert(next.to_owned()) {
                open.extend(self.0.get(next).into_iter().flatten());
            }
        }
        found.remove(name);
        found
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::schema::tests::reference;

    #[test]
    fn finds_subtypes_in_the_mapping_and_through_allof_at_any_depth() {
        let extends = |name: &str| json!({ "allOf": [reference(name), { "type": "object" }] });
        let schemas = json!({
            "Animal": { "type": "object", "discriminator": { "propertyName": "kind", "mapping": {
                "fish": "#/components/schemas/Fish", "gone": "#/components/schemas/Gone" } } },
            "Cat": extends("Animal"), "Kitten": extends("Cat"), "Fish": { "type": "object" },
            "Plain": { "type": "object" }, "Child": extends("Plain"),
            "Alone": { "type": "object", "discriminator": { "propertyName": "kind" } },
        });
        let named = schemas.as_object().into_iter().flatten().map(|(name, schema)| (name.as_str(), schema)).collect();
        let subtypes = Subtypes::new(&named);
        let names = |name: &str| subtypes.names(name, &schemas[name], &named).into_iter().collect::<Vec<_>>();
        assert_eq!(names("Animal"), ["Cat", "Fish", "Kitten"]);
        for name in ["Plain", "Alone", "Cat"] {
            assert!(names(name).is_empty(), "{name}");
        }
    }
}
