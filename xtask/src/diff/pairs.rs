//! Which operation and type of the new API is which of the old one.
//!
//! The service numbers the schemas that it has no name for (`Model12`), so that one new schema moves the names of
//! all later ones: compared by name alone, each of them would seem to have lost all its fields. What a type is
//! follows from where it is used: the result of the same operation, the field with the same name.

use std::collections::{BTreeMap, BTreeSet};

use monitoring_service_codegen::{
    rust_type::{RustType, Wrapper},
    text::method::Method,
};

use crate::surface::{Accepts, Operation, PublicApi, Shape, Type};

/// The operations and types that stand on both sides.
pub struct Pairs<'a> {
    /// The new method of `Client` for each old one.
    pub operations: BTreeMap<&'a str, &'a str>,
    /// The new name for each old one.
    pub types: BTreeMap<&'a str, &'a str>,
}

/// Who has values of a struct, on both sides.
#[derive(Clone, Copy)]
pub struct Use {
    /// Whether an operation sends it: what is required must be set.
    pub is_sent: bool,
    /// Whether no operation gives it: its fields are set by its builder, and read by nobody.
    pub is_only_sent: bool,
}

impl Use {
    /// Who has values of a type, as it was and as it is.
    pub fn new(old: &Type, new: &Type) -> Self {
        let is_sent = old.is_sent && new.is_sent;
        Self { is_sent, is_only_sent: is_sent && !old.is_received && !new.is_received }
    }
}

impl<'a> Pairs<'a> {
    /// Finds out what is what.
    pub fn new(old: &'a PublicApi, new: &'a PublicApi) -> Self {
        let operations = operations(old, new);
        let types = types(old, new, &operations);
        Self { operations, types }
    }

    /// The name that a type has in the new API, if it has one.
    pub fn new_name<'b>(&'b self, name: &'b str) -> &'b str {
        self.types.get(name).copied().unwrap_or(name)
    }

    /// An old type in the names of the new API.
    pub fn in_new_names(&self, ty: &RustType) -> RustType {
        ty.renamed(|name| self.new_name(name))
    }
}

/// An operation, after its method of `Client`.
type Named<'a> = (&'a str, &'a Operation);

/// Operations with one method and path belong together, then those with one name. Where several have one method and path,
/// which a fragment of the document's path tells apart, those with one name belong together, then those with one
/// operationId, and then the only ones that are left.
fn operations<'a>(old: &'a PublicApi, new: &'a PublicApi) -> BTreeMap<&'a str, &'a str> {
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
    let taken: BTreeSet<&str> = pairs.values().copied().collect();
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

fn types<'a>(
    old: &'a PublicApi,
    new: &'a PublicApi,
    operations: &BTreeMap<&'a str, &'a str>,
) -> BTreeMap<&'a str, &'a str> {
    let votes = votes(old, new, operations);
    let mut pairs = BTreeMap::new();
    for (name, candidates) in &votes {
        let chosen = if candidates.contains_key(name) {
            Some(*name)
        } else {
            let alike = candidates.iter().filter(|(new_name, _)| is_alike(&old.types[*name], &new.types[**new_name]));
            // The first of the names where several are used as often.
            alike
                .max_by_key(|(new_name, count)| (**count, std::cmp::Reverse(**new_name)))
                .map(|(new_name, _)| *new_name)
        };
        if let Some(chosen) = chosen {
            pairs.insert(*name, chosen);
        }
    }
    // What is used where nothing like it was, or only by operations of one side, is paired by its name.
    let taken: BTreeSet<&str> = pairs.values().copied().collect();
    for (name, ty) in &old.types {
        let is_free = !pairs.contains_key(name.as_str()) && !taken.contains(name.as_str());
        if is_free && new.types.get(name).is_some_and(|other| is_alike(ty, other)) {
            pairs.insert(name, name);
        }
    }
    pairs
}

type Votes<'a> = BTreeMap<&'a str, BTreeMap<&'a str, usize>>;

/// How often each old type is used where each new type is used.
fn votes<'a>(old: &'a PublicApi, new: &'a PublicApi, operations: &BTreeMap<&'a str, &'a str>) -> Votes<'a> {
    let mut votes = Votes::new();
    let mut seen = BTreeSet::new();
    let mut open: Vec<(&str, &str)> = Vec::new();
    for (old_name, new_name) in operations {
        let (before, after) = (&old.operations[*old_name], &new.operations[*new_name]);
        open.extend(used_alike(&before.result, &after.result));
        open.extend(used_in_page(&before.result, new.elements(&after.result)));
        for (name, setter) in &before.setters {
            let Some(other) = after.setters.get(name) else { continue };
            match (&setter.accepts, &other.accepts) {
                (Accepts::Value(before), Accepts::Value(after)) => open.extend(used_alike(before, after)),
                // The builder is taken and given back.
                (Accepts::Change(before), Accepts::Change(after)) => {
                    open.extend([(before.as_str(), after.as_str()); 2])
                }
                _ => {}
            }
        }
    }
    while let Some((old_name, new_name)) = open.pop() {
        let (Some(old), Some(new)) = (old.types.get(old_name), new.types.get(new_name)) else { continue };
        *votes.entry(old_name).or_default().entry(new_name).or_default() += 1;
        if seen.insert((old_name, new_name)) {
            open.extend(inside(old, new));
        }
    }
    votes
}

/// What is used alike inside two types.
fn inside<'a>(old: &'a Type, new: &'a Type) -> Vec<(&'a str, &'a str)> {
    let mut used: Vec<_> = match (&old.shape, &new.shape) {
        (Shape::Struct(old), Shape::Struct(new)) => {
            old.iter().filter_map(|(name, field)| used_alike(&field.ty, &new.get(name)?.ty)).collect()
        }
        (Shape::Enum(old), Shape::Enum(new)) => {
            old.iter().filter_map(|(name, held)| used_alike(held.as_ref()?, new.get(name)?.as_ref()?)).collect()
        }
        _ => Vec::new(),
    };
    used.extend(old.samples.as_ref().zip(new.samples.as_ref()).and_then(|(old, new)| used_alike(old, new)));
    used
}

/// What two types mention, if they differ in nothing but names and what may be absent.
fn used_alike<'a>(old: &'a RustType, new: &'a RustType) -> Option<(&'a str, &'a str)> {
    let mentioned = old.mentioned().zip(new.mentioned());
    mentioned.filter(|_| are_alike(&old.wrappers, &new.wrappers))
}

/// What the elements of a list and those of the page that it is now mention.
fn used_in_page<'a>(list: &'a RustType, element: Option<&'a RustType>) -> Option<(&'a str, &'a str)> {
    let [wrappers @ .., Wrapper::Vec] = list.wrappers.as_slice() else { return None };
    let element = element.filter(|element| are_alike(wrappers, &element.wrappers))?;
    list.mentioned().zip(element.mentioned())
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
        (Shape::Struct(old), Shape::Struct(new)) => enough(&old.keys().collect(), &new.keys().collect()),
        (Shape::Enum(old), Shape::Enum(new)) => enough(&old.keys().collect(), &new.keys().collect()),
        (Shape::OpenEnum(old, _), Shape::OpenEnum(new, _)) => enough(&old.values().collect(), &new.values().collect()),
        _ => false,
    }
}
