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
    /// Allows calls to another server, which then receives the credentials. By default, no other server is allowed. If
    /// the document declares another server for an operation ([`Operation::server`](::perennial::Operation::server)),
    /// calls of the operation are refused unless that server is allowed.
    ///
    /// Only the scheme, host and port of `url` are used. The path prefix comes from the document.
    ///
    /// ```
    /// # fn configure(builder: perennial::CoreBuilder) -> perennial::CoreBuilder {
    /// builder.allow_server("https://uploads.example.com")
    /// # }
    /// ```
    pub fn allow_server(self, url: impl Into<String>) -> Self {
        Self(self.0.allow_server(url))
    }

    /// Allows `http://` URLs of hosts other than loopback addresses. The credentials are then sent unencrypted.
    pub fn allow_plain_http(self) -> Self {
        Self(self.0.allow_plain_http())
    }
}
