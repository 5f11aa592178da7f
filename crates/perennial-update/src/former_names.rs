//! Lists former names, or removes those that a maintainer no longer keeps, and reports what that means for consumers.

use std::process::ExitCode;

use anyhow::{Context as _, Result};
use perennial_codegen::surface::PublicApi;

use crate::{
    cli,
    client::{Client, Model},
    console, derived,
    diff::{Comparison, Verdict},
    guard, interrupt, lock, names, progress, public_api,
    released::Last,
    report::in_workspace,
    settings::Settings,
    workspace::Workspace,
};

/// Runs `drop-former-names`.
///
/// # Errors
/// A vendored document from which no client can be generated, and a file that cannot be written.
pub fn drop(arguments: &cli::DropFormerNames, settings: &Settings) -> Result<ExitCode> {
    interrupt::listen()?;
    let workspace = Workspace::find(settings)?;
    let _lock = lock::folder(workspace.folder())?;
    let working = progress::of_work("generating and comparing");
    let vendored = workspace.vendored()?;
    let document = vendored.text()?;
    let now = Client::of_vendored(&vendored, &vendored.names(workspace.names()?))?;
    guard::expect_listed(&now, document, &workspace)?;
    let left = names::without_former(now.names, arguments.before.as_deref());
    let api = PublicApi::new(&Model::read(document, &left).context("the names do not fit")?.api);
    let comparison = Comparison::new(&now.api, &api);
    if comparison.verdict() == Verdict::NoChange {
        std::mem::drop(working);
        let nothing = "names.json has no such names: nothing to do";
        console::report(&format!("{}\n{nothing}\n", in_workspace(&workspace.shown())))?;
        return Ok(ExitCode::SUCCESS);
    }
    let last = Last::of(&workspace, None);
    let subject = ["the recorded names", "fewer former names"];
    let changed = (comparison, last.as_ref());
    let (report, files) = public_api::renamed(&workspace, document, (left, &api), subject, changed)?;
    let text = report.render(arguments.report)?;
    std::mem::drop(working);
    let is_removed = arguments.all || arguments.before.is_some();
    if is_removed && !arguments.dry_run {
        derived::write(&files, None)?;
    }
    console::report(&text)?;
    Ok(ExitCode::SUCCESS)
}
