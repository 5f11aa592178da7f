//! Implements `Debug` for generated structs, in the format of derived code.

use std::collections::BTreeMap;
use std::fmt::{self, Debug};

use serde_json::{Map, Value};

use super::{Object, Visitor};
use crate::encode::Encode;

/// Formats an object for `Debug`, with the Rust names of its fields. For undeclared fields, only the names are shown,
/// because their values may be private.
pub fn show<T: Object>(object: &T, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut shown = f.debug_struct(T::NAME);
    object.visit(&mut shown);
    shown.finish()
}

impl Visitor for fmt::DebugStruct<'_, '_> {
    fn declared(&mut self, field: &'static str, _: &'static str, value: &(impl Encode + Debug), _: bool) {
        self.field(field, value);
    }

    fn undeclared(&mut self, fields: &Map<String, Value>) {
        if !fields.is_empty() {
            self.field("undeclared", &FieldNames(fields));
        }
    }

    fn extra<T: Encode + Debug>(&mut self, field: &'static str, fields: &BTreeMap<String, T>) {
        self.field(field, fields);
    }
}

struct FieldNames<'a>(&'a Map<String, Value>);

impl Debug for FieldNames<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}
