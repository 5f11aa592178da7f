//! Tests of the client as a user sees it, against servers on loopback.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod support;

mod api_errors;
mod bad_settings;
mod base_url;
mod concurrency;
mod configure_http;
mod contract;
mod decode_errors;
mod derived_clients;
mod environment;
mod error_texts;
mod faults;
mod file_store;
#[cfg(feature = "gzip")]
mod gzip;
mod headers;
// These tests trust certificates by an environment variable that only Linux supports.
#[cfg(target_os = "linux")]
mod http2;
mod incidents;
mod interceptors;
mod made_errors;
mod metrics;
#[cfg(feature = "mock")]
mod mock;
mod odd_responses;
mod pages;
mod parameters;
mod path_ids;
mod properties;
#[cfg(feature = "rate-limit")]
mod rate_limit;
mod rate_limit_store;
#[cfg(feature = "rate-limit-redis")]
mod redis;
mod requests;
mod responses;
mod retry;
mod runtime;
mod secrets;
mod short_bodies;
mod status;
mod tracing;
mod transport;
mod updates;
