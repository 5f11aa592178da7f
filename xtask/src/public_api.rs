//! `public-api.txt`: the public API of the generated client, so that what a new document or another generator changes
//! in it can be reviewed. Generated code is not in the repository.

use std::{fs, process::ExitCode};

use anyhow::Result;

use crate::{
    cli,
    client::Client,
    console,
    derived::{Derived, tell_behind, write},
    interrupt::Interrupt,
    listing,
    manifest::manifest,
    progress,
    surface::PublicApi,
    workspace::Workspace,
};

/// The listing of a public API.
pub fn listing(api: &PublicApi, workspace: &Workspace) -> Derived {
    let (path, text) = (workspace.public_api(), listing::text(api));
    let is_current = fs::read(&path).is_ok_and(|found| found == text.as_bytes());
    let is_behind = "public-api.txt does not match openapi.json: run `cargo xtask public-api`";
    Derived { path, text, is_current, is_behind }
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
    let (manifest, listing) = (manifest(&api, &workspace)?, listing(&api, &workspace));
    drop(working);
    if manifest.is_current && listing.is_current {
        print("public-api.txt is up to date: nothing to do\n");
        return Ok(ExitCode::SUCCESS);
    }
    if arguments.check {
        tell_behind([&manifest, &listing]);
        return Ok(ExitCode::FAILURE);
    }
    write([&manifest, &listing], &interrupt)?;
    if !manifest.is_current {
        print("features in Cargo.toml updated\n");
    }
    if !listing.is_current {
        print("public-api.txt updated\n");
    }
    Ok(ExitCode::SUCCESS)
}

/// The exit code says what became of the file, even if this cannot be printed.
fn print(line: &str) {
    if let Err(error) = console::report(line) {
        console::diagnostic(&format!("warning: the outcome cannot be printed: {error}"));
    }
}
