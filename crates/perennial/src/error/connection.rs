//! Examines the errors of the HTTP client and the TLS library to determine why a request was not processed.

use std::error::Error as StdError;
use std::io;

use reqwest::StatusCode;

use super::text::causes;

/// Returns whether connecting failed because of TLS rather than the network. Does not depend on a particular TLS
/// library, since the program may use a library that is unknown to this crate.
pub(super) fn is_tls_failure(error: &(dyn StdError + 'static)) -> bool {
    let mut io = causes(error).filter_map(|cause| cause.downcast_ref::<io::Error>()).peekable();
    if io.peek().is_some() {
        // tokio-rustls wraps the errors of rustls in an `io::Error` of the kind `InvalidData`.
        return io.any(|error| error.kind() == io::ErrorKind::InvalidData);
    }
    // Network failures contain an `io::Error`, so an error without one is either a TLS error or an error of reqwest's
    // connector. An error of the connector begins with one of these strings.
    let from_connector = ["invalid URL", "tunnel error", "SOCKS error"];
    !causes(error).any(|cause| from_connector.iter().any(|start| cause.to_string().starts_with(start)))
}

/// A proxy's refusal to connect to the service: a response to `CONNECT` with a status that is not 200.
pub(super) struct ProxyRefusal {
    /// The status, if the HTTP client reports it.
    pub(super) status: Option<StatusCode>,
}

/// Returns the refusal of a proxy if it is the cause of `error`. The connector's errors have private types, so their
/// messages are compared.
pub(super) fn proxy_refusal(error: &(dyn StdError + 'static)) -> Option<ProxyRefusal> {
    causes(error).find_map(|cause| match &*cause.to_string() {
        "tunnel error: proxy authorization required" => {
            Some(ProxyRefusal { status: Some(StatusCode::PROXY_AUTHENTICATION_REQUIRED) })
        }
        "tunnel error: unsuccessful" => Some(ProxyRefusal { status: None }),
        _ => None,
    })
}

/// Returns whether the service reported over HTTP/2 that it did not process the request.
pub(super) fn was_refused(error: &reqwest::Error) -> bool {
    // Errors of other kinds occur after the service has begun to respond.
    error.is_request() && causes(error).find_map(|cause| cause.downcast_ref::<h2::Error>()).is_some_and(is_refusal)
}

/// Returns details about the cause of `error` that the message of the cause omits: the code of a `GOAWAY` frame, such
/// as `GOAWAY with ENHANCE_YOUR_CALM`, or the setting that allows more headers.
pub(super) fn note_on_cause(error: &(dyn StdError + 'static)) -> Option<String> {
    let cause = causes(error).last()?;
    if let Some(error) = cause.downcast_ref::<h2::Error>().filter(|error| error.is_go_away()) {
        return error.reason().map(|reason| format!("GOAWAY with {reason:?}"));
    }
    // The message is the only way to recognize hyper's error for a response with too many headers.
    (cause.to_string() == "message head is too large").then(|| {
        "if the response has more than 100 headers, allow more with `configure_http(|http| \
        http.http1_max_headers(…))`"
            .to_owned()
    })
}

/// Returns whether an HTTP/2 error guarantees that the request was not processed.
///
/// RFC 9113, section 8.7, defines two signals for this: a stream that is reset with `REFUSED_STREAM`, and `GOAWAY`.
/// `GOAWAY` is only reliable with the code `NO_ERROR`: `h2` then fails just the requests that were not processed. With
/// any other code, `h2` may fail all requests.
fn is_refusal(error: &h2::Error) -> bool {
    error.is_remote()
        && (error.is_reset() && error.reason() == Some(h2::Reason::REFUSED_STREAM)
            || error.is_go_away() && error.reason() == Some(h2::Reason::NO_ERROR))
}

#[cfg(test)]
mod tests {
    use std::fmt;

    use super::*;

    #[derive(Debug)]
    struct ConnectorError(&'static str, Option<io::Error>);

    impl fmt::Display for ConnectorError {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.0)
        }
    }

    impl StdError for ConnectorError {
        fn source(&self) -> Option<&(dyn StdError + 'static)> {
            self.1.as_ref().map(|cause| cause as _)
        }
    }

    #[test]
    fn distinguishes_tls_failures_from_lost_connections() {
        let certificate = || io::Error::new(io::ErrorKind::InvalidData, "invalid peer certificate: Expired");
        let lost = || io::Error::new(io::ErrorKind::UnexpectedEof, "tls handshake eof");
        let reset = || io::Error::from(io::ErrorKind::ConnectionReset);
        for (error, expected) in [
            // rustls
            (ConnectorError("client error", Some(certificate())), true),
            (ConnectorError("client error", Some(io::Error::other(certificate()))), true),
            (ConnectorError("client error", Some(io::Error::other(lost()))), false),
            // native-tls
            (ConnectorError("certificate verify failed", None), true),
            (ConnectorError("connection closed", Some(reset())), false),
            // The connector
            (ConnectorError("tcp connect error", Some(io::Error::from(io::ErrorKind::ConnectionRefused))), false),
            (ConnectorError("tunnel error: unsuccessful", None), false),
            (ConnectorError("SOCKS error: missing destination host", None), false),
            (ConnectorError("invalid URL, scheme is not http", None), false),
        ] {
            assert_eq!(is_tls_failure(&error), expected, "{error:?}");
        }
    }
}
