//! Assembles the request of a call from the values of its inputs.

use std::borrow::Cow;
use std::fmt::{Display, Write as _};
use std::mem;
use std::ops::Range;
use std::pin::Pin;
use std::sync::Arc;

use bytes::Bytes;
use reqwest::header::{ACCEPT, CONTENT_LENGTH, CONTENT_TYPE, COOKIE, HeaderName, HeaderValue};
use reqwest::{Body, Method};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::by_status::{ByStatus, StreamedByStatus};
use super::form::{encode_form, styled_parts};
use super::held::{InputValue, Written, write_body};
use super::input::{Input, InputPlace};
use crate::call::{ByteStream, Payload, Received, Request, Streamed, SuccessResponse, send};
use crate::client::{BaseUrl, Core};
use crate::decode::{BodyError, Decode, OfAny, json, nothing, text_as_json};
use crate::doing::Doing;
use crate::encode::{self, FORM_MEDIA_TYPE, Query, Unsupported, Value};
use crate::error::{Error, InvalidRequest, redacted_line};
use crate::headers;
use crate::multipart::{Multipart, Part, media_type};
use crate::operation::OperationRef;
use crate::random;
use crate::response::ResponseValue;
use crate::runtime;
use crate::stream::{EventStream, JsonLines};

type Header = (HeaderName, HeaderValue);

/// The future of a call that decodes the response as `T`.
///
/// The future is boxed in this crate, so that rustc does not have to prove for each operation of a client that the
/// future is `Send`.
pub type Sending<T> = Pin<Box<dyn Future<Output = Result<ResponseValue<T>, Error>> + Send>>;

/// A request that has not been sent yet. Generated code adds the parameters and the body to it.
pub struct RequestBuilder {
    pub(crate) client: Core,
    pub(crate) operation: OperationRef,
    /// The path. Each `{name}` is replaced when its parameter is added.
    pub(crate) path: Cow<'static, str>,
    pub(crate) query: Query,
    headers: Vec<Header>,
    /// The value of the `Accept` header: the media types of the declared responses.
    pub(crate) accept: Option<&'static str>,
    /// Whether the body of a response with this status is text, unless its media type is JSON.
    is_text: fn(u16) -> bool,
    body: Option<(Cow<'static, str>, Payload)>,
    multipart: Option<Multipart>,
    pub(super) keeps_read_only: bool,
    pub(crate) refused: Vec<String>,
}

impl RequestBuilder {
    pub(crate) fn for_path(client: Core, operation: OperationRef, path: Cow<'static, str>) -> Self {
        Self {
            client,
            operation,
            path,
            query: Query::default(),
            headers: Vec::new(),
            accept: None,
            is_text: |_| false,
            body: None,
            multipart: None,
            keeps_read_only: false,
            refused: Vec::new(),
        }
    }

    /// Adds the value of an input. If the input cannot be sent, records the reason. Sending the request reports all
    /// reasons together.
    pub(super) fn add(&mut self, input: &Input, held: Option<InputValue>) {
        match (input.place, held) {
            (InputPlace::FixedQuery(value), _) => self.query.push(input.name, value),
            (InputPlace::Multipart(media_type), _) => {
                self.multipart = Some(Multipart::new(media_type, input.is_required))
            }
            (_, None) if !input.is_required => {}
            // Whether a part is required depends on the other parts, because an optional body may have no parts at all.
            (InputPlace::Part(_) | InputPlace::JsonPart | InputPlace::Files(_) | InputPlace::Parts, None) => {
                self.multipart.get_or_insert_default().missing.push(not_set(input.setter));
            }
            (_, None) => self.refused.push(not_set(input.setter)),
            // The reason may quote the caller's value.
            (_, Some(InputValue::Refused(reason))) => self.refused.push(self.redacted_line(&reason)),
            (InputPlace::JsonBody(media_type), Some(InputValue::Body(body))) => self.set_body(media_type, body),
            (_, Some(InputValue::Body(body))) => self.set_body(FORM_MEDIA_TYPE, body),
            (_, Some(InputValue::Written(value))) => self.add_written(input, &*value),
            (_, Some(InputValue::Text(value))) => self.add_text(input, value),
            (InputPlace::Files(headers), Some(InputValue::Files(files))) => self.add_files(input, files, headers),
            (
                InputPlace::TypedBody(declared) | InputPlace::AlternativeBody(declared),
                Some(InputValue::Files(files)),
            ) => {
                files.into_iter().for_each(|body| self.set_typed(input.setter, body, declared));
            }
            (place, Some(InputValue::Parts(parts))) => {
                if let InputPlace::AlternativeBody(media_type) = place {
                    self.multipart = Some(Multipart::new(media_type, true));
                }
                parts.into_iter().for_each(|(name, part)| self.add_part(&name, input.setter, None, part));
            }
            (InputPlace::RawBody(media_type), Some(InputValue::Raw(body))) => match Arc::into_inner(body) {
                Some(body) => self.set_unchanged_body(body, media_type),
                None => {
                    self.refused.push("the body is also used by another call, but can be sent only once".to_owned())
                }
            },
            // Unreachable, because each setter stores the kind of value that its input accepts.
            (_, Some(InputValue::Files(_) | InputValue::Raw(_))) => {}
        }
    }

    /// Adds a value that has not been written yet. Read-only fields are omitted, unless the value belongs to a body
    /// that keeps them.
    fn add_written(&mut self, input: &Input, value: &dyn Written) {
        match input.place {
            InputPlace::JsonQuery => self.add_json_query(input, value),
            InputPlace::Part(_) | InputPlace::JsonPart => self.add_value_part(input, value),
            InputPlace::AlternativeBody(media_type) => {
                let json = write_body(self.keeps_read_only, || value.json());
                self.set_body(media_type, json);
            }
            InputPlace::AlternativeForm(styles) => {
                let form = write_body(self.keeps_read_only, || encode_form(value, styles));
                self.set_body(FORM_MEDIA_TYPE, form);
            }
            _ => self.add_text(input, Doing::Sending.during(|| value.value())),
        }
    }

    fn add_text(&mut self, input: &Input, value: Result<Value, Unsupported>) {
        let Input { setter, name, style, .. } = *input;
        let Some(value) = self.sendable(input, value) else { return };
        match input.place {
            InputPlace::Path => {
                let Some(text) = self.sendable(input, style.expand(name, &value)) else { return };
                let (text, refused) = (text.unwrap_or_default(), self.refused.len());
                while self.has_parameter(name) && self.refused.len() == refused {
                    self.set_path(name, setter, &text);
                }
            }
            InputPlace::Query => {
                let added = self.query.add_value(name, &value, style);
                self.sendable(input, added);
            }
            InputPlace::DeepQuery => {
                let added = self.query.add_deep_object(name, &value);
                self.sendable(input, added);
            }
            InputPlace::Header => {
                if let Some(Some(text)) = self.sendable(input, style.expand(name, &value)) {
                    self.set_header(name, setter, text);
                }
            }
            InputPlace::Cookie => {
                if let Some(Some(text)) = self.sendable(input, style.expand(name, &value))
                    && self.sendable(input, style.check_in_cookie(&text)).is_some()
                {
                    self.set_header(COOKIE.as_str(), setter, text);
                }
            }
            _ => {}
        }
    }

    /// Adds `name=value` to the query, with the value written as JSON. Adds nothing if the value is null.
    fn add_json_query(&mut self, input: &Input, value: &dyn Written) {
        // Refuses NaN and infinity, which serde_json would write as null.
        let (text, json) = Doing::Sending.during(|| (value.value(), value.json()));
        if self.sendable(input, text).is_none() {
            return;
        }
        match json.ok().and_then(|json| String::from_utf8(json).ok()) {
            Some(json) if json == "null" => {}
            Some(json) => self.query.push(input.name, &json),
            None => self.refused.push(format!("`{}` cannot be sent in a query", input.setter)),
        }
    }

    /// Adds a part: text for a string, a number or a boolean, and otherwise JSON. A list is added as one part per
    /// element, unless the part is declared as JSON. Adds nothing if the value is null.
    fn add_value_part(&mut self, input: &Input, value: &dyn Written) {
        let Input { setter, name, media_type, .. } = *input;
        let Some(text) = self.sendable(input, write_body(self.keeps_read_only, || value.value())) else { return };
        let items = match (input.place, text) {
            (_, Value::Absent) => return,
            (InputPlace::Part(Some(style)), text) => {
                let parts = self.sendable(input, styled_parts(name, &text, style)).unwrap_or_default();
                return parts.into_iter().for_each(|(name, text)| self.add_part(&name, setter, None, text.into()));
            }
            (InputPlace::Part(None), Value::List(items)) => items,
            (InputPlace::Part(None), Value::Text(text)) => vec![Value::Text(text)],
            (InputPlace::Part(None), _) if !media_type.is_none_or(media_type::is_json) => {
                return self.refuse_part(setter, "cannot be converted to a string, and its media type is not JSON");
            }
            _ => {
                let json = write_body(self.keeps_read_only, || value.json());
                return self.add_json_part(name, setter, media_type, json);
            }
        };
        let is_text = |item: &Value| matches!(item, Value::Text(_));
        let json = (!items.iter().all(is_text)).then(|| write_body(self.keeps_read_only, || value.json_value()));
        for (index, item) in items.into_iter().enumerate() {
            match (item, &json) {
                (Value::Text(text), _) => self.add_part(name, setter, media_type, text.into()),
                (_, Some(Ok(json))) if media_type.is_none_or(media_type::is_json) => {
                    self.add_json_part(name, setter, media_type, encode::json(&json[index]));
                }
                _ => {
                    return self.refuse_part(setter, "cannot be converted to a string, and its media type is not JSON");
                }
            }
        }
    }

    /// Adds one part per file. Refuses a file that lacks one of these headers.
    fn add_files(&mut self, input: &Input, files: Vec<Part>, headers: &[&str]) {
        for file in files {
            if let Some(missing) = headers.iter().find(|header| !file.has_header(header)) {
                self.refuse_part(input.setter, &format!("needs the header `{missing}`: set it with `Part::header`"));
            }
            let file = if input.has_file_name { file.or_file_name(input.name) } else { file };
            self.add_part(input.name, input.setter, input.media_type.or(Some(media_type::ANY)), file);
        }
    }

    /// Replaces `{name}` in the path with the `Display` output of `value`.
    pub(crate) fn set_path_to_display(&mut self, name: &str, value: &dyn Display) {
        let mut text = String::new();
        match write!(text, "{value}") {
            Ok(()) => self.set_path(name, name, &encode::component(&text).to_string()),
            Err(_) => self.refused.push(format!("`{name}` cannot be converted to a string")),
        }
    }

    pub(crate) fn set_any_json(&mut self, body: &(impl Serialize + ?Sized), media_type: &'static str) {
        self.set_body(media_type, write_body(self.keeps_read_only, || encode::json(body)));
    }

    pub(crate) fn set_unchanged_body(&mut self, body: Body, media_type: impl Into<Cow<'static, str>>) {
        self.set_raw(media_type.into(), Payload::Body(Some(body)));
    }

    fn set_typed(&mut self, setter: &str, body: Part, declared: &str) {
        match body.into_body(declared) {
            Ok((media_type, pieces)) => self.set_raw(media_type.into(), Payload::Pieces(pieces)),
            Err(reason) => self.refuse_part(setter, &reason),
        }
    }

    /// Declares which responses may have a text body. `is_text` gets the status of a response, and returns whether the
    /// body may be text.
    ///
    /// Such a body is decoded as a string, except in these cases:
    ///
    /// - The media type of the response is JSON.
    /// - The response is a web page (`text/html`), and the request has an `Accept` header without a wildcard such as
    ///   `*/*`.
    #[must_use]
    pub fn or_text(self, is_text: fn(u16) -> bool) -> Self {
        Self { is_text, ..self }
    }

    /// Sends the request, and decodes the JSON body of any 2xx response.
    pub fn send_json<T: Decode + 'static>(self) -> Sending<T> {
        Box::pin(self.send_buffered(false, |_, body| json(body)))
    }

    /// Same as [`send_json`](Self::send_json), but decodes the body as a custom type. A custom type replaces a
    /// generated type, as configured under `client.types` in the client's `names.json`.
    pub fn send_own<T: DeserializeOwned + 'static>(self) -> Sending<T> {
        Box::pin(self.send_buffered(false, |_, body| json(body).map(|OfAny(value)| value)))
    }

    pub fn send_by_status<T: ByStatus + 'static>(self) -> Sending<T> {
        Box::pin(self.send_buffered(false, T::decode))
    }

    /// Sends the request. The body is decoded or streamed, depending on the status of the response.
    pub fn send_streamed_by_status<T: StreamedByStatus + 'static>(mut self) -> Sending<T> {
        let streamed = Streamed { with: T::is_streamed, is_paced: true, allows_redirects: false };
        Box::pin(async move {
            self.send(streamed).await?.finish(|response| match T::is_streamed(response.status()) {
                true => Ok(response.stream(&self.client.settings, T::of_stream)),
                false => self.decode(response, T::decode),
            })
        })
    }

    /// Sends the request, and ignores the body of the response. Succeeds for a 2xx response whose body is not a web
    /// page, and for a redirect that the document declares.
    pub fn send_empty(self) -> Sending<()> {
        Box::pin(self.send_buffered(true, |_, body| nothing(body)))
    }

    /// Sends the request, and streams the body of any 2xx response.
    pub fn send_stream(self) -> Sending<ByteStream> {
        Box::pin(self.send_streamed(Ok))
    }

    /// Sends the request, and reads the body of any 2xx response as events whose data is JSON.
    pub fn send_events<T: Decode + 'static>(self) -> Sending<EventStream<T>> {
        Box::pin(self.send_streamed(EventStream::json))
    }

    /// Same as [`send_events`](Self::send_events), but the last event of the stream must have the data `[DONE]`.
    pub fn send_events_to_done<T: Decode + 'static>(self) -> Sending<EventStream<T>> {
        Box::pin(self.send_streamed(|body| EventStream::json(body).map(EventStream::ending_with_done)))
    }

    /// Sends the request, and reads the body of any 2xx response as events whose data is text.
    pub fn send_text_events(self) -> Sending<EventStream<String>> {
        Box::pin(self.send_streamed(EventStream::text))
    }

    /// Sends the request, and reads the body of any 2xx response as lines of JSON.
    pub fn send_json_lines<T: Decode + 'static>(self) -> Sending<JsonLines<T>> {
        Box::pin(self.send_streamed(|body| Ok(JsonLines::new(body))))
    }

    async fn send_streamed<T>(
        mut self,
        of_stream: fn(ByteStream) -> Result<T, Error>,
    ) -> Result<ResponseValue<T>, Error> {
        let streamed = Streamed { with: |_| true, is_paced: true, allows_redirects: false };
        self.send(streamed).await?.finish(|response| {
            let response = response.stream(&self.client.settings, |_, body| of_stream(body));
            response.transpose()
        })
    }

    pub(crate) async fn send_buffered<T>(
        mut self,
        allows_redirects: bool,
        decode: fn(u16, &[u8]) -> Result<T, BodyError>,
    ) -> Result<ResponseValue<T>, Error> {
        let streamed = Streamed { with: |_| false, is_paced: false, allows_redirects };
        self.send(streamed).await?.finish(|response| self.decode(response, decode))
    }

    fn decode<T>(
        &self,
        response: SuccessResponse,
        decode: fn(u16, &[u8]) -> Result<T, BodyError>,
    ) -> Result<ResponseValue<T>, Error> {
        // A web page is text only if the document allows any media type.
        let allows_web_pages = self.accept.is_none_or(|accept| accept.contains('*'));
        if (self.is_text)(response.status()) && response.is_text(allows_web_pages) {
            let charset = response.charset();
            return response
                .decode(&self.client.settings, |status, body| decode(status, &text_as_json(body, &charset)?));
        }
        response.decode(&self.client.settings, decode)
    }
}

/// The code that does not depend on the types of an operation, so that it is compiled only once.
impl RequestBuilder {
    /// Replaces `{name}` in the path with a value that is already encoded.
    fn set_path(&mut self, name: &str, setter: &str, value: &str) {
        let Some(Range { start, end }) = self.range_of_parameter(name) else { return };
        match encode::insert_into_path(&self.path[..start], value, &self.path[end..]) {
            // Encoded values contain no braces, so they cannot be mistaken for parameters.
            Ok(path) => self.path = path.into(),
            Err(reason) => {
                self.refused.push(format!("`{setter}` {reason}, which would change the path of the request"));
            }
        }
    }

    /// Returns whether the path contains `{name}`, which has no value yet.
    pub(crate) fn has_parameter(&self, name: &str) -> bool {
        self.range_of_parameter(name).is_some()
    }

    /// Refuses a path that contains a `{name}` without a value.
    pub(crate) fn refuse_unset_parameters(&mut self) {
        let parameters = self.path.split('{').skip(1).filter_map(|rest| rest.split_once('}'));
        let unset: Vec<_> = parameters.map(|(name, _)| not_set(&self.redacted_line(name))).collect();
        self.refused.extend(unset);
    }

    fn range_of_parameter(&self, name: &str) -> Option<Range<usize>> {
        let parameter = format!("{{{name}}}");
        let start = self.path.find(&parameter)?;
        Some(start..start + parameter.len())
    }

    /// Returns the value, or records that the input is refused because its position in the request does not allow the
    /// value.
    fn sendable<T>(&mut self, input: &Input, value: Result<T, Unsupported>) -> Option<T> {
        let (setter, place) = (input.setter, input.shown_place());
        let refuse = |reason| self.refused.push(format!("`{setter}` cannot be sent in a {place}: {reason}"));
        value.map_err(refuse).ok()
    }

    fn add_json_part(&mut self, name: &str, setter: &str, media_type: Option<&str>, json: serde_json::Result<Vec<u8>>) {
        match json {
            Ok(json) => self.add_part(name, setter, media_type.or(Some("application/json")), json.into()),
            Err(error) => self.refused.push(format!("`{setter}` cannot be serialized: {error}")),
        }
    }

    fn add_part(&mut self, name: &str, setter: &str, media_type: Option<&str>, part: Part) {
        if let Err(reason) = self.multipart.get_or_insert_default().add(name, media_type, part) {
            self.refuse_part(setter, &reason);
        }
    }

    fn refuse_part(&mut self, setter: &str, reason: &str) {
        let reason = self.redacted_line(reason);
        self.refused.push(format!("`{setter}` {reason}"));
    }

    /// Adds a header. A `Cookie` header is joined with the cookies that were added before.
    fn set_header(&mut self, name: &str, setter: &str, mut value: String) {
        let is_cookie = |(header, _): &Header| *header == COOKIE && name.eq_ignore_ascii_case(COOKIE.as_str());
        if let Some((_, others)) = self.headers.iter().position(is_cookie).map(|at| self.headers.remove(at)) {
            value = [&*String::from_utf8_lossy(others.as_bytes()), &value].join("; ");
        }
        // The message does not show the value, which may be private.
        let reason = match (HeaderName::try_from(name), headers::parse_value(&value)) {
            (Ok(header), Ok(value)) => return self.headers.push((header, value)),
            (Err(_), _) => "it is not a valid header name".to_owned(),
            (_, Err(reason)) => format!("its value {reason}"),
        };
        self.refused.push(format!("`{setter}` cannot be sent: {reason}"));
    }

    fn set_body<E: Display>(&mut self, media_type: &'static str, body: Result<impl Into<Bytes>, E>) {
        match body {
            Ok(body) => self.body = Some((media_type.into(), Payload::Bytes(body.into()))),
            Err(error) => self.refused.push(format!("the body cannot be serialized: {error}")),
        }
    }

    fn set_raw(&mut self, media_type: Cow<'static, str>, payload: Payload) {
        let essence = media_type::essence(&media_type);
        if essence.starts_with("multipart/") && !media_type.to_ascii_lowercase().contains("boundary=") {
            let essence = self.redacted_line(&essence);
            self.refused.push(format!("a body of `{essence}` needs a boundary in its media type"));
        }
        self.body = Some((media_type, payload));
    }

    /// Creates a header whose value the document determines, rather than the caller.
    fn operation_header(&self, header: HeaderName, value: impl Into<Cow<'static, str>>) -> Result<Header, Error> {
        let value = match value.into() {
            Cow::Borrowed(text) => Bytes::from_static(text.as_bytes()),
            Cow::Owned(text) => text.into(),
        };
        match HeaderValue::from_maybe_shared(value) {
            Ok(value) => Ok((header, value)),
            Err(_) => Err(self.refuse(format!("`{header}` contains characters that are not allowed in a header"))),
        }
    }

    fn send(&mut self, streamed: Streamed) -> impl Future<Output = Result<Received, Error>> + Send {
        // This future is boxed to keep the futures of operations small.
        Box::pin(async move {
            runtime::check_present().map_err(|reason| self.refuse(reason))?;
            let mut request = self.build()?;
            send(streamed, &mut request).await
        })
    }

    /// Returns the base URL of the request: the operation's own server, or the client's base URL. Fails if the
    /// operation's server is not allowed.
    pub(super) fn base_url(&self) -> Result<BaseUrl, Error> {
        let server = self.operation.server().map(|declared| self.server(declared)).transpose()?;
        Ok(server.unwrap_or_else(|| self.client.settings.base_url.clone()))
    }

    fn build(&mut self) -> Result<Request<'_>, Error> {
        self.refused.extend(self.multipart.iter_mut().flat_map(Multipart::take_missing));
        if !self.refused.is_empty() {
            return Err(self.refuse(self.refused.join("; ")));
        }
        let method = Method::from_bytes(self.operation.method().as_bytes());
        let method = method.map_err(|error| self.refuse(error.to_string()))?;
        self.add_idempotency_key()?;
        let accept = self.accept.map(|media_type| self.operation_header(ACCEPT, media_type)).transpose()?;
        let (content_type, payload) = self.payload(&method)?;
        self.headers.extend(accept.into_iter().chain(content_type));
        let mut base_url = self.base_url()?;
        let settings = &*self.client.settings;
        if let Some(path) = &settings.overrides.page_path {
            (base_url, self.path) = (base_url.without_path(), path.clone().into());
        }
        if let Some(page) = &settings.overrides.page {
            self.query = page.clone();
            self.query.append_missing(&settings.overrides.query);
        } else {
            self.query.append(&settings.overrides.query);
        }
        Ok(Request {
            settings,
            operation: self.operation.clone(),
            method,
            base_url,
            path: mem::take(&mut self.path),
            query: mem::take(&mut self.query),
            headers: mem::take(&mut self.headers),
            payload,
            next: None,
            authorization: None,
        })
    }

    fn add_idempotency_key(&mut self) -> Result<(), Error> {
        if let Some(name) = self.operation.idempotency_key
            && !self.headers.iter().any(|(header, _)| header == name)
        {
            let header = HeaderName::try_from(name).map_err(|error| self.refuse(error.to_string()))?;
            let key = self.operation_header(header, random::random_uuid().to_string())?;
            self.headers.push(key);
        }
        Ok(())
    }

    fn payload(&mut self, method: &Method) -> Result<(Option<Header>, Payload), Error> {
        let parts = self.multipart.take().map(Multipart::finish).transpose().map_err(|reason| self.refuse(reason))?;
        let parts = parts.flatten().map(|(media_type, pieces)| (media_type.into(), Payload::Pieces(pieces)));
        if let Some((content_type, payload)) = parts.or_else(|| self.body.take()) {
            if let Payload::Pieces(pieces) = &payload
                && let Some(length) = pieces.length()
            {
                self.headers.push((CONTENT_LENGTH, length.into()));
            }
            return Ok((Some(self.operation_header(CONTENT_TYPE, content_type)?), payload));
        }
        if [Method::POST, Method::PUT, Method::PATCH].contains(method) {
            // For a method that usually has a body, `content-length: 0` states that the request has no body (RFC 9110,
            // section 8.6).
            self.headers.push((CONTENT_LENGTH, HeaderValue::from_static("0")));
        }
        Ok((None, Payload::None))
    }

    /// Returns the operation's own server, if the document declares one. Fails unless the caller has allowed the
    /// server, because it receives the credentials.
    fn server(&self, declared: &str) -> Result<BaseUrl, Error> {
        BaseUrl::allowed_server(declared, &self.client.settings.servers).ok_or_else(|| {
            let declared = self.redacted_line(declared);
            self.refuse(format!(
                "the server {declared} of the operation is not allowed: allow it with \
                `ClientBuilder::allow_server`"
            ))
        })
    }

    /// Prepares a string from the caller for a message: redacts secrets, in case the caller passed a key by mistake,
    /// and shortens the string.
    pub(crate) fn redacted_line(&self, text: &str) -> String {
        redacted_line(&self.client.settings.secrets(), text)
    }

    /// Creates the error for a refused request. Secrets are redacted, because the reason may quote a key that the
    /// caller passed by mistake.
    fn refuse(&self, reason: impl AsRef<str>) -> Error {
        let reason = self.client.settings.secrets().redact_text(reason.as_ref());
        InvalidRequest::refused(self.operation.clone(), reason).into()
    }
}

fn not_set(input: &str) -> String {
    format!("`{input}` is required and was not set")
}
