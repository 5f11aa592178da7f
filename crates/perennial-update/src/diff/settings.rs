//! The names that configure a client: servers that a caller can choose, setters of credentials, variables of the environment.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Display,
};

use perennial_codegen::{api::Carrier, surface::PublicApi};
use serde::Serialize;

use crate::rules::{self, Rule};

/// A name that is new or gone, or stands for something else.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SettingChange {
    /// The name: in `servers`, or `ClientBuilder::bearer`, or `…_TOKEN`.
    pub name: String,
    /// What it stood for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub was: Option<String>,
    /// What it stands for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is: Option<String>,
    /// The kind of change.
    #[serde(flatten)]
    pub rule: &'static Rule,
}

/// Compares the servers.
pub fn servers(old: &PublicApi, new: &PublicApi) -> Vec<SettingChange> {
    compare([&old.servers, &new.servers], "", |[old, new]| match (old, new) {
        (None, _) => &rules::LISTED_SERVER_ADDED,
        (_, None) => &rules::LISTED_SERVER_REMOVED,
        _ => &rules::LISTED_SERVER_CHANGED,
    })
}

/// Compares the setters of credentials, and the variables of the environment.
pub fn credentials(old: &PublicApi, new: &PublicApi) -> Vec<SettingChange> {
    let rule = |[old, new]: [Option<&Carrier>; 2]| -> &'static Rule {
        match (old, new) {
            (None, _) => &rules::CREDENTIALS_ADDED,
            (_, None) => &rules::CREDENTIALS_REMOVED,
            (Some(old), Some(new)) if old.takes() == new.takes() => &rules::CREDENTIALS_SENT_ELSEWHERE,
            _ => &rules::CREDENTIALS_TYPE_CHANGED,
        }
    };
    let mut changes = compare([&old.credentials, &new.credentials], "ClientBuilder::", rule);
    changes.extend(compare([&old.variables, &new.variables], "…_", |[old, _]| match old {
        None => &rules::VARIABLE_ADDED,
        Some(_) => &rules::VARIABLE_REMOVED,
    }));
    changes
}

fn compare<T: Display + PartialEq>(
    sides: [&BTreeMap<String, T>; 2],
    prefix: &str,
    rule: impl Fn([Option<&T>; 2]) -> &'static Rule,
) -> Vec<SettingChange> {
    let names: BTreeSet<&String> = sides.into_iter().flat_map(BTreeMap::keys).collect();
    let changes = names.into_iter().filter_map(|name| {
        let stands_for = sides.map(|side| side.get(name));
        let [was, is] = stands_for.map(|it| it.map(ToString::to_string));
        (stands_for[0] != stands_for[1]).then(|| SettingChange {
            name: format!("{prefix}{name}"),
            was,
            is,
            rule: rule(stands_for),
        })
    });
    changes.collect()
}
