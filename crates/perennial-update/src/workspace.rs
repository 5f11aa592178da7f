//! Finds a client and its workspace, and reads the client's files.

use std::{
    collections::BTreeSet,
    env,
    fs::File,
    io::Read as _,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, bail, ensure};
use perennial_codegen::{
    PACKAGE, input,
    names::file::{self, ClientSettings, Names},
};
use toml_edit::{Array, DocumentMut};

use crate::{
    cargo::{self, Package, WorkspaceMetadata},
    fetch::{FILE_LIMIT, GZIP},
    pregenerated,
    settings::Settings,
    sources::WorkspaceSources,
};

pub const DOCUMENT: &str = "openapi.json";
pub const PUBLIC_API: &str = "public-api.txt";
pub const MANIFEST: &str = "Cargo.toml";
pub const CHANGELOG: &str = "CHANGELOG.md";

pub const README: &str = "README.md";

#[derive(Debug)]
pub enum VendoredDocument {
    Text(String),
    /// The reason why the file cannot be used as a document. An update replaces an unusable file.
    Unusable(String),
}

impl VendoredDocument {
    /// Returns the text of the document.
    ///
    /// # Errors
    /// Returns the reason if the file cannot be used as a document.
    pub fn document_text(&self) -> Result<&str> {
        match self {
            Self::Text(text) => Ok(text),
            Self::Unusable(reason) => bail!("{reason}"),
        }
    }

    /// Selects the names that belong to this document. After an interrupted update, `names.json` also contains the
    /// names of a different document.
    pub fn select_names(&self, names: Names) -> Names {
        names.for_document(self.document_text().unwrap_or_default())
    }
}

/// A client that is generated from `openapi.json`, and its workspace.
#[derive(Debug)]
pub struct Workspace {
    pub settings: Settings,
    /// The root folder of the workspace, which may contain other packages as well.
    pub root: PathBuf,
    pub folder: PathBuf,
    /// The target folder, in which cargo builds the workspace.
    pub target: PathBuf,
    pub members: Vec<String>,
    manifests: Vec<PathBuf>,
    pub package: Package,
}

impl Workspace {
    /// Finds the client in the checkout in which the task was started.
    ///
    /// # Errors
    /// Returns an error if the folder is not in a workspace, if the workspace does not contain the client of the
    /// settings, or if a setting names a file that must not be replaced.
    pub fn find(settings: &Settings) -> Result<Self> {
        // cargo sets this variable to the package that it runs. This program may have been compiled in a different
        // checkout, because checkouts can share a target folder.
        let folder = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
        Self::containing(folder.as_deref(), settings)
    }

    /// Finds the client in the checkout of `folder`, or of the current folder if `folder` is `None`.
    ///
    /// # Errors
    /// Returns the same errors as [`find`](Self::find).
    pub fn containing(folder: Option<&Path>, settings: &Settings) -> Result<Self> {
        let metadata = cargo::read_metadata(folder, &settings.command)?;
        let (members, manifests) = (metadata.member_names(), metadata.manifest_paths());
        let WorkspaceMetadata { workspace_root: root, target_directory: target, packages } = metadata;
        let package = find_client(packages, &root, settings)?;
        let folder = package.manifest_path.parent().unwrap_or(&root).to_owned();
        let workspace = Self { settings: settings.clone(), root, folder, target, members, manifests, package };
        workspace.code_path()?;
        Ok(workspace)
    }

    pub fn command(&self) -> &str {
        &self.settings.command
    }

    /// Returns the path of the client's folder, relative to the root of the workspace.
    ///
    /// # Errors
    /// Returns an error if the client is not below the root of its workspace, because copies of the workspace would
    /// lack it.
    pub fn folder_in_root(&self) -> Result<&Path> {
        self.folder.strip_prefix(&self.root).with_context(|| {
            format!("{} is not below {}, the root of its workspace", self.display_folder(), self.root.display())
        })
    }

    pub fn display_folder(&self) -> String {
        self.folder.display().to_string()
    }

    pub fn version(&self) -> &str {
        &self.package.version
    }

    pub fn file_path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Returns the name of the file for the generated code, or `None` if the client has none.
    pub fn code_file(&self) -> Option<&str> {
        self.settings.pregenerated.as_deref()
    }

    /// Returns the path of the file for the generated code, or `None` if the client has none. Each call checks that the
    /// file may be replaced, because it may have changed in the meantime.
    ///
    /// # Errors
    /// Returns an error if generated code must not be written to this path.
    pub fn code_path(&self) -> Result<Option<PathBuf>> {
        self.code_file().map(|name| pregenerated::checked_path(&self.folder, name)).transpose()
    }

    /// Returns the paths of the files that an update may write, except for the README.
    pub fn written_files(&self) -> Vec<PathBuf> {
        let always = [DOCUMENT, PUBLIC_API, file::FILE, MANIFEST, CHANGELOG];
        always.into_iter().chain(self.code_file()).map(|name| self.file_path(name)).collect()
    }

    /// Returns the paths of all files that a copy of the workspace needs.
    ///
    /// # Errors
    /// Returns an error if a folder cannot be read.
    pub fn list_sources(&self) -> Result<BTreeSet<PathBuf>> {
        let of_cargo = [self.root.join("Cargo.lock"), self.root.join(".cargo"), self.file_path(".cargo")];
        let others = Vec::from_iter(self.written_files().into_iter().chain(of_cargo).chain([self.file_path(README)]));
        WorkspaceSources { root: &self.root, target: &self.target, manifests: &self.manifests, others: &others }
            .list_files()
    }

    /// Adds a table `[workspace]` to the manifest at the root of a copy. Returns `None` if the manifest already
    /// contains this table. Without the table, cargo would assign a copy inside another workspace to that workspace. As
    /// in the original, path dependencies are not members.
    ///
    /// # Errors
    /// Returns an error if `manifest` is not TOML.
    pub fn own_workspace_manifest(&self, manifest: &str) -> Result<Option<String>> {
        let mut manifest: DocumentMut = manifest.parse().context("Cargo.toml is not TOML")?;
        if manifest.contains_key("workspace") {
            return Ok(None);
        }
        let folders = self.manifests.iter().filter_map(|path| path.parent()?.strip_prefix(&self.root).ok()?.to_str());
        let excluded: Array = folders.filter(|folder| !folder.is_empty()).map(|it| it.replace('\\', "/")).collect();
        manifest["workspace"]["exclude"] = toml_edit::value(excluded);
        Ok(Some(manifest.to_string()))
    }

    /// Reads `names.json`. It may be missing only for a new client, which has no `public-api.txt` yet.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, is malformed, or was removed.
    pub fn read_names(&self) -> Result<Names> {
        match Names::read_file(&self.file_path(file::FILE))? {
            None if self.file_path(PUBLIC_API).is_file() => bail!(
                "names.json is missing, but public-api.txt exists: restore names.json (`git checkout names.json`); \
                 if the client has no users, you can delete public-api.txt instead"
            ),
            names => Ok(names.unwrap_or_default()),
        }
    }

    /// Reads the `client` section of `names.json`.
    ///
    /// # Errors
    /// Returns the same errors as [`read_names`](Self::read_names).
    pub fn read_client_section(&self) -> Result<ClientSettings> {
        Ok(self.read_names()?.client)
    }

    /// Reads the vendored document.
    ///
    /// # Errors
    /// Returns an error if a file exists but cannot be read.
    pub fn read_vendored(&self) -> Result<VendoredDocument> {
        let Some(file) = input::open(&self.file_path(DOCUMENT))? else {
            return Ok(VendoredDocument::Unusable("openapi.json does not exist yet".to_owned()));
        };
        let unusable = |error: anyhow::Error| format!("the vendored openapi.json cannot be used: {error:#}");
        Ok(read_document_text(file)
            .map_or_else(|error| VendoredDocument::Unusable(unusable(error)), VendoredDocument::Text))
    }
}

/// Finds the package of the client that the settings describe.
///
/// # Errors
/// Returns an error if no package, or more than one, fits the settings.
fn find_client(packages: Vec<Package>, root: &Path, settings: &Settings) -> Result<Package> {
    let (shown, command) = (root.display(), &settings.command);
    if let Some(name) = &settings.package {
        let package = packages.into_iter().find(|package| package.name == *name);
        let package = package.filter(|package| package.is_built_with(PACKAGE));
        return package.with_context(|| {
            format!(
                "{shown} contains no package `{name}` that depends on `{PACKAGE}`: run `{command}` in a checkout \
                 that contains this client"
            )
        });
    }
    let mut clients: Vec<Package> = packages.into_iter().filter(|package| package.is_built_with(PACKAGE)).collect();
    if let Some(at_root) = clients.iter().position(|client| client.manifest_path == root.join(MANIFEST)) {
        return Ok(clients.swap_remove(at_root));
    }
    if clients.len() > 1 {
        clients.sort_by(|one, other| one.name.cmp(&other.name));
        let names = Vec::from_iter(clients.iter().map(|client| format!("`{}`", client.name))).join(", ");
        bail!("{shown} contains several clients: set `package` in the settings to one of {names}");
    }
    clients.pop().with_context(|| {
        format!("{shown} contains no package that depends on `{PACKAGE}`: run `{command}` in the checkout of a client")
    })
}

/// Reads a file that should contain a document.
///
/// # Errors
/// Returns an error if the file cannot be read, is too large, or is not UTF-8.
pub fn read_document_text(mut file: File) -> Result<String> {
    let limit = FILE_LIMIT / 1024 / 1024;
    ensure!(file.metadata()?.len() <= FILE_LIMIT as u64, "it is larger than {limit} MiB");
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).context("it cannot be read")?;
    ensure!(
        !bytes.starts_with(GZIP),
        "it is compressed (gzip): unpack it with `gunzip`, and specify the unpacked file"
    );
    String::from_utf8(bytes).context("it is not UTF-8")
}
