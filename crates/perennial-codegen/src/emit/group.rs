//! Templates that current and former groups share.

use super::{former::Argument, layout::block};
use crate::{api::Operation, rust_type};

pub fn accessor(attributes: &str, name: &str, type_name: &str) -> String {
    format!(
        "{attributes}pub fn {name}(&self) -> tags::{type_name} {{ tags::{type_name} {{ client: self.0.clone() }} }}\n"
    )
}

/// Writes the struct of a group. It has a named field, because a tuple struct would prevent methods from having an
/// argument of the same name. Such names occur in scripts without upper and lower case, in which a parameter and a tag
/// can have the same Rust name.
pub fn structure(cfg: &str, attributes: &str, name: &str, methods: &str) -> String {
    let methods = if methods.is_empty() { String::new() } else { block(&format!("{cfg}impl {name}"), methods) };
    format!(
        "{attributes}{cfg}#[derive(Clone, Debug)]
        pub struct {name} {{
            pub(super) client: ::perennial::Core,
        }}
        {methods}"
    )
}

/// Writes a method of a group, which returns the builder of an operation. The path parameters of the operation are the
/// arguments of the method.
pub fn method(attributes: &str, operation: &Operation, name: &str) -> String {
    let builder = format!("crate::builder::{}", operation.builder);
    let (mut arguments, mut setters) = (String::new(), String::new());
    for parameter in operation.path_parameters() {
        let (argument, ty) = (&parameter.name, rust_type::plain(&parameter.ty));
        let Argument { bound, .. } = Argument::new(true, &ty, parameter.ty.is_time());
        arguments += &format!(", {argument}: impl {bound}");
        setters += &format!(".{argument}({argument})");
    }
    format!("{attributes}pub fn {name}(&self{arguments}) -> {builder} {{ {builder}::new(&self.client){setters} }}\n")
}
