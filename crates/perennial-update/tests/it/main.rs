//! Runs the tasks and `cargo perennial` on the command line, as a user would.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod cargo_perennial;
mod check_live;
mod done;
mod update_spec;
