/// # Other requests
impl Client {
    /// Any other call, for what the API's document does not have: with the same credentials, retries, limits,
    /// interceptors and errors as the operations.
    ///
    /// `path` begins with `/`, and is appended to the base URL: nothing else can be reached. It is sent as it is,
    /// except that each `{name}` is replaced by what [`path`](RequestBuilder::path) sets, encoded as one segment.
    /// Values belong there, not into the text of the path: one that contains `/` or `..` would be part of it.
    ///
    /// The method is a [`Method`], or its name in upper case: `"PATCH"`.
    ///
    /// For example, `client.request(Method::PATCH, "/things/{id}").path("id", id).json(&change).send::<Thing>()` gives
    /// a future of a `ResponseValue<Thing>`.
    ///
    /// The method decides [what is retried](::perennial::retry). If the document has an operation with this method and
    /// path (for `HEAD`, one with `GET` is enough), its rate limit applies, and both are counted together. Otherwise,
    /// and if the feature of its tag is off, the default limit of the service applies. Errors begin with method and
    /// path, such as `PATCH /things/{id}`. Everything that derived clients set applies, such as
    /// [`with_query`](Self::with_query).
    ///
    /// The call fails with [`Error::InvalidRequest`], and nothing is sent, if the path
    ///
    /// - does not begin with `/`, or has an empty segment: `//` would begin a host;
    /// - has a query or a fragment;
    /// - has a character that a path cannot contain (`\`, white space, control characters, what is not ASCII …), or a
    ///   `%` that encodes nothing;
    /// - has a segment `.` or `..`, also if dots or slashes are encoded;
    /// - has a `{name}` that is not set;
    ///
    /// and for the methods `CONNECT`, and `TRACE`, which would return the credentials.
    pub fn request<M>(&self, method: M, path: impl Into<String>) -> RequestBuilder
    where
        M: TryInto<Method, Error: fmt::Display>,
    {
        self.0.request(method, path)
    }
}

/// # Derived clients
///
/// They share the connections, the limits and all settings but the one that is changed. Deriving never fails: with an
/// invalid value, each request of the derived client fails with
/// [`Error::InvalidRequest`], unsent.
impl Client {
    /// A derived client that adds these pairs to the query of each request, after those of the operation and of
    /// earlier calls.
    ///
    /// This is for what the API's document does not show. It takes any iterator of names and values, and so an `Option`
    /// too: `client.with_query(next.map(|id| ("nextId", id)))`.
    #[must_use]
    pub fn with_query<N, V>(&self, pairs: impl IntoIterator<Item = (N, V)>) -> Self
    where
        N: Into<String>,
        V: Into<String>,
    {
        Self(self.0.with_query(pairs))
    }

    /// A derived client that sends these headers with each request.
    ///
    /// A name replaces what the client would send under that name, including credentials and earlier calls; several
    /// pairs of one name are all sent. If a header cannot carry a name or value, each request fails with
    /// [`Error::InvalidRequest`]. The same goes for headers that only the HTTP client can
    /// set correctly: `host`, `content-length`, and the headers of the connection (`connection`, `keep-alive`,
    /// `proxy-connection`, `te`, `trailer`, `transfer-encoding`, `upgrade`).
    #[must_use]
    pub fn with_headers<N, V>(&self, pairs: impl IntoIterator<Item = (N, V)>) -> Self
    where
        N: Into<String>,
        V: Into<String>,
    {
        Self(self.0.with_headers(pairs))
    }

    /// A derived client in which one attempt may take this long: see
    /// [`ClientBuilder::timeout`]. With a timeout of zero, each request fails with
    /// [`Error::InvalidRequest`].
    #[must_use]
    pub fn with_timeout(&self, timeout: Duration) -> Self {
        Self(self.0.with_timeout(timeout))
    }

    /// A derived client in which a whole call may take this long: see
    /// [`ClientBuilder::deadline`]. With a deadline of zero, each request fails with
    /// [`Error::InvalidRequest`].
    #[must_use]
    pub fn with_deadline(&self, deadline: Duration) -> Self {
        Self(self.0.with_deadline(deadline))
    }

    /// A derived client that waits this long for the rate limit, which it shares: see
    /// [`ClientBuilder::rate_limit_max_wait`].
    #[cfg(feature = "rate-limit")]
    #[must_use]
    pub fn with_rate_limit_max_wait(&self, wait: Duration) -> Self {
        Self(self.0.with_rate_limit_max_wait(wait))
    }

    /// A derived client with another retry policy: see [`ClientBuilder::retry`].
    #[must_use]
    pub fn with_retry(&self, policy: RetryPolicy) -> Self {
        Self(self.0.with_retry(policy))
    }

    /// A derived client whose responses keep their body, or do not: see
    /// [`ClientBuilder::keep_body`].
    #[must_use]
    pub fn with_keep_body(&self, keep: bool) -> Self {
        Self(self.0.with_keep_body(keep))
    }

    /// A derived client with other credentials, as `change` leaves them. Where it says why it cannot, each request is
    /// refused with that reason. `header` is what they are sent in: an earlier [`with_headers`](Self::with_headers) no
    /// longer replaces it.
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
    /// Returns the usage of the rate limits, as this client counts for its account: first that of the limit that most
    /// operations share, then that of each operation that has its own. Empty without
    /// [`ClientBuilder::rate_limit`]. Needs the feature `rate-limit`.
    pub fn limits(&self) -> Vec<::perennial::LimitStatus> {
        self.0.limits()
    }

    /// As [`limits`](Self::limits), but as the [store](ClientBuilder::rate_limit_store) counts for all clients that use
    /// it: how much the account has used, when the next slot comes, for how long it is paused. Without a store, what
    /// this client counts. Needs the feature `rate-limit`.
    ///
    /// # Errors
    ///
    /// [`StoreError`](::perennial::error::StoreError), if the store does not answer, or there is no Tokio runtime.
    pub async fn shared_limits(&self) -> Result<Vec<::perennial::LimitStatus>, ::perennial::error::StoreError> {
        self.0.shared_limits().await
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

/// The operations whose features are on, and those without a tag, in the order of the OpenAPI document.
pub fn operations() -> &'static [Operation] {
    OPERATIONS
}

/// The operation with this `operationId`; `None` if the API has none, or its feature is off. An id that the document had
/// before, and has no longer, is not found: a method of `Client` keeps its name, and so identifies an operation for longer.
pub fn operation(operation_id: &str) -> Option<&'static Operation> {
    OPERATIONS.iter().find(|operation| operation.operation_id() == operation_id)
}
