//! What is left of an API with some of its features.

use std::collections::HashSet;

use super::{Api, former::ByOwner};

impl Api {
    /// Leaves what does not come with any of the features that are on. All names stay as they are.
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
        let of = |owners: &mut ByOwner, present: &HashSet<String>| owners.retain(|owner, _| present.contains(owner));
        of(&mut former.operation_setters, &operations);
        of(&mut former.variants, &types);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::names::file::Names;

    #[test]
    fn what_is_selected_is_the_code_of_a_document_with_nothing_else() {
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
        // The place comes with the one feature that is left.
        assert_eq!(crate::code(&both), crate::code(&api(&[("cats", "Cat")])));
    }
}
