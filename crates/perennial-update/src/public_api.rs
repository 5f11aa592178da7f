//! The files that follow from `openapi.json` and stand beside it: `names.json`, `public-api.txt`, so that what a new
//! document or another generator changes in the public API can be reviewed, the features of tags in `Cargo.toml`, and
//! the generated code.

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
    derived::{self, Derived},
    diff::Comparison,
    guard::{self, Users},
    interrupt, listing, lock,
    manifest::manifest,
    progress, readme,
    released::{self, Last},
    report::{Report, Subject, in_workspace},
    settings::Settings,
    upgrade,
    workspace::{self, Workspace},
};

/// The note about changes that a new listing leaves open.
const NOT_COMPARED: &str = "What another generator changes is not compared: it is in the diff of public-api.txt.\n";

/// The files beside the document, in the order in which they are written: `names.json`, `Cargo.toml`,
/// `pregenerated/client.rs`, `public-api.txt` and `README.md`.
///
/// # Errors
/// A manifest that cannot be read, or has no place for the features, code that is not to be replaced, and a README without
/// one of its marks.
pub fn files(client: &Client, workspace: &Workspace) -> Result<[Derived; 5]> {
    let Client { api, names, code, operations, .. } = client;
    let command = workspace.command();
    let is_behind = format!(
        "names.json does not record all names: restore it if it was edited by mistake (`git checkout names.json`), or run \
         `{command} public-api`"
    );
    let names = names.text().context("the names cannot be written")?;
    let names = Derived::new(workspace.path(file::FILE), names, is_behind);
    let code = match workspace.code().zip(workspace.code_path()?) {
        Some((name, path)) => {
            let is_behind = format!("{name} does not match openapi.json: run `{command} public-api`");
            Derived::new(path, code.clone(), is_behind)
        }
        None => Derived::none(workspace.path("")),
    };
    let is_behind = format!(
        "public-api.txt does not match openapi.json and names.json: restore what was edited by mistake (`git checkout \
         names.json public-api.txt`), or run `{command} public-api`"
    );
    let listing = Derived::new(workspace.path(workspace::PUBLIC_API), listing::text(api), is_behind);
    Ok([names, manifest(api, workspace)?, code, listing, readme_with(operations, workspace)?])
}

/// The README with this table of operations, if it has a place for it.
///
/// # Errors
/// Markers around the table that are not a pair.
fn readme_with(operations: &str, workspace: &Workspace) -> Result<Derived> {
    let path = workspace.path(workspace::README);
    // A file that is not text has no marks.
    let Ok(Some(present)) = input::text(&path) else { return Ok(Derived::none(path)) };
    let text = readme::with_operations(&present, operations)?;
    let is_behind =
        format!("README.md does not list the operations of openapi.json: run `{} public-api`", workspace.command());
    Ok(Derived { path, is_current: text == present, text, is_behind })
}

/// Runs the task: no document is fetched.
///
/// # Errors
/// A vendored document from which no client can be generated, names that users would lose, and a file that cannot be
/// written.
pub fn run(arguments: &cli::PublicApi, settings: &Settings) -> Result<ExitCode> {
    interrupt::listen()?;
    let workspace = Workspace::find(settings)?;
    let _lock = lock::folder(workspace.folder())?;
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
    if arguments.check && derived::tell_behind(&files) {
        return Ok(ExitCode::FAILURE);
    }
    let [_, _, _, listing, _] = &files;
    let document = vendored.text()?;
    let users =
        if listing.is_current { None } else { users(&client, document, &workspace, arguments.accept_breaking)? };
    let (report, files) = match users {
        None => (String::new(), files.into()),
        Some(Users { have, comparison, last, .. }) => {
            let subject = [have.as_str(), "openapi.json and names.json"];
            let changed = (comparison, last.as_ref());
            let (report, files) = renamed(&workspace, document, (client.names, &client.api), subject, changed)?;
            (format!("\n{}\n{NOT_COMPARED}", report.text()), files)
        }
    };
    drop(working);
    derived::write(&files, None)?;
    let updated = files.iter().zip(workspace.beside()).filter(|(file, _)| !file.is_current);
    let updated: String = updated.map(|(_, name)| format!("{name} updated\n")).collect();
    let nothing = match workspace.code() {
        Some(code) => format!("public-api.txt and {code} are up to date: nothing to do\n"),
        None => "public-api.txt is up to date: nothing to do\n".to_owned(),
    };
    let outcome = if updated.is_empty() { nothing } else { updated + &report };
    print(&format!("{}\n{outcome}", in_workspace(&workspace.shown())));
    Ok(ExitCode::SUCCESS)
}

/// Those who have the last release, for whom another list means something; `None` where nobody has anything.
///
/// # Errors
/// Names that they would lose, unless that is accepted.
fn users(client: &Client, document: &str, workspace: &Workspace, accept_breaking: bool) -> Result<Option<Users>> {
    let users = Users::of(client, document, workspace)?;
    match &users {
        _ if accept_breaking => {}
        Some(users) => users.expect_kept()?,
        None => guard::expect_no_line_gone(client, workspace)?,
    }
    Ok(users)
}

/// Returns what follows from other `names` of the same document, by which it has this `api`: the report, and the files.
///
/// # Errors
/// Names that do not fit, and a file that cannot be read.
pub fn renamed(
    workspace: &Workspace,
    document: &str,
    (names, api): (Names, &PublicApi),
    [before, after]: [&str; 2],
    (comparison, last): (Comparison, Option<&Last>),
) -> Result<(Report, Vec<Derived>)> {
    let (release, since_release) = last.map(|last| last.compared(api)).unzip();
    let names = released::stamped(names, workspace, release.as_ref(), comparison.verdict());
    let changelog = changelog::file(workspace, since_release.flatten().as_ref(), Some(&comparison), api)?;
    let files = files(&Client::generate(document, &names)?, workspace)?;
    let subject = Subject::Documents { before: before.to_owned(), after: after.to_owned() };
    let report = Report::new(workspace, subject, comparison, None, Vec::new());
    Ok((report.for_package(workspace.version(), release), files.into_iter().chain(changelog).collect()))
}

/// The exit code says what became of the file, even if this cannot be printed.
pub fn print(lines: &str) {
    if let Err(error) = console::report(lines) {
        console::diagnostic(&format!("warning: the outcome cannot be printed: {error}"));
    }
}
