//! Groups refusals whose messages differ only in names and numbers.

use std::collections::{BTreeMap, BTreeSet};

use perennial_update::try_documents::{PLACES, TrialOutcome, TriedDocument};
use serde::Serialize;

/// A reason for refusing documents, and the number of documents that are refused for it.
#[derive(Debug, Serialize)]
pub struct Reason {
    /// The message of the refusal, in which placeholders replace names and numbers.
    pub reason: String,
    pub documents: usize,
    /// The first complete messages, at most one per document. Each begins with the path of the document and the
    /// position in it that the message is about.
    pub first: Vec<String>,
}

/// Returns the reasons why documents were refused. The most frequent reasons come first.
pub fn reasons(tried: &[TriedDocument]) -> Vec<Reason> {
    let mut reasons = BTreeMap::<String, Reason>::new();
    for document in tried {
        let TrialOutcome::Refused(refusals) = &document.outcome else { continue };
        let mut seen = BTreeSet::new();
        for refusal in refusals {
            let reason = generalize(&refusal.reason);
            if !seen.insert(reason.clone()) {
                continue;
            }
            let entry = reasons.entry(reason.clone());
            let entry = entry.or_insert_with(|| Reason { reason, documents: 0, first: Vec::new() });
            entry.documents += 1;
            if entry.first.len() < PLACES {
                let parts = [&document.path.display().to_string(), &refusal.place, &refusal.reason];
                let parts: Vec<&str> = parts.into_iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
                entry.first.push(parts.join(": "));
            }
        }
    }
    let mut reasons = Vec::from_iter(reasons.into_values());
    reasons.sort_by_key(|reason| std::cmp::Reverse(reason.documents));
    reasons
}

/// Returns the reason with `…` in place of each quotation, and `#` in place of each number.
fn generalize(reason: &str) -> String {
    let mut general = String::new();
    let mut quote = None;
    for c in reason.chars() {
        match (quote, c) {
            (Some(end), c) if c == end => quote = None,
            (Some(_), _) => {}
            (None, '`' | '"') => {
                quote = Some(c);
                general += "`…`";
            }
            (None, '0'..='9') if general.ends_with('#') => {}
            (None, '0'..='9') => general.push('#'),
            (None, c) => general.push(c),
        }
    }
    general
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_reasons_that_differ_only_in_names_and_numbers() {
        assert_eq!(generalize("`a` is 12 of \"b c\", not `d"), "`…` is # of `…`, not `…`");
    }
}
