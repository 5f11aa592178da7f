//! The targets of references in the document as it was served.

use std::{collections::HashMap, ptr};

use percent_encoding::percent_decode_str;
use serde_json::Value;

use super::extensions;
use crate::bounds::{self, Bound, Budget};

/// The targets of references, each looked up once.
pub struct Targets<'a> {
    source: &'a Value,
    known: HashMap<String, Option<&'a Value>>,
    parts: HashMap<*const Value, usize>,
    /// What may still be written out.
    pub budget: Budget,
}

impl<'a> Targets<'a> {
    /// Targets in `source`, of which no more than `budget` is written out.
    pub fn new(source: &'a Value, budget: Budget) -> Self {
        Self { source, known: HashMap::new(), parts: HashMap::new(), budget }
    }

    /// Resolves `reference`, through further references.
    pub fn resolve(&mut self, reference: &str) -> Option<&'a Value> {
        let mut trail = Vec::new();
        let mut next = reference.to_owned();
        let end = loop {
            if let Some(known) = self.known.get(&next) {
                break *known;
            }
            // Where the trail comes back to itself, there is nothing.
            self.known.insert(next.clone(), None);
            trail.push(next.clone());
            let Some(found) = next.strip_prefix('#').and_then(|pointer| self.source.pointer(&decoded(pointer))) else {
                break None;
            };
            match found.get("$ref").and_then(Value::as_str) {
                Some(further) => next = further.to_owned(),
                None => break Some(found),
            }
        };
        self.known.extend(trail.into_iter().map(|reference| (reference, end)));
        end
    }

    /// A copy of `target` to be put elsewhere.
    ///
    /// # Errors
    /// The bound that all copies together pass.
    pub fn copy(&mut self, target: &Value) -> Result<Value, Bound> {
        self.take(target)?;
        let mut copy = target.clone();
        extensions::strip(&mut copy);
        Ok(copy)
    }

    /// Counts `target`, which is written out elsewhere.
    ///
    /// # Errors
    /// The bound that all of them together pass.
    pub fn take(&mut self, target: &Value) -> Result<(), Bound> {
        let parts = *self.parts.entry(ptr::from_ref(target)).or_insert_with(|| bounds::parts(target));
        self.budget.take(parts)?;
        if extensions::long_name(target).is_some() { Err(Bound::Name) } else { Ok(()) }
    }
}

/// Whether `reference` leads out of the document.
pub fn is_in_another_file(reference: &str) -> bool {
    !reference.is_empty() && !reference.starts_with('#')
}

/// Why `reference` cannot be followed, and what to do.
pub fn elsewhere(reference: &str) -> String {
    format!("refers to {reference}, in another file: put all into one document (`npx @redocly/cli bundle` does)")
}

/// `%7Bid%7D` as `{id}`: a reference is a URL, the keys that it names are not.
pub fn decoded(pointer: &str) -> String {
    percent_decode_str(pointer).decode_utf8_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, json};

    use super::*;

    #[test]
    fn every_reference_of_a_long_chain_leads_to_its_end() {
        let chain: Map<String, Value> = (0..5_000)
            .map(|n| (format!("r{n}"), json!({ "$ref": format!("#/x/r{}", n + 1) })))
            .chain([("r5000".to_owned(), json!({ "description": "end" }))])
            .collect();
        let source = json!({ "x": chain });
        let mut targets = Targets::new(&source, Budget::new(Bound::Parts));
        for n in 0..=5_000 {
            assert_eq!(targets.resolve(&format!("#/x/r{n}")), Some(&json!({ "description": "end" })));
        }
        assert_eq!(targets.known.len(), 5_001, "each reference is looked up once");
    }
}
