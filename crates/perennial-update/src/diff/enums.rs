//! Compares two versions of an enum. There are two kinds of enums. The variants of an open enum stand for listed
//! values, and one more variant contains all other values. The variants of other enums, such as unions, contain values.

use std::collections::BTreeMap;

use perennial_codegen::{
    api::{FormerName, Type},
    rust_type::{self, RustType},
};

use super::{Change, matched_apis::MatchedApis, words};
use crate::rules::{self, ApiRule};

/// An enum for the listed values of a schema. It is open: one more variant contains all other values.
pub struct OpenEnum<'a> {
    /// The variants of the enum by name, including former ones.
    variants: BTreeMap<&'a str, OpenVariant<'a>>,
    /// The name of the variant that contains all other values.
    other: &'a str,
}

struct OpenVariant<'a> {
    value: &'a str,
    form: VariantForm,
}

/// How the Rust type represents a value that the document lists or used to list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VariantForm {
    /// A variant whose value is listed in the document.
    Listed,
    /// A deprecated variant whose value is no longer listed in the document.
    Unlisted,
    /// A deprecated constant, because its value now belongs to another variant.
    Constant,
}

impl<'a> OpenEnum<'a> {
    /// Creates the enum. `listed` maps the names of its variants to their values, `former` contains former variants,
    /// and `other` is the name of the variant for all other values.
    pub fn new(listed: &'a BTreeMap<String, String>, former: &'a BTreeMap<String, FormerName>, other: &'a str) -> Self {
        let is_listed = |value: &String| listed.values().any(|listed| listed == value);
        let former = former.iter().map(|(variant, FormerName { present: value, .. })| {
            let form = if is_listed(value) { VariantForm::Constant } else { VariantForm::Unlisted };
            (variant.as_str(), OpenVariant { value, form })
        });
        let listed =
            listed.iter().map(|(variant, value)| (variant.as_str(), OpenVariant { value, form: VariantForm::Listed }));
        Self { variants: former.chain(listed).collect(), other }
    }
}

/// Compares two versions of the open enum `name`. If its values are numbers, `number` is their Rust type.
pub fn compare_open(name: &str, old: &OpenEnum<'_>, new: &OpenEnum<'_>, number: Option<&RustType>) -> Vec<Change> {
    let mut changes = words::changes_by_name(&old.variants, &new.variants, |variant, sides| match sides {
        [Some(old), Some(new)] => variant_change(variant, old, new),
        [Some(OpenVariant { value, .. }), _] => {
            let literal = number.map_or_else(|| format!("{value:?}"), |ty| rust_literal(value, ty));
            let action = format!("use `{name}::from({literal})` instead, which still creates the value");
            let description = format!("variant `{variant}` ({value:?}) is removed");
            Some(Change::new(&rules::VARIANT_REMOVED, description).with_action(action))
        }
        [None, added] => added.map(|OpenVariant { value, .. }| {
            let other = old.other;
            let description = format!(
                "variant `{variant}` ({value:?}) is new; this value was previously read as `{other}({value:?})`"
            );
            Change::new(&rules::VARIANT_ADDED, description)
        }),
    });
    if old.other != new.other {
        let description = format!("the variant for all other values is now `{}`, not `{}`", new.other, old.other);
        changes.push(Change::new(&rules::OTHER_VARIANT_RENAMED, description));
    }
    changes
}

fn rust_literal(number: &str, ty: &RustType) -> String {
    let is_float = *ty == rust_type::plain(&Type::Number);
    number.parse::<f64>().ok().filter(|_| is_float).map_or_else(|| number.to_owned(), |number| format!("{number:?}"))
}

fn variant_change(variant: &str, old: &OpenVariant<'_>, new: &OpenVariant<'_>) -> Option<Change> {
    let (rule, is): (&ApiRule, _) = match new.form {
        _ if old.value != new.value => {
            let description = format!("the value of variant `{variant}` is now {:?}, not {:?}", new.value, old.value);
            return Some(Change::new(&rules::VARIANT_VALUE_CHANGED, description));
        }
        _ if old.form == new.form => return None,
        VariantForm::Listed => (&rules::VARIANT_LISTED, "is listed again"),
        VariantForm::Unlisted => (&rules::VARIANT_UNLISTED, "is deprecated"),
        VariantForm::Constant => (
            &rules::VARIANT_CONSTANT,
            "is replaced by a deprecated constant with the same name, because its value now belongs to another variant",
        ),
    };
    Some(Change::new(rule, format!("variant `{variant}` ({:?}) {is}", old.value)))
}

/// Compares two versions of an enum whose variants contain values, such as a union.
pub fn compare_with_payloads(
    old: &BTreeMap<String, Option<RustType>>,
    new: &BTreeMap<String, Option<RustType>>,
    apis: &MatchedApis<'_>,
) -> Vec<Change> {
    words::changes_by_name(old, new, |variant, sides| {
        let [was, is] = sides.map(|payload| payload.map(|payload| display_variant(variant, payload)));
        match (sides, was, is) {
            ([Some(before), Some(after)], Some(was), Some(is)) => {
                let is_same = *after == before.as_ref().map(|ty| apis.with_new_names(ty));
                let description = format!("variant `{was}` is now `{is}`");
                (!is_same).then(|| Change::new(&rules::MEMBER_CHANGED, description))
            }
            (_, Some(was), _) => Some(Change::new(&rules::MEMBER_REMOVED, format!("variant `{was}` is removed"))),
            (_, None, is) => is.map(|is| Change::new(&rules::MEMBER_ADDED, format!("variant `{is}` is new"))),
        }
    })
}

fn display_variant(variant: &str, payload: &Option<RustType>) -> String {
    payload.as_ref().map_or_else(|| variant.to_owned(), |payload| format!("{variant}({payload})"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_for_a_removed_enum_variant_is_code_that_compiles() {
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
