//! Tokens that may expire, and their providers.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use super::{BearerToken, TokenHttp};
use crate::error::BoxError;
use crate::secret::{IntoSecret, Secrets};

/// A token that is sent in the header `Authorization: Bearer …`, and that may expire.
///
/// ```
/// use std::time::Duration;
///
/// use perennial::authenticate::Token;
///
/// let token = Token::new("s3cret")?.expires_in(Duration::from_secs(3600));
/// # let _ = token;
/// # Ok::<(), &'static str>(())
/// ```
#[derive(Clone, Debug)]
pub struct Token {
    pub(super) bearer: BearerToken,
    pub(super) lifetime: Option<Duration>,
}

impl Token {
    /// Creates a token without an expiry time. The token is used until the service refuses it with status 401.
    ///
    /// # Errors
    ///
    /// Same as [`BearerToken::new`].
    pub fn new(token: impl IntoSecret) -> Result<Self, &'static str> {
        Ok(Self { bearer: BearerToken::new(token)?, lifetime: None })
    }

    /// Sets how long the token is valid, counted from now. By default, the token is valid until the service refuses it.
    ///
    /// The client renews the token when a tenth of `lifetime` is left, but no earlier than a minute before the token
    /// expires.
    #[must_use]
    pub fn expires_in(self, lifetime: Duration) -> Self {
        Self { lifetime: Some(lifetime), ..self }
    }
}

/// Returns tokens for the requests of a client, for example from an OAuth 2 token endpoint
/// ([`ClientCredentials`](crate::ClientCredentials)).
///
/// The client requests a token when a call needs one and no token is valid: for the first call, after the token has
/// expired, and after the service has refused the token with 401. If the service refuses every token, the client
/// requests the fourth token after a second, and each further token after twice the previous pause, up to a minute.
/// During a pause, calls are sent with the refused token.
///
/// All calls that wait in the same Tokio runtime share one request for a token. This request may take as long as the
/// timeout of an attempt, and each call waits until its own deadline. If a waiting call is dropped, the request
/// continues as soon as another call waits for it.
///
/// Shortly before a token expires, one call renews it, while other calls are sent with the old token. If the renewal
/// fails, or takes longer than half the timeout of an attempt, the renewing call is also sent with the old token.
///
/// After a failure, the client pauses before it calls the provider again. The pause is the backoff of the retry policy,
/// at most a minute, unless a [`TemporaryFailure`](super::TemporaryFailure) requests a longer pause. After a failure
/// that is not temporary, the pause is at least a second. During the pause, calls with a valid token are sent, and
/// calls without one:
///
/// - wait for the end of the pause after a `TemporaryFailure`. If the pause is longer than the
///   [`max_wait`](crate::RetryPolicy::max_wait) of a call, or the policy of the call allows no retries, the call fails
///   at once, and its error returns the remaining pause as `retry_after()`.
/// - fail with the same error after a failure that is not temporary.
///
/// ```
/// use perennial::authenticate::{Token, TokenFuture, TokenProvider, TokenRequest};
///
/// #[derive(Debug)]
/// struct FromFile;
///
/// impl TokenProvider for FromFile {
///     fn token<'a>(&'a self, _: TokenRequest<'a>) -> TokenFuture<'a> {
///         Box::pin(async { Ok(Token::new(std::fs::read_to_string("token")?.trim_end())?) })
///     }
/// }
/// ```
pub trait TokenProvider: fmt::Debug + Send + Sync + 'static {
    /// Returns a new token.
    ///
    /// # Errors
    ///
    /// An error prevents the attempt, like an error of
    /// [`Authenticate::authenticate`](super::Authenticate::authenticate). After a
    /// [`TemporaryFailure`](super::TemporaryFailure), the token is requested again.
    fn token<'a>(&'a self, request: TokenRequest<'a>) -> TokenFuture<'a>;

    /// Returns the secrets to redact in errors, spans and `Debug` output, in addition to the tokens. Defaults to none.
    fn secrets(&self) -> Secrets {
        Secrets::default()
    }

    /// Checks whether the provider can request tokens. If the check fails, the client is not built. By default, the
    /// check succeeds.
    ///
    /// This method is called when the provider is set, and again when the client is built. `token_url` is the token URL
    /// in the client's document, if any. A relative URL is resolved against the base URL of the client. When the
    /// provider is set, the base URL is not known yet, so a relative URL is resolved against `https://localhost`.
    ///
    /// # Errors
    ///
    /// Returns the reason why no tokens can be requested, such as `has no token URL`.
    fn check(&self, token_url: Option<&str>) -> Result<(), String> {
        let _ = token_url;
        Ok(())
    }
}

/// The future that [`TokenProvider::token`] returns.
pub type TokenFuture<'a> = Pin<Box<dyn Future<Output = Result<Token, BoxError>> + Send + 'a>>;

/// The HTTP client and the token URL with which a [`TokenProvider`] may request a token.
#[derive(Clone, Copy, Debug)]
pub struct TokenRequest<'a> {
    pub(crate) http: &'a TokenHttp,
    pub(crate) token_url: Option<&'a str>,
}

impl<'a> TokenRequest<'a> {
    /// Returns an HTTP client with the settings of the API client, such as its proxy.
    ///
    /// Usually, this is the HTTP client that sends the calls. That client has no certificates if the base URL and all
    /// allowed servers use plain `http` with a loopback address. In this case, the first call of this method creates a
    /// second HTTP client, which trusts the platform's certificates. If the certificates cannot be loaded, the method
    /// returns the HTTP client that sends the calls.
    pub fn http(&self) -> &'a reqwest::Client {
        self.http.for_https().unwrap_or_else(|_| self.http.for_plain_http())
    }

    /// Returns the token URL that the document declares for the OAuth 2 flow `clientCredentials`, if any. A relative
    /// URL has been resolved against the client's base URL.
    pub fn token_url(&self) -> Option<&'a str> {
        self.token_url
    }
}

/// Implemented by the arguments of methods that set a token: single tokens ([`IntoSecret`]) and providers of tokens
/// ([`TokenProvider`]).
pub trait IntoTokens<Form> {
    #[doc(hidden)]
    fn into_tokens(self) -> AnyTokens;
}

#[doc(hidden)]
#[allow(missing_debug_implementations)]
pub struct AnyTokens(pub(super) TokenSource);

pub(super) enum TokenSource {
    Fixed(Result<BearerToken, &'static str>),
    Provider(Arc<dyn TokenProvider>),
}

/// A marker type for the type parameter `Form` of [`IntoTokens`]. The compiler infers it if a single token
/// ([`IntoSecret`]) is passed.
#[derive(Debug)]
pub enum Fixed {}

/// A marker type for the type parameter `Form` of [`IntoTokens`]. The compiler infers it if a [`TokenProvider`] is
/// passed.
#[derive(Debug)]
pub enum Provided {}

impl<T: IntoSecret> IntoTokens<Fixed> for T {
    fn into_tokens(self) -> AnyTokens {
        AnyTokens(TokenSource::Fixed(BearerToken::new(self)))
    }
}

impl<P: TokenProvider> IntoTokens<Provided> for P {
    fn into_tokens(self) -> AnyTokens {
        AnyTokens(TokenSource::Provider(Arc::new(self)))
    }
}
