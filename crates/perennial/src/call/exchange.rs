use std::{io, mem};

use bytes::Bytes;
use futures_core::Stream;
use futures_util::stream;
use reqwest::header::HeaderMap;
use reqwest::{Body, Response, StatusCode};

use super::content_length;

/// A response whose body fails if it is shorter than its `content-length`.
///
/// hyper checks the length for HTTP/1 only. With HTTP/2, it treats a stream or connection that is closed with
/// `NO_ERROR` as the end of the body.
pub(super) struct HttpResponse {
    pub(super) status: StatusCode,
    pub(super) headers: HeaderMap,
    pub(super) content_length: Option<u64>,
    response: Response,
    /// The number of body bytes that have arrived.
    received: u64,
}

impl HttpResponse {
    pub(super) async fn chunk(&mut self) -> reqwest::Result<Option<Bytes>> {
        if let Some(chunk) = self.response.chunk().await? {
            self.received += chunk.len() as u64;
            return Ok(Some(chunk));
        }
        match self.content_length {
            Some(length) if self.received < length => {
                self.response = failing_response(format!("the body ended after {} of {length} bytes", self.received));
                self.response.chunk().await
            }
            _ => Ok(None),
        }
    }

    pub(super) fn bytes_stream(self) -> impl Stream<Item = reqwest::Result<Bytes>> + Send + Sync {
        stream::try_unfold(self, |mut response| async {
            let chunk = response.chunk().await?;
            Ok(chunk.map(|chunk| (chunk, response)))
        })
    }
}

/// Creates a response whose body fails with `reason`. This is the only way to create a `reqwest::Error`, which has no
/// public constructor.
fn failing_response(reason: String) -> Response {
    let error = io::Error::new(io::ErrorKind::UnexpectedEof, reason);
    http::Response::new(Body::wrap_stream(stream::iter([Err::<Bytes, _>(error)]))).into()
}

pub(super) fn execute(
    http: &reqwest::Client,
    request: reqwest::Request,
) -> impl Future<Output = reqwest::Result<HttpResponse>> + use<> {
    let method = request.method().clone();
    let response = http.execute(request);
    async move {
        let mut response = response.await?;
        Ok(HttpResponse {
            status: response.status(),
            content_length: content_length(&method, &response),
            headers: mem::take(response.headers_mut()),
            response,
            received: 0,
        })
    }
}
