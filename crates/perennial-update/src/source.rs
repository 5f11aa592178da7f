//! A document to be compared, with the names that were given beside it.

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

/// A document, and the names beside it.
#[derive(Debug)]
pub struct Source {
    /// The text of the document.
    pub text: String,
    /// The names that are recorded for it; `None` if nobody has decided on them yet.
    pub names: Option<Names>,
}

impl Source {
    /// The document at the path `name`, or else that of the revision `name` of the workspace.
    ///
    /// # Errors
    /// A name of neither, and a document that cannot be read.
    pub fn find(name: &str, workspace: &Workspace) -> Result<Self> {
        let path = Path::new(name);
        let is_path = path.is_absolute() || path.starts_with(".") || path.starts_with("..") || path.is_file();
        if is_path {
            return Self::at(path);
        }
        let repository = Repository::of(&workspace.folder);
        let commit = repository.commit(name).with_context(|| format!("{name} is no file, and no revision"))?;
        let commit = commit.with_context(|| {
            format!("{name} is no file, and no revision of the workspace: `./{name}` would be a path in any case")
        })?;
        Self::of(workspace, &commit)?.with_context(|| format!("the revision {name} has no {DOCUMENT}"))
    }

    /// The document of a commit of the workspace; `None` if it has none.
    ///
    /// # Errors
    /// A file that is there and cannot be read.
    pub fn of(workspace: &Workspace, commit: &Commit) -> Result<Option<Self>> {
        let repository = Repository::of(&workspace.folder);
        let Some(text) = repository.file(commit, DOCUMENT)? else { return Ok(None) };
        let names = match repository.file(commit, file::FILE)? {
            Some(names) => Names::parse(&names)?.of_document(&text),
            None => Names::of_client(&workspace.own()?),
        };
        Ok(Some(Self { text, names: Some(names) }))
    }

    /// The document at a path. Names belong to the vendored document, and so to one that is called like it.
    fn at(path: &Path) -> Result<Self> {
        let shown = path.display();
        let file = input::open(path)?.with_context(|| format!("{shown} cannot be read: there is no such file"))?;
        let text = workspace::text(file).with_context(|| format!("{shown} cannot be used"))?;
        let is_vendored = path.file_name().is_some_and(|name| name == DOCUMENT);
        let names = if is_vendored { Names::read(&path.with_file_name(file::FILE))? } else { None };
        Ok(Self { names: names.map(|names| names.of_document(&text)), text })
    }
}
