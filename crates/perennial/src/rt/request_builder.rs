//! Collects what the generated code puts into the request of one call: the parameters and the body of the operation.

use std::borrow::Cow;
use std::fmt::{Display, Write as _};
use std::mem;
use std::ops::Range;

use bytes::Bytes;
use reqwest::header::{ACCEPT, CONTENT_LENGTH, CONTENT_TYPE, HeaderName, HeaderValue};
use reqwest::{Body, Method};
use serde::Serialize;

use super::by_status::{ByStatus, StreamedByStatus};
use super::form::{FormStyle, form};
use super::setter::{Given, not_set};
use crate::call::{ByteStream, Payload, Received, Request, send};
use crate::client::{BaseUrl, Core};
use crate::decode::{BodyError, Decode, json, nothing};
use crate::encode::{self, Query, Unsupported, Value};
use crate::error::{Error, InvalidRequest, Short};
use crate::headers;
use crate::multipart::{IntoParts, Multipart, Part, Parts};
use crate::operation::{Operation, OperationRef};
use crate::response::ResponseValue;
use crate::runtime;

type Header = (HeaderName, HeaderValue);

/// The request of one call, before it is sent.
pub struct RequestBuilder {
    pub(crate) client: Core,
    pub(crate) operation: OperationRef,
    /// The path template, in which each parameter is replaced by its value.
    pub(crate) path: Cow<'static, str>,
    pub(crate) query: Query,
    headers: Vec<Header>,
    accept: Option<&'static str>,
    body: Option<(Cow<'static, str>, Payload)>,
    multipart: Option<Multipart>,
    /// The reasons why it cannot be sent.
    pub(crate) refused: Vec<String>,
}

/// The methods that the generated code calls. A parameter has a name on the wire, the name of its setter, which
/// messages show, and what the setter was given: a value, or why there is none. All errors are collected, and reported
/// together when the request is sent.
impl RequestBuilder {
    pub fn new(client: Core, operation: &'static Operation) -> Self {
        Self::for_path(client, operation.into(), operation.path().into())
    }

    /// At a path of the caller's own, which is a template, too.
    pub(crate) fn for_path(client: Core, operation: OperationRef, path: Cow<'static, str>) -> Self {
        Self {
            client,
            operation,
            path,
            query: Query::default(),
            headers: Vec::new(),
            accept: None,
            body: None,
            multipart: None,
            refused: Vec::new(),
        }
    }

    /// The value that a setter accepted.
    pub(crate) fn checked<T>(&mut self, given: Result<T, impl AsRef<str>>) -> Option<T> {
        // The reason may quote what the caller passed.
        given.map_err(|reason| self.refused.push(Short(reason.as_ref()).to_string())).ok()
    }

    /// Replaces `{name}` in the path, wherever it stands.
    pub fn path(&mut self, name: &str, setter: &str, given: &Given<impl Serialize>) {
        let Some(text) = self.text(setter, "path", given) else { return };
        let refused = self.refused.len();
        while self.has_parameter(name) && self.refused.len() == refused {
            self.set_path(name, setter, &text);
        }
    }

    /// Replaces `{name}` in the path by what a value of the caller's own displays.
    pub(crate) fn path_shown(&mut self, name: &str, value: &dyn Display) {
        let mut text = String::new();
        match write!(text, "{value}") {
            Ok(()) => self.set_path(name, name, &text),
            Err(_) => self.refused.push(format!("`{name}` cannot be written as text")),
        }
    }

    /// Adds a pair that each call of the operation has.
    pub fn fixed_query(&mut self, name: &str, value: &str) {
        self.query.push(name, value);
    }

    /// Adds `name=value`; nothing for `None`, one pair per element for a sequence.
    pub fn query(&mut self, name: &str, setter: &str, given: &Given<impl Serialize>) {
        if let Some(value) = self.value(setter, "query", given) {
            let added = self.query.form(name, &value);
            self.sendable(setter, "query", added);
        }
    }

    /// Adds `name=a,b` with `delimiter` between the elements.
    pub fn query_joined(&mut self, name: &str, setter: &str, given: &Given<impl Serialize>, delimiter: &str) {
        if let Some(value) = self.value(setter, "query", given) {
            let added = self.query.joined(name, delimiter, &value);
            self.sendable(setter, "query", added);
        }
    }

    /// Adds `name[key]=value` for each field of an object.
    pub fn query_deep(&mut self, name: &str, setter: &str, given: &Given<impl Serialize>) {
        if let Some(value) = self.value(setter, "query", given) {
            let added = self.query.deep(name, &value);
            self.sendable(setter, "query", added);
        }
    }

    /// Adds `name=` with the value as JSON; nothing for `None`.
    pub fn query_json(&mut self, name: &str, setter: &str, given: &Given<impl Serialize>) {
        let Some(value) = self.checked(given.as_ref()) else { return };
        match encode::json(value).ok().and_then(|json| String::from_utf8(json).ok()) {
            Some(json) if json == "null" => {}
            Some(json) => self.query.push(name, &json),
            None => self.refused.push(format!("`{setter}` cannot be sent in a query")),
        }
    }

    /// Sets a header; nothing for `None`.
    pub fn header(&mut self, name: &str, setter: &str, given: &Given<impl Serialize>) {
        if let Some(text) = self.text(setter, "header", given) {
            self.set_header(name, setter, text);
        }
    }

    /// Sets a JSON body, which has the media type `application/json` or another, such as `application/merge-patch+json`.
    pub fn json(&mut self, given: Given<Option<impl Serialize>>, media_type: &'static str) {
        if let Some(Some(body)) = self.checked(given) {
            self.set_body(media_type, encode::json(&body));
        }
    }

    /// Sets a body of form fields.
    pub fn form(&mut self, given: Given<Option<impl Serialize>>, styles: &[(&str, FormStyle)]) {
        if let Some(Some(body)) = self.checked(given) {
            self.set_body("application/x-www-form-urlencoded", form(&body, styles));
        }
    }

    /// Sets a body as it is.
    pub fn raw(&mut self, given: Given<Option<Body>>, content_type: impl Into<Cow<'static, str>>) {
        if let Some(Some(body)) = self.checked(given) {
            self.body = Some((content_type.into(), Payload::Body(Some(body))));
        }
    }

    /// Adds a part of a `multipart/form-data` body for each file.
    pub fn files(&mut self, name: &str, setter: &str, given: Given<impl IntoParts>, media_type: Option<&str>) {
        for file in self.checked(given).into_iter().flat_map(IntoParts::into_parts) {
            self.add_part(name, setter, media_type, file);
        }
    }

    /// Adds a part of a `multipart/form-data` body: text, or JSON of what has fields. A list of texts is a part for
    /// each; `None` is nothing.
    pub fn part(&mut self, name: &str, setter: &str, given: &Given<impl Serialize>, media_type: Option<&str>) {
        let Some(value) = self.checked(given.as_ref()) else { return };
        let texts = match Value::new(value) {
            Ok(Value::Absent) => return,
            Ok(Value::Text(text)) => vec![text],
            Ok(Value::List(items)) if items.iter().all(|item| matches!(item, Value::Text(_))) => items
                .into_iter()
                .filter_map(|item| if let Value::Text(text) = item { Some(text) } else { None })
                .collect(),
            _ => return self.add_json_part(name, setter, media_type, encode::json(value)),
        };
        for text in texts {
            self.add_part(name, setter, media_type, text.into());
        }
    }

    /// Adds a part of a `multipart/form-data` body as JSON; nothing for `None`.
    pub fn part_json(&mut self, name: &str, setter: &str, given: &Given<impl Serialize>, media_type: Option<&str>) {
        if let Some(value) = self.checked(given.as_ref()) {
            self.add_json_part(name, setter, media_type, encode::json(value));
        }
    }

    /// Adds parts that the document does not name.
    pub fn parts(&mut self, setter: &str, given: Given<Parts>) {
        for (name, part) in self.checked(given).into_iter().flatten() {
            self.add_part(&name, setter, None, part);
        }
    }

    /// Sets the media type of the declared response.
    pub fn accept(&mut self, media_type: &'static str) {
        self.accept = Some(media_type);
    }

    /// Returns what a setter was given, as far as this place of the request can express it.
    fn value(&mut self, setter: &str, place: &str, given: &Given<impl Serialize>) -> Option<Value> {
        let value = Value::new(self.checked(given.as_ref())?);
        self.sendable(setter, place, value)
    }

    /// As [`value`](Self::value), if that is a text.
    fn text(&mut self, setter: &str, place: &str, given: &Given<impl Serialize>) -> Option<String> {
        let text = self.value(setter, place, given)?.into_text();
        self.sendable(setter, place, text)?
    }

    /// Sends, and decodes the JSON body of any 2xx.
    pub fn send_json<T: Decode>(self) -> impl Future<Output = Result<ResponseValue<T>, Error>> {
        self.send_buffered(|_, body| json(body))
    }

    /// Sends, and decodes a type that depends on the status.
    pub fn send_by_status<T: ByStatus>(self) -> impl Future<Output = Result<ResponseValue<T>, Error>> {
        self.send_buffered(T::decode)
    }

    /// Sends, and decodes or streams the body, as the document declares for the status.
    pub async fn send_streamed_by_status<T: StreamedByStatus>(mut self) -> Result<ResponseValue<T>, Error> {
        self.send(T::is_streamed).await?.finish(|response| match T::is_streamed(response.status()) {
            true => Ok(response.stream(T::of_stream)),
            false => response.decode(&self.client.settings, T::decode),
        })
    }

    /// Sends, and takes any 2xx whose body is empty or JSON.
    pub fn send_empty(self) -> impl Future<Output = Result<ResponseValue<()>, Error>> {
        self.send_buffered(|_, body| nothing(body))
    }

    /// Sends, and streams the body of any 2xx.
    pub async fn send_stream(mut self) -> Result<ResponseValue<ByteStream>, Error> {
        self.send(|_| true).await?.finish(|response| Ok(response.stream(|_, body| body)))
    }

    async fn send_buffered<T>(
        mut self,
        decode: fn(u16, &[u8]) -> Result<T, BodyError>,
    ) -> Result<ResponseValue<T>, Error> {
        self.send(|_| false).await?.finish(|response| response.decode(&self.client.settings, decode))
    }
}

/// The methods that do not depend on the types of an operation, so that they are compiled once.
impl RequestBuilder {
    fn set_path(&mut self, name: &str, setter: &str, value: &str) {
        let Some(Range { start, end }) = self.place_of(name) else { return };
        match encode::in_path(&self.path[..start], value, &self.path[end..]) {
            // Encoded values contain no braces, so none is mistaken for a parameter.
            Ok(path) => self.path = path.into(),
            Err(reason) => {
                self.refused.push(format!("`{setter}` {reason}, which would change the path of the request"));
            }
        }
    }

    /// `true` if `{name}` is in the path, and has no value yet.
    pub(crate) fn has_parameter(&self, name: &str) -> bool {
        self.place_of(name).is_some()
    }

    /// Refuses a path in which a `{name}` has no value yet.
    pub(crate) fn refuse_unset_parameters(&mut self) {
        let parameters = self.path.split('{').skip(1).filter_map(|rest| rest.split_once('}'));
        let unset = parameters.map(|(name, _)| not_set(&Short(name).to_string()));
        self.refused.extend(unset);
    }

    /// Returns the range of `{name}` in the path.
    fn place_of(&self, name: &str) -> Option<Range<usize>> {
        let parameter = format!("{{{name}}}");
        let start = self.path.find(&parameter)?;
        Some(start..start + parameter.len())
    }

    /// Returns the value if this place of the request can express it, and refuses it otherwise.
    fn sendable<T>(&mut self, setter: &str, place: &str, value: Result<T, Unsupported>) -> Option<T> {
        let refuse = |reason| self.refused.push(format!("`{setter}` cannot be sent in a {place}: {reason}"));
        value.map_err(refuse).ok()
    }

    fn add_json_part(&mut self, name: &str, setter: &str, media_type: Option<&str>, json: serde_json::Result<Vec<u8>>) {
        match json {
            Ok(json) if json == b"null" => {}
            Ok(json) => self.add_part(name, setter, media_type.or(Some("application/json")), json.into()),
            Err(error) => self.refused.push(format!("`{setter}` cannot be serialized: {error}")),
        }
    }

    fn add_part(&mut self, name: &str, setter: &str, media_type: Option<&str>, part: Part) {
        if let Err(reason) = self.multipart.get_or_insert_default().add(name, media_type, part) {
            self.refused.push(format!("`{setter}` {reason}"));
        }
    }

    fn set_header(&mut self, name: &str, setter: &str, value: String) {
        // The value is not shown: it may be private.
        let reason = match (HeaderName::try_from(name), headers::value(&value)) {
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

    /// A header of the operation itself.
    fn own_value(&self, header: HeaderName, value: impl Into<Cow<'static, str>>) -> Result<Header, Error> {
        let value = match value.into() {
            Cow::Borrowed(text) => Bytes::from_static(text.as_bytes()),
            Cow::Owned(text) => text.into(),
        };
        match HeaderValue::from_maybe_shared(value) {
            Ok(value) => Ok((header, value)),
            Err(_) => Err(self.refuse(format!("`{header}` has characters that a header cannot carry"))),
        }
    }

    fn send(&mut self, is_streamed: fn(u16) -> bool) -> impl Future<Output = Result<Received, Error>> + Send {
        // Boxed, so that the future of each operation is small.
        Box::pin(async move {
            runtime::check().map_err(|reason| self.refuse(reason))?;
            let mut request = self.build()?;
            send(is_streamed, &mut request).await
        })
    }

    /// Builds the request that the attempts send.
    fn build(&mut self) -> Result<Request<'_>, Error> {
        if !self.refused.is_empty() {
            return Err(self.refuse(self.refused.join("; ")));
        }
        let method = Method::from_bytes(self.operation.method().as_bytes());
        let method = method.map_err(|error| self.refuse(error.to_string()))?;
        let accept = self.accept.map(|media_type| self.own_value(ACCEPT, media_type)).transpose()?;
        let (content_type, payload) = self.payload(&method)?;
        self.headers.extend(accept.into_iter().chain(content_type));
        let server = self.operation.server().map(|declared| self.server(declared)).transpose()?;
        let settings = &*self.client.settings;
        self.query.append(&settings.overrides.query);
        Ok(Request {
            settings,
            operation: self.operation.clone(),
            method,
            base_url: server.unwrap_or_else(|| settings.base_url.clone()),
            path: mem::take(&mut self.path),
            query: mem::take(&mut self.query),
            headers: mem::take(&mut self.headers),
            payload,
            next: None,
        })
    }

    /// The header with the media type of the body, and the body.
    fn payload(&mut self, method: &Method) -> Result<(Option<Header>, Payload), Error> {
        if let Some(parts) = self.multipart.take().map(Multipart::finished) {
            let content_type = self.own_value(CONTENT_TYPE, parts.content_type())?;
            if let Some(length) = parts.length() {
                self.headers.push((CONTENT_LENGTH, length.into()));
            }
            return Ok((Some(content_type), Payload::Parts(parts)));
        }
        if let Some((content_type, payload)) = self.body.take() {
            return Ok((Some(self.own_value(CONTENT_TYPE, content_type)?), payload));
        }
        if [Method::POST, Method::PUT, Method::PATCH].contains(method) {
            // RFC 9110, section 8.6: where a body could be, its absence is said (`content-length: 0`).
            self.headers.push((CONTENT_LENGTH, HeaderValue::from_static("0")));
        }
        Ok((None, Payload::None))
    }

    /// The server that the document declares for this operation, which gets the credentials only if the caller allowed it.
    fn server(&self, declared: &str) -> Result<BaseUrl, Error> {
        BaseUrl::allowed_server(declared, &self.client.settings.servers).ok_or_else(|| {
            let declared = Short(declared);
            self.refuse(format!("it is called at {declared}, which is not allowed: see `ClientBuilder::allow_server`"))
        })
    }

    /// The reason may repeat what the caller passed, and so the key in the wrong place.
    fn refuse(&self, reason: impl AsRef<str>) -> Error {
        let reason = self.client.settings.secrets().redact_text(reason.as_ref());
        InvalidRequest::refused(self.operation.clone(), reason).into()
    }
}
