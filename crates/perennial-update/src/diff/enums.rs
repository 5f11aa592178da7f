//! The variants of open enums and of enums that hold values.

use std::collections::BTreeMap;

use perennial_codegen::{
    api::{FormerName, Type},
    rust_type::{self, RustType},
};

use super::{Change, pairs::Pairs, words};
use crate::rules::{self, Rule};

/// An open enum.
pub struct OpenEnum<'a> {
    /// The variants, former ones included.
    variants: BTreeMap<&'a str, Variant<'a>>,
    /// The variant of all other values.
    other: &'a str,
}

/// A variant of an open enum.
struct Variant<'a> {
    value: &'a str,
    form: Form,
}

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

impl<'a> OpenEnum<'a> {
    /// The enum with the variants of `listed` values, and former ones.
    pub fn new(listed: &'a BTreeMap<String, String>, former: &'a BTreeMap<String, FormerName>, other: &'a str) -> Self {
        let is_listed = |value: &String| listed.values().any(|listed| listed == value);
        let former = former.iter().map(|(variant, FormerName { present: value, .. })| {
            let form = if is_listed(value) { Form::Constant } else { Form::Unlisted };
            (variant.as_str(), Variant { value, form })
        });
        let listed = listed.iter().map(|(variant, value)| (variant.as_str(), Variant { value, form: Form::Listed }));
        Self { variants: former.chain(listed).collect(), other }
    }
}

/// Compares the variants of one open enum.
pub fn compare_open(name: &str, old: &OpenEnum<'_>, new: &OpenEnum<'_>, number: Option<&RustType>) -> Vec<Change> {
    let mut changes = words::each(&old.variants, &new.variants, |variant, sides| match sides {
        [Some(old), Some(new)] => changed(variant, old, new),
        [Some(Variant { value, .. }), _] => {
            let literal = number.map_or_else(|| format!("{value:?}"), |ty| literal(value, ty));
            let action = format!("do not use it: `{name}::from({literal})` still stands for the value");
            let description = format!("variant `{variant}` ({value:?}) is gone");
            Some(Change::new(&rules::VARIANT_REMOVED, description).with_action(action))
        }
        [None, added] => added.map(|Variant { value, .. }| {
            let other = old.other;
            let description =
                format!("variant `{variant}` ({value:?}) is new, was `{other}({value:?})` if it occurred");
            Change::new(&rules::VARIANT_ADDED, description)
        }),
    });
    if old.other != new.other {
        let description = format!("the variant of all other values is `{}`, was `{}`", new.other, old.other);
        changes.push(Change::new(&rules::OTHER_VARIANT_RENAMED, description));
    }
    changes
}

/// A number as it is written in Rust.
fn literal(number: &str, ty: &RustType) -> String {
    let is_float = *ty == rust_type::plain(&Type::Number);
    number.parse::<f64>().ok().filter(|_| is_float).map_or_else(|| number.to_owned(), |number| format!("{number:?}"))
}

fn changed(variant: &str, old: &Variant<'_>, new: &Variant<'_>) -> Option<Change> {
    let (rule, is): (&Rule, _) = match new.form {
        _ if old.value != new.value => {
            let description = format!("variant `{variant}` stands for {:?}, was {:?}", new.value, old.value);
            return Some(Change::new(&rules::VARIANT_VALUE_CHANGED, description));
        }
        _ if old.form == new.form => return None,
        Form::Listed => (&rules::VARIANT_LISTED, "is listed again"),
        Form::Unlisted => (&rules::VARIANT_UNLISTED, "is deprecated"),
        Form::Constant => (&rules::VARIANT_CONSTANT, "is a deprecated constant, since the value has another variant"),
    };
    Some(Change::new(rule, format!("variant `{variant}` ({:?}) {is}", old.value)))
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
        let listed = BTreeMap::from([("X".to_owned(), "60".to_owned())]);
        let (none, former) = (BTreeMap::new(), BTreeMap::new());
        let [gone, empty] = [&listed, &none].map(|listed| OpenEnum::new(listed, &former, "Other"));
        for (number, expected) in
            [(None, r#"E::from("60")"#), (Some(Type::Int64), "E::from(60)"), (Some(Type::Number), "E::from(60.0)")]
        {
            let number = number.map(|ty| rust_type::plain(&ty));
            let changes = compare_open("E", &gone, &empty, number.as_ref());
            assert!(changes[0].action.contains(expected), "{}", changes[0].action);
        }
    }
}
