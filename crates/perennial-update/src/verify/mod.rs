//! Verifies a new document by compiling its client together with the examples. Examples are written as consumers would
//! write them, and the samples of the documentation are copied from them.
//!
//! The client is compiled in a copy of the workspace. Even if this program is killed, the workspace itself therefore
//! never contains a document whose client does not compile. Editors that watch the workspace notice nothing. The copy
//! is always in the same folder and shares cargo's target folder, so that only changes are built again. The settings
//! specify what is compiled, and with which features.

mod compiler;
mod place;

pub use place::CodePlace;

use std::{
    fs,
    io::{self, IsTerminal as _},
    path::Path,
    process::{Command, Stdio},
    time::Instant,
};

use anyhow::{Context as _, Result, ensure};

use crate::{
    cargo, console, interrupt, scratch,
    workspace::{MANIFEST, Workspace},
    write::FileChange,
};
use compiler::CompilerResults;

/// The lines of examples that are affected by a new document.
#[derive(Debug, Default)]
pub struct ConsumerPlaces {
    /// The lines that no longer compile.
    pub to_change: Vec<CodePlace>,
    /// The lines that use deprecated items.
    pub deprecated: Vec<CodePlace>,
}

/// Compiles the workspace with these changes to its files. Returns the affected lines of examples.
///
/// # Errors
/// Returns an error if anything other than an example does not compile.
pub fn run(changes: &[FileChange<'_>], workspace: &Workspace) -> Result<ConsumerPlaces> {
    let copy = workspace.target.join("update-spec");
    let folder = copy.join(workspace.folder_in_root()?);
    let path = workspace.root.join(MANIFEST);
    let changed = changes.iter().find(|change| workspace.root.join(change.path) == path);
    let manifest = changed.map_or_else(|| fs::read_to_string(&path), |change| Ok(change.text.to_owned()))?;
    let manifest = workspace.own_workspace_manifest(&manifest)?;
    let manifest = manifest.as_ref().map(|text| FileChange { path: &path, text });
    let changes = Vec::from_iter(changes.iter().copied().chain(manifest));
    scratch::mirror_workspace(&workspace.root, &copy, &workspace.list_sources()?, &changes)?;
    let start = Instant::now();
    console::print_diagnostic("verifying: compiling the client and the examples");
    let command = verification_command(workspace, &folder);
    let name = format!("cargo {}", workspace.settings.verification.join(" "));
    let mut found = CompilerResults::new(copy.clone(), folder.join(&workspace.settings.samples.examples));
    let read = |line: &str| found.read_line(line).iter().flat_map(|text| text.lines()).for_each(print_quoted);
    let status = interrupt::run_command(command, read).with_context(|| format!("`{name}` cannot be run"))?;
    let CompilerResults { mut consumers, is_defect, .. } = found;
    ensure!(
        !is_defect && (status.success() || !consumers.to_change.is_empty()),
        "the client for the new document does not compile, so openapi.json was not replaced: see the output of \
         `{name}` above, and fix the error in `perennial-codegen`, `perennial` or `src/`. The code was compiled in \
         {}, a copy of the workspace without the files that git ignores",
        copy.display()
    );
    // Only the first verification takes long. Later ones reuse what it compiled.
    console::print_diagnostic(&format!("verified in {} s", start.elapsed().as_secs()));
    for places in [&mut consumers.to_change, &mut consumers.deprecated] {
        places.sort();
        places.dedup();
    }
    Ok(consumers)
}

/// Creates the cargo command that compiles the client in `folder` of the copy, as the settings specify.
fn verification_command(workspace: &Workspace, folder: &Path) -> Command {
    let mut command = cargo::cargo_command();
    command.env("CARGO_TERM_COLOR", "never").env("CARGO_TERM_PROGRESS_WHEN", "never").stdin(Stdio::null());
    command.current_dir(folder).args(&workspace.settings.verification);
    command.args(["--keep-going", "--message-format=json", "--target-dir"]).arg(&workspace.target);
    command.args(cargo::options_that_separate_copy(&workspace.members));
    if !io::stderr().is_terminal() {
        command.arg("--quiet");
    }
    command
}

/// Prints a line of cargo's output after a mark. It may quote the document, so without the mark it could imitate a line
/// of this task.
fn print_quoted(line: &str) {
    console::print_diagnostic(&format!("| {line}"));
}
