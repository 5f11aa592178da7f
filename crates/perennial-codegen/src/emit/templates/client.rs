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
