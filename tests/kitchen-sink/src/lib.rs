//! The client of a service that has everything.

#![forbid(unsafe_code)]

mod credentials;

/// What the build script makes of `openapi.json`.
#[allow(deprecated, missing_docs, nonstandard_style, unexpected_cfgs, unused, clippy::all)]
mod generated {
    include!(concat!(env!("OUT_DIR"), "/client.rs"));
}

use credentials::Credentials;

static SERVICE: perennial::Service = perennial::Service::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"))
    .default_rate_limit(perennial::RateLimit::new(600, 60));

#[cfg(feature = "mock")]
pub use generated::mock;
pub use generated::{Client, ClientBuilder, builder, operation, operations, tags, types};
pub use perennial::*;
