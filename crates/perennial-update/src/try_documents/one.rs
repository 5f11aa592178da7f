//! Generates a client from one document, and summarises the client.

use std::{fs, path::Path};

use anyhow::{Context as _, Result};
use perennial_codegen::{
    Document, Generated, Generator,
    diagnostics::Diagnostics,
    input,
    names::file::{ClientSettings, CredentialSettings, Names},
    stack,
    text::json,
};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;

use super::{
    outcome::{ClientSummary, PlacesByRule, TrialOutcome},
    untyped,
};
use crate::{examples, workspace, yaml};

/// Generates the client from the document in the file at `path`. Writes the code of the client to `client`, or as much
/// of it as rustc can compile at once.
///
/// # Errors
/// Returns an error if the file for the code cannot be written.
pub fn try_document(path: &Path, client: Option<&Path>) -> Result<TrialOutcome> {
    let document = match read_as_json(path) {
        Ok(document) if is_document(&document) => document,
        Ok(_) => return Ok(TrialOutcome::Other),
        Err(error) => return Ok(TrialOutcome::refused(format!("{error:#}"))),
    };
    match stack::with_stack(|| generate_client(&document, client.is_some())).flatten() {
        Ok(generated) => {
            if let Some(client) = client {
                fs::write(client, &generated.client)?;
            }
            // The parser of the generator is used, because a document may contain numbers beyond those of serde_json.
            Ok(TrialOutcome::Taken(summarise_client(&generated, &json::parse(&document)?)))
        }
        Err(refused) => Ok(TrialOutcome::Refused(refused.0)),
    }
}

/// Generates the client with the credentials that the document declares, as `new` does. With `is_compilable`, only as
/// much of it is generated as rustc can compile at once.
fn generate_client(text: &str, is_compilable: bool) -> Result<Generated, Diagnostics> {
    let own = ClientSettings { credentials: Some(CredentialSettings::default()), ..ClientSettings::default() };
    let document = Document::read(text, &own)?;
    let names = Names::for_client(&own);
    let generator = Generator::new(&document, &names);
    let generator = if is_compilable { generator.compilable() } else { generator };
    Ok(examples::with_mistyped_examples(&document, generator.run()?))
}

/// Reads a document in JSON or YAML, and returns it as JSON.
fn read_as_json(path: &Path) -> Result<String> {
    let file = input::open(path)?.context("there is no such file")?;
    let text = workspace::read_document_text(file)?;
    let text = text.trim_start_matches('\u{feff}');
    let is_json = path.extension().is_some_and(|extension| extension == "json");
    if is_json || text.trim_start().starts_with('{') { Ok(text.to_owned()) } else { yaml::convert_to_json(text) }
}

/// The fields that state the version of OpenAPI or Swagger. JSON with neither is not an OpenAPI document.
#[derive(Deserialize)]
struct VersionFields {
    openapi: Option<IgnoredAny>,
    swagger: Option<IgnoredAny>,
}

fn is_document(json: &str) -> bool {
    match serde_json::from_str::<VersionFields>(json) {
        Ok(head) => head.openapi.is_some() || head.swagger.is_some(),
        // The JSON is valid, and is not an object with these fields.
        Err(error) if error.is_data() => json.contains("\"openapi\"") || json.contains("\"swagger\""),
        Err(_) => json.contains("openapi") || json.contains("swagger"),
    }
}

/// Summarises the client for the report.
fn summarise_client(generated: &Generated, document: &Value) -> ClientSummary {
    let mut adaptations = PlacesByRule::default();
    // New clients are built without progenitor, so its adaptations do not apply to them.
    for adaptation in generated.adaptations.iter().filter(|it| !it.rule.is_of_progenitor()) {
        adaptations.add_place(adaptation.rule, || adaptation.place.clone());
    }
    ClientSummary {
        operations: generated.api.operations.len(),
        types: generated.api.types.len(),
        lines: generated.client.lines().count(),
        features: generated.api.groups.iter().map(|group| group.feature.clone()).collect(),
        adaptations,
        untyped: untyped::count_by_reason(generated, document),
    }
}
