//! JSON values that keep the order and the duplicates of fields, so that decoding a value fails at the same field as
//! decoding the JSON text.

use std::{fmt, iter};

use serde::de::{
    self, Deserialize, DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, SeqAccess, Visitor,
    value::{MapDeserializer, SeqDeserializer},
};
use serde_json::{Error, Number};

/// The newtype name that a union passes to `deserialize_newtype_struct`. If the deserializer reads an object from a
/// [`Tree`], it calls `visit_some` with a map of one entry, whose key and value are both that object: the union
/// inspects the key to choose a variant, and decodes the value. Any other deserializer passes the value itself.
pub(crate) const CHOICE: &str = "crate::decode::CHOICE";

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
        FillTree(&mut tree).deserialize(deserializer)?;
        Ok(tree)
    }
}

/// Reads a value into a tree. After an error, the tree contains everything that was read before the error.
pub(super) struct FillTree<'t>(pub(super) &'t mut Tree);

impl<'de> DeserializeSeed<'de> for FillTree<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for FillTree<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E: de::Error>(self) -> Result<(), E> {
        *self.0 = Tree::Null;
        Ok(())
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<(), E> {
        *self.0 = Tree::Boolean(value);
        Ok(())
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<(), E> {
        *self.0 = Tree::Number(value.into());
        Ok(())
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<(), E> {
        *self.0 = Tree::Number(value.into());
        Ok(())
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<(), E> {
        *self.0 = Number::from_f64(value).map_or(Tree::Null, Tree::Number);
        Ok(())
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<(), E> {
        *self.0 = Tree::Text(value.to_owned());
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        *self.0 = Tree::Array(Vec::new());
        let Tree::Array(elements) = self.0 else { return Ok(()) };
        loop {
            let mut element = Tree::Null;
            let read = seq.next_element_seed(FillTree(&mut element));
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
            let read = map.next_value_seed(FillTree(&mut value));
            entries.push((key, value));
            read?;
        }
        Ok(())
    }
}

impl IntoDeserializer<'_, Error> for &Tree {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for &Tree {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            Tree::Null => visitor.visit_unit(),
            Tree::Boolean(value) => visitor.visit_bool(*value),
            Tree::Number(number) => match (number.as_u64(), number.as_i64(), number.as_f64()) {
                (Some(value), ..) => visitor.visit_u64(value),
                (_, Some(value), _) => visitor.visit_i64(value),
                (.., value) => visitor.visit_f64(value.unwrap_or(f64::NAN)),
            },
            Tree::Text(text) => visitor.visit_str(text),
            Tree::Array(elements) => visitor.visit_seq(SeqDeserializer::new(elements.iter())),
            Tree::Object(entries) => {
                visitor.visit_map(MapDeserializer::new(entries.iter().map(|(key, value)| (key.as_str(), value))))
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            Tree::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, Error> {
        match self {
            Tree::Object(_) if name == CHOICE => visitor.visit_some(MapDeserializer::new(iter::once((self, self)))),
            _ => visitor.visit_newtype_struct(self),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct enum identifier
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn to_json_value(tree: &Tree) -> Value {
        Value::deserialize(tree).unwrap()
    }

    #[test]
    fn decoding_a_json_tree_gives_the_same_result_as_decoding_its_text() {
        let text = r#"{"a":[null,true,1,-1,1.5,"x",[],{}],"b":{"c":{"d":[[0]]}}}"#;
        let tree: Tree = serde_json::from_str(text).unwrap();
        assert_eq!(to_json_value(&tree), serde_json::from_str::<Value>(text).unwrap());
    }

    #[test]
    fn json_tree_contains_all_entries_before_a_syntax_error() {
        let mut tree = Tree::Null;
        let mut text = serde_json::Deserializer::from_str(r#"{"b":[1,[2,x"#);
        FillTree(&mut tree).deserialize(&mut text).unwrap_err();
        assert_eq!(to_json_value(&tree), json!({ "b": [1, [2, null]] }));
        let tree: Tree = serde_json::from_str(r#"{"b":1,"a":2,"b":3}"#).unwrap();
        let Tree::Object(entries) = tree else { panic!("{tree:?}") };
        assert_eq!(entries.iter().map(|(key, _)| key.as_str()).collect::<Vec<_>>(), ["b", "a", "b"]);
    }
}
