//! A client for a service without types, tags and mocks.

#![deny(missing_docs, unused, unreachable_pub)]
#![forbid(unsafe_code)]

// The module `generated`, which the build script writes: the code that is generated from `openapi.json`.
include!(concat!(env!("OUT_DIR"), "/generated.rs"));

use perennial::authenticate::Anonymous as Credentials;

static SERVICE: perennial::Service = perennial::Service::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));

pub use generated::{builder, operation, operations, tags, types, Client, ClientBuilder};
pub use perennial::*;
