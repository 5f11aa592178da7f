//! The content of the workspace's repository in a revision.

use std::{
    io,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use anyhow::{Context as _, Result, bail, ensure};

use crate::fetch::FILE_LIMIT;

/// The repository that a folder is in, whatever else git was told by the environment, as in a hook.
#[derive(Debug)]
pub struct Repository<'a> {
    folder: &'a Path,
}

/// A commit, by its id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Commit(pub String);

impl<'a> Repository<'a> {
    /// The one that `folder` is in, if any.
    pub fn of(folder: &'a Path) -> Self {
        Self { folder }
    }

    /// The commit that a revision names; `None` if there is none.
    ///
    /// # Errors
    /// A folder that is in no repository, or git that cannot be run.
    pub fn commit(&self, revision: &str) -> Result<Option<Commit>> {
        if revision.starts_with('-') {
            bail!("`{revision}` cannot be a revision: none begins with `-`");
        }
        Ok(self.id(&format!("{revision}^{{commit}}"))?.map(Commit))
    }

    /// The text of the file `name` in the folder, as it was in `commit`; `None` if it was not there.
    ///
    /// # Errors
    /// A file that is no text, or larger than a document may be.
    pub fn file(&self, Commit(commit): &Commit, name: &str) -> Result<Option<String>> {
        // From the folder, wherever that is in the repository.
        let Some(id) = self.id(&format!("{commit}:./{name}"))? else { return Ok(None) };
        let output = self.run(&["cat-file", "blob", &id])?;
        if !output.status.success() || output.stdout.len() > FILE_LIMIT {
            bail!("{name} of {commit} cannot be read, or is too large");
        }
        String::from_utf8(output.stdout).map(Some).with_context(|| format!("{name} of {commit} is not UTF-8"))
    }

    /// The paths, from the folder, of the files in it that git tracks or does not ignore. Files that were deleted may be
    /// among them. A submodule, or another repository inside of the folder, is listed as a folder.
    ///
    /// # Errors
    /// A folder that is in no repository, or that git refuses to read, and git that cannot be run.
    pub fn files(&self) -> Result<Vec<PathBuf>> {
        let output = self.run(&["ls-files", "-z", "--cached", "--others", "--exclude-standard"])?;
        let message = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "git: {}", message.trim().trim_start_matches("fatal: "));
        Ok(output.stdout.split(|byte| *byte == 0).filter(|path| !path.is_empty()).map(path).collect())
    }

    fn id(&self, object: &str) -> Result<Option<String>> {
        let output = self.run(&["rev-parse", "--verify", "--quiet", object])?;
        // Any other failure has a message, as that of a folder in no repository.
        let message = String::from_utf8_lossy(&output.stderr);
        match message.lines().next() {
            _ if output.status.success() => Ok(Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())),
            None => Ok(None),
            Some(message) => bail!("git: {}", message.trim_start_matches("fatal: ")),
        }
    }

    /// What git does with these arguments.
    ///
    /// # Errors
    /// git that cannot be run.
    fn run(&self, arguments: &[&str]) -> Result<Output> {
        let mut command = Command::new("git");
        command.current_dir(self.folder).args(arguments).stdin(Stdio::null()).env("LC_ALL", "C");
        // A hook has those of its own repository.
        for name in ["COMMON_DIR", "DIR", "INDEX_FILE", "NAMESPACE", "OBJECT_DIRECTORY", "PREFIX", "WORK_TREE"] {
            command.env_remove(format!("GIT_{name}"));
        }
        command.output().map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => anyhow::anyhow!("there is no `git` in PATH"),
            _ => anyhow::Error::new(error).context("git cannot be run"),
        })
    }
}

/// A path as git prints it.
#[cfg(unix)]
fn path(bytes: &[u8]) -> PathBuf {
    PathBuf::from(<std::ffi::OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(bytes))
}

#[cfg(not(unix))]
fn path(bytes: &[u8]) -> PathBuf {
    String::from_utf8_lossy(bytes).into_owned().into()
}
