//! Renders a rule's witness: the documents and the code that show how a change affects callers.

use perennial_codegen::text::naming;
use serde::Deserialize;

use super::ApiRule;

/// The part of a document that a witness shows. The other parts are added, with names that are derived from the id of
/// the rule.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WitnessPart {
    /// The declaration of a GET operation.
    #[default]
    Get,
    /// The schema of a response.
    Given,
    /// The schema of a request body.
    Taken,
    /// A schema that is used both in a request body and in a response.
    Both,
    /// An object with `paths`, `schemas`, `servers`, `securitySchemes` and `security`.
    Document,
}

/// The response of a listing with pages, which replaces the placeholder `PAGE` in witnesses.
const PAGE: &str = r#""responses": { "200": { "content": { "application/json": { "schema": {
    "properties": {
        "entries": { "type": "array", "items": { "type": "string" } },
        "nextId": { "type": "string" }
    }
} } } } }"#;

impl ApiRule {
    /// Returns the shown part of the document before and after the change, as JSON. The string is empty if the part
    /// does not exist.
    pub fn documents(&self) -> [String; 2] {
        [&self.before, &self.after].map(|text| text.replace("PAGE", PAGE))
    }

    pub fn caller_code(&self) -> String {
        let [calls, reads] = [&self.calls, &self.reads].map(|statements| statements.replace('\n', "\n    "));
        if reads.is_empty() {
            return format!("async fn caller(client: &Client) -> Result<(), Error> {{\n    {calls}\n    Ok(())\n}}");
        }
        format!("fn caller(it: types::{}) {{\n    {reads}\n}}", naming::type_name(self.id))
    }
}

impl WitnessPart {
    pub fn describe(self, id: &str) -> String {
        let schema = || naming::type_name(id);
        match self {
            Self::Get => format!("the operation `GET /{id}`"),
            Self::Given => format!("the schema `{}`, which `GET /{id}` returns", schema()),
            Self::Taken => format!("the schema `{}`, which `POST /{id}` accepts", schema()),
            Self::Both => format!("the schema `{}`, which `POST /{id}` accepts and returns", schema()),
            Self::Document => "the paths, schemas, servers and security".to_owned(),
        }
    }
}
