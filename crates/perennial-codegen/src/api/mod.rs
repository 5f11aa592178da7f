//! The model of an API: its operations and types, and everything the generator derives from the document, such as names
//! and features.

mod additions;
mod credentials;
mod features;
pub mod former;
mod operation;
mod own_types;
mod pager;
mod place;
mod servers;
mod types;

pub use additions::{ALL_TYPES, Additions, Attributes, Derives};
pub use credentials::{Carrier, Credentials, Endpoint, Scheme, SchemeKind};
pub use features::{ALL, WEBHOOKS};
pub use former::{FormerName, FormerNames, Forwards};
pub use operation::{
    Body, ByStatus, Content, Encoding, ErrorBody, Expansion, Framing, Location, Multipart, Operation, Parameter,
    PartHeader, PartStyle, QueryStyle, RateLimit, Response, StatusContent, Stream, Style, id_kind, status_key,
};
pub use own_types::{OwnTypes, Replaced, TypePath};
pub use pager::{Counted, Cursor, CursorSource, FirstPage, Limit, More, Number, Pager, PagerRule, PagingMethod, Total};
pub use place::Place;
pub use servers::{Choice, Server, Servers, Variable, VariableOf};
pub use types::{
    Case, Direction, Discriminant, Enum, EnumOf, EnumValue, Field, JsonKind, Kind, Page, PageField, Presence, Series,
    Struct, Type, TypeDef, TypesByName, Union, UnionMember, Value,
};

use std::collections::{BTreeSet, HashMap};

/// All operations of a document, and the types that they send and receive.
#[derive(Debug, Default)]
pub struct Api {
    /// The operations, in the document's order.
    pub operations: Vec<Operation>,
    /// Whether the document describes a rate limit that the operations without a limit of their own share.
    pub has_shared_limit: bool,
    /// The operations of each tag, with their short names.
    pub groups: Vec<Group>,
    /// The webhooks and callbacks: requests that the service sends on its own initiative.
    pub webhooks: Vec<Webhook>,
    /// The named types: first the types of the document's named schemas, in the document's order, then the types of
    /// inline schemas.
    pub types: Vec<TypeDef>,
    /// The structs that represent a page of a listing.
    pub pages: Vec<Page>,
    /// The series: structs of parallel lists, whose elements at the same index belong together.
    pub series: Vec<Series>,
    /// The derives and attributes that settings add to types.
    pub additions: Additions,
    /// The additional names of items, such as former names.
    pub former: FormerNames,
    /// The credentials that the document declares. `None` if the credentials of the client are written by hand.
    pub credentials: Option<Credentials>,
    /// The token and login URLs that the document declares, even if the credentials of the client are written by hand.
    pub endpoints: Vec<Endpoint>,
    /// The servers from which a caller can choose the base URL.
    pub servers: Servers,
}

impl Api {
    /// Returns the named types, by their Rust names.
    pub fn types_by_name(&self) -> TypesByName<'_> {
        let mut types = HashMap::new();
        types.extend(self.types.iter().map(|def| (def.name.as_str(), def)));
        types
    }

    /// Returns the operations, keyed by their methods of `Client`.
    pub fn operations_by_name(&self) -> HashMap<&str, &Operation> {
        self.operations.iter().map(|operation| (operation.name.as_str(), operation)).collect()
    }

    /// Returns each operation whose successful responses differ by status, together with these responses.
    pub fn responses_by_status(&self) -> impl Iterator<Item = (&Operation, &ByStatus)> {
        self.operations.iter().filter_map(|operation| match &operation.response {
            Response::ByStatus(several) => Some((operation, several)),
            Response::One(_) => None,
        })
    }

    /// Returns the error bodies that all operations declare. The result is empty if there is only one operation.
    pub fn common_errors(&self) -> Vec<&ErrorBody> {
        let Some((first, others)) = self.operations.split_first() else { return Vec::new() };
        let is_common = |error: &&ErrorBody| others.iter().all(|other| other.errors.contains(error));
        first.errors.iter().filter(is_common).filter(|_| !others.is_empty()).collect()
    }

    /// Returns the operation that `grouped` refers to.
    pub fn operation(&self, grouped: &GroupedOperation) -> &Operation {
        &self.operations[grouped.index]
    }

    /// Returns the short call of each operation with a tag, such as `things().list`, by the operation's name. If an
    /// operation is in several groups, the group of its first tag is preferred.
    pub fn short_calls(&self) -> HashMap<&str, String> {
        let mut calls = HashMap::new();
        for group in &self.groups {
            for grouped in &group.operations {
                let operation = self.operation(grouped);
                if operation.tags.first() == Some(&group.tag) || !calls.contains_key(operation.name.as_str()) {
                    calls.insert(operation.name.as_str(), format!("{}().{}", group.name, grouped.name));
                }
            }
        }
        calls
    }

    /// Returns the names of the types that parameters and request bodies contain, at any depth.
    pub fn sent_types(&self) -> BTreeSet<&str> {
        self.reached_from(self.operations.iter().flat_map(Operation::sent_types))
    }

    /// Returns the names of the types that responses, errors and webhooks contain, at any depth.
    pub fn received_types(&self) -> BTreeSet<&str> {
        let by_callers = self.operations.iter().flat_map(Operation::received_types);
        self.reached_from(by_callers.chain(self.webhooks.iter().filter_map(Webhook::type_name)))
    }

    /// Returns `names`, and the names of all types that they refer to, directly or indirectly.
    fn reached_from<'a>(&'a self, names: impl IntoIterator<Item = &'a str>) -> BTreeSet<&'a str> {
        reached(&self.types_by_name(), names)
    }
}

/// Returns the names among `names` that are in `types`, together with the names of all types that they refer to,
/// directly or indirectly.
fn reached<'a>(types: &TypesByName<'a>, names: impl IntoIterator<Item = &'a str>) -> BTreeSet<&'a str> {
    let mut open: Vec<&str> = names.into_iter().collect();
    let mut reached = BTreeSet::new();
    while let Some(name) = open.pop() {
        if let Some(def) = types.get(name)
            && reached.insert(name)
        {
            open.extend(def.kind.types().into_iter().filter_map(Type::type_name));
        }
    }
    reached
}

/// The operations of one tag, with their short names.
#[derive(Debug, Clone)]
pub struct Group {
    /// The method of `Client` that returns the group, such as `things`.
    pub name: String,
    /// The struct in the module `tags` that represents the group, such as `Things`.
    pub type_name: String,
    /// The Cargo feature that enables the group.
    pub feature: String,
    /// The name of the tag in the document.
    pub tag: String,
    /// The description of the tag in the document, as Markdown. Empty if there is none.
    pub docs: String,
    /// The operations, in the document's order.
    pub operations: Vec<GroupedOperation>,
}

/// An operation in the group of a tag.
#[derive(Debug, Clone)]
pub struct GroupedOperation {
    /// The short name: the method of the group that calls the operation, such as `list`.
    pub name: String,
    /// The index of the operation in [`Api::operations`].
    pub index: usize,
}

/// A webhook or a callback: a request that the service sends to the caller's own server.
#[derive(Debug)]
pub struct Webhook {
    /// The name of the webhook or callback in the document.
    pub name: String,
    /// The id of the operation that declares the callback. `None` for a webhook.
    pub operation: Option<String>,
    /// The first line of the documentation of the webhook, as Markdown.
    pub summary: String,
    /// The body of the request.
    pub value: Value,
}

impl Webhook {
    /// Returns the name of the named type that the body is or contains. Returns `None` if there is no such type.
    pub fn type_name(&self) -> Option<&str> {
        Type::type_name(&self.value.ty)
    }
}
