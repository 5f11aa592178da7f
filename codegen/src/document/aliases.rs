//! A named schema that is no object with fields and no enum or union is written out where it is referred to:
//! `tags: Vec<String>` instead of a newtype `Tags` that each consumer would have to take apart.
//!
//! Only a list or map that contains itself keeps its name, since it could not be written out. A named schema that
//! admits null does so where it is referred to: a type is never null, but a place is.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    rc::Rc,
};

use serde_json::{Map, Value};

use super::{chains::Chains, schema, spec::Spec};
use crate::{
    adaptation::Rule,
    bounds::{self, Bound, Budget},
    cycles,
};

/// Writes out the aliases.
pub fn apply(spec: &mut Spec) {
    open_cycles(spec);
    let mut writer = Writer::new(take_aliases(spec.schemas_mut()));
    spec.each_root_schema(|place, schema, log| {
        if let Err(bound) = writer.write(schema, 1) {
            log.refuse(bound, place);
        }
    });
    if spec.bound_exceeded {
        return;
    }
    let nullable: BTreeSet<String> = spec
        .schemas_mut()
        .iter()
        .filter(|(_, component)| schema::is_nullable(component))
        .map(|(name, _)| name.clone())
        .collect();
    spec.each_root_schema(|_, schema, _| pass_on_null(schema, &nullable));
    for (_, component) in spec.schemas_mut() {
        if let Some(map) = component.as_object_mut() {
            map.remove("nullable");
        }
    }
}

/// A name that stands for another name, and so on back to itself, says nothing.
fn open_cycles(spec: &mut Spec) {
    let chains = Chains::new(spec.schemas_mut(), schema::wrapped_reference);
    let cyclic: Vec<String> = spec.schemas_mut().keys().filter(|name| chains.is_cyclic(name)).cloned().collect();
    for name in cyclic {
        spec.note(Rule::SELF_ALIAS, &name);
        spec.schemas_mut().insert(name, schema::any());
    }
}

/// Takes the schemas that have no type of their own, unless they contain themselves through others of that kind.
fn take_aliases(schemas: &mut Map<String, Value>) -> Map<String, Value> {
    let is_unnamed = |name: &String| schemas.get(name).is_some_and(|schema| !is_named(schema));
    let edges: BTreeMap<String, Vec<String>> = schemas
        .iter()
        .filter(|(_, schema)| !is_named(schema))
        .map(|(name, schema)| (name.clone(), schema::references(schema).into_iter().filter(is_unnamed).collect()))
        .collect();
    let cyclic = cycles::on_cycles(&edges);
    let is_alias = |name: &str| edges.contains_key(name) && !cyclic.contains(name);
    let (aliases, left) = std::mem::take(schemas).into_iter().partition(|(name, _)| is_alias(name));
    *schemas = left;
    aliases
}

fn pass_on_null(schema: &mut Value, nullable: &BTreeSet<String>) {
    if schema::wrapped_reference(schema).is_some_and(|name| nullable.contains(name)) {
        schema::set_nullable(schema);
    } else if let Some(map) = schema.as_object_mut() {
        schema::each_child(map, &mut |_, child| pass_on_null(child, nullable));
    }
}

/// Whether a schema has a type of its own in Rust: a struct, an enum or a union.
pub fn is_named(schema: &Value) -> bool {
    let is_union = schema.get("oneOf").is_some() && !schema::is_integer_or_number(schema);
    schema::has_properties(schema) || schema::is_enum(schema) || is_union
}

/// Writes aliases out, each taken apart once.
struct Writer {
    aliases: Map<String, Value>,
    written: HashMap<String, Rc<Written>>,
    budget: Budget,
}

/// An alias with all others in it written out.
struct Written {
    schema: Value,
    parts: usize,
    depth: usize,
}

impl Writer {
    fn new(aliases: Map<String, Value>) -> Self {
        Self { aliases, written: HashMap::new(), budget: Budget::new(Bound::Parts) }
    }

    /// Writes out the aliases in `schema`, which is the `depth`th of those that stand in each other.
    fn write(&mut self, schema: &mut Value, depth: usize) -> Result<(), Bound> {
        within_depth(depth)?;
        if let Some(name) = schema::wrapped_reference(schema).filter(|name| self.aliases.contains_key(*name)) {
            let alias = self.alias(name, depth)?;
            within_depth(depth + alias.depth - 1)?;
            self.budget.take(alias.parts)?;
            let mut written = alias.schema.clone();
            if schema.get("$ref").is_none() {
                schema::copy_annotations(schema, &mut written);
            }
            if schema::is_nullable(schema) {
                schema::set_nullable(&mut written);
            }
            *schema = written;
            return Ok(());
        }
        self.write_mapping(schema);
        let mut result = Ok(());
        if let Some(map) = schema.as_object_mut() {
            schema::each_child(map, &mut |_, child| {
                if result.is_ok() {
                    result = self.write(child, depth + 1);
                }
            });
        }
        result
    }

    /// Maps the values of a discriminator to what is written for the members.
    fn write_mapping(&self, schema: &mut Value) {
        let mapping = schema.pointer_mut("/discriminator/mapping").and_then(Value::as_object_mut);
        for target in mapping.into_iter().flatten().map(|(_, target)| target) {
            let mut name = target.as_str().and_then(|target| target.strip_prefix(schema::COMPONENT));
            let mut end = None;
            while let Some(next) = name.and_then(|name| schema::wrapped_reference(self.aliases.get(name)?)) {
                (name, end) = (Some(next), Some(next));
            }
            if let Some(end) = end {
                *target = (schema::COMPONENT.to_owned() + end).into();
            }
        }
    }

    fn alias(&mut self, name: &str, depth: usize) -> Result<Rc<Written>, Bound> {
        if let Some(written) = self.written.get(name) {
            return Ok(Rc::clone(written));
        }
        // A name for a name adds no depth, however many there are: they are written from the last one on.
        let mut chain = vec![name.to_owned()];
        while let Some(next) = chain.last().and_then(|last| schema::wrapped_reference(self.aliases.get(last)?))
            && self.aliases.contains_key(next)
            && !self.written.contains_key(next)
        {
            chain.push(next.to_owned());
        }
        for name in chain.iter().rev() {
            let mut schema = self.aliases.get(name).cloned().unwrap_or_else(schema::any);
            self.write(&mut schema, depth)?;
            let written = Written { parts: bounds::parts(&schema), depth: schema::depth(&schema), schema };
            self.written.insert(name.clone(), Rc::new(written));
        }
        Ok(Rc::clone(&self.written[name]))
    }
}

fn within_depth(depth: usize) -> Result<(), Bound> {
    if depth > Bound::Depth.limit() { Err(Bound::Depth) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::document::only;

    fn written(schemas: Value) -> Value {
        only(apply, json!({ "components": { "schemas": schemas } })).root["components"]["schemas"].clone()
    }

    #[test]
    fn lists_and_scalars_are_inlined_and_structs_and_enums_are_not() {
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
    fn what_is_said_at_the_reference_counts() {
        let left = written(json!({
            "A": { "type": "object", "properties": {
                "x": { "description": "Mine.", "nullable": true, "allOf": [{ "$ref": "#/components/schemas/T" }] },
            } },
            "T": { "type": "string", "description": "Theirs." },
        }));
        assert_eq!(left["A"]["properties"]["x"], json!({ "type": "string", "description": "Mine.", "nullable": true }));
    }

    #[test]
    fn a_named_schema_that_admits_null_does_so_where_it_is_referred_to() {
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
    fn names_that_stand_for_each_other_take_any_value() {
        let left = written(json!({
            "A": { "$ref": "#/components/schemas/B" },
            "B": { "allOf": [{ "$ref": "#/components/schemas/A" }] },
            "C": { "type": "object", "properties": { "a": { "$ref": "#/components/schemas/A" } } },
        }));
        assert_eq!(left, json!({ "C": { "type": "object", "properties": { "a": {} } } }));
    }

    #[test]
    fn a_list_of_itself_keeps_its_name() {
        let tree = json!({ "T": { "type": "array", "items": { "$ref": "#/components/schemas/T" } } });
        assert_eq!(written(tree.clone()), tree);
    }

    #[test]
    fn nested_lists_are_inlined_down_to_the_bound_of_depth() {
        let lists = |depth: usize| {
            let lists = (1..depth).map(|n| {
                (format!("A{n}"), json!({ "type": "array", "items": schema::reference_to(&format!("A{}", n + 1)) }))
            });
            let last = (format!("A{depth}"), json!({ "type": "string" }));
            let root =
                ("Root".to_owned(), json!({ "type": "object", "properties": { "a": schema::reference_to("A1") } }));
            let schemas: Map<String, Value> = lists.chain([last, root]).collect();
            only(apply, json!({ "components": { "schemas": schemas } }))
        };
        let fits = lists(Bound::Depth.limit() - 1);
        assert_eq!(fits.diagnostics.to_string(), "");
        assert_eq!(schema::depth(&fits.schemas()["Root"]), Bound::Depth.limit());
        for depth in [Bound::Depth.limit(), 50_000] {
            assert_eq!(lists(depth).diagnostics.0, [Bound::Depth.exceeded("Root")]);
        }
    }

    #[test]
    fn aliases_that_double_at_each_level_are_refused() {
        let schemas: Map<String, Value> = (0..40)
            .map(|n| {
                let next = schema::reference_to(&format!("A{}", n + 1));
                (
                    format!("A{n}"),
                    json!({ "type": "array", "items": { "oneOf": [next, { "type": "array", "items": next }] } }),
                )
            })
            .chain([("A40".to_owned(), json!({ "type": "string" }))])
            .collect();
        let mut schemas = schemas;
        schemas.insert("Root".into(), json!({ "type": "object", "properties": { "a": schema::reference_to("A20") } }));
        let spec = only(apply, json!({ "components": { "schemas": schemas } }));
        assert_eq!(spec.diagnostics.0, [Bound::Parts.exceeded("Root")]);
    }

    #[test]
    fn a_chain_of_names_of_any_length_is_written_out() {
        let names = (0..5_000).map(|n| (format!("A{n}"), schema::reference_to(&format!("A{}", n + 1))));
        let last = ("A5000".to_owned(), json!({ "type": "string", "nullable": true }));
        let root = ("Root".to_owned(), json!({ "type": "object", "properties": { "a": schema::reference_to("A0") } }));
        let schemas: Map<String, Value> = names.chain([last, root]).collect();
        let left = written(schemas.into());
        assert_eq!(
            left,
            json!({ "Root": { "type": "object", "properties": { "a": { "type": "string", "nullable": true } } } })
        );
    }

    #[test]
    fn a_cycle_of_many_lists_keeps_its_names() {
        let names = (0..5_000).map(|n| {
            (
                format!("A{n}"),
                json!({ "type": "array", "items": schema::reference_to(&format!("A{}", (n + 1) % 5_000)) }),
            )
        });
        let schemas: Map<String, Value> = names.collect();
        assert_eq!(written(schemas.clone().into()), Value::Object(schemas));
    }
}
