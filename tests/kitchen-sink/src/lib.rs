//! A client for a service whose document contains everything that the generator supports.

#![forbid(unsafe_code)]

mod credentials;

// The build script writes the module `generated`, which contains the code that is generated from `openapi.json`.
include!(concat!(env!("OUT_DIR"), "/generated.rs"));

use credentials::Credentials;

static SERVICE: perennial::Service = perennial::Service::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"))
    .default_rate_limit(perennial::RateLimit::new(600, 60));

#[cfg(feature = "mock")]
pub use generated::mock;
pub use generated::{Client, ClientBuilder, builder, operation, operations, tags, types};
pub use perennial::*;
