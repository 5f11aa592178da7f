//! Does the client of a document compile?
//!
//! It is tried out in a copy of the workspace, so that the tree holds only documents whose client compiles, whatever
//! happens meanwhile: this program may be killed, and editors that watch the tree see nothing. The copy is always at
//! the same place and shares the folder where cargo builds, so that only what changed is built.

use std::{
    io::{self, IsTerminal as _},
    process::Command,
};

use anyhow::{Context as _, Result, bail};

use crate::{cargo, scratch, workspace::Workspace};

/// How a document is verified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verification {
    /// By `cargo check --all-features`.
    Check,
    /// By a command that is run in the copy: words with spaces between them.
    Command(String),
    /// Not at all.
    None,
}

/// Verifies a document.
///
/// # Errors
/// A client that does not compile.
pub fn run(document: &str, workspace: &Workspace, verification: &Verification) -> Result<()> {
    let (mut command, name) = match verification {
        Verification::None => return Ok(()),
        Verification::Check => (check(workspace), "cargo check --all-features"),
        Verification::Command(words) => (of_words(words), words.as_str()),
    };
    let copy = workspace.target().join("update-spec");
    scratch::mirror(workspace.root(), &copy, workspace.target(), document)?;
    let status = command.current_dir(&copy).status().with_context(|| format!("`{name}` cannot be run"))?;
    if !status.success() {
        bail!(
            "the client of the new document does not compile, so openapi.json stays as it was: mend `build/` or `src/` \
             (`{name}` in {} says where)",
            copy.display()
        );
    }
    Ok(())
}

fn check(workspace: &Workspace) -> Command {
    let mut command = cargo::command();
    command.args(["check", "--all-features", "--target-dir"]).arg(workspace.target());
    if !io::stderr().is_terminal() {
        command.arg("--quiet");
    }
    command
}

fn of_words(words: &str) -> Command {
    let mut words = words.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or_default());
    command.args(words);
    command
}
