//! The tests of all examples, in one program.

#![cfg(test)]
#![allow(dead_code, reason = "nothing calls the `main` of a program")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

#[path = "../../axum/src/main.rs"]
mod axum;
#[path = "../../backfill/src/main.rs"]
mod backfill;
#[path = "../../guide/src/main.rs"]
mod guide;
#[path = "../../post_update/src/main.rs"]
mod post_update;
#[path = "../../prometheus/src/main.rs"]
mod prometheus;
#[path = "../../queue_chart/src/main.rs"]
mod queue_chart;
#[path = "../../testing/src/main.rs"]
mod testing;
#[path = "../../watch_incidents/src/main.rs"]
mod watch_incidents;
