use std::sync::Arc;
use std::time::Duration;

use super::base_url::BaseUrl;
use crate::error::chain;
use crate::service::Service;

/// TLS is up to the browser.
pub(super) const HAS_TLS: bool = true;

/// A change to the HTTP client by the caller.
pub(super) type Change = Arc<dyn Fn(reqwest::ClientBuilder) -> reqwest::ClientBuilder + Send + Sync>;

/// The `fetch` of the browser, with `changes`. The browser decides how it connects, and sets the `User-Agent`. It has
/// no timeout of its own: each request has one.
pub(super) fn client(
    _service: &Service,
    _base_urls: &[&BaseUrl],
    _connect_timeout: Duration,
    _timeout: Duration,
    _deadline: Option<Duration>,
    changes: &[Change],
) -> Result<(reqwest::Client, Option<Duration>), String> {
    let client = changes.iter().fold(reqwest::Client::builder(), |client, change| change(client));
    let client = client.build();
    let client =
        client.map_err(|error| format!("the HTTP client cannot be built: {}", chain(&error.without_url(), None)))?;
    Ok((client, None))
}
