//! The API as the generator sees it: operations, types, and what is known of them beside the document.

mod group;
mod operation;
mod types;

pub use group::{Group, GroupedOperation};
pub use operation::{
    Body, ByStatus, Content, Encoding, FormField, FormStyle, Location, Operation, Parameter, PartStyle, QueryStyle,
    RateLimit, Response, StatusContent, status_key,
};
pub use types::{
    Case, Direction, Discriminant, Enum, EnumOf, EnumValue, Field, JsonKind, Kind, Page, PageField, Presence, Series,
    SeriesList, Struct, Type, TypeDef, Union, UnionMember, Value,
};

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;

/// All operations of a document, and the types that they take and give.
#[derive(Debug, Default)]
pub struct Api {
    /// In the document's order.
    pub operations: Vec<Operation>,
    /// The operations by tag, under short names.
    pub groups: Vec<Group>,
    /// The groups that are not there, since their features are off.
    pub absent_groups: Vec<Group>,
    /// The types with a name: the document's own first, in its order, then those that were declared in place.
    pub types: Vec<TypeDef>,
    /// The structs that are pages of a listing.
    pub pages: Vec<Page>,
    /// The structs of parallel lists.
    pub series: Vec<Series>,
}

impl Api {
    /// The types by name.
    pub fn types_by_name(&self) -> BTreeMap<&str, &TypeDef> {
        let mut types = BTreeMap::new();
        types.extend(self.types.iter().map(|def| (def.name.as_str(), def)));
        types
    }

    /// The operation that a group has.
    pub fn operation(&self, grouped: &GroupedOperation) -> &Operation {
        &self.operations[grouped.index]
    }

    /// For each operation, by its name, the features that it comes with, each of which suffices; none for one without a
    /// tag.
    pub fn features(&self) -> BTreeMap<&str, Vec<&str>> {
        let mut features: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        features.extend(self.operations.iter().map(|operation| (operation.name.as_str(), Vec::new())));
        for group in &self.groups {
            for grouped in &group.operations {
                features.entry(&self.operation(grouped).name).or_default().push(&group.feature);
            }
        }
        features
    }

    /// For each operation with a tag, by its name, how it is called by its first group, such as `incidents().list`.
    pub fn short_calls(&self) -> BTreeMap<&str, String> {
        let mut calls = BTreeMap::new();
        for group in &self.groups {
            for grouped in &group.operations {
                let call = || format!("{}().{}", group.name, grouped.name);
                calls.entry(self.operation(grouped).name.as_str()).or_insert_with(call);
            }
        }
        calls
    }

    /// For each type, the features that it comes with, each of which suffices; not those that are always there.
    pub fn type_features(&self) -> BTreeMap<&str, BTreeSet<&str>> {
        // Without a feature, an operation is always there.
        let of_operations = self.features();
        let always = self.operations.iter().filter(|operation| of_operations[operation.name.as_str()].is_empty());
        let always = self.reached_from(always.flat_map(Operation::type_names));
        let mut features: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for (alike, names) in self.features_with_types() {
            for name in names.iter().filter(|name| !always.contains(*name)) {
                features.entry(name).or_default().extend(&alike);
            }
        }
        for series in &self.series {
            if let Some(of_series) = features.get(series.name.as_str()).cloned() {
                features.insert(&series.sample.name, of_series);
            }
        }
        features
    }

    /// The features that come with the same operations, and the types that these reach.
    pub fn features_with_types(&self) -> impl Iterator<Item = (Vec<&str>, BTreeSet<&str>)> {
        let types = self.types_by_name();
        let names: Vec<BTreeSet<&str>> = self.operations.iter().map(Operation::type_names).collect();
        let mut alike: IndexMap<Vec<usize>, Vec<&str>> = IndexMap::new();
        for group in &self.groups {
            let operations = group.operations.iter().map(|grouped| grouped.index).collect();
            alike.entry(operations).or_default().push(&group.feature);
        }
        alike.into_iter().map(move |(operations, features)| {
            let names = operations.into_iter().flat_map(|index| names[index].iter().copied());
            (features, reached(&types, names))
        })
    }

    /// The types that a caller can send: those that parameters and bodies are made of.
    pub fn sent(&self) -> BTreeSet<&str> {
        let mut names = Vec::new();
        for operation in &self.operations {
            operation.each_sent_type(&mut |ty| ty.each_name(&mut |name| names.push(name)));
        }
        self.reached_from(names)
    }

    /// The types that a caller can receive: those that responses are made of.
    pub fn received(&self) -> BTreeSet<&str> {
        let mut names = Vec::new();
        for operation in &self.operations {
            operation.each_received_type(&mut |ty| ty.each_name(&mut |name| names.push(name)));
        }
        self.reached_from(names)
    }

    /// The types called `names`, and all that they are made of.
    fn reached_from<'a>(&'a self, names: impl IntoIterator<Item = &'a str>) -> BTreeSet<&'a str> {
        reached(&self.types_by_name(), names)
    }
}

/// Those of `types` that are called `names`, and all that they are made of.
fn reached<'a>(types: &BTreeMap<&'a str, &'a TypeDef>, names: impl IntoIterator<Item = &'a str>) -> BTreeSet<&'a str> {
    let mut open: Vec<&str> = names.into_iter().collect();
    let mut reached = BTreeSet::new();
    while let Some(name) = open.pop() {
        if let Some(def) = types.get(name)
            && reached.insert(name)
        {
            def.kind.each_type(&mut |ty| ty.each_name(&mut |name| open.push(name)));
        }
    }
    reached
}
