//! `public-api.txt`: the public API of the generated client, so that what a new document or another generator changes
//! in it can be reviewed. Generated code is not in the repository.

use std::{fs, path::PathBuf, process::ExitCode};

use anyhow::Result;
use monitoring_service_codegen::surface::PublicApi;

use crate::{
    cli,
    client::Client,
    console,
    interrupt::Interrupt,
    listing,
    manifest::{self, Manifest},
    progress,
    workspace::Workspace,
    write,
};

/// Printed if the file is out of date and must not be written.
const IS_BEHIND: &str = "public-api.txt does not match openapi.json: run `cargo xtask public-api`";

/// The file as it should be.
#[derive(Debug)]
pub struct Listing {
    path: PathBuf,
    text: String,
    is_current: bool,
}

impl Listing {
    /// The listing of a public API.
    pub fn new(api: &PublicApi, workspace: &Workspace) -> Self {
        let (path, text) = (workspace.public_api(), listing::text(api));
        let is_current = fs::read(&path).is_ok_and(|found| found == text.as_bytes());
        Self { path, text, is_current }
    }

    /// Whether the file was as it should be.
    pub fn is_current(&self) -> bool {
        self.is_current
    }

    /// What is to be written.
    pub fn change(&self) -> write::Change<'_> {
        write::Change { path: &self.path, text: &self.text }
    }
}

/// Runs the task: no document is fetched.
///
/// # Errors
/// A vendored document from which no client can be generated, and a file that cannot be written.
pub fn run(arguments: &cli::PublicApi) -> Result<ExitCode> {
    let interrupt = Interrupt::listen()?;
    let workspace = Workspace::find(arguments.workspace.as_deref())?;
    let _lock = workspace.lock()?;
    let working = progress::of_work("generating");
    let api = Client::of_vendored(&workspace.vendored()?, &workspace.former_names()?)?.api;
    let (manifest, listing) = (Manifest::new(&api, &workspace)?, Listing::new(&api, &workspace));
    drop(working);
    if manifest.is_current() && listing.is_current() {
        print("public-api.txt is up to date: nothing to do\n");
        return Ok(ExitCode::SUCCESS);
    }
    if arguments.check {
        tell_behind(&manifest, &listing);
        return Ok(ExitCode::FAILURE);
    }
    write(&manifest, &listing, &interrupt)?;
    if !manifest.is_current() {
        print("features in Cargo.toml updated\n");
    }
    if !listing.is_current() {
        print("public-api.txt updated\n");
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes what is out of date.
///
/// # Errors
/// A file that cannot be written.
pub fn write(manifest: &Manifest, listing: &Listing, interrupt: &Interrupt) -> Result<()> {
    let manifest = (!manifest.is_current()).then(|| manifest.change());
    let listing = (!listing.is_current()).then(|| listing.change());
    let changes: Vec<_> = manifest.into_iter().chain(listing).collect();
    if changes.is_empty() { Ok(()) } else { interrupt.replace(|| write::atomically(&changes)) }
}

/// Reports what is out of date, if anything.
pub fn tell_behind(manifest: &Manifest, listing: &Listing) -> bool {
    let behind = [(manifest.is_current(), manifest::IS_BEHIND), (listing.is_current(), IS_BEHIND)];
    behind.iter().filter(|(is_current, _)| !is_current).for_each(|(_, text)| console::diagnostic(text));
    behind.iter().any(|(is_current, _)| !is_current)
}

/// The exit code says what became of the file, even if this cannot be printed.
fn print(line: &str) {
    if let Err(error) = console::report(line) {
        console::diagnostic(&format!("warning: the outcome cannot be printed: {error}"));
    }
}
