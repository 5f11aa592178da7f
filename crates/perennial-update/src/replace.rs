//! Replaces the vendored document and what stands beside it, so that the workspace builds whatever is written so far.
//!
//! First, `names.json` has the names of both documents and `Cargo.toml` the features of both; then the document is
//! replaced, and then what only the old one had is left out. An update that is stopped in between is finished by the next
//! one, or undone if the service serves the old document again; the names of both say that there is one.

use anyhow::{Context as _, Result};
use perennial_codegen::{input, names::file::Names};

use crate::{
    client::Client,
    derived::{self, Derived},
    manifest,
    workspace::{self, Workspace},
    write::{self, Change},
};

/// Writes the `served` document, whose client is `new`, and the files `derived` from it, in the place of one with the
/// `old` names. The README and the changelog are written just before the document.
///
/// # Errors
/// A file that cannot be written. Unless it is one of the last two, the document is as it was.
pub fn replace(
    workspace: &Workspace,
    (old, new): (&Names, &Client),
    served: &str,
    (derived, changelog): (&[Derived; 5], &Option<Derived>),
    killed_after: Option<usize>,
) -> Result<()> {
    let [names, manifest, code, listing, readme] = derived;
    // Minutes may have passed since it was checked.
    workspace.code_path()?;
    let both_names = old.clone().with_next(served, new.names.clone()).text().context("the names cannot be written")?;
    let present = input::text(&manifest.path)?.unwrap_or_default();
    let both_features = manifest::with_both(&present, &new.api)?;
    let document = workspace.path(workspace::DOCUMENT);

    let mut changes = Vec::new();
    let is_behind = |file: &&Derived| !file.is_current;
    let names = Some(names).filter(|names| is_behind(names) || is_behind(&listing));
    changes.extend(names.map(|file| Change { path: &file.path, text: &both_names }));
    changes.extend(Some(manifest).filter(is_behind).map(|file| Change { path: &file.path, text: &both_features }));
    changes.extend([code, listing, readme].into_iter().chain(changelog).filter(is_behind).map(Derived::change));
    changes.push(Change { path: &document, text: served });
    changes.extend(Some(manifest).filter(is_behind).into_iter().chain(names).map(Derived::change));
    derived::remove_leftovers(derived);
    write::atomically(&changes, killed_after)
}
