//! Structs and their builders. The macro `object` of the runtime implements how a struct is read, written, compared and
//! shown.

use std::collections::HashSet;

use super::{
    Context, docs,
    former::{self, Taken},
    layout::block,
};
use crate::{
    api::{Direction, Field, Kind, Presence, Struct, Type, TypeDef, Value},
    names::setters::{self, Action, Setter, UNDECLARED},
    rust_type::{self, Wrapper},
    text::markdown::code_span,
};

/// A struct, its methods, and what the macro `object` implements. The struct of samples can be copied.
pub fn object(context: &Context<'_>, def: &TypeDef, body: &Struct) -> String {
    let (gate, name) = (context.gates.of_type(&def.name), &def.name);
    let docs = docs::paragraphs(&[&def.docs, &gate.said()]);
    let derived = context.derived(name, &["Clone", "Default", "Copy"]).join(", ");
    let fields: String = body.fields.iter().map(|each| field(context, name, each)).collect();
    let ((others, kept), is_declared) = (others(context, name, body), body.additional.is_some());
    let documented = "/// The fields that the document does not declare, by name.\npub ";
    let documented = if is_declared { documented } else { "" };
    let cfg = gate.cfg();
    let fields = block(&format!("pub struct {name}"), &format!("{fields}{documented}{others}: {kept},"));
    let undeclared = if is_declared || kept == IGNORED { IGNORED } else { &*format!("self.{others}") };
    let methods = format!(
        "impl {name} {{
            /// A builder with nothing set.
            #[inline]
            pub fn builder() -> builder::{name} {{ ::std::default::Default::default() }}

            /// The fields of the value that the document does not declare, by name. They are written with the others.
            #[inline]
            pub fn undeclared(&self) -> &::perennial::serde_json::Map<::std::string::String, ::perennial::serde_json::Value> {{
                {undeclared}.fields()
            }}

            /// Drops the [undeclared](Self::undeclared) fields of the value and of all values in it.
            #[inline]
            pub fn clear_undeclared(&mut self) {{ ::perennial::__private::v1::Decode::clear_undeclared(self); }}
        }}\n"
    );
    let implementations = gate.before_each(&(methods + &implementations(context, name, body)));
    format!("{docs}{cfg}#[derive({derived})]\n#[non_exhaustive]\n{fields}{implementations}")
}

const IGNORED: &str = "::perennial::__private::v1::Ignored";

/// The field that takes what the document does not declare, and its type. No field of a document is called `undeclared_`.
fn others(context: &Context<'_>, name: &str, body: &Struct) -> (&'static str, String) {
    match &body.additional {
        Some(values) => (UNDECLARED, rust_type::map(values).code()),
        None if context.derived(name, &["Copy"]).is_empty() => {
            ("undeclared_", "::perennial::__private::v1::Undeclared".to_owned())
        }
        None => ("undeclared_", IGNORED.to_owned()),
    }
}

/// A field with its documentation.
fn field(context: &Context<'_>, of: &str, field: &Field) -> String {
    let described = if field.docs.is_empty() {
        &format!("The field {}: {}.", code_span(&field.wire_name), docs::value(&field.value.ty))
    } else {
        &field.docs
    };
    let direction = match field.direction {
        Direction::Both => "",
        Direction::ReadOnly => "Read-only: the service sets it, and requests leave it out.",
        Direction::WriteOnly => "Write-only: no response has it.",
    };
    let null = match presence(field) {
        "nullable" => "`None` is `null`.",
        "optional_nullable" => "`Some(None)` is `null`, `None` leaves the field out.",
        _ => "",
    };
    let ty = rust_type::field(field, context.cycles.is_boxed(of, field)).code();
    docs::paragraphs(&[described, direction, null]) + &format!("pub {}: {ty},\n", field.name)
}

/// The word for how a field is held.
fn presence(field: &Field) -> &'static str {
    match (field.presence(), field.required) {
        (Presence::Always, _) => "required",
        (Presence::Optional, true) => "nullable",
        (Presence::Optional, false) => "optional",
        (Presence::OrNull, _) => "optional_nullable",
    }
}

/// The call of the macro `object`, with a row for each field.
fn implementations(context: &Context<'_>, name: &str, body: &Struct) -> String {
    let is_sent = context.surface.types.get(name).is_some_and(|ty| ty.is_sent);
    let setters = setters::setters(body);
    let rows = body.fields.iter().zip(&setters).map(|(field, setter)| {
        let plain = rust_type::plain(&field.value.ty);
        let ty = if context.cycles.is_boxed(name, field) { plain.within(Wrapper::Box) } else { plain }.code();
        let setter = if setter.name == field.name { String::new() } else { format!(" set by {}", setter.name) };
        let special = match field.value.ty {
            _ if field.value.ty.is_own() => " as own",
            // Any value may be null, and a null that is sent is intended.
            Type::Any if is_sent && field.presence() == Presence::Optional => " as any_or_null",
            _ => "",
        };
        format!("{:?} => {}{setter}: {} {ty}{special},\n", field.wire_name, field.name, presence(field))
    });
    let (others, kept) = others(context, name, body);
    let rows = block(name, &format!("{}_ => {others}: {kept},", rows.collect::<String>()));
    let holders = body.fields.iter().filter(|field| has_objects(context, &field.value.ty));
    let is = |direction| move |field: &&Field| field.direction == direction;
    let required = |field: &&Field| field.required_one_way;
    let wire_name = |field: &Field| format!("{:?}", field.wire_name);
    let fields = || body.fields.iter();
    let lists: [(&str, Vec<String>); 4] = [
        ("holds objects in", holders.map(|field| field.name.clone()).collect()),
        ("read only", fields().filter(is(Direction::ReadOnly)).map(wire_name).collect()),
        ("received", fields().filter(is(Direction::ReadOnly)).filter(required).map(wire_name).collect()),
        ("sent", fields().filter(is(Direction::WriteOnly)).filter(required).map(wire_name).collect()),
    ];
    let lists = lists.iter().filter(|(_, names)| !names.is_empty());
    let lists: String = lists.map(|(head, names)| format!("{head} {};\n", names.join(", "))).collect();
    block("::perennial::__private::v1::object!", &(rows + &lists))
}

/// `true` if a value has objects in it that keep what is not declared.
fn has_objects(context: &Context<'_>, ty: &Type) -> bool {
    let def = ty.mentioned().and_then(|name| context.types.get(name));
    def.is_some_and(|def| !matches!(def.kind, Kind::Enum(_)))
}

/// The builders of all structs in `types::builder`, with the former names of these.
pub fn builders(context: &Context<'_>) -> String {
    let samples = context.api.series.iter().map(|series| &series.sample);
    let structs = context.api.types.iter().chain(samples);
    let structs = structs.filter_map(|def| Some((&def.name, def.kind.as_struct()?)));
    let builders = structs.clone().map(|(name, body)| builder(context, name, body));
    let names: HashSet<&String> = structs.clone().map(|(name, _)| name).collect();
    let formers = context.former.types.iter().filter(|(_, other)| names.contains(&other.present));
    let aliases =
        formers.map(|(name, other)| former::alias(context.gates.of_type(&other.present), name, &other.present, other));
    "/// Builders for the types.\n".to_owned() + &block("pub mod builder", &builders.chain(aliases).collect::<String>())
}

fn builder(context: &Context<'_>, name: &str, body: &Struct) -> String {
    let gate = context.gates.of_type(name);
    let setters: String = setters::setters(body).iter().map(|each| setter(name, each)).collect();
    let implementations = gate.before_each(&format!(
        "impl {name} {{
            {setters}
            /// Keeps the undeclared fields of the value that this builder was made from. Otherwise they are dropped, since a
            /// service may refuse fields that it does not know.
            #[inline]
            pub fn keep_undeclared(self) -> Self {{ Self(self.0.keep_undeclared()) }}

            /// Builds the value.
            ///
            /// # Errors
            ///
            /// [`BuildError`](::perennial::error::BuildError): names each required field that was not set, and each value that
            /// could not be converted.
            #[inline]
            pub fn build(self) -> ::std::result::Result<super::{name}, ::perennial::error::BuildError> {{
                self.0.build()
            }}
        }}
        ::perennial::__private::v1::builder! {{ {name} }}\n"
    ));
    format!(
        "/// Builder for [`{name}`](super::{name}).
        {}#[derive(Clone, Debug, Default)]
        #[must_use]
        pub struct {name}(::perennial::__private::v1::Draft<super::{name}>);
        {implementations}",
        gate.cfg()
    )
}

/// A method of the builder of the struct called `of`.
fn setter(of: &str, Setter { name, action }: &Setter<'_>) -> String {
    let method = |docs: &str, argument, taken, call: &str| {
        docs::lines(docs) + &former::method(name, argument, &taken, &format!("Self(self.0.{call})"))
    };
    match action {
        Action::Extend(values) => {
            let taken = Taken::new(true, &rust_type::map(values), true);
            let docs = "Adds fields that the document does not declare.";
            method(docs, "fields", taken, &format!("extend({name:?}, fields)"))
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
            let (ty, optional) = match field.required {
                true => (rust_type::plain(&field.value.ty), ""),
                false => (rust_type::optional(&field.value.ty), "_optional"),
            };
            let call = format!("set{own}{optional}({:?}, value)", field.wire_name);
            method(&format!("Sets {}.", link(of, field)), "value", Taken::new(field.required, &ty, true), &call)
        }
    }
}

/// A link to a field of the struct called `of`, which may have a method of the same name.
fn link(of: &str, Field { name, .. }: &Field) -> String {
    let kind = match name.as_str() {
        "builder" | "undeclared" | "clear_undeclared" | "samples" | "next_id" | "into_items" => "field@",
        _ => "",
    };
    format!("[`{name}`]({kind}super::{of}::{name})")
}

/// A list or map that contains itself, and so needs a name.
pub fn newtype(context: &Context<'_>, def: &TypeDef, value: &Value) -> String {
    let (gate, name) = (context.gates.of_type(&def.name), &def.name);
    let (cfg, docs) = (gate.cfg(), docs::paragraphs(&[&def.docs, &gate.said()]));
    let (ty, serde) = (rust_type::value_type(value).code(), "::perennial::__private::v1::serde");
    let implementations = gate.before_each(&format!(
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
    format!(
        "{docs}{cfg}#[derive({serde}::Deserialize, {serde}::Serialize, Clone, Debug, PartialEq)]
        #[serde(crate = \"{serde}\", transparent)]
        pub struct {name}(
            #[serde(deserialize_with = \"::perennial::__private::v1::Decode::decode\")]
            pub {ty}
        );
        {implementations}"
    )
}
