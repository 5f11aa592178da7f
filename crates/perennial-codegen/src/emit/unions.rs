//! Writes unions: enums whose decoding and encoding the runtime's `union!` macro implements.

use super::{Context, docs, enums, layout::block};
use crate::{
    api::{Case, Discriminant, Field, Kind, Presence, Type, TypeDef, Union, UnionMember},
    names::accessors,
    rust_type,
    text::markdown::code_span,
};

pub fn union(context: &Context<'_>, def: &TypeDef, body: &Union) -> String {
    let (name, other) = (&def.name, &body.other);
    let variants = body.members.iter().map(|member| {
        let UnionMember { name, ty, case, also, docs } = member;
        let docs = docs::paragraphs(&[docs, &variant_docs(case, also, body)]);
        let attributes = context.member_attributes(&def.name, name);
        format!("{docs}{attributes}{name}({}),\n", rust_type::member(&body.by, ty, &context.types).code())
    });
    let attributes = context.member_attributes(name, other);
    let other_variant = format!(
        "/// A value that the document does not describe.\n{attributes}{other}(::perennial::serde_json::Value),\n"
    );
    let variants: String = variants.chain([other_variant]).collect();
    let accessors = accessors::shared_fields(body, &context.types);
    let accessors = accessors.iter().map(|field| accessor(field, body)).collect::<String>();
    let implementations = format!(
        "impl {name} {{
            /// Removes the fields that the document does not declare, at any depth. This method does not change a value
            /// of the variant [`{other}`](Self::{other}).
            pub fn clear_undeclared(&mut self) {{ ::perennial::__private::v1::Decode::clear_undeclared(self); }}
            {accessors}
        }}
        {}",
        block("::perennial::__private::v1::union!", &arguments(context, def, body))
    );
    let docs = docs::with_sentence(&documentation(def, body), "To create a value, use one of the variants.");
    enums::enumeration(context, name, &docs, "Clone, Debug, PartialEq", &variants, &implementations)
}

fn documentation(def: &TypeDef, body: &Union) -> String {
    let by = match &body.by {
        Discriminant::Kind if def.docs.is_empty() => return "A value of one of several JSON types.".to_owned(),
        Discriminant::Kind => return def.docs.clone(),
        Discriminant::Tag(tag) | Discriminant::Scalar(tag) => format!("the field {}", code_span(tag)),
        Discriminant::Presence => "the fields that are present".to_owned(),
    };
    let count = body.members.iter().filter(|member| member.case != Case::Several).count();
    docs::joined(&[&def.docs, &format!("One of {count} kinds of object, distinguished by {by}.")])
}

/// Writes the arguments of the macro `union`: how the members are distinguished, and the types that convert into the
/// union. If a struct converts, so does its builder.
fn arguments(context: &Context<'_>, def: &TypeDef, body: &Union) -> String {
    let by = match &body.by {
        Discriminant::Kind => "kind".to_owned(),
        Discriminant::Tag(tag) => format!("tag {tag:?}"),
        Discriminant::Scalar(tag) => format!("scalar {tag:?}"),
        Discriminant::Presence => "field".to_owned(),
    };
    let mut members: Vec<&UnionMember> = body.members.iter().collect();
    // The macro requires this order: members with a value of their own first, and those that match by the fields of
    // several members, by the absence of the tag, by any tag or by their kind last.
    members.sort_by_key(|member| match member.case {
        Case::Tag(_) | Case::Field(_) | Case::UndeclaredTag(_) => 0,
        Case::Several => 1,
        Case::Absent => 2,
        Case::AnyTag => 3,
        Case::Kind(_) => 4,
    });
    let members: String = members.into_iter().map(member_line).collect();
    let conversions = rust_type::conversions(body, &context.types).into_iter();
    let has_builder = |name: &str| context.types.get(name).is_some_and(|def| matches!(def.kind, Kind::Struct(_)));
    let conversions: String = conversions
        .map(|(ty, member)| {
            let built = ty.type_name().filter(|name| ty.wrappers.is_empty() && has_builder(name));
            let built = built.map(|name| format!(" | crate::types::builder::{name}")).unwrap_or_default();
            format!("{}{built} => {},\n", ty.code(), member.name)
        })
        .collect();
    let conversions = if conversions.is_empty() { conversions } else { block("from", &conversions) };
    block(&format!("{} by {by} else {}", def.name, body.other), &members) + &conversions
}

fn member_line(UnionMember { name, case, also, .. }: &UnionMember) -> String {
    let listed = |values: &[String]| {
        let values: Vec<String> = values.iter().chain(also).map(|value| format!("{value:?}")).collect();
        values.join(" | ")
    };
    let values = match case {
        Case::Kind(kind) => format!("any {kind:?}").to_lowercase(),
        Case::Tag(values) => listed(values),
        Case::Field(value) | Case::UndeclaredTag(value) => listed(std::slice::from_ref(value)),
        Case::Several => "several".to_owned(),
        Case::Absent => "absent".to_owned(),
        Case::AnyTag => "_".to_owned(),
    };
    let untagged = if matches!(case, Case::UndeclaredTag(_)) { " as untagged" } else { "" };
    format!("{values} => {name}{untagged},\n")
}

fn variant_docs(case: &Case, also: &[String], body: &Union) -> String {
    let tag = match &body.by {
        Discriminant::Tag(tag) | Discriminant::Scalar(tag) => code_span(tag),
        Discriminant::Kind | Discriminant::Presence => String::new(),
    };
    let listed = |values: &[String]| values.iter().map(|value| code_span(value)).collect::<Vec<_>>().join(" or ");
    let docs = match case {
        Case::Kind(_) => String::new(),
        Case::Tag(values) => format!("{tag} is {}.", listed(values)),
        Case::UndeclaredTag(value) => {
            format!(
                "{tag} is {}. The struct does not contain this field: it is added when the value is serialized.",
                code_span(value)
            )
        }
        Case::Field(field) => format!("The only variant with the field {}.", code_span(field)),
        Case::Several => "The value matches several of the other variants.".to_owned(),
        Case::Absent if body.by == Discriminant::Presence => {
            "None of the fields of the other variants is present.".to_owned()
        }
        Case::Absent => format!("{tag} is absent."),
        Case::AnyTag => format!("{tag} is absent, or has a value that no other variant lists."),
    };
    if also.is_empty() { docs } else { format!("{docs} {} is also read as this variant.", listed(also)) }
}

fn accessor(field: &Field, body: &Union) -> String {
    let (name, other) = (&field.name, &body.other);
    let ty = rust_type::accessor(&field.value.ty).code();
    let field_option = match field.presence() {
        Presence::Always => format!("::std::option::Option::Some(&member.{name})"),
        Presence::Optional => format!("member.{name}.as_ref()"),
        Presence::OrNull => format!("member.{name}.as_ref().and_then(::std::option::Option::as_ref)"),
    };
    let conversion = match &field.value.ty {
        Type::Text => "map(::std::string::String::as_str)",
        Type::List(_) => "map(::std::vec::Vec::as_slice)",
        copied if rust_type::is_copied(copied) => "copied()",
        // Members may store the field directly or in a `Box`. `borrow` returns a reference to the value in both cases.
        _ => "map(::std::borrow::Borrow::borrow)",
    };
    let arms =
        body.members.iter().map(|member| format!("Self::{}(member) => {field_option}.{conversion},\n", member.name));
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
