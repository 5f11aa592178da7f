use std::time::Duration;

use layer::{ClientBuilder, Error, RetryPolicy};
use loopback::{Response, Server};

use crate::support::{Operation, api, builder, quick};

const GETS: [Operation; 2] = [Operation::Metrics, Operation::Incidents];
/// A waiting time that exceeds [`DEADLINE`]. The client does not start a wait of this length, so no test actually
/// waits.
const LONG: Duration = Duration::from_secs(60);
const DEADLINE: Duration = Duration::from_secs(50);

fn retrying(url: impl Into<String>) -> ClientBuilder {
    builder(url).retry(quick())
}

/// Calls `operation` with a client that retries twice. Returns the result, and the number of requests that were sent.
async fn count_requests(operation: Operation, responses: &[Response]) -> (Result<(), Error>, usize) {
    let server = Server::start(responses.iter().cloned());
    let result = operation.call(&retrying(server.url()).build().unwrap()).await;
    let received = server.received();
    assert!(received.iter().all(|request| *request == received[0]), "{received:?}");
    (result, received.len())
}

fn failed(status: u16) -> Response {
    Response::new(status, r#"{"message":"m"}"#)
}

fn succeeded() -> Response {
    Response::new(200, "{}")
}

fn limited(retry_after: &str) -> Response {
    Response::with_headers(429, &[("retry-after", retry_after)], "")
}

#[tokio::test]
async fn retries_a_get_until_it_succeeds() {
    for operation in GETS {
        for failure in
            [failed(408), failed(425), failed(429), failed(502), failed(503), failed(504), failed(520), failed(529)]
                .into_iter()
                .chain([forbidden(("retry-after", "0")), forbidden(("retry-after-ms", "1"))])
                .chain([Response::nothing(), Response::cut_short(200, "{}")])
        {
            let (result, count) = count_requests(operation, &[failure.clone(), succeeded()]).await;
            assert!(result.is_ok(), "{failure:?}: {result:?}");
            assert_eq!(count, 2);
        }
    }
}

fn forbidden(header: (&str, &str)) -> Response {
    Response::with_headers(403, &[header], "")
}

#[tokio::test]
async fn get_is_retried_after_500_only_if_the_policy_allows_it() {
    for (operation, retries, expected) in [
        (Operation::Incidents, false, 1),
        (Operation::Incidents, true, 3),
        (Operation::Metrics, true, 3),
        (Operation::Update, true, 1),
    ] {
        let server = Server::start((0..9).map(|_| failed(500)));
        let client = builder(server.url()).retry(quick().retry_500(retries)).build().unwrap();
        let error = operation.fails(&client).await;
        assert_eq!((error.is_retryable(), server.received().len()), (false, expected), "{operation:?}");
    }
}

#[tokio::test]
async fn retry_waits_for_the_milliseconds_in_retry_after_ms() {
    // A wait of 60 s would end after the deadline, so it is not started.
    for (milliseconds, expected) in [("1", 2), ("60000", 1)] {
        let headers = [("retry-after-ms", milliseconds), ("retry-after", "20")];
        let server = Server::start([Response::with_headers(429, &headers, ""), succeeded()]);
        let client = builder(server.url()).retry(quick().max_wait(LONG)).deadline(DEADLINE).build().unwrap();
        let result = Operation::Update.call(&client).await;
        assert_eq!((result.is_ok(), server.received().len()), (expected == 2, expected), "{milliseconds}");
    }
}

#[tokio::test]
async fn last_error_contains_the_number_of_attempts() {
    let responses = [failed(503), failed(429), failed(502), succeeded()];
    let (result, count) = count_requests(Operation::Incidents, &responses).await;
    let error = api(result.unwrap_err());
    assert_eq!((error.status().as_u16(), error.attempts(), count), (502, 3, 3));
    assert_eq!(
        error.to_string(),
        format!("status_page_incidents().list: 502 Bad Gateway from {}: m (after 3 attempts)", error.url())
    );
}

#[tokio::test]
async fn status_401_ends_the_retries_of_a_call() {
    let (result, count) = count_requests(Operation::Incidents, &[failed(503), failed(401), succeeded()]).await;
    let error = api(result.unwrap_err());
    assert_eq!((error.status().as_u16(), error.attempts(), count), (401, 2, 2));
}

#[tokio::test]
async fn retry_policy_sets_the_number_of_retries() {
    for (policy, expected) in [(RetryPolicy::none(), 1), (quick().max_retries(1), 2), (quick().max_retries(5), 6)] {
        let server = Server::start((0..9).map(|_| failed(503)));
        let client = builder(server.url()).retry(policy).build().unwrap();
        let error = api(Operation::Metrics.fails(&client).await);
        assert_eq!((error.attempts() as usize, server.received().len()), (expected, expected));
    }
}

#[test]
fn retry_policy_retries_twice_by_default() {
    assert_eq!(RetryPolicy::default(), RetryPolicy::default().max_retries(2));
    assert_eq!(RetryPolicy::none(), RetryPolicy::default().max_retries(0));
    let untold = format!("{:?}", layer::Client::builder("http://127.0.0.1:1"));
    assert!(untold.contains(&format!("{:?}", RetryPolicy::default())), "{untold}");
}

#[tokio::test]
async fn retry_after_in_the_past_does_not_delay_the_retry() {
    for text in ["0", "Wed, 01 May 2024 10:00:00 GMT"] {
        let (result, count) = count_requests(Operation::Update, &[limited(text), succeeded()]).await;
        assert!(result.is_ok(), "{result:?}");
        assert_eq!(count, 2);
    }
}

#[tokio::test]
async fn call_is_not_retried_if_retry_after_exceeds_the_maximum_wait() {
    for operation in Operation::ALL {
        let server = Server::start([limited("31"), succeeded()]);
        let error = api(operation.fails(&retrying(server.url()).build().unwrap()).await);
        assert_eq!((error.attempts(), error.retry_after()), (1, Some(Duration::from_secs(31))));
        assert_eq!(server.received().len(), 1);
    }
}

#[tokio::test]
async fn retry_waits_for_a_retry_after_within_the_maximum_wait() {
    // A wait of 60 s would end after the deadline, so it is not started, and the call ends after one attempt. Only the
    // header requests a wait that long.
    for (header, expected) in [("0", 2), ("60", 1)] {
        let server = Server::start([limited(header), succeeded()]);
        let policy = quick().max_wait(LONG);
        let client = builder(server.url()).retry(policy).deadline(DEADLINE).build().unwrap();
        let result = Operation::Incidents.call(&client).await;
        assert_eq!((result.is_ok(), server.received().len()), (expected == 2, expected), "{header}");
    }
}

#[tokio::test]
async fn malformed_retry_after_makes_the_retry_wait_the_longest_backoff() {
    for header in ["0.5", "120, 5", "soon", "-1", ""] {
        let policy = quick().max_wait(LONG).max_delay(LONG);
        let server = Server::start([limited(header), limited("0"), failed(429), succeeded()]);
        let client = builder(server.url()).retry(policy).deadline(DEADLINE).build().unwrap();
        let error = api(Operation::Incidents.fails(&client).await);
        assert_eq!((error.attempts(), error.retry_after(), server.received().len()), (1, None, 1), "{header:?}");
        // After a valid or missing `Retry-After`, this test's client retries without delay.
        Operation::Incidents.call(&client).await.unwrap();
        assert_eq!(server.received().len(), 4);
    }
}

#[tokio::test]
async fn retry_after_of_a_503_is_respected() {
    let unavailable = Response::with_headers(503, &[("retry-after", "31")], "");
    let (result, count) = count_requests(Operation::Incidents, &[unavailable, succeeded()]).await;
    assert_eq!((api(result.unwrap_err()).attempts(), count), (1, 1));
}

#[tokio::test]
async fn retry_wait_past_the_deadline_is_not_started() {
    let server = Server::start([failed(503), succeeded()]);
    let policy = RetryPolicy::default().base_delay(LONG).max_delay(LONG);
    let client = builder(server.url()).retry(policy).deadline(DEADLINE).build().unwrap();
    let error = api(Operation::Incidents.fails(&client).await);
    assert_eq!((error.attempts(), server.received().len()), (1, 1));
}
