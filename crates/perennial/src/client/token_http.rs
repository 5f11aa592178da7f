//! The HTTP client for token requests.

use std::fmt;
use std::sync::{Arc, OnceLock};

use url::Url;

use super::base_url::is_loopback;

/// Provides the HTTP client for token requests.
///
/// If an API client only calls a local service over plain http, its HTTP client has no certificates, because loading
/// them takes a while, and a container may have none. A token URL may nevertheless use https. Therefore, the first such
/// token request creates a second HTTP client, which trusts the platform's certificates.
#[derive(Clone)]
pub(crate) struct TokenHttp(Arc<Clients>);

struct Clients {
    calls: reqwest::Client,
    /// Creates the second HTTP client. `None` if the HTTP client for calls has certificates.
    create: Option<Box<dyn Fn() -> Result<reqwest::Client, String> + Send + Sync>>,
    second: OnceLock<Result<reqwest::Client, String>>,
}

impl TokenHttp {
    /// Requests tokens with the HTTP client for calls.
    pub(crate) fn same_as(calls: reqwest::Client) -> Self {
        Self(Arc::new(Clients { calls, create: None, second: OnceLock::new() }))
    }

    /// Requests tokens with the HTTP client that `create` returns. It is called at most once.
    #[cfg(not(target_family = "wasm"))]
    pub(super) fn created_on_demand(
        calls: reqwest::Client,
        create: impl Fn() -> Result<reqwest::Client, String> + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(Clients { calls, create: Some(Box::new(create)), second: OnceLock::new() }))
    }

    /// Returns the HTTP client for a token request to `url`.
    ///
    /// # Errors
    ///
    /// Returns the reason why the second HTTP client cannot be created, for example because the platform has no
    /// certificates.
    pub(crate) fn for_url(&self, url: &Url) -> Result<&reqwest::Client, String> {
        if url.scheme() == "http" && is_loopback(url) { Ok(&self.0.calls) } else { self.with_certificates() }
    }

    /// Returns the HTTP client for a token request to an unknown URL. If the second HTTP client cannot be created, this
    /// is the HTTP client for calls.
    pub(crate) fn for_any_url(&self) -> &reqwest::Client {
        self.with_certificates().unwrap_or(&self.0.calls)
    }

    fn with_certificates(&self) -> Result<&reqwest::Client, String> {
        let Some(create) = &self.0.create else { return Ok(&self.0.calls) };
        self.0.second.get_or_init(create).as_ref().map_err(Clone::clone)
    }
}

impl fmt::Debug for TokenHttp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.calls.fmt(f)
    }
}
