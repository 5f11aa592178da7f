//! The last release, which users have. An update keeps the names of the release and is compared with it as well, so
//! that the changes of several updates between two releases add up.

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

/// The release with the version of the package. It is a tag of the repository.
pub struct Last {
    version: String,
    found: Result<Released>,
}

impl Last {
    /// Reads the last release of `workspace`. `present` is the present document with its names, whose API is reused if
    /// the release is the same.
    pub fn of(workspace: &Workspace, present: Option<Named<'_>>) -> Self {
        let version = workspace.version().to_owned();
        let is_present = |source: &Source, Named { document, names, .. }: &Named<'_>| {
            source.text == *document && source.names.as_ref() == Some(*names)
        };
        let found = find_tagged_source(workspace, &version).and_then(|source| match present {
            Some(present) if is_present(&source, &present) => {
                Ok(Released { text: source.text, api: present.api.clone(), names: present.names.clone() })
            }
            _ => Released::from_source(source),
        });
        Self { version, found }
    }

    /// Returns the release, if it was found.
    pub fn released(&self) -> Option<&Released> {
        self.found.as_ref().ok()
    }

    /// Compares the release with `new`. Returns the verdict, or the reason why there is none, and the differences if
    /// the release was found.
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
    /// Reads the client of a revision. Returns `None` if no client can be generated from the revision.
    pub fn at(workspace: &Workspace, revision: &str) -> Option<(Commit, Self)> {
        let repository = Repository::of(&workspace.folder);
        let commit = repository.commit(revision).ok()??;
        let released = Self::from_source(Source::of(workspace, &commit).ok()??).ok()?;
        Some((commit, released))
    }

    /// Reads the client of the last commit. Returns `None` if its public API is not the one listed in that commit,
    /// because damaged files may have been committed.
    pub fn committed(workspace: &Workspace) -> Option<Self> {
        let (commit, committed) = Self::at(workspace, "HEAD")?;
        let listed = Repository::of(&workspace.folder).file(&commit, PUBLIC_API).ok()?;
        listed.is_none_or(|listed| listed == listing::text(&committed.api)).then_some(committed)
    }

    fn from_source(Source { text, names }: Source) -> Result<Self> {
        let names = names.unwrap_or_default();
        let model = Model::read(&text, &names).context("no client can be generated from its openapi.json")?;
        Ok(Self { text, api: PublicApi::new(&model.api), names: names.recording(&model.api) })
    }

    /// Compares the release with `new`.
    pub fn compared(&self, new: &PublicApi) -> Comparison {
        Comparison::new(&self.api, new)
    }

    /// Returns the document with its names.
    pub fn named(&self) -> Named<'_> {
        Named { document: &self.text, api: &self.api, names: &self.names }
    }
}

/// Marks all unreleased former names in `names` with the next version, which follows from the release and from the
/// verdict on this `update`.
pub fn stamped(names: Names, workspace: &Workspace, release: &Release, update: Verdict) -> Names {
    let next = next_version(workspace.version(), release, Some(update));
    names::stamp_unreleased(names, workspace.version(), next.as_deref())
}

fn find_tagged_source(workspace: &Workspace, version: &str) -> Result<Source> {
    let repository = Repository::of(&workspace.folder);
    for tag in [format!("v{version}"), version.to_owned()] {
        // In a larger repository, the tag may belong to another package.
        if let Some(commit) = repository.commit(&format!("refs/tags/{tag}"))?
            && let Some(source) = Source::of(workspace, &commit).with_context(|| format!("the git tag `{tag}`"))?
        {
            return Ok(source);
        }
    }
    bail!("there is no git tag `v{version}` or `{version}` with an openapi.json")
}
