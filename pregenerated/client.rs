// @generated from openapi.json. Adapted on the way, by rule and number of places:
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

// What is true of this service alone.
use super::{Credentials, SERVICE};

/// A client of the API.
///
/// It has a method for each tag and for each operation; the latter returns a builder for that request. If the compiler
/// does not find a method, the feature of its tag is probably off: it is named after the tag's method, with `-` for
/// `_`. [`tags`](crate::tags) lists them all. What the document does not have yet is called by
/// [`request`](Self::request).
///
/// It is cheap to clone; clones share one connection pool. Calls need a Tokio runtime with I/O and time enabled, except
/// in a browser. Without a runtime, they fail with [`Error::InvalidRequest`]. If time or I/O is off, Tokio panics, with
/// the remedy in its message.
#[derive(Clone)]
pub struct Client(Core);

/// # Making a client
impl Client {
    /// Configures a client of the service at `base_url`: `https`, a host, and an optional path prefix.
    ///
    /// `http` is refused except to loopback (`localhost`, `127.0.0.0/8`, `::1`), since it exposes the credentials to
    /// everyone on the network; see [`ClientBuilder::allow_plain_http`]. A proxy named in the environment is used,
    /// unless this or an allowed server is loopback.
    pub fn builder(base_url: impl Into<String>) -> ClientBuilder {
        ClientBuilder(Core::builder(&SERVICE, OPERATIONS, base_url, Credentials::default()))
    }
}

/// The operations of the document, in its order.
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
    /// The operations of the tag `Private locations`. They come with the feature `private-locations`.
    ///
    /// Read health metrics (queue size and age of the oldest scheduled check run) over a time window.
    #[cfg(feature = "private-locations")]
    pub fn private_locations(&self) -> tags::PrivateLocations {
        tags::PrivateLocations { client: self.0.clone() }
    }

    /// The operations of the tag `Status page incidents`. They come with the feature `status-page-incidents`.
    ///
    /// List the latest incidents across all services.
    #[cfg(feature = "status-page-incidents")]
    pub fn status_page_incidents(&self) -> tags::StatusPageIncidents {
        tags::StatusPageIncidents { client: self.0.clone() }
    }

    /// The operations of the tag `Status page incident updates`. They come with the feature `status-page-incident-updates`.
    ///
    /// Add an update to one incident.
    #[cfg(feature = "status-page-incident-updates")]
    pub fn status_page_incident_updates(&self) -> tags::StatusPageIncidentUpdates {
        tags::StatusPageIncidentUpdates { client: self.0.clone() }
    }
}

/// The operations of each tag, under short names.
///
/// Where a method of [`Client`](crate::Client) is missing, the feature of its tag is off:
///
/// | tag | method | feature |
/// |---|---|---|
/// | `Private locations` | `private_locations()` | `private-locations` |
/// | `Status page incidents` | `status_page_incidents()` | `status-page-incidents` |
/// | `Status page incident updates` | `status_page_incident_updates()` | `status-page-incident-updates` |
#[cfg(not(doctest))]
pub mod tags {
    use perennial::__private::v1;
    use perennial::uuid::Uuid;

    #[cfg(feature = "private-locations")]
    v1::tag! {
        /// The operations of the tag `Private locations`. They come with the feature `private-locations`.
        ///
        /// Read health metrics (queue size and age of the oldest scheduled check run) over a time window.
        pub struct PrivateLocations {
            /// Get private location health metrics
            ///
            /// `GET /v1/private-locations/{id}/metrics`. See the builder [`GetV1PrivatelocationsIdMetrics`](crate::builder::GetV1PrivatelocationsIdMetrics) for details.
            metrics(id: Uuid) -> GetV1PrivatelocationsIdMetrics;
        }
    }

    #[cfg(feature = "status-page-incidents")]
    v1::tag! {
        /// The operations of the tag `Status page incidents`. They come with the feature `status-page-incidents`.
        ///
        /// List the latest incidents across all services.
        pub struct StatusPageIncidents {
            /// List the latest incidents
            ///
            /// `GET /v1/status-pages/incidents`. See the builder [`GetV1StatuspagesIncidents`](crate::builder::GetV1StatuspagesIncidents) for details.
            list() -> GetV1StatuspagesIncidents;
        }
    }

    #[cfg(feature = "status-page-incident-updates")]
    v1::tag! {
        /// The operations of the tag `Status page incident updates`. They come with the feature `status-page-incident-updates`.
        ///
        /// Add an update to one incident.
        pub struct StatusPageIncidentUpdates {
            /// Add an incident update
            ///
            /// `POST /v1/status-pages/incidents/{incidentId}/incident-updates`. See the builder [`PostV1StatuspagesIncidentsIncidentidIncidentupdates`](crate::builder::PostV1StatuspagesIncidentsIncidentidIncidentupdates) for details.
            ///
            /// Its body is set by `body_map(|body| body.description(description))`.
            create(incident_id: String) -> PostV1StatuspagesIncidentsIncidentidIncidentupdates;
        }
    }
}

/// # `Private locations`
///
/// Read health metrics (queue size and age of the oldest scheduled check run) over a time window.
#[cfg(not(doctest))]
#[cfg(feature = "private-locations")]
impl Client {
    /// Get private location health metrics
    ///
    /// `GET /v1/private-locations/{id}/metrics`, operationId `getV1PrivatelocationsIdMetrics`, tag `Private locations`.
    ///
    /// Returns [`PrivateLocationMetrics`](crate::types::PrivateLocationMetrics), or an [`Error`](::perennial::Error).
    ///
    /// See the builder [`GetV1PrivatelocationsIdMetrics`](crate::builder::GetV1PrivatelocationsIdMetrics) for details.
    ///
    /// Available with the feature `private-locations`.
    #[cfg(feature = "private-locations")]
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
    /// List the latest incidents
    ///
    /// `GET /v1/status-pages/incidents`, operationId `getV1StatuspagesIncidents`, tag `Status page incidents`.
    ///
    /// Returns [`IncidentList`](crate::types::IncidentList), or an [`Error`](::perennial::Error).
    ///
    /// See the builder [`GetV1StatuspagesIncidents`](crate::builder::GetV1StatuspagesIncidents) for details.
    ///
    /// Available with the feature `status-page-incidents`.
    #[cfg(feature = "status-page-incidents")]
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
    /// Add an incident update
    ///
    /// `POST /v1/status-pages/incidents/{incidentId}/incident-updates`, operationId `postV1StatuspagesIncidentsIncidentidIncidentupdates`, tag `Status page incident updates`.
    ///
    /// Returns [`IncidentUpdate`](crate::types::IncidentUpdate), or an [`Error`](::perennial::Error).
    ///
    /// See the builder [`PostV1StatuspagesIncidentsIncidentidIncidentupdates`](crate::builder::PostV1StatuspagesIncidentsIncidentidIncidentupdates) for details.
    ///
    /// Available with the feature `status-page-incident-updates`.
    #[cfg(feature = "status-page-incident-updates")]
    pub fn post_v1_statuspages_incidents_incidentid_incidentupdates(
        &self,
    ) -> builder::PostV1StatuspagesIncidentsIncidentidIncidentupdates {
        builder::PostV1StatuspagesIncidentsIncidentidIncidentupdates::new(&self.0)
    }
}

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

/// Configures a [`Client`].
#[derive(Clone)]
#[must_use = "a builder does nothing until `build`"]
pub struct ClientBuilder(CoreBuilder);

impl ClientBuilder {
    /// Allows calls at another server, which then gets the credentials. The document declares one for some operations
    /// ([`Operation::server`](::perennial::Operation::server)), which are called nowhere else. By default no other
    /// server is allowed, and a call of such an operation is refused.
    ///
    /// Only scheme, host and port of `url` count; the path prefix is that in the document.
    pub fn allow_server(self, url: impl Into<String>) -> Self {
        Self(self.0.allow_server(url))
    }

    /// Sets the timeout of one attempt, from connecting to the last byte of the response. Defaults to 30 s.
    pub fn timeout(self, timeout: Duration) -> Self {
        Self(self.0.timeout(timeout))
    }

    /// Sets the timeout of connecting, within that of the attempt. Defaults to 10 s. Has no effect on a client set with
    /// [`http_client`](Self::http_client), and in a browser.
    pub fn connect_timeout(self, timeout: Duration) -> Self {
        Self(self.0.connect_timeout(timeout))
    }

    /// Sets the time that a whole call may take: all its attempts, the waits between them, and the waits for the
    /// client's own rate limit. A wait that would end after the deadline is not begun.
    ///
    /// At the deadline, the current attempt ends with
    /// [`TransportFailure::Deadline`](::perennial::error::TransportFailure::Deadline), whose message states the length
    /// of the deadline. If there was no attempt yet, the call fails with the same error, or with [`Error::RateLimited`]
    /// if it was waiting for the rate limit; if the wait for the next attempt would exceed the deadline, it fails with
    /// the error of the last one. Defaults to none: the timeout, the retry policy and `rate_limit_max_wait` then bound
    /// a call.
    pub fn deadline(self, deadline: Duration) -> Self {
        Self(self.0.deadline(deadline))
    }

    /// Sets when a failed request is sent again. Defaults to [`RetryPolicy::default`], two retries.
    pub fn retry(self, policy: RetryPolicy) -> Self {
        Self(self.0.retry(policy))
    }

    /// Keeps the requests within the limits of the service, and sets what a call does when a limit is reached. Needs
    /// the feature `rate-limit`. Defaults to none: only the service counts, and responds with 429.
    ///
    /// An operation for which the document states a limit has that limit, see
    /// [`Operation::rate_limit`](::perennial::Operation::rate_limit); all others share
    /// the default limit of the service, if it has one. Every attempt counts, unless
    /// nothing of it was sent: because it was refused or dropped before, or got no connection. Each account has its own
    /// count; a request whose account an interceptor sets is counted for the account of the client.
    /// [`Client::limits`] shows what is used.
    ///
    /// The count starts with the client and is shared by its clones and the clients derived from it. For all processes
    /// of an account, set a [`rate_limit_store`](Self::rate_limit_store). If the service still responds with 429 and a
    /// `Retry-After`, no request under the same limit is sent for that time, at most a day.
    ///
    /// The service counts requests as they arrive, so the client counts them for longer: see
    /// [`rate_limit_margin`](Self::rate_limit_margin).
    #[cfg(feature = "rate-limit")]
    pub fn rate_limit(self, when_limited: ::perennial::WhenLimited) -> Self {
        Self(self.0.rate_limit(when_limited))
    }

    /// Sets the longest time that an attempt waits for its turn under the [`rate_limit`](Self::rate_limit), with
    /// [`WhenLimited::Wait`](::perennial::WhenLimited::Wait). A call that would have to wait longer fails at once with
    /// [`Error::RateLimited`], whose [`retry_after`](::perennial::error::RateLimited::retry_after) says how long it
    /// would have waited; if it is about to be retried, with the error of the attempt before. Defaults to an hour.
    /// Needs the feature `rate-limit`.
    ///
    /// With `Duration::MAX`, a daily limit can mean a wait of a day. A call that waits for more than a minute says so
    /// once, in a `tracing` event at level warn. For a derived client, see
    /// [`Client::with_rate_limit_max_wait`].
    #[cfg(feature = "rate-limit")]
    pub fn rate_limit_max_wait(self, wait: Duration) -> Self {
        Self(self.0.rate_limit_max_wait(wait))
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
    pub fn rate_limit_margin(self, margin: Duration) -> Self {
        Self(self.0.rate_limit_margin(margin))
    }

    /// Sets the share of each limit that the [`rate_limit`](Self::rate_limit) leaves to others that use the account.
    /// With 0.1, the client sends at most 540 of 600 requests; whatever the share, it may send one. From 0 to less than
    /// 1; [`build`](Self::build) refuses any other value. Defaults to 0. Needs the feature `rate-limit`.
    #[cfg(feature = "rate-limit")]
    pub fn rate_limit_headroom(self, share: f64) -> Self {
        Self(self.0.rate_limit_headroom(share))
    }

    /// Counts the requests of the [`rate_limit`](Self::rate_limit) in a store, for all processes that use it. Without
    /// `rate_limit`, [`build`](Self::build) fails. Defaults to none: each client counts its own. See
    /// [`rate_limit`](::perennial::rate_limit) for the stores there are. Needs the
    /// feature `rate-limit`.
    ///
    /// Each attempt books its slot in the store, in one request to it; clients that wait are served in the order in
    /// which they asked. The client counts its own requests as well, for the case that the store cannot be reached: see
    /// [`on_store_error`](Self::on_store_error). All clients of an account should have the same margin and store
    /// timeout.
    #[cfg(all(feature = "rate-limit", not(target_family = "wasm")))]
    pub fn rate_limit_store(self, store: impl ::perennial::RateLimitStore) -> Self {
        Self(self.0.rate_limit_store(store))
    }

    /// Sets the time that the [`rate_limit_store`](Self::rate_limit_store) may take to answer, within the
    /// [deadline](Self::deadline), which should be longer. Defaults to 250 ms. Needs the feature `rate-limit`.
    ///
    /// A slot is good for twice this time; a call that gets to it later books another. So each request counts for that
    /// much longer in the store, beside the [margin](Self::rate_limit_margin).
    #[cfg(all(feature = "rate-limit", not(target_family = "wasm")))]
    pub fn rate_limit_store_timeout(self, timeout: Duration) -> Self {
        Self(self.0.rate_limit_store_timeout(timeout))
    }

    /// Sets what a call does while the [`rate_limit_store`](Self::rate_limit_store) cannot be reached. Defaults to
    /// [`OnStoreError::Local`](::perennial::OnStoreError::Local). Needs the feature `rate-limit`.
    #[cfg(all(feature = "rate-limit", not(target_family = "wasm")))]
    pub fn on_store_error(self, on_store_error: ::perennial::OnStoreError) -> Self {
        Self(self.0.on_store_error(on_store_error))
    }

    /// Changes the crate's own HTTP client: its proxy, `User-Agent`, certificates, resolver, pool. For
    /// example, `builder.configure_http(|http| http.user_agent("my-program/1.0"))` names the program to the service.
    ///
    /// `change` gets a builder with the settings of this crate, among them [`connect_timeout`](Self::connect_timeout)
    /// and keep-alive pings, and may replace them. Three things cannot be changed: redirects are not followed, requests
    /// are not resent by reqwest, and [`timeout`](Self::timeout) bounds an attempt. If a base URL is loopback, proxies
    /// from the environment are not used, but one that is set here is. If all base URLs are plain http to loopback, TLS
    /// (to a proxy) trusts only the certificates that are added here.
    ///
    /// If `rustls-ring` is the only TLS feature, the TLS settings of reqwest have no effect unless the program has
    /// installed a crypto provider. [`build`](Self::build) applies several changes in
    /// the order in which they were added. They have no effect on a client set with
    /// [`http_client`](Self::http_client).
    pub fn configure_http(
        self,
        change: impl Fn(reqwest::ClientBuilder) -> reqwest::ClientBuilder + Send + Sync + 'static,
    ) -> Self {
        Self(self.0.configure_http(change))
    }

    /// Sets a custom HTTP client instead of the crate's own, for example one that the program uses for other things,
    /// too. See [`configure_http`](Self::configure_http) for a proxy or certificates.
    ///
    /// Its redirects, retries, proxies, resolver, TLS, default headers, connect timeout and keep-alive pings are its
    /// own. It should not follow redirects, which would send the request, and what authenticates it, to another host:
    /// `.redirect(reqwest::redirect::Policy::none())`. Nor should it retry, since no error would count that:
    /// `.retry(reqwest::retry::never())`. The [`timeout`](Self::timeout) set here replaces its own.
    pub fn http_client(self, client: reqwest::Client) -> Self {
        Self(self.0.http_client(client))
    }

    /// Adds an interceptor, which sees each attempt before it is sent and when it has ended: see
    /// [`Interceptor`]. Several are called in the order in which they were added.
    pub fn interceptor(self, interceptor: impl Interceptor) -> Self {
        Self(self.0.interceptor(interceptor))
    }

    /// Allows `http://` to hosts other than loopback. The credentials are then sent unencrypted.
    pub fn allow_plain_http(self) -> Self {
        Self(self.0.allow_plain_http())
    }

    /// Sets whether a response keeps its body beside the value that was decoded from it, as
    /// [`ResponseValue::raw_body`](::perennial::ResponseValue::raw_body): to store what was received, to the byte. It
    /// takes the memory of the body for as long as the response is held. Defaults to `false`.
    pub fn keep_body(self, keep: bool) -> Self {
        Self(self.0.keep_body(keep))
    }

    /// Sets the maximum size of the body of a successful response, in bytes; a larger body is an
    /// [`Error::Decode`]. Of a stream of values, it is that of each; streamed bytes have none. Values take more memory
    /// than their text: `{}` in a list can become a struct of hundreds of bytes, and `{"a":0}` in a field that the
    /// document does not declare takes 650 bytes. Defaults to 32 MiB.
    pub fn max_response_bytes(self, limit: usize) -> Self {
        Self(self.0.max_response_bytes(limit))
    }

    /// Sets how many bytes of the body of any other response are read and kept in the error. Defaults to 64 KiB.
    pub fn max_error_bytes(self, limit: usize) -> Self {
        Self(self.0.max_error_bytes(limit))
    }

    /// Checks the settings and builds the client. Nothing is sent.
    ///
    /// # Errors
    ///
    /// [`Error::InvalidRequest`], with what is wrong, for
    ///
    /// - a base URL, or one of [`allow_server`](Self::allow_server), that is not `http` or `https` with a host, or has
    ///   a user name, password, query, fragment, white space, or `.` or `..` in its path,
    /// - `http` to a host other than loopback, unless [allowed](Self::allow_plain_http),
    /// - `https` without a TLS feature and without [`http_client`](Self::http_client),
    /// - credentials that are missing, or cannot be sent,
    /// - a time limit of zero,
    /// - a `rate_limit_headroom` that is not from 0 to less than 1, or a `rate_limit_store` without `rate_limit`,
    /// - an HTTP client that cannot be built, for example because the platform's certificates cannot be loaded.
    pub fn build(self) -> Result<Client, Error> {
        self.0.build().map(Client)
    }

    /// A client at the base URL of the environment, which lacks credentials.
    pub(crate) fn of_environment(environment: &Environment<'_>) -> Result<Self, Error> {
        Core::builder_from_env(&SERVICE, OPERATIONS, environment, Credentials::default()).map(Self)
    }

    /// Sets other credentials, as `change` leaves them.
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
/// [`MockServerExt`](mock::MockServerExt) gives `httpmock::MockServer` a method for each operation, which makes a
/// [`MockOperation`](mock::MockOperation), and one for each tag, which has them under the short names of the
/// client: `server.things().get()`. A former name of a tag has none; one that is a method of `MockServer`, such as
/// `url`, is called as `MockServerExt::url(&server)`.
#[cfg(feature = "mock")]
#[cfg(not(doctest))]
pub mod mock {
    use perennial::__private::v1;
    pub use perennial::mock::{Mock, MockOperation, ParameterName, Response, Untyped, undeclared};

    v1::mocks! {
        tags {
            /// Mocks of the operations of the tag `Private locations`.
            #[cfg(feature = "private-locations")]
            private_locations: PrivateLocations {
                metrics: get_v1_privatelocations_id_metrics -> crate::types::PrivateLocationMetrics;
            }
            /// Mocks of the operations of the tag `Status page incidents`.
            #[cfg(feature = "status-page-incidents")]
            status_page_incidents: StatusPageIncidents {
                list: get_v1_statuspages_incidents -> crate::types::IncidentList;
            }
            /// Mocks of the operations of the tag `Status page incident updates`.
            #[cfg(feature = "status-page-incident-updates")]
            status_page_incident_updates: StatusPageIncidentUpdates {
                create: post_v1_statuspages_incidents_incidentid_incidentupdates -> crate::types::IncidentUpdate;
            }
        }
        former {}
        /// A mock of `GET /v1/private-locations/{id}/metrics`.
        #[cfg(feature = "private-locations")]
        get_v1_privatelocations_id_metrics: GetV1PrivatelocationsIdMetrics -> crate::types::PrivateLocationMetrics { path: &[("id", "id")], query: &[("from", "from"), ("to", "to")] }
        /// A mock of `GET /v1/status-pages/incidents`.
        #[cfg(feature = "status-page-incidents")]
        get_v1_statuspages_incidents: GetV1StatuspagesIncidents -> crate::types::IncidentList {}
        /// A mock of `POST /v1/status-pages/incidents/{incidentId}/incident-updates`.
        #[cfg(feature = "status-page-incident-updates")]
        post_v1_statuspages_incidents_incidentid_incidentupdates: PostV1StatuspagesIncidentsIncidentidIncidentupdates -> crate::types::IncidentUpdate { path: &[("incident_id", "incidentId")], body: perennial::__private::v1::JsonBody::Fields(perennial::__private::v1::fields::<crate::types::IncidentUpdateCreate>()) }
    }
}

/// The types that operations take and give, as the document describes them.
#[cfg(not(doctest))]
pub mod types {
    use perennial::__private::v1;
    use perennial::__private::v1::object::Nothing;
    use perennial::Error;
    use perennial::page::Page;

    #[cfg(feature = "private-locations")]
    v1::object! {
        /// Health metrics of a private location as three parallel arrays. The arrays are indexed together: the element at position i of each array belongs to the same sample.
        ///
        /// Available with the feature `private-locations`.
        #[derive(Clone, Default)]
        pub struct PrivateLocationMetrics built in build_PrivateLocationMetrics {
            /// Points in time of the samples (ISO 8601).
            0 optional timestamps: Vec<perennial::chrono::DateTime<perennial::chrono::Utc>> = "timestamps";
            /// Queue size at each point.
            1 optional queue_size: Vec<f64> = "queueSize";
            /// Age value of the oldest scheduled check run at each point. The unit is not shown.
            2 optional oldest_scheduled_check_run: Vec<f64> = "oldestScheduledCheckRun";
        }
    }

    #[cfg(feature = "status-page-incidents")]
    v1::object! {
        /// A list of the latest incidents.
        ///
        /// Available with the feature `status-page-incidents`.
        #[derive(Clone, Default)]
        pub struct IncidentList built in build_IncidentList {
            /// Count accompanying the list.
            0 optional length: f64 = "length";
            /// Up to 100 of the latest incidents.
            ///
            /// Limits: at most 100 elements.
            1 optional entries: Vec<crate::types::Incident> = "entries";
            /// Identifier for continuing the listing.
            2 optional next_id: String = "nextId";
        }
        nests { entries }
    }

    #[cfg(feature = "status-page-incidents")]
    v1::object! {
        /// A status page incident.
        ///
        /// Available with the feature `status-page-incidents`.
        #[derive(Clone, Default)]
        pub struct Incident built in build_Incident {
            /// Identifier of the incident.
            0 optional id: String = "id";
            /// Name of the incident.
            1 optional name: String = "name";
            /// The field `severity`: [`IncidentSeverity`](crate::types::IncidentSeverity).
            2 optional severity: crate::types::IncidentSeverity = "severity";
            /// Services affected by the incident.
            3 optional services: Vec<crate::types::Service> = "services";
            /// Updates belonging to the incident.
            4 optional incident_updates: Vec<crate::types::IncidentUpdate> = "incidentUpdates";
            /// The field `lastUpdateStatus`: [`IncidentUpdateStatus`](crate::types::IncidentUpdateStatus).
            5 optional last_update_status: crate::types::IncidentUpdateStatus = "lastUpdateStatus";
            /// Creation date.
            6 optional created_at: perennial::time::Date = "created_at";
            /// Last modification date.
            7 optional updated_at: perennial::time::Date = "updated_at";
            /// Duration of the incident. The unit is not shown.
            8 optional duration: f64 = "duration";
        }
        nests {
            services incident_updates
        }
    }

    #[cfg(feature = "status-page-incidents")]
    v1::object! {
        /// A service, as embedded in an incident.
        ///
        /// Available with the feature `status-page-incidents`.
        #[derive(Clone, Default)]
        pub struct Service built in build_Service {
            /// Identifier of the service.
            0 optional id: String = "id";
            /// Name of the service.
            1 optional name: String = "name";
            /// Identifier of the account.
            2 optional account_id: String = "accountId";
            /// Creation date.
            3 optional created_at: perennial::time::Date = "created_at";
            /// Last modification date.
            4 optional updated_at: perennial::time::Date = "updated_at";
        }
    }

    #[cfg(any(feature = "status-page-incident-updates", feature = "status-page-incidents"))]
    v1::object! {
        /// An update of an incident.
        ///
        /// Available with any of the features `status-page-incident-updates` and `status-page-incidents`.
        #[derive(Clone, Default)]
        pub struct IncidentUpdate built in build_IncidentUpdate {
            /// Identifier of the update.
            0 optional id: String = "id";
            /// Text of the update.
            1 optional description: String = "description";
            /// The field `status`: [`IncidentUpdateStatus`](crate::types::IncidentUpdateStatus).
            2 optional status: crate::types::IncidentUpdateStatus = "status";
            /// Date publicly shown for the update (ISO 8601).
            3 optional public_incident_update_date: perennial::chrono::DateTime<perennial::chrono::Utc> = "publicIncidentUpdateDate";
            /// Creation date.
            4 optional created_at: perennial::time::Date = "created_at";
            /// Whether subscribers are to be notified.
            5 optional notify_subscribers: bool = "notifySubscribers";
        }
    }

    #[cfg(feature = "status-page-incident-updates")]
    v1::object! {
        /// An incident update to create. Which fields are required is not shown. The status of an update is not a field of the request.
        ///
        /// Available with the feature `status-page-incident-updates`.
        #[derive(Clone, Default)]
        pub struct IncidentUpdateCreate built in build_IncidentUpdateCreate {
            /// Identifier of the update.
            0 optional id: String = "id";
            /// Text of the update.
            1 optional description: String = "description";
            /// Date publicly shown for the update (ISO 8601).
            2 optional public_incident_update_date: perennial::chrono::DateTime<perennial::chrono::Utc> = "publicIncidentUpdateDate";
            /// Creation date.
            3 optional created_at: perennial::time::Date = "created_at";
            /// Whether subscribers are to be notified.
            4 optional notify_subscribers: bool = "notifySubscribers";
        }
    }

    /// Builders for the types.
    pub mod builder {
        #[cfg(feature = "private-locations")]
        pub use super::build_PrivateLocationMetrics::PrivateLocationMetrics;

        #[cfg(feature = "status-page-incidents")]
        pub use super::build_IncidentList::IncidentList;

        #[cfg(feature = "status-page-incidents")]
        pub use super::build_Incident::Incident;

        #[cfg(feature = "status-page-incidents")]
        pub use super::build_Service::Service;

        #[cfg(any(feature = "status-page-incident-updates", feature = "status-page-incidents"))]
        pub use super::build_IncidentUpdate::IncidentUpdate;

        #[cfg(feature = "status-page-incident-updates")]
        pub use super::build_IncidentUpdateCreate::IncidentUpdateCreate;

        #[cfg(feature = "private-locations")]
        pub use super::build_PrivateLocationMetricsSample::PrivateLocationMetricsSample;
    }

    #[cfg(feature = "status-page-incidents")]
    v1::open_enum! {
        /// Severity of an incident. Allowed values beyond CRITICAL are not shown.
        ///
        /// Available with the feature `status-page-incidents`.
        pub enum IncidentSeverity else Other {
            /// `CRITICAL` on the wire.
            Critical = "CRITICAL",
        }
    }

    #[cfg(any(feature = "status-page-incident-updates", feature = "status-page-incidents"))]
    v1::open_enum! {
        /// Status of an incident update, and the value set of the `lastUpdateStatus` of an incident. Allowed values beyond INVESTIGATING are not shown.
        ///
        /// Available with any of the features `status-page-incident-updates` and `status-page-incidents`.
        pub enum IncidentUpdateStatus else Other {
            /// `INVESTIGATING` on the wire.
            Investigating = "INVESTIGATING",
        }
    }

    #[cfg(feature = "status-page-incidents")]
    const _: () = {
        impl IncidentList {
            /// The id of the next page; `None` or an empty one on the last page.
            pub fn next_id(&self) -> Option<&str> {
                self.next_id.as_deref()
            }

            /// The items of this page.
            pub fn into_items(self) -> Vec<Incident> {
                self.entries.unwrap_or_default()
            }
        }
        impl Page for IncidentList {
            type Item = Incident;

            fn next_id(&self) -> Option<&str> {
                Self::next_id(self)
            }

            fn into_items(self) -> Vec<Self::Item> {
                Self::into_items(self)
            }
        }
    };

    #[cfg(feature = "private-locations")]
    v1::object! {
        /// The elements of a [`PrivateLocationMetrics`] at one index.
        ///
        /// Available with the feature `private-locations`.
        #[derive(Clone, Copy)]
        pub struct PrivateLocationMetricsSample built in build_PrivateLocationMetricsSample {
            /// One element of `timestamps`.
            ///
            /// Points in time of the samples (ISO 8601).
            0 required timestamp: perennial::chrono::DateTime<perennial::chrono::Utc> = "timestamp";
            /// One element of `queueSize`.
            ///
            /// Queue size at each point.
            1 required queue_size: f64 = "queueSize";
            /// One element of `oldestScheduledCheckRun`.
            ///
            /// Age value of the oldest scheduled check run at each point. The unit is not shown.
            2 required oldest_scheduled_check_run: f64 = "oldestScheduledCheckRun";
        }
        forgets undeclared;
    }

    #[cfg(feature = "private-locations")]
    const _: () = {
        impl PrivateLocationMetrics {
            /// The samples, one for each index of the parallel lists.
            ///
            /// # Errors
            ///
            /// [`Error::Decode`](::perennial::Error::Decode) if the lists differ in length; a list that is absent is empty.
            pub fn samples(&self) -> Result<impl ExactSizeIterator<Item = PrivateLocationMetricsSample> + '_, Error> {
                let all_timestamps = self.timestamps.as_deref().unwrap_or_default();
                let all_queue_size = self.queue_size.as_deref().unwrap_or_default();
                let all_oldest_scheduled_check_run = self.oldest_scheduled_check_run.as_deref().unwrap_or_default();
                v1::equal_lengths(&[
                    ("timestamps", all_timestamps.len()),
                    ("queueSize", all_queue_size.len()),
                    ("oldestScheduledCheckRun", all_oldest_scheduled_check_run.len()),
                ])?;
                let samples = all_timestamps.iter().zip(all_queue_size).zip(all_oldest_scheduled_check_run);
                Ok(samples.map(|((all_timestamps, all_queue_size), all_oldest_scheduled_check_run)| {
                    PrivateLocationMetricsSample {
                        timestamp: *all_timestamps,
                        queue_size: *all_queue_size,
                        oldest_scheduled_check_run: *all_oldest_scheduled_check_run,
                        undeclared_: Nothing,
                    }
                }))
            }
        }
    };
}

/// A builder for each operation, made by the method of [`Client`](crate::Client) with its name.
///
/// Setters take the type of the parameter, or whatever converts into it: `V: TryInto<Uuid>` is a `Uuid` or its
/// text. Those of optional parameters also take an `Option` (`IntoOptional`), where `None` changes nothing. What
/// does not convert, and what is required and missing, is reported together by `send`, and nothing is sent.
#[cfg(not(doctest))]
pub mod builder {
    use super::types;
    use perennial::__private::v1;
    use perennial::time::QueryTime;
    use perennial::uuid::Uuid;

    #[cfg(feature = "private-locations")]
    v1::operation! {
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
        /// Called by its short name, or by [`Client::get_v1_privatelocations_id_metrics`](crate::Client::get_v1_privatelocations_id_metrics):
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
        #[derive(Clone, Debug)]
        pub struct GetV1PrivatelocationsIdMetrics(client) {
            /// The private location.
            ///
            /// The path parameter `id`. Required.
            required id: Uuid => path("id");
            /// UNIX timestamp from which metrics start. Must be less than 15 days in the past.
            ///
            /// The query parameter `from`. Required. Takes a `DateTime`, a `SystemTime`, UNIX seconds (`i64`) or RFC 3339 text, sent as UNIX seconds, or a `NaiveDate`, sent as a date.
            required(explained) from: QueryTime => query("from");
            /// UNIX timestamp up to which metrics are selected.
            ///
            /// The query parameter `to`. Required. Takes a `DateTime`, a `SystemTime`, UNIX seconds (`i64`) or RFC 3339 text, sent as UNIX seconds, or a `NaiveDate`, sent as a date.
            required(explained) to: QueryTime => query("to");
        }
        operation "getV1PrivatelocationsIdMetrics" as "private_locations().metrics";
        request "GET" "/v1/private-locations/{id}/metrics";
        limit 300 / 86400;
        /// Sends the request: `GET /v1/private-locations/{id}/metrics`.
        ///
        /// # Errors
        ///
        /// [`Error`](::perennial::Error): a parameter that is missing or malformed, a failure of the network, any response other than the declared success.
        send send_json("application/json") -> types::PrivateLocationMetrics;
    }

    #[cfg(feature = "status-page-incidents")]
    v1::operation! {
        /// List the latest incidents. Sent by `.send().await`.
        ///
        /// Returns the latest 100 incidents for all services, with pagination. The way `nextId` is passed back to fetch the next page is not shown.
        ///
        /// The default rate limit applies: 600 requests per 60 seconds.
        ///
        /// `GET /v1/status-pages/incidents`, operationId `getV1StatuspagesIncidents`, tag `Status page incidents`.
        ///
        /// Returns [`IncidentList`](crate::types::IncidentList), or an [`Error`](::perennial::Error).
        ///
        /// Counts towards [the limit that most operations share](::perennial::Operation::rate_limit).
        ///
        /// Available with the feature `status-page-incidents`.
        ///
        /// Called by its short name, or by [`Client::get_v1_statuspages_incidents`](crate::Client::get_v1_statuspages_incidents):
        ///
        /// ```text
        /// let response = client
        ///     .status_page_incidents()
        ///     .list()
        ///     .send()
        ///     .await?;
        /// ```
        #[derive(Clone, Debug)]
        pub struct GetV1StatuspagesIncidents(client) {}
        operation "getV1StatuspagesIncidents" as "status_page_incidents().list";
        request "GET" "/v1/status-pages/incidents";
        /// Sends the request: `GET /v1/status-pages/incidents`.
        ///
        /// # Errors
        ///
        /// [`Error`](::perennial::Error): a parameter that is missing or malformed, a failure of the network, any response other than the declared success.
        send send_json("application/json") -> types::IncidentList;
    }

    #[cfg(feature = "status-page-incident-updates")]
    v1::operation! {
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
        /// Counts towards [the limit that most operations share](::perennial::Operation::rate_limit).
        ///
        /// Available with the feature `status-page-incident-updates`.
        ///
        /// Called by its short name, or by [`Client::post_v1_statuspages_incidents_incidentid_incidentupdates`](crate::Client::post_v1_statuspages_incidents_incidentid_incidentupdates):
        ///
        /// ```text
        /// let response = client
        ///     .status_page_incident_updates()
        ///     .create(incident_id)
        ///     .body_map(|body| body.description(description))
        ///     .send()
        ///     .await?;
        /// ```
        #[derive(Clone, Debug)]
        pub struct PostV1StatuspagesIncidentsIncidentidIncidentupdates(client) {
            /// The incident. The format of the value is not shown.
            ///
            /// The path parameter `incidentId`. Required.
            required incident_id: String => path("incidentId");
            /// The request body.
            optional(built IncidentUpdateCreate) body: types::IncidentUpdateCreate => json("application/json");
        }
        operation "postV1StatuspagesIncidentsIncidentidIncidentupdates" as "status_page_incident_updates().create";
        request "POST" "/v1/status-pages/incidents/{incidentId}/incident-updates";
        /// Sends the request: `POST /v1/status-pages/incidents/{incidentId}/incident-updates`.
        ///
        /// # Errors
        ///
        /// [`Error`](::perennial::Error): a parameter that is missing or malformed, a failure of the network, any response other than the declared success.
        send send_json("application/json") -> types::IncidentUpdate;
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
