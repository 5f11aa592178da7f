//! What a change of type means for code that has the value.

use monitoring_service_codegen::rust_type::{RustType, Wrapper};

use super::{Change, pairs::Pairs};
use crate::surface::Accepts;

/// What is different between an old and a new type, and what callers do about it; `subject` is what has the type.
/// `None` if they differ in nothing but names that are reported elsewhere.
pub fn type_change(subject: &str, old: &RustType, new: &RustType, pairs: &Pairs<'_>) -> Option<Change> {
    let renamed = pairs.in_new_names(old);
    let is_optional_in = |inner: &RustType, outer: &RustType| inner.clone().within(Wrapper::Option) == *outer;
    let (description, action) = if renamed == *new {
        return None;
    } else if is_optional_in(&renamed, new) && is_option(&renamed) {
        ("distinguishes null from absent:", "handle `Some(None)`, which is null, where it is read")
    } else if is_optional_in(&renamed, new) {
        ("may be absent or null:", "handle `None` where it is read, and wrap it in `Some` where it is assigned")
    } else if is_optional_in(new, &renamed) && is_option(new) {
        ("is never null:", "remove one `Option`")
    } else if is_optional_in(new, &renamed) {
        ("is always present:", "use it directly, without handling `None`")
    } else {
        ("is", "use the new type")
    };
    Some(Change::breaking(format!("{subject} {description} `{new}`, was `{old}`"), action))
}

fn is_option(ty: &RustType) -> bool {
    ty.wrappers.last() == Some(&Wrapper::Option)
}

/// Whether two types differ in nothing but names and whether there may be no value, or null.
pub fn is_optional_change(old: &RustType, new: &RustType, pairs: &Pairs<'_>) -> bool {
    let inner = |mut ty: RustType| {
        while is_option(&ty) {
            ty.wrappers.pop();
        }
        ty
    };
    inner(pairs.in_new_names(old)) == inner(new.clone())
}

/// What is different between what a setter takes now and what it took.
pub fn argument_change(setter: &str, old: &Accepts, new: &Accepts, pairs: &Pairs<'_>) -> Option<Change> {
    let change = || {
        Change::breaking(format!("{setter} takes `{new}`, took `{old}`"), "pass the new type, or what converts into it")
    };
    (old.renamed(|name| pairs.new_name(name)) != *new).then(change)
}
