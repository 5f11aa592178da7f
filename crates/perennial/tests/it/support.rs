use std::fmt;
use std::time::Duration;

use loopback::Server;
use perennial::authenticate::{Authentication, Unauthenticated};
use perennial::error::{InvalidRequest, RateLimited, TransportError};
use perennial::http::Method;
use perennial::{ApiError, Authenticate, Core, CoreBuilder, Error, RateLimit, RetryPolicy, Service};
use serde::de::IgnoredAny;

pub static SERVICE: Service = Service::new("bookshelf", "1.4.0");

/// A service with a limit of two requests. The period is longer than any test.
pub static LIMITED: Service = SERVICE.default_rate_limit(RateLimit::new(2, 600));

/// Returns the builder of a client that sends each request only once.
pub fn builder(server: &Server, authentication: impl Authenticate) -> CoreBuilder {
    Core::builder(&SERVICE, &[], server.url(), authentication).retry(RetryPolicy::none())
}

pub fn client(server: &Server, authentication: impl Authenticate) -> Core {
    builder(server, authentication).build().unwrap()
}

/// Returns the default retry policy without waiting times.
pub fn quick() -> RetryPolicy {
    RetryPolicy::default().base_delay(Duration::from_millis(1)).max_delay(Duration::from_millis(1))
}

/// Makes a call. Panics if the call takes more than 20 seconds, which is less than the default timeout.
pub async fn call(client: &Core) -> Result<(), Error> {
    let call = client.request(Method::GET, "/books").send::<IgnoredAny>();
    tokio::time::timeout(Duration::from_secs(20), call).await.expect("the call does not end").map(drop)
}

/// Returns credentials that apply `change` to each request, without waiting.
pub fn authenticate_with(change: impl Fn(&mut Unauthenticated<'_>) + Send + Sync + 'static) -> impl Authenticate {
    AuthenticateWith(change)
}

struct AuthenticateWith<F>(F);

impl<F> Authenticate for AuthenticateWith<F>
where
    F: Fn(&mut Unauthenticated<'_>) + Send + Sync + 'static,
{
    fn authenticate<'a>(&'a self, mut request: Unauthenticated<'a>) -> Authentication<'a> {
        self.0(&mut request);
        Authentication::done()
    }
}

impl<F> fmt::Debug for AuthenticateWith<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AuthenticateWith(…)")
    }
}

macro_rules! variants {
    ($($function:ident: $variant:ident($error:ty)),* $(,)?) => {$(
        #[track_caller]
        pub fn $function(error: Error) -> $error {
            match error {
                Error::$variant(error) => error,
                other => panic!("{} expected: {other:?}", stringify!($variant)),
            }
        }
    )*};
}
variants! {
    api: Api(ApiError),
    invalid: InvalidRequest(InvalidRequest),
    limited: RateLimited(RateLimited),
    transport: Transport(TransportError),
}
