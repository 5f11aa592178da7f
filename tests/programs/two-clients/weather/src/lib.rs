//! The client of a service that knows the weather.

#![deny(missing_docs, unused, unreachable_pub)]
#![forbid(unsafe_code)]

/// What the build script makes of `openapi.json`.
#[allow(deprecated, missing_docs, nonstandard_style, unexpected_cfgs, unused, clippy::all)]
mod generated {
    include!(concat!(env!("OUT_DIR"), "/client.rs"));
}

use perennial::authenticate::Anonymous as Credentials;

static SERVICE: perennial::Service = perennial::Service::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));

#[cfg(feature = "mock")]
pub use generated::mock;
pub use generated::{Client, ClientBuilder, builder, operation, operations, tags, types};
pub use perennial::*;
