//! The names that tags bring.

use std::collections::{BTreeMap, HashMap, HashSet};

use perennial_codegen::{
    api::Api,
    names::{
        file::{FormerFeature, OtherName, TagNames},
        short::tag_name,
    },
    surface::PublicApi,
};

use super::{Named, UNRELEASED, pairs::Pairs};
use crate::diff::features;

/// The names of the tags of `old` in a new document, whose things have `fresh` names so far. The short name of an
/// operation that has left a tag is a former one there.
pub fn carried(old: &Named<'_>, fresh: &Api, pairs: &Pairs<'_>) -> BTreeMap<String, TagNames> {
    let groups: HashMap<String, (&str, HashSet<&str>)> = fresh
        .groups
        .iter()
        .map(|group| {
            let operations = group.operations.iter().map(|it| fresh.operation(it).name.as_str()).collect();
            (tag_name(&group.tag), (group.tag.as_str(), operations))
        })
        .collect();
    let recorded: HashSet<String> =
        old.names.tags.values().filter_map(|known| known.tag.as_deref().map(tag_name)).collect();
    let mut tags = BTreeMap::new();
    for (method, known) in &old.names.tags {
        let group = match &known.tag {
            Some(tag) => groups.get(&tag_name(tag)),
            // The tag may be there again.
            None => groups.get(method).filter(|_| !recorded.contains(method)),
        };
        let mut names = TagNames { type_name: known.type_name.clone(), ..TagNames::default() };
        if let Some((tag, _)) = group {
            names.tag = Some((*tag).to_owned());
            names.feature = known.feature.clone().filter(|_| known.tag.is_some());
        }
        let is_in_group = |operation: &str| {
            let fresh_name = pairs.operations.get(operation);
            fresh_name.is_some_and(|name| group.is_some_and(|(_, operations)| operations.contains(name)))
        };
        for (operation, name) in &known.short_names {
            if is_in_group(operation) {
                names.short_names.insert(operation.clone(), name.clone());
            } else if pairs.operations.contains_key(operation.as_str()) {
                let former = OtherName { of: operation.clone(), since: Some(UNRELEASED.to_owned()) };
                names.former.insert(name.clone(), former);
            }
        }
        for (name, former) in &known.former {
            if is_in_group(&former.of) && !names.short_names.contains_key(&former.of) {
                names.short_names.insert(former.of.clone(), name.clone());
            } else if pairs.operations.contains_key(former.of.as_str()) {
                names.former.insert(name.clone(), former.clone());
            }
        }
        if names.tag.is_some() || !names.former.is_empty() {
            tags.insert(method.clone(), names);
        }
    }
    tags
}

/// The former features of `new`: those of `old` that do not bring all that they brought.
pub fn features(old: &Named<'_>, new: &PublicApi) -> BTreeMap<String, FormerFeature> {
    let mut former = features::renamed(old.api, new);
    for (name, of) in features::carried(old.api, new, &former) {
        former.entry(name).or_default().0.extend(of.0);
    }
    let since = |name: &str| old.names.features.get(name).map_or(UNRELEASED, |known| &known.since).to_owned();
    former.into_iter().map(|(name, of)| (name.clone(), FormerFeature { of, since: since(&name) })).collect()
}
