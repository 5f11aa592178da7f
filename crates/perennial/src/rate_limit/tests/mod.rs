//! The helpers that the tests of the rate limit share, and calls over days.

pub(super) mod chance;
mod simulation;
pub(super) mod store;
