//! Many processes of one account, against a service that counts.

mod process;
mod service;

use std::ops::Range;
use std::time::{Duration, Instant};

use loopback::{Process, RedisServer};
use tempfile::TempDir;
use tokio::time::{sleep, sleep_until};

use self::process::{MARGIN, STORE_TIMEOUT, Store, WAY};
use self::service::{Arrival, Service, most};

/// What the document states for `/limits/fleet` and `/limits/outage`.
const FLEET: (usize, Duration) = (300, Duration::from_secs(30));
const OUTAGE: (usize, Duration) = (40, Duration::from_secs(5));

/// Of two calls of which one began by this much earlier, that one goes first: each has asked the store by then, and had its
/// answer …
const EARLIER: Duration = STORE_TIMEOUT.saturating_mul(2);
/// … or at most this much later: both slots had come, and the way is of random length.
const LATER: Duration = MARGIN.saturating_add(STORE_TIMEOUT.saturating_mul(2));

/// The first pair of requests that went in another order.
fn out_of_order(arrivals: &[Arrival]) -> Option<(Arrival, Arrival)> {
    let pairs = arrivals.iter().flat_map(|late| arrivals.iter().map(move |early| (early, late)));
    let mut wrong = pairs.filter(|(early, late)| {
        Duration::from_micros(early.begun.saturating_sub(late.begun)) > EARLIER && late.at > early.at + LATER
    });
    wrong.next().map(|(early, late)| (*early, *late))
}

/// Three bursts of a full limit, by as many processes with as many callers each.
async fn use_all_of_the_limit(store: &Store, processes: u32, callers: usize) {
    let (limit, period) = FLEET;
    let service = Service::start(WAY).await;
    let start = |number| process::start(number, &service.url, "/limits/fleet", callers, store);
    let fleet: Vec<Process> = (0..processes).map(start).collect();
    let begun = Instant::now();
    while service.arrivals().len() < 3 * limit {
        assert!(begun.elapsed() < 10 * period, "{} of {store:?}", service.arrivals().len());
        sleep(Duration::from_millis(100)).await;
    }
    drop(fleet);
    let arrivals = service.arrivals();
    assert!(most(&arrivals, period) <= limit, "{} of {store:?}", most(&arrivals, period));
    // Between the first of the first burst and the first of the third, there are two periods.
    let used = 2.0 * period.as_secs_f64() / (arrivals[2 * limit].at - arrivals[0].at).as_secs_f64();
    println!("{store:?}: {:.1} % of the limit used", used * 100.0);
    assert!(used >= 0.95, "{used} of {store:?}");
    assert_eq!(out_of_order(&arrivals).map(|pair| format!("{pair:?}")), None, "{store:?}");
}

fn folder() -> (TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::File(folder.path().to_str().unwrap().to_owned());
    (folder, store)
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes: run by .ci/run redis"]
async fn a_fleet_uses_95_percent_of_the_limit_in_order_and_never_more() {
    let server = RedisServer::start(&[]);
    let (_folder, file) = folder();
    let redis = Store::Redis(server.url());
    // At different times, so that their bursts do not disturb each other.
    tokio::join!(
        use_all_of_the_limit(&file, 8, 50),
        async {
            sleep(FLEET.1 / 3).await;
            use_all_of_the_limit(&redis, 8, 50).await;
        },
        async {
            sleep(FLEET.1 / 3 * 2).await;
            use_all_of_the_limit(&Store::Memory, 1, 400).await;
        },
    );
}

/// A process of four is killed, and later what `outage` does happens. Returns what has arrived, and from when until when the
/// outage was.
async fn lose_a_process(store: &Store, outage: impl AsyncFnOnce()) -> (Vec<Arrival>, Range<Instant>) {
    let (limit, period) = OUTAGE;
    let service = Service::start(WAY).await;
    let start = |number| process::start(number, &service.url, "/limits/outage", 10, store);
    let mut fleet: Vec<Process> = (0..4).map(start).collect();
    let arrived = async |count: usize| {
        let begun = Instant::now();
        while service.arrivals().len() < count {
            assert!(begun.elapsed() < 10 * period, "{} of {store:?}", service.arrivals().len());
            sleep(Duration::from_millis(20)).await;
        }
    };
    arrived(limit + 1).await;
    fleet[0].kill();
    // The ten calls that it had booked are lost, and no more.
    arrived(3 * limit).await;
    let begun = Instant::now();
    outage().await;
    let over = Instant::now();
    sleep_until((over + 4 * period).into()).await;
    drop(fleet);
    (service.arrivals(), begun..over)
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes: run by .ci/run redis"]
async fn a_process_that_is_killed_keeps_nobody_from_going_on() {
    let (_folder, store) = folder();
    let (arrivals, _) = lose_a_process(&store, async || ()).await;
    let (limit, period) = OUTAGE;
    assert!(most(&arrivals, period) <= limit, "{}", most(&arrivals, period));
    // From the burst in which it was killed, the next ones come when they may: a request counts for that much longer than the
    // period, and arrives by as much later.
    let span = period + LATER + LATER;
    for burst in arrivals[limit..4 * limit].chunks(limit - 10).collect::<Vec<_>>().windows(2) {
        let between = burst[1][0].at - burst[0][0].at;
        assert!(between <= span, "{between:?} from one to the next");
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes: run by .ci/run redis"]
async fn a_server_that_is_killed_and_comes_back_empty_is_told_what_was_sent() {
    let (limit, period) = OUTAGE;
    let mut server = RedisServer::start(&[]);
    let store = Store::Redis(server.url());
    let (arrivals, outage) = lose_a_process(&store, async || {
        server.kill();
        // Each counts on its own now.
        sleep(2 * period).await;
        server.restart();
    })
    .await;
    // While it is away, nobody knows what the others send: then only this holds.
    for process in 0..4 {
        let own: Vec<Arrival> = arrivals.iter().filter(|arrival| arrival.process == process).copied().collect();
        assert!(most(&own, period) <= limit, "{} by process {process}", most(&own, period));
    }
    let before: Vec<Arrival> = arrivals.iter().filter(|arrival| arrival.at < outage.start).copied().collect();
    assert!(most(&before, period) <= limit, "{} before", most(&before, period));
    // Once each has asked the server again, which it does within a second or two and before each call, all is as before.
    let settled = outage.end + Duration::from_secs(3);
    let after: Vec<Arrival> = arrivals.iter().filter(|arrival| arrival.at >= settled).copied().collect();
    assert!(most(&after, period) <= limit, "{} after", most(&after, period));
    assert!(after.len() >= 2 * limit, "{} after", after.len());
}
