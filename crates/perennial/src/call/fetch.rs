//! A request beside the calls, such as for a token.

use bytes::Bytes;
use reqwest::StatusCode;

use super::body::{self, End};
use super::exchange::execute;

/// Sends it once, and receives the body up to `limit` bytes.
pub(crate) async fn fetch(
    http: &reqwest::Client,
    request: reqwest::Request,
    limit: usize,
) -> reqwest::Result<(StatusCode, Bytes)> {
    let mut response = execute(http, request).await?;
    let (body, end) = body::read(&mut response, limit).await;
    match end {
        End::Lost(error) => Err(error),
        End::Whole | End::Limit => Ok((response.status(), body)),
    }
}
