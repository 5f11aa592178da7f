//! Open enums.

use super::{Context, docs, former, layout::block};
use crate::{
    api::{self, Enum, EnumOf, EnumValue, FormerNames, TypeDef},
    text::markdown::code_span,
};

/// An enum, with a variant for what the document does not list.
pub fn open_enum(context: &Context<'_>, def: &TypeDef, body: &Enum) -> String {
    let TypeDef { name, docs, .. } = def;
    let gate = context.gates.of_type(name);
    let docs = if docs.is_empty() { "A value that the document lists, or any other." } else { docs };
    let (cfg, docs) = (gate.cfg(), docs::paragraphs(&[docs, &gate.said()]));
    let listed = body.values.iter().map(|EnumValue { name, wire_name }| variant(body.of, name, wire_name, ""));
    let (definition, kind) = match body.of {
        EnumOf::Text => ("open_enum", ""),
        EnumOf::Integer => ("open_number", ": i64"),
        EnumOf::Number => ("open_number", ": f64"),
    };
    let (renamed, unlisted) = former_variants(def, body, context.former);
    let variants = listed.map(|variant| variant + ",\n").collect::<String>() + &unlisted.join(",\n");
    let variants = block(&format!("pub enum {name}{kind} else {}", body.other), &variants);
    format!("{cfg}::perennial::__private::v1::{definition}! {{\n{docs}{variants}}}\n{}", gate.around(renamed))
}

fn variant(of: EnumOf, name: &str, wire_name: &str, attribute: &str) -> String {
    let docs = docs::lines(&format!("{} on the wire.", code_span(wire_name)));
    format!("{docs}{attribute}{name} = {}", literal(of, wire_name))
}

fn literal(of: EnumOf, wire_name: &str) -> String {
    match of {
        EnumOf::Text => format!("{wire_name:?}"),
        // What is written in the model is a number of its kind; another one would be no value of this enum.
        EnumOf::Integer => wire_name.parse::<i64>().unwrap_or_default().to_string(),
        EnumOf::Number => {
            let number = wire_name.parse::<f64>().unwrap_or_default().to_string();
            if number.contains('.') { number } else { number + ".0" }
        }
    }
}

/// The former variants: as constants for the values that another variant stands for, and as variants for the values that
/// the document no longer lists.
fn former_variants(def: &TypeDef, body: &Enum, names: &FormerNames) -> (String, Vec<String>) {
    let (mut constants, mut variants) = (String::new(), Vec::new());
    let values = body.by_value();
    for (former, other) in api::former::of_owner(&names.variants, &def.name) {
        match values.get(other.present.as_str()) {
            Some(EnumValue { name, .. }) => {
                let docs = docs::lines(&format!("The former name of [`{name}`](Self::{name})."));
                let deprecated = former::deprecated(name, other);
                constants += &format!("{docs}{deprecated}pub const {former}: Self = Self::{name};\n");
            }
            None => {
                let deprecated = former::attribute(other.since.as_ref(), "the document no longer lists the value");
                variants.push(variant(body.of, former, &other.present, &deprecated));
            }
        }
    }
    let constants = if constants.is_empty() { constants } else { block(&format!("impl {}", def.name), &constants) };
    (constants, variants)
}
