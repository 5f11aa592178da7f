//! Structs that contain themselves: a field that leads back to its struct is held in a box.

use std::collections::{BTreeMap, BTreeSet};

use crate::api::{Api, Field, Kind, Struct, Type, TypeDef};

/// The structs that contain each other, by a number for each such circle.
pub struct Circles<'a>(BTreeMap<&'a str, usize>);

impl<'a> Circles<'a> {
    /// Finds the circles among the structs of `api`.
    pub fn of(api: &'a Api) -> Self {
        let mut parts: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        let mut wholes: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (whole, body) in api.types.iter().filter_map(as_struct) {
            parts.entry(whole).or_default();
            for part in body.fields.iter().filter_map(held) {
                parts.entry(whole).or_default().push(part);
                wholes.entry(part).or_default().push(whole);
            }
        }
        // Kosaraju's algorithm: in the reverse of the order in which searches end, each search the other way finds one
        // circle.
        let mut ended = Vec::new();
        let mut seen = BTreeSet::new();
        for start in parts.keys() {
            search(start, &parts, &mut seen, &mut ended);
        }
        let mut circles = BTreeMap::new();
        let mut seen = BTreeSet::new();
        for (number, start) in ended.iter().rev().enumerate() {
            let mut circle = Vec::new();
            search(start, &wholes, &mut seen, &mut circle);
            circles.extend(circle.into_iter().map(|name| (name, number)));
        }
        Self(circles)
    }

    /// Whether `field` of the struct called `whole` leads back to it.
    pub fn is_boxed(&self, whole: &str, field: &Field) -> bool {
        let circle = held(field).and_then(|part| self.0.get(part));
        circle.is_some() && circle == self.0.get(whole)
    }
}

fn as_struct(def: &TypeDef) -> Option<(&str, &Struct)> {
    match &def.kind {
        Kind::Struct(body) => Some((&def.name, body)),
        _ => None,
    }
}

/// The named type that is in `field` as it is: elements of lists and maps are not.
fn held(field: &Field) -> Option<&str> {
    match &field.value.ty {
        Type::Named(name) => Some(name),
        _ => None,
    }
}

/// Adds all that `start` leads to, and that was not `seen`, to `ended`: what leads to something after it.
fn search<'a>(
    start: &'a str,
    edges: &BTreeMap<&'a str, Vec<&'a str>>,
    seen: &mut BTreeSet<&'a str>,
    ended: &mut Vec<&'a str>,
) {
    if !seen.insert(start) {
        return;
    }
    let targets = |name: &str| edges.get(name).map(Vec::as_slice).unwrap_or_default().iter();
    let mut open = vec![(start, targets(start))];
    while let Some((name, left)) = open.last_mut() {
        match left.find(|target| !seen.contains(*target)) {
            Some(target) => {
                seen.insert(target);
                open.push((target, targets(target)));
            }
            None => {
                ended.push(name);
                open.pop();
            }
        }
    }
}
