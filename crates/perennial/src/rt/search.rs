//! The search for the member of a union that an object is.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};

use crate::decode::Tree;
use crate::encode::whole;

/// The criterion that tells the members of a union that are objects apart.
#[derive(Clone, Copy)]
pub enum By {
    /// That they are objects: there is at most one.
    Kind,
    /// The string in this field.
    Value(&'static str),
    /// The boolean or whole number in this field, as it is written in JSON.
    Scalar(&'static str),
    /// The one of these fields that is present; null counts as absent.
    Presence(&'static [&'static str]),
}

/// The criteria, named as in the arguments of `union!`: each takes the tag and the names that are listed there.
impl By {
    pub const fn kind(_: &'static str, _: &'static [&'static str]) -> Self {
        Self::Kind
    }

    pub const fn tag(tag: &'static str, _: &'static [&'static str]) -> Self {
        Self::Value(tag)
    }

    pub const fn scalar(tag: &'static str, _: &'static [&'static str]) -> Self {
        Self::Scalar(tag)
    }

    pub const fn field(_: &'static str, fields: &'static [&'static str]) -> Self {
        Self::Presence(fields)
    }
}

/// The result of a search in an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found<T> {
    /// No such field.
    Nothing,
    /// The string in the field, or the name of the only field that is present.
    One(T),
    /// Something other than a string, or several of the fields.
    Unclear,
}

impl Found<String> {
    pub(super) fn as_deref(&self) -> Found<&str> {
        match self {
            Self::Nothing => Found::Nothing,
            Self::One(text) => Found::One(text),
            Self::Unclear => Found::Unclear,
        }
    }
}

/// The search for the entry that tells the members apart.
pub(super) struct Search {
    by: By,
    pub(super) found: Found<String>,
    seen: bool,
}

impl Search {
    pub(super) fn new(by: By) -> Self {
        Self { by, found: Found::Nothing, seen: false }
    }

    /// `true` if no further entry changes what was found.
    pub(super) fn is_over(&self) -> bool {
        match self.by {
            By::Kind => true,
            By::Value(_) | By::Scalar(_) => self.seen,
            By::Presence(_) => false,
        }
    }

    fn decides(&self, key: &str) -> bool {
        match self.by {
            By::Kind => false,
            By::Value(tag) | By::Scalar(tag) => key == tag && !self.seen,
            By::Presence(fields) => fields.contains(&key),
        }
    }

    pub(super) fn look_at(&mut self, key: &str, value: &Tree) {
        if !self.decides(key) {
            return;
        }
        self.seen = true;
        self.found = match (self.by, value) {
            (_, Tree::Null) => return,
            (By::Value(_), Tree::Text(text)) => Found::One(text.clone()),
            (By::Scalar(_), Tree::Boolean(is)) => Found::One(is.to_string()),
            (By::Scalar(_), Tree::Number(number)) => {
                let integer = number.as_i64().or_else(|| whole(number.as_f64()?));
                integer.map_or(Found::Unclear, |integer| Found::One(integer.to_string()))
            }
            (By::Presence(_), _) if self.found == Found::Nothing => Found::One(key.to_owned()),
            _ => Found::Unclear,
        };
    }
}

/// Looks at an object without decoding it.
pub(super) struct Look(pub(super) By);

impl<'de> DeserializeSeed<'de> for Look {
    type Value = Found<String>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Found<String>, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Look {
    type Value = Found<String>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Found<String>, A::Error> {
        let mut search = Search::new(self.0);
        while let Some(key) = object.next_key::<String>()? {
            if search.decides(&key) {
                search.look_at(&key, &object.next_value()?);
            } else {
                object.next_value::<IgnoredAny>()?;
            }
        }
        Ok(search.found)
    }
}
