//! The last release, which is what users have: an update keeps its names, and is judged against it as well, so that
//! several updates between two releases sum up.

use anyhow::{Context as _, Result, bail};
use perennial_codegen::{names::file::Names, surface::PublicApi};

use crate::{
    client::Model,
    diff::{Comparison, Verdict},
    git::{Commit, Repository},
    listing,
    names::{self, Named},
    report::{Judgement, Release, next_version},
    source::Source,
    workspace::{PUBLIC_API, Workspace},
};

/// The public API of a commit, with its document and names.
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
    /// The last release of `workspace`, which may be the `present` document with its names.
    pub fn of(workspace: &Workspace, present: Option<Named<'_>>) -> Self {
        let version = workspace.version().to_owned();
        let is = |source: &Source, Named { document, names, .. }: &Named<'_>| {
            source.text == *document && source.names.as_ref() == Some(*names)
        };
        let found = tagged(workspace, &version).and_then(|source| match present {
            Some(present) if is(&source, &present) => {
                Ok(Released { text: source.text, api: present.api.clone(), names: present.names.clone() })
            }
            _ => Released::read(source),
        });
        Self { version, found }
    }

    /// Returns what the release had, if that is known.
    pub fn released(&self) -> Option<&Released> {
        self.found.as_ref().ok()
    }

    /// Returns the differences of `new`, if the release is known, and the verdict on them, or why there is none.
    pub fn compared(&self, new: &PublicApi) -> (Release, Option<Comparison>) {
        let differences = self.found.as_ref().map(|released| released.compared(new));
        let judgement = match &differences {
            Ok(differences) => Judgement::Compared { verdict: differences.verdict() },
            Err(error) => Judgement::NotCompared { not_compared: format!("{error:#}") },
        };
        (Release { version: self.version.clone(), judgement }, differences.ok())
    }
}

impl Released {
    /// Reads what is committed in a revision, if there is a client of it.
    pub fn at(workspace: &Workspace, revision: &str) -> Option<(Commit, Self)> {
        let repository = Repository::of(&workspace.folder);
        let commit = repository.commit(revision).ok()??;
        let released = Self::read(Source::of(workspace, &commit).ok()??).ok()?;
        Some((commit, released))
    }

    /// Reads the last commit, if it has the public API which is listed there: damage may be committed, too.
    pub fn committed(workspace: &Workspace) -> Option<Self> {
        let (commit, committed) = Self::at(workspace, "HEAD")?;
        let listed = Repository::of(&workspace.folder).file(&commit, PUBLIC_API).ok()?;
        listed.is_none_or(|listed| listed == listing::text(&committed.api)).then_some(committed)
    }

    fn read(Source { text, names }: Source) -> Result<Self> {
        let names = names.unwrap_or_default();
        let model = Model::read(&text, &names).context("no client can be generated from its openapi.json")?;
        Ok(Self { text, api: PublicApi::new(&model.api), names: names.recording(&model.api) })
    }

    /// Returns the differences of `new`.
    pub fn compared(&self, new: &PublicApi) -> Comparison {
        Comparison::new(&self.api, new)
    }

    /// The document with its names.
    pub fn named(&self) -> Named<'_> {
        Named { document: &self.text, api: &self.api, names: &self.names }
    }
}

/// `names` in which all that is not released is so since the next version, after an update with this verdict.
pub fn stamped(names: Names, workspace: &Workspace, release: &Release, update: Verdict) -> Names {
    let next = next_version(workspace.version(), release, Some(update));
    names::stamp_unreleased(names, workspace.version(), next.as_deref())
}

fn tagged(workspace: &Workspace, version: &str) -> Result<Source> {
    let repository = Repository::of(&workspace.folder);
    for tag in [format!("v{version}"), version.to_owned()] {
        // A tag of a larger repository may be one of something else.
        if let Some(commit) = repository.commit(&format!("refs/tags/{tag}"))?
            && let Some(source) = Source::of(workspace, &commit).with_context(|| format!("the git tag `{tag}`"))?
        {
            return Ok(source);
        }
    }
    bail!("there is no git tag `v{version}` or `{version}` with an openapi.json")
}
