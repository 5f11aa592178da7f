/// # Time
impl ClientBuilder {
    /// Sets the timeout of one attempt, from connecting to the last byte of the response. Defaults to 30 s.
    ///
    /// If the body of a request or response is a stream, the timeout applies to each wait for the service instead:
    /// until it accepts the next piece of the request, until the headers of the response arrive, and until the next
    /// piece of the response arrives. Waiting for the caller's own stream does not count. Only a
    /// [`deadline`](Self::deadline) limits the whole transfer, which may otherwise take forever.
    pub fn timeout(self, timeout: Duration) -> Self {
        Self(self.0.timeout(timeout))
    }

    /// Sets the timeout of connecting, which is part of an attempt. Defaults to 10 s, and is at most two thirds of the
    /// [`timeout`](Self::timeout). If it expires, nothing was sent, so any request is retried. It has no effect on a
    /// client set with [`http_client`](Self::http_client), and in a browser.
    pub fn connect_timeout(self, timeout: Duration) -> Self {
        Self(self.0.connect_timeout(timeout))
    }

    /// Sets the time that a whole call may take: all its attempts, the waits between them, and the waits for the
    /// client's own rate limit. By default, there is no deadline: the timeout, the retry policy and
    /// `rate_limit_max_wait` then bound a call.
    ///
    /// At the deadline, the current attempt ends with
    /// [`TransportFailure::Deadline`](::perennial::error::TransportFailure::Deadline), whose message states the length
    /// of the deadline. Before the first attempt, the call fails with the same error, or with [`Error::RateLimited`] if
    /// it was waiting for the rate limit. A wait that would end after the deadline is not begun: the call then fails
    /// with the error of the last attempt.
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
    /// Sets when a failed request is sent again. Defaults to two retries, as in [`RetryPolicy::default`].
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
    /// `rate-limit`. By default, the client does not limit its requests, and the service responds with 429 if there are
    /// too many.
    ///
    /// Some operations have their own limit in the document
    /// ([`Operation::rate_limit`](::perennial::Operation::rate_limit)). All other operations share the default limit of
    /// the service, if there is one. Every attempt counts, except an attempt that sent nothing, because it was refused,
    /// dropped, or not connected. Each account has its own count; if an interceptor sets the account of a request, the
    /// request still counts for the account of the client. [`Client::limits`] returns the usage.
    ///
    /// The count starts with the client and is shared by its clones and the clients derived from it. To count the
    /// requests of all processes of an account, set a [`rate_limit_store`](Self::rate_limit_store). If the service
    /// still responds with 429 and a `Retry-After`, no request under the same limit is sent for that time, at most a
    /// day.
    ///
    /// The service counts requests when they arrive, so the client counts each request for longer than the period. See
    /// [`rate_limit_margin`](Self::rate_limit_margin).
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

    /// Sets the longest time that an attempt waits for a permit of the [`rate_limit`](Self::rate_limit), with
    /// [`WhenLimited::Wait`](::perennial::WhenLimited::Wait). Defaults to an hour. Requires the feature `rate-limit`.
    ///
    /// A call that would have to wait longer fails at once with [`Error::RateLimited`], whose
    /// [`retry_after`](::perennial::error::RateLimited::retry_after) is the length of that wait. If the wait is for a
    /// retry, the call fails with the error of the previous attempt.
    ///
    /// With `Duration::MAX`, a call may wait for a day if the limit is daily. A call that waits for more than a minute
    /// emits one `tracing` event at level warn.
    pub fn rate_limit_max_wait(self, wait: Duration) -> Self {
        Self(self.0.rate_limit_max_wait(wait))
    }

    /// Sets the margin by which the [`rate_limit`](Self::rate_limit) counts each request longer than the period of its
    /// limit. Defaults to 1 s, which permits 600 requests in 61 s instead of 60 s, or 98 % of the limit. Requires the
    /// feature `rate-limit`.
    ///
    /// If no request takes longer than another by more than the margin to reach the service, including the time to
    /// connect, no more requests arrive in a period than the limit allows. With a margin of zero, the whole limit can
    /// be used, but a slow request may arrive together with later ones, and the service then responds with 429.
    pub fn rate_limit_margin(self, margin: Duration) -> Self {
        Self(self.0.rate_limit_margin(margin))
    }

    /// Sets the share of each limit that the [`rate_limit`](Self::rate_limit) leaves to other users of the account,
    /// from 0 to less than 1. With 0.1, the client sends at most 540 of 600 requests. At least one request is always
    /// permitted. Defaults to 0. Requires the feature `rate-limit`.
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

    /// Counts the requests of the [`rate_limit`](Self::rate_limit) in a store, for all processes that use it. Without
    /// `rate_limit`, [`build`](Self::build) fails. By default, each client counts its own requests. The module
    /// [`rate_limit`](::perennial::rate_limit) lists the stores. Requires the feature `rate-limit`.
    ///
    /// Each attempt books a permit in the store, with one request to the store. Waiting clients receive permits in the
    /// order of their requests. The client also counts its own requests, in case the store cannot be reached. See
    /// [`on_store_error`](Self::on_store_error). All clients of an account should have the same margin and store
    /// timeout.
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

    /// Sets the time that the [`rate_limit_store`](Self::rate_limit_store) may take to respond. The
    /// [deadline](Self::deadline) should be longer than this time. Defaults to 250 ms. Requires the feature
    /// `rate-limit`.
    ///
    /// A booking is valid for twice this time. A call that does not use its booking within this time books again. The
    /// store therefore counts each request for the period, the [margin](Self::rate_limit_margin) and twice this time.
    #[cfg(not(target_family = "wasm"))]
    pub fn rate_limit_store_timeout(self, timeout: Duration) -> Self {
        Self(self.0.rate_limit_store_timeout(timeout))
    }

    /// Sets what a call does while the [`rate_limit_store`](Self::rate_limit_store) cannot be reached. Defaults to
    /// [`OnStoreError::Local`](::perennial::OnStoreError::Local). Requires the feature `rate-limit`.
    #[cfg(not(target_family = "wasm"))]
    pub fn on_store_error(self, on_store_error: ::perennial::OnStoreError) -> Self {
        Self(self.0.on_store_error(on_store_error))
    }
}

/// # Sizes of responses
impl ClientBuilder {
    /// Sets the maximum size of the body of a successful response, in bytes; a larger body is an [`Error::Decode`]. In
    /// a stream of values, each value has this maximum. Streamed bytes have no maximum. Defaults to 32 MiB.
    ///
    /// Decoded values take more memory than their JSON: `{}` in a list can become a struct of hundreds of bytes, and
    /// `{"a":0}` in a field that the document does not declare takes 650 bytes.
    pub fn max_response_bytes(self, limit: usize) -> Self {
        Self(self.0.max_response_bytes(limit))
    }

    /// Sets how many bytes of the body of an unsuccessful response are read and kept in the error. Defaults to 64 KiB.
    pub fn max_error_bytes(self, limit: usize) -> Self {
        Self(self.0.max_error_bytes(limit))
    }

    /// Sets whether a response keeps its body, to the byte, as
    /// [`ResponseValue::raw_body`](::perennial::ResponseValue::raw_body). The body then takes memory for as long as the
    /// response is held. Defaults to `false`.
    pub fn keep_body(self, keep: bool) -> Self {
        Self(self.0.keep_body(keep))
    }
}

/// # HTTP
impl ClientBuilder {
    /// Changes the crate's own HTTP client: its proxy, `User-Agent`, certificates, resolver, pool. For example,
    /// `builder.configure_http(|http| http.user_agent("my-program/1.0"))` sends the name of the program to the service.
    ///
    /// `change` receives a builder with the settings of this crate, such as [`connect_timeout`](Self::connect_timeout)
    /// and keep-alive pings, and may replace these settings. It cannot change that redirects are not followed, that
    /// reqwest does not resend requests, and that [`timeout`](Self::timeout) limits an attempt. If a base URL is
    /// loopback, proxies in the environment variables are not used, but a proxy that is set here is used. If all base
    /// URLs are plain http to loopback, TLS (to a proxy) trusts only the certificates that are added here.
    ///
    /// If `rustls-ring` is the only TLS feature, the TLS settings of reqwest have no effect unless the program has
    /// installed a crypto provider. Several changes are applied in the order in which they were added. Changes have no
    /// effect on a client set with [`http_client`](Self::http_client).
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

    /// Sets a custom HTTP client instead of the crate's own, for example one that the program also uses for other
    /// purposes. To set a proxy or certificates, use [`configure_http`](Self::configure_http).
    ///
    /// The custom client keeps its redirects, retries, proxies, resolver, TLS, default headers, connect timeout and
    /// keep-alive pings. It should not follow redirects, which would send the request and its credentials to another
    /// host: `.redirect(reqwest::redirect::Policy::none())`. The client should not retry either, because errors would
    /// not count these attempts: `.retry(reqwest::retry::never())`. The [`timeout`](Self::timeout) of this builder
    /// replaces the timeout of the custom client.
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
    /// Adds an [`Interceptor`], which is called before each attempt is sent and after it has ended. Several
    /// interceptors are called in the order in which they were added.
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
    /// [`Error::InvalidRequest`], with the reason, for
    ///
    /// - a base URL, or one of [`allow_server`](Self::allow_server), that is not `http` or `https` with a host, or
    ///   contains a user name, password, query, fragment, white space, or a segment `.` or `..` in its path,
    /// - `http` to a host other than loopback, unless [allowed](Self::allow_plain_http),
    /// - `https` without a TLS feature and without [`http_client`](Self::http_client),
    /// - credentials that are missing, or cannot be sent,
    /// - a time limit of zero,
    /// - a `rate_limit_headroom` that is not from 0 to less than 1, or a `rate_limit_store` without `rate_limit`,
    /// - an HTTP client that cannot be built, for example because the platform's certificates cannot be loaded.
    pub fn build(self) -> Result<Client, Error> {
        self.0.build().map(Client)
    }

    /// Returns a builder with the base URL from the environment variables, without credentials.
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
