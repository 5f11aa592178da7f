//! The headers that a caller sets.

use http::header::{
    CONNECTION, CONTENT_LENGTH, HOST, HeaderName, HeaderValue, TE, TRAILER, TRANSFER_ENCODING, UPGRADE,
};

use crate::error::Short;

/// The headers of the connection that `http` has no constants for.
const KEEP_ALIVE: HeaderName = HeaderName::from_static("keep-alive");
const PROXY_CONNECTION: HeaderName = HeaderName::from_static("proxy-connection");

/// The reason against a header that does not fit into a map, which would panic otherwise.
pub(crate) const TOO_MANY: &str = "there are too many headers";

/// A header that was passed to `setter`, marked as sensitive: it may be a credential.
pub(crate) fn parse(name: &str, value: &str, setter: &str) -> Result<(HeaderName, HeaderValue), String> {
    let header = HeaderName::try_from(name)
        .map_err(|_| format!("`{}`, passed to `{setter}`, is not a valid header name", Short(name)))?;
    check(&header, setter)?;
    let mut value = HeaderValue::from_bytes(value.as_bytes())
        .map_err(|_| format!("the value of `{header}` of `{setter}` has characters that a header cannot carry"))?;
    value.set_sensitive(true);
    Ok((header, value))
}

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
