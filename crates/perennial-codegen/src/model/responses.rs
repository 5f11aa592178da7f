//! Builds the content of responses, and the value of the request header `Accept`.

use indexmap::IndexSet;

use super::{parameters::Scope, types::Types};
use crate::{
    api::{ByStatus, Content, ErrorBody, Response, StatusContent, Stream, Type, status_key},
    names::uses::error_name,
    schema,
};

/// Builds the response of `operation` from its successful responses, `declared`. The names of its types begin with
/// `prefix`.
pub fn build_response(
    operation: &str,
    prefix: &str,
    declared: &[schema::DeclaredResponse],
    types: &mut Types,
) -> Response {
    let wanted = format!("{prefix}Response");
    if let [only] = declared {
        return Response::One(build_content(&|| wanted.clone(), only, types));
    }
    let name = types.name_by_status(operation, &wanted);
    let contents = declared.iter().map(|response| {
        let content = build_content(&|| format!("{wanted}{}", status_key(response.status)), response, types);
        StatusContent { status: response.status, content }
    });
    Response::ByStatus(ByStatus { name, contents: contents.collect() })
}

fn build_content(wanted: &dyn Fn() -> String, response: &schema::DeclaredResponse, types: &mut Types) -> Content {
    let accept = response.media_types.join(", ");
    match &response.schema {
        Some(schema) => {
            let value = types.build_value(wanted, schema);
            match response.framing {
                Some(framing) => Content::Stream { accept, framing, value },
                None => Content::Json { accept, value, or_text: response.or_text },
            }
        }
        None if response.media_types.is_empty() => Content::Empty,
        None => Content::Bytes { accept },
    }
}

/// Builds the bodies of error responses. Bodies that may be any JSON value are omitted.
pub fn build_errors(prefix: &str, declared: &[schema::DeclaredErrorBody], types: &mut Types) -> Vec<ErrorBody> {
    let body = |declared: &schema::DeclaredErrorBody| {
        let value = types.build_value(&|| format!("{prefix}{}", error_name(&declared.status)), &declared.schema);
        ErrorBody { status: declared.status.clone(), value }
    };
    declared.iter().map(body).filter(|error| error.value.ty != Type::Any).collect()
}

pub fn build_stream(declared: &schema::DeclaredResponse, scope: &mut Scope<'_>, types: &mut Types) -> Stream {
    let content = build_content(&|| format!("{}Event", scope.prefix), declared, types);
    Stream { method: scope.free_method("send_stream"), content }
}

/// Returns the value of the header `Accept`: the media types of the successful responses. If none of these has a body,
/// returns `errors`, the media types of the error responses.
///
/// If the only success is a stream of bytes, any other media type is accepted too. Some frameworks, such as Django REST
/// Framework, compare this header with the types of their JSON responses, even for an operation that returns a file.
pub fn accept(response: &Response, errors: &[String]) -> Option<String> {
    const ANYTHING_ELSE: &str = "*/*;q=0.1";
    let successes = response.contents().into_iter().filter_map(Content::accept);
    let successes: IndexSet<&str> = successes.flat_map(|accept| accept.split(", ")).collect();
    let is_only_bytes = matches!(response, Response::One(Content::Bytes { .. })) && !successes.contains("*/*");
    let mut accepted =
        if successes.is_empty() { errors.iter().map(String::as_str).collect() } else { Vec::from_iter(successes) };
    accepted.extend(is_only_bytes.then_some(ANYTHING_ELSE));
    (!accepted.is_empty()).then(|| accepted.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::Value;

    fn json(accept: &str) -> Content {
        Content::Json { accept: accept.to_owned(), value: Value { ty: Type::Any, nullable: false }, or_text: false }
    }

    fn by_status(contents: Vec<Content>) -> Response {
        let contents = contents.into_iter().map(|content| StatusContent { status: None, content });
        Response::ByStatus(ByStatus { name: "Several".to_owned(), contents: contents.collect() })
    }

    #[test]
    fn accept_header_lists_each_media_type_of_the_successes_once() {
        let vendor = || json("application/vnd.x+json");
        let accepted = |contents| accept(&by_status(contents), &["text/html".to_owned()]);
        assert_eq!(
            accepted(vec![vendor(), json("application/json"), vendor(), Content::Empty]).as_deref(),
            Some("application/vnd.x+json, application/json")
        );
        let bytes = || Content::Bytes { accept: "image/png, text/csv".to_owned() };
        assert_eq!(accepted(vec![json("text/csv"), bytes()]).as_deref(), Some("text/csv, image/png"));
        assert_eq!(accepted(vec![vendor(), bytes()]).as_deref(), Some("application/vnd.x+json, image/png, text/csv"));
        assert_eq!(accept(&Response::One(bytes()), &[]).as_deref(), Some("image/png, text/csv, */*;q=0.1"));
        let anything = Response::One(Content::Bytes { accept: "*/*".to_owned() });
        assert_eq!(accept(&anything, &[]).as_deref(), Some("*/*"));
    }

    #[test]
    fn accept_header_lists_error_types_if_no_success_has_a_body() {
        let errors = ["application/problem+json", "application/json"].map(str::to_owned);
        let accepted = accept(&Response::One(Content::Empty), &errors);
        assert_eq!(accepted.as_deref(), Some("application/problem+json, application/json"));
        assert_eq!(accept(&Response::One(Content::Empty), &[]), None);
        assert_eq!(accept(&Response::One(json("application/json")), &errors).as_deref(), Some("application/json"));
    }

    /// Generates a client with two operations that have error bodies. Returns the names of the generated types, and the
    /// code. `second` is the second operation's `default` response.
    fn types_and_code_with_errors(names: &str, second: &serde_json::Value) -> (Vec<String>, String) {
        use serde_json::json;
        let json_response = |properties: &str| {
            let schema = json!({ "type": "object", "properties": { properties: { "type": "string" } } });
            json!({ "content": { "application/json": { "schema": schema } } })
        };
        let fault = json!({ "content": { "application/problem+json": { "schema": { "$ref": "#/components/schemas/Fault" } } } });
        let mut responses = json!({ "200": json_response("a"), "default": fault, "404": json_response("gone"),
            "409": {}, "302": json_response("moved") });
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
    fn generates_types_for_error_bodies_if_the_client_enables_them() {
        let fault = serde_json::json!({ "$ref": "#/components/responses/None" });
        assert_eq!(types_and_code_with_errors("{}", &fault).0, ["GetAResponse"]);
        let (types, client) = types_and_code_with_errors(ON, &fault);
        assert_eq!(types, ["Fault", "GetAError404", "GetAResponse"]);
        let lists = "The types of error bodies, for [`ApiError::body_as`](::perennial::ApiError::body_as): ";
        assert!(client.contains(&format!("/// {lists}any other [`Fault`](crate::types::Fault).")), "{client}");
        let common = "The types of error bodies of all operations, for [`ApiError::body_as`](::perennial::ApiError::body_as): \
                      404 [`GetAError404`](crate::types::GetAError404).";
        assert_eq!(client.matches(common).count(), 1, "{client}");
    }
}
