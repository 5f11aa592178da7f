//! Reports whether there would be a client for each of some documents, and what it would be like.

mod one;
mod outcome;
mod reasons;
mod summary;
mod untyped;

pub use one::outcome;
pub use outcome::{Outcome, Taken, Tried};
pub use summary::Summary;
pub(crate) use untyped::REASONS;

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
    time::Instant,
};

use anyhow::{Context as _, Result, bail};
use clap::{Args, ValueEnum};

use crate::{console, progress, report::json};

/// The arguments of `try`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Documents in JSON or YAML
    #[arg(value_name = "FILE", required = true)]
    paths: Vec<PathBuf>,

    /// The format of the report on standard output
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Report::Text)]
    report: Report,
}

/// The formats of this report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Report {
    /// For people
    Text,
    /// For machines
    Json,
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
pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode> {
    let progress = progress::of_work("reading documents");
    let documents = arguments.paths.iter().map(|path| Ok((path, size(path)?))).collect::<Result<Vec<_>>>()?;
    let mut tried = Vec::new();
    for (index, (path, bytes)) in documents.iter().enumerate() {
        progress.set_message(format!("reading document {} of {}", index + 1, documents.len()));
        let begun = Instant::now();
        let outcome = outcome(path, None)?.of_named_file();
        let seconds = begun.elapsed().as_secs_f64();
        tried.push(Tried { path: path.to_path_buf(), bytes: *bytes, seconds, outcome });
    }
    progress.finish_and_clear();
    let summary = Summary::new(tried);
    console::report(&match arguments.report {
        Report::Text => summary.text(),
        Report::Json => json::render(&summary)?,
    })?;
    if arguments.report == Report::Json {
        console::diagnostic(&summary.last_line());
    }
    Ok(if summary.is_success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
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
