//! Structs that contain themselves: a field that leads back to its struct is held in a box.

use std::collections::HashMap;

use crate::{
    api::{Api, Field, Type},
    cycles,
};

/// The structs that contain each other, by a number for each such cycle.
pub struct Cycles<'a>(HashMap<&'a str, usize>);

impl<'a> Cycles<'a> {
    /// Finds the cycles among the structs of `api`.
    pub fn new(api: &'a Api) -> Self {
        let structs = api.types.iter().filter_map(|def| Some((def.name.as_str(), def.kind.as_struct()?)));
        let parts = structs.map(|(whole, body)| (whole, body.fields.iter().filter_map(held).collect()));
        let components = cycles::components(&parts.collect()).into_iter().enumerate();
        Self(components.flat_map(|(number, names)| names.into_iter().map(move |name| (name, number))).collect())
    }

    /// Returns `true` if `field` of the struct called `whole` leads back to it.
    pub fn is_boxed(&self, whole: &str, field: &Field) -> bool {
        let cycle = held(field).and_then(|part| self.0.get(part));
        cycle.is_some() && cycle == self.0.get(whole)
    }
}

/// The named type that is in `field` as it is: elements of lists and maps are not.
fn held(field: &Field) -> Option<&str> {
    match &field.value.ty {
        Type::Named(name) => Some(name),
        _ => None,
    }
}
