//! The public API of a generated client: what the code of consumers can name.
//!
//! It is read from the generated code and not from the document, since that is what consumers compile against:
//! a property that becomes nullable or an operation with another `operationId` is a small change there and breaks
//! code here.

mod deprecated;
mod features;
mod former;
mod items;
mod listing;
mod macros;
mod methods;
mod object;
mod open_enum;
mod operations;
mod reach;
mod read;
mod setters;
mod short_names;
mod struct_builder;
mod type_text;
mod types;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

pub use listing::owned;
use monitoring_service_codegen::names::former::FormerNames;

/// All that consumers can name.
#[derive(Debug, Default, PartialEq)]
pub struct PublicApi {
    /// By the method of `Client`.
    pub operations: BTreeMap<String, Operation>,
    /// By name, without `types::`.
    pub types: BTreeMap<String, Type>,
    /// What is only there as a deprecated name.
    pub former: FormerNames,
}

impl PublicApi {
    /// The features of tags.
    pub fn features(&self) -> BTreeSet<&str> {
        self.operations.values().flat_map(|operation| &operation.features).map(String::as_str).collect()
    }

    /// The methods of `Client` that give the groups of tags.
    pub fn groups(&self) -> BTreeSet<&str> {
        self.short_names().map(|(name, _)| name.group.as_str()).collect()
    }

    /// The operation that `name` of `group` begins, be it a present or a former short name.
    pub fn begun_by<'a>(&'a self, group: &str, name: &str) -> Option<&'a str> {
        let present = self.operations.iter().find(|(_, operation)| operation.short_name(group, name).is_some());
        let former = || self.former.short_names.get(group)?.get(name);
        present.map(|(operation, _)| operation).or_else(former).map(String::as_str)
    }

    /// All present short names, each with its operation.
    pub fn short_names(&self) -> impl Iterator<Item = (&ShortName, &str)> {
        let operations = self.operations.iter();
        operations.flat_map(|(name, operation)| operation.short_names.iter().map(move |short| (short, name.as_str())))
    }

    /// The present name of the type that `name` stands for, if it is a present or former name.
    pub fn type_called<'a>(&'a self, name: &'a str) -> Option<&'a str> {
        if self.types.contains_key(name) { Some(name) } else { self.former.types.get(name).map(String::as_str) }
    }

    /// The present name of the operation that `name` stands for, if it is a present or former name.
    pub fn operation_called<'a>(&'a self, name: &'a str) -> Option<&'a str> {
        if self.operations.contains_key(name) {
            Some(name)
        } else {
            self.former.operations.get(name).map(String::as_str)
        }
    }
}

/// One method of `Client`, with the builder that it makes.
#[derive(Debug, Default, PartialEq)]
pub struct Operation {
    /// The `operationId`.
    pub id: String,
    /// What it is called in the groups of its tags.
    pub short_names: BTreeSet<ShortName>,
    /// The features that it comes with, each of which suffices; none for one that is always there.
    pub features: BTreeSet<String>,
    /// In upper case.
    pub method: String,
    /// The path template.
    pub path: String,
    /// The server that it is called at, if that is not the base URL.
    pub server: Option<String>,
    /// Whether the method is marked so.
    pub deprecated: bool,
    /// What the document states for this operation alone.
    pub rate_limit: Option<RateLimit>,
    /// By name.
    pub setters: BTreeMap<String, Setter>,
    /// The type that `send` gives.
    pub result: String,
}

impl Operation {
    /// The short name that is called as `group().name()`.
    pub fn short_name(&self, group: &str, name: &str) -> Option<&ShortName> {
        let first = ShortName { group: group.to_owned(), name: name.to_owned(), arguments: Vec::new() };
        self.short_names.range(first..).next().filter(|short| short.group == group && short.name == name)
    }
}

/// The method of the group of a tag that begins an operation.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ShortName {
    /// The method of `Client` that gives the group.
    pub group: String,
    /// The method of the group.
    pub name: String,
    /// What it takes: the values of the path.
    pub arguments: Vec<String>,
}

/// Writes `private_locations().metrics(Uuid)`.
impl fmt::Display for ShortName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { group, name, arguments } = self;
        write!(f, "{group}().{name}({})", arguments.join(", "))
    }
}

/// How often an operation may be called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateLimit {
    /// How many requests.
    pub requests: u64,
    /// In how many seconds.
    pub seconds: u64,
}

/// Writes `300 requests per 86400 s`.
impl fmt::Display for RateLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} requests per {} s", self.requests, self.seconds)
    }
}

/// A method of a builder that sets one value.
#[derive(Debug, PartialEq)]
pub struct Setter {
    /// What the argument is converted to.
    pub accepts: String,
    /// Whether building or sending fails without it.
    pub required: bool,
    /// Where the value goes, such as "query parameter `limit`"; empty where that is the name's own matter.
    pub sent_as: String,
}

/// A type in `types`.
#[derive(Debug, PartialEq)]
pub struct Type {
    /// What it consists of.
    pub shape: Shape,
    /// The traits that it implements.
    pub traits: BTreeSet<String>,
    /// The setters of its builder, if it has one: structs do.
    pub builder: Option<BTreeMap<String, Setter>>,
    /// The type of the elements, if it is a page for `paginate`.
    pub page: Option<String>,
    /// The methods that read what all variants have, with the types that they give.
    pub accessors: BTreeMap<String, String>,
    /// The type of the elements that `samples()` gives, if it is a series.
    pub samples: Option<String>,
}

impl Type {
    /// The traits that are listed: what an enum can be made from follows from its variants.
    pub fn reported_traits(&self) -> impl Iterator<Item = &str> {
        let is_enum = matches!(self.shape, Shape::Enum(_));
        self.traits.iter().map(String::as_str).filter(move |name| !(is_enum && name.starts_with("From<")))
    }
}

/// What a type consists of.
#[derive(Debug, PartialEq)]
pub enum Shape {
    /// Public fields, by name.
    Struct(BTreeMap<String, Field>),
    /// Variants with the types that they hold.
    Enum(BTreeMap<String, Vec<String>>),
    /// Variants with the values that they stand for, and the variant of all other values.
    OpenEnum(BTreeMap<String, String>, String),
    /// An item of a kind that the generator is not known to make, as code.
    Unknown(String),
}

/// A public field.
#[derive(Debug, PartialEq)]
pub struct Field {
    /// Its type.
    pub ty: String,
    /// Its name on the wire.
    pub wire_name: String,
}

/// The names of `types` that the text of a type mentions, in order: `A` and `B` of `Result<types::A, types::B>`.
pub fn mentioned(ty: &str) -> Vec<&str> {
    parts(ty).into_iter().filter_map(|part| if let Part::Name(name) = part { Some(name) } else { None }).collect()
}

/// The text of a type with other names for what it mentions.
pub fn renamed<'a>(ty: &'a str, rename: impl Fn(&'a str) -> &'a str) -> String {
    let parts = parts(ty).into_iter().map(|part| match part {
        Part::Text(text) => text,
        Part::Name(name) => rename(name),
    });
    parts.collect()
}

enum Part<'a> {
    Text(&'a str),
    Name(&'a str),
}

const PREFIXES: [&str; 2] = ["types::builder::", "types::"];

fn parts(ty: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut rest = ty;
    while let Some(start) = rest.find("types::") {
        let prefix =
            PREFIXES.iter().find(|prefix| rest[start..].starts_with(**prefix)).map_or(0, |prefix| prefix.len());
        let (text, tail) = rest.split_at(start + prefix);
        let end = tail.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(tail.len());
        parts.push(Part::Text(text));
        parts.push(Part::Name(&tail[..end]));
        rest = &tail[end..];
    }
    parts.push(Part::Text(rest));
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_in_a_type_are_found_and_replaced() {
        let ty = "fn(types::builder::A) -> BTreeMap<String, Vec<types::B>>";
        assert_eq!(mentioned(ty), ["A", "B"]);
        assert_eq!(
            renamed(ty, |name| if name == "B" { "C" } else { name }),
            "fn(types::builder::A) -> BTreeMap<String, Vec<types::C>>"
        );
        assert!(mentioned("Option<String>").is_empty());
    }
}
