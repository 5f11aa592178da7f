use std::{
    collections::{HashMap, HashSet},
    ptr,
};

use percent_encoding::percent_decode_str;
use serde_json::Value;

use super::extensions;
use crate::bounds::{self, Bound, Budget};

/// Looks up the targets of references in the document as it was served, each of them only once.
pub struct Targets<'a> {
    source: &'a Value,
    known: HashMap<String, Option<&'a Value>>,
    parts: HashMap<*const Value, usize>,
    pub budget: Budget,
}

impl<'a> Targets<'a> {
    pub fn new(source: &'a Value, budget: Budget) -> Self {
        Self { source, known: HashMap::new(), parts: HashMap::new(), budget }
    }

    /// Returns the target of `reference`, if it exists. If the target is a reference itself, that reference is followed
    /// as well.
    pub fn resolve(&mut self, reference: &str) -> Option<&'a Value> {
        let mut trail = Vec::new();
        let mut next = reference.to_owned();
        let end = loop {
            if let Some(known) = self.known.get(&next) {
                break *known;
            }
            // A chain of references that leads back to this one has no target. `None` is stored until the target is
            // known.
            self.known.insert(next.clone(), None);
            trail.push(next.clone());
            let Some(found) = self.place(&next) else { break None };
            match found.get("$ref").and_then(Value::as_str) {
                Some(further) => next = further.to_owned(),
                None => break Some(found),
            }
        };
        self.known.extend(trail.into_iter().map(|reference| (reference, end)));
        end
    }

    /// Returns why `reference` cannot be followed, and the remedy, if it points to another file. It may do so directly,
    /// or through other references, including those that enclose its target.
    pub fn explain_other_file(&self, reference: &str) -> Option<String> {
        let (mut next, mut seen) = (reference, HashSet::new());
        while next.is_empty() || next.starts_with('#') {
            let pointer = decode_pointer(next.strip_prefix('#').filter(|_| seen.insert(next))?);
            let enclosing = pointer.match_indices('/').map(|(end, _)| &pointer[..end]).chain([pointer.as_str()]);
            let found = enclosing.rev().find_map(|pointer| self.source.pointer(pointer));
            next = found?.get("$ref")?.as_str()?;
        }
        Some(format!(
            "refers to {next}, which is in another file: bundle all files into one document (`npx @redocly/cli \
             bundle`)"
        ))
    }

    pub fn explain_missing(&self, reference: &str) -> String {
        let other = self.explain_other_file(reference);
        other.unwrap_or_else(|| match reference {
            "" | "#" => {
                format!("refers to {}, which is the whole document: refer to a part of it (`#/…`)", shown(reference))
            }
            _ => format!("refers to {reference}, which is not in the document"),
        })
    }

    /// Returns the part of the document to which `reference` points. Returns `None` for the whole document, which is
    /// neither a schema nor a part of an operation.
    fn place(&self, reference: &str) -> Option<&'a Value> {
        let pointer = reference.strip_prefix('#').filter(|pointer| !pointer.is_empty())?;
        self.source.pointer(&decode_pointer(pointer))
    }

    /// Returns a copy of `target` without its foreign extensions.
    ///
    /// # Errors
    /// Fails if all copies together exceed the budget, or if a name in `target` is too long. The error is the exceeded
    /// bound.
    pub fn copy(&mut self, target: &Value) -> Result<Value, Bound> {
        self.take(target)?;
        let mut copy = target.clone();
        extensions::strip(&mut copy);
        Ok(copy)
    }

    /// Counts a copy of `target` towards the budget. The caller makes the copy.
    ///
    /// # Errors
    /// Fails if all copies together exceed the budget, or if a name in `target` is too long. The error is the exceeded
    /// bound.
    pub fn take(&mut self, target: &Value) -> Result<(), Bound> {
        let parts = *self.parts.entry(ptr::from_ref(target)).or_insert_with(|| bounds::count_values(target));
        self.budget.spend(parts)?;
        if extensions::long_name(target).is_some() { Err(Bound::Name) } else { Ok(()) }
    }
}

/// Returns why `reference`, the value of a `$ref` that is not a string, cannot be followed.
pub fn explain_wrong_kind(reference: &Value) -> String {
    format!("has a `$ref` that is not a string ({reference}): correct or remove it")
}

/// Returns `reference` as reports contain it. An empty reference is written as two quotes.
pub fn shown(reference: &str) -> &str {
    if reference.is_empty() { "\"\"" } else { reference }
}

/// Decodes percent-encoding in a JSON pointer, such as `%7Bid%7D` to `{id}`. References are URLs, so their pointers are
/// percent-encoded. The keys in the document are not.
pub fn decode_pointer(pointer: &str) -> String {
    percent_decode_str(pointer).decode_utf8_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, json};

    use super::*;

    #[test]
    fn looks_up_each_reference_in_a_long_chain_once() {
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
