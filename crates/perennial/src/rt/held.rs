//! The values that a call stores for the inputs of its operation until it is sent.

use std::any::Any;
use std::sync::Arc;

use reqwest::Body;
use serde::Serialize;

use crate::decode::OfAny;
use crate::doing::Doing;
use crate::encode::{self, Encode, Encoded, Unsupported, Value};
use crate::error::BuildError;
use crate::multipart::Part;

/// The value of an input, which a call stores until it is sent.
pub(super) enum InputValue {
    /// A parameter. It is converted to text when it is set.
    Text(Result<Value, Unsupported>),
    /// A value that is converted to text or JSON when the request is sent.
    Written(Box<dyn Written>),
    /// A body that is still under construction.
    Built(Box<dyn Unbuilt>),
    Files(Vec<Part>),
    Parts(Vec<(String, Part)>),
    /// A body that may be streamed, and therefore cannot be cloned. The builder of an operation with such a body is not
    /// `Clone`.
    Raw(Arc<Body>),
    /// The reason why the value of the input is refused.
    Refused(String),
}

impl InputValue {
    pub(super) fn parameter<T: Serialize>(value: T) -> Self {
        Self::Text(Doing::Sending.during(|| Value::new(&value)))
    }

    pub(super) fn by_serde<T: Serialize + Clone + Send + Sync + 'static>(value: T) -> Self {
        Self::by_encode(OfAny(value))
    }

    pub(super) fn by_encode<T: Encode + Clone + Send + Sync + 'static>(value: T) -> Self {
        Self::Written(Box::new(value))
    }

    pub(super) fn built<T, B>(builder: B) -> Self
    where
        T: Encode + Clone + Send + Sync + 'static,
        B: TryInto<T, Error = BuildError> + Clone + Send + Sync + 'static,
    {
        let build = |builder: B| match builder.try_into() {
            Ok(body) => Ok(Box::new(body) as Box<dyn Written>),
            Err(error) => Err(format!("`body`: {error}")),
        };
        Self::Built(Box::new(Built { builder, build }))
    }
}

impl Clone for InputValue {
    fn clone(&self) -> Self {
        match self {
            Self::Text(value) => Self::Text(value.clone()),
            Self::Written(value) => Self::Written(value.copied()),
            Self::Built(body) => Self::Built(body.copied()),
            Self::Files(files) => Self::Files(files.clone()),
            Self::Parts(parts) => Self::Parts(parts.clone()),
            Self::Raw(body) => Self::Raw(body.clone()),
            Self::Refused(reason) => Self::Refused(reason.clone()),
        }
    }
}

/// A value of any type that can be written as text or as JSON.
pub(super) trait Written: Send + Sync {
    fn value(&self) -> Result<Value, Unsupported>;
    fn json(&self) -> serde_json::Result<Vec<u8>>;
    fn json_value(&self) -> serde_json::Result<serde_json::Value>;
    fn copied(&self) -> Box<dyn Written>;
}

impl<T: Encode + Clone + Send + Sync + 'static> Written for T {
    fn value(&self) -> Result<Value, Unsupported> {
        Value::new(self)
    }

    fn json(&self) -> serde_json::Result<Vec<u8>> {
        encode::json(&Encoded(self))
    }

    fn json_value(&self) -> serde_json::Result<serde_json::Value> {
        serde_json::to_value(self)
    }

    fn copied(&self) -> Box<dyn Written> {
        Box::new(self.clone())
    }
}

/// The builder of a body of any type.
pub(super) trait Unbuilt: Any + Send + Sync {
    fn build(self: Box<Self>) -> Result<Box<dyn Written>, String>;
    fn copied(&self) -> Box<dyn Unbuilt>;
}

/// The builder of a body, together with the function that finishes it.
#[derive(Clone)]
pub(super) struct Built<B> {
    pub(super) builder: B,
    build: fn(B) -> Result<Box<dyn Written>, String>,
}

impl<B: Clone + Send + Sync + 'static> Unbuilt for Built<B> {
    fn build(self: Box<Self>) -> Result<Box<dyn Written>, String> {
        (self.build)(self.builder)
    }

    fn copied(&self) -> Box<dyn Unbuilt> {
        Box::new(self.clone())
    }
}
