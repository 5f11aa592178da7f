//! The operations, under Rust names that are free and different from each other.
//!
//! An operation is a method of `Client` and a struct of `builder`: some names are taken there.

use std::collections::BTreeSet;

use super::{Log, multipart, parameters, rate_limit, responses, types::Types};
use crate::{
    adaptation::Rule,
    api::{Api, Body, Encoding, FormField, FormStyle, Operation},
    document::{self, Document},
    text::{
        markdown::markdown,
        media_type::MediaType,
        naming,
        path::{self, Part},
    },
};

/// Methods of `Client`.
const CLIENT_METHODS: [&str; 14] = [
    "builder",
    "clone",
    "from_env",
    "with_account",
    "with_api_key",
    "with_deadline",
    "with_headers",
    "with_keep_body",
    "with_query",
    "with_retry",
    "with_timeout",
    "fmt",
    "into",
    "from",
];

/// All operations, in the document's order.
pub fn all(document: &Document, types: &mut Types, log: &mut Log) -> Vec<Operation> {
    let mut names = Names::default();
    let mut shapes = BTreeSet::new();
    let mut operations = Vec::new();
    for declared in &document.operations {
        // Operations that a fragment tells apart may be the same request.
        let (_, fragment) = path::split_fragment(&declared.path);
        if !shapes.insert((declared.method, shape(&declared.path), fragment)) {
            log.diagnostics.push(declared.to_string(), "another path differs only in the names of its parameters");
        }
        let name = names.of(declared, log);
        operations.push(operation(declared, name, types, log));
    }
    operations
}

/// The template without the names of its parameters.
fn shape(path: &str) -> Vec<Part<'_>> {
    let parts = path::parts(path).unwrap_or_default().into_iter();
    parts.map(|part| if matches!(part, Part::Parameter(_)) { Part::Parameter("") } else { part }).collect()
}

/// The template with its literal text percent-encoded.
fn template(path: &str) -> String {
    let parts = path::parts(path).unwrap_or_default().into_iter();
    let encoded = parts.map(|part| match part {
        Part::Literal(text) => path::literal(text),
        Part::Parameter(name) => format!("{{{name}}}"),
    });
    encoded.collect()
}

/// All methods of `Client`.
pub fn methods(api: &Api) -> BTreeSet<String> {
    CLIENT_METHODS
        .into_iter()
        .chain(api.operations.iter().map(|operation| operation.name.as_str()))
        .map(str::to_owned)
        .collect()
}

/// The names that operations have so far.
struct Names {
    methods: BTreeSet<String>,
    builders: BTreeSet<String>,
}

impl Default for Names {
    fn default() -> Self {
        Self { methods: CLIENT_METHODS.map(str::to_owned).into(), builders: BTreeSet::new() }
    }
}

impl Names {
    fn of(&mut self, declared: &document::Operation, log: &mut Log) -> String {
        let builder = |id: &str| naming::builder_name(&naming::value_name(id));
        let numbered = |number: usize| match number {
            1 => declared.id.clone(),
            _ => format!("{}_op{number}", declared.id),
        };
        let id = numbered(naming::first_free(|number| {
            let id = numbered(number);
            self.methods.contains(&naming::value_name(&id)) || self.builders.contains(&builder(&id))
        }));
        let name = naming::value_name(&id);
        if id != declared.id {
            log.note(Rule::RENAMED_OPERATION, format!("{declared} as {name}"));
        }
        self.methods.insert(name.clone());
        self.builders.insert(builder(&id));
        name
    }
}

fn operation(declared: &document::Operation, name: String, types: &mut Types, log: &mut Log) -> Operation {
    let operation = &declared.operation;
    let place = declared.to_string();
    let prefix = naming::type_name(&name);
    let description = operation.description.as_deref().unwrap_or_default();
    let mut said = BTreeSet::new();
    let mut taken = parameters::taken();
    let mut parameters = parameters::all(&place, &prefix, &operation.parameters, types, &mut taken, log);
    if let Some((media_type, media)) = media(operation)
        && MediaType::of(media_type) == MediaType::Multipart
    {
        parameters.extend(multipart::parts(&place, &prefix, media, types, &mut taken, log));
    }
    Operation {
        parameters,
        body: body(&prefix, operation, types, log),
        response: responses::of(&prefix, operation, types, log),
        builder: naming::builder_name(&name),
        name,
        id: declared.id.clone(),
        method: declared.method,
        path: declared.path.clone(),
        template: template(&declared.path),
        summary: operation.summary.as_deref().map(markdown).unwrap_or_default(),
        description: markdown(description),
        server: operation.servers.first().map(|server| server.url.clone()),
        tags: operation.tags.iter().filter(|tag| said.insert(tag.as_str())).cloned().collect(),
        deprecated: operation.deprecated,
        rate_limit: rate_limit::stated(description),
    }
}

/// The media type of the request body, and what the document says of it.
fn media(operation: &openapiv3::Operation) -> Option<(&String, &openapiv3::MediaType)> {
    operation.request_body.as_ref()?.as_item()?.content.first()
}

fn body(prefix: &str, operation: &openapiv3::Operation, types: &mut Types, log: &mut Log) -> Option<Body> {
    let body = operation.request_body.as_ref()?.as_item()?;
    let (media_type, media) = media(operation)?;
    let encoding = match MediaType::of(media_type) {
        MediaType::Json | MediaType::JsonLike => Encoding::Json,
        MediaType::Form => Encoding::Form,
        // Its parts are parameters.
        MediaType::Multipart => return None,
        MediaType::Text => Encoding::Text,
        MediaType::Other => Encoding::Bytes,
    };
    let mut value = types.value(&format!("{prefix}Body"), media.schema.as_ref()?, log);
    // A body is there or not: null is none.
    value.nullable = false;
    Some(Body {
        media_type: media_type.clone(),
        encoding,
        value,
        form: media.encoding.iter().filter_map(form_field).collect(),
        required: body.required,
        docs: body.description.as_deref().map(markdown).unwrap_or_default(),
    })
}

fn form_field((wire_name, declared): (&String, &openapiv3::Encoding)) -> Option<FormField> {
    use openapiv3::QueryStyle::{DeepObject, Form, PipeDelimited, SpaceDelimited};
    let is_json = declared.content_type.as_deref().is_some_and(|content| MediaType::of(content).is_json());
    // What is not exploded has something between its elements; only `form` is exploded unless it says otherwise.
    let style = match declared.style.as_ref() {
        None if is_json => FormStyle::Json,
        Some(DeepObject) => FormStyle::Deep,
        _ if declared.explode => return None,
        Some(SpaceDelimited) => FormStyle::Delimited(" "),
        Some(PipeDelimited) => FormStyle::Delimited("|"),
        Some(Form) | None => FormStyle::Delimited(","),
    };
    Some(FormField { wire_name: wire_name.clone(), style })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::document;

    fn lowered(paths: Value) -> Result<Vec<Operation>, String> {
        let root = json!({ "openapi": "3.0.0", "paths": paths });
        let (document, _) = document::run(root).map_err(|diagnostics| diagnostics.to_string())?;
        let (api, _) = crate::model::run(&document).map_err(|diagnostics| diagnostics.to_string())?;
        Ok(api.operations)
    }

    #[test]
    fn operations_whose_names_collide_are_renamed_and_keep_their_id() {
        let operations = lowered(json!({ "/a": {
            "get": { "operationId": "getThing" },
            "put": { "operationId": "get_thing" },
            "post": { "operationId": "builder" },
        } }))
        .expect("legal");
        let names: Vec<_> = operations.iter().map(|op| (op.id.as_str(), op.name.as_str())).collect();
        assert_eq!(names, [("getThing", "get_thing"), ("get_thing", "get_thing_op2"), ("builder", "builder_op2")]);
    }

    #[test]
    fn operations_that_only_a_fragment_tells_apart_are_both_there() {
        let operations = lowered(json!({
            "/jobs/{id}#cancel": { "post": { "operationId": "cancelJob" } },
            "/jobs/{id}#retry": { "post": {} },
            "/jobs/{id}": { "post": { "operationId": "postJob" } },
        }))
        .expect("legal");
        let names: Vec<_> = operations.iter().map(|op| (op.name.as_str(), op.template.as_str())).collect();
        let sent = "/jobs/{id}";
        assert_eq!(names, [("cancel_job", sent), ("post_jobs_idretry", sent), ("post_job", sent)]);
    }

    #[test]
    fn a_tag_that_an_operation_names_twice_is_one() {
        let operations = lowered(json!({ "/a": { "get": { "tags": ["b", "a", "b", "B"] } } })).expect("legal");
        assert_eq!(operations[0].tags, ["b", "a", "B"]);
    }

    #[test]
    fn paths_that_differ_only_in_parameter_names_are_refused() {
        let error =
            lowered(json!({ "/a/{id}": { "get": {} }, "/a/{name}": { "get": {} } })).expect_err("one operation");
        assert!(error.ends_with("another path differs only in the names of its parameters"), "{error}");
    }
}
