use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::{mem, thread};

use reqwest::header::HeaderMap;

use crate::client::Settings;
use crate::clock::Instant;
use crate::error::{Call, Error, InvalidRequest, redacted_line, with_reason};
use crate::interceptor::{Attempt, Ended, Interceptor, Outcome};

/// A started attempt. Notifies the interceptors when the attempt ends, even if the call is cancelled.
pub(super) struct AttemptGuard {
    interceptors: Arc<[Arc<dyn Interceptor>]>,
    /// The number of interceptors that were notified of the start, and so must be notified of the end. If one of them
    /// refused the attempt, the interceptors after it were not notified.
    notified: usize,
    call: Call,
    start: Instant,
}

impl AttemptGuard {
    /// Starts an attempt: passes it to the interceptors, which may change its headers. Returns `None` if there are no
    /// interceptors. Fails if an interceptor or the credentials refuse the attempt. The interceptors that were notified
    /// of its start are then notified of its end.
    pub(super) fn begin(settings: &Settings, call: &Call, headers: &mut HeaderMap) -> Result<Option<Self>, Error> {
        if settings.interceptors.is_empty() {
            return Ok(None);
        }
        let interceptors = Arc::clone(&settings.interceptors);
        let secrets_of = |headers: &HeaderMap| call.secrets().union(&settings.secrets_of(headers));
        let mut guard = Self { interceptors, notified: 0, call: call.clone(), start: Instant::now() };
        for interceptor in settings.interceptors.iter() {
            guard.notified += 1;
            if let Err(reason) = interceptor.before(&mut Attempt { call, headers }) {
                let reason = redacted_line(&secrets_of(headers), &reason.to_string());
                return Err(guard.refuse(with_reason("an interceptor refused the request", &reason)));
            }
        }
        // The headers are checked only now, because an interceptor may have set the credentials.
        match settings.authentication.check_headers(headers) {
            Ok(()) => Ok(Some(guard)),
            Err(reason) => Err(guard.refuse(secrets_of(headers).redact_text(&reason))),
        }
    }

    fn refuse(self, reason: impl Into<String>) -> Error {
        let error = InvalidRequest::refused(self.call.operation.clone(), reason).into();
        self.end(Outcome::Failed(&error));
        error
    }

    pub(super) fn end(mut self, outcome: Outcome<'_>) {
        self.notify_end(outcome);
    }

    fn notify_end(&mut self, outcome: Outcome<'_>) {
        let ended = Ended { call: &self.call, elapsed: self.start.elapsed(), outcome };
        // This sets `notified` to 0, so that dropping this guard does not notify the interceptors again.
        let notified = mem::take(&mut self.notified);
        let mut panicked = None;
        for interceptor in self.interceptors.iter().take(notified) {
            // All interceptors are notified, even if one of them panics.
            if let Err(panic) = catch_unwind(AssertUnwindSafe(|| interceptor.after(&ended))) {
                panicked.get_or_insert(panic);
            }
        }
        // Only the first panic is resumed, and none if the thread is already unwinding: a second panic would abort the
        // process.
        if let (Some(panic), false) = (panicked, thread::panicking()) {
            resume_unwind(panic);
        }
    }
}

impl Drop for AttemptGuard {
    fn drop(&mut self) {
        self.notify_end(Outcome::Cancelled);
    }
}
