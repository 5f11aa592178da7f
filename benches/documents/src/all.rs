//! Tries to generate a client from each document, in a separate process for each, and reports the results.

use std::{
    fs,
    io::{self, Write as _},
    process::ExitCode,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use anyhow::Result;
use indicatif::ProgressBar;
use perennial_update::try_documents::TriedDocument;

use crate::{
    arguments::{Arguments, ReportFormat},
    compile,
    found::{self, File},
    process,
    summary::Summary,
};

/// Runs the command `try`.
///
/// # Errors
/// Returns an error if a path cannot be read, a process cannot be started, or standard output is closed or full.
pub fn run(arguments: &Arguments) -> Result<ExitCode> {
    let files = found::files(&arguments.paths)?;
    let progress = ProgressBar::new_spinner();
    let tried = try_files(&files, arguments, &progress)?;
    let each_compiled = compile::run(&tried, &files, arguments, &progress)?;
    progress.finish_and_clear();
    let mut summary = Summary::new(tried);
    summary.compiled = each_compiled.len();
    summary.compile = each_compiled.values().filter(|compiled| compiled.succeeded).count();
    summary.warnings = each_compiled.values().map(|compiled| compiled.warnings.len()).sum();
    let mut output = io::stdout().lock();
    match arguments.report {
        ReportFormat::Text => output.write_all(compile::with_lines(&summary, &each_compiled).as_bytes())?,
        ReportFormat::Json => {
            let mut report = serde_json::to_value(&summary)?;
            for (document, tried) in report["each"].as_array_mut().into_iter().flatten().zip(&summary.each) {
                if let Some(compiled) = each_compiled.get(&tried.path) {
                    document["compiled"] = serde_json::to_value(compiled)?;
                }
            }
            writeln!(output, "{report:#}")?;
            eprintln!("{}", summary.last_line());
        }
    }
    output.flush()?;
    Ok(if summary.is_success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Tries to generate a client from each file. The results are in the order of the files.
fn try_files(files: &[File], arguments: &Arguments, progress: &ProgressBar) -> Result<Vec<TriedDocument>> {
    let (next, tried) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || -> Result<()> {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(file) = files.get(index) else { return Ok(()) };
            progress.set_message(format!("reading document {} of {}", index + 1, files.len()));
            let one = try_file(file, arguments)?;
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

fn try_file(file: &File, arguments: &Arguments) -> Result<TriedDocument> {
    let bytes = fs::metadata(&file.path)?.len();
    let (outcome, seconds) = process::outcome(&file.path, arguments.bounds, None)?;
    let outcome = if file.is_named { outcome.refused_unless_document() } else { outcome };
    Ok(TriedDocument { path: file.path.clone(), bytes, seconds, outcome })
}
