//! Runs the task that releases as maintainers do: the program itself, in a small repository.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod commits;
mod refusals;
mod repository;
