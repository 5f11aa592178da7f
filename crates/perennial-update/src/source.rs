use std::path::Path;

use anyhow::{Context as _, Result};
use perennial_codegen::{
    input,
    names::file::{self, Names},
};

use crate::{
    git::{Commit, Repository},
    workspace::{self, DOCUMENT, Workspace},
};

/// An OpenAPI document, together with the names that the adjacent `names.json` records for it.
#[derive(Debug)]
pub struct StoredDocument {
    pub text: String,
    /// The recorded names of the document. `None` if there are none yet.
    pub names: Option<Names>,
}

impl StoredDocument {
    /// Returns the document at the path `name`, or else the workspace's document at the revision `name`.
    ///
    /// # Errors
    /// Returns an error if `name` is neither a path nor a revision, or if the document cannot be read.
    pub fn find(name: &str, workspace: &Workspace) -> Result<Self> {
        let path = Path::new(name);
        let is_path = path.is_absolute() || path.starts_with(".") || path.starts_with("..") || path.is_file();
        if is_path {
            return Self::read_file(path);
        }
        let repository = Repository::containing(&workspace.folder);
        let commit =
            repository.find_commit(name).with_context(|| format!("{name} is neither a file nor a revision"))?;
        let commit = commit.with_context(|| {
            format!(
                "{name} is neither a file nor a revision in the git repository of the workspace: if it is a path, \
                 write `./{name}`"
            )
        })?;
        Self::in_commit(workspace, &commit)?.with_context(|| format!("the revision {name} does not contain {DOCUMENT}"))
    }

    /// Returns the workspace's document in a commit, or `None` if the commit contains none.
    ///
    /// # Errors
    /// Returns an error if a file exists but cannot be read.
    pub fn in_commit(workspace: &Workspace, commit: &Commit) -> Result<Option<Self>> {
        let repository = Repository::containing(&workspace.folder);
        let Some(text) = repository.read_file(commit, DOCUMENT)? else { return Ok(None) };
        let names = match repository.read_file(commit, file::FILE)? {
            Some(names) => Names::parse(&names)?.for_document(&text),
            None => Names::for_client(&workspace.read_client_section()?),
        };
        Ok(Some(Self { text, names: Some(names) }))
    }

    /// Reads the document at a path. Only a file called `openapi.json` has recorded names, because `names.json` belongs
    /// to it.
    fn read_file(path: &Path) -> Result<Self> {
        let shown = path.display();
        let file = input::open(path)?.with_context(|| format!("{shown} cannot be read: the file does not exist"))?;
        let text = workspace::read_document_text(file).with_context(|| format!("{shown} cannot be used"))?;
        let is_vendored = path.file_name().is_some_and(|name| name == DOCUMENT);
        let names = if is_vendored { Names::read_file(&path.with_file_name(file::FILE))? } else { None };
        Ok(Self { names: names.map(|names| names.for_document(&text)), text })
    }
}
