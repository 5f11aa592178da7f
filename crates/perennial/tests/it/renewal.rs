//! Tests of authentication that takes time, such as renewing a token.

use std::fmt;
use std::future::pending;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::{poll, stream};
use loopback::{Response, Server};
use perennial::authenticate::{Authentication, Secrets, TemporaryFailure, Unauthenticated};
use perennial::error::TransportFailure;
use perennial::http::{HeaderName, HeaderValue, Method};
use perennial::interceptor::{Attempt, BoxError, Interceptor};
use perennial::reqwest::Body;
use perennial::{Authenticate, Core, RetryPolicy, WhenLimited};
use serde::de::IgnoredAny;
use tokio::task::yield_now;

use crate::support::{LIMITED, api, builder, call, client, invalid, limited, quick, transport};

/// The end of a token renewal that does not succeed.
#[derive(Clone, Copy)]
enum End {
    Fails,
    Hangs,
    /// The failure is temporary.
    IsAway,
}

/// Authenticates each attempt with its own token, `t0ken-number-1` and so on. The runtime does not know that the header
/// contains a secret.
#[derive(Clone, Default)]
struct Renewed(Arc<State>);

#[derive(Default)]
struct State {
    renewals: AtomicU32,
    token: Mutex<String>,
    end: Option<(u32, End)>,
}

impl Renewed {
    fn ending(at: u32, end: End) -> Self {
        Self(Arc::new(State { end: Some((at, end)), ..State::default() }))
    }

    fn renewals(&self) -> u32 {
        self.0.renewals.load(Ordering::SeqCst)
    }
}

impl Authenticate for Renewed {
    fn authenticate<'a>(&'a self, mut request: Unauthenticated<'a>) -> Authentication<'a> {
        Authentication::pending(async move {
            let number = self.0.renewals.fetch_add(1, Ordering::SeqCst) + 1;
            yield_now().await;
            let token = format!("t0ken-number-{number}");
            self.0.token.lock().unwrap().clone_from(&token);
            match self.0.end {
                Some((at, End::Fails)) if number >= at => return Err(format!("{token} is the last one").into()),
                Some((at, End::Hangs)) if number >= at => pending().await,
                Some((at, End::IsAway)) if number == at => return Err(TemporaryFailure::new("it is away").into()),
                _ => {}
            }
            request.set_header(HeaderName::from_static("x-token"), HeaderValue::try_from(token)?);
            Ok(())
        })
    }

    fn secrets(&self) -> Secrets {
        [self.0.token.lock().unwrap().clone().into()].into_iter().collect()
    }
}

impl fmt::Debug for Renewed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Renewed(…)")
    }
}

fn received_tokens(server: &Server) -> Vec<String> {
    server.received().iter().map(|request| request.header("x-token").concat()).collect()
}

fn limited_client(server: &Server, renewed: &Renewed, when_limited: WhenLimited) -> Core {
    let builder = Core::builder(&LIMITED, &[], server.url(), renewed.clone()).rate_limit(when_limited);
    builder.retry(RetryPolicy::none()).build().unwrap()
}

fn used_permits(client: &Core) -> u32 {
    client.limits()[0].used()
}

#[tokio::test]
async fn credentials_are_requested_once_for_each_attempt() {
    let server = Server::start([Response::new(503, ""), Response::new(200, "{}"), Response::new(200, "{}")]);
    let renewed = Renewed::default();
    let client = builder(&server, renewed.clone()).retry(quick()).build().unwrap();
    call(&client).await.unwrap();
    assert_eq!(
        (received_tokens(&server), renewed.renewals()),
        (vec!["t0ken-number-1".into(), "t0ken-number-2".into()], 2)
    );
    call(&client).await.unwrap();
    assert_eq!((received_tokens(&server).len(), renewed.renewals()), (3, 3));
}

#[tokio::test]
async fn streamed_body_is_sent_once_and_completely_after_token_renewal() {
    let server = Server::start([Response::new(503, ""), Response::new(200, "{}")]);
    let renewed = Renewed::default();
    let client = builder(&server, renewed.clone()).retry(quick()).build().unwrap();
    let body = Body::wrap_stream(stream::iter([Ok::<_, std::io::Error>("some "), Ok("text")]));
    let error = client.request(Method::PUT, "/books/7").body("text/plain", body).send::<IgnoredAny>().await;
    assert_eq!(api(error.unwrap_err()).attempts(), 1);
    assert_eq!(server.only().body(), "5\r\nsome \r\n4\r\ntext\r\n0\r\n\r\n");
    assert_eq!((received_tokens(&server), renewed.renewals()), (vec!["t0ken-number-1".into()], 1));
}

#[tokio::test]
async fn sends_a_repeatable_body_completely_in_each_attempt() {
    let server = Server::start([Response::new(429, ""), Response::new(200, "{}")]);
    let client = builder(&server, Renewed::default()).retry(quick()).build().unwrap();
    client.request(Method::POST, "/books").json(&[7]).send::<IgnoredAny>().await.unwrap();
    assert_eq!(server.received().iter().map(|request| request.body().to_owned()).collect::<Vec<_>>(), ["[7]", "[7]"]);
    assert_eq!(received_tokens(&server), ["t0ken-number-1", "t0ken-number-2"]);
}

#[tokio::test]
async fn token_is_not_renewed_for_calls_that_are_not_sent() {
    let server = Server::repeating(Response::new(200, "{}"));
    let renewed = Renewed::default();
    let failing = limited_client(&server, &renewed, WhenLimited::Fail);
    let refused = failing.request(Method::GET, "/books/../users").send::<IgnoredAny>().await;
    invalid(refused.unwrap_err());
    invalid(call(&failing.with_timeout(Duration::ZERO)).await.unwrap_err());
    assert_eq!((renewed.renewals(), used_permits(&failing)), (0, 0));
    for _ in 0..2 {
        call(&failing).await.unwrap();
    }
    limited(call(&failing).await.unwrap_err());
    assert_eq!(renewed.renewals(), 2);

    let waiting = limited_client(&server, &renewed, WhenLimited::Wait);
    for _ in 0..2 {
        call(&waiting).await.unwrap();
    }
    assert!(poll!(Box::pin(call(&waiting))).is_pending());
    assert_eq!((renewed.renewals(), server.received().len()), (4, 4));
}

#[tokio::test]
async fn token_renewal_ends_at_the_deadline_of_the_call() {
    let server = Server::json("{}");
    let renewed = Renewed::ending(1, End::Hangs);
    let client = limited_client(&server, &renewed, WhenLimited::Fail).with_deadline(Duration::from_millis(200));
    let error = transport(call(&client).await.unwrap_err());
    assert_eq!((error.failure(), error.attempts(), error.was_sent()), (TransportFailure::Deadline, 0, false));
    assert!(error.to_string().contains("the deadline of 0.2 s passed before the request was sent"), "{error}");
    assert_eq!((renewed.renewals(), used_permits(&client)), (1, 0));
    assert_eq!(server.connections(), 0);
}

#[tokio::test]
async fn token_renewal_ends_at_the_timeout_of_an_attempt() {
    let server = Server::json("{}");
    let client = client(&server, Renewed::ending(1, End::Hangs)).with_timeout(Duration::from_millis(50));
    let error = transport(call(&client).await.unwrap_err());
    assert_eq!((error.failure(), error.attempts(), error.was_sent()), (TransportFailure::NoToken, 0, false));
    assert!(error.to_string().ends_with(": authentication took longer than the timeout of an attempt"), "{error}");
    assert_eq!(server.connections(), 0);
}

#[tokio::test]
async fn call_dropped_during_token_renewal_releases_its_permit() {
    let server = Server::json("{}");
    let client = limited_client(&server, &Renewed::ending(1, End::Hangs), WhenLimited::Fail);
    let mut dropped = Box::pin(call(&client));
    assert!(poll!(&mut dropped).is_pending());
    assert_eq!(used_permits(&client), 1);
    drop(dropped);
    assert_eq!((used_permits(&client), server.connections()), (0, 0));
}

#[tokio::test]
async fn call_is_not_sent_if_the_token_renewal_fails() {
    let server = Server::json("{}");
    let client = limited_client(&server, &Renewed::ending(1, End::Fails), WhenLimited::Fail);
    let error = call(&client).await.unwrap_err();
    assert_eq!(error.attempts(), 0);
    assert_eq!(invalid(error).reason(), "the request cannot be authenticated: ************** is the last one");
    assert_eq!((used_permits(&client), server.connections()), (0, 0));
}

#[tokio::test]
async fn attempt_that_temporarily_cannot_authenticate_uses_no_permit() {
    let server = Server::start([Response::new(200, "{}"), Response::new(200, "{}")]);
    let renewed = Renewed::ending(1, End::IsAway);
    let client = limited_client(&server, &renewed, WhenLimited::Fail);
    let error = transport(call(&client).await.unwrap_err());
    assert_eq!((error.failure(), used_permits(&client), renewed.renewals()), (TransportFailure::NoToken, 0, 1));

    let renewed = Renewed::ending(1, End::IsAway);
    let client = limited_client(&server, &renewed, WhenLimited::Fail).with_retry(quick());
    call(&client).await.unwrap();
    assert_eq!((used_permits(&client), renewed.renewals(), server.received().len()), (1, 2, 1));
}

#[tokio::test]
async fn call_returns_the_previous_error_if_a_retry_cannot_authenticate() {
    // Authentication that takes too long is repeated, within the retries of the call.
    for (end, renewals) in [(End::Fails, 2), (End::Hangs, 3)] {
        let server = Server::start([Response::new(503, "")]);
        let renewed = Renewed::ending(2, end);
        let client = builder(&server, renewed.clone()).retry(quick()).timeout(Duration::from_secs(2));
        let error = call(&client.build().unwrap()).await.unwrap_err();
        assert_eq!((error.status().map(|status| status.as_u16()), error.attempts()), (Some(503), 1));
        assert_eq!((server.received().len(), renewed.renewals()), (1, renewals));
    }
}

#[tokio::test]
async fn redacts_a_renewed_token_that_an_error_repeats() {
    let echo = |number: u32| format!(r#"{{"message":"no t0ken-number-{number}"}}"#);
    let header = [("x-echo", "t0ken-number-2")];
    let server = Server::start([Response::new(503, echo(1)), Response::with_headers(401, &header, echo(2))]);
    let client = builder(&server, Renewed::default()).retry(quick()).build().unwrap();
    let error = call(&client).await.unwrap_err();
    let shown = format!("{error} {error:?} {error:#?} {}", error.chain());
    assert!(!shown.contains("t0ken") && shown.contains("**************"), "{shown}");
    let error = api(error);
    assert_eq!((error.attempts(), error.body()), (2, r#"{"message":"no **************"}"#));
    assert_eq!(error.headers()["x-echo"], "**************");
}

/// Sets a new `authorization` header in each attempt: `Bearer s3cret-number-1` and so on.
#[derive(Default)]
struct SetsNewAuthorization(AtomicU32);

impl Interceptor for SetsNewAuthorization {
    fn before(&self, attempt: &mut Attempt<'_>) -> Result<(), BoxError> {
        let number = self.0.fetch_add(1, Ordering::SeqCst) + 1;
        Ok(attempt.set_header("authorization", &format!("Bearer s3cret-number-{number}"))?)
    }
}

#[tokio::test]
async fn redacts_the_secrets_of_an_earlier_attempt_in_the_error_of_a_later_one() {
    let body = r#"{"message":"t0ken-number-1 s3cret-number-1 t0ken-number-2 s3cret-number-2"}"#;
    let header = [("x-echo", "t0ken-number-1 s3cret-number-1")];
    let server = Server::start([Response::new(503, ""), Response::with_headers(400, &header, body)]);
    let builder = builder(&server, Renewed::default()).retry(quick()).interceptor(SetsNewAuthorization::default());
    let error = call(&builder.build().unwrap()).await.unwrap_err();
    let shown = format!("{error} {error:?} {error:#?} {}", error.chain());
    assert!(!shown.contains("t0ken") && !shown.contains("s3cret"), "{shown}");
    let error = api(error);
    let (token, secret) = ("*".repeat(14), "*".repeat(15));
    assert_eq!(error.headers()["x-echo"], format!("{token} {secret}"));
    assert_eq!(error.body(), format!(r#"{{"message":"{token} {secret} {token} {secret}"}}"#));
    assert_eq!(
        (error.attempts(), received_tokens(&server)),
        (2, vec!["t0ken-number-1".into(), "t0ken-number-2".into()])
    );
}
