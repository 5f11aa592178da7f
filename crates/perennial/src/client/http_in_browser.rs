use std::sync::Arc;
use std::time::Duration;

use super::base_url::BaseUrl;
use crate::error::chain;
use crate::service::Service;

/// Whether https can be used. In a browser, TLS is always available.
pub(super) const HAS_TLS: bool = true;

pub(super) type HttpChange = Arc<dyn Fn(reqwest::ClientBuilder) -> reqwest::ClientBuilder + Send + Sync>;

/// Creates the HTTP client, which uses the browser's `fetch`, and applies the caller's `changes`. The browser decides
/// how to connect, and sets the `User-Agent`. The client cannot have a default timeout, so each request sets one.
pub(super) fn build_client(
    _service: &Service,
    _base_urls: &[&BaseUrl],
    _requests_tokens: bool,
    _connect_timeout: Duration,
    _timeout: Duration,
    _deadline: Option<Duration>,
    changes: &[HttpChange],
) -> Result<(reqwest::Client, Option<Duration>), String> {
    let client = changes.iter().fold(reqwest::Client::builder(), |client, change| change(client));
    let client = client.build();
    let client =
        client.map_err(|error| format!("the HTTP client cannot be built: {}", chain(&error.without_url(), None)))?;
    Ok((client, None))
}
