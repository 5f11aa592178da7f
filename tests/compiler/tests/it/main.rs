//! Clients that are generated while the tests run, and compiled.

#![allow(clippy::expect_used, reason = "a test fails by panicking")]

mod collisions;
mod front_page;
mod recorded;
mod wrong_calls;
