//! Decides which header and cookie names are valid, and which headers every client sends by itself.

/// The headers that every client sends by itself, so parameters with these names are ignored. OpenAPI 3.0 requires this
/// for the first three. Only the HTTP client knows the values of the others, so callers must not set them.
const SENT_BY_EACH_CLIENT: [&str; 12] = [
    "authorization",
    "accept",
    "content-type",
    "host",
    "content-length",
    "connection",
    "keep-alive",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

/// Returns `true` if every client sends the header `name` by itself, so that callers cannot set it.
pub fn is_sent_by_each_client(name: &str) -> bool {
    SENT_BY_EACH_CLIENT.iter().any(|sent| name.eq_ignore_ascii_case(sent))
}

/// Returns `true` if `name` is a valid header name.
pub fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&b))
}

/// Returns `true` if `name` is a cookie name that is valid in all styles of OpenAPI.
pub fn is_cookie_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._~".contains(&b))
}
