//! Names that a maintainer takes over from the rules: what names would be if none were recorded.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Result, bail};
use monitoring_service_codegen::{
    api::Place,
    names::{
        file::{Names, OtherName},
        pins,
    },
};

use super::{
    Fresh, Named, UNRELEASED,
    pairs::{Pairs, counterparts},
};
use crate::{
    client::Model,
    surface::{PublicApi, Shape},
};

/// A name that would be another one if it were not recorded.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ByRules {
    /// What has it.
    pub kind: Kind,
    /// The operation or type that it is in; empty for these themselves.
    pub of: String,
    /// The present name.
    pub present: String,
    /// The name by the rules.
    pub fresh: String,
}

/// What has a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A method of `Client`.
    Operation,
    /// A setter of an operation's builder.
    Setter,
    /// A type.
    Type,
    /// A field of a struct.
    Field,
    /// A variant of an open enum.
    Variant,
}

/// All names of a document that would be others; `fresh` is its model without names.
pub fn by_rules(now: &Named<'_>, fresh: &Model) -> Vec<ByRules> {
    let api = PublicApi::new(&fresh.api);
    let pairs = Pairs::new(now, &Fresh { model: &fresh.api, api: &api }, None);
    let mut found = Vec::new();
    let mut add = |kind, of: &str, present: &str, fresh: &str| {
        if present != fresh {
            let [of, present, fresh] = [of, present, fresh].map(str::to_owned);
            found.push(ByRules { kind, of, present, fresh });
        }
    };
    for (name, fresh_name) in &pairs.operations {
        add(Kind::Operation, "", name, fresh_name);
        for (setter, other) in counterparts(&now.api.operations[*name], &api.operations[*fresh_name]) {
            add(Kind::Setter, name, setter, other);
        }
    }
    for (name, chosen) in &pairs.types {
        let fresh_name = chosen.name.0;
        add(Kind::Type, "", name, fresh_name);
        match (&now.api.types[*name].shape, &api.types[fresh_name].shape) {
            (Shape::Struct(fields), Shape::Struct(others)) => {
                for (field, declared) in fields {
                    let other = others.iter().find(|(_, other)| other.wire_name == declared.wire_name);
                    other.into_iter().for_each(|(other, _)| add(Kind::Field, name, field, other));
                }
            }
            (Shape::OpenEnum(variants, other), Shape::OpenEnum(others, fresh_other)) => {
                for (variant, value) in variants {
                    let other = others.iter().find(|(_, other)| *other == value);
                    other.into_iter().for_each(|(other, _)| add(Kind::Variant, name, variant, other));
                }
                add(Kind::Variant, name, other, fresh_other);
            }
            _ => {}
        }
    }
    found
}

/// `names` with those of the operations and types called `chosen` by the rules, and of their setters; with none chosen, of
/// all. What was called otherwise so far is a former name.
///
/// # Errors
/// Something chosen that has no other name, or whose name something else has.
pub fn adopted(names: &Names, fresh: &[ByRules], chosen: &[String]) -> Result<Names> {
    let is_chosen = |name: &str| chosen.is_empty() || chosen.iter().any(|chosen| chosen == name);
    let of_kind = |kind| fresh.iter().filter(move |fresh| fresh.kind == kind);
    let renamed = |kind| -> BTreeMap<&str, &str> {
        let renamed = of_kind(kind).filter(|fresh| is_chosen(&fresh.present));
        renamed.map(|fresh| (fresh.present.as_str(), fresh.fresh.as_str())).collect()
    };
    let (operations, types) = (renamed(Kind::Operation), renamed(Kind::Type));
    let setters: Vec<&ByRules> = of_kind(Kind::Setter).filter(|fresh| is_chosen(&fresh.of)).collect();
    let has_setters = |name: &str| setters.iter().any(|setter| setter.of == name);
    for name in chosen {
        if !operations.contains_key(name.as_str()) && !types.contains_key(name.as_str()) && !has_setters(name) {
            bail!("`{name}` has no other name by the rules: `cargo xtask names --fresh` lists what has one");
        }
    }
    let mut adopted = names.clone();
    let taken = names.types.iter().map(|(name, of)| (name, &of.aliases, &of.former));
    refuse_taken("type", &types, taken)?;
    let taken = names.operations.iter().map(|(name, of)| (name, &of.aliases, &of.former));
    refuse_taken("operation", &operations, taken)?;
    for setter in setters {
        adopt_setter(&mut adopted, setter);
    }
    adopted.types = std::mem::take(&mut adopted.types)
        .into_iter()
        .map(|(name, mut of)| {
            let now = types.get(name.as_str()).copied();
            of.place = of.place.map(|place| moved(place, &operations, &types));
            rename(&name, now, &types, &mut of.aliases, &mut of.former);
            (now.unwrap_or(&name).to_owned(), of)
        })
        .collect();
    adopted.operations = std::mem::take(&mut adopted.operations)
        .into_iter()
        .map(|(name, mut of)| {
            let now = operations.get(name.as_str()).copied();
            rename(&name, now, &operations, &mut of.aliases, &mut of.former);
            (now.unwrap_or(&name).to_owned(), of)
        })
        .collect();
    let now = |name: &str| operations.get(name).copied().unwrap_or(name).to_owned();
    for tag in adopted.tags.values_mut() {
        tag.short_names = tag.short_names.iter().map(|(operation, name)| (now(operation), name.clone())).collect();
        tag.former.values_mut().for_each(|former| former.of = now(&former.of));
    }
    Ok(adopted)
}

/// Makes the present name a former one, unless something else has it now.
fn rename(
    name: &str,
    now: Option<&str>,
    renamed: &BTreeMap<&str, &str>,
    aliases: &mut BTreeSet<String>,
    former: &mut BTreeMap<String, String>,
) {
    let Some(now) = now else { return };
    aliases.remove(now);
    former.remove(now);
    if !renamed.values().any(|other| *other == name) {
        former.insert(name.to_owned(), UNRELEASED.to_owned());
    }
}

/// Refuses new names that something has which is not renamed as well.
fn refuse_taken<'a>(
    kind: &str,
    renamed: &BTreeMap<&str, &str>,
    names: impl Iterator<Item = (&'a String, &'a BTreeSet<String>, &'a BTreeMap<String, String>)>,
) -> Result<()> {
    for (name, aliases, former) in names {
        for (present, wanted) in renamed.iter().filter(|(present, _)| *present != name) {
            let has_it = name == wanted && !renamed.contains_key(name.as_str());
            if has_it || aliases.contains(*wanted) || former.contains_key(*wanted) {
                bail!(
                    "the {kind} `{present}` cannot be called `{wanted}`, as `{name}` is or was: choose others, or remove \
                     that name with `cargo xtask drop-former-names`"
                );
            }
        }
    }
    Ok(())
}

fn adopt_setter(names: &mut Names, ByRules { of, present, fresh, .. }: &ByRules) {
    let Some(operation) = names.operations.get_mut(of) else { return };
    let Some(key) = operation.setters.iter().find(|(_, name)| *name == present).map(|(key, _)| key.clone()) else {
        return;
    };
    operation.setters.insert(key, fresh.clone());
    operation.other_setters.remove(fresh);
    operation
        .other_setters
        .values_mut()
        .filter(|other| other.of == *present)
        .for_each(|other| other.of.clone_from(fresh));
    let former = OtherName { of: fresh.clone(), since: Some(UNRELEASED.to_owned()) };
    operation.other_setters.insert(present.clone(), former);
}

/// A place in what has another name now.
fn moved(place: Place, operations: &BTreeMap<&str, &str>, types: &BTreeMap<&str, &str>) -> Place {
    let moved = place.owner().and_then(|(owner, part)| {
        let owners = if pins::is_of_operation(part) { operations } else { types };
        Some(Place::part(owners.get(owner)?, part))
    });
    moved.unwrap_or(place)
}
