//! The fields of a struct, each together with its setter.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    Change,
    pairs::{Pairs, Use},
    words,
};
use crate::{
    rules,
    surface::{Field, Setter},
};

/// The fields and setters of one struct.
pub struct Members<'a> {
    /// By name.
    pub fields: &'a BTreeMap<String, Field>,
    /// By name.
    pub setters: &'a BTreeMap<String, Setter>,
}

/// What differs between the fields of one struct.
pub fn compare(old: &Members<'_>, new: &Members<'_>, used: Use, pairs: &Pairs<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    let names: BTreeSet<&String> = old.fields.keys().chain(new.fields.keys()).collect();
    for name in names {
        let setters = (old.setters.get(name), new.setters.get(name));
        match (old.fields.get(name), new.fields.get(name)) {
            (Some(before), Some(after)) => changes.extend(changed(name, (before, after), setters, used, pairs)),
            (Some(_), None) => changes.push(Change::new(&rules::FIELD_REMOVED, format!("field `{name}` is gone"))),
            (None, Some(field)) => {
                let is_required = used.is_sent && setters.1.is_some_and(|setter| setter.required);
                changes.push(added(name, field, is_required));
            }
            (None, None) => {}
        }
    }
    changes.extend(other_setters(old, new, used, pairs));
    changes
}

/// What became of the setters that have no field of their name: those that set null, undeclared fields, or the field
/// `build`.
fn other_setters(old: &Members<'_>, new: &Members<'_>, used: Use, pairs: &Pairs<'_>) -> Vec<Change> {
    let is_other = |members: &Members<'_>, name: &String| !members.fields.contains_key(name);
    let mut changes = Vec::new();
    for (name, before) in old.setters.iter().filter(|(name, _)| is_other(old, name)) {
        match new.setters.get(name) {
            Some(after) => changes.extend(setter_changed(name, before, after, used, pairs)),
            None => {
                changes.push(Change::new(&rules::BUILDER_SETTER_REMOVED, format!("its builder's `{name}` is gone")));
            }
        }
    }
    let gained = new.setters.iter().filter(|(name, _)| is_other(new, name) && !old.setters.contains_key(*name));
    let (required, optional): (Vec<_>, Vec<_>) = gained.partition(|(_, setter)| used.is_sent && setter.required);
    for (name, _) in required {
        let description = format!("its builder's `{name}` is new and required");
        changes.push(Change::naming(&rules::REQUIRED_FIELD_ADDED, description, name));
    }
    let optional: Vec<String> = optional.iter().map(|(name, _)| format!("`{name}`")).collect();
    // One line for all of them: a service that declares its nulls does so in many fields at once.
    let description = match optional.as_slice() {
        [] => return changes,
        [name] => format!("its builder's {name} is new"),
        [names @ .., last] => format!("its builder's {} and {last} are new", names.join(", ")),
    };
    changes.push(Change::new(&rules::BUILDER_SETTER_ADDED, description));
    changes
}

/// What differs inside the setter `name`.
fn setter_changed(name: &str, old: &Setter, new: &Setter, used: Use, pairs: &Pairs<'_>) -> Vec<Change> {
    let subject = format!("its builder's `{name}`");
    let rule = &rules::BUILDER_SETTER_TYPE_CHANGED;
    let mut changes = Vec::from_iter(words::argument_change(rule, &subject, &old.accepts, &new.accepts, pairs));
    match (old.required, new.required) {
        (false, true) if used.is_sent => {
            changes.push(Change::naming(&rules::BUILDER_SETTER_REQUIRED, format!("{subject} is required"), name));
        }
        (true, false) if used.is_sent => {
            changes.push(Change::new(&rules::BUILDER_SETTER_OPTIONAL, format!("{subject} is optional")));
        }
        _ => {}
    }
    changes
}

fn added(name: &str, field: &Field, is_required: bool) -> Change {
    let ty = &field.ty;
    if is_required {
        let description = format!("field `{name}` is new and required in requests: `{ty}`");
        Change::naming(&rules::REQUIRED_FIELD_ADDED, description, name)
    } else {
        Change::new(&rules::FIELD_ADDED, format!("field `{name}` is new: `{ty}`"))
    }
}

fn changed(
    name: &str,
    (old, new): (&Field, &Field),
    setters: (Option<&Setter>, Option<&Setter>),
    used: Use,
    pairs: &Pairs<'_>,
) -> Vec<Change> {
    let has_setters = matches!(setters, (Some(_), Some(_)));
    let is_unread = used.is_only_sent && has_setters && words::is_optional_change(&old.ty, &new.ty, pairs);
    // What callers see is the setter, of which the rest is said below.
    let rules = if is_unread { words::any(&rules::SENT_FIELD_OPTIONAL) } else { words::of_field() };
    let mut changes = Vec::from_iter(words::type_change(&rules, &format!("field `{name}`"), &old.ty, &new.ty, pairs));
    if let (Some(before), Some(after)) = setters {
        let of_setter = setter_changed(name, before, after, used, pairs);
        // What is only received is built by hand in tests alone: the field says all.
        if used.is_sent || changes.is_empty() {
            changes.extend(of_setter);
        }
    }
    if old.wire_name != new.wire_name {
        let description = format!("field `{name}` is `{}` on the wire, was `{}`", new.wire_name, old.wire_name);
        changes.push(Change::new(&rules::FIELD_WIRE_NAME_CHANGED, description));
    }
    changes
}
