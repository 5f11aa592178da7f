//! Checks that the client of a document compiles, and the consumer code beside it: the examples, which the samples of
//! the documentation are copied from.
//!
//! It is compiled in a copy of the workspace, so that the tree never holds a document whose client does not compile,
//! even if this program is killed, and editors that watch the tree notice nothing. The copy is always in the same place
//! and shares cargo's target directory, so that only what changed is built.
//!
//! What is compiled, and with which features, is told by the settings.

mod compiler;
mod place;

pub use place::Place;

use std::{
    io::{self, IsTerminal as _},
    path::Path,
    process::{Command, Stdio},
    time::Instant,
};

use anyhow::{Context as _, Result, ensure};

use crate::{cargo, console, interrupt, scratch, workspace::Workspace, write::Change};
use compiler::Found;

/// The places in consumer code that have to change, or should.
#[derive(Debug, Default)]
pub struct Consumers {
    /// The places that do not compile.
    pub to_change: Vec<Place>,
    /// The places where examples use what is deprecated.
    pub deprecated: Vec<Place>,
}

/// Verifies changes to files of the workspace. Returns what has to change in consumer code.
///
/// # Errors
/// A client or a test beside it does not compile.
pub fn run(changes: &[Change<'_>], workspace: &Workspace) -> Result<Consumers> {
    let copy = workspace.target.join("update-spec");
    let folder = copy.join(workspace.place()?);
    scratch::mirror(&workspace.root, &copy, &workspace.sources()?, changes)?;
    let begun = Instant::now();
    console::diagnostic("verifying: compiling the client and the examples");
    let command = command(workspace, &folder);
    let name = format!("cargo {}", workspace.settings.verification.join(" "));
    let mut found = Found::new(copy.clone(), folder.join(&workspace.settings.samples.examples));
    let read = |line: &str| found.read(line).iter().flat_map(|text| text.lines()).for_each(print);
    let status = interrupt::run(command, read).with_context(|| format!("`{name}` cannot be run"))?;
    let Found { mut consumers, is_defect, .. } = found;
    ensure!(
        !is_defect && (status.success() || !consumers.to_change.is_empty()),
        "the client of the new document does not compile, so openapi.json was left as it was: see the output of `{name}` \
         above, and fix `perennial-codegen`, `perennial` or `src/` (the copy that was compiled is in {}, without the files that git ignores)",
        copy.display()
    );
    // The first verification compiles what later ones find.
    console::diagnostic(&format!("verified in {} s", begun.elapsed().as_secs()));
    for places in [&mut consumers.to_change, &mut consumers.deprecated] {
        places.sort();
        places.dedup();
    }
    Ok(consumers)
}

/// Compiles all targets of the copy at `folder`.
fn command(workspace: &Workspace, folder: &Path) -> Command {
    let mut command = cargo::command();
    command.env("CARGO_TERM_COLOR", "never").env("CARGO_TERM_PROGRESS_WHEN", "never").stdin(Stdio::null());
    command.current_dir(folder).args(&workspace.settings.verification);
    command.args(["--keep-going", "--message-format=json", "--target-dir"]).arg(&workspace.target);
    command.args(cargo::options_of_copy(&workspace.members));
    if !io::stderr().is_terminal() {
        command.arg("--quiet");
    }
    command
}

/// Prints a line of a process, marked as not being the task's own: what a compiler prints may quote the document.
fn print(line: &str) {
    console::diagnostic(&format!("| {line}"));
}
