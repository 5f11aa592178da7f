//! Matches the operations and types of an old document with the operations and types of a new document, before the new
//! operations and types are named.
//!
//! A type is recognised by its uses: the operations that return it, and the fields that contain it. Its name in the
//! document is unreliable, because it may now belong to a different type.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet, HashMap, btree_map::Entry},
};

use perennial_codegen::{
    api::Place,
    rust_type::{RustType, Wrapper},
    surface::{PublicApi, PublicField, PublicOperation, PublicSetter, PublicShape, PublicType, SentAs},
    text::method::Method,
};

use super::FreshlyNamedDocument;

/// The operations and types that two APIs have in common, possibly under other names.
pub struct ApiMatches<'a> {
    /// Maps the old names of the matched methods of `Client` to the new ones.
    pub operations: BTreeMap<&'a str, &'a str>,
    /// Maps the old names of the matched types to the new types.
    pub types: TypeMatches<'a>,
}

type TypeMatches<'a> = BTreeMap<&'a str, TypeMatch<'a>>;

/// A new type that may match an old one. Candidates are compared by these fields, in this order. The greatest candidate
/// is the best match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct TypeMatch<'a> {
    /// Whether the old type is from the last release, because an unreleased update removed it.
    pub is_released: bool,
    /// Whether at least half of the parts of the smaller type are also in the other type.
    pub is_similar: bool,
    /// The evidence that both types are used in the same places.
    pub evidence: Evidence,
    /// The name of the new type. Ties are broken alphabetically.
    pub name: Reverse<&'a str>,
}

/// The evidence that an old and a new type are the same: how often both are used in the same places of their APIs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Evidence {
    /// Whether `names.json` records one of the shared places for the old type.
    pub is_recorded: bool,
    /// The number of shared places in operations and types that are themselves matched with each other.
    pub uses: usize,
    /// The number of all shared places, including places in operations and types that are not matched.
    pub all_uses: usize,
}

/// The sort key of an old type among all old types that became the same new type. The old type that sorts first keeps
/// its name.
pub type Rank<'a> = (Reverse<TypeMatch<'a>>, usize, &'a str);

impl<'a> TypeMatch<'a> {
    /// Returns the sort key of the old type `name`. Better matches sort first.
    pub fn rank(self, name: &'a str) -> Rank<'a> {
        (Reverse(self), name.len(), name)
    }

    /// Returns the key that selects the new type to which a former name refers. Unlike in the usual order of matches,
    /// the number of shared uses counts more than the recorded place.
    fn key_by_uses(&self) -> (bool, usize, usize, Self) {
        (self.is_similar, self.evidence.uses, self.evidence.all_uses, *self)
    }
}

impl<'a> ApiMatches<'a> {
    /// Matches the operations and types of `old` with the operations and types of `new`. If an operation of `new`
    /// already has a match in `known`, its name alone is not enough to match it with a different operation.
    pub fn new(old: &super::NamedDocument<'a>, new: &FreshlyNamedDocument<'a>, known: Option<&ApiMatches<'a>>) -> Self {
        let recorded = old.names.types.iter().filter_map(|(name, names)| Some((name.as_str(), names.place.as_ref()?)));
        let defs = new.model.types.iter().map(|def| (&def.place, def.name.as_str()));
        let schemas = defs.filter(|(place, name)| place.schema_name().is_some() && new.api.types.contains_key(*name));
        let sides = TypeMatcher {
            old: old.api,
            new: new.api,
            operations: match_operations(old.api, new.api, known),
            recorded: recorded.collect(),
            schemas: schemas.collect(),
        };
        Self { types: sides.match_types(), operations: sides.operations }
    }

    /// Returns the new name of the operation that `old` calls `name`, which may be a former name.
    pub fn new_operation(&self, old: &PublicApi, name: &str) -> Option<&'a str> {
        self.operations.get(old.find_operation(name)?).copied()
    }

    /// Returns the new name of the type that `old` calls `name`, which may be a former name.
    pub fn new_type(&self, old: &PublicApi, name: &str) -> Option<&'a str> {
        Some(self.types.get(old.find_type(name)?)?.name.0)
    }
}

struct NamedOperation<'a> {
    name: &'a str,
    operation: &'a PublicOperation,
}

/// Matches operations with the same method and path, then the others by name.
///
/// Several operations have the same method and path if their paths differ only in a fragment. They are matched by name,
/// then by `operationId`. If a single operation then remains on each side, these two are matched as well.
fn match_operations<'a>(
    old: &'a PublicApi,
    new: &'a PublicApi,
    known: Option<&ApiMatches<'a>>,
) -> BTreeMap<&'a str, &'a str> {
    let mut by_request: BTreeMap<_, [Vec<NamedOperation>; 2]> = BTreeMap::new();
    for (side, api) in [old, new].into_iter().enumerate() {
        for (name, operation) in &api.operations {
            by_request.entry(request_key(operation)).or_default()[side].push(NamedOperation { name, operation });
        }
    }
    let mut matches = BTreeMap::new();
    for [mut old, mut new] in by_request.into_values() {
        let have_one_name = |old: &NamedOperation, new: &NamedOperation| old.name == new.name;
        let have_one_id = |old: &NamedOperation, new: &NamedOperation| old.operation.id == new.operation.id;
        for is_same in [have_one_name as fn(&NamedOperation, &NamedOperation) -> bool, have_one_id] {
            old.retain(|before| {
                let Some(index) = new.iter().position(|after| is_same(before, after)) else { return true };
                matches.insert(before.name, new.remove(index).name);
                false
            });
        }
        if let ([old], [new]) = (old.as_slice(), new.as_slice()) {
            matches.insert(old.name, new.name);
        }
    }
    let known = known.into_iter().flat_map(|known| known.operations.values());
    let matched: BTreeSet<&str> = matches.values().chain(known).copied().collect();
    for name in old.operations.keys().map(String::as_str) {
        if !matches.contains_key(name) && !matched.contains(name) && new.operations.contains_key(name) {
            matches.insert(name, name);
        }
    }
    matches
}

/// Returns the method and path without the names of path parameters, so that renaming a parameter makes no difference.
fn request_key(operation: &PublicOperation) -> (Method, Vec<&str>) {
    let segments = operation.path.split('/').map(|segment| if segment.starts_with('{') { "{}" } else { segment });
    (operation.method, segments.collect())
}

struct TypeMatcher<'a> {
    old: &'a PublicApi,
    new: &'a PublicApi,
    operations: BTreeMap<&'a str, &'a str>,
    /// For each old type, the place that `names.json` records for it.
    recorded: HashMap<&'a str, &'a Place>,
    /// For the place of each named schema, the new type.
    schemas: HashMap<&'a Place, &'a str>,
}

/// A place in which an old and a new type are both used.
struct SharedUse<'a> {
    old: &'a str,
    new: &'a str,
    /// The place, written with the names of the old API.
    place: Place,
}

impl<'a> TypeMatcher<'a> {
    /// Finds the new type for each old type. Because types are matched by the types that contain them, this is repeated
    /// until nothing changes.
    fn match_types(&self) -> TypeMatches<'a> {
        /// The maximum number of rounds, which prevents endless alternation between two results. Real documents need
        /// fewer, because their types are not nested that deeply.
        const ROUNDS: usize = 16;
        let mut types = TypeMatches::new();
        for _ in 0..ROUNDS {
            let next = self.match_types_within(&types);
            if next == types {
                break;
            }
            types = next;
        }
        types
    }

    /// Matches each old type once. `known` contains the matches of the previous round.
    fn match_types_within(&self, known: &TypeMatches<'a>) -> TypeMatches<'a> {
        let may_be = |chosen: &TypeMatch<'_>| chosen.is_similar || chosen.evidence.is_recorded;
        let candidates: BTreeMap<&str, Vec<TypeMatch<'_>>> = self
            .count_evidence(known)
            .into_iter()
            .map(|(name, evidence_by_name)| {
                let candidates = evidence_by_name
                    .into_iter()
                    .map(|(new_name, evidence)| self.rate_type_match(name, new_name, evidence));
                (name, candidates.filter(may_be).collect())
            })
            .collect();
        let best = candidates.iter().filter_map(|(name, of)| Some((*name, *of.iter().max()?)));
        let mut matches: TypeMatches<'_> = best.collect();
        // If several old types became one, only the best match keeps its name, and the other names become former names.
        // Each former name refers to the new type with most of the old type's uses, which may be a different type.
        let mut best_ranks: BTreeMap<Reverse<&str>, Rank<'_>> = BTreeMap::new();
        for (name, chosen) in &matches {
            let best = best_ranks.entry(chosen.name).or_insert(chosen.rank(name));
            *best = chosen.rank(name).min(*best);
        }
        for (name, chosen) in &mut matches {
            if chosen.rank(name) != best_ranks[&chosen.name] {
                *chosen = candidates[name].iter().copied().max_by_key(TypeMatch::key_by_uses).unwrap_or(*chosen);
            }
        }
        // An old type may share no use with any new one, for example if all its uses are in new fields. It is matched
        // with the schema at its recorded place.
        let matched: BTreeSet<&str> = matches.values().map(|chosen| chosen.name.0).collect();
        for name in self.old.types.keys() {
            let left = self.schema_in_recorded_place(name).filter(|new_name| !matched.contains(new_name));
            let chosen = left.map(|new_name| self.rate_type_match(name, new_name, Evidence::default()));
            if let Some(chosen) = chosen.filter(|chosen| chosen.is_similar) {
                matches.entry(name).or_insert(chosen);
            }
        }
        matches
    }

    fn rate_type_match(&self, name: &str, new_name: &'a str, evidence: Evidence) -> TypeMatch<'a> {
        TypeMatch {
            is_released: false,
            is_similar: are_similar(&self.old.types[name], &self.new.types[new_name]),
            evidence: Evidence {
                is_recorded: evidence.is_recorded || self.schema_in_recorded_place(name) == Some(new_name),
                ..evidence
            },
            name: Reverse(new_name),
        }
    }

    /// Returns the named schema of the new document at the place that is recorded for an old type.
    fn schema_in_recorded_place(&self, name: &str) -> Option<&'a str> {
        self.schemas.get(self.recorded.get(name)?).copied()
    }

    /// Counts the places in which an old and a new type are both used, for each pair of types. Records whether one of
    /// these places is the recorded one.
    fn count_evidence(&self, known: &TypeMatches<'a>) -> BTreeMap<&'a str, BTreeMap<&'a str, Evidence>> {
        let mut evidence_by_type = BTreeMap::<&str, BTreeMap<&str, Evidence>>::new();
        let mut seen = BTreeSet::new();
        let mut open = Vec::new();
        for (old_name, new_name) in &self.operations {
            let (before, after) = (&self.old.operations[*old_name], &self.new.operations[*new_name]);
            let mut add =
                |shared_use: Option<SharedUse<'a>>| open.extend(shared_use.map(|shared_use| (shared_use, true)));
            add(find_shared_use(&before.result, &after.result, old_name, " response"));
            let streams = before.stream.as_ref().zip(after.stream.as_ref());
            add(streams.and_then(|((_, before), (_, after))| find_shared_use(before, after, old_name, " stream")));
            add(find_shared_element_use(&before.result, self.new.elements(&after.result), old_name));
            for (name, other) in match_setters(before, after) {
                let (setter, other) = (&before.setters[name], &after.setters[other]);
                let part = match sent_value(name, setter) {
                    ("body", _) => " body".to_owned(),
                    (place, name) => format!(" {place} {name}"),
                };
                add(find_shared_use(&setter.accepts, &other.accepts, old_name, &part));
            }
        }
        while let Some((SharedUse { old: old_name, new: new_name, place }, is_in_match)) = open.pop() {
            let types = self.old.types.get(old_name).zip(self.new.types.get(new_name));
            let Some((before, after)) = types else { continue };
            let evidence = evidence_by_type.entry(old_name).or_default().entry(new_name).or_default();
            evidence.all_uses += 1;
            evidence.uses += usize::from(is_in_match);
            evidence.is_recorded |= is_in_match && self.recorded.get(old_name) == Some(&&place);
            if seen.insert((old_name, new_name)) {
                let is_match = known.get(old_name).is_some_and(|chosen| chosen.name.0 == new_name);
                open.extend(
                    shared_uses_inside(old_name, before, after).into_iter().map(|shared_use| (shared_use, is_match)),
                );
            }
        }
        evidence_by_type
    }
}

/// Finds the parts that two versions of a type have in common, such as fields. Returns the old and the new type of each
/// of these parts.
fn shared_uses_inside<'a>(name: &str, old: &'a PublicType, new: &'a PublicType) -> Vec<SharedUse<'a>> {
    let mut used: Vec<_> = match (&old.shape, &new.shape) {
        (PublicShape::Struct(old), PublicShape::Struct(new)) => {
            let new: HashMap<&str, &RustType> =
                new.values().map(|field| (field.wire_name.as_str(), &field.ty)).collect();
            let used = old.values().filter_map(|PublicField { ty, wire_name }| {
                find_shared_use(ty, new.get(wire_name.as_str())?, name, &format!(".{wire_name}"))
            });
            used.collect()
        }
        (PublicShape::Enum(old), PublicShape::Enum(new)) => {
            let used = old.iter().filter_map(|(variant, held)| {
                find_shared_use(held.as_ref()?, new.get(variant)?.as_ref()?, name, &format!("::{variant}"))
            });
            used.collect()
        }
        _ => Vec::new(),
    };
    let samples = old.samples.as_ref().zip(new.samples.as_ref());
    used.extend(samples.and_then(|(old, new)| find_shared_use(old, new, name, " samples")));
    used
}

/// Returns the old and the new named type of a part, such as a field. Returns `None` if either version has no named
/// type, or if the named types are in different lists or maps. Whether the value is optional makes no difference.
fn find_shared_use<'a>(old: &'a RustType, new: &'a RustType, owner: &str, part: &str) -> Option<SharedUse<'a>> {
    let (before, after) = old.type_name().zip(new.type_name())?;
    have_same_wrappers(&old.wrappers, &new.wrappers).then(|| SharedUse {
        old: before,
        new: after,
        place: place_inside(owner, part, &old.wrappers),
    })
}

/// Returns the place of a value inside the lists and maps of `part`. The innermost of the `wrappers` comes first.
fn place_inside(owner: &str, part: &str, wrappers: &[Wrapper]) -> Place {
    let inside = wrappers.iter().rev().map(|wrapper| match wrapper {
        Wrapper::Vec => "[]",
        Wrapper::Map => "{}",
        _ => "",
    });
    Place::part(owner, &(part.to_owned() + &inside.collect::<String>()))
}

/// Compares an operation that returned a list, and now returns a page. Returns the named types of the elements of both.
fn find_shared_element_use<'a>(
    list: &'a RustType,
    element: Option<&'a RustType>,
    operation: &str,
) -> Option<SharedUse<'a>> {
    let [wrappers @ .., Wrapper::Vec] = list.wrappers.as_slice() else { return None };
    let element = element.filter(|element| have_same_wrappers(wrappers, &element.wrappers))?;
    let (before, after) = list.type_name().zip(element.type_name())?;
    Some(SharedUse { old: before, new: after, place: place_inside(operation, " response", &list.wrappers) })
}

fn have_same_wrappers(old: &[Wrapper], new: &[Wrapper]) -> bool {
    let [old, new] = [old, new].map(|wrappers| wrappers.iter().filter(|wrapper| **wrapper != Wrapper::Option));
    old.eq(new)
}

/// Returns whether two types may be the same type under two names: at least half of the parts of the smaller type are
/// also in the other type.
fn are_similar(old: &PublicType, new: &PublicType) -> bool {
    let enough = |old: &BTreeSet<&String>, new: &BTreeSet<&String>| {
        let smaller = old.len().min(new.len());
        old == new || smaller > 0 && old.intersection(new).count() * 2 >= smaller
    };
    match (&old.shape, &new.shape) {
        (PublicShape::Struct(old), PublicShape::Struct(new)) => {
            let [old, new] = [old, new].map(|fields| fields.values().map(|field| &field.wire_name).collect());
            enough(&old, &new)
        }
        (PublicShape::Enum(old), PublicShape::Enum(new)) => enough(&old.keys().collect(), &new.keys().collect()),
        (PublicShape::OpenEnum(old, _), PublicShape::OpenEnum(new, _)) => {
            enough(&old.values().collect(), &new.values().collect())
        }
        _ => false,
    }
}

/// Returns each old setter of an operation with the new setter for the same value. A body matches a body. Parameters
/// are matched by location and name, then by position in the path, then by the name of the setter.
pub fn match_setters<'a>(old: &'a PublicOperation, new: &'a PublicOperation) -> BTreeMap<&'a str, &'a str> {
    let (mut counterparts, mut matched) = (BTreeMap::new(), BTreeSet::new());
    let mut pair = |name: &'a str, new_name: Option<&'a str>| {
        if let (Entry::Vacant(entry), Some(new_name)) = (counterparts.entry(name), new_name)
            && matched.insert(new_name)
        {
            entry.insert(new_name);
        }
    };
    let by_value: HashMap<_, &str> =
        new.setters.iter().map(|(name, setter)| (sent_value(name, setter), &**name)).collect();
    for (name, setter) in &old.setters {
        pair(name, by_value.get(&sent_value(name, setter)).copied());
    }
    if old.path_setters.len() == new.path_setters.len() {
        old.path_setters.iter().zip(&new.path_setters).for_each(|(name, new_name)| pair(name, Some(new_name)));
    }
    for name in old.setters.keys() {
        pair(name, new.setters.contains_key(name).then_some(name));
    }
    counterparts
}

/// Returns where the value of a setter is sent, and under which name.
fn sent_value<'a>(name: &'a str, setter: &'a PublicSetter) -> (&'static str, &'a str) {
    match &setter.sent_as {
        Some(SentAs::Parameter(location, name)) => (location.name(), name),
        Some(SentAs::Body(..)) => ("body", ""),
        None => ("", name),
    }
}
