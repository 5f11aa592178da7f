mod path;
mod route;

use std::fmt::{self, Display};

use http::{HeaderName, HeaderValue, Method};
use reqwest::Body;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::call::ByteStream;
use crate::client::{Core, with_overrides};
use crate::decode::{BodyError, OfAny, json};
use crate::error::{Call, Error, redacted_line};
use crate::headers;
use crate::operation::Operation;
use crate::response::ResponseValue;
use crate::rt::{self, ByStatus};

/// A request that is described by a method and a path, usually for an operation that the document does not declare.
/// Created by `Client::request`.
///
/// If the request cannot be sent, the error of [`send`](Self::send) contains all reasons.
///
/// ```
/// # use perennial::{Core, Error, ResponseValue, serde_json::Value};
/// async fn book(client: &Core, id: u64) -> Result<ResponseValue<Value>, Error> {
///     client.request("GET", "/v1/books/{id}").path("id", id).query([("fields", "title")]).send().await
/// }
/// ```
#[must_use = "nothing is sent until `.send().await` or `.send_stream().await`"]
pub struct RequestBuilder {
    request: rt::RequestBuilder,
    /// The path as the caller passed it.
    path: String,
    headers: Vec<(HeaderName, HeaderValue)>,
}

/// The standard methods. A name such as `get` is refused: methods are case-sensitive, so it would not mean `GET`.
const STANDARD: [&str; 7] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

impl Core {
    /// Creates a request for an operation that the document does not declare.
    ///
    /// The request has the same credentials, retries, limits, interceptors and errors as a request for a declared
    /// operation. `path` must begin with `/`, and is appended to the base URL. [`RequestBuilder::path`] replaces each
    /// `{name}` in the path by a value.
    ///
    /// `method` is a [`Method`], or the name of a method in upper case, such as `"GET"`.
    ///
    /// If the document declares an operation with this method and path, the rate limit of that operation applies. A
    /// `HEAD` request counts as a call to the `GET` operation with this path, unless the document declares an operation
    /// with `HEAD`.
    ///
    /// A path that could lead to a different resource is refused. The method `CONNECT` is refused, because it opens a
    /// tunnel. The method `TRACE` is refused, because the response would contain the credentials.
    pub fn request<M>(&self, method: M, path: impl Into<String>) -> RequestBuilder
    where
        M: TryInto<Method, Error: Display>,
    {
        let path = path.into();
        let (method, refused) = match method.try_into() {
            Ok(method) => (method, None),
            Err(error) => (Method::default(), Some(format!("`method` is not a valid `Method`: {error}"))),
        };
        let operation = operation_for_messages(self, method.as_str(), &path, None);
        let mut request = rt::RequestBuilder::for_path(self.clone(), operation.into(), path.clone().into());
        request.refused.extend(refused);
        let upper = method.as_str().to_ascii_uppercase();
        if method.as_str() != upper && STANDARD.contains(&upper.as_str()) {
            request.refused.push(format!("`{method}` is not an HTTP method: write it in upper case (`{upper}`)"));
        }
        if method == Method::CONNECT {
            request.refused.push(
                "`CONNECT` is not supported, because it opens a tunnel instead of sending a request to the service"
                    .to_owned(),
            );
        }
        if method == Method::TRACE {
            request.refused.push(
                "`TRACE` is not supported, because the response would repeat the credentials of the request".to_owned(),
            );
        }
        if let Err(reason) = path::check_path(&path) {
            request.refused.push(reason.to_owned());
        }
        RequestBuilder { request, path, headers: Vec::new() }
    }
}

impl RequestBuilder {
    /// Replaces `{name}` in the path with `value`, percent-encoded. `{name}` may be a whole path segment, or a part of
    /// one.
    ///
    /// A value is refused if it is empty, or if the path segment that contains it would become `.` or `..`, because the
    /// request would then go to a different path. The `Display` output of any other value is sent, even `NaN`.
    pub fn path(mut self, name: &str, value: impl Display) -> Self {
        if self.request.has_parameter(name) {
            self.request.set_path_to_display(name, &value);
        } else {
            let name = self.request.redacted_line(name);
            self.request.refused.push(format!("the path does not contain `{{{name}}}`, or `{name}` is already set"));
        }
        self
    }

    /// Adds the pairs in `pairs` to the query. `pairs` is any iterator of names and values, including an `Option` of a
    /// pair.
    ///
    /// The pairs follow the pairs of earlier calls to this method, and precede the pairs of `Client::with_query`.
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

    /// Sets a header of the request, in place of any header with the same name that the client would send.
    ///
    /// If this method is called several times with the same name, all values are sent. Headers that only the HTTP
    /// client can set, such as `host`, are refused.
    pub fn header(mut self, name: impl AsRef<str>, value: impl AsRef<str>) -> Self {
        match headers::parse(name.as_ref(), value.as_ref(), "header", &self.request.client.settings.secrets()) {
            Ok(header) => self.headers.push(header),
            Err(reason) => self.request.refused.push(reason),
        }
        self
    }

    /// Sets a JSON body, with the media type `application/json`. A body that is set later replaces this body.
    ///
    /// If `body` has a generated type, read-only fields are omitted. A request with any method may have a body.
    pub fn json(mut self, body: &(impl Serialize + ?Sized)) -> Self {
        self.request.set_any_json(body, "application/json");
        self
    }

    /// Sets the body, which may be text, bytes, or a stream ([`Body::wrap_stream`]), and its media type. A body that is
    /// set later replaces this body.
    ///
    /// A request with a stream is not retried.
    pub fn body(mut self, media_type: impl Into<String>, body: impl Into<Body>) -> Self {
        self.request.set_unchanged_body(body.into(), media_type.into());
        self
    }

    /// Sends the request, and decodes the JSON body of any 2xx response as a `T`. `T` can be a type that the client
    /// crate defines, or any other type that can be deserialized.
    ///
    /// An empty body (of a 204 response, or of a response to `HEAD`) is read as `null`, so that it can be decoded as
    /// `()`, [`Option`] or [`serde_json::Value`]. [`serde::de::IgnoredAny`] accepts any JSON value.
    ///
    /// # Errors
    ///
    /// Returns the same errors as an operation: see [`Error`].
    pub async fn send<T: DeserializeOwned>(self) -> Result<ResponseValue<T>, Error> {
        let mut request = self.complete();
        request.accept = Some("application/json");
        request.send_buffered(false, |status, body| OfAny::decode(status, body).map(|OfAny(value)| value)).await
    }

    /// Sends the request, and streams the body of any 2xx response, regardless of its media type.
    ///
    /// # Errors
    ///
    /// Returns the same errors as an operation: see [`Error`]. If reading the body fails, the stream returns the error.
    pub async fn send_stream(self) -> Result<ResponseValue<ByteStream>, Error> {
        let mut request = self.complete();
        request.accept = Some("*/*");
        request.send_stream().await
    }

    /// Completes the request: adds the caller's headers, checks the parameters, and determines the operation.
    fn complete(self) -> rt::RequestBuilder {
        let Self { mut request, path, headers } = self;
        if !headers.is_empty() {
            request.client = with_overrides(&request.client, headers);
        }
        if request.refused.is_empty() {
            request.refuse_unset_parameters();
        }
        request.operation = find_operation(&request, &path).into();
        request
    }
}

/// Creates the description of this call for an error in a test, like [`Call::of`] for an operation.
impl From<&RequestBuilder> for Call {
    fn from(builder: &RequestBuilder) -> Self {
        Self::for_operation(find_operation(&builder.request, &builder.path).into())
    }
}

/// Returns the operation of a call: the declared operation with its method and path, or an undeclared one.
fn find_operation(request: &rt::RequestBuilder, path: &str) -> Operation {
    let method = request.operation.method();
    operation_for_messages(
        &request.client,
        method,
        path,
        route::find_declared_operation(request.client.settings.operations, method, &request.path),
    )
}

/// Creates the operation of a call. Its path is redacted and shortened, so that messages may show it.
fn operation_for_messages(client: &Core, method: &str, path: &str, declared: Option<&'static Operation>) -> Operation {
    let path = redacted_line(&client.settings.secrets(), path::path_for_messages(path));
    Operation::for_request(Some(client.settings.service), method, path, declared)
}

/// Shows only the method and the path, because the query, the headers and the body may be private.
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
