use std::collections::BTreeMap;
use std::fmt::Debug;

use serde::ser::{Serialize, SerializeMap, SerializeStruct, Serializer};
use serde_json::{Map, Value};

use super::{Object, Visitor, one_way};
use crate::encode::{Encode, Encoded};

/// Serializes the fields of an object under their names in JSON, followed by the undeclared fields.
pub fn serialize<T: Object, S: Serializer>(object: &T, serializer: S) -> Result<S::Ok, S::Error> {
    let mut count = Count::default();
    one_way::visit(object, &mut count);
    if count.has_others {
        return tagged(None, object, serializer);
    }
    one_way::check_sent(object)?;
    let mut closed = ClosedWriter { fields: serializer.serialize_struct(T::NAME, count.fields)?, result: Ok(()) };
    one_way::visit(object, &mut closed);
    closed.result.and_then(|()| closed.fields.end())
}

/// Serializes an object, including its undeclared fields. If `tag` is `Some((name, value))`, first writes a field with
/// this name and value.
///
/// Pass the tag of a union if the object is a member of the union, and its struct does not declare the tag. Otherwise,
/// pass `None`.
pub fn tagged<T: Object, S: Serializer>(
    tag: Option<(&'static str, &str)>,
    object: &T,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    one_way::check_sent(object)?;
    let mut open = OpenWriter { map: serializer.serialize_map(None)?, tag: tag.map(|(name, _)| name), result: Ok(()) };
    if let Some((name, value)) = tag {
        open.entry(name, &value);
    }
    one_way::visit(object, &mut open);
    open.result.and_then(|()| open.map.end())
}

#[derive(Default)]
pub(super) struct Count {
    pub(super) fields: usize,
    /// Whether the object contains undeclared fields, or may contain some.
    has_others: bool,
}

impl Visitor for Count {
    #[inline]
    fn declared(&mut self, _: &'static str, _: &'static str, _: &(impl Encode + Debug), is_written: bool) {
        self.fields += usize::from(is_written);
    }

    #[inline]
    fn undeclared(&mut self, fields: &Map<String, Value>) {
        self.has_others |= !fields.is_empty();
    }

    fn extra<T: Encode + Debug>(&mut self, _: &'static str, _: &BTreeMap<String, T>) {
        self.has_others = true;
    }
}

/// A writer for an object that contains only declared fields.
struct ClosedWriter<S: SerializeStruct> {
    fields: S,
    result: Result<(), S::Error>,
}

impl<S: SerializeStruct> Visitor for ClosedWriter<S> {
    #[inline]
    fn declared(&mut self, _: &'static str, name: &'static str, value: &(impl Encode + Debug), is_written: bool) {
        if self.result.is_ok() {
            self.result = match is_written {
                true => self.fields.serialize_field(name, &Encoded(value)),
                false => self.fields.skip_field(name),
            };
        }
    }
}

/// A writer for an object that contains undeclared fields.
struct OpenWriter<S: SerializeMap> {
    map: S,
    /// The name of the tag that was written first, if the object is a union member.
    tag: Option<&'static str>,
    result: Result<(), S::Error>,
}

impl<S: SerializeMap> OpenWriter<S> {
    fn entry(&mut self, name: &str, value: &impl Serialize) {
        if self.result.is_ok() {
            self.result = self.map.serialize_entry(name, value);
        }
    }

    /// Writes undeclared fields except the tag, which has been written already: an object that was received outside its
    /// union contains the tag as an undeclared field.
    fn others<'a, T: Encode + 'a>(&mut self, fields: impl IntoIterator<Item = (&'a String, &'a T)>) {
        let tag = self.tag;
        let others = fields.into_iter().filter(|(name, _)| tag.is_none_or(|tag| tag != *name));
        others.for_each(|(name, value)| self.entry(name, &Encoded(value)));
    }
}

impl<S: SerializeMap> Visitor for OpenWriter<S> {
    fn declared(&mut self, _: &'static str, name: &'static str, value: &(impl Encode + Debug), is_written: bool) {
        if is_written {
            self.entry(name, &Encoded(value));
        }
    }

    fn undeclared(&mut self, fields: &Map<String, Value>) {
        self.others(fields);
    }

    fn extra<T: Encode + Debug>(&mut self, _: &'static str, fields: &BTreeMap<String, T>) {
        self.others(fields);
    }
}
