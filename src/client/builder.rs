use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use secrecy::SecretString;
use uuid::Uuid;

use super::Client;
use super::base_url::BaseUrl;
use super::credentials::{self, Credentials};
use super::http;
use super::overrides::Overrides;
use super::settings::{Settings, check_time};
use crate::error::Error;
use crate::interceptor::Interceptor;
#[cfg(feature = "rate-limit")]
use crate::rate_limit::{Limiter, RateLimitSettings, WhenLimited};
#[cfg(all(feature = "rate-limit", not(target_family = "wasm")))]
use crate::rate_limit::{OnStoreError, RateLimitStore};
use crate::retry::RetryPolicy;
use crate::secret::{ApiKey, IntoSecret};

// First of all: the documentation has the order of the source.
// An operation of the document may have any name but those of the methods here, which the generator knows.
/// # Making a client
impl Client {
    /// Configures a client of the service at `base_url`: `https`, a host, and an optional path prefix.
    ///
    /// `http` is refused except to loopback (`localhost`, `127.0.0.0/8`, `::1`), since it exposes the API key to
    /// everyone on the network; see [`ClientBuilder::allow_plain_http`]. A proxy named in the environment is used,
    /// unless this or an allowed server is loopback.
    pub fn builder(base_url: impl Into<String>) -> ClientBuilder {
        ClientBuilder::new(base_url.into())
    }

    /// Builds a client that is configured by environment variables, with the defaults of [`ClientBuilder`].
    ///
    /// | variable | |
    /// |---|---|
    /// | `MONITORING_SERVICE_URL` | the base URL |
    /// | `MONITORING_SERVICE_API_KEY` | the API key |
    /// | `MONITORING_SERVICE_ACCOUNT_ID` | the account, a UUID |
    ///
    /// To change a default, start from [`ClientBuilder::from_env`].
    ///
    /// # Errors
    ///
    /// [`Error::InvalidRequest`], with the name of the variable that is unset or malformed.
    pub fn from_env() -> Result<Self, Error> {
        ClientBuilder::from_env()?.build()
    }
}

/// Configures a [`Client`](crate::Client).
///
/// ```
/// use std::time::Duration;
///
/// use monitoring_service::{Client, Error, RetryPolicy};
///
/// # fn client(key: &str, account: &str) -> Result<Client, Error> {
/// let client = Client::builder("https://api.example.com")
///     .api_key(key)
///     .account_id(account)
///     .timeout(Duration::from_secs(10))
///     .retry(RetryPolicy::none())
///     .build()?;
/// # Ok(client)
/// # }
/// ```
///
/// [`api_key`](Self::api_key) and [`account_id`](Self::account_id) are required, unless derived clients supply them
/// ([`credentials_per_call`](Self::credentials_per_call)).
#[derive(Clone)]
#[must_use = "a builder does nothing until `build`"]
pub struct ClientBuilder {
    base_url: String,
    origin: Origin,
    servers: Vec<String>,
    api_key: Option<SecretString>,
    account_id: Option<Result<Uuid, String>>,
    credentials_per_call: bool,
    timeout: Duration,
    connect_timeout: Duration,
    deadline: Option<Duration>,
    retry: RetryPolicy,
    #[cfg(feature = "rate-limit")]
    rate_limit: RateLimitSettings,
    http: Option<reqwest::Client>,
    interceptors: Vec<Arc<dyn Interceptor>>,
    http_changes: Vec<http::Change>,
    allow_plain_http: bool,
    keep_body: bool,
    max_response_bytes: usize,
    max_error_bytes: usize,
}

/// The origin of a builder, in the words of messages.
#[derive(Clone, Copy)]
pub(super) struct Origin {
    /// The subject of messages about the base URL, as in `the base URL must name a host`.
    pub(super) base_url: &'static str,
    /// The expression by which a program gets the builder, in messages that advise a setting.
    pub(super) builder: &'static str,
}

impl ClientBuilder {
    pub(super) fn new(base_url: String) -> Self {
        Self::with_origin(base_url, Origin { base_url: "the base URL", builder: "Client::builder(…)" })
    }

    pub(super) fn with_origin(base_url: String, origin: Origin) -> Self {
        Self {
            base_url,
            origin,
            servers: Vec::new(),
            api_key: None,
            account_id: None,
            credentials_per_call: false,
            timeout: Duration::from_secs(30),
            connect_timeout: Duration::from_secs(10),
            deadline: None,
            retry: RetryPolicy::default(),
            #[cfg(feature = "rate-limit")]
            rate_limit: RateLimitSettings::default(),
            http: None,
            interceptors: Vec::new(),
            http_changes: Vec::new(),
            allow_plain_http: false,
            keep_body: false,
            max_response_bytes: 32 * 1024 * 1024,
            max_error_bytes: 64 * 1024,
        }
    }

    /// Sets the API key, which is created in the user settings of the service: a string or a `secrecy::SecretString`.
    /// It is held as a secret. Required.
    pub fn api_key(self, key: impl IntoSecret) -> Self {
        Self { api_key: Some(key.into_secret()), ..self }
    }

    /// Sets the account whose resources the calls are about: a [`Uuid`], or text in the form of one. If it is
    /// malformed, [`build`](Self::build) fails with [`Error::InvalidRequest`](crate::Error::InvalidRequest).
    pub fn account_id(self, account: impl TryInto<Uuid>) -> Self {
        Self { account_id: Some(credentials::account("account_id", account)), ..self }
    }

    /// Allows a client without an API key, an account, or both: the clients derived from this one supply what it lacks,
    /// by [`with_api_key`](crate::Client::with_api_key) and [`with_account`](crate::Client::with_account), or an
    /// [`interceptor`](Self::interceptor) does. A call that lacks either is refused with
    /// [`Error::InvalidRequest`](crate::Error::InvalidRequest), and nothing is sent. By default [`build`](Self::build)
    /// refuses a client without them.
    ///
    /// ```no_run
    /// # fn run(base_url: &str, key: &str, account: &str) -> Result<(), monitoring_service::Error> {
    /// // Once for the program, with one pool of connections:
    /// let base = monitoring_service::Client::builder(base_url).credentials_per_call().build()?;
    /// // For each account:
    /// let client = base.with_account(account).with_api_key(key);
    /// # Ok(())
    /// # }
    /// ```
    pub fn credentials_per_call(self) -> Self {
        Self { credentials_per_call: true, ..self }
    }

    /// Allows calls at another server, which then gets the API key. The document declares one for some operations
    /// ([`Operation::server`](crate::Operation::server)), which are called nowhere else. By default no other server is
    /// allowed, and a call of such an operation is refused.
    ///
    /// Only scheme, host and port of `url` count; the path prefix is that in the document.
    pub fn allow_server(mut self, url: impl Into<String>) -> Self {
        self.servers.push(url.into());
        self
    }

    /// Sets the timeout of one attempt, from connecting to the last byte of the response. Defaults to 30 s.
    pub fn timeout(self, timeout: Duration) -> Self {
        Self { timeout, ..self }
    }

    /// Sets the timeout of connecting, within that of the attempt. Defaults to 10 s. Has no effect on a client set with
    /// [`http_client`](Self::http_client), and in a browser.
    pub fn connect_timeout(self, timeout: Duration) -> Self {
        Self { connect_timeout: timeout, ..self }
    }

    /// Sets the time that a whole call may take: all its attempts, the waits between them, and the waits for the
    /// client's own rate limit. A wait that would end after the deadline is not begun.
    ///
    /// At the deadline, the current attempt ends with
    /// [`TransportFailure::Deadline`](crate::error::TransportFailure::Deadline), whose message states the length of the
    /// deadline. If there was no attempt yet, the call fails with the same error, or with
    /// [`Error::RateLimited`](crate::Error::RateLimited) if it was waiting for the rate limit; if the wait for the next
    /// attempt would exceed the deadline, it fails with the error of the last one. Defaults to none: the timeout, the
    /// retry policy and `rate_limit_max_wait` then bound a call.
    pub fn deadline(self, deadline: Duration) -> Self {
        Self { deadline: Some(deadline), ..self }
    }

    /// Sets when a failed request is sent again. Defaults to [`RetryPolicy::default`], two retries.
    pub fn retry(self, policy: RetryPolicy) -> Self {
        Self { retry: policy, ..self }
    }

    /// Keeps the requests within the limits of the service, and sets what a call does when a limit is reached. Needs
    /// the feature `rate-limit`. Defaults to none: only the service counts, and responds with 429.
    ///
    /// An operation for which the document states a limit has that limit, see
    /// [`Operation::rate_limit`](crate::Operation::rate_limit); all others share
    /// [`RateLimit::DEFAULT`](crate::RateLimit::DEFAULT), 600 requests per 60 s. Every attempt counts, unless
    /// nothing of it was sent: because it was refused or dropped before, or got no connection. Each account has its own
    /// count; a request whose account an interceptor sets is counted for the account of the client.
    /// [`Client::limits`](crate::Client::limits) shows what is used.
    ///
    /// The count starts with the client and is shared by its clones and the clients derived from it. For all processes
    /// of an account, set a [`rate_limit_store`](Self::rate_limit_store). If the service still responds with 429 and a
    /// `Retry-After`, no request under the same limit is sent for that time, at most a day.
    ///
    /// The service counts requests as they arrive, so the client counts them for longer: see
    /// [`rate_limit_margin`](Self::rate_limit_margin).
    #[cfg(feature = "rate-limit")]
    pub fn rate_limit(mut self, when_limited: WhenLimited) -> Self {
        self.rate_limit.when_limited = Some(when_limited);
        self
    }

    /// Sets the longest time that an attempt waits for its turn under the [`rate_limit`](Self::rate_limit), with
    /// [`WhenLimited::Wait`]. A call that would have to wait longer fails at once with
    /// [`Error::RateLimited`](crate::Error::RateLimited), whose [`retry_after`](crate::error::RateLimited::retry_after)
    /// says how long it would have waited; if it is about to be retried, with the error of the attempt before. Defaults
    /// to an hour, in which about 35 000 requests go under [`RateLimit::DEFAULT`](crate::RateLimit::DEFAULT). Needs the
    /// feature `rate-limit`.
    ///
    /// With `Duration::MAX`, a daily limit can mean a wait of a day. A call that waits for more than a minute says so
    /// once, in a `tracing` event at level warn. For a derived client, see
    /// [`Client::with_rate_limit_max_wait`](crate::Client::with_rate_limit_max_wait).
    #[cfg(feature = "rate-limit")]
    pub fn rate_limit_max_wait(mut self, wait: Duration) -> Self {
        self.rate_limit.max_wait = wait;
        self
    }

    /// Sets how much longer than its period each request is counted by the [`rate_limit`](Self::rate_limit). Defaults
    /// to 1 s: 600 requests in 61 s instead of 60, which is 98 % of the limit. Needs the feature `rate-limit`.
    ///
    /// As long as one request takes at most this much longer to reach the service than another, connecting included, no
    /// more of them arrive in a period than the limit allows.
    ///
    /// With a margin of zero, the whole limit can be used. If a request then takes longer than later ones, too many may
    /// arrive in a period, and the service responds with 429.
    #[cfg(feature = "rate-limit")]
    pub fn rate_limit_margin(mut self, margin: Duration) -> Self {
        self.rate_limit.margin = margin;
        self
    }

    /// Sets the share of each limit that the [`rate_limit`](Self::rate_limit) leaves to others that use the account.
    /// With 0.1, the client sends at most 540 of 600 requests; whatever the share, it may send one. From 0 to less than
    /// 1; [`build`](Self::build) refuses any other value. Defaults to 0. Needs the feature `rate-limit`.
    #[cfg(feature = "rate-limit")]
    pub fn rate_limit_headroom(mut self, share: f64) -> Self {
        self.rate_limit.headroom = share;
        self
    }

    /// Counts the requests of the [`rate_limit`](Self::rate_limit) in a store, for all processes that use it. Without
    /// `rate_limit`, [`build`](Self::build) fails. Defaults to none: each client counts its own. See
    /// [`rate_limit`](crate::rate_limit) for the stores there are. Needs the
    /// feature `rate-limit`.
    ///
    /// Each attempt books its slot in the store, in one request to it; clients that wait are served in the order in which
    /// they asked. The client counts its own requests as well, for the case that the store cannot be reached: see
    /// [`on_store_error`](Self::on_store_error). All clients of an account should have the same margin and store timeout.
    #[cfg(all(feature = "rate-limit", not(target_family = "wasm")))]
    pub fn rate_limit_store(mut self, store: impl RateLimitStore) -> Self {
        self.rate_limit.store = Some(Arc::new(store));
        self
    }

    /// Sets the time that the [`rate_limit_store`](Self::rate_limit_store) may take to answer, within the
    /// [deadline](Self::deadline), which should be longer. Defaults to 250 ms. Needs the feature `rate-limit`.
    ///
    /// A slot is good for twice this time; a call that gets to it later books another. So each request counts for that
    /// much longer in the store, beside the [margin](Self::rate_limit_margin).
    #[cfg(all(feature = "rate-limit", not(target_family = "wasm")))]
    pub fn rate_limit_store_timeout(mut self, timeout: Duration) -> Self {
        self.rate_limit.store_timeout = timeout;
        self
    }

    /// Sets what a call does while the [`rate_limit_store`](Self::rate_limit_store) cannot be reached. Defaults to
    /// [`OnStoreError::Local`]. Needs the feature `rate-limit`.
    #[cfg(all(feature = "rate-limit", not(target_family = "wasm")))]
    pub fn on_store_error(mut self, on_store_error: OnStoreError) -> Self {
        self.rate_limit.on_store_error = on_store_error;
        self
    }

    /// Changes the crate's own HTTP client: its proxy, `User-Agent`, certificates, resolver, pool.
    ///
    /// ```
    /// # fn run(proxy: monitoring_service::reqwest::Proxy) {
    /// let builder = monitoring_service::Client::builder("https://api.example.com")
    ///     .configure_http(move |http| http.proxy(proxy.clone()).user_agent("my-program/1.0"));
    /// # }
    /// ```
    ///
    /// `change` gets a builder with the settings of this crate, among them [`connect_timeout`](Self::connect_timeout)
    /// and keep-alive pings, and may replace them. Three things cannot be changed: redirects are not followed, requests
    /// are not resent by reqwest, and [`timeout`](Self::timeout) bounds an attempt. If a base URL is loopback, proxies
    /// from the environment are not used, but one that is set here is. If all base URLs are plain http to loopback, TLS
    /// (to a proxy) trusts only the certificates that are added here.
    ///
    /// If `rustls-ring` is the only TLS feature, the TLS settings of reqwest have no effect unless the program has
    /// installed a crypto provider: see [TLS](crate::_guide::tls). [`build`](Self::build) applies several changes in
    /// the order in which they were added. They have no effect on a client set with
    /// [`http_client`](Self::http_client).
    pub fn configure_http(
        mut self,
        change: impl Fn(reqwest::ClientBuilder) -> reqwest::ClientBuilder + Send + Sync + 'static,
    ) -> Self {
        self.http_changes.push(Arc::new(change));
        self
    }

    /// Sets a custom HTTP client instead of the crate's own, for example one that the program uses for other things,
    /// too. See [`configure_http`](Self::configure_http) for a proxy or certificates.
    ///
    /// Its redirects, retries, proxies, resolver, TLS, default headers, connect timeout and keep-alive pings are its
    /// own. It should not follow redirects, which would send the account id and the request to another host:
    /// `.redirect(reqwest::redirect::Policy::none())`. Nor should it retry, since no error would count that:
    /// `.retry(reqwest::retry::never())`. The [`timeout`](Self::timeout) set here replaces its own.
    pub fn http_client(self, client: reqwest::Client) -> Self {
        Self { http: Some(client), ..self }
    }

    /// Adds an interceptor, which sees each attempt before it is sent and when it has ended: see
    /// [`Interceptor`](crate::Interceptor). Several are called in the order in which they were added.
    pub fn interceptor(mut self, interceptor: impl Interceptor) -> Self {
        self.interceptors.push(Arc::new(interceptor));
        self
    }

    /// Allows `http://` to hosts other than loopback. The API key is then sent unencrypted.
    pub fn allow_plain_http(self) -> Self {
        Self { allow_plain_http: true, ..self }
    }

    /// Sets whether a response keeps its body beside the value that was decoded from it, as
    /// [`ResponseValue::raw_body`](crate::ResponseValue::raw_body): to store what was received, to the byte. It takes
    /// the memory of the body for as long as the response is held. Defaults to `false`.
    pub fn keep_body(self, keep: bool) -> Self {
        Self { keep_body: keep, ..self }
    }

    /// Sets the maximum size of the body of a successful response, in bytes; a larger body is an
    /// [`Error::Decode`](crate::Error::Decode). Does not apply to bodies that are streamed. Values take more memory
    /// than their text: `{}` in a list can become a struct of hundreds of bytes, and `{"a":0}` in a field that the
    /// document does not declare takes 650 bytes. Defaults to 32 MiB.
    pub fn max_response_bytes(self, limit: usize) -> Self {
        Self { max_response_bytes: limit, ..self }
    }

    /// Sets how many bytes of the body of any other response are read and kept in the error. Defaults to 64 KiB.
    pub fn max_error_bytes(self, limit: usize) -> Self {
        Self { max_error_bytes: limit, ..self }
    }

    pub(super) fn check(self) -> Result<Settings, String> {
        let base_url = self.checked_url(self.origin.base_url, &self.base_url)?;
        let servers = self.servers.iter().map(|url| self.checked_url("the URL of `allow_server(…)`", url));
        let servers: Vec<BaseUrl> = servers.collect::<Result<_, _>>()?;
        for (setting, time) in [
            ("timeout", Some(self.timeout)),
            ("connect_timeout", Some(self.connect_timeout)),
            ("deadline", self.deadline),
        ] {
            time.map_or(Ok(()), |time| check_time(setting, time))?;
        }
        if self.api_key.is_none() && !self.credentials_per_call {
            return Err("the API key is missing: set it with `api_key(…)`".to_owned());
        }
        if self.account_id.is_none() && !self.credentials_per_call {
            return Err("the account id is missing: set it with `account_id(…)`".to_owned());
        }
        let credentials = Credentials::new(self.api_key.map(ApiKey::new).transpose()?, self.account_id.transpose()?)?;
        let (http, http_timeout) = match self.http {
            Some(client) => (client, None),
            None => {
                let urls: Vec<&BaseUrl> = servers.iter().chain([&base_url]).collect();
                http::client(&urls, self.connect_timeout, self.timeout, self.deadline, &self.http_changes)?
            }
        };
        Ok(Settings {
            http,
            http_timeout,
            base_url,
            servers,
            credentials,
            timeout: self.timeout,
            deadline: self.deadline,
            retry: self.retry,
            #[cfg(feature = "rate-limit")]
            rate_limit_max_wait: self.rate_limit.max_wait,
            #[cfg(feature = "rate-limit")]
            limiter: Limiter::new(self.rate_limit)?.map(Arc::new),
            keep_body: self.keep_body,
            max_response_bytes: self.max_response_bytes,
            max_error_bytes: self.max_error_bytes,
            interceptors: self.interceptors.into(),
            overrides: Overrides::default(),
        })
    }
}

impl ClientBuilder {
    /// A URL that requests may go to; `what` is its name in the reason against it.
    fn checked_url(&self, what: &str, url: &str) -> Result<BaseUrl, String> {
        let url = BaseUrl::parse(url).map_err(|reason| format!("{what} {reason}"))?;
        let builder = self.origin.builder;
        if url.is_plain_http() {
            if !url.is_loopback() && !self.allow_plain_http {
                return Err(format!(
                    "{what} is plain http, which exposes the API key to everyone on the network: use https, or allow \
                     it with `{builder}.allow_plain_http()`"
                ));
            }
        } else if !http::HAS_TLS && self.http.is_none() {
            return Err(format!(
                "{what} is https, which needs one of the features `rustls`, `rustls-ring` and `native-tls` of the crate \
                 `monitoring-service`, or an HTTP client set with `{builder}.http_client(…)`"
            ));
        }
        Ok(url)
    }
}

/// Without the base URL, which has not been checked yet and may contain a password.
impl fmt::Debug for ClientBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClientBuilder")
            .field("account_id", &self.account_id.as_ref().and_then(|account| account.as_ref().ok()))
            .field("credentials_per_call", &self.credentials_per_call)
            .field("timeout", &self.timeout)
            .field("connect_timeout", &self.connect_timeout)
            .field("deadline", &self.deadline)
            .field("retry", &self.retry)
            .field("allow_plain_http", &self.allow_plain_http)
            .field("keep_body", &self.keep_body)
            .field("max_response_bytes", &self.max_response_bytes)
            .field("max_error_bytes", &self.max_error_bytes)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::Client;
    use crate::error::Error;

    fn complete(base_url: &str) -> ClientBuilder {
        Client::builder(base_url).api_key("s3cret").account_id(Uuid::nil())
    }

    fn reason(builder: ClientBuilder) -> String {
        match builder.build() {
            Err(Error::InvalidRequest(error)) => error.reason().to_owned(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_is_missing_is_named_with_the_setter() {
        let builder = || Client::builder("http://localhost");
        assert!(reason(builder().account_id(Uuid::nil())).contains("`api_key(…)`"));
        assert!(reason(builder().api_key("s3cret")).contains("`account_id(…)`"));
    }

    #[test]
    fn a_malformed_account_is_refused_without_its_text() {
        let reason = reason(Client::builder("http://localhost").api_key("s3cret").account_id("0ther s3cret"));
        assert_eq!(reason, "the account id set with `account_id(…)` is not a UUID");
    }

    #[test]
    fn plain_http_is_refused_except_to_loopback_or_where_allowed() {
        assert!(reason(complete("http://api.example.com")).contains("`Client::builder(…).allow_plain_http()`"));
        complete("http://127.0.0.1:1").build().unwrap();
        complete("http://api.example.com").allow_plain_http().http_client(reqwest_client()).build().unwrap();
    }

    #[test]
    fn debug_shows_neither_the_key_nor_the_unchecked_url() {
        let builder = complete("https://user:s3cret@h");
        assert!(!format!("{builder:?}").contains("s3cret"));
    }

    fn reqwest_client() -> reqwest::Client {
        http::client(&[&BaseUrl::parse("http://localhost").unwrap()], Duration::MAX, Duration::MAX, None, &[])
            .unwrap()
            .0
    }
}
