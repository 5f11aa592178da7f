//! The types of the client's own in the place of schemas and formats, wherever generated code can have them.
//!
//! A member of a union, a declared type of undeclared fields, and a value of a stream are read by what the document says of
//! them: they keep its type.

use std::{collections::HashMap, mem};

use super::{Additional, Document, Scalar, Schema, Shape, walk};
use crate::{
    adaptation::Rule,
    api::{Replaced, Type, TypePath},
    log::Log,
    text::nearest::instead,
};

/// A schema in whose place there is a type of the client's own.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Own {
    /// The type.
    pub path: TypePath,
    /// What is there where that has no place.
    pub declared: Schema,
}

/// Marks what refers to a schema that is replaced. Compositions have taken from it what they needed.
pub fn mark(document: &mut Document, log: &mut Log) {
    let own = mem::take(&mut document.own_types);
    let schemas: HashMap<&str, &TypePath> =
        own.iter().filter_map(|(replaced, path)| Some((replaced.schema()?, path))).collect();
    for replaced in own.keys() {
        if replaced.schema().is_some_and(|name| !document.schemas.contains_key(name)) {
            refuse_unused(replaced, "no operation has such a schema", document.schemas.keys(), log);
        }
    }
    if !schemas.is_empty() {
        document.each_schema(&mut |_, schema| {
            if let Some(path) = schema.name().and_then(|name| schemas.get(name)) {
                let (path, declared) = ((*path).clone(), mem::take(&mut schema.shape).into());
                schema.shape = Shape::Own(Box::new(Own { path, declared }));
            }
        });
    }
    document.own_types = own;
}

/// Refuses a setting that nothing in the document is for, of all that are `known` there.
pub fn refuse_unused<'a>(
    replaced: &Replaced,
    reason: &str,
    known: impl IntoIterator<Item = &'a String>,
    log: &mut Log,
) {
    let (Replaced::Format(name) | Replaced::Schema(name)) = replaced;
    let instead = instead(name, known.into_iter().map(String::as_str));
    log.diagnostics.push_setting(&format!("types.{}", String::from(replaced.clone())), format!("{reason}{instead}"));
}

/// Settles for each of these types, and those for formats, whether it has a place.
pub fn settle(document: &mut Document, log: &mut Log) {
    if document.own_types.is_empty() {
        return;
    }
    for operation in &mut document.operations {
        let id = &operation.id;
        let streamed = operation.responses.iter_mut().filter(|response| response.framing.is_some());
        for schema in streamed.chain(&mut operation.stream).filter_map(|response| response.schema.as_mut()) {
            settle_in(&format!("{id}.stream"), schema, false, log);
        }
    }
    for webhook in &mut document.webhooks {
        settle_in(&format!("{}.body", webhook.name), &mut webhook.schema, false, log);
    }
    document.each_root_schema(&mut |place, schema| settle_in(place, schema, true, log));
}

fn settle_in(place: &str, schema: &mut Schema, has_place: bool, log: &mut Log) {
    if let Shape::Own(own) = &mut schema.shape {
        let declared = mem::take(&mut own.declared);
        let path = own.path.clone();
        *schema = mem::take(schema).holding(declared);
        if has_place {
            schema.shape = Shape::Own(Box::new(Own { path, declared: Schema::any() }));
            return;
        }
        log.note(Rule::OWN_TYPE, place);
    }
    match &mut schema.shape {
        Shape::Scalar(Scalar { format: format @ Some(Type::Own(_)), .. }) if !has_place => {
            *format = None;
            log.note(Rule::OWN_TYPE, place);
        }
        Shape::List(items) => settle_in(&walk::inside(place, "[]"), items, has_place, log),
        Shape::Object(object) => {
            let is_map = object.properties.is_empty();
            for (name, property) in &mut object.properties {
                settle_in(&walk::inside(place, &format!(".{name}")), property, true, log);
            }
            if let Additional::Allowed(values) = &mut object.additional {
                settle_in(&walk::inside(place, ".*"), values, has_place && is_map, log);
            }
        }
        Shape::Union(union) => {
            for (index, member) in union.members.iter_mut().enumerate() {
                settle_in(&walk::inside(place, &format!(".oneOf[{index}]")), &mut member.schema, false, log);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::{Generated, adaptation::Rule, diagnostics::Diagnostics, generate, names::file::Names, surface::Shape};

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
    fn a_type_is_in_the_place_of_a_schema_by_any_name_and_of_a_format() {
        let schema =
            properties(json!({ "price": reference("Price"), "rates": { "type": "array", "items": decimal() } }));
        let types = json!({ "#/components/schemas/Money": "crate::Money", "format decimal": "::decimal::Decimal" });
        let Generated { client, surface, .. } = generated(types, schema).expect("legal");
        let Shape::Struct(fields) = &surface.types["A"].shape else { panic!("no struct") };
        let types = fields.values().map(|field| field.ty.to_string());
        assert_eq!(types.collect::<Vec<_>>(), ["Option<crate::Money>", "Option<Vec<::decimal::Decimal>>"]);
        assert!(client.contains("\"rates\" => rates: optional Vec<::decimal::Decimal> as own,"), "{client}");
        assert!(!surface.types.contains_key("Money"));
    }

    #[test]
    fn where_a_type_has_no_place_the_type_of_the_document_stays_and_is_noted() {
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
    fn what_nothing_is_for_or_is_no_path_is_refused_with_its_line() {
        let refused = |types: Value| {
            let schema = properties(json!({ "price": reference("Price"), "rate": decimal() }));
            generated(types, schema).expect_err("refused").to_string()
        };
        assert_eq!(
            refused(json!({ "#/components/schemas/Mony": "crate::Money", "format decimals": "crate::Decimal" })),
            "names.json: client.types.format decimals: no text or number has such a format: is it `decimal`?\n\
             names.json: client.types.#/components/schemas/Mony: no operation has such a schema: is it `Money`?"
        );
        let path = refused(json!({ "format decimal": "crate::A<{ evil() }>" }));
        assert!(
            path.starts_with("names.json: client.types.format decimal: `crate::A<{ evil() }>` is not the path"),
            "{path}"
        );
        let key = refused(json!({ "decimal": "crate::A" }));
        assert!(key.contains("`decimal` is neither a format"), "{key}");
    }
}
