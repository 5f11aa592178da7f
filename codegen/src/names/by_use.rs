//! Types without a name of their own are called after where they are used.
//!
//! A schema that is declared in place has no name, and `Model12` is none either: the number changes with every schema
//! that comes before it. Such a type is called after its place: the type and the field that it stands in
//! (`CheckGroupRetryStrategy`), or the operation and the part of it (`GetV1ReportingResponse`); `Item` is added in a
//! list and `Value` in a map. If it is used in several places, it has the shortest of their names, and of those of one
//! length the first in the alphabet. Types that are equal are one.

use std::collections::{BTreeMap, BTreeSet};

use super::{equal_types, uses};
use crate::{
    api::{Api, TypeDef},
    bounds::Bound,
    text::naming,
};

/// Names the types of `api` that are `nameless`: `taken` are all other names. Types that are equal become one. Returns
/// the new name for each old one.
pub fn apply(api: &mut Api, nameless: &BTreeSet<String>, mut taken: BTreeSet<String>) -> BTreeMap<String, String> {
    let representatives = equal_types::representatives(api, nameless);
    let names = {
        let mut places = Places::new(api, nameless, &representatives);
        while let Some((representative, candidates)) = places.next() {
            let free = candidates.iter().find(|name| !taken.contains(&name.1));
            let name = match (free, candidates.first()) {
                (Some((_, name)), _) => name.clone(),
                (None, Some((_, wanted))) => naming::unique(wanted, &mut taken),
                (None, None) => representative.clone(),
            };
            taken.insert(name.clone());
            places.name(representative, name);
        }
        places.names
    };
    rename(api, &representatives, &names)
}

/// A name, after its length: the shortest comes first.
type Candidate = (usize, String);

/// When a type is named: after its users, and where types contain each other, by the best candidate so far.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Turn {
    has_users_without_name: bool,
    has_no_candidate: bool,
    best: Candidate,
    name: String,
}

/// The places of types that have no name yet.
struct Places {
    /// By type: the types that it is used in, and what that adds to their names.
    users: BTreeMap<String, BTreeSet<(String, String)>>,
    /// By type: the types that it is made of.
    parts: BTreeMap<String, BTreeSet<String>>,
    /// By type: the names that its places give.
    candidates: BTreeMap<String, BTreeSet<Candidate>>,
    /// The types that have no name yet, the next one first.
    queue: BTreeSet<Turn>,
    /// How many users have no name yet.
    waiting: BTreeMap<String, usize>,
    /// The names that were given.
    names: BTreeMap<String, String>,
}

impl Places {
    fn new(api: &Api, nameless: &BTreeSet<String>, representatives: &BTreeMap<String, String>) -> Self {
        let mut candidates: BTreeMap<String, BTreeSet<Candidate>> = BTreeMap::new();
        let mut users: BTreeMap<String, BTreeSet<(String, String)>> = BTreeMap::new();
        let mut parts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        uses::by_operations(api, &mut |name, place| {
            if let Some(representative) = representatives.get(name) {
                candidates.entry(representative.clone()).or_default().insert(candidate(&place));
            }
        });
        for def in &api.types {
            uses::by_type(&def.kind, &mut |name, suffix| {
                let Some(part) = representatives.get(name) else { return };
                match representatives.get(&def.name) {
                    None => {
                        let place = format!("{}{suffix}", def.name);
                        candidates.entry(part.clone()).or_default().insert(candidate(&place));
                    }
                    Some(user) if user != part => {
                        users.entry(part.clone()).or_default().insert((user.clone(), suffix));
                        parts.entry(user.clone()).or_default().insert(part.clone());
                    }
                    Some(_) => {}
                }
            });
        }
        let mut places =
            Self { users, parts, candidates, queue: BTreeSet::new(), waiting: BTreeMap::new(), names: BTreeMap::new() };
        for representative in nameless.iter().filter_map(|name| representatives.get(name)) {
            let users: BTreeSet<&String> =
                places.users.get(representative).into_iter().flatten().map(|(user, _)| user).collect();
            places.waiting.insert(representative.clone(), users.len());
        }
        places.queue = places.waiting.keys().map(|name| places.turn(name)).collect();
        places
    }

    fn turn(&self, name: &str) -> Turn {
        let best = self.candidates.get(name).and_then(BTreeSet::first);
        Turn {
            has_users_without_name: self.waiting.get(name).is_some_and(|users| *users > 0),
            has_no_candidate: best.is_none(),
            best: best.cloned().unwrap_or_default(),
            name: name.to_owned(),
        }
    }

    /// The next type to be named, with its candidates, the best one first.
    fn next(&mut self) -> Option<(String, BTreeSet<Candidate>)> {
        let Turn { name, .. } = self.queue.pop_first()?;
        self.waiting.remove(&name);
        let candidates = self.candidates.remove(&name).unwrap_or_default();
        Some((name, candidates))
    }

    /// Gives a type its name, and what it is made of one more candidate.
    fn name(&mut self, representative: String, name: String) {
        for part in self.parts.remove(&representative).unwrap_or_default() {
            let turn = self.turn(&part);
            let Some(left) = self.waiting.get_mut(&part) else { continue };
            *left = left.saturating_sub(1);
            let places = self.users.get(&part).into_iter().flatten();
            let places: Vec<Candidate> = places
                .filter(|(user, _)| *user == representative)
                .map(|(_, suffix)| candidate(&format!("{name}{suffix}")))
                .collect();
            self.candidates.entry(part.clone()).or_default().extend(places);
            self.queue.remove(&turn);
            self.queue.insert(self.turn(&part));
        }
        self.names.insert(representative, name);
    }
}

/// The name that `place` gives; what is beyond the bound is cut, since the names of many deep places would fill the memory.
fn candidate(place: &str) -> Candidate {
    let short: String = place.chars().take(Bound::Name.limit()).collect();
    let name = naming::type_name(&short);
    (name.len(), naming::shortened(name))
}

fn rename(
    api: &mut Api,
    representatives: &BTreeMap<String, String>,
    names: &BTreeMap<String, String>,
) -> BTreeMap<String, String> {
    let new_name = |old: &str| representatives.get(old).and_then(|representative| names.get(representative));
    let all: BTreeMap<String, String> =
        representatives.keys().filter_map(|old| Some((old.clone(), new_name(old)?.clone()))).collect();
    let mut descriptions: BTreeMap<&str, Descriptions> = BTreeMap::new();
    for def in &mut api.types {
        if let Some(name) = all.get(&def.name) {
            descriptions.entry(name).or_default().add(def);
        }
    }
    let is_first = |def: &TypeDef| representatives.get(&def.name).is_none_or(|first| *first == def.name);
    api.types.retain(is_first);
    for def in &mut api.types {
        def.kind.each_type_mut(&mut |ty| ty.rename(&all));
        let Some(name) = all.get(&def.name) else { continue };
        def.name.clone_from(name);
        if let Some(descriptions) = descriptions.get(name.as_str()) {
            descriptions.describe(def);
        }
    }
    for operation in &mut api.operations {
        operation.each_type_mut(&mut |ty| ty.rename(&all));
    }
    all
}

/// The descriptions of types that become one.
#[derive(Default)]
struct Descriptions {
    of_type: BTreeSet<String>,
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
