//! The parts of a `multipart/…` body: parameters of the operation, one for each field of the schema.

use super::{
    parameters::Scope,
    types::{self, Types},
};
use crate::{
    adaptation::Rule,
    api::{Direction, EnumOf, JsonKind, Location, Parameter, PartStyle, Type, Value},
    schema::{Body, FieldEncoding, Scalar, Schema, Shape},
    text::{media_type::MediaType, naming},
};

/// The parts of the `body` of an operation.
pub fn parts(body: &Body, types: &mut Types, scope: &mut Scope<'_>) -> Vec<Parameter> {
    let object = types.resolve(&body.schema).object();
    let Some(object) = object.filter(|object| !object.properties.is_empty()) else {
        return vec![whole(scope)];
    };
    let sent = object.properties.iter().filter(|(_, schema)| types::direction(schema) != Direction::ReadOnly);
    let part = |(wire_name, schema): (&String, &Schema)| {
        let FieldEncoding { content_type, headers, .. } = body.encoding.get(wire_name).cloned().unwrap_or_default();
        let declared = content_type.as_deref();
        let form = Form::of(schema, types);
        let (style, media_type) =
            style(form, declared.filter(|name| MediaType::is_sendable(name)), !headers.is_empty());
        let location = Location::Part(style);
        let name = scope.name(wire_name, location);
        let here = format!("part `{wire_name}`");
        if style == PartStyle::File && form != Form::File {
            scope.note(Rule::PART_OF_BYTES, &here);
        }
        let is_choice = |name: Option<&str>| name.is_some_and(MediaType::is_choice);
        if is_choice(declared) && !is_choice(media_type) {
            scope.note(Rule::MEDIA_TYPE_CHOICE, &here);
        }
        let ty = match style {
            PartStyle::File => file(schema, types),
            _ => types.value(&|| scope.prefix.clone() + &naming::type_name(&name), schema).ty,
        };
        Parameter {
            name,
            wire_name: wire_name.clone(),
            location,
            required: object.requires(wire_name),
            ty,
            media_type: media_type.map(str::to_owned),
            part_headers: headers,
            docs: types::docs(schema.description.as_ref()),
        }
    };
    sent.map(part).collect()
}

/// All parts at once, where the document names none.
fn whole(scope: &mut Scope<'_>) -> Parameter {
    let location = Location::Part(PartStyle::Whole);
    Parameter {
        name: scope.name("parts", location),
        wire_name: "parts".to_owned(),
        location,
        required: true,
        ty: Type::Parts,
        media_type: None,
        part_headers: Vec::new(),
        docs: String::new(),
    }
}

/// The forms that the value of a part has, or each element of a list of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Bytes.
    File,
    /// Any text.
    Text,
    /// A number, or another text.
    Scalar,
    /// Anything else.
    Json,
}

impl Form {
    fn of(schema: &Schema, types: &Types) -> Self {
        let shape = &types.resolve(schema).shape;
        match shape {
            Shape::List(items) => Self::of_one(&types.resolve(items).shape),
            shape => Self::of_one(shape),
        }
    }

    fn of_one(shape: &Shape) -> Self {
        match shape {
            Shape::Scalar(Scalar { format: Some(Type::Part), .. }) => Self::File,
            Shape::Scalar(Scalar { of: EnumOf::Text, format: None, values }) if values.is_empty() => Self::Text,
            Shape::Scalar(_) | Shape::Boolean(_) | Shape::ExactNumber => Self::Scalar,
            Shape::Union(union)
                if union.members.iter().all(|member| member.schema.json_kind().is_some_and(is_scalar)) =>
            {
                Self::Scalar
            }
            _ => Self::Json,
        }
    }
}

fn is_scalar(kind: JsonKind) -> bool {
    matches!(kind, JsonKind::String | JsonKind::Number | JsonKind::Boolean)
}

/// The way in which a part of this `form` is sent, and under which media type, of what is `declared`. What is not JSON is
/// given as bytes, unless it is text as it is.
fn style(form: Form, declared: Option<&str>, has_headers: bool) -> (PartStyle, Option<&str>) {
    let kind = declared.map(MediaType::parse);
    let mut names = declared.into_iter().flat_map(|declared| declared.split(',')).map(str::trim);
    let json = names.find(|name| MediaType::parse(name).is_json());
    let json = json.map(|name| if MediaType::is_choice(name) { "application/json" } else { name });
    match (form, declared) {
        (Form::File, _) => (PartStyle::File, declared),
        (_, None) if !has_headers => (PartStyle::Plain, None),
        (Form::Json, None) => (PartStyle::File, Some("application/json")),
        (_, None) => (PartStyle::File, Some("text/plain")),
        (Form::Json, Some(_)) if json.is_some() => (if has_headers { PartStyle::File } else { PartStyle::Json }, json),
        (_, Some(name)) if has_headers || MediaType::is_choice(name) => (PartStyle::File, declared),
        (_, Some(_)) if kind.is_some_and(MediaType::is_json) => (PartStyle::Json, declared),
        (Form::Scalar, _) => (PartStyle::Plain, declared),
        (Form::Text, _) if kind == Some(MediaType::Text) => (PartStyle::Plain, declared),
        _ => (PartStyle::File, declared),
    }
}

/// The type of a file, or of a list of files.
fn file(schema: &Schema, types: &Types) -> Type {
    match &types.resolve(schema).shape {
        Shape::List(_) => Type::List(Box::new(Value { ty: Type::Part, nullable: false })),
        _ => Type::Part,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::api::{Api, Location, PartHeader, PartStyle};

    /// A document whose only operation sends `media`.
    fn api(media: &Value, schemas: &Value) -> Api {
        let operation = json!({ "post": { "requestBody": { "content": { "multipart/form-data": media } } } });
        let components = json!({ "schemas": schemas });
        crate::model_of(json!({ "openapi": "3.0.0", "paths": { "/a": operation }, "components": components }))
            .expect("legal")
            .0
    }

    #[test]
    fn what_is_not_json_is_given_as_bytes_and_never_sent_as_json_under_another_name() {
        let object = json!({ "type": "object", "properties": { "x": {} } });
        let list = json!({ "type": "array", "items": object });
        let [text, number] = ["string", "number"].map(|ty| json!({ "type": ty }));
        let headers = json!({ "X-A": { "required": true }, "Content-Type": {} });
        for (schema, encoding, style, media_type) in [
            (&object, json!({}), PartStyle::Plain, None),
            (&object, json!({ "contentType": "application/xml" }), PartStyle::File, Some("application/xml")),
            (&list, json!({ "contentType": "text/csv" }), PartStyle::File, Some("text/csv")),
            (&json!({}), json!({ "contentType": "image/*" }), PartStyle::File, Some("image/*")),
            (&object, json!({ "contentType": "a/xml, a/b+json" }), PartStyle::Json, Some("a/b+json")),
            (&object, json!({ "contentType": "*/*" }), PartStyle::Json, Some("application/json")),
            (&object, json!({ "headers": headers }), PartStyle::File, Some("application/json")),
            (&text, json!({ "headers": headers }), PartStyle::File, Some("text/plain")),
            (&text, json!({ "contentType": "application/xml" }), PartStyle::Plain, Some("application/xml")),
            (&text, json!({ "contentType": "image/png" }), PartStyle::File, Some("image/png")),
            (&text, json!({ "contentType": "text/html, text/plain" }), PartStyle::File, Some("text/html, text/plain")),
            (&number, json!({ "contentType": "text/plain" }), PartStyle::Plain, Some("text/plain")),
            (&number, json!({ "contentType": "application/json" }), PartStyle::Json, Some("application/json")),
        ] {
            let schema = json!({ "type": "object", "properties": { "a": schema } });
            let api = api(&json!({ "schema": schema, "encoding": { "a": encoding } }), &json!({}));
            let part = &api.operations[0].parameters[0];
            assert_eq!((part.location, part.media_type.as_deref()), (Location::Part(style), media_type), "{encoding}");
            let headers = encoding.get("headers").map(|_| PartHeader { name: "X-A".to_owned(), required: true });
            assert_eq!(part.part_headers, Vec::from_iter(headers));
        }
    }

    #[test]
    fn a_part_that_is_a_list_of_itself_is_no_list_of_files() {
        let list = json!({ "$ref": "#/components/schemas/List" });
        let schema = json!({ "type": "object", "properties": { "a": list } });
        let api = api(&json!({ "schema": schema }), &json!({ "List": { "type": "array", "items": list } }));
        assert_eq!(api.operations[0].parameters[0].location, Location::Part(PartStyle::Plain));
    }

    #[test]
    fn a_part_has_the_declared_media_type_only_if_that_is_one_that_can_be_sent() {
        for (declared, sent) in [
            ("image/png", Some("image/png")),
            ("image/png, image/jpeg", Some("image/png, image/jpeg")),
            ("image/*", Some("image/*")),
            ("image/png\r\nx-a: 1", None),
            ("bild/\u{fc}", None),
            ("", None),
        ] {
            let schema = json!({ "type": "object", "properties": { "a": { "type": "string", "format": "binary" } } });
            let media = json!({ "schema": schema, "encoding": { "a": { "contentType": declared } } });
            let api = api(&media, &json!({}));
            assert_eq!(api.operations[0].parameters[0].media_type.as_deref(), sent, "{declared:?}");
        }
    }
}
