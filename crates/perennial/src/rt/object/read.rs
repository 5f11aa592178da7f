//! Reading objects.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, Error, IgnoredAny, IntoDeserializer, MapAccess, Visitor,
};

use super::kept::Fields;
use super::{Kept, Object, one_way};
use crate::decode::{Decode, Decoded};

/// Reads a struct from an object, and from nothing else: derived code also takes an array.
pub fn deserialize<'de, T: Object, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
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
        T::read(object).and_then(one_way::received)
    }
}

/// The index of the next field of `object`, without one if the document does not declare it; `None` at the end.
#[inline]
pub fn next<'de, T: Object, A: MapAccess<'de>>(
    object: &mut A,
    undeclared: &mut Kept<impl Fields>,
) -> Result<Option<Option<usize>>, A::Error> {
    object.next_key_seed(Name { index: T::index, undeclared })
}

struct Name<'a, F> {
    index: fn(&str) -> Option<usize>,
    undeclared: &'a mut Kept<F>,
}

impl<'de, F: Fields> DeserializeSeed<'de> for Name<'_, F> {
    type Value = Option<usize>;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl<F: Fields> Visitor<'_> for Name<'_, F> {
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

/// How the value of a field is read, by what `object!` says of the field: no macro has to choose the function.
pub mod value {
    pub use super::{declared as required, declared as nullable, declared as optional, present as optional_nullable};

    pub mod required {
        pub use super::super::{declared as boxed, own};
    }

    pub mod nullable {
        pub use super::super::{declared as any, declared as boxed, own, present as any_or_null};
    }

    pub mod optional {
        pub use super::super::{declared as any, declared as boxed, own, present as any_or_null};
    }

    pub mod optional_nullable {
        pub use super::super::{own_or_null as own, present as any, present as any_or_null, present as boxed};
    }
}

/// Reads the value of the field called `name`, which comes next in `object`.
#[inline]
pub fn declared<'de, A: MapAccess<'de>, T: Decode>(
    object: &mut A,
    name: &'static str,
    field: &mut Option<T>,
) -> Result<(), A::Error> {
    put(name, field, || object.next_value().map(|Decoded(value)| value))
}

/// As [`declared`], for an optional field that keeps null: what is there is `Some`.
#[inline]
pub fn present<'de, A: MapAccess<'de>, T: Decode>(
    object: &mut A,
    name: &'static str,
    field: &mut Option<Option<T>>,
) -> Result<(), A::Error> {
    put(name, field, || object.next_value().map(|Decoded(value)| Some(value)))
}

/// As [`declared`], for a type of the client's own.
pub fn own<'de, A: MapAccess<'de>, T: DeserializeOwned>(
    object: &mut A,
    name: &'static str,
    field: &mut Option<T>,
) -> Result<(), A::Error> {
    put(name, field, || object.next_value())
}

/// As [`present`], for a type of the client's own.
pub fn own_or_null<'de, A: MapAccess<'de>, T: DeserializeOwned>(
    object: &mut A,
    name: &'static str,
    field: &mut Option<Option<T>>,
) -> Result<(), A::Error> {
    put(name, field, || object.next_value().map(Some))
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
pub fn missing<E: Error>(name: &'static str) -> E {
    E::missing_field(name)
}

/// Reads the member of a union that is chosen by a field which it does not declare, called `tag`: the union writes that.
pub fn untagged<'de, T: Object, D: Deserializer<'de>>(tag: &str, object: D) -> Result<Box<T>, D::Error> {
    object.deserialize_struct(T::NAME, T::FIELDS, Untagged { tag, member: PhantomData })
}

struct Untagged<'a, T> {
    tag: &'a str,
    member: PhantomData<T>,
}

impl<'de, T: Object> Visitor<'de> for Untagged<'_, T> {
    type Value = Box<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "struct {}", T::NAME)
    }

    fn visit_map<A: MapAccess<'de>>(self, object: A) -> Result<Box<T>, A::Error> {
        T::read(Without { object, name: self.tag }).and_then(one_way::received).map(Box::new)
    }
}

/// An object without the field called `name`.
struct Without<'a, A> {
    object: A,
    name: &'a str,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Without<'_, A> {
    type Error = A::Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, A::Error> {
        while let Some(name) = self.object.next_key::<String>()? {
            if name != self.name {
                return seed.deserialize(name.into_deserializer()).map(Some);
            }
            self.object.next_value::<IgnoredAny>()?;
        }
        Ok(None)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        self.object.next_value_seed(seed)
    }
}
