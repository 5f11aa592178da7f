use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::{mem, thread};

use reqwest::header::HeaderMap;

use crate::client::Settings;
use crate::clock::Instant;
use crate::error::{Call, Error, InvalidRequest, redacted_line, with_reason};
use crate::interceptor::{Attempt, Ended, Interceptor, Outcome};

/// An attempt that the interceptors know of. They are notified when it ends, even if it is dropped.
pub(super) struct AttemptGuard {
    interceptors: Arc<[Arc<dyn Interceptor>]>,
    /// The number of interceptors that have to be notified.
    begun: usize,
    call: Call,
    start: Instant,
}

impl AttemptGuard {
    /// Lets the interceptors, if there are any, see an attempt, and add to its headers. If one of them refuses, it has
    /// ended.
    pub(super) fn begin(settings: &Settings, call: &Call, headers: &mut HeaderMap) -> Result<Option<Self>, Error> {
        if settings.interceptors.is_empty() {
            return Ok(None);
        }
        let interceptors = Arc::clone(&settings.interceptors);
        let mut guard = Self { interceptors, begun: 0, call: call.clone(), start: Instant::now() };
        for interceptor in settings.interceptors.iter() {
            guard.begun += 1;
            if let Err(reason) = interceptor.before(&mut Attempt { call, headers }) {
                let reason = redacted_line(&settings.secrets_of(headers), &reason.to_string());
                return Err(guard.refuse(with_reason("an interceptor refused it", &reason)));
            }
        }
        // Not before: an interceptor may bring the credentials.
        match settings.authentication.check_headers(headers) {
            Ok(()) => Ok(Some(guard)),
            Err(reason) => Err(guard.refuse(settings.secrets_of(headers).redact_text(&reason))),
        }
    }

    /// Ends an attempt that is not sent.
    fn refuse(self, reason: impl Into<String>) -> Error {
        let error = InvalidRequest::refused(self.call.operation.clone(), reason).into();
        self.end(Outcome::Failed(&error));
        error
    }

    pub(super) fn end(mut self, outcome: Outcome<'_>) {
        self.tell(outcome);
    }

    fn tell(&mut self, outcome: Outcome<'_>) {
        let ended = Ended { call: &self.call, elapsed: self.start.elapsed(), outcome };
        // None is notified twice when this is dropped.
        let begun = mem::take(&mut self.begun);
        let mut panicked = None;
        for interceptor in self.interceptors.iter().take(begun) {
            // All are notified, even if one of them panics.
            if let Err(panic) = catch_unwind(AssertUnwindSafe(|| interceptor.after(&ended))) {
                panicked.get_or_insert(panic);
            }
        }
        // A second panic that escapes a destructor would abort the process. Only the first one is reported.
        if let (Some(panic), false) = (panicked, thread::panicking()) {
            resume_unwind(panic);
        }
    }
}

impl Drop for AttemptGuard {
    fn drop(&mut self) {
        self.tell(Outcome::Cancelled);
    }
}
