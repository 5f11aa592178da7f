use std::{
    io,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use anyhow::{Context as _, Result, bail, ensure};

use crate::fetch::FILE_LIMIT;

/// The git repository that contains a folder. The environment variables by which git hooks select a repository are
/// ignored.
#[derive(Debug)]
pub struct Repository<'a> {
    folder: &'a Path,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Commit(pub String);

impl<'a> Repository<'a> {
    /// Creates a handle to the repository that contains `folder`. Does not check whether there is one.
    pub fn containing(folder: &'a Path) -> Self {
        Self { folder }
    }

    /// Returns the commit for a revision, or `None` if the revision does not exist.
    ///
    /// # Errors
    /// Returns an error if the folder is not in a repository, or if git cannot be run.
    pub fn find_commit(&self, revision: &str) -> Result<Option<Commit>> {
        if revision.starts_with('-') {
            bail!("`{revision}` is not a revision: a revision does not begin with `-`");
        }
        Ok(self.find_object(&format!("{revision}^{{commit}}"))?.map(Commit))
    }

    /// Returns the text of the file `name` in `commit`, or `None` if the file did not exist. `name` is relative to the
    /// folder.
    ///
    /// # Errors
    /// Returns an error if the file is not UTF-8, or is larger than a document may be.
    pub fn read_file(&self, Commit(commit): &Commit, name: &str) -> Result<Option<String>> {
        // With the prefix `./`, git resolves the path relative to the current folder, not relative to the root of the
        // repository.
        let Some(id) = self.find_object(&format!("{commit}:./{name}"))? else { return Ok(None) };
        let output = self.run_git(&["cat-file", "blob", &id])?;
        if !output.status.success() || output.stdout.len() > FILE_LIMIT {
            bail!("{name} of {commit} cannot be read, or is too large");
        }
        String::from_utf8(output.stdout).map(Some).with_context(|| format!("{name} of {commit} is not UTF-8"))
    }

    /// Lists the files in the folder that git tracks or does not ignore, by their relative paths. The list may contain
    /// deleted files. A submodule, and any other repository in the folder, is listed as a folder.
    ///
    /// # Errors
    /// Returns an error if the folder is not in a repository, if git refuses to read the repository, or if git cannot
    /// be run.
    pub fn list_files(&self) -> Result<Vec<PathBuf>> {
        let output = self.run_git(&["ls-files", "-z", "--cached", "--others", "--exclude-standard"])?;
        let message = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "git: {}", message.trim().trim_start_matches("fatal: "));
        Ok(output.stdout.split(|byte| *byte == 0).filter(|path| !path.is_empty()).map(path_from_bytes).collect())
    }

    /// Returns the root of the repository to which new files in the folder will belong. Returns `None` if there is no
    /// repository, or if the repository ignores the folder. The folder does not have to exist.
    pub fn root_for_new_files(folder: &'a Path) -> Option<&'a Path> {
        let root = folder.ancestors().find(|folder| folder.join(".git").exists())?;
        let file = folder.join("Cargo.toml");
        let check = |file| Repository::containing(root).run_git(&["check-ignore", "--quiet", file]);
        // If git cannot be run, no file counts as ignored.
        let is_ignored = file.to_str().is_some_and(|file| check(file).is_ok_and(|done| done.status.success()));
        (!is_ignored).then_some(root)
    }

    fn find_object(&self, object: &str) -> Result<Option<String>> {
        let output = self.run_git(&["rev-parse", "--verify", "--quiet", object])?;
        // For an object that does not exist, git prints nothing. For all other failures, it prints a message.
        let message = String::from_utf8_lossy(&output.stderr);
        match message.lines().next() {
            _ if output.status.success() => Ok(Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())),
            None => Ok(None),
            Some(message) => bail!("git: {}", message.trim_start_matches("fatal: ")),
        }
    }

    /// Runs git with these arguments, and returns its output.
    ///
    /// # Errors
    /// Returns an error if `git` cannot be run.
    fn run_git(&self, arguments: &[&str]) -> Result<Output> {
        let mut command = Command::new("git");
        command.current_dir(self.folder).args(arguments).stdin(Stdio::null()).env("LC_ALL", "C");
        // Hooks run with these variables, which would make git use the hook's repository.
        for name in ["COMMON_DIR", "DIR", "INDEX_FILE", "NAMESPACE", "OBJECT_DIRECTORY", "PREFIX", "WORK_TREE"] {
            command.env_remove(format!("GIT_{name}"));
        }
        command.output().map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => anyhow::anyhow!("the program `git` is not in PATH"),
            _ => anyhow::Error::new(error).context("git cannot be run"),
        })
    }
}

#[cfg(unix)]
fn path_from_bytes(bytes: &[u8]) -> PathBuf {
    PathBuf::from(<std::ffi::OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(bytes))
}

#[cfg(not(unix))]
fn path_from_bytes(bytes: &[u8]) -> PathBuf {
    String::from_utf8_lossy(bytes).into_owned().into()
}
