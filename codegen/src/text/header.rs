//! The names of headers.

/// Sent by the client, whatever an operation declares: the credentials, three by the rule of OpenAPI 3.0, and those that
/// only the HTTP client can know, which callers may not set either (`src/headers.rs`).
const SENT_BY_THE_CLIENT: [&str; 13] = [
    "x-service-account",
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

/// Returns `true` if the client sends the header `name` by itself, so that it is no argument.
pub fn is_sent_by_the_client(name: &str) -> bool {
    SENT_BY_THE_CLIENT.contains(&name.to_lowercase().as_str())
}

/// Returns `true` if a header can be called `name`.
pub fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&b))
}
