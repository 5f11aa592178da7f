//! Simulates days of calls whose requests take random times to reach the service, and counts the requests when they
//! arrive, as the service would.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use tokio::time::{sleep, timeout};
use uuid::Uuid;

use super::chance::Chance;
use super::store::TestStore;
use crate::clock::Instant;
use crate::deadline::Deadline;
use crate::error::{TransportError, TransportFailure};
use crate::operation::Operation;
use crate::rate_limit::{Limiter, RateLimitSettings, RateLimitStore, Waiter, WhenLimited};
use crate::service::RateLimit;
use crate::testing::{DEFAULT, SERVICE};

const MINUTE: Duration = Duration::from_secs(60);

static SHARING: Operation = Operation::new("getThing", "GET", "/thing");
static OWN: Operation = Operation::new("getOther", "GET", "/other").limited(RateLimit::new(300, 3_600));

/// Simulates a call that starts at `begin`. Returns when its request arrives at the service, or `None` if it never
/// arrives.
async fn simulate_call(
    limiter: &Limiter,
    operation: &'static Operation,
    begin: Duration,
    conditions: Conditions,
    seed: u64,
) -> Option<Instant> {
    let mut chance = Chance(seed);
    sleep(begin).await;
    let mut waiter = Waiter::until(operation, Deadline::within(None));
    let permit = limiter.acquire(Uuid::nil(), &mut waiter);
    let mut permit = if conditions.all_arrive || chance.roll(10) > 0 {
        permit.await.unwrap()
    } else {
        // Some calls are dropped while they wait.
        timeout(chance.up_to(10 * MINUTE), permit).await.ok()?.unwrap()
    };
    // Some time passes before the request is sent, because the program is busy.
    sleep(chance.up_to(conditions.longest_pause)).await;
    if !conditions.all_arrive && chance.roll(20) == 0 {
        return None;
    }
    permit.mark_sent();
    let delay = chance.up_to(conditions.longest_delay);
    if !conditions.all_arrive && chance.roll(20) == 0 {
        sleep(delay).await;
        let no_connection = TransportError::new(operation, TransportFailure::Connect);
        permit.record_failure(&no_connection.into(), None, Deadline::within(None)).await;
        return None;
    }
    Some(Instant::now() + delay)
}

#[derive(Clone, Copy)]
struct Conditions {
    /// The maximum time from the moment at which a permit is due until its request is sent.
    longest_pause: Duration,
    /// The maximum time that a request takes to reach the service.
    longest_delay: Duration,
    /// Whether every call is sent and connects.
    all_arrive: bool,
}

/// Simulates calls that start at the times `begins`. Returns the times at which their requests arrive at the service,
/// in order.
async fn arrivals(
    limiters: &[Limiter],
    operation: &'static Operation,
    begins: impl Iterator<Item = Duration>,
    conditions: Conditions,
) -> Vec<Instant> {
    let calls = begins.zip(limiters.iter().cycle()).zip(1..);
    let calls = calls.map(|((begin, limiter), seed)| simulate_call(limiter, operation, begin, conditions, seed));
    let mut arrivals: Vec<Instant> = join_all(calls).await.into_iter().flatten().collect();
    arrivals.sort();
    arrivals
}

fn most_in_a_period(arrivals: &[Instant], limit: RateLimit) -> usize {
    let within =
        |(index, begin): (usize, &Instant)| arrivals.partition_point(|other| *other < *begin + limit.period()) - index;
    arrivals.iter().enumerate().map(within).max().unwrap_or_default()
}

/// Returns the start times of a busy program's calls: 400 calls in quick succession, followed by a pause of up to a
/// minute.
fn bursts(count: u64) -> impl Iterator<Item = Duration> {
    let mut chance = Chance(7);
    let mut time = Duration::ZERO;
    (0..count).map(move |index| {
        time += if index % 400 == 0 { chance.up_to(MINUTE) } else { chance.up_to(Duration::from_millis(40)) };
        time
    })
}

#[tokio::test(start_paused = true)]
async fn requests_never_exceed_a_limit_if_delays_stay_below_the_margin() {
    for margin in [Duration::from_millis(300), Duration::from_secs(1), Duration::from_secs(20)] {
        let limiter = Limiter::for_test(WhenLimited::Wait, margin);
        let conditions = Conditions { longest_pause: Duration::from_secs(3), longest_delay: margin, all_arrive: false };
        let (shared, own) = futures_util::future::join(
            arrivals(std::slice::from_ref(&limiter), &SHARING, bursts(8_000), conditions),
            arrivals(std::slice::from_ref(&limiter), &OWN, bursts(2_000), conditions),
        )
        .await;
        assert!(shared.len() > 6_000 && own.len() > 1_000, "{} {}", shared.len(), own.len());
        assert!(
            most_in_a_period(&shared, DEFAULT) <= 600 && most_in_a_period(&own, OWN.rate_limit()) <= 300,
            "{margin:?}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn without_a_margin_delayed_requests_exceed_the_limit() {
    let limiter = Limiter::for_test(WhenLimited::Wait, Duration::ZERO);
    let conditions =
        Conditions { longest_pause: Duration::ZERO, longest_delay: Duration::from_millis(300), all_arrive: true };
    let arrivals = arrivals(std::slice::from_ref(&limiter), &SHARING, bursts(8_000), conditions).await;
    assert!(most_in_a_period(&arrivals, DEFAULT) > 600);
}

#[tokio::test(start_paused = true)]
async fn client_uses_98_percent_of_its_limit_with_a_margin_of_one_second() {
    let limiter = Limiter::for_test(WhenLimited::Wait, Duration::from_secs(1));
    let conditions = Conditions {
        longest_pause: Duration::from_millis(20),
        longest_delay: Duration::from_secs(1),
        all_arrive: true,
    };
    let all_at_once = std::iter::repeat_n(Duration::ZERO, 12_000);
    let arrivals = arrivals(std::slice::from_ref(&limiter), &SHARING, all_at_once, conditions).await;
    assert_eq!(most_in_a_period(&arrivals, DEFAULT), 600);
    let minutes = (arrivals[arrivals.len() - 1] - arrivals[0]).as_secs_f64() / 60.0;
    // The limit is 600 requests a minute, so 12,000 requests are sent in twenty bursts, with nineteen waits between
    // them.
    let used = 19.0 / minutes;
    assert!(used >= 0.98, "{used}");
}

/// Creates `count` clients of one store. Each of them stands for a process.
fn fleet(store: &TestStore, count: usize, margin: Duration) -> Vec<Limiter> {
    let client = |_| {
        let store: Arc<dyn RateLimitStore> = Arc::new(store.clone());
        let settings = RateLimitSettings {
            when_limited: Some(WhenLimited::Wait),
            margin,
            store: Some(store),
            ..RateLimitSettings::default()
        };
        Limiter::new(&SERVICE, settings).unwrap().unwrap()
    };
    (0..count).map(client).collect()
}

#[tokio::test(start_paused = true)]
async fn clients_that_share_a_store_never_exceed_the_limits_together() {
    for (margin, latency) in [(300, 100), (1_000, 10), (20_000, 120)] {
        let store = TestStore::new();
        store.with_state(|inner| inner.latency = Duration::from_millis(latency));
        let margin = Duration::from_millis(margin);
        let limiters = fleet(&store, 8, margin);
        let conditions = Conditions { longest_pause: Duration::ZERO, longest_delay: margin, all_arrive: false };
        let (shared, own) = futures_util::future::join(
            arrivals(&limiters, &SHARING, bursts(8_000), conditions),
            arrivals(&limiters, &OWN, bursts(2_000), conditions),
        )
        .await;
        assert!(shared.len() > 6_000 && own.len() > 1_000, "{} {}", shared.len(), own.len());
        assert!(
            most_in_a_period(&shared, DEFAULT) <= 600 && most_in_a_period(&own, OWN.rate_limit()) <= 300,
            "{margin:?}"
        );
        assert!(store.with_state(|inner| inner.updates.iter().all(|update| update.enter.is_empty())));
    }
}

#[tokio::test(start_paused = true)]
async fn clients_that_share_a_store_use_97_percent_of_the_limit() {
    let store = TestStore::new();
    let longest = Duration::from_millis(50);
    store.with_state(|inner| inner.latency = longest);
    let limiters = fleet(&store, 8, Duration::from_secs(1));
    // The interval between calls is longer than the store takes to answer, so the calls are booked in order.
    let begins: Vec<Duration> = (0..6_000).map(|index| 2 * longest * index).collect();
    let conditions = Conditions { longest_pause: Duration::ZERO, longest_delay: Duration::ZERO, all_arrive: true };
    let calls = begins.iter().zip(limiters.iter().cycle()).zip(1..);
    let arrivals =
        join_all(calls.map(|((begin, limiter), seed)| simulate_call(limiter, &SHARING, *begin, conditions, seed)))
            .await;
    let arrivals: Vec<Instant> = arrivals.into_iter().map(Option::unwrap).collect();
    let before = arrivals.windows(2).find(|pair| pair[0] > pair[1] + longest);
    assert_eq!(before, None, "goes before one that came earlier");

    // The limit is 300 requests an hour, so 6,000 requests are sent in twenty bursts, with nineteen waits between them.
    let now = Instant::now();
    let all_at_once = std::iter::repeat_n(Duration::ZERO, 6_000);
    let arrivals = self::arrivals(&limiters, &OWN, all_at_once, conditions).await;
    let periods = (arrivals[arrivals.len() - 1] - now).as_secs_f64() / OWN.rate_limit().period().as_secs_f64();
    assert!(19.0 / periods >= 0.97, "{periods}");
}
