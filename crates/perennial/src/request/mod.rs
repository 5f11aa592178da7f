//! Calls that the caller describes: for what the document does not have.

mod path;
mod route;

use std::fmt::{self, Display};

use http::{HeaderName, HeaderValue, Method};
use reqwest::Body;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::call::ByteStream;
use crate::client::{Core, overriding};
use crate::decode::{BodyError, OfAny, json};
use crate::error::{Call, Error, redacted_line};
use crate::headers;
use crate::operation::Operation;
use crate::response::ResponseValue;
use crate::rt::{self, ByStatus};

/// A call that the document does not declare, or not yet: made by `Client::request`.
///
/// Everything that cannot be sent is reported by [`send`](Self::send), all of it at once.
#[must_use = "nothing is sent until `.send().await` or `.send_stream().await`"]
pub struct RequestBuilder {
    request: rt::RequestBuilder,
    /// As it was passed.
    path: String,
    headers: Vec<(HeaderName, HeaderValue)>,
}

/// The methods whose names nobody means in another case.
const STANDARD: [&str; 7] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

impl Core {
    /// Any call, with the same credentials, retries, limits, interceptors and errors as the operations. `path` begins with
    /// `/`, and is appended to the base URL. Each `{name}` in it is replaced by what [`RequestBuilder::path`] sets.
    ///
    /// The method is a [`Method`], or its name in upper case: `"GET"`.
    ///
    /// Where the document has an operation with this method and path (for `HEAD`, one with `GET` is enough), its rate limit
    /// applies. A path that could lead elsewhere is refused, and so are the methods `CONNECT`, and `TRACE`, which would
    /// return the credentials.
    pub fn request<M>(&self, method: M, path: impl Into<String>) -> RequestBuilder
    where
        M: TryInto<Method, Error: Display>,
    {
        let path = path.into();
        let (method, refused) = match method.try_into() {
            Ok(method) => (method, None),
            Err(error) => (Method::default(), Some(format!("`method` is not a valid `Method`: {error}"))),
        };
        let operation = operation(self, method.as_str(), &path, None);
        let mut request = rt::RequestBuilder::for_path(self.clone(), operation.into(), path.clone().into());
        request.refused.extend(refused);
        let upper = method.as_str().to_ascii_uppercase();
        if method.as_str() != upper && STANDARD.contains(&upper.as_str()) {
            request
                .refused
                .push(format!("`{method}` is no method of HTTP, where `{upper}` is one: write it in upper case"));
        }
        if method == Method::CONNECT {
            request.refused.push("`CONNECT` opens a tunnel, which is no request to the service".to_owned());
        }
        if method == Method::TRACE {
            request.refused.push("`TRACE` returns what is sent, and every request has credentials".to_owned());
        }
        if let Err(reason) = path::check(&path) {
            request.refused.push(reason.to_owned());
        }
        RequestBuilder { request, path, headers: Vec::new() }
    }
}

impl RequestBuilder {
    /// Replaces `{name}` in the path by `value`, encoded as one segment or part of one. What would change the path is
    /// refused: an empty value, and one that makes its segment `.` or `..`. What `value` shows is sent, be it `NaN`.
    pub fn path(mut self, name: &str, value: impl Display) -> Self {
        if self.request.has_parameter(name) {
            self.request.path_shown(name, &value);
        } else {
            let name = self.request.redacted_line(name);
            self.request.refused.push(format!("the path has no `{{{name}}}`, or only one that is set already"));
        }
        self
    }

    /// Adds these pairs to the query, after those of earlier calls and before those of `Client::with_query`. It takes any
    /// iterator of names and values, and so an `Option` too.
    pub fn query<N, V>(mut self, pairs: impl IntoIterator<Item = (N, V)>) -> Self
    where
        N: Into<String>,
        V: Into<String>,
    {
        for (name, value) in pairs {
            self.request.query.push(&name.into(), &value.into());
        }
        self
    }

    /// Sends this header. It replaces what the client or the request would send under its name; several of one name are
    /// all sent. The headers that `Client::with_headers` refuses are refused here, too.
    pub fn header(mut self, name: impl AsRef<str>, value: impl AsRef<str>) -> Self {
        match headers::parse(name.as_ref(), value.as_ref(), "header", &self.request.client.settings.secrets()) {
            Ok(header) => self.headers.push(header),
            Err(reason) => self.request.refused.push(reason),
        }
        self
    }

    /// Sends this body as JSON, with the media type `application/json`; of a type of the API, without the fields that are
    /// read-only in the document. A later body replaces it. Any method may have one.
    pub fn json(mut self, body: &(impl Serialize + ?Sized)) -> Self {
        self.request.any_json(body, "application/json");
        self
    }

    /// Sends this body with this media type: text, bytes, or a stream ([`Body::wrap_stream`]), with which the request is
    /// sent only once. A later body replaces it.
    pub fn body(mut self, media_type: impl Into<String>, body: impl Into<Body>) -> Self {
        self.request.raw(body.into(), media_type.into());
        self
    }

    /// Sends the request, and decodes the JSON body of any 2xx. An empty body (of a 204, or a response to `HEAD`) is read
    /// as `null`, so that `()`, [`Option`] and [`serde_json::Value`] take it; [`serde::de::IgnoredAny`] takes any JSON.
    /// Types of the API can be `T`, too.
    ///
    /// # Errors
    ///
    /// As those of an operation: see [`Error`].
    pub async fn send<T: DeserializeOwned>(self) -> Result<ResponseValue<T>, Error> {
        let mut request = self.complete();
        request.accept = Some("application/json");
        let response = request.send_by_status::<OfAny<T>>().await?;
        Ok(response.map(|OfAny(value)| value))
    }

    /// Sends the request, and streams the body of any 2xx, whatever it is.
    ///
    /// # Errors
    ///
    /// As those of an operation: see [`Error`]. Those of the body come with the stream.
    pub async fn send_stream(self) -> Result<ResponseValue<ByteStream>, Error> {
        let mut request = self.complete();
        request.accept = Some("*/*");
        request.send_stream().await
    }

    /// The request, once it is known for which operation it is, and what no text may show.
    fn complete(self) -> rt::RequestBuilder {
        let Self { mut request, path, headers } = self;
        if !headers.is_empty() {
            request.client = overriding(&request.client, headers);
        }
        if request.refused.is_empty() {
            request.refuse_unset_parameters();
        }
        request.operation = declared(&request, &path).into();
        request
    }
}

/// For errors that are made by hand, as [`Call::of`] is for those of an operation.
impl From<&RequestBuilder> for Call {
    fn from(builder: &RequestBuilder) -> Self {
        Self::made(declared(&builder.request, &builder.path).into())
    }
}

/// The operation of a call, which is the declared one of its route, if there is one.
fn declared(request: &rt::RequestBuilder, path: &str) -> Operation {
    let method = request.operation.method();
    operation(&request.client, method, path, route::find(request.client.settings.operations, method, &request.path))
}

/// The operation of a call, as its texts name it.
fn operation(client: &Core, method: &str, path: &str, declared: Option<&'static Operation>) -> Operation {
    let path = redacted_line(&client.settings.secrets(), path::shown(path));
    Operation::of_request(Some(client.settings.service), method, path, declared)
}

/// Method and path only: a query, headers and a body may be private.
impl fmt::Debug for RequestBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RequestBuilder")
            .field("method", &self.request.operation.method())
            .field("path", &self.request.operation.path())
            .finish_non_exhaustive()
    }
}

impl<T: DeserializeOwned> ByStatus for OfAny<T> {
    fn decode(_: u16, body: &[u8]) -> Result<Self, BodyError> {
        json(if body.trim_ascii().is_empty() { b"null" } else { body })
    }
}
