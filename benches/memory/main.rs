//! The memory of a call for metrics: the most that it takes, compared with the body and the value together.

#![expect(clippy::expect_used, reason = "a call that fails ends the benchmark")]

#[path = "../decode/metrics.rs"]
mod metrics;
#[path = "../calls/server.rs"]
mod server;

use metrics::metrics;
use monitoring_service::Client;
use peak_alloc::PeakAlloc;
use tokio::runtime::Builder;
use uuid::Uuid;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

fn main() {
    let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
    println!("{:>9} {:>12} {:>12} {:>12} {:>22}", "samples", "body", "value", "peak", "peak / (body + value)");
    for samples in [1_000, 21_600, 1_000_000] {
        let body = metrics(samples);
        let client = Client::builder(format!("http://{}", server::start(&body)));
        let client = client.api_key("k3y-0f-the-benchmark").account_id(Uuid::nil()).max_response_bytes(body.len());
        let client = client.build().expect("a client");
        let call = || {
            let call = client.private_locations().metrics(Uuid::nil()).from(1_714_557_600).to(1_714_557_600);
            runtime.block_on(call.send()).expect("metrics").into_inner()
        };
        // A connection is made, and lazy things set up.
        drop(call());
        let before = MEMORY.current_usage();
        MEMORY.reset_peak_usage();
        let value = call();
        let (after, peak) = (MEMORY.current_usage() - before, MEMORY.peak_usage() - before);
        drop(value);
        let ratio = peak as f64 / (body.len() + after) as f64;
        println!("{samples:>9} {:>12} {after:>12} {peak:>12} {ratio:>22.2}", body.len());
    }
}
