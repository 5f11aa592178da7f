//! The last release, which is what users have: an update keeps its names, and is judged against it as well, so that
//! several updates between two releases sum up.

use anyhow::{Context as _, Result, bail};
use monitoring_service_codegen::names::file::Names;

use crate::{
    client::Model,
    diff::Comparison,
    git::{Commit, Repository},
    names::{self, Named},
    report::Release,
    source::Source,
    surface::PublicApi,
    workspace::Workspace,
};

/// What consumers could name in a commit.
pub struct Released {
    text: String,
    api: PublicApi,
    names: Names,
}

/// The release of the package's version, which is a tag of the repository.
pub struct Last {
    version: String,
    found: Result<Released>,
}

impl Last {
    /// The one of `workspace`; `None` without a package that could be released.
    pub fn of(workspace: &Workspace) -> Option<Self> {
        let version = workspace.version()?.to_owned();
        let found = tagged(workspace, &version).and_then(Released::read);
        Some(Self { version, found })
    }

    /// What it had, if that is known.
    pub fn released(&self) -> Option<&Released> {
        self.found.as_ref().ok()
    }

    /// What the differences of `new` mean, or why that is not known.
    pub fn compared(&self, new: &PublicApi) -> Release {
        let compared = self.found.as_ref().map(|released| released.compared(new).verdict());
        let not_compared = compared.as_ref().err().map(|error| format!("{error:#}"));
        Release { version: self.version.clone(), verdict: compared.ok(), not_compared }
    }
}

impl Released {
    /// What is committed in a revision, if there is a client of it.
    pub fn at(workspace: &Workspace, revision: &str) -> Option<(Commit, Self)> {
        let repository = Repository::of(workspace.root());
        let commit = repository.commit(revision).ok()??;
        let released = Self::read(Source::of(&repository, &commit).ok()??).ok()?;
        Some((commit, released))
    }

    fn read(Source { text, names }: Source) -> Result<Self> {
        let names = names.unwrap_or_default();
        let model = Model::read(&text, &names).context("no client can be generated from its openapi.json")?;
        Ok(Self { text, api: PublicApi::new(&model.api), names: names.recording(&model.api) })
    }

    /// What is different in `new`.
    pub fn compared(&self, new: &PublicApi) -> Comparison {
        Comparison::new(&self.api, new)
    }

    fn named(&self) -> Named<'_> {
        Named { api: &self.api, names: &self.names }
    }

    /// The names that an update from it gives a document.
    ///
    /// # Errors
    /// A document of which there is no model.
    pub fn names_in(&self, document: &str) -> Result<Names> {
        names::carried(&self.named(), None, |names| Model::read(document, names))
    }
}

/// The names of a document that replaces the one with the text `vendored`, and keeps those that were released as well;
/// `model` makes its model with given names.
///
/// # Errors
/// A document of which there is no model.
pub fn carried(
    (vendored, present): (&str, &Named<'_>),
    released: Option<&Released>,
    model: impl Fn(&Names) -> Result<Model>,
) -> Result<Names> {
    // Where nothing was updated since the release, it has nothing else.
    let released = released.filter(|then| then.text != vendored || then.names != *present.names);
    let Some(then) = released else { return names::carried(present, None, model) };
    let document = Model::read(vendored, &Names::default())?;
    names::carried(present, Some(&names::Released { named: then.named(), present: &document }), model)
}

fn tagged(workspace: &Workspace, version: &str) -> Result<Source> {
    let repository = Repository::of(workspace.root());
    for tag in [format!("v{version}"), version.to_owned()] {
        // A tag of a larger repository may be one of something else.
        if let Some(commit) = repository.commit(&format!("refs/tags/{tag}"))?
            && let Some(source) = Source::of(&repository, &commit)?
        {
            return Ok(source);
        }
    }
    bail!("there is no git tag `v{version}` or `{version}` with an openapi.json")
}
