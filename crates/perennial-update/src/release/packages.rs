//! The packages that are released together, and where their version stands.

use std::{
    collections::BTreeSet,
    fs,
    ops::Range,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, ensure};
use toml_edit::{Document, Item, Value};

use crate::{
    cargo::{self, Metadata, Package},
    workspace::Workspace,
};

/// The packages of a workspace that are published, all with the version of the client.
pub struct Packages {
    root: PathBuf,
    version: String,
    /// In the order in which they can be published.
    names: Vec<String>,
    manifests: BTreeSet<PathBuf>,
}

impl Packages {
    /// Those of the workspace.
    ///
    /// # Errors
    /// A client that is not published, and packages with other versions than its own.
    pub fn of(workspace: &Workspace) -> Result<Self> {
        let Metadata { workspace_root: root, packages, .. } =
            cargo::metadata(Some(workspace.root()), workspace.command())?;
        let mut manifests: BTreeSet<_> = packages.iter().map(|package| package.manifest_path.clone()).collect();
        manifests.insert(root.join("Cargo.toml"));
        let is_published = |package: &Package| package.publish.as_ref().is_none_or(|registries| !registries.is_empty());
        let mut left: Vec<_> = packages.into_iter().filter(is_published).collect();
        let Package { name, version, .. } = workspace.package();
        ensure!(left.iter().any(|package| package.name == *name), "{name} has `publish = false`: it is not released");
        for Package { name: other, version: others, .. } in &left {
            ensure!(others == version, "{name} is {version} and {other} {others}: what is published needs one version");
        }
        let mut names = Vec::new();
        while let Some(next) = left.iter().position(|package| {
            let mut needed = package.dependencies.iter().filter(|needed| needed.kind.as_deref() != Some("dev"));
            !needed.any(|needed| left.iter().any(|other| other.name == needed.name))
        }) {
            names.push(left.remove(next).name);
        }
        Ok(Self { root, version: version.clone(), names, manifests })
    }

    /// The folder of the workspace.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The version that they have.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Their names, in the order in which they can be published.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// The manifests and these lock files, with the version `new`.
    ///
    /// # Errors
    /// A file that cannot be read, and a dependency by another version than the present one.
    pub fn with_version(&self, new: &str, locks: &[PathBuf]) -> Result<Vec<(PathBuf, String)>> {
        let manifests = self.manifests.iter().map(|path| (path, true));
        let files = manifests.chain(locks.iter().map(|path| (path, false))).map(|(path, is_manifest)| {
            let text = fs::read_to_string(path)?;
            let document = Document::parse(text.as_str())?;
            let root = document.as_item();
            let mut places = if is_manifest { self.in_manifest(root)? } else { self.in_lock(root) };
            places.sort_by_key(|(place, _)| std::cmp::Reverse(place.start));
            let mut text = text.clone();
            places.retain(|_| new != self.version);
            for (place, before) in places {
                // Spans are of the values with their quotes; everything else stays byte for byte.
                text.replace_range(place, &format!("\"{before}{new}\""));
            }
            Ok((path.clone(), text))
        });
        let with_path = |result: Result<_>, path: &PathBuf| result.with_context(|| path.display().to_string());
        let paths = self.manifests.iter().chain(locks);
        files.zip(paths).map(|(result, path)| with_path(result, path)).collect()
    }

    fn has(&self, name: &str) -> bool {
        self.names.iter().any(|own| own == name)
    }

    /// Where a manifest has the version.
    fn in_manifest(&self, root: &Item) -> Result<Vec<(Range<usize>, String)>> {
        let mut places = Vec::new();
        let package = root.get("package");
        let is_own = package.and_then(|package| package.get("name")?.as_str()).is_some_and(|name| self.has(name));
        let shared = root.get("workspace").and_then(|workspace| workspace.get("package"));
        for package in [package.filter(|_| is_own), shared].into_iter().flatten() {
            let version = package.get("version").filter(|version| version.as_str() == Some(&self.version));
            places.extend(version.and_then(Item::span));
        }
        let targets = root.get("target").and_then(Item::as_table_like);
        let targets = targets.into_iter().flat_map(|targets| targets.iter()).map(|(_, target)| target);
        for place in [Some(root), root.get("workspace")].into_iter().flatten().chain(targets) {
            let kinds = ["dependencies", "dev-dependencies", "build-dependencies"].map(|kind| place.get(kind));
            let tables = kinds.into_iter().flatten().filter_map(Item::as_table_like);
            for (key, item) in tables.flat_map(|table| table.iter()) {
                let name = item.get("package").and_then(Item::as_str).unwrap_or(key);
                let version = item.get("version").filter(|_| item.get("path").is_some() && self.has(name));
                let Some(version) = version else { continue };
                let (version, by, own) = (version.span(), version.as_str().unwrap_or_default(), &self.version);
                ensure!(by == own, "it depends on {name} by `{by}`: it has to be `{own}`, without an operator");
                places.extend(version);
            }
        }
        Ok(places.into_iter().map(|place| (place, String::new())).collect())
    }

    /// Where a lock file has the version: at packages without a source, and where others tell them from packages of that name.
    fn in_lock(&self, root: &Item) -> Vec<(Range<usize>, String)> {
        let mut places = Vec::new();
        for package in root.get("package").and_then(Item::as_array_of_tables).into_iter().flatten() {
            let text = |key| package.get(key).and_then(Item::as_str);
            let is_own = text("name").is_some_and(|name| self.has(name)) && text("source").is_none();
            let version = package.get("version").filter(|version| is_own && version.as_str() == Some(&self.version));
            places.extend(version.and_then(Item::span).map(|place| (place, String::new())));
            for dependency in package.get("dependencies").and_then(Item::as_array).into_iter().flatten() {
                let named = dependency.as_str().and_then(|text| text.split_once(' '));
                let named = named.filter(|(name, version)| self.has(name) && *version == self.version);
                places.extend(named.and_then(|(name, _)| Some((Value::span(dependency)?, format!("{name} ")))));
            }
        }
        places
    }
}
