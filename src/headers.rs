//! Which headers a caller may set.

use http::header::{CONNECTION, CONTENT_LENGTH, HOST, HeaderName, TE, TRAILER, TRANSFER_ENCODING, UPGRADE};

/// The headers of the connection that `http` has no constants for.
const KEEP_ALIVE: HeaderName = HeaderName::from_static("keep-alive");
const PROXY_CONNECTION: HeaderName = HeaderName::from_static("proxy-connection");

/// Refuses a header that only the HTTP client can set correctly: where the request ends, which host it is for, and what
/// concerns the connection, not the request (RFC 9110, 7.6.1), which HTTP/2 forbids.
pub(crate) fn check(name: &HeaderName, setter: &str) -> Result<(), String> {
    let connection = [CONNECTION, KEEP_ALIVE, PROXY_CONNECTION, TE, TRAILER, TRANSFER_ENCODING, UPGRADE];
    let remedy = if *name == HOST {
        "it is that of the base URL"
    } else if *name == CONTENT_LENGTH {
        "it is that of the body"
    } else if connection.contains(name) {
        "the connection is the HTTP client's"
    } else {
        return Ok(());
    };
    Err(format!("`{name}` cannot be set with `{setter}`: {remedy}"))
}
