//! The workspace whose document is updated.

use std::{
    fs::{self, File, TryLockError},
    io::{self, Read as _},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, bail};
use monitoring_service_codegen::names::file::Names;

use crate::{
    cargo::{self, Package},
    fetch::SIZE_LIMIT,
};

/// The vendored document.
#[derive(Debug)]
pub enum Vendored {
    /// What is in the file.
    Text(String),
    /// Why there is nothing to compare with. The file is replaced.
    Unusable(String),
}

impl Vendored {
    /// Those of `names` that are its names: an update that was stopped may have left others beside them.
    pub fn names(&self, names: Names) -> Names {
        match self {
            Self::Text(text) => names.of_document(text),
            Self::Unusable(_) => names.of_document(""),
        }
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
    /// The workspace at `root`, or the one that this program belongs to.
    ///
    /// # Errors
    /// A folder that is no workspace.
    pub fn find(root: Option<&Path>) -> Result<Self> {
        let own = || Path::new(env!("CARGO_MANIFEST_DIR")).parent();
        let root = root.or_else(own).context("the workspace cannot be found: run this as `cargo xtask`")?;
        let root = fs::canonicalize(root)
            .with_context(|| format!("{} cannot be found: run this as `cargo xtask`", root.display()))?;
        let metadata = cargo::metadata(&root)?;
        let manifest = root.join("Cargo.toml");
        let package = metadata
            .packages
            .into_iter()
            .find(|package| fs::canonicalize(&package.manifest_path).is_ok_and(|path| path == manifest));
        Ok(Self { root, target: metadata.target_directory, package })
    }

    /// Where its `Cargo.toml` is.
    pub fn root(&self) -> &Path {
        &self.root
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
        self.root.join("public-api.txt")
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

    /// The names that were given, and that things had before.
    pub fn names_file(&self) -> PathBuf {
        self.root.join("names.json")
    }

    /// Reads the recorded names; there are none without the file.
    ///
    /// # Errors
    /// A file that cannot be read, or has another form.
    pub fn names(&self) -> Result<Names> {
        let path = self.names_file();
        match fs::read_to_string(&path) {
            Ok(text) => Ok(Names::parse(&text)?),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Names::default()),
            Err(error) => Err(error).with_context(|| format!("{} cannot be read", path.display())),
        }
    }

    /// Reads the vendored document.
    ///
    /// # Errors
    /// A file that is there and cannot be read.
    pub fn vendored(&self) -> Result<Vendored> {
        let path = self.document();
        let cannot = || format!("{} cannot be read", path.display());
        let mut bytes = Vec::new();
        match File::open(&path) {
            Ok(file) => file.take(SIZE_LIMIT as u64 + 1).read_to_end(&mut bytes).with_context(cannot)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(Vendored::Unusable("there is no openapi.json yet".to_owned()));
            }
            Err(error) => return Err(error).with_context(cannot),
        };
        if bytes.len() > SIZE_LIMIT {
            let limit = SIZE_LIMIT / 1024 / 1024;
            return Ok(Vendored::Unusable(format!("the vendored openapi.json is larger than {limit} MiB")));
        }
        let text = String::from_utf8(bytes).map(Vendored::Text);
        Ok(text.unwrap_or_else(|_| Vendored::Unusable("the vendored openapi.json is not UTF-8".to_owned())))
    }

    /// Keeps other updates of the same workspace out until the lock is dropped.
    ///
    /// # Errors
    /// Another update that is under way.
    pub fn lock(&self) -> Result<File> {
        let path = self.target.join("update-spec.lock");
        let cannot = || format!("{} cannot be made: check its permissions", path.display());
        fs::create_dir_all(&self.target).with_context(cannot)?;
        let file = File::options().create(true).append(true).open(&path).with_context(cannot)?;
        match file.try_lock() {
            Ok(()) => Ok(file),
            Err(TryLockError::WouldBlock) => bail!("another task of this workspace is running: wait for it"),
            Err(TryLockError::Error(error)) => Err(error).with_context(cannot),
        }
    }
}
