//! Decides how a call continues if no token can be obtained, or if the service refuses its token.

use std::mem;
use std::time::Duration;

use http::HeaderValue;

use crate::authenticate::TemporaryFailure;
use crate::retry::{RetryPolicy, RetryWait};

/// The previous events of a call that affect whether the call requests or sends another token.
#[derive(Default)]
pub(super) struct TokenHistory {
    /// Whether a request for a token has failed.
    has_failed: bool,
    /// Whether the call has been repeated because the service refused its token.
    is_renewed: bool,
    /// The refused `authorization` header, until the next attempt is prepared.
    refused: Option<HeaderValue>,
}

impl TokenHistory {
    /// Returns how long a call waits before it requests a token again, or `None` if its policy allows no further
    /// request. A call that arrives during the pause after another call's failure may wait once without using a retry,
    /// unless its policy allows no retries.
    pub(super) fn wait_after_failure(
        &mut self,
        failure: &TemporaryFailure,
        retry: &RetryPolicy,
        next_backoff: impl FnOnce() -> Option<Duration>,
    ) -> Option<RetryWait> {
        let is_retry = mem::replace(&mut self.has_failed, true) || failure.pause.is_none_or(|pause| pause.is_new);
        let backoff = if is_retry || !retry.allows_retries() { next_backoff()? } else { Duration::ZERO };
        retry.wait_for_credentials(failure.retry_after, failure.pause.map(|pause| pause.remaining), backoff)
    }

    /// Returns whether the call is repeated with a different token after 401. Only the first such repetition is allowed.
    /// `refused` is the `authorization` header that the service refused.
    pub(super) fn begin_repetition(&mut self, refused: Option<&HeaderValue>) -> bool {
        let is_first = !mem::replace(&mut self.is_renewed, true);
        self.refused = refused.filter(|_| is_first).cloned();
        is_first
    }

    /// Returns whether the repetition after 401 would send the refused token again. `next` is the `authorization` header
    /// of the next attempt.
    pub(super) fn is_refused_again(&mut self, next: Option<&HeaderValue>) -> bool {
        self.refused.take().is_some_and(|refused| next == Some(&refused))
    }
}
