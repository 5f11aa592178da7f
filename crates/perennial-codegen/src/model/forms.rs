//! Tells which bodies of forms the document declares in a way that no form has: they are refused when they are sent.

use crate::{
    adaptation::Rule,
    api::{Api, Discriminant, Encoding, Field, Kind, QueryStyle, Type, TypesByName},
    log::Log,
};

/// Records the forms of `api` that cannot be sent as declared.
pub fn note(api: &Api, log: &mut Log) {
    let types = &api.types_by_name();
    for operation in &api.operations {
        let Some(body) = operation.body.as_ref().filter(|body| body.encoding == Encoding::Form) else { continue };
        if matches!(form(&body.value.ty, types), Form::List(_) | Form::Text) {
            log.note(Rule::FORM_WITHOUT_FIELDS, format!("{operation} body"));
        }
        let fields = body.value.ty.as_struct(types).into_iter().flat_map(|fields| &fields.fields);
        let is_written = |field: &Field| {
            let style = body.form.get(&field.wire_name).copied().unwrap_or(QueryStyle::Exploded);
            is_written(&field.value.ty, style, types)
        };
        for field in fields {
            let place = || format!("{operation} field `{}`", field.wire_name);
            if !is_written(field) {
                log.note(Rule::NESTED_PARAMETER, place());
            } else if matches!(form(&field.value.ty, types), Form::Unknown) && !body.form.contains_key(&field.wire_name)
            {
                log.note(Rule::ANY_IN_FORM, place());
            }
        }
    }
}

/// The forms of a value, as far as they are known.
enum Form<'a> {
    Text,
    List(&'a Type),
    Object(Vec<&'a Type>),
    Unknown,
}

fn form<'a>(ty: &'a Type, types: &TypesByName<'a>) -> Form<'a> {
    match ty {
        Type::List(item) => Form::List(&item.ty),
        Type::Map(values) => Form::Object(vec![&values.ty]),
        Type::Object => Form::Object(Vec::new()),
        Type::Any => Form::Unknown,
        Type::Named(name) => match types.get(name.as_str()).map(|def| &def.kind) {
            Some(Kind::Struct(body)) => Form::Object(body.fields.iter().map(|field| &field.value.ty).collect()),
            Some(Kind::Union(union)) if union.by != Discriminant::Kind => Form::Object(Vec::new()),
            Some(Kind::Enum(_)) => Form::Text,
            _ => Form::Unknown,
        },
        _ => Form::Text,
    }
}

/// `true` if a style writes all values of a type. What an object has in it is looked at, and no deeper.
pub fn is_written(ty: &Type, style: QueryStyle, types: &TypesByName<'_>) -> bool {
    let is = |ty, wanted: fn(&Form<'_>) -> bool| wanted(&form(ty, types));
    let is_object = |ty| is(ty, |form| matches!(form, Form::Object(_)));
    let is_list = |ty| is(ty, |form| matches!(form, Form::List(_)));
    let is_nested = |ty| is_object(ty) || is_list(ty);
    match (style, form(ty, types)) {
        (QueryStyle::Json, _) | (_, Form::Text | Form::Unknown) => true,
        (_, Form::List(item)) => !is_nested(item),
        (QueryStyle::Deep, Form::Object(values)) => !values.iter().any(|ty| match form(ty, types) {
            Form::List(item) => is_nested(item),
            _ => false,
        }),
        (style, Form::Object(values)) if style.is_exploded() => !values.iter().any(|ty| match form(ty, types) {
            Form::List(item) => is_nested(item),
            _ => is_object(ty),
        }),
        (_, Form::Object(values)) => !values.into_iter().any(is_nested),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::adaptation::{Adaptation, Rule};

    /// The rules that were applied to the form, each with the place.
    fn noted(schema: Value, encoding: Value) -> Vec<(Rule, String)> {
        let media = json!({ "application/x-www-form-urlencoded": { "schema": schema, "encoding": encoding } });
        let operation = json!({ "operationId": "x", "requestBody": { "content": media } });
        let (_, adaptations) =
            crate::model_of(json!({ "openapi": "3.0.0", "paths": { "/a": { "post": operation } } })).expect("legal");
        let noted = adaptations.into_iter().map(|Adaptation { rule, place }| (rule, place));
        let told = [Rule::ANY_IN_FORM, Rule::FORM_WITHOUT_FIELDS, Rule::NESTED_PARAMETER];
        noted.filter(|(rule, _)| told.contains(rule)).collect()
    }

    #[test]
    fn a_form_without_fields_is_told() {
        let place = "x (POST /a) body".to_owned();
        for schema in [json!({ "type": "array", "items": { "type": "string" } }), json!({ "type": "string" })] {
            assert_eq!(noted(schema, json!({})), [(Rule::FORM_WITHOUT_FIELDS, place.clone())]);
        }
        for schema in [json!({}), json!({ "type": "object", "additionalProperties": { "type": "string" } })] {
            assert_eq!(noted(schema, json!({})), []);
        }
    }

    #[test]
    fn a_field_that_may_be_an_object_and_is_then_sent_without_its_name_is_told() {
        let form = json!({ "type": "object", "properties": { "a": {}, "b": { "type": "string" } } });
        let told = (Rule::ANY_IN_FORM, "x (POST /a) field `a`".to_owned());
        assert_eq!(noted(form.clone(), json!({})), [told]);
        assert_eq!(noted(form, json!({ "a": { "contentType": "application/json" } })), []);
    }

    #[test]
    fn objects_that_a_style_cannot_write_are_told() {
        let flat = json!({ "type": "object", "properties": { "x": { "type": "string" } } });
        let list = |items: &Value| json!({ "type": "array", "items": items });
        let nested = json!({ "type": "object", "properties": { "y": flat } });
        let in_list = json!({ "type": "object", "properties": { "y": list(&flat) } });
        let [usual, joined] = [json!({}), json!({ "explode": false })];
        let [deep, as_json] = [json!({ "style": "deepObject" }), json!({ "contentType": "application/json" })];
        for (schema, encoding, is_told) in [
            (&flat, &usual, false),
            (&flat, &joined, false),
            (&nested, &usual, true),
            (&nested, &joined, true),
            (&nested, &deep, false),
            (&in_list, &deep, true),
            (&list(&flat), &usual, true),
            (&list(&flat), &deep, true),
            (&list(&flat), &as_json, false),
            (&list(&list(&json!({ "type": "string" }))), &usual, true),
            (&list(&json!({ "type": "string" })), &usual, false),
        ] {
            let form = json!({ "type": "object", "properties": { "a": schema } });
            let told = (Rule::NESTED_PARAMETER, "x (POST /a) field `a`".to_owned());
            assert_eq!(noted(form, json!({ "a": encoding })), Vec::from_iter(is_told.then_some(told)), "{schema}");
        }
    }
}
