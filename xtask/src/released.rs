//! The last release, which is what users have: an update is judged against it as well, so that several updates between
//! two releases sum up.

use anyhow::{Context as _, Result};
use monitoring_service_codegen::names::file::Names;

use crate::{
    client::Model,
    diff::Comparison,
    git::Repository,
    report::Release,
    source::Source,
    surface::PublicApi,
    workspace::{Vendored, Workspace},
};

/// Compares `new` with the release of the package's version, which is a tag of the repository; `None` for a workspace
/// without a package. `update` is the comparison with the vendored document and its names, if that can be compared.
pub fn compare(
    workspace: &Workspace,
    (vendored, names): (&Vendored, &Names),
    update: Option<&Comparison>,
    new: &PublicApi,
) -> Option<Release> {
    let version = workspace.version()?;
    let compared = source(workspace, version).and_then(|source| {
        let names_then = source.names.unwrap_or_default();
        // Nothing was updated since then.
        let is_vendored = matches!(vendored, Vendored::Text(text) if *text == source.text) && names_then == *names;
        if let Some(update) = update.filter(|_| is_vendored) {
            return Ok(update.clone());
        }
        let model = Model::read(&source.text, &names_then);
        let model = model.context("no client can be generated from its openapi.json")?;
        Ok(Comparison::new(&PublicApi::new(&model.api), new))
    });
    Some(Release::new(version, compared.map_err(|error| format!("{error:#}"))))
}

fn source(workspace: &Workspace, version: &str) -> Result<Source> {
    let repository = Repository::of(workspace.root());
    for tag in [format!("v{version}"), version.to_owned()] {
        // A tag of a larger repository may be one of something else.
        if let Some(commit) = repository.commit(&format!("refs/tags/{tag}"))?
            && let Some(source) = Source::of(&repository, &commit)?
        {
            return Ok(source);
        }
    }
    anyhow::bail!("there is no git tag `v{version}` or `{version}` with an openapi.json")
}
