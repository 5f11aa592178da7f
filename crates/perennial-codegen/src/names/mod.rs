//! Assigns the Rust names of the items in a document. The names are distinct, and change as little as possible when the
//! document is updated.

pub mod accessors;
pub mod by_use;
pub mod check;
mod equal_types;
pub mod file;
mod form;
pub mod former;
pub mod paging;
pub mod parts;
pub mod pins;
mod record;
pub mod reserved;
pub mod schemas;
mod segments;
pub mod setters;
pub mod short;
pub mod uses;
pub mod variants;
mod verbs;
pub mod words;
