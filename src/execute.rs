//! Sending: the attempts of one call, and what each answer means.

use std::time::Duration;

use http::Uri;
use reqwest::{Response, StatusCode};
use serde::de::Error as _;
use tokio::time::{Instant, sleep};
use tracing::{Instrument as _, Span, debug, debug_span, field};

use crate::ResponseValue;
use crate::client::{Client, Settings};
use crate::error::{ApiError, BodyText, Call, DecodeError, Error, InvalidRequest, TransportError, UnexpectedStatus};
use crate::operation::Operation;
use crate::response::BodyError;

/// Whether an attempt includes the body of a 2xx answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ReadBody {
    Whole,
    No,
}

/// A 2xx answer.
pub(crate) struct Reply {
    call: Call,
    /// Without its body where that has been read.
    response: Response,
    body: Vec<u8>,
    /// For what becomes of the body in an error.
    client: Client,
}

/// Sends a request, again where the client's retry policy says so, within one span.
///
/// The span and its events name the operation and say how it went. They hold nothing of the caller's or the
/// service's: no parameters, no headers, no bodies.
pub(crate) async fn execute(
    client: &Client,
    operation: &'static Operation,
    request: reqwest::Request,
    read: ReadBody,
) -> Result<Reply, Error> {
    let span = debug_span!(
        "request",
        operation_id = operation.operation_id(),
        method = operation.method(),
        path = operation.path(),
        status = field::Empty,
        attempts = field::Empty,
        elapsed_ms = field::Empty,
    );
    let mut progress = Progress { span: span.clone(), start: Instant::now(), attempts: 0, status: None };
    let result = attempts(client, operation, request, read, &mut progress).instrument(span).await;
    progress.status = match &result {
        Ok(reply) => Some(reply.response.status()),
        Err(error) => {
            // What was refused has not been sent.
            progress.attempts = error.attempts();
            error.status()
        }
    };
    result
}

/// How far a call came; its span is told when the call ends, also where it is given up.
struct Progress {
    span: Span,
    start: Instant,
    attempts: u32,
    /// Of the last answer.
    status: Option<StatusCode>,
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(status) = self.status {
            self.span.record("status", status.as_u16());
        }
        self.span.record("attempts", self.attempts);
        self.span.record("elapsed_ms", millis(self.start.elapsed()));
    }
}

async fn attempts(
    client: &Client,
    operation: &'static Operation,
    mut request: reqwest::Request,
    read: ReadBody,
    progress: &mut Progress,
) -> Result<Reply, Error> {
    let settings = client.settings();
    let deadline = settings.deadline.and_then(|limit| progress.start.checked_add(limit));
    let time_left = || deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
    let mut delays = settings.retry.delays();
    let mut failed = None;
    loop {
        if let Err(limited) = admit(settings, operation, time_left).await {
            return Err(failed.unwrap_or(limited));
        }
        let timeout = time_left().map_or(settings.timeout, |left| left.min(settings.timeout));
        if timeout.is_zero() {
            return Err(failed.unwrap_or_else(|| too_late(operation)));
        }
        *request.timeout_mut() = Some(timeout);
        // The request is used up by sending it; a body that is a stream has no copy, and so no retry.
        let retry = delays.next().and_then(|delay| Some((delay, request.try_clone()?)));

        progress.attempts += 1;
        let call = Call { operation, attempts: progress.attempts };
        let error = match attempt(client, call, request, read).await {
            Ok(reply) => return Ok(reply),
            Err(error) => error,
        };
        progress.status = error.status();
        let Some((delay, copy)) = retry else {
            return Err(error);
        };
        let Some(wait) = settings.retry.wait(&error, delay) else {
            return Err(error);
        };
        if time_left().is_some_and(|left| left <= wait) {
            return Err(error);
        }
        let status = error.status().map(|status| status.as_u16());
        debug!(attempt = progress.attempts, status, lost = error.lost(), wait_ms = millis(wait), "retrying");
        sleep(wait).await;
        request = copy;
        failed = Some(error);
    }
}

fn too_late(operation: &'static Operation) -> Error {
    InvalidRequest::of(operation, "the `deadline` passed before it could be sent").into()
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

/// Lets an attempt through, where the client has a rate limiter when that allows it.
#[cfg_attr(not(feature = "rate-limit"), allow(unused_variables, clippy::unused_async, reason = "there is no limiter"))]
async fn admit(
    settings: &Settings,
    operation: &'static Operation,
    time_left: impl Fn() -> Option<Duration>,
) -> Result<(), Error> {
    #[cfg(feature = "rate-limit")]
    if let Some(limiter) = &settings.limiter {
        limiter.admit(operation, time_left).await?;
    }
    Ok(())
}

async fn attempt(client: &Client, call: Call, request: reqwest::Request, read: ReadBody) -> Result<Reply, Error> {
    let settings = client.settings();
    let mut response = settings.http.execute(request).await.map_err(|error| failure(call, error))?;
    if !response.status().is_success() {
        let (mut body, end) = read_body(&mut response, settings.max_error_bytes).await;
        settings.credentials.redact(&mut body);
        // The status says more than how the rest of the body was lost.
        let truncated = !matches!(end, BodyEnd::Whole);
        return Err(refusal(settings, call, response, BodyText::new(&body, truncated)));
    }
    let body = match read {
        ReadBody::Whole => whole_body(call, &mut response, settings.max_response_bytes).await?,
        ReadBody::No => Vec::new(),
    };
    Ok(Reply { call, response, body, client: client.clone() })
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

fn refusal(settings: &Settings, call: Call, mut response: Response, body: BodyText) -> Error {
    let status = response.status();
    let mut headers = std::mem::take(response.headers_mut());
    settings.credentials.redact_headers(&mut headers);
    if status.is_client_error() || status.is_server_error() {
        ApiError::new(call, status, headers, body).into()
    } else {
        UnexpectedStatus::new(call, status, headers, body).into()
    }
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

impl Reply {
    /// Reads the body with `decode`, which gets the status too.
    pub(crate) fn decode<T>(
        self,
        decode: impl FnOnce(u16, &[u8]) -> Result<T, BodyError>,
    ) -> Result<ResponseValue<T>, Error> {
        match decode(self.response.status().as_u16(), &self.body) {
            Ok(value) => Ok(self.map(|_, _| value)),
            Err(error) => Err(self.unreadable(error)),
        }
    }

    /// Makes a value of the call and the answer, which keeps its status and headers.
    pub(crate) fn map<T>(mut self, value: impl FnOnce(Call, Response) -> T) -> ResponseValue<T> {
        let status = self.response.status();
        let headers = std::mem::take(self.response.headers_mut());
        ResponseValue::new(value(self.call, self.response), status, headers)
    }

    fn unreadable(mut self, error: BodyError) -> Error {
        let settings = self.client.settings();
        settings.credentials.redact(&mut self.body);
        let status: StatusCode = self.response.status();
        match error {
            BodyError::Mismatch { path, source } => {
                let path = path.map(|path| settings.credentials.redact_text(&path));
                let told = source.to_string();
                let redacted = settings.credentials.redact_text(&told);
                // Made of its text, an error of serde_json keeps its line and column, but not its category.
                let source = if redacted == told { source } else { serde_json::Error::custom(redacted) };
                DecodeError::mismatch(self.call, status, &self.body, path, source).into()
            }
            BodyError::UndeclaredStatus => {
                let body = BodyText::cut(&self.body, settings.max_error_bytes);
                refusal(settings, self.call, self.response, body)
            }
        }
    }
}
