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
    let (mut forms, mut arguments, mut setters) = (Vec::new(), String::new(), String::new());
    for parameter in operation.path_parameters() {
        let (argument, ty) = (&parameter.name, rust_type::plain(&parameter.ty));
        let name = if forms.is_empty() { "Form".to_owned() } else { format!("Form{}", forms.len() + 1) };
        let Argument { form, bound } = Argument::with_form(&name, true, &ty, parameter.ty.is_time());
        arguments += &format!(", {argument}: impl {bound}");
        setters += &format!(".{argument}({argument})");
        forms.extend(form);
    }
    let forms = if forms.is_empty() { String::new() } else { format!("<{}>", forms.join(", ")) };
    format!(
        "{attributes}pub fn {name}{forms}(&self{arguments}) -> {builder} {{ {builder}::new(&self.client){setters} }}\n"
    )
}

#[cfg(test)]
mod tests {
    use crate::names::file::Names;

    #[test]
    fn each_argument_of_a_tag_method_infers_its_own_form() {
        let document = r#"{ "openapi": "3.0.0", "paths": { "/a/{x}/{y}/{z}": { "get": { "operationId": "getA",
            "tags": ["One"], "parameters": [
                { "name": "x", "in": "path", "required": true, "schema": { "type": "string", "format": "uuid" } },
                { "name": "y", "in": "path", "required": true, "schema": { "type": "string" } },
                { "name": "z", "in": "path", "required": true, "schema": { "type": "array", "items": { "type": "string" } } }
            ] } } } }"#;
        let code = crate::generate(document, &Names::default()).expect("should be generated").client;
        assert!(code.contains("pub fn get_a<Form, Form2>("), "{code}");
        for argument in [
            "x: impl IntoRequired<Uuid, Form>,",
            "y: impl TryInto<String>,",
            "z: impl IntoRequired<Vec<String>, Form2>",
        ] {
            assert!(code.contains(&format!("            {argument}\n")), "{argument}\n{code}");
        }
        assert!(code.contains("pub fn x<Form>(self, value: impl IntoRequired<Uuid, Form>) -> Self {"), "{code}");
    }
}
