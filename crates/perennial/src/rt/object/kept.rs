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
    /// The index of the declared field that is expected next: services write them in an order of their own, and always in that.
    expected: usize,
    /// The name of the field that comes next.
    name: String,
}

impl<F: Fields> Kept<F> {
    /// The index of the declared field called `name`; without one, the name is kept until its value is read.
    #[inline]
    pub(super) fn index(&mut self, declared: &[&str], name: &str) -> Option<usize> {
        let (before, from) = declared.split_at_checked(self.expected).unwrap_or((declared, &[]));
        let is_called = |field: &&str| *field == name;
        let index = from.iter().position(is_called).map(|index| before.len() + index);
        let index = index.or_else(|| before.iter().position(is_called));
        match index {
            Some(index) => self.expected = index + 1,
            None => self.name(name),
        }
        index
    }

    // Out of line: most objects have no undeclared field, and are read faster so.
    #[inline(never)]
    fn name(&mut self, name: &str) {
        name.clone_into(&mut self.name);
    }

    /// Reads the value of the undeclared field that comes next.
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
