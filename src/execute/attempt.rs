use http::Uri;
use reqwest::Response;

use super::reply::{Reply, refusal};
use crate::client::Client;
use crate::error::{Call, DecodeError, Error, InvalidRequest, TransportError};

/// Whether an attempt includes the body of a 2xx answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ReadBody {
    Whole,
    No,
}

/// Sends a request once.
pub(super) async fn attempt(
    client: &Client,
    call: Call,
    request: reqwest::Request,
    read: ReadBody,
) -> Result<Reply, Error> {
    let settings = client.settings();
    let mut response = settings.http.execute(request).await.map_err(|error| failure(call, error))?;
    if !response.status().is_success() {
        let (body, end) = read_body(&mut response, settings.max_error_bytes).await;
        // The status says more than how the rest of the body was lost.
        let truncated = !matches!(end, BodyEnd::Whole);
        return Err(refusal(settings, call, response, body, truncated));
    }
    let body = match read {
        ReadBody::Whole => whole_body(call, &mut response, settings.max_response_bytes).await?,
        ReadBody::No => Vec::new(),
    };
    Ok(Reply::new(client.clone(), call, response, body))
}

fn failure(call: Call, error: reqwest::Error) -> Error {
    if error.is_builder() {
        let url = error.url().and_then(|url| Uri::try_from(url.as_str()).err());
        let reason = match url {
            Some(problem) => format!("the URL cannot be sent: {problem}"),
            // A given `reqwest::Client` would not send it, as with `https_only`.
            None => format!("the HTTP client refuses it: {}", error.without_url()),
        };
        return InvalidRequest::of(call.operation, reason).into();
    }
    TransportError::new(call, error).into()
}

async fn whole_body(call: Call, response: &mut Response, limit: usize) -> Result<Vec<u8>, Error> {
    let status = response.status();
    let too_large = || DecodeError::too_large(call, status, limit).into();
    let announced = response.content_length().unwrap_or(0);
    if usize::try_from(announced).map_or(true, |announced| announced > limit) {
        return Err(too_large());
    }
    match read_body(response, limit).await {
        (body, BodyEnd::Whole) => Ok(body),
        (_, BodyEnd::Limit) => Err(too_large()),
        (_, BodyEnd::Lost(error)) => Err(TransportError::new(call, error).into()),
    }
}

enum BodyEnd {
    Whole,
    Limit,
    Lost(reqwest::Error),
}

/// The body up to `limit` bytes, and why it ends there.
async fn read_body(response: &mut Response, limit: usize) -> (Vec<u8>, BodyEnd) {
    let mut body = Vec::new();
    loop {
        match response.chunk().await {
            Ok(Some(chunk)) => {
                let room = limit - body.len();
                if chunk.len() > room {
                    body.extend_from_slice(&chunk[..room]);
                    return (body, BodyEnd::Limit);
                }
                body.extend_from_slice(&chunk);
            }
            Ok(None) => return (body, BodyEnd::Whole),
            Err(error) => return (body, BodyEnd::Lost(error)),
        }
    }
}
