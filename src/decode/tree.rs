//! JSON as it was read: entries keep their order and their duplicates, so that decoding a tree fails where decoding the
//! text does.

use std::{cell::RefCell, fmt, marker::PhantomData};

use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, EnumAccess, Error, IntoDeserializer, MapAccess, SeqAccess, Visitor,
    value::MapAccessDeserializer,
};
use serde_json::{Number, Value};

/// The newtype that a union asks a deserializer for: of a tree it then gets `visit_enum`, with the object to look at as
/// the variant and the same object as its content. Any other deserializer gives the value itself.
pub(crate) const CHOICE: &str = "crate::decode::CHOICE";

/// A JSON value.
#[derive(Debug, Default, PartialEq)]
pub(crate) enum Tree {
    #[default]
    Null,
    Boolean(bool),
    Number(Number),
    Text(String),
    Array(Vec<Tree>),
    Object(Vec<(String, Tree)>),
}

impl<'de> Deserialize<'de> for Tree {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut tree = Self::Null;
        Fill(&mut tree).deserialize(deserializer)?;
        Ok(tree)
    }
}

/// Reads a value into a tree; after an error, the tree holds what was read before it.
pub(super) struct Fill<'t>(pub(super) &'t mut Tree);

impl<'de> DeserializeSeed<'de> for Fill<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Fill<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        *self.0 = Tree::Null;
        Ok(())
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<(), E> {
        *self.0 = Tree::Boolean(value);
        Ok(())
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<(), E> {
        *self.0 = Tree::Number(value.into());
        Ok(())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<(), E> {
        *self.0 = Tree::Number(value.into());
        Ok(())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<(), E> {
        *self.0 = Number::from_f64(value).map_or(Tree::Null, Tree::Number);
        Ok(())
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<(), E> {
        *self.0 = Tree::Text(value.to_owned());
        Ok(())
    }

    fn visit_string<E: Error>(self, value: String) -> Result<(), E> {
        *self.0 = Tree::Text(value);
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        *self.0 = Tree::Array(Vec::new());
        let Tree::Array(elements) = self.0 else { return Ok(()) };
        loop {
            let mut element = Tree::Null;
            let read = seq.next_element_seed(Fill(&mut element));
            if !matches!(read, Ok(None)) {
                elements.push(element);
            }
            if read?.is_none() {
                return Ok(());
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        *self.0 = Tree::Object(Vec::new());
        let Tree::Object(entries) = self.0 else { return Ok(()) };
        while let Some(key) = map.next_key()? {
            let mut value = Tree::Null;
            let read = map.next_value_seed(Fill(&mut value));
            entries.push((key, value));
            read?;
        }
        Ok(())
    }
}

/// One step of the path to a value.
#[derive(Debug)]
pub(super) enum Step {
    Index(usize),
    Key(String),
}

/// The steps to a value that could not be decoded, the last one first.
pub(super) type Trail = RefCell<Vec<Step>>;

/// Decodes a tree, with errors of the type `E`.
pub(crate) struct Reader<'t, E> {
    tree: &'t Tree,
    trail: Option<&'t Trail>,
    error: PhantomData<E>,
}

impl<'t, E> Reader<'t, E> {
    pub(crate) fn new(tree: &'t Tree) -> Self {
        Self { tree, trail: None, error: PhantomData }
    }

    /// As [`Self::new`]; the steps to an error are added to `trail`.
    pub(super) fn tracked(tree: &'t Tree, trail: &'t Trail) -> Self {
        Self { trail: Some(trail), ..Self::new(tree) }
    }

    /// A reader of a value inside this one.
    fn of(&self, tree: &'t Tree) -> Self {
        Self { tree, ..*self }
    }

    /// Records the step to the value that `decoded` was read from, if it is an error.
    fn track<T>(&self, decoded: Result<T, E>, step: impl FnOnce() -> Step) -> Result<T, E> {
        if let (Err(_), Some(trail)) = (&decoded, self.trail) {
            trail.borrow_mut().push(step());
        }
        decoded
    }
}

impl<'de, E: Error> Deserializer<'de> for Reader<'_, E> {
    type Error = E;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        match self.tree {
            Tree::Null => visitor.visit_unit(),
            Tree::Boolean(value) => visitor.visit_bool(*value),
            Tree::Number(number) => match (number.as_u64(), number.as_i64(), number.as_f64()) {
                (Some(value), ..) => visitor.visit_u64(value),
                (_, Some(value), _) => visitor.visit_i64(value),
                (.., value) => visitor.visit_f64(value.unwrap_or(f64::NAN)),
            },
            Tree::Text(text) => visitor.visit_str(text),
            Tree::Array(elements) => {
                visitor.visit_seq(Elements { reader: self, elements: elements.iter().enumerate() })
            }
            Tree::Object(entries) => {
                visitor.visit_map(Entries { reader: self, entries: entries.iter(), current: None })
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        match self.tree {
            Tree::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, E> {
        match self.tree {
            Tree::Object(_) if name == CHOICE => visitor.visit_enum(self),
            _ => visitor.visit_newtype_struct(self),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, E> {
        visitor.visit_unit()
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, E> {
        match self.tree {
            Tree::Text(text) => visitor.visit_enum(text.as_str().into_deserializer()),
            Tree::Object(entries) => {
                let entries = Entries { reader: self, entries: entries.iter(), current: None };
                visitor.visit_enum(MapAccessDeserializer::new(entries))
            }
            _ => self.deserialize_any(visitor),
        }
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier
    }
}

struct Elements<'t, E> {
    reader: Reader<'t, E>,
    elements: std::iter::Enumerate<std::slice::Iter<'t, Tree>>,
}

impl<'de, E: Error> SeqAccess<'de> for Elements<'_, E> {
    type Error = E;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, E> {
        let Some((index, element)) = self.elements.next() else { return Ok(None) };
        let decoded = seed.deserialize(self.reader.of(element));
        self.reader.track(decoded, || Step::Index(index)).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.elements.len())
    }
}

struct Entries<'t, E> {
    reader: Reader<'t, E>,
    entries: std::slice::Iter<'t, (String, Tree)>,
    /// The entry whose key was read last.
    current: Option<&'t (String, Tree)>,
}

impl<'de, E: Error> MapAccess<'de> for Entries<'_, E> {
    type Error = E;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, E> {
        self.current = self.entries.next();
        let Some((key, _)) = self.current else { return Ok(None) };
        seed.deserialize(key.as_str().into_deserializer()).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, E> {
        let Some((key, value)) = self.current.take() else { return Err(E::custom("a value without a key")) };
        let decoded = seed.deserialize(self.reader.of(value));
        self.reader.track(decoded, || Step::Key(key.clone()))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.entries.len())
    }
}

/// For a union of objects: the object may be looked at before it is decoded.
impl<'de, E: Error> EnumAccess<'de> for Reader<'_, E> {
    type Error = E;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self), E> {
        let found = seed.deserialize(Self::new(self.tree))?;
        Ok((found, self))
    }
}

impl<'de, E: Error> serde::de::VariantAccess<'de> for Reader<'_, E> {
    type Error = E;

    fn unit_variant(self) -> Result<(), E> {
        Ok(())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, E> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, E> {
        self.deserialize_any(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value, E> {
        self.deserialize_any(visitor)
    }
}

impl From<Tree> for Value {
    fn from(tree: Tree) -> Self {
        match tree {
            Tree::Null => Self::Null,
            Tree::Boolean(value) => value.into(),
            Tree::Number(number) => number.into(),
            Tree::Text(text) => text.into(),
            Tree::Array(elements) => elements.into_iter().map(Self::from).collect(),
            Tree::Object(entries) => entries.into_iter().map(|(key, value)| (key, Self::from(value))).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_tree_decodes_to_the_value_that_its_text_decodes_to() {
        let text = r#"{"a":[null,true,1,-1,1.5,"x",[],{}],"b":{"c":{"d":[[0]]}}}"#;
        let tree: Tree = serde_json::from_str(text).unwrap();
        let value: Value = serde_json::from_str(text).unwrap();
        let decoded: Result<Value, serde_json::Error> = Value::deserialize(Reader::new(&tree));
        assert_eq!(decoded.unwrap(), value);
        assert_eq!(Value::from(tree), value);
    }

    #[test]
    fn a_tree_keeps_what_comes_before_an_error_in_its_order() {
        let mut tree = Tree::Null;
        let mut text = serde_json::Deserializer::from_str(r#"{"b":[1,[2,x"#);
        Fill(&mut tree).deserialize(&mut text).unwrap_err();
        assert_eq!(Value::from(tree), json!({ "b": [1, [2, null]] }));
        let tree: Tree = serde_json::from_str(r#"{"b":1,"a":2,"b":3}"#).unwrap();
        let Tree::Object(entries) = tree else { panic!("{tree:?}") };
        assert_eq!(entries.iter().map(|(key, _)| key.as_str()).collect::<Vec<_>>(), ["b", "a", "b"]);
    }
}
