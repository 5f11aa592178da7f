//! What differs between two documents and no Rust name shows: limits, defaults, security, media types, statuses,
//! deprecated parameters and fields, announced ends, and what is said of rate limits.
//!
//! The documents are read as they are, so that what the generator drops is seen: bodies of errors, headers, limits. What
//! [`diff`](crate::diff) tells of names and types is not told again. Nothing here has an effect on the verdict.

mod document;
mod operations;
mod rules;
mod schemas;

use serde::Serialize;
use serde_json::Value;

pub use rules::{RULES, Rule, Severity};

/// One difference.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// What kind of difference it is.
    #[serde(flatten)]
    pub rule: &'static Rule,
    /// Where it is: an operation with what is in it, or a schema with what is in it, as they are called now.
    pub place: String,
    /// What is there, and what was. Like the place it is a text of the document, which nothing has made printable.
    pub description: String,
}
