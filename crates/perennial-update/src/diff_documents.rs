//! The task `diff`: reports the differences between two documents, as if the second replaced the first in an update.

use std::{io, process::ExitCode};

use anyhow::{Context as _, Result, bail};
use perennial_codegen::{names::file::Names, surface::PublicApi};

use crate::{
    behaviour::InvisibleDifferences,
    cli::DiffArguments,
    client::{Model, ParsedDocument},
    console,
    diff::Comparison,
    names::{self, NamedDocument},
    progress,
    report::{AppliedRule, Report, Subject},
    settings::Settings,
    source::StoredDocument,
    workspace::Workspace,
};

/// Runs the task `diff`.
///
/// # Errors
///
/// Fails if a document cannot be read, or if no client can be generated from it.
pub fn run(arguments: &DiffArguments, settings: &Settings) -> Result<ExitCode> {
    let workspace = Workspace::find(settings)?;
    let DiffArguments { before, after, report: format } = arguments;
    let (old_source, new_source) =
        (StoredDocument::find(before, &workspace)?, StoredDocument::find(after, &workspace)?);
    let working = progress::show_spinner("generating and comparing");
    let failure = |name: &str| format!("no client can be generated from {name}");
    let old_names = match old_source.names {
        Some(names) => names,
        None => Names::for_client(&workspace.read_client_section()?),
    };
    let old_model = Model::from_document(&old_source.text, &old_names).with_context(|| failure(before))?;
    let old = PublicApi::new(&old_model.api);
    let client = &new_source.names.as_ref().unwrap_or(&old_names).client;
    let new = ParsedDocument::parse(&new_source.text, client).with_context(|| failure(after))?;
    let named = |names: &Names| new.build_model(names).with_context(|| failure(after));
    let new_model = match &new_source.names {
        Some(names) => named(names)?,
        None => {
            let names = &old_names.recording(&old_model.api);
            named(&names::carry_over_names(
                NamedDocument { document: &old_source.text, api: &old, names },
                None,
                &names.client,
                named,
            )?)?
        }
    };
    let rules = AppliedRule::count(&old_model.adaptations, &new_model.adaptations, workspace.package.has_progenitor());
    let comparison = Comparison::new(&old, &PublicApi::new(&new_model.api));
    drop(working);
    let subject = Subject::Documents { before: before.clone(), after: after.clone() };
    let mut report = Report::new(&workspace, subject, comparison, None, rules);
    report = report.with_invisible_differences(InvisibleDifferences::between(&old_source.text, &new_source.text));
    let report = report.render(*format)?;
    match console::print_report(&report) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => bail!("the report cannot be printed: {error}"),
        _ => Ok(ExitCode::SUCCESS),
    }
}
