//! The task `public-api`: writes the files that are derived from `openapi.json` and stored beside it. These are
//! `names.json`, `public-api.txt`, the generated code, the features of tags in `Cargo.toml`, and the table in
//! `README.md`.
//!
//! The diff of `public-api.txt` shows reviewers how a new document or a different version of the generator changes the
//! public API.

use std::process::ExitCode;

use anyhow::{Context as _, Result};
use perennial_codegen::{
    input,
    names::file::{self, Names},
    surface::PublicApi,
};

use crate::{
    changelog, cli,
    client::Client,
    console,
    derived::{DerivedFile, DerivedFiles},
    diff::Comparison,
    guard::{self, ChangesForUsers},
    listing, lock,
    manifest::updated_manifest,
    pregenerated, progress, readme,
    released::{self, LastRelease},
    report::{FileReport, Report, Subject, UpdateOutcome, workspace_line},
    settings::Settings,
    upgrade,
    workspace::{self, Workspace},
};

/// The note that a report omits changes caused by a different version of the generator.
const NOT_COMPARED: &str = "Changes caused by a different version of the generator are not listed here. See the diff \
                            of public-api.txt.\n";

/// Derives all files except the changelog from the client.
///
/// # Errors
/// Returns an error if the manifest cannot be read or lacks the lines around the features, if the code must not be
/// replaced or cannot be formatted by rustfmt, or if the README lacks one of its markers.
pub fn derive_files(client: &Client, workspace: &Workspace) -> Result<DerivedFiles> {
    let Client { api, names, code, operations, .. } = client;
    let command = workspace.command();
    let outdated_message = format!(
        "some names are missing from names.json: if it was edited by mistake, restore it (`git checkout \
         names.json`); otherwise, run `{command} public-api`"
    );
    let names = names.to_text().context("names.json cannot be serialized")?;
    let names = DerivedFile::new(workspace.file_path(file::FILE), names, outdated_message);
    let code = workspace.code_file().zip(workspace.code_path()?).map(|(name, path)| {
        let code = pregenerated::format_code(code, &workspace.folder, &workspace.package.edition)?;
        let outdated_message = format!("{name} does not match openapi.json: run `{command} public-api`");
        anyhow::Ok(DerivedFile::new(path, code, outdated_message))
    });
    let code = code.transpose()?;
    let outdated_message = format!(
        "public-api.txt does not match openapi.json and names.json: restore the files if they were edited by mistake \
         (`git checkout names.json public-api.txt`), or run `{command} public-api`"
    );
    let listing =
        DerivedFile::new(workspace.file_path(workspace::PUBLIC_API), listing::render_listing(api), outdated_message);
    let (manifest, readme) = (updated_manifest(api, workspace)?, readme_with_operations(operations, workspace)?);
    Ok(DerivedFiles { names, manifest, code, listing, readme, changelog: None })
}

/// Returns the README with an updated table of operations, or `None` if there is no README. If the README contains no
/// markers for the table, it is unchanged.
///
/// # Errors
/// Returns an error if the markers around the table do not form a pair.
fn readme_with_operations(operations: &str, workspace: &Workspace) -> Result<Option<DerivedFile>> {
    let path = workspace.file_path(workspace::README);
    // A README that is not UTF-8 is treated as missing, because it cannot contain the markers.
    let Ok(Some(present)) = input::read_text(&path) else { return Ok(None) };
    let text = readme::with_operations_table(&present, operations)?;
    let outdated_message =
        format!("README.md does not list the operations of openapi.json: run `{} public-api`", workspace.command());
    Ok(Some(DerivedFile { path, is_current: text == present, text, outdated_message }))
}

/// Runs the task `public-api`, which fetches nothing.
///
/// # Errors
/// Returns an error if no client can be generated from the vendored document, if users would lose names, or if a file
/// cannot be written.
pub fn run(arguments: &cli::PublicApiArguments, settings: &Settings) -> Result<ExitCode> {
    let workspace = Workspace::find(settings)?;
    let _lock = lock::lock_folder(&workspace.folder)?;
    if arguments.upgrade {
        upgrade::expect_committed(&workspace)?;
    }
    let working = progress::show_spinner("generating");
    let vendored = workspace.read_vendored()?;
    let client = Client::from_vendored(&vendored, &vendored.select_names(workspace.read_names()?))?;
    let files = derive_files(&client, &workspace)?;
    if arguments.upgrade {
        drop(working);
        return upgrade::run(files, &client, &workspace, !arguments.check);
    }
    if arguments.check && files.report_outdated() {
        return Ok(ExitCode::FAILURE);
    }
    let document = vendored.document_text()?;
    let users = if files.listing.is_current {
        None
    } else {
        find_users(&client, document, &workspace, arguments.accept_breaking)?
    };
    let (report, files) = match users {
        None => (String::new(), files),
        Some(ChangesForUsers { have: before, comparison, last, .. }) => {
            let after = "openapi.json and names.json".to_owned();
            let (names, api) = (client.names, &client.api);
            let renaming = Renaming { names, api, before, after, comparison, last: &last };
            let (report, files) = renaming.apply(document, &workspace)?;
            (format!("\n{}\n{NOT_COMPARED}", report.render_text()), files)
        }
    };
    drop(working);
    files.write(None)?;
    let outcomes = FileReport::for_all_files(&files, &workspace, true);
    let updated = outcomes.iter().filter(|file| file.outcome == UpdateOutcome::Updated);
    let updated: String = updated.map(|file| format!("{} updated\n", file.name)).collect();
    let nothing = match workspace.code_file() {
        Some(code) => format!("public-api.txt and {code} are up to date: nothing to do\n"),
        None => "public-api.txt is up to date: nothing to do\n".to_owned(),
    };
    let outcome = if updated.is_empty() { nothing } else { updated + &report };
    print_outcome(&format!("{}\n{outcome}", workspace_line(&workspace.display_folder())));
    Ok(ExitCode::SUCCESS)
}

/// Returns how the API changes for users of the last release, or `None` if the client has no users yet.
///
/// # Errors
/// Returns an error if users would lose names, unless `accept_breaking` is set.
fn find_users(
    client: &Client,
    document: &str,
    workspace: &Workspace,
    accept_breaking: bool,
) -> Result<Option<ChangesForUsers>> {
    let users = ChangesForUsers::find(client, document, workspace)?;
    match &users {
        _ if accept_breaking => {}
        Some(users) => users.expect_kept()?,
        None => guard::expect_no_line_gone(client, workspace)?,
    }
    Ok(users)
}

/// New names for the document, with their effects on the public API.
pub struct Renaming<'a> {
    pub names: Names,
    /// The public API of the client with the new names.
    pub api: &'a PublicApi,
    /// The report's term for the client with the old names, such as "the recorded names".
    pub before: String,
    /// The report's term for the client with the new names.
    pub after: String,
    /// The differences from the API with the old names.
    pub comparison: Comparison,
    pub last: &'a LastRelease,
}

impl Renaming<'_> {
    /// Reports the effects of the new names, and derives the files that depend on them.
    ///
    /// # Errors
    /// Returns an error if the names do not fit the document, or if a file cannot be read.
    pub fn apply(self, document: &str, workspace: &Workspace) -> Result<(Report, DerivedFiles)> {
        let Self { names, api, before, after, comparison, last } = self;
        let (release, since_release) = last.compare_with(api);
        let names = released::stamp_with_next_version(names, workspace, &release, comparison.verdict());
        let changelog = changelog::with_entry(workspace, since_release.as_ref(), Some(&comparison), api)?;
        let files = DerivedFiles { changelog, ..derive_files(&Client::generate(document, &names)?, workspace)? };
        let report = Report::new(workspace, Subject::Names { before, after }, comparison, None, Vec::new());
        Ok((report.with_versions(workspace.version(), release), files))
    }
}

/// Prints the outcome. If this fails, prints only a warning, because the exit code states what happened to the files.
pub fn print_outcome(lines: &str) {
    if let Err(error) = console::print_report(lines) {
        console::print_diagnostic(&format!("warning: the report cannot be printed: {error}"));
    }
}
