//! Tests of rules for this repository as a whole.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod modules;
mod new;
mod refresh;
mod repository;
