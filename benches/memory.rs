//! Measures the peak memory of a call that fetches metrics, made by this crate and by reqwest's `json`. The peak is
//! compared with the size of the body and the value together.

mod metrics;

use layer::Client;
use layer::types::{IncidentList, PrivateLocationMetrics};
use loopback::Server;
use metrics::metrics;
use peak_alloc::PeakAlloc;
use tokio::runtime::Builder;
use uuid::Uuid;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

fn main() {
    metrics_of_each_size();
    hostile_bodies();
}

/// Decodes the bodies that need the most memory for their length, and prints the memory per byte of the body.
fn hostile_bodies() {
    const BYTES: usize = 4 << 20;
    let list = |element: &str| vec![element; BYTES / (element.len() + 1)].join(",");
    println!("\n{:<44} {:>8} {:>8}", "list of incidents", "value", "peak");
    for (name, body) in [
        ("declared: `{}` in its list", format!(r#"{{"entries":[{}]}}"#, list("{}"))),
        ("undeclared: a field of each in its list", format!(r#"{{"entries":[{}]}}"#, list(r#"{"a":0}"#))),
        ("undeclared: `[]` in a list", format!(r#"{{"a":[{}]}}"#, list("[]"))),
        ("undeclared: `{\"a\":0}` in a list", format!(r#"{{"a":[{}]}}"#, list(r#"{"a":0}"#))),
        ("undeclared: `{\"\":…}` in itself, 100 times", {
            format!(r#"{{"a":[{}]}}"#, list(&format!("{}0{}", r#"{"":"#.repeat(100), "}".repeat(100))))
        }),
        ("undeclared: many names", {
            let fields: Vec<String> = (0..BYTES / 10).map(|name| format!("\"{name:06}\":0")).collect();
            format!("{{{}}}", fields.join(","))
        }),
    ] {
        let before = MEMORY.current_usage();
        MEMORY.reset_peak_usage();
        let value: IncidentList = serde_json::from_str(&body).expect("a list of incidents");
        let (after, peak) = (MEMORY.current_usage() - before, MEMORY.peak_usage() - before);
        drop(value);
        let per_byte = |bytes: usize| bytes as f64 / body.len() as f64;
        println!("{name:<44} {:>8.1} {:>8.1}", per_byte(after), per_byte(peak));
    }
}

fn metrics_of_each_size() {
    println!(
        "{:>9} {:>12} {:>12} {:>12} {:>8} {:>12} {:>8}",
        "samples", "body", "value", "peak", "ratio", "by hand", "ratio"
    );
    for samples in [1_000, 21_600, 1_000_000] {
        let body = metrics(samples);
        let server = Server::keep_alive(&body);
        let base_url = server.url();
        let client = Client::builder(base_url).api_key("k3y-0f-the-benchmark").account_id(Uuid::nil());
        let client = client.max_response_bytes(body.len()).build().expect("a client");
        let Memory { value, peak } = measure(async || {
            let call = client.private_locations().metrics(Uuid::nil()).from(1_714_557_600).to(1_714_557_600);
            call.send().await.expect("metrics").into_inner()
        });
        let client = reqwest::Client::new();
        let Memory { peak: peak_by_hand, .. } = measure(async || {
            let url = format!("{base_url}/v1/private-locations/{}/metrics", Uuid::nil());
            let response = client.get(url).send().await.expect("a response");
            response.json::<PrivateLocationMetrics>().await.expect("metrics")
        });
        let ratio = |peak: usize| peak as f64 / (body.len() + value) as f64;
        println!(
            "{samples:>9} {:>12} {value:>12} {peak:>12} {:>8.2} {peak_by_hand:>12} {:>8.2}",
            body.len(),
            ratio(peak),
            ratio(peak_by_hand)
        );
    }
}

/// The memory that a call needs, in bytes.
struct Memory {
    /// The size of the value that the call returns.
    value: usize,
    peak: usize,
}

fn measure(call: impl AsyncFn() -> PrivateLocationMetrics) -> Memory {
    let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
    // The first call is not measured, because it opens a connection and initializes lazy values.
    drop(runtime.block_on(call()));
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let value = runtime.block_on(call());
    let memory = Memory { value: MEMORY.current_usage() - before, peak: MEMORY.peak_usage() - before };
    drop(value);
    memory
}
