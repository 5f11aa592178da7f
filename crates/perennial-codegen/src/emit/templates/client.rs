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
