//! Which operations have an idempotency key: a header by which the service knows a request that it has got before.

use crate::{
    api::{Expansion, Location, Operation, Parameter, Type},
    schema::{self, Document},
};

/// The header, where the client names no other: that of draft-ietf-httpapi-idempotency-key-header.
const HEADER: &str = "Idempotency-Key";

/// The length of a UUID, with which a key is filled.
const LENGTH: i64 = 36;

/// Finds the keys of the operations that declare `header`. A key that is filled need not be set.
pub fn apply(operations: &mut [Operation], document: &Document, header: Option<&str>) {
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

fn is_long_enough(key: &Parameter, declared: &[schema::Parameter]) -> bool {
    let mut of_key = declared.iter().filter(|it| (it.location, &it.name) == (key.location, &key.wire_name));
    of_key.all(|it| it.max_length.is_none_or(|longest| longest >= LENGTH))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::names::file::Names;

    /// The key of a `method` with this parameter, and whether that has to be set.
    fn key(names: &str, method: &str, parameter: Value) -> (Option<String>, bool) {
        let operation = json!({ "operationId": "a", "parameters": [parameter] });
        let document = json!({ "openapi": "3.0.0", "paths": { "/a": { method: operation } } }).to_string();
        let names = Names::parse(names).expect("legal");
        // With progenitor, which reads the parameter as it is declared.
        let mut operation = crate::generate(&document, &names).expect("legal").api.operations.remove(0);
        (operation.idempotency_key, operation.parameters.remove(0).required)
    }

    fn header(name: &str, schema: Value) -> Value {
        json!({ "name": name, "in": "header", "required": true, "schema": schema })
    }

    #[test]
    fn a_declared_key_is_filled_and_need_not_be_set() {
        let uuid = json!({ "type": "string", "format": "uuid" });
        for (method, schema) in [("post", json!({ "type": "string", "maxLength": 40 })), ("delete", uuid)] {
            let filled = (Some("idempotency-Key".to_owned()), false);
            assert_eq!(key("{}", method, header("idempotency-Key", schema)), filled);
        }
    }

    #[test]
    fn what_a_uuid_cannot_fill_or_changes_nothing_is_an_argument_as_others() {
        let text = || json!({ "type": "string" });
        for (method, parameter) in [
            ("get", header("Idempotency-Key", text())),
            ("post", header("X-Key", text())),
            ("post", header("Idempotency-Key", json!({ "type": "integer" }))),
            ("post", header("Idempotency-Key", json!({ "type": "string", "enum": ["a"] }))),
            ("post", header("Idempotency-Key", json!({ "type": "string", "maxLength": 32 }))),
            ("post", json!({ "name": "Idempotency-Key", "in": "query", "required": true, "schema": text() })),
        ] {
            assert_eq!(key("{}", method, parameter.clone()), (None, true), "{method} {parameter}");
        }
    }

    #[test]
    fn the_client_may_name_another_header_which_is_read_strictly() {
        let names = r#"{ "client": { "idempotency_key": "x-key" } }"#;
        let text = || json!({ "type": "string" });
        assert_eq!(key(names, "post", header("X-Key", text())), (Some("X-Key".to_owned()), false));
        assert_eq!(key(names, "post", header("Idempotency-Key", text())), (None, true));
        let refused =
            Names::parse(r#"{ "client": { "idempotency_key": "x key" } }"#).expect_err("no header").to_string();
        assert!(
            refused.starts_with("names.json: client.idempotency_key: \"x key\" is not the name of a header"),
            "{refused}"
        );
    }
}
