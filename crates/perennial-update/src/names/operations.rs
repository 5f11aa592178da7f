//! The names of operations and of their setters.

use std::collections::{BTreeMap, BTreeSet};

use perennial_codegen::{
    names::file::{Names, OperationNames, OtherName},
    surface,
    text::naming,
};

use super::{
    Fresh, Named, UNRELEASED,
    pairs::{Pairs, counterparts},
    with_aliases,
};

/// The names of the operations of `old` in a new document, whose things have fresh names so far.
pub fn carried(old: &Named<'_>, new: &Fresh<'_>, pairs: &Pairs<'_>) -> BTreeMap<String, OperationNames> {
    let declared = new.model.operations_by_name();
    let mut taken = Taken::new(old.names, new);
    let mut operations = BTreeMap::new();
    for (name, fresh_name) in &pairs.operations {
        let Some(declared) = declared.get(fresh_name) else { continue };
        let known = old.names.operations.get(*name).cloned().unwrap_or_default();
        let (before, after) = (&old.api.operations[*name], &new.api.operations[*fresh_name]);
        let other_setters = other_setters(before, after, &known);
        let OperationNames { setters, pagers, rate_limit, timestamps, aliases, former, .. } = known;
        let request = Some(declared.request.clone());
        let former = with_aliases(former, aliases);
        let mut names = OperationNames {
            request,
            setters,
            pagers,
            rate_limit,
            timestamps,
            former,
            other_setters,
            ..OperationNames::default()
        };
        // The name that the rules gave it is the document's, unless something else has that. What the document has not
        // changed gets no name, also if one is free now.
        let wanted = naming::value_name(&declared.id);
        let mut is_new = || declared.id != before.id && wanted == *fresh_name && taken.take(&wanted);
        if wanted != *name && (names.former.remove(&wanted).is_some() || is_new()) {
            names.aliases.insert(wanted);
        }
        operations.insert((*name).to_owned(), names);
    }
    operations
}

/// The methods of `Client` that no operation can be called now, and the builders.
struct Taken {
    methods: BTreeSet<String>,
    builders: BTreeSet<String>,
}

impl Taken {
    fn new(old: &Names, new: &Fresh<'_>) -> Self {
        let operations = old.operations.iter();
        let operations = operations.flat_map(|(name, of)| of.aliases.iter().chain(of.former.keys()).chain([name]));
        let operations: Vec<&String> = operations.collect();
        let builders = operations.iter().map(|name| naming::builder_name(name)).collect();
        let groups = new.model.groups.iter().map(|group| &group.name).chain(old.tags.keys());
        Self { methods: operations.into_iter().chain(groups).cloned().collect(), builders }
    }

    /// Takes a name, if it is free.
    fn take(&mut self, name: &str) -> bool {
        !self.methods.contains(name)
            && self.builders.insert(naming::builder_name(name))
            && self.methods.insert(name.to_owned())
    }
}

/// The names that the setters of an operation have beside their own.
fn other_setters(
    before: &surface::Operation,
    after: &surface::Operation,
    known: &OperationNames,
) -> BTreeMap<String, OtherName> {
    let counterparts = counterparts(before, after);
    let is_free = |name: &str| !before.setters.contains_key(name) && !known.other_setters.contains_key(name);
    let aliases = counterparts.iter().filter(|(name, fresh_name)| name != fresh_name && is_free(fresh_name));
    let aliases = aliases.map(|(of, alias)| ((*alias).to_owned(), OtherName { of: (*of).to_owned(), since: None }));
    let others = known.other_setters.iter().filter(|(_, other)| counterparts.contains_key(other.of.as_str()));
    let others = others.map(|(name, OtherName { of, since })| {
        let is_alias = since.is_none() && counterparts.get(of.as_str()) == Some(&name.as_str());
        let former = || Some(since.clone().unwrap_or_else(|| UNRELEASED.to_owned()));
        (name.clone(), OtherName { of: of.clone(), since: if is_alias { None } else { former() } })
    });
    aliases.chain(others).collect()
}
