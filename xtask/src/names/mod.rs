//! The names of a new document: those of the one that it replaces, for all that is still there.
//!
//! A thing keeps its name. What is new gets one that nothing else has or had. Where two things became one, the name of one
//! stays, and the other is a former name of it.

mod adopt;
mod dropping;
mod pairs;
mod parts;
mod places;
mod since;
mod tags;

use std::collections::{BTreeMap, BTreeSet};

pub use adopt::{Fresh, Kind as FreshKind, adopted, fresh};
use anyhow::Result;
pub use dropping::without_former;
use monitoring_service_codegen::{
    api::Api,
    names::{
        file::{Names, OperationNames, OtherName, TypeNames},
        pins,
    },
    text::naming,
};
use pairs::{Pairs, Rank, counterparts};
use places::Places;
pub use since::{UNRELEASED, numbers, stamped};

use crate::{client::Model, surface::PublicApi};

/// A document with its names.
pub struct Named<'a> {
    /// What consumers can name.
    pub api: &'a PublicApi,
    /// All names of it.
    pub names: &'a Names,
}

/// The names of a document that replaces `old`; `model` makes its model with given names. New former names are marked as
/// [`UNRELEASED`].
///
/// # Errors
/// A document of which there is no model.
pub fn carried(old: &Named<'_>, model: impl Fn(&Names) -> Result<Model>) -> Result<Names> {
    /// Whatever is recorded moves nothing but what is new, so that few suffice; a bound in case that some alternate.
    const ROUNDS: usize = 8;
    let fresh = model(&Names::default())?;
    let fresh_api = PublicApi::new(&fresh.api);
    let pairs = Pairs::new((old.api, old.names), (&fresh_api, &fresh.api));
    let carry = Carry { old, fresh: &fresh.api, fresh_api: &fresh_api, pairs: &pairs };
    let mut names = Names {
        operations: carry.operations(),
        types: carry.types(),
        tags: tags::carried(old, &fresh.api, &pairs),
        ..Names::default()
    };
    for _ in 0..ROUNDS {
        let named = model(&names)?;
        let mut settled = names.clone();
        parts::keep(old, &named, &mut settled);
        if settled == names {
            break;
        }
        names = settled;
    }
    let named = model(&names)?;
    names.features = tags::features(old, &PublicApi::new(&named.api));
    Ok(names.recording(&named.api))
}

/// What is carried from an old document to a new one, whose things have `fresh` names so far.
struct Carry<'a> {
    old: &'a Named<'a>,
    fresh: &'a Api,
    fresh_api: &'a PublicApi,
    pairs: &'a Pairs<'a>,
}

impl Carry<'_> {
    fn operations(&self) -> BTreeMap<String, OperationNames> {
        let mut taken = self.methods();
        let mut operations = BTreeMap::new();
        for (name, fresh_name) in &self.pairs.operations {
            let Some(declared) = self.fresh.operations.iter().find(|operation| operation.name == *fresh_name) else {
                continue;
            };
            let known = self.old.names.operations.get(*name).cloned().unwrap_or_default();
            let mut names = self.setters(name, fresh_name, &known);
            names.request = Some(pins::request(declared.method, &declared.path));
            names.pagers = known.pagers.filter(|_| declared.pager.is_some());
            names.former = with_aliases(known.former, known.aliases);
            // The name that the rules gave it is the document's, unless something else has that. What the document has
            // not changed gets no name, also if one is free now.
            let wanted = naming::value_name(&declared.id);
            let mut is_new = || {
                declared.id != self.old.api.operations[*name].id
                    && wanted == *fresh_name
                    && self.is_free_builder(&wanted)
                    && taken.insert(wanted.clone())
            };
            if wanted != *name && (names.former.remove(&wanted).is_some() || is_new()) {
                names.aliases.insert(wanted);
            }
            operations.insert((*name).to_owned(), names);
        }
        operations
    }

    /// The methods of `Client` that no operation can be called now.
    fn methods(&self) -> BTreeSet<String> {
        let old = &self.old.names;
        let operations = old.operations.iter();
        let operations =
            operations.flat_map(|(name, of)| of.aliases.iter().chain(of.former.keys()).chain([name]).cloned());
        let groups = self.fresh.groups.iter().map(|group| group.name.clone());
        operations.chain(old.tags.keys().cloned()).chain(groups).collect()
    }

    /// Whether the builder of an operation with this name would have one of its own.
    fn is_free_builder(&self, method: &str) -> bool {
        let builder = naming::builder_name(method);
        let names = self.old.names.operations.iter();
        let mut names = names.flat_map(|(name, of)| of.aliases.iter().chain(of.former.keys()).chain([name]));
        !names.any(|name| naming::builder_name(name) == builder)
    }

    /// The names of the setters of an operation.
    fn setters(&self, name: &str, fresh_name: &str, known: &OperationNames) -> OperationNames {
        let (before, after) = (&self.old.api.operations[name], &self.fresh_api.operations[fresh_name]);
        let counterparts = counterparts(before, after);
        let parameters = self.fresh.operations.iter().find(|operation| operation.name == fresh_name);
        let parameters = parameters.into_iter().flat_map(|operation| &operation.parameters);
        let key: BTreeMap<&str, String> =
            parameters.map(|it| (it.name.as_str(), pins::parameter(it.location, &it.wire_name))).collect();
        let mut names = OperationNames::default();
        for (old_name, new_name) in &counterparts {
            if let Some(key) = key.get(new_name)
                && (old_name != new_name || known.setters.contains_key(key))
            {
                names.setters.insert(key.clone(), (*old_name).to_owned());
            }
        }
        let free = |name: &str| !before.setters.contains_key(name) && !known.other_setters.contains_key(name);
        let aliases = counterparts.iter().filter(|(old_name, new_name)| old_name != new_name && free(new_name));
        // A name that the document has is no former one.
        let aliases = aliases.map(|(of, alias)| ((*alias).to_owned(), OtherName { of: (*of).to_owned(), since: None }));
        let is_there = |of: &str| counterparts.contains_key(of);
        let others = known.other_setters.iter().filter(|(_, other)| is_there(&other.of));
        let others = others.map(|(name, other)| {
            let is_alias = other.since.is_none() && counterparts.get(other.of.as_str()) == Some(&name.as_str());
            let since =
                if is_alias { None } else { Some(other.since.clone().unwrap_or_else(|| UNRELEASED.to_owned())) };
            (name.clone(), OtherName { of: other.of.clone(), since })
        });
        names.other_setters = aliases.chain(others).collect();
        names
    }

    fn types(&self) -> BTreeMap<String, TypeNames> {
        let mut taken: BTreeSet<String> = self.old.names.types.iter().fold(BTreeSet::new(), |mut taken, (name, of)| {
            taken.extend(of.aliases.iter().chain(of.former.keys()).chain([name]).cloned());
            taken
        });
        let merged = merged(self.pairs);
        let present = merged.iter().filter_map(|(fresh, olds)| Some((*fresh, *olds.first()?)));
        let present: BTreeMap<&str, &str> = present.collect();
        let was = |present: &str| self.old.names.types.get(present)?.place.as_ref();
        let places = Places::new(self.fresh, self.pairs, &present).all(|fresh_name| was(present.get(fresh_name)?));
        let mut types = BTreeMap::new();
        for (fresh_name, olds) in &merged {
            let [present, others @ ..] = olds.as_slice() else { continue };
            let known = self.old.names.types.get(*present).cloned().unwrap_or_default();
            let place = places.get(fresh_name).cloned();
            let mut names = TypeNames {
                fields: known.fields,
                variants: known.variants,
                other: known.other,
                former_variants: known.former_variants,
                ..TypeNames::default()
            };
            names.former = with_aliases(known.former, known.aliases);
            let wanted = place.as_ref().and_then(|place| place.schema_name()).map(naming::type_name);
            names.aliases.extend(wanted.filter(|alias| {
                let mut is_new = || place != known.place && alias == fresh_name && taken.insert(alias.clone());
                alias != present && (names.former.remove(alias).is_some() || is_new())
            }));
            for other in others {
                let known = self.old.names.types.get(*other).cloned().unwrap_or_default();
                names.former.insert((*other).to_owned(), UNRELEASED.to_owned());
                names.former.extend(with_aliases(known.former, known.aliases));
            }
            names.place = place;
            types.insert((*present).to_owned(), names);
        }
        types
    }
}

/// The old names of each new type. Of several that became one, the one that fits best comes first, and keeps its name.
fn merged<'a>(pairs: &Pairs<'a>) -> BTreeMap<&'a str, Vec<&'a str>> {
    let mut merged: BTreeMap<&str, Vec<Rank<'_>>> = BTreeMap::new();
    for (name, chosen) in &pairs.types {
        merged.entry(chosen.name.0).or_default().push(chosen.rank(name));
    }
    let ranked = merged.into_iter().map(|(fresh, mut olds)| {
        olds.sort_unstable();
        (fresh, olds.into_iter().map(|(_, _, name)| name).collect())
    });
    ranked.collect()
}

/// Former names with those that the document had last: they are former ones, unless it still has them.
fn with_aliases(mut former: BTreeMap<String, String>, aliases: BTreeSet<String>) -> BTreeMap<String, String> {
    former.extend(aliases.into_iter().map(|alias| (alias, UNRELEASED.to_owned())));
    former
}
