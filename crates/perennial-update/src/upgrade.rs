//! The option `--upgrade` of the task `public-api`, which upgrades a client to a newer generator. All names are kept.
//! The report lists the changed lines of `public-api.txt`, because no new document explains them.

use std::process::ExitCode;

use anyhow::{Context as _, Result, ensure};
use perennial_codegen::{PACKAGE, input, names::file};
use toml_edit::{DocumentMut, Item, Value};

use crate::{
    changelog,
    client::Client,
    console,
    derived::DerivedFiles,
    git::Repository,
    guard::ListingDifference,
    markdown,
    workspace::{DOCUMENT, PUBLIC_API, Workspace},
};

/// The version of the generator. The runtime has the same version.
const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The maximum number of added lines in the changelog, and also of removed lines. Nobody would read more, and
/// `public-api.txt` contains all lines.
const SHOWN: usize = 30;
/// The upgraded crates, each with the table of `Cargo.toml` that declares it as a dependency.
const CRATES: [(&str, &str); 2] = [("dependencies", "perennial"), ("build-dependencies", PACKAGE)];

/// Writes `files`, which this version of the generator derived, and records the version in `Cargo.toml`. If
/// `is_written` is `false`, only reports the changes.
///
/// # Errors
/// Returns an error if the client has no `public-api.txt`, or if a file cannot be written.
pub fn run(mut files: DerivedFiles, client: &Client, workspace: &Workspace, is_written: bool) -> Result<ExitCode> {
    let manifest = &mut files.manifest;
    manifest.text = with_generator_version(&manifest.text)?;
    manifest.is_current &= input::read_text(&manifest.path)?.is_some_and(|present| present == manifest.text);
    let unlisted = ListingDifference::find(client, workspace)?;
    let unlisted =
        unlisted.with_context(|| format!("{PUBLIC_API} does not exist, so the current public API is unknown"))?;
    let is_changed = !unlisted.gone.is_empty() || !unlisted.new.is_empty();
    let lines = |breaking: &str| changelog_lines(&unlisted, breaking);
    files.changelog = if is_changed { changelog::with_unreleased_lines(workspace, lines)? } else { None };
    let is_current = files.iter().all(|file| file.is_current);
    if is_written {
        files.write(None)?;
    }
    console::print_report(&render_report(&unlisted, workspace, is_written)).context("the report cannot be printed")?;
    Ok(if is_current || is_written { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Checks that the generator is the only possible reason for a change of the public API.
///
/// # Errors
/// Returns an error after an interrupted update, or if a file that determines the public API has changed since the last
/// commit.
pub fn expect_committed(workspace: &Workspace) -> Result<()> {
    ensure!(
        workspace.read_names()?.next.is_none(),
        "an update was interrupted: run `{} update` first",
        workspace.command()
    );
    let repository = Repository::containing(&workspace.folder);
    // Without a repository, edits cannot be detected.
    let Ok(Some(head)) = repository.find_commit("HEAD") else { return Ok(()) };
    for name in [DOCUMENT, file::FILE, PUBLIC_API] {
        let committed = repository.read_file(&head, name)?;
        ensure!(
            committed.is_none() || committed == input::read_text(&workspace.file_path(name))?,
            "{name} differs from the last commit, so its changes would be attributed to the generator: commit it \
             first, or restore it (`git checkout {name}`)"
        );
    }
    Ok(())
}

/// Returns the manifest with this version for the generator and the runtime. Dependencies by path have no version and
/// are unchanged.
fn with_generator_version(manifest: &str) -> Result<String> {
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

/// Returns the lines for `CHANGELOG.md`. Removed lines of the public API get the mark for breaking changes, so that the
/// release gets a breaking version.
fn changelog_lines(ListingDifference { gone, new }: &ListingDifference, breaking: &str) -> Vec<String> {
    let lines = [(gone, breaking, "does not have"), (new, "", "has")].into_iter().flat_map(|(lines, mark, what)| {
        let entry = move |line: &String| {
            format!("- {mark}version {VERSION} of the generator {what}: {}", markdown::render_code_span(line))
        };
        lines.iter().take(SHOWN).map(entry)
    });
    lines.collect()
}

fn render_report(
    ListingDifference { gone, new }: &ListingDifference,
    workspace: &Workspace,
    is_written: bool,
) -> String {
    let done = if is_written { "is" } else { "would be" };
    let mut report = format!(
        "Workspace: {}\nThe client {done} generated by version {VERSION}. openapi.json and all names are unchanged.\n",
        workspace.display_folder()
    );
    if gone.is_empty() && new.is_empty() {
        return report + "The new generator does not change the public API.\n";
    }
    for (lines, mark, title) in [
        (gone, '-', "Items that the new generator removes from the public API: code that uses them has to change"),
        (new, '+', "Items that the new generator adds to the public API"),
    ] {
        if !lines.is_empty() {
            report += &format!("\n{title} ({})\n", lines.len());
            report.extend(lines.iter().map(|line| format!("  {mark} {line}\n")));
        }
    }
    report
        + "\nNext: run `cargo test` to compile the generated code. If there is a CHANGELOG.md, edit the lines that \
           were added to it.\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn upgrade_changes_only_the_versions_of_generator_and_runtime() {
        let manifest = |version: &str| {
            format!(
                "[dependencies]\nperennial = {{ version = \"{version}\", features = [\"gzip\"] }} # why\ntokio = \
                 \"0.0.1\"\n\n[build-dependencies]\n{PACKAGE}  =  \"{version}\"\n"
            )
        };
        assert_eq!(with_generator_version(&manifest("0.0.1")).expect("legal"), manifest(VERSION));
        for other in
            ["", "[dependencies]\nperennial = { path = \"x\" }\n", "[dependencies]\nperennial.workspace = true\n"]
        {
            assert_eq!(with_generator_version(other).expect("legal"), other);
        }
    }
}
