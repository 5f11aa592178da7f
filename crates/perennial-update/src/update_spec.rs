//! Updates the vendored document to what the service serves: fetch, validate, generate, compare, verify, write, report.
//!
//! The vendored file is replaced with a single rename, so that any earlier failure leaves it as it was. From then on the
//! task has succeeded, even if its report cannot be printed. If a run is stopped between its files, the workspace builds,
//! and the next run continues from there.

use std::{io, process::ExitCode};

use anyhow::{Context as _, Result, bail};
use perennial_codegen::{
    diagnostics::{Diagnostic, Diagnostics},
    names::file::{FILE, Names},
    surface::PublicApi,
    text::json,
};

use crate::{
    address::Address,
    behaviour, changelog, cli,
    client::{Client, Document},
    console,
    derived::{self, Derived},
    diff::{Comparison, Verdict},
    guard, interrupt, lock,
    names::{self, Named},
    normalise,
    origin::Origin,
    progress, public_api,
    released::{self, Last, Released},
    replace,
    report::{AppliedRule, Outcome, Report, Subject, Update},
    settings::Settings,
    verify::{self, Consumers, Place},
    workspace::{Vendored, Workspace},
    write,
};

/// Runs the task.
///
/// # Errors
/// Whatever keeps the vendored document from being updated.
pub fn run(arguments: &cli::Update, settings: &Settings) -> Result<ExitCode> {
    interrupt::listen()?;
    let (origin, argument) = origin(arguments, settings)?;
    let workspace = Workspace::find(settings)?;
    let _lock = lock::folder(workspace.folder())?;
    let vendored = workspace.vendored()?;
    let served = served(&origin, &vendored, settings)?;
    let names = vendored.names(workspace.names()?);
    let source = &origin.to_string();

    let Some(served) = served else { return unchanged(&vendored, &names, &workspace, source, arguments) };
    let is_written = is_written(arguments);
    if is_written {
        // Known before minutes are spent on it.
        workspace.written().iter().try_for_each(|path| write::check(path))?;
    }
    let Compared { mut report, derived, changelog, new, old_names } =
        compare((&vendored, &names), &served, source, &workspace, is_written)?;
    if arguments.check {
        print(&report.render(arguments.report)?, arguments)?;
        console::diagnostic(&format!("openapi.json is out of date: run `{} update{argument}`", workspace.command()));
        return Ok(ExitCode::FAILURE);
    }
    let mut files = vec![("openapi.json", served.as_str())];
    let [names, manifest, ..] = &derived;
    files.extend((!names.is_current).then_some(("names.json", names.text.as_str())));
    files.extend((!manifest.is_current).then_some(("Cargo.toml", manifest.text.as_str())));
    if !arguments.no_verify {
        // Several checkouts may share it, with the copy that is compiled in it.
        let _lock = lock::folder(workspace.target())?;
        let verified = |files: &[_]| verify::run(files, &workspace, arguments.verify_with.as_deref());
        let Consumers { to_change, deprecated } = verified(&files)?;
        if !to_change.is_empty() && report.verdict.is_some_and(|verdict| verdict != Verdict::Breaking) {
            // They may have been left as they were after an earlier update, which broke them.
            console::diagnostic("examples do not compile: checking whether they did before");
            let before = verified(&[]).unwrap_or_default();
            is_promise_kept(&to_change, &before.to_change)?;
        }
        report.to_change = Some(to_change);
        report.deprecated_uses = deprecated;
    }
    let text = report.render(arguments.report)?;
    if is_written {
        replace::replace(&workspace, (&old_names, &new), &served, (&derived, &changelog), arguments.killed_after)?;
    }
    print(&text, arguments)?;
    Ok(ExitCode::SUCCESS)
}

/// Nothing is to be done but to make sure that what stands beside the vendored document matches it.
fn unchanged(
    vendored: &Vendored,
    names: &Names,
    workspace: &Workspace,
    source: &str,
    arguments: &cli::Update,
) -> Result<ExitCode> {
    let working = progress::of_work("generating");
    let client = Client::of_vendored(vendored, names)?;
    if let (Vendored::Text(text), false) = (vendored, arguments.check) {
        guard::expect_listed(&client, text, workspace)?;
    }
    let mut derived = public_api::files(&client, workspace)?;
    drop(working);
    let is_written = is_written(arguments);
    let files = files(&derived, None, is_written, workspace);
    let subject = Subject::Update(Update { source: source.to_owned(), outcome: Outcome::Unchanged, files });
    let text = Report::unchanged(workspace, subject).render(arguments.report)?;
    if is_written {
        // As where an update was stopped: the names, which say so, come after the list, and the features after the code.
        derived.rotate_left(2);
        derived::write(&derived, arguments.killed_after)?;
    }
    print(&text, arguments)?;
    if arguments.check && derived::tell_behind(&derived) {
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

fn is_written(arguments: &cli::Update) -> bool {
    !arguments.check && !arguments.dry_run
}

/// Returns the outcome for a file.
fn became(is_current: bool, is_written: bool) -> Outcome {
    match (is_current, is_written) {
        (true, _) => Outcome::Unchanged,
        (false, true) => Outcome::Updated,
        (false, false) => Outcome::Behind,
    }
}

/// Returns the outcomes for the files beside the document.
fn files(
    derived: &[Derived; 5],
    changelog: Option<&Derived>,
    is_written: bool,
    workspace: &Workspace,
) -> [(String, Outcome); 6] {
    let [names, manifest, code, listing, readme] = derived.each_ref().map(Some);
    let is_current = |file: Option<&Derived>| file.is_none_or(|file| file.is_current);
    let outcomes = [names, manifest, code, listing, readme, changelog].map(|file| became(is_current(file), is_written));
    let mut outcomes = outcomes.into_iter();
    workspace.beside().map(|name| (name, outcomes.next().unwrap_or(Outcome::Unchanged)))
}

/// Prints the report. It is all that a dry run is for; elsewhere the exit code says what became of the document.
fn print(report: &str, arguments: &cli::Update) -> Result<()> {
    let Err(error) = console::report(report) else { return Ok(()) };
    if arguments.dry_run && error.kind() != io::ErrorKind::BrokenPipe {
        bail!("the report cannot be printed: {error}");
    }
    console::diagnostic(&format!("warning: the report cannot be printed: {error}"));
    Ok(())
}

/// Where the document comes from, and the argument that says so.
///
/// # Errors
/// Nothing that says so, and an address from which a document should not be taken.
fn origin(arguments: &cli::Update, settings: &Settings) -> Result<(Origin, String)> {
    if let Some(from) = &arguments.from {
        return Ok((Origin::named(from)?, format!(" --from {from}")));
    }
    if let Some(base_url) = &arguments.base_url {
        let address = Address::below(base_url, settings)?;
        let argument = format!(" --base-url {}", address.base());
        return Ok((Origin::Served(address), argument));
    }
    let from = settings.from.as_ref().context("no document is named")?;
    Ok((Origin::named(from)?, String::new()))
}

/// The text of the document, in the form in which it is kept; `None` if it is the vendored one.
fn served(origin: &Origin, vendored: &Vendored, settings: &Settings) -> Result<Option<String>> {
    origin.read(settings, |served| {
        let is_same = match vendored {
            Vendored::Text(text) => {
                json::parse_exact(text).is_ok_and(|vendored| normalise::is_same(&vendored, &served))
            }
            _ => false,
        };
        if is_same { Ok(None) } else { normalise::formatted(&served).map(Some) }
    })
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
         this is a defect of the comparison, `diff` in `perennial-update` (--no-verify updates to the document nevertheless)"
    )
}

/// The result of comparing two documents.
struct Compared {
    report: Report,
    /// As [`public_api::files`] gives them.
    derived: [Derived; 5],
    /// `CHANGELOG.md`, if there is one.
    changelog: Option<Derived>,
    /// The client of the served document.
    new: Client,
    /// The names of the vendored one.
    old_names: Names,
}

/// Generates both clients and compares their public APIs.
fn compare(
    (vendored, names): (&Vendored, &Names),
    served: &str,
    source: &str,
    workspace: &Workspace,
    is_written: bool,
) -> Result<Compared> {
    let working = progress::of_work("generating and comparing");
    let unusable = |error: anyhow::Error| {
        let is_own = |diagnostic: &Diagnostic| diagnostic.place.starts_with(FILE);
        let is_own = error.downcast_ref::<Diagnostics>().is_some_and(|diagnostics| diagnostics.0.iter().all(is_own));
        error.context(if is_own {
            format!("{source} does not have what {FILE} names: change each of these lines, or remove it, and run this again")
        } else {
            format!(
                "{source} cannot be used, since no client can be generated from it: extend `perennial-codegen`, or ask the service's team"
            )
        })
    };
    let (old, not_compared) = old(vendored, names)?;
    let present = match (vendored, &not_compared) {
        (Vendored::Text(text), None) => Some(Named { document: text, api: &old.api, names: &old.names }),
        _ => None,
    };
    // Without a document to compare with, what is recorded is all that is known.
    let last = Last::of(workspace, present);
    let released = last.as_ref().and_then(Last::released);
    let committed;
    let (old_names, present) = match present {
        Some(present) => {
            guard::expect_listed(&old, present.document, workspace)?;
            (&old.names, Some(present))
        }
        None => {
            // The last commit has more to say than names beside a document that says nothing.
            committed = Released::committed(workspace);
            (names, committed.as_ref().or(released).map(Released::named))
        }
    };
    let served_document = Document::read(served, &names.client).map_err(unusable)?;
    let named = |names: &Names| served_document.model(names).map_err(unusable);
    let new_names = match present {
        Some(present) => names::carried(present, released.map(Released::named), &names.client, named)?,
        None => names.clone(),
    };
    let new_api = PublicApi::new(&named(&new_names)?.api);
    let comparison = Comparison::new(&old.api, &new_api);
    let update = not_compared.is_none().then_some(&comparison);
    let (release, since_release) = last.as_ref().map(|last| last.compared(&new_api)).unzip();
    let new_names = released::stamped(new_names, workspace, release.as_ref(), comparison.verdict());
    let new = served_document.with_all_recorded(&new_names).map_err(unusable)?;
    let rules = AppliedRule::count(&old.adaptations, &new.adaptations, workspace.package().has_progenitor());
    let derived = public_api::files(&new, workspace)?;
    let changelog = changelog::file(workspace, since_release.flatten().as_ref(), update, &new_api)?;
    drop(working);
    let files = files(&derived, changelog.as_ref(), is_written, workspace);
    let subject = Subject::Update(Update { source: source.to_owned(), outcome: became(false, is_written), files });
    let mut report =
        Report::new(workspace, subject, comparison, not_compared, rules).for_package(workspace.version(), release);
    if let (Vendored::Text(vendored), None) = (vendored, &report.not_compared) {
        (report.behaviour, report.texts) = behaviour::between(vendored, served);
    }
    Ok(Compared { report, derived, changelog, new, old_names: old_names.clone() })
}

/// The client of the vendored document, or why there is none.
///
/// # Errors
/// Names that do not fit it.
fn old(vendored: &Vendored, names: &Names) -> Result<(Client, Option<String>)> {
    let misfit = match Client::without_code(vendored, names) {
        Ok(old) => return Ok((old, None)),
        Err(error) => error,
    };
    match Client::without_code(vendored, &Names::of_client(&names.client)) {
        Ok(_) => Err(misfit.context("names.json and openapi.json do not match: restore them from version control")),
        // A document that is broken is a reason to replace it, not to fail.
        Err(error) => Ok((Client::default(), Some(format!("{error:#}")))),
    }
}
