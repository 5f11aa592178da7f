//! Types that store an object's undeclared fields.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::mem::take;
use std::sync::LazyLock;

use serde::de::{IgnoredAny, MapAccess};
use serde_json::{Map, Value};

use super::Visitor;
use crate::decode::{Decode, Decoded};
use crate::doing::Doing;
use crate::encode::Encode;

/// The undeclared fields of an object, which the document does not list for its schema. The type is as small as a
/// pointer, and allocates only if there are such fields.
#[derive(Clone, Default, PartialEq)]
pub struct Undeclared(Option<Box<Map<String, Value>>>);

impl Undeclared {
    #[inline]
    pub fn fields(&self) -> &Map<String, Value> {
        self.0.as_deref().unwrap_or(&NONE)
    }
}

/// Takes the place of [`Undeclared`] in structs that ignore undeclared fields.
#[derive(Clone, Copy, Default, PartialEq)]
pub struct Ignored;

impl Ignored {
    /// Returns an empty map, since this type stores no fields.
    #[inline]
    pub fn fields(&self) -> &'static Map<String, Value> {
        &NONE
    }
}

static NONE: LazyLock<Map<String, Value>> = LazyLock::new(Map::new);

/// Implemented by the types that read the undeclared fields of a JSON object, and store or ignore them. Each generated
/// struct has one field of such a type.
pub trait Others: Default {
    /// Reads the next value of `object`, and stores it as the field `name`, unless the type ignores undeclared fields.
    /// If a name is repeated, the last value is kept.
    fn read<'de, A: MapAccess<'de>>(&mut self, name: &mut String, object: &mut A) -> Result<(), A::Error>;

    /// Passes the stored fields to `visitor`. `field` is the name of the struct field that stores them.
    fn visit(&self, field: &'static str, visitor: &mut impl Visitor);

    /// Drops undeclared fields. If the document declares the type of their values, the fields remain, and only
    /// undeclared fields inside the values are dropped.
    fn clear(&mut self);
}

impl Others for Undeclared {
    fn read<'de, A: MapAccess<'de>>(&mut self, name: &mut String, object: &mut A) -> Result<(), A::Error> {
        if Doing::SkippingUndeclared.is_now() {
            return Ignored.read(name, object);
        }
        let Decoded(value) = object.next_value()?;
        self.0.get_or_insert_default().insert(take(name), value);
        Ok(())
    }

    #[inline]
    fn visit(&self, _: &'static str, visitor: &mut impl Visitor) {
        visitor.undeclared(self.fields());
    }

    #[inline]
    fn clear(&mut self) {
        self.0 = None;
    }
}

/// Stores fields with arbitrary names, whose values have the type that the document declares as `additionalProperties`.
impl<T: Decode + Encode + Debug> Others for BTreeMap<String, T> {
    fn read<'de, A: MapAccess<'de>>(&mut self, name: &mut String, object: &mut A) -> Result<(), A::Error> {
        let Decoded(value) = object.next_value()?;
        self.insert(take(name), value);
        Ok(())
    }

    #[inline]
    fn visit(&self, field: &'static str, visitor: &mut impl Visitor) {
        visitor.extra(field, self);
    }

    #[inline]
    fn clear(&mut self) {
        self.clear_undeclared();
    }
}

impl Others for Ignored {
    fn read<'de, A: MapAccess<'de>>(&mut self, _: &mut String, object: &mut A) -> Result<(), A::Error> {
        object.next_value::<IgnoredAny>().map(drop)
    }

    #[inline]
    fn visit(&self, _: &'static str, _: &mut impl Visitor) {}

    #[inline]
    fn clear(&mut self) {}
}
