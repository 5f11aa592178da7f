//! A client for a weather service.

#![deny(missing_docs, unused, unreachable_pub)]
#![forbid(unsafe_code)]

// The module `generated`, which the build script writes: the code that is generated from `openapi.json`.
include!(concat!(env!("OUT_DIR"), "/generated.rs"));

use perennial::authenticate::Anonymous as Credentials;

static SERVICE: perennial::Service = perennial::Service::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));

#[cfg(feature = "mock")]
pub use generated::mock;
pub use generated::{Client, ClientBuilder, builder, operation, operations, tags, types};
pub use perennial::*;
