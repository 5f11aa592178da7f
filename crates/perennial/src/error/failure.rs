use std::fmt;

/// The reason why there is no complete response.
///
/// [`Dns`](Self::Dns), [`Tls`](Self::Tls) and [`Connect`](Self::Connect) are distinguished by what the HTTP client and
/// the TLS library report, whichever it is. This has limits:
///
/// - A connection that is lost during the TLS handshake is `Connect`; with the platform's TLS library (`native-tls`) it
///   may be `Tls`.
/// - If a proxy cannot resolve the host, or refuses the connection, that is `Connect`.
/// - Plain http to an https port is `NoResponse`, or an error response if the server notices. A client certificate that
///   the server requires and does not get is the same, since this becomes known only after the handshake.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TransportFailure {
    /// The deadline passed, before the first attempt or during one.
    Deadline,
    /// No connection could be established in time.
    ConnectTimeout,
    /// The name of the host could not be resolved.
    Dns,
    /// The TLS handshake failed: the certificate of the server is not accepted (unknown issuer, expired, for another
    /// name), client and server have no version or cipher in common, or the port does not speak TLS. Not retried.
    Tls,
    /// No connection could be established for another reason, for example because it was refused.
    Connect,
    /// The attempt took longer than the timeout.
    Timeout,
    /// The service refused to process the request, according to HTTP/2.
    Unprocessed,
    /// The connection was lost within the body of the response, or the body is shorter than its `content-length`.
    Truncated,
    /// The connection was lost before the headers of a response were complete, or what arrived is not HTTP.
    NoResponse,
}

impl TransportFailure {
    /// Of a request that may have been processed.
    pub(super) fn after_sending(error: &reqwest::Error) -> Self {
        if error.is_timeout() {
            Self::Timeout
        } else if error.is_body() || error.is_decode() {
            Self::Truncated
        } else {
            Self::NoResponse
        }
    }

    /// `true` if no connection was established, so that nothing was sent.
    pub(super) fn is_connect(self) -> bool {
        matches!(self, Self::Connect | Self::ConnectTimeout | Self::Dns | Self::Tls)
    }

    pub(super) fn is_timeout(self) -> bool {
        matches!(self, Self::Deadline | Self::ConnectTimeout | Self::Timeout)
    }

    /// For metrics and traces.
    pub(super) fn name(self) -> &'static str {
        self.words().0
    }

    /// The name, the message, and the preposition between this and the URL.
    pub(super) fn words(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::Deadline => ("deadline", "the deadline passed", "waiting for"),
            Self::ConnectTimeout => ("connect_timeout", "timed out connecting", "to"),
            Self::Dns => ("dns", "could not resolve the host", "of"),
            Self::Tls => ("tls", "could not establish TLS", "with"),
            Self::Connect => ("connect", "could not connect", "to"),
            Self::Timeout => ("timeout", "timed out", "waiting for"),
            Self::Unprocessed => ("unprocessed", "not processed", "by"),
            Self::Truncated => ("truncated", "truncated response", "from"),
            Self::NoResponse => ("no_response", "no response", "from"),
        }
    }
}

impl fmt::Display for TransportFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words().1)
    }
}
