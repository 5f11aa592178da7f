//! What differs between two documents and no Rust name shows: limits, defaults, security, media types, statuses,
//! deprecated parameters and fields, announced ends, and what is said of rate limits.
//!
//! The documents are read as they are, so that what the generator drops is seen: bodies of errors, headers, limits. What
//! [`diff`](crate::diff) tells of names and types is not told again. Nothing here has an effect on the verdict.

mod defaults;
mod document;
mod limits;
mod notices;
mod operation;
mod operations;
mod rate_limit;
mod rules;
mod schemas;
mod security;
mod words;

use std::{cmp::Reverse, collections::BTreeSet};

use serde::Serialize;
use serde_json::Value;

use document::{Document, text};
use operation::Pair;
use schemas::Schemas;

#[allow(unused_imports, reason = "a list for those who look up a rule")]
pub use rules::RULES;
pub use rules::{Rule, Severity};

/// How many differences are listed: more than anybody reads.
const MAX_FINDINGS: usize = 5_000;

/// One difference.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// What kind of difference it is.
    #[serde(flatten)]
    pub rule: &'static Rule,
    /// Where it is: an operation with what is in it, or a schema with what is in it, as they are called now.
    pub place: String,
    /// What is there, and what was. Like the place it has texts of the document, which nothing has made printable.
    pub description: String,
}

/// All differences between two OpenAPI 3.0 documents that names in Rust do not show, the gravest first. It takes any
/// JSON, and a time in proportion to its size.
pub fn compare(old: &Value, new: &Value) -> Vec<Finding> {
    let documents = [Document(old), Document(new)];
    let operations = operations::pairs(documents[0], documents[1]);
    let mut schemas = Schemas::new(documents[0], documents[1]);
    let mut found = security(documents, &operations);
    let [before, after] = [old, new].map(|document| text(&document["info"], "description").unwrap_or_default());
    found.extend(rate_limit::compare(before, after).map(|(rule, told)| (rule, "the whole API".to_owned(), told)));
    for operations in operations {
        Pair { documents, operations, schemas: &mut schemas, found: &mut found }.compare();
    }
    let (of_schemas, is_whole) = schemas.compare();
    found.extend(of_schemas);
    listed(found, is_whole)
}

/// What differs in who may call. What the document says for all operations is told once.
fn security(
    documents: [Document<'_>; 2],
    operations: &[[operations::Operation<'_>; 2]],
) -> Vec<(&'static Rule, String, String)> {
    let schemes = documents.map(|document| {
        let schemes = document.members(&document.0["components"], "securitySchemes");
        schemes.map(|(name, scheme)| (name.as_str(), scheme)).collect::<security::Schemes<'_>>()
    });
    let renamed = security::renamed_schemes(&schemes[0], &schemes[1]);
    let changed = security::changed_schemes(&schemes[0], &schemes[1]).into_iter();
    let mut found: Vec<_> = changed
        .map(|(name, told)| {
            (&rules::SECURITY_SCHEME_CHANGED, format!("security scheme {}", document::shortened(name)), told)
        })
        .collect();
    let mut compare = |place: &str, [old, new]: [&Value; 2]| {
        let differences = security::compare(old, new, &renamed).into_iter();
        found.extend(differences.map(|(rule, told)| (rule, place.to_owned(), told)));
    };
    let general = documents.map(|document| &document.0["security"]);
    let mut is_general_told = false;
    for [before, after] in operations {
        match [before, after].map(|operation| operation.declared.get("security")) {
            [None, None] if is_general_told => {}
            [None, None] => {
                is_general_told = true;
                compare("all operations without security of their own", general);
            }
            [old, new] => {
                let place = format!("{} {}", after.method, after.path);
                compare(&place, [old.unwrap_or(general[0]), new.unwrap_or(general[1])]);
            }
        }
    }
    found
}

/// What was found, in order, each once, within bounds.
fn listed(found: Vec<(&'static Rule, String, String)>, is_whole: bool) -> Vec<Finding> {
    let found: BTreeSet<_> = found
        .into_iter()
        .map(|(rule, place, description)| (Reverse(rule.severity), rule.id, place, description, rule))
        .collect();
    let left = found.len().saturating_sub(MAX_FINDINGS);
    let listed = found.into_iter().take(MAX_FINDINGS);
    let mut listed: Vec<_> =
        listed.map(|(.., place, description, rule)| Finding { rule, place, description }).collect();
    let more = (left > 0).then(|| format!("{left} more differences"));
    let cut = (!is_whole).then(|| "the schemas that are too many to be compared".to_owned());
    listed.extend(more.into_iter().chain(cut).map(|description| Finding {
        rule: &rules::NOT_LISTED,
        place: "the whole API".to_owned(),
        description,
    }));
    listed
}

#[cfg(test)]
mod tests;
