//! Runs the task as maintainers do: the program itself, against a service on this machine.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod arguments;
mod deviations;
#[path = "../done/mod.rs"]
mod done;
mod ends;
mod secrets;
mod service;
mod wire;
