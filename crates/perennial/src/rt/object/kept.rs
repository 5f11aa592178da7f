//! The part of an object that a struct keeps beside the fields that the document declares.

use std::collections::BTreeMap;
use std::mem::take;
use std::sync::LazyLock;

use serde::de::{IgnoredAny, MapAccess};
use serde_json::{Map, Value};

use crate::decode::{Decode, Decoded};
use crate::doing::Doing;

/// Any fields: one word, and nothing behind it while there are none.
#[derive(Clone, Default, PartialEq)]
pub struct Undeclared(Option<Box<Map<String, Value>>>);

impl Undeclared {
    #[inline]
    pub fn fields(&self) -> &Map<String, Value> {
        self.0.as_deref().unwrap_or(&NONE)
    }

    #[inline]
    pub fn clear(&mut self) {
        self.0 = None;
    }
}

/// No fields: they are elsewhere, or ignored.
#[derive(Clone, Copy, Default, PartialEq)]
pub struct Nothing;

impl Nothing {
    #[inline]
    pub fn fields(&self) -> &Map<String, Value> {
        &NONE
    }

    #[inline]
    pub fn clear(&mut self) {}
}

static NONE: LazyLock<Map<String, Value>> = LazyLock::new(Map::new);

/// The fields that are read beside those that the document declares.
#[derive(Default)]
pub struct Kept<F> {
    pub fields: F,
    /// The name of the field that comes next.
    name: String,
}

/// Out of line: most objects have no such field, and are read faster so.
impl<F: Fields> Kept<F> {
    /// Notes the name of the field that comes next.
    #[inline(never)]
    pub(super) fn name(&mut self, name: &str) {
        name.clone_into(&mut self.name);
    }

    /// Reads its value.
    #[inline(never)]
    pub fn value<'de, A: MapAccess<'de>>(&mut self, object: &mut A) -> Result<(), A::Error> {
        self.fields.read(&mut self.name, object)
    }
}

/// The destination of these fields.
pub trait Fields {
    /// Reads the value of the field called `name`, which comes next in `object`. The last one of a name counts.
    fn read<'de, A: MapAccess<'de>>(&mut self, name: &mut String, object: &mut A) -> Result<(), A::Error>;
}

impl Fields for Undeclared {
    fn read<'de, A: MapAccess<'de>>(&mut self, name: &mut String, object: &mut A) -> Result<(), A::Error> {
        if Doing::SkippingUndeclared.is_now() {
            return Nothing.read(name, object);
        }
        let Decoded(value) = object.next_value()?;
        self.0.get_or_insert_default().insert(take(name), value);
        Ok(())
    }
}

impl<T: Decode> Fields for BTreeMap<String, T> {
    fn read<'de, A: MapAccess<'de>>(&mut self, name: &mut String, object: &mut A) -> Result<(), A::Error> {
        let Decoded(value) = object.next_value()?;
        self.insert(take(name), value);
        Ok(())
    }
}

impl Fields for Nothing {
    fn read<'de, A: MapAccess<'de>>(&mut self, _: &mut String, object: &mut A) -> Result<(), A::Error> {
        object.next_value::<IgnoredAny>().map(drop)
    }
}
