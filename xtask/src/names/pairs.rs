//! Which operation and type of a new document is which of the old one, before the new ones have names.
//!
//! What a type is follows from where it is used: the result of the same operation, the field with the same name. Names
//! that the document gives may move.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet, HashMap},
};

use monitoring_service_codegen::{
    api::Place,
    rust_type::{RustType, Wrapper},
    surface::{Field, Operation, PublicApi, SentAs, Setter, Shape, Type},
    text::method::Method,
};

use super::Fresh;

/// The operations and types that stand on both sides.
pub struct Pairs<'a> {
    /// The new method of `Client` for each old one.
    pub operations: BTreeMap<&'a str, &'a str>,
    /// The new type for each old one.
    pub types: Types<'a>,
}

/// The new type for each old one.
type Types<'a> = BTreeMap<&'a str, Chosen<'a>>;

/// The type that an old one is now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Chosen<'a> {
    /// Whether the old one is that of the last release, which updates since then have lost.
    pub is_released: bool,
    /// Whether they have enough in common to be one.
    pub is_alike: bool,
    /// Whether it stands where the old one is recorded.
    pub is_recorded: bool,
    /// How often it is used where the old one was, in what is one on both sides.
    pub uses: usize,
    /// How often in whatever is used alike.
    pub all_uses: usize,
    /// Its name.
    pub name: Reverse<&'a str>,
}

/// Which of several old types that are one now comes first, and keeps its name.
pub type Rank<'a> = (Reverse<Chosen<'a>>, usize, &'a str);

impl<'a> Chosen<'a> {
    /// The rank of the old type `name`: the one that fits best is first.
    pub fn rank(self, name: &'a str) -> Rank<'a> {
        (Reverse(self), name.len(), name)
    }

    /// What counts for a name that is no longer the present one.
    fn by_uses(&self) -> (bool, usize, usize, Self) {
        (self.is_alike, self.uses, self.all_uses, *self)
    }
}

impl<'a> Pairs<'a> {
    /// Finds out what is what: where the old types are recorded, and which new ones are named schemas. What `known` has is
    /// not taken for an operation that is only called so.
    pub fn new(old: &super::Named<'a>, new: &Fresh<'a>, known: Option<&Pairs<'a>>) -> Self {
        let operations = operations(old.api, new.api, known);
        let recorded = old.names.types.iter().filter_map(|(name, names)| Some((name.as_str(), names.place.as_ref()?)));
        let schemas = new.model.types.iter().filter(|def| def.place.schema_name().is_some());
        let places = Places {
            recorded: recorded.collect(),
            schemas: schemas.map(|def| (def.name.as_str(), &def.place)).collect(),
        };
        let types = types(old.api, new.api, &operations, &places);
        Self { operations, types }
    }

    /// The new method for the operation that is called `name` in the `old` API, be it by a former name.
    pub fn operation(&self, old: &PublicApi, name: &str) -> Option<&'a str> {
        self.operations.get(old.operation_called(name)?).copied()
    }

    /// The new type for the one that is called `name` in the `old` API, be it by a former name.
    pub fn ty(&self, old: &PublicApi, name: &str) -> Option<&'a str> {
        Some(self.types.get(old.type_called(name)?)?.name.0)
    }
}

/// Where types stand.
struct Places<'a> {
    /// Of each old type.
    recorded: HashMap<&'a str, &'a Place>,
    /// Of each new one that has a name in the document.
    schemas: HashMap<&'a str, &'a Place>,
}

impl Places<'_> {
    /// Whether a new type is the schema that an old one was.
    fn are_one_schema(&self, old: &str, new: &str) -> bool {
        self.schemas.get(new).is_some_and(|place| self.recorded.get(old) == Some(place))
    }
}

/// An operation, after its method of `Client`.
type Named<'a> = (&'a str, &'a Operation);

/// Operations with one method and path belong together, then those with one name. Where several have one method and path,
/// which a fragment of the document's path tells apart, those with one name belong together, then those with one
/// operationId, and then the only ones that are left.
fn operations<'a>(old: &'a PublicApi, new: &'a PublicApi, known: Option<&Pairs<'a>>) -> BTreeMap<&'a str, &'a str> {
    let mut by_request: BTreeMap<_, [Vec<Named>; 2]> = BTreeMap::new();
    for (side, api) in [old, new].into_iter().enumerate() {
        for (name, operation) in &api.operations {
            by_request.entry(request(operation)).or_default()[side].push((name, operation));
        }
    }
    let mut pairs = BTreeMap::new();
    for [mut old, mut new] in by_request.into_values() {
        let have_one_name = |old: &Named, new: &Named| old.0 == new.0;
        let have_one_id = |old: &Named, new: &Named| old.1.id == new.1.id;
        for are_one in [have_one_name as fn(&Named, &Named) -> bool, have_one_id] {
            old.retain(|before| {
                let Some(index) = new.iter().position(|after| are_one(before, after)) else { return true };
                pairs.insert(before.0, new.remove(index).0);
                false
            });
        }
        if let ([(old_name, _)], [(new_name, _)]) = (old.as_slice(), new.as_slice()) {
            pairs.insert(old_name, new_name);
        }
    }
    let known = known.into_iter().flat_map(|known| known.operations.values());
    let taken: BTreeSet<&str> = pairs.values().chain(known).copied().collect();
    for name in old.operations.keys().map(String::as_str) {
        if !pairs.contains_key(name) && !taken.contains(name) && new.operations.contains_key(name) {
            pairs.insert(name, name);
        }
    }
    pairs
}

/// What is called, whatever the parameters of the path are named.
fn request(operation: &Operation) -> (Method, Vec<&str>) {
    let segments = operation.path.split('/').map(|segment| if segment.starts_with('{') { "{}" } else { segment });
    (operation.method, segments.collect())
}

/// What each old type is now. What a type is follows from what it is used in, which is found first.
fn types<'a>(
    old: &'a PublicApi,
    new: &'a PublicApi,
    operations: &BTreeMap<&'a str, &'a str>,
    places: &Places<'_>,
) -> Types<'a> {
    /// Deeper than documents nest; a bound in case that some alternate.
    const ROUNDS: usize = 16;
    let mut types = Types::new();
    for _ in 0..ROUNDS {
        let found = types_in(old, new, operations, places, &types);
        if found == types {
            break;
        }
        types = found;
    }
    types
}

/// The same, where those that types are used in are what is `known` of them.
fn types_in<'a>(
    old: &'a PublicApi,
    new: &'a PublicApi,
    operations: &BTreeMap<&'a str, &'a str>,
    places: &Places<'_>,
    known: &Types<'a>,
) -> Types<'a> {
    let chosen = |name: &str, new_name: &'a str, Vote { uses, all_uses, is_recorded }| Chosen {
        is_released: false,
        is_alike: is_alike(&old.types[name], &new.types[new_name]),
        is_recorded: is_recorded || places.are_one_schema(name, new_name),
        uses,
        all_uses,
        name: Reverse(new_name),
    };
    let may_be = |chosen: &Chosen<'_>| chosen.is_alike || chosen.is_recorded;
    let candidates: BTreeMap<&str, Vec<Chosen<'_>>> = Votes::of(old, new, operations, places, known)
        .0
        .into_iter()
        .map(|(name, votes)| {
            let candidates = votes.into_iter().map(|(new_name, vote)| chosen(name, new_name, vote));
            (name, candidates.filter(may_be).collect())
        })
        .collect();
    let best = candidates.iter().filter_map(|(name, of)| Some((*name, *of.iter().max()?)));
    let mut pairs: Types<'_> = best.collect();
    // What would be a former name of something else stands for what is used most where it was.
    let mut kept: BTreeMap<Reverse<&str>, Rank<'_>> = BTreeMap::new();
    for (name, chosen) in &pairs {
        let best = kept.entry(chosen.name).or_insert(chosen.rank(name));
        *best = chosen.rank(name).min(*best);
    }
    for (name, chosen) in &mut pairs {
        if chosen.rank(name) != kept[&chosen.name] {
            *chosen = candidates[name].iter().copied().max_by_key(Chosen::by_uses).unwrap_or(*chosen);
        }
    }
    // What is used where nothing like it was, or only by operations of one side, is the schema that it was.
    let schemas: HashMap<&Place, &str> =
        new.types.keys().filter_map(|name| Some((*places.schemas.get(name.as_str())?, name.as_str()))).collect();
    let taken: BTreeSet<&str> = pairs.values().map(|chosen| chosen.name.0).collect();
    let left = old.types.keys().filter(|name| !pairs.contains_key(name.as_str()));
    let left: Vec<(&str, Chosen<'_>)> = left
        .filter_map(|name| {
            let new_name = schemas.get(places.recorded.get(name.as_str())?).filter(|name| !taken.contains(**name))?;
            Some((name.as_str(), chosen(name, new_name, Vote::default())))
        })
        .filter(|(_, chosen)| chosen.is_alike)
        .collect();
    pairs.extend(left);
    pairs
}

/// How often an old type is used where a new one is used, in what is one and in all, and whether that is so where it is
/// recorded.
#[derive(Debug, Clone, Copy, Default)]
struct Vote {
    uses: usize,
    all_uses: usize,
    is_recorded: bool,
}

/// By old and new type.
struct Votes<'a>(BTreeMap<&'a str, BTreeMap<&'a str, Vote>>);

/// Two types that are used alike, and the place where the old one is.
type Alike<'a> = (&'a str, &'a str, Place);

impl<'a> Votes<'a> {
    fn of(
        old: &'a PublicApi,
        new: &'a PublicApi,
        operations: &BTreeMap<&'a str, &'a str>,
        places: &Places<'_>,
        known: &Types<'a>,
    ) -> Self {
        let mut votes = Self(BTreeMap::new());
        let mut seen = BTreeSet::new();
        let mut open: Vec<Alike<'a>> = Vec::new();
        for (old_name, new_name) in operations {
            let (before, after) = (&old.operations[*old_name], &new.operations[*new_name]);
            open.extend(used_alike(&before.result, &after.result, old_name, " response"));
            open.extend(used_in_page(&before.result, new.elements(&after.result), old_name));
            for (name, other) in counterparts(before, after) {
                let (setter, other) = (&before.setters[name], &after.setters[other]);
                let part = match value(name, setter) {
                    ("body", _) => " body".to_owned(),
                    (place, name) => format!(" {place} {name}"),
                };
                open.extend(used_alike(&setter.accepts, &other.accepts, old_name, &part));
            }
        }
        let mut open: Vec<(Alike<'a>, bool)> = open.into_iter().map(|alike| (alike, true)).collect();
        while let Some(((old_name, new_name, place), is_in_one)) = open.pop() {
            let (Some(before), Some(after)) = (old.types.get(old_name), new.types.get(new_name)) else { continue };
            let vote = votes.0.entry(old_name).or_default().entry(new_name).or_default();
            vote.all_uses += 1;
            vote.uses += usize::from(is_in_one);
            vote.is_recorded |= is_in_one && places.recorded.get(old_name) == Some(&&place);
            if seen.insert((old_name, new_name)) {
                let are_one = known.get(old_name).is_some_and(|chosen| chosen.name.0 == new_name);
                open.extend(inside(old_name, before, after).into_iter().map(|alike| (alike, are_one)));
            }
        }
        votes
    }
}

/// What is used alike inside two types.
fn inside<'a>(name: &str, old: &'a Type, new: &'a Type) -> Vec<Alike<'a>> {
    let mut used: Vec<_> = match (&old.shape, &new.shape) {
        (Shape::Struct(old), Shape::Struct(new)) => {
            let new: HashMap<&str, &RustType> =
                new.values().map(|field| (field.wire_name.as_str(), &field.ty)).collect();
            let used = old.values().filter_map(|Field { ty, wire_name }| {
                used_alike(ty, new.get(wire_name.as_str())?, name, &format!(".{wire_name}"))
            });
            used.collect()
        }
        (Shape::Enum(old), Shape::Enum(new)) => {
            let used = old.iter().filter_map(|(variant, held)| {
                used_alike(held.as_ref()?, new.get(variant)?.as_ref()?, name, &format!("::{variant}"))
            });
            used.collect()
        }
        _ => Vec::new(),
    };
    let samples = old.samples.as_ref().zip(new.samples.as_ref());
    used.extend(samples.and_then(|(old, new)| used_alike(old, new, name, " samples")));
    used
}

/// What two types mention, if they differ in nothing but names and what may be absent.
fn used_alike<'a>(old: &'a RustType, new: &'a RustType, owner: &str, part: &str) -> Option<Alike<'a>> {
    let (before, after) = old.mentioned().zip(new.mentioned())?;
    are_alike(&old.wrappers, &new.wrappers).then(|| (before, after, place(owner, part, &old.wrappers)))
}

/// The place of what is within `wrappers`, which begin with the innermost.
fn place(owner: &str, part: &str, wrappers: &[Wrapper]) -> Place {
    let inside = wrappers.iter().rev().map(|wrapper| match wrapper {
        Wrapper::Vec => "[]",
        Wrapper::Map => "{}",
        _ => "",
    });
    Place::part(owner, &(part.to_owned() + &inside.collect::<String>()))
}

/// What the elements of a list and those of the page that it is now mention.
fn used_in_page<'a>(list: &'a RustType, element: Option<&'a RustType>, operation: &str) -> Option<Alike<'a>> {
    let [wrappers @ .., Wrapper::Vec] = list.wrappers.as_slice() else { return None };
    let element = element.filter(|element| are_alike(wrappers, &element.wrappers))?;
    let (before, after) = list.mentioned().zip(element.mentioned())?;
    Some((before, after, place(operation, " response", &list.wrappers)))
}

fn are_alike(old: &[Wrapper], new: &[Wrapper]) -> bool {
    let [old, new] = [old, new].map(|wrappers| wrappers.iter().filter(|wrapper| **wrapper != Wrapper::Option));
    old.eq(new)
}

/// Whether two types have enough in common to be one under two names: half of what the smaller one has.
fn is_alike(old: &Type, new: &Type) -> bool {
    let enough = |old: &BTreeSet<&String>, new: &BTreeSet<&String>| {
        let smaller = old.len().min(new.len());
        old == new || smaller > 0 && old.intersection(new).count() * 2 >= smaller
    };
    match (&old.shape, &new.shape) {
        (Shape::Struct(old), Shape::Struct(new)) => {
            let [old, new] = [old, new].map(|fields| fields.values().map(|field| &field.wire_name).collect());
            enough(&old, &new)
        }
        (Shape::Enum(old), Shape::Enum(new)) => enough(&old.keys().collect(), &new.keys().collect()),
        (Shape::OpenEnum(old, _), Shape::OpenEnum(new, _)) => enough(&old.values().collect(), &new.values().collect()),
        _ => false,
    }
}

/// The new setter for each old one: of the parameter with the same place and name, in the same place of the path, or of
/// one that is called the same; that of the body.
pub fn counterparts<'a>(old: &'a Operation, new: &'a Operation) -> BTreeMap<&'a str, &'a str> {
    let by_value: HashMap<_, &str> = new.setters.iter().map(|(name, setter)| (value(name, setter), &**name)).collect();
    let setters = old.setters.iter();
    let mut counterparts: BTreeMap<&str, &str> =
        setters.filter_map(|(name, setter)| Some((name.as_str(), *by_value.get(&value(name, setter))?))).collect();
    if old.path_setters.len() == new.path_setters.len() {
        let known: BTreeSet<&str> = counterparts.values().copied().collect();
        let in_path = old.path_setters.iter().zip(&new.path_setters);
        let renamed: Vec<_> = in_path
            .filter(|(old, new)| !counterparts.contains_key(old.as_str()) && !known.contains(new.as_str()))
            .collect();
        counterparts.extend(renamed.into_iter().map(|(old, new)| (old.as_str(), new.as_str())));
    }
    let known: BTreeSet<&str> = counterparts.values().copied().collect();
    let left = old.setters.keys().filter(|name| !counterparts.contains_key(name.as_str()));
    let left: Vec<&str> = left.map(String::as_str).filter(|name| !known.contains(name)).collect();
    counterparts.extend(left.into_iter().filter_map(|name| Some((name, new.setters.get_key_value(name)?.0.as_str()))));
    counterparts
}

/// Which value a setter sets: its place and its name there.
fn value<'a>(name: &'a str, setter: &'a Setter) -> (&'static str, &'a str) {
    match &setter.sent_as {
        Some(SentAs::Parameter(location, name)) => (location.name(), name),
        Some(SentAs::Body(..)) => ("body", ""),
        None => ("", name),
    }
}
