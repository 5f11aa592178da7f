//! The ids that responses had, for the paths of other operations.
//!
//! What is an id is told by where it stands in the document alone: in the items of the listing that a path begins with,
//! or in a field that is called like the parameter.

use std::collections::{HashMap, HashSet};

use monitoring_service_codegen::api::Type;

use super::text_forms::is_uuid;

/// So many are kept of each: the first may be gone.
pub const MOST: usize = 3;

/// A field of the items of a listing.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Listed {
    /// The path template of the listing, without the names of parameters.
    pub shape: String,
    /// Where the field stands in its response.
    pub place: String,
}

/// A parameter of a path, and where its values come from.
#[derive(Debug, Clone)]
pub struct Needed {
    pub name: String,
    pub ty: Type,
    pub listed: Option<Listed>,
    /// Whether any field of its name has a value.
    pub anywhere: bool,
}

impl Needed {
    /// Why an operation is not called as long as there is no value.
    pub fn reason(&self) -> String {
        let Self { name, listed, anywhere, .. } = self;
        match listed.is_some() || *anywhere {
            true => format!("needs `{name}`, which no response had"),
            false => format!("needs `{name}`, and the document does not show which response has it"),
        }
    }
}

/// The ids that were seen.
#[derive(Debug, Default)]
pub struct Ids {
    wanted: HashSet<Listed>,
    wanted_names: HashSet<String>,
    /// With the arguments of the listing in front.
    listed: HashMap<Listed, Vec<Vec<String>>>,
    named: HashMap<String, Vec<String>>,
}

impl Ids {
    /// Keeps those that are `needed`, and no other value.
    pub fn wanting<'a>(needed: impl Iterator<Item = &'a Needed>) -> Self {
        let mut ids = Self::default();
        for needed in needed {
            ids.wanted.extend(needed.listed.clone());
            ids.wanted_names.extend(needed.anywhere.then(|| needed.name.clone()));
        }
        ids
    }

    /// Keeps the value of a field of the response to a call with these `arguments`, if it is needed.
    pub fn see(&mut self, shape: &str, arguments: &[String], place: &str, field: &str, value: &serde_json::Value) {
        let text = match value {
            serde_json::Value::String(text) => text.clone(),
            serde_json::Value::Number(number) if !number.is_f64() => number.to_string(),
            _ => return,
        };
        if !can_be_sent(&text) {
            return;
        }
        let listed = Listed { shape: shape.to_owned(), place: place.to_owned() };
        if self.wanted.contains(&listed) {
            push(self.listed.entry(listed).or_default(), [arguments, std::slice::from_ref(&text)].concat());
        }
        if self.wanted_names.contains(field) {
            push(self.named.entry(field.to_owned()).or_default(), text);
        }
    }

    /// What a path can be called with, as far as was seen.
    pub fn arguments(&self, needed: &[Needed]) -> Vec<Vec<String>> {
        let Some((last, before)) = needed.split_last() else { return vec![Vec::new()] };
        let listed = last.listed.as_ref().and_then(|listed| self.listed.get(listed)).into_iter().flatten();
        let mut all: Vec<Vec<String>> = listed.filter(|it| it.len() == needed.len()).cloned().collect();
        if let Some(values) = self.named.get(&last.name).filter(|_| last.anywhere) {
            let before = self.arguments(before);
            all.extend(
                before.iter().flat_map(|it| values.iter().map(|value| [it, std::slice::from_ref(value)].concat())),
            );
        }
        all.retain(|arguments| arguments.last().is_some_and(|value| fits(&last.ty, value)));
        all.truncate(MOST);
        all
    }

    /// The first parameter for which no value was seen.
    pub fn missing<'a>(&self, needed: &'a [Needed]) -> Option<&'a Needed> {
        let has_none = |&count: &usize| self.arguments(&needed[..=count]).is_empty();
        (0..needed.len()).find(has_none).map(|index| &needed[index])
    }
}

fn push<T: PartialEq>(list: &mut Vec<T>, value: T) {
    if list.len() < MOST && !list.contains(&value) {
        list.push(value);
    }
}

/// Whether a value means itself in a path, without any encoding.
fn can_be_sent(text: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    !text.is_empty() && text.len() <= 128 && text.bytes().all(is_plain) && text.bytes().any(|byte| byte != b'.')
}

fn fits(ty: &Type, value: &str) -> bool {
    match ty {
        Type::Uuid => is_uuid(value),
        Type::Int32 | Type::Int64 | Type::Uint64 | Type::Number | Type::ExactNumber => value.parse::<i64>().is_ok(),
        _ => true,
    }
}
