/// # Time
impl ClientBuilder {
    /// Sets the timeout of one attempt, from connecting until the last byte of the response is received. Defaults to 30
    /// s.
    ///
    /// If the body of a request or response is a stream, the timeout does not limit the attempt as a whole. Instead, it
    /// limits each wait for the service: the wait until the service accepts the next piece of the request, sends the
    /// headers of the response, or sends the next piece of the response. Time spent waiting for data from the caller's
    /// stream does not count towards the timeout. Without a [`deadline`](Self::deadline), the transfer of a stream may
    /// take forever.
    pub fn timeout(self, timeout: Duration) -> Self {
        Self(self.0.timeout(timeout))
    }

    /// Sets the timeout for connecting. Defaults to 10 s. The connect timeout is at most two thirds of the
    /// [`timeout`](Self::timeout) of this builder: a longer value is reduced to that. If no connection is established
    /// within this time, nothing was sent, so the request is retried, whatever its HTTP method is. This setting has no
    /// effect in a browser, or if [`http_client`](Self::http_client) sets the HTTP client.
    pub fn connect_timeout(self, timeout: Duration) -> Self {
        Self(self.0.connect_timeout(timeout))
    }

    /// Sets the time that a whole call may take, including all attempts, the waits between attempts, and the waits for
    /// the client's own rate limit. By default, a call has no deadline, and is limited only by the timeout, the retry
    /// policy and `rate_limit_max_wait`.
    ///
    /// At the deadline, the current attempt ends with
    /// [`TransportFailure::Deadline`](::perennial::error::TransportFailure::Deadline), whose message states the
    /// deadline. If the deadline passes before the first attempt, the call fails with the same error, or with
    /// [`Error::RateLimited`] if the call was waiting for the rate limit. If a wait before a retry would end after the
    /// deadline, the call fails immediately with the error of the last attempt.
    ///
    /// ```
    /// # use std::time::Duration;
    /// # fn configure(builder: perennial::CoreBuilder) -> perennial::CoreBuilder {
    /// builder.timeout(Duration::from_secs(10)).deadline(Duration::from_secs(60))
    /// # }
    /// ```
    pub fn deadline(self, deadline: Duration) -> Self {
        Self(self.0.deadline(deadline))
    }
}

/// # Retries
impl ClientBuilder {
    /// Sets which failed requests are sent again, and how many times. The default is [`RetryPolicy::default`], which
    /// allows two retries.
    ///
    /// ```
    /// # use perennial::RetryPolicy;
    /// # fn configure(builder: perennial::CoreBuilder) -> perennial::CoreBuilder {
    /// builder.retry(RetryPolicy::default().max_retries(5))
    /// # }
    /// ```
    pub fn retry(self, policy: RetryPolicy) -> Self {
        Self(self.0.retry(policy))
    }
}

/// # Rate limits
#[cfg(feature = "rate-limit")]
impl ClientBuilder {
    /// Enforces the rate limits of the service, and sets what a call does when a limit is reached. Requires the feature
    /// `rate-limit`. By default, the client does not limit its requests. If it sends too many, the service responds
    /// with status 429.
    ///
    /// If the document states a limit for an operation ([`Operation::rate_limit`](::perennial::Operation::rate_limit)),
    /// requests of that operation are counted separately. All other operations share the default limit of the service.
    /// Every attempt counts towards its limit, unless nothing was sent because the client refused the request, the call
    /// was dropped, or no connection could be established. Each account is counted separately. Even if an interceptor
    /// sends a request with the credentials of another account, the request counts towards the limits of the client's
    /// account. [`Client::limits`] returns the current usage of the limits.
    ///
    /// Clones of a client, and clients derived from it, count their requests together. To count the requests of several
    /// processes together, set a [`rate_limit_store`](Self::rate_limit_store). If the service still responds with
    /// status 429 and a `Retry-After`, the client sends no requests that count towards the same limit during the
    /// requested time (at most one day).
    ///
    /// The service counts requests when they arrive. Therefore, each request counts towards the limit for longer than
    /// the period of the limit: see [`rate_limit_margin`](Self::rate_limit_margin).
    ///
    /// ```
    /// # use perennial::WhenLimited;
    /// # fn configure(builder: perennial::CoreBuilder) -> perennial::CoreBuilder {
    /// builder.rate_limit(WhenLimited::Wait)
    /// # }
    /// ```
    pub fn rate_limit(self, when_limited: ::perennial::WhenLimited) -> Self {
        Self(self.0.rate_limit(when_limited))
    }

    /// Sets the longest time that an attempt waits for the [`rate_limit`](Self::rate_limit). Applies only with
    /// [`WhenLimited::Wait`](::perennial::WhenLimited::Wait). Defaults to one hour. Requires the feature `rate-limit`.
    ///
    /// If the wait would be longer, the call fails immediately with [`Error::RateLimited`], whose
    /// [`retry_after`](::perennial::error::RateLimited::retry_after) returns the length of the wait. If a retry would
    /// have to wait too long, the call fails with the error of the previous attempt instead.
    ///
    /// With `Duration::MAX`, a call may wait for a whole day if the limit is daily. A call that waits for more than a
    /// minute emits a `tracing` event of the level `WARN`.
    ///
    /// ```
    /// # use std::time::Duration;
    /// # use perennial::WhenLimited;
    /// # fn configure(builder: perennial::CoreBuilder) -> perennial::CoreBuilder {
    /// builder.rate_limit(WhenLimited::Wait).rate_limit_max_wait(Duration::from_secs(5))
    /// # }
    /// ```
    pub fn rate_limit_max_wait(self, wait: Duration) -> Self {
        Self(self.0.rate_limit_max_wait(wait))
    }

    /// Sets the safety margin of the [`rate_limit`](Self::rate_limit): a request counts towards a limit for the period
    /// of the limit plus this margin. Defaults to 1 s. For example, a limit of 600 requests in 60 s then permits 600
    /// requests in 61 s, which is 98 % of the limit. Requires the feature `rate-limit`.
    ///
    /// The limit is never exceeded if the time in which requests reach the service, including the time to connect,
    /// varies by no more than the margin. With a margin of zero, the client can use the whole limit. However, a slow
    /// request may then arrive in the same period as later requests, so the service may respond with status 429.
    pub fn rate_limit_margin(self, margin: Duration) -> Self {
        Self(self.0.rate_limit_margin(margin))
    }

    /// Sets the share of each rate limit that the client leaves unused, for other programs that use the same account.
    /// The share is at least 0 and less than 1. Defaults to 0. For example, if the share is 0.1 and the limit is 600
    /// requests, the client leaves 60 requests unused, and sends at most 540 requests. At least one request is always
    /// permitted. Applies only with [`rate_limit`](Self::rate_limit). Requires the feature `rate-limit`.
    ///
    /// ```
    /// # use perennial::WhenLimited;
    /// # fn configure(builder: perennial::CoreBuilder) -> perennial::CoreBuilder {
    /// builder.rate_limit(WhenLimited::Wait).rate_limit_headroom(0.1)
    /// # }
    /// ```
    pub fn rate_limit_headroom(self, share: f64) -> Self {
        Self(self.0.rate_limit_headroom(share))
    }

    /// Counts requests in a store that several processes share, so that all of them together stay within the
    /// [`rate_limit`](Self::rate_limit). Without `rate_limit`, [`build`](Self::build) fails. By default, each client
    /// counts only its own requests. The module [`rate_limit`](::perennial::rate_limit) lists the stores. Requires the
    /// feature `rate-limit`.
    ///
    /// For each attempt, the client sends one request to the store to book a permit. If several clients wait, they
    /// receive permits in the order in which they requested them. The client also counts its own requests, in case the
    /// store cannot be reached: see [`on_store_error`](Self::on_store_error). All clients of an account should use the
    /// same [`rate_limit_margin`](Self::rate_limit_margin) and the same
    /// [`rate_limit_store_timeout`](Self::rate_limit_store_timeout).
    ///
    /// ```
    /// # use perennial::{RateLimitStore, WhenLimited};
    /// # fn configure(builder: perennial::CoreBuilder, store: impl RateLimitStore) -> perennial::CoreBuilder {
    /// builder.rate_limit(WhenLimited::Wait).rate_limit_store(store)
    /// # }
    /// ```
    #[cfg(not(target_family = "wasm"))]
    pub fn rate_limit_store(self, store: impl ::perennial::RateLimitStore) -> Self {
        Self(self.0.rate_limit_store(store))
    }

    /// Sets the time that the [`rate_limit_store`](Self::rate_limit_store) may take to respond. Defaults to 250 ms. Set
    /// a [deadline](Self::deadline) that is longer than this time. Requires the feature `rate-limit`.
    ///
    /// The store records each request as a booking, which contains the time from which the request may be sent. If the
    /// call has still not sent its request when twice this timeout has passed since that time, it makes a new booking.
    /// A request may therefore be sent later than the time in its booking. For this reason, each request counts towards
    /// the limit for longer than the period of the limit: for the period, plus the [margin](Self::rate_limit_margin),
    /// plus twice this timeout.
    #[cfg(not(target_family = "wasm"))]
    pub fn rate_limit_store_timeout(self, timeout: Duration) -> Self {
        Self(self.0.rate_limit_store_timeout(timeout))
    }

    /// Sets what a call does while the [`rate_limit_store`](Self::rate_limit_store) cannot be reached. Defaults to
    /// [`OnStoreError::Local`](::perennial::OnStoreError::Local). Requires the feature `rate-limit`.
    ///
    /// ```
    /// # use perennial::{OnStoreError, RateLimitStore, WhenLimited};
    /// # fn configure(builder: perennial::CoreBuilder, store: impl RateLimitStore) -> perennial::CoreBuilder {
    /// builder.rate_limit(WhenLimited::Wait).rate_limit_store(store).on_store_error(OnStoreError::Refuse)
    /// # }
    /// ```
    #[cfg(not(target_family = "wasm"))]
    pub fn on_store_error(self, on_store_error: ::perennial::OnStoreError) -> Self {
        Self(self.0.on_store_error(on_store_error))
    }
}

/// # Sizes of responses
impl ClientBuilder {
    /// Sets the maximum size of the body of a successful response, in bytes. Defaults to 32 MiB. A larger body causes
    /// an [`Error::Decode`]. In a stream of events or lines, the maximum applies to each event or line. A stream of
    /// bytes has no maximum size.
    ///
    /// Decoded values take more memory than their JSON. For example, `{}` in a list can become a struct of hundreds of
    /// bytes, and `{"a":0}` in an undeclared field takes 650 bytes.
    pub fn max_response_bytes(self, limit: usize) -> Self {
        Self(self.0.max_response_bytes(limit))
    }

    /// Sets how many bytes of the body of an error response are read and stored in the error. Defaults to 64 KiB.
    pub fn max_error_bytes(self, limit: usize) -> Self {
        Self(self.0.max_error_bytes(limit))
    }

    /// Sets whether a response stores the exact bytes of its body, which
    /// [`ResponseValue::raw_body`](::perennial::ResponseValue::raw_body) returns. Defaults to `false`. Stored bodies
    /// take memory until the response is dropped.
    pub fn keep_body(self, keep: bool) -> Self {
        Self(self.0.keep_body(keep))
    }
}

/// # HTTP
impl ClientBuilder {
    /// Changes the settings of the HTTP client, such as the proxy, the `User-Agent`, the certificates, the resolver, or
    /// the connection pool. For example, `builder.configure_http(|http| http.user_agent("my-program/1.0"))` sends the
    /// name of the program to the service.
    ///
    /// `change` receives a builder with the settings of this crate, such as [`connect_timeout`](Self::connect_timeout)
    /// and keep-alive pings, and may replace these settings. `change` cannot enable redirects or the retries of
    /// reqwest, and cannot replace the [`timeout`](Self::timeout) of an attempt.
    ///
    /// Special rules apply if the host of the base URL, or of a URL passed to [`allow_server`](Self::allow_server), is
    /// a loopback address:
    ///
    /// - If the host of at least one of these URLs is a loopback address, the client ignores proxies in environment
    ///   variables. A proxy that is set by `change` is still used.
    /// - If all these URLs use `http` and a loopback address, the client calls the service without TLS, and does not
    ///   load the platform's certificates. It trusts only the certificates that `change` adds, which are needed, for
    ///   example, for an `https` proxy. However, OAuth tokens are requested over `https` if the token URL uses it. The
    ///   first such request creates a second HTTP client, which also trusts the platform's certificates. `change` is
    ///   then called again, during a call, so it must not block.
    ///
    /// If `rustls-ring` is the only TLS feature, the TLS settings of reqwest have no effect unless the program has
    /// installed a crypto provider. If this method is called several times, the changes are applied in the order of the
    /// calls. The changes have no effect if [`http_client`](Self::http_client) sets the HTTP client.
    ///
    /// ```
    /// # use perennial::{CoreBuilder, reqwest};
    /// # fn configure(builder: CoreBuilder) -> Result<CoreBuilder, reqwest::Error> {
    /// let proxy = reqwest::Proxy::all("http://proxy.example.com:8080")?;
    /// let builder = builder.configure_http(move |http| http.proxy(proxy.clone()));
    /// # Ok(builder)
    /// # }
    /// ```
    pub fn configure_http(
        self,
        change: impl Fn(reqwest::ClientBuilder) -> reqwest::ClientBuilder + Send + Sync + 'static,
    ) -> Self {
        Self(self.0.configure_http(change))
    }

    /// Replaces the HTTP client, for example with a client that the program also uses for other purposes. To set only a
    /// proxy or certificates, use [`configure_http`](Self::configure_http) instead.
    ///
    /// The settings of `client` for redirects, retries, proxies, name resolution, TLS, default headers, connect timeout
    /// and keep-alive pings remain in effect. Disable redirects, because they would send the request and its
    /// credentials to another host. Also disable the retries of `client` itself. Otherwise, the number of attempts in
    /// an error does not include these retries. The [`timeout`](Self::timeout) of this builder replaces the timeout of
    /// `client`.
    ///
    /// ```
    /// # use perennial::{CoreBuilder, reqwest};
    /// # fn configure(builder: CoreBuilder) -> Result<CoreBuilder, reqwest::Error> {
    /// let http = reqwest::Client::builder()
    ///     .redirect(reqwest::redirect::Policy::none())
    ///     .retry(reqwest::retry::never())
    ///     .build()?;
    /// let builder = builder.http_client(http);
    /// # Ok(builder)
    /// # }
    /// ```
    pub fn http_client(self, client: reqwest::Client) -> Self {
        Self(self.0.http_client(client))
    }
}

/// # Hooks
impl ClientBuilder {
    /// Adds an [`Interceptor`], which is called before each attempt is sent and after it has ended. If there are
    /// several interceptors, they are called in the order in which they were added.
    ///
    /// ```
    /// # use perennial::{Interceptor, interceptor::Ended};
    /// # fn configure(builder: perennial::CoreBuilder) -> perennial::CoreBuilder {
    /// struct Log;
    ///
    /// impl Interceptor for Log {
    ///     fn after(&self, ended: &Ended<'_>) {
    ///         println!("{} {:?} {:?}", ended.url(), ended.status(), ended.elapsed());
    ///     }
    /// }
    ///
    /// builder.interceptor(Log)
    /// # }
    /// ```
    pub fn interceptor(self, interceptor: impl Interceptor) -> Self {
        Self(self.0.interceptor(interceptor))
    }
}

/// # Building the client
impl ClientBuilder {
    /// Checks the settings and builds the client. Nothing is sent.
    ///
    /// # Errors
    ///
    /// Returns an [`Error::InvalidRequest`], which states the reason, in these cases:
    ///
    /// - The base URL, or a URL passed to [`allow_server`](Self::allow_server), is invalid:
    ///   - It cannot be parsed, or contains no host.
    ///   - Its scheme is neither `http` nor `https`.
    ///   - It contains a user name, a password, a query or a fragment.
    ///   - It contains white space, a control character or `\`.
    ///   - Its path contains a segment `.` or `..`.
    /// - One of these URLs uses `http`, its host is not a loopback address, and
    ///   [`allow_plain_http`](Self::allow_plain_http) is not set.
    /// - One of these URLs uses `https`, but no TLS feature is enabled, and [`http_client`](Self::http_client) is not
    ///   set.
    /// - A credential is invalid, for example because it is empty or contains a line break.
    /// - A credential that the client requires is missing.
    /// - A timeout or the deadline is zero.
    /// - The `rate_limit_headroom` is negative, or at least 1.
    /// - A `rate_limit_store` is set without `rate_limit`.
    /// - The HTTP client cannot be built, for example because the platform's certificates cannot be loaded.
    pub fn build(self) -> Result<Client, Error> {
        self.0.build().map(Client)
    }

    /// Returns a builder that takes the base URL from the environment variables, and has no credentials.
    pub(crate) fn of_environment(environment: &Environment<'_>) -> Result<Self, Error> {
        Core::builder_from_env(&SERVICE, OPERATIONS, environment, Credentials::default()).map(Self)
    }

    /// Changes the credentials.
    pub(crate) fn credentials(self, change: impl FnOnce(&mut Credentials)) -> Self {
        Self(self.0.credentials(change))
    }
}

impl fmt::Debug for ClientBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}
