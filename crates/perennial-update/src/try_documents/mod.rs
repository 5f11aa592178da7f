//! The task `try`: reports for each of several documents whether a client can be generated from it, and describes the
//! client.

mod generate;
mod one;
mod outcome;
mod overview;
mod places;
mod untyped;

pub(crate) use generate::{CodeExtent, generate_client};
pub use one::try_document;
pub(crate) use outcome::count_with_noun;
pub use outcome::{ClientSummary, TrialOutcome, TriedDocument};
pub use places::{PLACES, PlacesByRule};
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
    /// The documents, as files in JSON or YAML
    #[arg(value_name = "FILE", required = true)]
    paths: Vec<PathBuf>,

    /// The format of the report on standard output
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = TryReportFormat::Text)]
    report: TryReportFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum TryReportFormat {
    /// For people
    Text,
    /// For machines
    Json,
}

#[derive(Debug, Serialize)]
struct TrialResults {
    documents: usize,
    /// The number of documents from which a client can be generated.
    accepted: usize,
    /// The results, in the order of the command line.
    each: Vec<TriedDocument>,
}

impl TrialResults {
    fn render_text(&self) -> String {
        let lines = self.each.iter().flat_map(|document| [document.report_lines(), vec![String::new()]].concat());
        lines.chain([self.last_line()]).map(|line| printable(&line) + "\n").collect()
    }

    fn last_line(&self) -> String {
        format!("{} of {} documents accepted", self.accepted, self.documents)
    }
}

/// The part of the help text that explains the exit codes.
pub(crate) const EXIT_CODES: &str = "Exit codes:
  0    all documents were accepted
  1    a document was refused, or the command failed: the report or the message contains the reason
  2    the arguments are invalid";

/// Runs the task `try`.
///
/// # Errors
/// Returns an error if a path cannot be read or is a folder, or if standard output is closed or full.
pub(crate) fn run(arguments: &TryArguments) -> Result<ExitCode> {
    let progress = progress::show_spinner("reading documents");
    let documents = arguments.paths.iter().map(|path| Ok((path, file_size(path)?))).collect::<Result<Vec<_>>>()?;
    let mut each = Vec::new();
    for (index, (path, bytes)) in documents.iter().enumerate() {
        progress.set_message(format!("reading document {} of {}", index + 1, documents.len()));
        let start = Instant::now();
        let outcome = try_document(path, None)?.refused_unless_document();
        let seconds = start.elapsed().as_secs_f64();
        each.push(TriedDocument { path: path.to_path_buf(), bytes: *bytes, seconds, outcome });
    }
    progress.finish_and_clear();
    let accepted = each.iter().filter(|tried| matches!(tried.outcome, TrialOutcome::Accepted(_))).count();
    let results = TrialResults { documents: each.len(), accepted, each };
    console::print_report(&match arguments.report {
        TryReportFormat::Text => results.render_text(),
        TryReportFormat::Json => json::render(&results)?,
    })?;
    if arguments.report == TryReportFormat::Json {
        console::print_diagnostic(&results.last_line());
    }
    Ok(if results.accepted == results.documents { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Returns the size of a file in bytes.
///
/// # Errors
/// Returns an error if the path cannot be read or is a folder.
fn file_size(path: &Path) -> Result<u64> {
    let shown = path.display();
    let metadata = path.metadata().with_context(|| format!("{shown} cannot be read"))?;
    if metadata.is_dir() {
        bail!("{shown} is a folder: specify the documents in it, such as `{}`", path.join("*.json").display());
    }
    Ok(metadata.len())
}
