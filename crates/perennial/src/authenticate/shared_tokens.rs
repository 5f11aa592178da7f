//! Stores the token of a provider until it expires or is refused, and requests each new token only once.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use http::header::AUTHORIZATION;
use http::{HeaderMap, HeaderValue};

use super::renewals::Renewals;
use super::shared_request::SharedRequest;
use super::temporary_failure::{TemporaryFailure, TokenPause};
use super::tokens::{Token, TokenProvider, TokenRequest};
use crate::clock::{Instant, timeout};
use crate::error::{BoxError, chain};
use crate::retry::RetryPolicy;
use crate::secret::Secrets;

/// The longest time between the renewal of a token and its expiry. A token is renewed when a tenth of its lifetime is
/// left, or this time if that is shorter.
const MAX_RENEWED_EARLY: Duration = Duration::from_secs(60);
/// The longest pause between two requests for a token, even if the provider requests a longer one.
const LONGEST_PAUSE: Duration = Duration::from_secs(24 * 60 * 60);
/// The shortest pause after a permanent failure, such as refused credentials. Without this pause, a service might lock
/// the account, because each call would send the refused credentials again.
const PAUSE_AFTER_REFUSAL: Duration = Duration::from_secs(1);
/// The longest pause if the provider requests none. The backoff of one call's policy may be longer, but the pause
/// applies to all calls.
const LONGEST_BACKOFF: Duration = Duration::from_secs(60);

/// The number of replaced tokens that are remembered. A call that the service refused with one of these tokens is
/// repeated with the current token.
const REMEMBERED_TOKENS: usize = 8;
const TOO_LATE: &str = "the request for a token timed out";

/// A provider and its current token, which a client shares with the clients derived from it.
#[derive(Clone)]
pub(super) struct Tokens(Arc<SharedTokens>);

struct SharedTokens {
    provider: Arc<dyn TokenProvider>,
    state: Mutex<TokenState>,
}

/// The token that the provider returned, or its error.
type TokenAnswer = Result<HeaderValue, TokenFailure>;

#[derive(Default)]
struct TokenState {
    token: Option<HeaderValue>,
    /// The tokens before `token`, the latest one last: at most [`REMEMBERED_TOKENS`].
    replaced: VecDeque<HeaderValue>,
    renewals: Renewals,
    /// The time at which `token` is to be renewed; `None` if it does not expire.
    renewed_at: Option<Instant>,
    /// The time at which `token` expires; `None` if it does not expire.
    expires_at: Option<Instant>,
    /// The requests for a token that calls wait for: at most one for each runtime.
    requests: Vec<SharedRequest<TokenAnswer>>,
    /// The error that the provider returned last; `None` if it returned a token.
    failure: Option<TokenFailure>,
    /// The number of failed requests since the last token.
    failures: usize,
    /// The time before which no further token is requested.
    paused_until: Option<Instant>,
}

/// An error of the provider, with secrets redacted.
#[derive(Clone, Debug, PartialEq)]
enum TokenFailure {
    Permanent(String),
    Temporary(TemporaryFailure),
}

impl From<TokenFailure> for BoxError {
    fn from(failure: TokenFailure) -> Self {
        match failure {
            TokenFailure::Permanent(reason) => reason.into(),
            TokenFailure::Temporary(failure) => failure.into(),
        }
    }
}

impl SharedTokens {
    fn lock_state(&self) -> MutexGuard<'_, TokenState> {
        // The lock is used even if it is poisoned, because no panic can leave the state inconsistent.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Tokens {
    pub(super) fn new(provider: Arc<dyn TokenProvider>) -> Self {
        Self(Arc::new(SharedTokens { provider, state: Mutex::default() }))
    }

    fn lock_state(&self) -> MutexGuard<'_, TokenState> {
        self.0.lock_state()
    }

    pub(super) fn check(&self, token_url: Option<&str>) -> Result<(), String> {
        self.0.provider.check(token_url)
    }

    pub(super) fn secrets(&self) -> Secrets {
        self.0.provider.secrets()
    }

    /// Returns the current token, unless it has expired, or is due for renewal and no other call is renewing it.
    pub(super) fn current(&self) -> Option<HeaderValue> {
        let state = self.lock_state();
        state.unexpired_token().filter(|_| !state.is_renewal_due())
    }

    /// Returns the current token, or the token of a request that all calls without a valid token share. `retry`
    /// determines the pause after a failure. `time` is the time that authentication may take. `limit` is the time that
    /// a request for a token may take.
    ///
    /// If the token is due for renewal but has not expired, the call waits for the new token for half of `time`. If the
    /// renewal fails or takes longer, the old token is returned for as long as it is valid.
    pub(super) async fn current_or_new(
        &self,
        request: TokenRequest<'_>,
        retry: &RetryPolicy,
        time: Duration,
        limit: Duration,
    ) -> Result<HeaderValue, BoxError> {
        let (shared, is_early) = {
            let mut state = self.lock_state();
            let unexpired = state.unexpired_token();
            let is_early = unexpired.is_some();
            match unexpired {
                Some(token) if !state.is_renewal_due() => return Ok(token),
                // The pause begins before the request, in case this call is dropped while it waits.
                Some(_) => state.pause(retry, None),
                None => {}
            }
            let shared = match state.request_in_flight() {
                Some(shared) => shared,
                None => {
                    if let Some(failure) = state.failure_before_this_call().filter(|_| !is_early) {
                        return Err(failure.into());
                    }
                    let shared = self.begin_request(request, retry, limit);
                    state.requests.push(shared.clone());
                    shared
                }
            };
            (shared, is_early)
        };
        if !is_early {
            return Ok(self.wait_for(shared, retry).await?);
        }
        let answer = timeout(time / 2, self.wait_for(shared.clone(), retry)).await;
        match (answer, self.lock_state().unexpired_token()) {
            (Ok(Ok(token)), _) | (_, Some(token)) => return Ok(token),
            (Ok(Err(failure)), None) => return Err(failure.into()),
            (Err(_), None) => {}
        }
        Ok(self.wait_for(shared, retry).await?)
    }

    /// Creates a request for a token. The answer is recorded as soon as the provider returns it.
    fn begin_request(
        &self,
        TokenRequest { http, token_url }: TokenRequest<'_>,
        retry: &RetryPolicy,
        limit: Duration,
    ) -> SharedRequest<TokenAnswer> {
        let (http, token_url, retry) = (http.clone(), token_url.map(str::to_owned), retry.clone());
        let provider = Arc::clone(&self.0.provider);
        // The state contains the request, so the request must not keep the state alive.
        let tokens: Weak<SharedTokens> = Arc::downgrade(&self.0);
        let answer = async move {
            let answer = provider.token(TokenRequest { http: &http, token_url: token_url.as_deref() }).await;
            let secrets = provider.secrets();
            match tokens.upgrade() {
                Some(tokens) => tokens.lock_state().record_answer(answer, secrets, &retry),
                // No call is left that could receive the answer.
                None => Err(TokenFailure::Permanent("the client is gone".to_owned())),
            }
        };
        SharedRequest::new(limit, answer, || {
            Err(TokenFailure::Permanent("the provider of the token panicked".to_owned()))
        })
    }

    /// Waits for the answer to a request. If the time limit of the request passes, that counts as a temporary failure.
    async fn wait_for(&self, shared: SharedRequest<TokenAnswer>, retry: &RetryPolicy) -> TokenAnswer {
        if let Some(answer) = shared.clone().wait().await {
            return answer;
        }
        let mut state = self.lock_state();
        if state.remove_request(&shared) {
            return state.record_answer(Err(TemporaryFailure::new(TOO_LATE).into()), self.secrets(), retry);
        }
        // Another call has recorded the failure, or has begun another request.
        let pause = Some(TokenPause { remaining: state.remaining_pause(), is_new: true });
        let late = TokenFailure::Temporary(TemporaryFailure { pause, ..TemporaryFailure::new(TOO_LATE) });
        state.unexpired_token().ok_or(late)
    }

    /// Drops the current token if it is `refused`, unless the service refuses every token and the pause between
    /// [`Renewals`] has not passed. Returns whether `refused` has been dropped or renewed, by this call or by another.
    pub(super) fn renew(&self, refused: &HeaderValue) -> bool {
        let mut state = self.lock_state();
        if state.token.as_ref() != Some(refused) {
            return state.replaced.contains(refused);
        }
        let is_renewed = state.renewals.try_begin();
        if is_renewed && let Some(token) = state.token.take() {
            state.remember_replaced(token);
        }
        is_renewed
    }

    /// Records that the service accepted the token `accepted`. Tokens other than the current one are ignored.
    pub(super) fn record_accepted(&self, accepted: &HeaderValue) {
        let mut state = self.lock_state();
        if state.token.as_ref() == Some(accepted) {
            state.renewals.reset();
        }
    }
}

impl TokenState {
    fn unexpired_token(&self) -> Option<HeaderValue> {
        self.token.clone().filter(|_| !has_come(self.expires_at))
    }

    /// Returns whether the time of the renewal has come, and no other call is renewing the token.
    fn is_renewal_due(&self) -> bool {
        let is_renewing = || self.requests.iter().any(|request| request.is_in_flight() && request.is_awaited());
        has_come(self.renewed_at) && self.remaining_pause().is_zero() && !is_renewing()
    }

    /// Returns the request that a call in the current runtime can wait for, and drops requests that are over.
    fn request_in_flight(&mut self) -> Option<SharedRequest<TokenAnswer>> {
        self.requests.retain(SharedRequest::is_in_flight);
        self.requests.iter().find(|request| request.is_in_current_runtime()).cloned()
    }

    /// Drops a request, and returns whether it was still stored.
    fn remove_request(&mut self, request: &SharedRequest<TokenAnswer>) -> bool {
        let before = self.requests.len();
        self.requests.retain(|other| !other.is_same(request));
        self.requests.len() < before
    }

    fn remaining_pause(&self) -> Duration {
        self.paused_until.map_or(Duration::ZERO, |until| until.saturating_duration_since(Instant::now()))
    }

    /// Returns the last failure if the pause after it has not passed.
    fn failure_before_this_call(&self) -> Option<TokenFailure> {
        let remaining = self.remaining_pause();
        let failure = match self.failure.as_ref().filter(|_| !remaining.is_zero())? {
            TokenFailure::Temporary(failure) => failure,
            permanent @ TokenFailure::Permanent(_) => return Some(permanent.clone()),
        };
        let pause = Some(TokenPause { remaining, is_new: false });
        let failure = TemporaryFailure { pause, retry_after: Some(remaining), ..failure.clone() };
        Some(TokenFailure::Temporary(failure))
    }

    /// Stores the provider's answer, a token or an error, and returns it. In the error, `secrets` and earlier tokens
    /// are redacted.
    fn record_answer(
        &mut self,
        answer: Result<Token, BoxError>,
        secrets: Secrets,
        retry: &RetryPolicy,
    ) -> Result<HeaderValue, TokenFailure> {
        match answer {
            Ok(token) => {
                (self.failure, self.failures, self.paused_until) = (None, 0, None);
                Ok(self.store_token(&token))
            }
            Err(error) => {
                let tokens = self.token.iter().chain(&self.replaced).map(|token| (AUTHORIZATION, token.clone()));
                let secrets = secrets.with_authorization_of(&HeaderMap::from_iter(tokens));
                let reason = secrets.redact_text(&chain(&*error, None));
                let failure = match error.downcast::<TemporaryFailure>() {
                    Ok(temporary) => {
                        self.pause(retry, temporary.retry_after);
                        let pause = Some(TokenPause { remaining: self.remaining_pause(), is_new: true });
                        TokenFailure::Temporary(TemporaryFailure { reason, pause, ..*temporary })
                    }
                    Err(_) => {
                        self.pause_after_refusal(retry);
                        TokenFailure::Permanent(reason)
                    }
                };
                self.failures += 1;
                Err(self.failure.insert(failure).clone())
            }
        }
    }

    fn store_token(&mut self, Token { bearer, lifetime }: &Token) -> HeaderValue {
        // A time beyond the range of the clock becomes `None`, as if the token never expired.
        let after = |time: Duration| Instant::now().checked_add(time);
        self.expires_at = lifetime.and_then(after);
        self.renewed_at = lifetime.and_then(|lifetime| after(lifetime - MAX_RENEWED_EARLY.min(lifetime / 10)));
        let token = bearer.header();
        if let Some(replaced) = self.token.replace(token.clone()) {
            self.remember_replaced(replaced);
        }
        token
    }

    fn remember_replaced(&mut self, token: HeaderValue) {
        self.replaced.retain(|earlier| *earlier != token);
        self.replaced.push_back(token);
        if self.replaced.len() > REMEMBERED_TOKENS {
            self.replaced.pop_front();
        }
    }

    /// Begins the pause after a permanent failure.
    fn pause_after_refusal(&mut self, retry: &RetryPolicy) {
        self.pause(retry, None);
        let shortest = Instant::now().checked_add(PAUSE_AFTER_REFUSAL);
        self.paused_until = self.paused_until.max(shortest);
    }

    /// Begins the pause after a failed request. Unless the provider `requested` a pause, the pause ends no later than
    /// the lifetime of the current token.
    fn pause(&mut self, retry: &RetryPolicy, requested: Option<Duration>) {
        let now = Instant::now();
        let longest = if requested.is_some() { LONGEST_PAUSE } else { LONGEST_BACKOFF };
        let end = now.checked_add(retry.pause_after_failures(self.failures, requested).min(longest));
        let expires_at = self.expires_at.filter(|at| requested.is_none() && *at > now && self.token.is_some());
        self.paused_until = end.into_iter().chain(expires_at).min();
    }
}

/// Returns whether the clock has reached this time. `None` stands for never.
fn has_come(time: Option<Instant>) -> bool {
    time.is_some_and(|time| time <= Instant::now())
}

#[cfg(test)]
mod tests {
    use std::fmt;
    use std::future::pending;

    use futures_util::{FutureExt as _, poll};
    use tokio::time::{advance, sleep};

    use super::*;
    use crate::authenticate::TokenFuture;

    const SECOND: Duration = Duration::from_secs(1);
    const LIFETIME: Duration = Duration::from_secs(20);

    enum Answer {
        /// A token that is valid for [`LIFETIME`].
        Token(&'static str),
        Permanent(&'static str),
        Temporary(TemporaryFailure),
        /// The provider never answers.
        Nothing,
        /// A token that the provider returns after this time.
        Later(Duration, &'static str),
        Panic,
    }

    /// A provider that returns the answers of a list, one for each request.
    #[derive(Default)]
    struct Scripted(Mutex<VecDeque<Answer>>);

    impl fmt::Debug for Scripted {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("Scripted")
        }
    }

    impl TokenProvider for Scripted {
        fn token<'a>(&'a self, _: TokenRequest<'a>) -> TokenFuture<'a> {
            Box::pin(async {
                let answer = self.0.lock().unwrap().pop_front();
                match answer.expect("there should be an answer") {
                    Answer::Token(text) => Ok(Token::new(text)?.expires_in(LIFETIME)),
                    Answer::Permanent(reason) => Err(reason.into()),
                    Answer::Temporary(failure) => Err(failure.into()),
                    Answer::Nothing => pending().await,
                    Answer::Later(time, text) => {
                        sleep(time).await;
                        Ok(Token::new(text)?.expires_in(LIFETIME))
                    }
                    Answer::Panic => panic!("the provider panics"),
                }
            })
        }
    }

    struct Scene {
        tokens: Tokens,
        provider: Arc<Scripted>,
        http: reqwest::Client,
        retry: RetryPolicy,
    }

    impl Scene {
        fn new(answers: impl IntoIterator<Item = Answer>) -> Self {
            let provider = Arc::new(Scripted(Mutex::new(answers.into_iter().collect())));
            let retry = RetryPolicy::none().base_delay(SECOND).max_delay(SECOND);
            let tokens = Tokens::new(Arc::<Scripted>::clone(&provider));
            Self { tokens, provider, http: reqwest::Client::new(), retry }
        }

        /// Creates a scene whose token `first` is due for renewal. The provider returns the token `second` after a tenth
        /// of a second. A pause is shorter than a second.
        async fn due_for_renewal() -> Self {
            let mut scene = Self::new([Answer::Token("first"), Answer::Later(SECOND / 10, "second")]);
            scene.retry = RetryPolicy::none().base_delay(SECOND / 2).max_delay(SECOND / 2);
            scene.token().await.unwrap();
            advance(18 * SECOND).await;
            scene
        }

        async fn token(&self) -> Result<String, BoxError> {
            let token = match self.tokens.current() {
                Some(token) => token,
                None => {
                    let request = TokenRequest { http: &self.http, token_url: None };
                    self.tokens.current_or_new(request, &self.retry, 10 * SECOND, 10 * SECOND).await?
                }
            };
            Ok(token.to_str()?.trim_start_matches("Bearer ").to_owned())
        }

        fn remaining_answers(&self) -> usize {
            self.provider.0.lock().unwrap().len()
        }
    }

    fn temporary(reason: &str) -> Answer {
        Answer::Temporary(TemporaryFailure::new(reason))
    }

    fn tokens() -> Tokens {
        Tokens::new(Arc::new(Scripted::default()))
    }

    fn record(tokens: &Tokens, answer: Result<Token, BoxError>) -> Result<HeaderValue, TokenFailure> {
        tokens.lock_state().record_answer(answer, Secrets::default(), &RetryPolicy::none())
    }

    fn record_token(tokens: &Tokens, text: &str, lifetime: Option<Duration>) -> HeaderValue {
        let token = Token::new(text).unwrap();
        record(tokens, Ok(lifetime.map_or(token.clone(), |lifetime| token.expires_in(lifetime)))).unwrap()
    }

    #[tokio::test(start_paused = true)]
    async fn token_is_renewed_before_its_lifetime_ends() {
        for (lifetime, valid_for) in [(600, 540), (601, 541), (6_000, 5_940), (100, 90), (0, 0)] {
            let tokens = tokens();
            record_token(&tokens, "token", Some(Duration::from_secs(lifetime)));
            assert_eq!(tokens.current().is_some(), valid_for > 0, "{lifetime}");
            advance(Duration::from_secs(valid_for)).await;
            advance(Duration::from_millis(100)).await;
            assert_eq!(tokens.current(), None, "{lifetime}");
        }
        for endless in [None, Some(Duration::MAX)] {
            let tokens = tokens();
            record_token(&tokens, "token", endless);
            advance(Duration::from_secs(1_000_000)).await;
            assert!(tokens.current().is_some());
        }
    }

    #[test]
    fn refusal_of_an_earlier_token_does_not_drop_the_current_token() {
        let tokens = tokens();
        let [first, second] = ["first", "second"].map(|text| Token::new(text).unwrap().bearer.header());
        assert!(!tokens.renew(&first));
        record_token(&tokens, "first", None);
        // A second call that was refused with the first token does not drop the new one.
        assert!(tokens.renew(&first) && tokens.current().is_none());
        record_token(&tokens, "second", None);
        assert!(tokens.renew(&first));
        assert_eq!(tokens.current(), Some(second));
        assert!(!tokens.renew(&HeaderValue::from_static("Bearer other")));
    }

    #[tokio::test(start_paused = true)]
    async fn accepted_token_ends_the_pauses_between_renewals() {
        let tokens = tokens();
        for number in 0..20 {
            let token = record_token(&tokens, &format!("token-{number}"), None);
            tokens.record_accepted(&token);
            assert!(tokens.renew(&token), "{number}");
            tokens.record_accepted(&token);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn acceptance_of_an_earlier_token_does_not_end_the_pauses_between_renewals() {
        let tokens = tokens();
        let mut earlier = HeaderValue::from_static("Bearer other");
        for (text, renews) in [("first", true), ("second", true), ("third", false)] {
            let token = record_token(&tokens, text, None);
            tokens.record_accepted(&earlier);
            assert_eq!(tokens.renew(&token), renews);
            earlier = token;
        }
    }

    #[test]
    fn refusal_of_any_remembered_token_is_answered_with_the_current_token() {
        let tokens = tokens();
        let issued: Vec<_> = (0..12).map(|number| record_token(&tokens, &format!("token-{number}"), None)).collect();
        // The last token is the current one, and the 8 tokens before it are remembered.
        let renewed: Vec<_> = issued[..11].iter().map(|token| tokens.renew(token)).collect();
        assert_eq!(renewed, [[false; 3].as_slice(), &[true; 8]].concat());
        assert_eq!(tokens.current().as_ref(), issued.last());
    }

    #[test]
    fn refusal_of_a_token_that_the_provider_returned_twice_is_not_answered_during_the_pause() {
        let tokens = tokens();
        let token = record_token(&tokens, "token", None);
        for renews in [true, true, false, false] {
            assert_eq!(tokens.renew(&token), renews);
            record_token(&tokens, "token", None);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn permanent_failure_is_returned_to_all_calls_until_a_pause_has_passed() {
        for delay in [Duration::ZERO, SECOND] {
            let answers = ["first", "second"].map(Answer::Permanent).into_iter();
            let mut scene = Scene::new(answers.chain([Answer::Token("token")]));
            scene.retry = RetryPolicy::none().base_delay(delay).max_delay(delay);
            for reason in ["first", "second"] {
                for _ in 0..10 {
                    assert_eq!(scene.token().await.unwrap_err().to_string(), reason);
                    advance(SECOND / 20).await;
                }
                // The jitter makes the pause up to twice as long as the backoff.
                advance(SECOND / 2 + delay).await;
            }
            assert_eq!(scene.token().await.unwrap(), "token");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn next_call_receives_the_token_that_a_dropped_call_requested() {
        let scene = Scene::new([Answer::Later(SECOND, "token")]);
        assert!(timeout(3 * SECOND / 5, scene.token()).await.is_err());
        assert_eq!(timeout(3 * SECOND / 5, scene.token()).await.unwrap().unwrap(), "token");
    }

    #[tokio::test(start_paused = true)]
    async fn call_that_is_not_polled_does_not_block_other_calls() {
        let scene = Scene::new([Answer::Later(SECOND, "token")]);
        let mut unpolled = Box::pin(scene.token());
        assert!(poll!(&mut unpolled).is_pending());
        assert_eq!(timeout(5 * SECOND, scene.token()).await.unwrap().unwrap(), "token");
        assert_eq!(unpolled.await.unwrap(), "token");
    }

    #[tokio::test(start_paused = true)]
    async fn next_call_requests_another_token_after_the_time_limit_of_a_dropped_request() {
        let scene = Scene::new([Answer::Nothing, Answer::Token("token")]);
        assert!(timeout(SECOND, scene.token()).await.is_err());
        advance(8 * SECOND).await;
        assert!(timeout(SECOND / 2, scene.token()).await.is_err());
        assert_eq!(scene.remaining_answers(), 1);
        advance(SECOND / 2).await;
        assert_eq!(scene.token().await.unwrap(), "token");
    }

    #[tokio::test(start_paused = true)]
    async fn time_limit_of_a_token_request_is_a_temporary_failure_of_all_waiting_calls() {
        let scene = Scene::new([Answer::Nothing, Answer::Token("token")]);
        let (first, second) = tokio::join!(scene.token(), scene.token());
        for error in [first.unwrap_err(), second.unwrap_err()] {
            let failure = error.downcast::<TemporaryFailure>().unwrap();
            assert_eq!((&*failure.reason, failure.pause.unwrap().is_new), (TOO_LATE, true));
            assert!(failure.pause.unwrap().remaining >= SECOND, "{failure:?}");
        }
        assert_eq!(scene.remaining_answers(), 1);
    }

    #[tokio::test(start_paused = true)]
    async fn next_call_requests_a_token_after_the_provider_panicked() {
        let scene = Scene::new([Answer::Panic, Answer::Token("token")]);
        assert_eq!(scene.token().await.unwrap_err().to_string(), "the provider of the token panicked");
        assert_eq!(scene.token().await.unwrap(), "token");
    }

    #[test]
    fn call_does_not_wait_for_the_token_request_of_another_runtime() {
        let scene = Scene::new([Answer::Later(SECOND, "first"), Answer::Token("second")]);
        let runtime = || tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let stopped = runtime();
        let mut unpolled = Box::pin(scene.token());
        assert!(stopped.block_on(async { poll!(&mut unpolled) }).is_pending());
        assert_eq!(runtime().block_on(scene.token()).unwrap(), "second");
    }

    #[tokio::test(start_paused = true)]
    async fn token_is_used_until_it_expires_if_its_early_renewal_fails() {
        for failure in [Answer::Permanent("invalid_client"), temporary("503"), Answer::Nothing] {
            let scene = Scene::new([Answer::Token("first"), failure, Answer::Token("second")]);
            assert_eq!(scene.token().await.unwrap(), "first");
            advance(18 * SECOND).await;
            // A renewal that hangs takes half of the 10 seconds that authentication may take, so the token expires.
            let hangs = matches!(scene.provider.0.lock().unwrap().front(), Some(Answer::Nothing));
            match scene.token().await {
                Ok(token) => assert!(token == "first" && !hangs),
                Err(error) => assert!(hangs, "{error}"),
            }
            assert_eq!(scene.remaining_answers(), 1);
            advance(5 * SECOND).await;
            assert_eq!(scene.token().await.unwrap(), "second");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn early_renewal_pauses_after_a_failure() {
        let wait = TemporaryFailure::new("429").with_retry_after(2 * SECOND / 5);
        let mut scene = Scene::new([Answer::Token("first"), Answer::Temporary(wait), Answer::Token("second")]);
        scene.retry = RetryPolicy::none().base_delay(SECOND / 10);
        scene.token().await.unwrap();
        advance(18 * SECOND).await;
        for _ in 0..4 {
            assert_eq!((scene.token().await.unwrap(), scene.remaining_answers()), ("first".to_owned(), 1));
            advance(SECOND / 10).await;
        }
        advance(SECOND / 5).await;
        assert_eq!((scene.token().await.unwrap(), scene.remaining_answers()), ("second".to_owned(), 0));
    }

    #[tokio::test(start_paused = true)]
    async fn pause_that_the_provider_does_not_request_is_at_most_a_minute() {
        let hour = 3_600 * SECOND;
        let mut scene = Scene::new([temporary("503"), Answer::Token("token")]);
        scene.retry = RetryPolicy::default().base_delay(hour).max_delay(hour);
        let failure = scene.token().await.unwrap_err().downcast::<TemporaryFailure>().unwrap();
        assert_eq!((failure.retry_after, failure.pause.unwrap().remaining), (None, 60 * SECOND));
        advance(59 * SECOND).await;
        let failure = scene.token().await.unwrap_err().downcast::<TemporaryFailure>().unwrap();
        assert_eq!(failure.retry_after, Some(SECOND));
        advance(SECOND).await;
        assert_eq!(scene.token().await.unwrap(), "token");
    }

    #[tokio::test(start_paused = true)]
    async fn other_calls_use_the_old_token_during_its_early_renewal() {
        let scene = Scene::due_for_renewal().await;
        let mut renewing = Box::pin(scene.token());
        assert!(poll!(&mut renewing).is_pending());
        // The pause has passed, but the first call still waits for the new token.
        advance(SECOND).await;
        assert_eq!(scene.token().now_or_never().unwrap().unwrap(), "first");
        assert_eq!(renewing.await.unwrap(), "second");
    }

    #[tokio::test(start_paused = true)]
    async fn early_renewal_of_a_dropped_call_is_continued_after_a_pause() {
        let scene = Scene::due_for_renewal().await;
        let mut renewing = Box::pin(scene.token());
        assert!(poll!(&mut renewing).is_pending());
        drop(renewing);
        assert_eq!(scene.token().now_or_never().unwrap().unwrap(), "first");
        // The jitter makes the pause at most twice as long as the backoff.
        advance(SECOND).await;
        assert_eq!((scene.token().await.unwrap(), scene.remaining_answers()), ("second".to_owned(), 0));
    }

    #[tokio::test(start_paused = true)]
    async fn call_waits_for_the_renewal_if_the_old_token_expires_in_the_meantime() {
        let scene = Scene::new([Answer::Token("first"), Answer::Later(6 * SECOND, "second")]);
        scene.token().await.unwrap();
        advance(18 * SECOND).await;
        assert_eq!(scene.token().await.unwrap(), "second");
    }

    #[tokio::test(start_paused = true)]
    async fn call_during_the_pause_after_a_failure_learns_its_remaining_time() {
        let wait = TemporaryFailure::new("429").with_retry_after(100 * SECOND);
        let scene = Scene::new([Answer::Temporary(wait), Answer::Token("token")]);
        let failure = |error: BoxError| *error.downcast::<TemporaryFailure>().unwrap();
        let first = failure(scene.token().await.unwrap_err());
        assert_eq!((first.retry_after, first.pause.unwrap().is_new), (Some(100 * SECOND), true));
        let pause = first.pause.unwrap().remaining;
        // The jitter is at most a tenth of the requested wait.
        assert!((100 * SECOND..110 * SECOND).contains(&pause), "{pause:?}");
        advance(30 * SECOND).await;
        let second = failure(scene.token().await.unwrap_err());
        let remaining = pause - 30 * SECOND;
        assert_eq!(second.pause, Some(TokenPause { remaining, is_new: false }));
        assert_eq!((second.retry_after, second.reason), (Some(remaining), "429".to_owned()));
        advance(remaining).await;
        assert_eq!(scene.token().await.unwrap(), "token");
    }
}
