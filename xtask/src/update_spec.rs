//! Updates the vendored document to what the service serves: fetch, validate, generate, compare, verify, write, report.
//!
//! The vendored file is replaced last, with a single rename, so that any earlier failure leaves it as it was. From then
//! on the task has succeeded, even if its report cannot be printed. `Cargo.toml`, `pregenerated/client.rs`,
//! `public-api.txt` and `former-names.json` are replaced just before it: if a run is stopped in between, the next one
//! recognises them as those of the served document, and continues from there. Former names that match neither document
//! are refused.

use std::{io, process::ExitCode, time::Duration};

use anyhow::{Context as _, Result, bail};
use monitoring_service_codegen::{names::former::FormerNames, text::json};

use crate::{
    address::Address,
    behaviour,
    cli::UpdateSpec,
    client::{Client, Document},
    console,
    derived::{self, Derived},
    diff::{Comparison, Verdict, keep_former_names},
    fetch,
    interrupt::Interrupt,
    normalise, progress, public_api,
    report::{AppliedRule, Outcome, Report},
    validate,
    verify::{self, Consumers, Place, Verification},
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
    let (vendored, former) = (workspace.vendored()?, workspace.former_names()?);
    let source = address.document().as_str();

    if is_same(&vendored, &served) {
        return unchanged(&vendored, &former, &workspace, source, arguments, &interrupt);
    }
    let is_written = is_written(arguments);
    if is_written {
        // Known before minutes are spent on it.
        write::check(&workspace.document())?;
        write::check(&workspace.public_api())?;
        write::check(&workspace.pregenerated())?;
        write::check(&workspace.former_names_file())?;
        write::check(&workspace.manifest())?;
    }
    let Compared { mut report, derived, former } =
        compare((&vendored, &former), &served, source, &workspace, is_written)?;
    if arguments.check {
        print(&report.render(arguments.report)?, arguments)?;
        let base = address.base();
        console::diagnostic(&format!("openapi.json is out of date: run `cargo xtask update-spec --base-url {base}`"));
        return Ok(ExitCode::FAILURE);
    }
    let mut files = vec![("openapi.json", served.as_str())];
    files.extend(former.as_deref().map(|former| ("former-names.json", former)));
    let [manifest, ..] = &derived;
    files.extend((!manifest.is_current).then_some(("Cargo.toml", manifest.text.as_str())));
    if let Some(verification) = verification(arguments) {
        let verified = |files: &[_]| verify::run(files, &workspace, &verification, &interrupt);
        let Consumers { to_change, deprecated } = verified(&files)?;
        if !to_change.is_empty() && report.verdict.is_some_and(|verdict| verdict != Verdict::Breaking) {
            // They may have been left as they were after an earlier update, which broke them.
            console::diagnostic("examples or samples do not compile: checking whether they did before");
            let before = verified(&[]).unwrap_or_default();
            is_promise_kept(&to_change, &before.to_change)?;
        }
        report.to_change = Some(to_change);
        report.deprecated_uses = deprecated;
    }
    let text = report.render(arguments.report)?;
    if is_written {
        let document = write::Change { path: &workspace.document(), text: &served };
        let path = workspace.former_names_file();
        let former = former.as_deref().map(|text| write::Change { path: &path, text });
        let others: Vec<_> = former.into_iter().chain([document]).collect();
        derived::write(&derived, &others, &interrupt)?;
    }
    print(&text, arguments)?;
    Ok(ExitCode::SUCCESS)
}

/// Nothing is to be done but to make sure that what stands beside the vendored document matches it.
fn unchanged(
    vendored: &Vendored,
    former: &FormerNames,
    workspace: &Workspace,
    source: &str,
    arguments: &UpdateSpec,
    interrupt: &Interrupt,
) -> Result<ExitCode> {
    let working = progress::of_work("generating");
    let derived = public_api::files(&Client::of_vendored(vendored, former)?, workspace)?;
    drop(working);
    let is_written = is_written(arguments);
    let outcomes = derived.each_ref().map(|file| became(file.is_current, is_written));
    let text = Report::unchanged(source, outcomes).render(arguments.report)?;
    if is_written {
        derived::write(&derived, &[], interrupt)?;
    }
    print(&text, arguments)?;
    if arguments.check && derived::tell_behind(&derived) {
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

fn is_written(arguments: &UpdateSpec) -> bool {
    !arguments.check && !arguments.dry_run
}

/// What becomes of a file.
fn became(is_current: bool, is_written: bool) -> Outcome {
    match (is_current, is_written) {
        (true, _) => Outcome::Unchanged,
        (false, true) => Outcome::Updated,
        (false, false) => Outcome::Behind,
    }
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

fn verification(arguments: &UpdateSpec) -> Option<Verification> {
    let limit = Duration::from_secs(arguments.verify_timeout.into());
    let instead_of_cargo = arguments.verify_with.clone();
    (!arguments.no_verify).then_some(Verification { instead_of_cargo, limit })
}

/// Checks that after a document which is said to break nothing, only what did not compile `before` does not.
///
/// # Errors
/// A verdict that is wrong.
fn is_promise_kept(to_change: &[Place], before: &[Place]) -> Result<()> {
    let is_new = |place: &&Place| !before.iter().any(|other| other.is_same_line(place));
    let broken: Vec<&Place> = to_change.iter().filter(is_new).collect();
    if broken.is_empty() {
        return Ok(());
    }
    broken.iter().for_each(|place| console::diagnostic(&place.to_string()));
    bail!(
        "the verdict is that no consumer code breaks, but the lines above do, so openapi.json was left as it was: \
         this is a defect of the comparison in `xtask/src/diff/` (--no-verify updates to the document nevertheless)"
    )
}

/// What comes of the comparison of two documents.
struct Compared {
    report: Report,
    /// As [`public_api::files`] gives them.
    derived: [Derived; 3],
    /// The new text of `former-names.json`, if there are other former names.
    former: Option<String>,
}

/// Generates both clients and compares their public APIs.
fn compare(
    vendored: (&Vendored, &FormerNames),
    served: &str,
    source: &str,
    workspace: &Workspace,
    is_written: bool,
) -> Result<Compared> {
    let working = progress::of_work("generating and comparing");
    let unusable = || {
        format!(
            "{source} cannot be used, since no client can be generated from it: extend `codegen/`, or ask the service's team"
        )
    };
    let document = Document::read(served).with_context(unusable)?;
    let of_served = |former: &FormerNames| document.client(former).with_context(unusable);
    let mut new = of_served(&FormerNames::default())?;
    let (old, not_compared) = old(vendored, &mut new, |former| of_served(former).is_ok())?;
    if !new.api.former.is_empty() {
        // It has to be generated with them.
        new = of_served(&new.api.former)?;
    }
    let rules = AppliedRule::count(&old.adaptations, &new.adaptations);
    let comparison = Comparison::new(&old.api, &new.api);
    let derived = public_api::files(&new, workspace)?;
    drop(working);
    let is_other = new.api.former != *vendored.1;
    let became = |is_current| became(is_current, is_written);
    let outcomes = derived.each_ref().map(|file| became(file.is_current));
    let outcomes = ([became(false), became(!is_other)], outcomes);
    let mut report = Report::new(source, outcomes, workspace.version(), comparison, not_compared, rules);
    if let (Vendored::Text(vendored), None) = (vendored.0, &report.not_compared) {
        report.behaviour = behaviour::between(vendored, served);
    }
    let former = is_other.then(|| serde_json::to_string_pretty(&new.api.former)).transpose();
    let former = former.context("the former names cannot be written")?.map(|text| text + "\n");
    Ok(Compared { report, derived, former })
}

/// The client of the vendored document, or why there is none; `new` gets the former names that it keeps.
///
/// # Errors
/// Former names that are those of another document.
fn old(
    (vendored, former): (&Vendored, &FormerNames),
    new: &mut Client,
    fit_served: impl Fn(&FormerNames) -> bool,
) -> Result<(Client, Option<String>)> {
    let misfit = match Client::of_vendored(vendored, former) {
        Ok(old) => {
            keep_former_names(&old.api, &mut new.api);
            return Ok((old, None));
        }
        Err(error) => error,
    };
    // Either the document cannot be used, or an update to the served one was stopped before it replaced the document.
    if !former.is_empty() && fit_served(former) {
        new.api.former = former.clone();
    }
    match Client::of_vendored(vendored, &FormerNames::default()) {
        Ok(_) if new.api.former != *former => {
            Err(misfit.context("former-names.json and openapi.json do not match: restore them from version control"))
        }
        Ok(old) => Ok((old, None)),
        // A document that is broken is a reason to replace it, not to fail.
        Err(error) => Ok((Client::default(), Some(format!("{error:#}")))),
    }
}
