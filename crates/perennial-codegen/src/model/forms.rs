//! Decides how the fields of form bodies are encoded. A call is refused at run time if a value cannot be encoded.

use std::mem;

use crate::{
    adaptation::Rule,
    api::{Api, Discriminant, Encoding, Kind, QueryStyle, Type, TypesByName},
    log::Log,
};

/// Sets the exploded style for form fields that are objects, unless the document declares a style. Reports the fields
/// that cannot be sent.
pub fn explode_objects(api: &mut Api, log: &mut Log) {
    let mut operations = mem::take(&mut api.operations);
    let types = &api.types_by_name();
    for operation in &mut operations {
        let place = operation.to_string();
        let body = operation.body.iter_mut().filter(|body| body.encoding == Encoding::Form);
        let body = body.map(|body| (&body.value.ty, &mut body.form));
        let others = operation.parameters.iter_mut().filter(|parameter| parameter.is_form());
        for (ty, form) in body.chain(others.map(|other| (&other.ty, &mut other.form))) {
            if matches!(form_of(ty, types), ValueForm::List(_) | ValueForm::Text) {
                log.note(Rule::FORM_WITHOUT_FIELDS, format!("{place} body"));
            }
            for field in ty.as_struct(types).into_iter().flat_map(|fields| &fields.fields) {
                let (name, ty) = (&field.wire_name, &field.value.ty);
                let declared = form.get(name).copied();
                if declared.is_none() && is_nested(ty, types) {
                    form.insert(name.clone(), QueryStyle::Exploded);
                }
                if !is_written(ty, declared.unwrap_or(QueryStyle::Exploded), types) {
                    log.note(Rule::NESTED_PARAMETER, format!("{place} field `{name}`"));
                }
            }
        }
    }
    api.operations = operations;
}

/// Returns whether every value of the type is an object.
pub fn is_object(ty: &Type, types: &TypesByName<'_>) -> bool {
    matches!(form_of(ty, types), ValueForm::Object(_))
}

/// Returns whether every value of the type is an object, a list of objects or a list of lists.
fn is_nested(ty: &Type, types: &TypesByName<'_>) -> bool {
    match form_of(ty, types) {
        ValueForm::List(item) => matches!(form_of(item, types), ValueForm::Object(_) | ValueForm::List(_)),
        _ => is_object(ty, types),
    }
}

/// The structure that all values of a type have in common: a list with the type of its elements, an object with the
/// types of its fields, or text. `Unknown` if the values differ in structure.
enum ValueForm<'a> {
    Text,
    List(&'a Type),
    Object(Vec<&'a Type>),
    Unknown,
}

fn form_of<'a>(ty: &'a Type, types: &TypesByName<'a>) -> ValueForm<'a> {
    match ty {
        Type::List(item) => ValueForm::List(&item.ty),
        Type::Map(values) => ValueForm::Object(vec![&values.ty]),
        Type::Object => ValueForm::Object(Vec::new()),
        Type::Any | Type::Own(_) => ValueForm::Unknown,
        Type::Named(name) => match types.get(name.as_str()).map(|def| &def.kind) {
            Some(Kind::Struct(body)) => ValueForm::Object(body.fields.iter().map(|field| &field.value.ty).collect()),
            Some(Kind::Union(union)) if union.by != Discriminant::Kind => ValueForm::Object(Vec::new()),
            Some(Kind::Enum(_)) => ValueForm::Text,
            _ => ValueForm::Unknown,
        },
        _ => ValueForm::Text,
    }
}

/// Returns whether `style` can encode every value of the type. The fields of an object are checked, but not the fields
/// of objects within it.
pub fn is_written(ty: &Type, style: QueryStyle, types: &TypesByName<'_>) -> bool {
    let is_nested = |ty: &&Type| is_nested(ty, types);
    match (style, form_of(ty, types)) {
        (QueryStyle::Json, _) | (_, ValueForm::Text | ValueForm::Unknown) => true,
        (_, ValueForm::List(_)) => !is_nested(&ty),
        (QueryStyle::Deep, ValueForm::Object(values)) => {
            !values.iter().filter(|ty| matches!(form_of(ty, types), ValueForm::List(_))).any(is_nested)
        }
        (style, ValueForm::Object(values)) if style.is_exploded() => !values.iter().any(is_nested),
        (_, ValueForm::Object(values)) => {
            values.iter().all(|ty| matches!(form_of(ty, types), ValueForm::Text | ValueForm::Unknown))
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::{
        adaptation::{Adaptation, Rule},
        api::QueryStyle,
    };

    /// Returns the adaptations for a form body with this `schema` and `encoding`.
    fn noted(schema: Value, encoding: Value) -> Vec<(Rule, String)> {
        let media = json!({ "application/x-www-form-urlencoded": { "schema": schema, "encoding": encoding } });
        let operation = json!({ "operationId": "x", "requestBody": { "content": media } });
        let (_, adaptations) =
            crate::model_of(json!({ "openapi": "3.0.0", "paths": { "/a": { "post": operation } } })).expect("legal");
        let noted = adaptations.into_iter().map(|Adaptation { rule, place }| (rule, place));
        let expected = [Rule::FORM_WITHOUT_FIELDS, Rule::NESTED_PARAMETER];
        noted.filter(|(rule, _)| expected.contains(rule)).collect()
    }

    #[test]
    fn reports_a_form_body_without_fields() {
        let place = "x (POST /a) body".to_owned();
        for schema in [json!({ "type": "array", "items": { "type": "string" } }), json!({ "type": "string" })] {
            assert_eq!(noted(schema, json!({})), [(Rule::FORM_WITHOUT_FIELDS, place.clone())]);
        }
        for schema in [json!({}), json!({ "type": "object", "additionalProperties": { "type": "string" } })] {
            assert_eq!(noted(schema, json!({})), []);
        }
    }

    #[test]
    fn form_fields_get_the_exploded_style_only_if_they_are_objects() {
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
    fn reports_form_fields_that_their_style_cannot_write() {
        let flat = json!({ "type": "object", "properties": { "x": { "type": "string" } } });
        let list = |items: &Value| json!({ "type": "array", "items": items });
        let nested = json!({ "type": "object", "properties": { "y": flat } });
        let in_list = json!({ "type": "object", "properties": { "y": list(&flat) } });
        let [usual, joined] = [json!({}), json!({ "explode": false })];
        let [deep, as_json] = [json!({ "style": "deepObject" }), json!({ "contentType": "application/json" })];
        for (schema, encoding, is_reported) in [
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
            let expected = (Rule::NESTED_PARAMETER, "x (POST /a) field `a`".to_owned());
            assert_eq!(
                noted(form, json!({ "a": encoding })),
                Vec::from_iter(is_reported.then_some(expected)),
                "{schema}"
            );
        }
    }
}
