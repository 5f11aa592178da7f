//! Measures reservations per second: in each store, and for comparison with `governor` in memory and with a bare `INCR` in
//! Redis.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use governor::{Quota, RateLimiter};
use layer::interceptor::{Attempt, BoxError};
use layer::rate_limit::{Book, BookingId, Entry, FileStore, Ledger, RateLimitStore, RedisStore, Slot, Update, Window};
use layer::redis::aio::MultiplexedConnection;
use layer::redis::{self, cmd};
use layer::{Client, Interceptor, WhenLimited};
use loopback::RedisServer;
use std::num::NonZeroU32;
use tokio::runtime::{Builder, Runtime};
use uuid::Uuid;

/// The duration of each measurement.
const TIME: Duration = Duration::from_millis(500);
/// The number of measurements. Only the best one is reported.
const ROUNDS: usize = 5;
/// The number of requests that the limit allows. Before the measurements, the ledger contains as many bookings.
const LOG: u32 = 600;

fn main() {
    let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
    println!("{:<44} {:>14} {:>14}", "per second", "one caller", "64 at once");
    let row = |name: &str, [one, many]: [f64; 2]| println!("{name:<44} {one:>14.0} {many:>14.0}");

    let governor = RateLimiter::direct(Quota::per_second(NonZeroU32::MAX));
    row("governor, in memory (GCRA)", measure_rates(&runtime, async |_| assert!(governor.check().is_ok())));

    let mut ledger = Ledger::default();
    ledger.update(now(), &update_that_fills_log());
    let ledger = std::cell::RefCell::new(ledger);
    row(
        "the rule, a log of 600 in memory",
        measure_rates(&runtime, async |id| drop(ledger.borrow_mut().update(now(), &update_with_booking(id)))),
    );

    for (name, limited) in
        [("a call that is not sent, without a limit", false), ("the same, with a limit in memory", true)]
    {
        let client = client(limited);
        row(
            name,
            measure_rates(&runtime, async |_| drop(client.request(http::Method::GET, "/v1/a").send::<()>().await)),
        );
    }

    let folder = tempfile::tempdir().expect("a folder");
    let file = FileStore::new(folder.path());
    row("FileStore", measure_store(&runtime, &file));

    if !is_installed() {
        println!("no redis-server is installed: Redis is not measured");
        return;
    }
    let server = RedisServer::start(&[]);
    let incremented = runtime.block_on(connection(&server));
    let increment = async |_| cmd("INCR").arg("key").exec_async(&mut incremented.clone()).await.expect("it answers");
    row("a bare INCR in Redis", measure_rates(&runtime, increment));
    let redis = RedisStore::new(runtime.block_on(connection(&server)));
    row("RedisStore", measure_store(&runtime, &redis));
}

fn now() -> Duration {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("it is after 1970")
}

fn update_that_fills_log() -> Update {
    let mut update = update_with_booking(BookingId::from(0));
    update.enter = (0..LOG - 1).map(|n| Entry::new(u64::from(n + 1).into(), Slot::Ago(Duration::ZERO))).collect();
    update
}

/// Creates an update that books a permit under `id`. A caller always uses the same `id`, so its new booking replaces
/// the previous one, and the ledger does not grow.
fn update_with_booking(id: BookingId) -> Update {
    let mut update = Update::default();
    update.windows.push(Window::new("*", LOG, Duration::from_secs(3_600)));
    update.book = Some(Book::new(id, None));
    update
}

fn measure_store(runtime: &Runtime, store: &impl RateLimitStore) -> [f64; 2] {
    runtime.block_on(store.update(Uuid::nil(), update_that_fills_log())).expect("it answers");
    measure_rates(runtime, async |id| {
        drop(store.update(Uuid::nil(), update_with_booking(id)).await.expect("it answers"))
    })
}

/// Measures how many calls to `reserve` complete per second: with one caller, and with 64 concurrent callers.
fn measure_rates(runtime: &Runtime, reserve: impl AsyncFn(BookingId)) -> [f64; 2] {
    [1, 64].map(|callers| {
        let rounds = (0..ROUNDS).map(|_| {
            let begun = Instant::now();
            let counts = runtime.block_on(join_all((0..callers).map(async |caller| {
                let mut count = 0_u32;
                while begun.elapsed() < TIME {
                    reserve(BookingId::from(1_000_000 + caller)).await;
                    count += 1;
                }
                count
            })));
            f64::from(counts.iter().sum::<u32>()) / begun.elapsed().as_secs_f64()
        });
        rounds.fold(0.0, f64::max)
    })
}

/// Creates a client whose interceptor refuses every call after the call has received its permit. If `limited` is false,
/// the client has no rate limit.
fn client(limited: bool) -> Client {
    struct Refuse;

    impl Interceptor for Refuse {
        fn before(&self, _: &mut Attempt<'_>) -> Result<(), BoxError> {
            Err("not sent".into())
        }
    }

    let builder = Client::builder("http://127.0.0.1:1").api_key("any").account_id(Uuid::nil()).interceptor(Refuse);
    let builder = if limited { builder.rate_limit(WhenLimited::Wait) } else { builder };
    builder.build().expect("it can be built")
}

fn is_installed() -> bool {
    std::process::Command::new("redis-server").arg("--version").output().is_ok()
}

async fn connection(server: &RedisServer) -> MultiplexedConnection {
    let client = redis::Client::open(server.url()).expect("it is a URL");
    client.get_multiplexed_async_connection().await.expect("it connects")
}
