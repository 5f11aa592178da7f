//! Reading objects.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;
use std::mem::take;

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, Visitor};

use super::Object;
use crate::decode::{Decode, Decoded};

/// Reads a struct from an object, and from nothing else: derived code also takes an array.
pub(crate) fn deserialize<'de, T: Object, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    deserializer.deserialize_struct(T::NAME, T::FIELDS, ObjectVisitor(PhantomData))
}

struct ObjectVisitor<T>(PhantomData<T>);

impl<'de, T: Object> Visitor<'de> for ObjectVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "struct {}", T::NAME)
    }

    #[inline]
    fn visit_map<A: MapAccess<'de>>(self, object: A) -> Result<T, A::Error> {
        T::read(object)
    }
}

/// The index of the next field of `object`, without one if the document does not declare it; `None` at the end.
#[inline]
pub(crate) fn next<'de, T: Object, A: MapAccess<'de>>(
    object: &mut A,
    undeclared: &mut impl Undeclared<'de>,
) -> Result<Option<Option<usize>>, A::Error> {
    object.next_key_seed(Name { index: T::index, undeclared })
}

struct Name<'a, U> {
    index: fn(&str) -> Option<usize>,
    undeclared: &'a mut U,
}

impl<'de, U: Undeclared<'de>> DeserializeSeed<'de> for Name<'_, U> {
    type Value = Option<usize>;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl<'de, U: Undeclared<'de>> Visitor<'de> for Name<'_, U> {
    type Value = Option<usize>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a field")
    }

    #[inline]
    fn visit_str<E: Error>(self, name: &str) -> Result<Self::Value, E> {
        let index = (self.index)(name);
        if index.is_none() {
            self.undeclared.name(name);
        }
        Ok(index)
    }

    fn visit_bytes<E: Error>(self, name: &[u8]) -> Result<Self::Value, E> {
        self.visit_str(&String::from_utf8_lossy(name))
    }
}

/// Reads the value of the field called `name`, which comes next in `object`.
#[inline]
pub(crate) fn value<'de, A: MapAccess<'de>, T: Decode>(
    object: &mut A,
    name: &'static str,
    field: &mut Option<T>,
) -> Result<(), A::Error> {
    put(name, field, || object.next_value().map(|Decoded(value)| value))
}

/// As [`value`], for an optional field that keeps null: what is there is `Some`.
#[inline]
pub(crate) fn present<'de, A: MapAccess<'de>, T: Decode>(
    object: &mut A,
    name: &'static str,
    field: &mut Option<Option<T>>,
) -> Result<(), A::Error> {
    put(name, field, || object.next_value().map(|Decoded(value)| Some(value)))
}

#[inline]
fn put<T, E: Error>(name: &'static str, field: &mut Option<T>, read: impl FnOnce() -> Result<T, E>) -> Result<(), E> {
    if field.is_some() {
        return Err(E::duplicate_field(name));
    }
    *field = Some(read()?);
    Ok(())
}

/// The error of an object without a field that it must have.
#[cold]
pub(crate) fn missing<E: Error>(name: &'static str) -> E {
    E::missing_field(name)
}

/// What happens to the fields that the document does not declare.
pub(crate) trait Undeclared<'de> {
    /// Notes the name of the field that comes next.
    fn name(&mut self, name: &str);

    /// Reads its value.
    fn value<A: MapAccess<'de>>(&mut self, object: &mut A) -> Result<(), A::Error>;
}

/// They are not kept.
#[derive(Default)]
pub(crate) struct Ignored;

impl<'de> Undeclared<'de> for Ignored {
    #[inline]
    fn name(&mut self, _: &str) {}

    #[inline]
    fn value<A: MapAccess<'de>>(&mut self, object: &mut A) -> Result<(), A::Error> {
        object.next_value::<IgnoredAny>().map(drop)
    }
}

/// They are kept, by name.
pub(crate) struct Kept<T>(pub(crate) BTreeMap<String, T>, String);

impl<T> Default for Kept<T> {
    fn default() -> Self {
        Self(BTreeMap::new(), String::new())
    }
}

impl<'de, T: Decode> Undeclared<'de> for Kept<T> {
    fn name(&mut self, name: &str) {
        name.clone_into(&mut self.1);
    }

    fn value<A: MapAccess<'de>>(&mut self, object: &mut A) -> Result<(), A::Error> {
        let Decoded(value) = object.next_value()?;
        self.0.insert(take(&mut self.1), value);
        Ok(())
    }
}
