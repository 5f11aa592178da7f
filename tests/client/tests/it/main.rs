//! Tests of the client of this service.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod service;
mod vendored;
