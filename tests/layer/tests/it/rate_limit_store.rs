//! Tests of several clients that share a custom `RateLimitStore`, implemented as a program would implement it.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use layer::error::{RateLimited, StoreError};
use layer::rate_limit::{Ledger, StoreFuture, Update};
use layer::uuid::Uuid;
use layer::{Client, ClientBuilder, Error, OnStoreError, RateLimitStore, WhenLimited};
use loopback::{Response, Server, assert_passes, own_process};

use crate::support::{ACCOUNT, KEY, Operation, api, builder, invalid, quick};
use crate::tracing::LogBuffer;

/// A custom store that keeps the ledgers in memory. Clones share the ledgers.
#[derive(Clone, Default)]
struct Ledgers(Arc<State>);

#[derive(Default)]
struct State {
    ledgers: Mutex<HashMap<Uuid, Ledger>>,
    is_away: AtomicBool,
}

impl Ledgers {
    fn is_away(&self, is_away: bool) {
        self.0.is_away.store(is_away, Ordering::Relaxed);
    }
}

impl RateLimitStore for Ledgers {
    fn update(&self, account: Uuid, update: Update) -> StoreFuture<'_> {
        Box::pin(async move {
            if self.0.is_away.load(Ordering::Relaxed) {
                return Err(StoreError::new("connection\nrefused"));
            }
            let now = SystemTime::now().duration_since(UNIX_EPOCH).map_err(StoreError::new)?;
            Ok(self.0.ledgers.lock().unwrap().entry(account).or_default().update(now, &update))
        })
    }
}

async fn server(status: u16) -> Server {
    Server::start(vec![Response::new(status, "{}"); 400])
}

fn sharing(server: &Server, store: &Ledgers) -> ClientBuilder {
    builder(server.url()).rate_limit(WhenLimited::Fail).rate_limit_store(store.clone())
}

fn limited(error: Error) -> RateLimited {
    match error {
        Error::RateLimited(error) => error,
        other => panic!("RateLimited expected: {other:?}"),
    }
}

#[test]
fn build_refuses_invalid_rate_limit_store_settings() {
    let url = "http://127.0.0.1:1";
    let limited = || builder(url).rate_limit(WhenLimited::Wait);
    for (builder, reason) in [
        (builder(url).rate_limit_store(Ledgers::default()), "a store is set without a rate limit"),
        (limited().rate_limit_headroom(1.0), "the share set with `rate_limit_headroom(…)`"),
        (limited().rate_limit_headroom(-0.1), "the share set with `rate_limit_headroom(…)`"),
        (limited().rate_limit_headroom(f64::NAN), "the share set with `rate_limit_headroom(…)`"),
        (
            limited().rate_limit_store(Ledgers::default()).rate_limit_store_timeout(Duration::ZERO),
            "the time set with `rate_limit_store_timeout(…)` is zero",
        ),
    ] {
        let error = invalid(builder.build().unwrap_err());
        assert!(error.reason().starts_with(reason), "{}", error.reason());
    }
}

#[tokio::test]
async fn clients_that_share_a_store_share_the_rate_limit() {
    let (server, store) = (server(200).await, Ledgers::default());
    let clients: Vec<Client> = (0..3).map(|_| sharing(&server, &store).build().unwrap()).collect();
    for client in clients.iter().cycle().take(300) {
        Operation::Metrics.call(client).await.unwrap();
    }
    for client in &clients {
        let error = Operation::Metrics.fails(client).await;
        assert!(error.retry_after().unwrap() > Duration::from_secs(86_000));
        assert_eq!(limited(error).store_error(), None);
        assert_eq!(client.limits()[1].used(), 100);
        let shared = client.shared_limits().await.unwrap();
        assert_eq!((shared[1].used(), shared[1].free(), shared[0].used()), (300, 0, 0));
    }
    assert_eq!(server.received().len(), 300);
    // Another account has its own limit.
    Operation::Metrics.call(&clients[0].with_account(Uuid::nil())).await.unwrap();
}

#[tokio::test]
async fn retry_of_a_429_waits_as_long_as_its_retry_after_header() {
    let refusal = Response::with_headers(429, &[("retry-after", "1")], "{}");
    let server = Server::start(vec![refusal, Response::new(200, "{}"), Response::new(429, "{}")]);
    let client = builder(server.url()).rate_limit(WhenLimited::Fail).build().unwrap();
    let call = tokio::spawn({
        let client = client.with_retry(quick());
        async move { Operation::Metrics.call(&client).await.map(drop) }
    });
    while client.limits()[1].paused_for().is_none() {
        tokio::task::yield_now().await;
    }
    assert!(limited(Operation::Metrics.fails(&client).await).retry_after() <= Duration::from_secs(1));
    call.await.unwrap().unwrap();
    // Without a `Retry-After` header, the client does not know how long to pause.
    api(Operation::Metrics.fails(&client).await);
    assert_eq!(client.limits()[1].paused_for(), None);
    assert_eq!(server.received().len(), 3);
}

#[tokio::test]
async fn calls_fail_while_the_store_is_unreachable_if_configured() {
    let (server, store) = (server(200).await, Ledgers::default());
    let client = sharing(&server, &store).on_store_error(OnStoreError::Refuse).build().unwrap();
    store.is_away(true);
    let error = Operation::Metrics.fails(&client).await;
    assert!(error.is_retryable() && !error.may_have_been_processed() && error.error_type() == "rate_limited");
    let text = error.to_string();
    assert!(text.ends_with("not sent, because the rate-limit store is unavailable: connection\\nrefused"), "{text}");
    let error = limited(error);
    assert!(error.store_error().is_some() && error.retry_after() <= Duration::from_secs(1));
    assert!(client.shared_limits().await.is_err());
    assert_eq!(server.received(), []);
}

#[test]
fn rate_limit_store_failure_and_recovery_are_logged_once_each() {
    assert_passes(own_process("rate_limit_store::helper_process_logs_store_failure_and_recovery"));
}

#[tokio::test]
#[ignore = "the test above runs it, in a process of its own"]
async fn helper_process_logs_store_failure_and_recovery() {
    let log = LogBuffer::default();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::INFO)
        .with_ansi(false)
        .with_writer(log.clone())
        .finish();
    let _guard = tracing::subscriber::set_default(subscriber);
    let (server, store) = (server(200).await, Ledgers::default());
    let client = sharing(&server, &store).build().unwrap();
    for (is_away, calls) in [(false, 3), (true, 20)] {
        store.is_away(is_away);
        for _ in 0..calls {
            Operation::Metrics.call(&client).await.unwrap();
        }
    }
    store.is_away(false);
    // After a second, the next call tries the store again.
    while !log.text().contains("responds again") {
        assert_ne!(client.limits()[1].free(), 0);
        tokio::time::sleep(Duration::from_millis(50)).await;
        Operation::Metrics.call(&client).await.unwrap();
    }
    let log = log.text();
    let events: Vec<&str> = log.lines().filter(|line| line.contains("the rate-limit store")).collect();
    assert_eq!(events.len(), 2, "{log}");
    assert!(events[0].contains("WARN") && events[0].contains("connection\\nrefused"), "{log}");
    assert!(events[1].contains("INFO"), "{log}");
    assert!(!log.contains(KEY) && !log.contains(&ACCOUNT.to_string()), "{log}");
    let (sent, shared) = (server.received().len(), client.shared_limits().await.unwrap());
    assert_eq!(usize::try_from(shared[1].used()).unwrap(), sent, "what was sent meanwhile is entered");
}
