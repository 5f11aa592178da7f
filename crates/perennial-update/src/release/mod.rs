//! Makes the commit of a release, and says how to publish and tag it, in the order in which that is safe.

mod changelog;
mod packages;
mod repository;

use std::{fs, path::PathBuf, process::ExitCode};

use anyhow::{Context as _, Result, bail, ensure};
use changelog::Changelog;
use packages::Packages;
use perennial_codegen::text::printable::printable;
use repository::Checkout;

use crate::{
    cli,
    client::Client,
    console,
    derived::DerivedFiles,
    diff::Verdict,
    lock, names, progress, public_api,
    released::Last,
    report::{Judgement, Release, in_workspace, next_version},
    settings::Settings,
    workspace::Workspace,
    write::{self, Change},
};

/// A file with the new version, and what that is about.
struct Written {
    path: PathBuf,
    text: String,
    what: String,
}

/// Runs `release`.
///
/// # Errors
/// What cannot be released, a file that cannot be written, and a commit that git refuses.
pub fn run(arguments: &cli::Release, settings: &Settings) -> Result<ExitCode> {
    let workspace = Workspace::find(settings)?;
    let _lock = lock::folder(workspace.root())?;
    let packages = Packages::of(&workspace)?;
    let checkout = Checkout::of(packages.root());
    checkout.expect_ready()?;
    let changelog = Changelog::read(&workspace)?;
    let present = packages.version();
    let shown = in_workspace(&workspace.shown());
    if changelog.has(present) && checkout.tag(present)?.is_none() {
        ensure!(
            changelog.is_told().is_err(),
            "CHANGELOG.md has {present}, which has no tag, and more below `## Unreleased`: if it is published, tag its commit \
             (`git fetch --tags` brings a tag), or else move all of that to its section"
        );
        if let Some(other) = arguments.version.as_ref().filter(|version| *version != present) {
            bail!("{present} is committed and has no tag: publish and tag it before {other}, or undo its commit");
        }
        let commands = commands(&workspace, &packages, present, checkout.releases()?.is_empty());
        console::report(&format!("{shown}\n{present} is committed already.\n\n{commands}"))?;
        return Ok(ExitCode::SUCCESS);
    }
    changelog.is_told()?;

    let working = progress::of_work("generating and comparing");
    let vendored = workspace.vendored()?;
    let client = Client::of_vendored(&vendored, &vendored.names(workspace.names()?))?;
    if public_api::files(&client, &workspace)?.tell_behind() {
        bail!("the files above do not match openapi.json: bring them up to date, and commit them");
    }
    let version = match arguments.first {
        true => {
            checkout.expect_first()?;
            arguments.version.clone().unwrap_or_else(|| present.to_owned())
        }
        false => next(&workspace, &client, &changelog, arguments.version.as_deref())?,
    };
    if let Some(tag) = checkout.tag(&version)? {
        bail!("the tag {tag} is there already: a version is released once");
    }
    let released = if arguments.first { "0.0.0" } else { present };
    let names = stamped(&workspace, &checkout, client, [released, &version])?;
    let written = written(&packages, &checkout, &changelog, &version, names)?;
    drop(working);

    let what: String = written.iter().map(|file| format!("  {}\n", printable(&file.what))).collect();
    let commands = commands(&workspace, &packages, &version, arguments.first);
    if arguments.dry_run {
        console::report(&format!("{shown}\nRelease {version} would commit:\n{what}\n{commands}"))?;
        return Ok(ExitCode::SUCCESS);
    }
    let changes: Vec<_> = written.iter().map(|Written { path, text, .. }| Change { path, text }).collect();
    let paths: Vec<_> = written.iter().map(|file| file.path.as_path()).collect();
    write::all_or_none(&changes, || checkout.commit(&paths, &format!("Release {version}")))?;
    public_api::print(&format!("{shown}\nRelease {version} is committed:\n{what}\n{commands}"));
    Ok(ExitCode::SUCCESS)
}

/// The version after the last release: the one that is asked for, or else the lowest that the changes allow.
///
/// # Errors
/// One that promises more, and a release that is not known.
fn next(workspace: &Workspace, client: &Client, changelog: &Changelog, asked: Option<&str>) -> Result<String> {
    let Release { version: last, judgement } = Last::of(workspace, None).compared(&client.api).0;
    let verdict = match judgement {
        Judgement::Compared { verdict } => verdict,
        Judgement::NotCompared { not_compared } => bail!(
            "the last release is not known: {not_compared}; `git fetch --tags` brings tags (with `--unshallow` in a shallow \
             clone), and `--first` is for the first release"
        ),
    };
    let is_told = verdict != Verdict::Breaking && changelog.tells_what_breaks();
    let verdict = if is_told { Verdict::Breaking } else { verdict };
    let release = Release { version: last.clone(), judgement: Judgement::Compared { verdict } };
    let lowest = next_version(&last, &release, None).or_else(|| {
        let [major, minor, patch] = names::numbers(&last)?;
        (verdict == Verdict::NoChange).then(|| format!("{major}.{minor}.{}", patch + 1))
    });
    let lowest =
        lowest.with_context(|| format!("after {last}, which is not three numbers, the next version is not known"))?;
    let asked = asked.unwrap_or(&lowest);
    if names::numbers(asked) < names::numbers(&lowest) {
        let why = match verdict {
            Verdict::NoChange => "which has to be higher".to_owned(),
            _ if is_told => "since when callers break, as CHANGELOG.md says".to_owned(),
            Verdict::Breaking => {
                format!("since when callers break: `{} diff v{last} ./openapi.json` says where", workspace.command())
            }
            Verdict::Compatible => {
                format!("since when the API has more: `{} diff v{last} ./openapi.json` says what", workspace.command())
            }
        };
        bail!("{asked} promises too much after {last}, {why}: it has to be {lowest} or higher");
    }
    Ok(asked.to_owned())
}

/// What follows from the names once those that are former ones since the `released` version are so since `version`.
fn stamped(
    workspace: &Workspace,
    checkout: &Checkout<'_>,
    client: Client,
    [released, version]: [&str; 2],
) -> Result<Vec<Written>> {
    let names = names::stamped(client.names, released, Some(version));
    let client = Client::generate(workspace.vendored()?.text()?, &names)?;
    // The features are those of the document, whatever the version is.
    let DerivedFiles { names, code, listing, .. } = public_api::files(&client, workspace)?;
    let files = [names].into_iter().chain(code).chain([listing]).map(|file| {
        let what =
            format!("{}: names that this release deprecates are so since {version}", checkout.relative(&file.path));
        Written { path: file.path, text: file.text, what }
    });
    Ok(files.collect())
}

/// The files that are different with the version.
fn written(
    packages: &Packages,
    checkout: &Checkout<'_>,
    changelog: &Changelog,
    version: &str,
    mut written: Vec<Written>,
) -> Result<Vec<Written>> {
    for (path, text) in packages.with_version(version, &checkout.tracked("Cargo.lock")?)? {
        let what = format!("{}: {} becomes {version}", checkout.relative(&path), packages.version());
        written.push(Written { path, text, what });
    }
    let (heading, text) = changelog.released(version);
    written.push(Written {
        path: changelog.path.clone(),
        text,
        what: format!("CHANGELOG.md: `{heading}` for `Unreleased`"),
    });
    let mut different = Vec::new();
    for file in written {
        let present =
            fs::read_to_string(&file.path).with_context(|| format!("{} cannot be read", file.path.display()))?;
        different.extend((present != file.text).then_some(file));
    }
    Ok(different)
}

/// What is left to do, in the order in which it is safe.
fn commands(workspace: &Workspace, packages: &Packages, version: &str, is_first: bool) -> String {
    let published: Vec<_> = packages.names().map(|name| format!("--package {name}")).collect();
    let mut commands = vec![match (workspace.path(".ci/release").is_file(), is_first) {
        (true, true) => ".ci/release --first".to_owned(),
        (true, false) => ".ci/release".to_owned(),
        (false, _) => format!("cargo publish --dry-run {}", published.join(" ")),
    }];
    commands.push("git push".to_owned());
    commands.extend(published.iter().map(|package| format!("cargo publish {package}")));
    commands.extend([format!("git tag v{version}"), format!("git push origin v{version}")]);
    let why = "Then run these in this order, each once the one before has succeeded: updates are judged against the tag, so it \
               is for what is published.";
    format!("{why}\n{}", commands.iter().map(|command| format!("  {command}\n")).collect::<String>())
}
