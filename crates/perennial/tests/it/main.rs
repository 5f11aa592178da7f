//! Tests of a hand-written client, against servers on loopback.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod authentication;
mod error_formats;
mod expired_permits;
mod limits;
mod renewal;
mod requests;
mod streams;
mod support;
