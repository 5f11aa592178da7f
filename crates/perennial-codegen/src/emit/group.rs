//! Templates of a group: what present and former ones have in common.

use super::{documentation, layout::block};
use crate::{api::Operation, rust_type, text::markdown::code_span};

/// The method of `Client` that gives a group.
pub fn accessor(attributes: &str, name: &str, type_name: &str) -> String {
    format!(
        "{attributes}pub fn {name}(&self) -> tags::{type_name} {{
            tags::{type_name} {{
                client: self.0.clone()
            }}
        }}\n"
    )
}

/// The struct of a group.
pub fn structure(cfg: &str, attributes: &str, name: &str, methods: &str) -> String {
    cfg.to_owned()
        + &block(
            "::perennial::__private::v1::tag!",
            &(attributes.to_owned() + &block(&format!("pub struct {name}"), methods)),
        )
}

/// Says in words what an operation sends, and where it is described.
pub fn request(operation: &Operation) -> String {
    let Operation { method, path, .. } = operation;
    format!("{}. {}", code_span(&format!("{method} {path}")), documentation::builder(operation))
}

/// The method of a group that begins an operation, with what its path needs.
pub fn method(attributes: &str, operation: &Operation, name: &str) -> String {
    let arguments = operation.path_parameters().into_iter().map(|parameter| {
        let how = if parameter.ty.is_time() { "(explained) " } else { "" };
        format!("{how}{}: {}", parameter.name, rust_type::plain(&parameter.ty).code())
    });
    format!("{attributes}{name}({}) -> {};\n", arguments.collect::<Vec<_>>().join(", "), operation.builder)
}
