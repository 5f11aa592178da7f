//! The task `drop-former-names`: lists or removes former names, and reports how their removal affects consumers.

use std::process::ExitCode;

use anyhow::{Context as _, Result};
use perennial_codegen::surface::PublicApi;

use crate::{
    cli,
    client::{Client, Model},
    console,
    diff::{Comparison, Verdict},
    guard, lock, names, progress,
    public_api::Renaming,
    released::LastRelease,
    report::workspace_line,
    settings::Settings,
    workspace::Workspace,
};

/// Runs `drop-former-names`.
///
/// # Errors
///
/// Fails if no client can be generated from the vendored document, or if a file cannot be written.
pub fn run(arguments: &cli::DropFormerNamesArguments, settings: &Settings) -> Result<ExitCode> {
    let workspace = Workspace::find(settings)?;
    let _lock = lock::lock_folder(&workspace.folder)?;
    let working = progress::show_spinner("generating and comparing");
    let vendored = workspace.read_vendored()?;
    let document = vendored.document_text()?;
    let client = Client::from_vendored(&vendored, &vendored.select_names(workspace.read_names()?))?;
    guard::expect_listed(&client, document, &workspace)?;
    let remaining = names::drop_former_names(client.names, arguments.before.as_deref());
    let api =
        PublicApi::new(&Model::from_document(document, &remaining).context("the names do not match the document")?.api);
    let comparison = Comparison::new(&client.api, &api);
    if comparison.verdict() == Verdict::NoChange {
        drop(working);
        let nothing = "names.json contains no such names: nothing to do";
        console::print_report(&format!("{}\n{nothing}\n", workspace_line(&workspace.display_folder())))?;
        return Ok(ExitCode::SUCCESS);
    }
    let last = LastRelease::find(&workspace, None);
    let renaming = Renaming {
        names: remaining,
        api: &api,
        before: "the recorded names".to_owned(),
        after: "the names that remain after deprecated names are removed".to_owned(),
        comparison,
        last: &last,
    };
    let (report, files) = renaming.apply(document, &workspace)?;
    let text = report.render(arguments.report)?;
    drop(working);
    let is_removed = arguments.all || arguments.before.is_some();
    if is_removed && !arguments.dry_run {
        files.write(None)?;
    }
    console::print_report(&text)?;
    Ok(ExitCode::SUCCESS)
}
