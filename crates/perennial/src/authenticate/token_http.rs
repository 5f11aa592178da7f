//! The HTTP clients for token requests.

use std::fmt;
use std::sync::{Arc, OnceLock};

type Create = dyn Fn() -> Result<reqwest::Client, String> + Send + Sync;

/// The HTTP clients for token requests.
///
/// If an API client only calls a local service over plain http, its HTTP client has no certificates, because loading
/// them takes a while, and a container may have none. A token URL may nevertheless use https. Therefore, the first such
/// token request creates a second HTTP client, which trusts the platform's certificates.
#[derive(Clone)]
pub(crate) struct TokenHttp(Arc<Clients>);

struct Clients {
    calls: reqwest::Client,
    /// Creates the second HTTP client. `None` if all tokens are requested with the HTTP client for calls.
    create: Option<Box<Create>>,
    with_certificates: OnceLock<reqwest::Client>,
}

impl TokenHttp {
    /// Requests all tokens with the HTTP client for calls.
    pub(crate) fn shared_with_calls(calls: reqwest::Client) -> Self {
        Self(Arc::new(Clients { calls, create: None, with_certificates: OnceLock::new() }))
    }

    /// Requests tokens over https with the HTTP client that `create` returns. If `create` fails, the next token request
    /// calls it again.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn created_on_demand(
        calls: reqwest::Client,
        create: impl Fn() -> Result<reqwest::Client, String> + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(Clients { calls, create: Some(Box::new(create)), with_certificates: OnceLock::new() }))
    }

    /// Returns the HTTP client for calls. It can request tokens over plain http.
    pub(crate) fn for_plain_http(&self) -> &reqwest::Client {
        &self.0.calls
    }

    /// Returns the HTTP client that can request tokens over https.
    ///
    /// # Errors
    ///
    /// Returns the reason why this client cannot be created, for example because the platform has no certificates.
    pub(crate) fn for_https(&self) -> Result<&reqwest::Client, String> {
        let Some(create) = &self.0.create else { return Ok(&self.0.calls) };
        if let Some(client) = self.0.with_certificates.get() {
            return Ok(client);
        }
        let client = create()?;
        // Another token request may have created a client in the meantime, which is then used.
        Ok(self.0.with_certificates.get_or_init(|| client))
    }
}

impl fmt::Debug for TokenHttp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.calls.fmt(f)
    }
}
