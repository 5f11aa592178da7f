//! The parts of a `multipart/form-data` body: parameters of the operation, one for each field of the schema.

use openapiv3::{ReferenceOr, Schema, SchemaKind, StringFormat, VariantOrUnknownOrEmpty};

use super::{
    Log, json_kind,
    parameters::{self, Taken},
    types::{self as schemas, Types},
};
use crate::{
    api::{Direction, Location, Parameter, PartStyle, Type, Value},
    text::{media_type::MediaType, naming},
};

/// The parts of `media` at `place`, whose types are called after `prefix`.
pub fn parts(
    place: &str,
    prefix: &str,
    media: &openapiv3::MediaType,
    types: &mut Types,
    taken: &mut Taken,
    log: &mut Log,
) -> Vec<Parameter> {
    let object = media.schema.as_ref().and_then(|schema| json_kind::object(schema, types.schemas()));
    let Some(object) = object.filter(|object| !object.properties.is_empty()) else {
        return vec![whole(place, taken, log)];
    };
    let sent = object.properties.iter().filter(|(_, schema)| schemas::direction_of(schema) != Direction::ReadOnly);
    let part = |(wire_name, declared): (&String, &ReferenceOr<Box<Schema>>)| {
        let schema = declared.clone().unbox();
        let media_type = media.encoding.get(wire_name).and_then(|encoding| encoding.content_type.as_deref());
        let files = files(&schema, types);
        let style = match MediaType::of(media_type.unwrap_or_default()) {
            _ if files.is_some() => PartStyle::File,
            kind if kind.is_json() => PartStyle::Json,
            _ => PartStyle::Plain,
        };
        let location = Location::Part(style);
        let name = parameters::name(place, wire_name, location, taken, log);
        let ty =
            files.unwrap_or_else(|| types.value(&format!("{prefix}{}", naming::type_name(&name)), &schema, log).ty);
        // What is a range or a list of media types leaves the choice to the caller, and so does what no header can carry.
        let is_one = |media_type: &&str| !media_type.contains(['*', ',']) && MediaType::is_sendable(media_type);
        Parameter {
            name,
            wire_name: wire_name.clone(),
            location,
            required: object.required.contains(wire_name),
            ty,
            media_type: media_type.filter(is_one).map(str::to_owned),
            docs: schemas::docs_of(declared),
        }
    };
    sent.map(part).collect()
}

/// All parts at once, where the document names none.
fn whole(place: &str, taken: &mut Taken, log: &mut Log) -> Parameter {
    let location = Location::Part(PartStyle::Whole);
    Parameter {
        name: parameters::name(place, "parts", location, taken, log),
        wire_name: "parts".to_owned(),
        location,
        required: true,
        ty: Type::Parts,
        media_type: None,
        docs: String::new(),
    }
}

/// The type of `schema`, if that is a file or a list of files.
fn files(schema: &ReferenceOr<Schema>, types: &Types) -> Option<Type> {
    match &json_kind::opened(schema, types.schemas())?.schema_kind {
        SchemaKind::Type(openapiv3::Type::String(text))
            if text.format == VariantOrUnknownOrEmpty::Item(StringFormat::Binary) =>
        {
            Some(Type::Part)
        }
        SchemaKind::Type(openapiv3::Type::Array(array)) => {
            let item = files(&array.items.clone()?.unbox(), types).filter(|item| *item == Type::Part)?;
            Some(Type::List(Box::new(Value { ty: item, nullable: false })))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::{document, model};

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
            let operation = json!({ "post": { "requestBody": { "content": { "multipart/form-data": media } } } });
            let root = json!({ "openapi": "3.0.0", "paths": { "/a": operation } });
            let (document, _) = document::run(root).expect("legal");
            let (api, _) = model::run(&document).expect("legal");
            assert_eq!(api.operations[0].parameters[0].media_type.as_deref(), sent, "{declared:?}");
        }
    }
}
