//! The content of an operation's success, and the media types that are asked for.

use indexmap::IndexSet;

use super::{parameters::Scope, types::Types};
use crate::{
    api::{ByStatus, Content, ErrorBody, Response, StatusContent, Stream, Type, status_key},
    names::uses::error_name,
    schema,
};

/// The response of `operation`, whose types are called after `prefix`, with one or several `declared` successes.
pub fn response(operation: &str, prefix: &str, declared: &[schema::Response], types: &mut Types) -> Response {
    let wanted = format!("{prefix}Response");
    if let [only] = declared {
        return Response::One(content(&|| wanted.clone(), only, types));
    }
    let name = types.name_by_status(operation, &wanted);
    let contents = declared.iter().map(|response| {
        let content = content(&|| format!("{wanted}{}", status_key(response.status)), response, types);
        StatusContent { status: response.status, content }
    });
    Response::ByStatus(ByStatus { name, contents: contents.collect() })
}

fn content(wanted: &dyn Fn() -> String, response: &schema::Response, types: &mut Types) -> Content {
    let accept = response.media_types.join(", ");
    match &response.schema {
        Some(schema) => {
            let value = types.value(wanted, schema);
            match response.framing {
                Some(framing) => Content::Stream { accept, framing, value },
                None => Content::Json { accept, value },
            }
        }
        None if response.media_types.is_empty() => Content::Empty,
        None => Content::Bytes { accept },
    }
}

/// The bodies of errors, but for those that may be anything.
pub fn errors(prefix: &str, declared: &[schema::ErrorBody], types: &mut Types) -> Vec<ErrorBody> {
    let body = |declared: &schema::ErrorBody| {
        let value = types.value(&|| format!("{prefix}{}", error_name(&declared.status)), &declared.schema);
        ErrorBody { status: declared.status.clone(), value }
    };
    declared.iter().map(body).filter(|error| error.value.ty != Type::Any).collect()
}

/// The stream that can be asked for in the place of the response.
pub fn stream(declared: &schema::Response, scope: &mut Scope<'_>, types: &mut Types) -> Stream {
    let content = content(&|| format!("{}Event", scope.prefix), declared, types);
    Stream { method: scope.method("send_stream"), content }
}

/// The media types to ask for: those of the successes, and if none has a body, those of the errors.
pub fn accept(response: &Response, errors: &[String]) -> Option<String> {
    let successes: IndexSet<&str> = response.contents().into_iter().filter_map(Content::accept).collect();
    let asked =
        if successes.is_empty() { errors.iter().map(String::as_str).collect() } else { Vec::from_iter(successes) };
    (!asked.is_empty()).then(|| asked.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::Value;

    fn json(accept: &str) -> Content {
        Content::Json { accept: accept.to_owned(), value: Value { ty: Type::Any, nullable: false } }
    }

    fn several(contents: Vec<Content>) -> Response {
        let contents = contents.into_iter().map(|content| StatusContent { status: None, content });
        Response::ByStatus(ByStatus { name: "Several".to_owned(), contents: contents.collect() })
    }

    #[test]
    fn every_media_type_of_several_responses_is_asked_for_once() {
        let vendor = || json("application/vnd.x+json");
        let asked = |contents| accept(&several(contents), &["text/html".to_owned()]);
        assert_eq!(
            asked(vec![vendor(), json("application/json"), vendor(), Content::Empty]).as_deref(),
            Some("application/vnd.x+json, application/json")
        );
        let bytes = Content::Bytes { accept: "image/png, text/csv".to_owned() };
        assert_eq!(asked(vec![vendor(), bytes]).as_deref(), Some("application/vnd.x+json, image/png, text/csv"));
    }

    #[test]
    fn without_a_body_of_a_success_those_of_errors_are_asked_for() {
        let errors = ["application/problem+json", "application/json"].map(str::to_owned);
        let asked = accept(&Response::One(Content::Empty), &errors);
        assert_eq!(asked.as_deref(), Some("application/problem+json, application/json"));
        assert_eq!(accept(&Response::One(Content::Empty), &[]), None);
        assert_eq!(accept(&Response::One(json("application/json")), &errors).as_deref(), Some("application/json"));
    }

    /// The types of errors of two operations, and what is said of the second, and of both.
    fn errors_of(names: &str, second: &serde_json::Value) -> (Vec<String>, String) {
        use serde_json::json;
        let of = |properties: &str| {
            let schema = json!({ "type": "object", "properties": { properties: { "type": "string" } } });
            json!({ "content": { "application/json": { "schema": schema } } })
        };
        let fault = json!({ "content": { "application/problem+json": { "schema": { "$ref": "#/components/schemas/Fault" } } } });
        let mut responses =
            json!({ "200": of("a"), "default": fault, "404": of("gone"), "409": {}, "302": of("moved") });
        let first = json!({ "operationId": "getA", "responses": responses });
        responses["default"] = second.clone();
        let second = json!({ "operationId": "putA", "responses": responses });
        let root = json!({ "openapi": "3.0.0", "paths": { "/a": { "get": first, "put": second } }, "components": { "schemas": {
            "Fault": { "type": "object", "properties": { "title": { "type": "string" } } } } } });
        let names = crate::names::file::Names::parse(names).expect("legal");
        let generated = crate::generate(&root.to_string(), &names).expect("legal");
        (generated.surface.types.into_keys().collect(), generated.client)
    }

    const ON: &str = r#"{ "client": { "errors": true } }"#;

    #[test]
    fn errors_are_types_where_the_client_says_so() {
        let fault = serde_json::json!({ "$ref": "#/components/responses/None" });
        assert_eq!(errors_of("{}", &fault).0, ["GetAResponse"]);
        let (types, client) = errors_of(ON, &fault);
        assert_eq!(types, ["Fault", "GetAError404", "GetAResponse"]);
        let lists =
            "The body of an error of the service, as [`ApiError::body_as`](::perennial::ApiError::body_as) reads it: ";
        assert!(client.contains(&format!("/// {lists}any other [`Fault`](crate::types::Fault).")), "{client}");
        let common = "The body of an error of each operation, as [`ApiError::body_as`](::perennial::ApiError::body_as) reads it: \
                      404 [`GetAError404`](crate::types::GetAError404).";
        assert_eq!(client.matches(common).count(), 1, "{client}");
    }
}
