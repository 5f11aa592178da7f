//! The public API of a client as data: what the code of consumers can name.
//!
//! Input: [`Api`] and former names, as `emit` gets them. What is public and not in the model, such as a type in Rust or
//! the setters of a struct, both have from `rust_type` and `names` of the generator. Nothing here is read from code; tests do
//! that, and find the same.

mod operations;
mod text;
mod types;

use std::collections::{BTreeMap, BTreeSet};

use monitoring_service_codegen::{
    api::{Api, FormerNames, QueryStyle, RateLimit},
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
    /// What is only there as a deprecated name.
    pub former: FormerNames,
}

/// One method of `Client`, with the builder that it makes.
#[derive(Debug, Clone, PartialEq)]
pub struct Operation {
    /// The `operationId`.
    pub id: String,
    /// The struct in `builder`.
    pub builder: String,
    /// What it is called in the groups of its tags.
    pub short_names: BTreeSet<ShortName>,
    /// The features that it comes with, each of which suffices; none for one that is always there.
    pub features: BTreeSet<String>,
    /// In upper case.
    pub method: Method,
    /// The path template, as it is sent.
    pub path: String,
    /// The server that it is called at, if that is not the base URL.
    pub server: Option<String>,
    /// Whether the method is marked so.
    pub deprecated: bool,
    /// What the document states for this operation alone.
    pub rate_limit: Option<RateLimit>,
    /// By name.
    pub setters: BTreeMap<String, Setter>,
    /// The setters of the values of the path, in the order in which they stand there: the arguments of a short name.
    pub path_setters: Vec<String>,
    /// The type that `send` gives.
    pub result: RustType,
    /// The methods that stream all pages, if the document shows how the next one is asked for.
    pub pager: Option<Pager>,
}

/// The methods of a builder that stream what all pages have.
#[derive(Debug, Clone, PartialEq)]
pub struct Pager {
    /// The method that streams the items.
    pub items: String,
    /// The method that streams the pages.
    pub pages: String,
    /// The type of the items.
    pub item: RustType,
    /// The type of what asks for a page: of a cursor, or of a number.
    pub at: PageAt,
}

/// What asks for a page: what a walk is begun at, and what is saved where it stops.
#[derive(Debug, Clone, PartialEq)]
pub enum PageAt {
    /// A cursor of this type.
    Cursor(RustType),
    /// A number.
    Number,
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
    /// What it is called with.
    pub accepts: Accepts,
    /// Whether building or sending fails without it.
    pub required: bool,
    /// Where the value goes, unless that is the name's own matter.
    pub sent_as: Option<SentAs>,
}

/// What a setter is called with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Accepts {
    /// Nothing: it sets null.
    Nothing,
    /// What converts into this type.
    Value(RustType),
    /// What changes the builder of this struct.
    Change(String),
}

/// Where the value of a setter goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SentAs {
    /// In place of `{name}`.
    Path(String),
    /// After the `?`.
    Query(String, QueryStyle),
    /// As the header of this name.
    Header(String),
    /// As the part of this name, as text or bytes.
    Part(String),
    /// As the part of this name, as JSON.
    JsonPart(String),
    /// As all parts.
    Parts,
    /// As a body of the type `application/json`.
    Json,
    /// As an HTML form.
    Form,
    /// As a body of this type.
    Body(String),
}

/// A type in `types`.
#[derive(Debug, Clone, PartialEq)]
pub struct Type {
    /// What it consists of.
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
    /// Whether requests are made of it.
    pub is_sent: bool,
    /// Whether responses are made of it.
    pub is_received: bool,
}

/// What a type consists of.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// Public fields, by name.
    Struct(BTreeMap<String, Field>),
    /// Variants with what they hold, if they do.
    Enum(BTreeMap<String, Option<RustType>>),
    /// Variants with the values that they stand for, and the variant of all other values.
    OpenEnum(BTreeMap<String, String>, String),
}

/// A public field.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// Its type.
    pub ty: RustType,
    /// Its name on the wire.
    pub wire_name: String,
}

/// A trait that a type implements, in alphabetical order.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs, reason = "they are called as the traits are")]
pub enum Trait {
    Clone,
    Copy,
    Debug,
    Default,
    Deref,
    Deserialize,
    /// From a type, or from a text.
    From(RustType),
    PartialEq,
    Serialize,
}

impl Type {
    /// A type of this shape, of which nothing else is known yet.
    pub fn new(shape: Shape, traits: impl IntoIterator<Item = Trait>) -> Self {
        Self {
            shape,
            traits: traits.into_iter().collect(),
            builder: None,
            page: None,
            accessors: BTreeMap::new(),
            samples: None,
            features: BTreeSet::new(),
            is_sent: false,
            is_received: false,
        }
    }
}

impl PublicApi {
    /// What the client of `api` has.
    pub fn new(api: &Api) -> Self {
        Self { operations: operations::by_method(api), types: types::by_name(api), former: api.former.clone() }
    }

    /// The features of tags.
    pub fn features(&self) -> BTreeSet<&str> {
        self.operations.values().flat_map(|operation| &operation.features).map(String::as_str).collect()
    }

    /// The methods of `Client` that give the groups of tags.
    pub fn groups(&self) -> BTreeSet<&str> {
        self.short_names().map(|(name, _)| name.group.as_str()).collect()
    }

    /// The operation that a short name begins, be it a present or a former one.
    pub fn begun_by(&self, short_name: &ShortName) -> Option<&str> {
        let ShortName { group, name } = short_name;
        let present = self.operations.iter().find(|(_, operation)| operation.short_names.contains(short_name));
        let former = || Some(&self.former.short_names.get(group)?.get(name)?.present);
        present.map(|(operation, _)| operation).or_else(former).map(String::as_str)
    }

    /// All present short names, each with its operation.
    pub fn short_names(&self) -> impl Iterator<Item = (&ShortName, &str)> {
        let operations = self.operations.iter();
        operations.flat_map(|(name, operation)| operation.short_names.iter().map(move |short| (short, name.as_str())))
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

impl Operation {
    /// The types of the arguments of a short name; `None` for a type of the document.
    pub fn arguments(&self) -> Vec<Option<&RustType>> {
        let setters = self.path_setters.iter().filter_map(|name| self.setters.get(name));
        let types = setters.map(|setter| match &setter.accepts {
            Accepts::Value(ty) => Some(ty).filter(|ty| ty.mentioned().is_none() || !ty.wrappers.is_empty()),
            Accepts::Nothing | Accepts::Change(_) => None,
        });
        types.collect()
    }
}

impl Trait {
    /// The same with another type of the document in the place of the one that is in it.
    pub fn renamed<'a>(&'a self, rename: impl Fn(&'a str) -> &'a str) -> Self {
        match self {
            Self::From(ty) => Self::From(ty.renamed(rename)),
            other => other.clone(),
        }
    }
}

impl Accepts {
    /// The same with another type of the document in the place of the one that is in it.
    pub fn renamed<'a>(&'a self, rename: impl Fn(&'a str) -> &'a str) -> Self {
        match self {
            Self::Nothing => Self::Nothing,
            Self::Value(ty) => Self::Value(ty.renamed(rename)),
            Self::Change(name) => Self::Change(rename(name).to_owned()),
        }
    }
}

impl Type {
    /// The traits that are listed: what an enum can be made from follows from its variants.
    pub fn reported_traits(&self) -> impl Iterator<Item = &Trait> {
        let is_enum = matches!(self.shape, Shape::Enum(_));
        self.traits.iter().filter(move |implemented| !(is_enum && matches!(implemented, Trait::From(_))))
    }
}
