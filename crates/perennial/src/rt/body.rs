//! The body of a call, until the call is sent.

use std::fmt::{self, Debug, Display};

use serde::Serialize;

use super::call::{BODY, Call, convert_argument, convert_argument_with_reason};
use super::form::encode_form;
use super::held::{InputValue, Written};
use super::input::InputPlace;
use crate::decode::OfAny;
use crate::doing::Doing;
use crate::encode::Encode;
use crate::error::BuildError;
use crate::optional::IntoOptional;

/// A body of type `T`, or of a type whose builder is `T`.
///
/// The type is a parameter, and the value is not stored behind a trait object: rustc would have to prove that `T` is `Send`,
/// and follows all types that `T` contains. It gives up if they are nested deeply.
#[derive(Clone)]
pub enum Body<T> {
    Unset,
    /// A setter was called with `None`, which is sent as null.
    Null,
    /// The value is in a box, so that a setter moves only a pointer.
    Set(Box<T>),
    /// The reason why the value is refused.
    Refused(String),
}

impl<T> Default for Body<T> {
    fn default() -> Self {
        Self::Unset
    }
}

/// Shows no value, which may be private.
impl<T> Debug for Body<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}

/// The methods that the setters of generated code call. If a value does not convert, the reason is reported when the call
/// is sent.
impl<T> Body<T> {
    /// Sets the body, unless the value is `None`.
    pub fn set<Form>(self, value: impl IntoOptional<T, Form>) -> Self {
        self.replace_by(convert_argument(BODY, value)).unwrap_or_else(|unchanged| unchanged)
    }

    /// Sets the body. `None` is sent as null.
    pub fn set_or_null<Form>(self, value: impl IntoOptional<T, Form>) -> Self {
        self.replace_by(convert_argument(BODY, value)).unwrap_or(Self::Null)
    }

    /// Same as [`set`](Self::set), for a body whose builder is `T`. The body is sent completely:
    /// `keep_undeclared` is called on the builder.
    pub fn set_built<V, Form>(
        self,
        value: impl IntoOptional<V, Form, Error: Display>,
        keep_undeclared: fn(T) -> T,
    ) -> Self
    where
        T: From<V>,
    {
        let value = convert_argument_with_reason(BODY, value);
        let value = value.map(|value| value.map(|value| keep_undeclared(value.into())));
        self.replace_by(value).unwrap_or_else(|unchanged| unchanged)
    }

    /// Same as [`set_built`](Self::set_built), but `None` is sent as null.
    pub fn set_built_or_null<V, Form>(
        self,
        value: impl IntoOptional<V, Form, Error: Display>,
        keep_undeclared: fn(T) -> T,
    ) -> Self
    where
        T: From<V>,
    {
        let value = convert_argument_with_reason(BODY, value);
        self.replace_by(value.map(|value| value.map(|value| keep_undeclared(value.into())))).unwrap_or(Self::Null)
    }

    /// Returns the body after a setter was called, or the unchanged body if the setter was called with `None`.
    fn replace_by(self, value: Result<Option<T>, String>) -> Result<Self, Self> {
        match value {
            Ok(Some(value)) => Ok(Self::Set(Box::new(value))),
            Ok(None) => Err(self),
            Err(reason) => Ok(Self::Refused(reason)),
        }
    }
}

impl<B: Default> Body<B> {
    /// Creates a body with an empty builder, for an operation whose body is required.
    pub fn begun() -> Self {
        Self::Set(Box::default())
    }

    /// Changes the body through its builder, which is empty if no body is set. If an earlier body was refused, the
    /// refusal remains.
    pub fn change(self, change: impl FnOnce(B) -> B) -> Self {
        match self {
            Self::Set(builder) => Self::Set(Box::new(change(*builder))),
            Self::Unset | Self::Null => Self::Set(Box::new(change(B::default()))),
            Self::Refused(reason) => Self::Refused(reason),
        }
    }
}

/// The methods that write the body before the call is sent.
impl Call {
    /// Writes the body.
    #[must_use]
    pub fn with_body<T: Encode>(self, body: Body<T>) -> Self {
        match body {
            Body::Unset => self,
            Body::Null => self.with_value(&OfAny(())),
            Body::Set(value) => self.with_value(&*value),
            Body::Refused(reason) => self.with_body_value(InputValue::Refused(reason)),
        }
    }

    /// Writes a body whose type is an own type.
    #[must_use]
    pub fn with_own_body<T: Serialize>(self, body: Body<T>) -> Self {
        match body {
            Body::Set(value) => self.with_value(&OfAny(&*value)),
            Body::Unset | Body::Null | Body::Refused(_) => self.with_body(body.without_value()),
        }
    }

    /// Builds the body, and writes it.
    #[must_use]
    pub fn with_built_body<T, B>(self, body: Body<B>) -> Self
    where
        T: Encode,
        B: TryInto<T, Error = BuildError>,
    {
        match body {
            Body::Set(builder) => match (*builder).try_into() {
                Ok(value) => self.with_value(&value),
                Err(error) => self.with_body_value(InputValue::Refused(format!("`{BODY}`: {error}"))),
            },
            Body::Unset | Body::Null | Body::Refused(_) => self.with_body(body.without_value()),
        }
    }

    fn with_value(self, value: &impl Encode) -> Self {
        let Some((_, input)) = self.input(BODY) else { return self };
        let encode = || encode_body(input.place, value);
        let body = if self.0.keeps_read_only { encode() } else { Doing::Sending.during(encode) };
        self.with_body_value(InputValue::Body(body))
    }

    fn with_body_value(mut self, value: InputValue) -> Self {
        self.replace(BODY, value);
        self
    }
}

impl<T> Body<T> {
    /// Returns the body if it contains no value.
    fn without_value(self) -> Body<OfAny<()>> {
        match self {
            Self::Unset | Self::Set(_) => Body::Unset,
            Self::Null => Body::Null,
            Self::Refused(reason) => Body::Refused(reason),
        }
    }
}

/// Encodes a body as a form or as JSON.
fn encode_body(place: InputPlace, value: &dyn Written) -> Result<Vec<u8>, String> {
    match place {
        InputPlace::FormBody(styles) => {
            encode_form(value, styles).map(String::into_bytes).map_err(|error| error.to_string())
        }
        _ => value.json().map_err(|error| error.to_string()),
    }
}
