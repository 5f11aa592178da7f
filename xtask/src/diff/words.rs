//! What a change of type means for code that has the value.

use monitoring_service_codegen::rust_type::{RustType, Wrapper};

use super::{Change, pairs::Pairs};
use crate::{
    rules::{self, Rule},
    surface::Accepts,
};

/// The rules by which something has another type.
pub struct TypeRules {
    changed: &'static Rule,
    may_be_absent: &'static Rule,
    always_present: &'static Rule,
    distinguishes_null: &'static Rule,
    never_null: &'static Rule,
}

/// Those of a field, whose actions are those of all others.
pub fn of_field() -> TypeRules {
    TypeRules {
        changed: &rules::FIELD_TYPE_CHANGED,
        may_be_absent: &rules::FIELD_MAY_BE_ABSENT,
        always_present: &rules::FIELD_ALWAYS_PRESENT,
        distinguishes_null: &rules::FIELD_DISTINGUISHES_NULL,
        never_null: &rules::FIELD_NEVER_NULL,
    }
}

/// Those of what `send` gives.
pub fn of_response() -> TypeRules {
    TypeRules {
        may_be_absent: &rules::RESPONSE_MAY_BE_ABSENT,
        always_present: &rules::RESPONSE_ALWAYS_PRESENT,
        ..any(&rules::RESPONSE_TYPE_CHANGED)
    }
}

/// One for whatever the difference is.
pub fn any(rule: &'static Rule) -> TypeRules {
    TypeRules { changed: rule, may_be_absent: rule, always_present: rule, distinguishes_null: rule, never_null: rule }
}

/// What is different between an old and a new type, and what callers do about it; `subject` is what has the type.
/// `None` if they differ in nothing but names that are reported elsewhere.
pub fn type_change(
    rules: &TypeRules,
    subject: &str,
    old: &RustType,
    new: &RustType,
    pairs: &Pairs<'_>,
) -> Option<Change> {
    let renamed = pairs.in_new_names(old);
    let is_optional_in = |inner: &RustType, outer: &RustType| inner.clone().within(Wrapper::Option) == *outer;
    let (description, of): (_, fn(&TypeRules) -> &'static Rule) = if renamed == *new {
        return None;
    } else if is_optional_in(&renamed, new) && is_option(&renamed) {
        ("distinguishes null from absent:", |rules| rules.distinguishes_null)
    } else if is_optional_in(&renamed, new) {
        ("may be absent or null:", |rules| rules.may_be_absent)
    } else if is_optional_in(new, &renamed) && is_option(new) {
        ("is never null:", |rules| rules.never_null)
    } else if is_optional_in(new, &renamed) {
        ("is always present:", |rules| rules.always_present)
    } else {
        ("is", |rules| rules.changed)
    };
    let change = Change::new(of(rules), format!("{subject} {description} `{new}`, was `{old}`"));
    Some(if change.action.is_empty() { change } else { change.with_action(&of(&of_field()).action) })
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
pub fn argument_change(
    rule: &'static Rule,
    setter: &str,
    old: &Accepts,
    new: &Accepts,
    pairs: &Pairs<'_>,
) -> Option<Change> {
    let change = || Change::new(rule, format!("{setter} takes `{new}`, took `{old}`"));
    (old.renamed(|name| pairs.new_name(name)) != *new).then(change)
}
