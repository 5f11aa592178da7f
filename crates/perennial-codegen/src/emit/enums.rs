//! Writes open enums: enums with a variant for values that the document does not list.

use super::{Context, docs, former};
use crate::{
    api::{self, Enum, EnumOf, EnumValue, FormerNames, TypeDef},
    text::markdown::code_span,
};

pub fn open_enum(context: &Context<'_>, def: &TypeDef, body: &Enum) -> String {
    let (name, other) = (&def.name, &body.other);
    let docs =
        if def.docs.is_empty() { "One of the values that the document lists, or any other value." } else { &def.docs };
    let from = if body.of == EnumOf::Text { "a string" } else { "a number" };
    let docs = &docs::with_sentence(docs, &format!("To create a value, use a variant, or convert {from} with `from`."));
    let (derived, ty) = match body.of {
        EnumOf::Text => ("Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord", "::std::string::String"),
        EnumOf::Integer => ("Debug, Clone, Copy, PartialEq, Eq, Hash", "i64"),
        EnumOf::Number => ("Debug, Clone, Copy, PartialEq", "f64"),
    };
    let (arguments, getter) = match body.of {
        EnumOf::Text => (
            format!("open_enum! {{ {name}{}:", if body.has_unquoted_values() { " by scalar_text" } else { "" }),
            "string that is sent for this value.\npub fn as_str(&self) -> &str { ::std::convert::AsRef::as_ref(self) \
             }",
        ),
        EnumOf::Integer | EnumOf::Number => (
            format!("open_number! {{ {name} as {ty}:"),
            &*format!(
                "number that is sent for this value.\npub fn value(self) -> {ty} {{ ::std::convert::From::from(self) \
                 }}"
            ),
        ),
    };
    let listed = body.values.iter().map(|EnumValue { name, wire_name }| (name, wire_name, String::new()));
    let (renamed, unlisted) = former_variants(def, body, context.former);
    let (mut variants, mut values) = (String::new(), String::new());
    for (variant, wire_name, deprecated) in listed.chain(unlisted) {
        let docs = docs::lines(&format!("{} on the wire.", code_span(wire_name)));
        let attributes = context.member_attributes(name, variant);
        variants += &format!("{docs}{deprecated}{attributes}{variant},\n");
        values += &format!("{} => {variant},\n", literal(body.of, wire_name));
    }
    let attributes = context.member_attributes(name, other);
    let docs_of_other = "/// A value that the document does not list. For a value that the document lists, `from` \
                         returns the corresponding variant.\n";
    variants += &format!("{docs_of_other}{attributes}{other}({ty}),\n");
    let implementations = format!(
        "impl {name} {{
            {renamed}/// Returns the {getter}
        }}
        ::perennial::__private::v1::{arguments}
            {values}_ => {other},
        }}\n"
    );
    enumeration(context, name, docs, derived, &variants, &implementations)
}

pub fn enumeration(
    context: &Context<'_>,
    name: &str,
    docs: &str,
    derived: &str,
    variants: &str,
    implementations: &str,
) -> String {
    let gate = context.gates.of_type(name);
    let attributes = docs::paragraphs(&[docs, &gate.docs()]) + &gate.cfg() + &context.derive_attribute(name, derived);
    format!(
        "{attributes}#[non_exhaustive]
        pub enum {name} {{
            {variants}}}
        {}",
        gate.gate_each(implementations)
    )
}

fn literal(of: EnumOf, wire_name: &str) -> String {
    match of {
        EnumOf::Text => format!("{wire_name:?}"),
        // Parsing the value of a number enum never fails, because the model contains only values that are numbers of
        // the enum's type.
        EnumOf::Integer => wire_name.parse::<i64>().unwrap_or_default().to_string(),
        EnumOf::Number => {
            let number = wire_name.parse::<f64>().unwrap_or_default().to_string();
            if number.contains('.') { number } else { number + ".0" }
        }
    }
}

/// Writes the former names of variants.
///
/// If the document still lists the value of a variant, its former name becomes a constant of the enum. Otherwise, the
/// former name becomes a deprecated variant. The constants are returned as code, and the variants as their name, their
/// value and their `deprecated` attribute.
fn former_variants<'a>(
    def: &TypeDef,
    body: &Enum,
    names: &'a FormerNames,
) -> (String, Vec<(&'a String, &'a String, String)>) {
    let (mut constants, mut variants) = (String::new(), Vec::new());
    let values = body.values_by_text();
    for (former, other) in api::former::names_of_owner(&names.variants, &def.name) {
        match values.get(other.present.as_str()) {
            Some(EnumValue { name, .. }) => {
                let docs = docs::lines(&format!("The former name of [`{name}`](Self::{name})."));
                let deprecated = former::deprecated(name, other);
                constants += &format!("{docs}{deprecated}pub const {former}: Self = Self::{name};\n");
            }
            None => {
                let deprecated = former::attribute(other.since.as_ref(), "the document no longer lists the value");
                variants.push((former, &other.present, deprecated));
            }
        }
    }
    (constants, variants)
}
