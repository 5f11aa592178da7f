//! The client of a service that has books.

#![deny(missing_docs, unused, unreachable_pub)]
#![forbid(unsafe_code)]

/// Defines macros that are called as those of the standard library.
macro_rules! shadowing {
    ($($name:ident)*) => { $(#[allow(unused_macros)] macro_rules! $name { () => {} })* };
}
shadowing! { assert compile_error concat format matches panic stringify unreachable vec write }

/// What the generator of 0.1.0 made of `openapi.json`. It stays as it is: every later 0.1 of the runtime has to fit.
mod generated;

extern crate rt as perennial;

use perennial::authenticate::Anonymous as Credentials;

static SERVICE: perennial::Service = perennial::Service::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));

#[cfg(feature = "mock")]
pub use generated::mock;
pub use generated::{builder, operation, operations, tags, types, Client, ClientBuilder};
pub use perennial::*;
