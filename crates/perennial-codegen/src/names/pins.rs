//! Finds the recorded name of an item, and the recorded names that are unavailable to other items.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::{
    file::{Names, OperationNames, TagNames},
    reserved::{DERIVED, OF_CREDENTIALS},
};
use crate::{
    api::{Credentials, Location, Place},
    text::{method::Method, naming, path},
};

/// The recorded names of a document, indexed by the items that have them.
pub struct Pins<'a> {
    /// The recorded names.
    pub names: &'a Names,
    operations: HashMap<&'a str, (&'a str, &'a OperationNames)>,
    types: HashMap<&'a Place, &'a str>,
    /// The methods of `Client` that generated credentials add.
    of_credentials: Vec<String>,
}

impl<'a> Pins<'a> {
    /// Creates an index of `names`.
    pub fn new(names: &'a Names) -> Self {
        let operations =
            names.operations.iter().filter_map(|(name, entry)| Some((entry.request.as_deref()?, (&**name, entry))));
        let types = names.types.iter().filter_map(|(name, entry)| Some((entry.place.as_ref()?, &**name)));
        Self { names, operations: operations.collect(), types: types.collect(), of_credentials: Vec::new() }
    }

    /// Makes the methods of `Client` that `credentials` adds unavailable to operations and tags.
    pub fn reserve(&mut self, credentials: Option<&Credentials>) {
        let derived = credentials.map(|it| it.schemes.iter().map(|scheme| format!("{DERIVED}{}", scheme.setter)));
        self.of_credentials =
            derived.map(|derived| derived.chain(OF_CREDENTIALS.map(str::to_owned)).collect()).unwrap_or_default();
    }

    /// Returns the recorded tags that the document contains: the tag, the method of `Client` that returns its group,
    /// and its names.
    pub fn tags(&self) -> impl Iterator<Item = (&'a str, (&'a str, &'a TagNames))> {
        let tags = self.names.tags.iter();
        tags.filter_map(|(name, entry)| Some((entry.tag.as_deref()?, (&**name, entry))))
    }

    /// Returns the method of `Client` and the names that are recorded for the operation with this request.
    pub fn operation(&self, request: &str) -> Option<(&'a str, &'a OperationNames)> {
        self.operations.get(request).copied()
    }

    /// Returns the name of the type at `place`.
    pub fn type_at(&self, place: &Place) -> Option<&'a str> {
        self.types.get(place).copied()
    }

    /// Returns the recorded names of all types, including aliases and former names.
    pub fn types(&self) -> BTreeSet<String> {
        let names = self.names.types.iter();
        let names = names.flat_map(|(name, entry)| {
            let present = entry.place.as_ref().map(|_| name);
            entry.aliases.iter().chain(entry.former.keys()).chain(present)
        });
        names.cloned().collect()
    }

    /// Returns the methods of `Client` that are unavailable to new items: the recorded names of operations and of the
    /// document's tags, including aliases and former names, and the handwritten methods.
    pub fn methods(&self) -> BTreeSet<String> {
        let operations = self.names.operations.iter().flat_map(|(name, entry)| {
            let present = entry.request.as_ref().map(|_| name);
            entry.aliases.iter().chain(entry.former.keys()).chain(present)
        });
        let tags = self.names.tags.iter().filter(|(_, entry)| entry.tag.is_some()).map(|(name, _)| name);
        let own = self.names.client.methods.iter().chain(&self.of_credentials);
        operations.chain(tags).chain(own).cloned().collect()
    }

    /// Returns the methods of `Client` that return former groups: groups of tags that the document no longer contains.
    pub fn former_groups(&self) -> impl Iterator<Item = &'a String> {
        self.names.tags.iter().filter(|(_, entry)| entry.tag.is_none()).map(|(name, _)| name)
    }

    /// Returns the recorded structs in the module `tags`.
    pub fn tag_types(&self) -> BTreeSet<String> {
        self.names.tags.values().filter_map(|entry| entry.type_name.clone()).collect()
    }

    /// Returns the recorded features of all tags, and the features that the client defines by hand.
    pub fn features(&self) -> BTreeSet<String> {
        let of_tags = self.names.tags.values().filter_map(|entry| entry.feature.clone());
        of_tags.chain(self.names.client.features.iter().cloned()).collect()
    }
}

/// Returns the key of an operation in `names.json`: its HTTP method and path, with `{}` for each parameter.
pub fn request_key(method: Method, path: &str) -> String {
    format!("{method} {}", path::without_parameter_names(path))
}

/// Returns the key of an operation in `names.json` if another operation has the same [`request_key`]. The key consists
/// of the HTTP method and the exact path.
pub fn exact_request_key(method: Method, path: &str) -> String {
    format!("{method} {path}")
}

/// Returns the key of a parameter in `names.json`: its location and its name.
pub fn parameter_key(location: Location, wire_name: &str) -> String {
    format!("{} {wire_name}", location.name())
}

/// Replaces each name in `names` with the name that is recorded for its key. A name without a recorded name is kept,
/// with a number if another item or `reserved` has the same name.
pub fn assign_names<'a>(
    names: impl Iterator<Item = (&'a mut String, &'a str)>,
    recorded: &BTreeMap<String, String>,
    mut reserved: BTreeSet<String>,
) {
    let (mut used, mut others) = (BTreeSet::new(), Vec::new());
    for (name, key) in names {
        match recorded.get(key).filter(|recorded| !reserved.contains(*recorded) && used.insert((*recorded).clone())) {
            Some(recorded) => name.clone_from(recorded),
            None => others.push(name),
        }
    }
    reserved.append(&mut used);
    for name in others {
        *name = naming::unique(name, &mut reserved);
    }
}
