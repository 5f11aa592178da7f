//! Assigns the Rust names of the parts of a document. The names are distinct, and stay the same after each update of
//! the document as far as possible.

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
