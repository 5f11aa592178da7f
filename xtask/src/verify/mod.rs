//! Does the client of a document compile?
//!
//! It is compiled in a copy of the workspace, so that the tree only ever holds documents whose client compiles,
//! whatever happens meanwhile: this program may be killed, and editors that watch the tree notice nothing. The copy is
//! always at the same place and shares the folder where cargo builds, so that only what changed is built.

mod places;

use std::{
    io::{self, BufRead as _, BufReader, IsTerminal as _, Read},
    process::{Child, Command, Stdio},
    thread,
};

use anyhow::{Context as _, Result, bail};

use crate::{
    cargo::{self, Copied},
    console,
    interrupt::Interrupt,
    scratch,
    workspace::Workspace,
};

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

/// Verifies new files of the workspace: the name of each, and its text.
///
/// # Errors
/// A client that does not compile.
pub fn run(
    files: &[(&str, &str)],
    workspace: &Workspace,
    verification: &Verification,
    interrupt: &Interrupt,
) -> Result<()> {
    let (mut command, name) = match verification {
        Verification::None => return Ok(()),
        Verification::Check => (check(workspace), "cargo check --all-features"),
        Verification::Command(words) => (of_words(words), words.as_str()),
    };
    let copy = workspace.target().join("update-spec");
    scratch::mirror(workspace.root(), &copy, workspace.target(), files)?;
    // What a compiler prints may quote the document.
    command.current_dir(&copy).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut errors = Vec::new();
    let status = interrupt.run(&mut command, |child| errors = forward_output(child));
    let status = status.with_context(|| format!("`{name}` cannot be run"))?;
    for place in places::of(&errors) {
        console::diagnostic(&format!("the code of {place} does not compile"));
    }
    errors.iter().for_each(|line| print(line));
    if !status.success() {
        bail!(
            "the client of the new document does not compile, so openapi.json was left as it was: see the output of \
             `{name}` above, and fix `codegen/` or `src/` (the copy that was compiled is in {})",
            copy.display()
        );
    }
    Ok(())
}

fn check(workspace: &Workspace) -> Command {
    let mut command = cargo::command();
    command.args(["check", "--all-features", "--target-dir"]).arg(workspace.target());
    command.args(workspace.package().map(|package| Copied::ToVerify.option(package)));
    command.env("CARGO_TERM_COLOR", "never").env("CARGO_TERM_PROGRESS_WHEN", "never").stdin(Stdio::null());
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

/// Prints what a process prints, up to its errors, and returns those.
fn forward_output(child: &mut Child) -> Vec<String> {
    thread::scope(|scope| {
        if let Some(stdout) = child.stdout.take() {
            scope.spawn(|| lines(stdout).for_each(|line| print(&line)));
        }
        let mut errors = Vec::new();
        for line in child.stderr.take().into_iter().flat_map(lines) {
            if errors.is_empty() && !line.starts_with("error") {
                print(&line);
            } else {
                errors.push(line);
            }
        }
        errors
    })
}

fn lines(output: impl Read) -> impl Iterator<Item = String> {
    let lines = BufReader::new(output).split(b'\n').map_while(Result::ok);
    lines.map(|line| String::from_utf8_lossy(&line).trim_end_matches('\r').to_owned())
}

/// Prints a line of a process, marked as not being the task's own.
fn print(line: &str) {
    console::diagnostic(&format!("| {line}"));
}
