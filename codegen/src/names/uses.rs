//! Where types are used: what a type without a name of its own can be called after.

use crate::{
    api::{Api, ByStatus, Case, Content, JsonKind, Kind, Operation, Response, StatusContent, Type, status_key},
    text::naming,
};

/// Calls `visit` with each named type that operations use, and the name of the place.
pub fn by_operations<'a>(api: &'a Api, visit: &mut dyn FnMut(&'a str, String)) {
    for operation in &api.operations {
        let prefix = naming::type_name(&operation.name);
        by_operation(operation, &mut |name, suffix| visit(name, format!("{prefix}{suffix}")));
    }
}

fn by_operation<'a>(operation: &'a Operation, visit: &mut dyn FnMut(&'a str, String)) {
    for parameter in &operation.parameters {
        in_type(&parameter.ty, &|| naming::type_name(&parameter.name), visit);
    }
    if let Some(body) = &operation.body {
        in_type(&body.value.ty, &|| "Body".to_owned(), visit);
    }
    match &operation.response {
        Response::One(content) => in_content(content, &|| "Response".to_owned(), visit),
        Response::ByStatus(ByStatus { contents, .. }) => {
            for StatusContent { status, content } in contents {
                in_content(content, &|| format!("Response{}", status_key(*status)), visit);
            }
        }
    }
}

fn in_content<'a>(content: &'a Content, place: &dyn Fn() -> String, visit: &mut dyn FnMut(&'a str, String)) {
    if let Content::Json { value, .. } = content {
        in_type(&value.ty, place, visit);
    }
}

/// Calls `visit` with each named type that `kind` is directly made of, and what the place adds to the name of the whole.
pub fn by_type<'a>(kind: &'a Kind, visit: &mut dyn FnMut(&'a str, String)) {
    match kind {
        Kind::Struct(body) => {
            for field in &body.fields {
                in_type(&field.value.ty, &|| property(&field.wire_name), visit);
            }
            if let Some(additional) = &body.additional {
                in_type(&additional.ty, &|| "Value".to_owned(), visit);
            }
        }
        Kind::Union(union) => {
            for member in &union.members {
                let place = match member.case {
                    Case::Kind(kind) => kind_name(kind),
                    _ => &member.name,
                };
                in_type(&member.ty, &|| place.to_owned(), visit);
            }
        }
        Kind::Newtype(value) => in_type(&value.ty, &String::new, visit),
        Kind::Enum(_) => {}
    }
}

/// What a kind of value adds to the name of its union.
pub fn kind_name(kind: JsonKind) -> &'static str {
    match kind {
        JsonKind::String => "String",
        JsonKind::Number => "Number",
        JsonKind::Boolean => "Boolean",
        JsonKind::Array => "Array",
        JsonKind::Object => "Object",
    }
}

/// What a property adds to the name of its struct.
pub fn property(wire_name: &str) -> String {
    naming::type_name(&format!(".{wire_name}"))
}

/// `place` makes the name of the place of `ty`.
fn in_type<'a>(ty: &'a Type, place: &dyn Fn() -> String, visit: &mut dyn FnMut(&'a str, String)) {
    match ty {
        Type::Named(name) => visit(name, place()),
        Type::List(item) => in_type(&item.ty, &|| place() + "Item", visit),
        Type::Map(value) => in_type(&value.ty, &|| place() + "Value", visit),
        _ => {}
    }
}
