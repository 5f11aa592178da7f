//! Follows chains of references: named schemas that only refer to another named schema, which may refer to a third.

use std::collections::HashMap;

use indexmap::IndexMap;

use super::Schema;

/// The end of each chain of references, by the name of the schema at which the chain starts. `None` if the chain leads
/// into a cycle.
pub struct Chains(HashMap<String, Option<ChainEnd>>);

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChainEnd {
    /// The name of the last schema, which the document might not declare.
    pub name: String,
    /// Whether any reference in the chain is nullable.
    pub nullable: bool,
}

impl Chains {
    pub fn new(schemas: &IndexMap<String, Schema>) -> Self {
        let mut ends = HashMap::<String, Option<ChainEnd>>::with_capacity(schemas.len());
        for name in schemas.keys() {
            let mut trail = Vec::new();
            let mut here = name.as_str();
            let mut end = loop {
                if let Some(known) = ends.get(here) {
                    break known.clone();
                }
                let Some(further) = schemas.get(here).and_then(Schema::name) else {
                    let end = Some(ChainEnd { name: here.to_owned(), nullable: false });
                    ends.insert(here.to_owned(), end.clone());
                    break end;
                };
                // Until the end is known, the chain is recorded as having no end. The record is correct if the chain
                // returns to this name, because a cycle has no end.
                ends.insert(here.to_owned(), None);
                trail.push(here);
                here = further;
            };
            for name in trail.into_iter().rev() {
                if let Some(end) = &mut end {
                    end.nullable |= schemas.get(name).is_some_and(|schema| schema.nullable);
                }
                ends.insert(name.to_owned(), end.clone());
            }
        }
        Self(ends)
    }

    /// Returns the end of the chain that starts at `name`, which is `name` itself if that schema is not a reference.
    /// Returns `None` if the chain leads into a cycle, or if there is no schema `name`.
    pub fn end(&self, name: &str) -> Option<&ChainEnd> {
        self.0.get(name)?.as_ref()
    }

    pub fn is_cyclic(&self, name: &str) -> bool {
        self.0.get(name) == Some(&None)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::schema::tests::{reference, schemas};

    #[test]
    fn finds_the_end_of_each_chain_of_references() {
        let mut schemas = schemas(json!({
            "A": reference("B"), "B": { "allOf": [reference("C")], "nullable": true }, "C": reference("D"), "D": {},
            "X": reference("Y"), "Y": reference("Z"), "Z": reference("Y"),
        }));
        schemas.insert("Gone".to_owned(), Schema::named("Missing"));
        let chains = Chains::new(&schemas);
        let end = |name: &str, nullable| Some(ChainEnd { name: name.to_owned(), nullable });
        assert_eq!(chains.end("A"), end("D", true).as_ref());
        assert_eq!(chains.end("B"), end("D", true).as_ref());
        assert_eq!(chains.end("C"), end("D", false).as_ref());
        assert_eq!(chains.end("D"), end("D", false).as_ref());
        assert_eq!(chains.end("Gone"), end("Missing", false).as_ref());
        for name in ["X", "Y", "Z"] {
            assert!(chains.is_cyclic(name) && chains.end(name).is_none());
        }
    }
}
