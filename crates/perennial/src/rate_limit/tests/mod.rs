//! Helpers that the tests of rate limits share, and a simulation of days of calls.

pub(super) mod chance;
mod simulation;
pub(super) mod store;
