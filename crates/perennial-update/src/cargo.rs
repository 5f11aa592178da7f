//! Runs cargo from a program that was itself started by cargo.

use std::{
    collections::BTreeMap,
    env,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context as _, Result, bail, ensure};
use perennial_codegen::PACKAGE;
use serde::Deserialize;

/// Creates a command for cargo. It inherits none of the variables that `cargo run` sets for this program. If it did,
/// build scripts of dependencies that read them would run again.
pub fn cargo_command() -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    for (name, _) in env::vars_os() {
        let is_ours = name.to_str().is_some_and(|name| {
            let prefixes = ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_BIN_", "CARGO_CRATE_"];
            prefixes.iter().any(|prefix| name.starts_with(prefix))
                || matches!(name, "CARGO_PRIMARY_PACKAGE" | "OUT_DIR")
        });
        if is_ours {
            command.env_remove(name);
        }
    }
    command
}

/// Returns options that make cargo build the `members` of a copied workspace separately from the members of the
/// original.
///
/// Both workspaces share one target folder, and cargo identifies a package by its path relative to the workspace, which
/// is the same in both. Without these options, cargo would therefore reuse what it built from one workspace for the
/// other, even after the original has changed. The options set a profile value for each member. This distinguishes the
/// builds, and does not affect `cargo check` otherwise.
pub fn options_that_separate_copy(members: &[String]) -> impl Iterator<Item = String> {
    members.iter().map(|member| format!("--config=profile.dev.package.{member}.codegen-units=255"))
}

#[derive(Debug, Deserialize)]
pub struct WorkspaceMetadata {
    pub workspace_root: PathBuf,
    pub target_directory: PathBuf,
    pub packages: Vec<Package>,
}

impl WorkspaceMetadata {
    /// Returns the path of the `Cargo.toml` of each member, and of each path dependency inside the workspace.
    pub fn manifest_paths(&self) -> Vec<PathBuf> {
        let dependencies = self.packages.iter().flat_map(|package| &package.dependencies);
        let by_path = dependencies.filter_map(|dependency| Some(dependency.path.as_ref()?.join("Cargo.toml")));
        let members = self.packages.iter().map(|package| package.manifest_path.clone());
        members.chain(by_path).filter(|manifest| manifest.starts_with(&self.workspace_root)).collect()
    }

    pub fn member_names(&self) -> Vec<String> {
        self.packages.iter().map(|package| package.name.clone()).collect()
    }
}

#[derive(Debug, Deserialize)]
pub struct Package {
    pub name: String,
    pub version: String,
    pub edition: String,
    pub manifest_path: PathBuf,
    /// The normal, build and development dependencies of the package.
    pub dependencies: Vec<Dependency>,
    pub features: BTreeMap<String, Vec<String>>,
}

#[derive(Debug, Deserialize)]
pub struct Dependency {
    pub name: String,
    /// The kind of the dependency: `build`, `dev`, or `None` for an ordinary one.
    pub kind: Option<String>,
    /// The features of the dependency that this package always enables.
    pub features: Vec<String>,
    /// The folder of a path dependency. `None` for dependencies from a registry or a git repository.
    pub path: Option<PathBuf>,
}

impl Package {
    pub fn is_built_with(&self, name: &str) -> bool {
        self.dependencies.iter().any(|it| it.name == name && it.kind.as_deref() == Some("build"))
    }

    /// Returns whether this client can be built with progenitor. For this, the package must enable the feature
    /// `progenitor` of the generator, either always or by a feature of its own.
    pub fn has_progenitor(&self) -> bool {
        const FEATURE: &str = "progenitor";
        let generator = self.dependencies.iter().filter(|it| it.name == PACKAGE);
        let mut turned_on = self.features.values().flatten().filter_map(|feature| feature.split_once('/'));
        generator.flat_map(|it| &it.features).any(|feature| feature == FEATURE)
            || turned_on.any(|(_, feature)| feature == FEATURE)
    }
}

const NO_CARGO: &str = "cargo cannot be run: is it in PATH?";

fn metadata_command() -> Command {
    let mut command = cargo_command();
    command.args(["metadata", "--no-deps", "--format-version", "1"]);
    command
}

/// Returns the metadata of the workspace to which the package in `folder` belongs. Without `folder`, this is the
/// workspace of the current folder. Errors recommend running `task` instead of this program.
///
/// # Errors
/// Returns an error if cargo cannot be run or finds no workspace.
pub fn read_metadata(folder: Option<&Path>, task: &str) -> Result<WorkspaceMetadata> {
    let mut command = metadata_command();
    command.args(folder.map(|folder| ["--manifest-path".into(), folder.join("Cargo.toml")]).into_iter().flatten());
    let output = command.stderr(Stdio::inherit()).output().context(NO_CARGO)?;
    if !output.status.success() {
        let here = folder.unwrap_or(Path::new("the current folder"));
        bail!(
            "cargo finds no workspace in {}: see cargo's message above, and use `{task}` to run this command",
            here.display()
        );
    }
    serde_json::from_slice(&output.stdout).context("the output of `cargo metadata` is in an unknown format")
}

/// Checks that cargo accepts the package in `folder`, together with its workspace.
///
/// # Errors
/// Returns an error with cargo's message, on one line, if cargo refuses the package. Also returns an error if cargo
/// cannot be run.
pub fn check_package(folder: &Path) -> Result<()> {
    let output = metadata_command().current_dir(folder).stdin(Stdio::null()).output().context(NO_CARGO)?;
    let message = String::from_utf8_lossy(&output.stderr);
    let message = message.split_whitespace().collect::<Vec<_>>().join(" ");
    ensure!(output.status.success(), "cargo: {}", message.trim_start_matches("error: "));
    Ok(())
}
