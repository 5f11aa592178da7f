//! The variants of open enums and of enums that hold values.

use std::collections::BTreeMap;

use monitoring_service_codegen::{api::FormerName, rust_type::RustType};

use super::{Change, pairs::Pairs};

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
) -> Vec<Change> {
    let mut changes = Vec::new();
    for (variant, (value, form)) in old {
        match new.get(variant) {
            None => {
                let action = format!("do not use it: `{name}::from({value:?})` still stands for the value");
                changes.push(Change::breaking(format!("variant `{variant}` ({value:?}) is gone"), action));
            }
            Some((other, _)) if other != value => {
                changes.push(Change {
                    action: "check what the code means by it".to_owned(),
                    ..Change::compatible(format!("variant `{variant}` stands for {other:?}, was {value:?}"))
                });
            }
            Some((_, new_form)) => {
                changes.extend(form_change(&format!("variant `{variant}` ({value:?})"), *form, *new_form))
            }
        }
    }
    for (variant, (value, _)) in new.iter().filter(|(variant, _)| !old.contains_key(*variant)) {
        let description =
            format!("variant `{variant}` ({value:?}) is new, was `{old_other}({value:?})` if it occurred");
        changes.push(Change::compatible(description));
    }
    if old_other != new_other {
        let description = format!("the variant of all other values is `{new_other}`, was `{old_other}`");
        changes.push(Change::breaking(description, "use the new name"));
    }
    changes
}

fn form_change(subject: &str, old: Form, new: Form) -> Option<Change> {
    match (old, new) {
        _ if old == new => None,
        (_, Form::Listed) => Some(Change::compatible(format!("{subject} is listed again"))),
        (_, Form::Unlisted) => Some(Change {
            action: "do not rely on it: the document no longer lists the value".to_owned(),
            ..Change::compatible(format!("{subject} is deprecated"))
        }),
        (_, Form::Constant) => Some(Change::breaking(
            format!("{subject} is a deprecated constant, since the value has another variant"),
            "use that variant: a constant does not match behind a reference",
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
                let action = "do not use it: the document no longer describes such a value";
                changes.push(Change::breaking(format!("variant `{}` is gone", shown(variant, held)), action));
            }
            Some(after) if *after != held.as_ref().map(|ty| pairs.in_new_names(ty)) => {
                let description = format!("variant is `{}`, was `{}`", shown(variant, after), shown(variant, held));
                changes.push(Change::breaking(description, "use what it holds now"));
            }
            Some(_) => {}
        }
    }
    for (variant, held) in new.iter().filter(|(variant, _)| !old.contains_key(*variant)) {
        changes.push(Change::compatible(format!("variant `{}` is new", shown(variant, held))));
    }
    changes
}

fn shown(variant: &str, held: &Option<RustType>) -> String {
    held.as_ref().map_or_else(|| variant.to_owned(), |held| format!("{variant}({held})"))
}
