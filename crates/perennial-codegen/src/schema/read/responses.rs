//! Successes only, each with one kind of body.
//!
//! The errors of all operations are one hand-written type, so of what the document says of 4xx and 5xx only the media
//! types are kept, and where the client has types for them, what is JSON. A success is JSON, a stream of values (events, lines of JSON), a stream of bytes (text, images, anything
//! else), or nothing (no content, or a status or a method that has none whatever is declared). One that is a stream of
//! values or something else is that, and the stream can be asked for.

use indexmap::IndexSet;
use serde_json::Value;

use super::{Reader, streams};
use crate::{
    adaptation::Rule,
    api::Framing,
    document::json::entries,
    schema::{ErrorBody, Operation, Response},
    text::{media_type::MediaType, method::Method, status},
};

impl<'a> Reader<'a> {
    /// The successes of `operation`, and the stream that can be asked for instead.
    pub fn responses(&mut self, operation: &Operation, declared: &'a Value) -> (Vec<Response>, Option<Response>) {
        let (mut successes, mut stream) = self.successes(operation, declared);
        if successes.is_empty() {
            let (rule, content) = match declared["responses"].get("default") {
                Some(response) => {
                    stream = Content::stream_beside("default", response);
                    (Rule::DEFAULT_RESPONSE, Content::new("default", response))
                }
                None => (Rule::UNDECLARED_SUCCESS, Content::unknown()),
            };
            self.log.note(rule, operation);
            successes.push(("2XX".to_owned(), content));
        }
        if operation.method == Method::Head {
            // What is declared is what a `GET` would respond with: a `HEAD` gets its status and headers.
            successes.iter_mut().for_each(|(_, content)| *content = Content::Empty);
            stream = None;
        }
        let mut contents = successes.iter().map(|(_, content)| content.clone());
        match contents.next().and_then(|first| contents.try_fold(first, Content::united)) {
            Some(united) => successes = vec![("2XX".to_owned(), united)],
            None => self.log.note(Rule::MULTI_STATUS_RESPONSE, operation),
        }
        let place = |status: &str| format!("{}.{status}", operation.id);
        let responses = successes.into_iter();
        let responses = responses.map(|(status, content)| self.response(&place(&status), &status, content)).collect();
        (responses, stream.map(|stream| self.response(&place("stream"), "2XX", stream)))
    }

    /// The successes that are declared, by status, and the first stream beside something else.
    fn successes(
        &mut self,
        operation: &Operation,
        declared: &'a Value,
    ) -> (Vec<(String, Content<'a>)>, Option<Content<'a>>) {
        let mut kept: Vec<(String, Content<'_>)> = Vec::new();
        let mut stream = None;
        let mut has_others = false;
        for (key, response) in entries(declared, "responses") {
            // `2xx` is the range too, where nothing else is.
            let status = key.to_ascii_uppercase();
            let is_known =
                |it: &str| declared["responses"].get(it).is_some() || kept.iter().any(|(known, _)| known == it);
            let is_repeated = status != *key && is_known(&status);
            let is_success = status.starts_with('2');
            if !status::is_known(&status) || is_success && is_repeated {
                self.log.note(Rule::UNKNOWN_STATUS, format!("{operation} response {key:?}"));
            } else if is_success {
                let place = format!("{operation} response {key}");
                self.check_content(&place, response);
                let beside = Content::stream_beside(&status, response);
                let taken = if beside.is_some() && (stream.is_none() || stream == beside) { 2 } else { 1 };
                if entries(response, "content").nth(taken).is_some() {
                    self.log.note(Rule::MEDIA_TYPE_CHOICE, place);
                }
                stream = stream.or(beside);
                kept.push((status.clone(), Content::new(&status, response)));
            } else {
                has_others = true;
            }
        }
        if has_others {
            self.log.note(Rule::ERROR_RESPONSE, operation);
        }
        (kept, stream)
    }

    /// The JSON of the errors, if it is read. A `default` that is the only response is the success.
    pub fn errors(&mut self, operation: &Operation, declared: &'a Value) -> Vec<ErrorBody> {
        let mut errors = Vec::new();
        if !self.with_errors || operation.method == Method::Head {
            return errors;
        }
        let has_success = entries(declared, "responses").any(|(key, _)| key.starts_with('2'));
        for (key, response) in entries(declared, "responses") {
            let status = key.to_ascii_uppercase();
            let is_error =
                status::is_known(&status) && (status.starts_with(['4', '5']) || status == "DEFAULT" && has_success);
            if is_error && let Content::Json { schema: Some(schema), .. } = Content::new(&status, response) {
                let status = status.replace("DEFAULT", "default");
                let schema = self.schema(&format!("{}.{status}", operation.id), schema);
                errors.push(ErrorBody { status, schema });
            }
        }
        errors
    }

    fn response(&mut self, place: &str, status: &str, content: Content<'a>) -> Response {
        let media_types = content.media_types().into_iter().map(str::to_owned).collect();
        let (schema, framing) = match content {
            Content::Json { schema, .. } => (schema.map(|schema| self.schema(place, schema)).unwrap_or_default(), None),
            Content::Stream { framing, media, .. } => {
                let (schema, framing) = self.stream(place, framing, media);
                (schema, Some(framing))
            }
            Content::Empty | Content::Bytes(_) => {
                return Response { status: status.parse().ok(), media_types, schema: None, framing: None };
            }
        };
        Response { status: status.parse().ok(), media_types, schema: Some(schema), framing }
    }
}

/// The media types to ask for where no success has a body, each once: those that a `GET` would get in the place of a
/// `HEAD`, else those of the errors.
pub fn media_types_without_body(method: Method, declared: &Value) -> Vec<String> {
    let of = |first: &[char]| -> Vec<String> {
        let responses = entries(declared, "responses").map(|(key, response)| (key.to_ascii_uppercase(), response));
        let responses = responses.filter(|(status, _)| status::is_known(status) && status.starts_with(first));
        let media_types = responses.flat_map(|(status, response)| Content::new(&status, response).media_types());
        media_types.map(str::to_owned).collect::<IndexSet<_>>().into_iter().collect()
    };
    let of_get = if method == Method::Head { of(&['2']) } else { Vec::new() };
    if of_get.is_empty() { of(&['4', '5', 'D']) } else { of_get }
}

/// The body of a success.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Content<'a> {
    Empty,
    Json {
        accept: &'a str,
        /// `None` for any value.
        schema: Option<&'a Value>,
    },
    /// A stream of values.
    Stream {
        accept: &'a str,
        framing: Framing,
        media: &'a Value,
    },
    /// A stream of bytes, of one of these media types.
    Bytes(IndexSet<&'a str>),
}

impl<'a> Content<'a> {
    fn new(status: &str, response: &'a Value) -> Self {
        let content = || entries(response, "content");
        if content().next().is_none() || matches!(status, "204" | "205") {
            return Self::Empty;
        }
        let others = || content().filter(|(media_type, _)| streams::framing(media_type).is_none());
        let json = others().filter(|(media_type, _)| MediaType::parse(media_type).is_json());
        // `*/*` may be JSON, but only where nothing says what else it is.
        if let Some((media_type, media)) = json.min_by_key(|(media_type, _)| media_type.contains('*')) {
            let is_usable = !media_type.contains('*') && MediaType::is_sendable(media_type);
            let schema = media.get("schema").filter(|schema| schema.as_object().is_none_or(|said| !said.is_empty()));
            return Self::Json { accept: if is_usable { media_type } else { "application/json" }, schema };
        }
        let sendable = others().map(|(media_type, _)| media_type.as_str());
        let sendable: IndexSet<&str> = sendable.filter(|media_type| MediaType::is_sendable(media_type)).collect();
        if sendable.is_empty() { Self::stream(response).unwrap_or(Self::unknown()) } else { Self::Bytes(sendable) }
    }

    /// The stream of values that `response` may be; of events, if it may be several.
    fn stream(response: &'a Value) -> Option<Self> {
        let sendable = entries(response, "content").filter(|(media_type, _)| MediaType::is_sendable(media_type));
        let streams =
            sendable.filter_map(|(media_type, media)| Some((streams::framing(media_type)?, media_type, media)));
        let (framing, accept, media) = streams.min_by_key(|(framing, ..)| *framing)?;
        Some(Self::Stream { accept, framing, media })
    }

    /// That stream, if `response` may be something else, too.
    fn stream_beside(status: &str, response: &'a Value) -> Option<Self> {
        let is_beside = matches!(Self::new(status, response), Self::Json { .. } | Self::Bytes(_));
        Self::stream(response).filter(|_| is_beside)
    }

    /// Bytes of which nothing is known.
    fn unknown() -> Self {
        Self::Bytes(IndexSet::from(["*/*"]))
    }

    /// Returns the media types to ask for.
    fn media_types(&self) -> IndexSet<&'a str> {
        match self {
            Self::Empty => IndexSet::new(),
            Self::Json { accept, .. } | Self::Stream { accept, .. } => IndexSet::from([*accept]),
            Self::Bytes(media_types) => media_types.clone(),
        }
    }

    /// Both as one, if they are of one kind: streams are, whatever their media types.
    fn united(self, other: Self) -> Option<Self> {
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

    fn responses(declared: Value) -> Vec<Response> {
        read_operation("/a", json!({ "responses": declared })).0.responses
    }

    fn statuses(responses: &[Response]) -> Vec<Option<u16>> {
        responses.iter().map(|response| response.status).collect()
    }

    /// The media types and the schema of the only response.
    fn only(declared: Value) -> (Vec<String>, Option<Value>) {
        let mut responses = responses(declared);
        assert_eq!(statuses(&responses), [None]);
        let Response { media_types, schema, .. } = responses.remove(0);
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
    fn errors_are_left_to_the_client() {
        let text = json!({ "type": "string" });
        let left = only(json!({ "200": json_of(text.clone()), "404": json_of(json!({})), "default": {} }));
        assert_eq!(left, is_json(text));
    }

    #[test]
    fn of_errors_the_media_types_are_kept_json_before_others_and_each_once() {
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
    fn successes_stay_apart_only_if_their_bodies_differ() {
        let left = responses(json!({ "200": json_of(json!({ "type": "string" })), "202": {} }));
        assert_eq!(statuses(&left), [Some(200), Some(202)]);
        assert_eq!(only(json!({ "200": json_of(json!({})), "201": json_of(json!({})) })), is_json(json!({})));
        let unsaid = json!({ "content": { "application/json": {} } });
        assert_eq!(only(json!({ "200": json_of(json!({})), "201": unsaid })), is_json(json!({})));
    }

    #[test]
    fn what_one_of_several_equal_bodies_says_is_noted_once() {
        let limited = json_of(json!({ "type": "string", "minLength": 1 }));
        let (_, log) = read_operation("/a", json!({ "responses": { "200": limited, "201": limited } }));
        let noted: Vec<(Rule, &str)> = log.adaptations.iter().map(|noted| (noted.rule, &*noted.place)).collect();
        assert_eq!(noted, [(Rule::CONSTRAINT_TO_DOCS, "x.2XX")]);
    }

    #[test]
    fn no_content_is_nothing_whatever_is_declared_and_text_is_bytes() {
        assert_eq!(only(json!({ "204": json_of(json!({ "type": "string" })) })), is_bytes([]));
        assert_eq!(only(json!({ "200": {} })), is_bytes([]));
        let svg = json!({ "200": { "content": { "image/svg+xml": {} } } });
        assert_eq!(only(svg), is_bytes(["image/svg+xml"]));
        let odd = json!({ "200": { "content": { "image/png\nx: y": {} } } });
        assert_eq!(only(odd), is_bytes(["*/*"]));
        let several = json!({ "200": { "content": { "image/png": {} } }, "203": { "content": { "text/csv": {} } } });
        assert_eq!(only(several), is_bytes(["image/png", "text/csv"]));
    }

    #[test]
    fn a_head_gets_nothing_whatever_is_declared() {
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
    fn without_a_declared_success_default_counts_then_bytes() {
        assert_eq!(only(json!({ "default": json_of(json!({})) })), is_json(json!({})));
        assert_eq!(only(json!({ "429": {} })), is_bytes(["*/*"]));
        assert_eq!(only(Value::Null), is_bytes(["*/*"]));
    }

    #[test]
    fn keys_that_are_no_status_are_ignored_and_reported() {
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
    fn a_choice_between_media_types_is_reported() {
        let content = json!({ "application/json": {}, "text/csv": {} });
        let declared = json!({ "200": { "content": content }, "204": {}, "404": { "content": content } });
        let (_, log) = read_operation("/a", json!({ "responses": declared }));
        let chosen = log.adaptations.iter().filter(|it| it.rule == Rule::MEDIA_TYPE_CHOICE);
        assert_eq!(chosen.map(|it| it.place.as_str()).collect::<Vec<_>>(), ["x (GET /a) response 200"]);
    }

    #[test]
    fn a_range_in_lower_case_is_the_range() {
        let left = responses(json!({ "200": {}, "2xx": json_of(json!({})) }));
        assert_eq!(statuses(&left), [Some(200), None]);
        assert_eq!(left[1].schema.as_ref().map(written), Some(json!({})));
    }
}
