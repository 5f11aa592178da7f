//! What a caller sets on the builder of an operation.

use std::collections::BTreeMap;

use quote::format_ident;
use syn::Ident;

use crate::api::{Body, Operation, Parameter, TypeDef};

/// One of the values that a builder holds.
pub enum Input<'a> {
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

impl<'a> Input<'a> {
    /// The input of `operation` whose setter is `name`; `types` are all types by name.
    pub fn find(name: &str, operation: &'a Operation, types: &BTreeMap<&str, &TypeDef>) -> Option<Self> {
        let parameter = operation.parameters.iter().find(|parameter| parameter.name == name);
        let body = operation.body.as_ref().filter(|_| name == "body").map(|body| {
            let built = operation.built_body(types).map(|name| format_ident!("{name}"));
            Input::Body { body, built }
        });
        parameter.map(Input::Parameter).or(body)
    }
}
