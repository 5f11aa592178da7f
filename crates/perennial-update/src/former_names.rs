//! Lists or removes former names, and reports the effects on consumers.

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
    released::Last,
    report::in_workspace,
    settings::Settings,
    workspace::Workspace,
};

/// Runs `drop-former-names`.
///
/// # Errors
///
/// Fails if no client can be generated from the vendored document, or if a file cannot be written.
pub fn drop(arguments: &cli::DropFormerNames, settings: &Settings) -> Result<ExitCode> {
    let workspace = Workspace::find(settings)?;
    let _lock = lock::folder(&workspace.folder)?;
    let working = progress::of_work("generating and comparing");
    let vendored = workspace.vendored()?;
    let document = vendored.text()?;
    let client = Client::of_vendored(&vendored, &vendored.names(workspace.names()?))?;
    guard::expect_listed(&client, document, &workspace)?;
    let remaining = names::drop_former_names(client.names, arguments.before.as_deref());
    let api = PublicApi::new(&Model::read(document, &remaining).context("the names do not fit")?.api);
    let comparison = Comparison::new(&client.api, &api);
    if comparison.verdict() == Verdict::NoChange {
        std::mem::drop(working);
        let nothing = "names.json has no such names: nothing to do";
        console::report(&format!("{}\n{nothing}\n", in_workspace(&workspace.shown())))?;
        return Ok(ExitCode::SUCCESS);
    }
    let last = Last::of(&workspace, None);
    let renaming = Renaming {
        names: remaining,
        api: &api,
        before: "the recorded names".to_owned(),
        after: "fewer former names".to_owned(),
        comparison,
        last: &last,
    };
    let (report, files) = renaming.applied(document, &workspace)?;
    let text = report.render(arguments.report)?;
    std::mem::drop(working);
    let is_removed = arguments.all || arguments.before.is_some();
    if is_removed && !arguments.dry_run {
        files.write(None)?;
    }
    console::report(&text)?;
    Ok(ExitCode::SUCCESS)
}
