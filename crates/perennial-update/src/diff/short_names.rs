//! Compares the short names of operations: methods of a group, as in `client.things().list()`.

use perennial_codegen::surface::{PublicOperation, ShortName};

use super::{
    Change,
    matched_apis::{MatchedApis, ShortNames},
    setters,
};
use crate::rules::{self, FORMER_NAME_DROPPED};

/// Compares the short names of an operation. `names` are its old and its new name.
pub fn compare_short_names(names: [&str; 2], apis: &MatchedApis<'_>) -> Vec<Change> {
    let ([old_name, new_name], [old, new]) = (names, apis.operation_versions(names));
    let [old_names, new_names] = &apis.short_names;
    let is_retained = |name: &ShortName| new_names.operations.get(name) == Some(&new_name);
    let is_reused = |name: &ShortName| new_names.operations.contains_key(name);
    let (unchanged, lost): (Vec<&ShortName>, Vec<&ShortName>) =
        old.short_names.iter().partition(|name| new.short_names.contains(name));
    let (retained, gone): (Vec<&ShortName>, Vec<&ShortName>) = lost.into_iter().partition(|name| is_retained(name));
    let (reused, gone): (Vec<&ShortName>, Vec<&ShortName>) = gone.into_iter().partition(|name| is_reused(name));
    let added: Vec<&ShortName> = new.short_names.difference(&old.short_names).collect();

    let present = if added.is_empty() { Vec::from_iter(&new.short_names) } else { added.clone() };
    let present = list_calls(new, &present);
    let mut changes = Vec::new();
    // A changed type of an argument is reported with the setter of the parameter instead.
    if !takes_same_arguments(names, apis) {
        changes.extend(unchanged.iter().chain(&retained).map(|name| arguments_change(name, old, new)));
    }
    if !reused.is_empty() {
        changes.push(Change::new(
            &rules::SHORT_NAME_REUSED,
            describe_change(&present, "no longer", &list_calls(old, &reused)),
        ));
    }
    if !gone.is_empty() {
        let description = describe_change(&present, "no longer", &list_calls(old, &gone));
        changes.push(Change::new(&rules::SHORT_NAME_REMOVED, description).with_action(advise_call(&present, new_name)));
    }
    if !retained.is_empty() {
        let description = describe_change(&present, "formerly", &list_calls(old, &retained));
        let action = if present.is_empty() { advise_call(&present, new_name) } else { String::new() };
        changes.push(Change::new(&rules::SHORT_NAME_KEPT, description).with_action(action));
    }
    for former in old_names.former.get(old_name).into_iter().flatten().filter(|former| !is_retained(former)) {
        let description = format!("the former short name `{former}` is removed");
        changes.push(if is_reused(former) {
            Change::new(&rules::SHORT_NAME_REUSED, description)
        } else {
            Change::new(&FORMER_NAME_DROPPED, description).with_action(advise_call(&present, new_name))
        });
    }
    let is_known = |name: &ShortName| old_names.operations.get(name) == Some(&old_name);
    let former = new_names.former.get(new_name).into_iter().flatten();
    changes.extend(former.filter(|former| !is_known(former)).map(|former| {
        let description = format!("has the additional short name `{}`, which is deprecated", new.called(former));
        Change::new(&rules::SHORT_NAME_ADDED, description)
    }));
    if reused.is_empty() && gone.is_empty() && retained.is_empty() {
        let added = added.into_iter().map(|name| format!("has the additional short name `{}`", new.called(name)));
        changes.extend(added.map(|description| Change::new(&rules::SHORT_NAME_ADDED, description)));
    }
    changes
}

/// Reports the short names of a removed operation that now call a different operation.
pub fn reused_names(old: &PublicOperation, new: &ShortNames<'_>) -> Vec<Change> {
    let reused = old.short_names.iter().filter_map(|name| Some((old.called(name), new.operations.get(name)?)));
    let change = |(name, other)| Change::new(&rules::SHORT_NAME_REUSED, format!("`{name}` now calls `{other}`"));
    reused.map(change).collect()
}

/// Checks whether short names of an operation still take the same path parameters in the same order.
fn takes_same_arguments(names: [&str; 2], apis: &MatchedApis<'_>) -> bool {
    let counterparts = setters::counterparts(names, apis);
    let [before, after] = apis.operation_versions(names).map(|operation| &operation.path_setters);
    let is_counterpart = |(old, new): (&String, &String)| counterparts.get(old.as_str()) == Some(&new.as_str());
    before.len() == after.len() && before.iter().zip(after).all(is_counterpart)
}

fn arguments_change(name: &ShortName, old: &PublicOperation, new: &PublicOperation) -> Change {
    let (was, is) = (old.called(name), new.called(name));
    let description = if was == is {
        format!("`{was}` now takes the path parameters in a different order")
    } else {
        format!("is called `{is}`, was `{was}`")
    };
    Change::new(&rules::SHORT_NAME_ARGUMENTS_CHANGED, description)
}

/// Returns the description of a change of short names, such as ``is called `a()`, no longer `b()` ``.
fn describe_change(present: &str, how: &str, former: &str) -> String {
    match present {
        "" => format!("no longer has a short name (formerly {former})"),
        present => format!("is called {present}, {how} {former}"),
    }
}

/// Formats short names as calls, such as `` `things().list()` or `others().list()` ``.
fn list_calls(operation: &PublicOperation, names: &[&ShortName]) -> String {
    names.iter().map(|name| format!("`{}`", operation.called(name))).collect::<Vec<_>>().join(" or ")
}

fn advise_call(present: &str, operation: &str) -> String {
    match present {
        "" => format!("call `{operation}()`"),
        present => format!("use {present}"),
    }
}
