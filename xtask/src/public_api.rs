//! What follows from `openapi.json` and stands beside it: `names.json`, `public-api.txt`, so that what a new document or another
//! generator changes in the public API can be reviewed, the features of tags in `Cargo.toml`, and the generated code.

use std::process::ExitCode;

use anyhow::{Context as _, Result};

use crate::{
    cli,
    client::Client,
    console,
    derived::{self, Derived},
    interrupt::Interrupt,
    listing,
    manifest::manifest,
    progress,
    workspace::Workspace,
};

/// The files beside the document, in the order in which they are written: `names.json`, `Cargo.toml`,
/// `pregenerated/client.rs` and `public-api.txt`.
///
/// # Errors
/// A manifest that cannot be read, or has no place for the features.
pub fn files(client: &Client, workspace: &Workspace) -> Result<[Derived; 4]> {
    let Client { api, names, code, .. } = client;
    let is_behind = "names.json does not record all names: run `cargo xtask public-api`";
    let names = names.text().context("the names cannot be written")?;
    let names = Derived::new(workspace.names_file(), names, is_behind);
    let is_behind = "pregenerated/client.rs does not match openapi.json: run `cargo xtask public-api`";
    let code = Derived::new(workspace.pregenerated(), code.clone(), is_behind);
    let is_behind = "public-api.txt does not match openapi.json: run `cargo xtask public-api`";
    let listing = Derived::new(workspace.public_api(), listing::text(api), is_behind);
    Ok([names, manifest(api, workspace)?, code, listing])
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
    let vendored = workspace.vendored()?;
    let client = Client::of_vendored(&vendored, &vendored.names(workspace.names()?))?;
    let files = files(&client, &workspace)?;
    drop(working);
    if arguments.check && derived::tell_behind(&files) {
        return Ok(ExitCode::FAILURE);
    }
    derived::write(&files, &interrupt)?;
    let lines = [
        "names.json updated\n",
        "features in Cargo.toml updated\n",
        "pregenerated/client.rs updated\n",
        "public-api.txt updated\n",
    ];
    let updated: String = files.iter().zip(lines).filter(|(file, _)| !file.is_current).map(|(_, line)| line).collect();
    print(if updated.is_empty() {
        "public-api.txt and pregenerated/client.rs are up to date: nothing to do\n"
    } else {
        &updated
    });
    Ok(ExitCode::SUCCESS)
}

/// The exit code says what became of the file, even if this cannot be printed.
fn print(line: &str) {
    if let Err(error) = console::report(line) {
        console::diagnostic(&format!("warning: the outcome cannot be printed: {error}"));
    }
}
