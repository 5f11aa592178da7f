//! Finds differences between two documents that are invisible in Rust but that a maintainer may have to act on: limits,
//! defaults, security, media types, statuses, deprecated parameters and fields, announced ends, and statements about
//! rate limits.
//!
//! The comparison reads the documents themselves, so that it also sees the parts that the generator ignores: error
//! bodies, headers, limits. Changes of names and types are reported by [`diff`](crate::diff) and not repeated here. No
//! difference found here affects the verdict.

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

use document::{RawDocument, string_member};
use operation::OperationComparison;
use schemas::SchemaComparison;

pub use rules::{ALL as RULES, BehaviourRule};

/// The maximum number of differences that a report lists. More would not be read.
const MAX_FINDINGS: usize = 5_000;

/// A difference without its place.
struct Difference {
    rule: &'static BehaviourRule,
    /// The new and the old state.
    description: String,
}

impl Difference {
    fn new(rule: &'static BehaviourRule, description: impl Into<String>) -> Self {
        Self { rule, description: description.into() }
    }
}

/// A difference in the behaviour of a service.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BehaviourChange {
    /// The kind of difference.
    #[serde(flatten)]
    pub rule: &'static BehaviourRule,
    /// The place of the difference, such as a parameter of an operation or a field of a schema, under its present name.
    pub place: String,
    /// The new and the old state. Like the place, the description contains strings from the document that may contain
    /// unprintable characters.
    pub description: String,
}

impl BehaviourChange {
    /// Creates the record of a difference at a place.
    fn at_place(place: &str, Difference { rule, description }: Difference) -> Self {
        Self { rule, place: place.to_owned(), description }
    }
}

/// The place of a difference that is not in one operation or schema.
const WHOLE_API: &str = "the whole API";

/// The differences between two documents that are invisible in Rust.
#[derive(Default)]
pub struct InvisibleDifferences {
    /// The differences in behaviour, the gravest first.
    pub behaviour: Vec<BehaviourChange>,
    /// The JSON pointers of the summaries and descriptions that differ.
    pub texts: Vec<String>,
}

impl InvisibleDifferences {
    /// Compares the JSON of two documents. Returns no differences if a document is not JSON.
    pub fn between(old: &str, new: &str) -> Self {
        let (Ok(old), Ok(new)) = (json::parse(old), json::parse(new)) else { return Self::default() };
        Self { behaviour: compare_documents(&old, &new), texts: texts::differing_texts(&old, &new) }
    }
}

/// Returns all differences between two OpenAPI documents that are invisible in Rust, the gravest first. Accepts any
/// JSON. The time is proportional to the size of the documents.
pub fn compare_documents(old: &Value, new: &Value) -> Vec<BehaviourChange> {
    let documents = [RawDocument(old), RawDocument(new)];
    let operations = operations::match_operations(documents);
    let mut found = security::compare_security(documents, &operations);
    let [before, after] =
        [old, new].map(|document| string_member(&document["info"], "description").unwrap_or_default());
    found.extend(
        announced::rate_limit_change(before, after).map(|difference| BehaviourChange::at_place(WHOLE_API, difference)),
    );
    let mut schemas = SchemaComparison::new(documents);
    for operations in operations {
        OperationComparison { documents, operations, schemas: &mut schemas, found: &mut found }.record_differences();
    }
    let in_schemas = schemas.find_differences();
    found.extend(in_schemas.changes);
    let mut listed = sort_and_limit(found);
    if !in_schemas.is_complete {
        let description = "the schemas that are too many to be compared";
        listed.push(BehaviourChange::at_place(WHOLE_API, Difference::new(&rules::NOT_LISTED, description)));
    }
    listed
}

/// Sorts the differences and removes duplicates. Replaces the differences beyond `MAX_FINDINGS` by a single entry with
/// their number.
fn sort_and_limit(mut found: Vec<BehaviourChange>) -> Vec<BehaviourChange> {
    let order = |finding: &BehaviourChange| {
        let BehaviourChange { rule, place, description } = finding;
        (Reverse(rule.severity), rule.id, place.clone(), description.clone())
    };
    found.sort_by_cached_key(order);
    found.dedup();
    let left = found.len().saturating_sub(MAX_FINDINGS);
    found.truncate(MAX_FINDINGS);
    if left > 0 {
        let difference = Difference::new(&rules::NOT_LISTED, format!("{left} more differences"));
        found.push(BehaviourChange::at_place(WHOLE_API, difference));
    }
    found
}

#[cfg(test)]
mod tests;
