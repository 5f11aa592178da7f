//! By which path a caller names an item.

use std::collections::{HashMap, VecDeque};

use rustdoc_types::{Crate, Id, Item, ItemEnum, ItemSummary};

/// The paths of all items that can be named, the shortest of each.
pub struct Paths<'a> {
    own: HashMap<Id, String>,
    others: &'a HashMap<Id, ItemSummary>,
}

/// Modules of what is generated from the document, and of texts alone.
const LEFT_OUT: [&str; 4] = ["_guide", "builder", "tags", "types"];

impl<'a> Paths<'a> {
    /// The paths, and the items in the order in which they were found, with the names of foreign ones that are exported.
    pub fn of(docs: &'a Crate) -> (Self, Vec<&'a Item>, Vec<String>) {
        let mut own = HashMap::new();
        let (mut items, mut foreign) = (Vec::new(), Vec::new());
        let root = docs.index.get(&docs.root).and_then(|root| root.name.clone()).unwrap_or_default();
        let mut waiting = VecDeque::from([(docs.root, root)]);
        while let Some((id, path)) = waiting.pop_front() {
            if own.contains_key(&id) {
                continue;
            }
            let Some(item) = docs.index.get(&id) else { continue };
            own.insert(id, path.clone());
            items.push(item);
            let ItemEnum::Module(module) = &item.inner else { continue };
            for child in module.items.iter().filter_map(|id| docs.index.get(id)) {
                match (&child.inner, &child.name) {
                    (ItemEnum::Use(exported), _) => match exported.id {
                        Some(id) if docs.index.contains_key(&id) => {
                            waiting.push_back((id, format!("{path}::{}", exported.name)));
                        }
                        _ => foreign.push(format!("{path}::{}", exported.name)),
                    },
                    (_, Some(name)) => waiting.push_back((child.id, format!("{path}::{name}"))),
                    (_, None) => {}
                }
            }
        }
        (Self { own, others: &docs.paths }, items, foreign)
    }

    /// How a caller writes the path of an item; `None` of what is private.
    pub fn get(&self, id: Id) -> Option<String> {
        if let Some(path) = self.own.get(&id) {
            return Some(path.clone());
        }
        let other = self.others.get(&id).filter(|other| other.crate_id != 0)?;
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

    /// Whether the document decides what this item is.
    pub fn is_generated(&self, item: &Item) -> bool {
        let in_file = item.span.as_ref().is_some_and(|span| span.filename.ends_with("client.rs"));
        let path = self.own.get(&item.id).map_or("", String::as_str);
        in_file || path.split("::").nth(1).is_some_and(|module| LEFT_OUT.contains(&module))
    }
}
