//! Named schemas that stand for another name, which may stand for a further one.

use std::collections::HashMap;

use indexmap::IndexMap;

use super::Schema;

/// The end of each chain of names, each step looked at once.
pub struct Chains(HashMap<String, Option<End>>);

/// The end of a chain of names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct End {
    /// A name that stands for no other; the document need not declare it.
    pub name: String,
    /// Set if a name on the way there admits null.
    pub nullable: bool,
}

impl Chains {
    /// The chains of `schemas`.
    pub fn new(schemas: &IndexMap<String, Schema>) -> Self {
        let mut ends = HashMap::<String, Option<End>>::with_capacity(schemas.len());
        for name in schemas.keys() {
            let mut trail = Vec::new();
            let mut here = name.as_str();
            let mut end = loop {
                if let Some(known) = ends.get(here) {
                    break known.clone();
                }
                let Some(further) = schemas.get(here).and_then(Schema::name) else {
                    let end = Some(End { name: here.to_owned(), nullable: false });
                    ends.insert(here.to_owned(), end.clone());
                    break end;
                };
                // What comes back to this name before its end is known goes in a cycle.
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

    /// Returns what `name` stands for in the end: itself, if for no other name. `None` in a cycle, and for a name that
    /// is not declared.
    pub fn end(&self, name: &str) -> Option<&End> {
        self.0.get(name)?.as_ref()
    }

    /// Returns `true` if `name` stands for others in a cycle.
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
    fn each_name_of_a_chain_has_its_end_and_cycles_have_none() {
        let mut schemas = schemas(json!({
            "A": reference("B"), "B": { "allOf": [reference("C")], "nullable": true }, "C": reference("D"), "D": {},
            "X": reference("Y"), "Y": reference("Z"), "Z": reference("Y"),
        }));
        schemas.insert("Gone".to_owned(), Schema::named("Missing"));
        let chains = Chains::new(&schemas);
        let end = |name: &str, nullable| Some(End { name: name.to_owned(), nullable });
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
