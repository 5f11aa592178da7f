//! The named schemas while they are composed: each is opened once in each cycle that it is part of.

use std::{
    borrow::Cow,
    cell::{Cell, RefCell},
    collections::{BTreeSet, HashMap},
    ops::Deref,
    rc::Rc,
};

use indexmap::IndexMap;

use super::{Schema, Shape, chains::Chains, walk};
use crate::bounds::{Bound, Budget};

/// Replaces the composition that a schema is.
pub type Compose = fn(&mut Schema, &Components);

/// The named schemas as they were read, with a guard against those that are part of themselves.
pub struct Components {
    schemas: IndexMap<String, Schema>,
    compose: Compose,
    chains: Chains,
    open: RefCell<Vec<Opening>>,
    known: RefCell<HashMap<Schema, Vec<Known>>>,
    /// The schemas that are being merged within the innermost opening.
    merging: RefCell<Vec<Vec<Schema>>>,
    /// How often something came back to what was being merged.
    repeats: Cell<usize>,
    depth: Cell<usize>,
    /// The number of times a schema became any JSON value because no narrower type admits all of its values.
    pub failures: Cell<usize>,
    budget: RefCell<Budget>,
    /// The bound that was exceeded: from then on everything is any value, so that the work ends.
    pub exceeded: Cell<Option<Bound>>,
}

/// A schema that a reference was followed to, if it is one.
pub enum Resolved<'a> {
    /// No reference.
    Here(&'a Schema),
    /// The schema that it refers to, composed.
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

/// A name, or a composition, that is being opened.
struct Opening {
    key: Schema,
    context: Context,
}

impl Opening {
    fn is_of(&self, name: &str) -> bool {
        self.key.name() == Some(name)
    }
}

/// What the result of an opening depends on: it is the same within all of `cycles` and none of `entered`.
#[derive(Debug, Clone, Default)]
struct Context {
    /// The names that were resolved on the way.
    entered: BTreeSet<String>,
    /// The names that were not, since they were being resolved already.
    cycles: BTreeSet<String>,
}

/// The known result for a name, or a composition.
#[derive(Clone)]
struct Known {
    context: Rc<Context>,
    schema: Rc<Schema>,
}

impl Components {
    /// Looks names up in `schemas`, and has what they stand for composed by `compose`.
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
            failures: Cell::default(),
            budget: RefCell::new(Budget::new(Bound::Composition)),
            exceeded: Cell::default(),
        }
    }

    /// `schema` itself, or the one that it refers to, composed; what is inside it may still have to be.
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

    /// Returns `true` if `schema`, or the schema that it refers to, declares nothing but `nullable: true`.
    pub fn is_only_nullable(&self, schema: &Schema) -> bool {
        let end = schema.name().map(|name| self.chains.end(name).and_then(|end| self.schemas.get(&end.name)));
        end.unwrap_or(Some(schema)).is_some_and(|end| end.nullable && end.says_nothing())
    }

    fn resolve_named(&self, name: &str) -> Rc<Schema> {
        let anything = || Rc::new(Schema::any());
        let key = Schema::named(name);
        if let Some(known) = self.known_here(&key) {
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
            let context = Context { entered, ..Context::default() };
            self.open.borrow_mut().push(Opening { key, context });
            // What is found here must not depend on what is being merged around it.
            let merging = self.merging.take();
            let schema = self.composed_anew(target);
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

    /// `schema`, or what replaces it if it is a composition; those inside it may be left.
    pub fn composed<'a>(&self, schema: &'a Schema) -> Cow<'a, Schema> {
        match schema.shape {
            Shape::Composed(_) => Cow::Owned(Rc::unwrap_or_clone(self.composed_once(schema))),
            _ => Cow::Borrowed(schema),
        }
    }

    /// What replaces a composition, which is known from then on where it does not depend on its place.
    fn composed_once(&self, schema: &Schema) -> Rc<Schema> {
        if let Some(known) = self.known_here(schema) {
            return known;
        }
        let before = self.repeats.get();
        self.open.borrow_mut().push(Opening { key: schema.clone(), context: Context::default() });
        let composed = Rc::new(self.composed_anew(schema));
        // What came back to what is being merged around it is so in this place only.
        self.close(&composed, self.repeats.get() == before);
        composed
    }

    fn composed_anew(&self, schema: &Schema) -> Schema {
        let mut composed = schema.clone();
        self.nested(|| (self.compose)(&mut composed, self));
        if self.exceeded.get().is_some() { Schema::any() } else { composed }
    }

    /// Composes what is left inside `schema`: what was merged into it was taken as the document has it. A composition that
    /// comes back within itself is any value.
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
        walk::each_child_mut(schema, &mut |_, child| {
            self.nested(|| self.finish_within(child, around));
        });
        if is_composed {
            around.pop();
        }
    }

    /// What `key` is known to be in the place that is being looked at.
    fn known_here(&self, key: &Schema) -> Option<Rc<Schema>> {
        let known = {
            let (known, open) = (self.known.borrow(), self.open.borrow());
            let candidates = known.get(key)?;
            self.spend(candidates.len());
            let is_open = |name: &String| open.iter().any(|open| open.is_of(name));
            let fits = |known: &&Known| {
                let Context { entered, cycles } = &*known.context;
                cycles.iter().all(is_open)
                    && !open.iter().filter_map(|open| open.key.name()).any(|name| entered.contains(name))
            };
            candidates.iter().find(fits)?.clone()
        };
        // Whoever copies of it counts that.
        self.pass_on(&known.context);
        Some(known.schema)
    }

    /// Ends the innermost opening, and keeps what it found, if that `is_known` from now on.
    fn close(&self, schema: &Rc<Schema>, is_known: bool) {
        let Some(Opening { key, context }) = self.open.borrow_mut().pop() else { return };
        let known = Known { context: Rc::new(context), schema: Rc::clone(schema) };
        self.make(walk::parts(schema));
        self.pass_on(&known.context);
        if is_known && self.exceeded.get().is_none() {
            self.known.borrow_mut().entry(key).or_default().push(known);
        }
    }

    /// What an opening depends on, the one around it does too, but for itself.
    fn pass_on(&self, inner: &Context) {
        if let Some(Opening { key, context }) = self.open.borrow_mut().last_mut() {
            self.spend(inner.entered.len());
            context.entered.extend(inner.entered.iter().cloned());
            context.cycles.extend(inner.cycles.iter().filter(|cycle| key.name() != Some(cycle)).cloned());
        }
    }

    /// Merges `members`, which may contain each other: what comes back to itself is any value.
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

    /// Does `work` one level deeper, if no bound is exceeded.
    pub fn nested<T>(&self, work: impl FnOnce() -> T) -> Option<T> {
        if self.exceeded.get().is_some() {
            return None;
        }
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

    /// Counts what is made, which takes memory, too.
    pub fn make(&self, parts: usize) {
        /// The parts that are looked at in the time that making one takes.
        const LOOKS: usize = 4;
        self.spend(LOOKS * parts);
    }

    /// Counts what is looked at.
    pub fn spend(&self, parts: usize) {
        if let Err(bound) = self.budget.borrow_mut().take(parts) {
            self.pass(bound);
        }
    }

    /// Ends the work, since `bound` is exceeded.
    pub fn pass(&self, bound: Bound) {
        self.exceeded.set(self.exceeded.get().or(Some(bound)));
    }

    /// Any value, because nothing narrower admits all of them.
    pub fn any_value(&self) -> Schema {
        self.failures.set(self.failures.get() + 1);
        Schema::any()
    }
}
