//! Finds differences between two documents that do not affect the Rust API, but that may require a maintainer to act.
//! They concern limits, defaults, security, media types, statuses, deprecated parameters and fields, announced ends,
//! and rate limits in descriptions.
//!
//! The comparison reads the JSON of the documents, because the generator ignores some of these parts: error bodies,
//! headers, limits. Changes of names and types are reported by [`diff`](crate::diff) and are not repeated here. No
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

/// The maximum number of differences that a report lists. Nobody would read more.
const MAX_FINDINGS: usize = 5_000;

/// A difference in behaviour. Unlike [`BehaviourChange`], it does not contain its position in the document.
struct Difference {
    rule: &'static BehaviourRule,
    /// The new and the old value, such as `maxLength 1, was 2`.
    description: String,
}

impl Difference {
    fn new(rule: &'static BehaviourRule, description: impl Into<String>) -> Self {
        Self { rule, description: description.into() }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BehaviourChange {
    /// The rule that classifies the difference, such as `sent-limit-stricter`.
    #[serde(flatten)]
    pub rule: &'static BehaviourRule,
    /// The changed operation or schema, and the changed part of it, such as `POST /a body` or `Thing.tags[]`. A
    /// renamed schema is shown under its new name.
    pub place: String,
    /// The new and the old value, such as `maxLength 1, was 2`. This string and `place` may contain unprintable
    /// characters from the document.
    pub description: String,
}

impl BehaviourChange {
    fn at_place(place: &str, Difference { rule, description }: Difference) -> Self {
        Self { rule, place: place.to_owned(), description }
    }
}

/// The `place` of a difference that concerns more than one operation or schema.
const WHOLE_API: &str = "the whole API";

/// The differences between two documents that do not affect the Rust API.
#[derive(Default)]
pub struct InvisibleDifferences {
    /// The differences in behaviour, most severe first.
    pub behaviour: Vec<BehaviourChange>,
    /// The JSON pointers of all changed summaries and descriptions.
    pub texts: Vec<String>,
}

impl InvisibleDifferences {
    /// Compares two documents. Returns no differences if either of them is not valid JSON.
    pub fn between(old: &str, new: &str) -> Self {
        let (Ok(old), Ok(new)) = (json::parse(old), json::parse(new)) else { return Self::default() };
        Self { behaviour: compare_documents(&old, &new), texts: texts::differing_texts(&old, &new) }
    }
}

/// Returns all differences in behaviour between two OpenAPI documents, most severe first. Accepts any JSON values, and
/// takes time proportional to the size of the documents.
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
        let description = "the schemas, because there are too many to compare";
        listed.push(BehaviourChange::at_place(WHOLE_API, Difference::new(&rules::NOT_LISTED, description)));
    }
    listed
}

/// Sorts the differences and removes duplicates. If there are more than `MAX_FINDINGS`, replaces the excess ones with a
/// single entry that states their number.
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
