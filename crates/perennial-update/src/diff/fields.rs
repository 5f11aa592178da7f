//! The fields of a struct, each together with its setter.

use std::collections::BTreeMap;

use perennial_codegen::surface::{Field, Setter, Type};

use super::{Change, pairs::Pairs, words};
use crate::rules;

type Fields = BTreeMap<String, Field>;
type Setters = BTreeMap<String, Setter>;

/// Compares the fields of one struct, which are those of these types.
pub fn compare(fields: [&Fields; 2], [old, new]: [&Type; 2], pairs: &Pairs<'_>) -> Vec<Change> {
    let none = Setters::new();
    let setters = [old, new].map(|ty| ty.builder.as_ref().unwrap_or(&none));
    let is_sent = old.is_sent && new.is_sent;
    let is_only_sent = is_sent && !old.is_received && !new.is_received;
    let structs = Structs { fields, setters, is_sent, is_only_sent, pairs };
    let [old, new] = fields;
    let mut changes = words::each(old, new, |name, sides| structs.field(name, sides));
    changes.extend(structs.other_setters());
    changes
}

/// A struct before and after.
struct Structs<'a> {
    fields: [&'a Fields; 2],
    setters: [&'a Setters; 2],
    /// Set if an operation sends it: what is required must be set.
    is_sent: bool,
    /// Set if no operation gives it: its fields are set by its builder, and read by nobody.
    is_only_sent: bool,
    pairs: &'a Pairs<'a>,
}

impl Structs<'_> {
    /// Returns the changes of one field.
    fn field(&self, name: &str, sides: [Option<&Field>; 2]) -> Vec<Change> {
        let [_, setter] = self.setters.map(|setters| setters.get(name));
        match sides {
            [Some(old), Some(new)] => self.changed(name, [old, new]),
            [Some(_), None] => vec![Change::new(&rules::FIELD_REMOVED, format!("field `{name}` is gone"))],
            [_, added] => added
                .map(|Field { ty, .. }| {
                    if self.is_sent && setter.is_some_and(|setter| setter.required) {
                        let description = format!("field `{name}` is new and required in requests: `{ty}`");
                        Change::naming(&rules::REQUIRED_FIELD_ADDED, description, name)
                    } else {
                        Change::new(&rules::FIELD_ADDED, format!("field `{name}` is new: `{ty}`"))
                    }
                })
                .into_iter()
                .collect(),
        }
    }

    fn changed(&self, name: &str, [old, new]: [&Field; 2]) -> Vec<Change> {
        let types = [&old.ty, &new.ty];
        let of_setter = match self.setters.map(|setters| setters.get(name)) {
            [Some(before), Some(after)] => Some(self.setter_changed(name, before, after)),
            _ => None,
        };
        let is_unread = self.is_only_sent && of_setter.is_some() && words::is_optional_change(types, self.pairs);
        // Callers see the setter, of which the rest is said below.
        let rules = if is_unread { [&rules::SENT_FIELD_OPTIONAL; 5] } else { words::OF_FIELD };
        let mut changes = Vec::from_iter(words::type_change(rules, &format!("field `{name}`"), types, self.pairs));
        // A type that is only received is built by hand in tests alone: the field says all.
        if self.is_sent || changes.is_empty() {
            changes.extend(of_setter.into_iter().flatten());
        }
        if old.wire_name != new.wire_name {
            let description = format!("field `{name}` is `{}` on the wire, was `{}`", new.wire_name, old.wire_name);
            changes.push(Change::new(&rules::FIELD_WIRE_NAME_CHANGED, description));
        }
        changes
    }

    /// Returns the changes of setters that have no field of their name: they set null, undeclared fields, or the field
    /// `build`.
    fn other_setters(&self) -> Vec<Change> {
        let ([old_fields, new_fields], [old, new]) = (self.fields, self.setters);
        let mut gained = Vec::new();
        let mut changes = words::each(old, new, |name, setters| match setters {
            [Some(before), Some(after)] if !old_fields.contains_key(name) => self.setter_changed(name, before, after),
            [Some(_), None] if !old_fields.contains_key(name) => {
                vec![Change::new(&rules::BUILDER_SETTER_REMOVED, format!("its builder's `{name}` is gone"))]
            }
            [None, Some(setter)] if !new_fields.contains_key(name) => {
                if self.is_sent && setter.required {
                    let description = format!("its builder's `{name}` is new and required");
                    return vec![Change::naming(&rules::REQUIRED_FIELD_ADDED, description, name)];
                }
                gained.push(format!("`{name}`"));
                Vec::new()
            }
            _ => Vec::new(),
        });
        // One line for all of them: a service that declares its nulls does so in many fields at once.
        let description = match gained.as_slice() {
            [] => return changes,
            [name] => format!("its builder's {name} is new"),
            [names @ .., last] => format!("its builder's {} and {last} are new", names.join(", ")),
        };
        changes.push(Change::new(&rules::BUILDER_SETTER_ADDED, description));
        changes
    }

    /// Returns the changes inside the setter `name`.
    fn setter_changed(&self, name: &str, old: &Setter, new: &Setter) -> Vec<Change> {
        let subject = format!("its builder's `{name}`");
        let (required, optional) = (&rules::BUILDER_SETTER_REQUIRED, &rules::BUILDER_SETTER_OPTIONAL);
        let need = words::need_change(required, optional, &subject, name, old, new).filter(|_| self.is_sent);
        let ty = words::argument_change(&rules::BUILDER_SETTER_TYPE_CHANGED, &subject, old, new, self.pairs);
        ty.into_iter().chain(need).collect()
    }
}
