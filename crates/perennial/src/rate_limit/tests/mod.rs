pub(super) mod chance;
mod simulation;
pub(super) mod store;
