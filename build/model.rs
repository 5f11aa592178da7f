//! What the finished code needs to know about an adapted document.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::{
    adapt::{
        enums::{ENUMS, UNIONS},
        fields::FIELDS,
        formats::rust_type,
    },
    naming,
    problem::Problems,
    rate_limit, schema,
    spec::{Adaptation, Place, Spec, media_schema, text},
};

/// An adapted document.
#[derive(Debug)]
pub struct Adapted {
    /// What progenitor gets: the operations and schemas, and nothing else of the document.
    pub document: Value,
    /// In the document's order.
    pub operations: Vec<Operation>,
    /// By type name: the schema with its values.
    pub enums: Map<String, Value>,
    /// By type name: the schema with a member for each JSON kind.
    pub unions: Map<String, Value>,
    /// By type and field: the name on the wire, where it is not what typify takes it for.
    pub wire_names: BTreeMap<String, BTreeMap<String, String>>,
    /// What was changed.
    pub adaptations: Vec<Adaptation>,
}

/// One operation.
#[derive(Debug)]
pub struct Operation {
    /// The `operationId` of the document.
    pub id: String,
    /// The method of `Client`.
    pub function: String,
    /// In upper case.
    pub method: String,
    /// The template, with the parameter names of the document.
    pub path: String,
    /// All that a caller can set, but for the body.
    pub parameters: Vec<Parameter>,
    /// The media type of the request body.
    pub body: Option<String>,
    /// What a 2xx carries.
    pub success: Success,
    /// Whether the document says so.
    pub deprecated: bool,
    /// Requests and seconds, where the description states a limit.
    pub rate_limit: Option<(u32, u64)>,
}

impl Adapted {
    /// Problems of adapted operations, told of those of the document.
    pub fn in_its_own_names(&self, mut problems: Problems) -> Problems {
        for problem in &mut problems.0 {
            let function = problem.place.split(' ').next().unwrap_or_default();
            if let Some(operation) = self.operations.iter().find(|operation| operation.function == function) {
                let Operation { id, method, path, .. } = operation;
                problem.place = format!("{id} ({method} {path})");
            }
        }
        problems
    }
}

impl Operation {
    /// The struct in `builder`.
    pub fn builder(&self) -> String {
        naming::builder_name(&self.function)
    }
}

/// One parameter of an operation.
#[derive(Debug)]
pub struct Parameter {
    /// The method of the builder.
    pub name: String,
    /// The name on the wire.
    pub wire_name: String,
    /// `path`, `query` or `header`.
    pub location: String,
    /// Whether a request without it is refused.
    pub required: bool,
    /// As `adapt::parameters` leaves it: a delimiter, `deep` or empty.
    pub style: String,
    /// What the document says of it.
    pub description: String,
}

/// What a success carries.
#[derive(Debug)]
pub enum Success {
    /// JSON, asked for under this media type.
    Json(String),
    /// Nothing.
    Empty,
    /// Bytes.
    Stream,
    /// One of several, by status: the name of the enum, and its members.
    ByStatus(String, Vec<(Option<u16>, Body)>),
}

/// The body of one of several successes.
#[derive(Debug)]
pub enum Body {
    /// JSON of this schema.
    Json(Value),
    /// Nothing.
    Empty,
    /// Bytes.
    Bytes,
}

/// Takes the adapted document apart.
///
/// # Errors
/// Operations that differ in nothing but the names of path parameters.
pub fn describe(mut spec: Spec) -> Result<Adapted, Problems> {
    let mut operations = Vec::new();
    let mut paths = Map::new();
    spec.each_operation(|place, operation, log| {
        let template = text_of(operation, "x-template");
        let item = paths.entry(template).or_insert_with(|| json!({}));
        if item.get(&place.method).is_some() {
            log.problems.push(place.to_string(), "another path differs only in the names of its parameters");
        }
        let described = described(place, operation);
        item[&place.method] = for_progenitor(operation, &described.success);
        operations.push(described);
    });
    std::mem::take(&mut spec.problems).or(())?;
    let named = |key: &str| spec.root.get(key).and_then(Value::as_object).cloned().unwrap_or_default();
    let wire_names = serde_json::from_value(Value::Object(named(FIELDS))).unwrap_or_default();
    Ok(Adapted {
        document: json!({
            "openapi": "3.0.3",
            "info": { "title": "", "version": "" },
            "paths": paths,
            "components": { "schemas": spec.schemas() },
        }),
        operations,
        enums: named(ENUMS),
        unions: named(UNIONS),
        wire_names,
        adaptations: spec.adaptations,
    })
}

fn text_of(map: &Map<String, Value>, key: &str) -> String {
    map.get(key).and_then(Value::as_str).unwrap_or_default().to_owned()
}

fn described(place: &Place, operation: &mut Map<String, Value>) -> Operation {
    let parameters = operation.get("parameters").and_then(Value::as_array).into_iter().flatten();
    let parameters = parameters.map(|parameter| Parameter {
        name: text(parameter, "name").to_owned(),
        wire_name: text(parameter, "x-wire-name").to_owned(),
        location: text(parameter, "in").to_owned(),
        required: parameter["required"] == true,
        style: text(parameter, "x-style").to_owned(),
        description: text(parameter, "description").to_owned(),
    });
    Operation {
        id: text_of(operation, "x-operation-id"),
        function: place.id.clone(),
        method: place.method.to_uppercase(),
        path: place.path.clone(),
        parameters: parameters.collect(),
        body: operation.get("requestBody").map(|body| text(body, "x-media-type").to_owned()),
        success: success(operation),
        deprecated: operation.get("deprecated") == Some(&Value::Bool(true)),
        rate_limit: rate_limit::stated(&text_of(operation, "description")),
    }
}

fn success(operation: &mut Map<String, Value>) -> Success {
    let Some(responses) = operation.get_mut("responses").and_then(Value::as_object_mut) else { return Success::Stream };
    if responses.len() > 1 {
        let by_status = responses.iter_mut().map(|(status, response)| {
            let is_stream = response.get("content").is_some();
            let body = match media_schema(response) {
                Some(schema) => Body::Json(schema.clone()),
                None if is_stream => Body::Bytes,
                None => Body::Empty,
            };
            // `2XX` is every status that the others are not.
            (status.parse().ok(), body)
        });
        let by_status = by_status.collect();
        return Success::ByStatus(text_of(operation, "x-response-type"), by_status);
    }
    match responses.values_mut().next() {
        Some(response) if response.get("content").is_none() => Success::Empty,
        Some(response) => match response.get("x-accept").and_then(Value::as_str) {
            Some(accept) => Success::Json(accept.to_owned()),
            None => Success::Stream,
        },
        None => Success::Stream,
    }
}

/// The operation with the parts that progenitor reads.
fn for_progenitor(operation: &Map<String, Value>, success: &Success) -> Value {
    let kept = ["operationId", "summary", "description", "parameters", "requestBody", "responses"];
    let kept = operation.iter().filter(|(key, value)| kept.contains(&key.as_str()) && !value.is_null());
    let mut operation: Map<String, Value> = kept.map(|(key, value)| (key.clone(), value.clone())).collect();
    if let Some(body) = operation.get_mut("requestBody").and_then(media_schema) {
        without_null(body);
    }
    for parameter in operation.get_mut("parameters").and_then(Value::as_array_mut).into_iter().flatten() {
        without_null(&mut parameter["schema"]);
        // progenitor wants a builder for a struct in a parameter, and then cannot use it.
        schema::walk("", &mut parameter["schema"], &mut |_, schema| {
            if let Some(name) = schema::wrapped_reference(schema) {
                *schema = rust_type(&format!("types::{name}"));
            }
        });
    }
    if let Some(bytes) =
        operation.get_mut("requestBody").and_then(|body| body["content"].get_mut("application/octet-stream"))
    {
        // The one schema that progenitor takes for bytes.
        *bytes = json!({ "schema": { "type": "string", "format": "binary" } });
    }
    if matches!(success, Success::ByStatus(..)) {
        // `finish` puts the enum of all successes here.
        operation.insert("responses".into(), json!({ "2XX": { "description": "" } }));
    }
    operation.into()
}

/// What a caller sends is there or not: null has no form in a parameter, and is no body.
fn without_null(schema: &mut Value) {
    if let Some(map) = schema.as_object_mut() {
        map.remove("nullable");
    }
}
