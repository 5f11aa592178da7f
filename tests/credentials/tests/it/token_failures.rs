//! Tests of token endpoints that fail temporarily.

use std::time::Duration;

use credentials::authenticate::{TemporaryFailure, TokenFuture, TokenProvider, TokenRequest};
use credentials::error::{TransportError, TransportFailure};
use credentials::{Client, ClientBuilder, ClientCredentials, Error, RetryPolicy};
use futures_util::future::join_all;
use loopback::{Refusing, Response, Server};

/// Returns the default retry policy with almost no backoff.
fn quick() -> RetryPolicy {
    RetryPolicy::default().base_delay(Duration::from_millis(1))
}

fn builder(server: &Server) -> ClientBuilder {
    let credentials = ClientCredentials::new("my-id", "s3cret-of-all").token_url(format!("{}/token", server.url()));
    Client::builder(server.url()).retry(quick()).oauth(credentials)
}

fn client(server: &Server) -> Client {
    builder(server).build().unwrap()
}

fn token() -> Response {
    Response::new(200, r#"{"access_token":"the-token","expires_in":3600}"#)
}

fn ok() -> Response {
    Response::new(200, "{}")
}

fn unavailable() -> Response {
    Response::new(503, r#"{"error":"s3cret-of-all is busy"}"#)
}

fn limited(retry_after: &str) -> Response {
    Response::with_headers(429, &[("retry-after", retry_after)], "")
}

fn targets(server: &Server) -> Vec<String> {
    server.received().iter().map(|request| request.target().to_owned()).collect()
}

#[track_caller]
fn no_token(error: Error) -> TransportError {
    let shown = format!("{error} {error:?} {error:#?} {}", error.chain());
    assert!(!shown.contains("s3cret") && !shown.contains("my-id"), "{shown}");
    assert!(error.is_retryable() && !error.may_have_been_processed(), "{error:?}");
    assert_eq!((error.attempts(), error.error_type(), error.status()), (0, "no_token", None));
    let Error::Transport(error) = error else { panic!("{error:?}") };
    assert_eq!((error.failure(), error.was_sent(), error.is_connect()), (TransportFailure::NoToken, false, false));
    error
}

#[tokio::test]
async fn calls_that_wait_for_a_token_share_the_retry_of_its_request() {
    let server = Server::start([unavailable(), token()].into_iter().chain((0..40).map(|_| ok())));
    let client = client(&server);
    for result in join_all((0..40).map(|_| client.post_oauth().send())).await {
        result.unwrap();
    }
    let targets = targets(&server);
    assert_eq!(targets[..2], ["/token", "/token"]);
    assert_eq!(targets[2..], vec!["/oauth"; 40]);
}

#[tokio::test]
async fn token_request_is_retried_after_a_temporary_failure() {
    for failure in [
        unavailable(),
        Response::new(500, "{}"),
        Response::new(429, ""),
        limited("0"),
        Response::nothing(),
        Response::cut_short(200, "{}"),
    ] {
        let server = Server::start([failure.clone(), token(), ok()]);
        client(&server).post_oauth().send().await.unwrap_or_else(|error| panic!("{failure:?}: {error}"));
        assert_eq!(targets(&server), ["/token", "/token", "/oauth"], "{failure:?}");
    }
}

#[tokio::test]
async fn lasting_failure_of_a_token_endpoint_is_a_transport_error() {
    let reason = "the token endpoint responded with 503 to the client credentials: ************* is busy";
    for (policy, requests) in [(quick(), 3), (quick().max_retries(4), 5), (RetryPolicy::none(), 1)] {
        let server = Server::repeating(unavailable());
        let client = builder(&server).retry(policy).build().unwrap();
        let error = no_token(client.post_oauth().send().await.unwrap_err());
        assert_eq!(error.to_string(), format!("post_oauth: no token for {}/oauth: {reason}", server.url()));
        assert_eq!((error.retry_after(), targets(&server)), (None, vec!["/token".to_owned(); requests]));
    }
}

#[tokio::test]
async fn unreachable_token_endpoint_is_a_transport_error() {
    let (server, away) = (Server::json("{}"), Refusing::start());
    let credentials =
        ClientCredentials::new("my-id", "s3cret-of-all").token_url(format!("{}/token?s3cret", away.url()));
    let client = builder(&server).oauth(credentials).build().unwrap();
    no_token(client.get_oauth().send().await.unwrap_err());
    assert_eq!(server.connections(), 0);
}

#[tokio::test]
async fn silent_token_endpoint_is_a_transport_error() {
    let server = Server::repeating(Response::silence());
    let client = builder(&server).timeout(Duration::from_millis(50)).retry(quick().max_retries(1)).build().unwrap();
    no_token(client.get_oauth().send().await.unwrap_err());
    assert_eq!(targets(&server), ["/token", "/token"]);
}

#[tokio::test]
async fn long_retry_after_of_a_token_endpoint_ends_the_call() {
    let server = Server::start([limited("31")]);
    let client = client(&server);
    let error = client.get_oauth().send().await.unwrap_err();
    assert_eq!(error.retry_after(), Some(Duration::from_secs(31)));
    assert!(
        no_token(error)
            .to_string()
            .ends_with("429 to the client credentials, but the response is not a JSON object; retry after 31 s")
    );
    // Until that time, further calls send no request to the token endpoint.
    let error = client.get_oauth().send().await.unwrap_err();
    let wait = error.retry_after().unwrap();
    assert!(wait > Duration::ZERO && wait < Duration::from_secs(35), "{wait:?}");
    no_token(error);
    assert_eq!(targets(&server), ["/token"]);
}

#[tokio::test]
async fn retry_of_a_token_request_past_the_deadline_is_not_started() {
    let server = Server::start([limited("25"), token()]);
    let client = client(&server).with_deadline(Duration::from_secs(20));
    let error = client.get_oauth().send().await.unwrap_err();
    assert_eq!(error.retry_after(), Some(Duration::from_secs(25)));
    no_token(error);
    assert_eq!(targets(&server), ["/token"]);
}

#[tokio::test]
async fn call_with_retries_waits_for_the_pause_after_the_failure_of_another_call() {
    let server = Server::start([unavailable(), token(), ok()]);
    let policy = RetryPolicy::none().base_delay(Duration::from_millis(50));
    let client = builder(&server).retry(policy.clone()).build().unwrap();
    no_token(client.get_oauth().send().await.unwrap_err());
    client.with_retry(policy.max_retries(1)).get_oauth().send().await.unwrap();
    assert_eq!(targets(&server), ["/token", "/token", "/oauth"]);
}

#[tokio::test]
async fn call_without_retries_fails_at_once_during_the_pause_after_a_failure() {
    let server = Server::start([unavailable()]);
    let pause = Duration::from_secs(10);
    let policy = RetryPolicy::none().base_delay(pause).max_delay(pause);
    let client = builder(&server).retry(policy).build().unwrap();
    assert_eq!(no_token(client.get_oauth().send().await.unwrap_err()).retry_after(), None);
    let wait = no_token(client.get_oauth().send().await.unwrap_err()).retry_after().unwrap();
    assert!(wait > Duration::ZERO && wait <= 2 * pause, "{wait:?}");
    assert_eq!(targets(&server), ["/token"]);
}

#[tokio::test]
async fn shared_pause_beyond_the_maximum_wait_of_a_call_ends_the_call() {
    let server = Server::start([unavailable()]);
    let pause = Duration::from_secs(20);
    let slow = builder(&server).retry(quick().base_delay(pause).max_delay(pause)).build().unwrap();
    let hasty = slow.with_retry(quick().max_wait(Duration::from_secs(1)));
    // The first call is polled first, so its policy determines the pause, and it still waits when the others fail.
    tokio::select! {
        biased;
        _ = slow.get_oauth().send() => panic!("it waits for the pause"),
        errors = async { [hasty.get_oauth().send().await, hasty.get_oauth().send().await] } => {
            for error in errors {
                let wait = no_token(error.unwrap_err()).retry_after().unwrap();
                assert!(wait > Duration::from_secs(1) && wait <= 2 * pause, "{wait:?}");
            }
        }
    }
    assert_eq!(targets(&server), ["/token"]);
}

#[tokio::test]
async fn deadline_of_the_requesting_call_does_not_end_calls_that_wait() {
    let server = Server::start([Response::silence(), token(), ok()]);
    let client = builder(&server).timeout(Duration::from_millis(300)).build().unwrap();
    let hasty = client.with_deadline(Duration::from_millis(100));
    // `join!` polls the calls in order, so the hasty call requests the token.
    let (hasty, patient) = tokio::join!(hasty.get_oauth().send(), client.get_oauth().send());
    let Error::Transport(error) = hasty.unwrap_err() else { panic!("the deadline should pass") };
    assert_eq!((error.failure(), error.attempts()), (TransportFailure::Deadline, 0));
    patient.unwrap();
    assert_eq!(targets(&server), ["/token", "/token", "/oauth"]);
}

#[tokio::test]
async fn waiting_call_ends_at_its_own_deadline() {
    let server = Server::start([Response::silence()]);
    let client = client(&server);
    let hasty = client.with_deadline(Duration::from_millis(100));
    let (patient, hasty) = (client.get_oauth().send(), hasty.get_oauth().send());
    tokio::select! {
        biased;
        _ = patient => panic!("the endpoint is silent"),
        result = hasty => {
            let Error::Transport(error) = result.unwrap_err() else { panic!("the deadline should pass") };
            assert_eq!(error.failure(), TransportFailure::Deadline);
        }
    }
    assert_eq!(targets(&server), ["/token"]);
}

#[tokio::test]
async fn refused_client_credentials_are_an_invalid_request() {
    let server = Server::start([Response::new(401, r#"{"error":"invalid_client"}"#), token()]);
    let error = client(&server).get_oauth().send().await.unwrap_err();
    assert!(matches!(error, Error::InvalidRequest(_)) && !error.is_retryable(), "{error:?}");
    assert!(error.to_string().ends_with("401 to the client credentials: invalid_client"), "{error}");
    assert_eq!(targets(&server), ["/token"]);
}

#[tokio::test]
async fn refused_client_credentials_are_not_sent_again_by_every_call() {
    let server = Server::repeating(Response::new(401, r#"{"error":"invalid_client"}"#));
    let policy = RetryPolicy::none().base_delay(Duration::from_secs(60)).max_delay(Duration::from_secs(60));
    let client = builder(&server).retry(policy).build().unwrap();
    for _ in 0..10 {
        let error = client.get_oauth().send().await.unwrap_err();
        assert!(error.to_string().ends_with("401 to the client credentials: invalid_client"), "{error}");
    }
    assert_eq!(targets(&server), ["/token"]);
}

/// A provider whose failures are temporary.
#[derive(Debug)]
struct Sealed;

impl TokenProvider for Sealed {
    fn token<'a>(&'a self, _: TokenRequest<'a>) -> TokenFuture<'a> {
        let failure = TemporaryFailure::new("the vault is sealed").with_retry_after(Duration::from_secs(60));
        Box::pin(async { Err(failure.into()) })
    }
}

#[tokio::test]
async fn token_provider_can_report_a_temporary_failure() {
    let server = Server::json("{}");
    let client = builder(&server).oauth(Sealed).build().unwrap();
    let error = no_token(client.get_oauth().send().await.unwrap_err());
    assert_eq!(error.retry_after(), Some(Duration::from_secs(60)));
    assert!(error.to_string().ends_with("/oauth: the vault is sealed; retry after 60 s"), "{error}");
    assert_eq!(server.connections(), 0);
}
