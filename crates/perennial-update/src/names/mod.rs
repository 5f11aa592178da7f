//! The names of a new document: those of the one that it replaces, for all that is still there.
//!
//! A thing keeps its name. What is new gets one that nothing else has or had. Where two things became one, the name of one
//! stays, and the other is a former name of it. What the last release had, and updates since then have lost, counts as
//! well.

mod credentials;
mod dropping;
mod operations;
mod pairs;
mod parts;
mod places;
mod released;
mod since;
mod tags;
mod types;

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;
pub use dropping::without_former;
use pairs::Pairs;
use perennial_codegen::{
    api::Api,
    names::file::{Names, Own},
    surface::PublicApi,
};
use released::Joined;
pub use since::{UNRELEASED, numbers, stamped};

use crate::{client::Model, hosts};

/// A document with its names.
#[derive(Clone, Copy)]
pub struct Named<'a> {
    /// Its text.
    pub document: &'a str,
    /// The public API: all that consumers can name.
    pub api: &'a PublicApi,
    /// All names of it.
    pub names: &'a Names,
}

/// The names of a document that replaces `old`, and keeps those of a release as well, for a `client` that has this by hand;
/// `model` makes its model with given names. New former names are marked as [`UNRELEASED`].
///
/// # Errors
/// A document of which there is no model.
pub fn carried<'a>(
    old: Named<'a>,
    released: Option<Named<'a>>,
    client: &Own,
    model: impl Fn(&Names) -> Result<Model>,
) -> Result<Names> {
    /// Whatever is recorded moves nothing but what is new, so that few suffice; a bound in case that some alternate.
    const ROUNDS: usize = 8;
    let fresh = model(&Names::of_client(client))?;
    let fresh_api = PublicApi::new(&fresh.api);
    let client =
        &credentials::carried(&Vec::from_iter([Some(old), released].into_iter().flatten()), &fresh.api, client);
    // Those that are gone are left out below.
    let mut servers = released.map(|then| then.names.servers.clone()).unwrap_or_default();
    servers.extend(old.names.servers.clone());
    for new in &fresh.api.servers.all {
        let is_there = |url: &str| fresh.api.servers.all.iter().any(|server| server.url == url);
        let same = servers.iter().find(|(url, _)| hosts::is_same(url, &new.url) && !is_there(url));
        let same = same.map(|(_, names)| names.clone());
        if let (Some(names), false) = (same, servers.contains_key(&new.url)) {
            servers.insert(new.url.clone(), names);
        }
    }
    let new = Fresh { model: &fresh.api, api: &fresh_api };
    let mut joined = Joined::new(old, Pairs::new(&old, &new, None));
    // Where nothing was updated since the release, it has nothing else.
    if let Some(released) = released.filter(|then| then.document != old.document || then.names != old.names) {
        let pairs = Pairs::new(&released, &new, Some(&joined.pairs));
        joined = joined.with(old, released, pairs)?;
    }
    let Joined { api, names, pairs } = joined;
    let old = &Named { api: &api, names: &names, ..old };
    let mut names = Names {
        operations: operations::carried(old, &new, &pairs),
        types: types::carried(old, &new, &pairs),
        tags: tags::carried(old, &fresh.api, &pairs),
        servers,
        ..Names::of_client(client)
    };
    let mut named = model(&names)?;
    for _ in 0..ROUNDS {
        let mut settled = names.clone();
        parts::keep(old, &named, &mut settled);
        if settled == names {
            break;
        }
        names = settled;
        named = model(&names)?;
    }
    names.features = tags::features(old, &PublicApi::new(&named.api));
    Ok(names.recording(&named.api))
}

/// A document whose things have names by the rules alone.
struct Fresh<'a> {
    /// The API that the document describes.
    model: &'a Api,
    /// The public API that it has with these names.
    api: &'a PublicApi,
}

/// Former names with those that the document had last: they are former ones, unless it still has them.
fn with_aliases(mut former: BTreeMap<String, String>, aliases: BTreeSet<String>) -> BTreeMap<String, String> {
    former.extend(aliases.into_iter().map(|alias| (alias, UNRELEASED.to_owned())));
    former
}
