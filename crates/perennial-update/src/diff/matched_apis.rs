use std::collections::BTreeMap;

use perennial_codegen::{
    api::former::names_with_owners,
    rust_type::RustType,
    surface::{PublicApi, PublicOperation, PublicType, ShortName},
};

/// Two APIs to compare, in which operations and types are matched. An old operation or type is found in the new API if
/// its name is a present or former name there.
pub struct MatchedApis<'a> {
    pub old: &'a PublicApi,
    pub new: &'a PublicApi,
    /// The operations that exist in both APIs, which are methods of `Client`. Maps their old names to the new ones.
    pub operations: BTreeMap<&'a str, &'a str>,
    /// The types that exist in both APIs. Maps their old names to the new ones.
    pub types: BTreeMap<&'a str, &'a str>,
    pub short_names: [ShortNames<'a>; 2],
}

pub struct ShortNames<'a> {
    /// The operation that each short name calls, including former short names.
    pub operations: BTreeMap<ShortName, &'a str>,
    pub former: BTreeMap<&'a str, Vec<ShortName>>,
}

impl<'a> MatchedApis<'a> {
    pub fn new(old: &'a PublicApi, new: &'a PublicApi) -> Self {
        let operations = old.operations.keys().filter_map(|name| Some((name.as_str(), new.find_operation(name)?)));
        let types = old.types.keys().filter_map(|name| Some((name.as_str(), new.find_type(name)?)));
        let short_names = [old, new].map(ShortNames::new);
        Self { old, new, operations: operations.collect(), types: types.collect(), short_names }
    }

    pub fn operation_versions(&self, [old, new]: [&str; 2]) -> [&'a PublicOperation; 2] {
        [&self.old.operations[old], &self.new.operations[new]]
    }

    pub fn type_versions(&self, [old, new]: [&str; 2]) -> [&'a PublicType; 2] {
        [&self.old.types[old], &self.new.types[new]]
    }

    /// Returns the new name of the type that the old API calls `name`, or `name` if the type was removed.
    pub fn new_type_name<'b>(&'b self, name: &'b str) -> &'b str {
        self.types.get(name).copied().unwrap_or(name)
    }

    /// Replaces the old type names in `ty`, a Rust type of the old API, with their new names.
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
