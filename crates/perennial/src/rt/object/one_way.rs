//! Fields that exist only in requests or only in responses. In a struct that is both sent and received, such a field is
//! an `Option`. Read-only fields are omitted from requests. Sending fails if a field is missing that is required in
//! requests, and receiving fails if a field is missing that is required in responses.

use std::collections::BTreeMap;
use std::fmt::Debug;

use serde::{de, ser};
use serde_json::{Map, Value};

use super::{Object, Visitor};
use crate::doing::Doing;
use crate::encode::Encode;

/// Returns `object`. Fails if it is part of a response and lacks a field that is required in responses.
#[inline]
pub(super) fn check_received<T: Object, E: de::Error>(object: T) -> Result<T, E> {
    if !T::RECEIVED.is_empty() && Doing::Receiving.is_now() {
        first_missing(&object, T::RECEIVED).map_or(Ok(()), |name| Err(E::missing_field(name)))?;
    }
    Ok(object)
}

/// Fails if `object` is part of a request and lacks a field that is required in requests.
#[inline]
pub(super) fn check_sent<T: Object, E: ser::Error>(object: &T) -> Result<(), E> {
    if !T::SENT.is_empty() && Doing::Sending.is_now() {
        let refused = |name| E::custom(format_args!("`{name}` is required in a request and was not set"));
        first_missing(object, T::SENT).map_or(Ok(()), |name| Err(refused(name)))?;
    }
    Ok(())
}

/// Visits the fields of `object`. If it is part of a request, its read-only fields are marked as absent.
#[inline]
pub(super) fn visit<T: Object>(object: &T, visitor: &mut impl Visitor) {
    if !T::READ_ONLY.is_empty() && Doing::Sending.is_now() {
        object.visit(&mut VisitorWithout { visitor, names: T::READ_ONLY });
    } else {
        object.visit(visitor);
    }
}

/// A visitor that passes all fields on to `visitor`, but marks the fields called `names` as absent.
struct VisitorWithout<'a, V> {
    visitor: &'a mut V,
    names: &'static [&'static str],
}

impl<V: Visitor> Visitor for VisitorWithout<'_, V> {
    fn declared(&mut self, field: &'static str, name: &'static str, value: &(impl Encode + Debug), is_written: bool) {
        self.visitor.declared(field, name, value, is_written && !self.names.contains(&name));
    }

    fn undeclared(&mut self, fields: &Map<String, Value>) {
        self.visitor.undeclared(fields);
    }

    fn extra<T: Encode + Debug>(&mut self, field: &'static str, fields: &BTreeMap<String, T>) {
        self.visitor.extra(field, fields);
    }
}

fn first_missing(object: &impl Object, names: &'static [&'static str]) -> Option<&'static str> {
    let mut search = FirstMissing { names, found: None };
    object.visit(&mut search);
    search.found
}

struct FirstMissing {
    names: &'static [&'static str],
    found: Option<&'static str>,
}

impl Visitor for FirstMissing {
    fn declared(&mut self, _: &'static str, name: &'static str, _: &(impl Encode + Debug), is_there: bool) {
        if !is_there && self.names.contains(&name) {
            self.found = self.found.or(Some(name));
        }
    }
}
