//! The workspace whose document is updated.

use std::{
    env,
    io::Read as _,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, bail};
use monitoring_service_codegen::{PACKAGE, input, names::file::Names};

use crate::{
    cargo::{self, Metadata, Package},
    fetch::SIZE_LIMIT,
};

/// The name of the list of the public API.
pub const PUBLIC_API: &str = "public-api.txt";

/// The vendored document.
#[derive(Debug)]
pub enum Vendored {
    /// What is in the file.
    Text(String),
    /// Why there is nothing to compare with. The file is replaced.
    Unusable(String),
}

impl Vendored {
    /// What is in the file.
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
    package: Option<Package>,
}

impl Workspace {
    /// The workspace of the package at `folder`, or else the checkout that this is run in.
    ///
    /// # Errors
    /// A folder that is in no workspace, or not in a client's.
    pub fn find(folder: Option<&Path>) -> Result<Self> {
        // cargo tells in which checkout it runs this. Where it was compiled says nothing: checkouts may share a target folder.
        let told = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
        let Metadata { workspace_root: root, target_directory: target, packages } =
            cargo::metadata(folder.or(told.as_deref()))?;
        let manifest = root.join("Cargo.toml");
        let package = packages.into_iter().find(|package| package.manifest_path == manifest);
        if folder.is_none() && !package.as_ref().is_some_and(|package| package.depends_on(PACKAGE)) {
            bail!(
                "{} is no checkout of a client, which depends on `{PACKAGE}`: run this as `cargo xtask` in one",
                root.display()
            );
        }
        Ok(Self { root, target, package })
    }

    /// Where its `Cargo.toml` is.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Where that is, to be shown.
    pub fn shown(&self) -> String {
        self.root.display().to_string()
    }

    /// Where cargo builds it.
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// The version of the package.
    pub fn version(&self) -> Option<&str> {
        self.package.as_ref().map(|package| package.version.as_str())
    }

    /// The name of the package.
    pub fn package(&self) -> Option<&str> {
        self.package.as_ref().map(|package| package.name.as_str())
    }

    /// The vendored document.
    pub fn document(&self) -> PathBuf {
        self.root.join("openapi.json")
    }

    /// The public API of the client that is generated from the vendored document.
    pub fn public_api(&self) -> PathBuf {
        self.root.join(PUBLIC_API)
    }

    /// The client that is generated from the vendored document.
    pub fn pregenerated(&self) -> PathBuf {
        self.root.join("pregenerated/client.rs")
    }

    /// Its manifest, which has the features of tags.
    pub fn manifest(&self) -> PathBuf {
        self.root.join("Cargo.toml")
    }

    /// What is told to consumers.
    pub fn changelog(&self) -> PathBuf {
        self.root.join("CHANGELOG.md")
    }

    /// All that an update writes.
    pub fn written(&self) -> [PathBuf; 6] {
        let (names, manifest, changelog) = (self.names_file(), self.manifest(), self.changelog());
        [self.document(), self.public_api(), self.pregenerated(), names, manifest, changelog]
    }

    /// The names that were given, and that things had before.
    pub fn names_file(&self) -> PathBuf {
        self.root.join("names.json")
    }

    /// Reads the recorded names; a new client has none, and no public API either.
    ///
    /// # Errors
    /// A file that cannot be read, has another form, or was removed.
    pub fn names(&self) -> Result<Names> {
        match Names::read(&self.names_file())? {
            None if self.public_api().is_file() => bail!(
                "there is a public-api.txt, and no names.json, whose names users have: restore it (`git checkout \
                 names.json`), or remove public-api.txt as well if there are no users"
            ),
            names => Ok(names.unwrap_or_default()),
        }
    }

    /// Reads the vendored document.
    ///
    /// # Errors
    /// A file that is there and cannot be read.
    pub fn vendored(&self) -> Result<Vendored> {
        let path = self.document();
        let Some(file) = input::open(&path)? else {
            return Ok(Vendored::Unusable("there is no openapi.json yet".to_owned()));
        };
        let mut bytes = Vec::new();
        let read = file.take(SIZE_LIMIT as u64 + 1).read_to_end(&mut bytes);
        read.with_context(|| format!("{} cannot be read", path.display()))?;
        if bytes.len() > SIZE_LIMIT {
            let limit = SIZE_LIMIT / 1024 / 1024;
            return Ok(Vendored::Unusable(format!("the vendored openapi.json is larger than {limit} MiB")));
        }
        let text = String::from_utf8(bytes).map(Vendored::Text);
        Ok(text.unwrap_or_else(|_| Vendored::Unusable("the vendored openapi.json is not UTF-8".to_owned())))
    }
}
