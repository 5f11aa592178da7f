use std::collections::{BTreeMap, BTreeSet};

use perennial_codegen::{
    names::file::{Names, OperationNames, OtherName},
    surface,
    text::naming,
};

use super::{
    FreshlyNamedDocument, NamedDocument, UNRELEASED,
    matching::{ApiMatches, match_setters},
    with_aliases,
};

/// Returns the recorded names of the new document's operations. An operation that matches an operation of `old` keeps
/// its names. `new` has fresh names, which the naming rules chose without recorded names.
pub fn carry_over_operations(
    old: &NamedDocument<'_>,
    new: &FreshlyNamedDocument<'_>,
    matches: &ApiMatches<'_>,
) -> BTreeMap<String, OperationNames> {
    let declared = new.model.operations_by_name();
    let mut taken = TakenNames::new(old.names, new);
    let mut operations = BTreeMap::new();
    for (name, fresh_name) in &matches.operations {
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
        // The operation's name in the document becomes an alias unless that name is taken. For an operation with the
        // same `operationId` as before, no alias is added, even if its name has only just become free.
        let document_name = naming::value_name(&declared.id);
        let mut is_new = || declared.id != before.id && document_name == *fresh_name && taken.reserve(&document_name);
        if document_name != *name && (names.former.remove(&document_name).is_some() || is_new()) {
            names.aliases.insert(document_name);
        }
        operations.insert((*name).to_owned(), names);
    }
    operations
}

/// The names of existing methods and builders, which cannot become aliases of operations.
struct TakenNames {
    methods: BTreeSet<String>,
    builders: BTreeSet<String>,
}

impl TakenNames {
    fn new(old: &Names, new: &FreshlyNamedDocument<'_>) -> Self {
        let operations = old.operations.iter();
        let operations = operations.flat_map(|(name, of)| of.aliases.iter().chain(of.former.keys()).chain([name]));
        let operations: Vec<&String> = operations.collect();
        let builders = operations.iter().map(|name| naming::builder_name(name)).collect();
        let groups = new.model.groups.iter().map(|group| &group.name).chain(old.tags.keys());
        Self { methods: operations.into_iter().chain(groups).cloned().collect(), builders }
    }

    /// Reserves a name for an operation. Returns `false` if it is taken.
    fn reserve(&mut self, name: &str) -> bool {
        !self.methods.contains(name)
            && self.builders.insert(naming::builder_name(name))
            && self.methods.insert(name.to_owned())
    }
}

/// Returns the aliases and former names of the setters of an operation.
fn other_setters(
    before: &surface::PublicOperation,
    after: &surface::PublicOperation,
    known: &OperationNames,
) -> BTreeMap<String, OtherName> {
    let counterparts = match_setters(before, after);
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
