//! Writes structs and their builders. The runtime's `object!` macro implements decoding, encoding, comparison and
//! `Debug` for each struct.

use std::collections::HashSet;

use super::{
    Context,
    builders::accepted_types,
    docs,
    former::{self, Argument},
    layout::block,
};
use crate::{
    api::{Direction, Field, Kind, Presence, Struct, Type, TypeDef, Value},
    names::{
        reserved::UNDECLARED_FIELD,
        setters::{self, Action, Setter, UNDECLARED},
    },
    rust_type::{self, Wrapper},
    text::markdown::code_span,
};

pub fn object(context: &Context<'_>, def: &TypeDef, body: &Struct) -> String {
    let (gate, name) = (context.gates.of_type(&def.name), &def.name);
    let docs = docs::with_sentence(&def.docs, &format!("Create a value with [`{name}::builder()`]."));
    let loops = context.loops.get(name.as_str()).map_or("", String::as_str);
    let docs = docs::paragraphs(&[&docs, loops, &gate.docs()]);
    let derived = context.derive_attribute(name, &context.derived(name, &["Clone", "Default", "Copy"]).join(", "));
    let fields: String = body.fields.iter().map(|each| field(context, name, each)).collect();
    let ((others, others_type), is_declared) = (others(context, name, body), body.additional.is_some());
    let documented = "/// The fields that the document does not declare, as a map from name to value.\npub ";
    let documented = if is_declared { documented } else { "" };
    let attributes = context.member_attributes(name, others);
    let cfg = gate.cfg();
    let fields =
        block(&format!("pub struct {name}"), &format!("{fields}{attributes}{documented}{others}: {others_type},"));
    let undeclared = if is_declared || others_type == IGNORED { IGNORED } else { &*format!("self.{others}") };
    let methods = format!(
        "impl {name} {{
            /// Returns a builder in which no field is set.
            #[inline]
            pub fn builder() -> builder::{name} {{ ::std::default::Default::default() }}

            /// Returns the fields that the document does not declare, as a map from name to value. The undeclared
            /// fields are serialized together with the declared fields.
            #[inline]
            pub fn undeclared(&self) -> &::perennial::serde_json::Map<::std::string::String, ::perennial::serde_json::Value> {{
                {undeclared}.fields()
            }}

            /// Removes the [undeclared](Self::undeclared) fields of the value, and of all values inside it.
            #[inline]
            pub fn clear_undeclared(&mut self) {{ ::perennial::__private::v1::Decode::clear_undeclared(self); }}
        }}\n"
    );
    let implementations = gate.gate_each(&(methods + &implementations(context, name, body)));
    format!("{docs}{cfg}{derived}#[non_exhaustive]\n{fields}{implementations}")
}

const IGNORED: &str = "::perennial::__private::v1::Ignored";

/// Returns the name and the type of the field that stores undeclared fields. If the document does not declare
/// `additionalProperties`, the field is private, and has a name that the naming rules never give to another field.
fn others(context: &Context<'_>, name: &str, body: &Struct) -> (&'static str, String) {
    match &body.additional {
        Some(values) => (UNDECLARED, rust_type::map(values).code()),
        None if context.derived(name, &["Copy"]).is_empty() => {
            (UNDECLARED_FIELD, "::perennial::__private::v1::Undeclared".to_owned())
        }
        None => (UNDECLARED_FIELD, IGNORED.to_owned()),
    }
}

fn field(context: &Context<'_>, of: &str, field: &Field) -> String {
    let described = if field.docs.is_empty() {
        &format!("The field {}: {}.", code_span(&field.wire_name), docs::value(&field.value.ty))
    } else {
        &field.docs
    };
    let direction = match field.direction {
        Direction::Both => "",
        Direction::ReadOnly => "Read-only: the service sets this field, and requests omit it.",
        Direction::WriteOnly => "Write-only: responses do not contain this field.",
    };
    let null = match presence(field) {
        "nullable" => "`None` is `null`.",
        "optional_nullable" => "`Some(None)` is `null`, and `None` omits the field.",
        _ => "",
    };
    let ty = rust_type::field(field, context.cycles.is_boxed(of, field)).code();
    let attributes = context.member_attributes(of, &field.name);
    docs::paragraphs(&[described, direction, null]) + &attributes + &format!("pub {}: {ty},\n", field.name)
}

/// Returns the keyword with which `object!` declares whether a field is required, optional or nullable.
fn presence(field: &Field) -> &'static str {
    match (field.presence(), field.required) {
        (Presence::Always, _) => "required",
        (Presence::Optional, true) => "nullable",
        (Presence::Optional, false) => "optional",
        (Presence::OrNull, _) => "optional_nullable",
    }
}

/// Writes the call to `object!`, with a line for each field.
fn implementations(context: &Context<'_>, name: &str, body: &Struct) -> String {
    let is_sent = context.surface.types.get(name).is_some_and(|ty| ty.is_sent);
    let setters = setters::setters(body);
    let rows = body.fields.iter().zip(&setters).map(|(field, setter)| {
        let plain = rust_type::plain(&field.value.ty);
        let ty = if context.cycles.is_boxed(name, field) { plain.wrapped_in(Wrapper::Box) } else { plain }.code();
        let setter = if setter.name == field.name { String::new() } else { format!(" set by {}", setter.name) };
        let special = match field.value.ty {
            _ if field.value.ty.is_own() => " as own",
            // A field for any JSON value may be null. A caller who sets it to null intends to send null, not to omit
            // the field.
            Type::Any if is_sent && field.presence() == Presence::Optional => " as any_or_null",
            _ => "",
        };
        format!("{:?} => {}{setter}: {} {ty}{special},\n", field.wire_name, field.name, presence(field))
    });
    let (others, others_type) = others(context, name, body);
    let rows = format!("{}_ => {others}: {others_type},\n", rows.collect::<String>());
    let holders = body.fields.iter().filter(|field| has_objects(context, &field.value.ty));
    let is = |direction| move |field: &&Field| field.direction == direction;
    let required = |field: &&Field| field.required_one_way;
    let wire_name = |field: &Field| format!("{:?}", field.wire_name);
    let fields = || body.fields.iter();
    let constants =
        fields().filter_map(|field| Some(format!("{} to {:?}", wire_name(field), field.constant.as_ref()?)));
    let lists: [(&str, Vec<String>); 5] = [
        ("sets", constants.collect()),
        ("holds objects in", holders.map(|field| field.name.clone()).collect()),
        ("read only", fields().filter(is(Direction::ReadOnly)).map(wire_name).collect()),
        ("received", fields().filter(is(Direction::ReadOnly)).filter(required).map(wire_name).collect()),
        ("sent", fields().filter(is(Direction::WriteOnly)).filter(required).map(wire_name).collect()),
    ];
    let lists = lists.iter().filter(|(_, names)| !names.is_empty());
    let lists: String = lists.map(|(head, names)| format!("{head} {};\n", names.join(", "))).collect();
    format!("::perennial::__private::v1::object! {{ {name} with builder:\n{rows}{lists}}}\n")
}

/// Returns whether values of the type contain objects, which may store undeclared fields.
fn has_objects(context: &Context<'_>, ty: &Type) -> bool {
    let def = ty.type_name().and_then(|name| context.types.get(name));
    def.is_some_and(|def| !matches!(def.kind, Kind::Enum(_)))
}

pub fn builders(context: &Context<'_>) -> String {
    let samples = context.api.series.iter().map(|series| &series.sample);
    let structs = context.api.types.iter().chain(samples);
    let structs = structs.filter_map(|def| Some((&def.name, def.kind.as_struct()?)));
    let builders = structs.clone().map(|(name, body)| builder(context, name, body));
    let names: HashSet<&String> = structs.clone().map(|(name, _)| name).collect();
    let formers = context.former.types.iter().filter(|(_, other)| names.contains(&other.present));
    let aliases =
        formers.map(|(name, other)| former::alias(context.gates.of_type(&other.present), name, &other.present, other));
    let docs = "/// Builders for the types. A builder that was created from a value drops the undeclared fields of the value, because
        /// a service may refuse unknown fields. `keep_undeclared` keeps these fields.\n";
    docs.to_owned() + &block("pub mod builder", &builders.chain(aliases).collect::<String>())
}

fn builder(context: &Context<'_>, name: &str, body: &Struct) -> String {
    let gate = context.gates.of_type(name);
    let setters: String = setters::setters(body).iter().map(|each| setter(name, each)).collect();
    let implementations = gate.gate_each(&format!(
        "impl {name} {{
            {setters}
            /// Keeps the undeclared fields of the value from which this builder was created.
            #[inline]
            pub fn keep_undeclared(self) -> Self {{ Self(self.0.keep_undeclared()) }}

            /// Builds the value. The error names each required field that was not set, and each value that could not be
            /// converted.
            #[inline]
            pub fn build(self) -> ::std::result::Result<super::{name}, ::perennial::error::BuildError> {{
                self.0.build()
            }}
        }}\n"
    ));
    format!(
        "/// Builder for [`{name}`](super::{name}), created by [`{name}::builder()`](super::{name}::builder()).
        {}#[derive(Clone, Debug, Default)]
        #[must_use]
        pub struct {name}(pub(super) ::perennial::__private::v1::Draft<super::{name}>);
        {implementations}",
        gate.cfg()
    )
}

fn setter(of: &str, Setter { name, action }: &Setter<'_>) -> String {
    let method = |docs: &str, value, argument, call: &str| {
        docs::lines(docs) + &former::method(name, value, &argument, &format!("Self(self.0.{call})"))
    };
    match action {
        Action::Extend(values) => {
            let argument = Argument::new(true, &rust_type::map(values), true);
            let docs = "Adds fields that the document does not declare.";
            method(docs, "fields", argument, &format!("extend({name:?}, fields)"))
        }
        Action::Clear(field) => format!(
            "/// Sets {} to null.
            #[inline]
            pub fn {name}(self) -> Self {{ Self(self.0.clear({:?})) }}\n",
            link(of, field),
            field.wire_name
        ),
        Action::Set(field) => {
            let own = if field.value.ty.is_own() { "_own" } else { "" };
            let is_needed = field.must_be_set();
            let ty = rust_type::setter(&field.value.ty, field.required);
            let call = format!("set{own}({:?}, value)", field.wire_name);
            let constant = field.constant.as_ref().map(|json| format!(" The value is {} unless set.", code_span(json)));
            let takes = accepted_types(&field.value.ty).map(|takes| format!(" {takes}")).unwrap_or_default();
            let docs = format!("Sets {}.{}{takes}", link(of, field), constant.unwrap_or_default());
            method(&docs, "value", Argument::new(is_needed, &ty, true), &call)
        }
    }
}

/// Returns a link to a field of the struct called `of`. If the struct has a method of the same name, the prefix
/// `field@` makes the link unambiguous.
fn link(of: &str, Field { name, .. }: &Field) -> String {
    let kind = match name.as_str() {
        "builder" | "undeclared" | "clear_undeclared" | "samples" | "next_id" | "into_items" => "field@",
        _ => "",
    };
    format!("[`{name}`]({kind}super::{of}::{name})")
}

/// Writes a tuple struct for a list or map that contains itself. Such a type is recursive, so it needs a name.
pub fn newtype(context: &Context<'_>, def: &TypeDef, value: &Value) -> String {
    let (gate, name) = (context.gates.of_type(&def.name), &def.name);
    let docs = docs::with_sentence(&def.docs, "Create a value with `from`.");
    let (cfg, docs) = (gate.cfg(), docs::paragraphs(&[&docs, &gate.docs()]));
    let (ty, serde) = (rust_type::value_type(value).code(), "::perennial::__private::v1::serde");
    let implementations = gate.gate_each(&format!(
        "impl ::perennial::__private::v1::Decode for {name} {{
            #[inline]
            fn clear_undeclared(&mut self) {{ ::perennial::__private::v1::Decode::clear_undeclared(&mut self.0); }}
         }}
         impl ::perennial::__private::v1::Encode for {name} {{}}
         impl ::std::ops::Deref for {name} {{
             type Target = {ty};
             fn deref(&self) -> &{ty} {{ &self.0 }}
        }}
        impl ::std::convert::From<{ty}> for {name} {{
            fn from(value: {ty}) -> Self {{ Self(value) }}
        }}
        impl ::std::convert::From<{name}> for {ty} {{
            fn from(value: {name}) -> Self {{ value.0 }}
        }}\n"
    ));
    let derived = format!("{serde}::Deserialize, {serde}::Serialize, Clone, Debug, PartialEq");
    let derived = context.derive_attribute(name, &derived);
    format!(
        "{docs}{cfg}{derived}#[serde(crate = \"{serde}\", transparent)]
        pub struct {name}(
            #[serde(deserialize_with = \"::perennial::__private::v1::Decode::decode\")]
            pub {ty}
        );
        {implementations}"
    )
}
