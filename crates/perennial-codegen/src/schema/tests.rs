//! Helpers for tests. They convert schemas from and to JSON.

use indexmap::IndexMap;
use serde_json::{Map, Value, json};

use super::{
    Additional, DeclaredOperation, Scalar, Schema, Shape, TypedDocument,
    read::{self, Reader, references::COMPONENT},
};
use crate::{
    api::{Discriminant, EnumOf, Type},
    document::{Spec, json::entries},
    log::Log,
};

pub fn reference(name: &str) -> Value {
    json!({ "$ref": format!("{COMPONENT}{name}") })
}

pub fn schemas(declared: Value) -> IndexMap<String, Schema> {
    document(declared).schemas
}

pub fn document(schemas: Value) -> TypedDocument {
    let (schemas, _) = all_schemas(json!({ "components": { "schemas": schemas } }));
    TypedDocument { schemas, ..TypedDocument::default() }
}

/// Parses all named schemas in the document `root`, even those that no operation uses. Also returns the log.
pub fn all_schemas(root: Value) -> (IndexMap<String, Schema>, Log) {
    let mut reader = Reader::new(&root, &root, Log::default());
    entries(&root["components"], "schemas").for_each(|(name, _)| reader.schedule(name));
    reader.read_schemas()
}

/// Parses a schema, and converts it back to JSON.
pub fn read_schema(declared: Value) -> Value {
    written(&schemas(json!({ "A": declared }))["A"])
}

pub fn read_typed(root: Value) -> (TypedDocument, Log) {
    read::read_document(&mut Spec::new(root), &crate::api::OwnTypes::new(), false)
}

pub fn read_operation(path: &str, declared: Value) -> (DeclaredOperation, Log) {
    read_operation_of("get", path, declared)
}

/// `method` is in lower case.
pub fn read_operation_of(method: &str, path: &str, mut declared: Value) -> (DeclaredOperation, Log) {
    declared["operationId"] = "x".into();
    let (document, log) = read_typed(json!({ "paths": { path: { method: declared } } }));
    (document.operations.into_iter().next().expect("has an operation"), log)
}

/// Parses named schemas and runs `pass` over them. Returns the schemas as JSON, and the log.
pub fn after(pass: fn(&mut TypedDocument, &mut Log), schemas: Value) -> (Map<String, Value>, Log) {
    after_all(&[pass], schemas)
}

/// Same as [`after`], but with several passes.
pub fn after_all(passes: &[fn(&mut TypedDocument, &mut Log)], schemas: Value) -> (Map<String, Value>, Log) {
    let (mut document, mut log) = (document(schemas), Log::default());
    passes.iter().for_each(|pass| pass(&mut document, &mut log));
    (document.schemas.iter().map(|(name, schema)| (name.clone(), written(schema))).collect(), log)
}

/// Parses named schemas, replaces their compositions, and returns the schema `A` as JSON.
pub fn composed(schemas: Value) -> Value {
    after(super::composition::compose_all, schemas).0["A"].clone()
}

/// Composes the `allOf` of `parts` in this order, and in reverse order. The parts may refer to the named schemas in
/// `others`.
pub fn both_ways(parts: &[Value], others: &Value) -> [Value; 2] {
    let whole = |parts: Vec<Value>| {
        let mut schemas = others.clone();
        schemas["A"] = json!({ "allOf": parts });
        composed(schemas)
    };
    [whole(parts.to_vec()), whole(parts.iter().rev().cloned().collect())]
}

/// Converts a schema to JSON, as a document would declare it.
pub fn written(schema: &Schema) -> Value {
    let mut json = json!({});
    if let Some(description) = &schema.description {
        json["description"] = description.clone().into();
    }
    for (key, flag) in [("nullable", schema.nullable), ("readOnly", schema.read_only), ("writeOnly", schema.write_only)]
    {
        if flag {
            json[key] = true.into();
        }
    }
    let shape = match &schema.shape {
        Shape::Any | Shape::Composed(_) => json!({}),
        Shape::Requiring(names) => json!({ "required": names }),
        Shape::Null => json!({ "enum": [null] }),
        Shape::Own(own) => return written(&own.declared),
        Shape::Named(name) if json == json!({}) => reference(name),
        Shape::Named(name) => json!({ "allOf": [reference(name)] }),
        Shape::Boolean(_) => json!({ "type": "boolean" }),
        Shape::Scalar(Scalar { of, format, .. }) => {
            let format = format.as_ref().map(|format| match format {
                Type::Int32 => "int32",
                Type::Int64 => "int64",
                Type::Uint64 => "uint64",
                Type::Uuid => "uuid",
                Type::Date => "date",
                Type::DateTime => "date-time",
                Type::Part => "binary",
                other => panic!("no format is {other:?}"),
            });
            let name = match of {
                EnumOf::Text => "string",
                EnumOf::Integer => "integer",
                EnumOf::Number => "number",
            };
            scalar(name, format, schema)
        }
        Shape::ExactNumber => json!({ "oneOf": [{ "type": "integer" }, { "type": "number" }] }),
        Shape::List(items) => json!({ "type": "array", "items": written(items) }),
        Shape::Object(object) => {
            let mut json = json!({ "type": "object" });
            if !object.properties.is_empty() {
                json["properties"] = object.properties.iter().map(|(name, it)| (name.clone(), written(it))).collect();
            }
            if !object.required.is_empty() {
                json["required"] = object.required.clone().into();
            }
            match &object.additional {
                Additional::Unspecified => {}
                Additional::Refused => json["additionalProperties"] = false.into(),
                Additional::Allowed(additional) => json["additionalProperties"] = written(additional),
            }
            json
        }
        Shape::Union(union) => {
            let mut json =
                json!({ "oneOf": union.members.iter().map(|member| written(&member.schema)).collect::<Value>() });
            if let Discriminant::Tag(tag) = &union.by {
                json["discriminator"] = json!({ "propertyName": tag });
                let named = union.members.iter().filter_map(|member| Some((member, member.schema.name()?)));
                let values = named.flat_map(|(member, name)| {
                    let target = reference(name)["$ref"].clone();
                    member.all_tag_values().map(move |value| (value.clone(), target.clone()))
                });
                let mapping: Map<String, Value> = values.collect();
                if !mapping.is_empty() {
                    json["discriminator"]["mapping"] = mapping.into();
                }
            }
            json
        }
    };
    if let (Some(json), Value::Object(shape)) = (json.as_object_mut(), shape) {
        json.extend(shape);
    }
    json
}

fn scalar(kind: &str, format: Option<&str>, schema: &Schema) -> Value {
    let mut json = json!({ "type": kind });
    if let Some(format) = format {
        json["format"] = format.into();
    }
    if !schema.values().is_empty() {
        let read = |value: &String| serde_json::from_str::<Value>(value).ok().filter(|_| kind != "string");
        json["enum"] =
            schema.values().iter().map(|value| read(value).unwrap_or_else(|| value.clone().into())).collect();
    }
    json
}
