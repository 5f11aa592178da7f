//! Reads response bodies up to a limit. Also sends requests outside of calls, such as requests for tokens.

use std::mem;

use bytes::Bytes;
use reqwest::StatusCode;
use reqwest::header::HeaderMap;

use super::exchange::{HttpResponse, execute};

/// The maximum initial size of the buffer, in bytes. Longer bodies let the buffer grow as data arrives, because a
/// service may announce a length that it never sends.
const RESERVED_AT_ONCE: usize = 1024 * 1024;

pub(super) enum BodyEnd {
    Complete,
    LimitReached,
    ConnectionLost(reqwest::Error),
}

/// Reads a body until its end, or until it exceeds `limit` bytes. Also returns why reading stopped. A body that arrives
/// in one piece is not copied.
pub(super) async fn read_up_to_limit(response: &mut HttpResponse, limit: usize) -> (Bytes, BodyEnd) {
    let announced = response.content_length.and_then(|length| usize::try_from(length).ok());
    let mut body = ReceivedBody::with_announced_length(announced.unwrap_or(0).min(limit));
    loop {
        match response.chunk().await {
            Ok(Some(mut chunk)) => {
                let left = limit - body.len();
                let is_too_long = chunk.len() > left;
                chunk.truncate(left);
                body.push(chunk);
                if is_too_long {
                    return (body.into_bytes(), BodyEnd::LimitReached);
                }
            }
            Ok(None) => return (body.into_bytes(), BodyEnd::Complete),
            Err(error) => return (body.into_bytes(), BodyEnd::ConnectionLost(error)),
        }
    }
}

struct ReceivedBody {
    first: Bytes,
    /// All chunks, joined. Empty until a second chunk arrives.
    data: Vec<u8>,
    announced: usize,
}

impl ReceivedBody {
    /// Creates an empty body. `announced` is the expected length in bytes, or 0 if it is unknown.
    fn with_announced_length(announced: usize) -> Self {
        Self { first: Bytes::new(), data: Vec::new(), announced }
    }

    fn len(&self) -> usize {
        self.first.len().max(self.data.len())
    }

    fn push(&mut self, chunk: Bytes) {
        if self.len() == 0 {
            self.first = chunk;
            return;
        }
        if self.data.is_empty() {
            let first = mem::take(&mut self.first);
            self.append(&first);
        }
        self.append(&chunk);
    }

    fn append(&mut self, chunk: &[u8]) {
        let (length, capacity) = (self.data.len(), self.data.capacity());
        if chunk.len() > capacity - length && capacity < self.announced {
            let trusted = self.announced.min(RESERVED_AT_ONCE.max(2 * capacity));
            self.data.reserve_exact(trusted.saturating_sub(length));
        }
        self.data.extend_from_slice(chunk);
    }

    fn into_bytes(self) -> Bytes {
        if self.data.is_empty() { self.first } else { self.data.into() }
    }
}

pub(crate) struct FetchedResponse {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
}

/// Sends a request once, outside of a call, and reads at most `limit` bytes of the response body.
pub(crate) async fn fetch(
    http: &reqwest::Client,
    request: reqwest::Request,
    limit: usize,
) -> reqwest::Result<FetchedResponse> {
    let mut response = execute(http, request).await?;
    let (status, headers) = (response.status, mem::take(&mut response.headers));
    let (body, end) = read_up_to_limit(&mut response, limit).await;
    match end {
        BodyEnd::ConnectionLost(error) => Err(error),
        BodyEnd::Complete | BodyEnd::LimitReached => Ok(FetchedResponse { status, headers, body }),
    }
}
