//! Showing structs for debugging, as derived code does.

use std::collections::BTreeMap;
use std::fmt::{self, Debug};

use serde::Serialize;

use super::{Object, Visitor};

/// Shows the fields by their names in Rust.
pub(crate) fn show<T: Object>(object: &T, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut shown = f.debug_struct(T::NAME);
    object.visit(&mut shown);
    shown.finish()
}

impl Visitor for fmt::DebugStruct<'_, '_> {
    fn always(&mut self, field: &'static str, _: &'static str, value: &(impl Serialize + Debug)) {
        self.field(field, value);
    }

    fn if_some<T: Serialize + Debug>(&mut self, field: &'static str, _: &'static str, value: &Option<T>) {
        self.field(field, value);
    }

    fn undeclared<T: Serialize + Debug>(&mut self, field: &'static str, fields: &BTreeMap<String, T>) {
        self.field(field, fields);
    }
}
