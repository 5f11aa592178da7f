//! How a field is visited, by what `object!` says of it: no macro has to choose the function.

use std::fmt::Debug;

use serde::Serialize;

use super::Visitor;
use crate::decode::OfAny;
use crate::encode::Encode;

impl<T: Serialize> Encode for OfAny<T> {}

pub use always as required;
pub use always as nullable;
pub use present as optional;
pub use present as optional_nullable;

pub mod required {
    pub use super::{always as boxed, always_own as own};
}

pub mod nullable {
    pub use super::{always as any, always as any_or_null, always as boxed, always_own as own};
}

pub mod optional {
    pub use super::{present as any, present as any_or_null, present as boxed, present_own as own};
}

pub mod optional_nullable {
    pub use super::{present as any, present as any_or_null, present as boxed, present_own as own};
}

/// Visits a field that is always written.
#[inline]
pub fn always<V: Visitor>(visitor: &mut V, field: &'static str, name: &'static str, value: &(impl Encode + Debug)) {
    visitor.declared(field, name, value, true);
}

/// Visits a field that is not written if it is `None`.
#[inline]
pub fn present<V: Visitor, T: Encode + Debug>(
    visitor: &mut V,
    field: &'static str,
    name: &'static str,
    value: &Option<T>,
) {
    visitor.declared(field, name, value, value.is_some());
}

/// As [`always`], for a type of the client's own.
pub fn always_own<V: Visitor>(
    visitor: &mut V,
    field: &'static str,
    name: &'static str,
    value: &(impl Serialize + Debug),
) {
    visitor.declared(field, name, &OfAny(value), true);
}

/// As [`present`], for a type of the client's own.
pub fn present_own<V: Visitor, T: Serialize + Debug>(
    visitor: &mut V,
    field: &'static str,
    name: &'static str,
    value: &Option<T>,
) {
    visitor.declared(field, name, &value.as_ref().map(OfAny), value.is_some());
}
