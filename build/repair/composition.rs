//! `allOf`, `anyOf` and `oneOf` become plain schemas, or a union of members that JSON itself tells apart.
//!
//! What typify makes of them loses data: untagged enums drop the fields of the members that did not match, and
//! flattened structs fail on values of another kind. What is left here decodes each value to all of its fields:
//!
//! - `allOf` of objects: one object with all fields (`all_of`);
//! - `anyOf` and `oneOf` of objects: one object with the fields of each, required where all require them; the
//!   discriminator is a field like any other (`one_of`);
//! - members of different JSON kinds (text or object, date or number): a `oneOf` with one member per kind.

use std::cell::{Cell, RefCell};

use serde_json::{Map, Value, json};

use super::schema;
use super::spec::Spec;
use super::{all_of, one_of};
use crate::adaptation::Rule;

/// Composes each schema.
pub fn apply(spec: &mut Spec) {
    let components = Components::new(spec.schemas());
    spec.each_schema(|place, schema, log| {
        let before = components.failures();
        *schema = compose(schema, &components);
        if components.failures() > before {
            log.note(Rule::CONFLICTING_PARTS, place);
        }
    });
}

/// The named schemas as they were before this pass, with a guard against those that are part of themselves.
pub struct Components {
    schemas: Map<String, Value>,
    open: RefCell<Vec<String>>,
    /// What was opened before, so that schemas that refer to each other are not opened over and over.
    known: RefCell<Map<String, Value>>,
    circles: Cell<usize>,
    failures: Cell<usize>,
}

impl Components {
    /// Looks names up in `schemas`.
    pub fn new(schemas: Map<String, Value>) -> Self {
        Self {
            schemas,
            open: RefCell::default(),
            known: RefCell::default(),
            circles: Cell::default(),
            failures: Cell::default(),
        }
    }

    /// `schema` itself, or the one that it refers to, composed.
    pub fn open(&self, schema: &Value) -> Value {
        let Some(name) = schema::wrapped_reference(schema) else { return schema.clone() };
        let mut opened = self.open_named(name);
        if schema::is_nullable(schema) {
            schema::set_nullable(&mut opened);
        }
        opened
    }

    fn open_named(&self, name: &str) -> Value {
        if let Some(known) = self.known.borrow().get(name) {
            return known.clone();
        }
        let is_open = self.open.borrow().iter().any(|open| open == name);
        let Some(target) = self.schemas.get(name).filter(|_| !is_open) else {
            self.circles.set(self.circles.get() + 1);
            return schema::any();
        };
        let circles = self.circles.get();
        self.open.borrow_mut().push(name.to_owned());
        let opened = self.open(&composed_below(target, self));
        self.open.borrow_mut().pop();
        if self.circles.get() == circles {
            // Within a circle the result depends on where it was entered.
            self.known.borrow_mut().insert(name.to_owned(), opened.clone());
        }
        opened
    }

    /// Any value, because nothing narrower takes all of them.
    pub fn give_up(&self) -> Value {
        self.failures.set(self.failures.get() + 1);
        schema::any()
    }

    fn failures(&self) -> usize {
        self.failures.get()
    }
}

fn composed_below(schema: &Value, components: &Components) -> Value {
    let mut copy = schema.clone();
    schema::walk("", &mut copy, &mut |_, inner| *inner = compose(inner, components));
    copy
}

/// The schema without compositions, as far as it goes; what is inside it is composed already.
fn compose(schema: &Value, components: &Components) -> Value {
    let Some(map) = schema.as_object() else { return schema.clone() };
    let members = |key: &str| map.get(key).and_then(Value::as_array).cloned().unwrap_or_default();
    let (all, any, one) = (members("allOf"), members("anyOf"), members("oneOf"));
    let own = own_part(map);
    if any.is_empty()
        && one.is_empty()
        && (all.is_empty() || says_nothing(&own) && matches!(all.as_slice(), [m] if schema::reference(m).is_some()))
    {
        let mut left = schema.clone();
        if let Some(left) = left.as_object_mut() {
            for key in ["not", "discriminator"] {
                left.remove(key);
            }
        }
        return left;
    }
    let nullable_union = any.iter().chain(&one).any(|member| admits_null(member, components));
    let mut parts = vec![own];
    parts.extend(all);
    for union in [any, one] {
        if !union.is_empty() {
            parts.push(one_of::united(&union, components));
        }
    }
    let merged = all_of::merged(&parts, components);
    with_outer(merged, map, nullable_union)
}

/// What the schema says beside its compositions.
fn own_part(map: &Map<String, Value>) -> Value {
    let said = map.iter().filter(|(key, _)| {
        !matches!(
            key.as_str(),
            "allOf" | "anyOf" | "oneOf" | "not" | "discriminator" | "description" | "nullable" | "deprecated"
        )
    });
    let own: Map<String, Value> = said.map(|(key, value)| (key.clone(), value.clone())).collect();
    // `type: object` beside a composition says what its members say anyway.
    if own.len() == 1 && own.get("type").is_some_and(|kind| kind == "object") { schema::any() } else { own.into() }
}

/// Whether a schema leaves the value open.
pub fn says_nothing(schema: &Value) -> bool {
    let said = schema.as_object().into_iter().flatten();
    said.filter(|(key, _)| !matches!(key.as_str(), "description" | "nullable" | "deprecated")).count() == 0
}

fn admits_null(member: &Value, components: &Components) -> bool {
    schema::is_only_null(member) || schema::is_nullable(&components.open(member))
}

/// `schema` with the description and nullability of what it stands for.
fn with_outer(schema: Value, outer: &Map<String, Value>, nullable: bool) -> Value {
    let description = outer.get("description").cloned();
    let nullable = nullable || outer.get("nullable") == Some(&Value::Bool(true));
    if description.is_none() && !nullable && !outer.contains_key("deprecated") {
        return schema;
    }
    let mut result = if schema.get("$ref").is_some() { json!({ "allOf": [schema] }) } else { schema };
    if let Some(map) = result.as_object_mut() {
        if let Some(description) = description {
            map.insert("description".into(), description);
        }
        if nullable {
            map.insert("nullable".into(), true.into());
        }
        if let Some(deprecated) = outer.get("deprecated") {
            map.insert("deprecated".into(), deprecated.clone());
        }
    }
    result
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::repair::only;

    /// The component `A` of `schemas` after the pass.
    pub fn composed(schemas: Value) -> Value {
        only(apply, json!({ "components": { "schemas": schemas } })).schemas()["A"].clone()
    }

    fn reference(name: &str) -> Value {
        schema::reference_to(name)
    }

    #[test]
    fn a_reference_with_a_description_or_null_beside_it_stays_one() {
        let described = json!({ "description": "x", "nullable": true, "allOf": [reference("B")] });
        assert_eq!(composed(json!({ "A": described, "B": { "type": "object" } })), described);
    }

    #[test]
    fn not_and_discriminators_are_no_part_of_a_type() {
        assert_eq!(composed(json!({ "A": { "not": { "type": "string" } } })), json!({}));
    }

    #[test]
    fn a_schema_that_is_part_of_itself_ends() {
        let looped =
            composed(json!({ "A": { "allOf": [reference("A"), { "type": "object", "properties": { "a": {} } }] } }));
        assert_eq!(looped, json!({ "type": "object", "properties": { "a": {} } }));
    }

    #[test]
    fn fields_beside_a_union_are_fields_of_all_its_members() {
        let with_own = composed(json!({ "A": {
            "type": "object", "properties": { "id": { "type": "string" } }, "required": ["id"],
            "oneOf": [
                { "type": "object", "properties": { "a": { "type": "string" } }, "required": ["a"] },
                { "type": "object", "properties": { "b": { "type": "string" } } },
            ],
        } }));
        assert_eq!(with_own["properties"].as_object().map(Map::len), Some(3));
        assert_eq!(with_own["required"], json!(["id"]));
    }

    #[test]
    fn a_union_within_a_union_or_behind_a_reference_is_one_union() {
        let flat = composed(json!({
            "A": { "anyOf": [{ "type": "boolean" }, reference("B")] },
            "B": { "oneOf": [{ "type": "string" }, { "type": "integer" }] },
        }));
        assert_eq!(flat, json!({ "oneOf": [{ "type": "boolean" }, { "type": "string" }, { "type": "integer" }] }));
    }
}
