use std::time::Duration;

use futures_util::poll;
use layer::error::RateLimited;
use layer::http::Method;
use layer::interceptor::{Attempt, BoxError, Ended};
use layer::{Client, DEFAULT_RATE_LIMIT, Error, Interceptor, RetryPolicy, WhenLimited, operations};
use loopback::{Refusing, Response, Server};
use serde::de::IgnoredAny;
use tokio::time::{advance, pause, resume};

use crate::support::{Operation, api, builder, custom_http, invalid, quick, transport};

/// Starts a server that answers each request with `status`. It answers more requests than any test of this file sends.
async fn server(status: u16) -> Server {
    Server::start(vec![Response::new(status, "{}"); 700])
}

/// Builds a client with a rate limit. If calls wait for permits, they wait for as long as necessary.
fn limited(server: &Server, when_limited: WhenLimited) -> Client {
    builder(server.url()).rate_limit(when_limited).rate_limit_max_wait(Duration::MAX).build().unwrap()
}

fn into_rate_limited(error: Error) -> RateLimited {
    match error {
        Error::RateLimited(error) => error,
        other => panic!("RateLimited expected: {other:?}"),
    }
}

async fn call_times(operation: Operation, client: &Client, times: usize) {
    for _ in 0..times {
        operation.call(client).await.unwrap();
    }
}

#[test]
fn operations_have_their_documented_rate_limits() {
    let limit = |operation: Operation| {
        let row = operations().iter().find(|row| row.operation_id() == operation.id()).unwrap();
        (row.rate_limit().requests(), row.rate_limit().period())
    };
    let day = Duration::from_secs(24 * 60 * 60);
    assert_eq!(limit(Operation::Metrics), (300, day));
    assert_eq!(limit(Operation::Incidents), (600, Duration::from_secs(60)));
    assert_eq!(limit(Operation::Update), (600, Duration::from_secs(60)));
    assert_eq!(DEFAULT_RATE_LIMIT.to_string(), "600 requests per 60 s");
}

#[tokio::test]
async fn clones_of_a_client_share_the_daily_rate_limit() {
    let server = server(200).await;
    let client = limited(&server, WhenLimited::Fail);
    call_times(Operation::Metrics, &client, 150).await;
    call_times(Operation::Metrics, &client.clone(), 100).await;
    call_times(Operation::Metrics, &client.with_query([("page", "2")]), 50).await;

    for client in [&client, &client.clone(), &client.with_headers([("x-a", "b")])] {
        let error = Operation::Metrics.fails(client).await;
        assert!(error.is_retryable());
        assert!(!error.may_have_been_processed());
        assert_eq!((error.attempts(), error.status(), error.operation_id()), (0, None, Some(Operation::Metrics.id())));
        let wait = error.retry_after().unwrap();
        assert!(wait > Duration::from_secs(80_000) && wait <= Duration::from_secs(86_401), "{wait:?}");
        let text = error.to_string();
        assert!(text.contains("not sent, because the limit of 300 requests per 86400 s is reached"), "{text}");
        assert_eq!(into_rate_limited(error).limit().requests(), 300);
    }
    assert_eq!(server.received().len(), 300);

    // Other operations have limits of their own, so their calls are still sent.
    call_times(Operation::Incidents, &client, 1).await;
    assert_eq!(server.received().len(), 301);
}

#[tokio::test]
async fn operations_without_their_own_limit_share_the_default_limit() {
    let server = server(200).await;
    let client = limited(&server, WhenLimited::Fail);
    call_times(Operation::Incidents, &client, 400).await;
    call_times(Operation::Update, &client, 200).await;
    for operation in [Operation::Incidents, Operation::Update] {
        assert_eq!(into_rate_limited(operation.fails(&client).await).limit(), DEFAULT_RATE_LIMIT);
    }
    assert_eq!(server.received().len(), 600);
}

#[tokio::test]
async fn client_has_no_rate_limit_by_default() {
    let server = server(200).await;
    call_times(Operation::Metrics, &builder(server.url()).build().unwrap(), 301).await;
    assert_eq!(server.received().len(), 301);
}

#[tokio::test]
async fn call_over_the_limit_waits_until_the_limit_allows_it() {
    let server = server(200).await;
    let client = limited(&server, WhenLimited::Wait);
    call_times(Operation::Metrics, &client, 300).await;

    pause();
    let mut call = Box::pin(Operation::Metrics.call(&client));
    assert!(poll!(&mut call).is_pending());
    // A request is counted for a day and for the margin of one second.
    advance(Duration::from_secs(24 * 60 * 60)).await;
    assert!(poll!(&mut call).is_pending());
    assert_eq!(server.received().len(), 300);
    advance(Duration::from_secs(1)).await;
    resume();
    call.await.unwrap();
    assert_eq!(server.received().len(), 301);
}

#[tokio::test]
async fn rate_limit_waits_over_an_hour_are_refused_by_default() {
    let server = server(200).await;
    let client = builder(server.url()).rate_limit(WhenLimited::Wait).build().unwrap();
    call_times(Operation::Metrics, &client, 300).await;
    let error = Operation::Metrics.fails(&client).await;
    assert!(error.is_retryable() && !error.may_have_been_processed());
    let wait = into_rate_limited(error).retry_after();
    assert!(wait > Duration::from_secs(80_000) && wait <= Duration::from_secs(86_401), "{wait:?}");

    for (longest, is_allowed) in [(wait / 2, false), (2 * wait, true), (Duration::ZERO, false), (Duration::MAX, true)] {
        let derived = client.with_rate_limit_max_wait(longest);
        let mut call = Box::pin(Operation::Metrics.call(&derived));
        assert_eq!(poll!(&mut call).is_pending(), is_allowed, "{longest:?}");
    }
    assert_eq!(server.received().len(), 300);
}

#[tokio::test]
async fn call_is_refused_if_retry_after_exceeds_the_maximum_wait() {
    let server = Server::start([Response::with_headers(429, &[("retry-after", "7200")], "")]);
    let client = builder(server.url()).rate_limit(WhenLimited::Wait).build().unwrap();
    api(Operation::Incidents.fails(&client).await);
    let wait = into_rate_limited(Operation::Update.fails(&client).await).retry_after();
    assert!(wait > Duration::from_secs(7_100) && wait <= Duration::from_secs(7_200), "{wait:?}");
    assert_eq!(server.received().len(), 1);
}

#[tokio::test]
async fn malformed_retry_after_pauses_the_limit_for_the_longest_backoff() {
    let longest = Duration::from_secs(500);
    for (retry_after, is_paused) in [("0.5", true), ("120, 5", true), ("0", false)] {
        let server = Server::start([Response::with_headers(429, &[("retry-after", retry_after)], "")]);
        let client = builder(server.url()).retry(RetryPolicy::none().max_delay(longest)).rate_limit(WhenLimited::Fail);
        let client = client.build().unwrap();
        api(Operation::Incidents.fails(&client).await);
        let paused_for = client.limits()[0].paused_for();
        assert_eq!(paused_for.is_some(), is_paused, "{retry_after}");
        assert!(paused_for.is_none_or(|pause| pause <= longest && pause > longest / 2), "{paused_for:?}");
    }
}

#[tokio::test]
async fn rate_limit_wait_past_the_deadline_is_not_started() {
    let server = server(200).await;
    let client =
        builder(server.url()).rate_limit(WhenLimited::Wait).deadline(Duration::from_secs(3600)).build().unwrap();
    call_times(Operation::Metrics, &client, 300).await;
    let wait = into_rate_limited(Operation::Metrics.fails(&client).await).retry_after();
    assert!(wait > Duration::from_secs(3600), "{wait:?}");
    assert_eq!(server.received().len(), 300);
}

#[tokio::test]
async fn expired_deadline_is_not_reported_as_a_rate_limit() {
    let server = server(200).await;
    for when_limited in [WhenLimited::Wait, WhenLimited::Fail] {
        let client = builder(server.url()).rate_limit(when_limited).deadline(Duration::from_nanos(1)).build().unwrap();
        let error = transport(Operation::Metrics.fails(&client).await);
        assert!(error.is_timeout() && !error.was_sent());
    }
    assert_eq!(server.received(), []);
}

#[tokio::test]
async fn retry_refused_by_the_rate_limit_returns_the_previous_error() {
    let server = server(503).await;
    let client = builder(server.url()).retry(quick().max_retries(6)).rate_limit(WhenLimited::Fail).build().unwrap();
    for _ in 0..42 {
        assert_eq!(api(Operation::Metrics.fails(&client).await).attempts(), 7);
    }
    // 294 of the 300 permits are used, so this call can make six attempts, and its seventh is refused.
    assert_eq!(api(Operation::Metrics.fails(&client).await).attempts(), 6);
    into_rate_limited(Operation::Metrics.fails(&client).await);
    assert_eq!(server.received().len(), 300);
}

#[tokio::test]
async fn rate_limit_counts_each_account_separately() {
    let server = server(200).await;
    let client = limited(&server, WhenLimited::Fail);
    let account = uuid::Uuid::from_u128(7);
    call_times(Operation::Metrics, &client, 300).await;
    call_times(Operation::Metrics, &client.with_account(account), 200).await;
    call_times(Operation::Metrics, &client.with_api_key("another-key").with_account(account), 100).await;
    for client in
        [&client, &client.with_account(account), &client.with_account(account).with_account(crate::support::ACCOUNT)]
    {
        into_rate_limited(Operation::Metrics.fails(client).await);
    }
    assert_eq!(server.received().len(), 600);
}

#[tokio::test]
async fn derived_clients_share_the_rate_limit_of_the_original() {
    let server = server(200).await;
    let client = limited(&server, WhenLimited::Fail);
    call_times(Operation::Metrics, &client, 295).await;
    let minute = Duration::from_secs(60);
    for derived in [
        client.with_api_key("another-key"),
        client.with_timeout(minute),
        client.with_deadline(minute),
        client.with_retry(quick()),
        client.with_keep_body(true),
    ] {
        call_times(Operation::Metrics, &derived, 1).await;
    }
    into_rate_limited(Operation::Metrics.fails(&client).await);
    assert_eq!(server.received().len(), 300);
}

#[tokio::test]
async fn rate_limit_uses_the_account_named_by_a_header() {
    let server = server(200).await;
    let client = limited(&server, WhenLimited::Fail);
    let account = uuid::Uuid::from_u128(7);
    let by_header = client.with_headers([("X-Account", account.to_string())]);
    call_times(Operation::Metrics, &client, 200).await;
    call_times(Operation::Metrics, &client.with_account(account), 200).await;
    call_times(Operation::Metrics, &by_header, 100).await;
    for full in [&by_header, &client.with_account(account)] {
        assert_eq!(used_and_free(full, Operation::Metrics), (300, 0));
        into_rate_limited(Operation::Metrics.fails(full).await);
    }
    assert_eq!(used_and_free(&client, Operation::Metrics), (200, 100));
    let request = client.request(Method::GET, "/v1/private-locations/7/metrics");
    let error = request.header("x-account", account.to_string()).send::<IgnoredAny>().await.unwrap_err();
    into_rate_limited(error);
}

/// Returns how many permits of the limit of `operation` are used, and how many are free.
fn used_and_free(client: &Client, operation: Operation) -> (u32, u32) {
    let limits = client.limits();
    let own = limits.iter().find(|limit| limit.operation().is_some_and(|own| own.operation_id() == operation.id()));
    own.or(limits.first()).map(|limit| (limit.used(), limit.free())).unwrap()
}

#[tokio::test]
async fn rate_limit_margin_delays_the_next_permit() {
    let server = server(200).await;
    let limited = builder(server.url()).rate_limit(WhenLimited::Fail).rate_limit_margin(Duration::from_secs(7_000));
    let client = limited.build().unwrap();
    call_times(Operation::Metrics, &client, 300).await;
    let wait = into_rate_limited(Operation::Metrics.fails(&client).await).retry_after();
    assert!(wait > Duration::from_secs(86_400 + 6_000) && wait <= Duration::from_secs(86_400 + 7_000), "{wait:?}");
}

#[tokio::test]
async fn limits_show_used_and_free_permits() {
    let server = server(200).await;
    let client = limited(&server, WhenLimited::Wait);
    let limits = client.limits();
    let own = operations().iter().filter(|operation| operation.operation_id() == Operation::Metrics.id());
    assert!(limits.iter().map(|limit| limit.operation()).eq([None].into_iter().chain(own.map(Some))));
    assert!(limits.iter().all(|limit| limit.free() == limit.limit().requests() && limit.next_free().is_none()));

    call_times(Operation::Metrics, &client, 300).await;
    call_times(Operation::Incidents, &client, 2).await;
    call_times(Operation::Update, &client, 3).await;
    assert_eq!(used_and_free(&client, Operation::Incidents), (5, 595));
    let mut waiting = Box::pin(Operation::Metrics.call(&client));
    assert!(poll!(&mut waiting).is_pending());
    let limits = client.clone().limits();
    let waiting: Vec<_> =
        limits.iter().map(|limit| (limit.limit(), limit.used(), limit.free(), limit.waiting())).collect();
    assert_eq!(waiting, [(DEFAULT_RATE_LIMIT, 5, 595, 0), (operations()[0].rate_limit(), 300, 0, 1)]);
    for limit in &limits {
        let span = limit.limit().period() + Duration::from_secs(1);
        assert!(limit.next_free().is_some_and(|wait| wait <= span && wait > span / 2), "{limit:?}");
    }
    // Another account has its own count. A client without a rate limit has no limits.
    assert_eq!(used_and_free(&client.with_account(uuid::Uuid::nil()), Operation::Metrics), (0, 300));
    assert_eq!(builder(server.url()).build().unwrap().limits(), []);
}

#[tokio::test]
async fn rate_limit_does_not_count_a_request_without_a_connection() {
    let refusing = Refusing::start();
    for (url, http) in [
        (refusing.url(), custom_http()),
        // This HTTP client accepts only https, so it refuses to send the request.
        ("http://127.0.0.1:1".to_owned(), custom_http().https_only(true)),
    ] {
        let limited = builder(url).http_client(http.build().unwrap()).rate_limit(WhenLimited::Fail);
        let client = limited.retry(quick()).build().unwrap();
        for operation in Operation::ALL {
            operation.fails(&client).await;
            assert_eq!(used_and_free(&client, operation).0, 0);
        }
    }
}

#[tokio::test]
async fn rate_limit_counts_every_request_that_may_have_been_sent() {
    let server = Server::start(vec![Response::new(200, "{"), Response::new(500, ""), Response::new(302, "")]);
    let client = limited(&server, WhenLimited::Fail);
    for used in 1..=3 {
        Operation::Metrics.fails(&client).await;
        assert_eq!(used_and_free(&client, Operation::Metrics), (used, 300 - used));
    }
    // The call is dropped before a response arrives.
    let mut call = Box::pin(Operation::Metrics.call(&client));
    assert!(poll!(&mut call).is_pending());
    drop(call);
    assert_eq!(used_and_free(&client, Operation::Metrics).0, 4);
}

struct Panic;

impl Interceptor for Panic {
    fn before(&self, _: &mut Attempt<'_>) -> Result<(), BoxError> {
        panic!("before the attempt");
    }

    fn after(&self, _: &Ended<'_>) {
        panic!("and after it");
    }
}

#[tokio::test]
async fn panic_of_an_interceptor_uses_no_rate_limit_permit() {
    let server = server(200).await;
    let client = builder(server.url()).rate_limit(WhenLimited::Wait).interceptor(Panic).build().unwrap();
    for _ in 0..3 {
        let call = client.request(Method::GET, "/v1/things").send::<IgnoredAny>();
        assert!(tokio::spawn(call).await.unwrap_err().is_panic());
        assert_eq!(used_and_free(&client, Operation::Incidents), (0, 600));
    }
    assert_eq!(server.received(), []);
}

struct Refuse;

impl Interceptor for Refuse {
    fn before(&self, _: &mut Attempt<'_>) -> Result<(), BoxError> {
        Err("not today".into())
    }
}

#[tokio::test]
async fn rate_limit_does_not_count_calls_that_were_not_sent() {
    let server = server(200).await;
    let refusing = builder(server.url()).rate_limit(WhenLimited::Wait).interceptor(Refuse).build().unwrap();
    invalid(Operation::Metrics.fails(&refusing).await);
    assert_eq!(used_and_free(&refusing, Operation::Metrics), (0, 300));

    let client = limited(&server, WhenLimited::Wait);
    call_times(Operation::Metrics, &client, 300).await;
    let mut waits: Vec<_> = (0..10).map(|_| Box::pin(Operation::Metrics.call(&client))).collect();
    for wait in &mut waits {
        assert!(poll!(wait).is_pending());
    }
    let waiting = || client.limits()[1].waiting();
    assert_eq!(waiting(), 10);
    waits.truncate(4);
    assert_eq!(waiting(), 4);
    assert_eq!(server.received().len(), 300);
}

async fn request(client: &Client, method: Method, path: &str) -> Result<(), Error> {
    client.request(method, path).send::<IgnoredAny>().await.map(drop)
}

#[tokio::test]
async fn undeclared_call_of_a_declared_path_uses_the_limit_of_its_operation() {
    let server = server(200).await;
    let client = limited(&server, WhenLimited::Fail);
    call_times(Operation::Metrics, &client, 297).await;
    for path in ["/v1/private-locations/7/metrics", "/v1/private%2Dlocations/8/metrics"] {
        request(&client, Method::GET, path).await.unwrap();
    }
    // A `HEAD` request uses the limit of the `GET` operation with the same path, because services route both in the
    // same way.
    let head = client.request(Method::HEAD, "/v1/private-locations/9/metrics");
    head.send::<IgnoredAny>().await.unwrap();
    assert!(server.received().pop().unwrap().line().starts_with("HEAD "));
    into_rate_limited(Operation::Metrics.fails(&client).await);
    let call = client.request(Method::GET, "/v1/private-locations/{id}/metrics").path("id", 9);
    let error = call.send::<IgnoredAny>().await.unwrap_err();
    let text = error.to_string();
    assert!(text.starts_with("GET /v1/private-locations/{id}/metrics: not sent, because the limit of 300 "), "{text}");
    assert_eq!(error.operation_id(), Some(Operation::Metrics.id()));
    assert_eq!(into_rate_limited(error).limit().requests(), 300);
    // A `PUT` request to the same path does not use the limit of the `GET` operation.
    request(&client, Method::PUT, "/v1/private-locations/7/metrics").await.unwrap();
    assert_eq!(server.received().len(), 301);
}

#[tokio::test]
async fn calls_of_undeclared_paths_share_the_default_rate_limit() {
    let server = server(200).await;
    let client = limited(&server, WhenLimited::Fail);
    call_times(Operation::Incidents, &client, 300).await;
    for number in 0..300 {
        let method = if number % 2 == 0 { Method::GET } else { Method::DELETE };
        request(&client, method, &format!("/v1/things/{number}")).await.unwrap();
    }
    into_rate_limited(Operation::Update.fails(&client).await);
    let error = request(&client, Method::GET, "/v1/others").await.unwrap_err();
    assert_eq!(error.operation_id(), Some(""));
    assert_eq!(into_rate_limited(error).limit(), DEFAULT_RATE_LIMIT);
    let other = client.with_account(uuid::Uuid::from_u128(7));
    request(&other, Method::GET, "/v1/others").await.unwrap();
    assert_eq!(server.received().len(), 601);
}
