//! Tests of the Redis store with a real server.

mod agreement;
mod endless_answers;
mod reconnection;

use std::collections::HashSet;
use std::time::{Duration, Instant};

use layer::error::StoreError;
use layer::rate_limit::{Answer, Book, Booked, BookingId, Entry, RateLimitStore, RedisStore, Slot, Update, Window};
use layer::redis::{self, Client, Cmd, aio::MultiplexedConnection, cmd};
use layer::uuid::Uuid;
use loopback::RedisServer;

const ACCOUNT: Uuid = Uuid::from_u128(7);
const HOUR: Duration = Duration::from_secs(3_600);

async fn connection(server: &RedisServer) -> MultiplexedConnection {
    Client::open(server.url()).unwrap().get_multiplexed_async_connection().await.unwrap()
}

async fn ask<T: redis::FromRedisValue>(server: &RedisServer, command: &mut Cmd) -> T {
    command.query_async(&mut connection(server).await).await.unwrap()
}

fn store(server: &RedisServer) -> RedisStore {
    RedisStore::connect(&server.url()).unwrap()
}

fn update() -> Update {
    let mut update = Update::default();
    update.service = "layer";
    update.windows.push(Window::new("*", 2, HOUR));
    update
}

fn booking() -> Update {
    let mut update = update();
    update.book = Some(Book::new(BookingId::unique(), None));
    update
}

async fn book(store: &RedisStore) -> Result<Answer, StoreError> {
    store.update(ACCOUNT, booking()).await
}

/// Books a permit, and returns the number of full hours until it begins.
async fn hours(store: &RedisStore) -> u64 {
    match book(store).await.unwrap().booked.unwrap() {
        Booked::In(wait) | Booked::TooLate(wait) => (wait.as_secs() + 60) / 3_600,
    }
}

#[tokio::test]
#[ignore = "needs redis-server: run by .ci/run redis"]
async fn redis_stores_with_the_same_prefix_share_their_bookings() {
    let server = RedisServer::start(&[]);
    let stores = [store(&server), RedisStore::new(connection(&server).await), store(&server).clone()];
    let mut waits = Vec::new();
    for store in stores.iter().cycle().take(5) {
        waits.push(hours(store).await);
    }
    assert_eq!(waits, [0, 0, 1, 1, 2]);
    assert_eq!(hours(&stores[0].clone().prefix("other")).await, 0);
    assert_eq!(stores[0].update(Uuid::nil(), booking()).await.unwrap().booked, Some(Booked::In(Duration::ZERO)));
}

#[tokio::test]
#[ignore = "needs redis-server: run by .ci/run redis"]
async fn redis_store_uses_only_documented_keys_that_expire() {
    let server = RedisServer::start(&[]);
    let mut update = booking();
    update.windows.push(Window::new("get{Thing}\r\n", 5, Duration::from_secs(60)));
    update.pause = Some(Duration::from_secs(30));
    store(&server).prefix("my").update(ACCOUNT, update).await.unwrap();
    let keys: HashSet<String> = ask(&server, cmd("KEYS").arg("*")).await;
    let key = |rest| format!("my:{{{ACCOUNT}}}:{rest}");
    let expected = ["epoch", "log:*", "pause:*", "log:get{Thing}\r\n", "pause:get{Thing}\r\n"].map(key);
    assert_eq!(keys, expected.into_iter().collect());
    let mut times = Vec::new();
    for rest in ["epoch", "log:*", "log:get{Thing}\r\n", "pause:*"] {
        let millis: i64 = ask(&server, cmd("PTTL").arg(key(rest))).await;
        times.push((millis + 5_000) / 10_000);
    }
    // The permits begin after the pause of 30 s, so the keys of their bookings expire 30 s later than without the
    // pause.
    assert_eq!(times, [363, 363, 9, 3], "in units of 10 s");
}

#[tokio::test]
#[ignore = "needs redis-server: run by .ci/run redis"]
async fn redis_store_respects_pauses_and_bookings_of_another_client() {
    let server = RedisServer::start(&[]);
    let mut update_of_another = update();
    update_of_another.enter = vec![
        Entry::new(1.into(), Slot::Ago(HOUR / 2)),
        Entry::new(2.into(), Slot::In(Duration::from_secs(100))),
        Entry::new(3.into(), Slot::Ago(2 * HOUR)),
    ];
    update_of_another.pause = Some(Duration::from_secs(1_000));
    let usage = store(&server).update(ACCOUNT, update_of_another).await.unwrap().windows[0];
    assert_eq!((usage.used, usage.waiting, usage.free), (1, 1, 0));
    assert!(usage.paused_for.is_some_and(|pause| pause > Duration::from_secs(999)));
    let Some(Booked::In(wait)) = book(&store(&server)).await.unwrap().booked else { panic!("it is booked") };
    assert!(wait > HOUR / 2 - Duration::from_secs(10) && wait <= HOUR / 2, "{wait:?}");
}

#[tokio::test]
#[ignore = "needs redis-server: run by .ci/run redis"]
async fn redis_store_reloads_its_script_if_the_server_has_lost_it() {
    let server = RedisServer::start(&[]);
    let store = store(&server);
    assert_eq!(hours(&store).await, 0);
    ask::<()>(&server, cmd("SCRIPT").arg("FLUSH")).await;
    assert_eq!([hours(&store).await, hours(&store).await], [0, 1]);
}

async fn until_it_answers(store: &RedisStore) -> Answer {
    let start = Instant::now();
    loop {
        match book(store).await {
            Ok(answer) => return answer,
            Err(error) => assert!(start.elapsed() < Duration::from_secs(20), "{error}"),
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
#[ignore = "needs redis-server: run by .ci/run redis"]
async fn redis_store_starts_a_new_epoch_after_the_server_lost_its_data() {
    let mut server = RedisServer::start(&[]);
    let store = store(&server);
    let before = book(&store).await.unwrap();
    assert_eq!(book(&store).await.unwrap().epoch, before.epoch);
    server.kill();
    for _ in 0..3 {
        let error = book(&store).await.unwrap_err().to_string();
        assert!(error.len() <= 250 && !error.contains('\n'), "{error}");
    }
    server.restart();
    let after = until_it_answers(&store).await;
    assert_ne!(after.epoch, before.epoch);
    assert_eq!(after.booked, Some(Booked::In(Duration::ZERO)));
}

#[tokio::test]
#[ignore = "needs redis-server: run by .ci/run redis"]
async fn redis_store_can_be_created_before_its_server_starts() {
    let mut server = RedisServer::start(&[]);
    server.kill();
    let store = store(&server);
    book(&store).await.unwrap_err();
    server.restart();
    until_it_answers(&store).await;
}

#[tokio::test]
#[ignore = "needs redis-server: run by .ci/run redis"]
async fn redis_store_needs_access_only_to_keys_with_its_prefix() {
    let server = RedisServer::start(&[]);
    let rights = "on >s3cret ~layer:* resetchannels -@all +evalsha +script|load +time +get +set +pttl +pexpire +zrem \
                  +zadd +zrange +zcard +zcount +zremrangebyscore";
    let mut create = cmd("ACL");
    create.arg("SETUSER").arg("limits");
    for right in rights.split_whitespace() {
        create.arg(right);
    }
    ask::<()>(&server, &mut create).await;
    let url = |password| format!("redis://limits:{password}@127.0.0.1:{}", server.port());
    let store = RedisStore::connect(&url("s3cret")).unwrap();
    assert_eq!(hours(&store).await, 0);
    let error = book(&store.prefix("other")).await.unwrap_err().to_string();
    assert!(error.contains("key"), "{error}");

    let store = RedisStore::connect(&url("wr0ng")).unwrap();
    let error = book(&store).await.unwrap_err().to_string();
    assert!(!error.contains("wr0ng") && !error.is_empty(), "{error}");
    assert!(!format!("{store:?}").contains("wr0ng"), "{store:?}");
}

#[test]
fn error_for_a_malformed_redis_url_does_not_contain_the_url() {
    for url in ["", "s3cret", "http://s3cret@host", "redis://:s3cret@host:port/", "rediss://:s3cret@host/"] {
        let error = RedisStore::connect(url).unwrap_err().to_string();
        assert!(!error.is_empty() && !error.contains("s3cret"), "{error}");
    }
}

#[tokio::test]
#[ignore = "needs redis-server: run by .ci/run redis"]
async fn redis_keys_of_an_account_are_in_one_cluster_slot() {
    let folder = tempfile::tempdir().unwrap();
    let server = RedisServer::start(&["--cluster-enabled", "yes", "--dir", folder.path().to_str().unwrap()]);
    ask::<()>(&server, cmd("CLUSTER").arg("ADDSLOTSRANGE").arg(0).arg(16_383)).await;
    let mut update = booking();
    update.windows.push(Window::new("another", 2, HOUR));
    let start = Instant::now();
    // A cluster is unavailable for a short time after its server has started.
    while let Err(error) = store(&server).update(ACCOUNT, update.clone()).await {
        assert!(error.to_string().contains("luster") && start.elapsed() < Duration::from_secs(20), "{error}");
    }
    let mut without_tag = cmd("EVAL");
    without_tag.arg("return 1").arg(2).arg("a").arg("b");
    let refused = without_tag.query_async::<i32>(&mut connection(&server).await).await.unwrap_err();
    assert!(refused.to_string().to_lowercase().contains("slot"), "{refused}");
}

#[tokio::test]
#[ignore = "needs redis-server: run by .ci/run redis"]
async fn redis_store_loses_no_bookings_if_the_server_is_out_of_memory() {
    let server = RedisServer::start(&["--maxmemory-policy", "noeviction"]);
    let store = store(&server);
    assert_eq!(hours(&store).await, 0);
    ask::<()>(&server, cmd("CONFIG").arg("SET").arg("maxmemory").arg("1kb")).await;
    // Without memory, some versions of Redis refuse the script, so that nothing is booked. Other versions run the
    // script completely.
    if book(&store).await.is_err() {
        ask::<()>(&server, cmd("CONFIG").arg("SET").arg("maxmemory").arg("0")).await;
        assert_eq!(hours(&store).await, 0);
    }
    ask::<()>(&server, cmd("CONFIG").arg("SET").arg("maxmemory").arg("0")).await;
    assert_eq!(hours(&store).await, 1);
}

#[tokio::test]
#[ignore = "needs redis-server: run by .ci/run redis"]
async fn redis_update_takes_as_many_commands_for_10000_bookings_as_for_none() {
    let server = RedisServer::start(&[]);
    let store = store(&server);
    let mut calls = Vec::new();
    for entries in [0, 10_000] {
        let mut many = update();
        many.enter = (0..entries).map(|id| Entry::new(id.into(), Slot::In(HOUR))).collect();
        store.update(ACCOUNT, many).await.unwrap();
        ask::<()>(&server, cmd("CONFIG").arg("RESETSTAT")).await;
        book(&store).await.unwrap();
        let stats: String = ask(&server, cmd("INFO").arg("commandstats")).await;
        let zset: u64 = stats
            .lines()
            .filter(|line| line.starts_with("cmdstat_z"))
            .filter_map(|line| line.split(['=', ',']).nth(1)?.parse::<u64>().ok())
            .sum();
        calls.push(zset);
    }
    assert!(calls[0] == calls[1] && calls[0] < 12, "{calls:?}");
}
