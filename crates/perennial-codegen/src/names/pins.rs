//! Recorded names, by what has them: those that a thing keeps, and that nothing new may take.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::{
    file::{Names, OperationNames, TagNames},
    reserved::{DERIVED, FROM_ENV},
};
use crate::{
    api::{Credentials, Location, Place},
    text::{method::Method, naming, path},
};

/// The recorded names of a document.
pub struct Pins<'a> {
    /// All of them.
    pub names: &'a Names,
    operations: HashMap<&'a str, (&'a str, &'a OperationNames)>,
    types: HashMap<&'a Place, &'a str>,
    /// The methods of `Client` for the credentials of the document.
    of_credentials: Vec<String>,
}

impl<'a> Pins<'a> {
    /// An index of `names`.
    pub fn new(names: &'a Names) -> Self {
        let operations = names.operations.iter().filter_map(|(name, of)| Some((of.request.as_deref()?, (&**name, of))));
        let types = names.types.iter().filter_map(|(name, of)| Some((of.place.as_ref()?, &**name)));
        Self { names, operations: operations.collect(), types: types.collect(), of_credentials: Vec::new() }
    }

    /// Takes the methods of `Client` that come with these credentials.
    pub fn reserve(&mut self, credentials: Option<&Credentials>) {
        let derived = credentials.map(|it| it.schemes.iter().map(|scheme| format!("{DERIVED}{}", scheme.setter)));
        self.of_credentials = derived.map(|derived| derived.chain([FROM_ENV.to_owned()]).collect()).unwrap_or_default();
    }

    /// The tags, and the names that they bring.
    pub fn tags(&self) -> impl Iterator<Item = (&'a str, (&'a str, &'a TagNames))> {
        let tags = self.names.tags.iter();
        tags.filter_map(|(name, of)| Some((of.tag.as_deref()?, (&**name, of))))
    }

    /// The names of the operation with this request.
    pub fn operation(&self, request: &str) -> Option<(&'a str, &'a OperationNames)> {
        self.operations.get(request).copied()
    }

    /// The name of the type that stands at `place`.
    pub fn type_at(&self, place: &Place) -> Option<&'a str> {
        self.types.get(place).copied()
    }

    /// All recorded names of types, former ones and aliases too.
    pub fn types(&self) -> BTreeSet<String> {
        let names = self.names.types.iter();
        let names = names.flat_map(|(name, of)| {
            let present = of.place.as_ref().map(|_| name);
            of.aliases.iter().chain(of.former.keys()).chain(present)
        });
        names.cloned().collect()
    }

    /// All recorded methods of `Client` for operations, and for the tags that are still there, and those that the client
    /// has by hand.
    pub fn methods(&self) -> BTreeSet<String> {
        let operations = self.names.operations.iter().flat_map(|(name, of)| {
            let present = of.request.as_ref().map(|_| name);
            of.aliases.iter().chain(of.former.keys()).chain(present)
        });
        let tags = self.names.tags.iter().filter(|(_, of)| of.tag.is_some()).map(|(name, _)| name);
        let own = self.names.client.methods.iter().chain(&self.of_credentials);
        operations.chain(tags).chain(own).cloned().collect()
    }

    /// All recorded methods of `Client` for tags that are no longer there.
    pub fn former_groups(&self) -> impl Iterator<Item = &'a String> {
        self.names.tags.iter().filter(|(_, of)| of.tag.is_none()).map(|(name, _)| name)
    }

    /// All recorded structs in `tags`.
    pub fn tag_types(&self) -> BTreeSet<String> {
        self.names.tags.values().filter_map(|of| of.type_name.clone()).collect()
    }

    /// The features of all recorded tags.
    pub fn features(&self) -> BTreeSet<String> {
        let of_tags = self.names.tags.values().filter_map(|of| of.feature.clone());
        of_tags.chain(self.names.client.features.iter().cloned()).collect()
    }
}

/// Returns the key by which an operation is recorded: method and path, with `{}` for each parameter.
pub fn request(method: Method, path: &str) -> String {
    format!("{method} {}", path::shape(path))
}

/// Returns the key by which an operation is recorded where another has the same [`request`].
pub fn exact_request(method: Method, path: &str) -> String {
    format!("{method} {path}")
}

/// Returns the key by which a parameter is recorded.
pub fn parameter(location: Location, wire_name: &str) -> String {
    format!("{} {wire_name}", location.name())
}

/// Gives those of `names` that are recorded by their key the recorded name, and the others theirs, as far as that is free;
/// nothing gets one that is `reserved`.
pub fn settle<'a>(
    names: impl Iterator<Item = (&'a mut String, &'a str)>,
    recorded: &BTreeMap<String, String>,
    mut reserved: BTreeSet<String>,
) {
    let (mut kept, mut others) = (BTreeSet::new(), Vec::new());
    for (name, key) in names {
        match recorded.get(key).filter(|recorded| !reserved.contains(*recorded) && kept.insert((*recorded).clone())) {
            Some(recorded) => name.clone_from(recorded),
            None => others.push(name),
        }
    }
    reserved.append(&mut kept);
    for name in others {
        *name = naming::unique(name, &mut reserved);
    }
}
