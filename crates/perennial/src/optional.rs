//! The types of the arguments that setters accept. The setter of a required parameter or field accepts a value. The
//! setter of an optional parameter or field also accepts an `Option`.
//!
//! ```text
//! client.checks().list().limit(10).tag(args.tag) // `args.tag` is an `Option<String>`
//! ```

use std::borrow::Cow;
use std::convert::Infallible;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value};
use uuid::Uuid;

use crate::decode::Decode;
use crate::encode::Encode;

/// Implemented by the arguments of a setter for an optional `T`: a `T`, a value that converts into a `T`, or an
/// [`Option`] of one of these. With `None`, the setter keeps a value that was set before.
///
/// The trait is implemented for every `V: TryInto<T>` and for `Option<V>`. It is also implemented for arrays of `&str`
/// if `T` is a list of strings, and for references to UUIDs if `T` is a UUID. The parameter `Form` is always inferred.
/// It exists only because the implementations would overlap without it.
///
/// ```text
/// client.books().list().limit(10) // a value
/// client.books().list().limit(args.limit) // an `Option`
/// client.books().list().tags(["history", "maps"]) // an array of `&str`
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a `{T}` or an `Option<{T}>`, and cannot be converted into either",
    label = "this setter takes a `{T}`, a value that converts into one (`TryInto`), or an `Option` of either"
)]
pub trait IntoOptional<T, Form> {
    /// The error of a failed conversion.
    type Error;

    /// Converts the value inside `Some`. Returns `None` for `None`.
    ///
    /// # Errors
    ///
    /// Fails if the value cannot be converted.
    #[doc(hidden)]
    fn into_optional(self) -> Result<Option<T>, Self::Error>;
}

/// Implemented by the arguments of a setter for a required `T`: a `T`, or a value that converts into a `T`.
///
/// The trait is implemented for every type that implements [`IntoOptional`], except for `Option`. The parameter `Form`
/// is always inferred.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not convert into a `{T}`",
    label = "this setter takes a `{T}`, or a value that converts into one (`TryInto`)"
)]
pub trait IntoRequired<T, Form>: IntoOptional<T, Form> {}

impl<T, V: TryInto<T>> IntoRequired<T, Plain> for V {}

impl<const N: usize> IntoRequired<Vec<String>, Borrowed> for [&str; N] {}

impl IntoRequired<Uuid, Borrowed> for &Uuid {}

/// A marker type for the type parameter `Form` of [`IntoOptional`] and [`IntoRequired`]. The compiler infers it if
/// `TryInto` converts the argument directly into the type that the setter requires.
#[derive(Debug)]
pub enum Plain {}

/// A marker type for the type parameter `Form` of [`IntoOptional`]. The compiler infers it if the argument is an
/// [`Option`] whose value `TryInto` converts into the type that the setter requires.
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

/// A marker type for the type parameter `Form` of [`IntoOptional`] and [`IntoRequired`]. The compiler infers it if the
/// argument is a `&Uuid` or an array of `&str`. For [`IntoOptional`], the argument may also be an `Option` of one of
/// these.
#[derive(Debug)]
pub enum Borrowed {}

// `Vec<&str>` has no implementation, because the type of `Vec::new()` could then not be inferred.
impl<const N: usize> IntoOptional<Vec<String>, Borrowed> for [&str; N] {
    type Error = Infallible;

    fn into_optional(self) -> Result<Option<Vec<String>>, Infallible> {
        Ok(Some(self.map(str::to_owned).into()))
    }
}

impl<const N: usize> IntoOptional<Vec<String>, Borrowed> for Option<[&str; N]> {
    type Error = Infallible;

    fn into_optional(self) -> Result<Option<Vec<String>>, Infallible> {
        Ok(self.map(|list| list.map(str::to_owned).into()))
    }
}

impl IntoOptional<Uuid, Borrowed> for &Uuid {
    type Error = Infallible;

    fn into_optional(self) -> Result<Option<Uuid>, Infallible> {
        Ok(Some(*self))
    }
}

impl IntoOptional<Uuid, Borrowed> for Option<&Uuid> {
    type Error = Infallible;

    fn into_optional(self) -> Result<Option<Uuid>, Infallible> {
        Ok(self.copied())
    }
}

/// A JSON value that is passed to a setter. A setter converts its argument into this type if the parameter or field is
/// optional and accepts any JSON value.
///
/// The argument is converted into a `Json` and not into a [`Value`], because `None` would be ambiguous: it
/// also converts into the [`Value`] null.
///
/// ```text
/// types::Book::builder().extra(serde_json::json!({ "shelf": 3 })) // any JSON value
/// types::Book::builder().extra("third shelf") // a string
/// ```
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

    /// Converts an argument as a setter does. This is a function, so that `Form` is inferred.
    fn convert<T, M>(value: impl IntoOptional<T, M, Error: Debug>) -> Option<T> {
        value.into_optional().unwrap()
    }

    #[test]
    fn optional_setter_accepts_values_and_options_of_any_type() {
        assert_eq!(convert::<i64, _>(5), Some(5));
        assert_eq!(convert::<i64, _>(Some(5_u8)), Some(5));
        assert_eq!(convert::<i64, _>(None::<i64>), None);
        assert_eq!(convert::<String, _>("a"), Some("a".to_owned()));
        assert_eq!(convert::<String, _>(Some("a")), Some("a".to_owned()));
        assert_eq!(convert::<Vec<i64>, _>(Some(vec![1])), Some(vec![1]));
    }

    #[test]
    fn optional_setter_accepts_borrowed_strings_and_uuids() {
        let expected = || Some(vec!["a".to_owned(), "b".to_owned()]);
        let list = ["a", "b"];
        assert_eq!(convert::<Vec<String>, _>(list), expected());
        assert_eq!(convert::<Vec<String>, _>(Some(list)), expected());
        assert_eq!(convert::<Vec<String>, _>(list.map(str::to_owned)), expected());
        assert_eq!(convert::<Vec<String>, _>(None::<Vec<String>>), None);
        assert_eq!(convert::<Vec<String>, _>(Vec::new()), Some(Vec::new()));
        let id = Uuid::from_u128(7);
        assert_eq!(
            (convert::<Uuid, _>(&id), convert::<Uuid, _>(Some(&id)), convert(id)),
            (Some(id), Some(id), Some(id))
        );
        assert_eq!(convert::<Uuid, _>(None::<&Uuid>), None);
    }

    #[test]
    fn required_setter_accepts_borrowed_strings_and_uuids() {
        fn convert<T, M>(value: impl IntoRequired<T, M, Error: Debug>) -> T {
            value.into_optional().unwrap().unwrap()
        }
        let id = Uuid::from_u128(7);
        let text = id.to_string();
        assert_eq!([convert::<Uuid, _>(&id), convert(id), convert(&*text), convert(text)], [id; 4]);
        let list = ["a".to_owned(), "b".to_owned()];
        assert_eq!(convert::<Vec<String>, _>(["a", "b"]), list);
        assert_eq!(convert::<Vec<String>, _>(list.clone()), list);
        assert_eq!(convert::<Vec<String>, _>(list.to_vec()), list);
        assert_eq!(convert::<Vec<String>, _>(Vec::new()), Vec::<String>::new());
        assert_eq!(convert::<Vec<String>, _>(list.iter().map(String::clone).collect::<Vec<_>>()), list);
    }

    #[test]
    fn optional_setter_rejects_a_value_that_does_not_convert() {
        fn fails<M>(value: impl IntoOptional<u8, M>) -> bool {
            value.into_optional().is_err()
        }
        assert!(fails(300) && fails(Some(300)));
        assert!(!fails(None::<i32>));
    }

    #[test]
    fn none_leaves_a_json_parameter_unset_instead_of_null() {
        for (json, expected) in [
            (convert::<Json, _>("a"), Some(json!("a"))),
            (convert(Some(1)), Some(json!(1))),
            (convert(vec![true]), Some(json!([true]))),
            (convert(Some(Value::Null)), Some(Value::Null)),
            (convert(Value::Null), Some(Value::Null)),
            (convert(None::<Value>), None),
        ] {
            assert_eq!(json.map(Value::from), expected);
        }
    }
}
