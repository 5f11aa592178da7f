//! Removes former names that a maintainer no longer keeps, and reports what that means for consumers.

use std::process::ExitCode;

use anyhow::{Context as _, Result};

use crate::{
    cli,
    client::Client,
    console,
    derived::{self, Derived},
    diff::{Comparison, Verdict},
    guard, interrupt, lock, names, progress, public_api,
    released::{self, Last},
    report::in_workspace,
    workspace::Workspace,
};

/// Runs `drop-former-names`.
///
/// # Errors
/// A vendored document from which no client can be generated, and a file that cannot be written.
pub fn drop(arguments: &cli::DropFormerNames) -> Result<ExitCode> {
    interrupt::listen()?;
    let workspace = Workspace::find(arguments.workspace.as_deref())?;
    let _lock = lock::folder(workspace.root())?;
    let working = progress::of_work("generating and comparing");
    let vendored = workspace.vendored()?;
    let document = vendored.text()?;
    let now = Client::of_vendored(&vendored, &vendored.names(workspace.names()?))?;
    guard::expect_listed(&now, document, &workspace)?;
    let left = names::without_former(now.names, arguments.before.as_deref());
    let unstamped = Client::generate(document, &left).context("the names do not fit")?;
    let comparison = Comparison::new(&now.api, &unstamped.api);
    if comparison.verdict() == Verdict::NoChange {
        std::mem::drop(working);
        let nothing = "names.json has no such names: nothing to do";
        console::report(&format!("{}\n{nothing}\n", in_workspace(&workspace.shown())))?;
        return Ok(ExitCode::SUCCESS);
    }
    let last = Last::of(&workspace);
    let release = last.as_ref().map(|last| last.compared(&unstamped.api));
    let left = released::stamped(left, &workspace, release.as_ref(), comparison.verdict());
    let new = Client::generate(document, &left)?;
    let subject = ["the recorded names", "fewer former names"];
    let (report, changelog) = public_api::told(&workspace, subject, (comparison, &new.api), (last.as_ref(), release))?;
    let files: Vec<Derived> = public_api::files(&new, &workspace)?.into_iter().chain(changelog).collect();
    let text = report.render(arguments.report)?;
    std::mem::drop(working);
    if !arguments.dry_run {
        derived::write(&files, None)?;
    }
    console::report(&text)?;
    Ok(ExitCode::SUCCESS)
}
