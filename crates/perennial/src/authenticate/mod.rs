//! What authenticates the requests of a client.
//!
//! A client has one value that implements [`Authenticate`]. It is asked before each attempt, and may add headers, pairs of
//! the query and cookies. [`BearerToken`] holds what most services take, and [`Anonymous`] adds nothing.
//!
//! ```
//! use perennial::authenticate::{Authenticate, Authentication, Unauthenticated};
//! use perennial::http::{HeaderName, HeaderValue};
//!
//! /// A key in a header of its own.
//! #[derive(Clone, Debug)]
//! struct Key(HeaderValue);
//!
//! impl Authenticate for Key {
//!     fn authenticate<'a>(&'a self, mut request: Unauthenticated<'a>) -> Authentication<'a> {
//!         request.set_header(HeaderName::from_static("x-api-key"), self.0.clone());
//!         Authentication::done()
//!     }
//! }
//! ```

pub(crate) mod basic;
mod bearer;
mod cookie;
mod renewals;
mod schemes;
mod tokens;
mod unauthenticated;

use std::any::Any;
use std::fmt;
use std::future::{Ready, ready};
use std::pin::Pin;
use std::task::{Context, Poll};

use http::{HeaderMap, HeaderValue};
use url::Url;
use uuid::Uuid;

pub use bearer::BearerToken;
pub(crate) use bearer::check_text;
pub use tokens::{Fixed, IntoTokens, Provided, Token, TokenFuture, TokenProvider, TokenRequest};
pub use unauthenticated::Unauthenticated;

#[doc(hidden)]
pub use schemes::{Declared, Place, Scheme, Schemes};

use crate::error::BoxError;
use crate::operation::Operation;
pub use crate::secret::{IntoSecret, Secrets};

/// Authenticates requests.
///
/// The `Debug` of a client shows that of this value: it must not show a secret.
pub trait Authenticate: Any + fmt::Debug + Send + Sync {
    /// Adds to a request what authenticates it, for each attempt anew. The headers of `Client::with_headers` replace those
    /// that are set here.
    ///
    /// What takes time, such as to renew a token, or must not be older than the request, is done in a future
    /// ([`Authentication::pending`]). It is awaited once for each attempt, right before that is sent, so after any wait for
    /// the rate limit: within the deadline of the call, and no longer than the timeout of an attempt. It may be dropped
    /// without being polled, if nothing is sent.
    ///
    /// # Errors
    ///
    /// Any error prevents the attempt. The call then fails with [`Error::InvalidRequest`](crate::Error::InvalidRequest),
    /// which shows the error, or, if there was an attempt before, with the error of that one.
    fn authenticate<'a>(&'a self, request: Unauthenticated<'a>) -> Authentication<'a>;

    /// Refuses a client that cannot authenticate its requests, when it is built. The reason is shown, and so has no
    /// secret. By default none is refused.
    ///
    /// # Errors
    ///
    /// The reason, such as ``the API key is missing: set it with `api_key(…)` ``.
    fn check(&self) -> Result<(), String> {
        Ok(())
    }

    /// Same as [`check`](Self::check), for a client of this base URL. By default the base URL makes no difference.
    #[doc(hidden)]
    fn check_at(&self, base_url: &Url) -> Result<(), String> {
        let _ = base_url;
        self.check()
    }

    /// Refuses a request that would be sent with these headers, which derived clients and interceptors may have changed.
    /// By default none is refused.
    ///
    /// # Errors
    ///
    /// The reason, such as ``the client has no API key: derive a client with `with_api_key(…)` ``.
    fn check_headers(&self, headers: &HeaderMap) -> Result<(), String> {
        let _ = headers;
        Ok(())
    }

    /// The secrets that no error, span or `Debug` may show, wherever a response repeats them. Those in an `authorization`
    /// header are found without this. By default none.
    fn secrets(&self) -> Secrets {
        Secrets::default()
    }

    /// The names of the pairs that [`authenticate`](Self::authenticate) may add to the query of a call of this operation. The
    /// URL of a next page may repeat such a pair, which is left out, so that it is sent once. By default none.
    fn query_names(&self, operation: &Operation) -> Vec<&str> {
        let _ = operation;
        Vec::new()
    }

    /// Hears that the service refused a request with 401, which had this `authorization`; whether the next one has another,
    /// so that a request which changes nothing is sent once more. By default `false`.
    fn renew(&self, refused: &HeaderValue) -> bool {
        let _ = refused;
        false
    }

    /// What a message calls the secret, as in `… exposes the API key to everyone on the network`. By default
    /// `the credentials`.
    fn name(&self) -> &'static str {
        "the credentials"
    }

    /// The account whose requests are counted together under a rate limit, if the headers of a derived client, `headers`,
    /// do not name another. By default all are counted together. An id that is no UUID becomes one by
    /// `Uuid::new_v5`, which the feature `rate-limit` brings.
    fn account(&self, headers: &HeaderMap) -> Uuid {
        let _ = headers;
        Uuid::nil()
    }
}

/// What is chosen while a program runs.
impl Authenticate for Box<dyn Authenticate> {
    fn authenticate<'a>(&'a self, request: Unauthenticated<'a>) -> Authentication<'a> {
        (**self).authenticate(request)
    }

    fn check(&self) -> Result<(), String> {
        (**self).check()
    }

    fn check_at(&self, base_url: &Url) -> Result<(), String> {
        (**self).check_at(base_url)
    }

    fn check_headers(&self, headers: &HeaderMap) -> Result<(), String> {
        (**self).check_headers(headers)
    }

    fn secrets(&self) -> Secrets {
        (**self).secrets()
    }

    fn query_names(&self, operation: &Operation) -> Vec<&str> {
        (**self).query_names(operation)
    }

    fn renew(&self, refused: &HeaderValue) -> bool {
        (**self).renew(refused)
    }

    fn name(&self) -> &'static str {
        (**self).name()
    }

    fn account(&self, headers: &HeaderMap) -> Uuid {
        (**self).account(headers)
    }
}

/// That a request is authenticated, or why it cannot be: now, or after a while.
#[must_use = "it says whether the request is authenticated"]
pub struct Authentication<'a>(pub(crate) Progress<'a>);

pub(crate) enum Progress<'a> {
    Done(Ready<Result<(), BoxError>>),
    Pending(Pin<Box<dyn Future<Output = Result<(), BoxError>> + Send + 'a>>),
}

impl<'a> Authentication<'a> {
    /// The request has all that it needs.
    pub fn done() -> Self {
        Ok(()).into()
    }

    /// The request has all that it needs when `future` is done.
    pub fn pending(future: impl Future<Output = Result<(), BoxError>> + Send + 'a) -> Self {
        Self(Progress::Pending(Box::pin(future)))
    }

    /// The result, if there is one without waiting.
    pub(crate) fn now(self) -> Option<Result<(), BoxError>> {
        match self.0 {
            Progress::Done(result) => Some(result.into_inner()),
            Progress::Pending(_) => None,
        }
    }
}

impl From<Result<(), BoxError>> for Authentication<'_> {
    fn from(result: Result<(), BoxError>) -> Self {
        Self(Progress::Done(ready(result)))
    }
}

impl Future for Authentication<'_> {
    type Output = Result<(), BoxError>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        match &mut self.0 {
            Progress::Done(result) => Pin::new(result).poll(cx),
            Progress::Pending(future) => future.as_mut().poll(cx),
        }
    }
}

impl fmt::Debug for Authentication<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if matches!(self.0, Progress::Done(_)) {
            "Authentication(done)"
        } else {
            "Authentication(pending)"
        })
    }
}

/// Requests that nothing authenticates.
#[derive(Debug, Clone, Copy, Default)]
pub struct Anonymous;

impl Authenticate for Anonymous {
    fn authenticate<'a>(&'a self, _: Unauthenticated<'a>) -> Authentication<'a> {
        Authentication::done()
    }
}

#[cfg(test)]
mod tests {
    use http::header::ACCEPT;

    use super::*;

    /// It says something else than the default everywhere.
    #[derive(Debug)]
    struct Other;

    impl Authenticate for Other {
        fn authenticate<'a>(&'a self, mut request: Unauthenticated<'a>) -> Authentication<'a> {
            request.set_header(ACCEPT, http::HeaderValue::from_static("a"));
            Authentication::done()
        }

        fn check(&self) -> Result<(), String> {
            Err("client".to_owned())
        }

        fn check_at(&self, base_url: &Url) -> Result<(), String> {
            Err(base_url.to_string())
        }

        fn check_headers(&self, headers: &HeaderMap) -> Result<(), String> {
            Err(format!("{} headers", headers.len()))
        }

        fn secrets(&self) -> Secrets {
            [secrecy::SecretString::from("s3cret-key")].into_iter().collect()
        }

        fn query_names(&self, operation: &Operation) -> Vec<&str> {
            vec![operation.operation_id()]
        }

        fn renew(&self, _: &HeaderValue) -> bool {
            true
        }

        fn name(&self) -> &'static str {
            "the token"
        }

        fn account(&self, _: &HeaderMap) -> Uuid {
            Uuid::max()
        }
    }

    #[test]
    fn what_is_boxed_authenticates_as_it_does_by_itself() {
        let boxed: Box<dyn Authenticate> = Box::new(Other);
        // Not as the trait object, which has these methods by itself.
        fn all(it: &impl Authenticate) -> String {
            let (mut headers, mut url) = (HeaderMap::new(), "http://localhost".parse().unwrap());
            let mut authenticated = None;
            unauthenticated::tests::changed(&mut url, &mut headers, |request| {
                authenticated = it.authenticate(request).now()
            });
            let secrets = it.secrets().redact_text("s3cret-key");
            let at = it.check_at(&"http://localhost".parse().unwrap());
            let checks = (it.check(), at, it.check_headers(&headers), it.renew(&HeaderValue::from_static("a")));
            let names = it.query_names(&Operation::new("getThing", "GET", "/thing")).concat();
            format!("{authenticated:?} {headers:?} {secrets} {checks:?} {names} {} {}", it.name(), it.account(&headers))
        }
        assert_eq!(all(&boxed), all(&Other));
        assert_ne!(all(&boxed), all(&Anonymous));
    }
}
