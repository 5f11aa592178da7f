//! Parses webhooks and callbacks: requests that the service sends on its own initiative. The client does not send such
//! requests, but a program that receives them needs the types of their bodies.

use std::ptr;

use serde_json::Value;

use super::Reader;
use crate::{
    document::json::{entries, optional_string, string_or_empty},
    schema::{DeclaredWebhook, Schema},
    text::{media_type::MediaType, method, naming},
};

impl<'a> Reader<'a> {
    pub fn webhooks(&mut self) {
        for (name, item) in entries(self.root, "webhooks") {
            self.check_references(&format!("webhook {name}"), item);
            self.received_requests(name, None, item);
        }
    }

    pub fn callbacks(&mut self, operation: &str, declared: &'a Value) {
        for (name, callback) in entries(declared, "callbacks") {
            let callback = self.follow_reference(&format!("{operation} callback {name}"), callback);
            for (_, item) in callback.as_object().into_iter().flatten() {
                self.received_requests(name, Some(operation), item);
            }
        }
    }

    /// Parses the JSON bodies of all requests in `item`, the path item of a webhook or callback.
    fn received_requests(&mut self, name: &str, operation: Option<&str>, item: &'a Value) {
        let place = operation.map_or_else(|| format!("webhook {name}"), |it| format!("{it} callback {name}"));
        for (_, declared) in method::operations(self.follow_reference(&place, item)) {
            let declared = self.follow_reference(&place, declared);
            let body = declared.get("requestBody").map(|body| self.follow_reference(&place, body));
            let media = body.into_iter().flat_map(|body| entries(body, "content"));
            let media = media.filter(|(media_type, _)| MediaType::parse(media_type).is_json());
            let Some((_, media)) = media.min_by_key(|(media_type, _)| MediaType::parse(media_type)) else { continue };
            let declared = &media["schema"];
            let schema = match self.webhook_bodies.get(&ptr::from_ref(declared)) {
                Some(known) => known.clone(),
                None => self.named_body(name, declared),
            };
            self.webhook_bodies.insert(ptr::from_ref(declared), schema.clone());
            self.webhooks.push(DeclaredWebhook {
                name: name.to_owned(),
                operation: operation.map(str::to_owned),
                summary: optional_string(declared, "summary").or_else(|| optional_string(declared, "description")),
                schema,
            });
        }
    }

    /// Parses the body of the webhook or callback `name`. An inline schema gets its name here, because the usual names
    /// are derived from an operation or another schema.
    fn named_body(&mut self, name: &str, declared: &'a Value) -> Schema {
        let place = format!("{name}.body");
        let schema = self.schema(&place, declared);
        if schema.name().is_some() || schema.allows_any_value() {
            return schema;
        }
        let name = self.references.unique(&naming::type_name(&format!("{name} body")));
        self.schemas.insert(name.clone(), schema);
        Schema::named(&name)
    }

    /// Returns the target of `part` if `part` is a reference, and otherwise `part` itself. If the target is in another
    /// file, the document is refused.
    fn follow_reference(&mut self, place: &str, part: &'a Value) -> &'a Value {
        let link = string_or_empty(part, "$ref");
        if link.is_empty() {
            return part;
        }
        let target = self.counted_target(link);
        match target {
            Some(target) => self.check_references(place, target),
            None => _ = self.refuse_other_file(place, link),
        }
        target.unwrap_or(part)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, json};

    use crate::{
        bounds::Bound,
        schema::tests::{read_typed, reference, written},
    };

    #[test]
    fn rejects_webhooks_and_callbacks_in_other_files() {
        let other = json!({ "$ref": "hooks.yaml" });
        for item in [other.clone(), json!({ "post": other }), json!({ "post": { "requestBody": other } })] {
            let callbacks = json!({ "on": { "{$url}": item } });
            let (_, log) = read_typed(json!({
                "webhooks": { "made": item },
                "paths": { "/a": { "get": { "operationId": "a", "callbacks": callbacks } } },
            }));
            let places: Vec<String> = log.diagnostics.0.into_iter().map(|it| it.place).collect();
            let [callback, webhook] = places.as_slice() else { panic!("{places:?}") };
            assert!(callback.starts_with("a (GET /a) callbacks.on.{$url}"), "{callback}");
            assert!(webhook.starts_with("webhook made"), "{webhook}");
        }
    }

    #[test]
    fn parses_inline_and_referenced_bodies_of_webhooks() {
        let post = |schema: serde_json::Value| json!({ "post": { "requestBody": { "content": { "application/json": { "schema": schema } } } } });
        let (document, _) = read_typed(json!({
            "openapi": "3.1.0",
            "paths": { "/a": { "get": {
                "operationId": "subscribe", "callbacks": { "onData": { "$ref": "#/components/callbacks/c" } },
            } } },
            "webhooks": {
                "thing.made": { "$ref": "#/components/pathItems/made" },
                "pinged": post(json!({ "type": "object", "properties": { "at": { "type": "string" } } })),
                "form": { "post": { "requestBody": { "content": { "text/plain": {} } } } },
                "empty": { "post": {} },
            },
            "components": {
                "callbacks": { "c": { "{$request.query.url}": post(reference("Data")) } },
                "pathItems": { "made": post(reference("Thing")) },
                "schemas": { "Data": { "type": "object" }, "Thing": { "type": "object" }, "Unused": {} },
            },
        }));
        let found = document.webhooks.iter().map(|it| (it.name.as_str(), it.operation.as_deref(), it.schema.name()));
        assert_eq!(
            found.collect::<Vec<_>>(),
            [
                ("onData", Some("subscribe"), Some("Data")),
                ("thing.made", None, Some("Thing")),
                ("pinged", None, Some("PingedBody")),
            ]
        );
        assert_eq!(document.schemas.keys().collect::<Vec<_>>(), ["Data", "Thing", "PingedBody"]);
        assert_eq!(written(&document.schemas["PingedBody"])["properties"]["at"], json!({ "type": "string" }));
    }

    #[test]
    fn a_callback_shared_by_operations_has_one_type() {
        let post = json!({ "post": { "requestBody": { "content": { "application/json": { "schema": {
            "type": "object", "properties": { "a": {} } } } } } } });
        let with_callback = |id: &str| json!({ "get": { "operationId": id, "callbacks": { "on": { "$ref": "#/components/callbacks/C" } } } });
        let (document, _) = read_typed(json!({
            "paths": { "/a": with_callback("a"), "/b": with_callback("b") }, "components": { "callbacks": { "C": { "{$url}": post } } },
        }));
        assert_eq!(document.webhooks.len(), 2);
        assert_eq!(document.schemas.keys().collect::<Vec<_>>(), ["OnBody"]);
    }

    #[test]
    fn callbacks_count_towards_the_size_bound_for_each_operation() {
        let big = json!({ "type": "object", "description": "x".repeat(1_000_000) });
        let post = json!({ "post": { "requestBody": { "content": { "application/json": { "schema": big } } } } });
        let paths: Map<String, serde_json::Value> = (0..200)
            .map(|n| {
                let callbacks = json!({ "on": { "$ref": "#/components/callbacks/C" } });
                (format!("/{n}"), json!({ "get": { "operationId": format!("o{n}"), "callbacks": callbacks } }))
            })
            .collect();
        let (document, log) =
            read_typed(json!({ "paths": paths, "components": { "callbacks": { "C": { "{$url}": post } } } }));
        assert_eq!(log.diagnostics.0, [Bound::Parts.diagnostic_at("#/components/callbacks/C")]);
        assert!(document.webhooks.len() < 100, "{}", document.webhooks.len());
    }
}
