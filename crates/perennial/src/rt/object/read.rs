use std::fmt;
use std::marker::PhantomData;

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, IntoDeserializer, MapAccess, Visitor};

use super::kept::Others;
use super::{Object, one_way};

/// Deserializes a struct from a JSON object. Unlike the code that serde derives, this function does not accept an
/// array.
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
        T::read(object).and_then(one_way::check_received)
    }
}

/// A reader of a JSON object that returns one field after another.
pub struct Fields<A, F> {
    pub rest: A,
    /// The undeclared fields that have been read so far.
    pub others: F,
    /// The name of the next value's field, if it is undeclared.
    name: String,
}

impl<'de, A: MapAccess<'de>, F: Others> Fields<A, F> {
    #[inline]
    pub fn new(rest: A) -> Self {
        Self { rest, others: F::default(), name: String::new() }
    }

    /// Reads the name of the next field. Returns `Some(None)` if the field is not declared, and `None` at the end of
    /// the object.
    #[inline]
    pub fn next_field<T: Object>(&mut self) -> Result<Option<Option<T::DeclaredField>>, A::Error> {
        self.rest.next_key_seed(FieldName { field: T::field, other: &mut self.name })
    }

    /// Reads the value of an undeclared field.
    ///
    /// The method is not inlined, because most objects have no undeclared fields, and the loop that reads the fields is
    /// faster if it does not contain this code.
    #[inline(never)]
    pub fn other(&mut self) -> Result<(), A::Error> {
        self.others.read(&mut self.name, &mut self.rest)
    }
}

/// Reads the name of a field, and looks it up among the declared fields.
struct FieldName<'a, T> {
    field: fn(&str) -> Option<T>,
    /// Receives the name if the field is not declared.
    other: &'a mut String,
}

impl<'de, T> DeserializeSeed<'de> for FieldName<'_, T> {
    type Value = Option<T>;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Option<T>, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl<T> Visitor<'_> for FieldName<'_, T> {
    type Value = Option<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a field")
    }

    #[inline]
    fn visit_str<E: Error>(self, name: &str) -> Result<Option<T>, E> {
        let field = (self.field)(name);
        if field.is_none() {
            store_name(name, self.other);
        }
        Ok(field)
    }

    fn visit_bytes<E: Error>(self, name: &[u8]) -> Result<Option<T>, E> {
        self.visit_str(&String::from_utf8_lossy(name))
    }
}

/// Stores the name of an undeclared field. Not inlined, for the same reason as [`Fields::other`].
#[inline(never)]
fn store_name(name: &str, stored: &mut String) {
    name.clone_into(stored);
}

#[cold]
pub fn missing<E: Error>(name: &'static str) -> E {
    E::missing_field(name)
}

/// Reads a union member whose struct has no field for the tag, which is the JSON field that selects the member.
///
/// `tag` is the name of this JSON field, which is skipped. The union adds it when the member is written.
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
        T::read(MapWithout { object, name: self.tag }).and_then(one_way::check_received).map(Box::new)
    }
}

struct MapWithout<'a, A> {
    object: A,
    name: &'a str,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for MapWithout<'_, A> {
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
