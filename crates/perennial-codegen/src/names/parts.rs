//! Applies the recorded names of fields and variants.

use std::collections::BTreeSet;

use super::{
    file::TypeNames,
    pins::{Pins, assign_names},
    setters::UNDECLARED,
    uses::member_key,
};
use crate::api::{Api, Enum, Kind, Struct, TypeDef, Union};

/// Sets the names of the fields and variants of `api` to their recorded names.
pub fn name_parts(api: &mut Api, pins: &Pins<'_>) {
    for TypeDef { name, kind, .. } in &mut api.types {
        let Some(recorded) = pins.names.types.get(name) else { continue };
        match kind {
            Kind::Struct(body) => name_fields(body, recorded),
            Kind::Enum(body) => name_values(body, recorded),
            Kind::Union(body) => name_members(body, recorded),
            Kind::Newtype(_) => {}
        }
    }
}

fn name_fields(body: &mut Struct, recorded: &TypeNames) {
    let reserved = body.additional.iter().map(|_| UNDECLARED.to_owned()).collect();
    assign_names(body.fields.iter_mut().map(|field| (&mut field.name, &*field.wire_name)), &recorded.fields, reserved);
}

fn name_values(body: &mut Enum, recorded: &TypeNames) {
    name_other(&mut body.other, recorded);
    // The names of former variants are reserved. The exception is a former variant whose value is listed again, in a
    // variant of the same name.
    let listed = body.values_by_text();
    let is_listed = |name: &str, of: &str| listed.get(of).is_some_and(|value| value.name == name);
    let former = recorded.former_variants.iter().filter(|(name, former)| !is_listed(name, &former.of));
    let reserved = former.map(|(name, _)| name.clone()).chain([body.other.clone()]).collect();
    assign_names(
        body.values.iter_mut().map(|value| (&mut value.name, &*value.wire_name)),
        &recorded.variants,
        reserved,
    );
}

fn name_members(body: &mut Union, recorded: &TypeNames) {
    name_other(&mut body.other, recorded);
    let keys: Vec<String> = body.members.iter().map(member_key).collect();
    let names = body.members.iter_mut().zip(&keys).map(|(member, key)| (&mut member.name, &**key));
    assign_names(names, &recorded.variants, BTreeSet::from([body.other.clone()]));
}

fn name_other(name: &mut String, recorded: &TypeNames) {
    if let Some(recorded) = &recorded.other {
        name.clone_from(recorded);
    }
}
