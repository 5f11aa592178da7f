use std::marker::PhantomData;
use std::time::Duration;

use httpmock::Then;
use reqwest::StatusCode;
use serde::Serialize;

use crate::service::ErrorFormat;

#[derive(Debug, Clone)]
enum MockBody {
    Bytes(Vec<u8>),
    /// An error response in the error format of the service. If the message is `None`, the error contains the status's
    /// reason phrase instead.
    Error(StatusCode, Option<String>),
}

/// A response of a mock. `T` is the type that the operation returns.
///
/// A reference to a value of the type `T` converts into a response with status 200, as in `respond(&book)`.
///
/// ```text
/// // The first request fails, the second one succeeds.
/// server.books().list().respond_in_turn([
///     Response::too_many_requests().header("retry-after", "1"),
///     Response::from(&books),
/// ]);
/// ```
#[derive(Debug, Clone)]
pub struct Response<T> {
    status: StatusCode,
    headers: Vec<(String, String)>,
    body: MockBody,
    delay: Option<Duration>,
    value: PhantomData<fn() -> T>,
}

impl<T> Response<T> {
    /// Creates a response with any status, media type and body, even if the document does not declare them.
    pub fn new(status: StatusCode, content_type: &str, body: impl Into<Vec<u8>>) -> Self {
        Self::with_body(status, content_type, MockBody::Bytes(body.into()))
    }

    /// Creates a response with any status and a JSON body of any type, such as the error type that the document
    /// declares for the status.
    ///
    /// # Panics
    /// Panics if `body` cannot be written as JSON.
    #[track_caller]
    pub fn json(status: StatusCode, body: &impl Serialize) -> Self {
        Self::new(status, "application/json", super::to_json(body).to_string())
    }

    fn with_body(status: StatusCode, content_type: &str, body: MockBody) -> Self {
        let headers = vec![("content-type".to_owned(), content_type.to_owned())];
        Self { status, headers, body, delay: None, value: PhantomData }
    }

    /// Creates an error response in the service's format. The error contains `status`, the reason phrase of the status,
    /// and `message`.
    pub fn error(status: StatusCode, message: &str) -> Self {
        Self::with_body(status, "application/json", MockBody::Error(status, Some(message.to_owned())))
    }

    /// Creates a 401 response in the service's error format.
    pub fn unauthorized() -> Self {
        Self::service_error(StatusCode::UNAUTHORIZED)
    }

    /// Creates a 403 response in the service's error format.
    pub fn forbidden() -> Self {
        Self::service_error(StatusCode::FORBIDDEN)
    }

    /// Creates a 404 response in the service's error format.
    pub fn not_found() -> Self {
        Self::service_error(StatusCode::NOT_FOUND)
    }

    /// Creates a 429 response in the service's error format. Use [`header`](Self::header) to add a `Retry-After`
    /// header.
    pub fn too_many_requests() -> Self {
        Self::service_error(StatusCode::TOO_MANY_REQUESTS)
    }

    fn service_error(status: StatusCode) -> Self {
        Self::with_body(status, "application/json", MockBody::Error(status, None))
    }

    /// Replaces the status of the response.
    #[must_use]
    pub fn status(self, status: StatusCode) -> Self {
        Self { status, ..self }
    }

    /// Adds a header to the response.
    #[must_use]
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Delays the response by `delay`. To test a timeout, use a delay longer than the client's timeout.
    #[must_use]
    pub fn delay(self, delay: Duration) -> Self {
        Self { delay: Some(delay), ..self }
    }

    pub(super) fn write_to(self, errors: &dyn ErrorFormat, then: Then) {
        let body = match self.body {
            MockBody::Bytes(bytes) => bytes,
            MockBody::Error(status, message) => errors.write(status, message.as_deref()).to_string().into(),
        };
        let mut then = then.status(self.status.as_u16());
        for (name, value) in self.headers {
            then = then.header(name, value);
        }
        if let Some(delay) = self.delay {
            then = then.delay(delay);
        }
        then.body(body);
    }
}

/// Creates a response with status 200, whose JSON body is the value.
///
/// # Panics
/// Panics if the value cannot be written as JSON.
impl<T: Serialize> From<&T> for Response<T> {
    #[track_caller]
    fn from(value: &T) -> Self {
        Self::json(StatusCode::OK, value)
    }
}
