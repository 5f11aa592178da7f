//! Finds the operations with an idempotency key: a request header with which the service recognizes repeated requests.

use crate::{
    api::{Expansion, Location, Operation, Parameter, Type},
    schema::{self, TypedDocument},
};

/// The default name of the header, from draft-ietf-httpapi-idempotency-key-header. A client can configure a different
/// name.
const HEADER: &str = "Idempotency-Key";

/// The length of the textual form of a UUID, which the runtime sends as the key.
const LENGTH: i64 = 36;

/// Sets the idempotency key of each operation that declares the parameter `header`, except for safe methods such as
/// GET. The parameter becomes optional, because the runtime generates a key if the caller does not set one.
pub fn set_keys(operations: &mut [Operation], document: &TypedDocument, header: Option<&str>) {
    let header = header.unwrap_or(HEADER);
    let each = operations.iter_mut().zip(&document.operations);
    for (operation, declared) in each.filter(|(operation, _)| !operation.method.is_safe()) {
        let found = operation
            .parameters
            .iter_mut()
            .find(|parameter| is_key(parameter, header) && is_long_enough(parameter, &declared.parameters));
        if let Some(key) = found {
            key.required = false;
            operation.idempotency_key = Some(key.wire_name.clone());
        }
    }
}

fn is_key(Parameter { wire_name, location, ty, .. }: &Parameter, header: &str) -> bool {
    *location == Location::Header(Expansion::default())
        && wire_name.eq_ignore_ascii_case(header)
        && matches!(ty, Type::Text | Type::Uuid)
}

fn is_long_enough(key: &Parameter, declared: &[schema::DeclaredParameter]) -> bool {
    let mut of_key = declared.iter().filter(|it| (it.location, &it.name) == (key.location, &key.wire_name));
    of_key.all(|it| it.max_length.is_none_or(|longest| longest >= LENGTH))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::names::file::Names;

    /// Builds an operation with this HTTP method and parameter. Returns its idempotency key, and whether callers must
    /// set the parameter.
    fn key_of_operation(names: &str, method: &str, parameter: Value) -> (Option<String>, bool) {
        let operation = json!({ "operationId": "a", "parameters": [parameter] });
        let document = json!({ "openapi": "3.0.0", "paths": { "/a": { method: operation } } }).to_string();
        let names = Names::parse(names).expect("legal");
        // `generate` also passes the model to progenitor. This checks that progenitor accepts the parameter as
        // optional, although the document requires it.
        let mut operation = crate::generate(&document, &names).expect("legal").api.operations.remove(0);
        (operation.idempotency_key, operation.parameters.remove(0).required)
    }

    fn header(name: &str, schema: Value) -> Value {
        json!({ "name": name, "in": "header", "required": true, "schema": schema })
    }

    #[test]
    fn a_declared_idempotency_key_is_optional_for_callers() {
        let uuid = json!({ "type": "string", "format": "uuid" });
        for (method, schema) in [("post", json!({ "type": "string", "maxLength": 40 })), ("delete", uuid)] {
            let filled = (Some("idempotency-Key".to_owned()), false);
            assert_eq!(key_of_operation("{}", method, header("idempotency-Key", schema)), filled);
        }
    }

    #[test]
    fn only_a_string_header_of_this_name_is_an_idempotency_key() {
        let text = || json!({ "type": "string" });
        for (method, parameter) in [
            ("get", header("Idempotency-Key", text())),
            ("post", header("X-Key", text())),
            ("post", header("Idempotency-Key", json!({ "type": "integer" }))),
            ("post", header("Idempotency-Key", json!({ "type": "string", "enum": ["a"] }))),
            ("post", header("Idempotency-Key", json!({ "type": "string", "maxLength": 32 }))),
            ("post", json!({ "name": "Idempotency-Key", "in": "query", "required": true, "schema": text() })),
        ] {
            assert_eq!(key_of_operation("{}", method, parameter.clone()), (None, true), "{method} {parameter}");
        }
    }

    #[test]
    fn the_header_of_the_idempotency_key_is_configurable() {
        let names = r#"{ "client": { "idempotency_key": "x-key" } }"#;
        let text = || json!({ "type": "string" });
        assert_eq!(key_of_operation(names, "post", header("X-Key", text())), (Some("X-Key".to_owned()), false));
        assert_eq!(key_of_operation(names, "post", header("Idempotency-Key", text())), (None, true));
        let refused =
            Names::parse(r#"{ "client": { "idempotency_key": "x key" } }"#).expect_err("no header").to_string();
        assert!(
            refused.starts_with("names.json: client.idempotency_key: \"x key\" is not a valid header name"),
            "{refused}"
        );
    }
}
