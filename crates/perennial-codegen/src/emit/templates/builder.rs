/// Configures a [`Client`].
#[derive(Clone)]
#[must_use = "a builder does nothing until `build`"]
pub struct ClientBuilder(CoreBuilder);

/// # Address
impl ClientBuilder {
    /// Allows calls at another server, which then receives the credentials. The document declares a server of their own
    /// for some operations ([`Operation::server`](::perennial::Operation::server)): unless that server is allowed, calls
    /// of the operation are refused. By default, no other server is allowed.
    ///
    /// Only scheme, host and port of `url` matter; the path prefix is that in the document.
    pub fn allow_server(self, url: impl Into<String>) -> Self {
        Self(self.0.allow_server(url))
    }

    /// Allows `http://` to hosts other than loopback. The credentials are then sent unencrypted.
    pub fn allow_plain_http(self) -> Self {
        Self(self.0.allow_plain_http())
    }
}
