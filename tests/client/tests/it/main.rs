//! Tests of this service's client.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod service;
mod vendored;
