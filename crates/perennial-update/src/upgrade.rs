//! Generates a client with a newer generator: its names stay, and what of the public API the generator changes is told, as no
//! document explains it.

use std::process::ExitCode;

use anyhow::{Context as _, Result, ensure};
use perennial_codegen::{PACKAGE, input, names::file};
use toml_edit::{DocumentMut, Item, Value};

use crate::{
    changelog, cli,
    client::Client,
    console, derived,
    git::Repository,
    guard::Unlisted,
    interrupt, lock, markdown, progress, public_api,
    settings::Settings,
    workspace::{DOCUMENT, PUBLIC_API, Workspace},
};

/// The version of the generator, and of the runtime that goes with it.
const VERSION: &str = env!("CARGO_PKG_VERSION");
/// As many lines of each kind as anyone reads in a changelog.
const SHOWN: usize = 30;
/// The crates of that version, by the tables that have them.
const CRATES: [(&str, &str); 2] = [("dependencies", "perennial"), ("build-dependencies", PACKAGE)];

/// Runs the task.
///
/// # Errors
/// A client that is not as it was committed, a document from which the generator makes none, and files that cannot be written.
pub fn run(arguments: &cli::Upgrade, settings: &Settings) -> Result<ExitCode> {
    interrupt::listen()?;
    let workspace = Workspace::find(settings)?;
    let _lock = lock::folder(workspace.folder())?;
    is_committed(&workspace)?;
    let working = progress::of_work("generating");
    let vendored = workspace.vendored()?;
    let client = Client::of_vendored(&vendored, &vendored.names(workspace.names()?))?;
    let mut files = public_api::files(&client, &workspace)?;
    let [_, manifest, ..] = &mut files;
    manifest.text = upgraded(&manifest.text)?;
    manifest.is_current &= input::text(&manifest.path)?.is_some_and(|present| present == manifest.text);
    let unlisted = Unlisted::of(&client, &workspace)?;
    let unlisted = unlisted.with_context(|| format!("there is no {PUBLIC_API}, which tells what users have"))?;
    let changed = entry(&unlisted);
    let changelog = if changed.is_empty() { None } else { changelog::with_lines(&workspace, &changed)? };
    drop(working);
    if !arguments.dry_run {
        derived::write(&Vec::from_iter(files.into_iter().chain(changelog)), None)?;
    }
    console::report(&told(&unlisted, &workspace, arguments.dry_run)).context("the report cannot be printed")?;
    Ok(ExitCode::SUCCESS)
}

/// Checks that nothing but the generator can change the public API.
///
/// # Errors
/// A file from which it follows, and which is not as in the last commit.
fn is_committed(workspace: &Workspace) -> Result<()> {
    ensure!(workspace.names()?.next.is_none(), "an update was stopped: run `{} update` first", workspace.command());
    let repository = Repository::of(workspace.folder());
    // Without a repository, nothing is known of what was.
    let Ok(Some(head)) = repository.commit("HEAD") else { return Ok(()) };
    for name in [DOCUMENT, file::FILE, PUBLIC_API] {
        let committed = repository.file(&head, name)?;
        ensure!(
            committed.is_none() || committed == input::text(&workspace.path(name))?,
            "{name} is not as in the last commit, so what it changes would be taken for the generator's: commit it first, or \
             restore it (`git checkout {name}`)"
        );
    }
    Ok(())
}

/// A manifest that depends on the crates of this version, where it names one: a path has its own.
fn upgraded(manifest: &str) -> Result<String> {
    let mut manifest: DocumentMut = manifest.parse().context("Cargo.toml is not TOML")?;
    for (table, name) in CRATES {
        let Some(dependency) = manifest.get_mut(table).and_then(|table| table.get_mut(name)) else { continue };
        let version = match dependency {
            Item::Value(Value::String(_)) => Some(dependency),
            other => other.get_mut("version"),
        };
        if let Some(Value::String(version)) = version.and_then(Item::as_value_mut) {
            let decor = version.decor().clone();
            *version = toml_edit::Formatted::new(VERSION.to_owned());
            *version.decor_mut() = decor;
        }
    }
    Ok(manifest.to_string())
}

/// What `CHANGELOG.md` says of it: a release allows no version that promises more.
fn entry(Unlisted { gone, new }: &Unlisted) -> Vec<String> {
    let of = |lines: &[String], mark: &str, what: &str| {
        let shown = lines.iter().take(SHOWN).map(|line| format!("- {mark}{what}: {}", markdown::code_span(line)));
        let more = lines.len().saturating_sub(SHOWN);
        shown
            .chain((more > 0).then(|| format!("- {mark}{what}: {more} more lines of {PUBLIC_API}")))
            .collect::<Vec<_>>()
    };
    let taken = of(gone, "**Breaking:** ", &format!("version {VERSION} of the generator does not have"));
    [taken, of(new, "", &format!("version {VERSION} of the generator has"))].concat()
}

fn told(Unlisted { gone, new }: &Unlisted, workspace: &Workspace, is_dry: bool) -> String {
    let done = if is_dry { "would be" } else { "is" };
    let mut told = format!(
        "Workspace: {}\nThe client {done} generated by version {VERSION}; openapi.json and all names stay.\n",
        workspace.shown()
    );
    if gone.is_empty() && new.is_empty() {
        return told + "The generator changes nothing in the public API.\n";
    }
    for (lines, mark, title) in [
        (gone, '-', "What the generator takes from the public API: code that uses it has to change"),
        (new, '+', "What the generator adds to the public API"),
    ] {
        if !lines.is_empty() {
            told += &format!("\n{title} ({})\n", lines.len());
            told.extend(lines.iter().map(|line| format!("  {mark} {line}\n")));
        }
    }
    told + "\nNext: `cargo test` compiles what is generated; CHANGELOG.md, if there is one, says this in lines to edit.\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dependencies_by_version_get_this_one_and_all_else_stays() {
        let manifest = |version: &str| {
            format!(
                "[dependencies]\nperennial = {{ version = \"{version}\", features = [\"gzip\"] }} # why\ntokio = \"0.0.1\"\n\n\
                 [build-dependencies]\n{PACKAGE}  =  \"{version}\"\n"
            )
        };
        assert_eq!(upgraded(&manifest("0.0.1")).expect("legal"), manifest(VERSION));
        for other in
            ["", "[dependencies]\nperennial = { path = \"x\" }\n", "[dependencies]\nperennial.workspace = true\n"]
        {
            assert_eq!(upgraded(other).expect("legal"), other);
        }
    }
}
