//! Reads one document, in a process of its own, and prints what became of it.

use std::{fs, process::ExitCode};

use anyhow::{Context as _, Result};
use perennial_codegen::{
    Document, Generated, Generator,
    diagnostics::{Diagnostic, Diagnostics},
    input,
    names::file::{Credentials, Names, Own},
    stack,
};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;

use super::{
    arguments::One,
    outcome::{Kinds, Outcome, Refusal, Taken},
    untyped,
};
use crate::{console, examples, workspace, yaml};

/// Runs the hidden task.
///
/// # Errors
/// A file for the code that cannot be written, and standard output that is closed.
pub fn run(arguments: &One) -> Result<ExitCode> {
    limit_memory(arguments.memory);
    let outcome = match read(arguments) {
        Ok(document) if !is_document(&document) => Outcome::Other,
        Ok(document) => match stack::with_stack(|| generated(&document, arguments)).flatten() {
            Ok(generated) => {
                if let Some(path) = &arguments.client {
                    fs::write(path, &generated.client)?;
                }
                Outcome::Taken(taken(&generated, &serde_json::from_str(&document)?))
            }
            Err(refused) => Outcome::Refused(refused.0.into_iter().map(refusal).collect()),
        },
        Err(error) => refused("", &format!("{error:#}")),
    };
    console::report(&format!("\n{}\n", serde_json::to_string(&outcome)?))?;
    Ok(ExitCode::SUCCESS)
}

/// The client with the credentials that the document declares, as `new` makes it.
fn generated(text: &str, arguments: &One) -> Result<Generated, Diagnostics> {
    let own = Own { credentials: Some(Credentials::default()), ..Own::default() };
    let document = Document::read(text, &own)?;
    let names = Names::of_client(&own);
    let generator = Generator::new(&document, &names);
    let generator = if arguments.client.is_some() { generator.compilable() } else { generator };
    Ok(examples::noted(&document, generator.run()?))
}

/// The text of a document as JSON.
fn read(arguments: &One) -> Result<String> {
    let file = input::open(&arguments.path)?.context("there is no such file")?;
    let text = workspace::text(file)?;
    let text = text.trim_start_matches('\u{feff}');
    let is_json = arguments.path.extension().is_some_and(|extension| extension == "json");
    if is_json || text.trim_start().starts_with('{') { Ok(text.to_owned()) } else { yaml::as_json(text) }
}

/// The version of a document; what has none is none. What cannot be read is left to the generator, which says why.
#[derive(Deserialize)]
struct Head {
    openapi: Option<IgnoredAny>,
    swagger: Option<IgnoredAny>,
}

fn is_document(json: &str) -> bool {
    match serde_json::from_str::<Head>(json) {
        Ok(head) => head.openapi.is_some() || head.swagger.is_some(),
        // A list, say.
        Err(error) if error.is_data() => json.contains("\"openapi\"") || json.contains("\"swagger\""),
        Err(_) => json.contains("openapi") || json.contains("swagger"),
    }
}

/// A document that is refused for one reason.
pub fn refused(place: &str, reason: &str) -> Outcome {
    Outcome::Refused(vec![Refusal { place: place.to_owned(), reason: reason.to_owned() }])
}

fn refusal(Diagnostic { place, reason }: Diagnostic) -> Refusal {
    Refusal { place, reason }
}

fn taken(generated: &Generated, document: &Value) -> Taken {
    let mut adaptations = Kinds::default();
    // A client as `new` makes it is built without progenitor.
    for adaptation in generated.adaptations.iter().filter(|it| !it.rule.is_of_progenitor()) {
        adaptations.add(adaptation.rule, || adaptation.place.clone());
    }
    Taken {
        operations: generated.api.operations.len(),
        types: generated.api.types.len(),
        lines: generated.client.lines().count(),
        features: generated.api.groups.iter().map(|group| group.feature.clone()).collect(),
        adaptations,
        untyped: untyped::of(generated, document),
    }
}

/// From now on, memory that goes beyond so many MiB ends this process.
#[cfg(unix)]
fn limit_memory(mebibytes: u64) {
    use rustix::process::{Resource, Rlimit, setrlimit};

    let bytes = Some(mebibytes.saturating_mul(1024 * 1024));
    // Where the system does not have it, the bound of time is left.
    let _ = setrlimit(Resource::As, Rlimit { current: bytes, maximum: bytes });
}

#[cfg(not(unix))]
fn limit_memory(_: u64) {}
