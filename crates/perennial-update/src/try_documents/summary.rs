//! The report on all documents.

use std::{cmp::Reverse, path::PathBuf};

use perennial_codegen::text::printable::printable;
use serde::Serialize;

use super::{
    outcome::{Kinds, Outcome, Places, Taken, Tried},
    reasons::{Reason, reasons},
};

/// The number of the slowest and of the largest documents that are listed.
const MOST: usize = 5;

/// The results of all documents.
#[derive(Debug, Serialize)]
pub struct Summary {
    /// The number of OpenAPI documents.
    pub documents: usize,
    /// The number of documents that have a client.
    pub taken: usize,
    /// The files that are not documents.
    pub skipped: Vec<PathBuf>,
    /// The number of operations of all clients.
    pub operations: usize,
    /// The number of lines of all clients.
    pub lines: usize,
    /// The reasons for which documents are refused.
    pub reasons: Vec<Reason>,
    /// The adaptations of all documents.
    pub adaptations: Kinds,
    /// The values of all documents that are any JSON, by the reason.
    pub untyped: Kinds,
    /// The number of clients that were compiled, which only `benches/documents` does.
    pub compiled: usize,
    /// The number of compiled clients without an error.
    pub compile: usize,
    /// The number of warnings of the compiled clients.
    pub warnings: usize,
    /// Each document.
    pub each: Vec<Tried>,
}

impl Summary {
    /// Sums up the results of these files.
    pub fn new(tried: Vec<Tried>) -> Self {
        let (others, each): (Vec<_>, Vec<_>) = tried.into_iter().partition(|it| matches!(it.outcome, Outcome::Other));
        let [mut adaptations, mut untyped] = [Kinds::default(), Kinds::default()];
        for document in &each {
            if let Outcome::Taken(taken) = &document.outcome {
                let name = document.path.display().to_string();
                adaptations.add_all(&taken.adaptations, &name);
                untyped.add_all(&taken.untyped, &name);
            }
        }
        let taken = || each.iter().filter_map(taken);
        Self {
            documents: each.len(),
            taken: taken().count(),
            skipped: others.into_iter().map(|other| other.path).collect(),
            operations: taken().map(|taken| taken.operations).sum(),
            lines: taken().map(|taken| taken.lines).sum(),
            reasons: reasons(&each),
            adaptations,
            untyped,
            compiled: 0,
            compile: 0,
            warnings: 0,
            each,
        }
    }

    /// Returns `true` if all documents are taken, and all clients that were compiled do.
    pub fn is_success(&self) -> bool {
        self.taken == self.documents && self.compile == self.compiled
    }

    /// Returns the report for people.
    pub fn text(&self) -> String {
        let mut lines = match &*self.each {
            [one] => alone(one),
            _ => self.of_many(),
        };
        lines.extend([String::new(), self.last_line()]);
        lines.iter().map(|line| printable(line) + "\n").collect()
    }

    /// Returns the last line of the report for people.
    pub fn last_line(&self) -> String {
        format!("{} of {} documents taken", self.taken, self.documents)
    }

    fn of_many(&self) -> Vec<String> {
        let Self { documents, taken, operations, lines, .. } = self;
        let mut text = vec![format!("{taken} taken, {operations} operations, {lines} lines of Rust")];
        text.push(format!("{} refused, {} files skipped: no OpenAPI documents", documents - taken, self.skipped.len()));
        if !self.reasons.is_empty() {
            text.extend([String::new(), "Refused, by reason and number of documents".to_owned()]);
        }
        for reason in &self.reasons {
            text.push(format!("  {:>6}  {}", reason.documents, reason.reason));
            text.extend(reason.first.iter().map(|first| format!("          {first}")));
        }
        kinds(&mut text, "Adapted, by rule and number of places", &self.adaptations, false);
        kinds(&mut text, "Untyped (any JSON), by reason and number of places", &self.untyped, true);
        let mut each = Vec::from_iter(&self.each);
        each.sort_by(|one, other| other.seconds.total_cmp(&one.seconds));
        first(&mut text, "Slowest", &each);
        each.sort_by_key(|document| Reverse(document.bytes));
        first(&mut text, "Largest", &each);
        text
    }
}

fn taken(document: &Tried) -> Option<&Taken> {
    if let Outcome::Taken(taken) = &document.outcome { Some(taken) } else { None }
}

/// Returns the report on the only document.
fn alone(document: &Tried) -> Vec<String> {
    let path = document.path.display();
    match &document.outcome {
        Outcome::Taken(taken) => {
            let mut text = vec![format!("{path}: taken, in {:.1} s", document.seconds)];
            let tags = taken.features.len();
            text.push(format!(
                "  {} operations, {tags} tags, {} types, {} lines of Rust",
                taken.operations, taken.types, taken.lines
            ));
            kinds(&mut text, "Adapted, by rule and number of places", &taken.adaptations, true);
            kinds(&mut text, "Untyped (any JSON), by reason and number of places", &taken.untyped, true);
            text
        }
        Outcome::Refused(refusals) => {
            let mut text = vec![format!("{path}: refused")];
            for refusal in refusals {
                let colon = if refusal.place.is_empty() { "" } else { ": " };
                text.push(format!("  {}{colon}{}", refusal.place, refusal.reason));
            }
            text
        }
        Outcome::Other => Vec::new(),
    }
}

fn kinds(text: &mut Vec<String>, title: &str, kinds: &Kinds, has_places: bool) {
    if kinds.0.is_empty() {
        return;
    }
    text.extend([String::new(), title.to_owned()]);
    for (id, Places { title, count, first, .. }) in kinds.sorted() {
        text.push(format!("  {count:>6}  {title} [{id}]"));
        if has_places {
            text.extend(first.iter().map(|place| format!("          {place}")));
        }
    }
}

fn first(text: &mut Vec<String>, title: &str, documents: &[&Tried]) {
    text.extend([String::new(), title.to_owned()]);
    for document in documents.iter().take(MOST) {
        let operations =
            taken(document).map_or("refused".to_owned(), |taken| format!("{} operations", taken.operations));
        let (path, kilobytes) = (document.path.display(), document.bytes / 1024);
        text.push(format!("  {:>6.1} s {kilobytes:>7} KiB  {path}, {operations}", document.seconds));
    }
}
