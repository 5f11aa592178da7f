//! Compares the settings of two clients: the constants in `servers`, the setters of credentials, and the environment
//! variables.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Display,
};

use perennial_codegen::{
    api::{Carrier, Endpoint},
    surface::PublicApi,
};
use serde::Serialize;

use crate::{
    hosts,
    rules::{self, ApiRule},
};

/// A setting of the client that was added, removed or changed. URLs that only the client uses, such as token URLs,
/// count as settings too.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SettingChange {
    /// The name of the changed setting: a constant in `servers`, a setter of `ClientBuilder`, or an environment
    /// variable. The name of a token or login URL consists of its security scheme and its key in that scheme.
    pub name: String,
    /// The old value: a URL, the part of requests that contains the credentials, or, for an environment variable, its
    /// setter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub was: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is: Option<String>,
    #[serde(flatten)]
    pub rule: &'static ApiRule,
}

pub fn compare_servers(old: &PublicApi, new: &PublicApi) -> Vec<SettingChange> {
    let is_same = |old: &String, new: &String| hosts::is_same_url(old, new);
    compare_settings([&old.servers, &new.servers], "", is_same, |[old, new]| match (old, new) {
        (None, _) => &rules::LISTED_SERVER_ADDED,
        (_, None) => &rules::LISTED_SERVER_REMOVED,
        _ => &rules::LISTED_SERVER_CHANGED,
    })
}

/// Compares the setters of credentials, their environment variables, and the URLs of tokens and logins.
pub fn compare_credentials(old: &PublicApi, new: &PublicApi) -> Vec<SettingChange> {
    let servers = first_servers([old, new]);
    let rule = |[old, new]: [Option<&Carrier>; 2]| -> &'static ApiRule {
        match (old, new) {
            (None, _) => &rules::CREDENTIALS_ADDED,
            (_, None) => &rules::CREDENTIALS_REMOVED,
            (Some(Carrier::Token(Some(_))), Some(Carrier::Token(None))) => &rules::TOKEN_URL_REMOVED,
            (Some(Carrier::Token(Some(old))), Some(Carrier::Token(Some(new))))
                if hosts::is_moved([old, new], servers) =>
            {
                &rules::ENDPOINT_MOVED
            }
            (Some(Carrier::Header(_) | Carrier::Cookie(_)), Some(Carrier::Query(_))) => &rules::CREDENTIALS_IN_QUERY,
            (Some(old), Some(new)) if old.argument_kind() == new.argument_kind() => &rules::CREDENTIALS_SENT_ELSEWHERE,
            _ => &rules::CREDENTIALS_TYPE_CHANGED,
        }
    };
    let mut changes = compare_settings([&old.credentials, &new.credentials], "ClientBuilder::", PartialEq::eq, rule);
    changes.extend(compare_settings([&old.variables, &new.variables], "…_", PartialEq::eq, |[old, _]| match old {
        None => &rules::VARIABLE_ADDED,
        Some(_) => &rules::VARIABLE_REMOVED,
    }));
    changes.extend(compare_endpoints([old, new]));
    changes
}

fn first_servers(sides: [&PublicApi; 2]) -> [Option<&str>; 2] {
    sides.map(|side| side.servers.get("DEFAULT").map(String::as_str))
}

/// Compares the URLs of tokens and logins. A token URL is skipped if its change is already reported with the setter of
/// its credentials.
fn compare_endpoints([old, new]: [&PublicApi; 2]) -> Vec<SettingChange> {
    let servers = first_servers([old, new]);
    let token_urls = old.credentials.iter().filter_map(|(setter, was)| match (was, new.credentials.get(setter)?) {
        (Carrier::Token(was), Carrier::Token(is)) => Some((was.as_deref()?, is.as_deref())),
        _ => None,
    });
    let shown = BTreeSet::from_iter(token_urls);
    let [was, is] = [old, new].map(|api| {
        let by_name = api.endpoints.iter().map(|Endpoint { key, scheme, url }| ((&**key, &**scheme), &**url));
        BTreeMap::from_iter(by_name)
    });
    // The URLs of a renamed security scheme seem to be new. They are matched by their keys, such as `tokenUrl`.
    let renamed = Vec::from_iter(is.iter().filter(|(name, _)| !was.contains_key(*name)));
    let first: BTreeMap<&str, _> = renamed.iter().rev().map(|(name, url)| (name.0, (name.1, **url))).collect();
    let same: BTreeSet<_> = renamed.iter().map(|(name, url)| (name.0, **url)).collect();
    let changes = was.iter().filter_map(|(name @ (key, scheme), was)| {
        let (scheme, is) = match is.get(name) {
            Some(is) => (*scheme, *is),
            None if same.contains(&(*key, *was)) => return None,
            None => *first.get(key)?,
        };
        let is_shown = [None, Some(is)].iter().any(|is| shown.contains(&(*was, *is)));
        (*was != is && !is_shown).then(|| SettingChange {
            name: format!("{scheme} {key}"),
            was: Some((*was).to_owned()),
            is: Some(is.to_owned()),
            rule: if hosts::is_moved([was, is], servers) { &rules::ENDPOINT_MOVED } else { &rules::ENDPOINT_CHANGED },
        })
    });
    changes.collect()
}

fn compare_settings<T: Display>(
    sides: [&BTreeMap<String, T>; 2],
    prefix: &str,
    is_same: impl Fn(&T, &T) -> bool,
    rule: impl Fn([Option<&T>; 2]) -> &'static ApiRule,
) -> Vec<SettingChange> {
    let names: BTreeSet<&String> = sides.into_iter().flat_map(BTreeMap::keys).collect();
    let changes = names.into_iter().filter_map(|name| {
        let meanings = sides.map(|side| side.get(name));
        let [was, is] = meanings.map(|it| it.map(ToString::to_string));
        let is_changed = match meanings {
            [Some(old), Some(new)] => !is_same(old, new),
            _ => true,
        };
        is_changed.then(|| SettingChange { name: format!("{prefix}{name}"), was, is, rule: rule(meanings) })
    });
    changes.collect()
}
