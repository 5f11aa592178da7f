//! The fields of a struct, each together with its setter.

use std::collections::BTreeMap;

use super::{Change, pairs::Pairs, words};
use crate::{
    rules::{self, Rule},
    surface::{Field, Setter, Type},
};

/// The fields of a struct, and the setters of its builder.
type Members<'a> = (&'a BTreeMap<String, Field>, &'a BTreeMap<String, Setter>);

/// Who has values of a struct, on both sides.
#[derive(Clone, Copy)]
pub struct Use {
    /// Whether an operation sends it: what is required must be set.
    is_sent: bool,
    /// Whether no operation gives it: its fields are set by its builder, and read by nobody.
    is_only_sent: bool,
}

impl Use {
    /// Who has values of a type, as it was and as it is.
    pub fn new([old, new]: [&Type; 2]) -> Self {
        let is_sent = old.is_sent && new.is_sent;
        Self { is_sent, is_only_sent: is_sent && !old.is_received && !new.is_received }
    }
}

/// What differs between the fields of one struct.
pub fn compare(old: Members<'_>, new: Members<'_>, used: Use, pairs: &Pairs<'_>) -> Vec<Change> {
    let ((old_fields, old_setters), (new_fields, new_setters)) = (old, new);
    let mut changes = words::each(old_fields, new_fields, |name, fields| {
        let setters = [old_setters.get(name), new_setters.get(name)];
        match fields {
            [Some(before), Some(after)] => changed(name, [before, after], setters, used, pairs),
            [None, Some(field)] => {
                vec![added(name, field, used.is_sent && setters[1].is_some_and(|setter| setter.required))]
            }
            _ => vec![Change::new(&rules::FIELD_REMOVED, format!("field `{name}` is gone"))],
        }
    });
    // Those that have no field of their name: they set null, undeclared fields, or the field `build`.
    let mut gained = Vec::new();
    changes.extend(words::each(old_setters, new_setters, |name, setters| match setters {
        [Some(before), Some(after)] if !old_fields.contains_key(name) => {
            setter_changed(name, before, after, used, pairs)
        }
        [Some(_), None] if !old_fields.contains_key(name) => {
            vec![Change::new(&rules::BUILDER_SETTER_REMOVED, format!("its builder's `{name}` is gone"))]
        }
        [None, Some(setter)] if !new_fields.contains_key(name) => {
            if used.is_sent && setter.required {
                let description = format!("its builder's `{name}` is new and required");
                return vec![Change::naming(&rules::REQUIRED_FIELD_ADDED, description, name)];
            }
            gained.push(format!("`{name}`"));
            Vec::new()
        }
        _ => Vec::new(),
    }));
    // One line for all of them: a service that declares its nulls does so in many fields at once.
    let description = match gained.as_slice() {
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
    let rules: [&Rule; 2] = [&rules::BUILDER_SETTER_REQUIRED, &rules::BUILDER_SETTER_OPTIONAL];
    let need = words::need_change(rules, (&subject, name), old, new).filter(|_| used.is_sent);
    let ty = words::argument_change(&rules::BUILDER_SETTER_TYPE_CHANGED, &subject, old, new, pairs);
    ty.into_iter().chain(need).collect()
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
    [old, new]: [&Field; 2],
    setters: [Option<&Setter>; 2],
    used: Use,
    pairs: &Pairs<'_>,
) -> Vec<Change> {
    let types = [&old.ty, &new.ty];
    let of_setter = match setters {
        [Some(before), Some(after)] => Some(setter_changed(name, before, after, used, pairs)),
        _ => None,
    };
    let is_unread = used.is_only_sent && of_setter.is_some() && words::is_optional_change(types, pairs);
    // What callers see is the setter, of which the rest is said below.
    let rules = if is_unread { [&rules::SENT_FIELD_OPTIONAL; 5] } else { words::OF_FIELD };
    let mut changes = Vec::from_iter(words::type_change(rules, &format!("field `{name}`"), types, pairs));
    // What is only received is built by hand in tests alone: the field says all.
    if used.is_sent || changes.is_empty() {
        changes.extend(of_setter.into_iter().flatten());
    }
    if old.wire_name != new.wire_name {
        let description = format!("field `{name}` is `{}` on the wire, was `{}`", new.wire_name, old.wire_name);
        changes.push(Change::new(&rules::FIELD_WIRE_NAME_CHANGED, description));
    }
    changes
}
