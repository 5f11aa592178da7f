//! The things of the new API that the names of the old one stand for.

use std::collections::BTreeMap;

use perennial_codegen::{
    api::former::owned,
    rust_type::RustType,
    surface::{Operation, PublicApi, ShortName, Type},
};

/// Two APIs, with the operations and types that stand on both sides: those that an old name still leads to, be it as a
/// former one.
pub struct Pairs<'a> {
    /// The API before.
    pub old: &'a PublicApi,
    /// The API after.
    pub new: &'a PublicApi,
    /// The new method of `Client` for each old one.
    pub operations: BTreeMap<&'a str, &'a str>,
    /// The new name for each old one.
    pub types: BTreeMap<&'a str, &'a str>,
    /// The short names of the old API, and of the new one.
    pub short_names: [ShortNames<'a>; 2],
}

/// The short names of an API, present and former ones.
pub struct ShortNames<'a> {
    /// The operation that each of them begins.
    pub begun: BTreeMap<ShortName, &'a str>,
    /// The former ones of each operation.
    pub former: BTreeMap<&'a str, Vec<ShortName>>,
}

impl<'a> Pairs<'a> {
    /// Looks up all names of `old` in `new`.
    pub fn new(old: &'a PublicApi, new: &'a PublicApi) -> Self {
        let operations = old.operations.keys().filter_map(|name| Some((name.as_str(), new.operation_called(name)?)));
        let types = old.types.keys().filter_map(|name| Some((name.as_str(), new.type_called(name)?)));
        let short_names = [old, new].map(ShortNames::of);
        Self { old, new, operations: operations.collect(), types: types.collect(), short_names }
    }

    /// An operation as it was and as it is.
    pub fn operation(&self, [old, new]: [&str; 2]) -> [&'a Operation; 2] {
        [&self.old.operations[old], &self.new.operations[new]]
    }

    /// A type as it was and as it is.
    pub fn ty(&self, [old, new]: [&str; 2]) -> [&'a Type; 2] {
        [&self.old.types[old], &self.new.types[new]]
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

impl<'a> ShortNames<'a> {
    fn of(api: &'a PublicApi) -> Self {
        let (mut begun, mut former) = (BTreeMap::new(), BTreeMap::<_, Vec<_>>::new());
        for (group, name, of) in owned(&api.former.short_names) {
            let name = ShortName::new(group, name);
            former.entry(of.present.as_str()).or_default().push(name.clone());
            begun.insert(name, of.present.as_str());
        }
        for (name, operation) in &api.operations {
            begun.extend(operation.short_names.iter().map(|short_name| (short_name.clone(), name.as_str())));
        }
        Self { begun, former }
    }
}
