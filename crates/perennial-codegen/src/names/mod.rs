//! The names that Rust code has for the parts of a document: different from each other, and the same after each refresh
//! as far as the document lets them.

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
pub mod setters;
pub mod short;
pub mod uses;
pub mod variants;
