//! The setters of an operation's builder.

use std::collections::BTreeMap;

use super::{Change, pairs::Pairs, words};
use crate::api::{Operation, Setter};

/// What differs between the setters of one operation.
pub fn compare(old: &Operation, new: &Operation, pairs: &Pairs<'_>) -> Vec<Change> {
    let renamed = renamed_path_parameters(old, new);
    let mut changes = Vec::new();
    for (name, setter) in &old.setters {
        let new_name = renamed.get(name.as_str()).copied().unwrap_or(name);
        match new.setters.get(new_name) {
            Some(other) => {
                if name != new_name {
                    let description = format!("setter `{name}` is called `{new_name}`");
                    changes.push(Change::breaking(description, format!("call `.{new_name}(…)` instead")));
                }
                changes.extend(changed(new_name, setter, other, pairs));
            }
            // `body` says that already.
            None if name == "body_map" && !new.setters.contains_key("body") => {}
            None if name == "body_map" => changes.push(Change::breaking(
                "setter `body_map` is gone: the body has no builder any more",
                "pass the whole body to `.body(…)`",
            )),
            None => changes.push(Change::breaking(
                format!("setter `{name}` is gone"),
                "do not call it: the service no longer takes the value",
            )),
        }
    }
    for (name, setter) in &new.setters {
        if old.setters.contains_key(name) || renamed.values().any(|new_name| new_name == name) || name == "body_map" {
            continue;
        }
        let Setter { accepts, required, .. } = setter;
        changes.push(if *required {
            Change::breaking(format!("setter `{name}` is new and required, takes `{accepts}`"), must_call(name))
        } else {
            Change::compatible(format!("setter `{name}` is new and optional, takes `{accepts}`"))
        });
    }
    changes
}

fn must_call(name: &str) -> String {
    format!("call `.{name}(…)`: without it `send` gives `Error::InvalidRequest`")
}

fn changed(name: &str, old: &Setter, new: &Setter, pairs: &Pairs<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    // What `body_map` takes follows from what `body` takes.
    if name != "body_map" {
        changes.extend(words::argument_change(&format!("setter `{name}`"), &old.accepts, &new.accepts, pairs));
    }
    match (old.required, new.required) {
        (false, true) => changes.push(Change::breaking(format!("setter `{name}` is required"), must_call(name))),
        (true, false) => changes.push(Change::compatible(format!("setter `{name}` is optional"))),
        _ => {}
    }
    if old.sent_as != new.sent_as && !old.sent_as.is_empty() && !new.sent_as.is_empty() {
        changes.push(Change::compatible(format!("`{name}` goes out as {}, was {}", new.sent_as, old.sent_as)));
    }
    changes
}

/// Parameters that stand at the same place of the path under another name.
fn renamed_path_parameters<'a>(old: &'a Operation, new: &'a Operation) -> BTreeMap<&'a str, &'a str> {
    let (old_places, new_places) = (path_setters(old), path_setters(new));
    if old_places.len() != new_places.len() {
        return BTreeMap::new();
    }
    let pairs = old_places.into_iter().zip(new_places);
    pairs
        .filter(|(old_name, new_name)| !new.setters.contains_key(*old_name) && !old.setters.contains_key(*new_name))
        .collect()
}

/// The setters of the path's parameters, in the order of the path.
fn path_setters(operation: &Operation) -> Vec<&str> {
    let names = operation.path.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name);
    let setters = names.filter_map(|wire_name| {
        let place = format!("path parameter `{wire_name}`");
        operation.setters.iter().find(|(_, setter)| setter.sent_as == place).map(|(name, _)| name.as_str())
    });
    setters.collect()
}
