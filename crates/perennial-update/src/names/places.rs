//! The places of the types of a new document, in names that stay.

use std::collections::{BTreeMap, HashMap};

use perennial_codegen::{
    api::{Api, Place, TypeDef},
    names::uses::{self, Use},
};

use super::pairs::Pairs;

/// The places of the types of a new document, whose things have fresh names so far.
pub struct Places<'a> {
    fresh: &'a Api,
    defs: HashMap<&'a str, &'a TypeDef>,
    /// By fresh name: the name that an operation keeps.
    operations: HashMap<&'a str, &'a str>,
    /// By fresh name: the name that a type keeps.
    types: &'a BTreeMap<&'a str, &'a str>,
    /// By fresh name: the places where a type is used.
    used: HashMap<&'a str, Vec<Used<'a>>>,
}

/// The choice among the places of a type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    /// The one where it was, if it still stands there, or else any in what keeps a name.
    Stays,
    /// Any in what keeps a name.
    Moves,
    /// Any. What is new may have another name in the end than it has now.
    New,
}

impl Choice {
    const ALL: [Self; 3] = [Self::Stays, Self::Moves, Self::New];
}

/// A place where a type is used.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Used<'a> {
    is_in_new: bool,
    place: Place,
    /// The fresh name of the type that it is in, if that keeps a name.
    owner: Option<&'a str>,
}

impl<'a> Places<'a> {
    /// The places in `fresh`, where `types` keep these names.
    pub fn new(fresh: &'a Api, pairs: &Pairs<'a>, types: &'a BTreeMap<&'a str, &'a str>) -> Self {
        let operations = pairs.operations.iter().map(|(name, fresh_name)| (*fresh_name, *name)).collect();
        let defs = fresh.types_by_name();
        let mut places = Self { fresh, defs, operations, types, used: HashMap::new() };
        for operation in &fresh.operations {
            let owner = places.operations.get(operation.name.as_str()).copied();
            uses::by_operation(operation, &mut |name, used| {
                places.add(name, owner.unwrap_or(&operation.name), &used, owner.is_none(), None);
            });
        }
        for def in &fresh.types {
            let owner = places.types.get(def.name.as_str()).copied();
            uses::by_type(&def.kind, &mut |name, used| {
                let own = owner.map(|_| def.name.as_str());
                places.add(name, owner.unwrap_or(&def.name), &used, owner.is_none(), own);
            });
        }
        places
    }

    fn add(&mut self, name: &'a str, owner_name: &str, used: &Use, is_in_new: bool, owner: Option<&'a str>) {
        let place = Place::part(owner_name, &used.part);
        self.used.entry(name).or_default().push(Used { is_in_new, place, owner });
    }

    /// Returns the places at which the types that keep a name are recorded: where they were, if they still stand there.
    /// `was` has that by fresh name. No type is recorded in one that is recorded in it: neither would be found.
    pub fn all(&self, was: impl Fn(&str) -> Option<&'a Place>) -> BTreeMap<&'a str, Place> {
        let (mut all, mut open) = (BTreeMap::new(), Vec::new());
        for name in self.types.keys().copied() {
            match self.apart(name) {
                Some(place) => drop(all.insert(name, place)),
                None => open.push(name),
            }
        }
        let mut left = Choice::ALL.as_slice();
        while let ([choice, rest @ ..], false) = (left, open.is_empty()) {
            let found = open.iter().filter_map(|name| Some((*name, self.found(name, was(name), *choice, &all)?)));
            // Of those that stand in each other, one has to move.
            let found: Vec<_> = if *choice == Choice::Stays { found.collect() } else { found.take(1).collect() };
            left = if found.is_empty() { rest } else { &Choice::ALL };
            all.extend(found);
            open.retain(|name| !all.contains_key(name));
        }
        all
    }

    /// A place of a type in what has one in `all`.
    fn found(&self, name: &str, was: Option<&Place>, choice: Choice, all: &BTreeMap<&'a str, Place>) -> Option<Place> {
        let is_there = |used: &&Used<'_>| used.owner.is_none_or(|owner| all.contains_key(owner));
        let used = || self.used.get(name).into_iter().flatten().filter(|used| choice == Choice::New || !used.is_in_new);
        let stays = used().find(|used| Some(&used.place) == was).filter(|_| choice == Choice::Stays);
        let place = match stays {
            Some(stays) => Some(stays).filter(is_there),
            None => used().filter(is_there).min(),
        };
        Some(place?.place.clone())
    }

    /// Returns the place of a type that has a name in the document, or is used in nothing.
    fn apart(&self, name: &str) -> Option<Place> {
        let schema = self.defs.get(name).filter(|def| def.place.schema_name().is_some());
        let schema = schema.map(|def| def.place.clone());
        schema.or_else(|| self.of_responses(name)).or_else(|| self.of_samples(name))
    }

    fn of_responses(&self, name: &str) -> Option<Place> {
        let (operation, _) = self.fresh.by_status().find(|(_, several)| several.name == name)?;
        let fresh_name = operation.name.as_str();
        Some(Place::responses(self.operations.get(fresh_name).unwrap_or(&fresh_name)))
    }

    fn of_samples(&self, name: &str) -> Option<Place> {
        let series = self.fresh.series.iter().find(|series| series.sample.name == name)?;
        let fresh_name = series.name.as_str();
        Some(Place::samples(self.types.get(fresh_name).unwrap_or(&fresh_name)))
    }
}
