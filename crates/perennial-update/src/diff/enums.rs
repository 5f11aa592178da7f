//! The variants of open enums and of enums that hold values.

use std::collections::BTreeMap;

use perennial_codegen::{
    api::{FormerName, Type},
    rust_type::{self, RustType},
};

use super::{Change, pairs::Pairs, words};
use crate::rules::{self, Rule};

/// The variants of one open enum, each with its value and what it is.
pub type Variants<'a> = BTreeMap<String, (&'a str, Form)>;

/// The kind of item that stands for a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// A variant of a value that the document lists.
    Listed,
    /// A deprecated variant of a value that it does not list.
    Unlisted,
    /// A deprecated constant: the value has another variant.
    Constant,
}

/// The variants of `listed` values, and former ones.
pub fn variants<'a>(listed: &'a BTreeMap<String, String>, former: &'a BTreeMap<String, FormerName>) -> Variants<'a> {
    let is_listed = |value: &String| listed.values().any(|listed| listed == value);
    let former = former.iter().map(|(variant, FormerName { present: value, .. })| {
        let form = if is_listed(value) { Form::Constant } else { Form::Unlisted };
        (variant.clone(), (value.as_str(), form))
    });
    let listed = listed.iter().map(|(variant, value)| (variant.clone(), (value.as_str(), Form::Listed)));
    former.chain(listed).collect()
}

/// Compares the variants of one open enum.
pub fn compare_open(
    name: &str,
    (old, old_other): (&Variants<'_>, &str),
    (new, new_other): (&Variants<'_>, &str),
    number: Option<&RustType>,
) -> Vec<Change> {
    let mut changes = words::each(old, new, |variant, sides| match sides {
        [Some((value, form)), Some((other, new_form))] => changed(variant, [value, other], [*form, *new_form]),
        [Some((value, _)), _] => {
            let literal = number.map_or_else(|| format!("{value:?}"), |ty| literal(value, ty));
            let action = format!("do not use it: `{name}::from({literal})` still stands for the value");
            let description = format!("variant `{variant}` ({value:?}) is gone");
            Some(Change::new(&rules::VARIANT_REMOVED, description).with_action(action))
        }
        [None, added] => added.map(|(value, _)| {
            let description =
                format!("variant `{variant}` ({value:?}) is new, was `{old_other}({value:?})` if it occurred");
            Change::new(&rules::VARIANT_ADDED, description)
        }),
    });
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

fn changed(variant: &str, [old, new]: [&str; 2], [old_form, form]: [Form; 2]) -> Option<Change> {
    let (rule, is): (&Rule, _) = match form {
        _ if old != new => {
            let description = format!("variant `{variant}` stands for {new:?}, was {old:?}");
            return Some(Change::new(&rules::VARIANT_VALUE_CHANGED, description));
        }
        _ if old_form == form => return None,
        Form::Listed => (&rules::VARIANT_LISTED, "is listed again"),
        Form::Unlisted => (&rules::VARIANT_UNLISTED, "is deprecated"),
        Form::Constant => (&rules::VARIANT_CONSTANT, "is a deprecated constant, since the value has another variant"),
    };
    Some(Change::new(rule, format!("variant `{variant}` ({old:?}) {is}")))
}

/// Compares the variants of one enum that holds values.
pub fn compare_held(
    old: &BTreeMap<String, Option<RustType>>,
    new: &BTreeMap<String, Option<RustType>>,
    pairs: &Pairs<'_>,
) -> Vec<Change> {
    words::each(old, new, |variant, sides| {
        let [was, is] = sides.map(|held| held.map(|held| shown(variant, held)));
        match (sides, was, is) {
            ([Some(before), Some(after)], Some(was), Some(is)) => {
                let is_same = *after == before.as_ref().map(|ty| pairs.in_new_names(ty));
                let description = format!("variant is `{is}`, was `{was}`");
                (!is_same).then(|| Change::new(&rules::MEMBER_CHANGED, description))
            }
            (_, Some(was), _) => Some(Change::new(&rules::MEMBER_REMOVED, format!("variant `{was}` is gone"))),
            (_, None, is) => is.map(|is| Change::new(&rules::MEMBER_ADDED, format!("variant `{is}` is new"))),
        }
    })
}

fn shown(variant: &str, held: &Option<RustType>) -> String {
    held.as_ref().map_or_else(|| variant.to_owned(), |held| format!("{variant}({held})"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_advice_for_a_variant_that_is_gone_is_code_that_compiles() {
        let gone = BTreeMap::from([("X".to_owned(), ("60", Form::Listed))]);
        for (number, expected) in
            [(None, r#"E::from("60")"#), (Some(Type::Int64), "E::from(60)"), (Some(Type::Number), "E::from(60.0)")]
        {
            let number = number.map(|ty| rust_type::plain(&ty));
            let changes = compare_open("E", (&gone, "Other"), (&BTreeMap::new(), "Other"), number.as_ref());
            assert!(changes[0].action.contains(expected), "{}", changes[0].action);
        }
    }
}
