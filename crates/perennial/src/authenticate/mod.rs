//! The credentials that authenticate the requests of a client.
//!
//! A client contains one value that implements [`Authenticate`]. Before each attempt, the client calls
//! [`authenticate`](Authenticate::authenticate) on this value to add headers, query parameters or cookies to the
//! request. For most services, the value is a [`BearerToken`]. For a service without authentication, it is
//! [`Anonymous`].

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

/// Implemented by credentials, such as [`BearerToken`]. A client calls [`authenticate`](Self::authenticate) to add its
/// credentials to each request.
///
/// `Debug` must not show a secret, because the `Debug` output of a client includes its credentials.
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
    /// Adds the credentials to a request. Called before each attempt, including retries.
    ///
    /// If `Client::with_headers` sets a header that this method also sets, the value from `with_headers` is sent.
    ///
    /// If authentication takes time, for example to renew a token, or must happen right before the request is sent,
    /// return a future ([`Authentication::pending`]). The client awaits the future right before it sends the attempt,
    /// after any wait for the rate limit. The future may take as long as the timeout of an attempt, but not beyond the
    /// deadline of the call. The client may drop a future without polling it, and call this method again.
    ///
    /// # Errors
    ///
    /// An error prevents the attempt. The call then fails with [`Error::InvalidRequest`](crate::Error::InvalidRequest),
    /// which contains the reason. However, if an earlier attempt of the call was sent, the call fails with the error of
    /// the last attempt that was sent.
    ///
    /// After a [`TemporaryFailure`], or if authentication takes longer than the timeout of an attempt, the client calls
    /// this method again, as often as the retry policy allows. If authentication still fails, the call fails with
    /// [`Error::Transport`](crate::Error::Transport).
    fn authenticate<'a>(&'a self, request: Unauthenticated<'a>) -> Authentication<'a>;

    /// Checks the credentials when a client is built. If the check fails, the client is not built. By default, the
    /// check succeeds.
    ///
    /// # Errors
    ///
    /// Returns the reason why requests cannot be authenticated, such as ``the API key is missing: set it with
    /// `api_key(…)` ``. The reason becomes part of an error message, so it must not contain a secret.
    fn check(&self) -> Result<(), String> {
        Ok(())
    }

    /// Checks the credentials like [`check`](Self::check), but also receives the base URL of the client. By default,
    /// calls `check`.
    #[doc(hidden)]
    fn check_at(&self, base_url: &Url) -> Result<(), String> {
        let _ = base_url;
        self.check()
    }

    /// Checks the `headers` of a request before the request is sent. They include the headers that derived clients and
    /// interceptors set. By default, the check succeeds.
    ///
    /// # Errors
    ///
    /// Returns the reason why the request must not be sent, such as ``the client has no API key: derive a client with
    /// `with_api_key(…)` ``.
    fn check_headers(&self, headers: &HeaderMap) -> Result<(), String> {
        let _ = headers;
        Ok(())
    }

    /// Returns the secrets to redact in errors, spans and `Debug` output, for example because a response repeats them.
    /// Defaults to none. The value of the header `authorization` is always redacted.
    fn secrets(&self) -> Secrets {
        Secrets::default()
    }

    /// Returns the names of the query parameters that [`authenticate`](Self::authenticate) may add to a request for
    /// `operation`. Defaults to none.
    ///
    /// If the URL of a listing's next page contains these parameters, the client removes them from the URL, because
    /// `authenticate` adds them again.
    fn query_names(&self, operation: &Operation) -> Vec<&str> {
        let _ = operation;
        Vec::new()
    }

    /// Returns whether the credentials can replace the `authorization` header that the service `refused` with status
    /// 401, for example by a header with a new token. Defaults to `false`.
    ///
    /// If this method returns `true`, the request is authenticated again. If the request then has a different
    /// `authorization` header, it is sent once more, regardless of its method and of the retry policy.
    fn renew(&self, refused: &HeaderValue) -> bool {
        let _ = refused;
        false
    }

    /// Called after a request with this `authorization` header received a response with a status other than 401. Does
    /// nothing by default.
    #[doc(hidden)]
    fn record_accepted(&self, authorization: &HeaderValue) {
        let _ = authorization;
    }

    /// Returns how error messages refer to the credentials, for example as `the API key`. Defaults to `the
    /// credentials`.
    fn name(&self) -> &'static str {
        "the credentials"
    }

    /// Returns the account to which a request belongs. Rate limits are counted separately for each account. By default,
    /// all requests belong to one account.
    ///
    /// `headers` are the headers that a derived client adds to the request. They may select an account other than the
    /// account of the credentials. To derive a UUID from an account id in a different format, use `Uuid::new_v5`, which
    /// the feature `rate-limit` enables.
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

/// The return type of [`Authenticate::authenticate`]: success, an error, or a future that resolves to one of them.
#[must_use = "this `Authentication` may contain an error, or a future that adds the credentials: return it, or await \
              it and handle the error"]
pub struct Authentication<'a>(pub(crate) AuthenticationProgress<'a>);

pub(crate) enum AuthenticationProgress<'a> {
    Done(Ready<Result<(), BoxError>>),
    Pending(Pin<Box<dyn Future<Output = Result<(), BoxError>> + Send + 'a>>),
}

impl<'a> Authentication<'a> {
    /// Creates the result that reports that all credentials have been added to the request.
    pub fn done() -> Self {
        Ok(()).into()
    }

    /// Creates the result for a request whose credentials cannot be added immediately. The client awaits `future`,
    /// which adds them, right before it sends the request.
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

/// No credentials, for a service without authentication. Requests are sent unchanged.
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
