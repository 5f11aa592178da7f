//! The credentials that authenticate the requests of a client.
//!
//! A client contains one value that implements [`Authenticate`]. Its method
//! [`authenticate`](Authenticate::authenticate) is called before each attempt, and may add headers, query parameters
//! and cookies. Most services accept a [`BearerToken`]; [`Anonymous`] adds nothing.

pub(crate) mod basic;
mod bearer;
mod cookie;
mod schemes;
mod shared_tokens;
mod temporary_failure;
mod token_http;
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
pub(crate) use bearer::check_secret_text;
pub use temporary_failure::TemporaryFailure;
pub(crate) use token_http::TokenHttp;
pub use tokens::{Fixed, IntoTokens, Provided, Token, TokenFuture, TokenProvider, TokenRequest};
pub use unauthenticated::Unauthenticated;

#[doc(hidden)]
pub use schemes::{Declared, Place, Scheme, Schemes};

use crate::error::BoxError;
use crate::operation::Operation;
pub use crate::secret::{IntoSecret, Secrets};

/// Adds a client's credentials to each request of the client.
///
/// The `Debug` output of a client contains the `Debug` output of its credentials, which must therefore not show a
/// secret.
///
/// ```
/// use perennial::authenticate::{Authenticate, Authentication, Unauthenticated};
/// use perennial::http::{HeaderName, HeaderValue};
///
/// /// A key in a header of its own.
/// #[derive(Clone, Debug)]
/// struct Key(HeaderValue);
///
/// impl Authenticate for Key {
///     fn authenticate<'a>(&'a self, mut request: Unauthenticated<'a>) -> Authentication<'a> {
///         request.set_header(HeaderName::from_static("x-api-key"), self.0.clone());
///         Authentication::done()
///     }
/// }
/// ```
pub trait Authenticate: Any + fmt::Debug + Send + Sync {
    /// Adds the credentials to a request. This method is called before each attempt, including retries. Headers that
    /// are set with `Client::with_headers` replace the headers that this method sets.
    ///
    /// If authentication takes time, for example to renew a token, or must happen right before the request, return a
    /// future ([`Authentication::pending`]). The future is awaited once for each attempt, right before the attempt is
    /// sent, and so after any wait for the rate limit. It is limited by the call's deadline and by the timeout of an
    /// attempt. If the request is not sent after all, the future may be dropped without being polled.
    ///
    /// # Errors
    ///
    /// Any error prevents the attempt. The call then fails with
    /// [`Error::InvalidRequest`](crate::Error::InvalidRequest), which shows the reason. However, if an earlier attempt
    /// of the call was sent, the call fails with the error of that attempt.
    ///
    /// After a [`TemporaryFailure`], or if authentication exceeds the timeout of an attempt, this method is called
    /// again as the retry policy allows. If it still fails, the call fails with
    /// [`Error::Transport`](crate::Error::Transport).
    fn authenticate<'a>(&'a self, request: Unauthenticated<'a>) -> Authentication<'a>;

    /// Checks the credentials when a client is built. An error prevents the client from being built. By default, the
    /// check succeeds.
    ///
    /// # Errors
    ///
    /// Returns the reason why requests cannot be authenticated, such as ``the API key is missing: set it with
    /// `api_key(…)` ``. Error messages show the reason, so it must not contain a secret.
    fn check(&self) -> Result<(), String> {
        Ok(())
    }

    /// Same as [`check`](Self::check), but also receives the client's base URL. By default, calls `check`.
    #[doc(hidden)]
    fn check_at(&self, base_url: &Url) -> Result<(), String> {
        let _ = base_url;
        self.check()
    }

    /// Checks the `headers` of a request before it is sent, including the headers that derived clients and interceptors
    /// set. An error prevents the request, for example because it contains no API key. By default, the check succeeds.
    ///
    /// # Errors
    ///
    /// Returns the reason, such as ``the client has no API key: derive a client with `with_api_key(…)` ``.
    fn check_headers(&self, headers: &HeaderMap) -> Result<(), String> {
        let _ = headers;
        Ok(())
    }

    /// Returns the secrets that must not appear in errors, spans or `Debug` output, even if a response repeats them.
    /// The value of an `authorization` header is always redacted. By default, there are no other secrets.
    fn secrets(&self) -> Secrets {
        Secrets::default()
    }

    /// Returns the names of the query parameters that [`authenticate`](Self::authenticate) may add to a request of
    /// `operation`. By default, there are none.
    ///
    /// A service may repeat these parameters in the URL of the next page. They are removed from that URL, so that each
    /// parameter is sent only once.
    fn query_names(&self, operation: &Operation) -> Vec<&str> {
        let _ = operation;
        Vec::new()
    }

    /// Returns whether the next request will have a different `authorization` header. By default, returns `false`.
    ///
    /// This method is called after the service responded with 401 to a request whose `authorization` header was
    /// `refused`. If it returns `true`, the request is authenticated again. If its `authorization` header then differs,
    /// the request is sent once more, regardless of its method and of the retry policy.
    fn renew(&self, refused: &HeaderValue) -> bool {
        let _ = refused;
        false
    }

    /// Called after the service responded with a status other than 401 to a request with this `authorization` header.
    /// Does nothing by default.
    #[doc(hidden)]
    fn record_accepted(&self, authorization: &HeaderValue) {
        let _ = authorization;
    }

    /// Returns the phrase with which error messages refer to the credentials, such as `the API key`. By default, the
    /// phrase is `the credentials`.
    fn name(&self) -> &'static str {
        "the credentials"
    }

    /// Returns the account under which requests are counted. Rate limits apply to each account separately. By default,
    /// all requests belong to one account.
    ///
    /// `headers` are the headers that a derived client sends, which may select a different account. To convert an id
    /// that is not a UUID, use `Uuid::new_v5`, which the feature `rate-limit` enables.
    fn account(&self, headers: &HeaderMap) -> Uuid {
        let _ = headers;
        Uuid::nil()
    }
}

/// Boxed credentials, for programs that choose the type of their credentials at run time.
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

    fn record_accepted(&self, authorization: &HeaderValue) {
        (**self).record_accepted(authorization);
    }

    fn name(&self) -> &'static str {
        (**self).name()
    }

    fn account(&self, headers: &HeaderMap) -> Uuid {
        (**self).account(headers)
    }
}

/// The result of authenticating a request: success, an error, or a future that returns either.
#[must_use = "this `Authentication` may contain an error, or a future that adds the credentials: return it, or await \
              it and handle the error"]
pub struct Authentication<'a>(pub(crate) AuthenticationProgress<'a>);

pub(crate) enum AuthenticationProgress<'a> {
    Done(Ready<Result<(), BoxError>>),
    Pending(Pin<Box<dyn Future<Output = Result<(), BoxError>> + Send + 'a>>),
}

impl<'a> Authentication<'a> {
    /// Creates the result for a request to which all credentials have been added. Return it from
    /// [`Authenticate::authenticate`].
    pub fn done() -> Self {
        Ok(()).into()
    }

    /// Creates the result for a request whose credentials have not been added yet. `future` adds them, and is awaited
    /// right before the request is sent. Return the result from [`Authenticate::authenticate`].
    pub fn pending(future: impl Future<Output = Result<(), BoxError>> + Send + 'a) -> Self {
        Self(AuthenticationProgress::Pending(Box::pin(future)))
    }

    /// Returns the result, or `None` if a future has to be awaited.
    pub(crate) fn result_if_done(self) -> Option<Result<(), BoxError>> {
        match self.0 {
            AuthenticationProgress::Done(result) => Some(result.into_inner()),
            AuthenticationProgress::Pending(_) => None,
        }
    }
}

impl From<Result<(), BoxError>> for Authentication<'_> {
    fn from(result: Result<(), BoxError>) -> Self {
        Self(AuthenticationProgress::Done(ready(result)))
    }
}

impl Future for Authentication<'_> {
    type Output = Result<(), BoxError>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        match &mut self.0 {
            AuthenticationProgress::Done(result) => Pin::new(result).poll(cx),
            AuthenticationProgress::Pending(future) => future.as_mut().poll(cx),
        }
    }
}

impl fmt::Debug for Authentication<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if matches!(self.0, AuthenticationProgress::Done(_)) {
            "Authentication(done)"
        } else {
            "Authentication(pending)"
        })
    }
}

/// Credentials for a service without authentication: requests are sent unchanged.
#[derive(Debug, Clone, Copy, Default)]
pub struct Anonymous;

impl Authenticate for Anonymous {
    fn authenticate<'a>(&'a self, _: Unauthenticated<'a>) -> Authentication<'a> {
        Authentication::done()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use http::header::ACCEPT;

    use super::*;

    /// Whether [`Other`] has received an accepted header.
    static ACCEPTED: AtomicBool = AtomicBool::new(false);

    /// Credentials that override every method of [`Authenticate`] with a result that differs from the default.
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

        fn record_accepted(&self, authorization: &HeaderValue) {
            assert_eq!(authorization, "accepted");
            ACCEPTED.store(true, Ordering::SeqCst);
        }

        fn name(&self) -> &'static str {
            "the token"
        }

        fn account(&self, _: &HeaderMap) -> Uuid {
            Uuid::max()
        }
    }

    #[test]
    fn boxed_credentials_behave_like_unboxed_credentials() {
        let boxed: Box<dyn Authenticate> = Box::new(Other);
        // The function is generic, so that `summarize(&boxed)` calls the implementation for `Box`. With a `&dyn
        // Authenticate`, the call would bypass that implementation.
        fn summarize(it: &impl Authenticate) -> String {
            let (mut headers, mut url) = (HeaderMap::new(), "http://localhost".parse().unwrap());
            let mut authenticated = None;
            unauthenticated::tests::apply_change(&mut url, &mut headers, |request| {
                authenticated = it.authenticate(request).result_if_done()
            });
            let secrets = it.secrets().redact_text("s3cret-key");
            let at = it.check_at(&"http://localhost".parse().unwrap());
            let checks = (it.check(), at, it.check_headers(&headers), it.renew(&HeaderValue::from_static("a")));
            let names = it.query_names(&Operation::new("getThing", "GET", "/thing")).concat();
            format!("{authenticated:?} {headers:?} {secrets} {checks:?} {names} {} {}", it.name(), it.account(&headers))
        }
        assert_eq!(summarize(&boxed), summarize(&Other));
        <Box<dyn Authenticate> as Authenticate>::record_accepted(&boxed, &HeaderValue::from_static("accepted"));
        assert!(ACCEPTED.load(Ordering::SeqCst));
        assert_ne!(summarize(&boxed), summarize(&Anonymous));
    }
}
