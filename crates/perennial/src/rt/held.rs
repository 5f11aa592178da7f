//! The values that a call stores for the inputs of its operation until it is sent.

use std::sync::Arc;

use reqwest::Body;
use serde::Serialize;

use crate::decode::OfAny;
use crate::doing::Doing;
use crate::encode::{self, Encode, Encoded, Unsupported, Value};
use crate::multipart::Part;

/// The value of an input, which a call stores until it is sent.
#[derive(Clone)]
pub(super) enum InputValue {
    /// A parameter. It is converted to text when it is set.
    Text(Result<Value, Unsupported>),
    /// A value that is converted to text or JSON when the request is sent.
    Written(Box<dyn Stored>),
    /// A body of JSON or of form fields, or the reason why it cannot be written.
    Body(Result<Vec<u8>, String>),
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
        Self::Written(Box::new(OfAny(value)))
    }
}

/// Writes a body or a part. Read-only fields are omitted, unless the call keeps them.
pub(super) fn write_body<T>(keeps_read_only: bool, write: impl FnOnce() -> T) -> T {
    if keeps_read_only { write() } else { Doing::Sending.during(write) }
}

/// A value of any type that can be written as text or as JSON.
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

/// A value of any type that a call stores until it is sent, and that can be cloned together with the call.
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
