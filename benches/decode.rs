//! Measures the decoding of response bodies into four kinds of types: the types of this crate, the types that plain
//! progenitor generates from the same schemas, any JSON value, and `IgnoredAny`, which discards the values.
//!
//! To count the instructions for decoding 100 incidents:
//!
//! 1. Run `valgrind --tool=callgrind <the benchmark> --bench incidents_100::a_this --sample-size 1 --sample-count 60`,
//!    where `<the benchmark>` is the compiled program.
//! 2. Run the command again with `--sample-count 10`.
//! 3. Subtract the second number of instructions from the first, and divide the difference by 50.
//!
//! For the metrics with 21,600 samples, replace `incidents_100::a_this` with `metrics_21_600_samples::a_this`, use the
//! sample counts 13 and 3, and divide the difference by 10.

mod metrics;
mod plain;

use std::hint::black_box;

use divan::Bencher;
use divan::counter::BytesCount;
use layer::types;
use metrics::metrics;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::{Value, json};

fn main() {
    divan::main();
}

/// Returns a page of 100 incidents, each with 4 services and 6 updates.
fn incidents() -> Vec<u8> {
    let at = "2024-05-01T10:00:00.000Z";
    let id = |kind: &str, number: usize| format!("{kind}-6f0e1c0e-0000-4000-8000-{number:012}");
    let service = |number| json!({ "id": id("s", number), "name": "Checkout", "accountId": id("a", 1), "created_at": at, "updated_at": at });
    let update = |number| {
        json!({
            "id": id("u", number), "description": "We are looking into it.", "status": "INVESTIGATING",
            "publicIncidentUpdateDate": at, "created_at": at, "notifySubscribers": true,
        })
    };
    let incident = |number| {
        json!({
            "id": id("i", number), "name": "Slow responses", "severity": "CRITICAL", "lastUpdateStatus": "INVESTIGATING",
            "created_at": at, "updated_at": "2024-05-01", "duration": 12,
            "services": (0..4).map(service).collect::<Vec<_>>(), "incidentUpdates": (0..6).map(update).collect::<Vec<_>>(),
        })
    };
    let entries: Vec<Value> = (0..100).map(incident).collect();
    json!({ "length": 100, "entries": entries, "nextId": "next" }).to_string().into_bytes()
}

/// Decodes a body as this crate does: checks that the complete body is UTF-8, and then parses it.
fn with_crate<T: DeserializeOwned>(bencher: Bencher<'_, '_>, body: &[u8]) {
    let bencher = bencher.counter(BytesCount::new(body.len()));
    bencher.bench_local(|| {
        let text = str::from_utf8(black_box(body)).expect("a body in UTF-8");
        serde_json::from_str::<T>(text).expect("a body of this type")
    });
}

fn with_serde_json<T: DeserializeOwned>(bencher: Bencher<'_, '_>, body: &[u8]) {
    let bencher = bencher.counter(BytesCount::new(body.len()));
    bencher.bench_local(|| serde_json::from_slice::<T>(black_box(body)).expect("a body of this type"));
}

macro_rules! decoders {
    ($group:ident, $body:expr, $ours:ty, $plain:ty) => {
        #[divan::bench_group]
        mod $group {
            use super::*;

            #[divan::bench]
            fn a_this_crate(bencher: Bencher<'_, '_>) {
                with_crate::<$ours>(bencher, &$body);
            }

            #[divan::bench]
            fn b_plain_progenitor(bencher: Bencher<'_, '_>) {
                with_serde_json::<$plain>(bencher, &$body);
            }

            #[divan::bench]
            fn c_value(bencher: Bencher<'_, '_>) {
                with_serde_json::<Value>(bencher, &$body);
            }

            #[divan::bench]
            fn d_ignored_any(bencher: Bencher<'_, '_>) {
                with_serde_json::<IgnoredAny>(bencher, &$body);
            }
        }
    };
}

decoders!(metrics_21_600_samples, metrics(21_600), types::PrivateLocationMetrics, plain::PrivateLocationMetrics);
decoders!(metrics_1_000_samples, metrics(1_000), types::PrivateLocationMetrics, plain::PrivateLocationMetrics);
decoders!(metrics_1_000_000_samples, metrics(1_000_000), types::PrivateLocationMetrics, plain::PrivateLocationMetrics);
decoders!(incidents_100, incidents(), types::IncidentList, plain::IncidentList);
