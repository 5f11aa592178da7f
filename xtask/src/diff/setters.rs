//! The setters of an operation's builder.

use std::collections::BTreeMap;

use monitoring_service_codegen::api::FormerName;

use super::{Change, other_names, pairs::Pairs, words};
use crate::{
    rules::{self, FORMER_NAME_DROPPED},
    surface::{Accepts, Operation, Setter},
};

/// Setters by former names, where there are some.
type Former<'a> = Option<&'a BTreeMap<String, FormerName>>;

/// What differs between the setters of one operation; `former` are those of the old and of the new API.
pub fn compare(old: &Operation, new: &Operation, former: [Former<'_>; 2], pairs: &Pairs<'_>) -> Vec<Change> {
    let [old_former, new_former] = former;
    let counterparts = counterparts(old, new, new_former);
    let mut changes = Vec::new();
    for (name, setter) in &old.setters {
        match counterparts.get(name.as_str()) {
            Some(new_name) => {
                if name != new_name {
                    changes.push(renamed(name, new_name));
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
    for (name, former) in old_former.into_iter().flatten() {
        // What is gone is told once.
        let Some(new_name) = counterparts.get(former.present.as_str()) else { continue };
        if setter_called(name, new, new_former) != Some(new_name) {
            changes.push(lost_former(name, new_name));
        }
    }
    let none = BTreeMap::new();
    let [old_names, new_names] = former.map(|names| names.unwrap_or(&none));
    for name in new.setters.keys() {
        let was_present = |name: &str| old.setters.contains_key(name);
        changes.extend(
            other_names::compare(old_names, new_names, name, was_present)
                .into_iter()
                .map(|change| Change { description: format!("setter `{name}` {}", change.description), ..change }),
        );
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

fn renamed(name: &str, new_name: &str) -> Change {
    let description = format!("setter `{name}` is now called `{new_name}`, and the old name is deprecated");
    Change::naming(&rules::SETTER_NAME_KEPT, description, new_name)
}

/// The former name of the setter that is called `present` is no longer kept.
fn lost_former(name: &str, present: &str) -> Change {
    Change::new(&FORMER_NAME_DROPPED, format!("the former name `{name}` of a setter is gone"))
        .with_action(format!("call `.{present}(…)` instead"))
}

/// What each old name of a setter stands for now.
pub fn counterparts<'a>(old: &'a Operation, new: &'a Operation, former: Former<'a>) -> BTreeMap<&'a str, &'a str> {
    let names = old.setters.keys();
    names.filter_map(|name| Some((name.as_str(), setter_called(name, new, former)?))).collect()
}

/// The setter that `name` stands for, if it is a present or former name.
fn setter_called<'a>(name: &'a str, new: &'a Operation, former: Former<'a>) -> Option<&'a str> {
    match new.setters.get_key_value(name) {
        Some((name, _)) => Some(name),
        None => Some(&former?.get(name)?.present),
    }
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
