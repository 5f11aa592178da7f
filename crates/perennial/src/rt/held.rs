//! The values of a call's inputs, which the call stores until it is sent.

use std::sync::Arc;

use reqwest::Body;
use serde::Serialize;

use crate::decode::OfAny;
use crate::doing::Doing;
use crate::encode::{self, Encode, Encoded, Unsupported, Value};
use crate::multipart::Part;

#[derive(Clone)]
pub(super) enum InputValue {
    /// A parameter that was converted to text when it was set.
    Text(Result<Value, Unsupported>),
    /// A value that will be converted to text or JSON when the call is sent.
    Written(Box<dyn Stored>),
    /// A body, serialized as JSON or as a form, or the reason why it cannot be serialized.
    Body(Result<Vec<u8>, String>),
    Files(Vec<Part>),
    Parts(Vec<(String, Part)>),
    /// A body that may be a stream. A stream can be sent only once, so the builder of an operation with such a body
    /// does not implement `Clone`.
    Raw(Arc<Body>),
    Refused(String),
}

impl InputValue {
    pub(super) fn parameter<T: Serialize>(value: T) -> Self {
        Self::Text(Doing::Sending.during(|| Value::new(&value)))
    }

    pub(super) fn by_serde<T: Serialize + Clone + Send + Sync + 'static>(value: T) -> Self {
        Self::Written(Box::new(OfAny(value)))
    }
}

/// Writes a body or a part with `write`. Read-only fields are omitted unless `keeps_read_only` is set.
pub(super) fn write_body<T>(keeps_read_only: bool, write: impl FnOnce() -> T) -> T {
    if keeps_read_only { write() } else { Doing::Sending.during(write) }
}

pub(super) trait Written {
    fn value(&self) -> Result<Value, Unsupported>;
    fn json(&self) -> serde_json::Result<Vec<u8>>;
    fn json_value(&self) -> serde_json::Result<serde_json::Value>;
}

impl<T: Encode> Written for T {
    fn value(&self) -> Result<Value, Unsupported> {
        Value::new(self)
    }

    fn json(&self) -> serde_json::Result<Vec<u8>> {
        encode::json(&Encoded(self))
    }

    fn json_value(&self) -> serde_json::Result<serde_json::Value> {
        serde_json::to_value(self)
    }
}

/// A value of any type that can be cloned together with its call.
pub(super) trait Stored: Written + Send + Sync {
    fn copied(&self) -> Box<dyn Stored>;
}

impl<T: Encode + Clone + Send + Sync + 'static> Stored for T {
    fn copied(&self) -> Box<dyn Stored> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn Stored> {
    fn clone(&self) -> Self {
        (**self).copied()
    }
}
