//! Updates the vendored document to what the service serves: fetch, validate, generate, compare, verify, write, report.
//!
//! The vendored file is replaced last, by one rename, so that whatever fails before leaves it as it was. From then on
//! the task has succeeded, even if its report cannot be printed.

use std::{io, process::ExitCode};

use anyhow::{Context as _, Result, bail};
use generator::{adaptation::Adaptation, json};

use crate::{
    address::Address,
    api::PublicApi,
    cli::UpdateSpec,
    console,
    diff::Comparison,
    fetch,
    interrupt::Interrupt,
    isolate, normalise, progress,
    report::{AppliedRule, Outcome, Report},
    validate,
    verify::{self, Verification},
    workspace::{Vendored, Workspace},
    write,
};

/// Runs the task.
///
/// # Errors
/// Whatever keeps the vendored document from being updated.
pub fn run(arguments: &UpdateSpec) -> Result<ExitCode> {
    let interrupt = Interrupt::listen()?;
    let address = Address::below(&arguments.base_url)?;
    let workspace = Workspace::find(arguments.workspace.as_deref())?;
    let _lock = workspace.lock()?;
    let served = served(&address)?;
    let vendored = workspace.vendored()?;
    let source = address.document().as_str();

    if is_same(&vendored, &served) {
        print(&Report::unchanged(source).render(arguments.report)?, arguments)?;
        return Ok(ExitCode::SUCCESS);
    }
    let is_written = !arguments.check && !arguments.dry_run;
    if is_written {
        // Known before minutes are spent on it.
        write::check(&workspace.document())?;
    }
    let mut report = compare(&vendored, &served, source, workspace.version())?;
    if arguments.check {
        print(&report.render(arguments.report)?, arguments)?;
        let base = address.base();
        console::diagnostic(&format!("openapi.json is behind: run `cargo xtask update-spec --base-url {base}`"));
        return Ok(ExitCode::FAILURE);
    }
    verify::run(&served, &workspace, &verification(arguments), &interrupt)?;
    if is_written {
        report.outcome = Outcome::Updated;
    }
    let text = report.render(arguments.report)?;
    if is_written {
        interrupt.replace(|| write::atomically(&workspace.document(), &served))?;
    }
    print(&text, arguments)?;
    Ok(ExitCode::SUCCESS)
}

/// Prints the report. It is all that a dry run is for; elsewhere the exit code says what became of the document.
fn print(report: &str, arguments: &UpdateSpec) -> Result<()> {
    let Err(error) = console::report(report) else { return Ok(()) };
    if arguments.dry_run && error.kind() != io::ErrorKind::BrokenPipe {
        bail!("the report cannot be printed: {error}");
    }
    console::diagnostic(&format!("warning: the report cannot be printed: {error}"));
    Ok(())
}

/// The text of the served document, in the form in which it is kept.
fn served(address: &Address) -> Result<String> {
    let body = fetch::document(address)?;
    let document = validate::document(&body).with_context(|| format!("{} cannot be used", address.document()))?;
    Ok(normalise::formatted(&document))
}

fn is_same(vendored: &Vendored, served: &str) -> bool {
    let Vendored::Text(vendored) = vendored else { return false };
    let documents = json::parse_exact(vendored).ok().zip(json::parse_exact(served).ok());
    documents.is_some_and(|(vendored, served)| normalise::is_same(&vendored, &served))
}

fn verification(arguments: &UpdateSpec) -> Verification {
    match &arguments.verify_with {
        _ if arguments.no_verify => Verification::None,
        Some(words) => Verification::Command(words.clone()),
        None => Verification::Check,
    }
}

/// Generates both clients and compares their public APIs.
fn compare(vendored: &Vendored, served: &str, source: &str, version: Option<&str>) -> Result<Report> {
    let working = progress::of_work("generating and comparing");
    // One after the other: a document at its bounds needs most of the memory that both may take.
    let (new, new_adaptations) = generated(served).with_context(|| {
        format!(
            "{source} cannot be used, since no client can be generated from it: extend `build/`, or ask the service's team"
        )
    })?;
    // A vendored document that is broken is a reason to replace it, not to fail.
    let ((old, old_adaptations), not_compared) = match baseline(vendored) {
        Ok(old) => (old, None),
        Err(error) => ((PublicApi::default(), Vec::new()), Some(format!("{error:#}"))),
    };
    let rules = AppliedRule::all(&old_adaptations, &new_adaptations);
    let comparison = Comparison::new(&old, &new);
    drop(working);
    Ok(Report::new(source, version, comparison, not_compared, rules))
}

fn baseline(vendored: &Vendored) -> Result<(PublicApi, Vec<Adaptation>)> {
    match vendored {
        Vendored::Text(text) => generated(text).context("no client can be generated from the vendored openapi.json"),
        Vendored::Unusable(reason) => bail!(reason.clone()),
    }
}

fn generated(document: &str) -> Result<(PublicApi, Vec<Adaptation>)> {
    let generated = isolate::generate(document)?;
    Ok((PublicApi::read(&generated.code.client)?, generated.adaptations))
}
