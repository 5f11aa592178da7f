use http::Uri;

use super::body::{self, End};
use super::exchange::HttpResponse;
use super::response::{Response, error_response};
use super::stream::Streamed;
use crate::client::Settings;
use crate::error::{Call, Error, Head, InvalidRequest, TransportError};
use crate::secret::Secrets;

/// Waits for the response to a request that was sent once, and receives its body, unless it is streamed with
/// this status. The `refusal` is the head of an error, from when it is there.
pub(super) async fn attempt(
    streamed: Streamed,
    settings: &Settings,
    secrets: &Secrets,
    call: &Call,
    pending: impl Future<Output = reqwest::Result<HttpResponse>>,
    refusal: &mut Option<Head>,
) -> Result<Response, Error> {
    let mut response = pending.await.map_err(|error| failure(call.clone(), error))?;
    // For successes, too: `Debug` shows the names of their headers.
    secrets.redact_header_names(response.headers_mut());
    let headers = std::mem::take(response.headers_mut());
    let head = Head { call: call.clone(), status: response.status(), headers };
    if head.status.is_success() {
        return Response::receive(streamed, settings, secrets, head, response).await;
    }
    if streamed.is_paced {
        *refusal = Some(head.clone());
    }
    let (body, end) = body::read(&mut response, settings.max_error_bytes).await;
    // The status matters more than how the rest of the body was lost.
    let truncated = !matches!(end, End::Whole);
    Err(error_response(secrets, head, body, truncated))
}

fn failure(call: Call, error: reqwest::Error) -> Error {
    if error.is_builder() {
        let invalid = error.url().and_then(|url| Uri::try_from(url.as_str()).err());
        let reason = match invalid {
            Some(error) => format!("the URL cannot be sent: {error}"),
            // A client set with `http_client` may refuse to send it, for example with `https_only`.
            None => format!("the HTTP client refuses it: {}", error.without_url()),
        };
        return InvalidRequest::refused(call.operation, reason).into();
    }
    TransportError::from_reqwest(call, None, error).into()
}
