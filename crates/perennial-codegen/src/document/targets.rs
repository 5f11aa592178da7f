//! The targets of references in the document as it was served.

use std::{borrow::Cow, collections::HashMap, ptr};

use percent_encoding::percent_decode_str;
use serde_json::Value;

use super::{extensions, json::text};
use crate::bounds::{self, Bound, Budget};

/// The targets of references, each looked up once.
pub struct Targets<'a> {
    source: &'a Value,
    known: HashMap<String, Option<&'a Value>>,
    parts: HashMap<*const Value, usize>,
    budget: Budget,
    /// Made when the first reference needs them.
    names: Option<Names<'a>>,
}

impl<'a> Targets<'a> {
    /// Targets in `source`, of which no more than `budget` is written out.
    pub fn new(source: &'a Value, budget: Budget) -> Self {
        Self { source, known: HashMap::new(), parts: HashMap::new(), budget, names: None }
    }

    /// Returns the rest of the budget.
    pub fn into_budget(self) -> Budget {
        self.budget
    }

    /// `reference` as a pointer into the document (`#/…`), where it names its target: by an anchor, or by the URL of the
    /// document or of a schema in it.
    pub fn canonical<'b>(&mut self, reference: &'b str) -> Option<Cow<'b, str>> {
        if reference == "#" || reference.starts_with("#/") {
            return Some(reference.into());
        }
        let names = self.names.get_or_insert_with(|| Names::new(self.source));
        if let Some(pointer) = names.place(reference) {
            return Some(pointer.into());
        }
        let (url, fragment) = reference.split_once('#')?;
        let inside = fragment.is_empty() || fragment.starts_with('/');
        let pointer = names.place(url).filter(|_| inside)?;
        Some((pointer + fragment).into())
    }

    /// Resolves `reference`, through further references.
    pub fn resolve(&mut self, reference: &str) -> Option<&'a Value> {
        let mut trail = Vec::new();
        let mut next = self.canonical(reference)?.into_owned();
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
                Some(further) => match self.canonical(further) {
                    Some(further) => next = further.into_owned(),
                    None => break None,
                },
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

/// The names that parts of a document have beside their places, and these: `$self` and `$id` are URLs, anchors are
/// fragments.
struct Names<'a> {
    named: HashMap<String, usize>,
    /// Each part as the number of the one that it is in, and its key there: its place is long, and seldom asked for.
    parts: Vec<(usize, Cow<'a, str>)>,
}

impl<'a> Names<'a> {
    fn new(root: &'a Value) -> Self {
        const DATA: [&str; 5] = ["default", "example", "examples", "enum", "const"];
        let mut names = Self { named: HashMap::new(), parts: vec![(0, "#".into())] };
        let mut open = vec![(root, 0)];
        while let Some((part, number)) = open.pop() {
            let urls = ["$self", "$id"].map(|key| text(part, key).trim_end_matches('#').to_owned());
            let anchors = ["$anchor", "$dynamicAnchor"].map(|key| text(part, key)).map(|name| format!("#{name}"));
            for name in urls.into_iter().chain(anchors).filter(|name| name.len() > 1) {
                names.named.entry(name).or_insert(number);
            }
            let mut enter = |key: Cow<'a, str>, value: &'a Value| {
                if value.is_object() || value.is_array() {
                    open.push((value, names.parts.len()));
                    names.parts.push((number, key));
                }
            };
            match part {
                Value::Object(map) => {
                    let parts = map.iter().filter(|(key, _)| !DATA.contains(&key.as_str()));
                    parts.for_each(|(key, value)| enter(key.into(), value));
                }
                Value::Array(values) => {
                    values.iter().enumerate().for_each(|(index, value)| enter(index.to_string().into(), value));
                }
                _ => {}
            }
        }
        names
    }

    /// The place of what is called `name`, as a pointer.
    fn place(&self, name: &str) -> Option<String> {
        let mut number = *self.named.get(name)?;
        let mut keys = Vec::new();
        while number != 0 {
            let (parent, key) = self.parts.get(number)?;
            keys.push(key.replace('~', "~0").replace('/', "~1"));
            number = *parent;
        }
        keys.push("#".to_owned());
        keys.reverse();
        Some(keys.join("/"))
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
    fn anchors_and_urls_of_the_document_are_references_to_their_places() {
        let source = json!({
            "$self": "https://example.com/api",
            "components": { "schemas": {
                "A": { "$id": "https://example.com/a", "$anchor": "first", "$defs": { "x/y": { "$dynamicAnchor": "deep" } } },
                "B": { "examples": [{ "$anchor": "data" }] },
            } },
        });
        let mut targets = Targets::new(&source, Budget::new(Bound::Parts));
        let mut canonical = |reference: &str| targets.canonical(reference).map(Cow::into_owned);
        for (reference, place) in [
            ("#first", "#/components/schemas/A"),
            ("#deep", "#/components/schemas/A/$defs/x~1y"),
            ("https://example.com/a", "#/components/schemas/A"),
            ("https://example.com/a#/$defs/x~1y", "#/components/schemas/A/$defs/x~1y"),
            ("https://example.com/api#/components/schemas/B", "#/components/schemas/B"),
            ("#/anything", "#/anything"),
        ] {
            assert_eq!(canonical(reference).as_deref(), Some(place), "{reference}");
        }
        for reference in ["#data", "#gone", "https://example.com/a#gone", "other.json#/A"] {
            assert_eq!(canonical(reference), None, "{reference}");
        }
    }

    #[test]
    fn a_long_key_is_not_copied_for_every_part_below_it() {
        let key = "k".repeat(1_000_000);
        let below: Vec<Value> = (0..20_000).map(|n| json!({ "$anchor": format!("a{n}") })).collect();
        let source = json!({ (key.clone()): below });
        let names = Names::new(&source);
        assert_eq!(names.place("#a7"), Some(format!("#/{key}/7")));
        let kept: usize = names.parts.iter().map(|(_, key)| key.len()).sum();
        assert!(kept < 2 * key.len(), "{kept} bytes");
    }

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
