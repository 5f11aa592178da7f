// @generated from openapi.json. Adapted on the way, by rule and number of places:
//   default-not-sent: 1
//   error-response: 1
//   multi-status-response: 3
//   open-enum: 4
//   tagged-union: 1
//   union-of-kinds: 1

#![allow(deprecated, missing_docs, nonstandard_style, unexpected_cfgs, unused, clippy::all)]

::perennial::__private::requires! { v1 }

use ::perennial::http::{HeaderName, Method};
use ::perennial::{
    reqwest, Core, CoreBuilder, Environment, Error, Interceptor, Operation, RequestBuilder, RetryPolicy,
};
use ::std::fmt;
use ::std::time::Duration;

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
static OPERATIONS: &[::perennial::Operation] = &[
    #[cfg(feature = "books")]
    builder::ListBooks::DECLARED,
    #[cfg(feature = "books")]
    builder::AddBook::DECLARED,
    #[cfg(feature = "books")]
    builder::GetBook::DECLARED,
    #[cfg(feature = "books")]
    builder::ChangeBook::DECLARED,
    #[cfg(feature = "books")]
    builder::RemoveBook::DECLARED,
    #[cfg(feature = "books")]
    builder::GetCover::DECLARED,
    #[cfg(feature = "books")]
    builder::SetCover::DECLARED,
    #[cfg(feature = "books")]
    builder::AddScans::DECLARED,
    #[cfg(feature = "loans")]
    builder::ListLoans::DECLARED,
    #[cfg(feature = "loans")]
    builder::Lend::DECLARED,
    #[cfg(feature = "loans")]
    builder::LoanSeries::DECLARED,
    #[cfg(feature = "loans")]
    builder::ExportLoans::DECLARED,
    builder::GetMotto::DECLARED,
    builder::SetMotto::DECLARED,
    builder::ListShelves::DECLARED,
    #[cfg(feature = "loans")]
    builder::LabelLoans::DECLARED,
];

/// # Operations, by tag
#[cfg(any(feature = "books", feature = "loans"))]
#[cfg(not(doctest))]
impl Client {
    /// The operations of the tag `Books`. They come with the feature `books`.
    ///
    /// What stands on the shelf.
    #[cfg(feature = "books")]
    pub fn books(&self) -> tags::Books {
        tags::Books { client: self.0.clone() }
    }

    /// The operations of the tag `Loans`. They come with the feature `loans`.
    #[cfg(feature = "loans")]
    pub fn loans(&self) -> tags::Loans {
        tags::Loans { client: self.0.clone() }
    }
}

#[cfg(not(doctest))]
impl Client {
    /// What this tag had is reached by `books` now.
    #[deprecated(since = "0.1.0", note = "renamed to `books`")]
    #[cfg(feature = "books")]
    pub fn shelf(&self) -> tags::Shelf {
        tags::Shelf { client: self.0.clone() }
    }
}

/// The operations of each tag, under short names.
///
/// Where a method of [`Client`](crate::Client) is missing, the feature of its tag is off:
///
/// | tag | method | feature |
/// |---|---|---|
/// | `Books` | `books()` | `books` |
/// | `Loans` | `loans()` | `loans` |
#[cfg(not(doctest))]
pub mod tags {
    #[cfg(feature = "books")]
    ::perennial::__private::v1::tag! {
        /// The operations of the tag `Books`. They come with the feature `books`.
        ///
        /// What stands on the shelf.
        pub struct Books {
            /// `GET /books`. See the builder [`ListBooks`](crate::builder::ListBooks) for details.
            list() -> ListBooks;
            /// `POST /books`. See the builder [`AddBook`](crate::builder::AddBook) for details.
            create() -> AddBook;
            /// `GET /books/{id}`. See the builder [`GetBook`](crate::builder::GetBook) for details.
            get(id: ::perennial::uuid::Uuid) -> GetBook;
            /// `PATCH /books/{id}`. See the builder [`ChangeBook`](crate::builder::ChangeBook) for details.
            patch(id: ::perennial::uuid::Uuid) -> ChangeBook;
            /// `DELETE /books/{id}`. See the builder [`RemoveBook`](crate::builder::RemoveBook) for details.
            delete(id: ::perennial::uuid::Uuid) -> RemoveBook;
            /// `GET /books/{id}/cover`. See the builder [`GetCover`](crate::builder::GetCover) for details.
            cover(id: ::perennial::uuid::Uuid) -> GetCover;
            /// `PUT /books/{id}/cover`. See the builder [`SetCover`](crate::builder::SetCover) for details.
            update_cover(id: ::perennial::uuid::Uuid) -> SetCover;
            /// `POST /books/{id}/scans`. See the builder [`AddScans`](crate::builder::AddScans) for details.
            create_scans(id: ::perennial::uuid::Uuid) -> AddScans;
        }
    }

    #[cfg(feature = "loans")]
    ::perennial::__private::v1::tag! {
        /// The operations of the tag `Loans`. They come with the feature `loans`.
        pub struct Loans {
            /// `GET /loans`. See the builder [`ListLoans`](crate::builder::ListLoans) for details.
            list() -> ListLoans;
            /// `POST /loans`. See the builder [`Lend`](crate::builder::Lend) for details.
            create() -> Lend;
            /// `GET /loans/series`. See the builder [`LoanSeries`](crate::builder::LoanSeries) for details.
            series() -> LoanSeries;
            /// `GET /loans/export`. See the builder [`ExportLoans`](crate::builder::ExportLoans) for details.
            export() -> ExportLoans;
            /// `PUT /loans/labels`. See the builder [`LabelLoans`](crate::builder::LabelLoans) for details.
            update_labels() -> LabelLoans;
        }
    }

    #[cfg(feature = "books")]
    ::perennial::__private::v1::tag! {
        /// What this tag had is reached by `books` now.
        #[deprecated(since = "0.1.0", note = "renamed to `books`")]
        pub struct Shelf {
            /// The former name of `books().get`: `GET /books/{id}`. See the builder [`GetBook`](crate::builder::GetBook) for details.
            #[cfg(feature = "books")]
            get(id: ::perennial::uuid::Uuid) -> GetBook;
        }
    }
}

/// # `Books`
///
/// What stands on the shelf.
#[cfg(not(doctest))]
#[cfg(feature = "books")]
impl Client {
    /// `GET /books`, operationId `listBooks`, tag `Books`.
    ///
    /// Returns [`ListBooksResponse`](crate::types::ListBooksResponse), or an [`Error`](::perennial::Error).
    ///
    /// See the builder [`ListBooks`](crate::builder::ListBooks) for details.
    ///
    /// Available with the feature `books`.
    #[cfg(feature = "books")]
    pub fn list_books(&self) -> builder::ListBooks {
        builder::ListBooks::new(&self.0)
    }

    /// `POST /books`, operationId `addBook`, tag `Books`.
    ///
    /// Returns [`Book`](crate::types::Book), or an [`Error`](::perennial::Error).
    ///
    /// See the builder [`AddBook`](crate::builder::AddBook) for details.
    ///
    /// Available with the feature `books`.
    #[cfg(feature = "books")]
    pub fn add_book(&self) -> builder::AddBook {
        builder::AddBook::new(&self.0)
    }

    /// `GET /books/{id}`, operationId `getBook`, tag `Books`.
    ///
    /// Returns [`Book`](crate::types::Book), or an [`Error`](::perennial::Error).
    ///
    /// See the builder [`GetBook`](crate::builder::GetBook) for details.
    ///
    /// Available with the feature `books`.
    #[cfg(feature = "books")]
    pub fn get_book(&self) -> builder::GetBook {
        builder::GetBook::new(&self.0)
    }

    /// `PATCH /books/{id}`, operationId `changeBook`, tag `Books`.
    ///
    /// Returns nothing, or an [`Error`](::perennial::Error).
    ///
    /// See the builder [`ChangeBook`](crate::builder::ChangeBook) for details.
    ///
    /// Available with the feature `books`.
    #[cfg(feature = "books")]
    pub fn change_book(&self) -> builder::ChangeBook {
        builder::ChangeBook::new(&self.0)
    }

    /// `DELETE /books/{id}`, operationId `removeBook`, tag `Books`.
    ///
    /// Returns nothing, or an [`Error`](::perennial::Error).
    ///
    /// See the builder [`RemoveBook`](crate::builder::RemoveBook) for details.
    ///
    /// Available with the feature `books`.
    #[cfg(feature = "books")]
    pub fn remove_book(&self) -> builder::RemoveBook {
        builder::RemoveBook::new(&self.0)
    }

    /// `GET /books/{id}/cover`, operationId `getCover`, tag `Books`.
    ///
    /// Returns a stream of bytes (`image/png`), or an [`Error`](::perennial::Error).
    ///
    /// See the builder [`GetCover`](crate::builder::GetCover) for details.
    ///
    /// Available with the feature `books`.
    #[cfg(feature = "books")]
    pub fn get_cover(&self) -> builder::GetCover {
        builder::GetCover::new(&self.0)
    }

    /// `PUT /books/{id}/cover`, operationId `setCover`, tag `Books`.
    ///
    /// Returns nothing, or an [`Error`](::perennial::Error).
    ///
    /// See the builder [`SetCover`](crate::builder::SetCover) for details.
    ///
    /// Available with the feature `books`.
    #[cfg(feature = "books")]
    pub fn set_cover(&self) -> builder::SetCover {
        builder::SetCover::new(&self.0)
    }

    /// `POST /books/{id}/scans`, operationId `addScans`, tag `Books`.
    ///
    /// Returns nothing, or an [`Error`](::perennial::Error).
    ///
    /// See the builder [`AddScans`](crate::builder::AddScans) for details.
    ///
    /// Available with the feature `books`.
    #[cfg(feature = "books")]
    pub fn add_scans(&self) -> builder::AddScans {
        builder::AddScans::new(&self.0)
    }

    /// The former name of [`get_book`](Self::get_book).
    #[deprecated(since = "0.1.0", note = "renamed to `get_book`")]
    #[cfg(feature = "books")]
    pub fn fetch_book(&self) -> builder::GetBook {
        self.get_book()
    }
}

/// # `Loans`
#[cfg(not(doctest))]
#[cfg(feature = "loans")]
impl Client {
    /// `GET /loans`, operationId `listLoans`, tag `Loans`.
    ///
    /// Returns a list of [`Loan`](crate::types::Loan), or an [`Error`](::perennial::Error).
    ///
    /// See the builder [`ListLoans`](crate::builder::ListLoans) for details.
    ///
    /// Available with the feature `loans`.
    #[cfg(feature = "loans")]
    pub fn list_loans(&self) -> builder::ListLoans {
        builder::ListLoans::new(&self.0)
    }

    /// `POST /loans`, operationId `lend`, tag `Loans`.
    ///
    /// Returns [`LendResponse`](crate::types::LendResponse), by status, or an [`Error`](::perennial::Error).
    ///
    /// See the builder [`Lend`](crate::builder::Lend) for details.
    ///
    /// Available with the feature `loans`.
    #[cfg(feature = "loans")]
    pub fn lend(&self) -> builder::Lend {
        builder::Lend::new(&self.0)
    }

    /// `GET /loans/series`, operationId `loanSeries`, tag `Loans`.
    ///
    /// Returns [`Loans`](crate::types::Loans), or an [`Error`](::perennial::Error).
    ///
    /// See the builder [`LoanSeries`](crate::builder::LoanSeries) for details.
    ///
    /// Available with the feature `loans`.
    #[cfg(feature = "loans")]
    pub fn loan_series(&self) -> builder::LoanSeries {
        builder::LoanSeries::new(&self.0)
    }

    /// `GET /loans/export`, operationId `exportLoans`, tag `Loans`.
    ///
    /// Returns [`ExportLoansResponse`](crate::types::ExportLoansResponse), by status, or an [`Error`](::perennial::Error).
    ///
    /// See the builder [`ExportLoans`](crate::builder::ExportLoans) for details.
    ///
    /// Available with the feature `loans`.
    #[cfg(feature = "loans")]
    pub fn export_loans(&self) -> builder::ExportLoans {
        builder::ExportLoans::new(&self.0)
    }

    /// `PUT /loans/labels`, operationId `labelLoans`, tag `Loans`.
    ///
    /// Returns nothing, or an [`Error`](::perennial::Error).
    ///
    /// See the builder [`LabelLoans`](crate::builder::LabelLoans) for details.
    ///
    /// Available with the feature `loans`.
    #[cfg(feature = "loans")]
    pub fn label_loans(&self) -> builder::LabelLoans {
        builder::LabelLoans::new(&self.0)
    }
}

/// # Operations without a tag
#[cfg(not(doctest))]
impl Client {
    /// `GET /motto`, operationId `getMotto`.
    ///
    /// Returns a stream of bytes (`text/plain`), or an [`Error`](::perennial::Error).
    ///
    /// See the builder [`GetMotto`](crate::builder::GetMotto) for details.
    pub fn get_motto(&self) -> builder::GetMotto {
        builder::GetMotto::new(&self.0)
    }

    /// `PUT /motto`, operationId `setMotto`.
    ///
    /// Returns nothing, or an [`Error`](::perennial::Error).
    ///
    /// See the builder [`SetMotto`](crate::builder::SetMotto) for details.
    pub fn set_motto(&self) -> builder::SetMotto {
        builder::SetMotto::new(&self.0)
    }

    /// `GET /shelves`, operationId `listShelves`.
    ///
    /// Returns [`ListShelvesResponse`](crate::types::ListShelvesResponse), by status, or an [`Error`](::perennial::Error).
    ///
    /// See the builder [`ListShelves`](crate::builder::ListShelves) for details.
    pub fn list_shelves(&self) -> builder::ListShelves {
        builder::ListShelves::new(&self.0)
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
    pub fn request(&self, method: Method, path: impl Into<String>) -> RequestBuilder {
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

/// The operation with this `operationId`; `None` if the API has none, or its feature is off.
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
    /// [`Error::Decode`]. Does not apply to bodies that are streamed. Values take more memory
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

/// Typed mocks for the tests of programs that use this client (feature `mock`).
///
/// [`MockServerExt`](mock::MockServerExt) gives `httpmock::MockServer` a method for each operation, which makes a
/// [`MockOperation`](mock::MockOperation).
#[cfg(feature = "mock")]
#[cfg(not(doctest))]
pub mod mock {
    pub use ::perennial::mock::{undeclared, Mock, MockOperation, ParameterName, Response, Untyped};

    ::perennial::__private::v1::mocks! {
        former {
            /// The former name of [`get_book`](Self::get_book).
            #[deprecated(since = "0.1.0", note = "renamed to `get_book`")]
            #[cfg(feature = "books")]
            fn fetch_book(&self) -> ::perennial::mock::MockOperation<'_, crate::types::Book> {
                self.get_book()
            }
        }
        /// A mock of `GET /books`.
        #[cfg(feature = "books")]
        list_books: ListBooks -> crate::types::ListBooksResponse {
            query: &[("limit", "limit"), ("next", "next"), ("binding", "binding"), ("since", "since")]
        }
        /// A mock of `POST /books`.
        #[cfg(feature = "books")]
        add_book: AddBook -> crate::types::Book {
            body: ::perennial::__private::v1::JsonBody::Fields(
                ::perennial::__private::v1::fields::<crate::types::Book>()
            )
        }
        /// A mock of `GET /books/{id}`.
        #[cfg(feature = "books")]
        get_book: GetBook -> crate::types::Book { path: &[("id", "id")] }
        /// A mock of `PATCH /books/{id}`.
        #[cfg(feature = "books")]
        change_book: ChangeBook -> () { path: &[("id", "id")], body: ::perennial::__private::v1::JsonBody::Any }
        /// A mock of `DELETE /books/{id}`.
        #[cfg(feature = "books")]
        remove_book: RemoveBook -> () { path: &[("id", "id")] }
        /// A mock of `GET /books/{id}/cover`.
        #[cfg(feature = "books")]
        get_cover: GetCover -> ::perennial::mock::Untyped { path: &[("id", "id")] }
        /// A mock of `PUT /books/{id}/cover`.
        #[cfg(feature = "books")]
        set_cover: SetCover -> () { path: &[("id", "id")] }
        /// A mock of `POST /books/{id}/scans`.
        #[cfg(feature = "books")]
        add_scans: AddScans -> () { path: &[("id", "id")] }
        /// A mock of `GET /loans`.
        #[cfg(feature = "loans")]
        list_loans: ListLoans -> ::std::vec::Vec<crate::types::Loan> { query: &[("page", "page"), ("size", "size")] }
        /// A mock of `POST /loans`.
        #[cfg(feature = "loans")]
        lend: Lend -> ::perennial::mock::Untyped {}
        /// A mock of `GET /loans/series`.
        #[cfg(feature = "loans")]
        loan_series: LoanSeries -> crate::types::Loans {}
        /// A mock of `GET /loans/export`.
        #[cfg(feature = "loans")]
        export_loans: ExportLoans -> ::perennial::mock::Untyped {}
        /// A mock of `GET /motto`.
        get_motto: GetMotto -> ::perennial::mock::Untyped {}
        /// A mock of `PUT /motto`.
        set_motto: SetMotto -> () {}
        /// A mock of `GET /shelves`.
        list_shelves: ListShelves -> ::perennial::mock::Untyped {}
        /// A mock of `PUT /loans/labels`.
        #[cfg(feature = "loans")]
        label_loans: LabelLoans -> () {}
    }
}

/// The types that operations take and give, as the document describes them.
#[cfg(not(doctest))]
pub mod types {
    #[cfg(feature = "books")]
    ::perennial::__private::v1::object! {
        /// Available with the feature `books`.
        #[derive(Clone)]
        pub struct Book built in build_Book {
            /// The field `id`: a UUID.
            0 required id: ::perennial::uuid::Uuid = "id";
            /// The field `title`: a string.
            1 required title: ::std::string::String = "title";
            /// The field `pages`: an integer.
            2 optional pages: i32 = "pages";
            /// The field `published`: a date or timestamp.
            3 optional_nullable published: ::perennial::time::Date = "published";
            /// The field `added`: a timestamp.
            4 optional added: ::perennial::chrono::DateTime<::perennial::chrono::Utc> = "added";
            /// The field `binding`: [`Binding`](crate::types::Binding).
            5 optional binding: crate::types::Binding = "binding";
            /// The field `edition`: [`Edition`](crate::types::Edition).
            6 optional edition: crate::types::Edition = "edition";
            /// The field `origin`: [`Origin`](crate::types::Origin).
            7 optional origin: crate::types::Origin = "origin";
            /// The field `sequels`: a list of [`Book`](crate::types::Book).
            8 optional sequels: ::std::vec::Vec<crate::types::Book> = "sequels";
            /// The field `price`: a number.
            9 optional price: f64 = "price";
            /// The field `anything`: any JSON value.
            10 optional(any_or_null) anything: ::perennial::serde_json::Value = "anything";
        }
        nests {
            origin sequels
        }
        clears {
            clear_published "published";
        }
    }

    #[cfg(feature = "books")]
    ::perennial::__private::v1::object! {
        /// Available with the feature `books`.
        #[derive(Clone, Default)]
        pub struct Notes built in build_Notes {
            /// The field `first`: a string.
            0 optional first: ::std::string::String = "first";
        }
        keeps extra: ::std::collections::BTreeMap<::std::string::String, ::std::string::String>;
    }

    #[cfg(feature = "loans")]
    ::perennial::__private::v1::object! {
        /// Available with the feature `loans`.
        #[derive(Clone)]
        pub struct Loan built in build_Loan {
            /// The field `book`: a UUID.
            0 required book: ::perennial::uuid::Uuid = "book";
            /// The field `until`: a date or timestamp.
            1 required until: ::perennial::time::Date = "until";
            /// The field `owner`: [`Owner`](crate::types::Owner).
            2 optional owner: crate::types::Owner = "owner";
        }
        nests { owner }
    }

    #[cfg(feature = "loans")]
    ::perennial::__private::v1::object! {
        /// Available with the feature `loans`.
        #[derive(Clone, Default)]
        pub struct Loans built in build_Loans {
            /// The field `times`: a list of timestamps.
            0 optional times: ::std::vec::Vec<::perennial::chrono::DateTime<::perennial::chrono::Utc>> = "times";
            /// The field `count`: a list of integers.
            1 optional count: ::std::vec::Vec<i64> = "count";
        }
    }

    ::perennial::__private::v1::object! {
        #[derive(Clone, Default)]
        pub struct Fault built in build_Fault {
            /// The field `text`: a string.
            0 optional text: ::std::string::String = "text";
        }
    }

    #[derive(
        ::perennial::__private::v1::serde::Deserialize,
        ::perennial::__private::v1::serde::Serialize,
        Clone,
        Debug,
        PartialEq,
    )]
    #[serde(crate = "::perennial::__private::v1::serde", transparent)]
    pub struct Shelves(
        #[serde(deserialize_with = "::perennial::__private::v1::Decode::decode")]
        pub  ::std::vec::Vec<crate::types::Shelves>,
    );
    impl ::perennial::__private::v1::Decode for Shelves {
        #[inline]
        fn clear_undeclared(&mut self) {
            ::perennial::__private::v1::Decode::clear_undeclared(&mut self.0);
        }
    }

    impl ::perennial::__private::v1::Encode for Shelves {}

    impl ::std::ops::Deref for Shelves {
        type Target = ::std::vec::Vec<crate::types::Shelves>;
        fn deref(&self) -> &::std::vec::Vec<crate::types::Shelves> {
            &self.0
        }
    }

    impl ::std::convert::From<::std::vec::Vec<crate::types::Shelves>> for Shelves {
        fn from(value: ::std::vec::Vec<crate::types::Shelves>) -> Self {
            Self(value)
        }
    }

    impl ::std::convert::From<Shelves> for ::std::vec::Vec<crate::types::Shelves> {
        fn from(value: Shelves) -> Self {
            value.0
        }
    }

    #[cfg(feature = "books")]
    ::perennial::__private::v1::object! {
        /// Available with the feature `books`.
        #[derive(Clone)]
        pub struct OriginBought built in build_OriginBought {
            /// The field `kind`: [`OriginBoughtKind`](crate::types::OriginBoughtKind).
            0 required kind: crate::types::OriginBoughtKind = "kind";
            /// The field `price`: a number.
            1 optional price: f64 = "price";
        }
    }

    #[cfg(feature = "books")]
    ::perennial::__private::v1::object! {
        /// Available with the feature `books`.
        #[derive(Clone)]
        pub struct OriginGift built in build_OriginGift {
            /// The field `kind`: [`OriginGiftKind`](crate::types::OriginGiftKind).
            0 required kind: crate::types::OriginGiftKind = "kind";
            /// The field `from`: a string.
            1 optional from: ::std::string::String = "from";
        }
    }

    #[cfg(feature = "loans")]
    ::perennial::__private::v1::object! {
        /// Available with the feature `loans`.
        #[derive(Clone)]
        pub struct OwnerObject built in build_OwnerObject {
            /// The field `name`: a string.
            0 required name: ::std::string::String = "name";
        }
    }

    #[cfg(feature = "books")]
    ::perennial::__private::v1::object! {
        /// Available with the feature `books`.
        #[derive(Clone, Default)]
        pub struct ListBooksResponse built in build_ListBooksResponse {
            /// The field `books`: a list of [`Book`](crate::types::Book).
            0 optional books: ::std::vec::Vec<crate::types::Book> = "books";
            /// The field `next`: a string.
            1 optional next: ::std::string::String = "next";
        }
        nests { books }
    }

    #[cfg(feature = "loans")]
    ::perennial::__private::v1::object! {
        /// Available with the feature `loans`.
        #[derive(Clone, Default)]
        pub struct LabelLoansBody built in build_LabelLoansBody {
            /// The field `labels`: a list of strings.
            0 optional labels: ::std::vec::Vec<::std::string::String> = "labels";
        }
    }

    /// Builders for the types.
    pub mod builder {
        #[cfg(feature = "books")]
        pub use super::build_Book::Book;
        pub use super::build_Fault::Fault;
        #[cfg(feature = "loans")]
        pub use super::build_LabelLoansBody::LabelLoansBody;
        #[cfg(feature = "books")]
        pub use super::build_ListBooksResponse::ListBooksResponse;
        #[cfg(feature = "loans")]
        pub use super::build_Loan::Loan;
        #[cfg(feature = "loans")]
        pub use super::build_Loans::Loans;
        #[cfg(feature = "loans")]
        pub use super::build_LoansSample::LoansSample;
        #[cfg(feature = "books")]
        pub use super::build_Notes::Notes;
        #[cfg(feature = "books")]
        pub use super::build_OriginBought::OriginBought;
        #[cfg(feature = "books")]
        pub use super::build_OriginGift::OriginGift;
        #[cfg(feature = "loans")]
        pub use super::build_OwnerObject::OwnerObject;
        /// The former name of [`Book`].
        #[cfg(feature = "books")]
        #[deprecated(since = "0.1.0", note = "renamed to `Book`")]
        pub type Volume = Book;
    }

    #[cfg(feature = "books")]
    ::perennial::__private::v1::open_enum! {
        /// A value that the document lists, or any other.
        ///
        /// Available with the feature `books`.
        pub enum Binding else Other {
            /// `hardcover` on the wire.
            Hardcover = "hardcover",
            /// `paperback` on the wire.
            Paperback = "paperback",
        }
    }

    #[cfg(feature = "books")]
    const _: () = {
        impl Binding {
            /// The former name of [`Hardcover`](Self::Hardcover).
            #[deprecated(since = "0.1.0", note = "renamed to `Hardcover`")]
            pub const Hard: Self = Self::Hardcover;
        }
    };

    #[cfg(feature = "books")]
    ::perennial::__private::v1::open_number! {
        /// A value that the document lists, or any other.
        ///
        /// Available with the feature `books`.
        pub enum Edition: i64 else Other {
            /// `1` on the wire.
            N1 = 1,
            /// `2` on the wire.
            N2 = 2,
            /// `3` on the wire.
            N3 = 3,
        }
    }

    #[cfg(feature = "books")]
    ::perennial::__private::v1::open_enum! {
        /// A value that the document lists, or any other.
        ///
        /// Available with the feature `books`.
        pub enum OriginBoughtKind else Other {
            /// `bought` on the wire.
            Bought = "bought",
        }
    }

    #[cfg(feature = "books")]
    ::perennial::__private::v1::open_enum! {
        /// A value that the document lists, or any other.
        ///
        /// Available with the feature `books`.
        pub enum OriginGiftKind else Other {
            /// `gift` on the wire.
            Gift = "gift",
        }
    }

    #[cfg(feature = "books")]
    ::perennial::__private::v1::union! {
        /// One of 2 kinds of object, told apart by the field `kind`.
        ///
        /// Available with the feature `books`.
        pub enum Origin by Value("kind") else Other {
            /// `kind` is `bought`.
            one Bought(boxed): crate::types::OriginBought = "bought";
            /// `kind` is `gift`.
            one Gift(boxed): crate::types::OriginGift = "gift";
        }
        from {
            crate::types::OriginBought as Bought;
            crate::types::OriginGift as Gift;
        }
    }

    #[cfg(feature = "loans")]
    ::perennial::__private::v1::union! {
        /// One of several kinds of value.
        ///
        /// Available with the feature `loans`.
        pub enum Owner by Kind else Other {
            text Text: ::std::string::String;
            object Object(boxed): crate::types::OwnerObject;
        }
        from {
            ::std::string::String as Text;
            crate::types::OwnerObject as Object;
            &str as Text;
        }
    }

    /// The response of `lend`, by status.
    ///
    /// Available with the feature `loans`.
    #[cfg(feature = "loans")]
    #[derive(Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub enum LendResponse {
        /// Status 200.
        Ok(crate::types::Loan),
        /// Status 202.
        Accepted(::std::collections::BTreeMap<::std::string::String, ::std::vec::Vec<::std::string::String>>),
    }

    #[cfg(feature = "loans")]
    const _: () = {
        impl ::perennial::__private::v1::ByStatus for LendResponse {
            fn decode(status: u16, body: &[u8]) -> ::std::result::Result<Self, ::perennial::__private::v1::BodyError> {
                match status {
                    200u16 => ::perennial::__private::v1::json(body).map(Self::Ok),
                    202u16 => ::perennial::__private::v1::json(body).map(Self::Accepted),
                    _ => ::std::result::Result::Err(::perennial::__private::v1::undeclared_status()),
                }
            }
        }
    };

    /// The response of `exportLoans`, by status.
    ///
    /// Available with the feature `loans`.
    #[cfg(feature = "loans")]
    #[derive(Debug)]
    #[non_exhaustive]
    pub enum ExportLoansResponse {
        /// Status 200.
        Ok(::perennial::ByteStream),
        /// Status 202.
        Accepted(crate::types::Fault),
    }

    #[cfg(feature = "loans")]
    const _: () = {
        impl ::perennial::__private::v1::ByStatus for ExportLoansResponse {
            fn decode(status: u16, body: &[u8]) -> ::std::result::Result<Self, ::perennial::__private::v1::BodyError> {
                match status {
                    202u16 => ::perennial::__private::v1::json(body).map(Self::Accepted),
                    _ => ::std::result::Result::Err(::perennial::__private::v1::undeclared_status()),
                }
            }
        }
        impl ::perennial::__private::v1::StreamedByStatus for ExportLoansResponse {
            fn is_streamed(status: u16) -> bool {
                ::std::matches!(status, 200u16)
            }
            fn of_stream(status: u16, body: ::perennial::ByteStream) -> Self {
                match status {
                    200u16 => Self::Ok(body),
                    _ => Self::Ok(body),
                }
            }
        }
    };

    /// The response of `listShelves`, by status.
    #[derive(Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub enum ListShelvesResponse {
        /// Status 200.
        Ok(crate::types::Shelves),
        /// Status 202.
        Accepted(crate::types::Fault),
        /// Status 204.
        NoContent,
    }

    impl ::perennial::__private::v1::ByStatus for ListShelvesResponse {
        fn decode(status: u16, body: &[u8]) -> ::std::result::Result<Self, ::perennial::__private::v1::BodyError> {
            match status {
                200u16 => ::perennial::__private::v1::json(body).map(Self::Ok),
                202u16 => ::perennial::__private::v1::json(body).map(Self::Accepted),
                204u16 => ::perennial::__private::v1::nothing(body).map(|()| Self::NoContent),
                _ => ::std::result::Result::Err(::perennial::__private::v1::undeclared_status()),
            }
        }
    }

    #[cfg(feature = "books")]
    const _: () = {
        impl ListBooksResponse {
            /// The id of the next page; `None` or an empty one on the last page.
            pub fn next_id(&self) -> ::std::option::Option<&str> {
                self.next.as_deref()
            }
            /// The items of this page.
            pub fn into_items(self) -> ::std::vec::Vec<crate::types::Book> {
                self.books.unwrap_or_default()
            }
        }
        impl ::perennial::page::Page for ListBooksResponse {
            type Item = crate::types::Book;
            fn next_id(&self) -> ::std::option::Option<&str> {
                Self::next_id(self)
            }
            fn into_items(self) -> ::std::vec::Vec<Self::Item> {
                Self::into_items(self)
            }
        }
    };

    #[cfg(feature = "loans")]
    ::perennial::__private::v1::object! {
        /// The elements of a [`Loans`] at one index.
        ///
        /// Available with the feature `loans`.
        #[derive(Clone, Copy)]
        pub struct LoansSample built in build_LoansSample {
            /// One element of `times`.
            0 required time: ::perennial::chrono::DateTime<::perennial::chrono::Utc> = "time";
            /// One element of `count`.
            1 required count: i64 = "count";
        }
        forgets undeclared;
    }

    #[cfg(feature = "loans")]
    const _: () = {
        impl Loans {
            /// The samples, one for each index of the parallel lists.
            ///
            /// # Errors
            ///
            /// [`Error::Decode`](::perennial::Error::Decode) if the lists differ in length; a list that is absent is empty.
            pub fn samples(
                &self,
            ) -> ::std::result::Result<impl ::std::iter::ExactSizeIterator<Item = LoansSample> + '_, ::perennial::Error>
            {
                let all_times = self.times.as_deref().unwrap_or_default();
                let all_count = self.count.as_deref().unwrap_or_default();
                ::perennial::__private::v1::equal_lengths(&[("times", all_times.len()), ("count", all_count.len())])?;
                let samples = all_times.iter().zip(all_count);
                ::std::result::Result::Ok(samples.map(|(all_times, all_count)| LoansSample {
                    time: *all_times,
                    count: *all_count,
                    undeclared_: ::perennial::__private::v1::object::Nothing,
                }))
            }
        }
    };

    /// The former name of [`Book`].
    #[cfg(feature = "books")]
    #[deprecated(since = "0.1.0", note = "renamed to `Book`")]
    pub type Volume = Book;
}

/// A builder for each operation, made by the method of [`Client`](crate::Client) with its name.
///
/// Setters take the type of the parameter, or whatever converts into it: `V: TryInto<Uuid>` is a `Uuid` or its
/// text. Those of optional parameters also take an `Option` (`IntoOptional`), where `None` changes nothing. What
/// does not convert, and what is required and missing, is reported together by `send`, and nothing is sent.
#[cfg(not(doctest))]
pub mod builder {
    #[cfg(feature = "books")]
    ::perennial::__private::v1::operation! {
        /// `GET /books`, operationId `listBooks`, tag `Books`.
        ///
        /// Returns [`ListBooksResponse`](crate::types::ListBooksResponse), or an [`Error`](::perennial::Error).
        ///
        /// Counts towards [the limit that most operations share](::perennial::Operation::rate_limit).
        ///
        /// Available with the feature `books`.
        ///
        /// Called by its short name, or by [`Client::list_books`](crate::Client::list_books):
        ///
        /// ```text
        /// let response = client
        ///     .books()
        ///     .list()
        ///     .send()
        ///     .await?;
        /// ```
        #[derive(Clone, Debug)]
        pub struct ListBooks(client) {
            /// The query parameter `limit`. Optional; left out unless set.
            optional limit: i64 => query("limit");
            /// The query parameter `next`. Optional; left out unless set.
            optional next: ::std::string::String => query("next");
            /// The query parameter `binding`. Optional; left out unless set.
            optional binding: ::std::vec::Vec<crate::types::Binding> => query("binding");
            /// The query parameter `since`. Optional; left out unless set. Takes a `DateTime`, a `SystemTime`, UNIX seconds (`i64`) or RFC 3339 text, sent in RFC 3339, or a `NaiveDate`, sent as a date.
            optional(explained) since: ::perennial::time::Date => query("since");
        }
        operation "listBooks" as "books().list";
        request "GET" "/books";
        /// Sends the request: `GET /books`.
        ///
        /// # Errors
        ///
        /// [`Error`](::perennial::Error): a parameter that is missing or malformed, a failure of the network, any response other than the declared success.
        send send_json("application/json") -> crate::types::ListBooksResponse;
        pages {
            /// Follows the cursor `next`, from the first page or the one that is set, until a page has no `next`.
            items pages: crate::types::Book = [optional books];
            cursor next = [optional next]: ::std::string::String;
        }
    }

    #[cfg(feature = "books")]
    ::perennial::__private::v1::operation! {
        /// `POST /books`, operationId `addBook`, tag `Books`.
        ///
        /// Returns [`Book`](crate::types::Book), or an [`Error`](::perennial::Error).
        ///
        /// Counts towards [the limit that most operations share](::perennial::Operation::rate_limit).
        ///
        /// Available with the feature `books`.
        ///
        /// Called by its short name, or by [`Client::add_book`](crate::Client::add_book):
        ///
        /// ```text
        /// let response = client
        ///     .books()
        ///     .create()
        ///     .body(body)
        ///     .send()
        ///     .await?;
        /// ```
        #[derive(Clone, Debug)]
        pub struct AddBook(client) {
            /// The request body.
            required(built Book) body: crate::types::Book => json("application/json");
        }
        operation "addBook" as "books().create";
        request "POST" "/books";
        /// Sends the request: `POST /books`.
        ///
        /// # Errors
        ///
        /// [`Error`](::perennial::Error): a parameter that is missing or malformed, a failure of the network, any response other than the declared success.
        send send_json("application/json") -> crate::types::Book;
    }

    #[cfg(feature = "books")]
    ::perennial::__private::v1::operation! {
        /// Rate limit: 30 requests per 60 seconds.
        ///
        /// `GET /books/{id}`, operationId `getBook`, tag `Books`.
        ///
        /// Returns [`Book`](crate::types::Book), or an [`Error`](::perennial::Error).
        ///
        /// Available with the feature `books`.
        ///
        /// Called by its short name, or by [`Client::get_book`](crate::Client::get_book):
        ///
        /// ```text
        /// let response = client
        ///     .books()
        ///     .get(id)
        ///     .send()
        ///     .await?;
        /// ```
        #[derive(Clone, Debug)]
        pub struct GetBook(client) {
            /// The path parameter `id`. Required.
            required id: ::perennial::uuid::Uuid => path("id");
            /// The header parameter `x-trace`. Optional; left out unless set.
            optional x_trace: ::std::string::String => header("x-trace");
        }
        operation "getBook" as "books().get";
        request "GET" "/books/{id}";
        limit 30 / 60;
        /// Sends the request: `GET /books/{id}`.
        ///
        /// # Errors
        ///
        /// [`Error`](::perennial::Error): a parameter that is missing or malformed, a failure of the network, any response other than the declared success.
        send send_json("application/json") -> crate::types::Book;
    }

    #[cfg(feature = "books")]
    const _: () = {
        impl GetBook {
            /// The former name of [`x_trace`](Self::x_trace).
            #[deprecated(since = "0.1.0", note = "renamed to `x_trace`")]
            pub fn trace<Form>(
                self,
                value: impl ::perennial::optional::IntoOptional<::std::string::String, Form>,
            ) -> Self {
                self.x_trace(value)
            }
        }
    };

    #[cfg(feature = "books")]
    ::perennial::__private::v1::operation! {
        /// `PATCH /books/{id}`, operationId `changeBook`, tag `Books`.
        ///
        /// Returns nothing, or an [`Error`](::perennial::Error).
        ///
        /// Counts towards [the limit that most operations share](::perennial::Operation::rate_limit).
        ///
        /// Available with the feature `books`.
        ///
        /// Called by its short name, or by [`Client::change_book`](crate::Client::change_book):
        ///
        /// ```text
        /// let response = client
        ///     .books()
        ///     .patch(id)
        ///     .send()
        ///     .await?;
        /// ```
        #[derive(Clone, Debug)]
        pub struct ChangeBook(client) {
            /// The path parameter `id`. Required.
            required id: ::perennial::uuid::Uuid => path("id");
            /// The request body.
            optional(built Notes) body: crate::types::Notes => json("application/json");
        }
        operation "changeBook" as "books().patch";
        request "PATCH" "/books/{id}";
        /// Sends the request: `PATCH /books/{id}`.
        ///
        /// # Errors
        ///
        /// [`Error`](::perennial::Error): a parameter that is missing or malformed, a failure of the network, any response other than the declared success.
        send send_empty() -> ();
    }

    #[cfg(feature = "books")]
    ::perennial::__private::v1::operation! {
        /// `DELETE /books/{id}`, operationId `removeBook`, tag `Books`.
        ///
        /// Returns nothing, or an [`Error`](::perennial::Error).
        ///
        /// Counts towards [the limit that most operations share](::perennial::Operation::rate_limit).
        ///
        /// Available with the feature `books`.
        ///
        /// Called by its short name, or by [`Client::remove_book`](crate::Client::remove_book):
        ///
        /// ```text
        /// let response = client
        ///     .books()
        ///     .delete(id)
        ///     .send()
        ///     .await?;
        /// ```
        #[derive(Clone, Debug)]
        pub struct RemoveBook(client) {
            /// The path parameter `id`. Required.
            required id: ::perennial::uuid::Uuid => path("id");
        }
        operation "removeBook" as "books().delete";
        request "DELETE" "/books/{id}";
        /// Sends the request: `DELETE /books/{id}`.
        ///
        /// # Errors
        ///
        /// [`Error`](::perennial::Error): a parameter that is missing or malformed, a failure of the network, any response other than the declared success.
        send send_empty() -> ();
    }

    #[cfg(feature = "books")]
    ::perennial::__private::v1::operation! {
        /// `GET /books/{id}/cover`, operationId `getCover`, tag `Books`.
        ///
        /// Returns a stream of bytes (`image/png`), or an [`Error`](::perennial::Error).
        ///
        /// Counts towards [the limit that most operations share](::perennial::Operation::rate_limit).
        ///
        /// Available with the feature `books`.
        ///
        /// Called by its short name, or by [`Client::get_cover`](crate::Client::get_cover):
        ///
        /// ```text
        /// let response = client
        ///     .books()
        ///     .cover(id)
        ///     .send()
        ///     .await?;
        /// ```
        #[derive(Clone, Debug)]
        pub struct GetCover(client) {
            /// The path parameter `id`. Required.
            required id: ::perennial::uuid::Uuid => path("id");
        }
        operation "getCover" as "books().cover";
        request "GET" "/books/{id}/cover";
        /// Sends the request: `GET /books/{id}/cover`.
        ///
        /// # Errors
        ///
        /// [`Error`](::perennial::Error): a parameter that is missing or malformed, a failure of the network, any response other than the declared success.
        send send_stream("image/png") -> ::perennial::ByteStream;
    }

    #[cfg(feature = "books")]
    ::perennial::__private::v1::operation! {
        /// `PUT /books/{id}/cover`, operationId `setCover`, tag `Books`.
        ///
        /// Returns nothing, or an [`Error`](::perennial::Error).
        ///
        /// Counts towards [the limit that most operations share](::perennial::Operation::rate_limit).
        ///
        /// Available with the feature `books`.
        ///
        /// Called by its short name, or by [`Client::set_cover`](crate::Client::set_cover):
        ///
        /// ```text
        /// let response = client
        ///     .books()
        ///     .update_cover(id)
        ///     .send()
        ///     .await?;
        /// ```
        #[derive(Debug)]
        pub struct SetCover(client) {
            /// The path parameter `id`. Required.
            required id: ::perennial::uuid::Uuid => path("id");
            /// The request body.
            optional body: ::perennial::reqwest::Body => raw("image/png");
        }
        operation "setCover" as "books().update_cover";
        request "PUT" "/books/{id}/cover";
        /// Sends the request: `PUT /books/{id}/cover`.
        ///
        /// # Errors
        ///
        /// [`Error`](::perennial::Error): a parameter that is missing or malformed, a failure of the network, any response other than the declared success.
        send send_empty() -> ();
    }

    #[cfg(feature = "books")]
    ::perennial::__private::v1::operation! {
        /// `POST /books/{id}/scans`, operationId `addScans`, tag `Books`.
        ///
        /// Returns nothing, or an [`Error`](::perennial::Error).
        ///
        /// Counts towards [the limit that most operations share](::perennial::Operation::rate_limit).
        ///
        /// Available with the feature `books`.
        ///
        /// Called by its short name, or by [`Client::add_scans`](crate::Client::add_scans):
        ///
        /// ```text
        /// let response = client
        ///     .books()
        ///     .create_scans(id)
        ///     .scans(scans)
        ///     .send()
        ///     .await?;
        /// ```
        #[derive(Clone, Debug)]
        pub struct AddScans(client) {
            /// The path parameter `id`. Required.
            required id: ::perennial::uuid::Uuid => path("id");
            /// The part `scans` of the body. Required.
            required scans: ::std::vec::Vec<::perennial::multipart::Part> => files(
                "scans",
                ::std::option::Option::None
            );
            /// The part `note` of the body. Optional; left out unless set.
            optional note: ::std::string::String => part("note", ::std::option::Option::None);
        }
        operation "addScans" as "books().create_scans";
        request "POST" "/books/{id}/scans";
        /// Sends the request: `POST /books/{id}/scans`.
        ///
        /// # Errors
        ///
        /// [`Error`](::perennial::Error): a parameter that is missing or malformed, a failure of the network, any response other than the declared success.
        send send_empty() -> ();
    }

    #[cfg(feature = "loans")]
    ::perennial::__private::v1::operation! {
        /// `GET /loans`, operationId `listLoans`, tag `Loans`.
        ///
        /// Returns a list of [`Loan`](crate::types::Loan), or an [`Error`](::perennial::Error).
        ///
        /// Counts towards [the limit that most operations share](::perennial::Operation::rate_limit).
        ///
        /// Available with the feature `loans`.
        ///
        /// Called by its short name, or by [`Client::list_loans`](crate::Client::list_loans):
        ///
        /// ```text
        /// let response = client
        ///     .loans()
        ///     .list()
        ///     .send()
        ///     .await?;
        /// ```
        #[derive(Clone, Debug)]
        pub struct ListLoans(client) {
            /// The query parameter `page`. Optional; left out unless set.
            optional page: i64 => query("page");
            /// The query parameter `size`. Optional; left out unless set.
            optional size: i64 => query("size");
        }
        operation "listLoans" as "loans().list";
        request "GET" "/loans";
        /// Sends the request: `GET /loans`.
        ///
        /// # Errors
        ///
        /// [`Error`](::perennial::Error): a parameter that is missing or malformed, a failure of the network, any response other than the declared success.
        send send_json("application/json") -> ::std::vec::Vec<crate::types::Loan>;
        pages {
            /// Requests pages by the number `page`, starting at page 1 or the one that is set, until one is empty.
            items pages: crate::types::Loan = [];
            number page = 1;
        }
    }

    #[cfg(feature = "loans")]
    ::perennial::__private::v1::operation! {
        /// `POST /loans`, operationId `lend`, tag `Loans`.
        ///
        /// Returns [`LendResponse`](crate::types::LendResponse), by status, or an [`Error`](::perennial::Error).
        ///
        /// Counts towards [the limit that most operations share](::perennial::Operation::rate_limit).
        ///
        /// Available with the feature `loans`.
        ///
        /// Called by its short name, or by [`Client::lend`](crate::Client::lend):
        ///
        /// ```text
        /// let response = client
        ///     .loans()
        ///     .create()
        ///     .send()
        ///     .await?;
        /// ```
        #[derive(Clone, Debug)]
        pub struct Lend(client) {
            /// The request body.
            optional(built Loan) body: crate::types::Loan => form(&[]);
        }
        operation "lend" as "loans().create";
        request "POST" "/loans";
        /// Sends the request: `POST /loans`.
        ///
        /// # Errors
        ///
        /// [`Error`](::perennial::Error): a parameter that is missing or malformed, a failure of the network, any response other than the declared success.
        send send_by_status("application/json") -> crate::types::LendResponse;
    }

    #[cfg(feature = "loans")]
    ::perennial::__private::v1::operation! {
        /// `GET /loans/series`, operationId `loanSeries`, tag `Loans`.
        ///
        /// Returns [`Loans`](crate::types::Loans), or an [`Error`](::perennial::Error).
        ///
        /// Counts towards [the limit that most operations share](::perennial::Operation::rate_limit).
        ///
        /// Available with the feature `loans`.
        ///
        /// Called by its short name, or by [`Client::loan_series`](crate::Client::loan_series):
        ///
        /// ```text
        /// let response = client
        ///     .loans()
        ///     .series()
        ///     .send()
        ///     .await?;
        /// ```
        #[derive(Clone, Debug)]
        pub struct LoanSeries(client) {}
        operation "loanSeries" as "loans().series";
        request "GET" "/loans/series";
        /// Sends the request: `GET /loans/series`.
        ///
        /// # Errors
        ///
        /// [`Error`](::perennial::Error): a parameter that is missing or malformed, a failure of the network, any response other than the declared success.
        send send_json("application/json") -> crate::types::Loans;
    }

    #[cfg(feature = "loans")]
    ::perennial::__private::v1::operation! {
        /// `GET /loans/export`, operationId `exportLoans`, tag `Loans`.
        ///
        /// Returns [`ExportLoansResponse`](crate::types::ExportLoansResponse), by status, or an [`Error`](::perennial::Error).
        ///
        /// Counts towards [the limit that most operations share](::perennial::Operation::rate_limit).
        ///
        /// Available with the feature `loans`.
        ///
        /// Called by its short name, or by [`Client::export_loans`](crate::Client::export_loans):
        ///
        /// ```text
        /// let response = client
        ///     .loans()
        ///     .export()
        ///     .send()
        ///     .await?;
        /// ```
        #[derive(Clone, Debug)]
        pub struct ExportLoans(client) {}
        operation "exportLoans" as "loans().export";
        request "GET" "/loans/export";
        /// Sends the request: `GET /loans/export`.
        ///
        /// # Errors
        ///
        /// [`Error`](::perennial::Error): a parameter that is missing or malformed, a failure of the network, any response other than the declared success.
        send send_streamed_by_status(
            "application/octet-stream, application/json"
        ) -> crate::types::ExportLoansResponse;
    }

    ::perennial::__private::v1::operation! {
        /// `GET /motto`, operationId `getMotto`.
        ///
        /// Returns a stream of bytes (`text/plain`), or an [`Error`](::perennial::Error).
        ///
        /// Counts towards [the limit that most operations share](::perennial::Operation::rate_limit).
        ///
        /// Called by [`Client::get_motto`](crate::Client::get_motto):
        ///
        /// ```text
        /// let response = client
        ///     .get_motto()
        ///     .send()
        ///     .await?;
        /// ```
        #[derive(Clone, Debug)]
        pub struct GetMotto(client) {}
        operation "getMotto" as "get_motto";
        request "GET" "/motto";
        /// Sends the request: `GET /motto`.
        ///
        /// # Errors
        ///
        /// [`Error`](::perennial::Error): a parameter that is missing or malformed, a failure of the network, any response other than the declared success.
        send send_stream("text/plain") -> ::perennial::ByteStream;
    }

    ::perennial::__private::v1::operation! {
        /// `PUT /motto`, operationId `setMotto`.
        ///
        /// Returns nothing, or an [`Error`](::perennial::Error).
        ///
        /// Counts towards [the limit that most operations share](::perennial::Operation::rate_limit).
        ///
        /// Called by [`Client::set_motto`](crate::Client::set_motto):
        ///
        /// ```text
        /// let response = client
        ///     .set_motto()
        ///     .send()
        ///     .await?;
        /// ```
        #[derive(Debug)]
        pub struct SetMotto(client) {
            /// The request body.
            optional(text) body: ::perennial::reqwest::Body => raw("text/plain");
        }
        operation "setMotto" as "set_motto";
        request "PUT" "/motto";
        /// Sends the request: `PUT /motto`.
        ///
        /// # Errors
        ///
        /// [`Error`](::perennial::Error): a parameter that is missing or malformed, a failure of the network, any response other than the declared success.
        send send_empty() -> ();
    }

    ::perennial::__private::v1::operation! {
        /// `GET /shelves`, operationId `listShelves`.
        ///
        /// Returns [`ListShelvesResponse`](crate::types::ListShelvesResponse), by status, or an [`Error`](::perennial::Error).
        ///
        /// Counts towards [the limit that most operations share](::perennial::Operation::rate_limit).
        ///
        /// Called by [`Client::list_shelves`](crate::Client::list_shelves):
        ///
        /// ```text
        /// let response = client
        ///     .list_shelves()
        ///     .send()
        ///     .await?;
        /// ```
        #[derive(Clone, Debug)]
        pub struct ListShelves(client) {}
        operation "listShelves" as "list_shelves";
        request "GET" "/shelves";
        /// Sends the request: `GET /shelves`.
        ///
        /// # Errors
        ///
        /// [`Error`](::perennial::Error): a parameter that is missing or malformed, a failure of the network, any response other than the declared success.
        send send_by_status("application/json") -> crate::types::ListShelvesResponse;
    }

    #[cfg(feature = "loans")]
    ::perennial::__private::v1::operation! {
        /// `PUT /loans/labels`, operationId `labelLoans`, tag `Loans`.
        ///
        /// Returns nothing, or an [`Error`](::perennial::Error).
        ///
        /// Counts towards [the limit that most operations share](::perennial::Operation::rate_limit).
        ///
        /// Available with the feature `loans`.
        ///
        /// Called by its short name, or by [`Client::label_loans`](crate::Client::label_loans):
        ///
        /// ```text
        /// let response = client
        ///     .loans()
        ///     .update_labels()
        ///     .body(body)
        ///     .send()
        ///     .await?;
        /// ```
        #[derive(Clone, Debug)]
        pub struct LabelLoans(client) {
            /// The request body.
            required(built LabelLoansBody) body: crate::types::LabelLoansBody => form(
                &[("labels", ::perennial::__private::v1::FormStyle::Delimited(","))]
            );
        }
        operation "labelLoans" as "loans().update_labels";
        request "PUT" "/loans/labels";
        /// Sends the request: `PUT /loans/labels`.
        ///
        /// # Errors
        ///
        /// [`Error`](::perennial::Error): a parameter that is missing or malformed, a failure of the network, any response other than the declared success.
        send send_empty() -> ();
    }

    /// The former name of [`GetBook`].
    #[cfg(feature = "books")]
    #[deprecated(since = "0.1.0", note = "renamed to `GetBook`")]
    pub type FetchBook = GetBook;
}

#[cfg(doctest)]
static OPERATIONS: &[::perennial::Operation] = &[];
#[cfg(doctest)]
pub mod builder {}
#[cfg(doctest)]
pub mod mock {}
#[cfg(doctest)]
pub mod tags {}
#[cfg(doctest)]
pub mod types {}
