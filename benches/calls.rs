//! Compares calls by this crate with the code that a program would write with only reqwest and serde. Prints the CPU
//! time and the allocations of the calling thread, per call.
//!
//! The server is a thread on loopback that answers each request with the same bytes, on connections that stay open.
//!
//! With the arguments `<operation> <client> <calls>`, such as `metrics crate 1000`, the program only makes these calls,
//! one after the other, so that a profiler can count their instructions.
//!
//! To count the instructions of 1,000 calls, run this command, and subtract the result of the same command with `200`
//! instead of `1200`:
//!
//! ```text
//! valgrind --tool=callgrind --separate-threads=yes <the benchmark> metrics crate 1200
//! ```
//!
//! Use only the results of the first thread, because this thread makes the calls. For the handwritten client, replace
//! `crate` with `hand`.

use std::alloc::System;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use layer::{Client, RetryPolicy, types};
use loopback::Server;
use reqwest::header::{ACCEPT, AUTHORIZATION, HeaderMap, HeaderValue};
use rustix::time::{ClockId, clock_gettime};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use tokio::runtime::{Builder, Runtime};
use uuid::Uuid;

const ROUNDS: usize = 101;
const CALLS: usize = 640;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

const INCIDENTS: &str = r#"{"length":1,"entries":[{"id":"i-1","name":"Slow responses","severity":"CRITICAL","lastUpdateStatus":"INVESTIGATING","created_at":"2024-05-01T10:00:00.000Z","updated_at":"2024-05-01","duration":12,"services":[{"id":"s-1","name":"Checkout","accountId":"a-1"}],"incidentUpdates":[]}],"nextId":"next"}"#;
const METRICS: &str = r#"{"timestamps":["2024-05-01T10:00:00.000Z"],"queueSize":[1],"oldestScheduledCheckRun":[2.5]}"#;
const UPDATE: &str = r#"{"id":"u-1","description":"We are looking into it.","status":"INVESTIGATING"}"#;

fn main() {
    let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    if let [operation, client, calls] = arguments.as_slice() {
        return run_alone(&runtime, operation, client, calls.parse().expect("a number of calls"));
    }
    println!("{:<44} {:>12} {:>12} {:>12}", "per call", "CPU, µs", "allocations", "bytes");
    for callers in [1, 64] {
        let shown = if callers == 1 { "one after the other".to_owned() } else { format!("{callers} at once") };
        println!("\n{shown}");
        let incidents = Peers::with_body(INCIDENTS);
        incidents.compare("list incidents", &runtime, callers, Peers::incidents, Peers::incidents_by_hand);
        let metrics = Peers::with_body(METRICS);
        metrics.compare("metrics of a location", &runtime, callers, Peers::metrics, Peers::metrics_by_hand);
        let update = Peers::with_body(UPDATE);
        update.compare("add an incident update", &runtime, callers, Peers::update, Peers::update_by_hand);
    }
}

/// Makes `calls` calls to `operation`. `client` is `crate` or `hand`.
fn run_alone(runtime: &Runtime, operation: &str, client: &str, calls: usize) {
    runtime.block_on(async {
        match (operation, client) {
            ("list", "crate") => repeat(calls, &Peers::with_body(INCIDENTS), Peers::incidents).await,
            ("list", "hand") => repeat(calls, &Peers::with_body(INCIDENTS), Peers::incidents_by_hand).await,
            ("metrics", "crate") => repeat(calls, &Peers::with_body(METRICS), Peers::metrics).await,
            ("metrics", "hand") => repeat(calls, &Peers::with_body(METRICS), Peers::metrics_by_hand).await,
            ("update", "crate") => repeat(calls, &Peers::with_body(UPDATE), Peers::update).await,
            ("update", "hand") => repeat(calls, &Peers::with_body(UPDATE), Peers::update_by_hand).await,
            other => eprintln!("{other:?} is neither of list, metrics, update nor of crate, hand"),
        }
    });
}

async fn repeat<'a, F: Future<Output = usize>>(calls: usize, peers: &'a Peers, call: impl Fn(&'a Peers) -> F) {
    for _ in 0..calls {
        call(peers).await;
    }
}

struct Peers {
    client: Client,
    by_hand: reqwest::Client,
    server: Arc<Server>,
}

impl Peers {
    fn with_body(body: &'static str) -> Self {
        let server = Arc::new(Server::keep_alive(body.as_bytes()));
        let client = Client::builder(server.url()).api_key("k3y-0f-the-benchmark").account_id(Uuid::nil());
        let mut headers = HeaderMap::new();
        headers.insert(AUTHORIZATION, HeaderValue::from_static("Bearer k3y-0f-the-benchmark"));
        headers.insert("x-account", HeaderValue::from_static("00000000-0000-0000-0000-000000000000"));
        headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
        let by_hand = reqwest::Client::builder().default_headers(headers).timeout(Duration::from_secs(30));
        let by_hand = by_hand.user_agent("layer/0.0.0");
        Self {
            client: client.retry(RetryPolicy::default()).build().expect("a client"),
            by_hand: by_hand.build().expect("a client"),
            server,
        }
    }

    async fn incidents(&self) -> usize {
        let page = self.client.status_page_incidents().list().send().await.expect("a page");
        page.entries.as_ref().map_or(0, Vec::len)
    }

    async fn incidents_by_hand(&self) -> usize {
        let url = format!("{}/v1/status-pages/incidents", self.server.url());
        let response = self.by_hand.get(url).send().await.and_then(reqwest::Response::error_for_status);
        let page: types::IncidentList = response.expect("a response").json().await.expect("a page");
        page.entries.map_or(0, |entries| entries.len())
    }

    async fn metrics(&self) -> usize {
        let from = chrono::DateTime::from_timestamp(1_714_557_600, 0).expect("a time");
        let call = self.client.private_locations().metrics(Uuid::nil()).from(from).to(from);
        call.send().await.expect("metrics").timestamps.as_ref().map_or(0, Vec::len)
    }

    async fn metrics_by_hand(&self) -> usize {
        let url = format!("{}/v1/private-locations/{}/metrics", self.server.url(), Uuid::nil());
        let request = self.by_hand.get(url).query(&[("from", 1_714_557_600), ("to", 1_714_557_600)]);
        let response = request.send().await.and_then(reqwest::Response::error_for_status);
        let metrics: types::PrivateLocationMetrics = response.expect("a response").json().await.expect("metrics");
        metrics.timestamps.map_or(0, |timestamps| timestamps.len())
    }

    async fn update(&self) -> usize {
        let call = self.client.status_page_incident_updates().create("i-1");
        let call = call.body_map(|update| update.description("We are looking into it.").notify_subscribers(false));
        call.send().await.expect("an update").id.as_ref().map_or(0, String::len)
    }

    async fn update_by_hand(&self) -> usize {
        let url = format!("{}/v1/status-pages/incidents/{}/incident-updates", self.server.url(), "i-1");
        let body =
            types::IncidentUpdateCreate::builder().description("We are looking into it.").notify_subscribers(false);
        let body = body.build().expect("a body");
        let response = self.by_hand.post(url).json(&body).send().await.and_then(reqwest::Response::error_for_status);
        let update: types::IncidentUpdate = response.expect("a response").json().await.expect("an update");
        update.id.map_or(0, |id| id.len())
    }

    /// Measures both clients in turn, and prints the median of the rounds of each client.
    fn compare<A: Future<Output = usize>, B: Future<Output = usize>>(
        &self,
        what: &str,
        runtime: &Runtime,
        callers: usize,
        ours: impl Fn(&'static Self) -> A,
        by_hand: impl Fn(&'static Self) -> B,
    ) where
        Self: Clone,
    {
        let peers: &'static Self = Box::leak(Box::new(self.clone()));
        // The rounds are short and alternate between the clients, so that other load on the machine affects both
        // equally.
        let mut rounds = [Vec::new(), Vec::new()];
        for _ in 0..ROUNDS {
            rounds[0].push(measure_round(runtime, callers, || ours(peers)));
            rounds[1].push(measure_round(runtime, callers, || by_hand(peers)));
        }
        let medians = rounds.map(median);
        for (name, Cost { cpu, allocations, bytes }) in ["this crate", "reqwest and serde by hand"].iter().zip(medians)
        {
            println!("{:<44} {cpu:>12.1} {allocations:>12.1} {bytes:>12.0}", format!("  {what}, {name}"));
        }
        println!("{:<44} {:>12.2}", "  ratio", medians[0].cpu / medians[1].cpu);
    }
}

impl Clone for Peers {
    fn clone(&self) -> Self {
        Self { client: self.client.clone(), by_hand: self.by_hand.clone(), server: Arc::clone(&self.server) }
    }
}

#[derive(Clone, Copy)]
struct Cost {
    cpu: f64,
    allocations: f64,
    bytes: f64,
}

/// Returns the cost of the round whose CPU time is the median.
fn median(mut rounds: Vec<Cost>) -> Cost {
    rounds.sort_by(|a, b| a.cpu.total_cmp(&b.cpu));
    rounds[rounds.len() / 2]
}

fn measure_round<F: Future<Output = usize>>(runtime: &Runtime, callers: usize, call: impl Fn() -> F) -> Cost {
    let run = |calls: usize| {
        runtime.block_on(async {
            for _ in 0..calls / callers {
                futures_util::future::join_all((0..callers).map(|_| call())).await;
            }
        });
    };
    // The first calls open connections and initialize lazy values, so they are not measured.
    run(2 * callers);
    let (region, start) = (Region::new(ALLOCATOR), cpu_time());
    run(CALLS);
    let (elapsed, change) = (cpu_time() - start, region.change());
    let per_call = |count: usize| count as f64 / CALLS as f64;
    Cost {
        cpu: elapsed.as_secs_f64() * 1e6 / CALLS as f64,
        allocations: per_call(change.allocations + change.reallocations),
        bytes: per_call(change.bytes_allocated),
    }
}

fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or_default())
}
