//! Chooses rules, descriptions and actions for changes of names and types.

use std::{collections::BTreeMap, sync::LazyLock};

use perennial_codegen::{
    rust_type::{RustType, Wrapper},
    surface::PublicSetter,
};

use super::{Change, matched_apis::MatchedApis};
use crate::rules::{self, ApiRule};

/// The rules for the five kinds of changes to a type. [`WORDS`] contains a phrase for each kind, in the same order.
pub type TypeRules = [&'static LazyLock<ApiRule>; 5];

const WORDS: [&str; 5] =
    ["is", "may be absent or null:", "is always present:", "distinguishes null from absent:", "is never null:"];

/// The rules for fields. Their actions are also recommended for other values of a changed type, such as arguments of
/// setters.
pub const FIELD_RULES: TypeRules = [
    &rules::FIELD_TYPE_CHANGED,
    &rules::FIELD_MAY_BE_ABSENT,
    &rules::FIELD_ALWAYS_PRESENT,
    &rules::FIELD_DISTINGUISHES_NULL,
    &rules::FIELD_NEVER_NULL,
];

/// The rules for the type that `send` returns.
pub const RESPONSE_RULES: TypeRules = [
    &rules::RESPONSE_TYPE_CHANGED,
    &rules::RESPONSE_MAY_BE_ABSENT,
    &rules::RESPONSE_ALWAYS_PRESENT,
    &rules::RESPONSE_TYPE_CHANGED,
    &rules::RESPONSE_TYPE_CHANGED,
];

/// Returns the change of the type of `subject`, a phrase such as ``field `name` ``, with the action that callers have
/// to take. Returns `None` if the types differ only in the names of renamed types, because renames are reported
/// elsewhere.
pub fn type_change(
    rules: TypeRules,
    subject: &str,
    [old, new]: [&RustType; 2],
    apis: &MatchedApis<'_>,
) -> Option<Change> {
    let renamed = apis.with_new_names(old);
    let is_optional_in = |inner: &RustType, outer: &RustType| inner.clone().wrapped_in(Wrapper::Option) == *outer;
    let index = match (is_optional_in(&renamed, new), is_optional_in(new, &renamed)) {
        _ if renamed == *new => return None,
        (true, _) if is_option(&renamed) => 3,
        (true, _) => 1,
        (_, true) if is_option(new) => 4,
        (_, true) => 2,
        _ => 0,
    };
    let change = Change::new(rules[index], format!("{subject} {} `{new}`, was `{old}`", WORDS[index]));
    Some(if change.action.is_empty() { change } else { change.with_action(&FIELD_RULES[index].action) })
}

fn is_option(ty: &RustType) -> bool {
    ty.wrappers.last() == Some(&Wrapper::Option)
}

/// Checks whether two types differ at most in whether the value may be absent or null. Renamed types count as equal.
pub fn is_optional_change([old, new]: [&RustType; 2], apis: &MatchedApis<'_>) -> bool {
    let inner = |mut ty: RustType| {
        while is_option(&ty) {
            ty.wrappers.pop();
        }
        ty
    };
    inner(apis.with_new_names(old)) == inner(new.clone())
}

pub fn argument_change(
    rule: &'static ApiRule,
    subject: &str,
    old: &PublicSetter,
    new: &PublicSetter,
    apis: &MatchedApis<'_>,
) -> Option<Change> {
    let change = || Change::new(rule, format!("{subject} takes `{}`, took `{}`", new.accepts, old.accepts));
    (apis.with_new_names(&old.accepts) != new.accepts).then(change)
}

/// Returns a change under the rule `required` if a setter became required, or under the rule `optional` if it became
/// optional.
pub fn requirement_change(
    required: &'static ApiRule,
    optional: &'static ApiRule,
    subject: &str,
    name: &str,
    old: &PublicSetter,
    new: &PublicSetter,
) -> Option<Change> {
    match (old.required, new.required) {
        (false, true) => Some(Change::for_name(required, format!("{subject} is required"), name)),
        (true, false) => Some(Change::new(optional, format!("{subject} is optional"))),
        _ => None,
    }
}

/// Calls `changes` for each name with the old and the new item of that name, and collects the results. The names in
/// `old` come first, then those that are only in `new`.
pub fn changes_by_name<'a, K: AsRef<str> + Ord, T, C: IntoIterator<Item = Change>>(
    old: &'a BTreeMap<K, T>,
    new: &'a BTreeMap<K, T>,
    mut changes: impl FnMut(&'a str, [Option<&'a T>; 2]) -> C,
) -> Vec<Change> {
    let added = new.keys().filter(|name| !old.contains_key(*name));
    old.keys().chain(added).flat_map(|name| changes(name.as_ref(), [old.get(name), new.get(name)])).collect()
}
