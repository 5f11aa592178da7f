//! Names types after their uses if the document does not name them.
//!
//! A schema that is declared inline has no name. A name such as `Model12` does not count, because its number changes
//! with every schema that is declared before it. Such a type is named after its place: the type and the field that
//! contain it (`CheckGroupRetryStrategy`), or the operation and the part of its request or response
//! (`GetV1ReportingResponse`). `Item` is appended for the elements of a list, and `Value` for the values of a map.
//!
//! A type that is used in several places gets the shortest of the possible names, and the alphabetically first one of
//! equal length. Equal types become one type. If a name is recorded for any of its places, the type gets that name.
//!
//! If all possible names are too long to read, the type gets the shortest unique tail of one of them: the last field
//! names of its place, as many as are needed to distinguish it from all other types. If the tail is a generic word such
//! as `Status`, at least one more field name is included.
//!
//! The extension `x-ms-enum` may declare a name for an inline enum. The enum gets this name, unless another type has or
//! declares the same name.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet},
    mem,
};

use super::{
    equal_types,
    pins::Pins,
    uses::{self, Use},
};
use crate::{
    api::{Api, Place, TypeDef},
    bounds::Bound,
    text::naming,
};

/// Names the `nameless` types of `api`, and merges equal ones. Types in `distinct` are not merged. `titles` contains
/// names that the document declares for inline types. Returns the new names, by the old names.
pub fn name_types(
    api: &mut Api,
    nameless: &BTreeSet<String>,
    titles: &BTreeMap<String, String>,
    distinct: &BTreeSet<String>,
    pins: &Pins<'_>,
) -> BTreeMap<String, String> {
    let mut representatives = equal_types::representatives(api, &(nameless - distinct));
    representatives.extend(distinct.iter().map(|name| (name.clone(), name.clone())));
    let mut finished = final_names(api, nameless);
    // A new type must not get a name that is recorded for something else.
    let mut taken = pins.types();
    taken.extend(finished.iter().cloned());
    let titles = unique_titles(titles, &representatives);
    let mut unnamed = UnnamedTypes::new(api, &representatives, pins);
    while let Some(index) = unnamed.next() {
        let mut candidates = mem::take(&mut unnamed.all[index].candidates);
        if let (Some(title), Some(first)) = (titles.get(unnamed.all[index].old_name), candidates.first()) {
            candidates.insert(Candidate { is_new: true, length: 0, name: (*title).clone(), ..first.clone() });
        }
        let is_free = |candidate: &&Candidate| {
            let names = if candidate.is_new { &taken } else { &finished };
            !names.contains(&candidate.name)
        };
        let chosen = match (candidates.iter().find(is_free), candidates.first()) {
            (Some(free), _) => free.clone(),
            (None, Some(first)) => Candidate { name: naming::unique(&first.name, &mut taken), ..first.clone() },
            (None, None) => Candidate::recorded(unnamed.all[index].old_name, Place::default()),
        };
        taken.insert(chosen.name.clone());
        finished.insert(chosen.name.clone());
        unnamed.set_name(index, chosen);
    }
    unnamed.replace_long_names(&mut taken);
    let mut names = BTreeMap::new();
    let mut places_by_name = BTreeMap::new();
    for (old, first) in &representatives {
        let Some(index) = unnamed.index_of(first) else { continue };
        let Some(Candidate { name, place, .. }) = &unnamed.all[index].chosen else { continue };
        names.insert(old.clone(), name.clone());
        places_by_name.insert(name.clone(), place.clone());
    }
    rename_types(api, &representatives, &names, places_by_name);
    names
}

/// Returns the names that the document declares for types, by the old names of the types. Names that several types
/// declare are omitted.
fn unique_titles<'a>(
    titles: &'a BTreeMap<String, String>,
    representatives: &'a BTreeMap<String, String>,
) -> BTreeMap<&'a str, &'a String> {
    let declared = titles.iter().filter_map(|(old, title)| Some((representatives.get(old)?.as_str(), title)));
    let mut unique: BTreeMap<&str, &String> = declared.collect();
    let mut counts: HashMap<&String, usize> = HashMap::new();
    unique.values().for_each(|title| *counts.entry(title).or_default() += 1);
    unique.retain(|_, title| counts[title] == 1);
    unique
}

/// Returns the names of all types that are not renamed.
fn final_names(api: &Api, nameless: &BTreeSet<String>) -> BTreeSet<String> {
    let named = api.types.iter().map(|def| &def.name).filter(|name| !nameless.contains(*name));
    let by_status = api.responses_by_status().map(|(_, several)| &several.name);
    named.chain(by_status).cloned().collect()
}

/// A possible name for a type. The name is derived from a place at which the type is used, or recorded for one of these
/// places. Candidates are ordered by preference: recorded names first, then shorter names.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    is_new: bool,
    length: usize,
    name: String,
    place: Place,
    /// The use of the type from which the name is derived. `None` if the name does not come from a use.
    derived_from: Option<Derivation>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Derivation {
    owner: Owner,
    used: Use,
}

/// The owner of a use: the name of an operation or type, or the index of a type that has no name yet.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Owner {
    Named(String),
    Unnamed(usize),
}

/// The rank of a type in the order in which types are named.
///
/// Types with a recorded name come first. Every other type is named after the types that use it. If types contain each
/// other, the one with the best candidate is first.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Priority {
    is_new: bool,
    has_users_without_name: bool,
    has_no_candidate: bool,
    best: Option<Candidate>,
    index: usize,
}

/// The types to be named. Of equal types, only the first one is included.
struct UnnamedTypes<'a> {
    pins: &'a Pins<'a>,
    /// The types, in the order of their old names.
    all: Vec<UnnamedType<'a>>,
    indices: HashMap<&'a str, usize>,
    /// The types, ordered by priority. The entry of a type is out of date if its priority has changed since. Such
    /// entries are skipped.
    queue: BinaryHeap<Reverse<Priority>>,
}

#[derive(Default)]
struct UnnamedType<'a> {
    old_name: &'a str,
    /// The types that this type uses: the index and the use of each.
    parts: Vec<(usize, Use)>,
    /// The possible names, the best one first.
    candidates: BTreeSet<Candidate>,
    /// The number of types that use this type and are still unnamed.
    waiting: usize,
    chosen: Option<Candidate>,
}

impl<'a> UnnamedTypes<'a> {
    fn new(api: &Api, representatives: &'a BTreeMap<String, String>, pins: &'a Pins<'a>) -> Self {
        let firsts = representatives.iter().filter(|(name, first)| name == first);
        let all: Vec<UnnamedType> =
            firsts.map(|(old_name, _)| UnnamedType { old_name, ..UnnamedType::default() }).collect();
        let indices = all.iter().enumerate().map(|(index, unnamed)| (unnamed.old_name, index)).collect();
        let mut unnamed = Self { pins, all, indices, queue: BinaryHeap::new() };
        let first = |name: &str| representatives.get(name).map(String::as_str);
        for operation in &api.operations {
            let prefix = naming::type_name(&operation.name);
            uses::visit_uses_in_operation(operation, &mut |name, used| {
                if let Some(part) = first(name).and_then(|first| unnamed.index_of(first)) {
                    let derivation = Derivation { owner: Owner::Named(prefix.clone()), used };
                    unnamed.all[part].add_candidates(&operation.name, &prefix, derivation, pins);
                }
            });
        }
        for def in &api.types {
            let user = first(&def.name).and_then(|first| unnamed.index_of(first));
            if let Some(name) = pins.type_at(&def.place)
                && let Some(user) = user
            {
                unnamed.all[user].candidates.insert(Candidate::recorded(name, def.place.clone()));
            }
            uses::visit_uses_in_type(&def.kind, &mut |name, used| {
                let Some(part) = first(name).and_then(|first| unnamed.index_of(first)) else { return };
                match user {
                    None => {
                        let derivation = Derivation { owner: Owner::Named(def.name.clone()), used };
                        unnamed.all[part].add_candidates(&def.name, &def.name, derivation, pins);
                    }
                    Some(user) if user != part => unnamed.all[user].parts.push((part, used)),
                    Some(_) => {}
                }
            });
        }
        for user in 0..unnamed.all.len() {
            let mut parts = mem::take(&mut unnamed.all[user].parts);
            parts.sort_unstable();
            parts.dedup();
            parts.chunk_by(is_same_part).for_each(|uses| unnamed.all[uses[0].0].waiting += 1);
            unnamed.all[user].parts = parts;
        }
        for index in 0..unnamed.all.len() {
            unnamed.queue.push(Reverse(unnamed.priority(index)));
        }
        unnamed
    }

    fn index_of(&self, old_name: &str) -> Option<usize> {
        self.indices.get(old_name).copied()
    }

    fn priority(&self, index: usize) -> Priority {
        let UnnamedType { waiting, candidates, .. } = &self.all[index];
        let best = candidates.first();
        Priority {
            is_new: best.is_none_or(|best| best.is_new),
            has_users_without_name: *waiting > 0,
            has_no_candidate: best.is_none(),
            best: best.cloned(),
            index,
        }
    }

    /// Removes the next type to be named from the queue. Entries whose priority is out of date are skipped.
    fn next(&mut self) -> Option<usize> {
        while let Some(Reverse(priority)) = self.queue.pop() {
            if self.all[priority.index].chosen.is_none() && priority == self.priority(priority.index) {
                return Some(priority.index);
            }
        }
        None
    }

    /// Gives a type its name. Adds candidates that begin with this name to the types that it uses.
    fn set_name(&mut self, index: usize, chosen: Candidate) {
        let parts = mem::take(&mut self.all[index].parts);
        for uses in parts.chunk_by(is_same_part) {
            let part = &mut self.all[uses[0].0];
            if part.chosen.is_some() {
                continue;
            }
            part.waiting -= 1;
            for (_, used) in uses {
                let derivation = Derivation { owner: Owner::Unnamed(index), used: used.clone() };
                part.add_candidates(&chosen.name, &chosen.name, derivation, self.pins);
            }
            self.queue.push(Reverse(self.priority(uses[0].0)));
        }
        self.all[index].chosen = Some(chosen);
    }

    /// Replaces each name that was cut because it was too long to read. The new name is the shortest unique tail of the
    /// full name. If no tail is unique, a number is appended. Also updates the places that contain the replaced names.
    fn replace_long_names(&mut self, taken: &mut BTreeSet<String>) {
        let is_cut = |unnamed: &UnnamedType| unnamed.chosen.as_ref().is_some_and(Candidate::is_cut);
        let cut = (0..self.all.len()).filter(|index| is_cut(&self.all[*index]));
        let tails: Vec<(usize, Vec<String>)> = cut.map(|index| (index, self.tails(index))).collect();
        let mut counts: HashMap<&str, usize> = HashMap::new();
        tails.iter().flat_map(|(_, tails)| tails).for_each(|tail| *counts.entry(tail).or_default() += 1);
        for (index, tails) in &tails {
            let unique = tails.iter().find(|tail| counts[tail.as_str()] == 1 && !taken.contains(*tail));
            let Some(wanted) = unique.or(tails.last()) else { continue };
            let name = naming::unique(wanted, taken);
            if let Some(chosen) = &mut self.all[*index].chosen {
                chosen.name = name;
            }
        }
        for index in 0..self.all.len() {
            let owner = self.all[index].owner().and_then(|owner| self.all[owner].chosen.as_ref());
            let name = owner.map(|owner| owner.name.clone());
            if let (Some(name), Some(chosen)) = (name, &mut self.all[index].chosen)
                && let Some(derivation) = &chosen.derived_from
            {
                chosen.place = Place::part(&name, &derivation.used.part);
            }
        }
    }

    /// Returns the tails of the full name of a type, shortest first. For example, `RetryStrategy` is a tail of
    /// `CheckGroupRetryStrategy`.
    ///
    /// A tail consists of complete suffixes, and does not begin with a generic suffix such as `Item`. If it contains
    /// words of an operation's or type's own name, it contains at least three of them. Long tails are omitted, unless
    /// no shorter tail exists.
    fn tails(&self, index: usize) -> Vec<String> {
        const WORDS: usize = 3;
        const LONGEST: usize = 100;
        let (mut tails, mut tail, mut next) = (Vec::new(), String::new(), Some(index));
        let mut add = |tail: &str| {
            let name = naming::type_name(&tail.chars().take(Bound::Name.limit()).collect::<String>());
            let is_kept = tails.is_empty() || name.len() <= LONGEST;
            if is_kept && tails.last() != Some(&name) {
                tails.push(name);
            }
            is_kept
        };
        while let Some(derivation) = next.and_then(|index| self.all[index].chosen.as_ref()?.derived_from.as_ref()) {
            tail.insert_str(0, &derivation.used.suffix);
            if !derivation.used.is_generic() && !add(&tail) {
                break;
            }
            next = self.all[next.unwrap_or_default()].owner();
            if let Owner::Named(name) = &derivation.owner {
                let words: Vec<usize> = name.match_indices(char::is_uppercase).map(|(at, _)| at).collect();
                let words = words.iter().rev().skip(WORDS - 1).map(|at| &name[*at..]).chain([name.as_str()]);
                words.take_while(|words| add(&format!("{words}{tail}"))).for_each(drop);
            }
            if tail.len() > Bound::Name.limit() {
                break;
            }
        }
        tails
    }
}

fn is_same_part(one: &(usize, Use), other: &(usize, Use)) -> bool {
    one.0 == other.0
}

impl Candidate {
    fn recorded(name: &str, place: Place) -> Self {
        Self { is_new: false, length: name.len(), name: name.to_owned(), place, derived_from: None }
    }

    /// Returns whether this name was cut because the full name is too long to read.
    fn is_cut(&self) -> bool {
        self.is_new && self.length > naming::READABLE
    }

    /// Creates the candidate for a use of a type: `prefix`, followed by the suffix of the use. The name is cut at the
    /// maximum length, because the names of deeply nested types would otherwise need too much memory.
    fn new(prefix: &str, derivation: Derivation, place: Place) -> Self {
        let suffix = derivation.used.suffix.chars();
        let short: String = prefix.chars().chain(suffix).take(Bound::Name.limit()).collect();
        let name = naming::type_name(&short);
        let length = name.len();
        Self { is_new: true, length, name: naming::shorten(name), place, derived_from: Some(derivation) }
    }
}

impl UnnamedType<'_> {
    /// Returns the index of the unnamed type from which this type derives its name. Returns `None` if its name does not
    /// come from an unnamed type.
    fn owner(&self) -> Option<usize> {
        match self.chosen.as_ref()?.derived_from.as_ref()?.owner {
            Owner::Unnamed(owner) => Some(owner),
            Owner::Named(_) => None,
        }
    }

    /// Adds two candidates for a use of this type by `owner`: the name that is recorded for the place of this use, if
    /// any, and a name that begins with `prefix`.
    fn add_candidates(&mut self, owner: &str, prefix: &str, derivation: Derivation, pins: &Pins<'_>) {
        let place = Place::part(owner, &derivation.used.part);
        if let Some(name) = pins.type_at(&place) {
            let derived_from = Some(derivation.clone());
            self.candidates.insert(Candidate { derived_from, ..Candidate::recorded(name, place.clone()) });
        }
        self.candidates.insert(Candidate::new(prefix, derivation, place));
    }
}

/// Renames types, and merges types that have the same name afterwards. If one of them is a named schema of the
/// document, the merged type has the place of this schema.
fn rename_types(
    api: &mut Api,
    representatives: &BTreeMap<String, String>,
    names: &BTreeMap<String, String>,
    mut places: BTreeMap<String, Place>,
) {
    let mut descriptions: HashMap<&str, Descriptions> = HashMap::new();
    for def in &mut api.types {
        if let Some(name) = names.get(&def.name) {
            descriptions.entry(name).or_default().add(def);
            if def.place != Place::default() {
                places.insert(name.clone(), def.place.clone());
            }
        }
    }
    let is_first = |def: &TypeDef| representatives.get(&def.name).is_none_or(|first| *first == def.name);
    api.types.retain(is_first);
    for def in &mut api.types {
        def.kind.each_type_mut(&mut |ty| ty.rename(names));
        let Some(name) = names.get(&def.name) else { continue };
        def.name.clone_from(name);
        def.place = places.get(name).cloned().unwrap_or_default();
        if let Some(descriptions) = descriptions.get(name.as_str()) {
            descriptions.describe(def);
        }
    }
    for operation in &mut api.operations {
        operation.each_type_mut(&mut |ty| ty.rename(names));
    }
    api.webhooks.iter_mut().for_each(|webhook| webhook.value.ty.rename(names));
}

/// The descriptions of equal types that are merged into one type.
#[derive(Default)]
struct Descriptions {
    of_type: HashSet<String>,
    /// For each field or union member, in the order of the document: its descriptions in all of the types.
    of_parts: Vec<Vec<String>>,
}

impl Descriptions {
    fn add(&mut self, def: &mut TypeDef) {
        self.of_type.insert(def.docs.clone());
        let mut index = 0;
        def.kind.each_docs_mut(&mut |docs| {
            self.of_parts.resize(self.of_parts.len().max(index + 1), Vec::new());
            if !docs.is_empty() && !self.of_parts[index].contains(docs) {
                self.of_parts[index].push(docs.clone());
            }
            index += 1;
        });
    }

    /// Sets the descriptions of the merged type `def`. The type keeps its description only if all merged types agree on
    /// it. A field or member gets all descriptions that it has in any of them.
    fn describe(&self, def: &mut TypeDef) {
        if self.of_type.len() > 1 {
            def.docs.clear();
        }
        let mut of_parts = self.of_parts.iter();
        def.kind.each_docs_mut(&mut |docs| *docs = of_parts.next().map(|all| all.join("\n\n")).unwrap_or_default());
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::names::schemas::is_placeholder;

    fn reference(name: &str) -> Value {
        json!({ "$ref": format!("#/components/schemas/{name}") })
    }

    fn object(properties: Value) -> Value {
        json!({ "type": "object", "properties": properties })
    }

    /// Builds the model of a document with an operation for each pair of an id and a response schema in `responses`.
    fn modelled(responses: &[(&str, Value)], schemas: Value) -> Api {
        let paths = responses.iter().map(|(id, schema)| {
            let content = json!({ "content": { "application/json": { "schema": schema } } });
            (format!("/{id}"), json!({ "get": { "operationId": id, "responses": { "200": content } } }))
        });
        let paths: serde_json::Map<String, Value> = paths.collect();
        let root = json!({ "openapi": "3.0.0", "paths": paths, "components": { "schemas": schemas } });
        crate::model_of(root).expect("legal").0
    }

    fn sorted_names(api: &Api) -> Vec<&str> {
        let mut names: Vec<&str> = api.types.iter().map(|def| def.name.as_str()).collect();
        names.sort_unstable();
        names
    }

    fn nested(fields: &[&str], schema: Value) -> Value {
        fields.iter().rev().fold(schema, |schema, field| object(json!({ *field: schema })))
    }

    const LONG: [&str; 3] = ["configurationOfTheFirstConveyor", "maintenanceIntervals", "lubricationSchedule"];

    #[test]
    fn a_name_that_is_too_long_becomes_its_shortest_unique_tail() {
        let only = modelled(&[("getPlant", nested(&LONG, object(json!({ "x": {} }))))], json!({}));
        let long = ["GetPlantResponse", "GetPlantResponseConfigurationOfTheFirstConveyor"];
        assert_eq!(sorted_names(&only), [&long[..], &["LubricationSchedule", "MaintenanceIntervals"]].concat());
        // `LubricationSchedule` is a tail of both names, so it is not unique.
        let other = ["settingsOfTheSecondConveyor", "replacementIntervals", "lubricationSchedule"];
        let both = modelled(
            &[
                ("getPlant", nested(&LONG, object(json!({ "x": {} })))),
                ("getOtherPlant", nested(&other, object(json!({ "y": {} })))),
            ],
            json!({}),
        );
        for name in ["MaintenanceIntervalsLubricationSchedule", "ReplacementIntervalsLubricationSchedule"] {
            assert!(sorted_names(&both).contains(&name), "{:?}", sorted_names(&both));
        }
    }

    #[test]
    fn shortened_type_name_has_three_words_of_the_operation_name() {
        let id = "listMaintenanceIntervalsOfTheConveyorsInOnePlantByPlantId";
        let map =
            json!({ "type": "object", "additionalProperties": object(json!({ "x": {} })), "properties": { "y": {} } });
        let api = modelled(&[(id, object(json!({ "states": map })))], json!({}));
        assert_eq!(sorted_names(&api), ["ByPlantIdResponse", "States", "StatesValue"]);
    }

    #[test]
    fn a_tail_of_one_generic_word_is_extended() {
        let kinds = object(json!({ "kind": { "type": "string", "enum": ["a"] } }));
        let list = json!({ "type": "array", "items": object(json!({ "x": {} })) });
        let schema = object(json!({ "slot": kinds, "state": { "type": "string", "enum": ["b"] }, "data": list }));
        let api = modelled(&[("getPlant", nested(&LONG, schema))], json!({}));
        for name in ["SlotKind", "LubricationScheduleState", "LubricationScheduleDataItem"] {
            assert!(sorted_names(&api).contains(&name), "{:?}", sorted_names(&api));
        }
    }

    #[test]
    fn shortened_type_name_differs_from_the_names_of_schemas() {
        let schemas = json!({ "LubricationSchedule": object(json!({ "y": {} })) });
        let uses =
            [("getPlant", nested(&LONG, object(json!({ "x": {} })))), ("getA", reference("LubricationSchedule"))];
        let api = modelled(&uses, schemas);
        assert!(sorted_names(&api).contains(&"MaintenanceIntervalsLubricationSchedule"), "{:?}", sorted_names(&api));
    }

    #[test]
    fn recorded_type_names_are_kept_even_if_they_are_long() {
        let schema = nested(&LONG, object(json!({ "x": {} })));
        let content = json!({ "content": { "application/json": { "schema": schema } } });
        let root = json!({ "openapi": "3.0.0",
            "paths": { "/a": { "get": { "operationId": "getPlant", "responses": { "200": content } } } } });
        let model = |names: &str| {
            let names = crate::names::file::Names::parse(names).expect("legal");
            let api = crate::model(&root.to_string(), &names).expect("legal").0;
            (names.recording(&api).to_text().expect("legal"), api)
        };
        let (text, api) = model("{}");
        assert_eq!(sorted_names(&model(&text).1), sorted_names(&api));
        // The inner types also keep their recorded names, because the places that are recorded for them begin with the
        // new name of the outer type.
        let renamed = text.replace("MaintenanceIntervals", "MaintenanceX01234567");
        let (text, api) = model(&renamed);
        assert!(sorted_names(&api).contains(&"MaintenanceX01234567"), "{:?}", sorted_names(&api));
        assert_eq!(text, renamed);
    }

    #[test]
    fn a_numbered_schema_is_named_after_its_operation_or_field() {
        let retry = object(json!({ "attempts": { "type": "integer" } }));
        let schemas = json!({
            "Model 1": object(json!({ "group": reference("CheckGroup") })),
            "Model7": retry,
            "CheckGroup": object(json!({ "retryStrategy": reference("Model7") })),
        });
        let api = modelled(&[("getV1Reporting", json!({ "type": "array", "items": reference("Model 1") }))], schemas);
        assert_eq!(sorted_names(&api), ["CheckGroup", "CheckGroupRetryStrategy", "GetV1ReportingResponseItem"]);
    }

    #[test]
    fn type_names_do_not_depend_on_schema_numbers_or_other_schemas() {
        let (a, b) = (object(json!({ "a": { "type": "string" } })), object(json!({ "b": { "type": "string" } })));
        let uses = [("getA", reference("Model1")), ("getB", reference("Model2"))];
        let one = modelled(&uses, json!({ "Model1": a, "Model2": b }));
        let new = object(json!({ "new": { "type": "string" } }));
        let uses = [("getNew", reference("Model1")), ("getA", reference("Model2")), ("getB", reference("Model3"))];
        let other = modelled(&uses, json!({ "Model1": new, "Model2": a, "Model3": b }));
        assert_eq!(sorted_names(&one), ["GetAResponse", "GetBResponse"]);
        assert_eq!(sorted_names(&other), ["GetAResponse", "GetBResponse", "GetNewResponse"]);
    }

    #[test]
    fn a_type_used_in_several_places_has_the_shortest_name() {
        let schemas = json!({
            "Long": object(json!({ "status": reference("Model1") })),
            "B": object(json!({ "status": reference("Model1") })),
            "A": object(json!({ "status": reference("Model1") })),
            "Model1": object(json!({ "x": { "type": "string" } })),
        });
        let uses = [("getLong", reference("Long")), ("getB", reference("B")), ("getA", reference("A"))];
        assert_eq!(sorted_names(&modelled(&uses, schemas)), ["A", "AStatus", "B", "Long"]);
    }

    #[test]
    fn unnamed_types_are_merged_if_they_are_equal_at_every_depth() {
        let inner = object(json!({ "kind": { "type": "string", "enum": ["a"] } }));
        let outer = object(json!({ "inner": inner, "list": { "type": "array", "items": inner } }));
        let api = modelled(&[("getB", outer.clone()), ("getA", outer)], json!({}));
        assert_eq!(sorted_names(&api), ["GetAResponse", "GetAResponseInner", "GetAResponseInnerKind"]);
        let different = object(json!({ "inner": { "type": "string" } }));
        let api = modelled(&[("getB", different), ("getA", object(json!({ "inner": inner })))], json!({}));
        assert_eq!(sorted_names(&api), ["GetAResponse", "GetAResponseInner", "GetAResponseInnerKind", "GetBResponse"]);
    }

    #[test]
    fn descriptions_of_equal_types_are_kept_only_if_they_agree() {
        let described = |text: &str| {
            let mut schema = object(json!({ "x": { "type": "string" } }));
            schema["description"] = text.into();
            schema
        };
        let docs = |one: &str, other: &str| {
            let api = modelled(&[("getA", described(one)), ("getB", described(other))], json!({}));
            assert_eq!(api.types.len(), 1);
            api.types[0].docs.clone()
        };
        assert_eq!(docs("Same.", "Same."), "Same.");
        assert_eq!(docs("One.", "Other."), "");
    }

    #[test]
    fn recursive_types_with_placeholder_names_are_named_by_use() {
        let schemas = json!({
            "Model1": object(json!({ "next": reference("Model2"), "own": reference("Model1") })),
            "Model2": object(json!({ "back": reference("Model1"), "x": { "type": "string" } })),
        });
        let api = modelled(&[("getTree", reference("Model1"))], schemas);
        assert_eq!(sorted_names(&api), ["GetTreeResponse", "GetTreeResponseNext"]);
    }

    #[test]
    fn a_type_does_not_take_the_name_of_a_schema() {
        let schemas = json!({
            "GetAResponse": object(json!({ "x": { "type": "string" } })),
            "Model1": object(json!({ "y": reference("GetAResponse") })),
        });
        let api = modelled(&[("getA", reference("Model1")), ("getLonger", reference("Model1"))], schemas);
        assert_eq!(sorted_names(&api), ["GetAResponse", "GetLongerResponse"]);
    }

    #[test]
    fn only_generic_names_like_model12_count_as_placeholders() {
        for name in ["Model", "Model12", "Model 3", "model_4", "Object2", "InlineResponse2001", "inline_response_200"] {
            assert!(is_placeholder(name), "{name}");
        }
        for name in ["ModelA", "DataModel", "CheckGroupV2", "p50", "Incident", ""] {
            assert!(!is_placeholder(name), "{name}");
        }
    }
}
