//! What a caller sets on the builder of an operation.

use crate::api::{Body, Operation, Parameter};

/// One of the values that a builder holds.
pub enum Input<'a> {
    /// A parameter.
    Parameter(&'a Parameter),
    /// The request body.
    Body(&'a Body),
}

impl Input<'_> {
    /// The input of `operation` whose setter is `name`.
    pub fn find<'a>(name: &str, operation: &'a Operation) -> Option<Input<'a>> {
        let parameter = operation.parameters.iter().find(|parameter| parameter.name == name);
        let body = operation.body.as_ref().filter(|_| name == "body");
        parameter.map(Input::Parameter).or(body.map(Input::Body))
    }
}
