// @generated from openapi.json. Number of adaptations (deviations of this code from the document) for each rule:
//   default-not-sent: 1
//   error-response: 1
//   multi-status-response: 3
//   open-enum: 4
//   tagged-union: 1
//   union-of-kinds: 1

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
    builder::LabelLoans::DECLARED
];

/// # Operations, by tag
#[cfg(any(feature = "books", feature = "loans"))]
#[cfg(not(doctest))]
impl Client {
    /// The operations of the tag `Books`, enabled by the feature `books`.
    ///
    /// What stands on the shelf.
    #[cfg(feature = "books")]
    pub fn books(&self) -> tags::Books {
        tags::Books { client: self.0.clone() }
    }

    /// The operations of the tag `Loans`, enabled by the feature `loans`.
    #[cfg(feature = "loans")]
    pub fn loans(&self) -> tags::Loans {
        tags::Loans { client: self.0.clone() }
    }
}

#[cfg(not(doctest))]
impl Client {
    /// A former tag, replaced by `books`.
    #[deprecated(since = "0.1.0", note = "renamed to `books`")]
    #[cfg(feature = "books")]
    pub fn shelf(&self) -> tags::Shelf {
        tags::Shelf { client: self.0.clone() }
    }
}

/// The operations of each tag, with short names.
///
/// Each tag has a Cargo feature, which enables the operations of the tag. If a method of [`Client`](crate::Client) is missing, enable the feature of its tag:
///
/// | tag | method | feature |
/// |---|---|---|
/// | `Books` | `books()` | `books` |
/// | `Loans` | `loans()` | `loans` |
#[cfg(not(doctest))]
pub mod tags {
    use perennial::Core;
    use perennial::optional::IntoRequired;
    use perennial::uuid::Uuid;
    use super::builder;

    /// The operations of the tag `Books`, enabled by the feature `books`.
    ///
    /// What stands on the shelf.
    #[cfg(feature = "books")]
    #[derive(Clone, Debug)]
    pub struct Books {
        pub(super) client: Core,
    }

    #[cfg(feature = "books")]
    impl Books {
        /// `GET /books`: see [`ListBooks`](crate::builder::ListBooks).
        pub fn list(&self) -> builder::ListBooks {
            builder::ListBooks::new(&self.client)
        }

        /// `POST /books`: see [`AddBook`](crate::builder::AddBook). Set the body with `body_map(|body| body.id(id).title(title))`.
        pub fn add(&self) -> builder::AddBook {
            builder::AddBook::new(&self.client)
        }

        /// `GET /books/{id}`: see [`GetBook`](crate::builder::GetBook).
        pub fn get<Form>(&self, id: impl IntoRequired<Uuid, Form>) -> builder::GetBook {
            builder::GetBook::new(&self.client).id(id)
        }

        /// `PATCH /books/{id}`: see [`ChangeBook`](crate::builder::ChangeBook). Set the body with `body_map(|body| body.first(first))`.
        pub fn change<Form>(&self, id: impl IntoRequired<Uuid, Form>) -> builder::ChangeBook {
            builder::ChangeBook::new(&self.client).id(id)
        }

        /// `DELETE /books/{id}`: see [`RemoveBook`](crate::builder::RemoveBook).
        pub fn remove<Form>(&self, id: impl IntoRequired<Uuid, Form>) -> builder::RemoveBook {
            builder::RemoveBook::new(&self.client).id(id)
        }

        /// `GET /books/{id}/cover`: see [`GetCover`](crate::builder::GetCover).
        pub fn cover<Form>(&self, id: impl IntoRequired<Uuid, Form>) -> builder::GetCover {
            builder::GetCover::new(&self.client).id(id)
        }

        /// `PUT /books/{id}/cover`: see [`SetCover`](crate::builder::SetCover).
        pub fn set_cover<Form>(&self, id: impl IntoRequired<Uuid, Form>) -> builder::SetCover {
            builder::SetCover::new(&self.client).id(id)
        }

        /// `POST /books/{id}/scans`: see [`AddScans`](crate::builder::AddScans).
        pub fn add_scans<Form>(&self, id: impl IntoRequired<Uuid, Form>) -> builder::AddScans {
            builder::AddScans::new(&self.client).id(id)
        }
    }

    /// The operations of the tag `Loans`, enabled by the feature `loans`.
    #[cfg(feature = "loans")]
    #[derive(Clone, Debug)]
    pub struct Loans {
        pub(super) client: Core,
    }

    #[cfg(feature = "loans")]
    impl Loans {
        /// `GET /loans`: see [`ListLoans`](crate::builder::ListLoans).
        pub fn list(&self) -> builder::ListLoans {
            builder::ListLoans::new(&self.client)
        }

        /// `POST /loans`: see [`Lend`](crate::builder::Lend). Set the body with `body_map(|body| body.book(book).until(until))`.
        pub fn create(&self) -> builder::Lend {
            builder::Lend::new(&self.client)
        }

        /// `GET /loans/series`: see [`LoanSeries`](crate::builder::LoanSeries).
        pub fn series(&self) -> builder::LoanSeries {
            builder::LoanSeries::new(&self.client)
        }

        /// `GET /loans/export`: see [`ExportLoans`](crate::builder::ExportLoans).
        pub fn export(&self) -> builder::ExportLoans {
            builder::ExportLoans::new(&self.client)
        }

        /// `PUT /loans/labels`: see [`LabelLoans`](crate::builder::LabelLoans). Set the body with `body_map(|body| body.labels(labels))`.
        pub fn update_labels(&self) -> builder::LabelLoans {
            builder::LabelLoans::new(&self.client)
        }
    }

    /// A former tag, replaced by `books`.
    #[deprecated(since = "0.1.0", note = "renamed to `books`")]
    #[cfg(feature = "books")]
    #[derive(Clone, Debug)]
    pub struct Shelf {
        pub(super) client: Core,
    }

    #[cfg(feature = "books")]
    impl Shelf {
        /// The former name of `books().get`: see [`GetBook`](crate::builder::GetBook).
        #[cfg(feature = "books")]
        pub fn get<Form>(&self, id: impl IntoRequired<Uuid, Form>) -> builder::GetBook {
            builder::GetBook::new(&self.client).id(id)
        }
    }
}

/// # `Books`
///
/// What stands on the shelf.
#[cfg(not(doctest))]
#[cfg(feature = "books")]
impl Client {
    /// `GET /books`: see [`ListBooks`](crate::builder::ListBooks).
    pub fn list_books(&self) -> builder::ListBooks {
        builder::ListBooks::new(&self.0)
    }

    /// `POST /books`: see [`AddBook`](crate::builder::AddBook).
    pub fn add_book(&self) -> builder::AddBook {
        builder::AddBook::new(&self.0)
    }

    /// `GET /books/{id}`: see [`GetBook`](crate::builder::GetBook).
    pub fn get_book(&self) -> builder::GetBook {
        builder::GetBook::new(&self.0)
    }

    /// `PATCH /books/{id}`: see [`ChangeBook`](crate::builder::ChangeBook).
    pub fn change_book(&self) -> builder::ChangeBook {
        builder::ChangeBook::new(&self.0)
    }

    /// `DELETE /books/{id}`: see [`RemoveBook`](crate::builder::RemoveBook).
    pub fn remove_book(&self) -> builder::RemoveBook {
        builder::RemoveBook::new(&self.0)
    }

    /// `GET /books/{id}/cover`: see [`GetCover`](crate::builder::GetCover).
    pub fn get_cover(&self) -> builder::GetCover {
        builder::GetCover::new(&self.0)
    }

    /// `PUT /books/{id}/cover`: see [`SetCover`](crate::builder::SetCover).
    pub fn set_cover(&self) -> builder::SetCover {
        builder::SetCover::new(&self.0)
    }

    /// `POST /books/{id}/scans`: see [`AddScans`](crate::builder::AddScans).
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
    /// `GET /loans`: see [`ListLoans`](crate::builder::ListLoans).
    pub fn list_loans(&self) -> builder::ListLoans {
        builder::ListLoans::new(&self.0)
    }

    /// `POST /loans`: see [`Lend`](crate::builder::Lend).
    pub fn lend(&self) -> builder::Lend {
        builder::Lend::new(&self.0)
    }

    /// `GET /loans/series`: see [`LoanSeries`](crate::builder::LoanSeries).
    pub fn loan_series(&self) -> builder::LoanSeries {
        builder::LoanSeries::new(&self.0)
    }

    /// `GET /loans/export`: see [`ExportLoans`](crate::builder::ExportLoans).
    pub fn export_loans(&self) -> builder::ExportLoans {
        builder::ExportLoans::new(&self.0)
    }

    /// `PUT /loans/labels`: see [`LabelLoans`](crate::builder::LabelLoans).
    pub fn label_loans(&self) -> builder::LabelLoans {
        builder::LabelLoans::new(&self.0)
    }
}

/// # Operations without a tag
#[cfg(not(doctest))]
impl Client {
    /// `GET /motto`: see [`GetMotto`](crate::builder::GetMotto).
    pub fn get_motto(&self) -> builder::GetMotto {
        builder::GetMotto::new(&self.0)
    }

    /// `PUT /motto`: see [`SetMotto`](crate::builder::SetMotto).
    pub fn set_motto(&self) -> builder::SetMotto {
        builder::SetMotto::new(&self.0)
    }

    /// `GET /shelves`: see [`ListShelves`](crate::builder::ListShelves).
    pub fn list_shelves(&self) -> builder::ListShelves {
        builder::ListShelves::new(&self.0)
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
    use perennial::__private::v1;
    use super::{builder, types};

    pub use perennial::mock::{Mock, MockOperation, ParameterName, Response, Untyped, undeclared};

    /// A mock for each operation of the client.
    pub trait MockServerExt {
        /// A mock of `GET /books`.
        #[cfg(feature = "books")]
        fn list_books(&self) -> MockOperation<'_, types::ListBooksResponse>;

        /// A mock of `POST /books`.
        #[cfg(feature = "books")]
        fn add_book(&self) -> MockOperation<'_, types::Book>;

        /// A mock of `GET /books/{id}`.
        #[cfg(feature = "books")]
        fn get_book(&self) -> MockOperation<'_, types::Book>;

        /// A mock of `PATCH /books/{id}`.
        #[cfg(feature = "books")]
        fn change_book(&self) -> MockOperation<'_, ()>;

        /// A mock of `DELETE /books/{id}`.
        #[cfg(feature = "books")]
        fn remove_book(&self) -> MockOperation<'_, ()>;

        /// A mock of `GET /books/{id}/cover`.
        #[cfg(feature = "books")]
        fn get_cover(&self) -> MockOperation<'_, perennial::mock::Untyped>;

        /// A mock of `PUT /books/{id}/cover`.
        #[cfg(feature = "books")]
        fn set_cover(&self) -> MockOperation<'_, ()>;

        /// A mock of `POST /books/{id}/scans`.
        #[cfg(feature = "books")]
        fn add_scans(&self) -> MockOperation<'_, ()>;

        /// A mock of `GET /loans`.
        #[cfg(feature = "loans")]
        fn list_loans(&self) -> MockOperation<'_, Vec<types::Loan>>;

        /// A mock of `POST /loans`.
        #[cfg(feature = "loans")]
        fn lend(&self) -> MockOperation<'_, perennial::mock::Untyped>;

        /// A mock of `GET /loans/series`.
        #[cfg(feature = "loans")]
        fn loan_series(&self) -> MockOperation<'_, types::Loans>;

        /// A mock of `GET /loans/export`.
        #[cfg(feature = "loans")]
        fn export_loans(&self) -> MockOperation<'_, perennial::mock::Untyped>;

        /// A mock of `GET /motto`.
        fn get_motto(&self) -> MockOperation<'_, String>;

        /// A mock of `PUT /motto`.
        fn set_motto(&self) -> MockOperation<'_, ()>;

        /// A mock of `GET /shelves`.
        fn list_shelves(&self) -> MockOperation<'_, perennial::mock::Untyped>;

        /// A mock of `PUT /loans/labels`.
        #[cfg(feature = "loans")]
        fn label_loans(&self) -> MockOperation<'_, ()>;

        /// Mocks of the operations of the tag `Books`.
        #[cfg(feature = "books")]
        fn books(&self) -> tags::Books<'_>;

        /// Mocks of the operations of the tag `Loans`.
        #[cfg(feature = "loans")]
        fn loans(&self) -> tags::Loans<'_>;

        /// The former name of [`get_book`](Self::get_book).
        #[deprecated(since = "0.1.0", note = "renamed to `get_book`")]
        #[cfg(feature = "books")]
        fn fetch_book(&self) -> MockOperation<'_, types::Book> {
            self.get_book()
        }
    }

    impl MockServerExt for perennial::httpmock::MockServer {
        #[cfg(feature = "books")]
        fn list_books(&self) -> MockOperation<'_, types::ListBooksResponse> {
            MockOperation::new(self, builder::ListBooks::SIGNATURE, |inputs| inputs)
        }

        #[cfg(feature = "books")]
        fn add_book(&self) -> MockOperation<'_, types::Book> {
            MockOperation::new(self, builder::AddBook::SIGNATURE, |inputs| inputs.body(v1::fields::<types::Book>()))
        }

        #[cfg(feature = "books")]
        fn get_book(&self) -> MockOperation<'_, types::Book> {
            MockOperation::new(self, builder::GetBook::SIGNATURE, |inputs| inputs)
        }

        #[cfg(feature = "books")]
        fn change_book(&self) -> MockOperation<'_, ()> {
            MockOperation::new(self, builder::ChangeBook::SIGNATURE, |inputs| inputs.any_body())
        }

        #[cfg(feature = "books")]
        fn remove_book(&self) -> MockOperation<'_, ()> {
            MockOperation::new(self, builder::RemoveBook::SIGNATURE, |inputs| inputs)
        }

        #[cfg(feature = "books")]
        fn get_cover(&self) -> MockOperation<'_, perennial::mock::Untyped> {
            MockOperation::new(self, builder::GetCover::SIGNATURE, |inputs| inputs)
        }

        #[cfg(feature = "books")]
        fn set_cover(&self) -> MockOperation<'_, ()> {
            MockOperation::new(self, builder::SetCover::SIGNATURE, |inputs| inputs)
        }

        #[cfg(feature = "books")]
        fn add_scans(&self) -> MockOperation<'_, ()> {
            MockOperation::new(self, builder::AddScans::SIGNATURE, |inputs| inputs)
        }

        #[cfg(feature = "loans")]
        fn list_loans(&self) -> MockOperation<'_, Vec<types::Loan>> {
            MockOperation::new(self, builder::ListLoans::SIGNATURE, |inputs| inputs)
        }

        #[cfg(feature = "loans")]
        fn lend(&self) -> MockOperation<'_, perennial::mock::Untyped> {
            MockOperation::new(self, builder::Lend::SIGNATURE, |inputs| inputs)
        }

        #[cfg(feature = "loans")]
        fn loan_series(&self) -> MockOperation<'_, types::Loans> {
            MockOperation::new(self, builder::LoanSeries::SIGNATURE, |inputs| inputs)
        }

        #[cfg(feature = "loans")]
        fn export_loans(&self) -> MockOperation<'_, perennial::mock::Untyped> {
            MockOperation::new(self, builder::ExportLoans::SIGNATURE, |inputs| inputs)
        }

        fn get_motto(&self) -> MockOperation<'_, String> {
            MockOperation::new(self, builder::GetMotto::SIGNATURE, |inputs| inputs)
        }

        fn set_motto(&self) -> MockOperation<'_, ()> {
            MockOperation::new(self, builder::SetMotto::SIGNATURE, |inputs| inputs)
        }

        fn list_shelves(&self) -> MockOperation<'_, perennial::mock::Untyped> {
            MockOperation::new(self, builder::ListShelves::SIGNATURE, |inputs| inputs)
        }

        #[cfg(feature = "loans")]
        fn label_loans(&self) -> MockOperation<'_, ()> {
            MockOperation::new(self, builder::LabelLoans::SIGNATURE, |inputs| inputs)
        }

        #[cfg(feature = "books")]
        fn books(&self) -> tags::Books<'_> {
            tags::Books(v1::Server(self))
        }

        #[cfg(feature = "loans")]
        fn loans(&self) -> tags::Loans<'_> {
            tags::Loans(v1::Server(self))
        }
    }

    /// The mocks of the operations, grouped by tag. Each method has the short name of its operation.
    pub mod tags {
        use perennial::__private::v1;
        use super::super::types;

        /// Mocks of the operations of the tag `Books`.
        #[cfg(feature = "books")]
        #[derive(Clone, Copy, Debug)]
        pub struct Books<'a>(pub(super) v1::Server<'a>);

        #[cfg(feature = "books")]
        impl<'a> Books<'a> {
            /// See [`list_books`](super::MockServerExt::list_books).
            pub fn list(self) -> super::MockOperation<'a, types::ListBooksResponse> {
                super::MockServerExt::list_books(self.0.0)
            }

            /// See [`add_book`](super::MockServerExt::add_book).
            pub fn add(self) -> super::MockOperation<'a, types::Book> {
                super::MockServerExt::add_book(self.0.0)
            }

            /// See [`get_book`](super::MockServerExt::get_book).
            pub fn get(self) -> super::MockOperation<'a, types::Book> {
                super::MockServerExt::get_book(self.0.0)
            }

            /// See [`change_book`](super::MockServerExt::change_book).
            pub fn change(self) -> super::MockOperation<'a, ()> {
                super::MockServerExt::change_book(self.0.0)
            }

            /// See [`remove_book`](super::MockServerExt::remove_book).
            pub fn remove(self) -> super::MockOperation<'a, ()> {
                super::MockServerExt::remove_book(self.0.0)
            }

            /// See [`get_cover`](super::MockServerExt::get_cover).
            pub fn cover(self) -> super::MockOperation<'a, perennial::mock::Untyped> {
                super::MockServerExt::get_cover(self.0.0)
            }

            /// See [`set_cover`](super::MockServerExt::set_cover).
            pub fn set_cover(self) -> super::MockOperation<'a, ()> {
                super::MockServerExt::set_cover(self.0.0)
            }

            /// See [`add_scans`](super::MockServerExt::add_scans).
            pub fn add_scans(self) -> super::MockOperation<'a, ()> {
                super::MockServerExt::add_scans(self.0.0)
            }
        }

        /// Mocks of the operations of the tag `Loans`.
        #[cfg(feature = "loans")]
        #[derive(Clone, Copy, Debug)]
        pub struct Loans<'a>(pub(super) v1::Server<'a>);

        #[cfg(feature = "loans")]
        impl<'a> Loans<'a> {
            /// See [`list_loans`](super::MockServerExt::list_loans).
            pub fn list(self) -> super::MockOperation<'a, Vec<types::Loan>> {
                super::MockServerExt::list_loans(self.0.0)
            }

            /// See [`lend`](super::MockServerExt::lend).
            pub fn create(self) -> super::MockOperation<'a, perennial::mock::Untyped> {
                super::MockServerExt::lend(self.0.0)
            }

            /// See [`loan_series`](super::MockServerExt::loan_series).
            pub fn series(self) -> super::MockOperation<'a, types::Loans> {
                super::MockServerExt::loan_series(self.0.0)
            }

            /// See [`export_loans`](super::MockServerExt::export_loans).
            pub fn export(self) -> super::MockOperation<'a, perennial::mock::Untyped> {
                super::MockServerExt::export_loans(self.0.0)
            }

            /// See [`label_loans`](super::MockServerExt::label_loans).
            pub fn update_labels(self) -> super::MockOperation<'a, ()> {
                super::MockServerExt::label_loans(self.0.0)
            }
        }
    }
}

/// The types of requests and responses, generated from the document.
#[cfg(not(doctest))]
pub mod types {
    use perennial::{ByteStream, Error, page, serde_json};
    use perennial::__private::v1;
    use perennial::chrono::{DateTime, Utc};
    use perennial::time::Date;
    use perennial::uuid::Uuid;
    use std::collections::BTreeMap;

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

    /// Create a value with [`Book::builder()`].
    ///
    /// [`ListBooksResponse::books`](field@ListBooksResponse::books) is an optional list. To loop over its elements, write `for element in response.books.iter().flatten()`. A loop over the `Option` itself compiles, but its loop variable is the whole list. If such a loop uses a field of an element, the compiler reports that the type `Vec<Book>` has no such field.
    ///
    /// Available with the feature `books`.
    #[cfg(feature = "books")]
    #[derive(Clone)]
    #[non_exhaustive]
    pub struct Book {
        /// The field `id`: a UUID.
        pub id: Uuid,
        /// The field `title`: a string.
        pub title: String,
        /// The field `pages`: an integer.
        pub pages: Option<i32>,
        /// The field `published`: a date or timestamp.
        ///
        /// `Some(None)` is `null`, and `None` omits the field.
        pub published: Option<Option<Date>>,
        /// The field `added`: a timestamp.
        pub added: Option<DateTime<Utc>>,
        /// The field `binding`: [`Binding`](crate::types::Binding).
        pub binding: Option<Binding>,
        /// The field `edition`: [`Edition`](crate::types::Edition).
        pub edition: Option<Edition>,
        /// The field `origin`: [`Origin`](crate::types::Origin).
        pub origin: Option<Origin>,
        /// The field `sequels`: a list of [`Book`](crate::types::Book).
        pub sequels: Option<Vec<Book>>,
        /// The field `price`: a number.
        pub price: Option<f64>,
        /// The field `anything`: any JSON value.
        pub anything: Option<serde_json::Value>,
        undeclared_: v1::Undeclared,
    }

    #[cfg(feature = "books")]
    impl Book {
        /// Returns a builder in which no field is set.
        #[inline]
        pub fn builder() -> builder::Book {
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

    #[cfg(feature = "books")]
    v1::object! { Book with builder:
        "id" => id: required Uuid,
        "title" => title: required String,
        "pages" => pages: optional i32,
        "published" => published: optional_nullable Date,
        "added" => added: optional DateTime<Utc>,
        "binding" => binding: optional Binding,
        "edition" => edition: optional Edition,
        "origin" => origin: optional Origin,
        "sequels" => sequels: optional Vec<Book>,
        "price" => price: optional f64,
        "anything" => anything: optional serde_json::Value as any_or_null,
        _ => undeclared_: v1::Undeclared,
        holds objects in origin, sequels;
    }

    /// Create a value with [`Notes::builder()`].
    ///
    /// Available with the feature `books`.
    #[cfg(feature = "books")]
    #[derive(Clone, Default)]
    #[non_exhaustive]
    pub struct Notes {
        /// The field `first`: a string.
        pub first: Option<String>,
        /// The fields that the document does not declare, as a map from name to value.
        pub extra: BTreeMap<String, String>,
    }

    #[cfg(feature = "books")]
    impl Notes {
        /// Returns a builder in which no field is set.
        #[inline]
        pub fn builder() -> builder::Notes {
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

    #[cfg(feature = "books")]
    v1::object! { Notes with builder:
        "first" => first: optional String,
        _ => extra: BTreeMap<String, String>,
    }

    /// Create a value with [`Loan::builder()`].
    ///
    /// Available with the feature `loans`.
    #[cfg(feature = "loans")]
    #[derive(Clone)]
    #[non_exhaustive]
    pub struct Loan {
        /// The field `book`: a UUID.
        pub book: Uuid,
        /// The field `until`: a date or timestamp.
        pub until: Date,
        /// The field `owner`: [`Owner`](crate::types::Owner).
        pub owner: Option<Owner>,
        undeclared_: v1::Undeclared,
    }

    #[cfg(feature = "loans")]
    impl Loan {
        /// Returns a builder in which no field is set.
        #[inline]
        pub fn builder() -> builder::Loan {
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

    #[cfg(feature = "loans")]
    v1::object! { Loan with builder:
        "book" => book: required Uuid,
        "until" => until: required Date,
        "owner" => owner: optional Owner,
        _ => undeclared_: v1::Undeclared,
        holds objects in owner;
    }

    /// Create a value with [`Loans::builder()`].
    ///
    /// Available with the feature `loans`.
    #[cfg(feature = "loans")]
    #[derive(Clone, Default)]
    #[non_exhaustive]
    pub struct Loans {
        /// The field `times`: a list of timestamps.
        pub times: Option<Vec<DateTime<Utc>>>,
        /// The field `count`: a list of integers.
        pub count: Option<Vec<i64>>,
        undeclared_: v1::Undeclared,
    }

    #[cfg(feature = "loans")]
    impl Loans {
        /// Returns a builder in which no field is set.
        #[inline]
        pub fn builder() -> builder::Loans {
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

    #[cfg(feature = "loans")]
    v1::object! { Loans with builder:
        "times" => times: optional Vec<DateTime<Utc>>,
        "count" => count: optional Vec<i64>,
        _ => undeclared_: v1::Undeclared,
    }

    /// Create a value with [`Fault::builder()`].
    #[derive(Clone, Default)]
    #[non_exhaustive]
    pub struct Fault {
        /// The field `text`: a string.
        pub text: Option<String>,
        undeclared_: v1::Undeclared,
    }

    impl Fault {
        /// Returns a builder in which no field is set.
        #[inline]
        pub fn builder() -> builder::Fault {
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

    v1::object! { Fault with builder:
        "text" => text: optional String,
        _ => undeclared_: v1::Undeclared,
    }

    /// Create a value with `from`.
    #[derive(v1::serde::Deserialize, v1::serde::Serialize, Clone, Debug, PartialEq)]
    #[serde(crate = "::perennial::__private::v1::serde", transparent)]
    pub struct Shelves(
        #[serde(deserialize_with = "::perennial::__private::v1::Decode::decode")]
        pub Vec<Shelves>
    );

    impl v1::Decode for Shelves {
        #[inline]
        fn clear_undeclared(&mut self) {
            v1::Decode::clear_undeclared(&mut self.0);
        }
    }

    impl v1::Encode for Shelves {}

    impl ::std::ops::Deref for Shelves {
        type Target = Vec<Shelves>;

        fn deref(&self) -> &Vec<Shelves> {
            &self.0
        }
    }

    impl From<Vec<Shelves>> for Shelves {
        fn from(value: Vec<Shelves>) -> Self {
            Self(value)
        }
    }

    impl From<Shelves> for Vec<Shelves> {
        fn from(value: Shelves) -> Self {
            value.0
        }
    }

    /// Create a value with [`OriginBought::builder()`].
    ///
    /// Available with the feature `books`.
    #[cfg(feature = "books")]
    #[derive(Clone)]
    #[non_exhaustive]
    pub struct OriginBought {
        /// The field `kind`: [`OriginBoughtKind`](crate::types::OriginBoughtKind).
        pub kind: OriginBoughtKind,
        /// The field `price`: a number.
        pub price: Option<f64>,
        undeclared_: v1::Undeclared,
    }

    #[cfg(feature = "books")]
    impl OriginBought {
        /// Returns a builder in which no field is set.
        #[inline]
        pub fn builder() -> builder::OriginBought {
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

    #[cfg(feature = "books")]
    v1::object! { OriginBought with builder:
        "kind" => kind: required OriginBoughtKind,
        "price" => price: optional f64,
        _ => undeclared_: v1::Undeclared,
        sets "kind" to "\"bought\"";
    }

    /// Create a value with [`OriginGift::builder()`].
    ///
    /// Available with the feature `books`.
    #[cfg(feature = "books")]
    #[derive(Clone)]
    #[non_exhaustive]
    pub struct OriginGift {
        /// The field `kind`: [`OriginGiftKind`](crate::types::OriginGiftKind).
        pub kind: OriginGiftKind,
        /// The field `from`: a string.
        pub from: Option<String>,
        undeclared_: v1::Undeclared,
    }

    #[cfg(feature = "books")]
    impl OriginGift {
        /// Returns a builder in which no field is set.
        #[inline]
        pub fn builder() -> builder::OriginGift {
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

    #[cfg(feature = "books")]
    v1::object! { OriginGift with builder:
        "kind" => kind: required OriginGiftKind,
        "from" => from: optional String,
        _ => undeclared_: v1::Undeclared,
        sets "kind" to "\"gift\"";
    }

    /// Create a value with [`OwnerObject::builder()`].
    ///
    /// Available with the feature `loans`.
    #[cfg(feature = "loans")]
    #[derive(Clone)]
    #[non_exhaustive]
    pub struct OwnerObject {
        /// The field `name`: a string.
        pub name: String,
        undeclared_: v1::Undeclared,
    }

    #[cfg(feature = "loans")]
    impl OwnerObject {
        /// Returns a builder in which no field is set.
        #[inline]
        pub fn builder() -> builder::OwnerObject {
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

    #[cfg(feature = "loans")]
    v1::object! { OwnerObject with builder:
        "name" => name: required String,
        _ => undeclared_: v1::Undeclared,
    }

    /// Create a value with [`ListBooksResponse::builder()`].
    ///
    /// Available with the feature `books`.
    #[cfg(feature = "books")]
    #[derive(Clone, Default)]
    #[non_exhaustive]
    pub struct ListBooksResponse {
        /// The field `books`: a list of [`Book`](crate::types::Book).
        pub books: Option<Vec<Book>>,
        /// The field `next`: a string.
        pub next: Option<String>,
        undeclared_: v1::Undeclared,
    }

    #[cfg(feature = "books")]
    impl ListBooksResponse {
        /// Returns a builder in which no field is set.
        #[inline]
        pub fn builder() -> builder::ListBooksResponse {
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

    #[cfg(feature = "books")]
    v1::object! { ListBooksResponse with builder:
        "books" => books: optional Vec<Book>,
        "next" => next: optional String,
        _ => undeclared_: v1::Undeclared,
        holds objects in books;
    }

    /// Create a value with [`LabelLoansBody::builder()`].
    ///
    /// Available with the feature `loans`.
    #[cfg(feature = "loans")]
    #[derive(Clone, Default)]
    #[non_exhaustive]
    pub struct LabelLoansBody {
        /// The field `labels`: a list of strings.
        pub labels: Option<Vec<String>>,
        undeclared_: v1::Undeclared,
    }

    #[cfg(feature = "loans")]
    impl LabelLoansBody {
        /// Returns a builder in which no field is set.
        #[inline]
        pub fn builder() -> builder::LabelLoansBody {
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

    #[cfg(feature = "loans")]
    v1::object! { LabelLoansBody with builder:
        "labels" => labels: optional Vec<String>,
        _ => undeclared_: v1::Undeclared,
    }

    /// Builders for the types. A builder that was created from a value drops the undeclared fields of the value, because
    /// a service may refuse unknown fields. `keep_undeclared` keeps these fields.
    pub mod builder {
        use perennial::__private::v1;
        use perennial::chrono::{DateTime, Utc};
        use perennial::optional::{IntoOptional, IntoRequired};
        use perennial::time::Date;
        use perennial::uuid::Uuid;
        use std::collections::BTreeMap;
        use std::fmt::Display;

        /// Builder for [`Book`](super::Book), created by [`Book::builder()`](super::Book::builder()).
        #[cfg(feature = "books")]
        #[derive(Clone, Debug, Default)]
        #[must_use]
        pub struct Book(pub(super) v1::Draft<super::Book>);

        #[cfg(feature = "books")]
        impl Book {
            /// Sets [`id`](super::Book::id).
            pub fn id<Form>(self, value: impl IntoRequired<Uuid, Form, Error: Display>) -> Self {
                Self(self.0.set("id", value))
            }

            /// Sets [`title`](super::Book::title).
            pub fn title(self, value: impl TryInto<String, Error: Display>) -> Self {
                Self(self.0.set("title", value))
            }

            /// Sets [`pages`](super::Book::pages).
            pub fn pages<Form>(self, value: impl IntoOptional<i32, Form, Error: Display>) -> Self {
                Self(self.0.set("pages", value))
            }

            /// Sets [`published`](super::Book::published). Accepts a `NaiveDate`. Also accepts a `DateTime`, a `SystemTime` or UNIX seconds (`i64`), but sends only the date. A string is sent unchanged, and must be an RFC 3339 date or timestamp.
            pub fn published<Form>(self, value: impl IntoOptional<Date, Form, Error: Display>) -> Self {
                Self(self.0.set("published", value))
            }

            /// Sets [`added`](super::Book::added).
            pub fn added<Form>(self, value: impl IntoOptional<DateTime<Utc>, Form, Error: Display>) -> Self {
                Self(self.0.set("added", value))
            }

            /// Sets [`binding`](super::Book::binding).
            pub fn binding<Form>(self, value: impl IntoOptional<super::Binding, Form, Error: Display>) -> Self {
                Self(self.0.set("binding", value))
            }

            /// Sets [`edition`](super::Book::edition).
            pub fn edition<Form>(self, value: impl IntoOptional<super::Edition, Form, Error: Display>) -> Self {
                Self(self.0.set("edition", value))
            }

            /// Sets [`origin`](super::Book::origin).
            pub fn origin<Form>(self, value: impl IntoOptional<super::Origin, Form, Error: Display>) -> Self {
                Self(self.0.set("origin", value))
            }

            /// Sets [`sequels`](super::Book::sequels).
            pub fn sequels<Form>(self, value: impl IntoOptional<Vec<super::Book>, Form, Error: Display>) -> Self {
                Self(self.0.set("sequels", value))
            }

            /// Sets [`price`](super::Book::price).
            pub fn price<Form>(self, value: impl IntoOptional<f64, Form, Error: Display>) -> Self {
                Self(self.0.set("price", value))
            }

            /// Sets [`anything`](super::Book::anything).
            pub fn anything<Form>(
                self,
                value: impl IntoOptional<perennial::optional::Json, Form, Error: Display>
            ) -> Self {
                Self(self.0.set("anything", value))
            }

            /// Sets [`published`](super::Book::published) to null.
            #[inline]
            pub fn clear_published(self) -> Self {
                Self(self.0.clear("published"))
            }

            /// Keeps the undeclared fields of the value from which this builder was created.
            #[inline]
            pub fn keep_undeclared(self) -> Self {
                Self(self.0.keep_undeclared())
            }

            /// Builds the value. The error names each required field that was not set, and each value that could not be
            /// converted.
            #[inline]
            pub fn build(self) -> Result<super::Book, perennial::error::BuildError> {
                self.0.build()
            }
        }

        /// Builder for [`Notes`](super::Notes), created by [`Notes::builder()`](super::Notes::builder()).
        #[cfg(feature = "books")]
        #[derive(Clone, Debug, Default)]
        #[must_use]
        pub struct Notes(pub(super) v1::Draft<super::Notes>);

        #[cfg(feature = "books")]
        impl Notes {
            /// Sets [`first`](super::Notes::first).
            pub fn first<Form>(self, value: impl IntoOptional<String, Form, Error: Display>) -> Self {
                Self(self.0.set("first", value))
            }

            /// Adds fields that the document does not declare.
            pub fn extra(self, fields: impl TryInto<BTreeMap<String, String>, Error: Display>) -> Self {
                Self(self.0.extend("extra", fields))
            }

            /// Keeps the undeclared fields of the value from which this builder was created.
            #[inline]
            pub fn keep_undeclared(self) -> Self {
                Self(self.0.keep_undeclared())
            }

            /// Builds the value. The error names each required field that was not set, and each value that could not be
            /// converted.
            #[inline]
            pub fn build(self) -> Result<super::Notes, perennial::error::BuildError> {
                self.0.build()
            }
        }

        /// Builder for [`Loan`](super::Loan), created by [`Loan::builder()`](super::Loan::builder()).
        #[cfg(feature = "loans")]
        #[derive(Clone, Debug, Default)]
        #[must_use]
        pub struct Loan(pub(super) v1::Draft<super::Loan>);

        #[cfg(feature = "loans")]
        impl Loan {
            /// Sets [`book`](super::Loan::book).
            pub fn book<Form>(self, value: impl IntoRequired<Uuid, Form, Error: Display>) -> Self {
                Self(self.0.set("book", value))
            }

            /// Sets [`until`](super::Loan::until). Accepts a `NaiveDate`. Also accepts a `DateTime`, a `SystemTime` or UNIX seconds (`i64`), but sends only the date. A string is sent unchanged, and must be an RFC 3339 date or timestamp.
            pub fn until(self, value: impl TryInto<Date, Error: Display>) -> Self {
                Self(self.0.set("until", value))
            }

            /// Sets [`owner`](super::Loan::owner).
            pub fn owner<Form>(self, value: impl IntoOptional<super::Owner, Form, Error: Display>) -> Self {
                Self(self.0.set("owner", value))
            }

            /// Keeps the undeclared fields of the value from which this builder was created.
            #[inline]
            pub fn keep_undeclared(self) -> Self {
                Self(self.0.keep_undeclared())
            }

            /// Builds the value. The error names each required field that was not set, and each value that could not be
            /// converted.
            #[inline]
            pub fn build(self) -> Result<super::Loan, perennial::error::BuildError> {
                self.0.build()
            }
        }

        /// Builder for [`Loans`](super::Loans), created by [`Loans::builder()`](super::Loans::builder()).
        #[cfg(feature = "loans")]
        #[derive(Clone, Debug, Default)]
        #[must_use]
        pub struct Loans(pub(super) v1::Draft<super::Loans>);

        #[cfg(feature = "loans")]
        impl Loans {
            /// Sets [`times`](super::Loans::times). Accepts a list of `DateTime<Utc>`.
            pub fn times<Form>(self, value: impl IntoOptional<Vec<DateTime<Utc>>, Form, Error: Display>) -> Self {
                Self(self.0.set("times", value))
            }

            /// Sets [`count`](super::Loans::count).
            pub fn count<Form>(self, value: impl IntoOptional<Vec<i64>, Form, Error: Display>) -> Self {
                Self(self.0.set("count", value))
            }

            /// Keeps the undeclared fields of the value from which this builder was created.
            #[inline]
            pub fn keep_undeclared(self) -> Self {
                Self(self.0.keep_undeclared())
            }

            /// Builds the value. The error names each required field that was not set, and each value that could not be
            /// converted.
            #[inline]
            pub fn build(self) -> Result<super::Loans, perennial::error::BuildError> {
                self.0.build()
            }
        }

        /// Builder for [`Fault`](super::Fault), created by [`Fault::builder()`](super::Fault::builder()).
        #[derive(Clone, Debug, Default)]
        #[must_use]
        pub struct Fault(pub(super) v1::Draft<super::Fault>);

        impl Fault {
            /// Sets [`text`](super::Fault::text).
            pub fn text<Form>(self, value: impl IntoOptional<String, Form, Error: Display>) -> Self {
                Self(self.0.set("text", value))
            }

            /// Keeps the undeclared fields of the value from which this builder was created.
            #[inline]
            pub fn keep_undeclared(self) -> Self {
                Self(self.0.keep_undeclared())
            }

            /// Builds the value. The error names each required field that was not set, and each value that could not be
            /// converted.
            #[inline]
            pub fn build(self) -> Result<super::Fault, perennial::error::BuildError> {
                self.0.build()
            }
        }

        /// Builder for [`OriginBought`](super::OriginBought), created by [`OriginBought::builder()`](super::OriginBought::builder()).
        #[cfg(feature = "books")]
        #[derive(Clone, Debug, Default)]
        #[must_use]
        pub struct OriginBought(pub(super) v1::Draft<super::OriginBought>);

        #[cfg(feature = "books")]
        impl OriginBought {
            /// Sets [`kind`](super::OriginBought::kind). The value is `"bought"` unless set.
            pub fn kind<Form>(self, value: impl IntoOptional<super::OriginBoughtKind, Form, Error: Display>) -> Self {
                Self(self.0.set("kind", value))
            }

            /// Sets [`price`](super::OriginBought::price).
            pub fn price<Form>(self, value: impl IntoOptional<f64, Form, Error: Display>) -> Self {
                Self(self.0.set("price", value))
            }

            /// Keeps the undeclared fields of the value from which this builder was created.
            #[inline]
            pub fn keep_undeclared(self) -> Self {
                Self(self.0.keep_undeclared())
            }

            /// Builds the value. The error names each required field that was not set, and each value that could not be
            /// converted.
            #[inline]
            pub fn build(self) -> Result<super::OriginBought, perennial::error::BuildError> {
                self.0.build()
            }
        }

        /// Builder for [`OriginGift`](super::OriginGift), created by [`OriginGift::builder()`](super::OriginGift::builder()).
        #[cfg(feature = "books")]
        #[derive(Clone, Debug, Default)]
        #[must_use]
        pub struct OriginGift(pub(super) v1::Draft<super::OriginGift>);

        #[cfg(feature = "books")]
        impl OriginGift {
            /// Sets [`kind`](super::OriginGift::kind). The value is `"gift"` unless set.
            pub fn kind<Form>(self, value: impl IntoOptional<super::OriginGiftKind, Form, Error: Display>) -> Self {
                Self(self.0.set("kind", value))
            }

            /// Sets [`from`](super::OriginGift::from).
            pub fn from<Form>(self, value: impl IntoOptional<String, Form, Error: Display>) -> Self {
                Self(self.0.set("from", value))
            }

            /// Keeps the undeclared fields of the value from which this builder was created.
            #[inline]
            pub fn keep_undeclared(self) -> Self {
                Self(self.0.keep_undeclared())
            }

            /// Builds the value. The error names each required field that was not set, and each value that could not be
            /// converted.
            #[inline]
            pub fn build(self) -> Result<super::OriginGift, perennial::error::BuildError> {
                self.0.build()
            }
        }

        /// Builder for [`OwnerObject`](super::OwnerObject), created by [`OwnerObject::builder()`](super::OwnerObject::builder()).
        #[cfg(feature = "loans")]
        #[derive(Clone, Debug, Default)]
        #[must_use]
        pub struct OwnerObject(pub(super) v1::Draft<super::OwnerObject>);

        #[cfg(feature = "loans")]
        impl OwnerObject {
            /// Sets [`name`](super::OwnerObject::name).
            pub fn name(self, value: impl TryInto<String, Error: Display>) -> Self {
                Self(self.0.set("name", value))
            }

            /// Keeps the undeclared fields of the value from which this builder was created.
            #[inline]
            pub fn keep_undeclared(self) -> Self {
                Self(self.0.keep_undeclared())
            }

            /// Builds the value. The error names each required field that was not set, and each value that could not be
            /// converted.
            #[inline]
            pub fn build(self) -> Result<super::OwnerObject, perennial::error::BuildError> {
                self.0.build()
            }
        }

        /// Builder for [`ListBooksResponse`](super::ListBooksResponse), created by [`ListBooksResponse::builder()`](super::ListBooksResponse::builder()).
        #[cfg(feature = "books")]
        #[derive(Clone, Debug, Default)]
        #[must_use]
        pub struct ListBooksResponse(pub(super) v1::Draft<super::ListBooksResponse>);

        #[cfg(feature = "books")]
        impl ListBooksResponse {
            /// Sets [`books`](super::ListBooksResponse::books).
            pub fn books<Form>(self, value: impl IntoOptional<Vec<super::Book>, Form, Error: Display>) -> Self {
                Self(self.0.set("books", value))
            }

            /// Sets [`next`](super::ListBooksResponse::next).
            pub fn next<Form>(self, value: impl IntoOptional<String, Form, Error: Display>) -> Self {
                Self(self.0.set("next", value))
            }

            /// Keeps the undeclared fields of the value from which this builder was created.
            #[inline]
            pub fn keep_undeclared(self) -> Self {
                Self(self.0.keep_undeclared())
            }

            /// Builds the value. The error names each required field that was not set, and each value that could not be
            /// converted.
            #[inline]
            pub fn build(self) -> Result<super::ListBooksResponse, perennial::error::BuildError> {
                self.0.build()
            }
        }

        /// Builder for [`LabelLoansBody`](super::LabelLoansBody), created by [`LabelLoansBody::builder()`](super::LabelLoansBody::builder()).
        #[cfg(feature = "loans")]
        #[derive(Clone, Debug, Default)]
        #[must_use]
        pub struct LabelLoansBody(pub(super) v1::Draft<super::LabelLoansBody>);

        #[cfg(feature = "loans")]
        impl LabelLoansBody {
            /// Sets [`labels`](super::LabelLoansBody::labels). Accepts a `Vec<String>`, or an array such as `["a", "b"]`.
            pub fn labels<Form>(self, value: impl IntoOptional<Vec<String>, Form, Error: Display>) -> Self {
                Self(self.0.set("labels", value))
            }

            /// Keeps the undeclared fields of the value from which this builder was created.
            #[inline]
            pub fn keep_undeclared(self) -> Self {
                Self(self.0.keep_undeclared())
            }

            /// Builds the value. The error names each required field that was not set, and each value that could not be
            /// converted.
            #[inline]
            pub fn build(self) -> Result<super::LabelLoansBody, perennial::error::BuildError> {
                self.0.build()
            }
        }

        /// Builder for [`LoansSample`](super::LoansSample), created by [`LoansSample::builder()`](super::LoansSample::builder()).
        #[cfg(feature = "loans")]
        #[derive(Clone, Debug, Default)]
        #[must_use]
        pub struct LoansSample(pub(super) v1::Draft<super::LoansSample>);

        #[cfg(feature = "loans")]
        impl LoansSample {
            /// Sets [`time`](super::LoansSample::time).
            pub fn time(self, value: impl TryInto<DateTime<Utc>, Error: Display>) -> Self {
                Self(self.0.set("time", value))
            }

            /// Sets [`count`](super::LoansSample::count).
            pub fn count(self, value: impl TryInto<i64, Error: Display>) -> Self {
                Self(self.0.set("count", value))
            }

            /// Keeps the undeclared fields of the value from which this builder was created.
            #[inline]
            pub fn keep_undeclared(self) -> Self {
                Self(self.0.keep_undeclared())
            }

            /// Builds the value. The error names each required field that was not set, and each value that could not be
            /// converted.
            #[inline]
            pub fn build(self) -> Result<super::LoansSample, perennial::error::BuildError> {
                self.0.build()
            }
        }

        /// The former name of [`Book`].
        #[cfg(feature = "books")]
        #[deprecated(since = "0.1.0", note = "renamed to `Book`")]
        pub type Volume = Book;
    }

    /// One of the values that the document lists, or any other value. To create a value, use a variant, or convert a string with `from`.
    ///
    /// Available with the feature `books`.
    #[cfg(feature = "books")]
    #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
    #[non_exhaustive]
    pub enum Binding {
        /// `hardcover` on the wire.
        Hardcover,
        /// `paperback` on the wire.
        Paperback,
        /// A value that the document does not list. For a value that the document lists, `from` returns the corresponding variant.
        Other(String),
    }

    #[cfg(feature = "books")]
    impl Binding {
        /// The former name of [`Hardcover`](Self::Hardcover).
        #[deprecated(since = "0.1.0", note = "renamed to `Hardcover`")]
        pub const Hard: Self = Self::Hardcover;

        /// Returns the string that is sent for this value.
        pub fn as_str(&self) -> &str {
            AsRef::as_ref(self)
        }
    }

    #[cfg(feature = "books")]
    v1::open_enum! { Binding:
        "hardcover" => Hardcover,
        "paperback" => Paperback,
        _ => Other,
    }

    /// One of the values that the document lists, or any other value. To create a value, use a variant, or convert a number with `from`.
    ///
    /// Available with the feature `books`.
    #[cfg(feature = "books")]
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Edition {
        /// `1` on the wire.
        N1,
        /// `2` on the wire.
        N2,
        /// `3` on the wire.
        N3,
        /// A value that the document does not list. For a value that the document lists, `from` returns the corresponding variant.
        Other(i64),
    }

    #[cfg(feature = "books")]
    impl Edition {
        /// Returns the number that is sent for this value.
        pub fn value(self) -> i64 {
            From::from(self)
        }
    }

    #[cfg(feature = "books")]
    v1::open_number! { Edition as i64:
        1 => N1,
        2 => N2,
        3 => N3,
        _ => Other,
    }

    /// One of the values that the document lists, or any other value. To create a value, use a variant, or convert a string with `from`.
    ///
    /// Available with the feature `books`.
    #[cfg(feature = "books")]
    #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
    #[non_exhaustive]
    pub enum OriginBoughtKind {
        /// `bought` on the wire.
        Bought,
        /// A value that the document does not list. For a value that the document lists, `from` returns the corresponding variant.
        Other(String),
    }

    #[cfg(feature = "books")]
    impl OriginBoughtKind {
        /// Returns the string that is sent for this value.
        pub fn as_str(&self) -> &str {
            AsRef::as_ref(self)
        }
    }

    #[cfg(feature = "books")]
    v1::open_enum! { OriginBoughtKind:
        "bought" => Bought,
        _ => Other,
    }

    /// One of the values that the document lists, or any other value. To create a value, use a variant, or convert a string with `from`.
    ///
    /// Available with the feature `books`.
    #[cfg(feature = "books")]
    #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
    #[non_exhaustive]
    pub enum OriginGiftKind {
        /// `gift` on the wire.
        Gift,
        /// A value that the document does not list. For a value that the document lists, `from` returns the corresponding variant.
        Other(String),
    }

    #[cfg(feature = "books")]
    impl OriginGiftKind {
        /// Returns the string that is sent for this value.
        pub fn as_str(&self) -> &str {
            AsRef::as_ref(self)
        }
    }

    #[cfg(feature = "books")]
    v1::open_enum! { OriginGiftKind:
        "gift" => Gift,
        _ => Other,
    }

    /// One of 2 kinds of object, distinguished by the field `kind`. To create a value, use one of the variants.
    ///
    /// Available with the feature `books`.
    #[cfg(feature = "books")]
    #[derive(Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub enum Origin {
        /// `kind` is `bought`.
        Bought(Box<OriginBought>),
        /// `kind` is `gift`.
        Gift(Box<OriginGift>),
        /// A value that the document does not describe.
        Other(serde_json::Value),
    }

    #[cfg(feature = "books")]
    impl Origin {
        /// Removes the fields that the document does not declare, at any depth. This method does not change a value
        /// of the variant [`Other`](Self::Other).
        pub fn clear_undeclared(&mut self) {
            v1::Decode::clear_undeclared(self);
        }
    }

    #[cfg(feature = "books")]
    v1::union! {
        Origin by tag "kind" else Other {
            "bought" => Bought,
            "gift" => Gift,
        }
        from {
            OriginBought | builder::OriginBought => Bought,
            OriginGift | builder::OriginGift => Gift,
        }
    }

    /// A value of one of several JSON types. To create a value, use one of the variants.
    ///
    /// Available with the feature `loans`.
    #[cfg(feature = "loans")]
    #[derive(Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub enum Owner {
        Text(String),
        Object(Box<OwnerObject>),
        /// A value that the document does not describe.
        Other(serde_json::Value),
    }

    #[cfg(feature = "loans")]
    impl Owner {
        /// Removes the fields that the document does not declare, at any depth. This method does not change a value
        /// of the variant [`Other`](Self::Other).
        pub fn clear_undeclared(&mut self) {
            v1::Decode::clear_undeclared(self);
        }
    }

    #[cfg(feature = "loans")]
    v1::union! {
        Owner by kind else Other {
            any string => Text,
            any object => Object,
        }
        from {
            String => Text,
            OwnerObject | builder::OwnerObject => Object,
            &str => Text,
        }
    }

    /// The response of `lend`, with one variant for each status. To create a value, use one of the variants.
    ///
    /// Available with the feature `loans`.
    #[cfg(feature = "loans")]
    #[derive(Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub enum LendResponse {
        /// Status 200.
        Ok(Loan),
        /// Status 202.
        Accepted(BTreeMap<String, Vec<String>>),
    }

    #[cfg(feature = "loans")]
    impl v1::ByStatus for LendResponse {
        fn decode(status: u16, body: &[u8]) -> Result<Self, v1::BodyError> {
            match status {
                200u16 => v1::json(body).map(Self::Ok),
                202u16 => v1::json(body).map(Self::Accepted),
                _ => Err(v1::BodyError::UndeclaredStatus),
            }
        }
    }

    /// The response of `exportLoans`, with one variant for each status. To create a value, use one of the variants.
    ///
    /// Available with the feature `loans`.
    #[cfg(feature = "loans")]
    #[derive(Debug)]
    #[non_exhaustive]
    pub enum ExportLoansResponse {
        /// Status 200.
        Ok(ByteStream),
        /// Status 202.
        Accepted(Fault),
    }

    #[cfg(feature = "loans")]
    impl v1::ByStatus for ExportLoansResponse {
        fn decode(status: u16, body: &[u8]) -> Result<Self, v1::BodyError> {
            match status {
                202u16 => v1::json(body).map(Self::Accepted),
                _ => Err(v1::BodyError::UndeclaredStatus),
            }
        }
    }

    #[cfg(feature = "loans")]
    impl v1::StreamedByStatus for ExportLoansResponse {
        fn is_streamed(status: u16) -> bool {
            ::std::matches!(status, 200u16)
        }

        fn of_stream(status: u16, body: ByteStream) -> Self {
            match status {
                200u16 => Self::Ok(body),
                _ => Self::Ok(body),
            }
        }
    }

    /// The response of `listShelves`, with one variant for each status. To create a value, use one of the variants.
    #[derive(Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub enum ListShelvesResponse {
        /// Status 200.
        Ok(Shelves),
        /// Status 202.
        Accepted(Fault),
        /// Status 204.
        NoContent,
    }

    impl v1::ByStatus for ListShelvesResponse {
        fn decode(status: u16, body: &[u8]) -> Result<Self, v1::BodyError> {
            match status {
                200u16 => v1::json(body).map(Self::Ok),
                202u16 => v1::json(body).map(Self::Accepted),
                204u16 => v1::nothing(body).map(|()| Self::NoContent),
                _ => Err(v1::BodyError::UndeclaredStatus),
            }
        }
    }

    #[cfg(feature = "books")]
    impl ListBooksResponse {
        /// The id of the next page; `None` or an empty string on the last page.
        pub fn next_id(&self) -> Option<&str> {
            self.next.as_deref()
        }

        /// The items of this page.
        pub fn into_items(self) -> Vec<Book> {
            self.books.unwrap_or_default()
        }
    }

    #[cfg(feature = "books")]
    impl page::Page for ListBooksResponse {
        type Item = Book;

        fn next_id(&self) -> Option<&str> {
            Self::next_id(self)
        }

        fn into_items(self) -> Vec<Self::Item> {
            Self::into_items(self)
        }
    }

    /// One sample of the series [`Loans`]. It contains the elements at one index of the series: one element from each list. Create a value with [`LoansSample::builder()`].
    ///
    /// To loop over the samples, write `for sample in value.samples()?`. [`Loans::samples()`] returns a `Result`. Without `?`, the loop iterates over the `Result` itself: the loop runs at most once, and the loop variable is the iterator of the samples. If the loop then uses a field of a sample, the compiler reports that `impl ExactSizeIterator` has no such field.
    ///
    /// Available with the feature `loans`.
    #[cfg(feature = "loans")]
    #[derive(Clone, Copy)]
    #[non_exhaustive]
    pub struct LoansSample {
        /// One element of `times`.
        pub time: DateTime<Utc>,
        /// One element of `count`.
        pub count: i64,
        undeclared_: v1::Ignored,
    }

    #[cfg(feature = "loans")]
    impl LoansSample {
        /// Returns a builder in which no field is set.
        #[inline]
        pub fn builder() -> builder::LoansSample {
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

    #[cfg(feature = "loans")]
    v1::object! { LoansSample with builder:
        "time" => time: required DateTime<Utc>,
        "count" => count: required i64,
        _ => undeclared_: v1::Ignored,
    }

    #[cfg(feature = "loans")]
    impl Loans {
        /// Returns the samples, one for each index of the parallel lists. An absent list counts as empty.
        ///
        /// The method returns a `Result`. To loop over the samples, write `for sample in value.samples()?`.
        ///
        /// # Errors
        ///
        /// [`Error::Decode`](::perennial::Error::Decode) if the lists differ in length.
        pub fn samples(&self) -> Result<impl ExactSizeIterator<Item = LoansSample> + '_, Error> {
            let all_times = self.times.as_deref().unwrap_or_default();
            let all_count = self.count.as_deref().unwrap_or_default();
            let length = v1::equal_lengths(&[("times", all_times.len()), ("count", all_count.len())])?;
            Ok((0..length).map(move |index| LoansSample {
                        time: all_times[index],
                        count: all_count[index],
                        undeclared_: v1::Ignored,
            }))
        }
    }

    /// The former name of [`Book`].
    #[cfg(feature = "books")]
    #[deprecated(since = "0.1.0", note = "renamed to `Book`")]
    pub type Volume = Book;
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
    use perennial::{ByteStream, Core, Error, Operation, RateLimit, ResponseValue, page};
    use perennial::__private::v1;
    use perennial::optional::{IntoOptional, IntoRequired};
    use perennial::time::Date;
    use perennial::uuid::Uuid;
    use std::fmt::Display;
    use super::types;

    /// Sent by `.send().await`.
    ///
    /// `GET /books`, operationId `listBooks`, tag `Books`.
    ///
    /// Returns [`ListBooksResponse`](crate::types::ListBooksResponse), or an [`Error`](::perennial::Error).
    ///
    /// Available with the feature `books`.
    ///
    /// Call this operation with [`Client::list_books`](crate::Client::list_books), or by its short name, as in this example:
    ///
    /// ```text
    /// let response = client
    ///     .books()
    ///     .list()
    ///     .send()
    ///     .await?;
    /// ```
    #[cfg(feature = "books")]
    #[derive(Clone, Debug)]
    #[must_use = "does nothing unless awaited"]
    pub struct ListBooks(v1::Call);

    #[cfg(feature = "books")]
    impl ListBooks {
        pub(crate) const SIGNATURE: v1::Signature = v1::Signature { operation: &Self::DECLARED, inputs: Self::INPUTS };
        pub(crate) const DECLARED: Operation = v1::declared(v1::Declaration {
                operation_id: "listBooks",
                call_name: "books().list",
                method: "GET",
                path: "/books",
                ..v1::Declaration::of(&super::SERVICE)
        });

        pub(crate) const INPUTS: &'static [v1::Input] = &[
            v1::Input::query("limit"),
            v1::Input::query("next"),
            v1::Input::query("binding"),
            v1::Input::query("since"),
        ];

        pub(crate) fn new(client: &Core) -> Self {
            Self(v1::Call::new(client, Self::SIGNATURE))
        }

        /// The query parameter `binding`. Optional. If it is not set, it is not sent.
        pub fn binding<Form>(self, value: impl IntoOptional<Vec<types::Binding>, Form>) -> Self {
            Self(self.0.set("binding", value))
        }

        /// The query parameter `limit`. Optional. If it is not set, it is not sent.
        pub fn limit<Form>(self, value: impl IntoOptional<i64, Form>) -> Self {
            Self(self.0.set("limit", value))
        }

        /// The query parameter `next`. Optional. If it is not set, it is not sent.
        pub fn next<Form>(self, value: impl IntoOptional<String, Form>) -> Self {
            Self(self.0.set("next", value))
        }

        /// The query parameter `since`. Optional. If it is not set, it is not sent. Accepts a `NaiveDate`. Also accepts a `DateTime`, a `SystemTime` or UNIX seconds (`i64`), but sends only the date. A string is sent unchanged, and must be an RFC 3339 date or timestamp.
        pub fn since<Form>(self, value: impl IntoOptional<Date, Form, Error: Display>) -> Self {
            Self(self.0.set_time("since", value))
        }

        /// Sends the request.
        pub async fn send(self) -> Result<ResponseValue<types::ListBooksResponse>, Error> {
            self.await
        }

        /// Streams the items of all pages. Each call of [`next`](::perennial::page::Items::next) returns one item.
        ///
        /// Sends the `next` of the previous page in the parameter `next`. The listing ends when a page contains no `next`. By default, the listing begins at the first page. To begin at another page, set `next`.
        ///
        /// Each page is requested in the same way as by [`send`](Self::send), with the parameters that are set on this builder. The next page is requested once all items of the previous one have been read. The first error ends the stream. [`Error::page`](::perennial::Error::page) returns the page that failed, so that you can resume the listing there. The module [`page`](::perennial::page) shows an example.
        pub fn items(self) -> page::Items<Self> {
            page::Items::new(self)
        }

        /// Streams all pages, with status and headers. Otherwise, same as [`items`](Self::items).
        pub fn pages(self) -> page::Pages<Self> {
            page::Pages::new(self)
        }
    }

    #[cfg(feature = "books")]
    v1::into_future! { ListBooks: |it| it.0.accept("application/json").send_json() => types::ListBooksResponse }

    #[cfg(feature = "books")]
    impl page::Sealed for ListBooks {}

    #[cfg(feature = "books")]
    impl page::Listing for ListBooks {
        type Page = types::ListBooksResponse;
        type Item = types::Book;
        type At = String;
        type Call = v1::Sending<Self::Page>;

        #[inline]
        fn begin(&self) -> (page::Steps, Option<Self::At>) {
            self.0.begin_by_cursor("next")
        }

        #[inline]
        fn fetch(&mut self, at: Option<&Self::At>) -> Self::Call {
            ::std::future::IntoFuture::into_future(Self(self.0.at_cursor("next", at)))
        }

        #[inline]
        fn next(
            _: &mut page::Steps,
            _: Option<&Self::At>,
            page: &ResponseValue<Self::Page>
        ) -> Result<Option<Self::At>, &'static str> {
            Ok(v1::leading_on(page.next.as_ref().cloned()))
        }

        #[inline]
        fn into_items(page: Self::Page) -> Vec<Self::Item> {
            page.books.unwrap_or_default()
        }
    }

    /// Sent by `.send().await`.
    ///
    /// `POST /books`, operationId `addBook`, tag `Books`.
    ///
    /// Returns [`Book`](crate::types::Book), or an [`Error`](::perennial::Error).
    ///
    /// Available with the feature `books`.
    ///
    /// Call this operation with [`Client::add_book`](crate::Client::add_book), or by its short name, as in this example:
    ///
    /// ```text
    /// let response = client
    ///     .books()
    ///     .add()
    ///     .body_map(|body| body.id(id).title(title))
    ///     .send()
    ///     .await?;
    /// ```
    #[cfg(feature = "books")]
    #[derive(Clone, Debug)]
    #[must_use = "does nothing unless awaited"]
    pub struct AddBook(v1::Call, v1::Body<types::builder::Book>);

    #[cfg(feature = "books")]
    impl AddBook {
        pub(crate) const SIGNATURE: v1::Signature = v1::Signature { operation: &Self::DECLARED, inputs: Self::INPUTS };
        pub(crate) const DECLARED: Operation = v1::declared(v1::Declaration {
                operation_id: "addBook",
                call_name: "books().add",
                method: "POST",
                path: "/books",
                ..v1::Declaration::of(&super::SERVICE)
        });

        pub(crate) const INPUTS: &'static [v1::Input] = &[
            v1::Input::json_body("application/json").required(),
        ];

        pub(crate) fn new(client: &Core) -> Self {
            Self(v1::Call::new(client, Self::SIGNATURE), v1::Body::default())
        }

        /// Required. The request body.
        pub fn body(self, value: impl TryInto<types::Book, Error: Display>) -> Self {
            Self(self.0, self.1.set_built(value, types::builder::Book::keep_undeclared))
        }

        /// Changes the body through its builder.
        pub fn body_map<F>(self, change: F) -> Self
        where
        F: FnOnce(types::builder::Book) -> types::builder::Book,
        {
            Self(self.0, self.1.change(change))
        }

        /// Sends the request.
        pub async fn send(self) -> Result<ResponseValue<types::Book>, Error> {
            self.await
        }
    }

    #[cfg(feature = "books")]
    v1::into_future! {
        AddBook: |it| it.0.with_built::<types::Book, _>(it.1).accept("application/json").send_json() => types::Book
    }

    /// Sent by `.send().await`.
    ///
    /// Rate limit: 30 requests per 60 seconds.
    ///
    /// `GET /books/{id}`, operationId `getBook`, tag `Books`.
    ///
    /// Returns [`Book`](crate::types::Book), or an [`Error`](::perennial::Error).
    ///
    /// Available with the feature `books`.
    ///
    /// Call this operation with [`Client::get_book`](crate::Client::get_book), or by its short name, as in this example:
    ///
    /// ```text
    /// let response = client
    ///     .books()
    ///     .get(id)
    ///     .send()
    ///     .await?;
    /// ```
    #[cfg(feature = "books")]
    #[derive(Clone, Debug)]
    #[must_use = "does nothing unless awaited"]
    pub struct GetBook(v1::Call);

    #[cfg(feature = "books")]
    impl GetBook {
        pub(crate) const SIGNATURE: v1::Signature = v1::Signature { operation: &Self::DECLARED, inputs: Self::INPUTS };
        pub(crate) const DECLARED: Operation = v1::declared(v1::Declaration {
                operation_id: "getBook",
                call_name: "books().get",
                method: "GET",
                path: "/books/{id}",
                rate_limit: Some(RateLimit::new(30, 60)),
                ..v1::Declaration::of(&super::SERVICE)
        });

        pub(crate) const INPUTS: &'static [v1::Input] = &[
            v1::Input::path("id"),
            v1::Input::header("x-trace").set_by("x_trace"),
        ];

        pub(crate) fn new(client: &Core) -> Self {
            Self(v1::Call::new(client, Self::SIGNATURE))
        }

        /// The path parameter `id`. Required.
        pub fn id<Form>(self, value: impl IntoRequired<Uuid, Form>) -> Self {
            Self(self.0.set("id", value))
        }

        /// The header parameter `x-trace`. Optional. If it is not set, it is not sent.
        pub fn x_trace<Form>(self, value: impl IntoOptional<String, Form>) -> Self {
            Self(self.0.set("x_trace", value))
        }

        /// The former name of [`x_trace`](Self::x_trace).
        #[deprecated(since = "0.1.0", note = "renamed to `x_trace`")]
        pub fn trace<Form>(self, value: impl IntoOptional<String, Form>) -> Self {
            self.x_trace(value)
        }

        /// Sends the request.
        pub async fn send(self) -> Result<ResponseValue<types::Book>, Error> {
            self.await
        }
    }

    #[cfg(feature = "books")]
    v1::into_future! { GetBook: |it| it.0.accept("application/json").send_json() => types::Book }

    /// Sent by `.send().await`.
    ///
    /// `PATCH /books/{id}`, operationId `changeBook`, tag `Books`.
    ///
    /// Returns nothing, or an [`Error`](::perennial::Error).
    ///
    /// Available with the feature `books`.
    ///
    /// Call this operation with [`Client::change_book`](crate::Client::change_book), or by its short name, as in this example:
    ///
    /// ```text
    /// let response = client
    ///     .books()
    ///     .change(id)
    ///     .body_map(|body| body.first(first))
    ///     .send()
    ///     .await?;
    /// ```
    #[cfg(feature = "books")]
    #[derive(Clone, Debug)]
    #[must_use = "does nothing unless awaited"]
    pub struct ChangeBook(v1::Call, v1::Body<types::builder::Notes>);

    #[cfg(feature = "books")]
    impl ChangeBook {
        pub(crate) const SIGNATURE: v1::Signature = v1::Signature { operation: &Self::DECLARED, inputs: Self::INPUTS };
        pub(crate) const DECLARED: Operation = v1::declared(v1::Declaration {
                operation_id: "changeBook",
                call_name: "books().change",
                method: "PATCH",
                path: "/books/{id}",
                ..v1::Declaration::of(&super::SERVICE)
        });

        pub(crate) const INPUTS: &'static [v1::Input] = &[
            v1::Input::path("id"),
            v1::Input::json_body("application/json"),
        ];

        pub(crate) fn new(client: &Core) -> Self {
            Self(v1::Call::new(client, Self::SIGNATURE), v1::Body::default())
        }

        /// The path parameter `id`. Required.
        pub fn id<Form>(self, value: impl IntoRequired<Uuid, Form>) -> Self {
            Self(self.0.set("id", value), self.1)
        }

        /// The request body.
        pub fn body<Form>(self, value: impl IntoOptional<types::Notes, Form, Error: Display>) -> Self {
            Self(self.0, self.1.set_built(value, types::builder::Notes::keep_undeclared))
        }

        /// Changes the body through its builder.
        pub fn body_map<F>(self, change: F) -> Self
        where
        F: FnOnce(types::builder::Notes) -> types::builder::Notes,
        {
            Self(self.0, self.1.change(change))
        }

        /// Sends the request.
        pub async fn send(self) -> Result<ResponseValue<()>, Error> {
            self.await
        }
    }

    #[cfg(feature = "books")]
    v1::into_future! { ChangeBook: |it| it.0.with_built::<types::Notes, _>(it.1).accept_anything().send_empty() => () }

    /// Sent by `.send().await`.
    ///
    /// `DELETE /books/{id}`, operationId `removeBook`, tag `Books`.
    ///
    /// Returns nothing, or an [`Error`](::perennial::Error).
    ///
    /// Available with the feature `books`.
    ///
    /// Call this operation with [`Client::remove_book`](crate::Client::remove_book), or by its short name, as in this example:
    ///
    /// ```text
    /// let response = client
    ///     .books()
    ///     .remove(id)
    ///     .send()
    ///     .await?;
    /// ```
    #[cfg(feature = "books")]
    #[derive(Clone, Debug)]
    #[must_use = "does nothing unless awaited"]
    pub struct RemoveBook(v1::Call);

    #[cfg(feature = "books")]
    impl RemoveBook {
        pub(crate) const SIGNATURE: v1::Signature = v1::Signature { operation: &Self::DECLARED, inputs: Self::INPUTS };
        pub(crate) const DECLARED: Operation = v1::declared(v1::Declaration {
                operation_id: "removeBook",
                call_name: "books().remove",
                method: "DELETE",
                path: "/books/{id}",
                ..v1::Declaration::of(&super::SERVICE)
        });

        pub(crate) const INPUTS: &'static [v1::Input] = &[
            v1::Input::path("id"),
        ];

        pub(crate) fn new(client: &Core) -> Self {
            Self(v1::Call::new(client, Self::SIGNATURE))
        }

        /// The path parameter `id`. Required.
        pub fn id<Form>(self, value: impl IntoRequired<Uuid, Form>) -> Self {
            Self(self.0.set("id", value))
        }

        /// Sends the request.
        pub async fn send(self) -> Result<ResponseValue<()>, Error> {
            self.await
        }
    }

    #[cfg(feature = "books")]
    v1::into_future! { RemoveBook: |it| it.0.accept_anything().send_empty() => () }

    /// Sent by `.send().await`.
    ///
    /// `GET /books/{id}/cover`, operationId `getCover`, tag `Books`.
    ///
    /// Returns a stream of bytes (`image/png`), or an [`Error`](::perennial::Error).
    ///
    /// Available with the feature `books`.
    ///
    /// Call this operation with [`Client::get_cover`](crate::Client::get_cover), or by its short name, as in this example:
    ///
    /// ```text
    /// let response = client
    ///     .books()
    ///     .cover(id)
    ///     .send()
    ///     .await?;
    /// ```
    #[cfg(feature = "books")]
    #[derive(Clone, Debug)]
    #[must_use = "does nothing unless awaited"]
    pub struct GetCover(v1::Call);

    #[cfg(feature = "books")]
    impl GetCover {
        pub(crate) const SIGNATURE: v1::Signature = v1::Signature { operation: &Self::DECLARED, inputs: Self::INPUTS };
        pub(crate) const DECLARED: Operation = v1::declared(v1::Declaration {
                operation_id: "getCover",
                call_name: "books().cover",
                method: "GET",
                path: "/books/{id}/cover",
                ..v1::Declaration::of(&super::SERVICE)
        });

        pub(crate) const INPUTS: &'static [v1::Input] = &[
            v1::Input::path("id"),
        ];

        pub(crate) fn new(client: &Core) -> Self {
            Self(v1::Call::new(client, Self::SIGNATURE))
        }

        /// The path parameter `id`. Required.
        pub fn id<Form>(self, value: impl IntoRequired<Uuid, Form>) -> Self {
            Self(self.0.set("id", value))
        }

        /// Sends the request.
        pub async fn send(self) -> Result<ResponseValue<ByteStream>, Error> {
            self.await
        }
    }

    #[cfg(feature = "books")]
    v1::into_future! { GetCover: |it| it.0.accept("image/png, */*;q=0.1").send_stream() => ByteStream }

    /// Sent by `.send().await`.
    ///
    /// `PUT /books/{id}/cover`, operationId `setCover`, tag `Books`.
    ///
    /// Returns nothing, or an [`Error`](::perennial::Error).
    ///
    /// Available with the feature `books`.
    ///
    /// Call this operation with [`Client::set_cover`](crate::Client::set_cover), or by its short name, as in this example:
    ///
    /// ```text
    /// let response = client
    ///     .books()
    ///     .set_cover(id)
    ///     .send()
    ///     .await?;
    /// ```
    #[cfg(feature = "books")]
    #[derive(Debug)]
    #[must_use = "does nothing unless awaited"]
    pub struct SetCover(v1::Call);

    #[cfg(feature = "books")]
    impl SetCover {
        pub(crate) const SIGNATURE: v1::Signature = v1::Signature { operation: &Self::DECLARED, inputs: Self::INPUTS };
        pub(crate) const DECLARED: Operation = v1::declared(v1::Declaration {
                operation_id: "setCover",
                call_name: "books().set_cover",
                method: "PUT",
                path: "/books/{id}/cover",
                ..v1::Declaration::of(&super::SERVICE)
        });

        pub(crate) const INPUTS: &'static [v1::Input] = &[
            v1::Input::path("id"),
            v1::Input::raw_body("image/png"),
        ];

        pub(crate) fn new(client: &Core) -> Self {
            Self(v1::Call::new(client, Self::SIGNATURE))
        }

        /// The path parameter `id`. Required.
        pub fn id<Form>(self, value: impl IntoRequired<Uuid, Form>) -> Self {
            Self(self.0.set("id", value))
        }

        /// The request body.
        pub fn body<Form>(self, value: impl IntoOptional<perennial::reqwest::Body, Form>) -> Self {
            Self(self.0.set_raw_body(value))
        }

        /// Sends the request.
        pub async fn send(self) -> Result<ResponseValue<()>, Error> {
            self.await
        }
    }

    #[cfg(feature = "books")]
    v1::into_future! { SetCover: |it| it.0.accept_anything().send_empty() => () }

    /// Sent by `.send().await`.
    ///
    /// `POST /books/{id}/scans`, operationId `addScans`, tag `Books`.
    ///
    /// Returns nothing, or an [`Error`](::perennial::Error).
    ///
    /// Available with the feature `books`.
    ///
    /// Call this operation with [`Client::add_scans`](crate::Client::add_scans), or by its short name, as in this example:
    ///
    /// ```text
    /// let response = client
    ///     .books()
    ///     .add_scans(id)
    ///     .scans(scans)
    ///     .send()
    ///     .await?;
    /// ```
    #[cfg(feature = "books")]
    #[derive(Clone, Debug)]
    #[must_use = "does nothing unless awaited"]
    pub struct AddScans(v1::Call);

    #[cfg(feature = "books")]
    impl AddScans {
        pub(crate) const SIGNATURE: v1::Signature = v1::Signature { operation: &Self::DECLARED, inputs: Self::INPUTS };
        pub(crate) const DECLARED: Operation = v1::declared(v1::Declaration {
                operation_id: "addScans",
                call_name: "books().add_scans",
                method: "POST",
                path: "/books/{id}/scans",
                ..v1::Declaration::of(&super::SERVICE)
        });

        pub(crate) const INPUTS: &'static [v1::Input] = &[
            v1::Input::multipart("multipart/form-data"),
            v1::Input::path("id"),
            v1::Input::files("scans").with_file_name().required(),
            v1::Input::part("note"),
        ];

        pub(crate) fn new(client: &Core) -> Self {
            Self(v1::Call::new(client, Self::SIGNATURE))
        }

        /// The path parameter `id`. Required.
        pub fn id<Form>(self, value: impl IntoRequired<Uuid, Form>) -> Self {
            Self(self.0.set("id", value))
        }

        /// The part `note` of the body. Optional. If it is not set, it is not sent.
        pub fn note<Form>(self, value: impl IntoOptional<String, Form>) -> Self {
            Self(self.0.set_json("note", value))
        }

        /// The part `scans` of the body. Required.
        pub fn scans(self, value: impl TryInto<Vec<perennial::multipart::Part>>) -> Self {
            Self(self.0.set_files("scans", value))
        }

        /// Sends the request.
        pub async fn send(self) -> Result<ResponseValue<()>, Error> {
            self.await
        }
    }

    #[cfg(feature = "books")]
    v1::into_future! { AddScans: |it| it.0.accept_anything().send_empty() => () }

    /// Sent by `.send().await`.
    ///
    /// `GET /loans`, operationId `listLoans`, tag `Loans`.
    ///
    /// Returns a list of [`Loan`](crate::types::Loan), or an [`Error`](::perennial::Error).
    ///
    /// Available with the feature `loans`.
    ///
    /// Call this operation with [`Client::list_loans`](crate::Client::list_loans), or by its short name, as in this example:
    ///
    /// ```text
    /// let response = client
    ///     .loans()
    ///     .list()
    ///     .send()
    ///     .await?;
    /// ```
    #[cfg(feature = "loans")]
    #[derive(Clone, Debug)]
    #[must_use = "does nothing unless awaited"]
    pub struct ListLoans(v1::Call);

    #[cfg(feature = "loans")]
    impl ListLoans {
        pub(crate) const SIGNATURE: v1::Signature = v1::Signature { operation: &Self::DECLARED, inputs: Self::INPUTS };
        pub(crate) const DECLARED: Operation = v1::declared(v1::Declaration {
                operation_id: "listLoans",
                call_name: "loans().list",
                method: "GET",
                path: "/loans",
                ..v1::Declaration::of(&super::SERVICE)
        });

        pub(crate) const INPUTS: &'static [v1::Input] = &[
            v1::Input::query("page"),
            v1::Input::query("size"),
        ];

        pub(crate) fn new(client: &Core) -> Self {
            Self(v1::Call::new(client, Self::SIGNATURE))
        }

        /// The service's default: `1`.
        ///
        /// The query parameter `page`. Optional. If it is not set, it is not sent.
        pub fn page<Form>(self, value: impl IntoOptional<i64, Form>) -> Self {
            Self(self.0.set("page", value))
        }

        /// The query parameter `size`. Optional. If it is not set, it is not sent.
        pub fn size<Form>(self, value: impl IntoOptional<i64, Form>) -> Self {
            Self(self.0.set("size", value))
        }

        /// Sends the request.
        pub async fn send(self) -> Result<ResponseValue<Vec<types::Loan>>, Error> {
            self.await
        }

        /// Streams the items of all pages. Each call of [`next`](::perennial::page::Items::next) returns one item.
        ///
        /// Sends the number of each page in the parameter `page`. The listing ends when a page is empty. By default, the listing begins at page 1, and the first request omits `page`. To begin elsewhere, set `page`. Some services respond with the status 404 or 400 if the requested page is after the last one. If `size` is set, such a response ends the listing without an error, provided that the last received page had fewer items than `size`, all earlier pages were full, and no page stated that another page follows.
        ///
        /// Each page is requested in the same way as by [`send`](Self::send), with the parameters that are set on this builder. The next page is requested once all items of the previous one have been read. The first error ends the stream. [`Error::page`](::perennial::Error::page) returns the page that failed, so that you can resume the listing there. The module [`page`](::perennial::page) shows an example.
        pub fn items(self) -> page::Items<Self> {
            page::Items::new(self)
        }

        /// Streams all pages, with status and headers. Otherwise, same as [`items`](Self::items).
        pub fn pages(self) -> page::Pages<Self> {
            page::Pages::new(self)
        }
    }

    #[cfg(feature = "loans")]
    v1::into_future! { ListLoans: |it| it.0.accept("application/json").send_json() => Vec<types::Loan> }

    #[cfg(feature = "loans")]
    impl page::Sealed for ListLoans {}

    #[cfg(feature = "loans")]
    impl page::Listing for ListLoans {
        type Page = Vec<types::Loan>;
        type Item = types::Loan;
        type At = i64;
        type Call = v1::Sending<Self::Page>;

        #[inline]
        fn begin(&self) -> (page::Steps, Option<Self::At>) {
            self.0.begin_by_number("page", Some(1), page::Steps::by_number(1, self.0.page_size("size", None, None)))
        }

        #[inline]
        fn fetch(&mut self, at: Option<&Self::At>) -> Self::Call {
            ::std::future::IntoFuture::into_future(Self(self.0.at_number("page", at, Some(1))))
        }

        #[inline]
        fn next(
            steps: &mut page::Steps,
            at: Option<&Self::At>,
            page: &ResponseValue<Self::Page>
        ) -> Result<Option<Self::At>, &'static str> {
            steps.next_number(at.copied(), Some(page), None)
        }

        #[inline]
        fn into_items(page: Self::Page) -> Vec<Self::Item> {
            page
        }
    }

    /// Sent by `.send().await`.
    ///
    /// `POST /loans`, operationId `lend`, tag `Loans`.
    ///
    /// Returns [`LendResponse`](crate::types::LendResponse), with a variant for each status, or an [`Error`](::perennial::Error).
    ///
    /// Available with the feature `loans`.
    ///
    /// Call this operation with [`Client::lend`](crate::Client::lend), or by its short name, as in this example:
    ///
    /// ```text
    /// let response = client
    ///     .loans()
    ///     .create()
    ///     .body_map(|body| body.book(book).until(until))
    ///     .send()
    ///     .await?;
    /// ```
    #[cfg(feature = "loans")]
    #[derive(Clone, Debug)]
    #[must_use = "does nothing unless awaited"]
    pub struct Lend(v1::Call, v1::Body<types::builder::Loan>);

    #[cfg(feature = "loans")]
    impl Lend {
        pub(crate) const SIGNATURE: v1::Signature = v1::Signature { operation: &Self::DECLARED, inputs: Self::INPUTS };
        pub(crate) const DECLARED: Operation = v1::declared(v1::Declaration {
                operation_id: "lend",
                call_name: "loans().create",
                method: "POST",
                path: "/loans",
                ..v1::Declaration::of(&super::SERVICE)
        });

        pub(crate) const INPUTS: &'static [v1::Input] = &[
            v1::Input::form_body(&[]),
        ];

        pub(crate) fn new(client: &Core) -> Self {
            Self(v1::Call::new(client, Self::SIGNATURE), v1::Body::default())
        }

        /// The request body.
        pub fn body<Form>(self, value: impl IntoOptional<types::Loan, Form, Error: Display>) -> Self {
            Self(self.0, self.1.set_built(value, types::builder::Loan::keep_undeclared))
        }

        /// Changes the body through its builder.
        pub fn body_map<F>(self, change: F) -> Self
        where
        F: FnOnce(types::builder::Loan) -> types::builder::Loan,
        {
            Self(self.0, self.1.change(change))
        }

        /// Sends the request.
        pub async fn send(self) -> Result<ResponseValue<types::LendResponse>, Error> {
            self.await
        }
    }

    #[cfg(feature = "loans")]
    v1::into_future! {
        Lend: |it| it.0.with_built::<types::Loan, _>(it.1).accept("application/json").send_by_status() => types::LendResponse
    }

    /// Sent by `.send().await`.
    ///
    /// `GET /loans/series`, operationId `loanSeries`, tag `Loans`.
    ///
    /// Returns [`Loans`](crate::types::Loans), or an [`Error`](::perennial::Error).
    ///
    /// Available with the feature `loans`.
    ///
    /// Call this operation with [`Client::loan_series`](crate::Client::loan_series), or by its short name, as in this example:
    ///
    /// ```text
    /// let response = client
    ///     .loans()
    ///     .series()
    ///     .send()
    ///     .await?;
    /// ```
    #[cfg(feature = "loans")]
    #[derive(Clone, Debug)]
    #[must_use = "does nothing unless awaited"]
    pub struct LoanSeries(v1::Call);

    #[cfg(feature = "loans")]
    impl LoanSeries {
        pub(crate) const SIGNATURE: v1::Signature = v1::Signature { operation: &Self::DECLARED, inputs: Self::INPUTS };
        pub(crate) const DECLARED: Operation = v1::declared(v1::Declaration {
                operation_id: "loanSeries",
                call_name: "loans().series",
                method: "GET",
                path: "/loans/series",
                ..v1::Declaration::of(&super::SERVICE)
        });

        pub(crate) const INPUTS: &'static [v1::Input] = &[];
        pub(crate) fn new(client: &Core) -> Self {
            Self(v1::Call::new(client, Self::SIGNATURE))
        }

        /// Sends the request.
        pub async fn send(self) -> Result<ResponseValue<types::Loans>, Error> {
            self.await
        }
    }

    #[cfg(feature = "loans")]
    v1::into_future! { LoanSeries: |it| it.0.accept("application/json").send_json() => types::Loans }

    /// Sent by `.send().await`.
    ///
    /// `GET /loans/export`, operationId `exportLoans`, tag `Loans`.
    ///
    /// Returns [`ExportLoansResponse`](crate::types::ExportLoansResponse), with a variant for each status, or an [`Error`](::perennial::Error).
    ///
    /// Available with the feature `loans`.
    ///
    /// Call this operation with [`Client::export_loans`](crate::Client::export_loans), or by its short name, as in this example:
    ///
    /// ```text
    /// let response = client
    ///     .loans()
    ///     .export()
    ///     .send()
    ///     .await?;
    /// ```
    #[cfg(feature = "loans")]
    #[derive(Clone, Debug)]
    #[must_use = "does nothing unless awaited"]
    pub struct ExportLoans(v1::Call);

    #[cfg(feature = "loans")]
    impl ExportLoans {
        pub(crate) const SIGNATURE: v1::Signature = v1::Signature { operation: &Self::DECLARED, inputs: Self::INPUTS };
        pub(crate) const DECLARED: Operation = v1::declared(v1::Declaration {
                operation_id: "exportLoans",
                call_name: "loans().export",
                method: "GET",
                path: "/loans/export",
                ..v1::Declaration::of(&super::SERVICE)
        });

        pub(crate) const INPUTS: &'static [v1::Input] = &[];
        pub(crate) fn new(client: &Core) -> Self {
            Self(v1::Call::new(client, Self::SIGNATURE))
        }

        /// Sends the request.
        pub async fn send(self) -> Result<ResponseValue<types::ExportLoansResponse>, Error> {
            self.await
        }
    }

    #[cfg(feature = "loans")]
    v1::into_future! {
        ExportLoans: |it| it.0.accept("application/octet-stream, application/json").send_streamed_by_status() => types::ExportLoansResponse
    }

    /// Sent by `.send().await`.
    ///
    /// `GET /motto`, operationId `getMotto`.
    ///
    /// Returns a string, or an [`Error`](::perennial::Error).
    ///
    /// Call this operation with [`Client::get_motto`](crate::Client::get_motto):
    ///
    /// ```text
    /// let response = client
    ///     .get_motto()
    ///     .send()
    ///     .await?;
    /// ```
    #[derive(Clone, Debug)]
    #[must_use = "does nothing unless awaited"]
    pub struct GetMotto(v1::Call);

    impl GetMotto {
        pub(crate) const SIGNATURE: v1::Signature = v1::Signature { operation: &Self::DECLARED, inputs: Self::INPUTS };
        pub(crate) const DECLARED: Operation = v1::declared(v1::Declaration {
                operation_id: "getMotto",
                call_name: "get_motto",
                method: "GET",
                path: "/motto",
                ..v1::Declaration::of(&super::SERVICE)
        });

        pub(crate) const INPUTS: &'static [v1::Input] = &[];
        pub(crate) fn new(client: &Core) -> Self {
            Self(v1::Call::new(client, Self::SIGNATURE))
        }

        /// Sends the request.
        pub async fn send(self) -> Result<ResponseValue<String>, Error> {
            self.await
        }
    }

    v1::into_future! { GetMotto: |it| it.0.accept("text/plain").or_text(|_| true).send_json() => String }

    /// Sent by `.send().await`.
    ///
    /// `PUT /motto`, operationId `setMotto`.
    ///
    /// Returns nothing, or an [`Error`](::perennial::Error).
    ///
    /// Call this operation with [`Client::set_motto`](crate::Client::set_motto):
    ///
    /// ```text
    /// let response = client
    ///     .set_motto()
    ///     .send()
    ///     .await?;
    /// ```
    #[derive(Debug)]
    #[must_use = "does nothing unless awaited"]
    pub struct SetMotto(v1::Call);

    impl SetMotto {
        pub(crate) const SIGNATURE: v1::Signature = v1::Signature { operation: &Self::DECLARED, inputs: Self::INPUTS };
        pub(crate) const DECLARED: Operation = v1::declared(v1::Declaration {
                operation_id: "setMotto",
                call_name: "set_motto",
                method: "PUT",
                path: "/motto",
                ..v1::Declaration::of(&super::SERVICE)
        });

        pub(crate) const INPUTS: &'static [v1::Input] = &[
            v1::Input::raw_body("text/plain"),
        ];

        pub(crate) fn new(client: &Core) -> Self {
            Self(v1::Call::new(client, Self::SIGNATURE))
        }

        /// The request body.
        pub fn body<Form>(self, value: impl IntoOptional<String, Form>) -> Self {
            Self(self.0.set_raw_body(value))
        }

        /// Sends the request.
        pub async fn send(self) -> Result<ResponseValue<()>, Error> {
            self.await
        }
    }

    v1::into_future! { SetMotto: |it| it.0.accept_anything().send_empty() => () }

    /// Sent by `.send().await`.
    ///
    /// `GET /shelves`, operationId `listShelves`.
    ///
    /// Returns [`ListShelvesResponse`](crate::types::ListShelvesResponse), with a variant for each status, or an [`Error`](::perennial::Error).
    ///
    /// Call this operation with [`Client::list_shelves`](crate::Client::list_shelves):
    ///
    /// ```text
    /// let response = client
    ///     .list_shelves()
    ///     .send()
    ///     .await?;
    /// ```
    #[derive(Clone, Debug)]
    #[must_use = "does nothing unless awaited"]
    pub struct ListShelves(v1::Call);

    impl ListShelves {
        pub(crate) const SIGNATURE: v1::Signature = v1::Signature { operation: &Self::DECLARED, inputs: Self::INPUTS };
        pub(crate) const DECLARED: Operation = v1::declared(v1::Declaration {
                operation_id: "listShelves",
                call_name: "list_shelves",
                method: "GET",
                path: "/shelves",
                ..v1::Declaration::of(&super::SERVICE)
        });

        pub(crate) const INPUTS: &'static [v1::Input] = &[];
        pub(crate) fn new(client: &Core) -> Self {
            Self(v1::Call::new(client, Self::SIGNATURE))
        }

        /// Sends the request.
        pub async fn send(self) -> Result<ResponseValue<types::ListShelvesResponse>, Error> {
            self.await
        }
    }

    v1::into_future! { ListShelves: |it| it.0.accept("application/json").send_by_status() => types::ListShelvesResponse }

    /// Sent by `.send().await`.
    ///
    /// `PUT /loans/labels`, operationId `labelLoans`, tag `Loans`.
    ///
    /// Returns nothing, or an [`Error`](::perennial::Error).
    ///
    /// Available with the feature `loans`.
    ///
    /// Call this operation with [`Client::label_loans`](crate::Client::label_loans), or by its short name, as in this example:
    ///
    /// ```text
    /// let response = client
    ///     .loans()
    ///     .update_labels()
    ///     .body_map(|body| body.labels(labels))
    ///     .send()
    ///     .await?;
    /// ```
    #[cfg(feature = "loans")]
    #[derive(Clone, Debug)]
    #[must_use = "does nothing unless awaited"]
    pub struct LabelLoans(v1::Call, v1::Body<types::builder::LabelLoansBody>);

    #[cfg(feature = "loans")]
    impl LabelLoans {
        pub(crate) const SIGNATURE: v1::Signature = v1::Signature { operation: &Self::DECLARED, inputs: Self::INPUTS };
        pub(crate) const DECLARED: Operation = v1::declared(v1::Declaration {
                operation_id: "labelLoans",
                call_name: "loans().update_labels",
                method: "PUT",
                path: "/loans/labels",
                ..v1::Declaration::of(&super::SERVICE)
        });

        pub(crate) const INPUTS: &'static [v1::Input] = &[
            v1::Input::form_body(&[("labels", v1::FormStyle::Delimited(","))]).required(),
        ];

        pub(crate) fn new(client: &Core) -> Self {
            Self(v1::Call::new(client, Self::SIGNATURE), v1::Body::default())
        }

        /// Required. The request body.
        pub fn body(self, value: impl TryInto<types::LabelLoansBody, Error: Display>) -> Self {
            Self(self.0, self.1.set_built(value, types::builder::LabelLoansBody::keep_undeclared))
        }

        /// Changes the body through its builder.
        pub fn body_map<F>(self, change: F) -> Self
        where
        F: FnOnce(types::builder::LabelLoansBody) -> types::builder::LabelLoansBody,
        {
            Self(self.0, self.1.change(change))
        }

        /// Sends the request.
        pub async fn send(self) -> Result<ResponseValue<()>, Error> {
            self.await
        }
    }

    #[cfg(feature = "loans")]
    v1::into_future! {
        LabelLoans: |it| it.0.with_built::<types::LabelLoansBody, _>(it.1).accept_anything().send_empty() => ()
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
pub mod servers {}
#[cfg(doctest)]
pub mod tags {}
#[cfg(doctest)]
pub mod types {}
