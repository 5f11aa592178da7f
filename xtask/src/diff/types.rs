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
use crate::surface::{PublicApi, Shape, Trait, Type};

/// What became of the types.
pub fn compare(old: &PublicApi, new: &PublicApi, pairs: &Pairs<'_>) -> Part {
    let mut items = Vec::new();
    for name in old.types.keys() {
        let new_name = pairs.types.get(name.as_str()).copied();
        let item = match new_name {
            None => Some(Item::new(name, Kind::Removed, Vec::new())),
            Some(new_name) => Item::of_pair(name, new_name, changed((name, old), (new_name, new), pairs)),
        };
        let called = new.type_called(name);
        let is_kept = new_name.is_some_and(|new_name| name != new_name) && called == new_name;
        let old_name_is_reused = called.is_some() && called != new_name;
        items.extend(item.map(|item| Item { old_name_is_reused, ..item }.keeping(is_kept)));
    }
    for (former, other) in &old.former.types {
        let expected = pairs.types.get(other.present.as_str()).copied();
        let called = new.type_called(former);
        if expected.is_none() || called != expected {
            items.push(Item { old_name_is_reused: called.is_some(), ..Item::dropped(former, expected) });
        }
    }
    let known: BTreeSet<&str> = pairs.types.values().copied().collect();
    for name in new.types.keys().filter(|name| !known.contains(name.as_str())) {
        items.push(Item::new(name, Kind::Added, Vec::new()));
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
            enums::compare_open(name, (&before, old_other), (&after, new_other))
        }
        (Shape::Enum(before), Shape::Enum(after)) => enums::compare_held(before, after, pairs),
        (before, after) => {
            return vec![Change::breaking(
                format!("is {}, was {}", kind(after), kind(before)),
                "rewrite the code that constructs or destructures it",
            )];
        }
    };
    changes.extend(trait_changes(old, new, pairs));
    changes.extend(accessor_changes(old, new, pairs));
    changes.extend(ability_change("a page for `paginate`", &old.page, &new.page, pairs));
    changes.extend(ability_change("a series with `samples()`", &old.samples, &new.samples, pairs));
    let was_present = |other: &str| old_api.types.contains_key(other);
    changes.extend(other_names::compare(&old_api.former.types, &new_api.former.types, name, was_present));
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
        let action = match lost {
            Trait::Default => "set the required fields instead of calling `default()`",
            _ => "do without it",
        };
        Change::breaking(format!("no longer implements `{lost}`"), action)
    });
    let gained = new.reported_traits().filter(|gained| !before.contains(*gained));
    lost.chain(gained.map(|gained| Change::compatible(format!("implements `{gained}`")))).collect()
}

/// What differs in the methods that read what all variants have.
fn accessor_changes(old: &Type, new: &Type, pairs: &Pairs<'_>) -> Vec<Change> {
    let before = old.accessors.iter().filter_map(|(name, gave)| match new.accessors.get(name) {
        Some(gives) => words::type_change(&format!("the value of `{name}()`"), gave, gives, pairs),
        None => Some(Change::breaking(
            format!("method `{name}()` is gone"),
            "read the field of each variant: not all of them have it now",
        )),
    });
    let added = new.accessors.keys().filter(|name| !old.accessors.contains_key(*name));
    before.chain(added.map(|name| Change::compatible(format!("method `{name}()` is new")))).collect()
}

/// What differs in whether `paginate` or `samples()` works, and in what it gives.
fn ability_change(ability: &str, old: &Option<RustType>, new: &Option<RustType>, pairs: &Pairs<'_>) -> Option<Change> {
    match (old, new) {
        (Some(old), Some(new)) => words::type_change(&format!("the element of {ability}"), old, new, pairs),
        (Some(_), None) => Some(Change::breaking(format!("is no longer {ability}"), "read the fields instead")),
        (None, Some(element)) => Some(Change::compatible(format!("is {ability}, with elements of `{element}`"))),
        (None, None) => None,
    }
}
