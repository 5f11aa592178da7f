//! Helpers for the tests of rate limits, and a simulation of clients that run for days.

pub(super) mod chance;
mod simulation;
pub(super) mod store;
