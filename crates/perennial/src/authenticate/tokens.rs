//! Requests tokens from a provider, and stores each token until it expires or is refused.

use std::fmt;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::lock::Mutex as AsyncMutex;
use http::header::AUTHORIZATION;
use http::{HeaderMap, HeaderValue};

use super::BearerToken;
use super::renewals::Renewals;
use crate::clock::Instant;
use crate::error::{BoxError, chain};
use crate::secret::{IntoSecret, Secrets};

/// A token is renewed when a tenth of its lifetime is left, but no earlier than this long before it expires.
const MAX_RENEWED_EARLY: Duration = Duration::from_secs(60);

/// A token that may expire, sent as `Authorization: Bearer …`.
#[derive(Clone, Debug)]
pub struct Token {
    bearer: BearerToken,
    lifetime: Option<Duration>,
}

impl Token {
    /// Creates a token that is valid until the service refuses it with 401.
    ///
    /// # Errors
    ///
    /// Same as [`BearerToken::new`].
    pub fn new(token: impl IntoSecret) -> Result<Self, &'static str> {
        Ok(Self { bearer: BearerToken::new(token)?, lifetime: None })
    }

    /// Sets how long the token is valid from now on. It is renewed when a tenth of `lifetime` is left, or a minute if
    /// that is less.
    #[must_use]
    pub fn expires_in(self, lifetime: Duration) -> Self {
        Self { lifetime: Some(lifetime), ..self }
    }
}

/// Provides the tokens of a client, as [`ClientCredentials`](crate::ClientCredentials) does.
///
/// A token is requested when a call needs a token and no token is valid: before the first call, after the token
/// expired, and after the service refused it with 401. All calls that wait at the same time share one request. If the
/// service refuses every token, the third token is requested after a second, and each further token after twice the
/// previous pause, up to a minute. During a pause, calls are sent with the refused token. A call waits for a token
/// until its deadline, and no longer than the timeout of an attempt.
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
    /// [`Authenticate::authenticate`](super::Authenticate::authenticate).
    fn token<'a>(&'a self, request: TokenRequest<'a>) -> TokenFuture<'a>;

    /// Returns the secrets that must not appear in errors, spans or `Debug` output, in addition to the tokens. By
    /// default, there are none.
    fn secrets(&self) -> Secrets {
        Secrets::default()
    }

    /// Refuses a client if no tokens can be requested for it. `token_url` is the token URL that the client's document
    /// declares, if any. This method is called when the provider is set and when the client is built. A relative URL is
    /// resolved against the base URL of the client, or against `https://localhost` if the base URL is not known yet. By
    /// default, every client is accepted.
    ///
    /// # Errors
    ///
    /// Returns the reason, such as `has no URL for tokens`.
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
    pub(crate) http: &'a reqwest::Client,
    pub(crate) token_url: Option<&'a str>,
}

impl<'a> TokenRequest<'a> {
    /// Returns the HTTP client that also sends the client's calls.
    pub fn http(&self) -> &'a reqwest::Client {
        self.http
    }

    /// Returns the token URL that the document declares for the OAuth 2 flow `clientCredentials`, if any. A relative
    /// URL has been resolved against the client's base URL.
    pub fn token_url(&self) -> Option<&'a str> {
        self.token_url
    }
}

/// A token ([`IntoSecret`]) or a provider of tokens ([`TokenProvider`]).
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

/// Selects the implementation of [`IntoTokens`] for a single token.
#[derive(Debug)]
pub enum Fixed {}

/// Selects the implementation of [`IntoTokens`] for a provider of tokens.
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

/// A provider and its current token, which a client shares with the clients derived from it.
#[derive(Clone)]
pub(super) struct Tokens(Arc<SharedTokens>);

struct SharedTokens {
    provider: Arc<dyn TokenProvider>,
    state: Mutex<TokenState>,
    /// Locked while a call requests a token, so that other calls wait for that token instead of requesting their own.
    request_lock: AsyncMutex<()>,
}

#[derive(Default)]
struct TokenState {
    token: Option<HeaderValue>,
    replaced: Option<HeaderValue>,
    renewals: Renewals,
    /// The time at which `token` is to be renewed; `None` if it does not expire.
    renewed_at: Option<Instant>,
    /// The number of tokens and errors that the provider has returned.
    answers: u64,
    /// The error that the provider returned last; `None` if it returned a token.
    failure: Option<String>,
}

impl Tokens {
    pub(super) fn new(provider: Arc<dyn TokenProvider>) -> Self {
        Self(Arc::new(SharedTokens { provider, state: Mutex::default(), request_lock: AsyncMutex::new(()) }))
    }

    fn lock_state(&self) -> MutexGuard<'_, TokenState> {
        // A poisoned lock can be used: no panic can leave the state inconsistent.
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn check(&self, token_url: Option<&str>) -> Result<(), String> {
        self.0.provider.check(token_url)
    }

    pub(super) fn secrets(&self) -> Secrets {
        self.0.provider.secrets()
    }

    /// Returns the current token; `None` if there is none, or if it is due for renewal.
    pub(super) fn current(&self) -> Option<HeaderValue> {
        self.lock_state().valid_token()
    }

    /// Returns the current token or requests a new one. Calls that arrive in the meantime wait for the same token.
    pub(super) async fn current_or_new(
        &self,
        http: &reqwest::Client,
        token_url: Option<&str>,
    ) -> Result<HeaderValue, BoxError> {
        let answers = self.lock_state().answers;
        let _request_lock = self.0.request_lock.lock().await;
        if let Some(known) = self.lock_state().answer_since(answers) {
            return Ok(known?);
        }
        let answer = self.0.provider.token(TokenRequest { http, token_url }).await;
        Ok(self.lock_state().record_answer(answer, self.secrets())?)
    }

    /// Drops the current token if it is `refused`, unless the service refuses every token and the pause between
    /// [`Renewals`] has not passed. Returns whether the next request will have a different token.
    pub(super) fn renew(&self, refused: &HeaderValue) -> bool {
        let mut state = self.lock_state();
        if state.token.as_ref() == Some(refused) && state.renewals.try_begin() {
            state.replaced = state.token.take();
        }
        // The result is also `true` if another call has already dropped or renewed the refused token.
        state.replaced.as_ref() == Some(refused)
    }
}

impl TokenState {
    fn valid_token(&self) -> Option<HeaderValue> {
        let is_old = self.renewed_at.is_some_and(|at| at <= Instant::now());
        self.token.clone().filter(|_| !is_old)
    }

    /// Returns the provider's last answer (a token or an error) if more than `answers` answers have arrived. Otherwise
    /// returns the current token if it is still valid.
    fn answer_since(&self, answers: u64) -> Option<Result<HeaderValue, String>> {
        match (&self.failure, &self.token) {
            (Some(failure), _) if self.answers != answers => Some(Err(failure.clone())),
            (None, Some(token)) if self.answers != answers => Some(Ok(token.clone())),
            _ => self.valid_token().map(Ok),
        }
    }

    /// Stores the provider's answer, a token or an error, and returns it. In the error, `secrets` and earlier tokens
    /// are redacted.
    fn record_answer(&mut self, answer: Result<Token, BoxError>, secrets: Secrets) -> Result<HeaderValue, String> {
        self.answers += 1;
        let answer = answer.map_err(|error| {
            let tokens = self.token.iter().chain(&self.replaced).map(|token| (AUTHORIZATION, token.clone()));
            secrets.with_authorization_of(&HeaderMap::from_iter(tokens)).redact_text(&chain(&*error, None))
        });
        self.failure = answer.as_ref().err().cloned();
        let Token { bearer, lifetime } = answer?;
        // If the time is beyond the range of the clock, the token is never renewed.
        let renewed_at =
            |lifetime: Duration| Instant::now().checked_add(lifetime - MAX_RENEWED_EARLY.min(lifetime / 10));
        self.renewed_at = lifetime.and_then(renewed_at);
        let token = bearer.header();
        if let Some(replaced) = self.token.replace(token.clone()) {
            self.replaced = Some(replaced);
        }
        Ok(token)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A provider that is never called: the tests pass its answers to `record_answer`.
    #[derive(Debug)]
    struct Silent;

    impl TokenProvider for Silent {
        fn token<'a>(&'a self, _: TokenRequest<'a>) -> TokenFuture<'a> {
            Box::pin(async { Err("there is none".into()) })
        }
    }

    fn tokens_of_silent_provider() -> Tokens {
        Tokens::new(Arc::new(Silent))
    }

    fn record_token(tokens: &Tokens, text: &str, lifetime: Option<Duration>) -> HeaderValue {
        let token = Token::new(text).unwrap();
        tokens
            .lock_state()
            .record_answer(
                Ok(lifetime.map_or(token.clone(), |lifetime| token.expires_in(lifetime))),
                Secrets::default(),
            )
            .unwrap()
    }

    #[tokio::test(start_paused = true)]
    async fn token_is_renewed_before_its_lifetime_ends() {
        for (lifetime, valid_for) in [(600, 540), (601, 541), (6_000, 5_940), (100, 90), (0, 0)] {
            let tokens = tokens_of_silent_provider();
            record_token(&tokens, "token", Some(Duration::from_secs(lifetime)));
            assert_eq!(tokens.current().is_some(), valid_for > 0, "{lifetime}");
            tokio::time::advance(Duration::from_secs(valid_for)).await;
            tokio::time::advance(Duration::from_millis(100)).await;
            assert_eq!(tokens.current(), None, "{lifetime}");
        }
        for endless in [None, Some(Duration::MAX)] {
            let tokens = tokens_of_silent_provider();
            record_token(&tokens, "token", endless);
            tokio::time::advance(Duration::from_secs(1_000_000)).await;
            assert!(tokens.current().is_some());
        }
    }

    #[test]
    fn refusal_of_an_earlier_token_does_not_drop_the_current_token() {
        let tokens = tokens_of_silent_provider();
        let [first, second] = ["first", "second"].map(|text| Token::new(text).unwrap().bearer.header());
        assert!(!tokens.renew(&first));
        record_token(&tokens, "first", None);
        // Even if a second call is refused with the first token, the new token is kept.
        assert!(tokens.renew(&first) && tokens.current().is_none());
        record_token(&tokens, "second", None);
        assert!(tokens.renew(&first));
        assert_eq!(tokens.current(), Some(second));
        assert!(!tokens.renew(&HeaderValue::from_static("Bearer other")));
    }

    #[test]
    fn token_response_is_returned_only_to_calls_that_waited_for_it() {
        let tokens = tokens_of_silent_provider();
        let answers = tokens.lock_state().answers;
        tokens.lock_state().record_answer(Err("it is away".into()), Secrets::default()).unwrap_err();
        assert_eq!(tokens.lock_state().answer_since(answers), Some(Err("it is away".to_owned())));
        assert_eq!(tokens.lock_state().answer_since(answers + 1), None);
        let token = record_token(&tokens, "token", Some(Duration::ZERO));
        assert_eq!(tokens.lock_state().answer_since(answers + 1), Some(Ok(token)));
        assert_eq!(tokens.lock_state().answer_since(answers + 2), None);
    }
}
