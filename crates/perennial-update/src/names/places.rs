//! Determines the place that `names.json` records for each type of a new document: a position at which the document
//! uses the type. A place begins with the name of an operation or type in the new client.

use std::collections::{BTreeMap, HashMap};

use perennial_codegen::{
    api::{Api, Place, TypeDef},
    names::uses::{self, Use},
};

use super::matching::ApiMatches;

/// Finds the places of a new document's types. The document has fresh names: those that the naming rules choose if no
/// names are recorded.
pub struct PlaceFinder<'a> {
    fresh: &'a Api,
    defs: HashMap<&'a str, &'a TypeDef>,
    /// Maps the fresh name of each operation to the name that it keeps.
    operations: HashMap<&'a str, &'a str>,
    /// Maps the fresh name of each type to the name that it keeps.
    types: &'a BTreeMap<&'a str, &'a str>,
    /// Maps the fresh name of each type to the places in which the document uses it.
    used: HashMap<&'a str, Vec<UseSite<'a>>>,
}

/// The choice of a place for a type that is used in several places. The variants are tried in this order.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PlaceChoice {
    /// The recorded place, if the type is still used there, or else a place in an operation or type that keeps its
    /// name.
    Stays,
    /// A place in an operation or type that keeps its name. The recorded place has no precedence.
    Moves,
    /// Any place, even in a new operation or type, whose name may still change.
    New,
}

impl PlaceChoice {
    const ALL: [Self; 3] = [Self::Stays, Self::Moves, Self::New];
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct UseSite<'a> {
    is_in_new: bool,
    place: Place,
    /// The fresh name of the type that contains this place. `None` for a place in an operation or in a new type.
    owner: Option<&'a str>,
}

impl<'a> PlaceFinder<'a> {
    /// Collects the places in which each type of `fresh` is used. `types` maps the fresh name of each type to the name
    /// that it keeps.
    pub fn new(fresh: &'a Api, matches: &ApiMatches<'a>, types: &'a BTreeMap<&'a str, &'a str>) -> Self {
        let operations = matches.operations.iter().map(|(name, fresh_name)| (*fresh_name, *name)).collect();
        let defs = fresh.types_by_name();
        let mut places = Self { fresh, defs, operations, types, used: HashMap::new() };
        for operation in &fresh.operations {
            let owner = places.operations.get(operation.name.as_str()).copied();
            uses::visit_uses_in_operation(operation, &mut |name, used| {
                places.add_use_site(name, owner.unwrap_or(&operation.name), &used, owner.is_none(), None);
            });
        }
        for def in &fresh.types {
            let owner = places.types.get(def.name.as_str()).copied();
            uses::visit_uses_in_type(&def.kind, &mut |name, used| {
                let own = owner.map(|_| def.name.as_str());
                places.add_use_site(name, owner.unwrap_or(&def.name), &used, owner.is_none(), own);
            });
        }
        places
    }

    fn add_use_site(&mut self, name: &'a str, owner_name: &str, used: &Use, is_in_new: bool, owner: Option<&'a str>) {
        let place = Place::part(owner_name, &used.part);
        self.used.entry(name).or_default().push(UseSite { is_in_new, place, owner });
    }

    /// Returns the place to record for each type that keeps its name. `was` returns the recorded place of a type, given
    /// the type's fresh name. That place remains if the type is still used there.
    ///
    /// Types that contain each other must not be recorded inside each other, because none of them could be found then.
    pub fn find_all(&self, was: impl Fn(&str) -> Option<&'a Place>) -> BTreeMap<&'a str, Place> {
        let (mut places, mut open) = (BTreeMap::new(), Vec::new());
        for name in self.types.keys().copied() {
            match self.ownerless_place(name) {
                Some(place) => drop(places.insert(name, place)),
                None => open.push(name),
            }
        }
        let mut left = PlaceChoice::ALL.as_slice();
        while let ([choice, rest @ ..], false) = (left, open.is_empty()) {
            let found =
                open.iter().filter_map(|name| Some((*name, self.find_place(name, was(name), *choice, &places)?)));
            // Only one type at a time gets a new place. If types contain each other, the first one is therefore
            // recorded outside of the others.
            let found: Vec<_> = if *choice == PlaceChoice::Stays { found.collect() } else { found.take(1).collect() };
            left = if found.is_empty() { rest } else { &PlaceChoice::ALL };
            places.extend(found);
            open.retain(|name| !places.contains_key(name));
        }
        places
    }

    /// Returns a place in which a type is used. It is in an operation, or in a type that is already `placed`.
    fn find_place(
        &self,
        name: &str,
        was: Option<&Place>,
        choice: PlaceChoice,
        placed: &BTreeMap<&'a str, Place>,
    ) -> Option<Place> {
        let is_placed = |used: &&UseSite<'_>| used.owner.is_none_or(|owner| placed.contains_key(owner));
        let used =
            || self.used.get(name).into_iter().flatten().filter(|used| choice == PlaceChoice::New || !used.is_in_new);
        let stays = used().find(|used| Some(&used.place) == was).filter(|_| choice == PlaceChoice::Stays);
        let place = match stays {
            Some(stays) => Some(stays).filter(is_placed),
            None => used().filter(is_placed).min(),
        };
        Some(place?.place.clone())
    }

    /// Returns the place of a type that can be found without the place of any other type: a named schema, the responses
    /// of an operation, or the samples of a series.
    fn ownerless_place(&self, name: &str) -> Option<Place> {
        let schema = self.defs.get(name).filter(|def| def.place.schema_name().is_some());
        let schema = schema.map(|def| def.place.clone());
        schema.or_else(|| self.place_of_responses(name)).or_else(|| self.place_of_samples(name))
    }

    fn place_of_responses(&self, name: &str) -> Option<Place> {
        let (operation, _) = self.fresh.responses_by_status().find(|(_, several)| several.name == name)?;
        let fresh_name = operation.name.as_str();
        Some(Place::responses(self.operations.get(fresh_name).unwrap_or(&fresh_name)))
    }

    fn place_of_samples(&self, name: &str) -> Option<Place> {
        let series = self.fresh.series.iter().find(|series| series.sample.name == name)?;
        let fresh_name = series.name.as_str();
        Some(Place::samples(self.types.get(fresh_name).unwrap_or(&fresh_name)))
    }
}
