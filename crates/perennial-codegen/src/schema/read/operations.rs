//! What an operation accepts and returns.

use serde_json::Value;

use super::{Reader, responses::media_types_without_body};
use crate::{
    document::json::{array, is_set, optional_text},
    schema::{Operation, security},
    text::method::Method,
};

impl Reader<'_> {
    /// The operation that `declared` is, on the path `item`.
    pub fn operation(&mut self, method: Method, path: &str, item: &Value, declared: &Value) -> Option<Operation> {
        let tags: Option<Vec<String>> = array(declared, "tags").map(|tag| tag.as_str().map(str::to_owned)).collect();
        let mut operation = Operation {
            method,
            path: path.to_owned(),
            id: optional_text(declared, "operationId")?,
            summary: optional_text(declared, "summary"),
            description: optional_text(declared, "description"),
            deprecated: is_set(declared, "deprecated"),
            server: self.server(item, declared),
            tags: tags.unwrap_or_default(),
            parameters: Vec::new(),
            body: None,
            responses: Vec::new(),
            stream: None,
            errors: Vec::new(),
            media_types_without_body: media_types_without_body(method, declared),
            security: security::alternatives(declared.get("security")),
            next: self.next(declared),
        };
        operation.parameters = self.parameters(&operation, declared);
        operation.body = declared.get("requestBody").and_then(|body| self.body(&operation, body));
        (operation.responses, operation.stream) = self.responses(&operation, declared);
        operation.errors = self.errors(&operation, declared);
        self.callbacks(&operation.id, declared);
        Some(operation)
    }
}
