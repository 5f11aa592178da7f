//! The names of headers and cookies.

/// The headers that every client sends, whatever an operation declares. Three follow the rule of OpenAPI 3.0; only the
/// HTTP client can know the values of the others, which callers may not set either.
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

/// Returns `true` if `name` is a valid name of a cookie in each style that OpenAPI defines for cookies.
pub fn is_cookie_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._~".contains(&b))
}
