//! Writes the files that are derived from `openapi.json` and are beside it: `names.json`, `public-api.txt`, the
//! features of tags in `Cargo.toml`, and the generated code. With `public-api.txt`, people can review how a new
//! document or another generator changes the public API.

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
    derived::{Derived, DerivedFiles},
    diff::Comparison,
    guard::{self, Users},
    listing, lock,
    manifest::manifest,
    pregenerated, progress, readme,
    released::{self, Last},
    report::{FileOutcome, Outcome, Report, Subject, in_workspace},
    settings::Settings,
    upgrade,
    workspace::{self, Workspace},
};

/// The note that a report does not contain changes by another generator.
const NOT_COMPARED: &str = "What another generator changes is not compared: it is in the diff of public-api.txt.\n";

/// Returns the files beside the document, except for the changelog.
///
/// # Errors
/// A manifest that cannot be read or lacks the lines for the features, code that must not be replaced or that rustfmt
/// does not format, and a README that lacks one of its markers.
pub fn files(client: &Client, workspace: &Workspace) -> Result<DerivedFiles> {
    let Client { api, names, code, operations, .. } = client;
    let command = workspace.command();
    let is_behind = format!(
        "names.json does not record all names: restore it if it was edited by mistake (`git checkout names.json`), or run \
         `{command} public-api`"
    );
    let names = names.to_text().context("the names cannot be written")?;
    let names = Derived::new(workspace.path(file::FILE), names, is_behind);
    let code = workspace.code().zip(workspace.code_path()?).map(|(name, path)| {
        let code = pregenerated::formatted(code, &workspace.folder, &workspace.package.edition)?;
        let is_behind = format!("{name} does not match openapi.json: run `{command} public-api`");
        anyhow::Ok(Derived::new(path, code, is_behind))
    });
    let code = code.transpose()?;
    let is_behind = format!(
        "public-api.txt does not match openapi.json and names.json: restore what was edited by mistake (`git checkout \
         names.json public-api.txt`), or run `{command} public-api`"
    );
    let listing = Derived::new(workspace.path(workspace::PUBLIC_API), listing::text(api), is_behind);
    let (manifest, readme) = (manifest(api, workspace)?, readme_with(operations, workspace)?);
    Ok(DerivedFiles { names, manifest, code, listing, readme, changelog: None })
}

/// Returns the README, with this table of operations if it contains the markers for the table. Returns `None` if there
/// is no README.
///
/// # Errors
/// Markers around the table that do not form a pair.
fn readme_with(operations: &str, workspace: &Workspace) -> Result<Option<Derived>> {
    let path = workspace.path(workspace::README);
    // A file that is not UTF-8 contains no markers.
    let Ok(Some(present)) = input::read_text(&path) else { return Ok(None) };
    let text = readme::with_operations(&present, operations)?;
    let is_behind =
        format!("README.md does not list the operations of openapi.json: run `{} public-api`", workspace.command());
    Ok(Some(Derived { path, is_current: text == present, text, is_behind }))
}

/// Runs the task, without fetching a document.
///
/// # Errors
/// A vendored document from which no client can be generated, names that users would lose, and a file that cannot be
/// written.
pub fn run(arguments: &cli::PublicApiArguments, settings: &Settings) -> Result<ExitCode> {
    let workspace = Workspace::find(settings)?;
    let _lock = lock::folder(&workspace.folder)?;
    if arguments.upgrade {
        upgrade::expect_committed(&workspace)?;
    }
    let working = progress::of_work("generating");
    let vendored = workspace.vendored()?;
    let client = Client::of_vendored(&vendored, &vendored.names(workspace.names()?))?;
    let files = files(&client, &workspace)?;
    if arguments.upgrade {
        drop(working);
        return upgrade::run(files, &client, &workspace, !arguments.check);
    }
    if arguments.check && files.tell_behind() {
        return Ok(ExitCode::FAILURE);
    }
    let document = vendored.text()?;
    let users = if files.listing.is_current {
        None
    } else {
        find_users(&client, document, &workspace, arguments.accept_breaking)?
    };
    let (report, files) = match users {
        None => (String::new(), files),
        Some(Users { have: before, comparison, last, .. }) => {
            let after = "openapi.json and names.json".to_owned();
            let (names, api) = (client.names, &client.api);
            let renaming = Renaming { names, api, before, after, comparison, last: &last };
            let (report, files) = renaming.applied(document, &workspace)?;
            (format!("\n{}\n{NOT_COMPARED}", report.text()), files)
        }
    };
    drop(working);
    files.write(None)?;
    let outcomes = FileOutcome::all(&files, &workspace, true);
    let updated = outcomes.iter().filter(|file| file.outcome == Outcome::Updated);
    let updated: String = updated.map(|file| format!("{} updated\n", file.name)).collect();
    let nothing = match workspace.code() {
        Some(code) => format!("public-api.txt and {code} are up to date: nothing to do\n"),
        None => "public-api.txt is up to date: nothing to do\n".to_owned(),
    };
    let outcome = if updated.is_empty() { nothing } else { updated + &report };
    print(&format!("{}\n{outcome}", in_workspace(&workspace.shown())));
    Ok(ExitCode::SUCCESS)
}

/// Returns the users of the last release, or `None` if nobody uses it. A different list affects these users.
///
/// # Errors
/// Names that these users would lose, unless `accept_breaking` is set.
fn find_users(client: &Client, document: &str, workspace: &Workspace, accept_breaking: bool) -> Result<Option<Users>> {
    let users = Users::of(client, document, workspace)?;
    match &users {
        _ if accept_breaking => {}
        Some(users) => users.expect_kept()?,
        None => guard::expect_no_line_gone(client, workspace)?,
    }
    Ok(users)
}

/// New names for the vendored document, and what they change.
pub struct Renaming<'a> {
    /// The new names.
    pub names: Names,
    /// The public API in which the new names are used.
    pub api: &'a PublicApi,
    /// The name of the old API in a report.
    pub before: String,
    /// The name of the API with the new names in a report.
    pub after: String,
    /// The differences between the two APIs.
    pub comparison: Comparison,
    /// The last release.
    pub last: &'a Last,
}

impl Renaming<'_> {
    /// Returns the report on the new names of `document`, and the files that are derived from these names.
    ///
    /// # Errors
    /// Names that do not fit the document, and a file that cannot be read.
    pub fn applied(self, document: &str, workspace: &Workspace) -> Result<(Report, DerivedFiles)> {
        let Self { names, api, before, after, comparison, last } = self;
        let (release, since_release) = last.compared(api);
        let names = released::stamped(names, workspace, &release, comparison.verdict());
        let changelog = changelog::file(workspace, since_release.as_ref(), Some(&comparison), api)?;
        let files = DerivedFiles { changelog, ..files(&Client::generate(document, &names)?, workspace)? };
        let report = Report::new(workspace, Subject::Documents { before, after }, comparison, None, Vec::new());
        Ok((report.for_package(workspace.version(), release), files))
    }
}

/// Prints the outcome. A failure to print is only a warning: the exit code reports what happened to the files.
pub fn print(lines: &str) {
    if let Err(error) = console::report(lines) {
        console::diagnostic(&format!("warning: the outcome cannot be printed: {error}"));
    }
}
