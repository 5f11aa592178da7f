//! Values of required parameters: those that are known from the beginning, and ids that responses had.
//!
//! An id is recognised by where it stands alone: in the items of the listing that a path begins with, or in a field
//! that is called like the parameter.

use std::collections::{BTreeMap, BTreeSet};

use perennial_codegen::{
    api::{Location, Parameter, Type},
    text::path,
};
use serde_json::Value;

use crate::text_forms::is_uuid;

/// So many are kept of each: the first may be gone.
pub const MOST: usize = 3;

/// A required parameter.
pub struct Needed<'a> {
    pub parameter: &'a Parameter,
    /// The path before it. Of a parameter elsewhere, that is all of it.
    pub before: String,
    /// A value that no response has to show.
    pub known: Option<String>,
}

impl Needed<'_> {
    /// Returns `true` if `--id NAME=VALUE` is about it: `name` is its name, with as much of the path before it as is
    /// given.
    pub fn is_called(&self, name: &str) -> bool {
        self.path().strip_suffix(name).is_some_and(|before| before.ends_with('/'))
    }

    /// Returns the reason why an operation is not called as long as there is no value.
    pub fn reason(&self) -> String {
        let path = self.path();
        let name = path.rmatch_indices('/').nth(1).map_or(path.as_str(), |(at, _)| &path[at + 1..]);
        format!("needs `{}`, which no response had: `--id {name}=VALUE` sets it", self.parameter.wire_name)
    }

    /// Returns `true` if a value is of its type, and can be sent.
    pub fn fits(&self, value: &str) -> bool {
        let ty = &self.parameter.ty;
        let is_of_type = match if let Type::List(item) = ty { &item.ty } else { ty } {
            Type::Uuid => is_uuid(value),
            Type::Int32 | Type::Int64 | Type::Uint64 => value.parse::<i64>().is_ok(),
            Type::Number | Type::ExactNumber => value.parse::<f64>().is_ok_and(f64::is_finite),
            _ => true,
        };
        let is_plain = || matches!(self.parameter.location, Location::Path(_) | Location::Cookie(_));
        is_of_type && (!is_plain() || can_be_in_path(value))
    }

    fn path(&self) -> String {
        self.before.replace(['{', '}'], "") + &self.parameter.wire_name
    }

    /// The listings and fields that have its values, the best first; any listing is empty.
    fn sources(&self) -> Vec<(String, String)> {
        let name = &self.parameter.wire_name;
        let mut sources = Vec::new();
        if self.parameter.location.is_path() {
            let listing = path::shape(self.before.trim_end_matches('/'));
            sources.extend([name, "id"].map(|field| (listing.clone(), field.to_owned())));
        }
        // The same anywhere, as `checkId` is, and `id` or `key` are not.
        let names_a_resource = |end| name.strip_suffix(end).is_some_and(|resource: &str| !resource.is_empty());
        if ["Id", "ID", "_id", "-id"].into_iter().any(names_a_resource) {
            sources.push((String::new(), name.clone()));
        }
        sources
    }
}

/// The values of the required parameters of a call.
pub type Arguments = Vec<String>;

/// The ids that were seen.
#[derive(Debug, Default)]
pub struct Ids {
    wanted: BTreeSet<(String, String)>,
    /// By source, and by the list that the items are in; with the arguments of the listing in front.
    seen: BTreeMap<(String, String), BTreeMap<String, Vec<Arguments>>>,
}

impl Ids {
    /// Keeps those that are `needed`, and no other value.
    pub fn wanting<'a>(needed: impl Iterator<Item = &'a Needed<'a>>) -> Self {
        Self { wanted: needed.flat_map(Needed::sources).collect(), ..Self::default() }
    }

    /// Keeps the value of a field of the response to a call of `listing` with these `arguments`, if it is needed.
    pub fn see(&mut self, listing: &str, arguments: &[String], place: &str, field: &str, value: &Value) {
        let text = match value {
            Value::String(text) if can_be_in_path(text) => text.clone(),
            Value::Number(number) if !number.is_f64() => number.to_string(),
            _ => return,
        };
        let mut keep = |listing: &str, list: &str, arguments: Arguments| {
            let source = (listing.to_owned(), field.to_owned());
            if self.wanted.contains(&source) {
                let seen = self.seen.entry(source).or_default().entry(list.to_owned()).or_default();
                if seen.len() < MOST && !seen.contains(&arguments) {
                    seen.push(arguments);
                }
            }
        };
        // The response is a list, or has one in a field.
        let list = place.strip_suffix(field).and_then(|object| object.strip_suffix("[]."));
        if let Some(list) = list.filter(|list| !list.contains(['.', '[', '{'])) {
            keep(listing, list, [arguments, std::slice::from_ref(&text)].concat());
        }
        keep("", "", vec![text]);
    }

    /// Returns the arguments with which an operation can be called, as far as they are known.
    pub fn arguments(&self, needed: &[Needed<'_>]) -> Vec<Arguments> {
        let Some((last, before)) = needed.split_last() else { return vec![Vec::new()] };
        let before = self.arguments(before);
        let after = |value: &String| -> Vec<Arguments> {
            before.iter().map(|before| [before.as_slice(), std::slice::from_ref(value)].concat()).collect()
        };
        let mut all: Vec<Arguments> = last.known.iter().flat_map(after).collect();
        // Of several lists, none is known to be the one.
        let seen = |source: &(String, String)| self.seen.get(source).filter(|lists| lists.len() == 1);
        let source = last.sources().into_iter().find(|source| seen(source).is_some());
        let ids = source.iter().filter_map(seen).flat_map(BTreeMap::values).flatten();
        if source.as_ref().is_some_and(|(listing, _)| listing.is_empty()) {
            all.extend(ids.flatten().flat_map(after));
        } else {
            all.extend(ids.filter(|arguments| arguments.len() == needed.len()).cloned());
        }
        all.retain(|arguments| arguments.last().is_some_and(|value| last.fits(value)));
        all.truncate(MOST);
        all
    }

    /// The first parameter for which there is no value.
    pub fn missing<'a, 'b>(&self, needed: &'a [Needed<'b>]) -> Option<&'a Needed<'b>> {
        let has_none = |&count: &usize| self.arguments(&needed[..=count]).is_empty();
        (0..needed.len()).find(has_none).map(|index| &needed[index])
    }
}

/// Checks whether a value means itself in a path or a cookie, without any encoding.
fn can_be_in_path(text: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    !text.is_empty() && text.len() <= 128 && text.bytes().all(is_plain) && text.bytes().any(|byte| byte != b'.')
}
