use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::{mem, thread};

use reqwest::header::HeaderMap;

use crate::client::Settings;
use crate::clock::Instant;
use crate::error::{Call, Error, InvalidRequest, Short};
use crate::interceptor::{Attempt, Ended, Interceptor, Outcome};

/// An attempt that the interceptors know of. They are notified when it ends, even if it is dropped.
pub(super) struct Running {
    interceptors: Arc<[Arc<dyn Interceptor>]>,
    /// How many of them have to be notified.
    begun: usize,
    call: Call,
    start: Instant,
}

impl Running {
    /// Lets the interceptors, if there are any, see an attempt, and add to its headers. If one of them refuses, it has
    /// ended.
    pub(super) fn begin(settings: &Settings, call: &Call, headers: &mut HeaderMap) -> Result<Option<Self>, Error> {
        if settings.interceptors.is_empty() {
            return Ok(None);
        }
        let interceptors = Arc::clone(&settings.interceptors);
        let mut running = Self { interceptors, begun: 0, call: call.clone(), start: Instant::now() };
        for interceptor in settings.interceptors.iter() {
            running.begun += 1;
            if let Err(reason) = interceptor.before(&mut Attempt::new(call, headers)) {
                let reason = settings.credentials.secrets(headers).redact_text(&reason.to_string());
                let reason = format!("an interceptor refused it: {}", Short(&reason));
                let error = InvalidRequest::of(call.operation, reason).into();
                running.end(Outcome::Failed(&error));
                return Err(error);
            }
        }
        Ok(Some(running))
    }

    pub(super) fn end(mut self, outcome: Outcome<'_>) {
        self.tell(outcome);
    }

    fn tell(&mut self, outcome: Outcome<'_>) {
        let ended = Ended::new(&self.call, self.start.elapsed(), outcome);
        // None is notified twice when this is dropped, even if one of them panics.
        let begun = mem::take(&mut self.begun);
        for interceptor in self.interceptors.iter().take(begun) {
            if thread::panicking() {
                // A second panic that escapes a destructor would abort the process. Only the first one is reported.
                let _ = catch_unwind(AssertUnwindSafe(|| interceptor.after(&ended)));
            } else {
                interceptor.after(&ended);
            }
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.tell(Outcome::Cancelled);
    }
}
