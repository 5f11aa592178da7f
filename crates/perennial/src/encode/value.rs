//! Values of parameters in a path, a query, a header or a cookie: scalars, lists and objects.

use std::fmt::{self, Display};

use serde::ser::{self, Impossible, Serialize, Serializer};

/// A parameter value, created by serializing the value that the caller passed.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Value {
    /// The value is absent, because it is `None` or `()`.
    Absent,
    Text(String),
    List(Vec<Value>),
    Object(Vec<(String, Value)>),
}

impl Value {
    pub(crate) fn new(value: &(impl Serialize + ?Sized)) -> Result<Self, Unsupported> {
        value.serialize(ToValue)
    }

    /// Returns whether the value is a scalar, a list of scalars, or absent.
    pub(crate) fn is_flat(&self) -> bool {
        let is_one = |value: &Self| matches!(value, Self::Absent | Self::Text(_));
        match self {
            Self::List(items) => items.iter().all(is_one),
            value => is_one(value),
        }
    }
}

/// The reason why a value cannot be sent in a path, a query or a header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Unsupported(std::borrow::Cow<'static, str>);

impl Unsupported {
    pub(super) const OBJECT_WITHIN: Self = Self::because("it contains an object");
    pub(super) const LIST_WITHIN: Self = Self::because("it contains a list within a list or an object");
    pub(crate) const DELIMITER: Self =
        Self::because("one of its values contains the character that separates the values");
    pub(super) const KEY_TEXT: Self =
        Self::because("a key of an object is empty, or contains a character that delimits keys, such as `=` or `]`");
    pub(super) const SPACE: Self = Self::because("it begins or ends with white space, which a receiver would remove");
    pub(super) const COOKIE: Self = Self::because("it contains characters that are not allowed in a cookie");
    pub(super) const PAIRS: Self =
        Self::because("its style would produce several `name=value` pairs, but a cookie consists of only one");
    const KEY: Self = Self::because("a key of an object is not a string");
    const NOT_FINITE: Self = Self::because("it is not a finite number");
    pub(crate) const NO_OBJECT: Self = Self::because("it has no fields");
    const SHAPE: Self =
        Self::because("it is or contains a value that cannot be converted to a string, such as a tuple or bytes");

    const fn because(reason: &'static str) -> Self {
        Self(std::borrow::Cow::Borrowed(reason))
    }
}

impl Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unsupported {}

impl ser::Error for Unsupported {
    fn custom<T: Display>(message: T) -> Self {
        Self(message.to_string().into())
    }
}

/// The serializer that creates a [`Value`]. Unlike `serde_json::to_value`, it writes an `f32` with as few digits as
/// necessary (`0.1`), refuses NaN instead of turning it into null, and writes whole floating-point numbers without a
/// fraction (`500`).
struct ToValue;

macro_rules! texts {
    ($($method:ident($type:ty)),* $(,)?) => {$(
        fn $method(self, value: $type) -> Result<Value, Unsupported> {
            Ok(Value::Text(value.to_string()))
        }
    )*};
}

/// Defines serializer methods that return an error, for kinds of values that generated types never contain, such as
/// tuples and bytes.
macro_rules! refused {
    ($($method:ident($($type:ty),*) -> $made:ty;)*) => {$(
        fn $method(self, $(_: $type),*) -> Result<$made, Unsupported> {
            Err(Unsupported::SHAPE)
        }
    )*};
}

impl Serializer for ToValue {
    type Ok = Value;
    type Error = Unsupported;
    type SerializeSeq = ListSerializer;
    type SerializeTuple = Impossible<Value, Unsupported>;
    type SerializeTupleStruct = Impossible<Value, Unsupported>;
    type SerializeTupleVariant = Impossible<Value, Unsupported>;
    type SerializeMap = ObjectSerializer;
    type SerializeStruct = ObjectSerializer;
    type SerializeStructVariant = Impossible<Value, Unsupported>;

    texts! {
        serialize_bool(bool),
        serialize_i8(i8),
        serialize_i16(i16),
        serialize_i32(i32),
        serialize_i64(i64),
        serialize_i128(i128),
        serialize_u8(u8),
        serialize_u16(u16),
        serialize_u32(u32),
        serialize_u64(u64),
        serialize_u128(u128),
        serialize_char(char),
        serialize_str(&str),
    }

    fn serialize_f32(self, value: f32) -> Result<Value, Unsupported> {
        if value.is_finite() { self.collect_str(&value) } else { Err(Unsupported::NOT_FINITE) }
    }

    fn serialize_f64(self, value: f64) -> Result<Value, Unsupported> {
        if value.is_finite() { self.collect_str(&value) } else { Err(Unsupported::NOT_FINITE) }
    }

    fn serialize_none(self) -> Result<Value, Unsupported> {
        Ok(Value::Absent)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Value, Unsupported> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<Value, Unsupported> {
        Ok(Value::Absent)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<Value, Unsupported> {
        Ok(Value::Absent)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<Value, Unsupported> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<Value, Unsupported> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Value, Unsupported> {
        let field = (variant.to_owned(), Value::new(value)?);
        Ok(Value::Object(vec![field]))
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<ListSerializer, Unsupported> {
        Ok(ListSerializer::default())
    }

    fn serialize_map(self, _: Option<usize>) -> Result<ObjectSerializer, Unsupported> {
        Ok(ObjectSerializer::default())
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<ObjectSerializer, Unsupported> {
        Ok(ObjectSerializer::default())
    }

    refused! {
        serialize_bytes(&[u8]) -> Value;
        serialize_tuple(usize) -> Self::SerializeTuple;
        serialize_tuple_struct(&'static str, usize) -> Self::SerializeTupleStruct;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Self::SerializeTupleVariant;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Self::SerializeStructVariant;
    }
}

#[derive(Default)]
struct ListSerializer(Vec<Value>);

impl ser::SerializeSeq for ListSerializer {
    type Ok = Value;
    type Error = Unsupported;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unsupported> {
        self.0.push(Value::new(value)?);
        Ok(())
    }

    fn end(self) -> Result<Value, Unsupported> {
        Ok(Value::List(self.0))
    }
}

#[derive(Default)]
struct ObjectSerializer {
    fields: Vec<(String, Value)>,
    key: String,
}

impl ser::SerializeStruct for ObjectSerializer {
    type Ok = Value;
    type Error = Unsupported;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Unsupported> {
        self.fields.push((name.to_owned(), Value::new(value)?));
        Ok(())
    }

    fn end(self) -> Result<Value, Unsupported> {
        Ok(Value::Object(self.fields))
    }
}

impl ser::SerializeMap for ObjectSerializer {
    type Ok = Value;
    type Error = Unsupported;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Unsupported> {
        match Value::new(key)? {
            Value::Text(key) => self.key = key,
            _ => return Err(Unsupported::KEY),
        }
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unsupported> {
        let key = std::mem::take(&mut self.key);
        self.fields.push((key, Value::new(value)?));
        Ok(())
    }

    fn end(self) -> Result<Value, Unsupported> {
        Ok(Value::Object(self.fields))
    }
}

#[cfg(test)]
mod tests {
    use serde::Serialize;
    use uuid::Uuid;

    use super::*;

    fn to_text(value: impl Serialize) -> String {
        match Value::new(&value).unwrap() {
            Value::Text(text) => text,
            other => panic!("{other:?} is no text"),
        }
    }

    #[derive(Serialize)]
    struct Wrapped<T>(T);

    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    enum Unit {
        LastDay,
    }

    #[test]
    fn scalar_parameter_is_converted_to_its_plain_text() {
        assert_eq!(to_text(true), "true");
        assert_eq!(to_text('é'), "é");
        assert_eq!(to_text(Some(Wrapped("a b"))), "a b");
        assert_eq!(to_text(Unit::LastDay), "lastDay");
        assert_eq!(to_text(Uuid::nil()), Uuid::nil().to_string());
        assert_eq!(to_text(i64::MIN), i64::MIN.to_string());
    }

    #[test]
    fn number_parameter_is_written_with_as_few_digits_as_possible() {
        assert_eq!(to_text(10.0), "10");
        assert_eq!(to_text(0.1_f32), "0.1");
        assert_eq!(to_text(1e-7), "0.0000001");
        assert_eq!(to_text(2_f64.powi(53)), "9007199254740992");
    }

    #[test]
    fn refuses_nan_and_infinity_as_parameter_values() {
        for value in [f64::NAN, f64::INFINITY] {
            assert_eq!(Value::new(&value), Err(Unsupported::NOT_FINITE));
        }
    }

    #[test]
    fn object_parameter_retains_the_order_of_its_fields() {
        let object = serde_json::from_str::<serde_json::Value>(r#"{"a":1,"b":[true,null]}"#).unwrap();
        assert_eq!(
            Value::new(&object).unwrap(),
            Value::Object(vec![
                ("a".to_owned(), Value::Text("1".to_owned())),
                ("b".to_owned(), Value::List(vec![Value::Text("true".to_owned()), Value::Absent])),
            ])
        );
    }
}
