//! Checks that the client of a document compiles, and the consumer code in this repository with it.
//!
//! It is compiled in a copy of the workspace, so that the tree never holds a document whose client does not compile,
//! even if this program is killed, and editors that watch the tree notice nothing. The copy is always in the same place
//! and shares cargo's target directory, so that only what changed is built.
//!
//! The features are those of the package's own tests, which need no system library.

mod compiler;
mod doctests;
mod generated;
mod place;
mod scratch_cargo;

pub use place::Place;

use std::time::Duration;

use anyhow::{Result, bail};

use crate::{console, interrupt::Interrupt, scratch, workspace::Workspace};
use compiler::Messages;
use scratch_cargo::ScratchCargo;

/// How a document is verified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verification {
    /// What is run instead of cargo: words separated by spaces.
    pub instead_of_cargo: Option<String>,
    /// How long it may take.
    pub limit: Duration,
}

/// What has to change in consumer code.
#[derive(Debug, Default)]
pub struct Consumers {
    /// What does not compile.
    pub to_change: Vec<Place>,
    /// Where examples use what is deprecated.
    pub deprecated: Vec<Place>,
}

/// Verifies new files of the workspace: the name of each, and its text. Returns what has to change in consumer code.
///
/// # Errors
/// A client or a test of this repository does not compile, or the verification takes too long.
pub fn run(
    files: &[(&str, &str)],
    workspace: &Workspace,
    verification: &Verification,
    interrupt: &Interrupt,
) -> Result<Consumers> {
    let copy = workspace.target().join("update-spec");
    scratch::mirror(workspace.root(), &copy, workspace.target(), files)?;
    let cargo = ScratchCargo::new(&copy, workspace, verification, interrupt);
    let Consumers { mut to_change, mut deprecated } = checked(&cargo)?;
    let shown = to_change.iter().flat_map(|place| place.shown_in_documentation(&copy)).collect::<Vec<_>>();
    to_change.extend(shown);
    to_change.extend(doctests(&cargo)?);
    cargo.tell_time();
    for places in [&mut to_change, &mut deprecated] {
        places.sort();
        places.dedup();
    }
    Ok(Consumers { to_change, deprecated })
}

/// Compiles all targets. Examples are consumer code.
fn checked(cargo: &ScratchCargo<'_>) -> Result<Consumers> {
    let done = cargo.run(&["check", "--all-targets", "--keep-going", "--message-format=json"])?;
    let Messages { errors, deprecated, rest } = compiler::messages(&done.stdout, cargo.folder());
    rest.iter().for_each(|line| print(line));
    let (consumers, others): (Vec<_>, Vec<_>) = errors.into_iter().partition(|error| error.is_of_example);
    let is_of_example = |line: &String| line.starts_with("error: could not compile") && line.contains("(example ");
    let failed_otherwise = done.errors.iter().any(|line| line.starts_with("error") && !is_of_example(line));
    if done.is_success || others.is_empty() && !consumers.is_empty() && !failed_otherwise {
        return Ok(Consumers { to_change: consumers.into_iter().map(|error| error.place).collect(), deprecated });
    }
    for item in generated::items(others.iter().flat_map(|error| &error.spans)) {
        console::diagnostic(&format!("the code of {item} does not compile"));
    }
    others.iter().flat_map(|error| error.rendered.lines()).for_each(print);
    done.errors.iter().for_each(|line| print(line));
    bail!(cargo.failure(&done))
}

/// Compiles the samples in the documentation, which are consumer code, and runs those that are not `no_run`: rustdoc
/// cannot do one without the other.
fn doctests(cargo: &ScratchCargo<'_>) -> Result<Vec<Place>> {
    let done = cargo.run(&["test", "--doc"])?;
    let places = doctests::places(&done.stdout, cargo.folder());
    if done.is_success || !places.is_empty() {
        return Ok(places);
    }
    done.stdout.iter().chain(&done.errors).for_each(|line| print(line));
    bail!(cargo.failure(&done))
}

/// Prints a line of a process, marked as not being the task's own.
fn print(line: &str) {
    console::diagnostic(&format!("| {line}"));
}
