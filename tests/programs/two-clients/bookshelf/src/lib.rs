//! A client for a service of books.

#![deny(missing_docs, unused, unreachable_pub)]
#![forbid(unsafe_code)]

/// Shadows macros of the standard library. Generated code must not use these macros of the client's crate instead.
macro_rules! shadowing {
    ($($name:ident)*) => { $(#[allow(unused_macros)] macro_rules! $name { () => {} })* };
}
shadowing! { assert compile_error concat format matches panic stringify unreachable vec write }

/// The code that version 0.1.0 of the generator generated from `openapi.json`. It is never regenerated, because every
/// later 0.1 version of the runtime has to support it.
mod generated;

extern crate rt as perennial;

use perennial::authenticate::Anonymous as Credentials;

static SERVICE: perennial::Service = perennial::Service::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));

#[cfg(feature = "mock")]
pub use generated::mock;
pub use generated::{builder, operation, operations, tags, types, Client, ClientBuilder};
pub use perennial::*;
