//! Resolves references to named schemas while compositions are being replaced. Composed schemas are stored and reused.

use std::{
    borrow::Cow,
    cell::{Cell, RefCell},
    collections::{BTreeSet, HashMap},
    ops::Deref,
    rc::Rc,
};

use indexmap::IndexMap;

use super::{Schema, Shape, chains::Chains, walk};
use crate::{
    adaptation::{Adaptation, Rule},
    bounds::{Bound, Budget},
};

/// A function that replaces a schema's composition with a plain schema or a union.
pub type Compose = fn(&mut Schema, &Components);

/// Resolves and composes named schemas, and stores the results. Recursion ends even if schemas contain themselves.
pub struct Components {
    schemas: IndexMap<String, Schema>,
    compose: Compose,
    chains: Chains,
    open: RefCell<Vec<Opening>>,
    known: RefCell<HashMap<Schema, Vec<Known>>>,
    /// The merges in progress, each with the schemas that are being merged. Merges that began before the composition of
    /// the innermost schema in `open` are not listed.
    merging: RefCell<Vec<Vec<Schema>>>,
    /// How often a merge was requested while the same merge was in progress.
    repeats: Cell<usize>,
    depth: Cell<usize>,
    /// The place in the document of the schema that is being composed or merged.
    place: RefCell<String>,
    /// The adaptations that were recorded since the caller last took them out.
    pub adaptations: RefCell<BTreeSet<Adaptation>>,
    budget: RefCell<Budget>,
    /// The exceeded bound. `None` if no bound is exceeded. Once a bound is exceeded, every result is the schema for any
    /// value, so the work ends soon.
    pub exceeded: Cell<Option<Bound>>,
}

/// A schema that is not a reference: either the original, or the target of the original.
pub enum Resolved<'a> {
    /// The schema itself, which is not a reference.
    Here(&'a Schema),
    /// The composed target of the reference.
    There(Rc<Schema>),
}

impl Deref for Resolved<'_> {
    type Target = Schema;

    fn deref(&self) -> &Schema {
        match self {
            Self::Here(schema) => schema,
            Self::There(schema) => schema,
        }
    }
}

/// A named schema or an inline composition while it is being composed.
struct Opening {
    key: Schema,
    context: CompositionContext,
}

impl Opening {
    fn is_of(&self, name: &str) -> bool {
        self.key.name() == Some(name)
    }
}

/// The circumstances in which a result was computed. The result may be reused if all schemas in `cycles` are being
/// composed, and no schema in `entered` is being composed.
#[derive(Debug, Clone, Default)]
struct CompositionContext {
    /// The names of the schemas that were resolved for the result.
    entered: BTreeSet<String>,
    /// The names of the schemas that remain unresolved in the result, because they were already being composed.
    cycles: BTreeSet<String>,
}

#[derive(Clone)]
struct Known {
    context: Rc<CompositionContext>,
    schema: Rc<Schema>,
}

impl Components {
    pub fn new(schemas: IndexMap<String, Schema>, compose: Compose) -> Self {
        Self {
            chains: Chains::new(&schemas),
            schemas,
            compose,
            open: RefCell::default(),
            known: RefCell::default(),
            merging: RefCell::default(),
            repeats: Cell::default(),
            depth: Cell::default(),
            place: RefCell::default(),
            adaptations: RefCell::default(),
            budget: RefCell::new(Budget::new(Bound::Composition)),
            exceeded: Cell::default(),
        }
    }

    /// Returns the target of `schema` if it is a reference, and otherwise `schema` itself. If the result is a
    /// composition, it is replaced with a plain schema or a union. Schemas inside the result may still be compositions.
    pub fn resolve<'a>(&self, schema: &'a Schema) -> Resolved<'a> {
        if matches!(schema.shape, Shape::Composed(_)) {
            let composed = self.composed_once(schema);
            return match self.resolve(&composed) {
                Resolved::There(there) => Resolved::There(there),
                Resolved::Here(_) => Resolved::There(composed),
            };
        }
        let Some(name) = schema.name() else { return Resolved::Here(schema) };
        let end = self.chains.end(name);
        let mut opened = end.map_or_else(|| Rc::new(Schema::any()), |end| self.resolve_named(&end.name));
        let nullable = schema.nullable || end.is_some_and(|end| end.nullable);
        if nullable && !opened.nullable {
            Rc::make_mut(&mut opened).nullable = true;
        }
        Resolved::There(opened)
    }

    /// Returns `true` if `schema`, or its target if it is a reference, allows any value and is nullable. Such a part of
    /// an `allOf` only adds null.
    pub fn is_only_nullable(&self, schema: &Schema) -> bool {
        let end = schema.name().map(|name| self.chains.end(name).and_then(|end| self.schemas.get(&end.name)));
        end.unwrap_or(Some(schema)).is_some_and(|end| end.nullable && end.allows_any_value())
    }

    /// Returns the schema at the end of the references that start at `name`, as the document declares it.
    pub fn declared(&self, name: &str) -> Option<&Schema> {
        self.schemas.get(self.end_of_aliases(name))
    }

    /// Follows the references that start at the schema `name`, and returns the name of the last schema. An `allOf` whose
    /// only part is a reference counts as a reference.
    pub fn end_of_aliases<'a>(&'a self, name: &'a str) -> &'a str {
        let mut end = name;
        for _ in 0..Bound::Depth.limit() {
            let Some(schema) = self.schemas.get(end) else { break };
            let next = match &schema.shape {
                Shape::Composed(composed) => match composed.all_of.as_slice() {
                    [only] if composed.is_only_all_of() => only.name(),
                    _ => None,
                },
                _ => schema.name(),
            };
            let Some(next) = next else { break };
            end = next;
        }
        end
    }

    /// Returns `true` if both schemas are equal, or references to the same schema.
    pub fn is_same(&self, one: &Schema, other: &Schema) -> bool {
        let end = |schema: &Schema| schema.name().map(|name| self.end_of_aliases(name).to_owned());
        one == other || end(one).is_some_and(|name| end(other) == Some(name))
    }

    fn resolve_named(&self, name: &str) -> Rc<Schema> {
        let anything = || Rc::new(Schema::any());
        let key = Schema::named(name);
        if let Some(known) = self.known_result(&key) {
            return known;
        }
        let is_open = self.open.borrow().iter().any(|open| open.is_of(name));
        if is_open {
            if let Some(innermost) = self.open.borrow_mut().last_mut() {
                innermost.context.cycles.insert(name.to_owned());
            }
            return anything();
        }
        let Some(target) = self.schemas.get(name).filter(|_| self.exceeded.get().is_none()) else { return anything() };
        self.nested(|| {
            let entered = BTreeSet::from([name.to_owned()]);
            let context = CompositionContext { entered, ..CompositionContext::default() };
            self.open.borrow_mut().push(Opening { key, context });
            // While the target is composed, the outer merges are not listed. The result therefore does not depend on
            // them, and can be reused.
            let merging = self.merging.take();
            let schema = self.at(name.to_owned(), || self.composed_anew(target));
            let opened = match self.resolve(&schema) {
                Resolved::There(opened) => opened,
                Resolved::Here(_) => Rc::new(schema),
            };
            self.merging.replace(merging);
            self.close(&opened, true);
            opened
        })
        .unwrap_or_else(anything)
    }

    /// Replaces the composition of `schema`, if it is one. Schemas inside the result may still be compositions.
    pub fn composed<'a>(&self, schema: &'a Schema) -> Cow<'a, Schema> {
        match schema.shape {
            Shape::Composed(_) => Cow::Owned(Rc::unwrap_or_clone(self.composed_once(schema))),
            _ => Cow::Borrowed(schema),
        }
    }

    /// Replaces the composition `schema`. The replacement is stored for reuse, unless it depends on a merge in
    /// progress.
    fn composed_once(&self, schema: &Schema) -> Rc<Schema> {
        if let Some(known) = self.known_result(schema) {
            return known;
        }
        let before = self.repeats.get();
        self.open.borrow_mut().push(Opening { key: schema.clone(), context: CompositionContext::default() });
        let composed = Rc::new(self.composed_anew(schema));
        // A result that depends on a merge in progress must not be reused elsewhere.
        self.close(&composed, self.repeats.get() == before);
        composed
    }

    fn composed_anew(&self, schema: &Schema) -> Schema {
        let mut composed = schema.clone();
        self.nested(|| (self.compose)(&mut composed, self));
        if self.exceeded.get().is_some() { Schema::any() } else { composed }
    }

    /// Replaces the compositions that remain inside `schema`, because merging copies nested schemas without composing
    /// them. A composition that contains itself becomes a schema for any value.
    pub fn finish(&self, schema: &mut Schema) {
        self.finish_within(schema, &mut Vec::new());
    }

    fn finish_within(&self, schema: &mut Schema, around: &mut Vec<Schema>) {
        let is_composed = matches!(schema.shape, Shape::Composed(_));
        if is_composed {
            if around.contains(schema) || self.exceeded.get().is_some() {
                schema.shape = Shape::Any;
                return;
            }
            around.push(schema.clone());
            (self.compose)(schema, self);
        }
        walk::each_child_mut(schema, &mut |step, child| {
            self.inside(step, || self.nested(|| self.finish_within(child, around)));
        });
        if is_composed {
            around.pop();
        }
    }

    /// Returns the stored result for `key` that may be reused inside the schemas in `open`. Returns `None` if no stored
    /// result may be reused.
    fn known_result(&self, key: &Schema) -> Option<Rc<Schema>> {
        let known = {
            let (known, open) = (self.known.borrow(), self.open.borrow());
            let candidates = known.get(key)?;
            self.count_visited(candidates.len());
            let is_open = |name: &String| open.iter().any(|open| open.is_of(name));
            let fits = |known: &&Known| {
                let CompositionContext { entered, cycles } = &*known.context;
                cycles.iter().all(is_open)
                    && !open.iter().filter_map(|open| open.key.name()).any(|name| entered.contains(name))
            };
            candidates.iter().find(fits)?.clone()
        };
        // Creating the stored result was counted already. The caller counts the parts that it copies.
        self.pass_on_context(&known.context);
        Some(known.schema)
    }

    /// Ends the composition of the innermost schema in `open`, with the result `schema`. `is_known` states whether the
    /// result is stored for reuse.
    fn close(&self, schema: &Rc<Schema>, is_known: bool) {
        let Some(Opening { key, context }) = self.open.borrow_mut().pop() else { return };
        let known = Known { context: Rc::new(context), schema: Rc::clone(schema) };
        self.count_created(walk::count_parts(schema));
        self.pass_on_context(&known.context);
        if is_known && self.exceeded.get().is_none() {
            self.known.borrow_mut().entry(key).or_default().push(known);
        }
    }

    /// Adds the context `inner` of a result to the innermost schema in `open`, which uses this result. A cycle through
    /// that schema itself ends there, so it is not added.
    fn pass_on_context(&self, inner: &CompositionContext) {
        if let Some(Opening { key, context }) = self.open.borrow_mut().last_mut() {
            self.count_visited(inner.entered.len());
            context.entered.extend(inner.entered.iter().cloned());
            context.cycles.extend(inner.cycles.iter().filter(|cycle| key.name() != Some(cycle)).cloned());
        }
    }

    /// Merges `members` by calling `merge`. Returns a schema for any value if the same members are being merged
    /// already, which means that they contain each other.
    pub fn merging(&self, members: &[&Schema], merge: impl FnOnce() -> Schema) -> Schema {
        let is_merging = |known: &Vec<Schema>| known.iter().eq(members.iter().copied());
        if self.exceeded.get().is_some() || self.merging.borrow().iter().any(is_merging) {
            self.repeats.set(self.repeats.get() + 1);
            return Schema::any();
        }
        self.merging.borrow_mut().push(members.iter().copied().cloned().collect());
        let merged = self.nested(merge).unwrap_or_default();
        self.merging.borrow_mut().pop();
        merged
    }

    /// Runs `work` one level deeper. Returns `None` if a bound is exceeded.
    pub fn nested<T>(&self, work: impl FnOnce() -> T) -> Option<T> {
        if self.exceeded.get().is_some() {
            return None;
        }
        // Each level of nested schemas is counted twice: it is resolved and then merged.
        if self.depth.get() >= 2 * Bound::Depth.limit() {
            self.exceed(Bound::Depth);
            return None;
        }
        self.depth.set(self.depth.get() + 1);
        let done = work();
        self.depth.set(self.depth.get() - 1);
        Some(done)
    }

    /// Counts created parts of schemas, which cost memory and time.
    pub fn count_created(&self, parts: usize) {
        /// Creating a part costs as much as visiting this many parts.
        const LOOKS: usize = 4;
        self.count_visited(LOOKS * parts);
    }

    /// Counts visited parts of schemas, which cost time.
    pub fn count_visited(&self, parts: usize) {
        if let Err(bound) = self.budget.borrow_mut().spend(parts) {
            self.exceed(bound);
        }
    }

    pub fn exceed(&self, bound: Bound) {
        self.exceeded.set(self.exceeded.get().or(Some(bound)));
    }

    /// Reports that the parts of the schema that is being merged contradict each other. Returns a schema for any value,
    /// which replaces that schema.
    pub fn any_value(&self) -> Schema {
        self.note(Rule::CONFLICTING_PARTS);
        Schema::any()
    }

    /// Records under `rule` an adaptation of the schema that is being composed or merged.
    pub fn note(&self, rule: Rule) {
        self.adaptations.borrow_mut().insert(Adaptation { rule, place: self.place.borrow().clone() });
    }

    /// Runs `work`, which composes or merges the schema at `place`. Adaptations that `work` records have this place.
    pub fn at<T>(&self, place: String, work: impl FnOnce() -> T) -> T {
        let outer = self.place.replace(place);
        let done = work();
        self.place.replace(outer);
        done
    }

    /// Same as [`at`](Self::at), but for a schema inside the current one. `step` leads from the current schema to the
    /// inner one, such as `.name`.
    pub fn inside<T>(&self, step: &str, work: impl FnOnce() -> T) -> T {
        let place = walk::place_inside(&self.place.borrow(), step);
        self.at(place, work)
    }
}
