//! The names of headers and cookies.

/// Sent by every client, whatever an operation declares: three by the rule of OpenAPI 3.0, and those that only the HTTP
/// client can know, which callers may not set either.
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

/// Returns `true` if every client sends the header `name` by itself, so that it is no argument.
pub fn is_sent_by_each_client(name: &str) -> bool {
    SENT_BY_EACH_CLIENT.iter().any(|sent| name.eq_ignore_ascii_case(sent))
}

/// Returns `true` if a header can be called `name`.
pub fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&b))
}

/// Returns `true` if a cookie can be called `name` in each of the styles that there are for it.
pub fn is_cookie_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._~".contains(&b))
}
