//! The body of a call that has not been sent yet.

use std::fmt::{self, Debug, Display};

use serde::Serialize;

use super::call::{BODY, Call, convert_argument, convert_argument_with_reason};
use super::form::encode_form;
use super::held::{InputValue, Written, write_body};
use super::input::InputPlace;
use crate::decode::OfAny;
use crate::encode::Encode;
use crate::error::BuildError;
use crate::optional::IntoOptional;

/// The request body that was set for a call. `T` is the builder of the body's type, or the body's type itself if
/// it has no builder.
///
/// `T` is a type parameter, because a trait object would have to be `Send`. To prove that `T` is `Send`, rustc would
/// have to follow all types that `T` contains, and it gives up if they are nested deeply.
///
/// The value is boxed, so that setters only move a pointer. The box is absent (`None`) until a setter is called.
#[derive(Clone)]
pub struct Body<T>(Option<Box<BodyValue<T>>>);

#[derive(Clone)]
enum BodyValue<T> {
    Null,
    Set(T),
    Refused(String),
}

impl<T> Default for Body<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T> From<BodyValue<T>> for Body<T> {
    fn from(value: BodyValue<T>) -> Self {
        Self(Some(Box::new(value)))
    }
}

/// Omits the value, which may be private.
impl<T> Debug for Body<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}

/// The methods that generated setters call. If a value cannot be converted, sending the call reports the reason.
impl<T> Body<T> {
    /// Sets the body to null.
    ///
    /// The setter of a nullable body first calls this method, and then [`set`](Self::set) or
    /// [`set_built`](Self::set_built), which ignore `None`. A caller can therefore pass `None` to send null.
    pub fn null(self) -> Self {
        BodyValue::Null.into()
    }

    /// Sets the body to `value`. If `value` is `None`, the body is not changed.
    pub fn set<Form>(self, value: impl IntoOptional<T, Form>) -> Self {
        self.store(convert_argument(BODY, value))
    }

    /// Same as [`set`](Self::set), but stores a builder of the body instead of the finished body.
    ///
    /// `keep_undeclared` is applied to the builder, so that fields of `value` that the document does not declare are
    /// also sent.
    pub fn set_built<V, Form>(
        self,
        value: impl IntoOptional<V, Form, Error: Display>,
        keep_undeclared: fn(T) -> T,
    ) -> Self
    where
        T: From<V>,
    {
        let value = convert_argument_with_reason(BODY, value);
        self.store(value.map(|value| value.map(|value| keep_undeclared(value.into()))))
    }

    fn store(self, value: Result<Option<T>, String>) -> Self {
        match value {
            Ok(Some(value)) => BodyValue::Set(value).into(),
            Ok(None) => self,
            Err(reason) => BodyValue::Refused(reason).into(),
        }
    }
}

impl<B: Default> Body<B> {
    /// Changes the body: passes its builder to `change`, and stores the result. If the body is null or has not been
    /// set, `change` gets an empty builder.
    ///
    /// If an earlier value of the body was refused, `change` is not called.
    pub fn change(self, change: impl FnOnce(B) -> B) -> Self {
        let builder = match self.0.map(|value| *value) {
            Some(BodyValue::Set(builder)) => builder,
            Some(BodyValue::Null) | None => B::default(),
            Some(BodyValue::Refused(reason)) => return BodyValue::Refused(reason).into(),
        };
        BodyValue::Set(change(builder)).into()
    }
}

/// The methods that encode the body when the call is sent.
impl Call {
    pub fn with_body<T: Encode>(self, body: Body<T>) -> Self {
        self.add_body(body, |call, value| call.with_value(&value))
    }

    /// Adds a body of a custom type to the call. A custom type replaces a generated type, as configured under
    /// `client.types` in the client's `names.json`.
    pub fn with_own_body<T: Serialize>(self, body: Body<T>) -> Self {
        self.add_body(body, |call, value| call.with_value(&OfAny(value)))
    }

    /// Builds the body, and adds it to the call.
    ///
    /// If the operation requires a body that is not null, and neither this body nor an alternative one was set, the
    /// body is built from an empty builder.
    pub fn with_built<T, B>(self, body: Body<B>) -> Self
    where
        T: Encode,
        B: Default + TryInto<T, Error = BuildError>,
    {
        let is_required = self.input(BODY).is_some_and(|input| input.is_required && !input.is_nullable);
        let body = if is_required && !self.has_alternative_body() { body.change(|builder| builder) } else { body };
        self.add_body(body, |call, builder| match builder.try_into() {
            Ok(value) => call.with_value(&value),
            Err(error) => call.with_body_value(InputValue::Refused(format!("`{BODY}`: {error}"))),
        })
    }

    fn add_body<T>(self, body: Body<T>, write: fn(Self, T) -> Self) -> Self {
        match body.0.map(|value| *value) {
            None => self,
            Some(BodyValue::Null) => self.with_value(&OfAny(())),
            Some(BodyValue::Set(value)) => write(self, value),
            Some(BodyValue::Refused(reason)) => self.with_body_value(InputValue::Refused(reason)),
        }
    }

    fn with_value(self, value: &impl Encode) -> Self {
        let Some(input) = self.input(BODY) else { return self };
        let body = write_body(self.0.keeps_read_only, || encode_body(input.place, value));
        self.with_body_value(InputValue::Body(body))
    }

    fn with_body_value(mut self, value: InputValue) -> Self {
        self.replace(BODY, value);
        self
    }
}

fn encode_body(place: InputPlace, value: &dyn Written) -> Result<Vec<u8>, String> {
    match place {
        InputPlace::FormBody(styles) => {
            encode_form(value, styles).map(String::into_bytes).map_err(|error| error.to_string())
        }
        _ => value.json().map_err(|error| error.to_string()),
    }
}
