//! Runs cargo from within a program that cargo runs.

use std::{
    collections::BTreeMap,
    env,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context as _, Result, bail};
use perennial_codegen::PACKAGE;
use serde::Deserialize;

/// cargo, without the variables that `cargo run` sets for this program: build scripts of dependencies look at some of
/// it, and would be built again.
pub fn command() -> Command {
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

/// Returns the options that keep everything built of `members` in a copy of their workspace apart, in the target folder that
/// a copy shares with the original.
///
/// cargo distinguishes packages by their place in the workspace, which is the same for both: it would take what was
/// built of one for the other, also after the original has changed. A profile of their own has no other effect on what
/// is checked.
pub fn options_of_copy(members: &[String]) -> impl Iterator<Item = String> {
    members.iter().map(|member| format!("--config=profile.dev.package.{member}.codegen-units=255"))
}

/// The metadata that cargo has of a workspace.
#[derive(Debug, Deserialize)]
pub struct Metadata {
    /// The folder of its `Cargo.toml`.
    pub workspace_root: PathBuf,
    /// The folder in which everything is built.
    pub target_directory: PathBuf,
    /// The members.
    pub packages: Vec<Package>,
}

impl Metadata {
    /// The `Cargo.toml` of each member, and of each dependency of one by path that is inside of the workspace.
    pub fn manifests(&self) -> Vec<PathBuf> {
        let dependencies = self.packages.iter().flat_map(|package| &package.dependencies);
        let by_path = dependencies.filter_map(|dependency| Some(dependency.path.as_ref()?.join("Cargo.toml")));
        let members = self.packages.iter().map(|package| package.manifest_path.clone());
        members.chain(by_path).filter(|manifest| manifest.starts_with(&self.workspace_root)).collect()
    }

    /// The names of the members.
    pub fn members(&self) -> Vec<String> {
        self.packages.iter().map(|package| package.name.clone()).collect()
    }
}

/// A member of a workspace.
#[derive(Debug, Deserialize)]
pub struct Package {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Its `Cargo.toml`.
    pub manifest_path: PathBuf,
    /// Its dependencies of all kinds.
    pub dependencies: Vec<Dependency>,
    /// Its features, and which others each of them turns on.
    pub features: BTreeMap<String, Vec<String>>,
}

/// A dependency of a package.
#[derive(Debug, Deserialize)]
pub struct Dependency {
    /// The name of the package.
    pub name: String,
    /// What needs it: `build`, `dev`, or the package itself.
    pub kind: Option<String>,
    /// The features of the package that are on wherever it is needed.
    pub features: Vec<String>,
    /// The folder of the package, if it is not from a registry or a repository.
    pub path: Option<PathBuf>,
}

impl Package {
    /// Returns `true` if its build script depends on the package called `name`.
    pub fn is_built_with(&self, name: &str) -> bool {
        self.dependencies.iter().any(|it| it.name == name && it.kind.as_deref() == Some("build"))
    }

    /// Whether a build of this client can have progenitor read the document, too: by a feature of the generator that is always
    /// on, or that a feature of the client turns on.
    pub fn has_progenitor(&self) -> bool {
        const FEATURE: &str = "progenitor";
        let generator = self.dependencies.iter().filter(|it| it.name == PACKAGE);
        let mut turned_on = self.features.values().flatten().filter_map(|feature| feature.split_once('/'));
        generator.flat_map(|it| &it.features).any(|feature| feature == FEATURE)
            || turned_on.any(|(_, feature)| feature == FEATURE)
    }
}

/// Asks cargo for what it knows of the workspace of the package at `folder`, or else of that which this is run in, as
/// `task`.
///
/// # Errors
/// A folder in which cargo finds none.
pub fn metadata(folder: Option<&Path>, task: &str) -> Result<Metadata> {
    let mut command = command();
    command.args(["metadata", "--no-deps", "--format-version", "1"]);
    command.args(folder.map(|folder| ["--manifest-path".into(), folder.join("Cargo.toml")]).into_iter().flatten());
    let output = command.stderr(Stdio::inherit()).output().context("cargo cannot be run: is it in PATH?")?;
    if !output.status.success() {
        let here = folder.unwrap_or(Path::new("the current folder"));
        bail!("cargo finds no workspace in {}: see its message above, and run this as `{task}`", here.display());
    }
    serde_json::from_slice(&output.stdout).context("`cargo metadata` prints a form that is not known here")
}
