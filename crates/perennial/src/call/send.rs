//! Sends the attempts of a call, and waits before and between them.

use std::mem;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::FutureExt as _;
use http::Uri;
use reqwest::StatusCode;
use reqwest::header::AUTHORIZATION;
use tracing::{Instrument as _, info};

use super::attempt_guard::AttemptGuard;
use super::body::{self, BodyEnd};
use super::exchange::{HttpResponse, execute};
use super::permit::{acquire_permit, create_waiter};
use super::progress::await_progress;
use super::request::{NotReady, Request};
use super::response::{SuccessResponse, error_response};
use super::span::CallSpan;
use super::stream::Streamed;
use super::tokens::TokenHistory;
use super::upload::{Upload, observe_upload};
use crate::authenticate::TemporaryFailure;
use crate::client::Settings;
use crate::clock::{sleep, timeout};
use crate::deadline::{Deadline, millis};
use crate::error::{Call, Error, Head, InvalidRequest, RequestTarget, TransportError, TransportFailure};
use crate::interceptor::Outcome;
use crate::response::ResponseValue;
use crate::retry::RetryWait;
use crate::secret::Secrets;

/// A 2xx response that has not been decoded yet. Decoding ends the call, so this type also contains the call's span and
/// the guard that notifies the interceptors.
pub(crate) struct Received {
    response: SuccessResponse,
    attempt: Option<AttemptGuard>,
    call_span: CallSpan,
}

impl Received {
    /// Decodes the response with `read`, whose result becomes the outcome of the call.
    pub(crate) fn finish<T>(
        self,
        read: impl FnOnce(SuccessResponse) -> Result<ResponseValue<T>, Error>,
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

/// Sends a request, and retries it according to the client's retry policy, all within one span. Reads the body of a 2xx
/// response, unless responses with its status are streamed.
pub(crate) async fn send(streamed: Streamed, request: &mut Request<'_>) -> Result<Received, Error> {
    let secrets = request.prepare_first()?;
    let mut call_span = CallSpan::begin(request.settings.service, &request.operation, &request.base_url);
    let span = call_span.span.clone();
    match run_attempts(streamed, request, secrets, &mut call_span).instrument(span).await {
        Ok((response, attempt)) => Ok(Received { response, attempt, call_span }),
        Err(error) => {
            // An attempt that an interceptor refused was never sent, so `error.attempts()` does not include it.
            call_span.attempts = error.attempts();
            call_span.end(Outcome::Failed(&error));
            Err(error)
        }
    }
}

async fn run_attempts(
    streamed: Streamed,
    request: &mut Request<'_>,
    secrets: Secrets,
    call_span: &mut CallSpan,
) -> Result<(SuccessResponse, Option<AttemptGuard>), Error> {
    let settings = request.settings;
    let deadline = Deadline::within(settings.deadline);
    let target = RequestTarget::new(Some(request.base_url.shared_url()), request.path.clone(), secrets, deadline);
    let mut call = Call::new(request.operation.clone(), target, 0);
    let mut waiter = create_waiter(settings, &call, deadline);
    let mut backoffs = None;
    let mut next_backoff = || backoffs.get_or_insert_with(|| settings.retry.backoffs()).next();
    let mut last_error = None;
    let mut tokens = TokenHistory::default();
    loop {
        let mut permit = match acquire_permit(settings, &mut waiter).await {
            Ok(permit) => permit,
            Err(limited) => return Err(last_error.unwrap_or(limited)),
        };
        if request.next.is_none() {
            // This future is boxed to keep the future of the call small.
            match Box::pin(prepare_next_attempt(request, &call, deadline)).await {
                // The response to this attempt may also repeat the secrets of earlier attempts.
                Ok(secrets) => call = call.with_secrets(&secrets),
                Err(NotReady::Failed(error)) => return Err(last_error.unwrap_or(error)),
                Err(NotReady::Temporary(failure)) => {
                    let wait = tokens.wait_after_failure(&failure, &settings.retry, &mut next_backoff);
                    let Some(wait) = wait.and_then(|wait| wait.choose(deadline)) else {
                        return Err(last_error.unwrap_or_else(|| no_token_error(settings, call, failure)));
                    };
                    log_retry(&call, TransportFailure::NoToken.name(), wait);
                    permit.release();
                    sleep(wait).await;
                    continue;
                }
            }
            // If the provider returns the refused token again, the call fails with the response that refused the token.
            if tokens.is_refused_again(request.next_authorization())
                && let Some(refusal) = last_error
            {
                return Err(refusal);
            }
            // If the permit expired during authentication, the attempt needs a new permit.
            if permit.is_late() {
                continue;
            }
        }
        let time = deadline.shorten(settings.timeout);
        if time.is_zero() {
            return Err(last_error.unwrap_or_else(|| TransportError::new(call, TransportFailure::Deadline).into()));
        }
        call.attempts += 1;
        let started = begin_attempt(request, &mut call, time, streamed.is_paced);
        let StartedAttempt { response, guard, upload } = match started {
            Ok(started) => started,
            Err(refused) => return Err(last_error.unwrap_or(refused)),
        };
        call_span.attempts = call.attempts;
        permit.mark_sent();
        let mut refusal = None;
        let upload = upload.as_deref();
        let response = response.inspect(|_| upload.into_iter().for_each(Upload::record_answer));
        let attempt = receive_response(streamed, settings, &call, response, &mut refusal);
        let ended = if streamed.is_paced || upload.is_some() {
            Box::pin(await_progress(settings.timeout, deadline, upload, attempt)).await
        } else {
            Some(attempt.await)
        };
        let ended = ended.unwrap_or_else(|| match refusal {
            // An error response arrived, but its body took too long. Its status is reported, because that is more
            // informative than the timeout.
            Some(head) => Err(error_response(head, Bytes::new(), true)),
            None => Err(TransportError::timed_out(call.clone()).into()),
        });
        let ended = ended.map_err(|error| match (error, upload.and_then(Upload::take_failure)) {
            (Error::Transport(error), Some(source)) => error.caused_by_request_body(source).into(),
            (error, _) => error,
        });
        if !ended.as_ref().is_err_and(|error| error.status().is_none_or(|it| it == StatusCode::UNAUTHORIZED)) {
            request.record_accepted_token();
        }
        let error = match ended {
            Ok(response) => return Ok((response, guard)),
            Err(error) => error,
        };
        permit.record_failure(&error, settings.retry.requested_wait(&error), deadline).await;
        if let Some(guard) = guard {
            guard.end(Outcome::Failed(&error));
        }
        call.may_have_acted_before = error.may_have_been_processed();
        call_span.status = error.status();
        // The token is renewed even if this call is not retried, so that the next call does not send the refused token.
        let renews = error.status() == Some(StatusCode::UNAUTHORIZED) && request.renew_token();
        if !request.is_repeatable() {
            return Err(error);
        }
        let wait = if renews && tokens.begin_repetition(request.authorization.as_ref()) {
            // The service has not processed a request that it refused with 401 (RFC 9110, section 15.5.2). It is
            // therefore repeated once, whatever its method is and whatever the policy allows.
            Some(RetryWait::NONE)
        } else {
            next_backoff().and_then(|backoff| settings.retry.wait_before_retry(&error, backoff))
        };
        let Some(wait) = wait.and_then(|wait| wait.choose(deadline)) else { return Err(error) };
        log_retry(&call, error.error_type(), wait);
        sleep(wait).await;
        last_error = Some(error);
    }
}

/// Creates the error for a call that obtained no token. A shared pause that is too long for the policy of the call is
/// reported as its `retry_after()`.
fn no_token_error(settings: &Settings, call: Call, failure: TemporaryFailure) -> Error {
    let too_long = failure.pause.map(|pause| pause.remaining).filter(|pause| settings.retry.exceeds_max_wait(*pause));
    TransportError::without_token(call, failure.reason, failure.retry_after.or(too_long)).into()
}

fn log_retry(call: &Call, error_type: &str, wait: Duration) {
    // The event contains the operation id, because the span of the call has level debug and may be disabled.
    info!(
        operation_id = Some(call.operation.operation_id()).filter(|id| !id.is_empty()),
        attempt = i64::from(call.attempts),
        "error.type" = error_type,
        wait_ms = millis(wait),
        "retrying"
    );
}

/// Authenticates and builds the request of the next attempt. Authentication may take as long as an attempt, but must
/// end before the deadline. Returns the secrets that must not appear in errors about the request.
async fn prepare_next_attempt(request: &mut Request<'_>, call: &Call, deadline: Deadline) -> Result<Secrets, NotReady> {
    let time = deadline.shorten(request.settings.timeout);
    // `timeout` would poll the future even if no time is left.
    let ready = if time.is_zero() { None } else { timeout(time, request.prepare_next(time)).await.ok() };
    ready.unwrap_or_else(|| {
        Err(if deadline.has_passed() {
            NotReady::Failed(TransportError::new(call.clone(), TransportFailure::Deadline).into())
        } else if time.is_zero() {
            request
                .refuse(
                    "the timeout of an attempt is zero, which leaves no time to authenticate the request: set a \
                     longer one",
                )
                .into()
        } else {
            NotReady::Temporary(TemporaryFailure::new("authentication took longer than the timeout of an attempt"))
        })
    })
}

struct StartedAttempt<F> {
    /// Sends the request, and waits for the headers of the response.
    response: F,
    guard: Option<AttemptGuard>,
    /// The progress of a streamed request body.
    upload: Option<Arc<Upload>>,
}

/// Starts an attempt. The future in the result sends the request. This is a separate function so that the future of the
/// call does not store the request, and stays small.
///
/// If a body is a stream, the HTTP client's timeout is disabled, because it would include the whole body. Instead, the
/// caller of this function limits each wait for data.
fn begin_attempt(
    request: &mut Request<'_>,
    call: &mut Call,
    timeout: Duration,
    is_paced: bool,
) -> Result<StartedAttempt<impl Future<Output = reqwest::Result<HttpResponse>> + use<>>, Error> {
    let (settings, authorization) = (request.settings, &mut request.authorization);
    let request = request.next.take();
    let mut request =
        request.ok_or_else(|| InvalidRequest::refused(call.operation.clone(), "the request is incomplete"))?;
    let upload = observe_upload(request.body_mut());
    let timeout = if is_paced || upload.is_some() { Duration::MAX } else { timeout };
    if settings.http_timeout != Some(timeout) {
        *request.timeout_mut() = Some(timeout);
    }
    let key = call.operation.idempotency_key_in(request.headers()).cloned();
    let guard = AttemptGuard::begin(settings, call, request.headers_mut())?;
    // An idempotency key that an interceptor replaced does not make the call repeatable, because each attempt may get a
    // different key.
    call.has_key = key.is_some() && call.operation.idempotency_key_in(request.headers()) == key.as_ref();
    if guard.is_some() {
        // The interceptors may have replaced the credentials.
        *call = call.clone().with_secrets(&settings.secrets_of(request.headers()));
    }
    *authorization = request.headers().get(AUTHORIZATION).cloned();
    Ok(StartedAttempt { response: execute(&settings.http, request), guard, upload })
}

/// Waits for the response. Reads its body, unless it is a 2xx response that is to be streamed (`streamed`). The head of
/// an error response is stored in `refusal` as soon as it arrives.
async fn receive_response(
    streamed: Streamed,
    settings: &Settings,
    call: &Call,
    pending: impl Future<Output = reqwest::Result<HttpResponse>>,
    refusal: &mut Option<Head>,
) -> Result<SuccessResponse, Error> {
    let mut response = pending.await.map_err(|error| error_from_reqwest(call.clone(), error))?;
    // A header name may repeat a secret, and the `Debug` output of a successful response shows header names.
    call.secrets().redact_header_names(&mut response.headers);
    let headers = mem::take(&mut response.headers);
    let head = Head { call: call.clone(), status: response.status, headers };
    let is_declared_redirect = streamed.allows_redirects && call.operation.declares_redirect(head.status);
    if head.status.is_success() || is_declared_redirect {
        return SuccessResponse::receive(streamed, settings, head, response).await;
    }
    *refusal = Some(head.clone());
    let (body, end) = body::read_up_to_limit(&mut response, settings.max_error_bytes).await;
    // The status is reported even if the body is incomplete, because it is more informative than a lost connection.
    let truncated = !matches!(end, BodyEnd::Complete);
    Err(error_response(head, body, truncated))
}

fn error_from_reqwest(call: Call, error: reqwest::Error) -> Error {
    if error.is_builder() {
        let invalid = error.url().and_then(|url| Uri::try_from(url.as_str()).err());
        let reason = match invalid {
            Some(error) => format!("the URL cannot be sent: {error}"),
            // The HTTP client that the caller set with `http_client` may refuse a request, for example because of
            // `https_only`.
            None => format!("the HTTP client refuses the request: {}", error.without_url()),
        };
        return InvalidRequest::refused(call.operation, reason).into();
    }
    TransportError::from_reqwest(call, None, error).into()
}
