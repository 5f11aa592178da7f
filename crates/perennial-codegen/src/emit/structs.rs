//! Structs: the macro `object` of the runtime reads, writes, shows and builds them, and gets a line for each field.

use std::collections::HashSet;

use super::{Context, docs, former, layout::block};
use crate::{
    api::{Direction, Field, Kind, Presence, Struct, Type, TypeDef, Value},
    names::setters::{self, Action, Setter, UNDECLARED},
    rust_type,
    text::markdown::code_span,
};

/// The builders of all structs, as `types::builder` exports them, with those of former names.
pub fn builders(context: &Context<'_>) -> String {
    let samples = context.api.series.iter().map(|series| &series.sample);
    let structs = context.api.types.iter().chain(samples).filter(|def| matches!(def.kind, Kind::Struct(_)));
    let exports = structs.clone().map(|TypeDef { name, .. }| {
        format!("{}pub use super::{}::{name};\n", context.gates.of_type(name).cfg(), module(name))
    });
    let names: HashSet<&String> = structs.clone().map(|def| &def.name).collect();
    let formers = context.former.types.iter().filter(|(_, other)| names.contains(&other.present));
    let aliases =
        formers.map(|(name, other)| former::alias(context.gates.of_type(&other.present), name, &other.present, other));
    "/// Builders for the types.\n".to_owned() + &block("pub mod builder", &exports.chain(aliases).collect::<String>())
}

/// The module of the builder of a struct: no type has a name like that.
fn module(name: &str) -> String {
    format!("build_{name}")
}

/// A struct; that of samples can be copied.
pub fn object(context: &Context<'_>, def: &TypeDef, body: &Struct) -> String {
    let (gate, name) = (context.gates.of_type(&def.name), &def.name);
    let (cfg, docs) = (gate.cfg(), docs::paragraphs(&[&def.docs, &gate.said()]));
    let derived = context.derived(name, &["Clone", "Default", "Copy"]);
    let is_sent = context.surface.types.get(name).is_some_and(|ty| ty.is_sent);
    let is_boxed = |field: &Field| context.cycles.is_boxed(name, field);
    let setters = setters::setters(body);
    let fields = body.fields.iter().zip(&setters).enumerate();
    let fields = fields.map(|(index, (field, setter))| line(index, field, &setter.name, is_boxed(field), is_sent));
    let fields = block(&format!("pub struct {name} built in {}", module(name)), &fields.collect::<String>());
    let cleared = setters.iter().filter_map(|Setter { name, action }| match action {
        Action::Clear(field) => Some(format!("{name} {:?};\n", field.wire_name)),
        _ => None,
    });
    let cleared: String = cleared.collect();
    let clears = if cleared.is_empty() { cleared } else { block("clears", &cleared) };
    let keeps =
        body.additional.as_ref().map(|values| format!("keeps {UNDECLARED}: {};\n", rust_type::map(values).code()));
    let keeps = keeps.unwrap_or_default();
    let nested = body.fields.iter().filter(|field| has_objects(context, &field.value.ty));
    let nested: Vec<&str> = nested.map(|field| field.name.as_str()).collect();
    let nests = match nested.as_slice() {
        [] => String::new(),
        [one] => format!("nests {{ {one} }}\n"),
        several => block("nests", &(several.join(" ") + "\n")),
    };
    let forgets = if derived.contains(&"Copy") { "forgets undeclared;\n" } else { "" };
    let derived = derived.join(", ");
    let is = |direction| move |field: &&Field| field.direction == direction;
    let required = |field: &&Field| field.required_one_way;
    let one_way = [
        wire_names("read_only", body.fields.iter().filter(is(Direction::ReadOnly))),
        wire_names("received", body.fields.iter().filter(is(Direction::ReadOnly)).filter(required)),
        wire_names("sent", body.fields.iter().filter(is(Direction::WriteOnly)).filter(required)),
    ]
    .concat();
    format!(
        "{cfg}::perennial::__private::v1::object! {{\n{docs}#[derive({derived})]\n{fields}{keeps}{forgets}{nests}{one_way}{clears}}}\n"
    )
}

/// Lists `fields` for the macro; nothing if there are none.
fn wire_names<'a>(list: &str, fields: impl Iterator<Item = &'a Field>) -> String {
    let names: Vec<String> = fields.map(|field| format!("{:?}", field.wire_name)).collect();
    if names.is_empty() { String::new() } else { block(list, &(names.join(" ") + "\n")) }
}

/// `true` if a value has objects in it that keep what is not declared.
fn has_objects(context: &Context<'_>, ty: &Type) -> bool {
    let def = ty.mentioned().and_then(|name| context.types.get(name));
    def.is_some_and(|def| !matches!(def.kind, Kind::Enum(_)))
}

/// Writes the line that describes a field to the macro.
fn line(index: usize, field: &Field, setter: &str, is_boxed: bool, is_sent: bool) -> String {
    let Field { name, wire_name, value, .. } = field;
    let said = match field.direction {
        Direction::Both => "",
        Direction::ReadOnly => "Read-only: the service sets it, and requests leave it out.",
        Direction::WriteOnly => "Write-only: no response has it.",
    };
    let described = if field.docs.is_empty() {
        &format!("The field {}: {}.", code_span(wire_name), docs::value(&value.ty))
    } else {
        &field.docs
    };
    let docs = docs::paragraphs(&[described, said]);
    let need = match (field.presence(), field.required) {
        (Presence::Always, _) => "required",
        (Presence::Optional, true) => "nullable",
        (Presence::Optional, false) => "optional",
        (Presence::OrNull, _) => "optional_nullable",
    };
    let how = match value.ty {
        _ if is_boxed => "(boxed)",
        _ if value.ty.is_own() => "(own)",
        // Any value may be null, and a null that is sent is intended.
        Type::Any if is_sent && field.presence() == Presence::Optional => "(any_or_null)",
        Type::Any if !field.required => "(any)",
        _ => "",
    };
    let other = if setter == name { String::new() } else { format!(" as {setter}") };
    format!("{docs}{index} {need}{how} {name}{other}: {} = {wire_name:?};\n", rust_type::plain(&value.ty).code())
}

/// A list or map that contains itself, and so needs a name.
pub fn newtype(context: &Context<'_>, def: &TypeDef, value: &Value) -> String {
    let (gate, name) = (context.gates.of_type(&def.name), &def.name);
    let (cfg, docs) = (gate.cfg(), docs::paragraphs(&[&def.docs, &gate.said()]));
    let ty = rust_type::value_type(value).code();
    let implementations = gate.around(format!(
        "impl ::perennial::__private::v1::Decode for {name} {{
            #[inline]
            fn clear_undeclared(&mut self) {{
                ::perennial::__private::v1::Decode::clear_undeclared(&mut self.0);
             }}
         }}
         impl ::perennial::__private::v1::Encode for {name} {{}}
         impl ::std::ops::Deref for {name} {{
             type Target = {ty};
             fn deref(&self) -> &{ty} {{
                &self.0
            }}
        }}
        impl ::std::convert::From<{ty}> for {name} {{
            fn from(value: {ty}) -> Self {{
                Self(value)
            }}
        }}
        impl ::std::convert::From<{name}> for {ty} {{
            fn from(value: {name}) -> Self {{
                value.0
            }}
        }}\n"
    ));
    format!(
        "{docs}{cfg}#[derive(
            ::perennial::__private::v1::serde::Deserialize,
            ::perennial::__private::v1::serde::Serialize,
            Clone,
            Debug,
            PartialEq
        )]
        #[serde(crate = \"::perennial::__private::v1::serde\", transparent)]
        pub struct {name}(
            #[serde(deserialize_with = \"::perennial::__private::v1::Decode::decode\")]
            pub {ty}
        );
        {implementations}"
    )
}
