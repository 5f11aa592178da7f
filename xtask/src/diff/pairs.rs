//! What the names of the old API stand for in the new one.

use std::collections::BTreeMap;

use monitoring_service_codegen::rust_type::RustType;

use crate::surface::{PublicApi, Type};

/// The operations and types that stand on both sides: those that an old name still leads to, be it as a former one.
pub struct Pairs<'a> {
    /// The new method of `Client` for each old one.
    pub operations: BTreeMap<&'a str, &'a str>,
    /// The new name for each old one.
    pub types: BTreeMap<&'a str, &'a str>,
}

/// Who has values of a struct, on both sides.
#[derive(Clone, Copy)]
pub struct Use {
    /// Whether an operation sends it: what is required must be set.
    pub is_sent: bool,
    /// Whether no operation gives it: its fields are set by its builder, and read by nobody.
    pub is_only_sent: bool,
}

impl Use {
    /// Who has values of a type, as it was and as it is.
    pub fn new(old: &Type, new: &Type) -> Self {
        let is_sent = old.is_sent && new.is_sent;
        Self { is_sent, is_only_sent: is_sent && !old.is_received && !new.is_received }
    }
}

impl<'a> Pairs<'a> {
    /// Looks up all names of `old` in `new`.
    pub fn new(old: &'a PublicApi, new: &'a PublicApi) -> Self {
        let operations = old.operations.keys().filter_map(|name| Some((name.as_str(), new.operation_called(name)?)));
        let types = old.types.keys().filter_map(|name| Some((name.as_str(), new.type_called(name)?)));
        Self { operations: operations.collect(), types: types.collect() }
    }

    /// The name that a type has in the new API, if it has one.
    pub fn new_name<'b>(&'b self, name: &'b str) -> &'b str {
        self.types.get(name).copied().unwrap_or(name)
    }

    /// An old type in the names of the new API.
    pub fn in_new_names(&self, ty: &RustType) -> RustType {
        ty.renamed(|name| self.new_name(name))
    }
}
