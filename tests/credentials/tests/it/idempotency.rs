//! Tests of the idempotency key of an operation that declares one. The key is set once per call, and retries send the
//! same key.

use credentials::interceptor::{Attempt, BoxError, Interceptor};
use credentials::serde_json::Value;
use credentials::uuid::Uuid;
use credentials::{Client, Error};
use loopback::{Response, Server};

use super::builder;

fn client(server: &Server) -> Client {
    builder(server).build().unwrap()
}

fn keys(server: &Server) -> Vec<String> {
    let received = server.received();
    let keys = received.iter().map(|request| request.header("idempotency-key").join(" and "));
    keys.collect()
}

/// Starts a server that closes the connection of the first request, responds with 503 to the second, and accepts the
/// third.
fn unsteady() -> Server {
    Server::start([Response::nothing(), Response::new(503, ""), Response::new(200, "{}")])
}

#[tokio::test]
async fn all_attempts_send_the_same_random_idempotency_key() {
    let server = unsteady();
    let client = client(&server);
    client.post_order().body_map(|body| body.item("tea".to_owned())).send().await.unwrap();
    let [first, second, third] = keys(&server).try_into().unwrap();
    assert_eq!([&second, &third], [&first, &first]);
    let key: Uuid = first.parse().unwrap();
    assert_eq!((key.get_version_num(), key.to_string()), (4, first));
    assert!(server.received().iter().all(|request| request.body() == r#"{"item":"tea"}"#));
}

#[tokio::test]
async fn cloned_call_has_its_own_idempotency_key() {
    let server = Server::repeating(Response::new(200, "{}"));
    let client = client(&server);
    let call = client.post_order();
    call.clone().send().await.unwrap();
    call.send().await.unwrap();
    client.request("POST", "/orders").send::<Value>().await.unwrap();
    let mut keys = keys(&server);
    assert!(keys.iter().all(|key| key.parse::<Uuid>().is_ok()), "{keys:?}");
    keys.sort();
    keys.dedup();
    assert_eq!(keys.len(), 3);
}

#[tokio::test]
async fn idempotency_key_of_the_caller_is_sent_in_each_attempt() {
    for of_client in [false, true] {
        let server = unsteady();
        let client = client(&server);
        let sent = if of_client {
            client.with_headers([("Idempotency-Key", "my key")]).post_order().send().await
        } else {
            client.post_order().idempotency_key("my key").send().await
        };
        sent.unwrap();
        assert_eq!(keys(&server), ["my key"; 3]);
    }
}

/// An interceptor that sets a different idempotency key for each attempt.
struct Renewing;

impl Interceptor for Renewing {
    fn before(&self, attempt: &mut Attempt<'_>) -> Result<(), BoxError> {
        let number = attempt.number();
        Ok(attempt.set_header("idempotency-key", &number.to_string())?)
    }
}

#[tokio::test]
async fn post_without_a_constant_idempotency_key_is_not_retried() {
    let sent_once = async |call: &dyn Fn(&Server) -> Result<Client, Error>| {
        let server = unsteady();
        let error = call(&server).unwrap().post_order().send().await.unwrap_err();
        assert_eq!((server.received().len(), error.attempts()), (1, 1));
        assert!(error.may_have_been_processed() && !error.is_retryable(), "{error}");
    };
    sent_once(&|server| Ok(client(server).with_headers([("idempotency-key", "")]))).await;
    sent_once(&|server| builder(server).interceptor(Renewing).build()).await;
    let server = unsteady();
    client(&server).put_orders().send().await.unwrap_err();
    assert_eq!(keys(&server), [""]);
}

#[tokio::test]
async fn get_has_an_idempotency_key_only_if_the_caller_sets_it() {
    let server = Server::repeating(Response::new(200, "{}"));
    client(&server).get_orders().send().await.unwrap();
    client(&server).get_orders().idempotency_key("mine").send().await.unwrap();
    assert_eq!(keys(&server), ["", "mine"]);
}

#[tokio::test]
async fn error_after_retries_says_an_attempt_may_have_been_processed() {
    let server = Server::start([Response::nothing(), Response::nothing(), Response::new(429, "")]);
    let error = client(&server).post_order().send().await.unwrap_err();
    assert_eq!((keys(&server).len(), error.attempts()), (3, 3));
    // The error is not retryable: a new call would send a different idempotency key, so the service might process the
    // request a second time.
    assert!(error.may_have_been_processed() && !error.is_retryable());
    assert!(error.to_string().contains("; the request may have been processed (after 3 attempts)"), "{error}");

    let server = Server::repeating(Response::new(429, ""));
    let error = client(&server).post_order().send().await.unwrap_err();
    assert_eq!(error.attempts(), 3);
    assert!(!error.may_have_been_processed() && error.is_retryable());
}
