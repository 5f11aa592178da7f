//! Tokens that may expire, and their providers.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use super::{BearerToken, TokenHttp};
use crate::error::BoxError;
use crate::secret::{IntoSecret, Secrets};

/// A token that may expire, sent in the header `Authorization: Bearer …`.
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
    /// Creates a token that is valid until the service refuses the token with status 401.
    ///
    /// # Errors
    ///
    /// Same as [`BearerToken::new`].
    pub fn new(token: impl IntoSecret) -> Result<Self, &'static str> {
        Ok(Self { bearer: BearerToken::new(token)?, lifetime: None })
    }

    /// Sets how long the token is valid, counted from now. By default, the token is valid until the service refuses it.
    ///
    /// The token is renewed when a tenth of `lifetime` is left, or when a minute is left if a tenth is longer than a
    /// minute.
    #[must_use]
    pub fn expires_in(self, lifetime: Duration) -> Self {
        Self { lifetime: Some(lifetime), ..self }
    }
}

/// A source of tokens for a client, such as [`ClientCredentials`](crate::ClientCredentials).
///
/// A token is requested when a call needs a token and no token is valid: before the first call, after the token
/// expired, and after the service refused it with 401. If the service refuses every token, the third token is requested
/// after a second, and each further token after twice the previous pause, up to a minute. During a pause, calls are
/// sent with the refused token.
///
/// All calls that wait in the same Tokio runtime share one request. The request may take as long as an attempt. Each
/// call waits until its own deadline. If a call is dropped, the request continues when another call waits for the
/// token.
///
/// Shortly before a token expires, one call renews it, while other calls are sent with the old token. If the renewal
/// fails, or takes longer than half the timeout of an attempt, that call is sent with the old token as well. After a
/// failure, the provider is called again after the backoff of the retry policy, or after the wait that a
/// [`TemporaryFailure`](super::TemporaryFailure) requests. Calls without a valid token wait during that pause if the
/// failure was temporary. After any other failure, the pause is at least a second, and calls without a valid token fail
/// with the same error. If the pause is longer than the [`max_wait`](crate::RetryPolicy::max_wait) of a call, or its
/// policy allows no retries, that call fails at once, and its error returns the remaining pause as `retry_after()`.
/// Unless the provider requests a longer wait, a pause ends after at most a minute.
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
    /// Any error prevents the attempt, in the same way as an error of
    /// [`Authenticate::authenticate`](super::Authenticate::authenticate). After a
    /// [`TemporaryFailure`](super::TemporaryFailure), the token is requested again.
    fn token<'a>(&'a self, request: TokenRequest<'a>) -> TokenFuture<'a>;

    /// Returns the secrets that must not appear in errors, spans or `Debug` output, in addition to the tokens. By
    /// default, there are none.
    fn secrets(&self) -> Secrets {
        Secrets::default()
    }

    /// Checks whether tokens can be requested for a client. An error prevents the client from being built. By default,
    /// the check succeeds.
    ///
    /// `token_url` is the token URL that the client's document declares, if any. This method is called when the
    /// provider is set and when the client is built. A relative URL is resolved against the base URL of the client, or
    /// against `https://localhost` if the base URL is not known yet.
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

/// The HTTP client and token URL that a [`TokenProvider`] may use to request a token.
#[derive(Clone, Copy, Debug)]
pub struct TokenRequest<'a> {
    pub(crate) http: &'a TokenHttp,
    pub(crate) token_url: Option<&'a str>,
}

impl<'a> TokenRequest<'a> {
    /// Returns an HTTP client with the settings of the API client.
    ///
    /// It is usually the HTTP client for the calls. That client has no certificates if all its base URLs use `http` and
    /// a loopback address. In this case, the first call of this method creates a second HTTP client, which trusts the
    /// platform's certificates. If they cannot be loaded, the HTTP client for the calls is returned.
    pub fn http(&self) -> &'a reqwest::Client {
        self.http.for_https().unwrap_or_else(|_| self.http.for_plain_http())
    }

    /// Returns the token URL that the document declares for the OAuth 2 flow `clientCredentials`, if any. A relative
    /// URL has been resolved against the client's base URL.
    pub fn token_url(&self) -> Option<&'a str> {
        self.token_url
    }
}

/// An argument of a method that sets a token: either a token ([`IntoSecret`]), or a provider of tokens
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

/// A marker type. The compiler infers it as the parameter `Form` of [`IntoTokens`] if the argument is a single token
/// ([`IntoSecret`]).
#[derive(Debug)]
pub enum Fixed {}

/// A marker type. The compiler infers it as the parameter `Form` of [`IntoTokens`] if the argument is a
/// [`TokenProvider`].
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
