//! Indexes the recorded names by the items that they name, so that an item keeps its recorded name, and no new item
//! gets it.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::{
    file::{Names, OperationNames, TagNames},
    reserved::{DERIVED, FROM_ENV},
};
use crate::{
    api::{Credentials, Location, Place},
    text::{method::Method, naming, path},
};

/// An index of the recorded names of a document.
pub struct Pins<'a> {
    /// The recorded names.
    pub names: &'a Names,
    operations: HashMap<&'a str, (&'a str, &'a OperationNames)>,
    types: HashMap<&'a Place, &'a str>,
    /// The methods of `Client` for the credentials that the document declares.
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

    /// Reserves the methods of `Client` that these credentials add.
    pub fn reserve(&mut self, credentials: Option<&Credentials>) {
        let derived = credentials.map(|it| it.schemes.iter().map(|scheme| format!("{DERIVED}{}", scheme.setter)));
        self.of_credentials = derived.map(|derived| derived.chain([FROM_ENV.to_owned()]).collect()).unwrap_or_default();
    }

    /// Returns the tags that have recorded names and that the document contains. For each tag, returns its method of
    /// `Client` and its recorded names.
    pub fn tags(&self) -> impl Iterator<Item = (&'a str, (&'a str, &'a TagNames))> {
        let tags = self.names.tags.iter();
        tags.filter_map(|(name, entry)| Some((entry.tag.as_deref()?, (&**name, entry))))
    }

    /// Returns the recorded names of the operation with this request, preceded by its method of `Client`.
    pub fn operation(&self, request: &str) -> Option<(&'a str, &'a OperationNames)> {
        self.operations.get(request).copied()
    }

    /// Returns the name of the type at `place`.
    pub fn type_at(&self, place: &Place) -> Option<&'a str> {
        self.types.get(place).copied()
    }

    /// Returns all recorded names of types, including former names and aliases.
    pub fn types(&self) -> BTreeSet<String> {
        let names = self.names.types.iter();
        let names = names.flat_map(|(name, entry)| {
            let present = entry.place.as_ref().map(|_| name);
            entry.aliases.iter().chain(entry.former.keys()).chain(present)
        });
        names.cloned().collect()
    }

    /// Returns all recorded methods of `Client` for operations and for tags of the document, and the handwritten
    /// methods.
    pub fn methods(&self) -> BTreeSet<String> {
        let operations = self.names.operations.iter().flat_map(|(name, entry)| {
            let present = entry.request.as_ref().map(|_| name);
            entry.aliases.iter().chain(entry.former.keys()).chain(present)
        });
        let tags = self.names.tags.iter().filter(|(_, entry)| entry.tag.is_some()).map(|(name, _)| name);
        let own = self.names.client.methods.iter().chain(&self.of_credentials);
        operations.chain(tags).chain(own).cloned().collect()
    }

    /// Returns the recorded methods of `Client` for former groups, whose tags the document no longer contains.
    pub fn former_groups(&self) -> impl Iterator<Item = &'a String> {
        self.names.tags.iter().filter(|(_, entry)| entry.tag.is_none()).map(|(name, _)| name)
    }

    /// Returns the names of all recorded structs in `tags`.
    pub fn tag_types(&self) -> BTreeSet<String> {
        self.names.tags.values().filter_map(|entry| entry.type_name.clone()).collect()
    }

    /// Returns the features of all recorded tags, and the additional features of the client.
    pub fn features(&self) -> BTreeSet<String> {
        let of_tags = self.names.tags.values().filter_map(|entry| entry.feature.clone());
        of_tags.chain(self.names.client.features.iter().cloned()).collect()
    }
}

/// Returns the usual key under which an operation is recorded: its HTTP method and path, with `{}` for each parameter.
pub fn request_key(method: Method, path: &str) -> String {
    format!("{method} {}", path::without_parameter_names(path))
}

/// Returns the key under which an operation is recorded if another operation has the same [`request_key`]: its HTTP
/// method and exact path.
pub fn exact_request_key(method: Method, path: &str) -> String {
    format!("{method} {path}")
}

/// Returns the key under which a parameter is recorded.
pub fn parameter_key(location: Location, wire_name: &str) -> String {
    format!("{} {wire_name}", location.name())
}

/// Replaces each of `names` by the name that is recorded for its key. If no name is recorded, keeps the name, and
/// appends a number if it is taken. The names in `reserved` count as taken.
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
