//! A client for an invented service, through which the tests, benchmarks and fuzz targets call the runtime.
#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

mod credentials;
mod errors;

// The build script writes the module `generated`, which contains the code that is generated from `openapi.json`.
include!(concat!(env!("OUT_DIR"), "/generated.rs"));

use credentials::Credentials;
use errors::Errors;

/// The rate limit of operations that document no limit of their own.
pub const DEFAULT_RATE_LIMIT: RateLimit = RateLimit::new(600, 60);

static SERVICE: perennial::Service = perennial::Service::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"))
    .default_rate_limit(DEFAULT_RATE_LIMIT)
    .error_format(&Errors);

#[cfg(feature = "mock")]
pub use generated::mock;
pub use generated::{Client, ClientBuilder, builder, operation, operations, tags, types};
pub use perennial::*;
