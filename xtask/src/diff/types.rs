//! What is in `types`.

use std::collections::{BTreeMap, BTreeSet};

use monitoring_service_codegen::{names::former as former_names, rust_type::RustType};

use super::{
    Change, Item, Kind, Part,
    enums::{self, Variants},
    fields::{self, Members},
    pairs::{Pairs, Use},
    setters, words,
};
use crate::{
    rules::{Rule, types as rules},
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
        let called = new.type_called(name);
        let is_kept = new_name.is_some_and(|new_name| name != new_name) && called == new_name;
        let old_name_is_reused = called.is_some() && called != new_name;
        items.extend(item.map(|item| Item { old_name_is_reused, ..item }.keeping(is_kept)));
    }
    for (former, present) in &old.former.types {
        let expected = pairs.types.get(present.as_str()).copied();
        let called = new.type_called(former);
        if expected.is_none() || called != expected {
            items.push(Item { old_name_is_reused: called.is_some(), ..Item::dropped(former, expected) });
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
            let [before, after] =
                [(before, old, old_name, old_api), (after, new, name, new_api)].map(|(fields, ty, name, api)| {
                    Members {
                        fields,
                        setters: ty.builder.as_ref().unwrap_or(&none),
                        former: api.former.type_setters.get(name),
                    }
                });
            let mut changes = fields::compare(&before, &after, Use::new(old, new), pairs);
            changes.extend(lost_setters((old_name, old_api), (name, new_api)));
            changes
        }
        (Shape::OpenEnum(before, old_other), Shape::OpenEnum(after, new_other)) => {
            let [before, after] = [(before, old_name, old_api), (after, name, new_api)]
                .map(|(listed, name, api)| Variants::new(listed, api.former.variants.get(name)));
            enums::compare_open(name, (&before, old_other), (&after, new_other))
        }
        (Shape::Enum(before), Shape::Enum(after)) => enums::compare_held(before, after, pairs),
        (before, after) => {
            let description = format!("is {}, was {}", kind(after), kind(before));
            return vec![Change::new(&rules::TYPE_KIND_CHANGED, description)];
        }
    };
    changes.extend(trait_changes(old, new, pairs));
    changes.extend(accessor_changes(old, new, pairs));
    changes.extend(ability_change(&PAGE, &old.page, &new.page, pairs));
    changes.extend(ability_change(&SERIES, &old.samples, &new.samples, pairs));
    changes
}

/// The former setters that are no longer kept.
fn lost_setters((old_name, old): (&str, &PublicApi), (name, new): (&str, &PublicApi)) -> Vec<Change> {
    let is_there = |setter: &str| {
        let is_former = new.former.type_setters.get(name).is_some_and(|former| former.contains_key(setter));
        is_former || new.types[name].builder.as_ref().is_some_and(|setters| setters.contains_key(setter))
    };
    let counterparts = setter_counterparts(&old.types[old_name], &new.types[name]);
    let former = former_names::of_owner(&old.former.type_setters, old_name).iter();
    let lost = former.filter(|(former, _)| !is_there(former));
    lost.map(|(former, present)| setters::lost_former(former, counterparts.get(present.as_str()).copied())).collect()
}

/// The new setter for each old one: under its name, or of the field with its name on the wire.
pub fn setter_counterparts<'a>(old: &'a Type, new: &'a Type) -> BTreeMap<&'a str, &'a str> {
    let (Shape::Struct(before), Shape::Struct(after)) = (&old.shape, &new.shape) else { return BTreeMap::new() };
    let (Some(old_setters), Some(new_setters)) = (&old.builder, &new.builder) else { return BTreeMap::new() };
    let mut counterparts = BTreeMap::new();
    for (name, field) in before {
        let same_wire_name = || after.iter().find(|(_, other)| other.wire_name == field.wire_name);
        let Some((new_name, _)) = after.get_key_value(name).or_else(same_wire_name) else { continue };
        for prefix in ["", "clear_"] {
            let old_setter = old_setters.get_key_value(&format!("{prefix}{name}"));
            let new_setter = new_setters.get_key_value(&format!("{prefix}{new_name}"));
            counterparts.extend(old_setter.zip(new_setter).map(|((old, _), (new, _))| (old.as_str(), new.as_str())));
        }
    }
    counterparts
}

/// Whether the type is named where a value of it is made or taken apart, as an alias of it cannot be.
pub fn has_constructor(ty: &Type) -> bool {
    matches!(&ty.shape, Shape::Struct(fields) if fields.contains_key("0"))
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

/// Something that a type is beside what it consists of.
struct Ability {
    shown: &'static str,
    added: &'static Rule,
    removed: &'static Rule,
}

const PAGE: Ability =
    Ability { shown: "a page for `paginate`", added: &rules::PAGE_ADDED, removed: &rules::PAGE_REMOVED };
const SERIES: Ability =
    Ability { shown: "a series with `samples()`", added: &rules::SERIES_ADDED, removed: &rules::SERIES_REMOVED };

/// What differs in whether `paginate` or `samples()` works, and in what it gives.
fn ability_change(
    Ability { shown, added, removed }: &Ability,
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
