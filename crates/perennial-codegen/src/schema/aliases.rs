//! Inlines aliases: named schemas that are neither objects with fields nor enums nor unions. The generated code
//! contains `tags: Vec<String>` instead of a newtype `Tags`, which each consumer would have to unwrap.
//!
//! A list or map that contains itself cannot be inlined, so it keeps its name.
//!
//! If a named schema is nullable, read-only or write-only, these properties are copied to each reference to it. In
//! Rust, they are properties of fields, not of types.

use std::{collections::HashMap, mem, rc::Rc};

use indexmap::IndexMap;

use super::{Schema, TypedDocument, chains::Chains, walk};
use crate::{
    adaptation::Rule,
    bounds::{Bound, Budget},
    cycles,
    log::Log,
};

pub fn inline_aliases(document: &mut TypedDocument, log: &mut Log) {
    replace_cyclic_aliases(document, log);
    let mut inliner = AliasInliner::new(take_aliases(&mut document.schemas));
    document.each_root_schema(&mut |place, schema| {
        if let Err(bound) = inliner.inline(schema, 1) {
            log.refuse(bound, place);
        }
    });
    if log.bound_exceeded {
        return;
    }
    let flags = |schema: &Schema| [schema.nullable, schema.read_only, schema.write_only];
    let flagged = document.schemas.iter().filter(|(_, schema)| flags(schema).contains(&true));
    let flagged: HashMap<String, [bool; 3]> = flagged.map(|(name, schema)| (name.clone(), flags(schema))).collect();
    document.each_schema(&mut |_, schema| {
        if let Some([nullable, read_only, write_only]) = schema.name().and_then(|name| flagged.get(name)) {
            schema.nullable |= nullable;
            schema.read_only |= read_only;
            schema.write_only |= write_only;
        }
    });
    document.schemas.values_mut().for_each(|schema| schema.nullable = false);
}

/// Replaces named schemas that only refer to each other, in a cycle. Such a cycle does not restrict values, so each of
/// its schemas becomes a schema for any value.
fn replace_cyclic_aliases(document: &mut TypedDocument, log: &mut Log) {
    let chains = Chains::new(&document.schemas);
    for (name, schema) in document.schemas.iter_mut().filter(|(name, _)| chains.is_cyclic(name)) {
        log.note(Rule::SELF_ALIAS, name);
        *schema = Schema::any();
    }
}

/// Removes the aliases from `schemas`, and returns them. A list or map that contains itself is not an alias, because it
/// cannot be inlined. The exception is a cycle through a schema with its own Rust type, at which inlining ends.
fn take_aliases(schemas: &mut IndexMap<String, Schema>) -> IndexMap<String, Schema> {
    let is_unnamed = |name: &&str| schemas.get(*name).is_some_and(|schema| !schema.has_type_of_its_own());
    let unnamed = schemas.iter().filter(|(_, schema)| !schema.has_type_of_its_own());
    let edges = unnamed.map(|(name, schema)| (name.as_str(), walk::references(schema).filter(is_unnamed).collect()));
    let cyclic = cycles::names_on_cycles(&edges.collect());
    let is_alias = |name: &str, schema: &Schema| !schema.has_type_of_its_own() && !cyclic.contains(name);
    let (aliases, left) = mem::take(schemas).into_iter().partition(|(name, schema)| is_alias(name, schema));
    *schemas = left;
    aliases
}

/// Inlines each reference to an alias. The schema of an alias is resolved only once.
struct AliasInliner {
    aliases: IndexMap<String, Schema>,
    inlined: HashMap<String, Rc<InlinedAlias>>,
    budget: Budget,
}

/// An alias whose schema no longer contains references to other aliases.
struct InlinedAlias {
    schema: Schema,
    parts: usize,
    depth: usize,
}

impl AliasInliner {
    fn new(aliases: IndexMap<String, Schema>) -> Self {
        Self { aliases, inlined: HashMap::new(), budget: Budget::new(Bound::Parts) }
    }

    fn inline(&mut self, schema: &mut Schema, depth: usize) -> Result<(), Bound> {
        within_depth(depth)?;
        if let Some(name) = schema.name().filter(|name| self.aliases.contains_key(*name)) {
            let alias = self.inlined_alias(name, depth)?;
            within_depth(depth + alias.depth - 1)?;
            self.budget.spend(alias.parts)?;
            *schema = mem::take(schema).replaced_by(alias.schema.clone());
            return Ok(());
        }
        let mut result = Ok(());
        walk::each_child_mut(schema, &mut |_, child| {
            if result.is_ok() {
                result = self.inline(child, depth + 1);
            }
        });
        result
    }

    fn inlined_alias(&mut self, name: &str, depth: usize) -> Result<Rc<InlinedAlias>, Bound> {
        if let Some(inlined) = self.inlined.get(name) {
            return Ok(Rc::clone(inlined));
        }
        // A chain of aliases adds nothing to the depth: it is processed from its end, without recursion.
        let mut chain = vec![name.to_owned()];
        while let Some(next) = chain.last().and_then(|last| self.aliases.get(last)?.name())
            && self.aliases.contains_key(next)
            && !self.inlined.contains_key(next)
        {
            chain.push(next.to_owned());
        }
        for name in chain.iter().rev() {
            let mut schema = self.aliases.get(name).cloned().unwrap_or_default();
            self.inline(&mut schema, depth)?;
            let written = InlinedAlias { parts: walk::count_parts(&schema), depth: walk::depth(&schema), schema };
            self.inlined.insert(name.clone(), Rc::new(written));
        }
        Ok(Rc::clone(&self.inlined[name]))
    }
}

fn within_depth(depth: usize) -> Result<(), Bound> {
    if depth > Bound::Depth.limit() { Err(Bound::Depth) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value, json};

    use super::*;
    use crate::schema::tests::{after, document, reference};

    fn written(schemas: Value) -> Value {
        after(inline_aliases, schemas).0.into()
    }

    #[test]
    fn inlines_named_lists_and_scalars_but_not_structs_and_enums() {
        let left = written(json!({
            "A": { "type": "object", "properties": {
                "tags": { "$ref": "#/components/schemas/Tags" },
                "kind": { "$ref": "#/components/schemas/Kind" },
            } },
            "Tags": { "type": "array", "items": { "$ref": "#/components/schemas/Tag" } },
            "Tag": { "$ref": "#/components/schemas/Text" },
            "Text": { "type": "string", "nullable": true },
            "Kind": { "type": "string", "enum": ["a"] },
        }));
        assert_eq!(
            left["A"]["properties"]["tags"],
            json!({ "type": "array", "items": { "type": "string", "nullable": true } })
        );
        assert_eq!(
            left.as_object().map(|map| map.keys().collect::<Vec<_>>()),
            Some(vec![&"A".to_owned(), &"Kind".to_owned()])
        );
    }

    #[test]
    fn keywords_beside_a_reference_override_those_of_the_alias() {
        let left = written(json!({
            "A": { "type": "object", "properties": {
                "x": { "description": "Mine.", "nullable": true, "allOf": [{ "$ref": "#/components/schemas/T" }] },
            } },
            "T": { "type": "string", "description": "Theirs." },
        }));
        assert_eq!(left["A"]["properties"]["x"], json!({ "type": "string", "description": "Mine.", "nullable": true }));
    }

    #[test]
    fn references_to_a_nullable_schema_become_nullable() {
        let left = written(json!({
            "A": { "type": "object", "properties": { "s": { "$ref": "#/components/schemas/S" } } },
            "S": { "type": "object", "nullable": true, "properties": { "x": {} } },
        }));
        assert_eq!(
            left["A"]["properties"]["s"],
            json!({ "allOf": [{ "$ref": "#/components/schemas/S" }], "nullable": true })
        );
        assert_eq!(left["S"].get("nullable"), None);
    }

    #[test]
    fn named_schemas_that_only_refer_to_each_other_accept_any_value() {
        let left = written(json!({
            "A": { "$ref": "#/components/schemas/B" },
            "B": { "allOf": [{ "$ref": "#/components/schemas/A" }] },
            "C": { "type": "object", "properties": { "a": { "$ref": "#/components/schemas/A" } } },
        }));
        assert_eq!(left, json!({ "C": { "type": "object", "properties": { "a": {} } } }));
    }

    #[test]
    fn keeps_the_name_of_a_list_that_contains_itself() {
        let tree = json!({ "T": { "type": "array", "items": { "$ref": "#/components/schemas/T" } } });
        assert_eq!(written(tree.clone()), tree);
    }

    #[test]
    fn inlines_nested_lists_up_to_the_maximum_depth() {
        let lists = |depth: usize| {
            let lists = (1..depth)
                .map(|n| (format!("A{n}"), json!({ "type": "array", "items": reference(&format!("A{}", n + 1)) })));
            let last = (format!("A{depth}"), json!({ "type": "string" }));
            let root = ("Root".to_owned(), json!({ "type": "object", "properties": { "a": reference("A1") } }));
            let schemas: Map<String, Value> = lists.chain([last, root]).collect();
            let (mut document, mut log) = (document(schemas.into()), Log::default());
            inline_aliases(&mut document, &mut log);
            (document, log.diagnostics)
        };
        let (fits, diagnostics) = lists(Bound::Depth.limit() - 1);
        assert_eq!(diagnostics.to_string(), "");
        assert_eq!(walk::depth(&fits.schemas["Root"]), Bound::Depth.limit());
        for depth in [Bound::Depth.limit(), 50_000] {
            assert_eq!(lists(depth).1.0, [Bound::Depth.diagnostic_at("Root")]);
        }
    }

    #[test]
    fn rejects_aliases_whose_size_doubles_at_each_level() {
        let schemas: Map<String, Value> = (0..40)
            .map(|n| {
                let next = reference(&format!("A{}", n + 1));
                (
                    format!("A{n}"),
                    json!({ "type": "array", "items": { "oneOf": [next, { "type": "array", "items": next }] } }),
                )
            })
            .chain([("A40".to_owned(), json!({ "type": "string" }))])
            .collect();
        let mut schemas = schemas;
        schemas.insert("Root".into(), json!({ "type": "object", "properties": { "a": reference("A20") } }));
        let (_, log) = after(inline_aliases, schemas.into());
        assert_eq!(log.diagnostics.0, [Bound::Parts.diagnostic_at("Root")]);
    }

    #[test]
    fn inlines_a_chain_of_5000_aliases() {
        let names = (0..5_000).map(|n| (format!("A{n}"), reference(&format!("A{}", n + 1))));
        let last = ("A5000".to_owned(), json!({ "type": "string", "nullable": true }));
        let root = ("Root".to_owned(), json!({ "type": "object", "properties": { "a": reference("A0") } }));
        let schemas: Map<String, Value> = names.chain([last, root]).collect();
        let left = written(schemas.into());
        assert_eq!(
            left,
            json!({ "Root": { "type": "object", "properties": { "a": { "type": "string", "nullable": true } } } })
        );
    }

    #[test]
    fn keeps_the_names_of_5000_lists_that_form_a_cycle() {
        let names = (0..5_000).map(|n| {
            (format!("A{n}"), json!({ "type": "array", "items": reference(&format!("A{}", (n + 1) % 5_000)) }))
        });
        let schemas: Map<String, Value> = names.collect();
        assert_eq!(written(schemas.clone().into()), Value::Object(schemas));
    }
}
