//! Differences between two documents that no Rust name shows and that a maintainer may have to act on: limits,
//! defaults, security, media types, statuses, deprecated parameters and fields, announced ends, and what is said of
//! rate limits.
//!
//! The documents are read as they are, so that what the generator drops is seen: bodies of errors, headers, limits. What
//! [`diff`](crate::diff) tells of names and types is not told again. Nothing here has an effect on the verdict.

mod announced;
mod document;
mod limits;
mod operation;
mod operations;
mod rules;
mod schemas;
mod security;
mod texts;

use std::cmp::Reverse;

use perennial_codegen::text::json;
use serde::Serialize;
use serde_json::Value;

use document::{Document, text};
use operation::Pair;
use schemas::Schemas;

pub use rules::{ALL as RULES, Rule};

/// The maximum number of differences that are listed: more than anybody reads.
const MAX_FINDINGS: usize = 5_000;

/// A difference without its place: the rule, and what is there, and what was.
type Difference = (&'static Rule, String);

/// One difference.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The kind of difference.
    #[serde(flatten)]
    pub rule: &'static Rule,
    /// The place of the difference: an operation with what is in it, or a schema with what is in it, as they are called
    /// now.
    pub place: String,
    /// The present state and the one before. Like the place it has texts of the document, which nothing has made
    /// printable.
    pub description: String,
}

impl Finding {
    /// Creates the finding of a difference at a place.
    fn at(place: &str, (rule, description): Difference) -> Self {
        Self { rule, place: place.to_owned(), description }
    }
}

/// The place of what is not in one operation or schema.
const WHOLE: &str = "the whole API";

/// [`compare`] of two documents, and the places of the [`texts`] that differ; nothing if one of them is not JSON.
pub fn between(old: &str, new: &str) -> (Vec<Finding>, Vec<String>) {
    let documents = json::parse(old).ok().zip(json::parse(new).ok());
    documents.map(|(old, new)| (compare(&old, &new), texts::differing(&old, &new))).unwrap_or_default()
}

/// All differences between two OpenAPI documents that names in Rust do not show, the gravest first. It takes any
/// JSON, and a time in proportion to its size.
pub fn compare(old: &Value, new: &Value) -> Vec<Finding> {
    let documents = [Document(old), Document(new)];
    let operations = operations::pairs(documents);
    let mut found = security::compare(documents, &operations);
    let [before, after] = [old, new].map(|document| text(&document["info"], "description").unwrap_or_default());
    found.extend(announced::rate_limit(before, after).map(|difference| Finding::at(WHOLE, difference)));
    let mut schemas = Schemas::new(documents);
    for operations in operations {
        Pair { documents, operations, schemas: &mut schemas, found: &mut found }.compare();
    }
    let (of_schemas, is_whole) = schemas.compare();
    found.extend(of_schemas);
    let mut listed = listed(found);
    if !is_whole {
        listed
            .push(Finding::at(WHOLE, (&rules::NOT_LISTED, "the schemas that are too many to be compared".to_owned())));
    }
    listed
}

/// Sorts the findings, drops duplicates, and replaces those beyond `MAX_FINDINGS` with one that counts them.
fn listed(mut found: Vec<Finding>) -> Vec<Finding> {
    let order = |finding: &Finding| {
        let Finding { rule, place, description } = finding;
        (Reverse(rule.severity), rule.id, place.clone(), description.clone())
    };
    found.sort_by_cached_key(order);
    found.dedup();
    let left = found.len().saturating_sub(MAX_FINDINGS);
    found.truncate(MAX_FINDINGS);
    if left > 0 {
        found.push(Finding::at(WHOLE, (&rules::NOT_LISTED, format!("{left} more differences"))));
    }
    found
}

#[cfg(test)]
mod tests;
