//! Reading a body up to a limit, and requests beside the calls, such as for a token.

use std::mem;

use bytes::Bytes;
use reqwest::StatusCode;
use reqwest::header::HeaderMap;

use super::exchange::{HttpResponse, execute};

/// The number of bytes that are reserved of an announced length from the start; beyond that, as much again as has come:
/// a service may announce more than ever comes.
const RESERVED_AT_ONCE: usize = 1024 * 1024;

/// The way in which the reading of a body ended.
pub(super) enum End {
    Whole,
    Limit,
    Lost(reqwest::Error),
}

/// The body up to `limit` bytes, and how the reading ended. A body that arrives in one piece is not copied.
pub(super) async fn read(response: &mut HttpResponse, limit: usize) -> (Bytes, End) {
    let announced = response.content_length.and_then(|length| usize::try_from(length).ok());
    let mut body = Body::announced(announced.unwrap_or(0).min(limit));
    loop {
        match response.chunk().await {
            Ok(Some(mut chunk)) => {
                let left = limit - body.len();
                let is_too_long = chunk.len() > left;
                chunk.truncate(left);
                body.push(chunk);
                if is_too_long {
                    return (body.into_bytes(), End::Limit);
                }
            }
            Ok(None) => return (body.into_bytes(), End::Whole),
            Err(error) => return (body.into_bytes(), End::Lost(error)),
        }
    }
}

/// A body as far as it was read.
struct Body {
    first: Bytes,
    /// The whole, once there is more than the first piece.
    whole: Vec<u8>,
    announced: usize,
}

impl Body {
    /// An empty body of which `announced` bytes are said to come, none if that is not known.
    fn announced(announced: usize) -> Self {
        Self { first: Bytes::new(), whole: Vec::new(), announced }
    }

    fn len(&self) -> usize {
        self.first.len().max(self.whole.len())
    }

    fn push(&mut self, chunk: Bytes) {
        if self.len() == 0 {
            self.first = chunk;
            return;
        }
        if self.whole.is_empty() {
            let first = mem::take(&mut self.first);
            self.append(&first);
        }
        self.append(&chunk);
    }

    fn append(&mut self, chunk: &[u8]) {
        let (come, capacity) = (self.whole.len(), self.whole.capacity());
        if chunk.len() > capacity - come && capacity < self.announced {
            let trusted = self.announced.min(RESERVED_AT_ONCE.max(2 * capacity));
            self.whole.reserve_exact(trusted.saturating_sub(come));
        }
        self.whole.extend_from_slice(chunk);
    }

    fn into_bytes(self) -> Bytes {
        if self.whole.is_empty() { self.first } else { self.whole.into() }
    }
}

/// The response to a request beside the calls.
pub(crate) struct Fetched {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
}

/// Sends the request once, and receives the body up to `limit` bytes.
pub(crate) async fn fetch(http: &reqwest::Client, request: reqwest::Request, limit: usize) -> reqwest::Result<Fetched> {
    let mut response = execute(http, request).await?;
    let (status, headers) = (response.status, mem::take(&mut response.headers));
    let (body, end) = read(&mut response, limit).await;
    match end {
        End::Lost(error) => Err(error),
        End::Whole | End::Limit => Ok(Fetched { status, headers, body }),
    }
}
