//! Determines the names for a new document. Operations, types and tags of the old document keep their names, and new
//! ones get names that were never used.
//!
//! If several old types became one, the new type keeps one of their names, and the others become former names. Names of
//! the last release are kept as well, even if an unreleased update removed them.

mod credentials;
mod dropping;
mod matching;
mod operations;
mod parts;
mod places;
mod released;
mod since;
mod tags;
mod types;

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;
pub use dropping::drop_former_names;
use matching::ApiMatches;
use perennial_codegen::{
    api::Api,
    names::file::{ClientSettings, Names},
    surface::PublicApi,
};
use released::JoinedNames;
pub use since::{UNRELEASED, stamp_unreleased, version_numbers};

use crate::{client::Model, hosts};

#[derive(Clone, Copy)]
pub struct NamedDocument<'a> {
    pub document: &'a str,
    /// The public API of the client generated from the document.
    pub api: &'a PublicApi,
    pub names: &'a Names,
}

/// Determines the names for a document that replaces `old`. Names in `released`, the last release, are kept as well.
/// `client` is the section of `names.json` that maintainers write. `model` builds the model of the new document with
/// the names that are passed to it.
///
/// New former names are marked as [`UNRELEASED`], because the number of the next version is not known yet.
///
/// # Errors
///
/// Fails if no model can be built from the new document.
pub fn carry_over_names<'a>(
    old: NamedDocument<'a>,
    released: Option<NamedDocument<'a>>,
    client: &ClientSettings,
    model: impl Fn(&Names) -> Result<Model>,
) -> Result<Names> {
    /// The maximum number of rounds, which prevents endless alternation between two results. A few rounds are enough,
    /// because recorded names affect only the names of new items.
    const ROUNDS: usize = 8;
    let fresh = model(&Names::for_client(client))?;
    let fresh_api = PublicApi::new(&fresh.api);
    let client = &credentials::carry_over_setters(
        &Vec::from_iter([Some(old), released].into_iter().flatten()),
        &fresh.api,
        client,
    );
    // Servers that the new document does not list are removed below.
    let mut servers = released.map(|then| then.names.servers.clone()).unwrap_or_default();
    servers.extend(old.names.servers.clone());
    for new in &fresh.api.servers.all {
        let is_listed = |url: &str| fresh.api.servers.all.iter().any(|server| server.url == url);
        let server_names = servers.iter().find(|(url, _)| hosts::is_same_url(url, &new.url) && !is_listed(url));
        let server_names = server_names.map(|(_, names)| names.clone());
        if let (Some(names), false) = (server_names, servers.contains_key(&new.url)) {
            servers.insert(new.url.clone(), names);
        }
    }
    let new = FreshlyNamedDocument { model: &fresh.api, api: &fresh_api };
    let mut joined = JoinedNames::new(old, ApiMatches::new(&old, &new, None));
    // A release that equals `old` adds no names.
    if let Some(released) = released.filter(|then| then.document != old.document || then.names != old.names) {
        let matches = ApiMatches::new(&released, &new, Some(&joined.matches));
        joined = joined.with_release(old, released, matches)?;
    }
    let JoinedNames { api, names, matches } = joined;
    let old = &NamedDocument { api: &api, names: &names, ..old };
    let mut names = Names {
        operations: operations::carry_over_operations(old, &new, &matches),
        types: types::carry_over_types(old, &new, &matches),
        tags: tags::carry_over_tags(old, &fresh.api, &matches),
        servers,
        ..Names::for_client(client)
    };
    let mut named = model(&names)?;
    for _ in 0..ROUNDS {
        let mut recorded = names.clone();
        parts::record_parts(old, &named, &mut recorded);
        if recorded == names {
            break;
        }
        names = recorded;
        named = model(&names)?;
    }
    names.features = tags::former_features(old, &PublicApi::new(&named.api));
    Ok(names.recording(&named.api))
}

/// A new document with fresh names: those that the naming rules choose if no names are recorded.
struct FreshlyNamedDocument<'a> {
    model: &'a Api,
    api: &'a PublicApi,
}

/// Adds aliases to the former names, because the new document may no longer contain them. The caller then removes those
/// aliases that the document still contains.
fn with_aliases(mut former: BTreeMap<String, String>, aliases: BTreeSet<String>) -> BTreeMap<String, String> {
    former.extend(aliases.into_iter().map(|alias| (alias, UNRELEASED.to_owned())));
    former
}
