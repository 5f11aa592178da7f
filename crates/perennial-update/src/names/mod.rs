//! Determines the names of a new document. An operation, type or tag that the replaced document also contains keeps its
//! name.
//!
//! A new operation or type gets a name that nothing else has or had. If two types became one, the name of one is kept,
//! and the other becomes a former name. Names of the last release count even if an unreleased update removed them.

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

/// A document with its names.
#[derive(Clone, Copy)]
pub struct NamedDocument<'a> {
    /// The text of the document.
    pub document: &'a str,
    /// The public API of the document.
    pub api: &'a PublicApi,
    /// All recorded names of the document.
    pub names: &'a Names,
}

/// Returns the names for a document that replaces `old`. Names of `released` are kept as well. `client` contains the
/// names and settings that the client defines by hand, and `model` builds the model of the new document with the names
/// that it gets. New former names are marked as [`UNRELEASED`].
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
    /// The maximum number of rounds. A recorded name changes only names of new items, so few rounds are enough; the
    /// maximum stops two sets of names from alternating forever.
    const ROUNDS: usize = 8;
    let fresh = model(&Names::for_client(client))?;
    let fresh_api = PublicApi::new(&fresh.api);
    let client = &credentials::carry_over_setters(
        &Vec::from_iter([Some(old), released].into_iter().flatten()),
        &fresh.api,
        client,
    );
    // Servers that the new document no longer lists are removed below.
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
    // If nothing was updated since the release, the release has no other names than `old`.
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

/// A new document whose operations and types have fresh names: names that the naming rules choose without any recorded
/// name.
struct FreshlyNamedDocument<'a> {
    /// The model of the document.
    model: &'a Api,
    /// The public API that the document has with fresh names.
    api: &'a PublicApi,
}

/// Adds the names that the document used last to the former names. They stay former names unless the new document uses
/// them again.
fn with_aliases(mut former: BTreeMap<String, String>, aliases: BTreeSet<String>) -> BTreeMap<String, String> {
    former.extend(aliases.into_iter().map(|alias| (alias, UNRELEASED.to_owned())));
    former
}
