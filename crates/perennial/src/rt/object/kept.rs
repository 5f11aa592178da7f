//! Types that store the fields of an object that the document does not declare.

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

/// The undeclared fields of a value. The type has the size of a pointer, which is null if there are no such fields.
#[derive(Clone, Default, PartialEq)]
pub struct Undeclared(Option<Box<Map<String, Value>>>);

impl Undeclared {
    /// Returns the undeclared fields by name.
    #[inline]
    pub fn fields(&self) -> &Map<String, Value> {
        self.0.as_deref().unwrap_or(&NONE)
    }
}

/// A marker for structs that ignore undeclared fields.
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

/// A type for the field of a struct that stores all fields of the JSON object whose names the document does not
/// declare.
pub trait Others: Default {
    /// Reads the value of the field `name`, which comes next in `object`, and stores it. If the object repeats a name,
    /// the last value is retained.
    fn read<'de, A: MapAccess<'de>>(&mut self, name: &mut String, object: &mut A) -> Result<(), A::Error>;

    /// Visits the stored fields. `field` is the name of the struct field that stores them.
    fn visit(&self, field: &'static str, visitor: &mut impl Visitor);

    /// Drops the fields that the document does not declare, and the undeclared fields inside the values that remain.
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

/// Stores the fields of an object for which the document declares only the type of the values (`additionalProperties`).
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
