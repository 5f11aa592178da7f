//! The way of a call: a `request`, which `send` sends in attempts, each with an `exchange` that gives a `response`, whose
//! `body` is read or becomes a `stream`. The `span` and the `attempt_guard` tell others how it ended.

mod about;
#[cfg_attr(not(feature = "rate-limit"), path = "admission_without_limits.rs")]
mod admission;
mod attempt_guard;
mod body;
#[cfg_attr(target_family = "wasm", path = "exchange_in_browser.rs")]
mod exchange;
mod request;
mod response;
mod send;
mod span;
mod stream;

use reqwest::{Method, Response, StatusCode};

pub use stream::ByteStream;

pub(crate) use body::{Fetched, fetch};
pub(crate) use request::{Payload, Request};
pub(crate) use send::{Received, send};
pub(crate) use stream::Streamed;

/// Returns the number of bytes that the body of a response should have, as far as that is known. It is unknown if reqwest
/// decompresses the body, and if there is no body: then a `content-length` is that of another response (RFC 9110, 8.6).
fn content_length(method: &Method, response: &Response) -> Option<u64> {
    let has_body =
        *method != Method::HEAD && ![StatusCode::NO_CONTENT, StatusCode::NOT_MODIFIED].contains(&response.status());
    response.content_length().filter(|_| has_body)
}
