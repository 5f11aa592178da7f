use std::collections::{BTreeMap, BTreeSet};

use perennial_codegen::{names::file::TypeNames, text::naming};

use super::{
    FreshlyNamedDocument, NamedDocument, UNRELEASED,
    matching::{ApiMatches, Rank},
    places::PlaceFinder,
    with_aliases,
};

/// Returns the recorded names of the new document's types. A type that matches a type of `old` keeps its name. `new`
/// has fresh names, which the naming rules chose without recorded names. The names of fields and variants are recorded
/// later.
pub fn carry_over_types(
    old: &NamedDocument<'_>,
    new: &FreshlyNamedDocument<'_>,
    matches: &ApiMatches<'_>,
) -> BTreeMap<String, TypeNames> {
    let known = |name: &str| old.names.types.get(name).cloned().unwrap_or_default();
    let all = old.names.types.iter();
    let all = all.flat_map(|(name, of)| of.aliases.iter().chain(of.former.keys()).chain([name]));
    let mut used_names: BTreeSet<String> = all.cloned().collect();
    let merged = group_by_new_type(matches);
    let present = merged.iter().filter_map(|(fresh_name, olds)| Some((*fresh_name, *olds.first()?)));
    let present: BTreeMap<&str, &str> = present.collect();
    let was = |present: &str| old.names.types.get(present)?.place.as_ref();
    let places = PlaceFinder::new(new.model, matches, &present).find_all(|fresh_name| was(present.get(fresh_name)?));
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
        // The type's name in the document becomes an alias. For a type at the same place as before, no alias is added,
        // even if its name has only just become free.
        let document_name = place.as_ref().and_then(|place| place.schema_name()).map(naming::type_name);
        let mut is_new = |alias: &String| place != was && alias == fresh_name && used_names.insert(alias.clone());
        let alias = document_name.filter(|alias| alias != present && (former.remove(alias).is_some() || is_new(alias)));
        let aliases = alias.into_iter().collect();
        let names = TypeNames { place, aliases, former, ..known(present) };
        types.insert((*present).to_owned(), names);
    }
    types
}

/// Returns the old types that became each new type. The best match is first and keeps its name.
fn group_by_new_type<'a>(matches: &ApiMatches<'a>) -> BTreeMap<&'a str, Vec<&'a str>> {
    let mut merged: BTreeMap<&str, Vec<Rank<'_>>> = BTreeMap::new();
    for (name, chosen) in &matches.types {
        merged.entry(chosen.name.0).or_default().push(chosen.rank(name));
    }
    let ranked = merged.into_iter().map(|(fresh, mut olds)| {
        olds.sort_unstable();
        (fresh, olds.into_iter().map(|(_, _, name)| name).collect())
    });
    ranked.collect()
}
