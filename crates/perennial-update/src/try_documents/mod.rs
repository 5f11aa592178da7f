//! Reports whether a client can be generated from each of several documents, and describes the clients.

mod one;
mod outcome;
mod untyped;

pub use one::outcome;
pub use outcome::{Kinds, Outcome, PLACES, Taken, Tried};
pub(crate) use untyped::REASONS;

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
    time::Instant,
};

use anyhow::{Context as _, Result, bail};
use clap::{Args, ValueEnum};
use perennial_codegen::text::printable::printable;
use serde::Serialize;

use crate::{console, progress, report::json};

/// The arguments of `try`.
#[derive(Debug, Args)]
pub(crate) struct TryArguments {
    /// Documents in JSON or YAML
    #[arg(value_name = "FILE", required = true)]
    paths: Vec<PathBuf>,

    /// The format of the report on standard output
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = ReportFormat::Text)]
    report: ReportFormat,
}

/// The formats of this report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ReportFormat {
    /// For people
    Text,
    /// For machines
    Json,
}

/// The results for all documents.
#[derive(Debug, Serialize)]
struct Results {
    /// The number of documents.
    documents: usize,
    /// The number of documents that a client can be generated from.
    taken: usize,
    /// The result of each document.
    each: Vec<Tried>,
}

impl Results {
    fn text(&self) -> String {
        let lines = self.each.iter().flat_map(|document| [document.lines(), vec![String::new()]].concat());
        lines.chain([self.last_line()]).map(|line| printable(&line) + "\n").collect()
    }

    fn last_line(&self) -> String {
        format!("{} of {} documents taken", self.taken, self.documents)
    }
}

/// The part of the help that explains exit codes.
pub(crate) const EXIT_CODES: &str = "\
Exit codes:
  0    all documents were taken
  1    not all, or failed: the report or the message says why
  2    wrong usage";

/// Runs the task.
///
/// # Errors
/// A path that cannot be read or is a folder, and standard output that is closed or full.
pub(crate) fn run(arguments: &TryArguments) -> Result<ExitCode> {
    let progress = progress::of_work("reading documents");
    let documents = arguments.paths.iter().map(|path| Ok((path, size(path)?))).collect::<Result<Vec<_>>>()?;
    let mut each = Vec::new();
    for (index, (path, bytes)) in documents.iter().enumerate() {
        progress.set_message(format!("reading document {} of {}", index + 1, documents.len()));
        let start = Instant::now();
        let outcome = outcome(path, None)?.of_named_file();
        let seconds = start.elapsed().as_secs_f64();
        each.push(Tried { path: path.to_path_buf(), bytes: *bytes, seconds, outcome });
    }
    progress.finish_and_clear();
    let taken = each.iter().filter(|tried| matches!(tried.outcome, Outcome::Taken(_))).count();
    let results = Results { documents: each.len(), taken, each };
    console::report(&match arguments.report {
        ReportFormat::Text => results.text(),
        ReportFormat::Json => json::render(&results)?,
    })?;
    if arguments.report == ReportFormat::Json {
        console::diagnostic(&results.last_line());
    }
    Ok(if results.taken == results.documents { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Returns the size of a file in bytes.
///
/// # Errors
/// A path that cannot be read, and a folder.
fn size(path: &Path) -> Result<u64> {
    let shown = path.display();
    let metadata = path.metadata().with_context(|| format!("{shown} cannot be read"))?;
    if metadata.is_dir() {
        bail!("{shown} is a folder: name the documents in it, such as `{}`", path.join("*.json").display());
    }
    Ok(metadata.len())
}
