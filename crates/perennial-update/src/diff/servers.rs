//! The servers that a caller can choose.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::rules::{self, Rule};

/// A name in `servers` that is new or gone, or stands for something else.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ServerChange {
    /// The name.
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

/// Compares what the names stand for.
pub fn compare(old: &BTreeMap<String, String>, new: &BTreeMap<String, String>) -> Vec<ServerChange> {
    let names: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let changes = names.into_iter().filter_map(|name| {
        let [was, is] = [old, new].map(|servers| servers.get(name).cloned());
        let rule: &'static Rule = match (&was, &is) {
            (was, is) if was == is => return None,
            (None, _) => &rules::LISTED_SERVER_ADDED,
            (_, None) => &rules::LISTED_SERVER_REMOVED,
            _ => &rules::LISTED_SERVER_CHANGED,
        };
        Some(ServerChange { name: name.clone(), was, is, rule })
    });
    changes.collect()
}
