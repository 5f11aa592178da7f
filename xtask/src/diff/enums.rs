//! The variants of open enums and of enums that hold values.

use std::collections::BTreeMap;

use monitoring_service_codegen::{
    api::{FormerName, Type},
    rust_type::{self, RustType},
};

use super::{Change, pairs::Pairs};
use crate::rules;

/// The variants of one open enum, with their values.
pub struct Variants<'a>(BTreeMap<&'a str, (&'a str, Form)>);

/// What stands for a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// A variant of a value that the document lists.
    Listed,
    /// A deprecated variant of a value that it does not list.
    Unlisted,
    /// A deprecated constant: the value has another variant.
    Constant,
}

impl<'a> Variants<'a> {
    /// The variants of `listed` values, and former ones.
    pub fn new(listed: &'a BTreeMap<String, String>, former: Option<&'a BTreeMap<String, FormerName>>) -> Self {
        let is_listed = |value: &String| listed.values().any(|listed| listed == value);
        let former = former.into_iter().flatten().map(|(variant, FormerName { present: value, .. })| {
            let form = if is_listed(value) { Form::Constant } else { Form::Unlisted };
            (variant.as_str(), (value.as_str(), form))
        });
        let listed = listed.iter().map(|(variant, value)| (variant.as_str(), (value.as_str(), Form::Listed)));
        Self(former.chain(listed).collect())
    }
}

/// What differs between the variants of one open enum.
pub fn compare_open(
    name: &str,
    (Variants(old), old_other): (&Variants<'_>, &str),
    (Variants(new), new_other): (&Variants<'_>, &str),
    number: Option<&RustType>,
) -> Vec<Change> {
    let mut changes = Vec::new();
    for (variant, (value, form)) in old {
        match new.get(variant) {
            None => {
                let literal = number.map_or_else(|| format!("{value:?}"), |ty| literal(value, ty));
                let action = format!("do not use it: `{name}::from({literal})` still stands for the value");
                let description = format!("variant `{variant}` ({value:?}) is gone");
                changes.push(Change::new(&rules::VARIANT_REMOVED, description).with_action(action));
            }
            Some((other, _)) if other != value => {
                let description = format!("variant `{variant}` stands for {other:?}, was {value:?}");
                changes.push(Change::new(&rules::VARIANT_VALUE_CHANGED, description));
            }
            Some((_, new_form)) => {
                changes.extend(form_change(&format!("variant `{variant}` ({value:?})"), *form, *new_form))
            }
        }
    }
    for (variant, (value, _)) in new.iter().filter(|(variant, _)| !old.contains_key(*variant)) {
        let description =
            format!("variant `{variant}` ({value:?}) is new, was `{old_other}({value:?})` if it occurred");
        changes.push(Change::new(&rules::VARIANT_ADDED, description));
    }
    if old_other != new_other {
        let description = format!("the variant of all other values is `{new_other}`, was `{old_other}`");
        changes.push(Change::new(&rules::OTHER_VARIANT_RENAMED, description));
    }
    changes
}

/// A number as it is written in Rust.
fn literal(number: &str, ty: &RustType) -> String {
    let is_float = *ty == rust_type::plain(&Type::Number);
    number.parse::<f64>().ok().filter(|_| is_float).map_or_else(|| number.to_owned(), |number| format!("{number:?}"))
}

fn form_change(subject: &str, old: Form, new: Form) -> Option<Change> {
    match (old, new) {
        _ if old == new => None,
        (_, Form::Listed) => Some(Change::new(&rules::VARIANT_LISTED, format!("{subject} is listed again"))),
        (_, Form::Unlisted) => Some(Change::new(&rules::VARIANT_UNLISTED, format!("{subject} is deprecated"))),
        (_, Form::Constant) => Some(Change::new(
            &rules::VARIANT_CONSTANT,
            format!("{subject} is a deprecated constant, since the value has another variant"),
        )),
    }
}

/// What differs between the variants of one enum that holds values.
pub fn compare_held(
    old: &BTreeMap<String, Option<RustType>>,
    new: &BTreeMap<String, Option<RustType>>,
    pairs: &Pairs<'_>,
) -> Vec<Change> {
    let mut changes = Vec::new();
    for (variant, held) in old {
        match new.get(variant) {
            None => {
                let description = format!("variant `{}` is gone", shown(variant, held));
                changes.push(Change::new(&rules::MEMBER_REMOVED, description));
            }
            Some(after) if *after != held.as_ref().map(|ty| pairs.in_new_names(ty)) => {
                let description = format!("variant is `{}`, was `{}`", shown(variant, after), shown(variant, held));
                changes.push(Change::new(&rules::MEMBER_CHANGED, description));
            }
            Some(_) => {}
        }
    }
    for (variant, held) in new.iter().filter(|(variant, _)| !old.contains_key(*variant)) {
        changes.push(Change::new(&rules::MEMBER_ADDED, format!("variant `{}` is new", shown(variant, held))));
    }
    changes
}

fn shown(variant: &str, held: &Option<RustType>) -> String {
    held.as_ref().map_or_else(|| variant.to_owned(), |held| format!("{variant}({held})"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_advice_for_a_variant_that_is_gone_is_code_that_compiles() {
        let gone = BTreeMap::from([("X".to_owned(), "60".to_owned())]);
        for (number, expected) in
            [(None, r#"E::from("60")"#), (Some(Type::Int64), "E::from(60)"), (Some(Type::Number), "E::from(60.0)")]
        {
            let number = number.map(|ty| rust_type::plain(&ty));
            let (before, after) = (Variants::new(&gone, None), Variants(BTreeMap::new()));
            let changes = compare_open("E", (&before, "Other"), (&after, "Other"), number.as_ref());
            assert!(changes[0].action.contains(expected), "{}", changes[0].action);
        }
    }
}
