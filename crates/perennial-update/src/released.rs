//! Reads the last release, which is the version that users have. Each update keeps the names of the release. It also
//! reports all changes since the release, which may result from several updates.

use anyhow::{Context as _, Result, bail};
use perennial_codegen::{names::file::Names, surface::PublicApi};

use crate::{
    client::Model,
    diff::{Comparison, Verdict},
    git::{Commit, Repository},
    listing,
    names::{self, NamedDocument},
    report::{Judgement, ReleaseVerdict, next_version},
    source::StoredDocument,
    workspace::{PUBLIC_API, Workspace},
};

/// The client at a commit: its public API, document and names.
pub struct CommittedApi {
    text: String,
    api: PublicApi,
    names: Names,
}

/// The last release, which the git tag with the package's version marks, or the reason why it cannot be found.
pub struct LastRelease {
    version: String,
    found: Result<CommittedApi>,
}

impl LastRelease {
    /// Finds the last release of the client in `workspace`. If the release has the same document and names as
    /// `present`, its API is not generated again.
    pub fn find(workspace: &Workspace, present: Option<NamedDocument<'_>>) -> Self {
        let version = workspace.version().to_owned();
        let is_present = |source: &StoredDocument, NamedDocument { document, names, .. }: &NamedDocument<'_>| {
            source.text == *document && source.names.as_ref() == Some(*names)
        };
        let found = find_tagged_source(workspace, &version).and_then(|source| match present {
            Some(present) if is_present(&source, &present) => {
                Ok(CommittedApi { text: source.text, api: present.api.clone(), names: present.names.clone() })
            }
            _ => CommittedApi::from_source(source),
        });
        Self { version, found }
    }

    pub fn released(&self) -> Option<&CommittedApi> {
        self.found.as_ref().ok()
    }

    /// Compares the release with `new`. Without a release, the verdict states the reason, and there are no differences.
    pub fn compare_with(&self, new: &PublicApi) -> (ReleaseVerdict, Option<Comparison>) {
        let differences = self.found.as_ref().map(|released| released.compare_with(new));
        let judgement = match &differences {
            Ok(differences) => Judgement::Compared { verdict: differences.verdict() },
            Err(error) => Judgement::NotCompared { not_compared: format!("{error:#}") },
        };
        (ReleaseVerdict { version: self.version.clone(), judgement }, differences.ok())
    }
}

impl CommittedApi {
    /// Generates a client from the document and names at a revision. Returns `None` if that fails.
    pub fn at_revision(workspace: &Workspace, revision: &str) -> Option<(Commit, Self)> {
        let repository = Repository::containing(&workspace.folder);
        let commit = repository.find_commit(revision).ok()??;
        let released = Self::from_source(StoredDocument::in_commit(workspace, &commit).ok()??).ok()?;
        Some((commit, released))
    }

    /// Returns the client at the last commit. Returns `None` if its API differs from the committed `public-api.txt`,
    /// which means that a committed file is damaged.
    pub fn at_last_commit(workspace: &Workspace) -> Option<Self> {
        let (commit, committed) = Self::at_revision(workspace, "HEAD")?;
        let listed = Repository::containing(&workspace.folder).read_file(&commit, PUBLIC_API).ok()?;
        listed.is_none_or(|listed| listed == listing::render_listing(&committed.api)).then_some(committed)
    }

    fn from_source(StoredDocument { text, names }: StoredDocument) -> Result<Self> {
        let names = names.unwrap_or_default();
        let model = Model::from_document(&text, &names).context("no client can be generated from its openapi.json")?;
        Ok(Self { text, api: PublicApi::new(&model.api), names: names.recording(&model.api) })
    }

    pub fn compare_with(&self, new: &PublicApi) -> Comparison {
        Comparison::new(&self.api, new)
    }

    pub fn as_named_document(&self) -> NamedDocument<'_> {
        NamedDocument { document: &self.text, api: &self.api, names: &self.names }
    }
}

/// Records the next version for all unreleased former names. The changes since the release determine the version, or
/// the changes of this `update` if the release is unknown.
pub fn stamp_with_next_version(
    names: Names,
    workspace: &Workspace,
    release: &ReleaseVerdict,
    update: Verdict,
) -> Names {
    let next = next_version(workspace.version(), release, Some(update));
    names::stamp_unreleased(names, workspace.version(), next.as_deref())
}

fn find_tagged_source(workspace: &Workspace, version: &str) -> Result<StoredDocument> {
    let repository = Repository::containing(&workspace.folder);
    let name = &workspace.package.name;
    for tag in [format!("{name}-v{version}"), format!("v{version}"), version.to_owned()] {
        // A tag without an `openapi.json` is skipped, because it may belong to another package of the repository.
        if let Some(commit) = repository.find_commit(&format!("refs/tags/{tag}"))?
            && let Some(source) =
                StoredDocument::in_commit(workspace, &commit).with_context(|| format!("the git tag `{tag}`"))?
        {
            return Ok(source);
        }
    }
    bail!("there is no git tag `{name}-v{version}`, `v{version}` or `{version}` whose commit contains an openapi.json")
}
