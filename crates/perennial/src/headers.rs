use http::header::{
    CONNECTION, CONTENT_LENGTH, HOST, HeaderName, HeaderValue, TE, TRAILER, TRANSFER_ENCODING, UPGRADE,
};

use crate::encode::is_stripped;
use crate::error::redacted_line;
use crate::secret::Secrets;

/// Connection headers for which the crate `http` has no constants.
const KEEP_ALIVE: HeaderName = HeaderName::from_static("keep-alive");
const PROXY_CONNECTION: HeaderName = HeaderName::from_static("proxy-connection");

/// The reason why a header cannot be added: the `HeaderMap` is full. Only the map's fallible methods are used, because
/// `insert` and `append` would panic.
pub(crate) const TOO_MANY: &str = "there are too many headers";

/// Parses a header that was passed to the method `setter`, and marks it as sensitive, since it may be a credential. In
/// an error that quotes an invalid name, `secrets` are redacted.
pub(crate) fn parse(
    name: &str,
    value: &str,
    setter: &str,
    secrets: &Secrets,
) -> Result<(HeaderName, HeaderValue), String> {
    let header = HeaderName::try_from(name)
        .map_err(|_| format!("`{}`, passed to `{setter}`, is not a valid header name", redacted_line(secrets, name)))?;
    check_name(&header, setter)?;
    let mut value =
        parse_value(value).map_err(|reason| format!("the value of `{header}`, passed to `{setter}`, {reason}"))?;
    value.set_sensitive(true);
    Ok((header, value))
}

/// Parses the value of a header.
///
/// # Errors
/// Returns the reason why the value is invalid. White space at the start or end is invalid, because it is not part of
/// the value according to RFC 9110, section 5.5.
pub(crate) fn parse_value(text: &str) -> Result<HeaderValue, &'static str> {
    if is_stripped(text) {
        return Err("begins or ends with white space, which a receiver would remove");
    }
    HeaderValue::from_bytes(text.as_bytes()).map_err(|_| "contains characters that are not allowed in a header")
}

/// Refuses headers that only the HTTP client can set correctly: `host`, `content-length`, and the headers that describe
/// the connection rather than the request (RFC 9110, section 7.6.1), which HTTP/2 forbids.
pub(crate) fn check_name(name: &HeaderName, setter: &str) -> Result<(), String> {
    let connection = [CONNECTION, KEEP_ALIVE, PROXY_CONNECTION, TE, TRAILER, TRANSFER_ENCODING, UPGRADE];
    let remedy = if *name == HOST {
        "the base URL determines its value"
    } else if *name == CONTENT_LENGTH {
        "the body determines its value"
    } else if connection.contains(name) {
        "the HTTP client manages the connection"
    } else {
        return Ok(());
    };
    Err(format!("`{name}` cannot be set with `{setter}`: {remedy}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refuses_a_header_value_that_begins_or_ends_with_white_space() {
        for value in ["", "a", "a b", "ä"] {
            assert_eq!(
                parse("x-a", value, "f", &Secrets::default()).expect("should be taken").1.as_bytes(),
                value.as_bytes()
            );
        }
        for (value, reason) in [
            (" a", "begins or ends with white space, which a receiver would remove"),
            ("a\t", "begins or ends with white space, which a receiver would remove"),
            ("a\nb", "contains characters that are not allowed in a header"),
        ] {
            assert_eq!(
                parse("x-a", value, "f", &Secrets::default()),
                Err(format!("the value of `x-a`, passed to `f`, {reason}"))
            );
        }
    }
}
