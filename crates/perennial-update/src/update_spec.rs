//! The task `update`: replaces the vendored document with the document that the service serves now. The steps are:
//! fetch, validate, generate, compare, verify, write, report.
//!
//! `openapi.json` is replaced by a single rename, so it is unchanged if anything fails before. After the rename, the
//! task has succeeded even if its report cannot be printed. If a run is stopped while it writes the files, the
//! workspace still builds, and the next run completes or undoes the update.

use std::{io, process::ExitCode};

use anyhow::{Context as _, Result, bail};
use perennial_codegen::{
    diagnostics::{Diagnostic, Diagnostics},
    input,
    names::file::{FILE, Names},
    surface::PublicApi,
    text::json,
};

use crate::{
    address::DocumentAddress,
    behaviour::InvisibleDifferences,
    changelog, cli,
    client::{Client, ParsedDocument},
    console,
    derived::{DerivedFile, DerivedFiles, ReplacementDocument},
    diff::{Comparison, Verdict},
    guard, lock, manifest,
    names::{self, NamedDocument},
    normalise,
    origin::DocumentOrigin,
    progress, public_api,
    released::{self, CommittedApi, LastRelease},
    report::{AppliedRule, FileReport, Report, Subject, UpdateOutcome, UpdateReport},
    settings::Settings,
    verify::{self, CodePlace, ConsumerPlaces},
    workspace::{DOCUMENT, VendoredDocument, Workspace},
    write::{self, FileChange},
};

/// Runs the task `update`.
///
/// # Errors
/// Returns an error if the vendored document cannot be updated.
pub fn run(arguments: &cli::UpdateArguments, settings: &Settings) -> Result<ExitCode> {
    let (origin, argument) = find_origin(arguments, settings)?;
    let workspace = Workspace::find(settings)?;
    let _lock = lock::lock_folder(&workspace.folder)?;
    let vendored = workspace.read_vendored()?;
    let served = fetch_served(&origin, &vendored, settings)?;
    let names = vendored.select_names(workspace.read_names()?);
    let is_written = !arguments.check && !arguments.dry_run;
    if is_written && served.is_some() {
        // All files are checked before the verification, because it takes minutes.
        workspace.written_files().iter().try_for_each(|path| write::check_replaceable(path))?;
    }
    let source = origin.to_string();
    let run = UpdateRun { workspace: &workspace, vendored, names, source, is_check: arguments.check, is_written };
    let PreparedUpdate { mut report, files, replacement } = run.prepare(served)?;
    if let Some(replacement) = &replacement
        && !arguments.check
        && !arguments.no_verify
    {
        verify_consumers(&mut report, &files, replacement, &workspace)?;
    }
    let text = report.render(arguments.report)?;
    if is_written {
        // The path is checked again, because the verification has taken minutes.
        workspace.code_path()?;
        files.write(replacement.as_ref())?;
    }
    print_update_report(&text, arguments)?;
    let is_behind = arguments.check && replacement.is_some();
    if is_behind {
        let command = workspace.command();
        console::print_diagnostic(&format!("openapi.json is out of date: run `{command} update{argument}`"));
    }
    let is_behind = is_behind || arguments.check && files.report_outdated();
    Ok(if is_behind { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Compiles the client generated from the new document, together with the examples. Adds to the report which lines of
/// the examples have to change.
///
/// # Errors
/// Returns an error if the client does not compile, or if the document breaks examples although the report calls it
/// compatible.
fn verify_consumers(
    report: &mut Report,
    files: &DerivedFiles,
    replacement: &ReplacementDocument,
    workspace: &Workspace,
) -> Result<()> {
    let mut changes = vec![FileChange { path: &replacement.document, text: &replacement.served }];
    changes.extend(
        [&files.names, &files.manifest].into_iter().filter(|file| !file.is_current).map(DerivedFile::as_change),
    );
    // The target folder is locked, because several checkouts may share it. They then also share the copy of the
    // workspace in it.
    let _lock = lock::lock_folder(&workspace.target)?;
    let ConsumerPlaces { to_change, deprecated } = verify::run(&changes, workspace)?;
    if !to_change.is_empty() && report.judgement.verdict().is_some_and(|verdict| verdict != Verdict::Breaking) {
        // An earlier update may have broken the examples. To find out, the examples are also compiled with the old
        // document.
        console::print_diagnostic("some examples do not compile: checking whether they compiled before the update");
        let before = verify::run(&[], workspace).unwrap_or_default();
        expect_no_new_errors(&to_change, &before.to_change)?;
    }
    report.to_change = Some(to_change);
    report.deprecated_uses = deprecated;
    Ok(())
}

/// Prints the report. If this fails, only a dry run fails, because it has no other result. Otherwise, the exit code
/// states what happened to the document.
fn print_update_report(report: &str, arguments: &cli::UpdateArguments) -> Result<()> {
    let Err(error) = console::print_report(report) else { return Ok(()) };
    if arguments.dry_run && error.kind() != io::ErrorKind::BrokenPipe {
        bail!("the report cannot be printed: {error}");
    }
    console::print_diagnostic(&format!("warning: the report cannot be printed: {error}"));
    Ok(())
}

/// Returns the origin of the document, and the command line arguments that would specify it.
///
/// # Errors
/// Returns an error if neither the command line nor the settings name a document, or for an address from which a
/// document must not be fetched.
fn find_origin(arguments: &cli::UpdateArguments, settings: &Settings) -> Result<(DocumentOrigin, String)> {
    if let Some(from) = &arguments.from {
        return Ok((DocumentOrigin::parse(from)?, format!(" --from {from}")));
    }
    if let Some(base_url) = &arguments.base_url {
        let address = DocumentAddress::below_base_url(base_url, settings)?;
        let argument = format!(" --base-url {}", address.base);
        return Ok((DocumentOrigin::Served(address), argument));
    }
    let from = settings.from.as_ref().context("no document is specified")?;
    Ok((DocumentOrigin::parse(from)?, String::new()))
}

/// Reads the document from `origin`, and formats it for the repository. Returns `None` if it is the same as the
/// vendored one.
fn fetch_served(origin: &DocumentOrigin, vendored: &VendoredDocument, settings: &Settings) -> Result<Option<String>> {
    origin.read_with(settings, |served| {
        let is_same = match vendored {
            VendoredDocument::Text(text) => {
                json::parse_exact(text).is_ok_and(|vendored| normalise::is_same_document(&vendored, &served))
            }
            _ => false,
        };
        if is_same { Ok(None) } else { normalise::format_document(&served).map(Some) }
    })
}

/// Checks that a document which the report calls compatible breaks no example. `before` are the lines that did not
/// compile with the old document either.
///
/// # Errors
/// Returns an error if the document breaks an example, because the verdict is then wrong.
fn expect_no_new_errors(to_change: &[CodePlace], before: &[CodePlace]) -> Result<()> {
    let is_new = |place: &&CodePlace| !before.iter().any(|other| other.is_same_line(place));
    let broken: Vec<&CodePlace> = to_change.iter().filter(is_new).collect();
    if broken.is_empty() {
        return Ok(());
    }
    broken.iter().for_each(|place| console::print_diagnostic(&place.to_string()));
    bail!(
        "the comparison found no breaking change, but the code above no longer compiles: this is a bug in the module \
         `diff` of `perennial-update`. openapi.json was not replaced; to replace it anyway, use `--no-verify`"
    )
}

struct UpdateRun<'a> {
    workspace: &'a Workspace,
    vendored: VendoredDocument,
    names: Names,
    /// The URL or file of the new document, for messages.
    source: String,
    is_check: bool,
    is_written: bool,
}

struct PreparedUpdate {
    report: Report,
    files: DerivedFiles,
    /// The new document. `None` if it is the same as the vendored one.
    replacement: Option<ReplacementDocument>,
}

impl UpdateRun<'_> {
    fn prepare(&self, served: Option<String>) -> Result<PreparedUpdate> {
        served.map_or_else(|| self.prepare_unchanged(), |served| self.prepare_update(served))
    }

    /// Prepares a run in which the document is unchanged. Derived files may still be out of date.
    fn prepare_unchanged(&self) -> Result<PreparedUpdate> {
        let _working = progress::show_spinner("generating");
        let client = Client::from_vendored(&self.vendored, &self.names)?;
        if let (VendoredDocument::Text(text), false) = (&self.vendored, self.is_check) {
            guard::expect_listed(&client, text, self.workspace)?;
        }
        let files = public_api::derive_files(&client, self.workspace)?;
        let report = Report::unchanged(self.workspace, self.subject(true, &files));
        Ok(PreparedUpdate { report, files, replacement: None })
    }

    /// Prepares an update to a new document: generates the old and the new client, and compares their public APIs.
    fn prepare_update(&self, served: String) -> Result<PreparedUpdate> {
        let Self { workspace, vendored, .. } = self;
        let working = progress::show_spinner("generating and comparing");
        let unusable = |error| self.with_remedy(error);
        let (old, not_compared) = generate_old_client(vendored, &self.names)?;
        let present = match (vendored, &not_compared) {
            (VendoredDocument::Text(text), None) => {
                Some(NamedDocument { document: text, api: &old.api, names: &old.names })
            }
            _ => None,
        };
        // The API of an unusable vendored document is unknown. Only its recorded names are known.
        let last = LastRelease::find(workspace, present);
        let released = last.released();
        let committed;
        let (old_names, present) = match present {
            Some(present) => {
                guard::expect_listed(&old, present.document, workspace)?;
                (&old.names, Some(present))
            }
            None => {
                // If the vendored document is unusable, the last commit contains more information than the recorded
                // names alone.
                committed = CommittedApi::at_last_commit(workspace);
                (&self.names, committed.as_ref().or(released).map(CommittedApi::as_named_document))
            }
        };
        let own = &self.names.client;
        let served_document = ParsedDocument::parse(&served, own).map_err(unusable)?;
        let named = |names: &Names| served_document.build_model(names).map_err(unusable);
        let new_names = match present {
            Some(present) => {
                names::carry_over_names(present, released.map(CommittedApi::as_named_document), own, named)?
            }
            None => self.names.clone(),
        };
        let new_api = PublicApi::new(&named(&new_names)?.api);
        let comparison = Comparison::new(&old.api, &new_api);
        let update = not_compared.is_none().then_some(&comparison);
        let (release, since_release) = last.compare_with(&new_api);
        let new_names = released::stamp_with_next_version(new_names, workspace, &release, comparison.verdict());
        let new = served_document.generate_with_all_recorded(&new_names).map_err(unusable)?;
        let rules = AppliedRule::count(&old.adaptations, &new.adaptations, workspace.package.has_progenitor());
        let mut files = public_api::derive_files(&new, workspace)?;
        files.changelog = changelog::with_entry(workspace, since_release.as_ref(), update, &new_api)?;
        drop(working);
        let subject = self.subject(false, &files);
        let is_compared = not_compared.is_none();
        let mut report = Report::new(workspace, subject, comparison, not_compared, rules)
            .with_versions(workspace.version(), release);
        if let (VendoredDocument::Text(vendored), true) = (vendored, is_compared) {
            report = report.with_invisible_differences(InvisibleDifferences::between(vendored, &served));
        }
        let of_both = old_names.clone().with_next(&served, new.names.clone());
        let present = input::read_text(&files.manifest.path)?.unwrap_or_default();
        let replacement = ReplacementDocument {
            document: workspace.file_path(DOCUMENT),
            served,
            names_of_both: of_both.to_text().context("names.json cannot be serialized")?,
            features_of_both: manifest::with_features_of_both(&present, &new.api)?,
        };
        Ok(PreparedUpdate { report, files, replacement: Some(replacement) })
    }

    fn subject(&self, is_current: bool, files: &DerivedFiles) -> Subject {
        let outcome = UpdateOutcome::for_file(is_current, self.is_written);
        let files = FileReport::for_all_files(files, self.workspace, self.is_written);
        Subject::Update(UpdateReport { source: self.source.clone(), outcome, files })
    }

    /// Adds a remedy to `error`, which concerns the new document.
    fn with_remedy(&self, error: anyhow::Error) -> anyhow::Error {
        let source = &self.source;
        let is_own = |diagnostic: &Diagnostic| diagnostic.place.starts_with(FILE);
        let is_own = error.downcast_ref::<Diagnostics>().is_some_and(|diagnostics| diagnostics.0.iter().all(is_own));
        error.context(if is_own {
            format!(
                "{FILE} has entries for items that {source} does not contain: correct or remove these entries, and \
                 run the command again"
            )
        } else {
            format!(
                "no client can be generated from {source}: extend `perennial-codegen`, or ask the service's team to \
                 change the document"
            )
        })
    }
}

/// Generates the client from the vendored document. For an unusable document, returns an empty client and the reason.
///
/// # Errors
/// Returns an error if the names do not fit the document.
fn generate_old_client(vendored: &VendoredDocument, names: &Names) -> Result<(Client, Option<String>)> {
    let misfit = match Client::from_vendored_without_code(vendored, names) {
        Ok(old) => return Ok((old, None)),
        Err(error) => error,
    };
    match Client::from_vendored_without_code(vendored, &Names::for_client(&names.client)) {
        Ok(_) => Err(misfit.context("names.json and openapi.json do not match: restore them from version control")),
        // This is not an error, because an update must be able to replace an unusable document.
        Err(error) => Ok((Client::default(), Some(format!("{error:#}")))),
    }
}

#[cfg(test)]
mod tests;
