//! Days of calls, whose requests are on their way for different times, as the service counts them when they arrive.

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

/// A call at `begin`. Returns when its request arrives, if it does.
async fn call(
    limiter: &Limiter,
    operation: &'static Operation,
    begin: Duration,
    way: Way,
    seed: u64,
) -> Option<Instant> {
    let mut chance = Chance(seed);
    sleep(begin).await;
    let mut waiter = Waiter::until(operation, Deadline::within(None));
    let admitted = limiter.admit(Uuid::nil(), &mut waiter);
    let mut booking = if way.all_arrive || chance.roll(10) > 0 {
        admitted.await.unwrap()
    } else {
        // Some are dropped while they wait.
        timeout(chance.up_to(10 * MINUTE), admitted).await.ok()?.unwrap()
    };
    // A busy program does not send at once.
    sleep(chance.up_to(way.latest_use)).await;
    if !way.all_arrive && chance.roll(20) == 0 {
        return None;
    }
    booking.sent();
    let delay = chance.up_to(way.longest);
    if !way.all_arrive && chance.roll(20) == 0 {
        sleep(delay).await;
        // There is no connection.
        let no_connection = TransportError::new(operation, TransportFailure::Connect);
        booking.failed(&no_connection.into(), None, Deadline::within(None)).await;
        return None;
    }
    Some(Instant::now() + delay)
}

#[derive(Clone, Copy)]
struct Way {
    /// The longest times from a slot to its use, and from there to the service.
    latest_use: Duration,
    longest: Duration,
    /// `true` if no call is dropped or has no connection.
    all_arrive: bool,
}

/// Returns, in order, the moments at which the requests of calls arrive that begin at the times of `begins`.
async fn arrivals(
    limiters: &[Limiter],
    operation: &'static Operation,
    begins: impl Iterator<Item = Duration>,
    way: Way,
) -> Vec<Instant> {
    let calls = begins.zip(limiters.iter().cycle()).zip(1..);
    let calls = calls.map(|((begin, limiter), seed)| call(limiter, operation, begin, way, seed));
    let mut arrivals: Vec<Instant> = join_all(calls).await.into_iter().flatten().collect();
    arrivals.sort();
    arrivals
}

/// The most that arrive within a period of the limit, wherever it begins.
fn most(arrivals: &[Instant], limit: RateLimit) -> usize {
    let within =
        |(index, begin): (usize, &Instant)| arrivals.partition_point(|other| *other < *begin + limit.period()) - index;
    arrivals.iter().enumerate().map(within).max().unwrap_or_default()
}

/// The calls of a busy program: bursts of some hundreds, and single ones between them.
fn bursts(count: u64) -> impl Iterator<Item = Duration> {
    let mut chance = Chance(7);
    let mut time = Duration::ZERO;
    (0..count).map(move |index| {
        time += if index % 400 == 0 { chance.up_to(MINUTE) } else { chance.up_to(Duration::from_millis(40)) };
        time
    })
}

#[tokio::test(start_paused = true)]
async fn what_arrives_within_the_margin_never_exceeds_any_of_the_limits() {
    for margin in [Duration::from_millis(300), Duration::from_secs(1), Duration::from_secs(20)] {
        let limiter = Limiter::of(WhenLimited::Wait, margin);
        let way = Way { latest_use: Duration::from_secs(3), longest: margin, all_arrive: false };
        let (shared, own) = futures_util::future::join(
            arrivals(std::slice::from_ref(&limiter), &SHARING, bursts(8_000), way),
            arrivals(std::slice::from_ref(&limiter), &OWN, bursts(2_000), way),
        )
        .await;
        assert!(shared.len() > 6_000 && own.len() > 1_000, "{} {}", shared.len(), own.len());
        assert!(most(&shared, DEFAULT) <= 600 && most(&own, OWN.rate_limit()) <= 300, "{margin:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn without_a_margin_more_arrive_than_the_limit_allows() {
    let limiter = Limiter::of(WhenLimited::Wait, Duration::ZERO);
    let way = Way { latest_use: Duration::ZERO, longest: Duration::from_millis(300), all_arrive: true };
    let arrivals = arrivals(std::slice::from_ref(&limiter), &SHARING, bursts(8_000), way).await;
    assert!(most(&arrivals, DEFAULT) > 600);
}

#[tokio::test(start_paused = true)]
async fn with_a_margin_of_a_second_98_percent_of_the_limit_are_used() {
    let limiter = Limiter::of(WhenLimited::Wait, Duration::from_secs(1));
    let way = Way { latest_use: Duration::from_millis(20), longest: Duration::from_secs(1), all_arrive: true };
    let all_at_once = std::iter::repeat_n(Duration::ZERO, 12_000);
    let arrivals = arrivals(std::slice::from_ref(&limiter), &SHARING, all_at_once, way).await;
    assert_eq!(most(&arrivals, DEFAULT), 600);
    let minutes = (arrivals[arrivals.len() - 1] - arrivals[0]).as_secs_f64() / 60.0;
    // Twenty bursts, with nineteen waits between them.
    let used = 19.0 / minutes;
    assert!(used >= 0.98, "{used}");
}

/// As many clients of one store, of which each is a process.
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
async fn what_a_fleet_sends_never_exceeds_the_limits_together() {
    for (margin, way) in [(300, 100), (1_000, 10), (20_000, 120)] {
        let store = TestStore::new();
        store.with(|inner| inner.way = Duration::from_millis(way));
        let margin = Duration::from_millis(margin);
        let limiters = fleet(&store, 8, margin);
        let way = Way { latest_use: Duration::ZERO, longest: margin, all_arrive: false };
        let (shared, own) = futures_util::future::join(
            arrivals(&limiters, &SHARING, bursts(8_000), way),
            arrivals(&limiters, &OWN, bursts(2_000), way),
        )
        .await;
        assert!(shared.len() > 6_000 && own.len() > 1_000, "{} {}", shared.len(), own.len());
        assert!(most(&shared, DEFAULT) <= 600 && most(&own, OWN.rate_limit()) <= 300, "{margin:?}");
        assert!(store.with(|inner| inner.updates.iter().all(|update| update.enter.is_empty())));
    }
}

#[tokio::test(start_paused = true)]
async fn a_fleet_uses_97_percent_of_the_limit_first_come_first_served() {
    let store = TestStore::new();
    let longest = Duration::from_millis(50);
    store.with(|inner| inner.way = longest);
    let limiters = fleet(&store, 8, Duration::from_secs(1));
    // Each comes later than an answer of the store takes.
    let begins: Vec<Duration> = (0..6_000).map(|index| 2 * longest * index).collect();
    let way = Way { latest_use: Duration::ZERO, longest: Duration::ZERO, all_arrive: true };
    let calls = begins.iter().zip(limiters.iter().cycle()).zip(1..);
    let arrivals = join_all(calls.map(|((begin, limiter), seed)| call(limiter, &SHARING, *begin, way, seed))).await;
    let arrivals: Vec<Instant> = arrivals.into_iter().map(Option::unwrap).collect();
    let before = arrivals.windows(2).find(|pair| pair[0] > pair[1] + longest);
    assert_eq!(before, None, "goes before one that came earlier");

    // Ten bursts, with nine waits between them.
    let now = Instant::now();
    let all_at_once = std::iter::repeat_n(Duration::ZERO, 6_000);
    let arrivals = self::arrivals(&limiters, &OWN, all_at_once, way).await;
    let periods = (arrivals[arrivals.len() - 1] - now).as_secs_f64() / OWN.rate_limit().period().as_secs_f64();
    assert!(19.0 / periods >= 0.97, "{periods}");
}
