//! The surface of a generated client: everything that callers can name, as data.
//!
//! The module `emit` looks up the features and traits of items in it. `perennial-update` prints it, and compares the
//! surfaces of two documents.

pub mod additions;
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

/// Everything that callers of a client can name.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PublicApi {
    /// The operations, by the name of the method of `Client` that calls them.
    pub operations: BTreeMap<String, PublicOperation>,
    /// The types in the module `types`, by name.
    pub types: BTreeMap<String, PublicType>,
    /// The names in the module `servers`, with their values. For example, the value of a constant is its URL.
    pub servers: BTreeMap<String, String>,
    /// How each credential is sent, by the name of its setter in `ClientBuilder`.
    pub credentials: BTreeMap<String, Carrier>,
    /// The token and login URLs. A change to one of them affects programs, even if they do not use it in code.
    pub endpoints: Vec<Endpoint>,
    /// The environment variables without their prefix, each with the setter of `ClientBuilder` that it replaces.
    pub variables: BTreeMap<String, String>,
    /// The additional names of items. Most of these names are deprecated.
    pub former: FormerNames,
}

/// A method of `Client` that calls an operation, and the builder that it returns.
#[derive(Debug, Clone, PartialEq)]
pub struct PublicOperation {
    /// The `operationId` of the operation in the document, or else a derived id.
    pub id: String,
    /// Whether the id is derived.
    pub has_derived_id: bool,
    /// The name of the operation's builder, a struct in the module `builder`.
    pub builder: String,
    /// The short names of the operation, one in the group of each of its tags.
    pub short_names: BTreeSet<ShortName>,
    /// The features that enable the operation. Any one of them is enough. Empty if the operation is always enabled.
    pub features: BTreeSet<String>,
    /// The HTTP method of the request.
    pub method: Method,
    /// The path template that is sent: its literal text is percent-encoded.
    pub path: String,
    /// The URL of the operation's own server. `None` if the operation uses the base URL.
    pub server: Option<String>,
    /// Whether the method of `Client` is marked as deprecated.
    pub deprecated: bool,
    /// The rate limit of this operation alone, stated in its description or recorded in `names.json`.
    pub rate_limit: Option<RateLimit>,
    /// The setters of the builder, by name.
    pub setters: BTreeMap<String, PublicSetter>,
    /// Sets of credentials, each of which is sufficient to authenticate the operation. Credentials are named by their
    /// setters in `ClientBuilder`.
    pub security: Vec<Vec<String>>,
    /// The types of error bodies. The keys are statuses, such as `404`, `4XX` or `default`.
    pub errors: BTreeMap<String, RustType>,
    /// The setters of the path parameters, in the order of the path. These parameters are the arguments of the
    /// operation's short names.
    pub path_setters: Vec<String>,
    /// The type that `send` returns.
    pub result: RustType,
    /// The method of the builder that requests a stream in place of the normal response, and its return type.
    pub stream: Option<(String, RustType)>,
    /// How the operation requests all pages of its listing, and by which methods. `None` if it has no pages.
    pub pager: Option<Pager>,
}

/// A short name of an operation, as in `client.group().name()`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ShortName {
    /// The method of `Client` that returns the group, such as `things` in `client.things().list()`.
    pub group: String,
    /// The method of the group, such as `list` in `client.things().list()`.
    pub name: String,
}

/// A method of a builder that sets a single value.
#[derive(Debug, Clone, PartialEq)]
pub struct PublicSetter {
    /// The type to which the argument is converted. If it is `()`, the method takes no argument and sets null.
    pub accepts: RustType,
    /// Whether the builder fails if this setter was not called.
    pub required: bool,
    /// The part of a request that contains the value. `None` if the value is only a part of a body, or is not sent.
    pub sent_as: Option<SentAs>,
}

/// The part of a request that contains the value of a setter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SentAs {
    /// A parameter: its location, and its name on the wire.
    Parameter(Location, String),
    /// The body: its encoding and media type.
    Body(Encoding, String),
}

/// A type in the module `types`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PublicType {
    /// The shape of the type: its fields or variants.
    pub shape: PublicShape,
    /// The traits that the type implements. Empty for an open enum, because all open enums implement the same traits.
    pub traits: BTreeSet<Trait>,
    /// The attributes that settings add, including derives.
    pub attributes: BTreeSet<PublicAttribute>,
    /// The setters of the type's builder, by name. Every struct with named fields has a builder, and retains undeclared
    /// fields. `None` for all other types.
    pub builder: Option<BTreeMap<String, PublicSetter>>,
    /// The type of the items on a page, if the type represents a page that `paginate` accepts.
    pub page: Option<RustType>,
    /// The methods of a union that read a field common to all variants, with the return types of these methods.
    pub accessors: BTreeMap<String, RustType>,
    /// The return type of `samples()`, if the type is a series: parallel lists that are indexed together.
    pub samples: Option<RustType>,
    /// The features that enable the type. Any one of them is enough. Empty if the type is always enabled.
    pub features: BTreeSet<String>,
    /// Whether a request may contain the type.
    pub is_sent: bool,
    /// Whether a response may contain the type.
    pub is_received: bool,
}

/// The shape of a type: its fields or variants.
#[derive(Debug, Clone, PartialEq)]
pub enum PublicShape {
    /// A struct with its public fields, by name.
    Struct(BTreeMap<String, PublicField>),
    /// An enum with its variants, and with the type that each variant contains, if any.
    Enum(BTreeMap<String, Option<RustType>>),
    /// An open enum: the value of each variant, and the name of the variant for values that the document does not list.
    OpenEnum(BTreeMap<String, String>, String),
}

/// Returns a struct without fields.
impl Default for PublicShape {
    fn default() -> Self {
        Self::Struct(BTreeMap::new())
    }
}

/// A public field of a struct.
#[derive(Debug, Clone, PartialEq)]
pub struct PublicField {
    /// The type of the field.
    pub ty: RustType,
    /// The name of the field on the wire.
    pub wire_name: String,
}

/// An attribute that settings add to a type, or to one of its fields or variants.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct PublicAttribute {
    /// The field or variant. `None` for an attribute of the type itself.
    pub member: Option<String>,
    /// The attribute as it is written in code.
    pub text: String,
}

/// A trait that a type implements: its name, and its type parameter if there is one, as in `From<T>`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Trait(pub &'static str, pub Option<RustType>);

impl PublicApi {
    /// Returns the surface of the client that is generated from `api`.
    pub fn new(api: &Api) -> Self {
        let schemes = || api.credentials.iter().flat_map(|credentials| &credentials.schemes);
        let variables = schemes().flat_map(|it| it.variables.iter().map(|name| (name.clone(), it.setter.clone())));
        Self {
            credentials: schemes().map(|scheme| (scheme.setter.clone(), scheme.carrier.clone())).collect(),
            variables: variables.collect(),
            endpoints: api.endpoints.clone(),
            operations: operations::operations_by_method(api),
            types: types::types_by_name(api),
            servers: servers::servers_by_name(&api.servers),
            former: api.former.clone(),
        }
    }

    /// Returns the features that enable operations, one for each tag.
    pub fn features(&self) -> BTreeSet<&str> {
        self.operations.values().flat_map(|operation| &operation.features).map(String::as_str).collect()
    }

    /// Returns the type of the items if `ty` is a page.
    pub fn elements(&self, ty: &RustType) -> Option<&RustType> {
        let page = ty.type_name().filter(|_| ty.wrappers.is_empty())?;
        self.types.get(page)?.page.as_ref()
    }

    /// Returns the current name of the type `name`, which may be a former name. Returns `None` if there is no such
    /// type.
    pub fn find_type<'a>(&'a self, name: &'a str) -> Option<&'a str> {
        if self.types.contains_key(name) { Some(name) } else { Some(&self.former.types.get(name)?.present) }
    }

    /// Returns the current name of the operation `name`, which may be a former name. Returns `None` if there is no such
    /// operation.
    pub fn find_operation<'a>(&'a self, name: &'a str) -> Option<&'a str> {
        if self.operations.contains_key(name) { Some(name) } else { Some(&self.former.operations.get(name)?.present) }
    }
}

impl ShortName {
    /// Creates the short name that is written `group().name`.
    pub fn new(group: &str, name: &str) -> Self {
        Self { group: group.to_owned(), name: name.to_owned() }
    }
}

impl PublicType {
    /// Returns the traits that update reports list for the type. The `From` implementations of an enum are omitted,
    /// because its variants imply them.
    pub fn reported_traits(&self) -> impl Iterator<Item = &Trait> {
        let is_enum = matches!(self.shape, PublicShape::Enum(_));
        self.traits.iter().filter(move |Trait(_, of)| !(is_enum && of.is_some()))
    }
}
