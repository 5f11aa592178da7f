use std::sync::Arc;
use std::time::Duration;

use super::base_url::BaseUrl;
use crate::authenticate::TokenHttp;
use crate::service::Service;

pub(super) type HttpChange = Arc<dyn Fn(reqwest::ClientBuilder) -> reqwest::ClientBuilder + Send + Sync>;

/// The settings of the HTTP clients that this crate creates.
#[cfg_attr(target_family = "wasm", allow(dead_code, reason = "in a browser, only the caller's changes apply"))]
pub(super) struct HttpSettings {
    pub(super) service: &'static Service,
    /// The base URL and the URLs of all allowed servers.
    pub(super) base_urls: Vec<BaseUrl>,
    pub(super) connect_timeout: Duration,
    /// The time limit of an attempt.
    pub(super) timeout: Duration,
    /// The time limit of a call.
    pub(super) deadline: Option<Duration>,
    /// The caller's changes.
    pub(super) changes: Vec<HttpChange>,
}

/// The HTTP clients of an API client.
pub(super) struct HttpClients {
    /// The HTTP client for calls.
    pub(super) calls: reqwest::Client,
    /// The timeout that `calls` applies to requests without a timeout of their own.
    pub(super) timeout: Option<Duration>,
    /// The HTTP clients for token requests.
    pub(super) token_http: TokenHttp,
}
