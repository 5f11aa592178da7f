use tokio::time::sleep;
use tracing::{Instrument as _, debug};

use super::attempt::attempt;
use super::outgoing::Outgoing;
use super::response::Response;
use super::running::Running;
use super::span::CallSpan;
use crate::client::Settings;
use crate::deadline::{Deadline, millis};
use crate::error::{Call, Error, Target, TransportError, TransportFailure};
use crate::interceptor::Outcome;
use crate::operation::Operation;
use crate::response::ResponseValue;

/// A response, and those who have yet to be told how the call ended.
pub(super) struct Sent<R> {
    response: R,
    attempt: Option<Running>,
    call_span: CallSpan,
}

impl<R> Sent<R> {
    /// Ends the call with what `read` makes of the response.
    pub(super) fn finish<T>(
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

/// Sends a request within one span, and again where the client's retry policy says so. `first` is that of the first
/// attempt.
pub(super) async fn send<R: Response>(
    how: R::How,
    outgoing: Outgoing<'_>,
    first: reqwest::Request,
) -> Result<Sent<R>, Error> {
    let mut call_span = CallSpan::begin(outgoing.operation, first.url());
    let span = call_span.span.clone();
    match attempts(how, outgoing, first, &mut call_span).instrument(span).await {
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
    mut outgoing: Outgoing<'_>,
    mut request: reqwest::Request,
    call_span: &mut CallSpan,
) -> Result<(R, Option<Running>), Error> {
    let Outgoing { settings, operation, .. } = outgoing;
    let deadline = Deadline::within(settings.deadline);
    let mut secrets = settings.credentials.secrets(request.headers());
    let target = Target::new(request.url().clone(), secrets.clone());
    let mut call = Call { operation, target, attempts: 0 };
    let mut delays = None;
    let mut failed = None;
    loop {
        if let Err(limited) = admit(settings, operation, deadline).await {
            return Err(failed.unwrap_or(limited));
        }
        let timeout = deadline.left().map_or(settings.timeout, |left| left.min(settings.timeout));
        if timeout.is_zero() {
            return Err(failed.unwrap_or_else(|| TransportError::new(call.clone(), TransportFailure::Deadline).into()));
        }
        if settings.http_timeout != Some(timeout) {
            *request.timeout_mut() = Some(timeout);
        }

        call.attempts += 1;
        let running = match Running::begin(settings, &call, request.headers_mut()) {
            Ok(running) => running,
            Err(refused) => return Err(failed.unwrap_or(refused)),
        };
        call_span.attempts = call.attempts;
        if running.is_some() {
            // The interceptors may have set another key.
            secrets = settings.credentials.secrets(request.headers());
        }
        let error = match attempt(how, settings, &secrets, &call, request).await {
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
        debug!(attempt = call.attempts, "error.type" = error.error_type(), wait_ms = millis(wait), "retrying");
        sleep(wait).await;
        request = match outgoing.request() {
            Ok(request) => request,
            Err(_) => return Err(error),
        };
        failed = Some(error);
    }
}

/// Waits until the client's rate limiter, if it has one, admits an attempt.
#[cfg_attr(not(feature = "rate-limit"), allow(unused_variables, clippy::unused_async, reason = "there is no limiter"))]
async fn admit(settings: &Settings, operation: &'static Operation, deadline: Deadline) -> Result<(), Error> {
    #[cfg(feature = "rate-limit")]
    if let Some(limiter) = &settings.limiter {
        limiter.admit(settings.credentials.account(), operation, deadline).await?;
    }
    Ok(())
}
