use std::collections::BTreeSet;

use perennial_codegen::{
    api::former::names_of_owner,
    rust_type::RustType,
    surface::{PublicAttribute, PublicShape, PublicType, Trait},
};

use super::{
    AddedOrRemoved, Change, ItemChanges,
    enums::{self, OpenEnum},
    fields,
    matched_apis::MatchedApis,
    other_names, words,
};
use crate::rules;

pub fn compare_types(apis: &MatchedApis<'_>) -> ItemChanges {
    let MatchedApis { old, new, .. } = apis;
    let changed = |name: &str, new_name: Option<&str>| {
        new_name.map(|new_name| type_changes([name, new_name], apis)).unwrap_or_default()
    };
    let rules = AddedOrRemoved { added: &rules::TYPE_ADDED, removed: &rules::TYPE_REMOVED };
    let former = [&old.former.types, &new.former.types];
    ItemChanges::new([&old.types, &new.types], &apis.types, former, rules, changed, |item, _| item)
}

fn type_changes([old_name, name]: [&str; 2], apis: &MatchedApis<'_>) -> Vec<Change> {
    let [old, new] = apis.type_versions([old_name, name]);
    let mut changes = match (&old.shape, &new.shape) {
        (PublicShape::Struct(before), PublicShape::Struct(after)) => {
            fields::compare_fields([before, after], [old, new], apis)
        }
        (PublicShape::OpenEnum(before, old_other), PublicShape::OpenEnum(after, new_other)) => {
            let before = OpenEnum::new(before, names_of_owner(&apis.old.former.variants, old_name), old_other);
            let after = OpenEnum::new(after, names_of_owner(&apis.new.former.variants, name), new_other);
            enums::compare_open(name, &before, &after, new.accessors.get("value"))
        }
        (PublicShape::Enum(before), PublicShape::Enum(after)) => enums::compare_with_payloads(before, after, apis),
        (before, after) => {
            let description = format!("is {}, was {}", describe_shape(after), describe_shape(before));
            return vec![Change::new(&rules::TYPE_KIND_CHANGED, description)];
        }
    };
    changes.extend(trait_changes(old, new, apis));
    changes.extend(words::changes_by_name(&old.accessors, &new.accessors, |name, sides| match sides {
        [Some(gave), Some(gives)] => {
            let subject = format!("the value of `{name}()`");
            words::type_change([&rules::ACCESSOR_TYPE_CHANGED; 5], &subject, [gave, gives], apis)
        }
        [Some(_), None] => Some(Change::new(&rules::ACCESSOR_REMOVED, format!("method `{name}()` is removed"))),
        _ => Some(Change::new(&rules::ACCESSOR_ADDED, format!("method `{name}()` is new"))),
    }));
    let page = AddedOrRemoved { added: &rules::PAGE_ADDED, removed: &rules::PAGE_REMOVED };
    changes.extend(ability_change("a page for `paginate`", page, [&old.page, &new.page], apis));
    let series = AddedOrRemoved { added: &rules::SERIES_ADDED, removed: &rules::SERIES_REMOVED };
    changes.extend(ability_change("a series with `samples()`", series, [&old.samples, &new.samples], apis));
    // If several old types became this type, its other names are reported only for the type whose name it kept.
    if old_name == name {
        let former = [&apis.old.former.types, &apis.new.former.types];
        changes.extend(other_names::compare_other_names(name, &apis.old.types, former));
    }
    changes
}

fn describe_shape(shape: &PublicShape) -> &'static str {
    match shape {
        PublicShape::Struct(_) => "a struct",
        PublicShape::Enum(_) => "a union",
        PublicShape::OpenEnum(..) => "an open enum",
    }
}

fn trait_changes(old: &PublicType, new: &PublicType, apis: &MatchedApis<'_>) -> Vec<Change> {
    let with_new_names =
        |Trait(name, argument): &Trait| Trait(name, argument.as_ref().map(|ty| apis.with_new_names(ty)));
    let before: BTreeSet<Trait> = old.reported_traits().map(with_new_names).collect();
    let lost = before.iter().filter(|lost| !new.traits.contains(*lost)).map(|lost| {
        let rule = if lost.0 == "Default" { &rules::DEFAULT_REMOVED } else { &rules::TRAIT_REMOVED };
        Change::new(rule, format!("no longer implements `{lost}`"))
    });
    let gained = new.reported_traits().filter(|gained| !before.contains(*gained));
    let traits = lost.chain(gained.map(|gained| Change::new(&rules::TRAIT_ADDED, format!("implements `{gained}`"))));
    traits.chain(attribute_changes(old, new)).collect()
}

/// Returns a change for each attribute that settings no longer add, and for each that they now add. Derives are
/// reported by the same rules as traits, and so are other attributes, because they affect what a derive implements.
fn attribute_changes<'a>(old: &'a PublicType, new: &'a PublicType) -> impl Iterator<Item = Change> + 'a {
    let described = |PublicAttribute { member, text }: &PublicAttribute| match member {
        Some(member) => format!("the attribute `{text}` of `{member}`"),
        None => format!("the attribute `{text}`"),
    };
    let lost = old.attributes.difference(&new.attributes);
    let lost = lost.map(move |lost| Change::new(&rules::TRAIT_REMOVED, format!("no longer has {}", described(lost))));
    let gained = new.attributes.difference(&old.attributes);
    lost.chain(gained.map(move |gained| Change::new(&rules::TRAIT_ADDED, format!("has {}", described(gained)))))
}

/// Returns a change if a type became a page or a series (parallel lists), is no longer one, or now has elements of a
/// different type.
fn ability_change(
    shown: &str,
    rules: AddedOrRemoved,
    elements: [&Option<RustType>; 2],
    apis: &MatchedApis<'_>,
) -> Option<Change> {
    match elements.map(Option::as_ref) {
        [Some(old), Some(new)] => {
            let subject = format!("the element of {shown}");
            words::type_change([&rules::ELEMENT_TYPE_CHANGED; 5], &subject, [old, new], apis)
        }
        [Some(_), None] => Some(Change::new(rules.removed, format!("is no longer {shown}"))),
        [None, element] => {
            element.map(|element| Change::new(rules.added, format!("is {shown}, with elements of type `{element}`")))
        }
    }
}
