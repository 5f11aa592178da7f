//! Tests that the Redis script and `Ledger::update` produce the same results.

use std::cell::Cell;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use layer::rate_limit::{Book, Entry, Ledger, RateLimitStore, RedisStore, Slot, Update, Window};
use layer::redis::aio::{ConnectionLike, MultiplexedConnection};
use layer::redis::{Arg, Cmd, Pipeline, RedisFuture, Value, cmd};
use layer::uuid::Uuid;
use loopback::RedisServer;
use proptest::prelude::*;
use tokio::runtime::Builder;

use super::connection;

const SCRIPT: &str = include_str!("../../../../../crates/perennial/src/rate_limit/store/redis/update.lua");
/// The command in the script that reads the clock.
const CLOCK: &str = "redis.call('TIME')";

/// A connection that replaces the script's clock with `now`.
#[derive(Clone)]
struct Clocked {
    inner: MultiplexedConnection,
    now: Arc<Mutex<Duration>>,
}

impl ConnectionLike for Clocked {
    fn req_packed_command<'a>(&'a mut self, command: &'a Cmd) -> RedisFuture<'a, Value> {
        let now = *self.now.lock().unwrap();
        let clock = format!("{{ '{}', '{}' }}", now.as_secs(), now.subsec_micros());
        let arguments: Vec<Vec<u8>> = command
            .args_iter()
            .map(|argument| match argument {
                Arg::Simple(bytes) => bytes.to_vec(),
                _ => panic!("nothing is scanned"),
            })
            .collect();
        assert_eq!(arguments[0], b"EVALSHA");
        let mut eval = cmd("EVAL");
        eval.arg(SCRIPT.replace(CLOCK, &clock));
        for argument in &arguments[2..] {
            eval.arg(argument);
        }
        Box::pin(async move { self.inner.send_packed_command(&eval).await })
    }

    fn req_packed_commands<'a>(&'a mut self, _: &'a Pipeline, _: usize, _: usize) -> RedisFuture<'a, Vec<Value>> {
        panic!("an update is one command")
    }

    fn get_db(&self) -> i64 {
        self.inner.get_db()
    }
}

/// Generates updates, each with the time that has passed since the previous update.
fn updates() -> impl Strategy<Value = Vec<(u16, Update)>> {
    let time = || (0..3_000_u64).prop_map(Duration::from_millis);
    let id = || 0..30_u64;
    let slot = prop_oneof![time().prop_map(Slot::Ago), time().prop_map(Slot::In)];
    let entry = (id(), slot).prop_map(|(id, slot)| Entry::new(id.into(), slot));
    let book = (id(), prop::option::of(time())).prop_map(|(id, within)| Book::new(id.into(), within));
    let windows = prop::sample::subsequence(vec![("*", 2, 1_000), ("a", 1, 300), ("b", 5, 2_500)], 0..=3);
    let update = (
        windows,
        prop::collection::vec(id(), 0..3),
        prop::collection::vec(entry, 0..3),
        prop::option::weighted(0.1, time()),
        prop::option::weighted(0.8, book),
    );
    let update = update.prop_map(|(windows, give_back, enter, pause, book)| {
        let mut update = Update::default();
        let window = |(name, requests, millis)| Window::new(name, requests, Duration::from_millis(millis));
        update.windows = windows.into_iter().map(window).collect();
        update.give_back = give_back.into_iter().map(Into::into).collect();
        update.enter = enter;
        update.pause = pause;
        update.book = book;
        update
    });
    prop::collection::vec((0..1_200_u16, update), 1..40)
}

#[test]
#[ignore = "needs redis-server: run by .ci/run redis"]
fn redis_script_and_rust_ledger_return_the_same_answers() {
    assert_eq!(SCRIPT.matches(CLOCK).count(), 1);
    let server = RedisServer::start(&[]);
    let runtime = Builder::new_current_thread().enable_all().build().unwrap();
    let inner = runtime.block_on(connection(&server));
    let now = Arc::new(Mutex::new(Duration::from_secs(1_700_000_000)));
    let store = RedisStore::new(Clocked { inner, now: Arc::clone(&now) });
    let accounts = Cell::new(0);
    proptest!(|(updates in updates())| {
        accounts.set(accounts.get() + 1);
        let account = Uuid::from_u128(accounts.get());
        let mut ledger = Ledger::default();
        for (later, update) in updates {
            let now = {
                let mut now = now.lock().unwrap();
                *now += Duration::from_millis(later.into());
                *now
            };
            let answer = runtime.block_on(store.update(account, update.clone())).unwrap();
            let expected = ledger.update(now, &update);
            prop_assert_eq!((answer.booked, answer.windows), (expected.booked, expected.windows));
        }
    });
}
