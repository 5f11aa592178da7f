//! The task `new`: creates the package of a client from a document. The package compiles without changes, and its
//! example and test run.

mod call;
mod files;
mod membership;
mod name;
mod sample;
mod staging;
mod usage;

use std::{
    fs, io,
    path::{self, Path, PathBuf},
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
    configured::default_settings,
    console,
    git::Repository,
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
/// the document, if a file cannot be written, or if cargo refuses the package in its workspace. After an error, the
/// package does not exist, and the workspace is unchanged.
pub fn run(arguments: &NewArguments, settings: &Settings) -> Result<ExitCode> {
    let folder = &arguments.name;
    let name = name::package_name(folder)?;
    if folder.symlink_metadata().is_ok() {
        bail!("{} exists already, and was not changed: choose another name, or remove it", folder.display());
    }
    let place = absolute_path(folder).with_context(|| format!("{} cannot be found", folder.display()))?;
    let repository = Repository::root_for_new_files(&place);
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
        folder_in_repository: repository.and_then(|root| place.strip_prefix(root).ok()),
    };
    let files = client.render_files()?;
    drop(working);
    let manifest = write_package(&place, &files).with_context(|| format!("{} cannot be created", folder.display()))?;
    let summary = ClientSummary::new(&generated, &json::parse(&document)?);
    let place = NewPlace { folder: &place, repository, workspace: manifest.as_deref() };
    let description = describe_package(arguments, &place, &files, &client, &summary, settings);
    console::print_report(&description).context("the report cannot be printed")?;
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
        bail!(
            "{shown} does not contain the folder `perennial-codegen`: specify the folder with the crates of perennial"
        );
    }
    folder.into_os_string().into_string().ok().with_context(|| format!("{shown} is not UTF-8"))
}

/// Returns the absolute path of a folder that does not have to exist. Symbolic links in the existing part of the path
/// are resolved, as cargo and git do.
fn absolute_path(folder: &Path) -> io::Result<PathBuf> {
    let folder = path::absolute(folder)?;
    let existing = folder.ancestors().find(|existing| existing.exists()).unwrap_or(&folder);
    let rest = folder.strip_prefix(existing).unwrap_or(&folder);
    Ok(fs::canonicalize(existing)?.join(rest))
}

/// Writes all files to a staging folder, and renames it to `folder`. Until then, `folder` does not exist, even if the
/// process is killed. Then adds the package to its workspace. Returns the manifest of the workspace if it was changed.
///
/// # Errors
/// Returns an error if a file cannot be written, or if cargo refuses the package. All changes are then undone.
fn write_package(folder: &Path, files: &[NewFile]) -> Result<Option<PathBuf>> {
    let parents = folder.ancestors().skip(1);
    let missing: Vec<&Path> = parents.take_while(|parent| !parent.exists()).collect();
    // The package must be in its folder before the workspace lists it, because cargo refuses a workspace that lists a
    // missing package.
    let joined = stage_package(folder, files)
        .and_then(|()| membership::join_workspace(folder).inspect_err(|_| drop(fs::remove_dir_all(folder))));
    joined.inspect_err(|_| missing.into_iter().for_each(|parent| drop(fs::remove_dir(parent))))
}

fn stage_package(folder: &Path, files: &[NewFile]) -> Result<()> {
    let parent = folder.parent().context("it has no parent folder")?;
    fs::create_dir_all(parent)?;
    // The staging folder is at the root of the workspace. If it were beside the package, a pattern in the workspace's
    // `members`, such as `clients/*`, could match it, and cargo would refuse the workspace.
    let staging = StagingFolder::new(membership::workspace_root(folder).unwrap_or(parent))?;
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

/// Where a new package is: its folder, and the repository and the workspace that contain it.
struct NewPlace<'a> {
    /// The absolute path of the package.
    folder: &'a Path,
    /// The root of the repository that contains the package, or `None` if there is none.
    repository: Option<&'a Path>,
    /// The manifest of the workspace, if the package was added to its members.
    workspace: Option<&'a Path>,
}

/// States from which environment variables `check-live` reads the credentials. Empty if the client has no credentials.
fn describe_variables(client: &NewPackage<'_>, command: &str) -> String {
    let settings = default_settings(client.name, command);
    let credentials = client.generated.api.credentials.iter();
    let variables = credentials.flat_map(|it| &it.schemes).flat_map(|scheme| &scheme.variables);
    let names: Vec<String> = variables.map(|variable| settings.variable(variable)).collect();
    if names.is_empty() { String::new() } else { format!(",\n      with credentials from {}", names.join(", ")) }
}

fn describe_package(
    arguments: &NewArguments,
    place: &NewPlace<'_>,
    files: &[NewFile],
    client: &NewPackage<'_>,
    summary: &ClientSummary,
    settings: &Settings,
) -> String {
    let NewPackage { origin, chosen, call, .. } = client;
    let shown = arguments.name.display();
    let operations = count_with_noun(summary.operations, "operation");
    let mut text = format!("{shown}: a client with {operations} and {}\n", count_with_noun(summary.types, "type"));
    for NewFile { path, .. } in files {
        text += &format!("  {path}\n");
    }
    text.extend(summary.report_lines(false).iter().map(|line| printable(line) + "\n"));
    let dropped = summary.adaptations.0.get(Rule::DROPPED_SCHEME.id).into_iter().flat_map(|it| &it.places);
    text.extend(
        dropped.map(|place| {
            format!("\nThe client cannot send credentials for the security scheme {}.\n", printable(place))
        }),
    );
    if *chosen != Some(ALL) {
        let chosen = chosen.map_or("only the operations without a tag".to_owned(), |feature| {
            format!("`{feature}`, the feature of the largest tag that rustc can compile")
        });
        text += &format!(
            "\nThe client is too large for rustc to compile with all tags, so `default` in Cargo.toml enables \
             {chosen}. Add the tags that you need.\n"
        );
    }
    if let DocumentOrigin::Served(address) = origin
        && let Some(query) = address.document.query().filter(|query| !query.is_empty())
    {
        text += &format!(
            "\nCargo.toml contains the query of the URL, `?{query}`. The query is published with the package.\n"
        );
    }
    if let Some(manifest) = place.workspace {
        text += &format!("\n{shown} was added to `members` in {}\n", manifest.display());
    }
    let what = call
        .map_or("compiles it".to_owned(), |call| format!("compiles the client, and sends {} to a mock", call.request));
    text += &format!("\nNext, in {shown}:\n  cargo test\n      {what}\n");
    if call.is_some() {
        text += "  cargo run --example first_call\n      shows this call and the decoded response\n";
    }
    text += &format!(
        "  {} check-live --base-url URL\n      lists where the service deviates from the document{}\n",
        settings.command,
        describe_variables(client, &settings.command)
    );
    let named = if let DocumentOrigin::File(_) = origin { " --from URL" } else { "" };
    let update = format!(
        "`{} update{named}` updates the client to a new document, and reports how this affects programs that use the \
         client",
        settings.command
    );
    let Some(root) = place.repository else {
        return text
            + &format!("  git init && git add . && git commit --message \"A client\"\n      afterwards, {update}\n");
    };
    let changed = place.workspace.and_then(Path::parent).filter(|folder| folder.starts_with(root));
    let depth = changed.and_then(|folder| Some(place.folder.strip_prefix(folder).ok()?.iter().count()));
    let manifest = depth.map(|depth| format!(" {}{MANIFEST}", "../".repeat(depth))).unwrap_or_default();
    text + &format!(
        "  git add .{manifest} && git commit --message \"A client\"\n      afterwards, {update}\n\nTo update the \
         client every week, save this workflow as {}:\n\n{}",
        root.join(format!(".github/workflows/refresh-{}.yml", client.name)).display(),
        client.render_workflow()
    )
}
