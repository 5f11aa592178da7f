//! Reports what differs between two documents: what an update to the second would report in a workspace with the first.

use std::{io, process::ExitCode};

use anyhow::{Context as _, Result, bail};

use crate::{
    cli::Diff,
    client::Document,
    console,
    diff::{Comparison, keep_former_names},
    progress,
    report::{AppliedRule, Report, Subject},
    source::Source,
    workspace::Workspace,
};

/// Runs the task.
///
/// # Errors
/// A document that cannot be read, or from which no client can be generated.
pub fn run(arguments: &Diff) -> Result<ExitCode> {
    let workspace = Workspace::find(arguments.workspace.as_deref())?;
    let Diff { before, after, report: format, .. } = arguments;
    let (old_source, new_source) = (Source::find(before, &workspace)?, Source::find(after, &workspace)?);
    let working = progress::of_work("generating and comparing");
    let cannot = |name: &str| format!("no client can be generated from {name}");
    let old_document = Document::read(&old_source.text).with_context(|| cannot(before))?;
    let old = old_document.api(&old_source.former.unwrap_or_default()).with_context(|| cannot(before))?;
    let new_document = Document::read(&new_source.text).with_context(|| cannot(after))?;
    let is_decided = new_source.former.is_some();
    let mut new = new_document.api(&new_source.former.unwrap_or_default()).with_context(|| cannot(after))?;
    if !is_decided {
        keep_former_names(&old, &mut new);
        new = new_document.api(&new.former).with_context(|| cannot(after))?;
    }
    let rules = AppliedRule::count(old_document.adaptations(), new_document.adaptations());
    let comparison = Comparison::new(&old, &new);
    drop(working);
    let subject = Subject::Documents { before: before.clone(), after: after.clone() };
    let report = Report::new(subject, comparison, None, rules).render(*format)?;
    match console::report(&report) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => bail!("the report cannot be printed: {error}"),
        _ => Ok(ExitCode::SUCCESS),
    }
}
