//! The requests that the service sends by itself.

use super::{Type, Value};

/// A webhook or a callback: its body is what a program receives.
#[derive(Debug)]
pub struct Webhook {
    /// The name in the document.
    pub name: String,
    /// The id of the operation whose callback it is.
    pub operation: Option<String>,
    /// The first line of its documentation.
    pub summary: String,
    /// The body.
    pub value: Value,
}

impl Webhook {
    /// The named type that the body is made of.
    pub fn type_name(&self) -> Option<&str> {
        Type::mentioned(&self.value.ty)
    }
}
