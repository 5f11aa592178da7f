/// # Other requests
impl Client {
    /// Returns a builder for a request that the API's document does not describe. Credentials, retries, limits,
    /// interceptors, errors and the settings of derived clients, such as [`with_query`](Self::with_query), apply as for
    /// operations.
    ///
    /// For example, `client.request("PATCH", "/things/{id}").path("id", id).json(&change).send::<Thing>()` returns a
    /// future of a `ResponseValue<Thing>`. The method is a [`Method`], or its name in upper case.
    ///
    /// `path` begins with `/`, and is appended to the base URL. Each `{name}` is replaced by the value that
    /// [`path`](RequestBuilder::path) sets, encoded as one segment. Do not write values into `path` itself: a value
    /// that contains `/` or `..` would change the path.
    ///
    /// The method determines [which failures are retried](::perennial::retry). If the document describes an operation
    /// with this method and path (for `HEAD`, also an operation with `GET`), the request counts towards the rate limit
    /// of that operation. Otherwise, and if the feature of its tag is disabled, the default limit of the service
    /// applies. Error messages begin with method and path, such as `PATCH /things/{id}`.
    ///
    /// The call fails with [`Error::InvalidRequest`], and nothing is sent, if the method is `CONNECT` or `TRACE`, which
    /// would return the credentials, or if the path
    ///
    /// - does not begin with `/`, or contains an empty segment: `//` would begin a host;
    /// - contains a query or a fragment;
    /// - contains a character that is not allowed in a path (`\`, white space, control characters, characters that are
    ///   not ASCII …), or a `%` that encodes nothing;
    /// - contains a segment `.` or `..`, even if dots or slashes are encoded;
    /// - contains a `{name}` that is not set.
    pub fn request<M>(&self, method: M, path: impl Into<String>) -> RequestBuilder
    where
        M: TryInto<Method, Error: fmt::Display>,
    {
        self.0.request(method, path)
    }
}

/// # Derived clients
///
/// A derived client shares the connections, the limits and all settings except the changed setting. Deriving a client
/// never fails: if the value is invalid, each request of the derived client fails with [`Error::InvalidRequest`], and
/// nothing is sent.
impl Client {
    /// Derives a client that adds these pairs to the query of each request, after the pairs of the operation and of
    /// earlier calls of this method.
    ///
    /// Use this method for parameters that the API's document does not declare. `pairs` can be an `Option`:
    /// `client.with_query(next.map(|id| ("nextId", id)))`.
    #[must_use]
    pub fn with_query<N, V>(&self, pairs: impl IntoIterator<Item = (N, V)>) -> Self
    where
        N: Into<String>,
        V: Into<String>,
    {
        Self(self.0.with_query(pairs))
    }

    /// Derives a client that sends these headers with each request.
    ///
    /// A header replaces all headers of that name that the client would send, including credentials and headers of
    /// earlier calls of this method. If `pairs` repeats a name, all its values are sent. Names and values that are not
    /// valid for a header are refused. So are headers that only the HTTP client can set correctly: `host`,
    /// `content-length`, and the headers of the connection (`connection`, `keep-alive`, `proxy-connection`, `te`,
    /// `trailer`, `transfer-encoding`, `upgrade`).
    #[must_use]
    pub fn with_headers<N, V>(&self, pairs: impl IntoIterator<Item = (N, V)>) -> Self
    where
        N: Into<String>,
        V: Into<String>,
    {
        Self(self.0.with_headers(pairs))
    }

    /// Derives a client with another [`timeout`](ClientBuilder::timeout) of an attempt. Zero is invalid.
    ///
    /// The connect timeout is not changed. If a shorter `timeout` expires while the client connects, the request may
    /// have been processed, so a `POST` is not retried. The same holds if `timeout` expires while the request waits for
    /// a free stream on an HTTP/2 connection.
    #[must_use]
    pub fn with_timeout(&self, timeout: Duration) -> Self {
        Self(self.0.with_timeout(timeout))
    }

    /// Derives a client with another [`deadline`](ClientBuilder::deadline) of a call. Zero is invalid.
    #[must_use]
    pub fn with_deadline(&self, deadline: Duration) -> Self {
        Self(self.0.with_deadline(deadline))
    }

    /// Derives a client with another [`rate_limit_max_wait`](ClientBuilder::rate_limit_max_wait).
    #[cfg(feature = "rate-limit")]
    #[must_use]
    pub fn with_rate_limit_max_wait(&self, wait: Duration) -> Self {
        Self(self.0.with_rate_limit_max_wait(wait))
    }

    /// Derives a client with another [`retry`](ClientBuilder::retry) policy.
    #[must_use]
    pub fn with_retry(&self, policy: RetryPolicy) -> Self {
        Self(self.0.with_retry(policy))
    }

    /// Derives a client with another [`keep_body`](ClientBuilder::keep_body) setting.
    #[must_use]
    pub fn with_keep_body(&self, keep: bool) -> Self {
        Self(self.0.with_keep_body(keep))
    }

    /// Derives a client with the credentials that `change` sets. If `change` returns an error, each request of the
    /// derived client fails with this error. The credentials are sent in `header`, and also replace this header if an
    /// earlier [`with_headers`](Self::with_headers) has set it.
    pub(crate) fn with_credentials(
        &self,
        header: &HeaderName,
        change: impl FnOnce(&mut Credentials) -> Result<(), String>,
    ) -> Self {
        Self(self.0.with_credentials(header, change))
    }
}

#[cfg(feature = "rate-limit")]
impl Client {
    /// Returns the usage of the rate limits, as counted by this client for its account. If the service has a default
    /// limit, this limit comes first. The limits of operations that have their own limit follow. The list is empty
    /// unless [`ClientBuilder::rate_limit`] is set. Requires the feature `rate-limit`.
    pub fn limits(&self) -> Vec<::perennial::LimitStatus> {
        self.0.limits()
    }

    /// Returns the usage of the rate limits, as counted by the [store](ClientBuilder::rate_limit_store) for all clients
    /// that use it: how much the account has used, when the next request is permitted, and for how long requests are
    /// paused. Without a store, same as [`limits`](Self::limits). Requires the feature `rate-limit`.
    ///
    /// # Errors
    ///
    /// [`StoreError`](::perennial::error::StoreError) if the store does not respond, or if there is no Tokio runtime.
    pub async fn shared_limits(&self) -> Result<Vec<::perennial::LimitStatus>, ::perennial::error::StoreError> {
        self.0.shared_limits().await
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

/// Returns the operations whose features are enabled, and the operations without a tag, in the order of the OpenAPI
/// document.
pub fn operations() -> &'static [Operation] {
    OPERATIONS
}

/// Returns the operation with this [id](Operation::operation_id); `None` if the document contains no such operation, or
/// if its feature is disabled. Former ids are not found. If a program stores a reference to an operation, it should
/// store the name of the method of `Client`, which is kept.
pub fn operation(operation_id: &str) -> Option<&'static Operation> {
    OPERATIONS.iter().find(|operation| operation.operation_id() == operation_id)
}
