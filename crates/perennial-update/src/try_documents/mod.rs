//! Tries documents: is there a client of each, and what is it like?
//!
//! Each document is read in a process of its own, so that one that takes too much, or finds a defect, stops no other.

mod arguments;
mod compile;
mod found;
mod one;
mod outcome;
mod process;
mod reasons;
mod summary;
mod untyped;

pub use arguments::{Arguments, One};
pub use one::run as run_one;
pub use untyped::REASONS;

use std::{
    fs,
    path::Path,
    process::ExitCode,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use anyhow::Result;
use indicatif::ProgressBar;

use arguments::Report;
use found::File;
use outcome::{Outcome, Tried};
use summary::Summary;

use crate::{console, progress, report::json};

/// Of this task.
pub const EXIT_CODES: &str = "\
Exit codes:
  0    all documents were taken, and all clients that were compiled do
  1    not all, or failed: the report or the message says why
  2    wrong usage";

/// Runs the task.
///
/// # Errors
/// A path that cannot be read, processes that cannot be started, and standard output that is closed or full.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let files = found::files(&arguments.paths)?;
    // Before the work whose result a failure would lose.
    let place = (arguments.compile > 0).then(compile::Place::find).transpose()?;
    let progress = progress::of_work("reading documents");
    let mut tried = all(&files, arguments, &progress)?;
    if let Some(place) = place {
        let told = |path: &Path| progress.set_message(format!("compiling {}", path.display()));
        compile::run(&mut tried, &files, &place, arguments, told)?;
    }
    progress.finish_and_clear();
    let summary = Summary::new(tried);
    console::report(&match arguments.report {
        Report::Text => summary.text(),
        Report::Json => json::render(&summary)?,
    })?;
    if arguments.report == Report::Json {
        console::diagnostic(&format!("{} of {} documents taken", summary.taken, summary.documents));
    }
    Ok(if summary.is_success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// What becomes of the files, in their order.
fn all(files: &[File], arguments: &Arguments, progress: &ProgressBar) -> Result<Vec<Tried>> {
    let (next, tried) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || -> Result<()> {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(file) = files.get(index) else { return Ok(()) };
            progress.set_message(format!("reading document {} of {}", index + 1, files.len()));
            let one = one(file, arguments)?;
            tried.lock().unwrap_or_else(PoisonError::into_inner).push((index, one));
        }
    };
    thread::scope(|scope| {
        let workers = Vec::from_iter((0..arguments.jobs.max(1)).map(|_| scope.spawn(work)));
        workers.into_iter().try_for_each(|worker| worker.join().unwrap_or_else(|_| Ok(())))
    })?;
    let mut tried = tried.into_inner().unwrap_or_else(PoisonError::into_inner);
    tried.sort_by_key(|(index, _)| *index);
    Ok(tried.into_iter().map(|(_, one)| one).collect())
}

fn one(file: &File, arguments: &Arguments) -> Result<Tried> {
    let bytes = fs::metadata(&file.path)?.len();
    let (outcome, seconds) = process::outcome(&file.path, arguments.bounds, None)?;
    let outcome = match outcome {
        Outcome::Other if file.is_named => {
            one::refused("", "no OpenAPI document: it has neither `openapi` nor `swagger` at its top")
        }
        outcome => outcome,
    };
    Ok(Tried { path: file.path.clone(), bytes, seconds, outcome, compiled: None })
}
