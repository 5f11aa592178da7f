//! The inputs that a caller sets on the builder of an operation, in the order of the builder's fields.

use crate::{
    api::{Api, Body, Location, Operation, Parameter, TypesByName},
    names::setters::BODY,
};

/// The inputs that the builder of an operation holds.
pub struct Signature<'a> {
    /// Of which operation.
    pub operation: &'a Operation,
    /// The order is that of progenitor: what is in the path, as it stands there; then queries and parts; then headers and
    /// cookies, all by their names on the wire; then the body.
    pub inputs: Vec<Input<'a>>,
}

/// One of the values that a builder holds.
#[derive(Clone, Copy)]
pub struct Input<'a> {
    /// The field, and its setter.
    pub name: &'a str,
    /// Set if a request without it is refused.
    pub is_required: bool,
    /// The thing that is given.
    pub given: Given<'a>,
    /// Where the document has it; a body comes last.
    pub position: usize,
}

/// The things that a caller sets.
#[derive(Clone, Copy)]
pub enum Given<'a> {
    /// A parameter.
    Parameter(&'a Parameter),
    /// The request body.
    Body {
        /// The declaration of the body in the document.
        body: &'a Body,
        /// The struct that it is, if it is put together field by field.
        built: Option<&'a str>,
    },
}

/// The signatures of all operations, as the model has them.
pub fn signatures(api: &Api) -> Vec<Signature<'_>> {
    let types = api.types_by_name();
    api.operations.iter().map(|operation| signature(operation, &types)).collect()
}

fn signature<'a>(operation: &'a Operation, types: &TypesByName<'a>) -> Signature<'a> {
    let parameter = |(position, it): (usize, &'a Parameter)| Input {
        name: &it.name,
        is_required: it.required,
        given: Given::Parameter(it),
        position,
    };
    let body = operation.body.as_ref().map(|body| Input {
        name: BODY,
        is_required: body.required,
        given: Given::Body { body, built: operation.built_body(types) },
        position: operation.parameters.len(),
    });
    let mut inputs: Vec<Input<'_>> = operation.parameters.iter().enumerate().map(parameter).chain(body).collect();
    inputs.sort_by_cached_key(|input| match input.given {
        Given::Parameter(Parameter { wire_name, location, .. }) => match location {
            Location::Path(_) => (0, operation.path.find(&format!("{{{wire_name}}}")), wire_name.as_str()),
            Location::Query(_) | Location::Part(_) => (1, None, wire_name.as_str()),
            Location::Header(_) | Location::Cookie(_) => (2, None, wire_name.as_str()),
        },
        Given::Body { .. } => (3, None, BODY),
    });
    Signature { operation, inputs }
}
