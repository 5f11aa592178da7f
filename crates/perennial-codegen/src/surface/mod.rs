//! The public API of a client as data: what the code of consumers can name.
//!
//! `emit` gets the features and traits of each item from it; `perennial-update` lists it and compares it with another.

mod operations;
mod servers;
mod text;
mod types;

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    api::{Api, Carrier, Encoding, Endpoint, FormerNames, Location, Pager, RateLimit},
    rust_type::RustType,
    text::method::Method,
};

/// All that consumers can name.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PublicApi {
    /// By the method of `Client`.
    pub operations: BTreeMap<String, Operation>,
    /// By name, without `types::`.
    pub types: BTreeMap<String, Type>,
    /// What each name in `servers` stands for.
    pub servers: BTreeMap<String, String>,
    /// By the setter of `ClientBuilder`: where the document's credentials are sent.
    pub credentials: BTreeMap<String, Carrier>,
    /// The URLs for tokens and logins, which programs use without naming them.
    pub endpoints: Vec<Endpoint>,
    /// The setter for each variable of the environment, without its prefix.
    pub variables: BTreeMap<String, String>,
    /// The items that are only there as deprecated names.
    pub former: FormerNames,
}

/// One method of `Client`, with the builder that it makes.
#[derive(Debug, Clone, PartialEq)]
pub struct Operation {
    /// The `operationId`.
    pub id: String,
    /// The struct in `builder`.
    pub builder: String,
    /// The names that it has in the groups of its tags.
    pub short_names: BTreeSet<ShortName>,
    /// The features that it comes with, each of which suffices; none for one that is always there.
    pub features: BTreeSet<String>,
    /// In upper case.
    pub method: Method,
    /// The path template, as it is sent.
    pub path: String,
    /// The server that it is called at, if that is not the base URL.
    pub server: Option<String>,
    /// Set if the method is marked so.
    pub deprecated: bool,
    /// The rate limit that the document states for this operation alone.
    pub rate_limit: Option<RateLimit>,
    /// By name.
    pub setters: BTreeMap<String, Setter>,
    /// The setters of the credentials that authenticate it: alternatives, each of which is a set.
    pub security: Vec<Vec<String>>,
    /// The types of the bodies of errors, by status: `404`, `4XX`, or `default`.
    pub errors: BTreeMap<String, RustType>,
    /// The setters of the values of the path, in the order in which they stand there: the arguments of a short name.
    pub path_setters: Vec<String>,
    /// The type that `send` gives.
    pub result: RustType,
    /// The method that asks for a stream in the place of that, and the type that it gives.
    pub stream: Option<(String, RustType)>,
    /// The methods that stream all pages, if the document shows how the next one is asked for.
    pub pager: Option<Pager>,
}

/// The method of the group of a tag that begins an operation.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ShortName {
    /// The method of `Client` that gives the group.
    pub group: String,
    /// The method of the group.
    pub name: String,
}

/// A method of a builder that sets one value.
#[derive(Debug, Clone, PartialEq)]
pub struct Setter {
    /// The type that its argument converts into. `()` stands for nothing; it sets null.
    pub accepts: RustType,
    /// Set if building or sending fails without it.
    pub required: bool,
    /// Where the value goes, unless that is the name's own matter.
    pub sent_as: Option<SentAs>,
}

/// Where the value of a setter goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SentAs {
    /// To this place, under this name.
    Parameter(Location, String),
    /// Into a body of this type.
    Body(Encoding, String),
}

/// A type in `types`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Type {
    /// The shape of the type.
    pub shape: Shape,
    /// The traits that it implements; nothing for an open enum, all of which implement the same.
    pub traits: BTreeSet<Trait>,
    /// The setters of its builder, if it has one: structs do, all of which keep what is not declared.
    pub builder: Option<BTreeMap<String, Setter>>,
    /// The type of the elements, if it is a page for `paginate`.
    pub page: Option<RustType>,
    /// The methods that read what all variants have, with the types that they give.
    pub accessors: BTreeMap<String, RustType>,
    /// The type of the elements that `samples()` gives, if it is a series.
    pub samples: Option<RustType>,
    /// The features that it comes with, each of which suffices; none for one that is always there.
    pub features: BTreeSet<String>,
    /// Set if requests are made of it.
    pub is_sent: bool,
    /// Set if responses are made of it.
    pub is_received: bool,
}

/// The shapes of types.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// Public fields, by name.
    Struct(BTreeMap<String, Field>),
    /// Variants with what they hold, if they do.
    Enum(BTreeMap<String, Option<RustType>>),
    /// Variants with the values that they stand for, and the variant of all other values.
    OpenEnum(BTreeMap<String, String>, String),
}

/// A struct without fields.
impl Default for Shape {
    fn default() -> Self {
        Self::Struct(BTreeMap::new())
    }
}

/// A public field.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// Its type.
    pub ty: RustType,
    /// Its name on the wire.
    pub wire_name: String,
}

/// A trait that a type implements, with the type that it is of: `From<T>`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Trait(pub &'static str, pub Option<RustType>);

impl PublicApi {
    /// Returns the public API of the client of `api`.
    pub fn new(api: &Api) -> Self {
        let schemes = || api.credentials.iter().flat_map(|credentials| &credentials.schemes);
        let variables = schemes().flat_map(|it| it.variables.iter().map(|name| (name.clone(), it.setter.clone())));
        Self {
            credentials: schemes().map(|scheme| (scheme.setter.clone(), scheme.carrier.clone())).collect(),
            variables: variables.collect(),
            endpoints: api.endpoints.clone(),
            operations: operations::by_method(api),
            types: types::by_name(api),
            servers: servers::by_name(&api.servers),
            former: api.former.clone(),
        }
    }

    /// The features of tags.
    pub fn features(&self) -> BTreeSet<&str> {
        self.operations.values().flat_map(|operation| &operation.features).map(String::as_str).collect()
    }

    /// The type of the elements, if `ty` is a page.
    pub fn elements(&self, ty: &RustType) -> Option<&RustType> {
        let page = ty.mentioned().filter(|_| ty.wrappers.is_empty())?;
        self.types.get(page)?.page.as_ref()
    }

    /// The present name of the type that `name` stands for, if it is a present or former name.
    pub fn type_called<'a>(&'a self, name: &'a str) -> Option<&'a str> {
        if self.types.contains_key(name) { Some(name) } else { Some(&self.former.types.get(name)?.present) }
    }

    /// The present name of the operation that `name` stands for, if it is a present or former name.
    pub fn operation_called<'a>(&'a self, name: &'a str) -> Option<&'a str> {
        if self.operations.contains_key(name) { Some(name) } else { Some(&self.former.operations.get(name)?.present) }
    }
}

impl ShortName {
    /// The short name that is called as `group().name()`.
    pub fn new(group: &str, name: &str) -> Self {
        Self { group: group.to_owned(), name: name.to_owned() }
    }
}

impl Type {
    /// The traits that are listed: what an enum can be made from follows from its variants.
    pub fn reported_traits(&self) -> impl Iterator<Item = &Trait> {
        let is_enum = matches!(self.shape, Shape::Enum(_));
        self.traits.iter().filter(move |Trait(_, of)| !(is_enum && of.is_some()))
    }
}
