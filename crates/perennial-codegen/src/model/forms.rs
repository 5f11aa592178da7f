//! How the fields of forms are written. What the document declares in a way that no form has is refused when it is sent.

use crate::{
    adaptation::Rule,
    api::{Api, Discriminant, Encoding, Kind, QueryStyle, Type, TypesByName},
    log::Log,
};

/// Spreads the objects in the forms of `api`, unless the document declares another style, and records what cannot be sent.
pub fn settle(api: &mut Api, log: &mut Log) {
    let types = &api.types_by_name();
    let mut spread = Vec::new();
    for (index, operation) in api.operations.iter().enumerate() {
        let Some(body) = operation.body.as_ref().filter(|body| body.encoding == Encoding::Form) else { continue };
        if matches!(form(&body.value.ty, types), Form::List(_) | Form::Text) {
            log.note(Rule::FORM_WITHOUT_FIELDS, format!("{operation} body"));
        }
        for field in body.value.ty.as_struct(types).into_iter().flat_map(|fields| &fields.fields) {
            let (name, ty) = (&field.wire_name, &field.value.ty);
            let declared = body.form.get(name).copied();
            if declared.is_none() && is_nested(ty, types) {
                spread.push((index, name.clone()));
            }
            if !is_written(ty, declared.unwrap_or(QueryStyle::Exploded), types) {
                log.note(Rule::NESTED_PARAMETER, format!("{operation} field `{name}`"));
            }
        }
    }
    for (index, name) in spread {
        if let Some(body) = &mut api.operations[index].body {
            body.form.insert(name, QueryStyle::Exploded);
        }
    }
}

/// `true` if all values of a type are objects.
pub fn is_object(ty: &Type, types: &TypesByName<'_>) -> bool {
    matches!(form(ty, types), Form::Object(_))
}

/// `true` if all values of a type are objects, or lists of objects or lists.
fn is_nested(ty: &Type, types: &TypesByName<'_>) -> bool {
    match form(ty, types) {
        Form::List(item) => matches!(form(item, types), Form::Object(_) | Form::List(_)),
        _ => is_object(ty, types),
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
        Type::Any | Type::Own(_) => Form::Unknown,
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
    let is_nested = |ty: &&Type| is_nested(ty, types);
    match (style, form(ty, types)) {
        (QueryStyle::Json, _) | (_, Form::Text | Form::Unknown) => true,
        (_, Form::List(_)) => !is_nested(&ty),
        (QueryStyle::Deep, Form::Object(values)) => {
            !values.iter().filter(|ty| matches!(form(ty, types), Form::List(_))).any(is_nested)
        }
        (style, Form::Object(values)) if style.is_exploded() => !values.iter().any(is_nested),
        (_, Form::Object(values)) => values.iter().all(|ty| matches!(form(ty, types), Form::Text | Form::Unknown)),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::{
        adaptation::{Adaptation, Rule},
        api::QueryStyle,
    };

    /// The rules that were applied to the form, each with the place.
    fn noted(schema: Value, encoding: Value) -> Vec<(Rule, String)> {
        let media = json!({ "application/x-www-form-urlencoded": { "schema": schema, "encoding": encoding } });
        let operation = json!({ "operationId": "x", "requestBody": { "content": media } });
        let (_, adaptations) =
            crate::model_of(json!({ "openapi": "3.0.0", "paths": { "/a": { "post": operation } } })).expect("legal");
        let noted = adaptations.into_iter().map(|Adaptation { rule, place }| (rule, place));
        let told = [Rule::FORM_WITHOUT_FIELDS, Rule::NESTED_PARAMETER];
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
    fn an_object_is_spread_and_what_may_be_anything_has_no_style() {
        let [any, object] = [json!({}), json!({ "type": "object", "properties": { "x": {} } })];
        let lists = [&any, &object].map(|items| json!({ "type": "array", "items": items }));
        let properties = json!({ "any": any, "anys": lists[0], "object": object, "objects": lists[1], "text": any });
        let encoding = json!({ "text": { "contentType": "text/plain" }, "object": { "headers": {} } });
        let schema = json!({ "type": "object", "properties": properties });
        let media = json!({ "application/x-www-form-urlencoded": { "schema": schema, "encoding": encoding } });
        let operation = json!({ "operationId": "x", "requestBody": { "content": media } });
        let document = json!({ "openapi": "3.0.0", "paths": { "/a": { "post": operation } } });
        let (api, _) = crate::model_of(document).expect("legal");
        let body = api.operations[0].body.as_ref().expect("a body");
        let spread = ["object", "objects"].map(|name| (name, QueryStyle::Exploded));
        assert_eq!(body.form.iter().map(|(name, style)| (&**name, *style)).collect::<Vec<_>>(), spread);
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
