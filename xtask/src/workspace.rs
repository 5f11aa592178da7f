//! The workspace whose document is updated.

use std::{
    env,
    fs::File,
    io::Read as _,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, bail, ensure};
use perennial_codegen::{
    PACKAGE, input,
    names::file::{self, Names, Own},
};

use crate::{
    cargo::{self, Metadata, Package},
    fetch::SIZE_LIMIT,
};

/// The vendored document.
pub const DOCUMENT: &str = "openapi.json";
/// The list of the public API of the client that is generated from it.
pub const PUBLIC_API: &str = "public-api.txt";
/// The code of that client.
pub const CODE: &str = "pregenerated/client.rs";
/// The file that has the features of tags.
pub const MANIFEST: &str = "Cargo.toml";
/// The file that tells consumers what changed.
pub const CHANGELOG: &str = "CHANGELOG.md";

/// The vendored document.
#[derive(Debug)]
pub enum Vendored {
    /// The text of the file.
    Text(String),
    /// The reason why there is nothing to compare with. The file is replaced.
    Unusable(String),
}

impl Vendored {
    /// Returns the text of the file.
    ///
    /// # Errors
    /// Why that is of no use.
    pub fn text(&self) -> Result<&str> {
        match self {
            Self::Text(text) => Ok(text),
            Self::Unusable(reason) => bail!("{reason}"),
        }
    }

    /// Those of `names` that are its names: an update that was stopped may have left others beside them.
    pub fn names(&self, names: Names) -> Names {
        names.of_document(self.text().unwrap_or_default())
    }
}

/// A workspace with a package that is generated from the `openapi.json` beside its `Cargo.toml`.
#[derive(Debug)]
pub struct Workspace {
    root: PathBuf,
    target: PathBuf,
    package: Package,
}

impl Workspace {
    /// The checkout that this is run in.
    ///
    /// # Errors
    /// A folder that is in no workspace, or not in a client's.
    pub fn find() -> Result<Self> {
        // cargo says in which checkout it runs this. Where it was compiled says nothing: checkouts may share a target
        // folder.
        let told = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
        let Metadata { workspace_root: root, target_directory: target, packages } = cargo::metadata(told.as_deref())?;
        let manifest = root.join(MANIFEST);
        let package = packages.into_iter().find(|package| package.manifest_path == manifest);
        let package = package.filter(|package| package.depends_on(PACKAGE)).with_context(|| {
            let shown = root.display();
            format!(
                "{shown} is no checkout of a client, which depends on `{PACKAGE}`: run this as `cargo xtask` in one"
            )
        })?;
        Ok(Self { root, target, package })
    }

    /// Returns the folder of its `Cargo.toml`.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Returns that folder as it is shown.
    pub fn shown(&self) -> String {
        self.root.display().to_string()
    }

    /// Returns the folder in which cargo builds it.
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// Its package.
    pub fn package(&self) -> &Package {
        &self.package
    }

    /// The version of the package.
    pub fn version(&self) -> Option<&str> {
        Some(&self.package.version)
    }

    /// Returns the path of a file of it.
    pub fn path(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    /// All that an update writes.
    pub fn written(&self) -> [PathBuf; 6] {
        [DOCUMENT, PUBLIC_API, CODE, file::FILE, MANIFEST, CHANGELOG].map(|name| self.path(name))
    }

    /// Reads the recorded names; a new client has none, and no public API either.
    ///
    /// # Errors
    /// A file that cannot be read, has another form, or was removed.
    pub fn names(&self) -> Result<Names> {
        match Names::read(&self.path(file::FILE))? {
            None if self.path(PUBLIC_API).is_file() => bail!(
                "there is a public-api.txt, and no names.json, whose names users have: restore it (`git checkout \
                 names.json`), or remove public-api.txt as well if there are no users"
            ),
            names => Ok(names.unwrap_or_default()),
        }
    }

    /// Reads what its client has by hand.
    ///
    /// # Errors
    /// As [`names`](Self::names).
    pub fn own(&self) -> Result<Own> {
        Ok(self.names()?.client)
    }

    /// Reads the vendored document.
    ///
    /// # Errors
    /// A file that is there and cannot be read.
    pub fn vendored(&self) -> Result<Vendored> {
        let Some(file) = input::open(&self.path(DOCUMENT))? else {
            return Ok(Vendored::Unusable("there is no openapi.json yet".to_owned()));
        };
        let unusable = |error: anyhow::Error| format!("the vendored openapi.json cannot be used: {error:#}");
        Ok(text(file).map_or_else(|error| Vendored::Unusable(unusable(error)), Vendored::Text))
    }
}

/// The text of a file that should be a document.
///
/// # Errors
/// One that cannot be read, is too large for one, or is no text.
pub fn text(mut file: File) -> Result<String> {
    let limit = SIZE_LIMIT / 1024 / 1024;
    ensure!(file.metadata()?.len() <= SIZE_LIMIT as u64, "it is larger than {limit} MiB");
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).context("it cannot be read")?;
    String::from_utf8(bytes).context("it is not UTF-8")
}
