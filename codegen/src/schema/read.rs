//! Reads what a legal document says into types.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use serde_json::{Map, Value};

use super::{
    Additional, Body, Composed, Discriminator, Document, FieldEncoding, Integer, IntegerFormat, Object, Operation,
    Parameter, Response, Schema, Shape, Text, TextFormat,
};
use crate::{
    api::{FormStyle, Location, QueryStyle},
    document::{
        Legal,
        schema::{array, is_set, mapped_name, reference, strings, text},
    },
    log::Log,
    text::{media_type::MediaType, method::Method},
};

/// Reads `legal`, which the passes left.
pub fn document(legal: Legal) -> (Document, Log) {
    let Legal { root, log } = legal;
    let schemas = root.pointer("/components/schemas").and_then(Value::as_object).into_iter().flatten();
    let paths = root.get("paths").and_then(Value::as_object).into_iter().flatten();
    let operations = paths.flat_map(|(path, item)| {
        let operations = item.as_object().into_iter().flatten();
        operations.filter_map(move |(key, declared)| operation(Method::from_key(key)?, path, declared.as_object()?))
    });
    let document = Document {
        operations: operations.collect(),
        tags: tags(&root),
        schemas: schemas.map(|(name, declared)| (name.clone(), schema(declared))).collect(),
    };
    (document, log)
}

fn tags(root: &Value) -> BTreeMap<String, String> {
    let text = |tag: &Value, key: &str| tag.get(key).and_then(Value::as_str).map(str::to_owned);
    array(root, "tags").filter_map(|tag| Some((text(tag, "name")?, text(tag, "description")?))).collect()
}

fn operation(method: Method, path: &str, declared: &Map<String, Value>) -> Option<Operation> {
    let text = |key: &str| declared.get(key).and_then(Value::as_str).map(str::to_owned);
    let tags = declared.get("tags").and_then(Value::as_array).into_iter().flatten();
    let tags: Option<Vec<String>> = tags.map(|tag| tag.as_str().map(str::to_owned)).collect();
    let parameters = declared.get("parameters").and_then(Value::as_array).into_iter().flatten();
    let responses = declared.get("responses").and_then(Value::as_object).into_iter().flatten();
    let server = declared.get("servers").and_then(|servers| servers.pointer("/0/url")).and_then(Value::as_str);
    Some(Operation {
        method,
        path: path.to_owned(),
        id: text("operationId")?,
        summary: text("summary"),
        description: text("description"),
        deprecated: declared.get("deprecated") == Some(&Value::Bool(true)),
        server: server.map(str::to_owned),
        tags: tags.unwrap_or_default(),
        parameters: parameters.filter_map(parameter).collect(),
        body: declared.get("requestBody").and_then(body),
        responses: responses.map(|(status, declared)| response(status, declared)).collect(),
    })
}

fn parameter(declared: &Value) -> Option<Parameter> {
    let location = match text(declared, "in") {
        "path" => Location::Path,
        "header" => Location::Header,
        "query" => Location::Query(query_style(text(declared, "style"), is_set(declared, "explode"))),
        _ => return None,
    };
    Some(Parameter {
        name: text(declared, "name").to_owned(),
        location,
        required: is_set(declared, "required"),
        description: declared.get("description").and_then(Value::as_str).map(str::to_owned),
        schema: declared.get("schema").map(schema).unwrap_or_default(),
    })
}

fn query_style(style: &str, explode: bool) -> QueryStyle {
    match style {
        "deepObject" => QueryStyle::Deep,
        _ if explode => QueryStyle::Exploded,
        style => QueryStyle::Delimited(delimiter(style)),
    }
}

/// What stands between the elements of a list that is written as one value.
fn delimiter(style: &str) -> &'static str {
    match style {
        "spaceDelimited" => " ",
        "pipeDelimited" => "|",
        _ => ",",
    }
}

fn body(declared: &Value) -> Option<Body> {
    let (media_type, media) = declared.get("content")?.as_object()?.iter().next()?;
    let encoding = media.get("encoding").and_then(Value::as_object).into_iter().flatten();
    Some(Body {
        media_type: media_type.clone(),
        required: is_set(declared, "required"),
        description: declared.get("description").and_then(Value::as_str).map(str::to_owned),
        schema: media.get("schema").map(schema)?,
        encoding: encoding.map(|(field, declared)| (field.clone(), field_encoding(declared))).collect(),
    })
}

fn field_encoding(declared: &Value) -> FieldEncoding {
    let content_type = declared.get("contentType").and_then(Value::as_str).map(str::to_owned);
    let is_json = content_type.as_deref().is_some_and(|content| MediaType::of(content).is_json());
    let style = match text(declared, "style") {
        "" if is_json => Some(FormStyle::Json),
        "deepObject" => Some(FormStyle::Deep),
        _ if is_set(declared, "explode") => None,
        style => Some(FormStyle::Delimited(delimiter(style))),
    };
    FieldEncoding { content_type, style }
}

fn response(status: &str, declared: &Value) -> Response {
    let content = declared.get("content").and_then(Value::as_object);
    Response {
        status: status.parse().ok(),
        media_types: content.into_iter().flat_map(Map::keys).cloned().collect(),
        schema: content.into_iter().flat_map(Map::values).find_map(|media| media.get("schema")).map(schema),
    }
}

/// The schema that `declared` says.
pub fn schema(declared: &Value) -> Schema {
    Schema {
        description: declared.get("description").and_then(Value::as_str).map(str::to_owned),
        nullable: is_set(declared, "nullable"),
        read_only: is_set(declared, "readOnly"),
        write_only: is_set(declared, "writeOnly"),
        shape: shape(declared),
    }
}

fn shape(declared: &Value) -> Shape {
    if let Some(name) = reference(declared) {
        return Shape::Named(name.to_owned());
    }
    let list = |key: &str| array(declared, key).map(schema).collect::<Vec<_>>();
    let (all_of, any_of, one_of) = (list("allOf"), list("anyOf"), list("oneOf"));
    if all_of.is_empty() && any_of.is_empty() && one_of.is_empty() {
        return plain(declared);
    }
    let own = beside_composition(declared);
    if let ([only], [], []) = (all_of.as_slice(), any_of.as_slice(), one_of.as_slice())
        && own == Shape::Any
        && only.name().is_some_and(|name| *only == Schema::named(name))
    {
        // A reference with something beside it: OpenAPI 3.0 has no other way to write that.
        return only.shape.clone();
    }
    let discriminator = discriminator(declared);
    Shape::Composed(Box::new(Composed { own: own.into(), all_of, any_of, one_of, discriminator }))
}

/// What a schema says beside its compositions. That it is an object, and has no undeclared fields, its members say.
fn beside_composition(declared: &Value) -> Shape {
    match plain(declared) {
        Shape::Object(object) => {
            let additional = match object.additional {
                Additional::Refused => Additional::Unsaid,
                additional => additional,
            };
            let object = Object { additional, ..*object };
            if object == Object::default() { Shape::Any } else { object.into() }
        }
        shape => shape,
    }
}

/// What a schema says without compositions.
fn plain(declared: &Value) -> Shape {
    let values = |write: fn(&Value) -> Option<String>| array(declared, "enum").filter_map(write).collect::<Vec<_>>();
    let says = |key: &&str| declared.get(*key).is_some();
    match text(declared, "type") {
        "boolean" => Shape::Boolean,
        "integer" => {
            let format = match text(declared, "format") {
                "int32" => Some(IntegerFormat::Int32),
                "int64" => Some(IntegerFormat::Int64),
                "uint64" => Some(IntegerFormat::Uint64),
                _ => None,
            };
            Shape::Integer(Integer { format, values: values(|value| Some(value.as_i64()?.to_string())) })
        }
        "number" => Shape::Number(values(|value| Some(value.as_f64()?.to_string()))),
        "string" => {
            let format = match text(declared, "format") {
                "uuid" => Some(TextFormat::Uuid),
                "date" => Some(TextFormat::Date),
                "date-time" => Some(TextFormat::DateTime),
                "binary" => Some(TextFormat::Binary),
                _ => None,
            };
            Shape::Text(Text { format, values: values(|value| value.as_str().map(str::to_owned)) })
        }
        "array" => Shape::List(Box::new(declared.get("items").map(schema).unwrap_or_default())),
        "object" => object(declared).into(),
        _ if array(declared, "enum").eq([&Value::Null]) => Shape::Null,
        _ if ["properties", "required", "additionalProperties"].iter().any(says) => {
            if ["allOf", "anyOf", "oneOf"].iter().any(says) { object(declared).into() } else { Shape::Mixed }
        }
        _ => Shape::Any,
    }
}

fn object(declared: &Value) -> Object {
    let properties = declared.get("properties").and_then(Value::as_object).into_iter().flatten();
    Object {
        properties: properties.map(|(name, property)| (name.clone(), schema(property))).collect::<IndexMap<_, _>>(),
        required: strings(declared, "required"),
        additional: match declared.get("additionalProperties") {
            Some(Value::Bool(false)) => Additional::Refused,
            Some(additional) => Additional::Allowed(Box::new(schema(additional))),
            None => Additional::Unsaid,
        },
    }
}

fn discriminator(declared: &Value) -> Option<Discriminator> {
    let discriminator = declared.get("discriminator")?;
    let property = discriminator.get("propertyName")?.as_str()?.to_owned();
    let mut values: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (value, target) in discriminator.get("mapping").and_then(Value::as_object).into_iter().flatten() {
        values.entry(mapped_name(target).to_owned()).or_default().push(value.clone());
    }
    Some(Discriminator { property, values })
}
