//! The setters of an operation's builder.

use std::collections::BTreeMap;

use super::{Change, pairs::Pairs, words};
use crate::{
    rules::{names::FORMER_NAME_DROPPED, setters as rules},
    surface::{Accepts, Operation, Setter},
};

/// Setters by former names, where there are some.
type Former<'a> = Option<&'a BTreeMap<String, String>>;

/// What differs between the setters of one operation; `former` are those of the old and of the new API.
pub fn compare(old: &Operation, new: &Operation, former: [Former<'_>; 2], pairs: &Pairs<'_>) -> Vec<Change> {
    let counterparts = counterparts(old, new);
    let [old_former, new_former] = former;
    let is_kept = |name: &str, new_name: &str| {
        new_former.and_then(|former| former.get(name)).is_some_and(|present| present == new_name)
    };
    let mut changes = Vec::new();
    for (name, setter) in &old.setters {
        match counterparts.get(name.as_str()) {
            Some(new_name) => {
                if name != new_name {
                    changes.push(renamed(name, new_name, is_kept(name, new_name)));
                }
                changes.extend(changed(new_name, setter, &new.setters[*new_name], pairs));
            }
            // `body` says that already.
            None if changes_body(setter) && !new.setters.contains_key("body") => {}
            None if changes_body(setter) => changes.push(Change::new(
                &rules::BODY_BUILDER_REMOVED,
                "setter `body_map` is gone: the body no longer has a builder",
            )),
            None => changes.push(Change::new(&rules::SETTER_REMOVED, format!("setter `{name}` is gone"))),
        }
    }
    for (name, present) in old_former.into_iter().flatten() {
        let new_name = counterparts.get(present.as_str());
        if new_name.is_none_or(|new_name| name != new_name && !is_kept(name, new_name)) {
            changes.push(lost_former(name, new_name.copied()));
        }
    }
    for (name, setter) in &new.setters {
        if old.setters.contains_key(name)
            || counterparts.values().any(|new_name| new_name == name)
            || changes_body(setter)
        {
            continue;
        }
        let Setter { accepts, required, .. } = setter;
        changes.push(if *required {
            let description = format!("setter `{name}` is new and required, takes `{accepts}`");
            Change::naming(&rules::REQUIRED_SETTER_ADDED, description, name)
        } else {
            Change::new(&rules::SETTER_ADDED, format!("setter `{name}` is new and optional, takes `{accepts}`"))
        });
    }
    changes
}

fn renamed(name: &str, new_name: &str, is_kept: bool) -> Change {
    let description = format!("setter `{name}` is now called `{new_name}`");
    if is_kept {
        Change::naming(&rules::SETTER_NAME_KEPT, description + ", and the old name is deprecated", new_name)
    } else {
        Change::naming(&rules::SETTER_RENAMED, description, new_name)
    }
}

/// The former name of a setter is no longer kept; `present` is the name of the setter, if there is one.
pub fn lost_former(name: &str, present: Option<&str>) -> Change {
    let action = present.map_or("do not call it".to_owned(), |present| format!("call `.{present}(…)` instead"));
    Change::new(&FORMER_NAME_DROPPED, format!("the former name `{name}` of a setter is gone")).with_action(action)
}

/// The new setter for each old one that is still there: under its name, at its place in the path, or for its parameter.
pub fn counterparts<'a>(old: &'a Operation, new: &'a Operation) -> BTreeMap<&'a str, &'a str> {
    let mut counterparts = renamed_path_parameters(old, new);
    for (name, setter) in &old.setters {
        if new.setters.contains_key(name) {
            counterparts.insert(name, name);
        } else if !counterparts.contains_key(name.as_str()) && setter.sent_as.is_some() {
            let same = new.setters.iter().find(|(_, other)| other.sent_as == setter.sent_as);
            let free = same.filter(|(new_name, _)| !old.setters.contains_key(*new_name));
            counterparts.extend(free.map(|(new_name, _)| (name.as_str(), new_name.as_str())));
        }
    }
    counterparts
}

/// Whether it is `body_map`.
fn changes_body(setter: &Setter) -> bool {
    matches!(setter.accepts, Accepts::Change(_))
}

/// What differs inside one setter, whatever its name.
pub fn changed(name: &str, old: &Setter, new: &Setter, pairs: &Pairs<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    // What it takes follows from what `body` takes.
    if !changes_body(new) {
        let (rule, setter) = (&rules::SETTER_TYPE_CHANGED, format!("setter `{name}`"));
        changes.extend(words::argument_change(rule, &setter, &old.accepts, &new.accepts, pairs));
    }
    match (old.required, new.required) {
        (false, true) => {
            changes.push(Change::naming(&rules::SETTER_REQUIRED, format!("setter `{name}` is required"), name));
        }
        (true, false) => changes.push(Change::new(&rules::SETTER_OPTIONAL, format!("setter `{name}` is optional"))),
        _ => {}
    }
    if let (Some(before), Some(after)) = (&old.sent_as, &new.sent_as)
        && before != after
    {
        let description = format!("`{name}` is sent as {after}, was {before}");
        changes.push(Change::new(&rules::SETTER_SENT_ELSEWHERE, description));
    }
    changes
}

/// Parameters that stand at the same place of the path under another name.
fn renamed_path_parameters<'a>(old: &'a Operation, new: &'a Operation) -> BTreeMap<&'a str, &'a str> {
    let (old_places, new_places) = (&old.path_setters, &new.path_setters);
    if old_places.len() != new_places.len() {
        return BTreeMap::new();
    }
    let pairs = old_places.iter().zip(new_places);
    let renamed = pairs
        .filter(|(old_name, new_name)| !new.setters.contains_key(*old_name) && !old.setters.contains_key(*new_name));
    renamed.map(|(old_name, new_name)| (old_name.as_str(), new_name.as_str())).collect()
}
