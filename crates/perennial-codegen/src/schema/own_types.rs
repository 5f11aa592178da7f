//! Replaces schemas and formats with own types (`client.types` in `names.json`) where generated code supports own
//! types.
//!
//! Union members, undeclared fields of structs, and the values of streams keep their generated types, because generated
//! code decodes them according to their schemas.

use std::{collections::HashMap, mem};

use super::{Additional, Scalar, Schema, Shape, TypedDocument, walk};
use crate::{
    adaptation::Rule,
    api::{Replaced, Type, TypePath},
    log::Log,
    text::nearest::suggest_nearest,
};

/// A reference to a schema that an own type replaces.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct OwnTypeReference {
    pub path: TypePath,
    /// The replaced reference. It is used wherever generated code does not support own types.
    pub declared: Schema,
}

/// Marks references to schemas that own types replace.
///
/// This pass must run after composition, which merges the document's schemas and could not merge own types.
pub fn mark_references(document: &mut TypedDocument, log: &mut Log) {
    let own = mem::take(&mut document.own_types);
    let schemas: HashMap<&str, &TypePath> =
        own.iter().filter_map(|(replaced, path)| Some((replaced.schema()?, path))).collect();
    for replaced in own.keys() {
        if replaced.schema().is_some_and(|name| !document.schemas.contains_key(name)) {
            refuse_unused(replaced, "no operation uses this schema", document.schemas.keys(), log);
        }
    }
    if !schemas.is_empty() {
        document.each_schema(&mut |_, schema| {
            if let Some(path) = schema.name().and_then(|name| schemas.get(name)) {
                let (path, declared) = ((*path).clone(), mem::take(&mut schema.shape).into());
                schema.shape = Shape::Own(Box::new(OwnTypeReference { path, declared }));
            }
        });
    }
    document.own_types = own;
}

/// Refuses an own type that nothing in the document uses. `known` are the formats or schemas that are used, from which
/// the error suggests the most similar one.
pub fn refuse_unused<'a>(
    replaced: &Replaced,
    reason: &str,
    known: impl IntoIterator<Item = &'a String>,
    log: &mut Log,
) {
    let (Replaced::Format(name) | Replaced::Schema(name)) = replaced;
    let instead = suggest_nearest(name, known.into_iter().map(String::as_str));
    log.diagnostics.push_setting(&format!("types.{}", String::from(replaced.clone())), format!("{reason}{instead}"));
}

/// Decides for each use of an own type whether generated code supports own types there. If it does not, the declared
/// schema is used instead.
pub fn decide_support(document: &mut TypedDocument, log: &mut Log) {
    if document.own_types.is_empty() {
        return;
    }
    for operation in &mut document.operations {
        let id = &operation.id;
        let streamed = operation.responses.iter_mut().filter(|response| response.framing.is_some());
        for schema in streamed.chain(&mut operation.stream).filter_map(|response| response.schema.as_mut()) {
            place_types_in(&format!("{id}.stream"), schema, false, log);
        }
    }
    for webhook in &mut document.webhooks {
        place_types_in(&format!("{}.body", webhook.name), &mut webhook.schema, false, log);
    }
    document.each_root_schema(&mut |place, schema| place_types_in(place, schema, true, log));
}

fn place_types_in(place: &str, schema: &mut Schema, is_supported: bool, log: &mut Log) {
    if let Shape::Own(own) = &mut schema.shape {
        let declared = mem::take(&mut own.declared);
        let path = own.path.clone();
        *schema = mem::take(schema).replaced_by(declared);
        if is_supported {
            schema.shape = Shape::Own(Box::new(OwnTypeReference { path, declared: Schema::any() }));
            return;
        }
        log.note(Rule::OWN_TYPE, place);
    }
    match &mut schema.shape {
        Shape::Scalar(Scalar { format: format @ Some(Type::Own(_)), .. }) if !is_supported => {
            *format = None;
            log.note(Rule::OWN_TYPE, place);
        }
        Shape::List(items) => place_types_in(&walk::place_inside(place, "[]"), items, is_supported, log),
        Shape::Object(object) => {
            let is_map = object.properties.is_empty();
            for (name, property) in &mut object.properties {
                place_types_in(&walk::place_inside(place, &format!(".{name}")), property, true, log);
            }
            if let Additional::Allowed(values) = &mut object.additional {
                place_types_in(&walk::place_inside(place, ".*"), values, is_supported && is_map, log);
            }
        }
        Shape::Union(union) => {
            for (index, member) in union.members.iter_mut().enumerate() {
                place_types_in(&walk::place_inside(place, &format!(".oneOf[{index}]")), &mut member.schema, false, log);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::{
        Generated, adaptation::Rule, diagnostics::Diagnostics, generate, names::file::Names, surface::PublicShape,
    };

    fn generated(types: Value, schema: Value) -> Result<Generated, Diagnostics> {
        let money = json!({ "type": "object", "properties": { "amount": {} } });
        let reference = json!({ "$ref": "#/components/schemas/A" });
        let operation = json!({ "operationId": "get", "responses": { "200": { "content": { "application/json": {
            "schema": reference } } } } });
        let document = json!({ "openapi": "3.0.0", "paths": { "/a": { "get": operation } },
            "components": { "schemas": { "A": schema, "Money": money, "Price": { "$ref": "#/components/schemas/Money" } } } });
        let names = json!({ "client": { "types": types } }).to_string();
        generate(&document.to_string(), &Names::parse(&names)?)
    }

    fn properties(properties: Value) -> Value {
        json!({ "type": "object", "properties": properties })
    }

    fn reference(name: &str) -> Value {
        json!({ "$ref": format!("#/components/schemas/{name}") })
    }

    fn decimal() -> Value {
        json!({ "type": "string", "format": "decimal" })
    }

    #[test]
    fn own_types_replace_formats_and_schemas_and_their_aliases() {
        let schema =
            properties(json!({ "price": reference("Price"), "rates": { "type": "array", "items": decimal() } }));
        let types = json!({ "#/components/schemas/Money": "crate::Money", "format decimal": "::decimal::Decimal" });
        let Generated { client, surface, .. } = generated(types, schema).expect("legal");
        let PublicShape::Struct(fields) = &surface.types["A"].shape else { panic!("no struct") };
        let types = fields.values().map(|field| field.ty.to_string());
        assert_eq!(types.collect::<Vec<_>>(), ["Option<crate::Money>", "Option<Vec<::decimal::Decimal>>"]);
        assert!(client.contains("\"rates\" => rates: optional Vec<::decimal::Decimal> as own,"), "{client}");
        assert!(!surface.types.contains_key("Money"));
    }

    #[test]
    fn reports_uses_of_a_schema_where_own_types_are_not_supported() {
        let schema = json!({ "type": "object", "properties": {
            "either": { "oneOf": [reference("Price"), { "type": "array", "items": decimal() }] } },
            "additionalProperties": decimal() });
        let types = json!({ "#/components/schemas/Money": "crate::Money", "format decimal": "crate::Decimal" });
        let Generated { client, adaptations, .. } = generated(types, schema).expect("legal");
        assert!(!client.contains("crate::Money") && !client.contains("crate::Decimal"), "{client}");
        let noted = adaptations.iter().filter(|noted| noted.rule == Rule::OWN_TYPE).map(|noted| &*noted.place);
        assert_eq!(noted.collect::<Vec<_>>(), ["A.either.oneOf[0]", "A.either.oneOf[1][]", "A.*"]);
    }

    #[test]
    fn rejects_own_types_that_are_unused_or_have_an_invalid_path() {
        let refused = |types: Value| {
            let schema = properties(json!({ "price": reference("Price"), "rate": decimal() }));
            generated(types, schema).expect_err("refused").to_string()
        };
        assert_eq!(
            refused(json!({ "#/components/schemas/Mony": "crate::Money", "format decimals": "crate::Decimal" })),
            "names.json: client.types.format decimals: no string or number in the document has this format: did you \
             mean `decimal`?\nnames.json: client.types.#/components/schemas/Mony: no operation uses this schema: did \
             you mean `Money`?"
        );
        let path = refused(json!({ "format decimal": "crate::A<{ evil() }>" }));
        assert!(
            path.starts_with("names.json: client.types.format decimal: `crate::A<{ evil() }>` is not the path"),
            "{path}"
        );
        let key = refused(json!({ "decimal": "crate::A" }));
        assert!(key.contains("`decimal` selects neither a format"), "{key}");
    }
}
