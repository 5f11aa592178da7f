//! Carries over the names that are derived from tags: groups, features and short names.

use std::collections::{BTreeMap, HashMap, HashSet};

use perennial_codegen::{
    api::Api,
    names::{
        file::{FormerFeature, OtherName, TagNames},
        words::tag_name,
    },
    surface::PublicApi,
};

use super::{NamedDocument, UNRELEASED, matching::ApiMatches};
use crate::diff::features;

/// Returns the recorded names of a new document's tags. `fresh` is its model with the names that the naming rules
/// choose. If an operation is no longer in a tag, its short name in this tag becomes a former name.
pub fn carry_over_tags(old: &NamedDocument<'_>, fresh: &Api, matches: &ApiMatches<'_>) -> BTreeMap<String, TagNames> {
    // An operation stays in the groups of all its tags in which it already was. A new operation joins only the group of
    // its first tag.
    let mut groups: HashMap<String, (&str, HashSet<&str>)> = HashMap::new();
    for operation in &fresh.operations {
        for tag in &operation.tags {
            groups.entry(tag_name(tag)).or_insert((tag, HashSet::new())).1.insert(&operation.name);
        }
    }
    let is_first = |tag: &str| fresh.groups.iter().any(|group| tag_name(&group.tag) == tag_name(tag));
    let recorded: HashSet<String> =
        old.names.tags.values().filter_map(|known| known.tag.as_deref().map(tag_name)).collect();
    let mut tags = BTreeMap::new();
    for (method, known) in &old.names.tags {
        let group = match &known.tag {
            Some(tag) => groups.get(&tag_name(tag)),
            // An earlier update removed the tag of this group, but the new document may contain it again.
            None => groups.get(method).filter(|_| !recorded.contains(method)),
        };
        let mut names = TagNames { type_name: known.type_name.clone(), ..TagNames::default() };
        if let Some((tag, _)) = group {
            names.tag = Some((*tag).to_owned());
            names.feature = known.feature.clone().filter(|_| known.tag.is_some());
        }
        let is_in_group = |operation: &str| {
            let fresh_name = matches.operations.get(operation);
            fresh_name.is_some_and(|name| group.is_some_and(|(_, operations)| operations.contains(name)))
        };
        for (operation, name) in &known.short_names {
            if is_in_group(operation) {
                names.short_names.insert(operation.clone(), name.clone());
            } else if matches.operations.contains_key(operation.as_str()) {
                let former = OtherName { of: operation.clone(), since: Some(UNRELEASED.to_owned()) };
                names.former.insert(name.clone(), former);
            }
        }
        for (name, former) in &known.former {
            if is_in_group(&former.of) && !names.short_names.contains_key(&former.of) {
                names.short_names.insert(former.of.clone(), name.clone());
            } else if matches.operations.contains_key(former.of.as_str()) {
                names.former.insert(name.clone(), former.clone());
            }
        }
        if names.short_names.is_empty() && names.tag.as_deref().is_some_and(|tag| !is_first(tag)) {
            (names.tag, names.feature) = (None, None);
        }
        if names.tag.is_some() || !names.former.is_empty() {
            tags.insert(method.clone(), names);
        }
    }
    tags
}

/// Returns the former features of `new`: the features of `old` that no longer enable all of their operations.
pub fn former_features(old: &NamedDocument<'_>, new: &PublicApi) -> BTreeMap<String, FormerFeature> {
    let mut former = features::find_renamed_features(old.api, new);
    for (name, of) in features::carry_over_features(old.api, new, &former) {
        former.entry(name).or_default().0.extend(of.0);
    }
    let since = |name: &str| old.names.features.get(name).map_or(UNRELEASED, |known| &known.since).to_owned();
    former.into_iter().map(|(name, of)| (name.clone(), FormerFeature { of, since: since(&name) })).collect()
}
