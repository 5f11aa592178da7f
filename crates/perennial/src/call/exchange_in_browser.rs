//! Sends a request and receives its response through the `fetch` function of a browser. This module replaces the module
//! `exchange`, and defines the same items.

use std::pin::Pin;
use std::time::Duration;

use bytes::Bytes;
use futures_core::Stream;
use futures_util::TryStreamExt as _;
use reqwest::header::HeaderMap;
use reqwest::{Method, StatusCode};
use send_wrapper::SendWrapper;

use super::content_length;

/// The longest timeout. reqwest passes timeouts to `setTimeout`, and panics if the milliseconds do not fit into an
/// `i32`.
const LONGEST: Duration = Duration::from_millis(i32::MAX as u64);

type BodyStream = Pin<Box<dyn Stream<Item = reqwest::Result<Bytes>>>>;

/// A response in a browser.
///
/// JavaScript values must not leave their thread, so they are not `Send`. `SendWrapper` makes the futures of calls
/// `Send` nevertheless, and panics if a value is used on a different thread. Most programs in a browser have only one
/// thread.
pub(crate) struct HttpResponse {
    pub(super) status: StatusCode,
    pub(super) headers: HeaderMap,
    pub(super) content_length: Option<u64>,
    body: SendWrapper<BodyStream>,
}

impl HttpResponse {
    fn new(method: &Method, mut response: reqwest::Response) -> Self {
        Self {
            status: response.status(),
            content_length: content_length(method, &response),
            headers: std::mem::take(response.headers_mut()),
            body: SendWrapper::new(Box::pin(response.bytes_stream())),
        }
    }

    pub(super) async fn chunk(&mut self) -> reqwest::Result<Option<Bytes>> {
        self.body.try_next().await
    }

    pub(super) fn bytes_stream(self) -> impl Stream<Item = reqwest::Result<Bytes>> + Send + Sync {
        self.body
    }
}

pub(super) fn execute(
    http: &reqwest::Client,
    mut request: reqwest::Request,
) -> impl Future<Output = reqwest::Result<HttpResponse>> + Send + use<> {
    if let Some(timeout) = request.timeout_mut() {
        *timeout = LONGEST.min(*timeout);
    }
    let method = request.method().clone();
    let response = http.execute(request);
    SendWrapper::new(async move { response.await.map(|response| HttpResponse::new(&method, response)) })
}
