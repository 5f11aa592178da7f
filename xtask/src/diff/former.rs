//! Which former names a new API keeps as deprecated.
//!
//! A name is kept only where whatever code did with it still compiles and works: it is free, it stands for the same
//! thing, and that changed in nothing but names and additions. Names from before this refresh lead to what their present
//! names lead to, and are dropped by the first refresh that breaks anyway: the version that it asks for may drop them.

use std::collections::{BTreeMap, BTreeSet};

use monitoring_service_codegen::{
    names::former::{ByOwner, FormerNames, Forwards, owned},
    text::naming,
};

use super::{Change, Comparison, Verdict, features, operations, pairs::Pairs, setters, short_names, types};
use crate::{
    rules::Effect,
    surface::{PublicApi, Setter, Shape, ShortName},
};

/// Gives `new`, which has no former names yet, those of `old` that it can keep.
pub fn keep(old: &PublicApi, new: &mut PublicApi) {
    new.former = FormerNames::default();
    // What can be kept of a type or operation depends on what is kept inside it.
    let (mut renamed, mut earlier) = inner_names(old, new);
    renamed.features = features::renamed(old, new, &Pairs::new(old, new));
    earlier.features = features::carried(old, new, &renamed.features);
    new.former = merged(&renamed, &earlier);
    (renamed.short_names, new.former.short_names) = short_names(old, new);
    let (types, operations) = outer_names(old, new);
    (renamed.types, renamed.operations) = (types, operations);
    new.former.types.clone_from(&renamed.types);
    new.former.operations.clone_from(&renamed.operations);
    carry_outer_names(old, new);
    if Comparison::new(old, new).verdict() == Verdict::Breaking {
        new.former = renamed;
    }
}

fn merged(renamed: &FormerNames, earlier: &FormerNames) -> FormerNames {
    let mut all = renamed.clone();
    for (former, Forwards(present)) in &earlier.features {
        all.features.entry(former.clone()).or_default().0.extend(present.clone());
    }
    for (all, earlier) in [
        (&mut all.operation_setters, &earlier.operation_setters),
        (&mut all.type_setters, &earlier.type_setters),
        (&mut all.variants, &earlier.variants),
    ] {
        for (owner, names) in earlier {
            all.entry(owner.clone()).or_default().extend(names.clone());
        }
    }
    all
}

/// The former names of setters and variants: those of this refresh, and earlier ones.
fn inner_names(old: &PublicApi, new: &PublicApi) -> (FormerNames, FormerNames) {
    let pairs = Pairs::new(old, new);
    let (mut renamed, mut earlier) = (FormerNames::default(), FormerNames::default());
    for (old_name, new_name) in &pairs.operations {
        let (before, after) = (&old.operations[*old_name], &new.operations[*new_name]);
        let counterparts = setters::counterparts(before, after);
        let methods = after.pager.iter().flat_map(|pager| [pager.items.as_str(), pager.pages.as_str()]).collect();
        let setters = Setters { counterparts, before: &before.setters, after: &after.setters, methods, pairs: &pairs };
        insert(&mut renamed.operation_setters, new_name, setters.renamed());
        insert(&mut earlier.operation_setters, new_name, setters.earlier(old.former.operation_setters.get(*old_name)));
    }
    let mut seen = BTreeSet::new();
    // Of several types that became one, the first.
    for (old_name, new_name) in pairs.types.iter().filter(|(_, new_name)| seen.insert(**new_name)) {
        let (before_type, after_type) = (&old.types[*old_name], &new.types[*new_name]);
        if let (Some(before), Some(after)) = (&before_type.builder, &after_type.builder) {
            let counterparts = types::setter_counterparts(before_type, after_type);
            let setters = Setters { counterparts, before, after, methods: Vec::new(), pairs: &pairs };
            insert(&mut renamed.type_setters, new_name, setters.renamed());
            insert(&mut earlier.type_setters, new_name, setters.earlier(old.former.type_setters.get(*old_name)));
        }
        if let (Shape::OpenEnum(before, _), Shape::OpenEnum(after, other)) = (&before_type.shape, &after_type.shape) {
            let mut variants = Variants { listed: after, other, unlisted: BTreeSet::new() };
            insert(&mut renamed.variants, new_name, variants.kept(Some(before)));
            insert(&mut earlier.variants, new_name, variants.kept(old.former.variants.get(*old_name)));
        }
    }
    (renamed, earlier)
}

fn insert(names: &mut ByOwner, owner: &str, of_owner: Names) {
    if !of_owner.is_empty() {
        names.insert(owner.to_owned(), of_owner);
    }
}

/// The setters of one builder.
struct Setters<'a> {
    /// The new name for each old one.
    counterparts: BTreeMap<&'a str, &'a str>,
    before: &'a BTreeMap<String, Setter>,
    after: &'a BTreeMap<String, Setter>,
    /// What else the new builder has.
    methods: Vec<&'a str>,
    pairs: &'a Pairs<'a>,
}

impl Setters<'_> {
    fn is_free(&self, name: &str) -> bool {
        !self.after.contains_key(name) && !self.methods.contains(&name)
    }

    fn renamed(&self) -> Names {
        let free = self.counterparts.iter().filter(|(old, _)| self.is_free(old));
        let kept = free.filter(|(old, new)| {
            is_compatible(&setters::changed(new, &self.before[**old], &self.after[**new], self.pairs))
        });
        kept.map(|(old, new)| ((*old).to_owned(), (*new).to_owned())).collect()
    }

    fn earlier(&self, former: Option<&Names>) -> Names {
        let free = former.into_iter().flatten().filter(|(former, _)| self.is_free(former));
        let kept =
            free.filter_map(|(former, old)| Some((former.clone(), (*self.counterparts.get(old.as_str())?).to_owned())));
        kept.collect()
    }
}

/// The variants of one open enum.
struct Variants<'a> {
    /// The values that the new document lists.
    listed: &'a Names,
    /// The variant of all others.
    other: &'a str,
    /// The values that it does not list, and that have a variant.
    unlisted: BTreeSet<&'a str>,
}

impl<'a> Variants<'a> {
    /// Those of `old` variants that have a name of their own, and of a value that is not listed the first.
    fn kept(&mut self, old: Option<&'a Names>) -> Names {
        let Self { listed, other, unlisted } = self;
        let free = old.into_iter().flatten().filter(|(name, _)| !listed.contains_key(*name) && name != other);
        let kept = free.filter(|(_, value)| listed.values().any(|listed| listed == *value) || unlisted.insert(value));
        kept.map(|(name, value)| (name.clone(), value.clone())).collect()
    }
}

type Names = BTreeMap<String, String>;

/// The former names of types and operations that this refresh renames.
fn outer_names(old: &PublicApi, new: &PublicApi) -> (Names, Names) {
    let pairs = Pairs::new(old, new);
    let is_kept = |name: &str, new_name: &str| {
        // Two types that became one cannot both have implementations of a trait of the consumer's.
        let is_one_of_several = pairs.types.values().filter(|other| **other == new_name).count() > 1;
        !new.types.contains_key(name)
            && !is_one_of_several
            && !types::has_constructor(&old.types[name])
            && is_compatible(&types::changed((name, old), (new_name, new), &pairs))
    };
    let types = pairs.types.iter().filter(|(name, new_name)| name != new_name && is_kept(name, new_name));
    let types = types.map(|(name, new_name)| ((*name).to_owned(), (*new_name).to_owned())).collect();

    let mut taken = Methods::new(new);
    let is_compatible =
        |name: &str, new_name: &str| is_compatible(&operations::changed((name, old), (new_name, new), &pairs));
    let operations =
        pairs.operations.iter().filter(|(name, new_name)| is_compatible(name, new_name) && taken.take(name));
    let operations = operations.map(|(name, new_name)| ((*name).to_owned(), (*new_name).to_owned())).collect();
    (types, operations)
}

/// Leads earlier former names to what their present names lead to.
fn carry_outer_names(old: &PublicApi, new: &mut PublicApi) {
    let pairs = Pairs::new(old, new);
    let free = old.former.types.iter().filter(|(former, _)| new.type_called(former).is_none());
    let types =
        free.filter_map(|(former, present)| Some((former.clone(), (*pairs.types.get(present.as_str())?).to_owned())));
    let types: Names = types.collect();

    let mut taken = Methods::new(new);
    let kept = old.former.operations.iter().filter_map(|(former, present)| {
        let present = pairs.operations.get(present.as_str())?;
        taken.take(former).then(|| (former.clone(), (*present).to_owned()))
    });
    let operations: Names = kept.collect();
    new.former.types.extend(types);
    new.former.operations.extend(operations);
}

/// The former short names that this refresh makes, and all of them.
///
/// Whatever else changed in an operation, beginning it by a former short name does what beginning it by the present one
/// does.
fn short_names(old: &PublicApi, new: &PublicApi) -> (ByOwner, ByOwner) {
    let pairs = Pairs::new(old, new);
    let mut taken = Groups::new(new);
    let mut keep = |group: &str, name: &str, operation: &str, kept: &mut ByOwner| {
        let Some(present) = pairs.operations.get(operation) else { return };
        let takes_alike = short_names::takes_alike(&old.operations[operation], &new.operations[*present]);
        if takes_alike && taken.take(ShortName::new(group, name)) {
            kept.entry(group.to_owned()).or_default().insert(name.to_owned(), (*present).to_owned());
        }
    };
    let mut renamed = ByOwner::new();
    old.short_names().for_each(|(short, operation)| keep(&short.group, &short.name, operation, &mut renamed));
    let mut all = renamed.clone();
    owned(&old.former.short_names).for_each(|(group, name, operation)| keep(group, name, operation, &mut all));
    (renamed, all)
}

fn is_compatible(changes: &[Change]) -> bool {
    changes.iter().all(|change| change.rule.effect == Effect::Compatible)
}

/// The names in the groups of tags, which are methods of `Client` as operations are.
struct Groups<'a> {
    operations: BTreeSet<&'a str>,
    names: BTreeSet<ShortName>,
}

impl<'a> Groups<'a> {
    fn new(api: &'a PublicApi) -> Self {
        let operations = api.operations.keys().map(String::as_str).collect();
        Self { operations, names: api.short_names().map(|(short_name, _)| short_name.clone()).collect() }
    }

    /// Takes a name in a group, if it is free.
    fn take(&mut self, name: ShortName) -> bool {
        !self.operations.contains(name.group.as_str()) && self.names.insert(name)
    }
}

/// The methods of `Client` and their builders: both have names.
struct Methods {
    methods: BTreeSet<String>,
    builders: BTreeSet<String>,
}

impl Methods {
    fn new(api: &PublicApi) -> Self {
        let former = api.former.operations.keys();
        let present_builders = api.operations.values().map(|operation| operation.builder.clone());
        let builders = present_builders.chain(former.clone().map(|method| naming::builder_name(method))).collect();
        let groups = api.groups().into_iter().chain(api.former.short_names.keys().map(String::as_str));
        let methods = api.operations.keys().chain(former).cloned().chain(groups.map(str::to_owned)).collect();
        Self { methods, builders }
    }

    /// Takes a name, if it is free.
    fn take(&mut self, name: &str) -> bool {
        !self.methods.contains(name)
            && self.builders.insert(naming::builder_name(name))
            && self.methods.insert(name.to_owned())
    }
}
