//! Helpers of the test modules: a client, and calls that work with any vendored document.

use monitoring_service::error::InvalidRequest;
use monitoring_service::http::Method;
use monitoring_service::uuid::Uuid;
use monitoring_service::{
    ApiError, Client, ClientBuilder, Error, Operation, RequestBuilder, ResponseValue, RetryPolicy, operations,
};
use serde::de::IgnoredAny;

pub const KEY: &str = "k3y-0f-the-tests";
pub const ACCOUNT: Uuid = Uuid::from_u128(0x6ba7b810_9dad_11d1_80b4_00c04fd430c8);

/// Returns a builder with all required settings. A client built with it does not retry.
pub fn builder(base_url: &str) -> ClientBuilder {
    Client::builder(base_url).api_key(KEY).account_id(ACCOUNT).retry(RetryPolicy::none())
}

pub fn client(base_url: &str) -> Client {
    builder(base_url).build().unwrap()
}

/// Returns the operations that are sent to the base URL and whose responses have a body.
pub fn operations_here() -> impl Iterator<Item = &'static Operation> {
    let has_body = |operation: &&Operation| !["HEAD", "TRACE"].contains(&operation.method());
    operations().iter().filter(|operation| operation.server().is_none()).filter(has_body)
}

/// Prepares a call to `operation`, with the value 7 for each path parameter.
pub fn request(client: &Client, operation: &Operation) -> RequestBuilder {
    let method = Method::from_bytes(operation.method().as_bytes()).unwrap();
    let names = operation.path().split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0));
    names.fold(client.request(method, operation.path()), |request, name| request.path(name, 7))
}

/// Calls an operation that need not be in the document.
pub async fn call(client: &Client) -> Result<ResponseValue<IgnoredAny>, Error> {
    client.request(Method::GET, "/v1/things").send().await
}

#[track_caller]
pub fn invalid(error: Error) -> InvalidRequest {
    match error {
        Error::InvalidRequest(error) => error,
        other => panic!("{other:?}"),
    }
}

#[track_caller]
pub fn api(error: Error) -> ApiError {
    match error {
        Error::Api(error) => error,
        other => panic!("{other:?}"),
    }
}
