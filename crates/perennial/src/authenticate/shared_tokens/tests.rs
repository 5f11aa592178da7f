use std::collections::VecDeque;
use std::fmt;
use std::future::pending;

use futures_util::{FutureExt as _, poll};
use tokio::time::{advance, sleep};

use super::*;
use crate::authenticate::{Token, TokenFuture, TokenHttp};

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
    http: TokenHttp,
    retry: RetryPolicy,
}

impl Scene {
    fn new(answers: impl IntoIterator<Item = Answer>) -> Self {
        let provider = Arc::new(Scripted(Mutex::new(answers.into_iter().collect())));
        let retry = RetryPolicy::none().base_delay(SECOND).max_delay(SECOND);
        let tokens = Tokens::new(Arc::<Scripted>::clone(&provider));
        Self { tokens, provider, http: TokenHttp::shared_with_calls(reqwest::Client::new()), retry }
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
    assert_eq!(scene.token().await.unwrap_err().to_string(), "the token provider panicked");
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
