//! Finds structs that contain themselves, directly or through other structs. The fields that close a cycle have to be
//! boxed.

use std::collections::HashMap;

use crate::{
    api::{Api, Field, Type},
    cycles,
};

/// A number for each struct. Structs that contain each other have the same number, and all others have different
/// numbers.
pub struct Cycles<'a>(HashMap<&'a str, usize>);

impl<'a> Cycles<'a> {
    pub fn new(api: &'a Api) -> Self {
        let structs = api.types.iter().filter_map(|def| Some((def.name.as_str(), def.kind.as_struct()?)));
        let parts = structs.map(|(owner, body)| (owner, body.fields.iter().filter_map(contained_type).collect()));
        let components = cycles::components(&parts.collect()).into_iter().enumerate();
        Self(components.flat_map(|(number, names)| names.into_iter().map(move |name| (name, number))).collect())
    }

    /// Returns `true` if `field` has to be boxed, because its type contains `owner`, the struct that declares it.
    pub fn is_boxed(&self, owner: &str, field: &Field) -> bool {
        let cycle = contained_type(field).and_then(|part| self.0.get(part));
        cycle.is_some() && cycle == self.0.get(owner)
    }
}

/// Returns the name of the type that `field` stores inline, if it is a named type. Lists and maps store their elements
/// on the heap, so their types are ignored.
fn contained_type(field: &Field) -> Option<&str> {
    match &field.value.ty {
        Type::Named(name) => Some(name),
        _ => None,
    }
}
