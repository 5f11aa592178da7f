//! The client of a service that has nothing yet.

#![deny(missing_docs, unused, unreachable_pub)]
#![forbid(unsafe_code)]

/// What the build script makes of `openapi.json`.
#[allow(deprecated, missing_docs, nonstandard_style, unexpected_cfgs, unused, clippy::all)]
mod generated {
    include!(concat!(env!("OUT_DIR"), "/client.rs"));
}

use perennial::authenticate::Anonymous as Credentials;

static SERVICE: perennial::Service = perennial::Service::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));

pub use generated::{builder, operation, operations, tags, types, Client, ClientBuilder};
pub use perennial::*;
