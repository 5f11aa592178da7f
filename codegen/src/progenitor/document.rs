//! The document that progenitor gets.

use openapiv3::{
    AdditionalProperties, AnySchema, ArrayType, BooleanType, Components, IntegerFormat, IntegerType, MediaType,
    NumberType, ObjectType, OpenAPI, ParameterData, ParameterSchemaOrContent, PathItem, ReferenceOr, RequestBody,
    Schema, SchemaData, SchemaKind, StatusCode, StringFormat, StringType, VariantOrUnknownOrEmpty,
};

use super::Replacements;
use crate::api::{Api, Body, Content, Encoding, Location, Operation, Parameter, Response, Type, Value};

/// The document of `api`.
pub fn of(api: &Api, replacements: &Replacements) -> OpenAPI {
    let mut document = OpenAPI { openapi: "3.0.3".to_owned(), ..OpenAPI::default() };
    for (index, operation) in api.operations.iter().enumerate() {
        // Where a request goes is `emit`'s part; progenitor only wants its path parameters, in their order.
        let parameters = operation.path_parameters();
        let path =
            parameters.iter().fold(format!("/{index}"), |path, parameter| format!("{path}/{{{}}}", parameter.name));
        let item = PathItem { post: Some(operation_of(operation, replacements)), ..PathItem::default() };
        document.paths.paths.insert(path, ReferenceOr::Item(item));
    }
    let mut components = Components::default();
    for replacement in replacements.all() {
        // The name counts, since it is replaced.
        components.schemas.insert(replacement.component.clone(), ReferenceOr::Item(plain(any())));
    }
    document.components = Some(components);
    document
}

fn operation_of(operation: &Operation, replacements: &Replacements) -> openapiv3::Operation {
    let mut made = openapiv3::Operation {
        operation_id: Some(operation.name.clone()),
        parameters: operation
            .parameters
            .iter()
            .map(|declared| ReferenceOr::Item(parameter(declared, replacements)))
            .collect(),
        request_body: operation.body.as_ref().map(|declared| ReferenceOr::Item(body(declared, replacements))),
        ..openapiv3::Operation::default()
    };
    let mut response = openapiv3::Response::default();
    match &operation.response {
        Response::One(Content::Json { value, .. }) => {
            response.content.insert("application/json".to_owned(), media(schema(value, replacements)));
        }
        Response::One(Content::Bytes { .. }) => {
            response.content.insert("application/octet-stream".to_owned(), MediaType::default());
        }
        Response::One(Content::Empty) | Response::ByStatus(_) => {}
    }
    made.responses.responses.insert(StatusCode::Range(2), ReferenceOr::Item(response));
    made
}

fn parameter(declared: &Parameter, replacements: &Replacements) -> openapiv3::Parameter {
    let value = Value { ty: declared.ty.clone(), nullable: false };
    let parameter_data = ParameterData {
        name: declared.name.clone(),
        description: None,
        required: declared.required,
        deprecated: None,
        format: ParameterSchemaOrContent::Schema(schema(&value, replacements)),
        example: None,
        examples: Default::default(),
        explode: None,
        extensions: Default::default(),
    };
    match declared.location {
        Location::Path => openapiv3::Parameter::Path { parameter_data, style: Default::default() },
        Location::Header => openapiv3::Parameter::Header { parameter_data, style: Default::default() },
        // A parameter that is given with the others.
        Location::Query(_) | Location::Part(_) => openapiv3::Parameter::Query {
            parameter_data,
            allow_reserved: false,
            style: Default::default(),
            allow_empty_value: None,
        },
    }
}

fn body(declared: &Body, replacements: &Replacements) -> RequestBody {
    let (media_type, schema) = match declared.encoding {
        Encoding::Json => ("application/json", schema(&declared.value, replacements)),
        Encoding::Form => ("application/x-www-form-urlencoded", schema(&declared.value, replacements)),
        Encoding::Text => ("text/plain", ReferenceOr::Item(plain(text(VariantOrUnknownOrEmpty::Empty)))),
        // The one schema that progenitor takes for bytes.
        Encoding::Bytes => {
            let binary = VariantOrUnknownOrEmpty::Item(StringFormat::Binary);
            ("application/octet-stream", ReferenceOr::Item(plain(text(binary))))
        }
    };
    let mut made = RequestBody::default();
    made.content.insert(media_type.to_owned(), media(schema));
    made
}

fn media(schema: ReferenceOr<Schema>) -> MediaType {
    MediaType { schema: Some(schema), ..MediaType::default() }
}

fn plain(schema_kind: SchemaKind) -> Schema {
    Schema { schema_data: SchemaData::default(), schema_kind }
}

fn any() -> SchemaKind {
    SchemaKind::Any(AnySchema::default())
}

fn text(format: VariantOrUnknownOrEmpty<StringFormat>) -> SchemaKind {
    SchemaKind::Type(openapiv3::Type::String(StringType { format, ..StringType::default() }))
}

fn schema(value: &Value, replacements: &Replacements) -> ReferenceOr<Schema> {
    if let Some(name) = replacements.component(&value.ty) {
        let reference = ReferenceOr::ref_(&format!("#/components/schemas/{name}"));
        if !value.nullable {
            return reference;
        }
        // The only way in OpenAPI 3.0 to say something beside a reference.
        let mut around = plain(SchemaKind::AllOf { all_of: vec![reference] });
        around.schema_data.nullable = true;
        return ReferenceOr::Item(around);
    }
    let mut made = plain(kind(&value.ty, replacements));
    made.schema_data.nullable = value.nullable;
    ReferenceOr::Item(made)
}

fn kind(ty: &Type, replacements: &Replacements) -> SchemaKind {
    let integer = |format| SchemaKind::Type(openapiv3::Type::Integer(IntegerType { format, ..IntegerType::default() }));
    match ty {
        Type::Any
        | Type::Named(_)
        | Type::ExactNumber
        | Type::Date
        | Type::QueryTime
        | Type::QueryDateTime
        | Type::Part
        | Type::Parts => any(),
        Type::Boolean => SchemaKind::Type(openapiv3::Type::Boolean(BooleanType::default())),
        Type::Int32 => integer(VariantOrUnknownOrEmpty::Item(IntegerFormat::Int32)),
        Type::Int64 => integer(VariantOrUnknownOrEmpty::Item(IntegerFormat::Int64)),
        Type::Uint64 => integer(VariantOrUnknownOrEmpty::Unknown("uint64".to_owned())),
        Type::Number => SchemaKind::Type(openapiv3::Type::Number(NumberType::default())),
        Type::Text => text(VariantOrUnknownOrEmpty::Empty),
        Type::Uuid => text(VariantOrUnknownOrEmpty::Unknown("uuid".to_owned())),
        Type::DateTime => text(VariantOrUnknownOrEmpty::Item(StringFormat::DateTime)),
        Type::List(item) => SchemaKind::Type(openapiv3::Type::Array(ArrayType {
            items: Some(schema(item, replacements).boxed()),
            min_items: None,
            max_items: None,
            unique_items: false,
        })),
        Type::Map(value) => SchemaKind::Type(openapiv3::Type::Object(ObjectType {
            additional_properties: Some(AdditionalProperties::Schema(Box::new(schema(value, replacements)))),
            ..ObjectType::default()
        })),
        Type::Object => SchemaKind::Type(openapiv3::Type::Object(ObjectType::default())),
    }
}

trait Boxed {
    fn boxed(self) -> ReferenceOr<Box<Schema>>;
}

impl Boxed for ReferenceOr<Schema> {
    fn boxed(self) -> ReferenceOr<Box<Schema>> {
        match self {
            Self::Reference { reference } => ReferenceOr::Reference { reference },
            Self::Item(schema) => ReferenceOr::Item(Box::new(schema)),
        }
    }
}
