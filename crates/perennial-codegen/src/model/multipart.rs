//! The parts of a `multipart/form-data` body: parameters of the operation, one for each field of the schema.

use super::{
    parameters::Taken,
    types::{self, Types},
};
use crate::{
    api::{Direction, Location, Parameter, PartStyle, Type, Value},
    log::Log,
    schema::{Body, Schema, Shape},
    text::{media_type::MediaType, naming},
};

/// The parts of `body` at `place`, whose types are called after `prefix`.
pub fn parts(
    place: &str,
    prefix: &str,
    body: &Body,
    types: &mut Types,
    taken: &mut Taken<'_>,
    log: &mut Log,
) -> Vec<Parameter> {
    let object = types.resolve(&body.schema).object();
    let Some(object) = object.filter(|object| !object.properties.is_empty()) else {
        return vec![whole(place, taken, log)];
    };
    let sent = object.properties.iter().filter(|(_, schema)| types::direction(schema) != Direction::ReadOnly);
    let part = |(wire_name, schema): (&String, &Schema)| {
        let media_type = body.encoding.get(wire_name).and_then(|encoding| encoding.content_type.as_deref());
        let files = files(schema, types);
        let style = match MediaType::parse(media_type.unwrap_or_default()) {
            _ if files.is_some() => PartStyle::File,
            kind if kind.is_json() => PartStyle::Json,
            _ => PartStyle::Plain,
        };
        let location = Location::Part(style);
        let name = taken.name(place, wire_name, location, log);
        let ty = files.unwrap_or_else(|| types.value(&|| format!("{prefix}{}", naming::type_name(&name)), schema).ty);
        // A range or a list of media types leaves the choice to the caller, and so does one that no header can carry.
        let is_one = |media_type: &&str| !media_type.contains(['*', ',']) && MediaType::is_sendable(media_type);
        Parameter {
            name,
            wire_name: wire_name.clone(),
            location,
            required: object.requires(wire_name),
            ty,
            media_type: media_type.filter(is_one).map(str::to_owned),
            docs: types::docs(schema.description.as_ref()),
        }
    };
    sent.map(part).collect()
}

/// All parts at once, where the document names none.
fn whole(place: &str, taken: &mut Taken<'_>, log: &mut Log) -> Parameter {
    let location = Location::Part(PartStyle::Whole);
    Parameter {
        name: taken.name(place, "parts", location, log),
        wire_name: "parts".to_owned(),
        location,
        required: true,
        ty: Type::Parts,
        media_type: None,
        docs: String::new(),
    }
}

/// The type of `schema`, if that is a file or a list of files.
fn files(schema: &Schema, types: &Types) -> Option<Type> {
    match &types.resolve(schema).shape {
        shape if is_file(shape) => Some(Type::Part),
        Shape::List(items) if is_file(&types.resolve(items).shape) => {
            Some(Type::List(Box::new(Value { ty: Type::Part, nullable: false })))
        }
        _ => None,
    }
}

fn is_file(shape: &Shape) -> bool {
    matches!(shape, Shape::Scalar(scalar) if scalar.format == Some(Type::Part))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::api::{Api, Location, PartStyle};

    /// A document whose only operation sends `media`.
    fn api(media: &Value, schemas: &Value) -> Api {
        let operation = json!({ "post": { "requestBody": { "content": { "multipart/form-data": media } } } });
        let components = json!({ "schemas": schemas });
        crate::model_of(json!({ "openapi": "3.0.0", "paths": { "/a": operation }, "components": components }))
            .expect("legal")
            .0
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
            ("image/png, image/jpeg", None),
            ("image/*", None),
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
