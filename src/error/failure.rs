use std::error::Error as StdError;
use std::fmt;
use std::io;

use super::chain::causes;

/// Why there is no complete response.
///
/// [`Dns`](Self::Dns), [`Tls`](Self::Tls) and [`Connect`](Self::Connect) are told apart by what the HTTP client and the TLS
/// library report, whichever it is. That has limits:
///
/// - A connection that is lost within the TLS handshake is `Connect`; with the TLS library of the platform (`native-tls`) it
///   may be `Tls`.
/// - What a proxy resolves or refuses is `Connect`.
/// - Plain http to a port for https is `NoResponse`, or the error response of a server that notices. So is a client
///   certificate that the server asks for and does not get: that becomes known after the handshake.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TransportFailure {
    /// The deadline passed, before the first attempt or during one.
    Deadline,
    /// No connection could be established in time.
    ConnectTimeout,
    /// The name of the host could not be resolved.
    Dns,
    /// There is no TLS with the server: its certificate is not accepted (unknown issuer, expired, for another name), they
    /// have no version or cipher in common, or the port is not one for https. It is not retried.
    Tls,
    /// No connection could be established for another reason, for example since it was refused.
    Connect,
    /// The attempt took longer than the timeout.
    Timeout,
    /// The service refused to process the request, according to HTTP/2.
    Unprocessed,
    /// The connection was lost within the body of the response.
    Truncated,
    /// The connection was lost before the headers of a response were complete, or what came is not HTTP.
    NoResponse,
}

impl TransportFailure {
    pub(super) fn of(error: &reqwest::Error) -> Self {
        match (error.is_connect(), error.is_timeout()) {
            (true, true) => Self::ConnectTimeout,
            (true, false) if error.is_dns() => Self::Dns,
            (true, false) if is_tls(error) => Self::Tls,
            (true, false) => Self::Connect,
            (false, true) => Self::Timeout,
            (false, false) if was_refused(error) => Self::Unprocessed,
            (false, false) if error.is_body() || error.is_decode() => Self::Truncated,
            (false, false) => Self::NoResponse,
        }
    }

    /// Whether no connection was established, so that nothing was sent.
    pub(super) fn is_connect(self) -> bool {
        matches!(self, Self::Connect | Self::ConnectTimeout | Self::Dns | Self::Tls)
    }

    pub(super) fn is_timeout(self) -> bool {
        matches!(self, Self::Deadline | Self::ConnectTimeout | Self::Timeout)
    }

    /// For metrics and traces.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Deadline => "deadline",
            Self::ConnectTimeout => "connect_timeout",
            Self::Dns => "dns",
            Self::Tls => "tls",
            Self::Connect => "connect",
            Self::Timeout => "timeout",
            Self::Unprocessed => "unprocessed",
            Self::Truncated => "truncated",
            Self::NoResponse => "no_response",
        }
    }

    /// What stands between this and the URL in a sentence.
    pub(super) fn preposition(self) -> &'static str {
        match self {
            Self::ConnectTimeout | Self::Connect => "to",
            Self::Dns => "of",
            Self::Tls => "with",
            Self::Deadline | Self::Timeout => "waiting for",
            Self::Unprocessed => "by",
            Self::Truncated | Self::NoResponse => "from",
        }
    }
}

impl fmt::Display for TransportFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Deadline => "the deadline passed",
            Self::ConnectTimeout => "timed out connecting",
            Self::Dns => "could not resolve the host",
            Self::Tls => "could not establish TLS",
            Self::Connect => "could not connect",
            Self::Timeout => "timed out",
            Self::Unprocessed => "not processed",
            Self::Truncated => "truncated response",
            Self::NoResponse => "no response",
        })
    }
}

/// Whether it was TLS that failed in connecting, and not the network. This crate need not know the TLS library: the
/// program may have chosen another.
fn is_tls(error: &(dyn StdError + 'static)) -> bool {
    let mut io = causes(error).filter_map(|cause| cause.downcast_ref::<io::Error>()).peekable();
    if io.peek().is_some() {
        // What rustls does not accept is passed on as this kind, as `std` asks of those who read malformed data.
        return io.any(|error| error.kind() == io::ErrorKind::InvalidData);
    }
    // The network fails with an `io::Error`. Of those without one, native-tls has a type of its own, and all others come
    // from the connector and begin like this.
    let from_connector = ["invalid URL", "tunnel error", "SOCKS error"];
    !causes(error).any(|cause| from_connector.iter().any(|start| cause.to_string().starts_with(start)))
}

/// Whether the service said over HTTP/2 that it did not process the request.
fn was_refused(error: &reqwest::Error) -> bool {
    // With any other kind of error, a response had begun.
    error.is_request() && causes(error).find_map(|cause| cause.downcast_ref::<h2::Error>()).is_some_and(is_refusal)
}

/// RFC 9113, 8.7: the two guarantees that a request has not been processed. A `GOAWAY` with `NO_ERROR` fails only the
/// requests that it does not cover; with any other code, `h2` may fail all of them with it.
fn is_refusal(error: &h2::Error) -> bool {
    error.is_remote()
        && (error.is_reset() && error.reason() == Some(h2::Reason::REFUSED_STREAM)
            || error.is_go_away() && error.reason() == Some(h2::Reason::NO_ERROR))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An error that passes on another.
    #[derive(Debug)]
    struct Layer(&'static str, Option<io::Error>);

    impl fmt::Display for Layer {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.0)
        }
    }

    impl StdError for Layer {
        fn source(&self) -> Option<&(dyn StdError + 'static)> {
            self.1.as_ref().map(|cause| cause as _)
        }
    }

    #[test]
    fn what_a_tls_library_does_not_accept_is_told_from_a_lost_connection() {
        let certificate = || io::Error::new(io::ErrorKind::InvalidData, "invalid peer certificate: Expired");
        let lost = || io::Error::new(io::ErrorKind::UnexpectedEof, "tls handshake eof");
        let reset = || io::Error::from(io::ErrorKind::ConnectionReset);
        for (error, expected) in [
            // rustls
            (Layer("client error", Some(certificate())), true),
            (Layer("client error", Some(io::Error::other(certificate()))), true),
            (Layer("client error", Some(io::Error::other(lost()))), false),
            // native-tls
            (Layer("certificate verify failed", None), true),
            (Layer("connection closed", Some(reset())), false),
            // The connector
            (Layer("tcp connect error", Some(io::Error::from(io::ErrorKind::ConnectionRefused))), false),
            (Layer("tunnel error: unsuccessful", None), false),
            (Layer("SOCKS error: missing destination host", None), false),
            (Layer("invalid URL, scheme is not http", None), false),
        ] {
            assert_eq!(is_tls(&error), expected, "{error:?}");
        }
    }
}
