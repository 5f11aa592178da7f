//! Lists the inputs that a caller sets on the builder of an operation, in the order of the builder's fields.

use crate::{
    api::{Api, Body, Location, Operation, Parameter, TypesByName},
    names::setters::BODY,
};

/// The inputs that the builder of an operation stores.
pub struct Signature<'a> {
    /// The operation.
    pub operation: &'a Operation,
    /// The inputs, in the order that progenitor uses: path parameters in the order of the path, query parameters and parts
    /// by their names on the wire, headers and cookies by their names on the wire, and finally the body.
    pub inputs: Vec<Input<'a>>,
}

/// A value that the builder of an operation stores.
#[derive(Clone, Copy)]
pub struct Input<'a> {
    /// The name of the field and of its setter.
    pub name: &'a str,
    /// Whether a call without this input is refused.
    pub is_required: bool,
    /// The parameter or body that the input sets.
    pub given: InputKind<'a>,
    /// The index among the parameters in the document. A body comes after all parameters.
    pub position: usize,
}

/// A parameter or a request body, which a caller sets.
#[derive(Clone, Copy)]
pub enum InputKind<'a> {
    Parameter(&'a Parameter),
    /// The request body.
    Body {
        /// The declaration of the body in the document.
        body: &'a Body,
        /// The name of the struct, if callers build the body field by field.
        built: Option<&'a str>,
    },
}

/// Returns the signatures of all operations of a model.
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
        },
        InputKind::Body { .. } => (3, None, BODY),
    });
    Signature { operation, inputs }
}
