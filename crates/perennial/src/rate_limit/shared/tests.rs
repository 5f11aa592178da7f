//! Tests of clients that share one store. Tokio's clock is paused: it only advances while all tasks are idle.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use futures_util::poll;
use reqwest::StatusCode;
use tokio::task::yield_now;
use tokio::time::{Instant, advance};
use uuid::Uuid;

use crate::deadline::Deadline;
use crate::error::{ApiError, Error, RateLimited, TransportError, TransportFailure};
use crate::operation::Operation;
use crate::rate_limit::store::Update;
use crate::rate_limit::tests::store::TestStore;
use crate::rate_limit::{Limiter, OnStoreError, Permit, RateLimitSettings, Waiter, WhenLimited};
use crate::service::RateLimit;
use crate::testing::SERVICE;

static OPERATION: Operation = Operation::new("getThing", "GET", "/thing").limited(RateLimit::new(2, 3_600));
static OTHER: Operation = Operation::new("getOther", "GET", "/other").limited(RateLimit::new(2, 3_600));

const HOUR: Duration = Duration::from_secs(3_600);
/// The time for which each request counts in addition to the hour: the margin, and twice the store's timeout.
const MORE: Duration = Duration::from_millis(1_500);
/// The precision of Tokio's timers.
const TICK: Duration = Duration::from_millis(1);
const ACCOUNT: Uuid = Uuid::from_u128(7);

fn client(store: &TestStore, when_limited: WhenLimited, on_store_error: OnStoreError) -> Limiter {
    let settings = RateLimitSettings {
        when_limited: Some(when_limited),
        store: Some(Arc::new(store.clone())),
        on_store_error,
        ..RateLimitSettings::default()
    };
    Limiter::new(&SERVICE, settings).unwrap().unwrap()
}

fn waiting_client(store: &TestStore) -> Limiter {
    client(store, WhenLimited::Wait, OnStoreError::Local)
}

fn failing_client(store: &TestStore) -> Limiter {
    client(store, WhenLimited::Fail, OnStoreError::Local)
}

async fn acquire(client: &Limiter, operation: &'static Operation) -> Result<Permit, RateLimited> {
    client.acquire(ACCOUNT, &mut Waiter::until(operation, Deadline::within(None))).await
}

async fn send(client: &Limiter) -> Result<(), RateLimited> {
    acquire(client, &OPERATION).await.map(|mut permit| permit.mark_sent())
}

/// Returns the updates that the store has received since this function was last called.
/// Uses `permit` for a request that cannot be sent, because the connection fails.
async fn fail_to_connect(mut permit: Permit) {
    let no_connection = TransportError::new(&OPERATION, TransportFailure::Connect);
    permit.mark_sent();
    permit.record_failure(&no_connection.into(), None, Deadline::within(None)).await;
}

fn take_updates(store: &TestStore) -> Vec<Update> {
    store.with_state(|inner| std::mem::take(&mut inner.updates))
}

fn count_bookings(updates: &[Update]) -> usize {
    updates.iter().filter(|update| update.book.is_some()).count()
}

async fn used_and_waiting(store: &TestStore) -> (u32, u32) {
    let status = waiting_client(store).shared_status(ACCOUNT, std::slice::from_ref(&OPERATION)).await.unwrap();
    take_updates(store);
    (status[1].used(), status[1].waiting())
}

/// Yields often enough that all background tasks are idle afterwards.
async fn run_background_tasks() {
    for _ in 0..10 {
        yield_now().await;
    }
}

#[tokio::test(start_paused = true)]
async fn clients_of_one_store_share_the_limit_with_one_update_per_call() {
    let store = TestStore::new();
    let clients = [failing_client(&store), failing_client(&store), failing_client(&store)];
    assert!(send(&clients[0]).await.is_ok() && send(&clients[1]).await.is_ok());
    let error = send(&clients[2]).await.unwrap_err();
    assert_eq!((error.retry_after(), error.store_error()), (HOUR + MORE, None));
    assert_eq!(count_bookings(&take_updates(&store)), 3);
}

#[tokio::test(start_paused = true)]
async fn waiting_calls_of_all_clients_are_sent_in_the_order_of_arrival() {
    let store = TestStore::new();
    let clients: Vec<Limiter> = (0..3).map(|_| waiting_client(&store)).collect();
    let start = Instant::now();
    let hours = join_all(clients.iter().cycle().take(7).map(async |client| {
        send(client).await.unwrap();
        start.elapsed()
    }))
    .await;
    for (waited, hours) in hours.iter().zip([0, 0, 1, 1, 2, 2, 3]) {
        let due = hours * (HOUR + MORE);
        assert!((due..=due + TICK).contains(waited), "{waited:?}");
    }
    assert_eq!(take_updates(&store).len(), 7, "nobody asks again while it waits");
}

#[tokio::test(start_paused = true)]
async fn call_that_would_miss_its_deadline_books_nothing_in_the_store() {
    let store = TestStore::new();
    let client = waiting_client(&store);
    assert!(send(&client).await.is_ok() && send(&client).await.is_ok());
    let late =
        client.acquire(ACCOUNT, &mut Waiter::until(&OPERATION, Deadline::within(Some(HOUR)))).await.err().unwrap();
    assert_eq!(late.retry_after(), HOUR + MORE);
    assert_eq!(used_and_waiting(&store).await, (2, 0));
}

#[tokio::test(start_paused = true)]
async fn store_is_not_called_while_the_limit_is_known_to_be_reached() {
    let store = TestStore::new();
    let client = failing_client(&store);
    assert!(send(&client).await.is_ok() && send(&client).await.is_ok());
    take_updates(&store);
    for minutes in 0..59 {
        let wait = send(&client).await.unwrap_err().retry_after();
        assert_eq!(wait, HOUR + MORE - minutes * HOUR / 60);
        advance(HOUR / 60).await;
    }
    assert_eq!(take_updates(&store).len(), 1);
    // A call with a longer deadline could wait that long, so it still asks the store.
    let patient = Deadline::within(Some(HOUR));
    let waiting = waiting_client(&store);
    drop(waiting.acquire(ACCOUNT, &mut Waiter::until(&OPERATION, patient)).await.unwrap());
    assert!(send(&client).await.is_ok());
}

#[tokio::test(start_paused = true)]
async fn store_is_called_again_once_a_permit_is_known_to_be_free() {
    let store = TestStore::new();
    let client = failing_client(&store);
    let given_back = acquire(&client, &OPERATION).await.unwrap();
    assert!(send(&client).await.is_ok() && send(&client).await.is_err());
    fail_to_connect(given_back).await;
    assert!(send(&client).await.is_ok() && send(&client).await.is_err());
    // The store loses its bookings, so that `shared_status` finds free requests.
    store.with_state(|inner| inner.ledgers.clear());
    assert!(client.shared_status(ACCOUNT, std::slice::from_ref(&OPERATION)).await.unwrap()[1].free() > 0);
    take_updates(&store);
    assert!(send(&client).await.is_err());
    assert_eq!(take_updates(&store).len(), 2, "asked again, and entered what this client has sent");
}

#[tokio::test(start_paused = true)]
async fn unused_bookings_are_removed_from_the_store() {
    let store = TestStore::new();
    let client = waiting_client(&store);
    drop(acquire(&client, &OPERATION).await.unwrap());
    let unsent = acquire(&client, &OPERATION).await.unwrap();
    fail_to_connect(unsent).await;
    run_background_tasks().await;
    assert_eq!(used_and_waiting(&store).await, (0, 0));

    assert!(send(&client).await.is_ok() && send(&client).await.is_ok());
    let mut calls: Vec<_> = (0..10).map(|_| Box::pin(send(&client))).collect();
    for call in &mut calls {
        assert!(poll!(call).is_pending());
    }
    run_background_tasks().await;
    assert_eq!(used_and_waiting(&store).await, (2, 10));
    calls.truncate(3);
    run_background_tasks().await;
    assert_eq!(used_and_waiting(&store).await, (2, 3));
    assert_eq!(take_updates(&store).len(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_call_dropped_during_an_update_leaves_no_booking_in_the_store() {
    let store = TestStore::new();
    store.with_state(|inner| inner.latency = Duration::from_millis(100));
    let client = waiting_client(&store);
    for wait in [1, 40, 80, 120] {
        let _ = tokio::time::timeout(Duration::from_millis(wait), acquire(&client, &OPERATION)).await;
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(used_and_waiting(&store).await, (0, 0));
}

#[tokio::test(start_paused = true)]
async fn call_that_wakes_too_late_for_its_booking_books_again() {
    for (late, count) in [(Duration::from_millis(400), 1), (Duration::from_millis(600), 2)] {
        let store = TestStore::new();
        let client = waiting_client(&store);
        assert!(send(&client).await.is_ok() && send(&client).await.is_ok());
        take_updates(&store);
        let mut call = Box::pin(acquire(&client, &OPERATION));
        assert!(poll!(&mut call).is_pending());
        run_background_tasks().await;
        assert!(poll!(&mut call).is_pending());
        advance(HOUR + MORE + late).await;
        call.await.unwrap().mark_sent();
        let updates = take_updates(&store);
        assert_eq!(updates.len(), count, "{late:?}");
        assert!(updates.iter().all(|update| update.book == updates[0].book), "it is the same booking");
    }
}

#[tokio::test(start_paused = true)]
async fn retry_after_pauses_the_limit_in_all_clients_of_the_store() {
    let store = TestStore::new();
    let clients = [waiting_client(&store), failing_client(&store)];
    let mut refused = acquire(&clients[0], &OPERATION).await.unwrap();
    refused.mark_sent();
    refused.record_failure(&too_many_requests(), Some(Duration::from_secs(100)), Deadline::within(None)).await;
    let pause = Duration::from_secs(100);
    assert_eq!(send(&clients[1]).await.unwrap_err().retry_after(), pause);
    let status = clients[0].status(ACCOUNT, std::slice::from_ref(&OPERATION));
    assert_eq!(status.iter().map(|status| status.paused_for()).collect::<Vec<_>>(), [None, Some(pause)]);
    let status = clients[1].shared_status(ACCOUNT, std::slice::from_ref(&OPERATION)).await.unwrap();
    assert_eq!(status.iter().map(|status| status.paused_for()).collect::<Vec<_>>(), [None, Some(pause)]);
    acquire(&clients[1], &OTHER).await.unwrap().mark_sent();
    let start = Instant::now();
    send(&clients[0]).await.unwrap();
    assert!((pause..=pause + TICK).contains(&start.elapsed()));
}

fn too_many_requests() -> Error {
    ApiError::new(&OPERATION, StatusCode::TOO_MANY_REQUESTS).into()
}

#[tokio::test(start_paused = true)]
async fn retry_after_pauses_calls_for_at_most_a_day() {
    let store = TestStore::new();
    let client = failing_client(&store);
    let mut refused = acquire(&client, &OPERATION).await.unwrap();
    refused.mark_sent();
    refused.record_failure(&too_many_requests(), Some(1_000 * HOUR), Deadline::within(None)).await;
    assert_eq!(send(&client).await.unwrap_err().retry_after(), 24 * HOUR);
}

#[tokio::test(start_paused = true)]
async fn client_counts_its_own_requests_while_the_store_is_unreachable() {
    let store = TestStore::new();
    let client = failing_client(&store);
    send(&client).await.unwrap();
    store.with_state(|inner| inner.is_away = true);
    send(&client).await.unwrap();
    let error = send(&client).await.unwrap_err();
    assert_eq!((error.retry_after(), error.store_error()), (HOUR + Duration::from_secs(1), None));
    // Once the store answers again, it receives the requests sent in the meantime.
    store.with_state(|inner| inner.is_away = false);
    advance(Duration::from_secs(2)).await;
    take_updates(&store);
    assert!(send(&client).await.is_err());
    assert_eq!(take_updates(&store).len(), 1);
    assert_eq!(used_and_waiting(&store).await, (2, 0));
}

#[tokio::test(start_paused = true)]
async fn call_that_waited_during_a_store_outage_books_before_it_is_sent() {
    let store = TestStore::new();
    let clients = [waiting_client(&store), waiting_client(&store)];
    store.with_state(|inner| inner.is_away = true);
    for client in &clients {
        assert!(send(client).await.is_ok() && send(client).await.is_ok());
    }
    let mut calls = clients.each_ref().map(|client| Box::pin(send(client)));
    for call in &mut calls {
        assert!(poll!(call).is_pending());
    }
    store.with_state(|inner| inner.is_away = false);
    let start = Instant::now();
    join_all(calls).await;
    // Each client has sent two requests without the store. Together, that is as many as two hours allow.
    let waited = start.elapsed();
    assert!(waited > HOUR && waited < HOUR + MORE + 2 * TICK, "{waited:?}");
    assert_eq!(count_bookings(&take_updates(&store)), 4);
    assert_eq!(used_and_waiting(&store).await, (2, 0));
}

#[tokio::test(start_paused = true)]
async fn unreachable_store_is_called_at_most_once_per_second() {
    let store = TestStore::new();
    store.with_state(|inner| inner.is_away = true);
    let client = client(&store, WhenLimited::Fail, OnStoreError::Refuse);
    for _ in 0..100 {
        let error = send(&client).await.unwrap_err();
        assert_eq!(error.store_error().unwrap().to_string(), "it is away");
        assert!(error.retry_after() <= Duration::from_secs(1));
        advance(Duration::from_millis(50)).await;
    }
    assert_eq!(take_updates(&store).len(), 5);
    store.with_state(|inner| inner.is_away = false);
    advance(Duration::from_secs(1)).await;
    send(&client).await.unwrap();
    send(&client).await.unwrap();
    assert_eq!(count_bookings(&take_updates(&store)), 2);
}

#[tokio::test(start_paused = true)]
async fn booking_is_removed_from_the_store_if_its_answer_took_too_long() {
    let store = TestStore::new();
    store.with_state(|inner| inner.latency = Duration::from_secs(5));
    let client = client(&store, WhenLimited::Fail, OnStoreError::Refuse);
    let start = Instant::now();
    let error = send(&client).await.unwrap_err();
    assert_eq!(error.store_error().unwrap().to_string(), "no response within 250 ms");
    assert!((250..=251).contains(&start.elapsed().as_millis()));
    store.with_state(|inner| inner.latency = Duration::ZERO);
    advance(Duration::from_secs(1)).await;
    send(&client).await.unwrap();
    assert_eq!(take_updates(&store).pop().unwrap().give_back.len(), 1);
    assert_eq!(used_and_waiting(&store).await, (1, 0));
}

#[tokio::test(start_paused = true)]
async fn call_waits_for_the_rate_limit_store_only_until_its_deadline() {
    let store = TestStore::new();
    store.with_state(|inner| inner.latency = Duration::from_secs(5));
    for on_store_error in [OnStoreError::Local, OnStoreError::Refuse] {
        let client = client(&store, WhenLimited::Wait, on_store_error);
        let start = Instant::now();
        let soon = Deadline::within(Some(Duration::from_millis(100)));
        let admitted = client.acquire(ACCOUNT, &mut Waiter::until(&OPERATION, soon)).await;
        assert!((100..=101).contains(&start.elapsed().as_millis()));
        assert_eq!(admitted.is_ok(), on_store_error == OnStoreError::Local);
        // If the caller's deadline is too short for the answer, this does not count as a failure of the store.
        take_updates(&store);
        drop(send(&client).await);
        assert_eq!(take_updates(&store).len(), 0, "it is on its way");
        tokio::time::sleep(Duration::from_secs(10)).await;
    }
    // The deadline is late enough when the store makes the booking, but has passed when the caller receives the answer.
    let store = TestStore::new();
    let client = waiting_client(&store);
    assert!(send(&client).await.is_ok() && send(&client).await.is_ok());
    store.with_state(|inner| inner.latency = Duration::from_millis(100));
    let start = Instant::now();
    let late = Deadline::within(Some(HOUR + MORE + TICK));
    drop(client.acquire(ACCOUNT, &mut Waiter::until(&OPERATION, late)).await);
    assert!(start.elapsed() <= HOUR + MORE + 3 * TICK, "{:?}", start.elapsed());
}

#[tokio::test(start_paused = true)]
async fn clients_restore_their_bookings_in_a_store_that_lost_its_data() {
    let store = TestStore::new();
    let clients = [waiting_client(&store), failing_client(&store)];
    send(&clients[0]).await.unwrap();
    send(&clients[1]).await.unwrap();
    let mut third = Box::pin(send(&clients[0]));
    assert!(poll!(&mut third).is_pending());
    run_background_tasks().await;
    assert!(poll!(&mut third).is_pending());
    assert_eq!(used_and_waiting(&store).await, (2, 1));

    advance(HOUR / 2).await;
    store.with_state(|inner| inner.ledgers.clear());
    let mut fourth = Box::pin(send(&clients[0]));
    assert!(poll!(&mut fourth).is_pending());
    run_background_tasks().await;
    assert_eq!(used_and_waiting(&store).await, (1, 2));
    assert!(send(&clients[1]).await.is_err());
    assert_eq!(used_and_waiting(&store).await, (2, 2));

    let start = Instant::now();
    third.await.unwrap();
    fourth.await.unwrap();
    let wait = HOUR / 2 + MORE;
    assert!((wait..=wait + 2 * TICK).contains(&start.elapsed()), "{:?}", start.elapsed());
}

#[tokio::test(start_paused = true)]
async fn client_obeys_the_limit_even_if_the_store_loses_its_bookings() {
    let store = TestStore::new();
    let client = waiting_client(&store);
    let start = Instant::now();
    let mut sent = Vec::new();
    for _ in 0..8 {
        // The store loses its bookings without changing its epoch.
        store.with_state(|inner| {
            for ledger in inner.ledgers.values_mut() {
                ledger.forget_all();
            }
        });
        send(&client).await.unwrap();
        sent.push(start.elapsed());
    }
    assert!(sent.windows(3).all(|span| span[2] - span[0] >= HOUR), "{sent:?}");
    assert!(start.elapsed() <= 3 * (HOUR + MORE) + 100 * TICK, "{sent:?}");
}

#[tokio::test(start_paused = true)]
async fn rate_limit_store_receives_only_a_hash_of_the_account() {
    let store = TestStore::new();
    let client = failing_client(&store);
    for account in [ACCOUNT, Uuid::nil()] {
        drop(client.acquire(account, &mut Waiter::until(&OPERATION, Deadline::within(None))).await.unwrap());
    }
    store.with_state(|inner| {
        assert_eq!(inner.ledgers.len(), 2);
        assert!(!inner.ledgers.contains_key(&ACCOUNT) && !inner.ledgers.contains_key(&Uuid::nil()));
        // The store knows the account by a name-based UUID, which must not change between versions of this crate.
        let hash = Uuid::new_v5(&Uuid::from_u128(0x7b6d_52c4_9a0e_4f35_8d21_c3f0_6e94_b87a), ACCOUNT.as_bytes());
        assert!(inner.ledgers.contains_key(&hash));
    });
}

#[tokio::test(start_paused = true)]
async fn rate_limit_headroom_leaves_the_client_at_least_one_request() {
    static TEN: Operation = Operation::new("getTen", "GET", "/ten").limited(RateLimit::new(10, 3_600));
    let store = TestStore::new();
    for (headroom, requests) in [(0.0, 10), (0.1, 9), (0.95, 1)] {
        for shared in [true, false] {
            store.with_state(|inner| inner.ledgers.clear());
            let settings = RateLimitSettings {
                when_limited: Some(WhenLimited::Fail),
                headroom,
                store: shared.then(|| Arc::new(store.clone()) as _),
                ..RateLimitSettings::default()
            };
            let client = Limiter::new(&SERVICE, settings).unwrap().unwrap();
            let mut sent = 0;
            while let Ok(mut permit) = acquire(&client, &TEN).await {
                permit.mark_sent();
                sent += 1;
            }
            assert_eq!(sent, requests, "{headroom}");
        }
    }
}
