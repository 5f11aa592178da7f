//! Hooks that run for each attempt to send a request, for metrics, trace context and key rotation.

use std::fmt;
use std::time::Duration;

use reqwest::StatusCode;
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderName, HeaderValue};

use crate::authenticate::BearerToken;
use crate::error::{Call, Error, InvalidRequest};
use crate::headers;
use crate::operation::Operation;
use crate::secret::IntoSecret;

pub use crate::error::BoxError;

/// Observes each attempt of a call before it is sent and after it has ended. An interceptor is set with
/// `ClientBuilder::interceptor`.
///
/// Both methods run within the call and delay it, so they must not block. If a request is needed to obtain a key, send
/// this request in a separate task, and let `before` read the current key.
///
/// ```
/// # use perennial::interceptor::{Attempt, BoxError, Ended};
/// # use perennial::{CoreBuilder, Interceptor};
/// use std::sync::atomic::{AtomicU64, Ordering};
///
/// #[derive(Default)]
/// struct Failures(AtomicU64);
///
/// impl Interceptor for Failures {
///     fn before(&self, attempt: &mut Attempt<'_>) -> Result<(), BoxError> {
///         attempt.set_header("x-attempt", &attempt.number().to_string())?;
///         Ok(())
///     }
///
///     fn after(&self, ended: &Ended<'_>) {
///         if ended.error_type().is_some() {
///             self.0.fetch_add(1, Ordering::Relaxed);
///         }
///     }
/// }
///
/// # fn configured(builder: CoreBuilder) -> CoreBuilder {
/// let builder = builder.interceptor(Failures::default());
/// # builder
/// # }
/// ```
pub trait Interceptor: Send + Sync + 'static {
    /// Runs before each attempt, including retries, and may add headers to the attempt. By default, nothing is added.
    ///
    /// # Errors
    ///
    /// An error prevents the attempt. The call then fails with [`Error::InvalidRequest`], which contains the reason.
    /// However, if an earlier attempt of the call was sent, the call fails with the error of the last attempt that was
    /// sent.
    fn before(&self, attempt: &mut Attempt<'_>) -> Result<(), BoxError> {
        let _ = attempt;
        Ok(())
    }

    /// Runs when an attempt has ended: its response was decoded, it failed, or the call was cancelled. Runs once for
    /// each attempt for which [`before`](Self::before) ran.
    ///
    /// If the body of the response is streamed, the attempt ends when the headers arrive. If this method panics, the
    /// panic is resumed after all interceptors have run. If the thread is already unwinding, for example because
    /// `before` panicked, the panic of this method is caught.
    fn after(&self, ended: &Ended<'_>) {
        let _ = ended;
    }
}

/// Implements the getters that are available both before and after an attempt.
macro_rules! impl_attempt_getters {
    ($attempt:ty) => {
        impl $attempt {
            /// Returns the operation that is called.
            pub fn operation(&self) -> &Operation {
                &self.call.operation
            }

            /// Returns the number of the attempt: 1 for the first attempt of a call, 2 for its first retry.
            pub fn number(&self) -> u32 {
                self.call.attempts
            }

            /// Returns the URL to which the request is sent: scheme, host and path, without the query, which may be
            /// private.
            pub fn url(&self) -> &str {
                self.call.url()
            }

            fn debug_struct<'a, 'f>(&self, f: &'a mut fmt::Formatter<'f>, name: &str) -> fmt::DebugStruct<'a, 'f> {
                let mut fields = f.debug_struct(name);
                self.operation().add_debug_fields(&mut fields);
                fields.field("number", &self.number()).field("url", &self.url());
                fields
            }
        }
    };
}
impl_attempt_getters!(Attempt<'_>);
impl_attempt_getters!(Ended<'_>);

/// An attempt that is about to be sent. Interceptors can set headers, but cannot read them, because headers contain
/// secrets.
///
/// ```
/// # use perennial::interceptor::{Attempt, BoxError};
/// # use perennial::Interceptor;
/// struct TraceContext(String);
///
/// impl Interceptor for TraceContext {
///     fn before(&self, attempt: &mut Attempt<'_>) -> Result<(), BoxError> {
///         attempt.set_header("traceparent", &self.0)?;
///         Ok(())
///     }
/// }
/// ```
pub struct Attempt<'a> {
    pub(crate) call: &'a Call,
    pub(crate) headers: &'a mut HeaderMap,
}

impl Attempt<'_> {
    /// Sets a header for this attempt. Any value of the same header that the client would send is replaced.
    ///
    /// The value is [marked as sensitive](crate::http::HeaderValue::set_sensitive). However, errors redact the value
    /// only if the header is `authorization`.
    ///
    /// # Errors
    ///
    /// Returns [`Error::InvalidRequest`] if the name or the value is not valid in a header, and for headers that only
    /// the HTTP client can set: `host`, `content-length`, and headers that describe the connection.
    pub fn set_header(&mut self, name: &str, value: &str) -> Result<(), Error> {
        let (header, value) =
            headers::parse(name, value, "set_header", self.call.secrets()).map_err(InvalidRequest::new)?;
        self.insert(header, value)
    }

    /// Sets the API key of this attempt, which is sent as `Authorization: Bearer …`. Like the client's secrets, the key
    /// is redacted in errors.
    ///
    /// # Errors
    ///
    /// Returns [`Error::InvalidRequest`] if the key is empty, begins or ends with white space, contains control or
    /// non-ASCII characters, or already begins with `Bearer `.
    pub fn set_api_key(&mut self, key: impl IntoSecret) -> Result<(), Error> {
        let token = BearerToken::new(key).map_err(|reason| InvalidRequest::new(format!("the API key {reason}")))?;
        self.insert(AUTHORIZATION, token.header())
    }

    fn insert(&mut self, name: HeaderName, value: HeaderValue) -> Result<(), Error> {
        // `HeaderMap::insert` would panic if the map is full.
        self.headers.try_insert(name, value).map_err(|_| InvalidRequest::new(headers::TOO_MANY))?;
        Ok(())
    }
}

impl fmt::Debug for Attempt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.debug_struct(f, "Attempt").finish_non_exhaustive()
    }
}

/// The outcome of an attempt.
///
/// ```
/// # use perennial::interceptor::{Ended, Outcome};
/// fn label(ended: &Ended<'_>) -> String {
///     match ended.outcome() {
///         Outcome::Success(status) => status.to_string(),
///         Outcome::Failed(error) => error.error_type().to_owned(),
///         Outcome::Cancelled => "cancelled".to_owned(),
///         _ => "other".to_owned(),
///     }
/// }
/// ```
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Outcome<'a> {
    /// The attempt succeeded with this status: a 2xx, or a redirect that the document declares as a success. The body
    /// has been decoded, unless it is streamed.
    Success(StatusCode),
    /// The attempt failed with this error. The call may still be retried.
    Failed(&'a Error),
    /// The future of the call was dropped.
    Cancelled,
}

impl<'a> Outcome<'a> {
    pub(crate) fn status(self) -> Option<StatusCode> {
        match self {
            Self::Success(status) => Some(status),
            Self::Failed(error) => error.status(),
            Self::Cancelled => None,
        }
    }

    pub(crate) fn error_type(self) -> Option<&'a str> {
        match self {
            Self::Success(_) => None,
            Self::Failed(error) => Some(error.error_type()),
            Self::Cancelled => Some("cancelled"),
        }
    }
}

/// An attempt that has ended.
///
/// ```
/// # use perennial::interceptor::Ended;
/// # use perennial::Interceptor;
/// struct Durations;
///
/// impl Interceptor for Durations {
///     fn after(&self, ended: &Ended<'_>) {
///         println!("{} took {:?}", ended.operation().operation_id(), ended.elapsed());
///     }
/// }
/// ```
pub struct Ended<'a> {
    pub(crate) call: &'a Call,
    pub(crate) elapsed: Duration,
    pub(crate) outcome: Outcome<'a>,
}

impl<'a> Ended<'a> {
    /// Returns the duration of the attempt, without the waits before it.
    pub fn elapsed(&self) -> Duration {
        self.elapsed
    }

    /// Returns the outcome of the attempt.
    pub fn outcome(&self) -> Outcome<'a> {
        self.outcome
    }

    /// Returns the status of the response, or `None` if there was no response.
    pub fn status(&self) -> Option<StatusCode> {
        self.outcome.status()
    }

    /// Returns the [`Error::error_type`] of a failed attempt, `cancelled` if the call was dropped, or `None` for a
    /// success.
    pub fn error_type(&self) -> Option<&'a str> {
        self.outcome.error_type()
    }
}

impl fmt::Debug for Ended<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.debug_struct(f, "Ended").field("elapsed", &self.elapsed).field("outcome", &self.outcome).finish()
    }
}
