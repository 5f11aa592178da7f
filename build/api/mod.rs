//! The API as the generator sees it: what `lower` makes of a repaired document, and what `progenitor` and `emit` turn
//! into code.
//!
//! Takes nothing, leaves the types below, imports nothing but its own files: every stage may rely on it.

mod operation;
mod types;

pub use operation::{
    Body, ByStatus, Content, Encoding, Location, Operation, Parameter, QueryStyle, RateLimit, Response, StatusContent,
};
pub use types::{
    Enum, EnumValue, Field, JsonKind, Kind, Page, PageField, Series, SeriesList, Struct, Type, TypeDef, Union,
    UnionMember, Value,
};

/// All operations of a document, and the types that they take and give.
#[derive(Debug, Default)]
pub struct Api {
    /// In the document's order.
    pub operations: Vec<Operation>,
    /// The types with a name: the document's own first, in its order, then those that were declared in place.
    pub types: Vec<TypeDef>,
    /// The structs that are pages of a listing.
    pub pages: Vec<Page>,
    /// The structs of parallel lists.
    pub series: Vec<Series>,
}
