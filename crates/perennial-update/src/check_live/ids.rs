//! Collects values for the required parameters of calls. Some are known in advance, and others are ids from earlier
//! responses.
//!
//! Whether a value is an id depends only on its position in a response. The values for `/things/{id}` are in the field
//! `id` of the items that `/things` lists. Without such an operation, they are in the items of another listing of
//! things, such as `/owners/{owner_id}/things`, which the module `listings` finds. The values for a parameter called
//! `thingId` may be in the field `thingId` of any response.

use std::collections::{BTreeMap, BTreeSet};

use perennial_codegen::api::{Location, Parameter, Type};
use serde_json::Value;

use crate::text_forms::is_uuid;

/// The maximum number of values that are stored for each parameter. A single value is not enough, because its resource
/// may have been deleted.
pub const MOST: usize = 3;

pub struct RequiredParameter<'a> {
    pub parameter: &'a Parameter,
    /// The path of the operation up to this parameter, or the whole path if the parameter is not part of it.
    pub before: String,
    /// The paths of the operations whose responses list the resources that this parameter identifies. The paths do not
    /// contain the names of their parameters.
    pub listings: Vec<String>,
    /// A value that is known before the first call, such as one from the command line.
    pub known: Option<String>,
}

impl RequiredParameter<'_> {
    /// Returns `true` if `--id NAME=VALUE` sets this parameter. `name` is the name in this option, such as `id` or
    /// `things/id`.
    pub fn has_name(&self, name: &str) -> bool {
        self.qualified_name().strip_suffix(name).is_some_and(|before| before.ends_with('/'))
    }

    /// Returns the reason why the operation is not called if this parameter has no value.
    pub fn missing_reason(&self) -> String {
        let path = self.qualified_name();
        let name = path.rmatch_indices('/').nth(1).map_or(path.as_str(), |(at, _)| &path[at + 1..]);
        format!("needs `{}`, which no response contained: set it with `--id {name}=VALUE`", self.parameter.wire_name)
    }

    /// Returns `true` if a value has the type of the parameter, and can be sent in the location of the parameter.
    pub fn accepts_value(&self, value: &str) -> bool {
        let ty = &self.parameter.ty;
        let is_of_type = match if let Type::List(item) = ty { &item.ty } else { ty } {
            Type::Uuid => is_uuid(value),
            Type::Int32 | Type::Int64 | Type::Uint64 => value.parse::<i64>().is_ok(),
            Type::Number | Type::ExactNumber => value.parse::<f64>().is_ok_and(f64::is_finite),
            _ => true,
        };
        let can_be_sent = match self.parameter.location {
            Location::Path(_) => can_be_in_path(value),
            // The value is written into the header `Cookie` without encoding, so it must not contain characters that
            // need encoding.
            Location::Cookie(_) => can_be_in_path(value) && value.bytes().all(is_unreserved),
            _ => true,
        };
        is_of_type && can_be_sent
    }

    fn qualified_name(&self) -> String {
        self.before.replace(['{', '}'], "") + &self.parameter.wire_name
    }

    /// Returns the response fields that may contain values of this parameter. The most reliable field comes first.
    fn id_sources(&self) -> Vec<IdSource> {
        let name = &self.parameter.wire_name;
        let mut sources = Vec::new();
        for listing in &self.listings {
            sources.extend([name, "id"].map(|field| IdSource { listing: listing.clone(), field: field.to_owned() }));
        }
        // A name such as `checkId` means the same resource in every response, unlike `id` or `key`.
        if resource_in_name(name).is_some() {
            sources.push(IdSource { listing: String::new(), field: name.clone() });
        }
        sources
    }
}

/// Returns the resource that the name of a parameter mentions: `check` for `checkId`.
pub fn resource_in_name(parameter: &str) -> Option<&str> {
    let resource = ["Id", "ID", "_id", "-id"].into_iter().find_map(|end| parameter.strip_suffix(end));
    resource.filter(|resource| !resource.is_empty())
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct IdSource {
    /// The path of the operation that lists items with this field. Empty if responses of any operation may contain it.
    listing: String,
    field: String,
}

/// The values of the required parameters for one call, in the order of the parameters.
pub type ArgumentValues = Vec<String>;

#[derive(Debug, Default)]
pub struct SeenIds {
    /// The fields whose values are stored, because they are ids of some required parameter.
    wanted: BTreeSet<IdSource>,
    /// The ids in each field, grouped by the position of the list that contained the items. Each id is the last element
    /// of a list of arguments. The elements before it are the arguments with which the listing was called.
    seen: BTreeMap<IdSource, BTreeMap<String, Vec<ArgumentValues>>>,
}

impl SeenIds {
    /// Creates an empty collection for the ids of the parameters in `needed`. Other ids are not stored.
    pub fn for_parameters<'a>(needed: impl Iterator<Item = &'a RequiredParameter<'a>>) -> Self {
        Self { wanted: needed.flat_map(RequiredParameter::id_sources).collect(), ..Self::default() }
    }

    /// Stores `value`, which is at `place` in the field `field` of a response, if it may be the value of some
    /// parameter. The response answers a call to `listing` with `arguments`.
    pub fn retain_id(&mut self, listing: &str, arguments: &[String], place: &str, field: &str, value: &Value) {
        let text = match value {
            Value::String(text) if can_be_in_path(text) => text.clone(),
            Value::Number(number) if !number.is_f64() => number.to_string(),
            _ => return,
        };
        let mut keep = |listing: &str, list: &str, arguments: ArgumentValues| {
            let source = IdSource { listing: listing.to_owned(), field: field.to_owned() };
            if self.wanted.contains(&source) {
                let seen = self.seen.entry(source).or_default().entry(list.to_owned()).or_default();
                if seen.len() < MOST && !seen.contains(&arguments) {
                    seen.push(arguments);
                }
            }
        };
        // The response of a listing is either a list of items, or an object with a list of items in one of its fields.
        let list = place.strip_suffix(field).and_then(|object| object.strip_suffix("[]."));
        if let Some(list) = list.filter(|list| !list.contains(['.', '[', '{'])) {
            keep(listing, list, [arguments, std::slice::from_ref(&text)].concat());
        }
        keep("", "", vec![text]);
    }

    /// Returns the arguments of all calls to an operation that are possible with the values known so far, at most
    /// [`MOST`].
    pub fn known_arguments(&self, needed: &[RequiredParameter<'_>]) -> Vec<ArgumentValues> {
        let Some((last, before)) = needed.split_last() else { return vec![Vec::new()] };
        let before = self.known_arguments(before);
        let after = |value: &String| -> Vec<ArgumentValues> {
            before.iter().map(|before| [before.as_slice(), std::slice::from_ref(value)].concat()).collect()
        };
        let mut all: Vec<ArgumentValues> = last.known.iter().flat_map(after).collect();
        // If a response contains several lists, it is unknown which of them contains the resources. Ids are therefore
        // used only if all of them were in the same list.
        let seen = |source: &IdSource| self.seen.get(source).filter(|lists| lists.len() == 1);
        let source = last.id_sources().into_iter().find(|source| seen(source).is_some());
        let ids = source.iter().filter_map(seen).flat_map(BTreeMap::values).flatten();
        if last.parameter.location.is_path() && source.as_ref().is_some_and(|source| !source.listing.is_empty()) {
            // The path of the listing may have more parameters than that of the operation: `/owners/{owner_id}/things`
            // lists ids for `/things/{id}`. The surplus parameters before the id are dropped.
            let longer = ids.filter(|arguments| arguments.len() >= needed.len());
            all.extend(longer.map(|ids| [&ids[..needed.len() - 1], &ids[ids.len() - 1..]].concat()));
        } else {
            all.extend(ids.filter_map(|arguments| arguments.last()).flat_map(after));
        }
        all.retain(|arguments| arguments.last().is_some_and(|value| last.accepts_value(value)));
        all.truncate(MOST);
        all
    }

    pub fn first_missing<'a, 'b>(&self, needed: &'a [RequiredParameter<'b>]) -> Option<&'a RequiredParameter<'b>> {
        let has_none = |&count: &usize| self.known_arguments(&needed[..=count]).is_empty();
        (0..needed.len()).find(has_none).map(|index| &needed[index])
    }
}

/// Checks whether a percent-encoded value arrives as a part of one path segment. Even encoded separators are refused,
/// because some servers decode paths before they split them, and some decode them twice.
fn can_be_in_path(text: &str) -> bool {
    let is_harmless = |character: char| !character.is_control() && !"/\\?#%;".contains(character);
    !text.is_empty() && text.len() <= 128 && text.chars().all(is_harmless) && text.bytes().any(|byte| byte != b'.')
}

/// Checks whether a byte needs no encoding anywhere in a request.
fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~".contains(&byte)
}
