//! Renders the witness of a rule: documents and code that show the effect of a change on callers.

use perennial_codegen::text::naming;
use serde::Deserialize;

use super::ApiRule;

/// The part of a document that a witness consists of. Its names are derived from the id of the rule.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WitnessPart {
    /// An operation that is called by GET.
    #[default]
    Get,
    /// A schema that an operation returns.
    Given,
    /// A schema that an operation sends.
    Taken,
    /// A schema that an operation sends and returns.
    Both,
    /// An object with `paths`, `schemas`, `servers`, `securitySchemes` and `security`.
    Document,
}

/// The text that replaces `PAGE` in a document of a rule.
const PAGE: &str = r#""responses": { "200": { "content": { "application/json": { "schema": {
    "properties": {
        "entries": { "type": "array", "items": { "type": "string" } },
        "nextId": { "type": "string" }
    }
} } } } }"#;

impl ApiRule {
    /// Returns the part of the document before and after the change, as JSON. A part that does not exist is empty.
    pub fn documents(&self) -> [String; 2] {
        [&self.before, &self.after].map(|text| text.replace("PAGE", PAGE))
    }

    /// Returns the code of a caller, as a function.
    pub fn caller_code(&self) -> String {
        let [calls, reads] = [&self.calls, &self.reads].map(|statements| statements.replace('\n', "\n    "));
        if reads.is_empty() {
            return format!("async fn caller(client: &Client) -> Result<(), Error> {{\n    {calls}\n    Ok(())\n}}");
        }
        format!("fn caller(it: types::{}) {{\n    {reads}\n}}", naming::type_name(self.id))
    }
}

impl WitnessPart {
    /// Describes the documents of a rule in words.
    pub fn describe(self, id: &str) -> String {
        let schema = || naming::type_name(id);
        match self {
            Self::Get => format!("the operation `GET /{id}`"),
            Self::Given => format!("the schema `{}`, which `GET /{id}` gives", schema()),
            Self::Taken => format!("the schema `{}`, which `POST /{id}` takes", schema()),
            Self::Both => format!("the schema `{}`, which `POST /{id}` takes and gives", schema()),
            Self::Document => "the paths, schemas, servers and security".to_owned(),
        }
    }
}
