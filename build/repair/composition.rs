//! `allOf`, `anyOf` and `oneOf` become plain schemas, or a union of members that JSON itself tells apart.
//!
//! What typify makes of them loses data: untagged enums drop the fields of the members that did not match, and
//! flattened structs fail on values of another kind. What is left here decodes each value to all of its fields:
//!
//! - `allOf` of objects: one object with all fields (`all_of`);
//! - `anyOf` and `oneOf` of objects: one object with the fields of each, required where all require them; the
//!   discriminator is a field like any other (`one_of`);
//! - members of different JSON kinds (text or object, date or number): a `oneOf` with one member per kind.

use std::{
    cell::{Cell, RefCell},
    collections::{BTreeSet, HashMap},
    ops::Deref,
    rc::Rc,
};

use serde_json::{Map, Value, json};

use super::schema;
use super::spec::Spec;
use super::{all_of, chains::Chains, one_of};
use crate::adaptation::Rule;
use crate::bounds::{self, Bound, Budget};

/// Composes each schema.
pub fn apply(spec: &mut Spec) {
    let components = Components::new(spec.schemas());
    let mut refused = false;
    spec.each_schema(|place, schema, log| {
        if refused {
            return;
        }
        let before = components.failures();
        compose(schema, &components);
        if components.failures() > before {
            log.note(Rule::CONFLICTING_PARTS, place);
        }
        if let Some(bound) = components.passed.get() {
            log.refuse(bound, place);
            refused = true;
        }
    });
}

/// The named schemas as they were before this pass, with a guard against those that are part of themselves.
pub struct Components {
    schemas: Map<String, Value>,
    chains: Chains,
    open: RefCell<Vec<Opening>>,
    known: RefCell<HashMap<String, Vec<Known>>>,
    /// What is being merged within the innermost opening.
    merging: RefCell<Vec<Vec<Value>>>,
    depth: Cell<usize>,
    failures: Cell<usize>,
    budget: RefCell<Budget>,
    /// The bound that was passed: from then on everything is any value, so that the work ends.
    passed: Cell<Option<Bound>>,
}

/// A schema that a reference was followed to, if it is one.
pub enum Opened<'a> {
    /// No reference.
    Here(&'a Value),
    /// What it refers to, composed.
    There(Rc<Value>),
}

impl Deref for Opened<'_> {
    type Target = Value;

    fn deref(&self) -> &Value {
        match self {
            Self::Here(schema) => schema,
            Self::There(schema) => schema,
        }
    }
}

/// A named schema that is being opened.
struct Opening {
    name: String,
    context: Context,
}

/// What the result of an opening depends on: it is the same within all of `circles` and none of `entered`.
#[derive(Debug, Clone, Default)]
struct Context {
    /// What was opened on the way.
    entered: BTreeSet<String>,
    /// What was not, since it was being opened already.
    circles: BTreeSet<String>,
}

/// What a named schema was found to be.
#[derive(Clone)]
struct Known {
    context: Rc<Context>,
    schema: Rc<Value>,
    parts: usize,
}

impl Components {
    /// Looks names up in `schemas`.
    pub fn new(schemas: Map<String, Value>) -> Self {
        Self {
            chains: Chains::new(&schemas, plain_reference),
            schemas,
            open: RefCell::default(),
            known: RefCell::default(),
            merging: RefCell::default(),
            depth: Cell::default(),
            failures: Cell::default(),
            budget: RefCell::new(Budget::new(Bound::Composition)),
            passed: Cell::default(),
        }
    }

    /// `schema` itself, or the one that it refers to, composed.
    pub fn open<'a>(&self, schema: &'a Value) -> Opened<'a> {
        let Some(name) = schema::wrapped_reference(schema) else { return Opened::Here(schema) };
        let end = self.chains.end(name);
        let mut opened = end.map_or_else(|| Rc::new(schema::any()), |end| self.open_named(&end.name));
        let nullable = schema::is_nullable(schema) || end.is_some_and(|end| end.nullable);
        if nullable && !schema::is_nullable(&opened) {
            schema::set_nullable(Rc::make_mut(&mut opened));
        }
        Opened::There(opened)
    }

    fn open_named(&self, name: &str) -> Rc<Value> {
        let anything = || Rc::new(schema::any());
        if let Some(known) = self.known_here(name) {
            return known;
        }
        let is_open = self.open.borrow().iter().any(|open| open.name == name);
        if is_open {
            if let Some(innermost) = self.open.borrow_mut().last_mut() {
                innermost.context.circles.insert(name.to_owned());
            }
            return anything();
        }
        let Some(target) = self.schemas.get(name).filter(|_| self.passed.get().is_none()) else { return anything() };
        self.nested(|| {
            let entered = BTreeSet::from([name.to_owned()]);
            let context = Context { entered, ..Context::default() };
            self.open.borrow_mut().push(Opening { name: name.to_owned(), context });
            // What is found here must not depend on what is being merged around it.
            let merging = self.merging.take();
            let mut schema = target.clone();
            schema::walk("", &mut schema, &mut |_, inner| compose(inner, self));
            let opened = match self.open(&schema) {
                Opened::There(opened) => opened,
                Opened::Here(_) => Rc::new(schema),
            };
            self.merging.replace(merging);
            self.close(&opened);
            opened
        })
        .unwrap_or_else(anything)
    }

    /// What `name` is known to be in the place that is being looked at.
    fn known_here(&self, name: &str) -> Option<Rc<Value>> {
        let known = {
            let (known, open) = (self.known.borrow(), self.open.borrow());
            let candidates = known.get(name)?;
            self.spend(candidates.len());
            let is_open = |name: &String| open.iter().any(|open| open.name == *name);
            let fits = |known: &&Known| {
                let Context { entered, circles } = &*known.context;
                circles.iter().all(is_open) && !open.iter().any(|open| entered.contains(&open.name))
            };
            candidates.iter().find(fits)?.clone()
        };
        self.spend(known.parts);
        self.pass_on(&known.context);
        Some(known.schema)
    }

    /// Ends the innermost opening, and keeps what it found.
    fn close(&self, schema: &Rc<Value>) {
        let Some(Opening { name, context }) = self.open.borrow_mut().pop() else { return };
        let known = Known { context: Rc::new(context), schema: Rc::clone(schema), parts: bounds::parts(schema) };
        self.spend(known.parts);
        self.pass_on(&known.context);
        if self.passed.get().is_none() {
            self.known.borrow_mut().entry(name).or_default().push(known);
        }
    }

    /// What an opening depends on, the one around it does too, but for itself.
    fn pass_on(&self, inner: &Context) {
        if let Some(Opening { name, context }) = self.open.borrow_mut().last_mut() {
            self.spend(inner.entered.len());
            context.entered.extend(inner.entered.iter().cloned());
            context.circles.extend(inner.circles.iter().filter(|circle| *circle != name).cloned());
        }
    }

    /// Merges `members`, which may contain each other: what comes back to itself takes any value.
    pub fn merging(&self, members: &[&Value], merge: impl FnOnce() -> Value) -> Value {
        let is_merging = |known: &Vec<Value>| known.iter().eq(members.iter().copied());
        if self.passed.get().is_some() || self.merging.borrow().iter().any(is_merging) {
            return schema::any();
        }
        self.merging.borrow_mut().push(members.iter().copied().cloned().collect());
        let merged = self.nested(merge).unwrap_or_else(schema::any);
        self.merging.borrow_mut().pop();
        merged
    }

    /// Does `work` one level deeper, if the bound allows it.
    fn nested<T>(&self, work: impl FnOnce() -> T) -> Option<T> {
        // A level of schemas is opened, and merged.
        if self.depth.get() >= 2 * Bound::Depth.limit() {
            self.pass(Bound::Depth);
            return None;
        }
        self.depth.set(self.depth.get() + 1);
        let done = work();
        self.depth.set(self.depth.get() - 1);
        Some(done)
    }

    fn spend(&self, parts: usize) {
        if let Err(bound) = self.budget.borrow_mut().take(parts) {
            self.pass(bound);
        }
    }

    fn pass(&self, bound: Bound) {
        self.passed.set(self.passed.get().or(Some(bound)));
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

/// Makes a schema one without compositions, as far as it goes; what is inside it is composed already.
fn compose(schema: &mut Value, components: &Components) {
    let Some(map) = schema.as_object_mut() else { return };
    if !is_composed(map) {
        for key in ["not", "discriminator"] {
            map.remove(key);
        }
        return;
    }
    if components.passed.get().is_some() {
        *schema = schema::any();
        return;
    }
    let unions = ["anyOf", "oneOf"].map(|key| members(map, key));
    let nullable_union = unions.iter().copied().flatten().any(|member| admits_null(member, components));
    let mut parts = vec![own_part(map)];
    parts.extend(members(map, "allOf").iter().cloned());
    for union in unions.into_iter().filter(|union| !union.is_empty()) {
        parts.push(one_of::united(&union.iter().collect::<Vec<_>>(), components));
    }
    let merged = all_of::merged(&parts.iter().collect::<Vec<_>>(), components);
    let composed = with_outer(merged, map, nullable_union);
    components.spend(bounds::parts(&composed));
    if schema::depth(&composed) > Bound::Depth.limit() {
        components.pass(Bound::Depth);
    }
    *schema = composed;
}

fn members<'a>(map: &'a Map<String, Value>, key: &str) -> &'a [Value] {
    map.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

/// Whether there is anything to merge: a reference with a description or `null` beside it stays one.
fn is_composed(map: &Map<String, Value>) -> bool {
    let has_union = ["anyOf", "oneOf"].iter().any(|key| !members(map, key).is_empty());
    has_union
        || match members(map, "allOf") {
            [] => false,
            [member] => schema::reference(member).is_none() || !says_nothing(&own_part(map)),
            _ => true,
        }
}

/// The named schema that `schema` is, once it is composed.
fn plain_reference(schema: &Value) -> Option<&str> {
    let is_plain = |map: &Map<String, Value>| map.contains_key("$ref") || !is_composed(map);
    schema::wrapped_reference(schema).filter(|_| schema.as_object().is_some_and(is_plain))
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

    fn object(properties: Value) -> Value {
        json!({ "type": "object", "properties": properties })
    }

    /// `count` named schemas, each made of its number.
    fn levels(count: usize, level: impl Fn(usize) -> Value) -> Map<String, Value> {
        (0..count).map(|n| (format!("A{n}"), level(n))).collect()
    }

    fn refusal(schemas: Map<String, Value>) -> String {
        only(apply, json!({ "components": { "schemas": schemas } })).diagnostics.to_string()
    }

    #[test]
    fn levels_that_each_refer_to_the_next_twice_are_composed_once() {
        let next = |n: usize| reference(&format!("A{}", n + 1));
        let mut schemas = levels(16, |n| match n % 3 {
            0 => json!({ "anyOf": [next(n), next(n)] }),
            1 => json!({ "allOf": [next(n), { "allOf": [next(n), object(json!({ (format!("p{n}")): {} }))] }] }),
            _ => json!({ "oneOf": [{ "anyOf": [next(n), next(n)] }, { "allOf": [next(n)] }] }),
        });
        schemas.insert("A16".into(), object(json!({ "a": { "type": "string" } })));
        assert_eq!(refusal(schemas), "");
    }

    #[test]
    fn compositions_that_double_at_each_level_are_refused_also_in_circles() {
        for count in [16, 40] {
            let level = |n: usize| {
                let next = reference(&format!("A{}", (n + 1) % count));
                let part = object(json!({ "z": { "type": "string" } }));
                object(
                    json!({ "l": { "anyOf": [next, part] }, "r": { "type": "array", "items": { "allOf": [next, part] } } }),
                )
            };
            let refusal = refusal(levels(count, level));
            assert!(refusal.contains(&Bound::Composition.to_string()), "{refusal}");
            assert_eq!(refusal.lines().count(), 1);
        }
    }

    #[test]
    fn schemas_composed_of_each_other_beyond_the_bound_are_refused() {
        let level = |n: usize| json!({ "allOf": [reference(&format!("A{}", n + 1)), object(json!({ (format!("p{n}")): {} }))] });
        assert!(refusal(levels(5_000, level)).contains(&Bound::Depth.to_string()));
        assert_eq!(refusal(levels(40, level)), "");
    }

    #[test]
    fn a_union_of_trees_that_contain_themselves_ends() {
        let tree = |name: &str, field: &str| object(json!({ "next": reference(name), (field): { "type": "string" } }));
        let union = composed(json!({
            "A": { "oneOf": [reference("Left"), reference("Right")] },
            "Left": tree("Left", "l"), "Right": tree("Right", "r"),
        }));
        assert_eq!(union["properties"]["l"], json!({ "type": "string" }));
        assert_eq!(union["properties"]["next"], json!({}));
    }

    #[test]
    fn thousands_of_members_are_merged_with_the_fields_of_each() {
        let member = |n: usize| {
            let mut member =
                object(json!({ "kind": { "type": "string", "enum": [n.to_string()] }, (format!("p{n}")): {} }));
            member["required"] = json!(["kind"]);
            member
        };
        let members: Vec<Value> = (0..3_000).map(member).collect();
        for key in ["oneOf", "allOf"] {
            let merged = composed(json!({ "A": { key: members } }));
            assert_eq!(merged["properties"].as_object().map(Map::len), Some(3_001));
            assert_eq!(merged["required"], json!(["kind"]));
        }
    }
}
