//! Searches an object for the field that determines which member of a union the object is.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};

use crate::decode::Tree;
use crate::encode::exact_integer;

/// The rule that determines to which member of a union a JSON object belongs.
#[derive(Clone, Copy)]
pub struct By {
    pub criterion: Criterion,
    /// The name of the tag, the JSON field whose value selects the member of the union. It is empty unless the
    /// criterion is [`tag`](Criterion::tag) or [`scalar`](Criterion::scalar).
    pub tag: &'static str,
    /// The names or values that select members of the union. Their meaning depends on the criterion:
    ///
    /// - For the criterion [`field`](Criterion::field), the names of fields, exactly one of which must be present.
    /// - For [`tag`](Criterion::tag) and [`scalar`](Criterion::scalar), the values of the tag that the document lists.
    /// - For [`kind`](Criterion::kind), nothing.
    pub listed: &'static [&'static str],
}

/// The criterion that selects the member of a union for a JSON object. The variants are named like the criteria that
/// the macro `union!` accepts.
#[allow(non_camel_case_types, reason = "a macro cannot change the case of its arguments")]
#[derive(Clone, Copy)]
pub enum Criterion {
    /// The kind of JSON value, such as string or array, selects the member. At most one member is an object, so the
    /// fields of an object do not matter.
    kind,
    /// The string in the tag ([`By::tag`]) selects the member. A number or a boolean counts as a string if its JSON
    /// text is in [`By::listed`].
    tag,
    /// The boolean or integer in the tag ([`By::tag`]) selects the member. It is compared as text, such as `true` or
    /// `5`.
    scalar,
    /// The name of a field selects the member. Exactly one of the fields in [`By::listed`] must be present. A field
    /// that is null counts as absent.
    field,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found<T> {
    /// No field of the object selects a member of the union.
    ///
    /// This is so if the tag is absent or null, if all fields in [`By::listed`] are absent or null, or if the union
    /// does not select members by field ([`Criterion::kind`]).
    Nothing,
    /// The value of the tag, or the field name, that selects a member of the union.
    ///
    /// For [`Criterion::tag`] and [`Criterion::scalar`], this is the value of the tag. For [`Criterion::field`], it is
    /// the name of the only field in [`By::listed`] that is present.
    One(T),
    /// The member cannot be determined: the value of the tag has the wrong type, or several of the fields in
    /// [`By::listed`] are present.
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

/// Searches the fields of an object for the field that selects the member of a union.
pub(super) struct Search {
    by: By,
    pub(super) found: Found<String>,
    seen: bool,
    /// Whether the tag is a number or a boolean that counts as a string.
    pub(super) is_unquoted: bool,
}

impl Search {
    pub(super) fn new(by: By) -> Self {
        Self { by, found: Found::Nothing, seen: false, is_unquoted: false }
    }

    /// Returns `true` if further fields cannot change the result.
    pub(super) fn is_over(&self) -> bool {
        match self.by.criterion {
            Criterion::kind => true,
            Criterion::tag | Criterion::scalar => self.seen,
            Criterion::field => false,
        }
    }

    fn decides(&self, key: &str) -> bool {
        match self.by.criterion {
            Criterion::kind => false,
            Criterion::tag | Criterion::scalar => key == self.by.tag && !self.seen,
            Criterion::field => self.by.listed.contains(&key),
        }
    }

    /// Inspects the field `key`. If `value` is a tag that counts as a string, replaces it with that string, because the
    /// selected member may accept only strings.
    pub(super) fn look_at(&mut self, key: &str, value: &mut Tree) {
        if !self.decides(key) {
            return;
        }
        self.seen = true;
        // Some documents list strings without quotes by mistake. Services with such a document may send numbers or
        // booleans.
        if let (Criterion::tag, Some(text)) = (self.by.criterion, scalar_text(value))
            && self.by.listed.contains(&text.as_str())
        {
            *value = Tree::Text(text);
            self.is_unquoted = true;
        }
        self.found = match (self.by.criterion, &*value) {
            (_, Tree::Null) => return,
            (Criterion::tag, Tree::Text(text)) => Found::One(text.clone()),
            (Criterion::scalar, Tree::Boolean(is)) => Found::One(is.to_string()),
            (Criterion::scalar, Tree::Number(number)) => {
                let integer = number.as_i64().or_else(|| exact_integer(number.as_f64()?));
                integer.map_or(Found::Unclear, |integer| Found::One(integer.to_string()))
            }
            (Criterion::field, _) if self.found == Found::Nothing => Found::One(key.to_owned()),
            _ => Found::Unclear,
        };
    }

    /// Replaces the tag of `object` with the string that was found.
    pub(super) fn quote_tag(&self, object: &mut Tree) {
        if let (Tree::Object(entries), Found::One(text)) = (object, &self.found)
            && let Some((_, tag)) = entries.iter_mut().find(|(key, _)| key == self.by.tag)
        {
            *tag = Tree::Text(text.clone());
        }
    }
}

/// Returns the JSON text of a number or a boolean.
fn scalar_text(value: &Tree) -> Option<String> {
    match value {
        Tree::Number(number) => Some(number.to_string()),
        Tree::Boolean(is) => Some(is.to_string()),
        _ => None,
    }
}

/// Searches an object without decoding it.
pub(super) struct Look(pub(super) By);

impl<'de> DeserializeSeed<'de> for Look {
    type Value = Search;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Search, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Look {
    type Value = Search;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Search, A::Error> {
        let mut search = Search::new(self.0);
        while let Some(key) = object.next_key::<String>()? {
            if search.decides(&key) {
                search.look_at(&key, &mut object.next_value()?);
            } else {
                object.next_value::<IgnoredAny>()?;
            }
        }
        Ok(search)
    }
}
