// @generated from openapi.json. Number of adaptations (deviations of this code from the document) for each rule:
//   client-header: 3
//   constraint-to-docs: 1
//   error-response: 3
//   open-enum: 2
//   unix-timestamp: 2

#![allow(deprecated, missing_docs, nonstandard_style, unexpected_cfgs, unused, clippy::all)]

perennial::__private::requires! { v1 }

use perennial::http::{HeaderName, Method};
use perennial::{Core, CoreBuilder, Environment, Error, Interceptor, Operation, RequestBuilder, RetryPolicy, reqwest};
use std::fmt;
use std::time::Duration;

// The code that is specific to this service.
use super::{Credentials, SERVICE};

/// A client of the API, with a method for each tag and for each operation.
///
/// The method for an operation returns a builder for the request. If the compiler does not find a method, the feature
/// of its tag is probably disabled. [`tags`](crate::tags) lists the features. Use [`request`](Self::request) to call
/// operations that the document does not describe.
///
/// A client is cheap to clone, because clones share one connection pool. Except in a browser, calls need a Tokio
/// runtime with I/O and time enabled. Without a runtime, a call fails with [`Error::InvalidRequest`]. If the runtime
/// does not enable time or I/O, Tokio panics with a message that says how to enable it.
///
/// ```text
/// let client = Client::builder("https://api.example.com").build()?;
/// let clone = client.clone(); // shares the connections
/// ```
#[derive(Clone)]
pub struct Client(Core);

/// # Creating a client
impl Client {
    /// Returns a builder for a client of the service at `base_url`. The URL consists of `https`, a host, and an
    /// optional path prefix.
    ///
    /// A URL with `http` is refused unless its host is a loopback address (`localhost`, `127.0.0.0/8`, `::1`), because
    /// anyone on the network could read the credentials: see [`ClientBuilder::allow_plain_http`]. The client uses the
    /// proxy from the environment variables, unless the host of the base URL or of any allowed server is a loopback
    /// address.
    pub fn builder(base_url: impl Into<String>) -> ClientBuilder {
        ClientBuilder(Core::builder(&SERVICE, OPERATIONS, base_url, Credentials::default()))
    }
}

/// The operations in the order of the document.
#[cfg(not(doctest))]
static OPERATIONS: &[Operation] = &[
    #[cfg(feature = "private-locations")]
    builder::GetV1PrivatelocationsIdMetrics::DECLARED,
    #[cfg(feature = "status-page-incidents")]
    builder::GetV1StatuspagesIncidents::DECLARED,
    #[cfg(feature = "status-page-incident-updates")]
    builder::PostV1StatuspagesIncidentsIncidentidIncidentupdates::DECLARED,
];

/// # Operations, by tag
#[cfg(any(feature = "private-locations", feature = "status-page-incidents", feature = "status-page-incident-updates"))]
#[cfg(not(doctest))]
impl Client {
    /// The operations of the tag `Private locations`, enabled by the feature `private-locations`.
    ///
    /// Read health metrics (queue size and age of the oldest scheduled check run) over a time window.
    #[cfg(feature = "private-locations")]
    pub fn private_locations(&self) -> tags::PrivateLocations {
        tags::PrivateLocations { client: self.0.clone() }
    }

    /// The operations of the tag `Status page incidents`, enabled by the feature `status-page-incidents`.
    ///
    /// List the latest incidents across all services.
    #[cfg(feature = "status-page-incidents")]
    pub fn status_page_incidents(&self) -> tags::StatusPageIncidents {
        tags::StatusPageIncidents { client: self.0.clone() }
    }

    /// The operations of the tag `Status page incident updates`, enabled by the feature `status-page-incident-updates`.
    ///
    /// Add an update to one incident.
    #[cfg(feature = "status-page-incident-updates")]
    pub fn status_page_incident_updates(&self) -> tags::StatusPageIncidentUpdates {
        tags::StatusPageIncidentUpdates { client: self.0.clone() }
    }
}

/// The operations of each tag, with short names.
///
/// Each tag has a Cargo feature, which enables the operations of the tag. If a method of [`Client`](crate::Client) is missing, enable the feature of its tag:
///
/// | tag | method | feature |
/// |---|---|---|
/// | `Private locations` | `private_locations()` | `private-locations` |
/// | `Status page incidents` | `status_page_incidents()` | `status-page-incidents` |
/// | `Status page incident updates` | `status_page_incident_updates()` | `status-page-incident-updates` |
#[cfg(not(doctest))]
pub mod tags {
    use super::builder;
    use perennial::Core;
    use perennial::optional::IntoRequired;
    use perennial::uuid::Uuid;

    /// The operations of the tag `Private locations`, enabled by the feature `private-locations`.
    ///
    /// Read health metrics (queue size and age of the oldest scheduled check run) over a time window.
    #[cfg(feature = "private-locations")]
    #[derive(Clone, Debug)]
    pub struct PrivateLocations {
        pub(super) client: Core,
    }

    #[cfg(feature = "private-locations")]
    impl PrivateLocations {
        /// Get private location health metrics: see [`GetV1PrivatelocationsIdMetrics`](crate::builder::GetV1PrivatelocationsIdMetrics).
        pub fn metrics<Form>(&self, id: impl IntoRequired<Uuid, Form>) -> builder::GetV1PrivatelocationsIdMetrics {
            builder::GetV1PrivatelocationsIdMetrics::new(&self.client).id(id)
        }
    }

    /// The operations of the tag `Status page incidents`, enabled by the feature `status-page-incidents`.
    ///
    /// List the latest incidents across all services.
    #[cfg(feature = "status-page-incidents")]
    #[derive(Clone, Debug)]
    pub struct StatusPageIncidents {
        pub(super) client: Core,
    }

    #[cfg(feature = "status-page-incidents")]
    impl StatusPageIncidents {
        /// List the latest incidents: see [`GetV1StatuspagesIncidents`](crate::builder::GetV1StatuspagesIncidents).
        pub fn list(&self) -> builder::GetV1StatuspagesIncidents {
            builder::GetV1StatuspagesIncidents::new(&self.client)
        }
    }

    /// The operations of the tag `Status page incident updates`, enabled by the feature `status-page-incident-updates`.
    ///
    /// Add an update to one incident.
    #[cfg(feature = "status-page-incident-updates")]
    #[derive(Clone, Debug)]
    pub struct StatusPageIncidentUpdates {
        pub(super) client: Core,
    }

    #[cfg(feature = "status-page-incident-updates")]
    impl StatusPageIncidentUpdates {
        /// Add an incident update: see [`PostV1StatuspagesIncidentsIncidentidIncidentupdates`](crate::builder::PostV1StatuspagesIncidentsIncidentidIncidentupdates). Set the body with `body_map(|body| body.description(description))`.
        pub fn create(
            &self,
            incident_id: impl TryInto<String>,
        ) -> builder::PostV1StatuspagesIncidentsIncidentidIncidentupdates {
            builder::PostV1StatuspagesIncidentsIncidentidIncidentupdates::new(&self.client).incident_id(incident_id)
        }
    }
}

/// # `Private locations`
///
/// Read health metrics (queue size and age of the oldest scheduled check run) over a time window.
#[cfg(not(doctest))]
#[cfg(feature = "private-locations")]
impl Client {
    /// Get private location health metrics: see [`GetV1PrivatelocationsIdMetrics`](crate::builder::GetV1PrivatelocationsIdMetrics).
    pub fn get_v1_privatelocations_id_metrics(&self) -> builder::GetV1PrivatelocationsIdMetrics {
        builder::GetV1PrivatelocationsIdMetrics::new(&self.0)
    }
}

/// # `Status page incidents`
///
/// List the latest incidents across all services.
#[cfg(not(doctest))]
#[cfg(feature = "status-page-incidents")]
impl Client {
    /// List the latest incidents: see [`GetV1StatuspagesIncidents`](crate::builder::GetV1StatuspagesIncidents).
    pub fn get_v1_statuspages_incidents(&self) -> builder::GetV1StatuspagesIncidents {
        builder::GetV1StatuspagesIncidents::new(&self.0)
    }
}

/// # `Status page incident updates`
///
/// Add an update to one incident.
#[cfg(not(doctest))]
#[cfg(feature = "status-page-incident-updates")]
impl Client {
    /// Add an incident update: see [`PostV1StatuspagesIncidentsIncidentidIncidentupdates`](crate::builder::PostV1StatuspagesIncidentsIncidentidIncidentupdates).
    pub fn post_v1_statuspages_incidents_incidentid_incidentupdates(
        &self,
    ) -> builder::PostV1StatuspagesIncidentsIncidentidIncidentupdates {
        builder::PostV1StatuspagesIncidentsIncidentidIncidentupdates::new(&self.0)
    }
}

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

/// Configures a [`Client`].
///
/// ```text
/// let client = Client::builder("https://api.example.com")
///     .timeout(Duration::from_secs(10))
///     .build()?;
/// ```
///
/// The methods are grouped by purpose. [`build`](Self::build) checks the settings.
#[derive(Clone)]
#[must_use = "a builder does nothing until `build`"]
pub struct ClientBuilder(CoreBuilder);

/// # Address
impl ClientBuilder {
    /// Allows calls to another server, which then receives the credentials. By default, no other server is allowed. If
    /// the document declares another server for an operation ([`Operation::server`](::perennial::Operation::server)),
    /// calls of the operation are refused unless that server is allowed.
    ///
    /// Only the scheme, host and port of `url` are used. The path prefix comes from the document.
    ///
    /// ```
    /// # fn configure(builder: perennial::CoreBuilder) -> perennial::CoreBuilder {
    /// builder.allow_server("https://uploads.example.com")
    /// # }
    /// ```
    pub fn allow_server(self, url: impl Into<String>) -> Self {
        Self(self.0.allow_server(url))
    }

    /// Allows `http://` URLs of hosts other than loopback addresses. The credentials are then sent unencrypted.
    pub fn allow_plain_http(self) -> Self {
        Self(self.0.allow_plain_http())
    }
}

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

#[doc(hidden)]
#[cfg(not(doctest))]
#[allow(unreachable_pub)]
pub mod servers {}

/// Typed mocks for the tests of programs that use this client (feature `mock`).
///
/// [`MockServerExt`](mock::MockServerExt) adds methods to `httpmock::MockServer`. The trait has a method for
/// each operation, which returns a [`MockOperation`](mock::MockOperation). Each tag has a method that returns
/// the mocks of its operations. The mocks have the same short names as the operations of the client:
/// `server.things().get()`. There are no methods for the former names of tags. If a tag has the same name as a
/// method of `MockServer`, such as `url`, write `MockServerExt::url(&server)`.
#[cfg(feature = "mock")]
#[cfg(not(doctest))]
pub mod mock {
    use super::{builder, types};
    use perennial::__private::v1;

    pub use perennial::mock::{Mock, MockOperation, ParameterName, Response, Untyped, undeclared};

    /// A mock for each operation of the client.
    pub trait MockServerExt {
        /// A mock of `GET /v1/private-locations/{id}/metrics`.
        #[cfg(feature = "private-locations")]
        fn get_v1_privatelocations_id_metrics(&self) -> MockOperation<'_, types::PrivateLocationMetrics>;

        /// A mock of `GET /v1/status-pages/incidents`.
        #[cfg(feature = "status-page-incidents")]
        fn get_v1_statuspages_incidents(&self) -> MockOperation<'_, types::IncidentList>;

        /// A mock of `POST /v1/status-pages/incidents/{incidentId}/incident-updates`.
        #[cfg(feature = "status-page-incident-updates")]
        fn post_v1_statuspages_incidents_incidentid_incidentupdates(&self) -> MockOperation<'_, types::IncidentUpdate>;

        /// Mocks of the operations of the tag `Private locations`.
        #[cfg(feature = "private-locations")]
        fn private_locations(&self) -> tags::PrivateLocations<'_>;

        /// Mocks of the operations of the tag `Status page incidents`.
        #[cfg(feature = "status-page-incidents")]
        fn status_page_incidents(&self) -> tags::StatusPageIncidents<'_>;

        /// Mocks of the operations of the tag `Status page incident updates`.
        #[cfg(feature = "status-page-incident-updates")]
        fn status_page_incident_updates(&self) -> tags::StatusPageIncidentUpdates<'_>;
    }

    impl MockServerExt for perennial::httpmock::MockServer {
        #[cfg(feature = "private-locations")]
        fn get_v1_privatelocations_id_metrics(&self) -> MockOperation<'_, types::PrivateLocationMetrics> {
            MockOperation::new(self, builder::GetV1PrivatelocationsIdMetrics::SIGNATURE, |inputs| inputs)
        }

        #[cfg(feature = "status-page-incidents")]
        fn get_v1_statuspages_incidents(&self) -> MockOperation<'_, types::IncidentList> {
            MockOperation::new(self, builder::GetV1StatuspagesIncidents::SIGNATURE, |inputs| inputs)
        }

        #[cfg(feature = "status-page-incident-updates")]
        fn post_v1_statuspages_incidents_incidentid_incidentupdates(&self) -> MockOperation<'_, types::IncidentUpdate> {
            MockOperation::new(
                self,
                builder::PostV1StatuspagesIncidentsIncidentidIncidentupdates::SIGNATURE,
                |inputs| inputs.body(v1::fields::<types::IncidentUpdateCreate>()),
            )
        }

        #[cfg(feature = "private-locations")]
        fn private_locations(&self) -> tags::PrivateLocations<'_> {
            tags::PrivateLocations(v1::Server(self))
        }

        #[cfg(feature = "status-page-incidents")]
        fn status_page_incidents(&self) -> tags::StatusPageIncidents<'_> {
            tags::StatusPageIncidents(v1::Server(self))
        }

        #[cfg(feature = "status-page-incident-updates")]
        fn status_page_incident_updates(&self) -> tags::StatusPageIncidentUpdates<'_> {
            tags::StatusPageIncidentUpdates(v1::Server(self))
        }
    }

    /// The mocks of the operations, grouped by tag. Each method has the short name of its operation.
    pub mod tags {
        use super::super::types;
        use perennial::__private::v1;

        /// Mocks of the operations of the tag `Private locations`.
        #[cfg(feature = "private-locations")]
        #[derive(Clone, Copy, Debug)]
        pub struct PrivateLocations<'a>(pub(super) v1::Server<'a>);

        #[cfg(feature = "private-locations")]
        impl<'a> PrivateLocations<'a> {
            /// See [`get_v1_privatelocations_id_metrics`](super::MockServerExt::get_v1_privatelocations_id_metrics).
            pub fn metrics(self) -> super::MockOperation<'a, types::PrivateLocationMetrics> {
                super::MockServerExt::get_v1_privatelocations_id_metrics(self.0.0)
            }
        }

        /// Mocks of the operations of the tag `Status page incidents`.
        #[cfg(feature = "status-page-incidents")]
        #[derive(Clone, Copy, Debug)]
        pub struct StatusPageIncidents<'a>(pub(super) v1::Server<'a>);

        #[cfg(feature = "status-page-incidents")]
        impl<'a> StatusPageIncidents<'a> {
            /// See [`get_v1_statuspages_incidents`](super::MockServerExt::get_v1_statuspages_incidents).
            pub fn list(self) -> super::MockOperation<'a, types::IncidentList> {
                super::MockServerExt::get_v1_statuspages_incidents(self.0.0)
            }
        }

        /// Mocks of the operations of the tag `Status page incident updates`.
        #[cfg(feature = "status-page-incident-updates")]
        #[derive(Clone, Copy, Debug)]
        pub struct StatusPageIncidentUpdates<'a>(pub(super) v1::Server<'a>);

        #[cfg(feature = "status-page-incident-updates")]
        impl<'a> StatusPageIncidentUpdates<'a> {
            /// See [`post_v1_statuspages_incidents_incidentid_incidentupdates`](super::MockServerExt::post_v1_statuspages_incidents_incidentid_incidentupdates).
            pub fn create(self) -> super::MockOperation<'a, types::IncidentUpdate> {
                super::MockServerExt::post_v1_statuspages_incidents_incidentid_incidentupdates(self.0.0)
            }
        }
    }
}

/// The types of requests and responses, generated from the document.
#[cfg(not(doctest))]
pub mod types {
    use perennial::__private::v1;
    use perennial::chrono::{DateTime, Utc};
    use perennial::time::Date;
    use perennial::{Error, page, serde_json};

    // `object!` lists the fields of a struct: the name in JSON, the name in Rust, and the type.
    // `with builder` also implements the conversions between the struct and its builder.
    // - `required`: always present, never null. A response without the field is refused.
    // - `nullable`: always written; `None` is null.
    // - `optional`: `None` omits the field. Null is read as `None`.
    // - `optional_nullable`: `None` omits the field, and `Some(None)` is null.
    // - `_`: the field for all other names, which are written after the listed fields.
    // - `read only`: omitted from request bodies. `received`: required in responses. `sent`: required in requests.
    // - `sets`: the values of required fields that the builder sets if the caller does not.
    // - `holds objects in`: the fields that `clear_undeclared` visits.
    //
    // `union!` lists the variants of a union. A value is written as its content alone. The variant is selected by the kind
    // of JSON, by the string in a field (`by tag`), by the number or boolean in a field (`by scalar`), or by the only
    // listed field that is present (`by field`). `several` is the variant for objects with several of the listed fields.
    // `absent` is the variant for objects without the tag. `_` is the variant for objects with a tag that is not listed,
    // and for objects without the tag if there is no `absent`. All other values are decoded as the variant after `else`:
    // null, a kind that is not listed, and a string or number that does not fit the type of its variant. `from` lists the
    // types that convert into the union, each with its builder after `|`.

    /// Health metrics of a private location as three parallel arrays. The arrays are indexed together: the element at position i of each array belongs to the same sample. Create a value with [`PrivateLocationMetrics::builder()`].
    ///
    /// Available with the feature `private-locations`.
    #[cfg(feature = "private-locations")]
    #[derive(Clone, Default)]
    #[non_exhaustive]
    pub struct PrivateLocationMetrics {
        /// Times of the samples (ISO 8601).
        pub timestamps: Option<Vec<DateTime<Utc>>>,
        /// Queue size at each point in time.
        pub queue_size: Option<Vec<f64>>,
        /// Age of the oldest scheduled check run at each point in time. The unit is not documented.
        pub oldest_scheduled_check_run: Option<Vec<f64>>,
        undeclared_: v1::Undeclared,
    }

    #[cfg(feature = "private-locations")]
    impl PrivateLocationMetrics {
        /// Returns a builder in which no field is set.
        #[inline]
        pub fn builder() -> builder::PrivateLocationMetrics {
            Default::default()
        }

        /// Returns the fields that the document does not declare, as a map from name to value. The undeclared
        /// fields are serialized together with the declared fields.
        #[inline]
        pub fn undeclared(&self) -> &serde_json::Map<String, serde_json::Value> {
            self.undeclared_.fields()
        }

        /// Removes the [undeclared](Self::undeclared) fields of the value, and of all values inside it.
        #[inline]
        pub fn clear_undeclared(&mut self) {
            v1::Decode::clear_undeclared(self);
        }
    }

    #[cfg(feature = "private-locations")]
    v1::object! { PrivateLocationMetrics with builder:
        "timestamps" => timestamps: optional Vec<DateTime<Utc>>,
        "queueSize" => queue_size: optional Vec<f64>,
        "oldestScheduledCheckRun" => oldest_scheduled_check_run: optional Vec<f64>,
        _ => undeclared_: v1::Undeclared,
    }

    /// A list of the latest incidents. Create a value with [`IncidentList::builder()`].
    ///
    /// Available with the feature `status-page-incidents`.
    #[cfg(feature = "status-page-incidents")]
    #[derive(Clone, Default)]
    #[non_exhaustive]
    pub struct IncidentList {
        /// Count accompanying the list.
        pub length: Option<f64>,
        /// Up to 100 of the latest incidents.
        ///
        /// Limits: at most 100 elements.
        pub entries: Option<Vec<Incident>>,
        /// Identifier for continuing the listing.
        pub next_id: Option<String>,
        undeclared_: v1::Undeclared,
    }

    #[cfg(feature = "status-page-incidents")]
    impl IncidentList {
        /// Returns a builder in which no field is set.
        #[inline]
        pub fn builder() -> builder::IncidentList {
            Default::default()
        }

        /// Returns the fields that the document does not declare, as a map from name to value. The undeclared
        /// fields are serialized together with the declared fields.
        #[inline]
        pub fn undeclared(&self) -> &serde_json::Map<String, serde_json::Value> {
            self.undeclared_.fields()
        }

        /// Removes the [undeclared](Self::undeclared) fields of the value, and of all values inside it.
        #[inline]
        pub fn clear_undeclared(&mut self) {
            v1::Decode::clear_undeclared(self);
        }
    }

    #[cfg(feature = "status-page-incidents")]
    v1::object! { IncidentList with builder:
        "length" => length: optional f64,
        "entries" => entries: optional Vec<Incident>,
        "nextId" => next_id: optional String,
        _ => undeclared_: v1::Undeclared,
        holds objects in entries;
    }

    /// A status page incident. Create a value with [`Incident::builder()`].
    ///
    /// [`IncidentList::entries`](field@IncidentList::entries) is an optional list. To loop over its elements, write `for element in response.entries.iter().flatten()`. A loop over the `Option` itself compiles, but its loop variable is the whole list. If such a loop uses a field of an element, the compiler reports that the type `Vec<Incident>` has no such field.
    ///
    /// Available with the feature `status-page-incidents`.
    #[cfg(feature = "status-page-incidents")]
    #[derive(Clone, Default)]
    #[non_exhaustive]
    pub struct Incident {
        /// Identifier of the incident.
        pub id: Option<String>,
        /// Name of the incident.
        pub name: Option<String>,
        /// The field `severity`: [`IncidentSeverity`](crate::types::IncidentSeverity).
        pub severity: Option<IncidentSeverity>,
        /// Services affected by the incident.
        pub services: Option<Vec<Service>>,
        /// Updates belonging to the incident.
        pub incident_updates: Option<Vec<IncidentUpdate>>,
        /// The field `lastUpdateStatus`: [`IncidentUpdateStatus`](crate::types::IncidentUpdateStatus).
        pub last_update_status: Option<IncidentUpdateStatus>,
        /// Creation date.
        pub created_at: Option<Date>,
        /// Last modification date.
        pub updated_at: Option<Date>,
        /// Duration of the incident. The unit is not documented.
        pub duration: Option<f64>,
        undeclared_: v1::Undeclared,
    }

    #[cfg(feature = "status-page-incidents")]
    impl Incident {
        /// Returns a builder in which no field is set.
        #[inline]
        pub fn builder() -> builder::Incident {
            Default::default()
        }

        /// Returns the fields that the document does not declare, as a map from name to value. The undeclared
        /// fields are serialized together with the declared fields.
        #[inline]
        pub fn undeclared(&self) -> &serde_json::Map<String, serde_json::Value> {
            self.undeclared_.fields()
        }

        /// Removes the [undeclared](Self::undeclared) fields of the value, and of all values inside it.
        #[inline]
        pub fn clear_undeclared(&mut self) {
            v1::Decode::clear_undeclared(self);
        }
    }

    #[cfg(feature = "status-page-incidents")]
    v1::object! { Incident with builder:
        "id" => id: optional String,
        "name" => name: optional String,
        "severity" => severity: optional IncidentSeverity,
        "services" => services: optional Vec<Service>,
        "incidentUpdates" => incident_updates: optional Vec<IncidentUpdate>,
        "lastUpdateStatus" => last_update_status: optional IncidentUpdateStatus,
        "created_at" => created_at: optional Date,
        "updated_at" => updated_at: optional Date,
        "duration" => duration: optional f64,
        _ => undeclared_: v1::Undeclared,
        holds objects in services, incident_updates;
    }

    /// A service, as embedded in an incident. Create a value with [`Service::builder()`].
    ///
    /// Available with the feature `status-page-incidents`.
    #[cfg(feature = "status-page-incidents")]
    #[derive(Clone, Default)]
    #[non_exhaustive]
    pub struct Service {
        /// Identifier of the service.
        pub id: Option<String>,
        /// Name of the service.
        pub name: Option<String>,
        /// Identifier of the account.
        pub account_id: Option<String>,
        /// Creation date.
        pub created_at: Option<Date>,
        /// Last modification date.
        pub updated_at: Option<Date>,
        undeclared_: v1::Undeclared,
    }

    #[cfg(feature = "status-page-incidents")]
    impl Service {
        /// Returns a builder in which no field is set.
        #[inline]
        pub fn builder() -> builder::Service {
            Default::default()
        }

        /// Returns the fields that the document does not declare, as a map from name to value. The undeclared
        /// fields are serialized together with the declared fields.
        #[inline]
        pub fn undeclared(&self) -> &serde_json::Map<String, serde_json::Value> {
            self.undeclared_.fields()
        }

        /// Removes the [undeclared](Self::undeclared) fields of the value, and of all values inside it.
        #[inline]
        pub fn clear_undeclared(&mut self) {
            v1::Decode::clear_undeclared(self);
        }
    }

    #[cfg(feature = "status-page-incidents")]
    v1::object! { Service with builder:
        "id" => id: optional String,
        "name" => name: optional String,
        "accountId" => account_id: optional String,
        "created_at" => created_at: optional Date,
        "updated_at" => updated_at: optional Date,
        _ => undeclared_: v1::Undeclared,
    }

    /// An update of an incident. Create a value with [`IncidentUpdate::builder()`].
    ///
    /// Available if one of the features `status-page-incident-updates` or `status-page-incidents` is enabled.
    #[cfg(any(feature = "status-page-incident-updates", feature = "status-page-incidents"))]
    #[derive(Clone, Default)]
    #[non_exhaustive]
    pub struct IncidentUpdate {
        /// Identifier of the update.
        pub id: Option<String>,
        /// Text of the update.
        pub description: Option<String>,
        /// The field `status`: [`IncidentUpdateStatus`](crate::types::IncidentUpdateStatus).
        pub status: Option<IncidentUpdateStatus>,
        /// Date publicly shown for the update (ISO 8601).
        pub public_incident_update_date: Option<DateTime<Utc>>,
        /// Creation date.
        pub created_at: Option<Date>,
        /// Whether to notify subscribers.
        pub notify_subscribers: Option<bool>,
        undeclared_: v1::Undeclared,
    }

    #[cfg(any(feature = "status-page-incident-updates", feature = "status-page-incidents"))]
    impl IncidentUpdate {
        /// Returns a builder in which no field is set.
        #[inline]
        pub fn builder() -> builder::IncidentUpdate {
            Default::default()
        }

        /// Returns the fields that the document does not declare, as a map from name to value. The undeclared
        /// fields are serialized together with the declared fields.
        #[inline]
        pub fn undeclared(&self) -> &serde_json::Map<String, serde_json::Value> {
            self.undeclared_.fields()
        }

        /// Removes the [undeclared](Self::undeclared) fields of the value, and of all values inside it.
        #[inline]
        pub fn clear_undeclared(&mut self) {
            v1::Decode::clear_undeclared(self);
        }
    }

    #[cfg(any(feature = "status-page-incident-updates", feature = "status-page-incidents"))]
    v1::object! { IncidentUpdate with builder:
        "id" => id: optional String,
        "description" => description: optional String,
        "status" => status: optional IncidentUpdateStatus,
        "publicIncidentUpdateDate" => public_incident_update_date: optional DateTime<Utc>,
        "created_at" => created_at: optional Date,
        "notifySubscribers" => notify_subscribers: optional bool,
        _ => undeclared_: v1::Undeclared,
    }

    /// An incident update to create. Which fields are required is not documented. The request has no field for the status of the update. Create a value with [`IncidentUpdateCreate::builder()`].
    ///
    /// Available with the feature `status-page-incident-updates`.
    #[cfg(feature = "status-page-incident-updates")]
    #[derive(Clone, Default)]
    #[non_exhaustive]
    pub struct IncidentUpdateCreate {
        /// Identifier of the update.
        pub id: Option<String>,
        /// Text of the update.
        pub description: Option<String>,
        /// Date publicly shown for the update (ISO 8601).
        pub public_incident_update_date: Option<DateTime<Utc>>,
        /// Creation date.
        pub created_at: Option<Date>,
        /// Whether to notify subscribers.
        pub notify_subscribers: Option<bool>,
        undeclared_: v1::Undeclared,
    }

    #[cfg(feature = "status-page-incident-updates")]
    impl IncidentUpdateCreate {
        /// Returns a builder in which no field is set.
        #[inline]
        pub fn builder() -> builder::IncidentUpdateCreate {
            Default::default()
        }

        /// Returns the fields that the document does not declare, as a map from name to value. The undeclared
        /// fields are serialized together with the declared fields.
        #[inline]
        pub fn undeclared(&self) -> &serde_json::Map<String, serde_json::Value> {
            self.undeclared_.fields()
        }

        /// Removes the [undeclared](Self::undeclared) fields of the value, and of all values inside it.
        #[inline]
        pub fn clear_undeclared(&mut self) {
            v1::Decode::clear_undeclared(self);
        }
    }

    #[cfg(feature = "status-page-incident-updates")]
    v1::object! { IncidentUpdateCreate with builder:
        "id" => id: optional String,
        "description" => description: optional String,
        "publicIncidentUpdateDate" => public_incident_update_date: optional DateTime<Utc>,
        "created_at" => created_at: optional Date,
        "notifySubscribers" => notify_subscribers: optional bool,
        _ => undeclared_: v1::Undeclared,
    }

    /// Builders for the types. A builder that was created from a value drops the undeclared fields of the value, because
    /// a service may refuse unknown fields. `keep_undeclared` keeps these fields.
    pub mod builder {
        use perennial::__private::v1;
        use perennial::chrono::{DateTime, Utc};
        use perennial::optional::IntoOptional;
        use perennial::time::Date;
        use std::fmt::Display;

        /// Builder for [`PrivateLocationMetrics`](super::PrivateLocationMetrics), created by [`PrivateLocationMetrics::builder()`](super::PrivateLocationMetrics::builder()).
        #[cfg(feature = "private-locations")]
        #[derive(Clone, Debug, Default)]
        #[must_use]
        pub struct PrivateLocationMetrics(pub(super) v1::Draft<super::PrivateLocationMetrics>);

        #[cfg(feature = "private-locations")]
        impl PrivateLocationMetrics {
            /// Sets [`timestamps`](super::PrivateLocationMetrics::timestamps). Accepts a list of `DateTime<Utc>`.
            pub fn timestamps<Form>(self, value: impl IntoOptional<Vec<DateTime<Utc>>, Form, Error: Display>) -> Self {
                Self(self.0.set("timestamps", value))
            }

            /// Sets [`queue_size`](super::PrivateLocationMetrics::queue_size).
            pub fn queue_size<Form>(self, value: impl IntoOptional<Vec<f64>, Form, Error: Display>) -> Self {
                Self(self.0.set("queueSize", value))
            }

            /// Sets [`oldest_scheduled_check_run`](super::PrivateLocationMetrics::oldest_scheduled_check_run).
            pub fn oldest_scheduled_check_run<Form>(
                self,
                value: impl IntoOptional<Vec<f64>, Form, Error: Display>,
            ) -> Self {
                Self(self.0.set("oldestScheduledCheckRun", value))
            }

            /// Keeps the undeclared fields of the value from which this builder was created.
            #[inline]
            pub fn keep_undeclared(self) -> Self {
                Self(self.0.keep_undeclared())
            }

            /// Builds the value. The error names each required field that was not set, and each value that could not be
            /// converted.
            #[inline]
            pub fn build(self) -> Result<super::PrivateLocationMetrics, perennial::error::BuildError> {
                self.0.build()
            }
        }

        /// Builder for [`IncidentList`](super::IncidentList), created by [`IncidentList::builder()`](super::IncidentList::builder()).
        #[cfg(feature = "status-page-incidents")]
        #[derive(Clone, Debug, Default)]
        #[must_use]
        pub struct IncidentList(pub(super) v1::Draft<super::IncidentList>);

        #[cfg(feature = "status-page-incidents")]
        impl IncidentList {
            /// Sets [`length`](super::IncidentList::length).
            pub fn length<Form>(self, value: impl IntoOptional<f64, Form, Error: Display>) -> Self {
                Self(self.0.set("length", value))
            }

            /// Sets [`entries`](super::IncidentList::entries).
            pub fn entries<Form>(self, value: impl IntoOptional<Vec<super::Incident>, Form, Error: Display>) -> Self {
                Self(self.0.set("entries", value))
            }

            /// Sets [`next_id`](field@super::IncidentList::next_id).
            pub fn next_id<Form>(self, value: impl IntoOptional<String, Form, Error: Display>) -> Self {
                Self(self.0.set("nextId", value))
            }

            /// Keeps the undeclared fields of the value from which this builder was created.
            #[inline]
            pub fn keep_undeclared(self) -> Self {
                Self(self.0.keep_undeclared())
            }

            /// Builds the value. The error names each required field that was not set, and each value that could not be
            /// converted.
            #[inline]
            pub fn build(self) -> Result<super::IncidentList, perennial::error::BuildError> {
                self.0.build()
            }
        }

        /// Builder for [`Incident`](super::Incident), created by [`Incident::builder()`](super::Incident::builder()).
        #[cfg(feature = "status-page-incidents")]
        #[derive(Clone, Debug, Default)]
        #[must_use]
        pub struct Incident(pub(super) v1::Draft<super::Incident>);

        #[cfg(feature = "status-page-incidents")]
        impl Incident {
            /// Sets [`id`](super::Incident::id).
            pub fn id<Form>(self, value: impl IntoOptional<String, Form, Error: Display>) -> Self {
                Self(self.0.set("id", value))
            }

            /// Sets [`name`](super::Incident::name).
            pub fn name<Form>(self, value: impl IntoOptional<String, Form, Error: Display>) -> Self {
                Self(self.0.set("name", value))
            }

            /// Sets [`severity`](super::Incident::severity).
            pub fn severity<Form>(
                self,
                value: impl IntoOptional<super::IncidentSeverity, Form, Error: Display>,
            ) -> Self {
                Self(self.0.set("severity", value))
            }

            /// Sets [`services`](super::Incident::services).
            pub fn services<Form>(self, value: impl IntoOptional<Vec<super::Service>, Form, Error: Display>) -> Self {
                Self(self.0.set("services", value))
            }

            /// Sets [`incident_updates`](super::Incident::incident_updates).
            pub fn incident_updates<Form>(
                self,
                value: impl IntoOptional<Vec<super::IncidentUpdate>, Form, Error: Display>,
            ) -> Self {
                Self(self.0.set("incidentUpdates", value))
            }

            /// Sets [`last_update_status`](super::Incident::last_update_status).
            pub fn last_update_status<Form>(
                self,
                value: impl IntoOptional<super::IncidentUpdateStatus, Form, Error: Display>,
            ) -> Self {
                Self(self.0.set("lastUpdateStatus", value))
            }

            /// Sets [`created_at`](super::Incident::created_at). Accepts a `NaiveDate`. Also accepts a `DateTime`, a `SystemTime` or UNIX seconds (`i64`), but sends only the date. A string is sent unchanged, and must be an RFC 3339 date or timestamp.
            pub fn created_at<Form>(self, value: impl IntoOptional<Date, Form, Error: Display>) -> Self {
                Self(self.0.set("created_at", value))
            }

            /// Sets [`updated_at`](super::Incident::updated_at). Accepts a `NaiveDate`. Also accepts a `DateTime`, a `SystemTime` or UNIX seconds (`i64`), but sends only the date. A string is sent unchanged, and must be an RFC 3339 date or timestamp.
            pub fn updated_at<Form>(self, value: impl IntoOptional<Date, Form, Error: Display>) -> Self {
                Self(self.0.set("updated_at", value))
            }

            /// Sets [`duration`](super::Incident::duration).
            pub fn duration<Form>(self, value: impl IntoOptional<f64, Form, Error: Display>) -> Self {
                Self(self.0.set("duration", value))
            }

            /// Keeps the undeclared fields of the value from which this builder was created.
            #[inline]
            pub fn keep_undeclared(self) -> Self {
                Self(self.0.keep_undeclared())
            }

            /// Builds the value. The error names each required field that was not set, and each value that could not be
            /// converted.
            #[inline]
            pub fn build(self) -> Result<super::Incident, perennial::error::BuildError> {
                self.0.build()
            }
        }

        /// Builder for [`Service`](super::Service), created by [`Service::builder()`](super::Service::builder()).
        #[cfg(feature = "status-page-incidents")]
        #[derive(Clone, Debug, Default)]
        #[must_use]
        pub struct Service(pub(super) v1::Draft<super::Service>);

        #[cfg(feature = "status-page-incidents")]
        impl Service {
            /// Sets [`id`](super::Service::id).
            pub fn id<Form>(self, value: impl IntoOptional<String, Form, Error: Display>) -> Self {
                Self(self.0.set("id", value))
            }

            /// Sets [`name`](super::Service::name).
            pub fn name<Form>(self, value: impl IntoOptional<String, Form, Error: Display>) -> Self {
                Self(self.0.set("name", value))
            }

            /// Sets [`account_id`](super::Service::account_id).
            pub fn account_id<Form>(self, value: impl IntoOptional<String, Form, Error: Display>) -> Self {
                Self(self.0.set("accountId", value))
            }

            /// Sets [`created_at`](super::Service::created_at). Accepts a `NaiveDate`. Also accepts a `DateTime`, a `SystemTime` or UNIX seconds (`i64`), but sends only the date. A string is sent unchanged, and must be an RFC 3339 date or timestamp.
            pub fn created_at<Form>(self, value: impl IntoOptional<Date, Form, Error: Display>) -> Self {
                Self(self.0.set("created_at", value))
            }

            /// Sets [`updated_at`](super::Service::updated_at). Accepts a `NaiveDate`. Also accepts a `DateTime`, a `SystemTime` or UNIX seconds (`i64`), but sends only the date. A string is sent unchanged, and must be an RFC 3339 date or timestamp.
            pub fn updated_at<Form>(self, value: impl IntoOptional<Date, Form, Error: Display>) -> Self {
                Self(self.0.set("updated_at", value))
            }

            /// Keeps the undeclared fields of the value from which this builder was created.
            #[inline]
            pub fn keep_undeclared(self) -> Self {
                Self(self.0.keep_undeclared())
            }

            /// Builds the value. The error names each required field that was not set, and each value that could not be
            /// converted.
            #[inline]
            pub fn build(self) -> Result<super::Service, perennial::error::BuildError> {
                self.0.build()
            }
        }

        /// Builder for [`IncidentUpdate`](super::IncidentUpdate), created by [`IncidentUpdate::builder()`](super::IncidentUpdate::builder()).
        #[cfg(any(feature = "status-page-incident-updates", feature = "status-page-incidents"))]
        #[derive(Clone, Debug, Default)]
        #[must_use]
        pub struct IncidentUpdate(pub(super) v1::Draft<super::IncidentUpdate>);

        #[cfg(any(feature = "status-page-incident-updates", feature = "status-page-incidents"))]
        impl IncidentUpdate {
            /// Sets [`id`](super::IncidentUpdate::id).
            pub fn id<Form>(self, value: impl IntoOptional<String, Form, Error: Display>) -> Self {
                Self(self.0.set("id", value))
            }

            /// Sets [`description`](super::IncidentUpdate::description).
            pub fn description<Form>(self, value: impl IntoOptional<String, Form, Error: Display>) -> Self {
                Self(self.0.set("description", value))
            }

            /// Sets [`status`](super::IncidentUpdate::status).
            pub fn status<Form>(
                self,
                value: impl IntoOptional<super::IncidentUpdateStatus, Form, Error: Display>,
            ) -> Self {
                Self(self.0.set("status", value))
            }

            /// Sets [`public_incident_update_date`](super::IncidentUpdate::public_incident_update_date).
            pub fn public_incident_update_date<Form>(
                self,
                value: impl IntoOptional<DateTime<Utc>, Form, Error: Display>,
            ) -> Self {
                Self(self.0.set("publicIncidentUpdateDate", value))
            }

            /// Sets [`created_at`](super::IncidentUpdate::created_at). Accepts a `NaiveDate`. Also accepts a `DateTime`, a `SystemTime` or UNIX seconds (`i64`), but sends only the date. A string is sent unchanged, and must be an RFC 3339 date or timestamp.
            pub fn created_at<Form>(self, value: impl IntoOptional<Date, Form, Error: Display>) -> Self {
                Self(self.0.set("created_at", value))
            }

            /// Sets [`notify_subscribers`](super::IncidentUpdate::notify_subscribers).
            pub fn notify_subscribers<Form>(self, value: impl IntoOptional<bool, Form, Error: Display>) -> Self {
                Self(self.0.set("notifySubscribers", value))
            }

            /// Keeps the undeclared fields of the value from which this builder was created.
            #[inline]
            pub fn keep_undeclared(self) -> Self {
                Self(self.0.keep_undeclared())
            }

            /// Builds the value. The error names each required field that was not set, and each value that could not be
            /// converted.
            #[inline]
            pub fn build(self) -> Result<super::IncidentUpdate, perennial::error::BuildError> {
                self.0.build()
            }
        }

        /// Builder for [`IncidentUpdateCreate`](super::IncidentUpdateCreate), created by [`IncidentUpdateCreate::builder()`](super::IncidentUpdateCreate::builder()).
        #[cfg(feature = "status-page-incident-updates")]
        #[derive(Clone, Debug, Default)]
        #[must_use]
        pub struct IncidentUpdateCreate(pub(super) v1::Draft<super::IncidentUpdateCreate>);

        #[cfg(feature = "status-page-incident-updates")]
        impl IncidentUpdateCreate {
            /// Sets [`id`](super::IncidentUpdateCreate::id).
            pub fn id<Form>(self, value: impl IntoOptional<String, Form, Error: Display>) -> Self {
                Self(self.0.set("id", value))
            }

            /// Sets [`description`](super::IncidentUpdateCreate::description).
            pub fn description<Form>(self, value: impl IntoOptional<String, Form, Error: Display>) -> Self {
                Self(self.0.set("description", value))
            }

            /// Sets [`public_incident_update_date`](super::IncidentUpdateCreate::public_incident_update_date).
            pub fn public_incident_update_date<Form>(
                self,
                value: impl IntoOptional<DateTime<Utc>, Form, Error: Display>,
            ) -> Self {
                Self(self.0.set("publicIncidentUpdateDate", value))
            }

            /// Sets [`created_at`](super::IncidentUpdateCreate::created_at). Accepts a `NaiveDate`. Also accepts a `DateTime`, a `SystemTime` or UNIX seconds (`i64`), but sends only the date. A string is sent unchanged, and must be an RFC 3339 date or timestamp.
            pub fn created_at<Form>(self, value: impl IntoOptional<Date, Form, Error: Display>) -> Self {
                Self(self.0.set("created_at", value))
            }

            /// Sets [`notify_subscribers`](super::IncidentUpdateCreate::notify_subscribers).
            pub fn notify_subscribers<Form>(self, value: impl IntoOptional<bool, Form, Error: Display>) -> Self {
                Self(self.0.set("notifySubscribers", value))
            }

            /// Keeps the undeclared fields of the value from which this builder was created.
            #[inline]
            pub fn keep_undeclared(self) -> Self {
                Self(self.0.keep_undeclared())
            }

            /// Builds the value. The error names each required field that was not set, and each value that could not be
            /// converted.
            #[inline]
            pub fn build(self) -> Result<super::IncidentUpdateCreate, perennial::error::BuildError> {
                self.0.build()
            }
        }

        /// Builder for [`PrivateLocationMetricsSample`](super::PrivateLocationMetricsSample), created by [`PrivateLocationMetricsSample::builder()`](super::PrivateLocationMetricsSample::builder()).
        #[cfg(feature = "private-locations")]
        #[derive(Clone, Debug, Default)]
        #[must_use]
        pub struct PrivateLocationMetricsSample(pub(super) v1::Draft<super::PrivateLocationMetricsSample>);

        #[cfg(feature = "private-locations")]
        impl PrivateLocationMetricsSample {
            /// Sets [`timestamp`](super::PrivateLocationMetricsSample::timestamp).
            pub fn timestamp(self, value: impl TryInto<DateTime<Utc>, Error: Display>) -> Self {
                Self(self.0.set("timestamp", value))
            }

            /// Sets [`queue_size`](super::PrivateLocationMetricsSample::queue_size).
            pub fn queue_size(self, value: impl TryInto<f64, Error: Display>) -> Self {
                Self(self.0.set("queueSize", value))
            }

            /// Sets [`oldest_scheduled_check_run`](super::PrivateLocationMetricsSample::oldest_scheduled_check_run).
            pub fn oldest_scheduled_check_run(self, value: impl TryInto<f64, Error: Display>) -> Self {
                Self(self.0.set("oldestScheduledCheckRun", value))
            }

            /// Keeps the undeclared fields of the value from which this builder was created.
            #[inline]
            pub fn keep_undeclared(self) -> Self {
                Self(self.0.keep_undeclared())
            }

            /// Builds the value. The error names each required field that was not set, and each value that could not be
            /// converted.
            #[inline]
            pub fn build(self) -> Result<super::PrivateLocationMetricsSample, perennial::error::BuildError> {
                self.0.build()
            }
        }
    }

    /// Severity of an incident. Only the value CRITICAL is documented. To create a value, use a variant, or convert a string with `from`.
    ///
    /// Available with the feature `status-page-incidents`.
    #[cfg(feature = "status-page-incidents")]
    #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
    #[non_exhaustive]
    pub enum IncidentSeverity {
        /// `CRITICAL` on the wire.
        Critical,
        /// A value that the document does not list. For a value that the document lists, `from` returns the corresponding variant.
        Other(String),
    }

    #[cfg(feature = "status-page-incidents")]
    impl IncidentSeverity {
        /// Returns the string that is sent for this value.
        pub fn as_str(&self) -> &str {
            AsRef::as_ref(self)
        }
    }

    #[cfg(feature = "status-page-incidents")]
    v1::open_enum! { IncidentSeverity:
        "CRITICAL" => Critical,
        _ => Other,
    }

    /// Status of an incident update. The `lastUpdateStatus` of an incident has the same set of values. Only the value INVESTIGATING is documented. To create a value, use a variant, or convert a string with `from`.
    ///
    /// Available if one of the features `status-page-incident-updates` or `status-page-incidents` is enabled.
    #[cfg(any(feature = "status-page-incident-updates", feature = "status-page-incidents"))]
    #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
    #[non_exhaustive]
    pub enum IncidentUpdateStatus {
        /// `INVESTIGATING` on the wire.
        Investigating,
        /// A value that the document does not list. For a value that the document lists, `from` returns the corresponding variant.
        Other(String),
    }

    #[cfg(any(feature = "status-page-incident-updates", feature = "status-page-incidents"))]
    impl IncidentUpdateStatus {
        /// Returns the string that is sent for this value.
        pub fn as_str(&self) -> &str {
            AsRef::as_ref(self)
        }
    }

    #[cfg(any(feature = "status-page-incident-updates", feature = "status-page-incidents"))]
    v1::open_enum! { IncidentUpdateStatus:
        "INVESTIGATING" => Investigating,
        _ => Other,
    }

    #[cfg(feature = "status-page-incidents")]
    impl IncidentList {
        /// The id of the next page; `None` or an empty string on the last page.
        pub fn next_id(&self) -> Option<&str> {
            self.next_id.as_deref()
        }

        /// The items of this page.
        pub fn into_items(self) -> Vec<Incident> {
            self.entries.unwrap_or_default()
        }
    }

    #[cfg(feature = "status-page-incidents")]
    impl page::Page for IncidentList {
        type Item = Incident;

        fn next_id(&self) -> Option<&str> {
            Self::next_id(self)
        }

        fn into_items(self) -> Vec<Self::Item> {
            Self::into_items(self)
        }
    }

    /// One sample of the series [`PrivateLocationMetrics`]. It contains the elements at one index of the series: one element from each list. Create a value with [`PrivateLocationMetricsSample::builder()`].
    ///
    /// To loop over the samples, write `for sample in value.samples()?`. [`PrivateLocationMetrics::samples()`] returns a `Result`. Without `?`, the loop iterates over the `Result` itself: the loop runs at most once, and the loop variable is the iterator of the samples. If the loop then uses a field of a sample, the compiler reports that `impl ExactSizeIterator` has no such field.
    ///
    /// Available with the feature `private-locations`.
    #[cfg(feature = "private-locations")]
    #[derive(Clone, Copy)]
    #[non_exhaustive]
    pub struct PrivateLocationMetricsSample {
        /// One element of `timestamps`.
        ///
        /// Times of the samples (ISO 8601).
        pub timestamp: DateTime<Utc>,
        /// One element of `queueSize`.
        ///
        /// Queue size at each point in time.
        pub queue_size: f64,
        /// One element of `oldestScheduledCheckRun`.
        ///
        /// Age of the oldest scheduled check run at each point in time. The unit is not documented.
        pub oldest_scheduled_check_run: f64,
        undeclared_: v1::Ignored,
    }

    #[cfg(feature = "private-locations")]
    impl PrivateLocationMetricsSample {
        /// Returns a builder in which no field is set.
        #[inline]
        pub fn builder() -> builder::PrivateLocationMetricsSample {
            Default::default()
        }

        /// Returns the fields that the document does not declare, as a map from name to value. The undeclared
        /// fields are serialized together with the declared fields.
        #[inline]
        pub fn undeclared(&self) -> &serde_json::Map<String, serde_json::Value> {
            v1::Ignored.fields()
        }

        /// Removes the [undeclared](Self::undeclared) fields of the value, and of all values inside it.
        #[inline]
        pub fn clear_undeclared(&mut self) {
            v1::Decode::clear_undeclared(self);
        }
    }

    #[cfg(feature = "private-locations")]
    v1::object! { PrivateLocationMetricsSample with builder:
        "timestamp" => timestamp: required DateTime<Utc>,
        "queueSize" => queue_size: required f64,
        "oldestScheduledCheckRun" => oldest_scheduled_check_run: required f64,
        _ => undeclared_: v1::Ignored,
    }

    #[cfg(feature = "private-locations")]
    impl PrivateLocationMetrics {
        /// Returns the samples, one for each index of the parallel lists. An absent list counts as empty.
        ///
        /// The method returns a `Result`. To loop over the samples, write `for sample in value.samples()?`.
        ///
        /// # Errors
        ///
        /// [`Error::Decode`](::perennial::Error::Decode) if the lists differ in length.
        pub fn samples(&self) -> Result<impl ExactSizeIterator<Item = PrivateLocationMetricsSample> + '_, Error> {
            let all_timestamps = self.timestamps.as_deref().unwrap_or_default();
            let all_queue_size = self.queue_size.as_deref().unwrap_or_default();
            let all_oldest_scheduled_check_run = self.oldest_scheduled_check_run.as_deref().unwrap_or_default();
            let length = v1::equal_lengths(&[
                ("timestamps", all_timestamps.len()),
                ("queueSize", all_queue_size.len()),
                ("oldestScheduledCheckRun", all_oldest_scheduled_check_run.len()),
            ])?;
            Ok((0..length).map(move |index| PrivateLocationMetricsSample {
                timestamp: all_timestamps[index],
                queue_size: all_queue_size[index],
                oldest_scheduled_check_run: all_oldest_scheduled_check_run[index],
                undeclared_: v1::Ignored,
            }))
        }
    }
}

/// The builders of the operations. The method of [`Client`](crate::Client) for an operation returns the
/// operation's builder.
///
/// A setter accepts a value of the parameter's type, or any value that converts into this type (`TryInto`),
/// such as a string for a `Uuid`. Setters for UUIDs also accept `&Uuid`, and setters for lists of strings
/// accept arrays of `&str` (`IntoRequired`). Setters for optional parameters also accept an `Option`
/// (`IntoOptional`), and `None` has no effect. If values cannot be converted or required parameters are
/// missing, `send` returns an error that lists all of them, and does not send the request. A list in the query
/// is sent as one parameter per element, unless the docs of its setter state another style.
///
/// `send` returns `Ok` if the service responds with any 2xx status and a body of the declared type, and an
/// [`Error`](crate::Error) otherwise. Awaiting a builder has the same effect as calling `send`.
#[cfg(not(doctest))]
pub mod builder {
    use super::types;
    use perennial::__private::v1;
    use perennial::optional::{IntoOptional, IntoRequired};
    use perennial::time::QueryTime;
    use perennial::uuid::Uuid;
    use perennial::{Core, Error, Operation, RateLimit, ResponseValue};
    use std::fmt::Display;

    /// Get private location health metrics. Sent by `.send().await`.
    ///
    /// Reads the health metrics of a private location (queue size and age of the oldest scheduled check run) over a time window. The window must begin less than 15 days in the past.
    ///
    /// The rate limit of this route is 300 requests per day at most. It replaces the default rate limit of 600 requests per 60 seconds.
    ///
    /// `GET /v1/private-locations/{id}/metrics`, operationId `getV1PrivatelocationsIdMetrics`, tag `Private locations`.
    ///
    /// Returns [`PrivateLocationMetrics`](crate::types::PrivateLocationMetrics), or an [`Error`](::perennial::Error).
    ///
    /// Available with the feature `private-locations`.
    ///
    /// Call this operation with [`Client::get_v1_privatelocations_id_metrics`](crate::Client::get_v1_privatelocations_id_metrics), or by its short name, as in this example:
    ///
    /// ```text
    /// let response = client
    ///     .private_locations()
    ///     .metrics(id)
    ///     .from(from)
    ///     .to(to)
    ///     .send()
    ///     .await?;
    /// ```
    #[cfg(feature = "private-locations")]
    #[derive(Clone, Debug)]
    #[must_use = "does nothing unless awaited"]
    pub struct GetV1PrivatelocationsIdMetrics(v1::Call);

    #[cfg(feature = "private-locations")]
    impl GetV1PrivatelocationsIdMetrics {
        pub(crate) const SIGNATURE: v1::Signature = v1::Signature { operation: &Self::DECLARED, inputs: Self::INPUTS };
        pub(crate) const DECLARED: Operation = v1::declared(v1::Declaration {
            operation_id: "getV1PrivatelocationsIdMetrics",
            call_name: "private_locations().metrics",
            method: "GET",
            path: "/v1/private-locations/{id}/metrics",
            rate_limit: Some(RateLimit::new(300, 86400)),
            ..v1::Declaration::of(&super::SERVICE)
        });

        pub(crate) const INPUTS: &'static [v1::Input] =
            &[v1::Input::path("id"), v1::Input::query("from").required(), v1::Input::query("to").required()];

        pub(crate) fn new(client: &Core) -> Self {
            Self(v1::Call::new(client, Self::SIGNATURE))
        }

        /// The private location.
        ///
        /// The path parameter `id`. Required.
        pub fn id<Form>(self, value: impl IntoRequired<Uuid, Form>) -> Self {
            Self(self.0.set("id", value))
        }

        /// UNIX timestamp from which metrics start. Must be less than 15 days in the past.
        ///
        /// The query parameter `from`. Required. Accepts a `DateTime`, a `SystemTime`, UNIX seconds (`i64`) or an RFC 3339 string. All of these are sent as UNIX seconds. Also accepts a `NaiveDate`, which is sent as a date.
        pub fn from(self, value: impl TryInto<QueryTime, Error: Display>) -> Self {
            Self(self.0.set_time("from", value))
        }

        /// UNIX timestamp up to which metrics are selected.
        ///
        /// The query parameter `to`. Required. Accepts a `DateTime`, a `SystemTime`, UNIX seconds (`i64`) or an RFC 3339 string. All of these are sent as UNIX seconds. Also accepts a `NaiveDate`, which is sent as a date.
        pub fn to(self, value: impl TryInto<QueryTime, Error: Display>) -> Self {
            Self(self.0.set_time("to", value))
        }

        /// Sends the request.
        pub async fn send(self) -> Result<ResponseValue<types::PrivateLocationMetrics>, Error> {
            self.await
        }
    }

    #[cfg(feature = "private-locations")]
    v1::into_future! {
        GetV1PrivatelocationsIdMetrics: |it| it.0.accept("application/json").send_json() => types::PrivateLocationMetrics
    }

    /// List the latest incidents. Sent by `.send().await`.
    ///
    /// Returns the latest 100 incidents for all services, with pagination. How `nextId` is passed back to fetch the next page is not documented.
    ///
    /// The default rate limit applies: 600 requests per 60 seconds.
    ///
    /// `GET /v1/status-pages/incidents`, operationId `getV1StatuspagesIncidents`, tag `Status page incidents`.
    ///
    /// Returns [`IncidentList`](crate::types::IncidentList), or an [`Error`](::perennial::Error).
    ///
    /// This call counts towards [the rate limit that most operations share](::perennial::Operation::rate_limit).
    ///
    /// Available with the feature `status-page-incidents`.
    ///
    /// Call this operation with [`Client::get_v1_statuspages_incidents`](crate::Client::get_v1_statuspages_incidents), or by its short name, as in this example:
    ///
    /// ```text
    /// let response = client
    ///     .status_page_incidents()
    ///     .list()
    ///     .send()
    ///     .await?;
    /// ```
    #[cfg(feature = "status-page-incidents")]
    #[derive(Clone, Debug)]
    #[must_use = "does nothing unless awaited"]
    pub struct GetV1StatuspagesIncidents(v1::Call);

    #[cfg(feature = "status-page-incidents")]
    impl GetV1StatuspagesIncidents {
        pub(crate) const SIGNATURE: v1::Signature = v1::Signature { operation: &Self::DECLARED, inputs: Self::INPUTS };
        pub(crate) const DECLARED: Operation = v1::declared(v1::Declaration {
            operation_id: "getV1StatuspagesIncidents",
            call_name: "status_page_incidents().list",
            method: "GET",
            path: "/v1/status-pages/incidents",
            ..v1::Declaration::of(&super::SERVICE)
        });

        pub(crate) const INPUTS: &'static [v1::Input] = &[];
        pub(crate) fn new(client: &Core) -> Self {
            Self(v1::Call::new(client, Self::SIGNATURE))
        }

        /// Sends the request.
        pub async fn send(self) -> Result<ResponseValue<types::IncidentList>, Error> {
            self.await
        }
    }

    #[cfg(feature = "status-page-incidents")]
    v1::into_future! {
        GetV1StatuspagesIncidents: |it| it.0.accept("application/json").send_json() => types::IncidentList
    }

    /// Add an incident update. Sent by `.send().await`.
    ///
    /// Creates a new update for the given incident.
    ///
    /// The default rate limit applies: 600 requests per 60 seconds.
    ///
    /// `POST /v1/status-pages/incidents/{incidentId}/incident-updates`, operationId `postV1StatuspagesIncidentsIncidentidIncidentupdates`, tag `Status page incident updates`.
    ///
    /// Returns [`IncidentUpdate`](crate::types::IncidentUpdate), or an [`Error`](::perennial::Error).
    ///
    /// This call counts towards [the rate limit that most operations share](::perennial::Operation::rate_limit).
    ///
    /// Available with the feature `status-page-incident-updates`.
    ///
    /// Call this operation with [`Client::post_v1_statuspages_incidents_incidentid_incidentupdates`](crate::Client::post_v1_statuspages_incidents_incidentid_incidentupdates), or by its short name, as in this example:
    ///
    /// ```text
    /// let response = client
    ///     .status_page_incident_updates()
    ///     .create(incident_id)
    ///     .body_map(|body| body.description(description))
    ///     .send()
    ///     .await?;
    /// ```
    #[cfg(feature = "status-page-incident-updates")]
    #[derive(Clone, Debug)]
    #[must_use = "does nothing unless awaited"]
    pub struct PostV1StatuspagesIncidentsIncidentidIncidentupdates(
        v1::Call,
        v1::Body<types::builder::IncidentUpdateCreate>,
    );

    #[cfg(feature = "status-page-incident-updates")]
    impl PostV1StatuspagesIncidentsIncidentidIncidentupdates {
        pub(crate) const SIGNATURE: v1::Signature = v1::Signature { operation: &Self::DECLARED, inputs: Self::INPUTS };
        pub(crate) const DECLARED: Operation = v1::declared(v1::Declaration {
            operation_id: "postV1StatuspagesIncidentsIncidentidIncidentupdates",
            call_name: "status_page_incident_updates().create",
            method: "POST",
            path: "/v1/status-pages/incidents/{incidentId}/incident-updates",
            ..v1::Declaration::of(&super::SERVICE)
        });

        pub(crate) const INPUTS: &'static [v1::Input] =
            &[v1::Input::path("incidentId").set_by("incident_id"), v1::Input::json_body("application/json")];

        pub(crate) fn new(client: &Core) -> Self {
            Self(v1::Call::new(client, Self::SIGNATURE), v1::Body::default())
        }

        /// The incident. The format of the value is not documented.
        ///
        /// The path parameter `incidentId`. Required.
        pub fn incident_id(self, value: impl TryInto<String>) -> Self {
            Self(self.0.set("incident_id", value), self.1)
        }

        /// The request body.
        pub fn body<Form>(self, value: impl IntoOptional<types::IncidentUpdateCreate, Form, Error: Display>) -> Self {
            Self(self.0, self.1.set_built(value, types::builder::IncidentUpdateCreate::keep_undeclared))
        }

        /// Changes the body through its builder.
        pub fn body_map<F>(self, change: F) -> Self
        where
            F: FnOnce(types::builder::IncidentUpdateCreate) -> types::builder::IncidentUpdateCreate,
        {
            Self(self.0, self.1.change(change))
        }

        /// Sends the request.
        pub async fn send(self) -> Result<ResponseValue<types::IncidentUpdate>, Error> {
            self.await
        }
    }

    #[cfg(feature = "status-page-incident-updates")]
    v1::into_future! {
        PostV1StatuspagesIncidentsIncidentidIncidentupdates: |it| it.0.with_built::<types::IncidentUpdateCreate, _>(
            it.1
        ).accept("application/json").send_json() => types::IncidentUpdate
    }
}

#[cfg(doctest)]
static OPERATIONS: &[::perennial::Operation] = &[];
#[cfg(doctest)]
pub mod builder {}
#[cfg(doctest)]
pub mod mock {}
#[cfg(doctest)]
pub mod servers {}
#[cfg(doctest)]
pub mod tags {}
#[cfg(doctest)]
pub mod types {}
