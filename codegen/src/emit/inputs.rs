//! What a caller sets on the builder of an operation: as the model has it, with the types that progenitor gives it.

use std::collections::HashMap;

use quote::format_ident;
use syn::{Ident, Type};

use crate::{
    api::{Body, Parameter, TypeDef},
    diagnostics::Diagnostics,
    names::setters::BODY,
    progenitor::{self, Signature},
};

/// One of the values that a builder holds.
pub struct Input<'a> {
    /// The field, and its setter.
    pub name: Ident,
    /// Its type, as progenitor says.
    pub ty: &'a Type,
    /// What it is, as the model says.
    pub given: Given<'a>,
    /// Where the document has it; a body comes last.
    pub position: usize,
}

/// What a caller sets.
pub enum Given<'a> {
    /// A parameter.
    Parameter(&'a Parameter),
    /// The request body.
    Body {
        /// What the document says of it.
        body: &'a Body,
        /// The struct that it is, if it is put together field by field.
        built: Option<Ident>,
    },
}

impl Input<'_> {
    /// Whether a request without it is refused.
    pub fn is_required(&self) -> bool {
        match &self.given {
            Given::Parameter(parameter) => parameter.required,
            Given::Body { body, .. } => body.required,
        }
    }
}

/// What the builder of an operation holds, in the order of its fields.
///
/// A parameter or body that only the model or only progenitor has is a diagnostic.
pub fn inputs<'a>(
    Signature { operation, inputs: fields, .. }: &'a Signature<'a>,
    types: &HashMap<&str, &TypeDef>,
    diagnostics: &mut Diagnostics,
) -> Vec<Input<'a>> {
    let body = |body| {
        let built = operation.built_body(types).map(|name| format_ident!("{name}"));
        Given::Body { body, built }
    };
    let given = |position| {
        let parameter = operation.parameters.get(position).map(Given::Parameter);
        parameter.or_else(|| operation.body.as_ref().map(body))
    };
    let names = operation.parameters.iter().map(|parameter| parameter.name.as_str());
    let names: Vec<&str> = names.chain(operation.body.as_ref().map(|_| BODY)).collect();
    let mut missing: HashMap<&str, usize> =
        names.iter().enumerate().map(|(position, name)| (*name, position)).collect();
    let mut inputs = Vec::new();
    for progenitor::Input { name, ty } in fields {
        match missing.remove(name.as_str()).and_then(|position| Some((position, given(position)?))) {
            Some((position, given)) => inputs.push(Input { name: format_ident!("{name}"), ty, given, position }),
            None => diagnostics.push(operation.to_string(), format!("progenitor made up a parameter `{name}`")),
        }
    }
    for name in names.iter().filter(|name| missing.contains_key(*name)) {
        diagnostics.push(operation.to_string(), format!("progenitor left out `{name}`"));
    }
    inputs
}
