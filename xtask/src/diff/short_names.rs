//! The short names of an operation, by which it is called in the groups of its tags.

use std::collections::BTreeSet;

use monitoring_service_codegen::names::former as former_names;

use super::{Change, RenamedKind, setters};
use crate::api::{Operation, PublicApi, ShortName, owned};

/// What to do about a name that is there and stands for something else.
const MEANS_ANOTHER: &str = "check each call: it may still compile, but now calls another operation";

/// What differs in what one operation is called, whatever its name.
pub fn compare((old_name, old_api): (&str, &PublicApi), (new_name, new_api): (&str, &PublicApi)) -> Vec<Change> {
    let (old, new) = (&old_api.operations[old_name], &new_api.operations[new_name]);
    let is_former = |api: &PublicApi, group: &str, name: &str, operation: &str| {
        api.former.short_names.get(group).and_then(|names| names.get(name)).is_some_and(|present| present == operation)
    };
    let stays = |name: &&ShortName| new.short_name(&name.group, &name.name).is_some();
    let is_kept = |name: &&ShortName| is_former(new_api, &name.group, &name.name, new_name);
    let (stay, lost): (Vec<&ShortName>, Vec<&ShortName>) = old.short_names.iter().partition(stays);
    let (kept, gone): (Vec<&ShortName>, Vec<&ShortName>) = lost.into_iter().partition(is_kept);
    let is_new = |name: &&ShortName| old.short_name(&name.group, &name.name).is_none();
    let added: Vec<&ShortName> = new.short_names.iter().filter(is_new).collect();

    let present = if added.is_empty() { Vec::from_iter(&new.short_names) } else { added.clone() };
    let mut changes = Vec::new();
    // What else it takes is reported with the setters.
    if !takes_alike(old, new) {
        changes.extend(stay.iter().map(|name| other_arguments(name, new)));
    }
    let is_reused = |group: &str, name: &str| new_api.begun_by(group, name).is_some();
    let (reused, gone): (Vec<&ShortName>, Vec<&ShortName>) =
        gone.into_iter().partition(|name| is_reused(&name.group, &name.name));
    if !reused.is_empty() {
        changes.push(Change::breaking(moved(&present, "no longer", &reused), MEANS_ANOTHER));
    }
    if !gone.is_empty() {
        changes.push(Change::breaking(moved(&present, "no longer", &gone), instead(&present, new_name)));
    }
    if !kept.is_empty() {
        let description = moved(&present, "formerly", &kept);
        let action = if present.is_empty() { instead(&present, new_name) } else { String::new() };
        changes.push(Change { action, ..Change::compatible(description) });
    }
    for (group, name, _) in owned(&old_api.former.short_names).filter(|(_, _, operation)| *operation == old_name) {
        if new.short_name(group, name).is_none() && !is_former(new_api, group, name, new_name) {
            let description = format!("the former short name `{group}().{name}` is gone");
            let instead = instead(&present, new_name);
            let action = if is_reused(group, name) { MEANS_ANOTHER.to_owned() } else { instead };
            changes.push(Change::breaking(description, action));
        }
    }
    if reused.is_empty() && gone.is_empty() && kept.is_empty() {
        changes.extend(added.iter().map(|name| Change::compatible(format!("is also called `{name}`"))));
    }
    changes
}

/// The short names of a removed operation that now call another one.
pub fn reused(old: &Operation, new: &PublicApi) -> Vec<Change> {
    let reused = old.short_names.iter().filter_map(|name| Some((name, new.begun_by(&name.group, &name.name)?)));
    let change = |(name, other)| Change::breaking(format!("`{name}` now calls `{other}`"), MEANS_ANOTHER);
    reused.map(change).collect()
}

/// Whether calls by short names stay the same: with as many path parameters, in the same order.
pub fn takes_alike(old: &Operation, new: &Operation) -> bool {
    let counterparts = setters::counterparts(old, new);
    let [before, after] = [old, new].map(setters::path_setters);
    before.len() == after.len() && before.iter().zip(&after).all(|(old, new)| counterparts.get(old) == Some(new))
}

/// The short names of `old` that are former ones in `new`, with what they are now. If all names of a tag are now those
/// of another tag, only the tag is listed.
pub fn renamed(old: &PublicApi, new: &PublicApi) -> Vec<(RenamedKind, String, String)> {
    let before: BTreeSet<(&str, &str)> =
        old.short_names().map(|(short, _)| (short.group.as_str(), short.name.as_str())).collect();
    let groups = new.groups();
    let mut renamed = Vec::new();
    for group in new.former.short_names.keys() {
        let names: Vec<(&str, &str)> = former_names::of(&new.former.short_names, group)
            .filter(|(name, _)| before.contains(&(group.as_str(), *name)))
            .collect();
        let successor = renamed_tag(&names, new).filter(|_| !groups.contains(group.as_str()));
        match successor {
            Some(successor) => renamed.push((RenamedKind::Tag, group.clone(), successor.to_owned())),
            None => renamed.extend(names.into_iter().map(|(name, operation)| {
                let present = present_name(new, group, operation);
                (RenamedKind::ShortName, format!("{group}().{name}"), present)
            })),
        }
    }
    renamed
}

/// The group in which all `names` still exist.
fn renamed_tag<'a>(names: &[(&str, &str)], api: &'a PublicApi) -> Option<&'a str> {
    let (_, operation) = names.first()?;
    let mut candidates = api.operations[*operation].short_names.iter().map(|name| name.group.as_str());
    candidates.find(|group| {
        names.iter().all(|(name, operation)| api.operations[*operation].short_name(group, name).is_some())
    })
}

/// What an operation that had a short name in `group` is called now.
fn present_name(api: &PublicApi, group: &str, operation: &str) -> String {
    let names = &api.operations[operation].short_names;
    let name = names.iter().find(|name| name.group == group).or(names.first());
    name.map_or_else(|| operation.to_owned(), |ShortName { group, name, .. }| format!("{group}().{name}"))
}

fn other_arguments(was: &ShortName, new: &Operation) -> Change {
    let now = new.short_name(&was.group, &was.name).filter(|now| *now != was);
    let description = match now {
        Some(now) => format!("is called `{now}`, was `{was}`"),
        None => format!("`{was}` takes the path parameters in another order"),
    };
    Change::breaking(description, "check each call: its arguments now stand for other parameters")
}

/// ``is called `a()`, no longer `b()` ``.
fn moved(present: &[&ShortName], how: &str, former: &[&ShortName]) -> String {
    match present {
        [] => format!("has no short name, {how} {}", listed(former)),
        present => format!("is called {}, {how} {}", listed(present), listed(former)),
    }
}

fn listed(names: &[&ShortName]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" or ")
}

fn instead(present: &[&ShortName], operation: &str) -> String {
    match present {
        [] => format!("call `{operation}()`"),
        present => format!("use {}", listed(present)),
    }
}
