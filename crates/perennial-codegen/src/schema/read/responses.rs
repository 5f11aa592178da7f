//! Parses the responses of operations.
//!
//! All operations share one handwritten error type. Error responses contribute their media types, and also their JSON
//! schemas if the client generates types for error bodies.
//!
//! The body of a successful response is one of the following:
//!
//! - JSON,
//! - a string of plain text,
//! - a stream of values: events, or lines of JSON,
//! - a stream of bytes: other text, images or anything else,
//! - empty, if no content is declared, if the status or the method does not allow any, or if the response is a
//!   redirect.
//!
//! A response is also a stream of bytes if all of its schemas are strings of the format `binary`. ASP.NET declares such
//! schemas under JSON for responses that are files. In OpenAPI 3.1, `contentMediaType` replaces this format.
//!
//! If a response declares both a stream of values and other content, the other content is its body, and callers can
//! request the stream separately.

use std::collections::BTreeSet;

use indexmap::IndexSet;
use serde_json::Value;

use super::{
    Reader,
    formats::Format,
    kinds::{ValueKind, kinds},
    streams,
    texts::Texts,
};
use crate::{
    adaptation::Rule,
    api::{EnumOf, Framing},
    document::json::entries,
    schema::{DeclaredErrorBody, DeclaredOperation, DeclaredResponse, Schema},
    text::{media_type::MediaType, method::Method, status},
};

impl<'a> Reader<'a> {
    /// Parses the successful responses of `operation`, and the stream that callers can request instead of them.
    pub fn responses(
        &mut self,
        operation: &DeclaredOperation,
        declared: &'a Value,
    ) -> (Vec<DeclaredResponse>, Option<DeclaredResponse>) {
        let (mut successes, mut stream) = self.successes(operation, declared);
        if !operation.redirects.is_empty() {
            self.log.note(Rule::REDIRECT_RESPONSE, operation);
        }
        if successes.is_empty() && !operation.redirects.is_empty() {
            successes.push(("2XX".to_owned(), SuccessBody::Empty));
        } else if successes.is_empty() {
            let (rule, content) = match declared["responses"].get("default") {
                Some(response) => {
                    stream = SuccessBody::stream_beside(self, "default", response);
                    (Rule::DEFAULT_RESPONSE, SuccessBody::new(self, "default", response))
                }
                None => (Rule::UNDECLARED_SUCCESS, SuccessBody::unknown()),
            };
            self.log.note(rule, operation);
            successes.push(("2XX".to_owned(), content));
        }
        if operation.method == Method::Head {
            // The response to a `HEAD` request consists of status and headers. The declared content describes the
            // response to a `GET`.
            successes.iter_mut().for_each(|(_, content)| *content = SuccessBody::Empty);
            stream = None;
        }
        let mut contents = successes.iter().map(|(_, content)| content.clone());
        match contents.next().and_then(|first| contents.try_fold(first, SuccessBody::unite)) {
            Some(united) => successes = vec![("2XX".to_owned(), united)],
            None => self.log.note(Rule::MULTI_STATUS_RESPONSE, operation),
        }
        let place = |status: &str| format!("{}.{status}", operation.id);
        let responses = successes.into_iter();
        let responses = responses.map(|(status, content)| self.response(&place(&status), &status, content)).collect();
        (responses, stream.map(|stream| self.response(&place("stream"), "2XX", stream)))
    }

    /// Returns the bodies of the successful responses, each with its status. Also returns the first stream of values
    /// that is declared beside other content.
    fn successes(
        &mut self,
        operation: &DeclaredOperation,
        declared: &'a Value,
    ) -> (Vec<(String, SuccessBody<'a>)>, Option<SuccessBody<'a>>) {
        let mut successes: Vec<(String, SuccessBody<'_>)> = Vec::new();
        let mut stream = None;
        let mut has_others = false;
        for (key, response) in entries(declared, "responses") {
            // A lower-case range such as `2xx` is accepted, unless `2XX` is declared too.
            let status = key.to_ascii_uppercase();
            let is_known =
                |it: &str| declared["responses"].get(it).is_some() || successes.iter().any(|(known, _)| known == it);
            let is_repeated = status != *key && is_known(&status);
            let is_success = status.starts_with('2');
            if !status::is_known(&status) || is_success && is_repeated {
                self.log.note(Rule::UNKNOWN_STATUS, format!("{operation} response {key:?}"));
            } else if is_success {
                let place = format!("{operation} response {key}");
                self.check_content(&place, response);
                let beside = SuccessBody::stream_beside(self, &status, response);
                let body = SuccessBody::new(self, &status, response);
                let offered = if matches!(body, SuccessBody::Json { .. }) { body.media_types().len() } else { 1 };
                let is_offered = beside.is_some() && (stream.is_none() || stream == beside);
                if media_types(response) > offered + usize::from(is_offered) {
                    self.log.note(Rule::MEDIA_TYPE_CHOICE, place);
                }
                stream = stream.or(beside);
                successes.push((status.clone(), body));
            } else {
                has_others |= !status.starts_with('3');
            }
        }
        if has_others {
            self.log.note(Rule::ERROR_RESPONSE, operation);
        }
        (successes, stream)
    }

    /// Parses the JSON bodies of error responses, if the client generates types for them. The response `default` is an
    /// error only if a successful response or a redirect is declared.
    pub fn errors(&mut self, operation: &DeclaredOperation, declared: &'a Value) -> Vec<DeclaredErrorBody> {
        let mut errors = Vec::new();
        if !self.with_errors || operation.method == Method::Head {
            return errors;
        }
        let has_success = entries(declared, "responses").any(|(key, _)| key.starts_with(['2', '3']));
        for (key, response) in entries(declared, "responses") {
            let status = key.to_ascii_uppercase();
            let is_error =
                status::is_known(&status) && (status.starts_with(['4', '5']) || status == "DEFAULT" && has_success);
            if is_error
                && let SuccessBody::Json { schema: Some(schema), .. } = SuccessBody::new(self, &status, response)
            {
                let status = status.replace("DEFAULT", "default");
                let schema = self.schema(&format!("{}.{status}", operation.id), schema);
                errors.push(DeclaredErrorBody { status, schema });
            }
        }
        errors
    }

    fn response(&mut self, place: &str, status: &str, content: SuccessBody<'a>) -> DeclaredResponse {
        let media_types = content.media_types().into_iter().map(str::to_owned).collect();
        let or_text = matches!(content, SuccessBody::Json { or_text: true, .. });
        let (schema, framing) = match content {
            SuccessBody::Json { schema: None, or_text: true, .. } => (Some(Schema::one_of_strings(Vec::new())), None),
            SuccessBody::Json { schema, .. } => {
                (Some(schema.map(|schema| self.schema(place, schema)).unwrap_or_default()), None)
            }
            SuccessBody::Stream { framing, media, .. } => {
                let (schema, framing) = self.stream(place, framing, media);
                (Some(schema), Some(framing))
            }
            SuccessBody::Empty | SuccessBody::Bytes(_) => (None, None),
        };
        DeclaredResponse { status: status.parse().ok(), media_types, schema, or_text, framing }
    }
}

/// Returns the number of different media types that a body or response declares. Media types that differ only in
/// parameters count once if they have the same schema.
pub fn media_types(declared: &Value) -> usize {
    let distinct =
        entries(declared, "content").map(|(name, media)| (MediaType::essence(name), media["schema"].to_string()));
    distinct.collect::<BTreeSet<_>>().len()
}

impl<'a> Reader<'a> {
    /// Returns the distinct media types to request if no successful response has a body. For `HEAD`, they are the media
    /// types that a `GET` would request. For other methods, or if there are none, they are the media types of the error
    /// responses.
    pub fn media_types_without_body(&mut self, method: Method, declared: &'a Value) -> Vec<String> {
        let mut media_types_of = |first: &[char]| -> Vec<String> {
            let responses = entries(declared, "responses").map(|(key, response)| (key.to_ascii_uppercase(), response));
            let responses = responses.filter(|(status, _)| status::is_known(status) && status.starts_with(first));
            let media_types =
                responses.flat_map(|(status, response)| SuccessBody::new(self, &status, response).media_types());
            media_types.map(str::to_owned).collect::<IndexSet<_>>().into_iter().collect()
        };
        let of_get = if method == Method::Head { media_types_of(&['2']) } else { Vec::new() };
        if of_get.is_empty() { media_types_of(&['4', '5', 'D']) } else { of_get }
    }
}

/// Returns the statuses of the redirects that an operation declares. `3XX` counts as all assigned ones, 300 to 308.
pub fn redirects(declared: &Value) -> Vec<u16> {
    let statuses = entries(declared, "responses").filter_map(|(key, _)| match key.parse() {
        Ok(status @ 300..=399) => Some(status..=status),
        _ => key.eq_ignore_ascii_case("3XX").then_some(300..=308),
    });
    statuses.flatten().collect::<BTreeSet<u16>>().into_iter().collect()
}

/// Returns `true` if `media_type` is plain text that can be decoded as a Rust string.
fn is_plain_text(media_type: &str) -> bool {
    MediaType::essence(media_type) == "text/plain" && MediaType::parse(media_type) == MediaType::Text
}

/// Returns `true` if `media_type` is the range of all text, and if Rust strings can contain the text.
fn is_text_range(media_type: &str) -> bool {
    MediaType::essence(media_type) == "text/*" && MediaType::parse(media_type) == MediaType::Text
}

/// Returns `true` if a range such as `*/*` with this schema stands for bytes: `schema` describes the content of a file,
/// or any value.
pub fn is_bytes(schema: &Value) -> bool {
    const ANNOTATIONS: [&str; 14] = [
        "$comment",
        "$id",
        "$schema",
        "default",
        "deprecated",
        "description",
        "example",
        "examples",
        "externalDocs",
        "nullable",
        "readOnly",
        "title",
        "writeOnly",
        "xml",
    ];
    let is_annotation = |key: &String| ANNOTATIONS.contains(&key.as_str()) || key.starts_with("x-");
    let is_any =
        schema.as_object().map_or(schema.is_null() || *schema == true, |schema| schema.keys().all(is_annotation));
    is_any || Format::is_file(schema)
}

/// Returns `true` if `schema` is a string with the content of a file, so that its values cannot be JSON.
fn is_binary_string(schema: &Value) -> bool {
    Format::is_file(schema) && kinds(schema, false).iter().all(|kind| *kind == ValueKind::Scalar(EnumOf::Text))
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum SuccessBody<'a> {
    Empty,
    Json {
        accept: IndexSet<&'a str>,
        /// The schema of the JSON value or the text. `None` if it is not restricted.
        schema: Option<&'a Value>,
        /// Whether a response with a media type other than JSON is decoded as plain text.
        or_text: bool,
    },
    Stream {
        accept: &'a str,
        framing: Framing,
        media: &'a Value,
    },
    /// A stream of bytes, for which these media types are requested.
    Bytes(IndexSet<&'a str>),
}

impl<'a> SuccessBody<'a> {
    fn new(reader: &mut Reader<'a>, status: &str, response: &'a Value) -> Self {
        let content = || entries(response, "content").map(|(media_type, media)| (media_type.as_str(), media));
        if content().next().is_none() || matches!(status, "204" | "205") {
            return Self::Empty;
        }
        let others = || content().filter(|(media_type, _)| streams::framing(media_type).is_none());
        let sendable = others().map(|(media_type, _)| media_type).filter(|it| MediaType::is_sendable(it));
        let sendable: IndexSet<&str> = sendable.collect();
        if !sendable.is_empty()
            && others().all(|(_, media)| is_binary_string(reader.effective_schema(&media["schema"])))
        {
            return Self::Bytes(sendable);
        }
        let is_range = |media_type: &str| media_type.contains('*');
        let mut is_file_or_any = |media: &'a Value| is_bytes(reader.effective_schema(&media["schema"]));
        let json = others().filter(|(media_type, media)| {
            MediaType::parse(media_type).is_json() && !(is_range(media_type) && is_file_or_any(media))
        });
        // A range such as `*/*` includes JSON. It is used only if no JSON media type is declared by name.
        if let Some((media_type, media)) = json.min_by_key(|(media_type, _)| is_range(media_type)) {
            let texts = reader.texts(&media["schema"]);
            let is_text = |it: &&str| texts != Texts::None && (is_range(it) || is_plain_text(it));
            let mut accept: IndexSet<&str> = sendable.into_iter().filter(is_text).collect();
            let or_text = !accept.is_empty();
            if texts != Texts::All || !or_text || !is_range(media_type) {
                let is_usable = !is_range(media_type) && MediaType::is_sendable(media_type);
                let is_json_outside = is_range(media_type) && !MediaType::includes(media_type, "application/json");
                let usual = if is_json_outside { "application/*" } else { "application/json" };
                accept.shift_insert(0, if is_usable { media_type } else { usual });
            }
            let schema = media.get("schema").filter(|schema| schema.as_object().is_none_or(|said| !said.is_empty()));
            return Self::Json { accept, schema, or_text };
        }
        if sendable.is_empty() {
            return Self::stream(response).unwrap_or(Self::unknown());
        }
        let is_file = others().any(|(_, media)| Format::is_file(reader.effective_schema(&media["schema"])));
        let has_plain = sendable.iter().any(|it| is_plain_text(it));
        let is_text = others().all(|(media_type, media)| {
            is_plain_text(media_type)
                || is_text_range(media_type) && (has_plain || reader.texts(&media["schema"]) != Texts::None)
        });
        if !is_file && is_text {
            return Self::Json { accept: sendable, schema: None, or_text: true };
        }
        Self::Bytes(sendable)
    }

    /// Returns the stream of values that `response` declares. If it declares several, a stream of events is preferred.
    fn stream(response: &'a Value) -> Option<Self> {
        let sendable = entries(response, "content").filter(|(media_type, _)| MediaType::is_sendable(media_type));
        let streams =
            sendable.filter_map(|(media_type, media)| Some((streams::framing(media_type)?, media_type, media)));
        let (framing, accept, media) = streams.min_by_key(|(framing, ..)| *framing)?;
        Some(Self::Stream { accept, framing, media })
    }

    fn stream_beside(reader: &mut Reader<'a>, status: &str, response: &'a Value) -> Option<Self> {
        let is_beside = matches!(Self::new(reader, status, response), Self::Json { .. } | Self::Bytes(_));
        Self::stream(response).filter(|_| is_beside)
    }

    fn unknown() -> Self {
        Self::Bytes(IndexSet::from(["*/*"]))
    }

    fn media_types(&self) -> IndexSet<&'a str> {
        match self {
            Self::Empty => IndexSet::new(),
            Self::Stream { accept, .. } => IndexSet::from([*accept]),
            Self::Json { accept: media_types, .. } | Self::Bytes(media_types) => media_types.clone(),
        }
    }

    /// Merges two bodies if they are equal, or if both are streams of bytes. Otherwise, returns `None`.
    fn unite(self, other: Self) -> Option<Self> {
        match (self, other) {
            (Self::Bytes(known), Self::Bytes(others)) => Some(Self::Bytes(known.into_iter().chain(others).collect())),
            (one, other) => (one == other).then_some(one),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::schema::tests::{read_operation, written};

    fn responses(declared: Value) -> Vec<DeclaredResponse> {
        read_operation("/a", json!({ "responses": declared })).0.responses
    }

    fn statuses(responses: &[DeclaredResponse]) -> Vec<Option<u16>> {
        responses.iter().map(|response| response.status).collect()
    }

    /// Parses responses of which exactly one is successful. Returns the media types and the schema of that response.
    fn only(declared: Value) -> (Vec<String>, Option<Value>) {
        let mut responses = responses(declared);
        assert_eq!(statuses(&responses), [None]);
        let DeclaredResponse { media_types, schema, .. } = responses.remove(0);
        (media_types, schema.as_ref().map(written))
    }

    fn json_of(schema: Value) -> Value {
        json!({ "content": { "application/json": { "schema": schema } } })
    }

    fn is_json(schema: Value) -> (Vec<String>, Option<Value>) {
        (vec!["application/json".to_owned()], Some(schema))
    }

    fn is_bytes<const N: usize>(media_types: [&str; N]) -> (Vec<String>, Option<Value>) {
        (media_types.map(str::to_owned).into(), None)
    }

    #[test]
    fn ignores_the_schemas_of_error_responses() {
        let text = json!({ "type": "string" });
        let left = only(json!({ "200": json_of(text.clone()), "404": json_of(json!({})), "default": {} }));
        assert_eq!(left, is_json(text));
    }

    #[test]
    fn lists_each_media_type_of_error_responses_once() {
        let problem = || json!({ "content": { "text/html": {}, "application/problem+json": {} } });
        let declared = json!({
            "204": {}, "301": { "content": { "text/plain": {} } }, "400": problem(), "404": json_of(json!({})),
            "418": {}, "5xx": problem(), "default": { "content": { "text/html": {} } },
            "4000": { "content": { "image/png": {} } },
        });
        let (operation, _) = read_operation("/a", json!({ "responses": declared }));
        assert_eq!(operation.media_types_without_body, ["application/problem+json", "application/json", "text/html"]);
    }

    #[test]
    fn distinguishes_successful_responses_only_if_their_bodies_differ() {
        let left = responses(json!({ "200": json_of(json!({ "type": "string" })), "202": {} }));
        assert_eq!(statuses(&left), [Some(200), Some(202)]);
        assert_eq!(only(json!({ "200": json_of(json!({})), "201": json_of(json!({})) })), is_json(json!({})));
        let unspecified = json!({ "content": { "application/json": {} } });
        assert_eq!(only(json!({ "200": json_of(json!({})), "201": unspecified })), is_json(json!({})));
    }

    #[test]
    fn reports_adaptations_of_equal_response_bodies_once() {
        let limited = json_of(json!({ "type": "string", "minLength": 1 }));
        let (_, log) = read_operation("/a", json!({ "responses": { "200": limited, "201": limited } }));
        let noted: Vec<(Rule, &str)> = log.adaptations.iter().map(|noted| (noted.rule, &*noted.place)).collect();
        assert_eq!(noted, [(Rule::CONSTRAINT_TO_DOCS, "x.2XX")]);
    }

    #[test]
    fn responses_without_json_are_empty_or_streams_of_bytes() {
        assert_eq!(only(json!({ "204": json_of(json!({ "type": "string" })) })), is_bytes([]));
        assert_eq!(only(json!({ "200": {} })), is_bytes([]));
        let svg = json!({ "200": { "content": { "image/svg+xml": {} } } });
        assert_eq!(only(svg), is_bytes(["image/svg+xml"]));
        let odd = json!({ "200": { "content": { "image/png\nx: y": {} } } });
        assert_eq!(only(odd), is_bytes(["*/*"]));
        let several = json!({ "200": { "content": { "image/png": {} } }, "203": { "content": { "text/csv": {} } } });
        assert_eq!(only(several), is_bytes(["image/png", "text/csv"]));
    }

    /// Parses an operation whose only response has this `content`. Returns the media types of the response, and whether
    /// a body that is not JSON is decoded as text.
    fn text_of(content: Value) -> (String, bool) {
        let mut responses = responses(json!({ "200": { "content": content } }));
        let DeclaredResponse { media_types, or_text, .. } = responses.remove(0);
        (media_types.join(", "), or_text)
    }

    #[test]
    fn a_string_is_text_if_the_document_allows_other_media_types_than_json() {
        let of = |schema: Value| json!({ "schema": schema });
        let (text, file) = (of(json!({ "type": "string" })), of(json!({ "type": "string", "format": "binary" })));
        let object = of(json!({ "type": "object" }));
        let union = of(json!({ "oneOf": [{ "type": "object" }, { "type": "string" }] }));
        let links = of(json!({ "anyOf": [{ "type": "string" }, { "type": "string", "format": "uri" }] }));
        for (content, asked, is_text) in [
            (json!({ "*/*": text }), "*/*", true),
            (json!({ "application/*": text }), "application/*", true),
            (
                json!({ "text/plain": text, "application/json": text, "a/yaml": text }),
                "application/json, text/plain",
                true,
            ),
            (json!({ "application/json": text, "*/*": {} }), "application/json, */*", true),
            (json!({ "text/plain; charset=utf-8": {} }), "text/plain; charset=utf-8", true),
            (json!({ "text/plain": of(json!({ "type": "integer" })) }), "text/plain", true),
            (json!({ "application/json": text }), "application/json", false),
            (json!({ "application/json": text, "text/csv": text }), "application/json", false),
            (json!({ "application/json": object, "text/plain": text }), "application/json", false),
            (json!({ "*/*": union }), "application/json, */*", true),
            (json!({ "application/json": union, "text/plain": text }), "application/json, text/plain", true),
            (json!({ "*/*": links }), "*/*", true),
            (json!({ "application/*+json": object }), "application/*", false),
            (json!({ "*/*": object }), "application/json", false),
            (json!({ "*/*": file }), "*/*", false),
            (json!({ "text/plain": file }), "text/plain", false),
            (json!({ "text/plain; charset=latin1": {} }), "text/plain; charset=latin1", false),
            (json!({ "text/plain": text, "text/csv": text }), "text/plain, text/csv", false),
            (json!({ "text/*": text }), "text/*", true),
            (json!({ "Text/*; charset=UTF-8": text }), "Text/*; charset=UTF-8", true),
            (json!({ "text/*": union }), "text/*", true),
            (json!({ "text/*": {}, "text/plain": {} }), "text/*, text/plain", true),
            (json!({ "text/plain": text, "text/*": text }), "text/plain, text/*", true),
            (json!({ "text/*": {} }), "text/*", false),
            (json!({ "text/*": object }), "text/*", false),
            (json!({ "text/*": file }), "text/*", false),
            (json!({ "text/*": text, "text/csv": text }), "text/*, text/csv", false),
            (json!({ "text/*; charset=latin1": text }), "text/*; charset=latin1", false),
        ] {
            assert_eq!(text_of(content.clone()), (asked.to_owned(), is_text), "{content}");
        }
    }

    #[test]
    fn a_redirect_is_the_success_if_no_other_success_is_declared() {
        let read = |declared: Value| {
            let (operation, log) = read_operation("/a", json!({ "responses": declared }));
            let is_noted = log.adaptations.iter().any(|it| it.rule == Rule::REDIRECT_RESPONSE);
            (operation.redirects.clone(), operation.responses[0].media_types.join(", "), is_noted)
        };
        let page = json!({ "content": { "text/html": {} } });
        let declared = json!({ "302": page, "301": {}, "404": page, "default": json_of(json!({})) });
        assert_eq!(read(declared), (vec![301, 302], String::new(), true));
        assert_eq!(read(json!({ "3xx": page })), ((300..=308).collect(), String::new(), true));
        let json = "application/json".to_owned();
        assert_eq!(read(json!({ "302": {}, "200": json_of(json!({})) })), (vec![302], json.clone(), true));
        assert_eq!(read(json!({ "30": {}, "default": json_of(json!({})) })), (Vec::new(), json, false));
    }

    #[test]
    fn any_value_under_a_range_is_a_stream_of_bytes() {
        let annotated = json!({
            "$comment": "a", "$id": "https://a.example/b", "$schema": "https://json-schema.org/draft/2020-12/schema",
            "default": "a", "deprecated": true, "readOnly": true, "writeOnly": false, "xml": { "name": "a" },
        });
        for schema in [json!({}), json!(true), json!({ "description": "The file.", "x-file": true }), annotated] {
            assert_eq!(only(json!({ "200": { "content": { "*/*": { "schema": schema } } } })), is_bytes(["*/*"]));
        }
        let several = json!({ "*/*": {}, "image/png": {} });
        assert_eq!(only(json!({ "200": { "content": several } })), is_bytes(["*/*", "image/png"]));
        let json = json!({ "*/*": {}, "application/json": {} });
        assert_eq!(only(json!({ "200": { "content": json } })), is_json(json!({})));
    }

    #[test]
    fn binary_strings_under_json_are_a_stream_of_bytes() {
        let file = json!({ "schema": { "type": "string", "format": "binary" } });
        let text = json!({ "schema": { "type": "string" } });
        let image = json!({ "schema": { "type": "string", "contentMediaType": "image/png" } });
        let encoded = json!({ "schema": { "type": "string", "contentEncoding": "base64" } });
        let of_success = |content: &Value| only(json!({ "200": { "content": content } }));
        for (content, asked) in [
            (json!({ "application/json": file }), "application/json"),
            (json!({ "application/json": image }), "application/json"),
            (
                json!({ "text/plain": file, "application/json": file, "text/json": file }),
                "text/plain, application/json, text/json",
            ),
            (
                json!({ "application/json": file, "application/octet-stream": file }),
                "application/json, application/octet-stream",
            ),
            (json!({ "*/*": file, "application/json": file }), "*/*, application/json"),
        ] {
            let (media_types, schema) = of_success(&content);
            assert_eq!((media_types.join(", "), schema), (asked.to_owned(), None), "{content}");
        }
        for content in [
            json!({ "application/json": text, "application/octet-stream": file }),
            json!({ "application/json": file, "text/plain": text }),
            json!({ "application/json": encoded }),
            json!({ "application/json": { "schema": { "type": "object", "format": "binary" } } }),
        ] {
            let (media_types, schema) = of_success(&content);
            assert_eq!((media_types.join(", "), schema.is_some()), ("application/json".to_owned(), true), "{content}");
        }
    }

    #[test]
    fn the_response_to_a_head_request_is_empty() {
        let text = json_of(json!({ "type": "string" }));
        let several =
            json!({ "200": text, "206": { "content": { "text/csv": {} } }, "404": { "content": { "a/b": {} } } });
        for (declared, asked) in
            [(several, "application/json, text/csv"), (json!({ "default": text }), "application/json")]
        {
            let document = json!({ "/a": { "head": { "responses": declared } } });
            let operations = crate::model_of(json!({ "openapi": "3.0.0", "paths": document })).unwrap().0.operations;
            assert!(matches!(operations[0].response, crate::api::Response::One(crate::api::Content::Empty)));
            assert_eq!(operations[0].accept.as_deref(), Some(asked));
        }
    }

    #[test]
    fn a_default_response_is_successful_if_no_2xx_status_is_declared() {
        assert_eq!(only(json!({ "default": json_of(json!({})) })), is_json(json!({})));
        assert_eq!(only(json!({ "429": {} })), is_bytes(["*/*"]));
        assert_eq!(only(Value::Null), is_bytes(["*/*"]));
    }

    #[test]
    fn ignores_response_keys_that_are_not_a_status() {
        for key in ["2xx", "2Xx", "20X", "200 ", " 200", "2", "2000", "2XXX", "\u{662}00", "200,201"] {
            let declared = json!({ "200": {}, "2XX": json_of(json!({})), key: json_of(json!({ "type": "string" })) });
            let (operation, log) = read_operation("/a", json!({ "responses": declared }));
            assert_eq!(statuses(&operation.responses), [Some(200), None]);
            let reported = (Rule::UNKNOWN_STATUS, format!("x (GET /a) response {key:?}"));
            let noted = &log.adaptations;
            assert!(noted.iter().any(|it| (it.rule, it.place.clone()) == reported), "{noted:?}");
        }
    }

    #[test]
    fn reports_a_choice_among_media_types_of_a_response() {
        let content = json!({ "application/json": {}, "text/csv": {} });
        let declared = json!({ "200": { "content": content }, "204": {}, "404": { "content": content } });
        let (_, log) = read_operation("/a", json!({ "responses": declared }));
        let chosen = log.adaptations.iter().filter(|it| it.rule == Rule::MEDIA_TYPE_CHOICE);
        assert_eq!(chosen.map(|it| it.place.as_str()).collect::<Vec<_>>(), ["x (GET /a) response 200"]);
    }

    #[test]
    fn counts_media_types_that_differ_only_in_parameters_once() {
        let count = |first: Value, second: Value| {
            let json = "application/json; charset=utf-8";
            media_types(&json!({ "content": { "application/json": first, json: second } }))
        };
        let schema = |ty: &str| json!({ "schema": { "type": ty } });
        assert_eq!(count(schema("string"), schema("string")), 1);
        assert_eq!(count(schema("string"), schema("object")), 2);
    }

    #[test]
    fn accepts_a_range_of_statuses_in_lower_case() {
        let left = responses(json!({ "200": {}, "2xx": json_of(json!({})) }));
        assert_eq!(statuses(&left), [Some(200), None]);
        assert_eq!(left[1].schema.as_ref().map(written), Some(json!({})));
    }
}
