//! Lists former names, or removes those that a maintainer no longer keeps, and reports what that means for consumers.

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
/// A vendored document from which no client can be generated, and a file that cannot be written.
pub fn drop(arguments: &cli::DropFormerNames, settings: &Settings) -> Result<ExitCode> {
    let workspace = Workspace::find(settings)?;
    let _lock = lock::folder(&workspace.folder)?;
    let working = progress::of_work("generating and comparing");
    let vendored = workspace.vendored()?;
    let document = vendored.text()?;
    let now = Client::of_vendored(&vendored, &vendored.names(workspace.names()?))?;
    guard::expect_listed(&now, document, &workspace)?;
    let left = names::drop_former_names(now.names, arguments.before.as_deref());
    let api = PublicApi::new(&Model::read(document, &left).context("the names do not fit")?.api);
    let comparison = Comparison::new(&now.api, &api);
    if comparison.verdict() == Verdict::NoChange {
        std::mem::drop(working);
        let nothing = "names.json has no such names: nothing to do";
        console::report(&format!("{}\n{nothing}\n", in_workspace(&workspace.shown())))?;
        return Ok(ExitCode::SUCCESS);
    }
    let last = Last::of(&workspace, None);
    let renaming = Renaming {
        names: left,
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
