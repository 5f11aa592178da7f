//! Runs the task as maintainers do: the program itself, a server on this machine, and a small workspace.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod check;
mod fetching;
mod help;
mod mutated_specs;
mod refusals;
mod reports;
mod server;
mod unchanged;
mod verification;
mod workspace;
mod writing;
