//! The way of a call: its attempts, with the waits before and between them.

use std::mem;
use std::time::Duration;

use bytes::Bytes;
use http::Uri;
use reqwest::StatusCode;
use reqwest::header::AUTHORIZATION;
use tracing::{Instrument as _, info};

use super::admission::{admit, waiter};
use super::attempt_guard::AttemptGuard;
use super::body::{self, End};
use super::exchange::{HttpResponse, execute};
use super::request::Request;
use super::response::{Response, error_response};
use super::span::CallSpan;
use super::stream::Streamed;
use crate::client::Settings;
use crate::clock::{sleep, timeout};
use crate::deadline::{Deadline, millis};
use crate::error::{Call, Error, Head, InvalidRequest, Target, TransportError, TransportFailure};
use crate::interceptor::Outcome;
use crate::operation::OperationRef;
use crate::response::ResponseValue;
use crate::secret::Secrets;

/// A response, and the span and interceptors that still have to be notified of how the call ended.
pub(crate) struct Received {
    response: Response,
    attempt: Option<AttemptGuard>,
    call_span: CallSpan,
}

impl Received {
    /// Ends the call with what `read` makes of the response.
    pub(crate) fn finish<T>(
        self,
        read: impl FnOnce(Response) -> Result<ResponseValue<T>, Error>,
    ) -> Result<ResponseValue<T>, Error> {
        let result = read(self.response);
        let outcome = match &result {
            Ok(response) => Outcome::Success(response.status()),
            Err(error) => Outcome::Failed(error),
        };
        if let Some(attempt) = self.attempt {
            attempt.end(outcome);
        }
        self.call_span.end(outcome);
        result
    }
}

/// Sends a request within one span, and again where the client's retry policy says so. The body of a success is read,
/// unless it is streamed with this status.
pub(crate) async fn send(streamed: Streamed, request: &mut Request<'_>) -> Result<Received, Error> {
    let secrets = request.prepare().map_err(|reason| refused(request.settings, &request.operation, &reason))?;
    let mut call_span = CallSpan::begin(request.settings.service, &request.operation, &request.base_url);
    let span = call_span.span.clone();
    match attempts(streamed, request, secrets, &mut call_span).instrument(span).await {
        Ok((response, attempt)) => Ok(Received { response, attempt, call_span }),
        Err(error) => {
            // An attempt that was refused was not sent.
            call_span.attempts = error.attempts();
            call_span.end(Outcome::Failed(&error));
            Err(error)
        }
    }
}

async fn attempts(
    streamed: Streamed,
    request: &mut Request<'_>,
    mut secrets: Secrets,
    call_span: &mut CallSpan,
) -> Result<(Response, Option<AttemptGuard>), Error> {
    let settings = request.settings;
    let deadline = Deadline::within(settings.deadline);
    let target = Target::new(Some(request.base_url.shared()), request.path.clone(), secrets.clone(), deadline);
    let mut call = Call::new(request.operation.clone(), target, 0);
    let mut waiter = waiter(settings, &call, deadline);
    let mut delays = None;
    let mut failed = None;
    let mut is_renewed = false;
    loop {
        let mut admission = match admit(settings, &mut waiter).await {
            Ok(admission) => admission,
            Err(limited) => return Err(failed.unwrap_or(limited)),
        };
        if request.next.is_none() {
            // Boxed, so that the future of a call has no place for it.
            match Box::pin(ready(request, &call, deadline)).await {
                Ok(of_next) => secrets = of_next,
                Err(unready) => return Err(failed.unwrap_or(unready)),
            }
            call = call.hiding(&secrets);
            // That took a while. The request is sent in another slot.
            if admission.is_late() {
                continue;
            }
        }
        let time = deadline.shortens(settings.timeout);
        if time.is_zero() {
            return Err(failed.unwrap_or_else(|| TransportError::new(call, TransportFailure::Deadline).into()));
        }
        call.attempts += 1;
        // Of one that is paced, the HTTP client would count the whole body.
        let limit = if streamed.is_paced { Duration::MAX } else { time };
        let (pending, guard) = match begin(request, &mut call, &mut secrets, limit) {
            Ok(begun) => begun,
            Err(refused) => return Err(failed.unwrap_or(refused)),
        };
        call_span.attempts = call.attempts;
        admission.sent();
        let mut refusal = None;
        let attempt = attempt(streamed, settings, &secrets, &call, pending, &mut refusal);
        let ended = if streamed.is_paced { Box::pin(timeout(time, attempt)).await.ok() } else { Some(attempt.await) };
        let ended = ended.unwrap_or_else(|| match refusal {
            // The status matters more than that its body did not come in time.
            Some(head) => Err(error_response(&secrets, head, Bytes::new(), true)),
            None => Err(TransportError::timed_out(call.clone()).into()),
        });
        let error = match ended {
            Ok(response) => return Ok((response, guard)),
            Err(error) => error,
        };
        admission.failed(&error, settings.retry.asked(&error), deadline).await;
        if let Some(guard) = guard {
            guard.end(Outcome::Failed(&error));
        }
        call.may_have_acted_before = error.may_have_been_processed();
        call_span.status = error.status();
        // Also where nothing is sent again: the next call has another token then.
        let renews = error.status() == Some(StatusCode::UNAUTHORIZED) && request.renew();
        if !request.is_repeatable() {
            return Err(error);
        }
        let delay = delays.get_or_insert_with(|| settings.retry.delays()).next();
        let wait = if !is_renewed && renews && call.is_repeatable() {
            delay.map(|_| Duration::ZERO)
        } else {
            delay.and_then(|delay| settings.retry.wait(&error, delay))
        };
        is_renewed |= renews;
        let Some(wait) = wait else { return Err(error) };
        if !deadline.allows(wait) {
            return Err(error);
        }
        // The span of the call, which is at level debug, may be off.
        info!(
            operation_id = Some(call.operation.operation_id()).filter(|id| !id.is_empty()),
            attempt = i64::from(call.attempts),
            "error.type" = error.error_type(),
            wait_ms = millis(wait),
            "retrying"
        );
        sleep(wait).await;
        failed = Some(error);
    }
}

/// Makes the request of the next attempt, and returns what no error about it may show. It has as long as the attempt.
async fn ready(request: &mut Request<'_>, call: &Call, deadline: Deadline) -> Result<Secrets, Error> {
    let settings = request.settings;
    let time = deadline.shortens(settings.timeout);
    // A future is polled even if there is no time.
    let ready = if time.is_zero() { None } else { timeout(time, request.ready()).await.ok() };
    match ready {
        Some(ready) => ready.map_err(|reason| refused(settings, &call.operation, &reason)),
        None if deadline.has_passed() => Err(TransportError::new(call.clone(), TransportFailure::Deadline).into()),
        None => Err(refused(settings, &call.operation, "it cannot be authenticated within the timeout of an attempt")),
    }
}

/// Says why nothing is sent. The reason may repeat what the caller passed.
fn refused(settings: &Settings, operation: &OperationRef, reason: &str) -> Error {
    InvalidRequest::refused(operation.clone(), settings.secrets().redact_text(reason)).into()
}

/// Begins an attempt. The request is given away here, so that the future of a call has no place for it.
fn begin(
    request: &mut Request<'_>,
    call: &mut Call,
    secrets: &mut Secrets,
    timeout: Duration,
) -> Result<(impl Future<Output = reqwest::Result<HttpResponse>> + use<>, Option<AttemptGuard>), Error> {
    let (settings, authorization) = (request.settings, &mut request.authorization);
    let request = request.next.take();
    let mut request = request.ok_or_else(|| InvalidRequest::refused(call.operation.clone(), "it is not complete"))?;
    if settings.http_timeout != Some(timeout) {
        *request.timeout_mut() = Some(timeout);
    }
    let key = call.operation.key(request.headers()).cloned();
    let guard = AttemptGuard::begin(settings, call, request.headers_mut())?;
    // An interceptor may set another one for each attempt.
    call.has_key = key.is_some() && call.operation.key(request.headers()) == key.as_ref();
    if guard.is_some() {
        // The interceptors may have set another key.
        *secrets = settings.secrets_of(request.headers());
        *call = call.clone().hiding(secrets);
    }
    *authorization = request.headers().get(AUTHORIZATION).cloned();
    Ok((execute(&settings.http, request), guard))
}

/// Waits for the response to a request that was sent once, and receives its body, unless it is streamed with
/// this status. The `refusal` is the head of an error, from when it is there.
async fn attempt(
    streamed: Streamed,
    settings: &Settings,
    secrets: &Secrets,
    call: &Call,
    pending: impl Future<Output = reqwest::Result<HttpResponse>>,
    refusal: &mut Option<Head>,
) -> Result<Response, Error> {
    let mut response = pending.await.map_err(|error| failure(call.clone(), error))?;
    // For successes, too: `Debug` shows the names of their headers.
    secrets.redact_header_names(&mut response.headers);
    let headers = mem::take(&mut response.headers);
    let head = Head { call: call.clone(), status: response.status, headers };
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
