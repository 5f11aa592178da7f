//! What git has to say about a release: before it, and to commit it.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail, ensure};

use crate::{console, git::Repository};

/// The checkout of a workspace.
pub struct Checkout<'a> {
    root: &'a Path,
    repository: Repository<'a>,
}

impl<'a> Checkout<'a> {
    /// The one that the folder `root` is in.
    pub fn of(root: &'a Path) -> Self {
        Self { root, repository: Repository::of(root) }
    }

    /// Makes sure that a commit can be made here, and has nothing in it but the release.
    ///
    /// # Errors
    /// No branch, changes that are not committed, and a git that does not know who commits.
    pub fn expect_ready(&self) -> Result<()> {
        let changed = self.lines(&["status", "--porcelain", "--", "."])?;
        ensure!(
            self.repository.run(&["symbolic-ref", "--quiet", "HEAD"])?.status.success(),
            "no branch is checked out, which the release could be committed to: `git switch`"
        );
        if !changed.is_empty() {
            changed.iter().for_each(|line| console::diagnostic(line));
            bail!(
                "what is above is not committed: commit it, or undo it with `git restore .` if a release was stopped while \
                 it was written"
            );
        }
        for name in ["GIT_AUTHOR_IDENT", "GIT_COMMITTER_IDENT"] {
            ensure!(
                self.repository.run(&["var", name])?.status.success(),
                "git does not know who commits: set `git config user.name` and `git config user.email`"
            );
        }
        Ok(())
    }

    /// Makes sure that there is no release yet.
    ///
    /// # Errors
    /// The tag of one, and a clone that may lack it.
    pub fn expect_first(&self) -> Result<()> {
        if let Some(tag) = self.releases()?.first() {
            bail!("this is not the first release: {tag} is before it");
        }
        let is_shallow = self.lines(&["rev-parse", "--is-shallow-repository"])? == ["true"];
        ensure!(!is_shallow, "a shallow clone may lack the tag of a release: `git fetch --unshallow --tags`");
        Ok(())
    }

    /// The tags of releases.
    ///
    /// # Errors
    /// git that cannot be run.
    pub fn releases(&self) -> Result<Vec<String>> {
        self.lines(&["tag", "--list", "v[0-9]*.[0-9]*.[0-9]*", "[0-9]*.[0-9]*.[0-9]*"])
    }

    /// The tag of a version, if it has one.
    ///
    /// # Errors
    /// git that cannot be run.
    pub fn tag(&self, version: &str) -> Result<Option<String>> {
        let is_tag = |tag: &String| *tag == format!("v{version}") || tag == version;
        Ok(self.releases()?.into_iter().find(is_tag))
    }

    /// The files called `name` that git has.
    ///
    /// # Errors
    /// git that cannot be run.
    pub fn tracked(&self, name: &str) -> Result<Vec<PathBuf>> {
        let files = self.lines(&["-c", "core.quotePath=false", "ls-files", "--", &format!(":(glob)**/{name}")])?;
        Ok(files.iter().map(|file| self.root.join(file)).collect())
    }

    /// Commits these files, and no others.
    ///
    /// # Errors
    /// A git, or a hook, that refuses to.
    pub fn commit(&self, files: &[&Path], message: &str) -> Result<()> {
        let mut arguments = vec!["commit", "--quiet", "--message", message, "--"];
        for file in files {
            arguments.push(file.to_str().ok_or_else(|| anyhow::anyhow!("{} is not UTF-8", file.display()))?);
        }
        let output = self.repository.run(&arguments)?;
        if output.status.success() {
            return Ok(());
        }
        for printed in [output.stdout, output.stderr] {
            String::from_utf8_lossy(&printed).lines().for_each(console::diagnostic);
        }
        bail!("git did not commit the release (see above): all files are as they were");
    }

    /// The path of a file as it is shown.
    pub fn relative(&self, path: &Path) -> String {
        path.strip_prefix(self.root).unwrap_or(path).display().to_string()
    }

    fn lines(&self, arguments: &[&str]) -> Result<Vec<String>> {
        let output = self.repository.run(arguments)?;
        let message = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "git: {}", message.trim().trim_start_matches("fatal: "));
        Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
    }
}
