//! The names of types.

use std::collections::{BTreeMap, BTreeSet};

use perennial_codegen::{names::file::TypeNames, text::naming};

use super::{
    Fresh, Named, UNRELEASED,
    pairs::{Pairs, Rank},
    places::Places,
    with_aliases,
};

/// Returns the names of the types of `old` in a new document, whose things have fresh names so far. The names of their
/// parts are decided later.
pub fn carried(old: &Named<'_>, new: &Fresh<'_>, pairs: &Pairs<'_>) -> BTreeMap<String, TypeNames> {
    let known = |name: &str| old.names.types.get(name).cloned().unwrap_or_default();
    let all = old.names.types.iter();
    let all = all.flat_map(|(name, of)| of.aliases.iter().chain(of.former.keys()).chain([name]));
    let mut taken: BTreeSet<String> = all.cloned().collect();
    let merged = merged(pairs);
    let present = merged.iter().filter_map(|(fresh_name, olds)| Some((*fresh_name, *olds.first()?)));
    let present: BTreeMap<&str, &str> = present.collect();
    let was = |present: &str| old.names.types.get(present)?.place.as_ref();
    let places = Places::new(new.model, pairs, &present).all(|fresh_name| was(present.get(fresh_name)?));
    let mut types = BTreeMap::new();
    for (fresh_name, olds) in &merged {
        let [present, others @ ..] = olds.as_slice() else { continue };
        let TypeNames { place: was, aliases, former, .. } = known(present);
        let place = places.get(fresh_name).cloned();
        let mut former = with_aliases(former, aliases);
        for other in others {
            let TypeNames { aliases, former: formers, .. } = known(other);
            former.insert((*other).to_owned(), UNRELEASED.to_owned());
            former.extend(with_aliases(formers, aliases));
        }
        former.remove(*present);
        // A type that the document gives a name has that beside its own. What the document has not changed gets no name,
        // also if one is free now.
        let wanted = place.as_ref().and_then(|place| place.schema_name()).map(naming::type_name);
        let mut is_new = |alias: &String| place != was && alias == fresh_name && taken.insert(alias.clone());
        let alias = wanted.filter(|alias| alias != present && (former.remove(alias).is_some() || is_new(alias)));
        let aliases = alias.into_iter().collect();
        let names = TypeNames { place, aliases, former, ..known(present) };
        types.insert((*present).to_owned(), names);
    }
    types
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
