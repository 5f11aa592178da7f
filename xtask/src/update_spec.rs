//! Takes over the document that the service serves: fetch, validate, generate, compare, verify, write, report.
//!
//! The vendored file is replaced last, by one rename, so that whatever fails before leaves it as it was.

use std::{process::ExitCode, thread};

use anyhow::{Context as _, Result, anyhow};
use serde_json::Value;

use crate::{
    address::Address,
    api::Surface,
    cli::UpdateSpec,
    diff::Comparison,
    fetch,
    generator::{self, spec::Adaptation},
    normalise, progress,
    report::{Outcome, Report, Rule},
    validate,
    verify::{self, Verification},
    workspace::Workspace,
    write,
};

/// Runs the task.
///
/// # Errors
/// Whatever keeps the vendored document from being updated.
pub fn run(arguments: &UpdateSpec) -> Result<ExitCode> {
    let address = Address::below(&arguments.base_url)?;
    let workspace = Workspace::find(arguments.workspace.as_deref())?;
    let _lock = workspace.lock()?;
    let served = served(&address)?;
    let vendored = workspace.vendored()?;
    let source = address.document().as_str();

    if vendored.as_deref().is_some_and(|vendored| is_same(vendored, &served)) {
        Report::unchanged(source).print(arguments.report)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut report = compared(vendored.as_deref(), &served, source, workspace.version())?;
    if arguments.check {
        report.print(arguments.report)?;
        eprintln!("openapi.json is behind: run `cargo xtask update-spec --base-url {}`", address.base());
        return Ok(ExitCode::FAILURE);
    }
    verify::run(&served, &workspace, &verification(arguments))?;
    if !arguments.dry_run {
        write::atomically(&workspace.document(), &served)?;
        report.outcome = Outcome::Updated;
    }
    report.print(arguments.report)?;
    Ok(ExitCode::SUCCESS)
}

/// The text of the served document, in the form in which it is kept.
fn served(address: &Address) -> Result<String> {
    let refused = || format!("{} cannot be taken over", address.document());
    let body = fetch::document(address)?;
    let document = validate::document(&body).with_context(refused)?;
    normalise::formatted(&document)
}

fn is_same(vendored: &[u8], served: &str) -> bool {
    let vendored: Option<Value> = serde_json::from_slice(vendored).ok();
    let served: Option<Value> = serde_json::from_str(served).ok();
    vendored.zip(served).is_some_and(|(vendored, served)| normalise::is_same(&vendored, &served))
}

fn verification(arguments: &UpdateSpec) -> Verification {
    match &arguments.verify_with {
        _ if arguments.no_verify => Verification::None,
        Some(words) => Verification::Command(words.clone()),
        None => Verification::Check,
    }
}

/// Generates both documents and says what differs.
fn compared(vendored: Option<&[u8]>, served: &str, source: &str, version: Option<&str>) -> Result<Report> {
    let working = progress::of_work("generating and comparing");
    let (old, new) = thread::scope(|scope| {
        let old = scope.spawn(|| baseline(vendored));
        let new = generated(served);
        let old = old.join().unwrap_or_else(|_| Err(anyhow!("the generator gave up on it")));
        (old, new)
    });
    let (new, new_adaptations) = new.with_context(|| {
        format!("{source} cannot be taken over, since no client can be generated from it: mend `build/`, or ask the service's team")
    })?;
    // A vendored document that is broken is a reason to replace it, not to give up.
    let ((old, old_adaptations), not_compared) = match old {
        Ok(old) => (old, None),
        Err(error) => ((Surface::default(), Vec::new()), Some(format!("{error:#}"))),
    };
    let rules = Rule::all(&old_adaptations, &new_adaptations);
    let comparison = Comparison::new(&old, &new);
    drop(working);
    Ok(Report::new(source, version, comparison, not_compared, rules))
}

fn baseline(vendored: Option<&[u8]>) -> Result<(Surface, Vec<Adaptation>)> {
    let vendored = vendored.context("there is no openapi.json yet")?;
    let text = str::from_utf8(vendored).context("the vendored openapi.json is not UTF-8")?;
    generated(text).context("no client can be generated from the vendored openapi.json")
}

fn generated(document: &str) -> Result<(Surface, Vec<Adaptation>)> {
    let output = generator::run(document)?;
    Ok((Surface::read(&output.client)?, output.adaptations))
}
