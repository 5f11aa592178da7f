use super::http_settings::{HttpClients, HttpSettings};
use crate::authenticate::TokenHttp;
use crate::error::chain;

/// Whether https can be used. In a browser, TLS is always available.
pub(super) const HAS_TLS: bool = true;

impl HttpSettings {
    /// Creates the HTTP client, which uses the browser's `fetch`, and applies the caller's changes. The browser decides
    /// how to connect, and sets the `User-Agent`. The client cannot have a default timeout, so each request sets one.
    pub(super) fn build(self) -> Result<HttpClients, String> {
        let client = self.changes.iter().fold(reqwest::Client::builder(), |client, change| change(client));
        let calls = client
            .build()
            .map_err(|error| format!("the HTTP client cannot be built: {}", chain(&error.without_url(), None)))?;
        Ok(HttpClients { timeout: None, token_http: TokenHttp::shared_with_calls(calls.clone()), calls })
    }
}
