//! Tokens that a provider gives, each kept for as long as it is good.

use std::fmt;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::lock::Mutex as Turn;
use http::header::AUTHORIZATION;
use http::{HeaderMap, HeaderValue};

use super::BearerToken;
use super::renewals::Renewals;
use crate::clock::Instant;
use crate::error::{BoxError, chain};
use crate::secret::{IntoSecret, Secrets};

/// A token is renewed before it ends: after nine tenths of its time, and at most this long before.
const EARLIEST: Duration = Duration::from_secs(60);

/// A token that authenticates requests for a while, as `Authorization: Bearer …`.
#[derive(Clone, Debug)]
pub struct Token {
    bearer: BearerToken,
    lifetime: Option<Duration>,
}

impl Token {
    /// A token that is good until the service refuses it with 401.
    ///
    /// # Errors
    ///
    /// As those of [`BearerToken::new`].
    pub fn new(token: impl IntoSecret) -> Result<Self, &'static str> {
        Ok(Self { bearer: BearerToken::new(token)?, lifetime: None })
    }

    /// Sets how long it is good from now on. It is renewed a little earlier: by a tenth of this time, at most a minute.
    #[must_use]
    pub fn expires_in(self, lifetime: Duration) -> Self {
        Self { lifetime: Some(lifetime), ..self }
    }
}

/// Provides the tokens of a client, such as [`ClientCredentials`](crate::ClientCredentials) does.
///
/// It is asked when a call needs a token and none is good any longer: once for all calls that wait, and again after the
/// service refused one with 401. If the service refuses every token, the third one is requested after a second, and the next ones
/// after pauses that double, up to a minute; meanwhile calls are sent with the token that was refused. A call waits for it within its deadline, and no longer than the timeout of an attempt.
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
    /// A new token.
    ///
    /// # Errors
    ///
    /// Any error prevents the attempt, as one of [`Authenticate::authenticate`](super::Authenticate::authenticate) does.
    fn token<'a>(&'a self, request: TokenRequest<'a>) -> TokenFuture<'a>;

    /// The secrets that no text may show, beside the tokens. By default none.
    fn secrets(&self) -> Secrets {
        Secrets::default()
    }

    /// Refuses a client whose document has this URL for tokens, when it is set and when the client is built. A relative
    /// URL is resolved against the base URL of the client, or against `https://localhost` if that is not known yet. By
    /// default none is refused.
    ///
    /// # Errors
    ///
    /// The reason, such as `has no URL for tokens`.
    fn check(&self, token_url: Option<&str>) -> Result<(), String> {
        let _ = token_url;
        Ok(())
    }
}

/// A token that is on its way.
pub type TokenFuture<'a> = Pin<Box<dyn Future<Output = Result<Token, BoxError>> + Send + 'a>>;

/// What a [`TokenProvider`] may use.
#[derive(Clone, Copy, Debug)]
pub struct TokenRequest<'a> {
    pub(crate) http: &'a reqwest::Client,
    pub(crate) token_url: Option<&'a str>,
}

impl<'a> TokenRequest<'a> {
    /// The HTTP client of the calls.
    pub fn http(&self) -> &'a reqwest::Client {
        self.http
    }

    /// The URL for tokens of client credentials in the document, if that has one. A relative URL is resolved against the
    /// base URL of the client.
    pub fn token_url(&self) -> Option<&'a str> {
        self.token_url
    }
}

/// A token, or what provides tokens: any [`IntoSecret`], or a [`TokenProvider`].
pub trait IntoTokens<Form> {
    #[doc(hidden)]
    fn into_tokens(self) -> AnyTokens;
}

#[doc(hidden)]
#[allow(missing_debug_implementations)]
pub struct AnyTokens(pub(super) Source);

pub(super) enum Source {
    Fixed(Result<BearerToken, &'static str>),
    Provider(Arc<dyn TokenProvider>),
}

/// The form of one token.
#[derive(Debug)]
pub enum Fixed {}

/// The form of tokens that are provided.
#[derive(Debug)]
pub enum Provided {}

impl<T: IntoSecret> IntoTokens<Fixed> for T {
    fn into_tokens(self) -> AnyTokens {
        AnyTokens(Source::Fixed(BearerToken::new(self)))
    }
}

impl<P: TokenProvider> IntoTokens<Provided> for P {
    fn into_tokens(self) -> AnyTokens {
        AnyTokens(Source::Provider(Arc::new(self)))
    }
}

/// The tokens of a provider, of which a client and those derived from it share the present one.
#[derive(Clone)]
pub(super) struct Tokens(Arc<Shared>);

struct Shared {
    provider: Arc<dyn TokenProvider>,
    state: Mutex<State>,
    /// Held by the call that asks the provider, and then by those that waited for that.
    turn: Turn<()>,
}

#[derive(Default)]
struct State {
    token: Option<HeaderValue>,
    /// The one before.
    replaced: Option<HeaderValue>,
    renewals: Renewals,
    /// When the token is renewed, if it ends.
    renewed_at: Option<Instant>,
    /// How often the provider has answered, and why it gave no token the last time.
    answers: u64,
    failure: Option<String>,
}

impl Tokens {
    pub(super) fn new(provider: Arc<dyn TokenProvider>) -> Self {
        Self(Arc::new(Shared { provider, state: Mutex::default(), turn: Turn::new(()) }))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // What is in it is whole at any time.
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn check(&self, token_url: Option<&str>) -> Result<(), String> {
        self.0.provider.check(token_url)
    }

    pub(super) fn secrets(&self) -> Secrets {
        self.0.provider.secrets()
    }

    /// The token, if there is a good one.
    pub(super) fn held(&self) -> Option<HeaderValue> {
        self.state().good()
    }

    /// The token, or a new one, for which all calls wait that come meanwhile.
    pub(super) async fn get(&self, http: &reqwest::Client, token_url: Option<&str>) -> Result<HeaderValue, BoxError> {
        let answers = self.state().answers;
        let _turn = self.0.turn.lock().await;
        if let Some(known) = self.state().known(answers) {
            return Ok(known?);
        }
        let given = self.0.provider.token(TokenRequest { http, token_url }).await;
        Ok(self.state().take(given, self.secrets())?)
    }

    /// Drops the token that was refused, and returns whether the next request has another one. A service that refuses every
    /// token gets another one only after a pause.
    pub(super) fn renew(&self, refused: &HeaderValue) -> bool {
        let mut state = self.state();
        if state.token.as_ref() == Some(refused) && state.renewals.begin() {
            state.replaced = state.token.take();
        }
        // Also where it was renewed for another call.
        state.replaced.as_ref() == Some(refused)
    }
}

impl State {
    /// The token, unless it is time to renew it.
    fn good(&self) -> Option<HeaderValue> {
        let is_old = self.renewed_at.is_some_and(|at| at <= Instant::now());
        self.token.clone().filter(|_| !is_old)
    }

    /// What the provider has answered since there were so many `answers`, or a good token.
    fn known(&self, answers: u64) -> Option<Result<HeaderValue, String>> {
        match (&self.failure, &self.token) {
            (Some(failure), _) if self.answers != answers => Some(Err(failure.clone())),
            (None, Some(token)) if self.answers != answers => Some(Ok(token.clone())),
            _ => self.good().map(Ok),
        }
    }

    /// Keeps what the provider has answered. An error shows none of these secrets, and no token from before.
    fn take(&mut self, given: Result<Token, BoxError>, secrets: Secrets) -> Result<HeaderValue, String> {
        self.answers += 1;
        let given = given.map_err(|error| {
            let tokens = self.token.iter().chain(&self.replaced).map(|token| (AUTHORIZATION, token.clone()));
            secrets.and_of(&HeaderMap::from_iter(tokens)).redact_text(&chain(&*error, None))
        });
        self.failure = given.as_ref().err().cloned();
        let Token { bearer, lifetime } = given?;
        // What a clock cannot tell is far away.
        let renewed_at = |lifetime: Duration| Instant::now().checked_add(lifetime - EARLIEST.min(lifetime / 10));
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

    /// Gives no token by itself: `take` is called with those of the tests.
    #[derive(Debug)]
    struct Silent;

    impl TokenProvider for Silent {
        fn token<'a>(&'a self, _: TokenRequest<'a>) -> TokenFuture<'a> {
            Box::pin(async { Err("there is none".into()) })
        }
    }

    fn tokens() -> Tokens {
        Tokens::new(Arc::new(Silent))
    }

    fn given(tokens: &Tokens, text: &str, lifetime: Option<Duration>) -> HeaderValue {
        let token = Token::new(text).unwrap();
        tokens
            .state()
            .take(Ok(lifetime.map_or(token.clone(), |lifetime| token.expires_in(lifetime))), Secrets::default())
            .unwrap()
    }

    #[tokio::test(start_paused = true)]
    async fn a_token_is_held_for_nine_tenths_of_its_time_or_until_a_minute_before() {
        for (lifetime, held) in [(600, 540), (601, 541), (6_000, 5_940), (100, 90), (0, 0)] {
            let tokens = tokens();
            given(&tokens, "token", Some(Duration::from_secs(lifetime)));
            assert_eq!(tokens.held().is_some(), held > 0, "{lifetime}");
            tokio::time::advance(Duration::from_secs(held)).await;
            tokio::time::advance(Duration::from_millis(100)).await;
            assert_eq!(tokens.held(), None, "{lifetime}");
        }
        for endless in [None, Some(Duration::MAX)] {
            let tokens = tokens();
            given(&tokens, "token", endless);
            tokio::time::advance(Duration::from_secs(1_000_000)).await;
            assert!(tokens.held().is_some());
        }
    }

    #[test]
    fn a_refused_token_is_dropped_once_and_one_of_somebody_else_is_not_ours() {
        let tokens = tokens();
        let [first, second] = ["first", "second"].map(|text| Token::new(text).unwrap().bearer.header());
        assert!(!tokens.renew(&first));
        given(&tokens, "first", None);
        // Two calls were refused; meanwhile there is another token, which stays.
        assert!(tokens.renew(&first) && tokens.held().is_none());
        given(&tokens, "second", None);
        assert!(tokens.renew(&first));
        assert_eq!(tokens.held(), Some(second));
        assert!(!tokens.renew(&HeaderValue::from_static("Bearer other")));
    }

    #[test]
    fn calls_that_waited_for_an_answer_share_it_and_later_ones_do_not() {
        let tokens = tokens();
        let asked = tokens.state().answers;
        tokens.state().take(Err("it is away".into()), Secrets::default()).unwrap_err();
        assert_eq!(tokens.state().known(asked), Some(Err("it is away".to_owned())));
        assert_eq!(tokens.state().known(asked + 1), None);
        let token = given(&tokens, "token", Some(Duration::ZERO));
        assert_eq!(tokens.state().known(asked + 1), Some(Ok(token)));
        assert_eq!(tokens.state().known(asked + 2), None);
    }
}
