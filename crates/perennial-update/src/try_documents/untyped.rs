//! Finds the values in a client that can be any JSON value, and the reasons.

use std::collections::HashMap;

use perennial_codegen::{
    Generated,
    adaptation::Rule,
    api::{Kind, Type},
};
use serde_json::Value;

use super::places::PlacesByRule;

/// The rules for adaptations after which a value can be any JSON value.
const RULES: [Rule; 7] = [
    Rule::ANY_OBJECT,
    Rule::ANY_VALUE,
    Rule::CONFLICTING_PARTS,
    Rule::DANGLING_REFERENCE,
    Rule::DYNAMIC_REFERENCE,
    Rule::SELF_ALIAS,
    Rule::VALUES_TO_DOCS,
];

/// Counts the fields, arguments and responses that can be any JSON value. The reason is an adaptation, or else the
/// declaration in the document.
pub fn count_by_reason(generated: &Generated, document: &Value) -> PlacesByRule {
    let adapted = generated.adaptations.iter().filter(|adaptation| RULES.contains(&adaptation.rule));
    let adapted: HashMap<&str, Rule> = adapted.map(|adaptation| (adaptation.place.as_str(), adaptation.rule)).collect();
    let mut kinds = PlacesByRule::default();
    let mut look = |ty: &Type, declared: Option<&Value>, places: &[String]| {
        let Some(reason) = untyped_reason(ty) else { return };
        let reason = if reason == NO_TYPE { declared.and_then(composition_reason).unwrap_or(reason) } else { reason };
        // If a list is adapted, the place of the adaptation may be the place of its elements.
        let rule_at = |place: &str| adapted.get(place).or_else(|| adapted.get(format!("{place}[]").as_str()));
        let rule = places.iter().find_map(|place| rule_at(place)).copied();
        kinds.add_place(rule.unwrap_or(reason), || places.first().cloned().unwrap_or_default());
    };
    for def in &generated.api.types {
        let (place, name) = (def.place.to_string(), &def.name);
        let schema = def.place.schema_name().map(|schema| &document["components"]["schemas"][schema]);
        match &def.kind {
            Kind::Struct(body) => {
                for field in &body.fields {
                    let wire = &field.wire_name;
                    let declared = schema.map(|schema| &schema["properties"][wire]);
                    look(
                        &field.value.ty,
                        declared,
                        &[format!("{name}.{wire}"), format!("{place}.{wire}"), place.clone()],
                    );
                }
            }
            Kind::Union(union) => {
                let member = |index: usize| format!("{name}, member {index}");
                union
                    .members
                    .iter()
                    .enumerate()
                    .for_each(|(index, it)| look(&it.ty, None, &[member(index), place.clone()]));
            }
            Kind::Newtype(value) => look(&value.ty, schema, &[name.clone(), place]),
            Kind::Enum(_) => {}
        }
    }
    for operation in &generated.api.operations {
        for parameter in &operation.parameters {
            look(&parameter.ty, None, &[format!("{operation}, parameter `{}`", parameter.wire_name)]);
        }
        operation.body.iter().for_each(|body| look(&body.value.ty, None, &[format!("{operation}, body")]));
        for content in operation.contents() {
            if let Some(value) = content.value() {
                look(&value.ty, None, &[format!("{operation}, response")]);
            }
        }
    }
    kinds
}

const NO_TYPE: Rule = Rule {
    id: "no-type",
    title: "the document does not describe the value, or gives it more than one type",
    text: "The client accepts any JSON value. A Rust type is generated only if the schema has a `type`.",
};
const UNION: Rule = Rule {
    id: "union",
    title: "a union whose members cannot be distinguished",
    text: "The client accepts any JSON value. A type is generated only if the schema has a `discriminator`, or each \
           member has a required field that no other member has.",
};
const COMPOSED: Rule = Rule {
    id: "composed",
    title: "an `allOf` whose type is not declared",
    text: "The client accepts any JSON value, because the `allOf` does not declare its type.",
};
const ANY_FIELDS: Rule = Rule {
    id: "any-fields",
    title: "an object without declared fields",
    text: "The value is a JSON object. A struct is generated only if the schema has `properties`.",
};
const ANY_VALUES: Rule = Rule {
    id: "any-values",
    title: "a map whose values have no declared type",
    text: "The map can contain any JSON values. A type is generated only if `additionalProperties` has a `type`.",
};

/// The reasons that are not adaptations: the document itself declares that a value can be any JSON value.
pub const REASONS: [Rule; 5] = [NO_TYPE, UNION, COMPOSED, ANY_FIELDS, ANY_VALUES];

/// Returns the reason why a field can be any JSON value if its schema, or the schema of its items, is a union or a
/// composition.
fn composition_reason(mut declared: &Value) -> Option<Rule> {
    while declared["items"].is_object() {
        declared = &declared["items"];
    }
    let has = |keyword: &str| declared.get(keyword).is_some();
    if has("oneOf") || has("anyOf") {
        Some(UNION)
    } else if has("allOf") {
        Some(COMPOSED)
    } else {
        None
    }
}

/// Returns the reason why a value of this type can be any JSON value, if the type reveals the reason. `None` for all
/// other types.
fn untyped_reason(ty: &Type) -> Option<Rule> {
    match ty {
        Type::Any => Some(NO_TYPE),
        Type::Object => Some(ANY_FIELDS),
        Type::List(item) => untyped_reason(&item.ty),
        Type::Map(values) => untyped_reason(&values.ty).map(|_| ANY_VALUES),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_for_an_untyped_value_is_in_the_list_of_reasons() {
        let defined = include_str!("untyped.rs").matches("\n    id: \"").count();
        assert_eq!(REASONS.len(), defined);
    }
}
