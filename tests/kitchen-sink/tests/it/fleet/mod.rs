//! Tests of many processes that share the limit of one account, against a service that counts requests.

mod process;
mod service;

use std::ops::Range;
use std::time::{Duration, Instant};

use loopback::{Process, RedisServer};
use tempfile::TempDir;
use tokio::time::{sleep, sleep_until};

use self::process::{MARGIN, MAX_DELAY, STORE_TIMEOUT, Store};
use self::service::{Arrival, Service, most};

/// The limits that the document states for `/limits/fleet` and `/limits/outage`.
const FLEET: (usize, Duration) = (300, Duration::from_secs(30));
const OUTAGE: (usize, Duration) = (40, Duration::from_secs(5));

/// If a call begins at least this much earlier than another call, its request should be sent first. When the later call
/// begins, the store has answered the earlier call.
const EARLIER: Duration = STORE_TIMEOUT.saturating_mul(2);
/// The request of the earlier call may arrive up to this much later than the other call's request. If permits for both
/// calls are available, the random delays of the requests decide which one arrives first.
const LATER: Duration = MARGIN.saturating_add(STORE_TIMEOUT.saturating_mul(2));

/// Returns two requests that arrived in the wrong order, or `None` if all are in order.
fn out_of_order(arrivals: &[Arrival]) -> Option<(Arrival, Arrival)> {
    let pairs = arrivals.iter().flat_map(|late| arrivals.iter().map(move |early| (early, late)));
    let mut wrong = pairs.filter(|(early, late)| {
        Duration::from_micros(early.call_start.saturating_sub(late.call_start)) > EARLIER && late.at > early.at + LATER
    });
    wrong.next().map(|(early, late)| (*early, *late))
}

/// Sends three bursts of requests, each of which uses up the limit. They are sent by `processes` processes with
/// `callers` callers each.
async fn use_all_of_the_limit(store: &Store, processes: u32, callers: usize) {
    let (limit, period) = FLEET;
    let service = Service::start(MAX_DELAY).await;
    let start = |number| process::start(number, &service.url, "/limits/fleet", callers, store);
    let fleet: Vec<Process> = (0..processes).map(start).collect();
    let start = Instant::now();
    while service.arrivals().len() < 3 * limit {
        assert!(start.elapsed() < 10 * period, "{} of {store:?}", service.arrivals().len());
        sleep(Duration::from_millis(100)).await;
    }
    drop(fleet);
    let arrivals = service.arrivals();
    assert!(most(&arrivals, period) <= limit, "{} of {store:?}", most(&arrivals, period));
    // If the processes use up the limit, the first request of the third burst is sent two periods after the first
    // request of the first burst.
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
async fn processes_share_95_percent_of_the_limit_without_exceeding_it() {
    let server = RedisServer::start(&[]);
    let (_folder, file) = folder();
    let redis = Store::Redis(server.url());
    // The three runs are staggered, so that their bursts do not disturb each other.
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

/// Starts four processes, kills one of them during the second burst, and later runs `outage`. Returns the requests that
/// arrived, and the start and end of the outage.
async fn lose_a_process(store: &Store, outage: impl AsyncFnOnce()) -> (Vec<Arrival>, Range<Instant>) {
    let (limit, period) = OUTAGE;
    let service = Service::start(MAX_DELAY).await;
    let start = |number| process::start(number, &service.url, "/limits/outage", 10, store);
    let mut fleet: Vec<Process> = (0..4).map(start).collect();
    let arrived = async |count: usize| {
        let start = Instant::now();
        while service.arrivals().len() < count {
            assert!(start.elapsed() < 10 * period, "{} of {store:?}", service.arrivals().len());
            sleep(Duration::from_millis(20)).await;
        }
    };
    arrived(limit + 1).await;
    fleet[0].kill();
    // The killed process had booked permits for at most ten calls, which are never sent.
    arrived(3 * limit).await;
    let start = Instant::now();
    outage().await;
    let over = Instant::now();
    sleep_until((over + 4 * period).into()).await;
    drop(fleet);
    (service.arrivals(), start..over)
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes: run by .ci/run redis"]
async fn killed_process_does_not_stop_rate_limited_calls_of_other_processes() {
    let (_folder, store) = folder();
    let (arrivals, _) = lose_a_process(&store, async || ()).await;
    let (limit, period) = OUTAGE;
    assert!(most(&arrivals, period) <= limit, "{}", most(&arrivals, period));
    // The process was killed during the second burst. From then on, each burst follows the previous one as soon as the
    // limit allows. A request is counted for up to `period + LATER`, and may arrive up to `LATER` late.
    let span = period + LATER + LATER;
    for burst in arrivals[limit..4 * limit].chunks(limit - 10).collect::<Vec<_>>().windows(2) {
        let between = burst[1][0].at - burst[0][0].at;
        assert!(between <= span, "{between:?} from one to the next");
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "takes minutes: run by .ci/run redis"]
async fn bookings_are_restored_in_an_emptied_redis_server() {
    let (limit, period) = OUTAGE;
    let mut server = RedisServer::start(&[]);
    let store = Store::Redis(server.url());
    let (arrivals, outage) = lose_a_process(&store, async || {
        server.kill();
        // While the Redis server is down, each process counts only its own requests.
        sleep(2 * period).await;
        server.restart();
    })
    .await;
    // During the outage, processes do not know how many requests the other processes send, so only the requests of each
    // single process stay within the limit.
    for process in 0..4 {
        let own: Vec<Arrival> = arrivals.iter().filter(|arrival| arrival.process == process).copied().collect();
        assert!(most(&own, period) <= limit, "{} by process {process}", most(&own, period));
    }
    let before: Vec<Arrival> = arrivals.iter().filter(|arrival| arrival.at < outage.start).copied().collect();
    assert!(most(&before, period) <= limit, "{} before", most(&before, period));
    // Each process tries the server again within a second or two, and before each call. From then on, the processes
    // share the limit as before.
    let settled = outage.end + Duration::from_secs(3);
    let after: Vec<Arrival> = arrivals.iter().filter(|arrival| arrival.at >= settled).copied().collect();
    assert!(most(&after, period) <= limit, "{} after", most(&after, period));
    assert!(after.len() >= 2 * limit, "{} after", after.len());
}
