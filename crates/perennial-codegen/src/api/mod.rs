//! The API as the generator sees it: operations, types, and what is known of them beside the document.

mod credentials;
mod features;
pub mod former;
mod operation;
mod own_types;
mod pager;
mod place;
mod servers;
mod types;

pub use credentials::{Carrier, Credentials, Endpoint, Scheme, SchemeKind};
pub use features::{ALL, WEBHOOKS};
pub use former::{FormerName, FormerNames, Forwards};
pub use operation::{
    Body, ByStatus, Content, Encoding, ErrorBody, Expansion, Framing, Location, Multipart, Operation, Parameter,
    PartHeader, PartStyle, QueryStyle, RateLimit, Response, StatusContent, Stream, Style, status_key,
};
pub use own_types::{OwnTypes, Replaced, TypePath};
pub use pager::{By, Counted, Cursor, Limit, Number, Pager, Total};
pub use place::Place;
pub use servers::{Choice, Server, Servers, Variable, VariableOf};
pub use types::{
    Case, Direction, Discriminant, Enum, EnumOf, EnumValue, Field, JsonKind, Kind, Page, PageField, Presence, Series,
    Struct, Type, TypeDef, TypesByName, Union, UnionMember, Value,
};

use std::collections::{BTreeSet, HashMap};

/// All operations of a document, and the types that they take and give.
#[derive(Debug, Default)]
pub struct Api {
    /// In the document's order.
    pub operations: Vec<Operation>,
    /// The operations by tag, under short names.
    pub groups: Vec<Group>,
    /// The requests that the service sends by itself.
    pub webhooks: Vec<Webhook>,
    /// The types with a name: the document's own first, in its order, then those that were declared in place.
    pub types: Vec<TypeDef>,
    /// The structs that are pages of a listing.
    pub pages: Vec<Page>,
    /// The structs of parallel lists.
    pub series: Vec<Series>,
    /// The names that things have beside the present ones.
    pub former: FormerNames,
    /// What authenticates the operations, for a client that takes it from the document.
    pub credentials: Option<Credentials>,
    /// The URLs for tokens and logins, whoever authenticates the operations.
    pub endpoints: Vec<Endpoint>,
    /// The servers that a caller can choose.
    pub servers: Servers,
}

impl Api {
    /// The types by name.
    pub fn types_by_name(&self) -> TypesByName<'_> {
        let mut types = HashMap::new();
        types.extend(self.types.iter().map(|def| (def.name.as_str(), def)));
        types
    }

    /// The operations by name.
    pub fn operations_by_name(&self) -> HashMap<&str, &Operation> {
        self.operations.iter().map(|operation| (operation.name.as_str(), operation)).collect()
    }

    /// The operations that have several successes, and these.
    pub fn by_status(&self) -> impl Iterator<Item = (&Operation, &ByStatus)> {
        self.operations.iter().filter_map(|operation| match &operation.response {
            Response::ByStatus(several) => Some((operation, several)),
            Response::One(_) => None,
        })
    }

    /// The bodies of errors that all operations have.
    pub fn common_errors(&self) -> Vec<&ErrorBody> {
        let Some((first, others)) = self.operations.split_first() else { return Vec::new() };
        let is_common = |error: &&ErrorBody| others.iter().all(|other| other.errors.contains(error));
        first.errors.iter().filter(is_common).filter(|_| !others.is_empty()).collect()
    }

    /// The operation that a group has.
    pub fn operation(&self, grouped: &GroupedOperation) -> &Operation {
        &self.operations[grouped.index]
    }

    /// For each operation with a tag, by its name, how it is called by its first group, such as `things().list`.
    pub fn short_calls(&self) -> HashMap<&str, String> {
        let mut calls = HashMap::new();
        for group in &self.groups {
            for grouped in &group.operations {
                let call = || format!("{}().{}", group.name, grouped.name);
                calls.entry(self.operation(grouped).name.as_str()).or_insert_with(call);
            }
        }
        calls
    }

    /// The types that a caller can send: those that parameters and bodies are made of.
    pub fn sent(&self) -> BTreeSet<&str> {
        self.reached_from(self.operations.iter().flat_map(Operation::sent))
    }

    /// The types that a caller can receive: those that responses are made of.
    pub fn received(&self) -> BTreeSet<&str> {
        let by_callers = self.operations.iter().flat_map(Operation::received);
        self.reached_from(by_callers.chain(self.webhooks.iter().filter_map(Webhook::type_name)))
    }

    /// The types called `names`, and all that they are made of.
    fn reached_from<'a>(&'a self, names: impl IntoIterator<Item = &'a str>) -> BTreeSet<&'a str> {
        reached(&self.types_by_name(), names)
    }
}

/// Those of `types` that are called `names`, and all that they are made of.
fn reached<'a>(types: &TypesByName<'a>, names: impl IntoIterator<Item = &'a str>) -> BTreeSet<&'a str> {
    let mut open: Vec<&str> = names.into_iter().collect();
    let mut reached = BTreeSet::new();
    while let Some(name) = open.pop() {
        if let Some(def) = types.get(name)
            && reached.insert(name)
        {
            open.extend(def.kind.types().into_iter().filter_map(Type::mentioned));
        }
    }
    reached
}

/// The operations of one tag, under short names.
#[derive(Debug, Clone)]
pub struct Group {
    /// The method of `Client`.
    pub name: String,
    /// The struct in `tags`.
    pub type_name: String,
    /// The feature that it comes with.
    pub feature: String,
    /// The tag of the document.
    pub tag: String,
    /// The description in the document, as Markdown; empty if there is none.
    pub docs: String,
    /// In the document's order.
    pub operations: Vec<GroupedOperation>,
}

/// An operation in its group.
#[derive(Debug, Clone)]
pub struct GroupedOperation {
    /// The method of the group.
    pub name: String,
    /// Which of the API's operations it is.
    pub index: usize,
}

/// A webhook or a callback: its body is what a program receives.
#[derive(Debug)]
pub struct Webhook {
    /// The name in the document.
    pub name: String,
    /// The id of the operation whose callback it is.
    pub operation: Option<String>,
    /// The first line of its documentation.
    pub summary: String,
    /// The body.
    pub value: Value,
}

impl Webhook {
    /// The named type that the body is made of.
    pub fn type_name(&self) -> Option<&str> {
        Type::mentioned(&self.value.ty)
    }
}
