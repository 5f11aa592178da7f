use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use super::Core;
use super::base_url::BaseUrl;
use super::environment::Environment;
use super::http;
use super::http_settings::{HttpChange, HttpClients, HttpSettings};
use super::overrides::Overrides;
use super::settings::{Settings, changed_credentials, check_not_zero};
use crate::authenticate::{Authenticate, TokenHttp};
use crate::error::{Error, InvalidRequest};
use crate::interceptor::Interceptor;
use crate::operation::Operation;
#[cfg(feature = "rate-limit")]
use crate::rate_limit::{Limiter, RateLimitSettings, WhenLimited};
#[cfg(all(feature = "rate-limit", not(target_family = "wasm")))]
use crate::rate_limit::{OnStoreError, RateLimitStore};
use crate::retry::RetryPolicy;
use crate::service::Service;

impl Core {
    /// Creates a builder of a client.
    ///
    /// `base_url` is an `https` URL that consists of a host and an optional path prefix. A plain `http` URL is refused
    /// unless its host is loopback or [`allow_plain_http`](CoreBuilder::allow_plain_http) is set. `operations` are the
    /// operations that the document declares. Pass `&[]` for a client that is written by hand.
    pub fn builder(
        service: &'static Service,
        operations: &'static [Operation],
        base_url: impl Into<String>,
        authentication: impl Authenticate,
    ) -> CoreBuilder {
        let base_url =
            BaseUrlSetting { url: base_url.into(), name: "the base URL".into(), builder: "Client::builder(…)" };
        CoreBuilder::new(service, operations, base_url, Arc::new(authentication))
    }

    /// Creates a builder like [`builder`](Self::builder), but reads the base URL from an environment variable.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Environment::base_url`].
    pub fn builder_from_env(
        service: &'static Service,
        operations: &'static [Operation],
        environment: &Environment<'_>,
        authentication: impl Authenticate,
    ) -> Result<CoreBuilder, Error> {
        let name = format!("the base URL in `{}`", environment.name("URL")).into();
        let base_url = BaseUrlSetting { url: environment.base_url()?, name, builder: "ClientBuilder::from_env()?" };
        Ok(CoreBuilder::new(service, operations, base_url, Arc::new(authentication)))
    }
}

/// A builder of a [`Core`], with the settings of the client.
///
/// The `ClientBuilder` of a generated client wraps this type, and documents the same methods in more detail.
#[derive(Clone)]
#[must_use = "a builder does nothing until `build`"]
pub struct CoreBuilder {
    service: &'static Service,
    operations: &'static [Operation],
    authentication: Arc<dyn Authenticate>,
    base_url: BaseUrlSetting,
    servers: Vec<String>,
    timeout: Duration,
    connect_timeout: Duration,
    deadline: Option<Duration>,
    retry: RetryPolicy,
    #[cfg(feature = "rate-limit")]
    rate_limit: RateLimitSettings,
    http: Option<reqwest::Client>,
    interceptors: Vec<Arc<dyn Interceptor>>,
    http_changes: Vec<HttpChange>,
    allow_plain_http: bool,
    keep_body: bool,
    max_response_bytes: usize,
    max_error_bytes: usize,
    /// The reason why [`credentials`](Self::credentials) failed, which [`build`](Self::build) returns.
    invalid: Option<String>,
}

/// The base URL with which a builder was created, and the words that messages use for the base URL and for the builder.
#[derive(Clone)]
struct BaseUrlSetting {
    url: String,
    /// The subject of a message about the base URL, such as `the base URL` in `the base URL must name a host`.
    name: Cow<'static, str>,
    /// The expression with which a program creates the builder, for messages that recommend a setting.
    builder: &'static str,
}

impl CoreBuilder {
    fn new(
        service: &'static Service,
        operations: &'static [Operation],
        base_url: BaseUrlSetting,
        authentication: Arc<dyn Authenticate>,
    ) -> Self {
        Self {
            service,
            operations,
            authentication,
            base_url,
            servers: Vec::new(),
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
            invalid: None,
        }
    }
}

/// # Address and credentials
impl CoreBuilder {
    /// Allows calls to the server at `url`, which then receives the credentials. By default, only the base URL is
    /// allowed.
    ///
    /// This setting has an effect only on operations for which the document declares this server.
    pub fn allow_server(mut self, url: impl Into<String>) -> Self {
        self.servers.push(url.into());
        self
    }

    /// Allows plain `http` URLs whose host is not loopback. The credentials are then sent unencrypted.
    pub fn allow_plain_http(self) -> Self {
        Self { allow_plain_http: true, ..self }
    }

    /// Changes the credentials with `change`. If the credentials are not of type `A`, [`build`](Self::build) fails.
    pub fn credentials<A: Authenticate + Clone>(self, change: impl FnOnce(&mut A)) -> Self {
        let changed = changed_credentials::<A>(&self.authentication, |authentication| {
            change(authentication);
            Ok(())
        });
        match changed {
            Ok(authentication) => Self { authentication, ..self },
            Err(reason) => Self { invalid: Some(reason), ..self },
        }
    }
}

/// # Time
impl CoreBuilder {
    /// Sets the timeout of one attempt, from connecting until the last byte of the response is received. Defaults to 30
    /// s.
    ///
    /// If the body of the request or the response is a stream, the timeout does not limit the whole attempt, but each
    /// wait for the service. Time spent waiting for the caller's stream does not count, unless the service has begun to
    /// respond.
    ///
    /// Set a longer timeout for uploads over a slow connection. The operating system may buffer several megabytes of
    /// the upload. The last wait must therefore be long enough to send the buffered data, in addition to the time that
    /// the service needs to respond: 4 MiB at 100 KiB/s take 41 s.
    pub fn timeout(self, timeout: Duration) -> Self {
        Self { timeout, ..self }
    }

    /// Sets the timeout for connecting. The time for connecting also counts towards the timeout of the attempt.
    /// Defaults to 10 s.
    ///
    /// A value above two thirds of the [`timeout`](Self::timeout) is reduced to two thirds. Otherwise, the timeout of
    /// the attempt might expire first, and the client would not know that nothing was sent. This setting has no effect
    /// if [`http_client`](Self::http_client) sets the HTTP client.
    pub fn connect_timeout(self, timeout: Duration) -> Self {
        Self { connect_timeout: timeout, ..self }
    }

    /// Sets the deadline of a call: the total time for all its attempts and waits, including the transfer of streamed
    /// bodies. By default, a call has no deadline, so the transfer of a streamed body may take forever.
    pub fn deadline(self, deadline: Duration) -> Self {
        Self { deadline: Some(deadline), ..self }
    }
}

/// # Retries
impl CoreBuilder {
    /// Sets the policy that decides which failed requests are sent again. Defaults to [`RetryPolicy::default`], which
    /// allows two retries.
    pub fn retry(self, policy: RetryPolicy) -> Self {
        Self { retry: policy, ..self }
    }
}

/// # Rate limits
#[cfg(feature = "rate-limit")]
impl CoreBuilder {
    /// Enforces the service's rate limits in the client, and sets what a call does when a limit is reached. By default,
    /// the client does not count its requests, and only the service enforces the limits.
    pub fn rate_limit(mut self, when_limited: WhenLimited) -> Self {
        self.rate_limit.when_limited = Some(when_limited);
        self
    }

    /// Sets how long an attempt may wait for the client's own rate limit. Defaults to one hour.
    pub fn rate_limit_max_wait(mut self, wait: Duration) -> Self {
        self.rate_limit.max_wait = wait;
        self
    }

    /// Sets the safety margin of rate limits. A request counts towards a limit until the limit's period plus `margin`
    /// has passed. Defaults to 1 s.
    pub fn rate_limit_margin(mut self, margin: Duration) -> Self {
        self.rate_limit.margin = margin;
        self
    }

    /// Sets the share of each rate limit that this client leaves for other clients. The share is at least 0 and less
    /// than 1. Defaults to 0.
    pub fn rate_limit_headroom(mut self, share: f64) -> Self {
        self.rate_limit.headroom = share;
        self
    }

    /// Counts requests in `store`, so that all processes that use the same store share one count. By default, the
    /// client counts its own requests in memory.
    #[cfg(not(target_family = "wasm"))]
    pub fn rate_limit_store(mut self, store: impl RateLimitStore) -> Self {
        self.rate_limit.store = Some(Arc::new(store));
        self
    }

    /// Sets how long the client waits for an answer from the rate-limit store. Defaults to 250 ms.
    #[cfg(not(target_family = "wasm"))]
    pub fn rate_limit_store_timeout(mut self, timeout: Duration) -> Self {
        self.rate_limit.store_timeout = timeout;
        self
    }

    /// Sets what a call does while the rate-limit store cannot be reached. Defaults to [`OnStoreError::Local`].
    #[cfg(not(target_family = "wasm"))]
    pub fn on_store_error(mut self, on_store_error: OnStoreError) -> Self {
        self.rate_limit.on_store_error = on_store_error;
        self
    }
}

/// # Sizes of responses
impl CoreBuilder {
    /// Sets the maximum size in bytes of a 2xx response body, or of each value of a [stream](crate::stream). Defaults
    /// to 32 MiB.
    pub fn max_response_bytes(self, limit: usize) -> Self {
        Self { max_response_bytes: limit, ..self }
    }

    /// Sets how many bytes of an error response's body are read and stored. Defaults to 64 KiB.
    pub fn max_error_bytes(self, limit: usize) -> Self {
        Self { max_error_bytes: limit, ..self }
    }

    /// Sets whether responses keep their undecoded bodies
    /// ([`ResponseValue::raw_body`](crate::ResponseValue::raw_body)). Defaults to `false`.
    pub fn keep_body(self, keep: bool) -> Self {
        Self { keep_body: keep, ..self }
    }
}

/// # HTTP
impl CoreBuilder {
    /// Changes the settings of the HTTP client, for example its proxy, `User-Agent`, certificates, resolver or
    /// connection pool.
    pub fn configure_http(
        mut self,
        change: impl Fn(reqwest::ClientBuilder) -> reqwest::ClientBuilder + Send + Sync + 'static,
    ) -> Self {
        self.http_changes.push(Arc::new(change));
        self
    }

    /// Replaces the HTTP client with `client`. All settings of `client` apply except its timeout, because each request
    /// gets the [`timeout`](Self::timeout) of this builder.
    pub fn http_client(self, client: reqwest::Client) -> Self {
        Self { http: Some(client), ..self }
    }
}

/// # Hooks
impl CoreBuilder {
    /// Adds an interceptor, which is called before and after each attempt.
    pub fn interceptor(mut self, interceptor: impl Interceptor) -> Self {
        self.interceptors.push(Arc::new(interceptor));
        self
    }
}

/// # Building the client
impl CoreBuilder {
    /// Checks the settings and creates the client. Nothing is sent.
    ///
    /// # Errors
    ///
    /// Returns [`Error::InvalidRequest`] with the reason: a malformed URL, plain `http` that is not allowed, `https`
    /// without TLS, invalid [credentials](Authenticate::check), a time limit of zero, an invalid setting of rate
    /// limits, or an HTTP client that cannot be built.
    pub fn build(self) -> Result<Core, Error> {
        let settings = self.into_settings().map_err(InvalidRequest::new)?;
        Ok(Core { settings: Arc::new(settings) })
    }
}

impl CoreBuilder {
    fn into_settings(self) -> Result<Settings, String> {
        if let Some(reason) = self.invalid {
            return Err(reason);
        }
        let base_url = self.parse_allowed_url(&self.base_url.name, &self.base_url.url)?;
        let servers = self.servers.iter().map(|url| self.parse_allowed_url("the URL of `allow_server(…)`", url));
        let servers: Vec<BaseUrl> = servers.collect::<Result<_, _>>()?;
        for (setting, time) in [
            ("timeout", Some(self.timeout)),
            ("connect_timeout", Some(self.connect_timeout)),
            ("deadline", self.deadline),
        ] {
            time.map_or(Ok(()), |time| check_not_zero(setting, time))?;
        }
        self.authentication.check_at(base_url.as_url())?;
        let http = match self.http {
            Some(client) => {
                HttpClients { timeout: None, token_http: TokenHttp::shared_with_calls(client.clone()), calls: client }
            }
            None => HttpSettings {
                service: self.service,
                base_urls: servers.iter().chain([&base_url]).cloned().collect(),
                // Unlike a timeout of the attempt, a connect timeout proves that nothing was sent. It must expire
                // first.
                connect_timeout: self.connect_timeout.min(self.timeout - self.timeout / 3),
                timeout: self.timeout,
                deadline: self.deadline,
                changes: self.http_changes,
            }
            .build()?,
        };
        Ok(Settings {
            service: self.service,
            operations: self.operations,
            http: http.calls,
            http_timeout: http.timeout,
            token_http: http.token_http,
            base_url,
            servers,
            authentication: self.authentication,
            timeout: self.timeout,
            deadline: self.deadline,
            retry: self.retry,
            #[cfg(feature = "rate-limit")]
            rate_limit_max_wait: self.rate_limit.max_wait,
            #[cfg(feature = "rate-limit")]
            limiter: Limiter::new(self.service, self.rate_limit)?.map(Arc::new),
            keep_body: self.keep_body,
            max_response_bytes: self.max_response_bytes,
            max_error_bytes: self.max_error_bytes,
            interceptors: self.interceptors.into(),
            overrides: Overrides::default(),
        })
    }

    /// Parses a base URL or the URL of an allowed server, and refuses it if requests must not be sent to it. Error
    /// messages refer to the URL as `what`.
    fn parse_allowed_url(&self, what: &str, url: &str) -> Result<BaseUrl, String> {
        let url = BaseUrl::parse(url).map_err(|reason| format!("{what} {reason}"))?;
        let builder = self.base_url.builder;
        if url.is_plain_http() {
            if !url.is_loopback() && !self.allow_plain_http {
                return Err(format!(
                    "{what} uses plain http, which exposes {} to everyone on the network: use https, or allow it with \
                     `{builder}.allow_plain_http()`",
                    self.authentication.name()
                ));
            }
        } else if !http::HAS_TLS && self.http.is_none() {
            return Err(format!(
                "{what} uses https, which needs one of the features `rustls`, `rustls-ring` and `native-tls` of the crate \
                 `{}`, or an HTTP client set with `{builder}.http_client(…)`",
                self.service.name()
            ));
        }
        Ok(url)
    }
}

/// The `Debug` output omits the base URL, which has not been checked yet and may contain a password.
impl fmt::Debug for CoreBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClientBuilder")
            .field("credentials", &self.authentication)
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
    use crate::testing::builder;

    #[test]
    fn refuses_plain_http_to_a_remote_host_unless_allowed() {
        let refused = builder("http://api.example.com").build().unwrap_err().to_string();
        let remedy = "exposes the credentials to everyone on the network: use https, or allow it with \
                      `Client::builder(…).allow_plain_http()`";
        assert!(refused.ends_with(remedy), "{refused}");
        builder("http://127.0.0.1:1").build().unwrap();
        let http = reqwest::Client::builder().tls_certs_only([]).build().unwrap();
        builder("http://api.example.com").allow_plain_http().http_client(http).build().unwrap();
    }

    #[test]
    fn debug_output_of_a_client_builder_omits_the_unchecked_url() {
        assert!(!format!("{:?}", builder("https://user:s3cret@h")).contains("s3cret"));
    }
}
