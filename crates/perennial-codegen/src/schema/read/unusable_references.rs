//! Refuses documents with references that cannot be followed. A `$ref` where OpenAPI does not define references would
//! otherwise be ignored together with its target.

use serde_json::Value;

use super::Reader;
use crate::document::{
    extensions::KeyKind,
    targets::{explain_wrong_kind, shown},
};

/// Keywords whose value OpenAPI defines as a list, or as an object that cannot be a reference.
const WITHOUT_REFERENCES: [&str; 9] =
    ["allOf", "anyOf", "discriminator", "flows", "oneOf", "prefixItems", "required", "security", "servers"];

impl Reader<'_> {
    /// Refuses the document if `part` contains a reference to another file, a `$ref` that is not a string, or a `$ref`
    /// where OpenAPI does not define references. Data such as examples, and the targets of references, are not checked.
    pub fn check_references(&mut self, place: &str, part: &Value) {
        self.check_keys(&mut place.to_owned(), part, KeyKind::Keywords, true);
    }

    /// Checks `part`. `keys` is the kind of its keys, and `is_defined` states whether OpenAPI allows a reference in
    /// place of `part`.
    fn check_keys(&mut self, place: &mut String, part: &Value, keys: KeyKind, is_defined: bool) {
        let length = place.len();
        match part {
            Value::Object(map) if keys != KeyKind::Data => {
                if let Some(reason) = map.get("$ref").and_then(|it| self.explain_unusable(it, keys, is_defined)) {
                    self.log.diagnostics.push(place.trim_end(), reason);
                }
                for (key, value) in map.iter().filter(|(key, _)| !keys.is_foreign(key)) {
                    let is_keyword = keys == KeyKind::Keywords;
                    let inside = match key.as_str() {
                        // Examples and links are not checked, because the generated code does not depend on them.
                        "examples" | "links" if is_keyword => continue,
                        // The scopes of OAuth are descriptions by name, and one of them may be named `$ref`.
                        "scopes" if is_keyword => continue,
                        "security" if is_keyword => KeyKind::Keywords,
                        _ => keys.inside(key, value),
                    };
                    match key.as_str() {
                        "properties" if is_keyword => {}
                        "items" if is_keyword => place.push_str("[]"),
                        key => place.extend([if place.ends_with(' ') { "" } else { "." }, key]),
                    }
                    let is_defined =
                        inside == KeyKind::Keywords && !(is_keyword && WITHOUT_REFERENCES.contains(&key.as_str()));
                    self.check_keys(place, value, inside, is_defined);
                    place.truncate(length);
                }
            }
            Value::Array(values) if keys != KeyKind::Data => {
                for (index, value) in values.iter().enumerate() {
                    place.push_str(&format!("[{index}]"));
                    self.check_keys(place, value, KeyKind::Keywords, true);
                    place.truncate(length);
                }
            }
            _ => {}
        }
    }

    /// Returns why `reference`, the value of a `$ref`, cannot be followed. Returns `None` if it can be followed, or if
    /// the key `$ref` is a name, such as that of a schema, rather than a keyword.
    fn explain_unusable(&self, reference: &Value, keys: KeyKind, is_defined: bool) -> Option<String> {
        let is_value = reference.is_object() || reference.is_boolean() || reference.is_array();
        let is_name = keys != KeyKind::Keywords && is_value;
        let Some(link) = reference.as_str() else {
            return (!is_name).then(|| explain_wrong_kind(reference));
        };
        let other_file = self.references.targets.explain_other_file(link);
        other_file.or_else(|| {
            (!is_defined).then(|| {
                let link = shown(link);
                format!("is a reference to {link}, but OpenAPI does not allow a reference here: insert its target")
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    /// Builds the model of a document whose operation `x` is `operation`, with `components`. Returns the diagnostics.
    fn diagnostics(operation: &Value, components: &Value) -> String {
        let mut operation = operation.clone();
        if operation.get("operationId").is_none() && operation.get("$ref").is_none() {
            operation["operationId"] = "x".into();
        }
        let root = json!({ "openapi": "3.0.0", "paths": { "/a": { "get": operation } }, "components": components });
        crate::model_of(root).map_or_else(|refused| refused.to_string(), |_| String::new())
    }

    fn in_schema(schema: Value) -> Value {
        json!({ "responses": { "200": { "content": { "application/json": { "schema": schema } } } } })
    }

    #[test]
    fn rejects_a_reference_to_another_file_in_every_part_of_an_operation() {
        let other = json!({ "$ref": "other.yaml" });
        let of_response = |key: &str| json!({ "responses": { "200": { (key): other } } });
        let of_body = |media: Value| json!({ "requestBody": { "content": { "multipart/form-data": media } } });
        for (operation, place) in [
            (json!({ "responses": other }), "responses"),
            (of_response("content"), "responses.200.content"),
            (of_response("headers"), "responses.200.headers"),
            (json!({ "responses": { "200": { "headers": { "A": other } } } }), "responses.200.headers.A"),
            (
                json!({ "responses": { "404": in_schema(other.clone())["responses"]["200"] } }),
                "responses.404.content.application/json.schema",
            ),
            (json!({ "requestBody": { "content": other } }), "requestBody.content"),
            (of_body(json!({ "encoding": other })), "requestBody.content.multipart/form-data.encoding"),
            (of_body(json!({ "encoding": { "a": other } })), "requestBody.content.multipart/form-data.encoding.a"),
            (json!({ "security": [other] }), "security[0]"),
            (json!({ "security": other }), "security"),
            (json!({ "servers": [other] }), "servers[0]"),
            (json!({ "callbacks": other }), "callbacks"),
        ] {
            let reason = "refers to other.yaml, which is in another file: bundle all files into one document (`npx \
                          @redocly/cli bundle`)";
            assert_eq!(diagnostics(&operation, &json!({})), format!("x (GET /a) {place}: {reason}"));
        }
    }

    #[test]
    fn rejects_a_reference_to_another_file_in_every_part_of_a_schema() {
        let other = json!({ "$ref": "other.yaml" });
        for (schema, place) in [
            (json!({ "type": "object", "properties": other }), "A"),
            (json!({ "patternProperties": other }), "A.patternProperties"),
            (json!({ "allOf": other }), "A.allOf"),
            (json!({ "allOf": [{ "type": "object" }, other] }), "A.allOf[1]"),
            (json!({ "items": { "additionalProperties": other } }), "A[].additionalProperties"),
            (json!({ "not": other }), "A.not"),
            (json!({ "discriminator": { "propertyName": "a", "mapping": other } }), "A.discriminator.mapping"),
        ] {
            let components = json!({ "schemas": { "A": schema } });
            let refused = diagnostics(&in_schema(json!({ "$ref": "#/components/schemas/A" })), &components);
            assert!(
                refused.starts_with(&format!("{place}: refers to other.yaml, which is in another file")),
                "{refused}"
            );
            assert_eq!(refused.lines().count(), 1, "{refused}");
            assert_eq!(diagnostics(&json!({}), &components), "", "no operation uses the schema");
        }
    }

    #[test]
    fn rejects_a_reference_to_another_file_outside_operations() {
        let other = json!({ "$ref": "other.yaml" });
        let flows = |flows: Value| json!({ "A": { "type": "oauth2", "flows": flows } });
        for schemes in [flows(other.clone()), flows(json!({ "clientCredentials": other }))] {
            let refused = diagnostics(&json!({}), &json!({ "securitySchemes": schemes }));
            assert!(refused.starts_with("security scheme A.flows"), "{refused}");
            assert!(refused.contains("refers to other.yaml, which is in another file"), "{refused}");
        }
        let named = flows(json!({ "clientCredentials": { "tokenUrl": "https://a.example/t", "scopes": other } }));
        assert_eq!(diagnostics(&json!({ "security": [{ "A": ["$ref"] }] }), &json!({ "securitySchemes": named })), "");
        let paths = json!({ "openapi": "3.0.0", "paths": other });
        let refused = crate::model_of(paths).expect_err("refused").to_string();
        assert!(refused.starts_with("paths: refers to other.yaml, which is in another file"), "{refused}");
        let root = json!({ "openapi": "3.0.0", "paths": { "/a": { "get": {} } }, "security": [other] });
        let refused = crate::model_of(root).expect_err("refused").to_string();
        assert!(refused.starts_with("openapi.json.security[0]: refers to other.yaml"), "{refused}");
    }

    #[test]
    fn rejects_a_reference_where_openapi_defines_none() {
        let schemas = |schema: Value| json!({ "schemas": { "A": schema, "B": { "type": "object" } } });
        let local = json!({ "$ref": "#/components/schemas/B" });
        for (schema, place) in [(json!({ "properties": local }), "A"), (json!({ "allOf": local }), "A.allOf")] {
            let refused = diagnostics(&in_schema(json!({ "$ref": "#/components/schemas/A" })), &schemas(schema));
            let reason = "is a reference to #/components/schemas/B, but OpenAPI does not allow a reference here: \
                          insert its target";
            assert_eq!(refused, format!("{place}: {reason}"));
        }
    }

    #[test]
    fn rejects_a_reference_that_is_not_a_string() {
        for reference in [json!(5), json!(null), json!(["a"]), json!({})] {
            let link = json!({ "$ref": reference });
            for (operation, place) in [
                (json!({ "$ref": reference, "operationId": "x" }), "x (GET /a)"),
                (json!({ "responses": { "200": link } }), "x (GET /a) responses.200"),
                (in_schema(link.clone()), "x (GET /a) responses.200.content.application/json.schema"),
            ] {
                let reason = format!("has a `$ref` that is not a string ({reference}): correct or remove it");
                assert_eq!(diagnostics(&operation, &json!({})), format!("{place}: {reason}"));
            }
        }
        for (reference, shown) in [("#", "#"), ("", "\"\"")] {
            let whole = diagnostics(&json!({ "$ref": reference }), &json!({}));
            let reason = format!("refers to {shown}, which is the whole document: refer to a part of it (`#/…`)");
            assert_eq!(whole, format!("GET /a: {reason}"));
        }
        let item = json!({ "openapi": "3.0.0", "paths": { "/a": { "$ref": 5 }, "/b": { "get": {} } } });
        let refused = crate::model_of(item).expect_err("refused").to_string();
        assert_eq!(refused, "path /a: has a `$ref` that is not a string (5): correct or remove it");
    }

    #[test]
    fn data_and_property_names_are_not_references() {
        let data = json!({ "$ref": "other.yaml" });
        let schema = json!({ "type": "object", "example": data, "default": data, "x-a": data, "enum": [data],
            "dependentRequired": { "$ref": ["a"] }, "dependencies": { "$ref": ["a"] }, "properties": {
            "$ref": { "type": "string", "const": data, "examples": [data] },
            "a": { "$ref": "#/components/schemas/B" },
        } });
        let components = json!({ "schemas": { "A": schema, "B": { "properties": { "$ref": true } } } });
        let mut operation = in_schema(json!({ "$ref": "#/components/schemas/A" }));
        operation["responses"]["200"]["links"] = json!({ "a": data });
        operation["responses"]["200"]["content"]["application/json"]["examples"] = json!({ "a": data });
        assert_eq!(diagnostics(&operation, &components), "");
    }
}
