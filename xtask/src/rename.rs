//! What a maintainer does with names: sees those that are recorded, takes over others, and drops former ones.

use std::{fmt::Write as _, process::ExitCode};

use anyhow::{Context as _, Result};
use monitoring_service_codegen::{names::file::Names, text::printable::printable};

use crate::{
    changelog, cli,
    client::{Client, Model},
    console,
    derived::{self, Derived},
    diff::{Comparison, Verdict},
    format::Format,
    guard, interrupt, lock,
    names::{self, ByRules, Kind, Named},
    progress, public_api,
    released::Last,
    report::{Report, Subject, in_workspace, next_version},
    workspace::{Vendored, Workspace},
};

/// Runs `names`.
///
/// # Errors
/// A vendored document from which no client can be generated, names that cannot be adopted, a file that cannot be written.
pub fn names(arguments: &cli::Names) -> Result<ExitCode> {
    interrupt::listen()?;
    let workspace = Workspace::find(arguments.workspace.as_deref())?;
    let _lock = lock::folder(workspace.root())?;
    let now = Now::read(&workspace)?;
    if arguments.adopt.is_none() && !arguments.fresh {
        return now.listed(&recorded(&now.client.names));
    }
    let fresh = now.by_rules()?;
    match &arguments.adopt {
        None => now.listed(&would_be(&fresh)),
        Some(chosen) => {
            let adopted = names::adopted(&now.client.names, &fresh, chosen)?;
            now.replaced(adopted, "the names by the rules", arguments.dry_run, arguments.report)
        }
    }
}

/// Runs `drop-former-names`.
///
/// # Errors
/// A vendored document from which no client can be generated, and a file that cannot be written.
pub fn drop_former(arguments: &cli::DropFormerNames) -> Result<ExitCode> {
    interrupt::listen()?;
    let workspace = Workspace::find(arguments.workspace.as_deref())?;
    let _lock = lock::folder(workspace.root())?;
    let now = Now::read(&workspace)?;
    let left = names::without_former(now.client.names.clone(), arguments.before.as_deref());
    now.replaced(left, "fewer former names", arguments.dry_run, arguments.report)
}

fn printed(text: &str) -> Result<ExitCode> {
    console::report(text)?;
    Ok(ExitCode::SUCCESS)
}

/// The vendored document and its client.
struct Now<'a> {
    workspace: &'a Workspace,
    vendored: Vendored,
    client: Client,
}

impl<'a> Now<'a> {
    fn read(workspace: &'a Workspace) -> Result<Self> {
        let working = progress::of_work("generating");
        let vendored = workspace.vendored()?;
        let client = Client::of_vendored(&vendored, &vendored.names(workspace.names()?))?;
        drop(working);
        Ok(Self { workspace, vendored, client })
    }

    fn by_rules(&self) -> Result<Vec<ByRules>> {
        let Client { api, names, .. } = &self.client;
        Ok(names::by_rules(&Named { api, names }, &Model::read(self.vendored.text()?, &Names::default())?))
    }

    /// Prints what is no report.
    fn listed(&self, text: &str) -> Result<ExitCode> {
        printed(&format!("{}\n{text}", in_workspace(&self.workspace.shown())))
    }

    /// Replaces the names and what follows from them, and reports what that means for consumers.
    fn replaced(&self, names: Names, what: &str, is_dry_run: bool, format: Format) -> Result<ExitCode> {
        let (workspace, working) = (self.workspace, progress::of_work("generating and comparing"));
        guard::expect_listed(&self.client, self.vendored.text()?, workspace)?;
        let unstamped = Client::generate(self.vendored.text()?, &names)?;
        let comparison = Comparison::new(&self.client.api, &unstamped.api);
        if comparison.verdict() == Verdict::NoChange {
            drop(working);
            return self.listed("names.json has no such names: nothing to do\n");
        }
        let last = Last::of(workspace);
        let release = last.as_ref().map(|last| last.compared(&unstamped.api));
        let next = next_version(workspace.version(), release.as_ref(), Some(comparison.verdict()));
        let names = names::stamped(names, workspace.version(), next.as_deref());
        let new = Client::generate(self.vendored.text()?, &names).context("the names do not fit")?;
        let released = last.as_ref().and_then(Last::released);
        let changelog = changelog::file(workspace, released, Some(&comparison), &new.api)?;
        let files: Vec<Derived> = public_api::files(&new, workspace)?.into_iter().chain(changelog).collect();
        drop(working);
        let subject = Subject::Documents { before: "the recorded names".to_owned(), after: what.to_owned() };
        let report =
            Report::new(workspace, subject, comparison, None, Vec::new()).for_package(workspace.version(), release);
        let text = report.render(format)?;
        if !is_dry_run {
            derived::write(&files, None)?;
        }
        printed(&text)
    }
}

/// The recorded names that something has beside its own.
fn recorded(names: &Names) -> String {
    let Names { operations, tags, types, features, .. } = names;
    let mut text = format!("{} operations, {} tags, {} types\n", operations.len(), tags.len(), types.len());
    let mut line = |kind: &str, of: &str, name: &str, since: Option<&str>| {
        let since = since.map_or_else(|| "in the document".to_owned(), |since| format!("former since {since}"));
        let _ = writeln!(text, "{}", printable(&format!("  {kind} {of}: {name}, {since}")));
    };
    for (name, of) in operations {
        of.aliases.iter().for_each(|alias| line("operation", name, alias, None));
        of.former.iter().for_each(|(former, since)| line("operation", name, former, Some(since)));
        for (setter, other) in &of.other_setters {
            line("setter", &format!("{name}.{}", other.of), setter, other.since.as_deref());
        }
    }
    for (group, of) in tags {
        for (name, other) in &of.former {
            line("short name", &other.of, &format!("{group}().{name}"), other.since.as_deref());
        }
    }
    for (name, of) in types {
        of.aliases.iter().for_each(|alias| line("type", name, alias, None));
        of.former.iter().for_each(|(former, since)| line("type", name, former, Some(since)));
        for (variant, other) in &of.former_variants {
            line("variant", &format!("{name} {:?}", other.of), variant, other.since.as_deref());
        }
    }
    for (name, of) in features {
        line("feature", &of.of.to_string(), name, Some(&of.since));
    }
    text
}

/// What names would be.
fn would_be(fresh: &[ByRules]) -> String {
    if fresh.is_empty() {
        return "all names are those by the rules\n".to_owned();
    }
    let lines = fresh.iter().map(|ByRules { kind, of, present, fresh }| {
        let line = match kind {
            Kind::Operation => format!("operation {present} -> {fresh}"),
            Kind::Setter => format!("setter {of}.{present} -> {fresh}"),
            Kind::Type => format!("type {present} -> {fresh}"),
            Kind::Field => format!("field {of}.{present} -> {fresh}"),
            Kind::Variant => format!("variant {of}::{present} -> {fresh}"),
        };
        printable(&line) + "\n"
    });
    lines.collect()
}
