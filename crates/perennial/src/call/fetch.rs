//! A request beside the calls, such as for a token.

use std::mem;

use bytes::Bytes;
use reqwest::StatusCode;
use reqwest::header::HeaderMap;

use super::body::{self, End};
use super::exchange::execute;

/// The response to a request beside the calls.
pub(crate) struct Fetched {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
}

/// Sends the request once, and receives the body up to `limit` bytes.
pub(crate) async fn fetch(http: &reqwest::Client, request: reqwest::Request, limit: usize) -> reqwest::Result<Fetched> {
    let mut response = execute(http, request).await?;
    let (status, headers) = (response.status(), mem::take(response.headers_mut()));
    let (body, end) = body::read(&mut response, limit).await;
    match end {
        End::Lost(error) => Err(error),
        End::Whole | End::Limit => Ok(Fetched { status, headers, body }),
    }
}
