//! What a call can fail with.
//!
//! [`Error`] is the same for every operation. Its variants say how far the call came: refused
//! before it was sent, no complete response, a response that says no, or a response that cannot be read.
//!
//! ```
//! use monitoring_service::Error;
//! use monitoring_service::error::ApiErrorKind;
//!
//! fn is_refused(error: &Error) -> bool {
//!     matches!(error, Error::Api(error) if error.kind() == ApiErrorKind::Unauthorized)
//! }
//! ```
//!
//! `Display` is one short line and does not repeat the source, which
//! [`source()`](std::error::Error::source) gives. Neither `Display` nor `Debug` shows header
//! values, whole bodies or the API key.

mod api;
mod call;
mod decode;
mod invalid_request;
mod rate_limited;
mod retry_after;
mod text;
mod transport;
mod unexpected_status;

use std::fmt;
use std::time::Duration;

use reqwest::StatusCode;

pub use api::{ApiError, ApiErrorKind};
pub use decode::DecodeError;
pub use invalid_request::InvalidRequest;
pub use rate_limited::RateLimited;
pub use transport::TransportError;
pub use unexpected_status::UnexpectedStatus;

pub(crate) use call::Call;
pub(crate) use text::{BodyText, Short};

use crate::operation::Operation;

/// What a call failed with.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// Refused and not sent: a parameter is missing or malformed, an id would change the path, the
    /// client's own settings cannot work, or a listing would not end ([`paginate`](crate::paginate)).
    InvalidRequest(InvalidRequest),
    /// Not sent, since it would pass a rate limit. Only a client with the feature `rate-limit` and
    /// `ClientBuilder::rate_limit` fails with it; a limit that the service enforces is an
    /// [`Api`](Self::Api) error with status 429.
    RateLimited(RateLimited),
    /// No complete response came: no connection, TLS, a timeout, a reset, a body that was cut short.
    Transport(TransportError),
    /// The service responded with a 4xx or 5xx status, in whatever form.
    Api(ApiError),
    /// The service responded with a 2xx status and a body that is not the declared type.
    Decode(DecodeError),
    /// The service responded with a status that means neither success nor failure here: 1xx, 3xx,
    /// 600 and above, or a 2xx that the document does not declare.
    UnexpectedStatus(UnexpectedStatus),
}

impl Error {
    /// The status that the service responded with; `None` where no response was read.
    pub fn status(&self) -> Option<StatusCode> {
        match self {
            Self::InvalidRequest(_) | Self::RateLimited(_) | Self::Transport(_) => None,
            Self::Api(error) => Some(error.status()),
            Self::Decode(error) => error.status(),
            Self::UnexpectedStatus(error) => Some(error.status()),
        }
    }

    /// The operation that failed; `None` where the error is not of one operation, as with a client
    /// that cannot be built.
    pub fn operation_id(&self) -> Option<&'static str> {
        self.operation().map(Operation::operation_id)
    }

    /// Whether the same request may be sent again with a chance of success, and without acting
    /// twice.
    ///
    /// That is so for a rate limit, the service's (`429 Too Many Requests`) or the client's, for a connection
    /// that was never made, and for a request that the service refused to process
    /// ([`TransportError::was_unprocessed`]); for the methods that change nothing (`GET`, `HEAD`) also for every
    /// other [`Transport`](Self::Transport) error and for 502, 503 and 504. The client has already retried as
    /// its [`RetryPolicy`](crate::RetryPolicy) says.
    pub fn is_retryable(&self) -> bool {
        match self {
            Self::Transport(error) => error.is_retryable(),
            Self::Api(error) => error.is_retryable(),
            Self::RateLimited(_) => true,
            Self::InvalidRequest(_) | Self::Decode(_) | Self::UnexpectedStatus(_) => false,
        }
    }

    /// Whether the operation may have been processed all the same.
    ///
    /// `false` where the last attempt was not sent, or the service refused it (4xx, or a refused stream of HTTP/2).
    /// `true` where it is not known (a lost connection, a timeout, 5xx), and where a response came that cannot be read.
    /// An earlier attempt may have been processed only with a method that changes nothing: the others are not sent
    /// again after that.
    pub fn may_have_been_processed(&self) -> bool {
        match self {
            Self::InvalidRequest(_) | Self::RateLimited(_) => false,
            Self::Transport(error) => error.may_have_been_processed(),
            Self::Api(error) => error.status().is_server_error(),
            Self::Decode(_) | Self::UnexpectedStatus(_) => true,
        }
    }

    /// How long to wait before the same request is sent again: what the `Retry-After` header asks for, or how long
    /// until the client's own rate limit allows it. `None` where neither is known.
    pub fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Api(error) => error.retry_after(),
            Self::RateLimited(error) => Some(error.retry_after()),
            Self::InvalidRequest(_) | Self::Transport(_) | Self::Decode(_) | Self::UnexpectedStatus(_) => None,
        }
    }

    /// Whether time ran out, while connecting or later.
    pub fn is_timeout(&self) -> bool {
        matches!(self, Self::Transport(error) if error.is_timeout())
    }

    /// Whether no connection could be made, so that nothing was sent.
    pub fn is_connect(&self) -> bool {
        matches!(self, Self::Transport(error) if error.is_connect())
    }

    /// How often the request was sent, the first time included; 0 where it was refused before, and where the error is
    /// of a value that had been read (see [`DecodeError::status`]).
    pub fn attempts(&self) -> u32 {
        match self {
            Self::InvalidRequest(_) | Self::RateLimited(_) => 0,
            Self::Transport(error) => error.attempts(),
            Self::Api(error) => error.attempts(),
            Self::Decode(error) => error.attempts(),
            Self::UnexpectedStatus(error) => error.attempts(),
        }
    }

    /// How a response was lost, where none came.
    pub(crate) fn lost(&self) -> Option<&'static str> {
        match self {
            Self::Transport(error) => Some(error.what()),
            _ => None,
        }
    }

    fn operation(&self) -> Option<&'static Operation> {
        match self {
            Self::InvalidRequest(error) => error.operation(),
            Self::RateLimited(error) => Some(error.operation()),
            Self::Transport(error) => Some(error.call().operation),
            Self::Api(error) => Some(error.call().operation),
            Self::Decode(error) => error.operation(),
            Self::UnexpectedStatus(error) => Some(error.call().operation),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InvalidRequest(error) => error.fmt(f),
            Self::RateLimited(error) => error.fmt(f),
            Self::Transport(error) => error.fmt(f),
            Self::Api(error) => error.fmt(f),
            Self::Decode(error) => error.fmt(f),
            Self::UnexpectedStatus(error) => error.fmt(f),
        }
    }
}

// The variant's own text is the text of the whole, so the source is the source of the variant:
// with the variant itself as source, a report of the chain would say the same line twice.
impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::InvalidRequest(error) => error.source(),
            Self::RateLimited(error) => error.source(),
            Self::Transport(error) => error.source(),
            Self::Api(error) => error.source(),
            Self::Decode(error) => error.source(),
            Self::UnexpectedStatus(error) => error.source(),
        }
    }
}

macro_rules! variants {
    ($($variant:ident($error:ty)),* $(,)?) => {$(
        impl From<$error> for Error {
            fn from(error: $error) -> Self {
                Self::$variant(error)
            }
        }
    )*};
}
variants! {
    InvalidRequest(InvalidRequest),
    RateLimited(RateLimited),
    Transport(TransportError),
    Api(ApiError),
    Decode(DecodeError),
    UnexpectedStatus(UnexpectedStatus),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_is_small_and_can_cross_threads() {
        fn crosses_threads<T: Send + Sync + 'static>() {}
        crosses_threads::<Error>();
        assert!(size_of::<Error>() <= 48, "{}", size_of::<Error>());
    }
}
