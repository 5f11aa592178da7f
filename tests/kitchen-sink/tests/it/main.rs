//! Tests of a client that is generated from a document with schemas and operations of every kind.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod support;

mod bodies;
mod bodies_on_the_wire;
mod builders;
mod compositions;
#[cfg(all(feature = "rate-limit-file", feature = "rate-limit-redis"))]
mod fleet;
mod former_names;
mod lengths;
mod lossless;
#[cfg(feature = "mock")]
mod mocks;
mod multipart;
mod newer;
mod numbers;
mod odd_paths;
mod operations;
mod pages;
mod parameters;
mod precise_types;
mod random;
mod responses;
mod streams;
mod styles;
mod undeclared;
mod unions;
mod webhooks;
