//! The report on all tried documents.

use std::{cmp::Reverse, path::PathBuf};

use perennial_codegen::text::printable::printable;
use perennial_update::try_documents::{ClientSummary, PLACES, PlacesByRule, TrialOutcome, TriedDocument};
use serde::Serialize;

use crate::reasons::{Reason, reasons};

/// At most this many of the slowest documents, and of the largest, are listed.
const MOST: usize = 5;

#[derive(Debug, Serialize)]
pub struct Summary {
    pub documents: usize,
    /// The number of documents that a client can be generated from.
    pub accepted: usize,
    /// The files that are not documents.
    pub skipped: Vec<PathBuf>,
    pub operations: usize,
    pub lines: usize,
    pub reasons: Vec<Reason>,
    pub adaptations: PlacesByRule,
    /// The values that have no type of their own, and can therefore be any JSON value in the clients. They are grouped
    /// by the reason.
    pub untyped: PlacesByRule,
    /// The number of clients that were compiled.
    pub compiled: usize,
    /// The number of clients that were compiled without an error.
    pub compile: usize,
    pub warnings: usize,
    pub each: Vec<TriedDocument>,
}

impl Summary {
    pub fn new(tried: Vec<TriedDocument>) -> Self {
        let (others, each): (Vec<_>, Vec<_>) =
            tried.into_iter().partition(|it| matches!(it.outcome, TrialOutcome::Other));
        let [mut adaptations, mut untyped] = [PlacesByRule::default(), PlacesByRule::default()];
        for document in &each {
            if let TrialOutcome::Accepted(client) = &document.outcome {
                let name = document.path.display().to_string();
                add_all(&mut adaptations, &client.adaptations, &name);
                add_all(&mut untyped, &client.untyped, &name);
            }
        }
        let clients = || each.iter().filter_map(client_summary);
        Self {
            documents: each.len(),
            accepted: clients().count(),
            skipped: others.into_iter().map(|other| other.path).collect(),
            operations: clients().map(|client| client.operations).sum(),
            lines: clients().map(|client| client.lines).sum(),
            reasons: reasons(&each),
            adaptations,
            untyped,
            compiled: 0,
            compile: 0,
            warnings: 0,
            each,
        }
    }

    /// Returns `true` if a client was generated from each document, and all clients that were compiled compile.
    pub fn is_success(&self) -> bool {
        self.accepted == self.documents && self.compile == self.compiled
    }

    pub fn text(&self) -> String {
        let mut lines = match &*self.each {
            [one] => one.report_lines(),
            _ => self.lines_of_many(),
        };
        lines.extend([String::new(), self.last_line()]);
        lines.iter().map(|line| printable(line) + "\n").collect()
    }

    pub fn last_line(&self) -> String {
        format!("{} of {} documents accepted", self.accepted, self.documents)
    }

    fn lines_of_many(&self) -> Vec<String> {
        let Self { documents, accepted, operations, lines, .. } = self;
        let mut text = vec![format!("{accepted} accepted, {operations} operations, {lines} lines of Rust")];
        text.push(format!(
            "{} refused, {} files skipped: no OpenAPI documents",
            documents - accepted,
            self.skipped.len()
        ));
        if !self.reasons.is_empty() {
            text.extend([String::new(), "Refused, by reason and number of documents".to_owned()]);
        }
        for reason in &self.reasons {
            text.push(format!("  {:>6}  {}", reason.documents, reason.reason));
            text.extend(reason.first.iter().map(|first| format!("          {first}")));
        }
        text.extend(self.adaptations.report_lines("Adaptations: number of occurrences by rule", false));
        text.extend(
            self.untyped.report_lines("Values that can be any JSON value: number of occurrences by reason", true),
        );
        let mut each = Vec::from_iter(&self.each);
        each.sort_by(|one, other| other.seconds.total_cmp(&one.seconds));
        push_first(&mut text, "Slowest", &each);
        each.sort_by_key(|document| Reverse(document.bytes));
        push_first(&mut text, "Largest", &each);
        text
    }
}

fn client_summary(document: &TriedDocument) -> Option<&ClientSummary> {
    if let TrialOutcome::Accepted(client) = &document.outcome { Some(client) } else { None }
}

/// Appends `title`, and below it the first of the sorted `documents`.
fn push_first(text: &mut Vec<String>, title: &str, documents: &[&TriedDocument]) {
    text.extend([String::new(), title.to_owned()]);
    for document in documents.iter().take(MOST) {
        let operations =
            client_summary(document).map_or("refused".to_owned(), |client| format!("{} operations", client.operations));
        let (path, kilobytes) = (document.path.display(), document.bytes / 1024);
        text.push(format!("  {:>6.1} s {kilobytes:>7} KiB  {path}, {operations}", document.seconds));
    }
}

/// Adds the adaptations or untyped values of the document `name` to `all`, which contains the totals over all
/// documents.
fn add_all(all: &mut PlacesByRule, added: &PlacesByRule, name: &str) {
    for (id, found) in &added.0 {
        let places = all.0.entry(id.clone()).or_default();
        places.title.clone_from(&found.title);
        places.count += found.count;
        places.documents += found.documents;
        let left = PLACES.saturating_sub(places.places.len());
        // At most one example is taken from each document, so that the examples name several documents.
        places.places.extend(found.places.iter().take(left.min(1)).map(|place| format!("{name}: {place}")));
    }
}
