//! What is in `types`.

use std::collections::BTreeSet;

use super::{
    Change, Item, Kind, Part, enums,
    fields::{self, Members},
    pairs::Pairs,
    words,
};
use crate::api::{PublicApi, Shape, Type};

/// What became of the types.
pub fn compare(old: &PublicApi, new: &PublicApi, pairs: &Pairs<'_>) -> Part {
    let mut items = Vec::new();
    for (name, ty) in &old.types {
        let new_name = pairs.types.get(name.as_str()).copied();
        let item = match new_name {
            None => Some(Item::new(name, Kind::Removed, Vec::new())),
            Some(new_name) => Item::of_pair(name, new_name, changed(new_name, ty, &new.types[new_name], pairs)),
        };
        let old_name_is_reused = new_name != Some(name) && new.types.contains_key(name);
        items.extend(item.map(|item| Item { old_name_is_reused, ..item }));
    }
    let known: BTreeSet<&str> = pairs.types.values().copied().collect();
    for name in new.types.keys().filter(|name| !known.contains(name.as_str())) {
        items.push(Item::new(name, Kind::Added, Vec::new()));
    }
    Part::new(old.types.len(), new.types.len(), items)
}

fn changed(name: &str, old: &Type, new: &Type, pairs: &Pairs<'_>) -> Vec<Change> {
    let mut changes = match (&old.shape, &new.shape) {
        (Shape::Struct(before), Shape::Struct(after)) => fields::compare(
            &Members { fields: before, setters: old.builder.as_ref() },
            &Members { fields: after, setters: new.builder.as_ref() },
            pairs,
        ),
        (Shape::OpenEnum(before, old_other), Shape::OpenEnum(after, new_other)) => {
            enums::compare_open(name, (before, old_other), (after, new_other))
        }
        (Shape::Enum(before), Shape::Enum(after)) => enums::compare_held(before, after, pairs),
        (Shape::Unknown(before), Shape::Unknown(after)) => {
            Vec::from_iter(words::type_change("it", before, after, pairs))
        }
        (before, after) => {
            return vec![Change::breaking(
                format!("is {}, was {}", kind(after), kind(before)),
                "rewrite the code that builds it or takes it apart",
            )];
        }
    };
    changes.extend(of_traits(old, new, pairs));
    changes.extend(of_ability("a page for `paginate`", &old.page, &new.page, pairs));
    changes.extend(of_ability("a series with `samples()`", &old.samples, &new.samples, pairs));
    changes
}

fn kind(shape: &Shape) -> &'static str {
    match shape {
        Shape::Struct(_) => "a struct",
        Shape::Enum(_) => "an enum of several kinds of value",
        Shape::OpenEnum(..) => "an enum of texts",
        Shape::Unknown(_) => "another name for a type",
    }
}

fn of_traits(old: &Type, new: &Type, pairs: &Pairs<'_>) -> Vec<Change> {
    // What an enum can be made from follows from its variants.
    let is_told = |name: &&String| !(matches!(old.shape, Shape::Enum(_)) && name.starts_with("From<"));
    let before: BTreeSet<String> = old.traits.iter().filter(is_told).map(|name| pairs.in_new_names(name)).collect();
    let lost = before.iter().filter(|name| !new.traits.contains(*name)).map(|name| {
        let action = match name.as_str() {
            "Default" => "set the required fields instead of calling `default()`",
            _ => "do without it",
        };
        Change::breaking(format!("does not implement `{name}` any more"), action)
    });
    let gained = new.traits.iter().filter(is_told).filter(|name| !before.contains(*name));
    lost.chain(gained.map(|name| Change::compatible(format!("implements `{name}`")))).collect()
}

/// Whether `paginate` or `samples()` work as they did.
fn of_ability(ability: &str, old: &Option<String>, new: &Option<String>, pairs: &Pairs<'_>) -> Option<Change> {
    match (old, new) {
        (Some(old), Some(new)) => words::type_change(&format!("the element of {ability}"), old, new, pairs),
        (Some(_), None) => Some(Change::breaking(format!("is not {ability} any more"), "read the fields instead")),
        (None, Some(element)) => Some(Change::compatible(format!("is {ability}, with elements of `{element}`"))),
        (None, None) => None,
    }
}
