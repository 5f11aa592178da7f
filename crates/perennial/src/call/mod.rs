//! The way of a call: a `request`, which `send` sends in attempts, each with an `exchange` that gives a `response`, whose
//! `body` is read or becomes a `stream`. The `span` and the `attempt_guard` tell others how it ended.

mod about;
#[cfg_attr(not(feature = "rate-limit"), path = "admission_without_limits.rs")]
mod admission;
mod attempt;
mod attempt_guard;
mod body;
mod content_length;
#[cfg_attr(target_family = "wasm", path = "exchange_in_browser.rs")]
mod exchange;
mod fetch;
mod request;
mod response;
mod send;
mod span;
mod stream;

pub use stream::ByteStream;

pub(crate) use fetch::{Fetched, fetch};
pub(crate) use request::{Payload, Request};
pub(crate) use send::{Received, send};
pub(crate) use stream::Streamed;
