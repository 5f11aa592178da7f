//! Builds the parts of `multipart/…` bodies. Each field of the body's schema becomes a part, and each part becomes a
//! parameter of the operation.

use indexmap::IndexMap;

use super::{
    parameters::Scope,
    types::{self, Types},
};
use crate::{
    adaptation::Rule,
    api::{Case, Direction, EnumOf, JsonKind, Location, Parameter, PartStyle, QueryStyle, Type, Value},
    schema::{DeclaredBody, FieldEncoding, Member, Scalar, Schema, Shape},
    text::{media_type::MediaType, naming},
};

pub fn build_parts(body: &DeclaredBody, types: &mut Types, scope: &mut Scope<'_>) -> Vec<Parameter> {
    let schema = types.resolve(&body.schema);
    let Some(object) = schema.object().filter(|object| !object.properties.is_empty()) else {
        if schema.union().is_some() {
            scope.note(Rule::PARTS_OF_UNION, "body");
        }
        return vec![named_parts("parts", true, scope)];
    };
    let is_form = MediaType::essence(&body.media_type) == "multipart/form-data";
    let sent = object.properties.iter().filter(|(_, schema)| types::direction(schema) != Direction::ReadOnly);
    let part = |(wire_name, schema): (&String, &Schema)| {
        let encoding = body.encoding.get(wire_name).cloned().unwrap_or_default();
        let FieldEncoding { content_type, headers, style: declared_style } = encoding;
        let declared = content_type.as_deref();
        let form = PartForm::of_schema(schema, types);
        let (style, media_type) =
            part_style(form, declared.filter(|name| MediaType::is_sendable(name)), !headers.is_empty(), is_form);
        // In a form, a style takes precedence over a media type. Other bodies have no styles.
        let declared_style = declared_style.filter(|it| *it != QueryStyle::Json && is_form && headers.is_empty());
        let (style, media_type) = match declared_style {
            Some(QueryStyle::Exploded) if !form.is_file() && !is_object(schema, types) => (PartStyle::Plain, None),
            Some(declared) if !form.is_file() => (PartStyle::Styled(declared), None),
            _ => (style, media_type),
        };
        let location = Location::Part(style);
        let name = scope.free_name(wire_name, location);
        let here = format!("part `{wire_name}`");
        if style == PartStyle::Bytes && !form.is_file() {
            scope.note(Rule::PART_OF_BYTES, &here);
        }
        let choice_rule = |name: Option<&str>| name.and_then(Rule::of_media_type_choice);
        if let Some(rule) = choice_rule(declared).filter(|_| choice_rule(media_type).is_none()) {
            scope.note(rule, &here);
        }
        let ty = match style {
            PartStyle::File | PartStyle::Bytes => file_type(schema, types),
            _ => types.build_value(&|| scope.prefix.clone() + &naming::type_name(&name), schema).ty,
        };
        Parameter {
            name,
            wire_name: wire_name.clone(),
            location,
            required: object.requires(wire_name),
            ty,
            media_type: media_type.map(str::to_owned),
            part_headers: headers,
            form: IndexMap::new(),
            docs: types::docs_of_named(schema.description.as_ref(), &[wire_name]),
        }
    };
    let mut parts: Vec<Parameter> = sent.map(part).collect();
    if object.additional().is_some() {
        parts.push(named_parts(UNDECLARED_PARTS, false, scope));
    }
    parts
}

/// Builds the parameter for the parts that the document does not declare. Callers pass them together with their names.
/// The parameter is `required` if the document declares no part at all.
fn named_parts(name: &str, required: bool, scope: &mut Scope<'_>) -> Parameter {
    let location = Location::Part(PartStyle::Whole);
    Parameter {
        name: scope.free_name(name, location),
        wire_name: name.to_owned(),
        location,
        required,
        ty: Type::Parts,
        media_type: None,
        part_headers: Vec::new(),
        form: IndexMap::new(),
        docs: String::new(),
    }
}

/// The name of the parameter for undeclared parts. A body has this parameter if its schema allows undeclared fields.
const UNDECLARED_PARTS: &str = "undeclared_parts";

/// The content of a part. For a field that is a list, this describes each element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PartForm {
    /// A file, which callers supply as bytes.
    File,
    /// A file or another value, such as the URL of a file. Callers supply either as bytes.
    FileOrText,
    /// A string without a format and without listed values.
    Text,
    /// A number, a boolean, or a string with a format or listed values.
    Scalar,
    /// Any other value, such as an object. It is sent as JSON.
    Json,
}

impl PartForm {
    fn of_schema(schema: &Schema, types: &Types) -> Self {
        let resolved = types.resolve(schema);
        let element = resolved.items().map_or(resolved, |items| types.resolve(items));
        file_form(element, types).unwrap_or_else(|| Self::of_shape(&element.shape))
    }

    fn is_file(self) -> bool {
        matches!(self, Self::File | Self::FileOrText)
    }

    fn of_shape(shape: &Shape) -> Self {
        match shape {
            Shape::Scalar(Scalar { of: EnumOf::Text, format: None, values, .. }) if values.is_empty() => Self::Text,
            Shape::Scalar(_) | Shape::Boolean(_) | Shape::ExactNumber => Self::Scalar,
            Shape::Union(union) if union.members.iter().all(is_scalar) => Self::Scalar,
            _ => Self::Json,
        }
    }
}

/// Returns [`PartForm::File`] or [`PartForm::FileOrText`] for a file, and for a union with a file or a list of files.
fn file_form(schema: &Schema, types: &Types) -> Option<PartForm> {
    let of_file = |schema: &Schema| {
        let resolved = types.resolve(schema);
        let file = resolved.scalar().filter(|scalar| scalar.format == Some(Type::Part))?;
        Some(if file.is_file_or_text { PartForm::FileOrText } else { PartForm::File })
    };
    let of_member =
        |member: &Member| of_file(&member.schema).or_else(|| types.resolve(&member.schema).items().and_then(of_file));
    let of_members: Vec<Option<PartForm>> = schema.members().iter().map(of_member).collect();
    let of_union = || match of_members.iter().all(|form| *form == Some(PartForm::File)) {
        true => of_members.first().copied().flatten(),
        false => of_members.iter().any(Option::is_some).then_some(PartForm::FileOrText),
    };
    of_file(schema).or_else(of_union)
}

fn is_object(schema: &Schema, types: &Types) -> bool {
    types.resolve(schema).json_kind() == Some(JsonKind::Object)
}

fn is_scalar(member: &Member) -> bool {
    matches!(member.case, Case::Kind(JsonKind::String | JsonKind::Number | JsonKind::Boolean))
}

/// Returns the style and the media type with which a part is sent.
///
/// `declared` contains the media types that the document allows for the part, separated by commas. If the client cannot
/// encode the value in any of them, or if the part has headers, the style is [`PartStyle::Bytes`]: callers then supply
/// the part as bytes.
///
/// Only the files of a form (`is_form`) have file names by default.
fn part_style(form: PartForm, declared: Option<&str>, has_headers: bool, is_form: bool) -> (PartStyle, Option<&str>) {
    let kind = declared.map(MediaType::parse);
    let mut names = declared.into_iter().flat_map(|declared| declared.split(',')).map(str::trim);
    let json = names.find(|name| MediaType::parse(name).is_json());
    let json = json.map(|name| if MediaType::is_choice(name) { "application/json" } else { name });
    match (form, declared) {
        (PartForm::File, _) if is_form => (PartStyle::File, declared),
        (PartForm::File | PartForm::FileOrText, _) => (PartStyle::Bytes, declared),
        (_, None) if !has_headers => (PartStyle::Plain, None),
        (PartForm::Json, None) => (PartStyle::Bytes, Some("application/json")),
        (_, None) => (PartStyle::Bytes, Some("text/plain")),
        (PartForm::Json, Some(_)) if json.is_some() => {
            (if has_headers { PartStyle::Bytes } else { PartStyle::Json }, json)
        }
        (_, Some(name)) if has_headers || MediaType::is_choice(name) => (PartStyle::Bytes, declared),
        (_, Some(_)) if kind.is_some_and(MediaType::is_json) => (PartStyle::Json, declared),
        (PartForm::Scalar, _) => (PartStyle::Plain, declared),
        (PartForm::Text, _) if kind == Some(MediaType::Text) => (PartStyle::Plain, declared),
        _ => (PartStyle::Bytes, declared),
    }
}

/// Returns the type of a file part: a list of [`Type::Part`] if the schema allows lists, and otherwise [`Type::Part`].
fn file_type(schema: &Schema, types: &Types) -> Type {
    let schema = types.resolve(schema);
    if schema.items().is_some() || schema.member_for_kind(Some(JsonKind::Array)).is_some() {
        Type::List(Box::new(Value { ty: Type::Part, nullable: false }))
    } else {
        Type::Part
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::{
        adaptation::Rule,
        api::{self, Api, Location, PartHeader, PartStyle, QueryStyle, Type},
    };

    /// Builds the model of a document with one operation, whose multipart body has the media type object `media`.
    fn api(media: &Value, schemas: &Value) -> Api {
        let operation = json!({ "post": { "requestBody": { "content": { "multipart/form-data": media } } } });
        let components = json!({ "schemas": schemas });
        crate::model_of(json!({ "openapi": "3.0.0", "paths": { "/a": operation }, "components": components }))
            .expect("legal")
            .0
    }

    #[test]
    fn reports_a_multipart_body_that_is_a_union_of_json_kinds() {
        let noted = |schema: Value| {
            let content = json!({ "multipart/form-data": { "schema": schema } });
            let operation = json!({ "operationId": "x", "requestBody": { "content": content } });
            let root = json!({ "openapi": "3.0.0", "paths": { "/a": { "post": operation } } });
            let (api, noted) = crate::model_of(root).expect("legal");
            let places = noted.into_iter().filter(|it| it.rule == Rule::PARTS_OF_UNION).map(|it| it.place);
            (api.operations[0].parameters[0].name.clone(), places.collect::<Vec<_>>())
        };
        let object = json!({ "type": "object", "properties": { "a": { "type": "string" } } });
        let union = json!({ "oneOf": [object, { "type": "string" }] });
        assert_eq!(noted(union), ("parts".to_owned(), vec!["x (POST /a) body".to_owned()]));
        assert_eq!(noted(json!({ "oneOf": [object, object] })), ("a".to_owned(), Vec::new()));
        assert_eq!(noted(json!({ "type": "object" })), ("parts".to_owned(), Vec::new()));
    }

    #[test]
    fn a_part_that_may_be_a_file_is_a_part_of_bytes() {
        let (file, text) = (json!({ "type": "string", "format": "binary" }), json!({ "type": "string" }));
        let list = |items: &Value| json!({ "type": "array", "items": items });
        let object = json!({ "type": "object", "properties": { "x": {} } });
        let named = json!({ "$ref": "#/components/schemas/File" });
        for (members, style, is_list) in [
            (json!([file, text]), PartStyle::Bytes, false),
            (json!([{ "type": "string", "format": "uri" }, file]), PartStyle::Bytes, false),
            (json!([named, { "type": "string", "enum": ["a"] }]), PartStyle::Bytes, false),
            (json!([file, { "type": "integer" }]), PartStyle::Bytes, false),
            (json!([file]), PartStyle::File, false),
            (json!([object, file]), PartStyle::Bytes, false),
            (json!([file, list(&file)]), PartStyle::File, true),
            (json!([text, list(&named)]), PartStyle::Bytes, true),
            (json!([text, list(&text)]), PartStyle::Plain, false),
        ] {
            let either = json!({ "anyOf": members });
            let schema = json!({ "type": "object", "properties": { "one": either, "many": list(&either) } });
            let api = api(&json!({ "schema": schema }), &json!({ "File": file }));
            let [one, many] = &*api.operations[0].parameters else { panic!("two parts") };
            let files = Type::List(Box::new(api::Value { ty: Type::Part, nullable: false }));
            let is_file = style != PartStyle::Plain;
            let expected = if is_list { &files } else { &Type::Part };
            assert_eq!(one.ty == *expected, is_file, "{members}: {:?}", one.ty);
            assert_eq!(many.ty == files, is_file, "{members}: {:?}", many.ty);
            assert_eq!(one.location, Location::Part(style), "{members}");
        }
    }

    #[test]
    fn sends_a_part_as_json_only_under_a_json_media_type() {
        let object = json!({ "type": "object", "properties": { "x": {} } });
        let list = json!({ "type": "array", "items": object });
        let [text, number] = ["string", "number"].map(|ty| json!({ "type": ty }));
        let either = json!({ "oneOf": [{ "$ref": "#/components/schemas/Color" }, number] });
        let headers = json!({ "X-A": { "required": true }, "Content-Type": {} });
        for (schema, encoding, style, media_type) in [
            (&object, json!({}), PartStyle::Plain, None),
            (&object, json!({ "contentType": "application/xml" }), PartStyle::Bytes, Some("application/xml")),
            (&list, json!({ "contentType": "text/csv" }), PartStyle::Bytes, Some("text/csv")),
            (&json!({}), json!({ "contentType": "image/*" }), PartStyle::Bytes, Some("image/*")),
            (&object, json!({ "contentType": "a/xml, a/b+json" }), PartStyle::Json, Some("a/b+json")),
            (&object, json!({ "contentType": "*/*" }), PartStyle::Json, Some("application/json")),
            (&object, json!({ "headers": headers }), PartStyle::Bytes, Some("application/json")),
            (&text, json!({ "headers": headers }), PartStyle::Bytes, Some("text/plain")),
            (&text, json!({ "contentType": "application/xml" }), PartStyle::Plain, Some("application/xml")),
            (&text, json!({ "contentType": "image/png" }), PartStyle::Bytes, Some("image/png")),
            (&text, json!({ "contentType": "text/html, text/plain" }), PartStyle::Bytes, Some("text/html, text/plain")),
            (&number, json!({ "contentType": "text/plain" }), PartStyle::Plain, Some("text/plain")),
            (&either, json!({ "contentType": "text/plain" }), PartStyle::Plain, Some("text/plain")),
            (&number, json!({ "contentType": "application/json" }), PartStyle::Json, Some("application/json")),
        ] {
            let schema = json!({ "type": "object", "properties": { "a": schema } });
            let api = api(
                &json!({ "schema": schema, "encoding": { "a": encoding } }),
                &json!({ "Color": { "type": "string", "enum": ["red"] } }),
            );
            let part = &api.operations[0].parameters[0];
            assert_eq!((part.location, part.media_type.as_deref()), (Location::Part(style), media_type), "{encoding}");
            let headers = encoding.get("headers").map(|_| PartHeader { name: "X-A".to_owned(), required: true });
            assert_eq!(part.part_headers, Vec::from_iter(headers));
        }
    }

    #[test]
    fn undeclared_parts_have_a_setter_only_if_the_body_allows_them() {
        let setters = |more: Value| {
            let mut schema = json!({ "type": "object", "properties": { "a": {}, "undeclared_parts": {} } });
            schema.as_object_mut().expect("an object").extend(more.as_object().cloned().expect("an object"));
            let api = api(&json!({ "schema": schema }), &json!({}));
            let parameters = api.operations[0].parameters.iter().skip(2);
            parameters.map(|it| (it.location == Location::Part(PartStyle::Whole), it.required)).collect::<Vec<_>>()
        };
        for more in [json!({ "additionalProperties": true }), json!({ "patternProperties": { "^x": {} } })] {
            assert_eq!(setters(more), [(true, false)]);
        }
        assert_eq!(setters(json!({})), []);
        assert_eq!(setters(json!({ "additionalProperties": false })), []);
    }

    #[test]
    fn a_part_of_a_form_has_its_declared_style() {
        let object = json!({ "type": "object", "properties": { "x": {} } });
        let list = json!({ "type": "array", "items": { "type": "boolean" } });
        let files = json!({ "type": "array", "items": { "type": "string", "format": "binary" } });
        let style_of = |media_type: &str, schema: &Value, encoding: &Value| {
            let schema = json!({ "type": "object", "properties": { "a": schema } });
            let media = json!({ media_type: { "schema": schema, "encoding": { "a": encoding } } });
            let operation = json!({ "post": { "requestBody": { "content": media } } });
            let (api, _) = crate::model_of(json!({ "openapi": "3.1.0", "paths": { "/a": operation } })).expect("legal");
            let part = &api.operations[0].parameters[0];
            (part.location, part.media_type.clone())
        };
        let form = "multipart/form-data";
        let joined = |delimiter| PartStyle::Styled(QueryStyle::Delimited(delimiter));
        for (media_type, schema, encoding, style) in [
            (form, &list, json!({ "style": "form", "explode": false }), joined(",")),
            (form, &list, json!({ "explode": false, "contentType": "text/csv" }), joined(",")),
            (form, &list, json!({ "style": "pipeDelimited" }), joined("|")),
            (form, &list, json!({ "style": "form" }), PartStyle::Plain),
            (form, &object, json!({ "style": "form" }), PartStyle::Styled(QueryStyle::Exploded)),
            (form, &object, json!({ "style": "deepObject" }), PartStyle::Styled(QueryStyle::Deep)),
            (form, &files, json!({ "explode": false }), PartStyle::File),
            ("multipart/mixed", &list, json!({ "explode": false }), PartStyle::Plain),
        ] {
            assert_eq!(style_of(media_type, schema, &encoding), (Location::Part(style), None), "{schema} {encoding}");
        }
    }

    #[test]
    fn multipart_part_whose_schema_is_a_list_of_itself_is_not_a_file() {
        let list = json!({ "$ref": "#/components/schemas/List" });
        let schema = json!({ "type": "object", "properties": { "a": list } });
        let api = api(&json!({ "schema": schema }), &json!({ "List": { "type": "array", "items": list } }));
        assert_eq!(api.operations[0].parameters[0].location, Location::Part(PartStyle::Plain));
    }

    #[test]
    fn ignores_a_part_media_type_that_a_header_cannot_contain() {
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
