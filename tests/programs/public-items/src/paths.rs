//! By which path a caller names an item.

use std::collections::{HashMap, VecDeque};

use rustdoc_types::{Crate, Id, Item, ItemEnum, ItemKind, Type};

/// An item: of which crate, and which one of it.
type Place = (usize, Id);

/// The paths of all items that can be named, the shortest of each.
pub struct Paths<'a> {
    crates: &'a [Crate],
    /// Where what these crates declare is, by the paths by which all of them know it.
    declared: HashMap<(ItemKind, &'a [String]), Place>,
    own: HashMap<Place, String>,
}

/// What the ids in the documentation of one of the crates stand for.
#[derive(Clone, Copy)]
pub struct Ids<'a> {
    paths: &'a Paths<'a>,
    of: usize,
}

/// What is found in the crates.
#[derive(Default)]
pub struct Found<'a> {
    /// Each item, in the order in which they were found, with the crate that declares it.
    pub items: Vec<(usize, &'a Item)>,
    /// Longer paths of these items, and those of what other crates declare and these export.
    pub also: Vec<String>,
}

/// What is generated from the document, and texts alone.
const LEFT_OUT: [&str; 5] = ["_guide", "builder", "tags", "types", "MockServerExt"];

pub fn is_left_out(path: &str) -> bool {
    path.split("::").skip(1).any(|name| LEFT_OUT.contains(&name))
}

impl<'a> Paths<'a> {
    /// What can be named from the root of the first crate.
    pub fn of(crates: &'a [Crate]) -> (Self, Found<'a>) {
        let mut declared = HashMap::new();
        for (of, docs) in crates.iter().enumerate() {
            let own = docs.paths.iter().filter(|(id, at)| at.crate_id == 0 && docs.index.contains_key(id));
            declared.extend(own.map(|(id, at)| ((at.kind, at.path.as_slice()), (of, *id))));
        }
        let mut paths = Self { crates, declared, own: HashMap::new() };
        let mut found = Found::default();
        let mut waiting: VecDeque<(Place, String)> = crates
            .first()
            .and_then(|docs| Some(((0, docs.root), docs.index.get(&docs.root)?.name.clone()?)))
            .into_iter()
            .collect();
        while let Some((place, path)) = waiting.pop_front() {
            if paths.own.contains_key(&place) {
                found.also.push(path);
                continue;
            }
            let (of, id) = place;
            let Some(item) = crates[of].index.get(&id) else { continue };
            paths.own.insert(place, path.clone());
            found.items.push((of, item));
            let ItemEnum::Module(module) = &item.inner else { continue };
            for child in module.items.iter().filter_map(|id| crates[of].index.get(id)) {
                match (&child.inner, &child.name) {
                    (ItemEnum::Use(exported), _) => {
                        let path = format!("{path}::{}", exported.name);
                        match exported.id.and_then(|id| paths.place((of, id))) {
                            Some(place) => waiting.push_back((place, path)),
                            None => found.also.push(path),
                        }
                    }
                    (_, Some(name)) => waiting.push_back(((of, child.id), format!("{path}::{name}"))),
                    (_, None) => {}
                }
            }
        }
        (paths, found)
    }

    /// Where an item is declared, if it is in one of the crates.
    fn place(&self, (of, id): Place) -> Option<Place> {
        let docs = &self.crates[of];
        if docs.index.contains_key(&id) {
            return Some((of, id));
        }
        let at = docs.paths.get(&id)?;
        self.declared.get(&(at.kind, at.path.as_slice())).copied()
    }

    /// What ids stand for in the documentation of this crate.
    pub fn ids(&'a self, of: usize) -> Ids<'a> {
        Ids { paths: self, of }
    }
}

impl<'a> Ids<'a> {
    pub fn docs(self) -> &'a Crate {
        &self.paths.crates[self.of]
    }

    /// How a caller writes the path of an item; `None` of what is private.
    pub fn get(self, id: Id) -> Option<String> {
        if let Some(place) = self.paths.place((self.of, id)) {
            return self.paths.own.get(&place).cloned();
        }
        let other = self.docs().paths.get(&id).filter(|other| other.crate_id != 0)?;
        let (first, last) = (other.path.first()?, other.path.last()?);
        Some(match (first.as_str(), other.path.get(1)) {
            // What a caller names is in the first module, wherever it is declared in it.
            ("core" | "alloc" | "std", Some(module)) if module != last => format!("std::{module}::{last}"),
            ("core" | "alloc" | "std", _) => format!("std::{last}"),
            ("serde_core", _) if last == "DeserializeOwned" => "serde::de::DeserializeOwned".to_owned(),
            ("serde_core", _) => format!("serde::{last}"),
            ("chrono", _) if last == "ParseError" => "chrono::ParseError".to_owned(),
            ("httpmock", _) if last == "HttpMockRequest" => "httpmock::HttpMockRequest".to_owned(),
            ("redis", _) => format!("monitoring_service::redis::aio::{last}"),
            ("httpmock" | "reqwest" | "http" | "uuid" | "chrono", _) => format!("monitoring_service::{first}::{last}"),
            _ => format!("{first}::{last}"),
        })
    }

    /// Whether the document decides what this item is: it is a part of what is left out, or returns one.
    pub fn is_generated(self, item: &Item) -> bool {
        let returned = match &item.inner {
            ItemEnum::Function(function) => function.sig.output.as_ref(),
            _ => None,
        };
        let returned = match returned {
            Some(Type::ResolvedPath(path)) => self.get(path.id),
            _ => None,
        };
        self.get(item.id).is_some_and(|path| is_left_out(&path)) || returned.is_some_and(|path| is_left_out(&path))
    }
}
