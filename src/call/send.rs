use std::time::Duration;

use tracing::{Instrument as _, debug};

use super::attempt::attempt;
use super::exchange::{HttpResponse, execute};
use super::outgoing::Outgoing;
use super::response::Response;
use super::running::Running;
use super::span::CallSpan;
use crate::client::Settings;
use crate::clock::sleep;
use crate::deadline::{Deadline, millis};
use crate::error::{Call, Error, InvalidRequest, TransportError, TransportFailure};
use crate::interceptor::Outcome;
use crate::operation::Operation;
use crate::response::ResponseValue;

/// A response, and the span and interceptors that still have to be notified of how the call ended.
pub(crate) struct Sent<R> {
    response: R,
    attempt: Option<Running>,
    call_span: CallSpan,
}

impl<R> Sent<R> {
    /// Ends the call with what `read` makes of the response.
    pub(crate) fn finish<T>(
        self,
        read: impl FnOnce(R) -> Result<ResponseValue<T>, Error>,
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

/// Sends a request within one span, and again where the client's retry policy says so.
pub(crate) async fn send<R: Response>(how: R::How, outgoing: &mut Outgoing<'_>) -> Result<Sent<R>, Error> {
    let mut call_span = CallSpan::begin(outgoing.operation, outgoing.base_url());
    let span = call_span.span.clone();
    match attempts(how, outgoing, &mut call_span).instrument(span).await {
        Ok((response, attempt)) => Ok(Sent { response, attempt, call_span }),
        Err(error) => {
            // An attempt that was refused was not sent.
            call_span.attempts = error.attempts();
            call_span.end(Outcome::Failed(&error));
            Err(error)
        }
    }
}

async fn attempts<R: Response>(
    how: R::How,
    outgoing: &mut Outgoing<'_>,
    call_span: &mut CallSpan,
) -> Result<(R, Option<Running>), Error> {
    let (settings, operation, deadline) = (outgoing.settings, outgoing.operation, outgoing.deadline);
    let mut call = Call { operation, target: outgoing.target.clone(), attempts: 0 };
    let mut delays = None;
    let mut failed = None;
    loop {
        #[cfg(feature = "rate-limit")]
        if let Err(limited) = admit(settings, operation, deadline).await {
            return Err(failed.unwrap_or(limited));
        }
        let timeout = deadline.left().map_or(settings.timeout, |left| left.min(settings.timeout));
        if timeout.is_zero() {
            return Err(failed.unwrap_or_else(|| TransportError::new(call.clone(), TransportFailure::Deadline).into()));
        }
        call.attempts += 1;
        let (pending, running) = match begin(outgoing, &mut call, timeout) {
            Ok(begun) => begun,
            Err(refused) => return Err(failed.unwrap_or(refused)),
        };
        call_span.attempts = call.attempts;
        let error = match attempt(how, settings, &outgoing.secrets, &call, pending).await {
            Ok(response) => return Ok((response, running)),
            Err(error) => error,
        };
        if let Some(running) = running {
            running.end(Outcome::Failed(&error));
        }
        call_span.status = error.status();
        if !outgoing.is_repeatable() {
            return Err(error);
        }
        let delay = delays.get_or_insert_with(|| settings.retry.delays()).next();
        let Some(wait) = delay.and_then(|delay| settings.retry.wait(&error, delay)) else {
            return Err(error);
        };
        if !deadline.allows(wait) {
            return Err(error);
        }
        debug!(
            attempt = i64::from(call.attempts),
            "error.type" = error.error_type(),
            wait_ms = millis(wait),
            "retrying"
        );
        sleep(wait).await;
        failed = Some(error);
    }
}

/// Begins an attempt. The request is given away here, so that the future of a call has no place for it.
fn begin(
    outgoing: &mut Outgoing<'_>,
    call: &mut Call,
    timeout: Duration,
) -> Result<(impl Future<Output = reqwest::Result<HttpResponse>> + use<>, Option<Running>), Error> {
    let mut request = outgoing.request().map_err(|reason| InvalidRequest::of(call.operation, reason))?;
    let settings = outgoing.settings;
    if settings.http_timeout != Some(timeout) {
        *request.timeout_mut() = Some(timeout);
    }
    let running = Running::begin(settings, call, request.headers_mut())?;
    if running.is_some() {
        // The interceptors may have set another key.
        outgoing.secrets = settings.credentials.secrets(request.headers());
        call.target = call.target.hiding(outgoing.secrets.clone());
    }
    Ok((execute(&settings.http, request), running))
}

/// Waits until the client's rate limiter, if it has one, admits an attempt.
#[cfg(feature = "rate-limit")]
async fn admit(settings: &Settings, operation: &'static Operation, deadline: Deadline) -> Result<(), Error> {
    if let Some(limiter) = &settings.limiter {
        // An account that is set only by a header has no count of its own.
        let account = settings.credentials.account().unwrap_or_default();
        limiter.admit(account, operation, deadline).await?;
    }
    Ok(())
}
