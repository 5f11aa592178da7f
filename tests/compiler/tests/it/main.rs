//! Generates clients while the tests run, and compiles them.

#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod collisions;
mod deep_types;
mod front_page;
mod recorded;
mod wrong_calls;
