//! Types without a name of their own are called after where they are used.
//!
//! A schema that is declared in place has no name, and `Model12` is none either: the number changes with every schema
//! that comes before it. Such a type is called after its place: the type and the field that it stands in
//! (`CheckGroupRetryStrategy`), or the operation and the part of it (`GetV1ReportingResponse`); `Item` is added in a
//! list and `Value` in a map. If it is used in several places, it has the shortest of their names, and of those of one
//! length the first in the alphabet. Types that are equal are one. One that is recorded at any of its places has the name
//! that is recorded there.

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

/// Names the types of `api` that are `nameless`. Types that are equal become one, unless they are `distinct`. Returns the
/// new name for each old one.
pub fn apply(
    api: &mut Api,
    nameless: &BTreeSet<String>,
    distinct: &BTreeSet<String>,
    pins: &Pins<'_>,
) -> BTreeMap<String, String> {
    let mut representatives = equal_types::representatives(api, &(nameless - distinct));
    representatives.extend(distinct.iter().map(|name| (name.clone(), name.clone())));
    let mut given = given(api, nameless);
    // Nothing new gets a name that is recorded for something else.
    let mut taken = pins.types();
    taken.extend(given.iter().cloned());
    let mut places = Places::new(api, &representatives, pins);
    while let Some(index) = places.next() {
        let candidates = mem::take(&mut places.all[index].candidates);
        let is_free = |candidate: &&Candidate| {
            let names = if candidate.is_new { &taken } else { &given };
            !names.contains(&candidate.name)
        };
        let (name, place) = match (candidates.iter().find(is_free), candidates.first()) {
            (Some(Candidate { name, place, .. }), _) => (name.clone(), place.clone()),
            (None, Some(Candidate { name, place, .. })) => (naming::unique(name, &mut taken), place.clone()),
            (None, None) => (places.all[index].old_name.to_owned(), Place::default()),
        };
        taken.insert(name.clone());
        given.insert(name.clone());
        places.name(index, name, place);
    }
    let mut names = BTreeMap::new();
    let mut places_by_name = BTreeMap::new();
    for (old, first) in &representatives {
        let Some(index) = places.index_of(first) else { continue };
        let Some((name, place)) = &places.all[index].given else { continue };
        names.insert(old.clone(), name.clone());
        places_by_name.insert(name.clone(), place.clone());
    }
    rename(api, &representatives, &names, places_by_name);
    names
}

/// The names that types have already.
fn given(api: &Api, nameless: &BTreeSet<String>) -> BTreeSet<String> {
    let named = api.types.iter().map(|def| &def.name).filter(|name| !nameless.contains(*name));
    let by_status = api.by_status().map(|(_, several)| &several.name);
    named.chain(by_status).cloned().collect()
}

/// A name that a place gives. Recorded ones come first, then the shortest.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    is_new: bool,
    length: usize,
    name: String,
    place: Place,
}

/// When a type is named: those with a recorded name first, the others after their users, and where types contain each
/// other, by the best candidate so far.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Turn {
    is_new: bool,
    has_users_without_name: bool,
    has_no_candidate: bool,
    best: Option<Candidate>,
    index: usize,
}

/// Types that get a name, each the first of its equals.
struct Places<'a> {
    pins: &'a Pins<'a>,
    /// In the order of their old names.
    all: Vec<Settling<'a>>,
    indices: HashMap<&'a str, usize>,
    /// The next one first. A turn that has changed since is passed over.
    queue: BinaryHeap<Reverse<Turn>>,
}

/// A type and its places.
#[derive(Default)]
struct Settling<'a> {
    old_name: &'a str,
    /// The types that it is made of, and what that adds to their names.
    parts: Vec<(usize, Use)>,
    /// The names that its places give, the best one first.
    candidates: BTreeSet<Candidate>,
    /// The number of users that have no name yet.
    waiting: usize,
    /// Its name, and the place that gave it.
    given: Option<(String, Place)>,
}

impl<'a> Places<'a> {
    fn new(api: &Api, representatives: &'a BTreeMap<String, String>, pins: &'a Pins<'a>) -> Self {
        let firsts = representatives.iter().filter(|(name, first)| name == first);
        let all: Vec<Settling> = firsts.map(|(old_name, _)| Settling { old_name, ..Settling::default() }).collect();
        let indices = all.iter().enumerate().map(|(index, settling)| (settling.old_name, index)).collect();
        let mut places = Self { pins, all, indices, queue: BinaryHeap::new() };
        let first = |name: &str| representatives.get(name).map(String::as_str);
        for operation in &api.operations {
            let prefix = naming::type_name(&operation.name);
            uses::by_operation(operation, &mut |name, used| {
                if let Some(part) = first(name).and_then(|first| places.index_of(first)) {
                    places.all[part].add(&operation.name, &prefix, &used, pins);
                }
            });
        }
        for def in &api.types {
            let user = first(&def.name).and_then(|first| places.index_of(first));
            if let Some(name) = pins.type_at(&def.place)
                && let Some(user) = user
            {
                places.all[user].candidates.insert(Candidate::recorded(name, def.place.clone()));
            }
            uses::by_type(&def.kind, &mut |name, used| {
                let Some(part) = first(name).and_then(|first| places.index_of(first)) else { return };
                match user {
                    None => places.all[part].add(&def.name, &def.name, &used, pins),
                    Some(user) if user != part => places.all[user].parts.push((part, used)),
                    Some(_) => {}
                }
            });
        }
        for user in 0..places.all.len() {
            let mut parts = mem::take(&mut places.all[user].parts);
            parts.sort_unstable();
            parts.dedup();
            parts.chunk_by(is_same_part).for_each(|uses| places.all[uses[0].0].waiting += 1);
            places.all[user].parts = parts;
        }
        for index in 0..places.all.len() {
            places.queue.push(Reverse(places.turn(index)));
        }
        places
    }

    fn index_of(&self, old_name: &str) -> Option<usize> {
        self.indices.get(old_name).copied()
    }

    fn turn(&self, index: usize) -> Turn {
        let Settling { waiting, candidates, .. } = &self.all[index];
        let best = candidates.first();
        Turn {
            is_new: best.is_none_or(|best| best.is_new),
            has_users_without_name: *waiting > 0,
            has_no_candidate: best.is_none(),
            best: best.cloned(),
            index,
        }
    }

    /// The next type to be named.
    fn next(&mut self) -> Option<usize> {
        while let Some(Reverse(turn)) = self.queue.pop() {
            if self.all[turn.index].given.is_none() && turn == self.turn(turn.index) {
                return Some(turn.index);
            }
        }
        None
    }

    /// Gives a type its name, and what it is made of one more candidate for each use.
    fn name(&mut self, index: usize, name: String, place: Place) {
        let parts = mem::take(&mut self.all[index].parts);
        for uses in parts.chunk_by(is_same_part) {
            let part = &mut self.all[uses[0].0];
            if part.given.is_some() {
                continue;
            }
            part.waiting -= 1;
            uses.iter().for_each(|(_, used)| part.add(&name, &name, used, self.pins));
            self.queue.push(Reverse(self.turn(uses[0].0)));
        }
        self.all[index].given = Some((name, place));
    }
}

fn is_same_part(one: &(usize, Use), other: &(usize, Use)) -> bool {
    one.0 == other.0
}

impl Candidate {
    fn recorded(name: &str, place: Place) -> Self {
        Self { is_new: false, length: name.len(), name: name.to_owned(), place }
    }

    /// Makes the name that the field path would give; what is beyond the bound is cut, since the names of many deep
    /// places would fill the memory.
    fn new(prefix: &str, used: &Use, place: Place) -> Self {
        let short: String = prefix.chars().chain(used.suffix.chars()).take(Bound::Name.limit()).collect();
        let name = naming::type_name(&short);
        Self { is_new: true, length: name.len(), name: naming::shortened(name), place }
    }
}

impl Settling<'_> {
    /// Adds the name that a use by `owner` gives, after whom it is called with `prefix`.
    fn add(&mut self, owner: &str, prefix: &str, used: &Use, pins: &Pins<'_>) {
        let place = Place::part(owner, &used.part);
        if let Some(name) = pins.type_at(&place) {
            self.candidates.insert(Candidate::recorded(name, place.clone()));
        }
        self.candidates.insert(Candidate::new(prefix, used, place));
    }
}

/// Gives the types their new names, and makes those one that have the same. One that has a name in the document stands
/// there.
fn rename(
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

/// The descriptions of types that become one.
#[derive(Default)]
struct Descriptions {
    of_type: HashSet<String>,
    /// For each field or member, in the document's order.
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

    /// Gives `def` its own description only if all types have that one; a field or member gets all that it has.
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

    /// The API whose operation of each id responds with the schema beside it.
    fn modelled(responses: &[(&str, Value)], schemas: Value) -> Api {
        let paths = responses.iter().map(|(id, schema)| {
            let content = json!({ "content": { "application/json": { "schema": schema } } });
            (format!("/{id}"), json!({ "get": { "operationId": id, "responses": { "200": content } } }))
        });
        let paths: serde_json::Map<String, Value> = paths.collect();
        let root = json!({ "openapi": "3.0.0", "paths": paths, "components": { "schemas": schemas } });
        crate::model_of(root).expect("legal").0
    }

    fn names(api: &Api) -> Vec<&str> {
        let mut names: Vec<&str> = api.types.iter().map(|def| def.name.as_str()).collect();
        names.sort_unstable();
        names
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
        assert_eq!(names(&api), ["CheckGroup", "CheckGroupRetryStrategy", "GetV1ReportingResponseItem"]);
    }

    #[test]
    fn names_do_not_depend_on_numbers_or_on_what_comes_before() {
        let (a, b) = (object(json!({ "a": { "type": "string" } })), object(json!({ "b": { "type": "string" } })));
        let uses = [("getA", reference("Model1")), ("getB", reference("Model2"))];
        let one = modelled(&uses, json!({ "Model1": a, "Model2": b }));
        let new = object(json!({ "new": { "type": "string" } }));
        let uses = [("getNew", reference("Model1")), ("getA", reference("Model2")), ("getB", reference("Model3"))];
        let other = modelled(&uses, json!({ "Model1": new, "Model2": a, "Model3": b }));
        assert_eq!(names(&one), ["GetAResponse", "GetBResponse"]);
        assert_eq!(names(&other), ["GetAResponse", "GetBResponse", "GetNewResponse"]);
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
        assert_eq!(names(&modelled(&uses, schemas)), ["A", "AStatus", "B", "Long"]);
    }

    #[test]
    fn equal_types_are_one_however_deep_they_are_equal() {
        let inner = object(json!({ "kind": { "type": "string", "enum": ["a"] } }));
        let outer = object(json!({ "inner": inner, "list": { "type": "array", "items": inner } }));
        let api = modelled(&[("getB", outer.clone()), ("getA", outer)], json!({}));
        assert_eq!(names(&api), ["GetAResponse", "GetAResponseInner", "GetAResponseInnerKind"]);
        let different = object(json!({ "inner": { "type": "string" } }));
        let api = modelled(&[("getB", different), ("getA", object(json!({ "inner": inner })))], json!({}));
        assert_eq!(names(&api), ["GetAResponse", "GetAResponseInner", "GetAResponseInnerKind", "GetBResponse"]);
    }

    #[test]
    fn descriptions_of_equal_types_are_kept_where_they_agree() {
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
    fn types_that_contain_themselves_or_each_other_are_named() {
        let schemas = json!({
            "Model1": object(json!({ "next": reference("Model2"), "own": reference("Model1") })),
            "Model2": object(json!({ "back": reference("Model1"), "x": { "type": "string" } })),
        });
        let api = modelled(&[("getTree", reference("Model1"))], schemas);
        assert_eq!(names(&api), ["GetTreeResponse", "GetTreeResponseNext"]);
    }

    #[test]
    fn a_name_that_a_schema_has_is_left_to_it() {
        let schemas = json!({
            "GetAResponse": object(json!({ "x": { "type": "string" } })),
            "Model1": object(json!({ "y": reference("GetAResponse") })),
        });
        let api = modelled(&[("getA", reference("Model1")), ("getLonger", reference("Model1"))], schemas);
        assert_eq!(names(&api), ["GetAResponse", "GetLongerResponse"]);
    }

    #[test]
    fn names_that_say_something_are_kept() {
        for name in ["Model", "Model12", "Model 3", "model_4", "Object2", "InlineResponse2001", "inline_response_200"] {
            assert!(is_placeholder(name), "{name}");
        }
        for name in ["ModelA", "DataModel", "CheckGroupV2", "p50", "Incident", ""] {
            assert!(!is_placeholder(name), "{name}");
        }
    }
}
