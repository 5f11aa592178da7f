//! Sending: the attempts of one call, and what each answer means.

mod attempt;
mod progress;
mod reply;

use attempt::attempt;
use progress::Progress;
use tokio::time::sleep;
use tracing::{Instrument as _, debug, debug_span, field};

pub(crate) use attempt::ReadBody;
pub(crate) use reply::Reply;

use crate::client::{Client, Settings};
use crate::deadline::{Deadline, millis};
use crate::error::{Call, Error, TransportError};
use crate::operation::Operation;

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
    let mut progress = Progress::begin(span.clone());
    let result = attempts(client, operation, request, read, &mut progress).instrument(span).await;
    progress.status = match &result {
        Ok(reply) => Some(reply.status()),
        Err(error) => {
            // What was refused has not been sent.
            progress.attempts = error.attempts();
            error.status()
        }
    };
    result
}

async fn attempts(
    client: &Client,
    operation: &'static Operation,
    mut request: reqwest::Request,
    read: ReadBody,
    progress: &mut Progress,
) -> Result<Reply, Error> {
    let settings = client.settings();
    let deadline = Deadline::after(progress.start, settings.deadline);
    let mut delays = settings.retry.delays();
    let mut failed = None;
    loop {
        if let Err(limited) = admit(settings, operation, deadline).await {
            return Err(failed.unwrap_or(limited));
        }
        let timeout = deadline.left().map_or(settings.timeout, |left| left.min(settings.timeout));
        if timeout.is_zero() {
            return Err(failed.unwrap_or_else(|| TransportError::too_late(operation).into()));
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
        if !deadline.allows(wait) {
            return Err(error);
        }
        let status = error.status().map(|status| status.as_u16());
        debug!(attempt = progress.attempts, status, lost = error.lost(), wait_ms = millis(wait), "retrying");
        sleep(wait).await;
        request = copy;
        failed = Some(error);
    }
}

/// Lets an attempt through, where the client has a rate limiter when that allows it.
#[cfg_attr(not(feature = "rate-limit"), allow(unused_variables, clippy::unused_async, reason = "there is no limiter"))]
async fn admit(settings: &Settings, operation: &'static Operation, deadline: Deadline) -> Result<(), Error> {
    #[cfg(feature = "rate-limit")]
    if let Some(limiter) = &settings.limiter {
        limiter.admit(operation, deadline).await?;
    }
    Ok(())
}
