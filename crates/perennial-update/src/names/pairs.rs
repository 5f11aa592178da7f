//! The operations and types of a new document that are those of the old one, before the new ones have names.
//!
//! The identity of a type follows from where it is used: the result of the same operation, the field with the same
//! name. Names that the document gives may move.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet, HashMap, btree_map::Entry},
};

use perennial_codegen::{
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
    /// Set if the old one is that of the last release, which updates since then have lost.
    pub is_released: bool,
    /// Set if they have enough in common to be one.
    pub is_alike: bool,
    /// The evidence for it.
    pub vote: Vote,
    /// Its name.
    pub name: Reverse<&'a str>,
}

/// The evidence that an old type is a new one: how often the one is used where the other was.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Vote {
    /// Set if it stands where the old one is recorded.
    pub is_recorded: bool,
    /// The number of uses in things that are one on both sides.
    pub uses: usize,
    /// The number of uses in whatever is used alike.
    pub all_uses: usize,
}

/// The rank that decides which of several old types that are one now comes first, and keeps its name.
pub type Rank<'a> = (Reverse<Chosen<'a>>, usize, &'a str);

impl<'a> Chosen<'a> {
    /// The rank of the old type `name`: the one that fits best is first.
    pub fn rank(self, name: &'a str) -> Rank<'a> {
        (Reverse(self), name.len(), name)
    }

    /// Returns the key that decides for a name that is no longer the present one.
    fn by_uses(&self) -> (bool, usize, usize, Self) {
        (self.is_alike, self.vote.uses, self.vote.all_uses, *self)
    }
}

impl<'a> Pairs<'a> {
    /// Finds out what is what: where the old types are recorded, and which new ones are named schemas. What `known` has is
    /// not taken for an operation that is only called so.
    pub fn new(old: &super::Named<'a>, new: &Fresh<'a>, known: Option<&Pairs<'a>>) -> Self {
        let recorded = old.names.types.iter().filter_map(|(name, names)| Some((name.as_str(), names.place.as_ref()?)));
        let defs = new.model.types.iter().map(|def| (&def.place, def.name.as_str()));
        let schemas = defs.filter(|(place, name)| place.schema_name().is_some() && new.api.types.contains_key(*name));
        let sides = Sides {
            old: old.api,
            new: new.api,
            operations: operations(old.api, new.api, known),
            recorded: recorded.collect(),
            schemas: schemas.collect(),
        };
        Self { types: sides.types(), operations: sides.operations }
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

/// An operation, after its method of `Client`.
type Named<'a> = (&'a str, &'a Operation);

/// Pairs operations: those with one method and path belong together, then those with one name. Where several have one
/// method and path, and a fragment of the document's path distinguishes them, those with one name belong together, then
/// those with one operationId, and then the only ones that are left.
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

/// Returns the method and path, whatever the parameters of the path are named.
fn request(operation: &Operation) -> (Method, Vec<&str>) {
    let segments = operation.path.split('/').map(|segment| if segment.starts_with('{') { "{}" } else { segment });
    (operation.method, segments.collect())
}

/// Two APIs whose types are to be paired.
struct Sides<'a> {
    old: &'a PublicApi,
    new: &'a PublicApi,
    /// The new method of `Client` for each old one.
    operations: BTreeMap<&'a str, &'a str>,
    /// The place at which each old type is recorded.
    recorded: HashMap<&'a str, &'a Place>,
    /// The new types that have a name in the document.
    schemas: HashMap<&'a Place, &'a str>,
}

/// Two types that are used alike, and the place where the old one is.
type Alike<'a> = (&'a str, &'a str, Place);

impl<'a> Sides<'a> {
    /// Finds the new type for each old one. It follows from the types in which that is used, which are found first.
    fn types(&self) -> Types<'a> {
        /// Deeper than documents nest; a bound in case that some alternate.
        const ROUNDS: usize = 16;
        let mut types = Types::new();
        for _ in 0..ROUNDS {
            let found = self.types_in(&types);
            if found == types {
                break;
            }
            types = found;
        }
        types
    }

    /// The same, where those that types are used in are what is `known` of them.
    fn types_in(&self, known: &Types<'a>) -> Types<'a> {
        let may_be = |chosen: &Chosen<'_>| chosen.is_alike || chosen.vote.is_recorded;
        let candidates: BTreeMap<&str, Vec<Chosen<'_>>> = self
            .votes(known)
            .into_iter()
            .map(|(name, votes)| {
                let candidates = votes.into_iter().map(|(new_name, vote)| self.chosen(name, new_name, vote));
                (name, candidates.filter(may_be).collect())
            })
            .collect();
        let best = candidates.iter().filter_map(|(name, of)| Some((*name, *of.iter().max()?)));
        let mut pairs: Types<'_> = best.collect();
        // A name that would be a former one of something else stands for what is used most where it was.
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
        // A type that is used where nothing like it was, or only by operations of one side, is the schema that it was.
        let taken: BTreeSet<&str> = pairs.values().map(|chosen| chosen.name.0).collect();
        for name in self.old.types.keys() {
            let left = self.schema(name).filter(|new_name| !taken.contains(new_name));
            let chosen = left.map(|new_name| self.chosen(name, new_name, Vote::default()));
            if let Some(chosen) = chosen.filter(|chosen| chosen.is_alike) {
                pairs.entry(name).or_insert(chosen);
            }
        }
        pairs
    }

    fn chosen(&self, name: &str, new_name: &'a str, vote: Vote) -> Chosen<'a> {
        Chosen {
            is_released: false,
            is_alike: is_alike(&self.old.types[name], &self.new.types[new_name]),
            vote: Vote { is_recorded: vote.is_recorded || self.schema(name) == Some(new_name), ..vote },
            name: Reverse(new_name),
        }
    }

    /// The new type that is the schema which an old one was.
    fn schema(&self, name: &str) -> Option<&'a str> {
        self.schemas.get(self.recorded.get(name)?).copied()
    }

    /// Counts how often each old type is used where a new one is used, and notes whether that is so where it is
    /// recorded.
    fn votes(&self, known: &Types<'a>) -> BTreeMap<&'a str, BTreeMap<&'a str, Vote>> {
        let mut votes = BTreeMap::<&str, BTreeMap<&str, Vote>>::new();
        let mut seen = BTreeSet::new();
        let mut open = Vec::new();
        for (old_name, new_name) in &self.operations {
            let (before, after) = (&self.old.operations[*old_name], &self.new.operations[*new_name]);
            let mut add = |alike: Option<Alike<'a>>| open.extend(alike.map(|alike| (alike, true)));
            add(used_alike(&before.result, &after.result, old_name, " response"));
            let streams = before.stream.as_ref().zip(after.stream.as_ref());
            add(streams.and_then(|((_, before), (_, after))| used_alike(before, after, old_name, " stream")));
            add(used_in_page(&before.result, self.new.elements(&after.result), old_name));
            for (name, other) in counterparts(before, after) {
                let (setter, other) = (&before.setters[name], &after.setters[other]);
                let part = match value(name, setter) {
                    ("body", _) => " body".to_owned(),
                    (place, name) => format!(" {place} {name}"),
                };
                add(used_alike(&setter.accepts, &other.accepts, old_name, &part));
            }
        }
        while let Some(((old_name, new_name, place), is_in_one)) = open.pop() {
            let types = self.old.types.get(old_name).zip(self.new.types.get(new_name));
            let Some((before, after)) = types else { continue };
            let vote = votes.entry(old_name).or_default().entry(new_name).or_default();
            vote.all_uses += 1;
            vote.uses += usize::from(is_in_one);
            vote.is_recorded |= is_in_one && self.recorded.get(old_name) == Some(&&place);
            if seen.insert((old_name, new_name)) {
                let are_one = known.get(old_name).is_some_and(|chosen| chosen.name.0 == new_name);
                open.extend(inside(old_name, before, after).into_iter().map(|alike| (alike, are_one)));
            }
        }
        votes
    }
}

/// Returns the types that are used alike inside two types.
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

/// Returns what two types mention, if they differ in nothing but names and what may be absent.
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

/// Returns what the elements of a list and those of the page that it is now mention.
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

/// Checks whether two types have enough in common to be one under two names: half of what the smaller one has.
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
    let (mut counterparts, mut taken) = (BTreeMap::new(), BTreeSet::new());
    let mut pair = |name: &'a str, new_name: Option<&'a str>| {
        if let (Entry::Vacant(entry), Some(new_name)) = (counterparts.entry(name), new_name)
            && taken.insert(new_name)
        {
            entry.insert(new_name);
        }
    };
    let by_value: HashMap<_, &str> = new.setters.iter().map(|(name, setter)| (value(name, setter), &**name)).collect();
    for (name, setter) in &old.setters {
        pair(name, by_value.get(&value(name, setter)).copied());
    }
    if old.path_setters.len() == new.path_setters.len() {
        old.path_setters.iter().zip(&new.path_setters).for_each(|(name, new_name)| pair(name, Some(new_name)));
    }
    for name in old.setters.keys() {
        pair(name, new.setters.contains_key(name).then_some(name));
    }
    counterparts
}

/// Returns the value that a setter sets: its place and its name there.
fn value<'a>(name: &'a str, setter: &'a Setter) -> (&'static str, &'a str) {
    match &setter.sent_as {
        Some(SentAs::Parameter(location, name)) => (location.name(), name),
        Some(SentAs::Body(..)) => ("body", ""),
        None => ("", name),
    }
}
