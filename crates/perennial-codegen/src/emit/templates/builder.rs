/// Configures a [`Client`].
///
/// ```text
/// let client = Client::builder("https://api.example.com")
///     .timeout(Duration::from_secs(10))
///     .build()?;
/// ```
///
/// The methods are grouped by purpose. [`build`](Self::build) checks the settings.
#[derive(Clone)]
#[must_use = "a builder does nothing until `build`"]
pub struct ClientBuilder(CoreBuilder);

/// # Address
impl ClientBuilder {
    /// Allows calls at another server, which then receives the credentials. The document can declare another server for
    /// an operation ([`Operation::server`](::perennial::Operation::server)). Calls of such an operation are refused
    /// unless its server is allowed. By default, no other server is allowed.
    ///
    /// Only the scheme, host and port of `url` are used. The path prefix is the prefix in the document.
    ///
    /// ```
    /// # fn configure(builder: perennial::CoreBuilder) -> perennial::CoreBuilder {
    /// builder.allow_server("https://uploads.example.com")
    /// # }
    /// ```
    pub fn allow_server(self, url: impl Into<String>) -> Self {
        Self(self.0.allow_server(url))
    }

    /// Allows `http://` to hosts other than loopback. The credentials are then sent unencrypted.
    pub fn allow_plain_http(self) -> Self {
        Self(self.0.allow_plain_http())
    }
}
