//! Matches the operations, types and short names of two APIs by name.

use std::collections::BTreeMap;

use perennial_codegen::{
    api::former::names_with_owners,
    rust_type::RustType,
    surface::{PublicApi, PublicOperation, PublicType, ShortName},
};

/// Two APIs that are compared, and the new names of the operations and types of the old one. An operation or type
/// counts as the same if the new API contains its old name, either as a present or as a former name.
pub struct MatchedApis<'a> {
    /// The old API.
    pub old: &'a PublicApi,
    /// The new API.
    pub new: &'a PublicApi,
    /// The methods of `Client`: each old name with the new name of the same method.
    pub operations: BTreeMap<&'a str, &'a str>,
    /// The types that were not removed: each old name with the new name of the same type.
    pub types: BTreeMap<&'a str, &'a str>,
    /// The short names of the old API, and those of the new API.
    pub short_names: [ShortNames<'a>; 2],
}

/// The present and former short names of an API.
pub struct ShortNames<'a> {
    /// The operation that each short name calls.
    pub operations: BTreeMap<ShortName, &'a str>,
    /// The former short names of each operation.
    pub former: BTreeMap<&'a str, Vec<ShortName>>,
}

impl<'a> MatchedApis<'a> {
    /// Matches the operations and types of two APIs by looking up the old names in `new`.
    pub fn new(old: &'a PublicApi, new: &'a PublicApi) -> Self {
        let operations = old.operations.keys().filter_map(|name| Some((name.as_str(), new.find_operation(name)?)));
        let types = old.types.keys().filter_map(|name| Some((name.as_str(), new.find_type(name)?)));
        let short_names = [old, new].map(ShortNames::new);
        Self { old, new, operations: operations.collect(), types: types.collect(), short_names }
    }

    /// Returns the operation named `old` in the old API and the operation named `new` in the new API.
    pub fn operation_versions(&self, [old, new]: [&str; 2]) -> [&'a PublicOperation; 2] {
        [&self.old.operations[old], &self.new.operations[new]]
    }

    /// Returns the type named `old` in the old API and the type named `new` in the new API.
    pub fn type_versions(&self, [old, new]: [&str; 2]) -> [&'a PublicType; 2] {
        [&self.old.types[old], &self.new.types[new]]
    }

    /// Returns the name in the new API for the type with this name in the old API. If the type was removed, returns its
    /// old name.
    pub fn new_type_name<'b>(&'b self, name: &'b str) -> &'b str {
        self.types.get(name).copied().unwrap_or(name)
    }

    /// Replaces the names of the old API in a Rust type by those of the new API.
    pub fn with_new_names(&self, ty: &RustType) -> RustType {
        ty.renamed(|name| self.new_type_name(name))
    }
}

impl<'a> ShortNames<'a> {
    fn new(api: &'a PublicApi) -> Self {
        let (mut operation_by_name, mut former) = (BTreeMap::new(), BTreeMap::<_, Vec<_>>::new());
        for (group, name, of) in names_with_owners(&api.former.short_names) {
            let name = ShortName::new(group, name);
            former.entry(of.present.as_str()).or_default().push(name.clone());

            operation_by_name.insert(name, of.present.as_str());
        }
        for (name, operation) in &api.operations {
            operation_by_name
                .extend(operation.short_names.iter().map(|short_name| (short_name.clone(), name.as_str())));
        }
        Self { operations: operation_by_name, former }
    }
}
