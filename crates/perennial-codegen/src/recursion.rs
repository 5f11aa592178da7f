//! Finds structs that contain themselves, directly or through other structs. A field has to be boxed if its type
//! contains the struct that declares the field.

use std::collections::HashMap;

use crate::{
    api::{Api, Field, Type},
    cycles,
};

/// The number of the cycle that each struct belongs to. Structs that contain each other have the same number.
pub struct Cycles<'a>(HashMap<&'a str, usize>);

impl<'a> Cycles<'a> {
    /// Finds the cycles among the structs of `api`.
    pub fn new(api: &'a Api) -> Self {
        let structs = api.types.iter().filter_map(|def| Some((def.name.as_str(), def.kind.as_struct()?)));
        let parts = structs.map(|(owner, body)| (owner, body.fields.iter().filter_map(contained_type).collect()));
        let components = cycles::components(&parts.collect()).into_iter().enumerate();
        Self(components.flat_map(|(number, names)| names.into_iter().map(move |name| (name, number))).collect())
    }

    /// Returns whether `field` has to be boxed because its type contains `owner`, the struct that declares the field.
    pub fn is_boxed(&self, owner: &str, field: &Field) -> bool {
        let cycle = contained_type(field).and_then(|part| self.0.get(part));
        cycle.is_some() && cycle == self.0.get(owner)
    }
}

/// Returns the name of the type of `field` if it is a named type. Lists and maps are ignored, because their elements
/// are on the heap.
fn contained_type(field: &Field) -> Option<&str> {
    match &field.value.ty {
        Type::Named(name) => Some(name),
        _ => None,
    }
}
