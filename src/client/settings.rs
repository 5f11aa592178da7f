use std::time::Duration;

use super::base_url::BaseUrl;
use super::credentials::Credentials;
#[cfg(feature = "rate-limit")]
use crate::rate_limit::Limiter;
use crate::retry::RetryPolicy;

/// What a client is built with, and every request reads.
pub(crate) struct Settings {
    pub(crate) http: reqwest::Client,
    pub(crate) base_url: BaseUrl,
    /// The servers that operations may be called at beside it.
    pub(crate) servers: Vec<BaseUrl>,
    pub(crate) credentials: Credentials,
    pub(crate) timeout: Duration,
    pub(crate) deadline: Option<Duration>,
    pub(crate) retry: RetryPolicy,
    #[cfg(feature = "rate-limit")]
    pub(crate) limiter: Option<Limiter>,
    pub(crate) keep_body: bool,
    pub(crate) max_response_bytes: usize,
    pub(crate) max_error_bytes: usize,
}
