//! The fields that all members of a union of objects have, reachable without a `match`.

use super::{docs, layout::block};
use crate::{
    api::{Field, Presence, Type, TypesByName, Union},
    names::accessors,
    rust_type,
    text::markdown::code_span,
};

/// A method for each field that all members of the union `name` have, with the same type.
pub fn methods(name: &str, body: &Union, defs: &TypesByName<'_>) -> String {
    let methods: String = accessors::shared_fields(body, defs).iter().map(|field| accessor(field, body)).collect();
    if methods.is_empty() { methods } else { block(&format!("impl {name}"), &methods) }
}

fn accessor(field: &Field, body: &Union) -> String {
    let (name, other) = (&field.name, &body.other);
    let ty = rust_type::accessor(&field.value.ty).code();
    let held = match field.presence() {
        Presence::Always => format!("::std::option::Option::Some(&member.{name})"),
        Presence::Optional => format!("member.{name}.as_ref()"),
        Presence::OrNull => format!("member.{name}.as_ref().and_then(::std::option::Option::as_ref)"),
    };
    let taken = match &field.value.ty {
        Type::Text => "map(::std::string::String::as_str)",
        Type::List(_) => "map(::std::vec::Vec::as_slice)",
        copied if rust_type::is_copied(copied) => "copied()",
        // `borrow`, since the field may be in a box.
        _ => "map(::std::borrow::Borrow::borrow)",
    };
    let arms = body.members.iter().map(|member| format!("Self::{}(member) => {held}.{taken},\n", member.name));
    let absent = match field.presence() {
        Presence::Always => "",
        Presence::Optional | Presence::OrNull => ", or if the field is absent or null",
    };
    let field = code_span(&field.wire_name);
    let docs = docs::lines(&format!("The field {field}; `None` for [`{other}`](Self::{other}){absent}."));
    format!(
        "{docs}pub fn {name}(&self) -> {ty} {{
            match self {{
                {}Self::{other}(_) => ::std::option::Option::None,
            }}
        }}\n",
        arms.collect::<String>()
    )
}
