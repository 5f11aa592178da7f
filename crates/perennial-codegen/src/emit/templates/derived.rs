/// # Other requests
impl Client {
    /// Returns a builder for a request that the API's document does not describe. The request is sent with the same
    /// credentials, retries, limits and interceptors as the requests of operations, and fails with the same errors. The
    /// settings of a derived client, such as the query parameters that [`with_query`](Self::with_query) adds, also
    /// apply.
    ///
    /// For example, `client.request("PATCH", "/things/{id}").path("id", id).json(&change).send::<Thing>()` returns a
    /// future of a `ResponseValue<Thing>`. The method is a [`Method`], or its name in upper case.
    ///
    /// `path` begins with `/`, and is appended to the base URL. Each `{name}` is replaced by the value that
    /// [`path`](RequestBuilder::path) sets, encoded as one segment. Do not write values into `path` itself: a value
    /// that contains `/` or `..` would change the path.
    ///
    /// The HTTP method determines [which failures are retried](::perennial::retry). If the document describes an
    /// operation with this method and path, the request counts towards the rate limit of that operation. A `HEAD`
    /// request for which the document describes no operation counts towards the limit of the `GET` operation with the
    /// same path. Any other request counts towards the default limit of the service, and so does a request for an
    /// operation whose Cargo feature is disabled. Error messages begin with the method and the path, such as
    /// `PATCH /things/{id}`.
    ///
    /// The call fails with [`Error::InvalidRequest`], and nothing is sent, if the method is `CONNECT` or `TRACE`. The
    /// response to a `TRACE` would contain the credentials. The call fails in the same way if the path
    ///
    /// - does not begin with `/`, or contains an empty segment (the text after `//` would be a host);
    /// - contains a query or a fragment;
    /// - contains a character that is not allowed in a path (`\`, white space, control characters, non-ASCII
    ///   characters …), or a `%` that is not followed by two hexadecimal digits;
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
/// A derived client shares the connections, the limits and all other settings of the original client. Deriving a client
/// never fails. If the new value is invalid, each request of the derived client fails with [`Error::InvalidRequest`],
/// and nothing is sent.
impl Client {
    /// Derives a client that appends `pairs` to the query of each request. The pairs are sent after the query
    /// parameters of the operation, and after the pairs of earlier calls of this method.
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

    /// Derives a client that sends the headers in `pairs` with each request.
    ///
    /// A header replaces all headers of the same name that the client would send, including credentials, and including
    /// headers that earlier calls of this method have set. If `pairs` repeats a name, all values of the name are sent.
    /// Invalid names and values are refused, as well as headers that only the HTTP client can set correctly: `host`,
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

    /// Derives a client with a different [`timeout`](ClientBuilder::timeout), the time limit of an attempt. A timeout
    /// of zero is invalid.
    ///
    /// The connect timeout remains the same. If `timeout` is shorter than the connect timeout, it can expire while the
    /// client connects. It can also expire while the request waits for a free stream on an HTTP/2 connection. In both
    /// cases, the client does not know whether the request was processed, so it does not retry a `POST`.
    #[must_use]
    pub fn with_timeout(&self, timeout: Duration) -> Self {
        Self(self.0.with_timeout(timeout))
    }

    /// Derives a client whose calls have a different [`deadline`](ClientBuilder::deadline). A deadline of zero is
    /// invalid.
    #[must_use]
    pub fn with_deadline(&self, deadline: Duration) -> Self {
        Self(self.0.with_deadline(deadline))
    }

    /// Derives a client with a different [`rate_limit_max_wait`](ClientBuilder::rate_limit_max_wait).
    #[cfg(feature = "rate-limit")]
    #[must_use]
    pub fn with_rate_limit_max_wait(&self, wait: Duration) -> Self {
        Self(self.0.with_rate_limit_max_wait(wait))
    }

    /// Derives a client with a different [retry policy](ClientBuilder::retry).
    #[must_use]
    pub fn with_retry(&self, policy: RetryPolicy) -> Self {
        Self(self.0.with_retry(policy))
    }

    /// Derives a client with a different setting of [`keep_body`](ClientBuilder::keep_body).
    #[must_use]
    pub fn with_keep_body(&self, keep: bool) -> Self {
        Self(self.0.with_keep_body(keep))
    }

    /// Derives a client with the credentials that `change` sets. If `change` returns an error, each request of the
    /// derived client fails with this error. The credentials are sent in `header`, and replace any value that an
    /// earlier [`with_headers`](Self::with_headers) has set for this header.
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
    /// Returns the current usage of each rate limit for the client's account, as counted by this client. The default
    /// limit of the service comes first in the list, followed by the limits of individual operations. The list is empty
    /// unless [`ClientBuilder::rate_limit`] is set. Requires the feature `rate-limit`.
    pub fn limits(&self) -> Vec<::perennial::LimitStatus> {
        self.0.limits()
    }

    /// Returns the current usage of each rate limit: the number of requests that count towards the limit, when the next
    /// request is permitted, and for how long requests are paused. The [store](ClientBuilder::rate_limit_store) counts
    /// the requests of all clients that use it. Without a store, this method returns the same as
    /// [`limits`](Self::limits). Requires the feature `rate-limit`.
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

/// Returns the operations whose features are enabled, and the operations without a tag, in the order in which the
/// OpenAPI document lists them.
pub fn operations() -> &'static [Operation] {
    OPERATIONS
}

/// Returns the operation with the given [id](Operation::operation_id), or `None` if the document contains no such
/// operation, or if its feature is disabled. An update of the document may change the id of an operation. To identify
/// an operation in stored data, store the name of the `Client` method instead, because updates do not change this name.
pub fn operation(operation_id: &str) -> Option<&'static Operation> {
    OPERATIONS.iter().find(|operation| operation.operation_id() == operation_id)
}
