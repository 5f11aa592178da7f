//! Generates the client for a single document, and describes it in numbers.

use std::{fs, path::Path};

use anyhow::{Context as _, Result};
use perennial_codegen::{input, stack, text::json};
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::{
    generate::{CodeExtent, generate_client},
    outcome::{ClientSummary, TrialOutcome},
};
use crate::{workspace, yaml};

/// Generates a client from the document in the file at `path`. If `client` is a path, writes the code to it, or as much
/// of the code as rustc can compile.
///
/// # Errors
/// Returns an error if the code cannot be written.
pub fn try_document(path: &Path, client: Option<&Path>) -> Result<TrialOutcome> {
    let document = match read_as_json(path) {
        Ok(document) if is_document(&document) => document,
        Ok(_) => return Ok(TrialOutcome::Other),
        Err(error) => return Ok(TrialOutcome::refused(format!("{error:#}"))),
    };
    let extent = if client.is_some() { CodeExtent::Compilable } else { CodeExtent::All };
    match stack::with_stack(|| generate_client(&document, &path.display().to_string(), extent)).flatten() {
        Ok((_, generated)) => {
            if let Some(client) = client {
                fs::write(client, &generated.client)?;
            }
            // Uses the generator's parser, because the numbers in a document may exceed the limits of serde_json.
            Ok(TrialOutcome::Accepted(ClientSummary::new(&generated, &json::parse(&document)?)))
        }
        Err(refused) => Ok(TrialOutcome::Refused(refused.0)),
    }
}

fn read_as_json(path: &Path) -> Result<String> {
    let file = input::open(path)?.context("the file does not exist")?;
    let text = workspace::read_document_text(file)?;
    let text = text.trim_start_matches('\u{feff}');
    let is_json = path.extension().is_some_and(|extension| extension == "json");
    if is_json || text.trim_start().starts_with('{') { Ok(text.to_owned()) } else { yaml::convert_to_json(text) }
}

/// The two fields that state the version of the format. JSON without either of them is not an OpenAPI document.
#[derive(Deserialize)]
struct VersionFields {
    openapi: Option<IgnoredAny>,
    swagger: Option<IgnoredAny>,
}

fn is_document(json: &str) -> bool {
    match serde_json::from_str::<VersionFields>(json) {
        Ok(head) => head.openapi.is_some() || head.swagger.is_some(),
        // The text is valid JSON, but its top level does not have the expected form.
        Err(error) if error.is_data() => json.contains("\"openapi\"") || json.contains("\"swagger\""),
        Err(_) => json.contains("openapi") || json.contains("swagger"),
    }
}
