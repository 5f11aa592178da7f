//! What a change of type means for code that has the value.

use super::{Change, pairs::Pairs};

/// What is different between an old and a new type, and what callers do about it; `subject` is what has the type.
/// `None` if they differ in nothing but names that are reported elsewhere.
pub fn type_change(subject: &str, old: &str, new: &str, pairs: &Pairs<'_>) -> Option<Change> {
    let option = |ty: &str| format!("Option<{ty}>");
    let renamed = pairs.in_new_names(old);
    let (description, action) = if renamed == new {
        return None;
    } else if new == option(&renamed) && renamed.starts_with("Option<") {
        ("distinguishes null from absent:", "handle `Some(None)`, which is null, where it is read")
    } else if new == option(&renamed) {
        ("may be absent or null:", "handle `None` where it is read, and wrap it in `Some` where it is assigned")
    } else if renamed == option(new) && new.starts_with("Option<") {
        ("is never null:", "remove one `Option`")
    } else if renamed == option(new) {
        ("is always present:", "use it directly, without handling `None`")
    } else {
        ("is", "use the new type")
    };
    Some(Change::breaking(format!("{subject} {description} `{new}`, was `{old}`"), action))
}

/// Whether two types differ in nothing but names and whether there may be no value, or null.
pub fn is_optional_change(old: &str, new: &str, pairs: &Pairs<'_>) -> bool {
    let inner = |mut ty: &str| -> String {
        while let Some(inner) = ty.strip_prefix("Option<").and_then(|ty| ty.strip_suffix('>')) {
            ty = inner;
        }
        ty.to_owned()
    };
    inner(&pairs.in_new_names(old)) == inner(new)
}

/// What is different between what a setter takes now and what it took.
pub fn argument_change(setter: &str, old: &str, new: &str, pairs: &Pairs<'_>) -> Option<Change> {
    let change = || {
        Change::breaking(format!("{setter} takes `{new}`, took `{old}`"), "pass the new type, or what converts into it")
    };
    (pairs.in_new_names(old) != new).then(change)
}
