//! Unions: the macro `union` of the runtime reads and writes them, and gets a line for each member.

use super::{Context, docs, layout::block};
use crate::{
    api::{Case, Discriminant, Field, JsonKind, Presence, Type, TypeDef, TypesByName, Union, UnionMember},
    names::accessors,
    rust_type,
    text::markdown::code_span,
};

/// A union, with a variant for what belongs to no member.
pub fn union(context: &Context<'_>, def: &TypeDef, body: &Union) -> String {
    let gate = context.gates.of_type(&def.name);
    let (cfg, docs) = (gate.cfg(), docs::paragraphs(&[&documentation(def, body), &gate.said()]));
    let by = match &body.by {
        Discriminant::Kind => "Kind".to_owned(),
        Discriminant::Tag(tag) => format!("Value({tag:?})"),
        Discriminant::Scalar(tag) => format!("Scalar({tag:?})"),
        Discriminant::Presence => {
            let fields = body.members.iter().filter_map(|member| match &member.case {
                Case::Field(field) => Some(format!("{field:?}")),
                _ => None,
            });
            format!("Presence(&[{}])", fields.collect::<Vec<_>>().join(", "))
        }
    };
    let members: String = body.members.iter().map(|member| line(context, body, member)).collect();
    let members = block(&format!("pub enum {} by {by} else {}", def.name, body.other), &members);
    let conversions = conversions(context, body);
    let accessors = gate.around(accessors(&def.name, body, &context.types));
    format!("{cfg}::perennial::__private::v1::union! {{\n{docs}{members}{conversions}}}\n{accessors}")
}

fn documentation(def: &TypeDef, body: &Union) -> String {
    let told_apart = |by: &str| format!("One of {} kinds of object, told apart by {by}.", body.members.len());
    match &body.by {
        Discriminant::Kind if def.docs.is_empty() => "One of several kinds of value.".to_owned(),
        Discriminant::Kind => def.docs.clone(),
        Discriminant::Tag(tag) | Discriminant::Scalar(tag) => {
            docs::joined(&[&def.docs, &told_apart(&format!("the field {}", code_span(tag)))])
        }
        Discriminant::Presence => docs::joined(&[&def.docs, &told_apart("the fields that are present")]),
    }
}

/// Writes the line that describes a member to the macro.
fn line(context: &Context<'_>, body: &Union, UnionMember { name, ty, case, also, docs }: &UnionMember) -> String {
    let (how, values): (_, &[String]) = match case {
        Case::Kind(JsonKind::Boolean) => ("boolean", &[]),
        Case::Kind(JsonKind::Number) => ("number", &[]),
        Case::Kind(JsonKind::String) => ("text", &[]),
        Case::Kind(JsonKind::Array) => ("array", &[]),
        Case::Kind(JsonKind::Object) => ("object", &[]),
        Case::Tag(values) => ("one", values),
        Case::Field(value) => ("one", std::slice::from_ref(value)),
        Case::UndeclaredTag(value) => ("untagged", std::slice::from_ref(value)),
        Case::Absent => ("absent", &[]),
        Case::AnyTag => ("rest", &[]),
    };
    let held = rust_type::plain(ty);
    let boxed = if rust_type::member(&body.by, ty, &context.types) == held { "" } else { "(boxed)" };
    let docs = docs::paragraphs(&[docs, &said_of(case, also, body)]);
    let values: Vec<String> = values.iter().chain(also).map(|value| format!("{value:?}")).collect();
    let values = if values.is_empty() { String::new() } else { format!(" = {}", values.join(" | ")) };
    format!("{docs}{how} {name}{boxed}: {}{values};\n", held.code())
}

/// Says in words by what a member is distinguished.
fn said_of(case: &Case, also: &[String], body: &Union) -> String {
    let tag = match &body.by {
        Discriminant::Tag(tag) | Discriminant::Scalar(tag) => code_span(tag),
        Discriminant::Kind | Discriminant::Presence => String::new(),
    };
    let listed = |values: &[String]| values.iter().map(|value| code_span(value)).collect::<Vec<_>>().join(" or ");
    let said = match case {
        Case::Kind(_) => String::new(),
        Case::Tag(values) => format!("{tag} is {}.", listed(values)),
        Case::UndeclaredTag(value) => {
            format!("{tag} is {}. The struct has no such field: writing the value adds it.", code_span(value))
        }
        Case::Field(field) => format!("The only variant with the field {}.", code_span(field)),
        Case::Absent if body.by == Discriminant::Presence => {
            "None of the fields of the other variants is present.".to_owned()
        }
        Case::Absent => format!("{tag} is absent."),
        Case::AnyTag => format!("{tag} is absent, or has a value that belongs to no other variant."),
    };
    if also.is_empty() { said } else { format!("{said} {} is read alike.", listed(also)) }
}

/// The types that stand for one variant only, and text where any is a value.
fn conversions(context: &Context<'_>, body: &Union) -> String {
    let conversions = rust_type::conversions(body, &context.types).into_iter();
    let lines: String = conversions.map(|(ty, member)| format!("{} as {};\n", ty.code(), member.name)).collect();
    if lines.is_empty() { lines } else { block("from", &lines) }
}

/// A method for each field that all members of the union `name` have, with the same type.
fn accessors(name: &str, body: &Union, defs: &TypesByName<'_>) -> String {
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
