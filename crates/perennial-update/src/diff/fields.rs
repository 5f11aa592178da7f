use std::collections::BTreeMap;

use perennial_codegen::surface::{PublicField, PublicSetter, PublicType};

use super::{Change, matched_apis::MatchedApis, words};
use crate::rules;

type Fields = BTreeMap<String, PublicField>;
type Setters = BTreeMap<String, PublicSetter>;

/// Compares the `old` and the `new` version of a struct: their `fields`, and the setters of their builders.
pub fn compare_fields(fields: [&Fields; 2], [old, new]: [&PublicType; 2], apis: &MatchedApis<'_>) -> Vec<Change> {
    let none = Setters::new();
    let setters = [old, new].map(|ty| ty.builder.as_ref().unwrap_or(&none));
    let is_sent = old.is_sent && new.is_sent;
    let is_only_sent = is_sent && !old.is_received && !new.is_received;
    let structs = StructVersions { fields, setters, is_sent, is_only_sent, apis };
    let [old, new] = fields;
    let mut changes = words::changes_by_name(old, new, |name, sides| structs.compare_field(name, sides));
    changes.extend(structs.compare_other_setters());
    changes
}

struct StructVersions<'a> {
    fields: [&'a Fields; 2],
    setters: [&'a Setters; 2],
    /// Whether requests contain the struct. If so, callers must set its required fields.
    is_sent: bool,
    /// Whether only requests contain the struct. If so, callers set its fields through the builder and never read them.
    is_only_sent: bool,
    apis: &'a MatchedApis<'a>,
}

impl StructVersions<'_> {
    fn compare_field(&self, name: &str, sides: [Option<&PublicField>; 2]) -> Vec<Change> {
        let [_, setter] = self.setters.map(|setters| setters.get(name));
        match sides {
            [Some(old), Some(new)] => self.field_changes(name, [old, new]),
            [Some(_), None] => vec![Change::new(&rules::FIELD_REMOVED, format!("field `{name}` is removed"))],
            [_, added] => added
                .map(|PublicField { ty, .. }| {
                    if self.is_sent && setter.is_some_and(|setter| setter.required) {
                        let description = format!("field `{name}` is new and required in requests: `{ty}`");
                        Change::for_name(&rules::REQUIRED_FIELD_ADDED, description, name)
                    } else {
                        Change::new(&rules::FIELD_ADDED, format!("field `{name}` is new: `{ty}`"))
                    }
                })
                .into_iter()
                .collect(),
        }
    }

    fn field_changes(&self, name: &str, [old, new]: [&PublicField; 2]) -> Vec<Change> {
        let types = [&old.ty, &new.ty];
        let of_setter = match self.setters.map(|setters| setters.get(name)) {
            [Some(before), Some(after)] => Some(self.setter_changes(name, before, after)),
            _ => None,
        };
        let is_unread = self.is_only_sent && of_setter.is_some() && words::is_optional_change(types, self.apis);
        // Callers who never read the field are only affected by the change to its setter, which is added below.
        let rules = if is_unread { [&rules::SENT_FIELD_OPTIONAL; 5] } else { words::FIELD_RULES };
        let mut changes = Vec::from_iter(words::type_change(rules, &format!("field `{name}`"), types, self.apis));
        // Callers construct types of responses only in tests. If both the field and its setter changed, a report on the
        // field is enough.
        if self.is_sent || changes.is_empty() {
            changes.extend(of_setter.into_iter().flatten());
        }
        if old.wire_name != new.wire_name {
            let description = format!("field `{name}` is `{}` on the wire, was `{}`", new.wire_name, old.wire_name);
            changes.push(Change::new(&rules::FIELD_WIRE_NAME_CHANGED, description));
        }
        changes
    }

    /// Returns the changes to setters without a field of the same name: those that set null or undeclared fields, and
    /// the setter of a field called `build`.
    fn compare_other_setters(&self) -> Vec<Change> {
        let ([old_fields, new_fields], [old, new]) = (self.fields, self.setters);
        let mut gained = Vec::new();
        let mut changes = words::changes_by_name(old, new, |name, setters| match setters {
            [Some(before), Some(after)] if !old_fields.contains_key(name) => self.setter_changes(name, before, after),
            [Some(_), None] if !old_fields.contains_key(name) => {
                vec![Change::new(
                    &rules::BUILDER_SETTER_REMOVED,
                    format!("the setter `{name}` of its builder is removed"),
                )]
            }
            [None, Some(setter)] if !new_fields.contains_key(name) => {
                if self.is_sent && setter.required {
                    let description = format!("the setter `{name}` of its builder is new and required");
                    return vec![Change::for_name(&rules::REQUIRED_FIELD_ADDED, description, name)];
                }
                gained.push(format!("`{name}`"));
                Vec::new()
            }
            _ => Vec::new(),
        });
        // All new setters are reported as a single change, because a service may start to declare `null` for many
        // fields at once.
        let description = match gained.as_slice() {
            [] => return changes,
            [name] => format!("the setter {name} of its builder is new"),
            [names @ .., last] => format!("the setters {} and {last} of its builder are new", names.join(", ")),
        };
        changes.push(Change::new(&rules::BUILDER_SETTER_ADDED, description));
        changes
    }

    fn setter_changes(&self, name: &str, old: &PublicSetter, new: &PublicSetter) -> Vec<Change> {
        let subject = format!("the setter `{name}` of its builder");
        let (required, optional) = (&rules::BUILDER_SETTER_REQUIRED, &rules::BUILDER_SETTER_OPTIONAL);
        let need = words::requirement_change(required, optional, &subject, name, old, new).filter(|_| self.is_sent);
        let ty = words::argument_change(&rules::BUILDER_SETTER_TYPE_CHANGED, &subject, old, new, self.apis);
        ty.into_iter().chain(need).collect()
    }
}
