//! Names types after their uses if the document does not name them.
//!
//! A schema that is declared inline has no name. A name such as `Model12` counts as none either, because the number
//! changes with every schema that comes before it. Such a type is named after its place: the type and the field that
//! contain it (`CheckGroupRetryStrategy`), or the operation and its part (`GetV1ReportingResponse`). `Item` is appended
//! in a list and `Value` in a map. A type that is used in several places gets the shortest of the possible names, and
//! the alphabetically first of the shortest ones. Equal types become one type. If a name is recorded for any place of a
//! type, the type gets that name.

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

/// Names the `nameless` types of `api`. Equal types become one type, unless they are `distinct`. Returns the new name
/// of each old name.
pub fn name_types(
    api: &mut Api,
    nameless: &BTreeSet<String>,
    distinct: &BTreeSet<String>,
    pins: &Pins<'_>,
) -> BTreeMap<String, String> {
    let mut representatives = equal_types::representatives(api, &(nameless - distinct));
    representatives.extend(distinct.iter().map(|name| (name.clone(), name.clone())));
    let mut finished = final_names(api, nameless);
    // Recorded names are reserved, because a new type must not take a name that is recorded for something else.
    let mut taken = pins.types();
    taken.extend(finished.iter().cloned());
    let mut unnamed = UnnamedTypes::new(api, &representatives, pins);
    while let Some(index) = unnamed.next() {
        let candidates = mem::take(&mut unnamed.all[index].candidates);
        let is_free = |candidate: &&Candidate| {
            let names = if candidate.is_new { &taken } else { &finished };
            !names.contains(&candidate.name)
        };
        let (name, place) = match (candidates.iter().find(is_free), candidates.first()) {
            (Some(Candidate { name, place, .. }), _) => (name.clone(), place.clone()),
            (None, Some(Candidate { name, place, .. })) => (naming::unique(name, &mut taken), place.clone()),
            (None, None) => (unnamed.all[index].old_name.to_owned(), Place::default()),
        };
        taken.insert(name.clone());
        finished.insert(name.clone());
        unnamed.set_name(index, name, place);
    }
    let mut names = BTreeMap::new();
    let mut places_by_name = BTreeMap::new();
    for (old, first) in &representatives {
        let Some(index) = unnamed.index_of(first) else { continue };
        let Some((name, place)) = &unnamed.all[index].new_name else { continue };
        names.insert(old.clone(), name.clone());
        places_by_name.insert(name.clone(), place.clone());
    }
    rename_types(api, &representatives, &names, places_by_name);
    names
}

/// Returns the names of the types that need no new name.
fn final_names(api: &Api, nameless: &BTreeSet<String>) -> BTreeSet<String> {
    let named = api.types.iter().map(|def| &def.name).filter(|name| !nameless.contains(*name));
    let by_status = api.responses_by_status().map(|(_, several)| &several.name);
    named.chain(by_status).cloned().collect()
}

/// A possible name of a type, derived from one of its places. Candidates are ordered: recorded names come first, then
/// the shortest ones.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    is_new: bool,
    length: usize,
    name: String,
    place: Place,
}

/// The priority with which a type is named. Types with a recorded name come first. Other types come after the types
/// that use them. If types contain each other, the type with the best candidate comes first.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Priority {
    is_new: bool,
    has_users_without_name: bool,
    has_no_candidate: bool,
    best: Option<Candidate>,
    index: usize,
}

/// The types that are being named. Equal types are represented by the first one.
struct UnnamedTypes<'a> {
    pins: &'a Pins<'a>,
    /// The types, sorted by their old names.
    all: Vec<UnnamedType<'a>>,
    indices: HashMap<&'a str, usize>,
    /// The types by priority. An entry is skipped if the priority of its type has changed since it was added.
    queue: BinaryHeap<Reverse<Priority>>,
}

/// A type that is being named.
#[derive(Default)]
struct UnnamedType<'a> {
    old_name: &'a str,
    /// The indices of the types in this type, each with the words that this use appends to their names.
    parts: Vec<(usize, Use)>,
    /// The possible names, the best one first.
    candidates: BTreeSet<Candidate>,
    /// The number of types that use this type and have no name yet.
    waiting: usize,
    /// The new name of the type, and the place that the name is derived from.
    new_name: Option<(String, Place)>,
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
                    unnamed.all[part].add_candidates(&operation.name, &prefix, &used, pins);
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
                    None => unnamed.all[part].add_candidates(&def.name, &def.name, &used, pins),
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

    /// Removes and returns the next type to be named.
    fn next(&mut self) -> Option<usize> {
        while let Some(Reverse(priority)) = self.queue.pop() {
            if self.all[priority.index].new_name.is_none() && priority == self.priority(priority.index) {
                return Some(priority.index);
            }
        }
        None
    }

    /// Sets the name of a type. For each use of another type in it, a candidate is added to that type.
    fn set_name(&mut self, index: usize, name: String, place: Place) {
        let parts = mem::take(&mut self.all[index].parts);
        for uses in parts.chunk_by(is_same_part) {
            let part = &mut self.all[uses[0].0];
            if part.new_name.is_some() {
                continue;
            }
            part.waiting -= 1;
            uses.iter().for_each(|(_, used)| part.add_candidates(&name, &name, used, self.pins));
            self.queue.push(Reverse(self.priority(uses[0].0)));
        }
        self.all[index].new_name = Some((name, place));
    }
}

fn is_same_part(one: &(usize, Use), other: &(usize, Use)) -> bool {
    one.0 == other.0
}

impl Candidate {
    fn recorded(name: &str, place: Place) -> Self {
        Self { is_new: false, length: name.len(), name: name.to_owned(), place }
    }

    /// Creates the name that follows from the use. The name is cut at the bound, because the names of many deeply
    /// nested places would fill the memory.
    fn new(prefix: &str, used: &Use, place: Place) -> Self {
        let short: String = prefix.chars().chain(used.suffix.chars()).take(Bound::Name.limit()).collect();
        let name = naming::type_name(&short);
        Self { is_new: true, length: name.len(), name: naming::shorten(name), place }
    }
}

impl UnnamedType<'_> {
    /// Adds the names that follow from a use by `owner`: a recorded name of this place, and the name that begins with
    /// `prefix`.
    fn add_candidates(&mut self, owner: &str, prefix: &str, used: &Use, pins: &Pins<'_>) {
        let place = Place::part(owner, &used.part);
        if let Some(name) = pins.type_at(&place) {
            self.candidates.insert(Candidate::recorded(name, place.clone()));
        }
        self.candidates.insert(Candidate::new(prefix, used, place));
    }
}

/// Renames the types, and merges types that got the same name. If one of the merged types has a name in the document,
/// its place becomes the place of the result.
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

/// The descriptions of types that are merged into one.
#[derive(Default)]
struct Descriptions {
    of_type: HashSet<String>,
    /// The descriptions of each field or member, in the order of the document.
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

    /// Keeps the description of `def` only if all merged types agree on it. Each field or member gets all of its
    /// descriptions.
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

    /// Builds the model of operations with these ids, each of which responds with the schema beside it.
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
    fn names_do_not_depend_on_numbers_or_on_earlier_schemas() {
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
    fn types_are_merged_if_they_are_equal_at_every_depth() {
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
    fn types_that_contain_themselves_or_each_other_are_named() {
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
