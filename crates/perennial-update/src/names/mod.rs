//! Determines the names for a new document. Operations, types and tags that were in the old document keep their names.
//! New ones get names that nothing else has or had.
//!
//! If two types became one, it keeps one of the names, and the other name becomes a former name. Names of the last
//! release are kept as well, even if an unreleased update removed them.

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

/// A document whose names are determined.
#[derive(Clone, Copy)]
pub struct NamedDocument<'a> {
    /// The text of the document.
    pub document: &'a str,
    /// The public API of the client for this document.
    pub api: &'a PublicApi,
    /// The names that are recorded for the document.
    pub names: &'a Names,
}

/// Determines the names for a document that replaces `old`. Names of the last release, `released`, are kept as well.
/// `client` is the section of `names.json` that the maintainer writes. `model` builds the model of the new document
/// with given names.
///
/// New former names are marked as [`UNRELEASED`], because the next version is not known yet.
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
    /// The maximum number of rounds until the names no longer change. Recorded names affect only the names of new
    /// items, so few rounds suffice. The maximum prevents endless alternation between two results.
    const ROUNDS: usize = 8;
    let fresh = model(&Names::for_client(client))?;
    let fresh_api = PublicApi::new(&fresh.api);
    let client = &credentials::carry_over_setters(
        &Vec::from_iter([Some(old), released].into_iter().flatten()),
        &fresh.api,
        client,
    );
    // `servers` may still contain servers that the new document does not list. They are removed below.
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
    // A release with the same document and names as `old` adds no names.
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

/// A new document whose operations and types have fresh names: those that the naming rules choose if no names are
/// recorded.
struct FreshlyNamedDocument<'a> {
    /// The model of the document with fresh names.
    model: &'a Api,
    /// The public API of the client with fresh names.
    api: &'a PublicApi,
}

/// Adds the aliases, which were in the last document, to the former names. The caller turns a former name into an alias
/// again if the new document still contains it.
fn with_aliases(mut former: BTreeMap<String, String>, aliases: BTreeSet<String>) -> BTreeMap<String, String> {
    former.extend(aliases.into_iter().map(|alias| (alias, UNRELEASED.to_owned())));
    former
}
