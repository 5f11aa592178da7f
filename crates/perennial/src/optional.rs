//! The arguments of the setters of optional parameters and fields: a value, or an [`Option`] of one.
//!
//! ```text
//! client.checks().list().limit(10).tag(args.tag) // `args.tag` is an `Option<String>`
//! ```

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value};

use crate::decode::Decode;
use crate::encode::Encode;

/// An argument of an optional setter of type `T`: a `T`, a value that converts into one, or an [`Option`] of either.
/// `None` changes nothing: what was set before stays, and what was not set is left out.
///
/// Implemented for every `V: TryInto<T>` and its `Option<V>`. `Form` tells these apart and is always inferred.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither a `{T}` nor an `Option` of one, nor does it convert into either",
    label = "this setter takes a `{T}`, what converts into one (`TryInto`), or an `Option` of either"
)]
pub trait IntoOptional<T, Form> {
    /// The reason why a value cannot be converted.
    type Error;

    /// The value, if there is one.
    ///
    /// # Errors
    ///
    /// The value cannot be converted.
    #[doc(hidden)]
    fn into_optional(self) -> Result<Option<T>, Self::Error>;
}

/// The form of a value.
#[derive(Debug)]
pub enum Plain {}

/// The form of an [`Option`].
#[derive(Debug)]
pub enum Wrapped {}

impl<T, V: TryInto<T>> IntoOptional<T, Plain> for V {
    type Error = V::Error;

    fn into_optional(self) -> Result<Option<T>, Self::Error> {
        self.try_into().map(Some)
    }
}

impl<T, V: TryInto<T>> IntoOptional<T, Wrapped> for Option<V> {
    type Error = V::Error;

    fn into_optional(self) -> Result<Option<T>, Self::Error> {
        self.map(V::try_into).transpose()
    }
}

/// Any JSON value, for setters that take one.
///
/// A [`Value`] itself can be made of an `Option`, with null for `None`; so it would be ambiguous what an `Option`
/// means.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Json(Value);

impl Decode for Json {}

impl Encode for Json {}

impl From<Json> for Value {
    fn from(json: Json) -> Self {
        json.0
    }
}

macro_rules! json_from {
    ($($ty:ty),* $(,)?) => {$(
        impl From<$ty> for Json {
            fn from(value: $ty) -> Self {
                Self(value.into())
            }
        }
    )*};
}
json_from! {
    Value, Map<String, Value>, Number, String, &str, Cow<'_, str>, bool, (),
    f32, f64, i8, i16, i32, i64, isize, u8, u16, u32, u64, usize,
}

impl<T: Into<Value>> From<Vec<T>> for Json {
    fn from(values: Vec<T>) -> Self {
        Self(values.into())
    }
}

impl<T: Into<Value>, const N: usize> From<[T; N]> for Json {
    fn from(values: [T; N]) -> Self {
        Self(values.into())
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use serde_json::json;

    use super::*;

    /// As a setter takes it, without naming the form.
    fn taken<T, M>(value: impl IntoOptional<T, M, Error: Debug>) -> Option<T> {
        value.into_optional().unwrap()
    }

    #[test]
    fn a_value_what_converts_into_it_and_an_option_of_either_are_taken() {
        assert_eq!(taken::<i64, _>(5), Some(5));
        assert_eq!(taken::<i64, _>(Some(5_u8)), Some(5));
        assert_eq!(taken::<i64, _>(None::<i64>), None);
        assert_eq!(taken::<String, _>("a"), Some("a".to_owned()));
        assert_eq!(taken::<String, _>(Some("a")), Some("a".to_owned()));
        assert_eq!(taken::<Vec<i64>, _>(Some(vec![1])), Some(vec![1]));
    }

    #[test]
    fn a_value_in_an_option_that_does_not_convert_is_an_error() {
        fn fails<M>(value: impl IntoOptional<u8, M>) -> bool {
            value.into_optional().is_err()
        }
        assert!(fails(300) && fails(Some(300)));
        assert!(!fails(None::<i32>));
    }

    #[test]
    fn none_is_not_null_where_any_json_is_taken() {
        for (json, expected) in [
            (taken::<Json, _>("a"), Some(json!("a"))),
            (taken(Some(1)), Some(json!(1))),
            (taken(vec![true]), Some(json!([true]))),
            (taken(Some(Value::Null)), Some(Value::Null)),
            (taken(Value::Null), Some(Value::Null)),
            (taken(None::<Value>), None),
        ] {
            assert_eq!(json.map(Value::from), expected);
        }
    }
}
