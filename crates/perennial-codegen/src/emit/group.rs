//! Templates of a group: what present and former ones have in common.

use super::{former::Taken, layout::block};
use crate::{api::Operation, rust_type};

/// The method of `Client` that gives a group.
pub fn accessor(attributes: &str, name: &str, type_name: &str) -> String {
    format!(
        "{attributes}pub fn {name}(&self) -> tags::{type_name} {{ tags::{type_name} {{ client: self.0.clone() }} }}\n"
    )
}

/// The struct of a group. It is not a tuple struct: no argument could have the name of one, which a name without case may
/// share.
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

/// The method of a group that begins an operation, with what its path needs.
pub fn method(attributes: &str, operation: &Operation, name: &str) -> String {
    let builder = format!("crate::builder::{}", operation.builder);
    let (mut arguments, mut setters) = (String::new(), String::new());
    for parameter in operation.path_parameters() {
        let (argument, ty) = (&parameter.name, rust_type::plain(&parameter.ty));
        let Taken { bound, .. } = Taken::new(true, &ty, parameter.ty.is_time());
        arguments += &format!(", {argument}: impl {bound}");
        setters += &format!(".{argument}({argument})");
    }
    format!("{attributes}pub fn {name}(&self{arguments}) -> {builder} {{ {builder}::new(&self.client){setters} }}\n")
}
