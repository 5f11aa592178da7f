//! Defines which names of headers and cookies are valid, and which headers clients send by themselves.

/// The headers that every client sends by itself, so that a parameter with one of these names is ignored. OpenAPI 3.0
/// requires this for the first three headers. The values of the others are known only to the HTTP client, and callers
/// must not set them.
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

/// Returns `true` if every client sends the header `name` by itself, so that it is not an argument.
pub fn is_sent_by_each_client(name: &str) -> bool {
    SENT_BY_EACH_CLIENT.iter().any(|sent| name.eq_ignore_ascii_case(sent))
}

/// Returns `true` if `name` is a valid name of a header.
pub fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&b))
}

/// Returns `true` if `name` is a valid name of a cookie. The name has to be valid in all styles that OpenAPI defines
/// for cookies.
pub fn is_cookie_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._~".contains(&b))
}
