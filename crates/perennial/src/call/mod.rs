//! The stages of a call. `send` sends a `request` in one or more attempts. Each attempt is an `exchange`, which returns
//! a `response`. The `body` of the response is read completely, or becomes a `stream`. An `upload` is a streamed
//! request body. The `span` and the `attempt_guard` report how the call and its attempts ended.

mod attempt_guard;
mod body;
#[cfg_attr(target_family = "wasm", path = "exchange_in_browser.rs")]
mod exchange;
#[cfg_attr(not(feature = "rate-limit"), path = "permit_without_limits.rs")]
mod permit;
mod progress;
mod request;
mod response;
mod send;
mod span;
mod stream;
mod stream_context;
mod tokens;
#[cfg_attr(target_family = "wasm", path = "upload_in_browser.rs")]
mod upload;

use reqwest::{Method, Response, StatusCode};

pub use stream::ByteStream;

pub(crate) use body::{FetchedResponse, fetch};
pub(crate) use request::{Payload, Request};
pub(crate) use response::SuccessResponse;
pub(crate) use send::{Received, send};
pub(crate) use stream::{Read, ReadsBytes, Streamed};

/// Returns the expected length of a response body. Returns `None` if reqwest decompresses the body, because the length
/// is then unknown. Also returns `None` for responses that have no body: the `content-length` of a response to `HEAD`,
/// for example, is the length that the body of a `GET` would have (RFC 9110, section 8.6).
fn content_length(method: &Method, response: &Response) -> Option<u64> {
    let has_body =
        *method != Method::HEAD && ![StatusCode::NO_CONTENT, StatusCode::NOT_MODIFIED].contains(&response.status());
    response.content_length().filter(|_| has_body)
}

#[cfg(test)]
pub(crate) use stream::tests::byte_stream;
