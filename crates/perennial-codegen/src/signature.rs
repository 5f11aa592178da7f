//! Lists the inputs of each operation: the values that a caller sets on its builder.

use crate::{
    api::{Api, Body, Location, Operation, Parameter, TypesByName},
    names::setters::BODY,
};

/// An operation with the inputs that its builder stores.
pub struct Signature<'a> {
    pub operation: &'a Operation,
    /// The inputs, in the order in which progenitor generates them: path parameters in the order of the path; query
    /// parameters and parts, sorted by their names on the wire; headers and cookies, sorted by their names on the wire;
    /// bodies of other media types, sorted by media type; the body.
    pub inputs: Vec<Input<'a>>,
}

/// A value that a caller sets on an operation's builder.
#[derive(Clone, Copy)]
pub struct Input<'a> {
    /// The name of the builder's setter for the input.
    pub name: &'a str,
    /// Whether the client refuses a call without this input.
    pub is_required: bool,
    pub given: InputKind<'a>,
    /// The input's index among the operation's parameters in the document. The body comes after all parameters.
    pub position: usize,
}

#[derive(Clone, Copy)]
pub enum InputKind<'a> {
    Parameter(&'a Parameter),
    Body {
        body: &'a Body,
        /// The name of the body's struct, if callers can set its fields one by one.
        built: Option<&'a str>,
    },
}

pub fn signatures(api: &Api) -> Vec<Signature<'_>> {
    let types = api.types_by_name();
    api.operations.iter().map(|operation| signature(operation, &types)).collect()
}

fn signature<'a>(operation: &'a Operation, types: &TypesByName<'a>) -> Signature<'a> {
    let parameter = |(position, it): (usize, &'a Parameter)| Input {
        name: &it.name,
        is_required: it.required,
        given: InputKind::Parameter(it),
        position,
    };
    let body = operation.body.as_ref().map(|body| Input {
        name: BODY,
        is_required: body.required,
        given: InputKind::Body { body, built: operation.built_struct(types) },
        position: operation.parameters.len(),
    });
    let mut inputs: Vec<Input<'_>> = operation.parameters.iter().enumerate().map(parameter).chain(body).collect();
    inputs.sort_by_cached_key(|input| match input.given {
        InputKind::Parameter(Parameter { wire_name, location, .. }) => match location {
            Location::Path(_) => (0, operation.path.find(&format!("{{{wire_name}}}")), wire_name.as_str()),
            Location::Query(_) | Location::Part(_) => (1, None, wire_name.as_str()),
            Location::Header(_) | Location::Cookie(_) => (2, None, wire_name.as_str()),
            Location::Body => (3, None, wire_name.as_str()),
        },
        InputKind::Body { .. } => (4, None, BODY),
    });
    Signature { operation, inputs }
}
