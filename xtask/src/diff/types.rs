//! What is in `types`.

use std::collections::{BTreeMap, BTreeSet};

use monitoring_service_codegen::rust_type::RustType;

use super::{
    Change, Item, Kind, Part,
    enums::{self, Variants},
    fields::{self, Members},
    other_names,
    pairs::{Pairs, Use},
    words,
};
use crate::{
    rules::{self, Rule},
    surface::{PublicApi, Shape, Trait, Type},
};

/// What became of the types.
pub fn compare(old: &PublicApi, new: &PublicApi, pairs: &Pairs<'_>) -> Part {
    let mut items = Vec::new();
    for name in old.types.keys() {
        let new_name = pairs.types.get(name.as_str()).copied();
        let item = match new_name {
            None => Some(Item::new(name, Kind::Removed, Vec::new()).by(&rules::TYPE_REMOVED)),
            Some(new_name) => Item::of_pair(name, new_name, changed((name, old), (new_name, new), pairs)),
        };
        items.extend(item);
    }
    for (former, other) in &old.former.types {
        // What is gone is told once.
        let Some(expected) = pairs.types.get(other.present.as_str()) else { continue };
        if new.type_called(former) != Some(expected) {
            items.push(Item::dropped(former, expected));
        }
    }
    let known: BTreeSet<&str> = pairs.types.values().copied().collect();
    for name in new.types.keys().filter(|name| !known.contains(name.as_str())) {
        items.push(Item::new(name, Kind::Added, Vec::new()).by(&rules::TYPE_ADDED));
    }
    Part::new(old.types.len(), new.types.len(), items)
}

/// What differs inside one type, whatever its name.
pub fn changed(
    (old_name, old_api): (&str, &PublicApi),
    (name, new_api): (&str, &PublicApi),
    pairs: &Pairs<'_>,
) -> Vec<Change> {
    let (old, new) = (&old_api.types[old_name], &new_api.types[name]);
    let mut changes = match (&old.shape, &new.shape) {
        (Shape::Struct(before), Shape::Struct(after)) => {
            let none = BTreeMap::new();
            let [before, after] = [(before, old), (after, new)]
                .map(|(fields, ty)| Members { fields, setters: ty.builder.as_ref().unwrap_or(&none) });
            fields::compare(&before, &after, Use::new(old, new), pairs)
        }
        (Shape::OpenEnum(before, old_other), Shape::OpenEnum(after, new_other)) => {
            let [before, after] = [(before, old_name, old_api), (after, name, new_api)]
                .map(|(listed, name, api)| Variants::new(listed, api.former.variants.get(name)));
            let number = new.accessors.get("value");
            enums::compare_open(name, (&before, old_other), (&after, new_other), number)
        }
        (Shape::Enum(before), Shape::Enum(after)) => enums::compare_held(before, after, pairs),
        (before, after) => {
            let description = format!("is {}, was {}", kind(after), kind(before));
            return vec![Change::new(&rules::TYPE_KIND_CHANGED, description)];
        }
    };
    changes.extend(trait_changes(old, new, pairs));
    changes.extend(accessor_changes(old, new, pairs));
    changes.extend(ability_change(
        "a page for `paginate`",
        [&rules::PAGE_ADDED, &rules::PAGE_REMOVED],
        &old.page,
        &new.page,
        pairs,
    ));
    changes.extend(ability_change(
        "a series with `samples()`",
        [&rules::SERIES_ADDED, &rules::SERIES_REMOVED],
        &old.samples,
        &new.samples,
        pairs,
    ));
    // Of several that became one, the one whose name it is says what else it is called.
    if old_name == name {
        let was_present = |other: &str| old_api.types.contains_key(other);
        changes.extend(other_names::compare(&old_api.former.types, &new_api.former.types, name, was_present));
    }
    changes
}

fn kind(shape: &Shape) -> &'static str {
    match shape {
        Shape::Struct(_) => "a struct",
        Shape::Enum(_) => "an enum of several kinds of value",
        Shape::OpenEnum(..) => "an open enum",
    }
}

fn trait_changes(old: &Type, new: &Type, pairs: &Pairs<'_>) -> Vec<Change> {
    let before: BTreeSet<Trait> =
        old.reported_traits().map(|implemented| implemented.renamed(|name| pairs.new_name(name))).collect();
    let lost = before.iter().filter(|lost| !new.traits.contains(*lost)).map(|lost| {
        let rule = if *lost == Trait::Default { &rules::DEFAULT_REMOVED } else { &rules::TRAIT_REMOVED };
        Change::new(rule, format!("no longer implements `{lost}`"))
    });
    let gained = new.reported_traits().filter(|gained| !before.contains(*gained));
    lost.chain(gained.map(|gained| Change::new(&rules::TRAIT_ADDED, format!("implements `{gained}`")))).collect()
}

/// What differs in the methods that read what all variants have.
fn accessor_changes(old: &Type, new: &Type, pairs: &Pairs<'_>) -> Vec<Change> {
    let before = old.accessors.iter().filter_map(|(name, gave)| match new.accessors.get(name) {
        Some(gives) => {
            let (rules, subject) = (words::any(&rules::ACCESSOR_TYPE_CHANGED), format!("the value of `{name}()`"));
            words::type_change(&rules, &subject, gave, gives, pairs)
        }
        None => Some(Change::new(&rules::ACCESSOR_REMOVED, format!("method `{name}()` is gone"))),
    });
    let added = new.accessors.keys().filter(|name| !old.accessors.contains_key(*name));
    before.chain(added.map(|name| Change::new(&rules::ACCESSOR_ADDED, format!("method `{name}()` is new")))).collect()
}

/// What differs in whether `paginate` or `samples()` works, and in what it gives.
fn ability_change(
    shown: &str,
    [added, removed]: [&'static Rule; 2],
    old: &Option<RustType>,
    new: &Option<RustType>,
    pairs: &Pairs<'_>,
) -> Option<Change> {
    match (old, new) {
        (Some(old), Some(new)) => {
            let rules = words::any(&rules::ELEMENT_TYPE_CHANGED);
            words::type_change(&rules, &format!("the element of {shown}"), old, new, pairs)
        }
        (Some(_), None) => Some(Change::new(removed, format!("is no longer {shown}"))),
        (None, Some(element)) => Some(Change::new(added, format!("is {shown}, with elements of `{element}`"))),
        (None, None) => None,
    }
}
