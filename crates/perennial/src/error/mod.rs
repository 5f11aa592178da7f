//! The errors of a call.
//!
//! [`Error`] is the error type of all operations. Its variants show at which stage the call failed: the call was
//! refused before it was sent, the call received no complete response, the response is an error, or the response cannot
//! be decoded.
//!
//! ```
//! # use perennial::{Error, error::ApiErrorKind};
//! fn is_refused(error: &Error) -> bool {
//!     matches!(error, Error::Api(error) if error.kind() == ApiErrorKind::Unauthorized)
//! }
//! ```
//!
//! `Display` writes one short line with the call and the failure. If known, the line also contains the URL, the root
//! cause, the requested wait, the `x-request-id`, and whether the request may have been processed. The causes in
//! [`source()`](std::error::Error::source) may contain values that `Display` omits, such as the value that does not
//! match. [`Error::chain`] writes the message and all causes.
//!
//! Neither `Display` nor `Debug` shows a secret of the client, a query, a whole body, or a header other than
//! `content-type`, `retry-after` and `x-request-id`.
//!
//! Tests can construct every error, for example to return it from a fake client. A constructed error behaves like the
//! error of a real call:
//!
//! ```
//! # use perennial::error::{Call, Error, TransportError, TransportFailure};
//! # use perennial::reqwest::Method;
//! // Or `Call::of`, with one of the client's operations.
//! let call = Call::request(&Method::GET, "/books").attempts(3);
//! let error = Error::from(TransportError::new(call, TransportFailure::Timeout));
//! assert!(error.is_timeout());
//! assert_eq!(error.attempts(), 3);
//! ```

mod api;
mod call;
#[cfg(not(target_family = "wasm"))]
mod connection;
mod decode;
mod fields;
mod printable;
mod refused;
mod response;
mod text;
mod transient;
mod transport;

use std::fmt;
use std::time::Duration;

use reqwest::StatusCode;

pub use api::{ApiError, ApiErrorKind};
pub use call::Call;
pub use decode::DecodeError;
pub use fields::FieldError;
pub use refused::{BuildError, InvalidRequest, RateLimited, StoreError};
pub use response::UnexpectedStatus;
pub use transport::{TransportError, TransportFailure};

pub(crate) use call::{FailedPage, RequestTarget};
pub(crate) use decode::TooLarge;
pub(crate) use response::{BodyText, Head, content_type, is_web_page, request_id};
pub(crate) use text::{chain, escape_line, redacted_line, with_reason};
pub(crate) use transient::{is_transient, parse_retry_after};
pub(crate) use transport::may_pass;

use crate::operation::Operation;

/// An error that an [`Interceptor`](crate::Interceptor) or [`Authenticate`](crate::authenticate::Authenticate) returns.
/// The operator `?` converts any error, and any string, into this type: `Err("no key")?`.
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// The error of a failed call, or of a client that cannot be built.
///
/// `Debug` writes the same line as [`chain`](Self::chain), because `main` and `unwrap` print errors with `Debug`.
/// `{:#?}` shows the fields.
///
/// ```
/// # use perennial::Error;
/// fn advice(error: &Error) -> String {
///     match error {
///         Error::Api(error) if error.status() == 404 => "There is no such book.".into(),
///         Error::RateLimited(error) => format!("Try again in {:?}.", error.retry_after()),
///         error if error.is_retryable() => "Try again.".into(),
///         error => format!("Please report this error: {error}"),
///     }
/// }
/// # use perennial::error::{ApiError, Call};
/// # use perennial::{http::StatusCode, reqwest::Method};
/// # let call = Call::request(&Method::GET, "/books/7");
/// # assert_eq!(advice(&Error::from(ApiError::new(call, StatusCode::NOT_FOUND))), "There is no such book.");
/// ```
#[non_exhaustive]
pub enum Error {
    /// The client refused to send the request, or could not be built. [`InvalidRequest::reason`] describes why.
    ///
    /// Possible reasons are:
    ///
    /// - a missing or malformed parameter,
    /// - an id such as `..`, which would make the path point to a different resource,
    /// - an invalid setting of the client,
    /// - no Tokio runtime,
    /// - credentials or an [`Interceptor`](crate::Interceptor) that refused the first attempt,
    /// - a listing that the client refused to continue, for example because the listing might never end
    ///   ([`page`](crate::page)).
    InvalidRequest(InvalidRequest),
    /// The client's own rate limit prevented the request, which was not sent. This occurs only if
    /// `ClientBuilder::rate_limit` is set (feature `rate-limit`).
    ///
    /// The wait for the limit would be too long, or the rate-limit store does not answer and `OnStoreError::Refuse` is
    /// set. A limit that the service enforces is an [`Api`](Self::Api) error with status 429.
    RateLimited(RateLimited),
    /// The call received no complete response, for example because a connection failed or a timeout expired.
    /// [`TransportFailure`] lists all reasons.
    Transport(TransportError),
    /// The service, or a proxy in between, responded with a 4xx or 5xx status.
    Api(ApiError),
    /// The service responded with a 2xx status and a body that does not match the declared type.
    ///
    /// If the body is a web page (HTML or XML) that the operation does not declare, the error is
    /// [`UnexpectedStatus`](Self::UnexpectedStatus), unless the response is read as a stream. If the document declares
    /// no body, any body except a web page is accepted.
    Decode(DecodeError),
    /// The service responded with a status that is neither a success nor an error, such as a redirect, or with a
    /// success whose body is a web page.
    ///
    /// The struct [`UnexpectedStatus`] lists the responses that are unexpected.
    UnexpectedStatus(UnexpectedStatus),
}

impl Error {
    /// Returns the status of the response, or `None` if there was no response.
    pub fn status(&self) -> Option<StatusCode> {
        self.head().map(|head| head.status)
    }

    /// Returns the operation that failed, or `None` if the error does not concern an operation, for example if a client
    /// cannot be built.
    ///
    /// For a call made with `Client::request`, the operation has the method and path of that call.
    pub fn operation(&self) -> Option<&Operation> {
        match self {
            Self::InvalidRequest(error) => error.operation.as_deref(),
            Self::RateLimited(error) => Some(&error.0.operation),
            _ => self.call().map(|call| &*call.operation),
        }
    }

    /// Returns the [id](Operation::operation_id) of the operation that failed, for example `listBooks`.
    ///
    /// The id is an empty string if the document does not declare the operation. Returns `None` if
    /// [`operation`](Self::operation) returns `None`.
    pub fn operation_id(&self) -> Option<&'static str> {
        self.operation().map(Operation::operation_id)
    }

    /// Returns whether the same request can safely be sent again: it may succeed this time, and it cannot take effect
    /// twice.
    ///
    /// Returns `true` for any method if the cause was:
    ///
    /// - a rate limit, the service's (429) or the client's own,
    /// - a connection that was never established, unless the failure is [`Tls`](TransportFailure::Tls) or
    ///   [`ProxyRefused`](TransportFailure::ProxyRefused),
    /// - a deadline that passed before the first attempt,
    /// - a token that could not be obtained at present ([`TransportFailure::NoToken`]),
    /// - a request that the service did not process ([`TransportError::was_unprocessed`]).
    ///
    /// For safe methods (`GET`, `HEAD`, `OPTIONS`, `TRACE`), also returns `true` for:
    ///
    /// - every other [`Transport`](Self::Transport) error, except for `Tls`, `ProxyRefused` and
    ///   [`RequestBody`](TransportFailure::RequestBody),
    /// - the statuses 408, 425, 502, 503, 504, 520 to 524 and 529,
    /// - the status 403 with a `Retry-After`.
    ///
    /// Within a call, the [`RetryPolicy`](crate::RetryPolicy) retries a request with an idempotency key like a request
    /// with a safe method. For `is_retryable`, the key makes no difference, because a new call has a new key unless the
    /// caller sets it.
    pub fn is_retryable(&self) -> bool {
        // Apart from 429, a 4xx response does not prove that the service has not begun to act.
        let is_refusal =
            |error: &ApiError| error.status().is_client_error() && error.kind() != ApiErrorKind::TooManyRequests;
        let needs_safe_method = matches!(self, Self::Api(error) if is_refusal(error));
        self.is_transient()
            && !self.may_have_been_processed()
            && (!needs_safe_method || self.operation().is_some_and(Operation::is_safe))
    }

    /// Returns whether the call can safely make another attempt: it may succeed this time, and it cannot take effect
    /// twice.
    pub(crate) fn is_retryable_within_its_call(&self) -> bool {
        self.is_retryable() || self.is_transient() && self.call().is_some_and(Call::is_repeatable)
    }

    /// Returns whether the service responded with 500 to a call that cannot take effect twice.
    pub(crate) fn is_internal_of_repeatable_call(&self) -> bool {
        self.status() == Some(StatusCode::INTERNAL_SERVER_ERROR) && self.call().is_some_and(Call::is_repeatable)
    }

    fn is_transient(&self) -> bool {
        match self {
            Self::Transport(error) => error.failure().is_transient(),
            Self::Api(error) => error.is_transient(),
            Self::RateLimited(_) => true,
            Self::InvalidRequest(_) | Self::Decode(_) | Self::UnexpectedStatus(_) => false,
        }
    }

    /// Returns whether the service may have acted on the request although the call failed. If so, the error message
    /// says so.
    ///
    /// Returns `false` if the method is safe (`GET`, `HEAD`, `OPTIONS`, `TRACE`), if no attempt was sent, or if the
    /// service refused each attempt (with a 4xx, or by refusing the HTTP/2 stream). Returns `true` if the result of an
    /// attempt is unknown (after a lost connection, a timeout, a 5xx or a redirect), and for a 2xx response that cannot
    /// be decoded.
    pub fn may_have_been_processed(&self) -> bool {
        match self {
            Self::Transport(error) => error.may_have_been_processed(),
            Self::Api(error) => error.may_have_been_processed(),
            // A redirected request may have been processed. A request whose 2xx response cannot be decoded was
            // processed.
            _ => self.call().is_some_and(|call| call.may_have_acted(true)),
        }
    }

    /// Returns how long to wait before the same request is sent again, or `None` if this time is not known.
    ///
    /// This time is the wait that the service or the token endpoint requests with `Retry-After`, the pause before the
    /// next request for a token, or the time until the client's own rate limit allows the request.
    pub fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Api(error) => error.retry_after(),
            Self::RateLimited(error) => Some(error.retry_after()),
            Self::Transport(error) => error.retry_after(),
            Self::InvalidRequest(_) | Self::Decode(_) | Self::UnexpectedStatus(_) => None,
        }
    }

    /// Returns whether the call took too long: a timeout expired (while connecting or later), or the deadline passed.
    pub fn is_timeout(&self) -> bool {
        matches!(self, Self::Transport(error) if error.is_timeout())
    }

    /// Returns whether no connection could be established, so that nothing was sent.
    pub fn is_connect(&self) -> bool {
        matches!(self, Self::Transport(error) if error.is_connect())
    }

    /// Returns whether at least a part of the last attempt's request may have been sent.
    #[cfg(feature = "rate-limit")]
    pub(crate) fn was_sent(&self) -> bool {
        match self {
            Self::InvalidRequest(_) | Self::RateLimited(_) => false,
            Self::Transport(error) => error.was_sent(),
            Self::Api(_) | Self::Decode(_) | Self::UnexpectedStatus(_) => true,
        }
    }

    /// Returns the number of attempts to send the request, including the first attempt and attempts that failed to
    /// connect.
    ///
    /// The number is 0 if the call failed before the first attempt, and for an error about a decoded value (see
    /// [`DecodeError::status`]). If the client refused to continue a listing, returns the number of attempts for the
    /// listing's last page.
    pub fn attempts(&self) -> u32 {
        match self {
            Self::InvalidRequest(error) => error.attempts,
            _ => self.call().map_or(0, |call| call.attempts),
        }
    }

    /// Returns the position of the listing's page that could not be fetched: a cursor, a number, or a part of a URL.
    ///
    /// Returns `None` if the call was not for a page, or if it was for a first page without a position. If the client
    /// refused the URL of the next page, returns the position of the page whose response contained this URL.
    ///
    /// [`starting_at`](crate::page::Items::starting_at) continues from the returned position, even in another process.
    /// A number has to be passed as `i64`.
    ///
    /// `Display` shows a page number as it is (`page 3`). A cursor may be private, so neither `Display` nor `Debug`
    /// shows it. `Display` then shows how many pages have been requested (`page 3 of the listing`).
    pub fn page(&self) -> Option<&str> {
        let page = match self {
            Self::InvalidRequest(error) => error.page.as_deref(),
            Self::RateLimited(error) => error.0.page.as_deref(),
            _ => self.call()?.page.as_deref(),
        };
        page?.at.as_deref()
    }

    pub(crate) fn with_page(mut self, page: FailedPage) -> Self {
        let place = match &mut self {
            Self::InvalidRequest(error) => Some(&mut error.page),
            Self::RateLimited(error) => Some(&mut error.0.page),
            Self::Transport(error) => Some(&mut error.0.call.page),
            Self::Api(error) => Some(&mut error.0.head.call.page),
            Self::Decode(error) => error.0.head.as_mut().map(|head| &mut head.call.page),
            Self::UnexpectedStatus(error) => Some(&mut error.0.head.call.page),
        };
        if let Some(place) = place {
            *place = Some(page.into());
        }
        self
    }

    /// Returns the URL to which the request was sent, or was meant to be sent, for example
    /// `https://api.example.com/v1/books`.
    ///
    /// The URL consists of scheme, host and path. The query is omitted because it may be private, and secrets of the
    /// client are redacted.
    ///
    /// Returns `None` if the client refused the request ([`InvalidRequest`](Self::InvalidRequest),
    /// [`RateLimited`](Self::RateLimited)), and for an error about a decoded value (see [`DecodeError::status`]).
    pub fn url(&self) -> Option<&str> {
        self.call().map(Call::url)
    }

    /// Returns the `x-request-id` header of the response, which you can quote when you contact the service's support.
    /// Returns `None` if the response does not contain this header.
    pub fn request_id(&self) -> Option<&str> {
        match self {
            Self::Transport(error) => error.request_id(),
            _ => self.head()?.request_id(),
        }
    }

    /// Returns the error and its causes on one line, `message: cause: cause`, for a log. A cause is omitted if the line
    /// already contains the message of the cause.
    ///
    /// The line may contain values from the response body. For a [`Decode`](Self::Decode) error, for example, it
    /// contains the value that does not match, which the message of the error alone omits.
    ///
    /// ```text
    /// if let Err(error) = client.books().list().send().await {
    ///     eprintln!("{}", error.chain());
    /// }
    /// ```
    pub fn chain(&self) -> impl fmt::Display + '_ {
        chain(self, self.call().map(Call::secrets))
    }

    /// Returns a short name for the kind of failure, for metrics and logs. Traces record this name as `error.type`, and
    /// record `cancelled` for a call whose future was dropped.
    ///
    /// | name | meaning |
    /// |---|---|
    /// | `404`, `503`, `302` … | the response has this status ([`Api`](Self::Api) or [`UnexpectedStatus`](Self::UnexpectedStatus)) |
    /// | `dns` | the name of the host could not be resolved |
    /// | `proxy_refused` | the proxy refused to connect to the service |
    /// | `tls` | the TLS handshake failed, for example because the server's certificate is not accepted |
    /// | `connect_timeout` | connecting took longer than the connect timeout |
    /// | `connect` | no connection could be established for a reason that is not listed here, for example because it was refused |
    /// | `no_token` | no token could be obtained at present, so the request was not sent |
    /// | `request_body` | the caller's stream or file with the body of the request could not be read |
    /// | `timeout` | an attempt took longer than the timeout |
    /// | `no_response` | the connection was lost before the headers of a response were complete, or the response is not HTTP |
    /// | `truncated` | the body of the response is incomplete, for example because the connection was lost |
    /// | `unprocessed` | the service reported over HTTP/2 that it did not process the request |
    /// | `deadline` | the deadline passed before the first attempt or during an attempt |
    /// | `decode` | the response cannot be decoded ([`Decode`](Self::Decode)) |
    /// | `web_page` | the response is a success, but its body is a web page ([`UnexpectedStatus`](Self::UnexpectedStatus)) |
    /// | `invalid_request` | the client refused to send the request, or cannot be built ([`InvalidRequest`](Self::InvalidRequest)) |
    /// | `rate_limited` | the client's own rate limit prevented the request ([`RateLimited`](Self::RateLimited)) |
    pub fn error_type(&self) -> &str {
        match self {
            Self::InvalidRequest(_) => "invalid_request",
            Self::RateLimited(_) => "rate_limited",
            Self::Transport(error) => error.failure().name(),
            Self::Api(error) => error.0.head.status.as_str(),
            Self::Decode(_) => "decode",
            Self::UnexpectedStatus(error) if error.is_web_page() => "web_page",
            Self::UnexpectedStatus(error) => error.0.head.status.as_str(),
        }
    }

    fn call(&self) -> Option<&Call> {
        match self {
            Self::Transport(error) => Some(&error.0.call),
            _ => self.head().map(|head| &head.call),
        }
    }

    fn head(&self) -> Option<&Head> {
        match self {
            Self::InvalidRequest(_) | Self::RateLimited(_) | Self::Transport(_) => None,
            Self::Api(error) => Some(&error.0.head),
            Self::Decode(error) => error.0.head.as_ref(),
            Self::UnexpectedStatus(error) => Some(&error.0.head),
        }
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() { fmt::Debug::fmt(self.variant(), f) } else { fmt::Display::fmt(&self.chain(), f) }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.variant(), f)
    }
}

// `Display` shows the message of the wrapped error, so the source is that error's source. If it were the wrapped error
// itself, reports would print the same message twice.
impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.variant().source()
    }
}

macro_rules! variants {
    ($($variant:ident($error:ty)),* $(,)?) => {
        impl Error {
            fn variant(&self) -> &(dyn std::error::Error + 'static) {
                match self {
                    $(Self::$variant(error) => error,)*
                }
            }
        }

        $(impl From<$error> for Error {
            fn from(error: $error) -> Self {
                Self::$variant(error)
            }
        })*
    };
}
variants! {
    InvalidRequest(InvalidRequest),
    RateLimited(RateLimited),
    Transport(TransportError),
    Api(ApiError),
    Decode(DecodeError),
    UnexpectedStatus(UnexpectedStatus),
}

impl From<BuildError> for Error {
    fn from(error: BuildError) -> Self {
        InvalidRequest::new(error.to_string()).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static OPERATION: Operation = Operation::new("getThings", "GET", "/things");

    fn one_error_per_variant() -> Vec<Error> {
        let source = || serde_json::from_str::<u8>("x").unwrap_err();
        let call = || Call::of(&OPERATION);
        vec![
            InvalidRequest::of(&OPERATION, "no").into(),
            RateLimited::new(&OPERATION, Duration::from_secs(1)).into(),
            TransportError::new(call(), TransportFailure::Timeout).into(),
            ApiError::new(call(), StatusCode::FORBIDDEN).into(),
            DecodeError::new(call(), "x", source()).into(),
            UnexpectedStatus::new(call(), StatusCode::FOUND).into(),
        ]
    }

    fn failed_page(at: Option<&str>, description: &str) -> FailedPage {
        FailedPage { at: at.map(str::to_owned), description: description.to_owned() }
    }

    #[test]
    fn incomplete_value_of_a_builder_is_an_invalid_request() {
        let error = Error::from(BuildError::new("`title` is required and was not set"));
        assert!(matches!(error, Error::InvalidRequest(_)));
        assert_eq!(error.to_string(), "`title` is required and was not set");
    }

    #[test]
    fn every_error_names_the_failed_page_without_its_cursor() {
        for error in one_error_per_variant() {
            let before = error.to_string();
            assert_eq!(error.page(), None);
            let error = error.with_page(failed_page(Some("s3cret"), "page 3 of the listing"));
            assert_eq!(error.page(), Some("s3cret"));
            assert_eq!(error.to_string(), before.replacen("getThings", "getThings, page 3 of the listing", 1));
            assert!(!format!("{error:?} {}", error.chain()).contains("s3cret"), "{error:?}");
        }
    }

    #[test]
    fn page_cursor_of_an_error_is_none_on_the_first_page() {
        for error in one_error_per_variant() {
            let error = error.with_page(failed_page(None, "page 1 of the listing"));
            assert_eq!(error.page(), None);
            assert!(error.to_string().starts_with("getThings, page 1 of the listing: "), "{error}");
        }
    }

    #[test]
    fn error_type_has_at_most_48_bytes_and_is_send_and_sync() {
        fn crosses_threads<T: Send + Sync + 'static>() {}
        crosses_threads::<Error>();
        assert!(size_of::<Error>() <= 48, "{}", size_of::<Error>());
    }
}
