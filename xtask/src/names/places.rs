//! Where the types of a new document stand, in names that stay.

use std::collections::{BTreeMap, HashMap};

use monitoring_service_codegen::{
    api::{Api, Place, Response, TypeDef},
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
    types: BTreeMap<&'a str, &'a str>,
    /// By fresh name: the places where a type is used. Those in what is new come last.
    used: HashMap<&'a str, Vec<(bool, Place)>>,
}

impl<'a> Places<'a> {
    /// The places in `fresh`, where `types` keep these names.
    pub fn new(fresh: &'a Api, pairs: &Pairs<'a>, types: BTreeMap<&'a str, &'a str>) -> Self {
        let operations = pairs.operations.iter().map(|(name, fresh_name)| (*fresh_name, *name)).collect();
        let defs = fresh.types_by_name();
        let mut places = Self { fresh, defs, operations, types, used: HashMap::new() };
        for operation in &fresh.operations {
            let owner = places.operations.get(operation.name.as_str()).copied();
            uses::by_operation(operation, &mut |name, used| places.add(name, owner, &operation.name, &used));
        }
        for def in &fresh.types {
            let owner = places.types.get(def.name.as_str()).copied();
            uses::by_type(&def.kind, &mut |name, used| places.add(name, owner, &def.name, &used));
        }
        places
    }

    fn add(&mut self, name: &'a str, owner: Option<&str>, fresh_owner: &str, used: &Use) {
        let place = Place::part(owner.unwrap_or(fresh_owner), &used.part);
        self.used.entry(name).or_default().push((owner.is_none(), place));
    }

    /// Where the type called `fresh_name` is recorded: where it was, if it still stands there.
    pub fn of(&self, fresh_name: &str, was: Option<&Place>) -> Option<Place> {
        if let Some(def) = self.defs.get(fresh_name).filter(|def| def.place.schema_name().is_some()) {
            return Some(def.place.clone());
        }
        if let Some(used) = self.used.get(fresh_name) {
            let stays = || was.filter(|was| used.iter().any(|(_, place)| place == *was)).cloned();
            return stays().or_else(|| used.iter().min().map(|(_, place)| place.clone()));
        }
        self.of_responses(fresh_name).or_else(|| self.of_samples(fresh_name))
    }

    fn of_responses(&self, name: &str) -> Option<Place> {
        let is_it = |response: &Response| matches!(response, Response::ByStatus(several) if several.name == name);
        let operation = self.fresh.operations.iter().find(|operation| is_it(&operation.response))?;
        let fresh_name = operation.name.as_str();
        Some(Place::responses(self.operations.get(fresh_name).unwrap_or(&fresh_name)))
    }

    fn of_samples(&self, name: &str) -> Option<Place> {
        let series = self.fresh.series.iter().find(|series| series.sample.name == name)?;
        let fresh_name = series.name.as_str();
        Some(Place::samples(self.types.get(fresh_name).unwrap_or(&fresh_name)))
    }
}
