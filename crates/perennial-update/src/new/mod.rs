//! The task `new`: creates the package of a client from a document. The package compiles without changes, and its
//! example and test run.

mod call;
mod files;
mod name;
mod sample;
mod staging;

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

use anyhow::{Context as _, Result, bail};
use clap::Args;
use perennial_codegen::{
    adaptation::Rule,
    api::ALL,
    stack,
    text::{json, printable::printable},
};

use crate::{
    console,
    origin::DocumentOrigin,
    progress, samples,
    settings::Settings,
    try_documents::{ClientSummary, CodeExtent, count_with_noun, generate_client},
    workspace::{MANIFEST, README},
};
use call::ExampleCall;
use files::{NewFile, NewPackage};
use staging::StagingFolder;

/// The arguments of `new`.
#[derive(Debug, Args)]
pub struct NewArguments {
    /// The folder of the new package, such as `bookshelf` or `clients/bookshelf`. Its name becomes the name of the
    /// package
    #[arg(value_name = "NAME")]
    pub name: PathBuf,

    /// The OpenAPI document in JSON or YAML: a file, or a URL without secrets, which is recorded in Cargo.toml
    #[arg(long, value_name = "URL|FILE")]
    pub from: String,

    /// A folder that contains the crates `perennial` and `perennial-codegen`, to use instead of those in the registry
    #[arg(long, value_name = "DIR")]
    pub crates: Option<PathBuf>,
}

/// Runs the task `new`.
///
/// # Errors
/// Returns an error if the package name is unsuitable, if the folder already exists, if no client can be generated from
/// the document, or if a file cannot be written. After an error, there is no package.
pub fn run(arguments: &NewArguments, settings: &Settings) -> Result<ExitCode> {
    let folder = &arguments.name;
    let name = name::package_name(folder)?;
    if folder.symlink_metadata().is_ok() {
        bail!("{} exists, and is left as it is: choose another name, or remove it", folder.display());
    }
    let crates = arguments.crates.as_deref().map(crates_folder).transpose()?;
    let origin = DocumentOrigin::parse(&arguments.from)?;
    let document = origin.read_text(settings)?;
    let working = progress::show_spinner("generating");
    let (names, generated) = stack::with_stack(|| generate_client(&document, &origin.to_string(), CodeExtent::None))?
        .with_context(|| format!("no client can be generated from {origin}"))?;
    let chosen = perennial_codegen::compilable(&generated.api);
    let call = ExampleCall::first(&generated.api, chosen, &name.replace('-', "_"));
    let client = NewPackage {
        name,
        origin: &origin,
        document: &document,
        names: &names,
        generated: &generated,
        chosen,
        call: call.as_ref(),
        crates: crates.as_deref(),
    };
    let files = client.render_files()?;
    drop(working);
    write_package(folder, &files).with_context(|| format!("{} cannot be made", folder.display()))?;
    let summary = ClientSummary::new(&generated, &json::parse(&document)?);
    let description = describe_package(folder, &files, &client, &summary, settings);
    console::print_report(&description).context("what was made cannot be printed")?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the absolute path of the folder with the crates `perennial` and `perennial-codegen`.
///
/// # Errors
/// Returns an error if the folder does not exist or lacks one of these crates, or if its path is not UTF-8.
fn crates_folder(folder: &Path) -> Result<String> {
    let shown = folder.display();
    let folder = fs::canonicalize(folder).with_context(|| format!("{shown} cannot be found"))?;
    if !folder.join("perennial-codegen").is_dir() {
        bail!("{shown} has no folder `perennial-codegen`: name the one that has the crates");
    }
    folder.into_os_string().into_string().ok().with_context(|| format!("{shown} is no text"))
}

/// Writes all files to a staging folder, and renames it to `folder`. Until then, `folder` does not exist, even if the
/// process is killed.
fn write_package(folder: &Path, files: &[NewFile]) -> Result<()> {
    let parent = folder.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::create_dir_all(parent)?;
    let staging = StagingFolder::new(parent)?;
    let made = staging.client_folder();
    for NewFile { path, text } in files {
        let path = made.join(path);
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        fs::write(path, text)?;
    }
    // A failure is ignored, because without rustfmt only some lines are too long.
    let sources = files.iter().map(|file| file.path).filter(|path| path.ends_with(".rs"));
    let mut rustfmt = Command::new("rustfmt");
    let _ = rustfmt.args(["--quiet", "--edition", "2024"]).args(sources).current_dir(&made).output();
    let readme = made.join(README);
    let with_samples = samples::with_samples(&fs::read_to_string(&readme)?, &made)?;
    fs::write(readme, with_samples)?;
    fs::rename(made, folder)?;
    Ok(())
}

/// Returns the manifest of the workspace that contains the new package. cargo refuses the package unless that workspace
/// lists or excludes it.
fn enclosing_workspace(folder: &Path) -> Option<PathBuf> {
    let folder = fs::canonicalize(folder).ok()?;
    folder.ancestors().skip(1).map(|folder| folder.join(MANIFEST)).find(|manifest| {
        let text = fs::read_to_string(manifest).unwrap_or_default();
        text.lines().any(|line| line.trim() == "[workspace]")
    })
}

fn describe_package(
    folder: &Path,
    files: &[NewFile],
    client: &NewPackage<'_>,
    summary: &ClientSummary,
    settings: &Settings,
) -> String {
    let NewPackage { origin, chosen, call, .. } = client;
    let shown = folder.display();
    let operations = count_with_noun(summary.operations, "operation");
    let mut text = format!("{shown}: a client of {operations} and {}\n", count_with_noun(summary.types, "type"));
    for NewFile { path, .. } in files {
        text += &format!("  {path}\n");
    }
    text.extend(summary.report_lines(false).iter().map(|line| printable(line) + "\n"));
    let dropped = summary.adaptations.0.get(Rule::DROPPED_SCHEME.id).into_iter().flat_map(|it| &it.places);
    text.extend(dropped.map(|place| format!("\nNo call is sent with the security scheme {}.\n", printable(place))));
    if *chosen != Some(ALL) {
        let chosen =
            chosen.map_or("what has no tag".to_owned(), |feature| format!("the largest that it takes, `{feature}`"));
        text += &format!(
            "\nrustc does not take all tags at once: `default` in Cargo.toml has {chosen}. Add others there.\n"
        );
    }
    if let DocumentOrigin::Served(address) = origin
        && let Some(query) = address.document.query().filter(|query| !query.is_empty())
    {
        text +=
            &format!("\nCargo.toml, which is published with the package, records the query of the URL: `?{query}`\n");
    }
    if let Some(workspace) = enclosing_workspace(folder) {
        text += &format!("\n{} is a workspace: list {shown} in its `members`, or in `exclude`.\n", workspace.display());
    }
    let what =
        call.map_or("compiles it".to_owned(), |call| format!("compiles it, and calls {} of a mock", call.request));
    text += &format!("\nNext, in {shown}:\n  cargo test\n      {what}\n");
    if call.is_some() {
        text += "  cargo run --example first_call\n      shows that call, and what the client makes of the answer\n";
    }
    let named = if let DocumentOrigin::File(_) = origin { " --from URL" } else { "" };
    text + &format!(
        "  git init && git add . && git commit --message \"A client\"\n      then `{} update{named}` follows the document, and says \
         what that means for programs\n",
        settings.command
    )
}
