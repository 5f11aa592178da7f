//! The fields of a struct, each together with its setter where the struct can be sent.

use std::collections::{BTreeMap, BTreeSet};

use super::{Change, pairs::Pairs, words};
use crate::api::{Field, Setter};

/// The fields and setters of one struct.
pub struct Members<'a> {
    /// By name.
    pub fields: &'a BTreeMap<String, Field>,
    /// By name; `None` if no operation sends the struct.
    pub setters: Option<&'a BTreeMap<String, Setter>>,
    /// Whether no operation gives the struct: its fields are set by its builder, and read by nobody.
    pub is_only_sent: bool,
}

impl<'a> Members<'a> {
    fn setter(&self, name: &str) -> Option<&'a Setter> {
        self.setters?.get(name)
    }
}

/// What differs between the fields of one struct.
pub fn compare(old: &Members<'_>, new: &Members<'_>, pairs: &Pairs<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    // Where the struct is not sent on both sides, its builder came or went as a whole.
    let is_sent = old.setters.is_some() && new.setters.is_some();
    match (old.setters, new.setters) {
        (Some(_), None) => changes.push(Change::breaking(
            "has no `builder()` any more, since no operation sends it",
            "remove the code that builds it",
        )),
        (None, Some(_)) => changes.push(Change::compatible("has a `builder()`, since an operation sends it")),
        _ => {}
    }
    let names: BTreeSet<&String> = old.fields.keys().chain(new.fields.keys()).collect();
    for name in names {
        let setters = (old.setter(name), new.setter(name));
        match (old.fields.get(name), new.fields.get(name)) {
            (Some(before), Some(after)) => {
                changes.extend(changed(name, (before, after), setters, new.is_only_sent, pairs));
            }
            (Some(_), None) => changes.push(Change::breaking(format!("field `{name}` is gone"), "do not use it")),
            (None, Some(field)) => {
                let is_required = is_sent && setters.1.is_some_and(|setter| setter.required);
                changes.push(added(name, field, is_required));
            }
            (None, None) => {}
        }
    }
    changes
}

fn added(name: &str, field: &Field, is_required: bool) -> Change {
    let ty = &field.ty;
    if is_required {
        Change::breaking(format!("field `{name}` is new and required in requests: `{ty}`"), must_call(name))
    } else {
        Change::compatible(format!("field `{name}` is new: `{ty}`"))
    }
}

fn must_call(name: &str) -> String {
    format!("call `.{name}(…)` on its builder: without it the request is refused before it is sent")
}

fn changed(
    name: &str,
    (old, new): (&Field, &Field),
    setters: (Option<&Setter>, Option<&Setter>),
    is_only_sent: bool,
    pairs: &Pairs<'_>,
) -> Vec<Change> {
    let mut changes = Vec::from_iter(words::type_change(&format!("field `{name}`"), &old.ty, &new.ty, pairs));
    if is_only_sent && matches!(setters, (Some(_), Some(_))) && words::is_optional_change(&old.ty, &new.ty, pairs) {
        // What callers see is the setter, of which the rest is said below.
        changes.iter_mut().for_each(|change| *change = Change::compatible(std::mem::take(&mut change.description)));
    }
    if let (Some(old), Some(new)) = setters {
        changes.extend(words::argument_change(&format!("its builder's `{name}`"), &old.accepts, &new.accepts, pairs));
        match (old.required, new.required) {
            (false, true) => {
                changes.push(Change::breaking(format!("its builder's `{name}` is required"), must_call(name)));
            }
            (true, false) => changes.push(Change::compatible(format!("its builder's `{name}` is optional"))),
            _ => {}
        }
    }
    if old.wire_name != new.wire_name {
        let description = format!("field `{name}` is `{}` on the wire, was `{}`", new.wire_name, old.wire_name);
        changes.push(Change::compatible(description));
    }
    changes
}
