//! Records the token of a provider, and the requests for tokens with their failures. Decides when the next token is
//! requested.

use std::collections::VecDeque;
use std::time::Duration;

use http::header::AUTHORIZATION;
use http::{HeaderMap, HeaderValue};

use super::renewals::Renewals;
use super::request::SharedRequest;
use crate::authenticate::Token;
use crate::authenticate::temporary_failure::{TemporaryFailure, TokenPause};
use crate::clock::Instant;
use crate::error::{BoxError, chain};
use crate::retry::RetryPolicy;
use crate::secret::Secrets;

/// The longest time between the renewal of a token and its expiry. A token is renewed when a tenth of its lifetime is
/// left, or this time if that is shorter.
const MAX_RENEWED_EARLY: Duration = Duration::from_secs(60);
/// The longest pause between two requests for a token, even if the provider requests a longer one.
const LONGEST_PAUSE: Duration = Duration::from_secs(24 * 60 * 60);
/// The shortest pause after a permanent failure, such as refused credentials. Without this pause, a service might lock
/// the account, because each call would send the refused credentials again.
const PAUSE_AFTER_REFUSAL: Duration = Duration::from_secs(1);
/// The longest pause if the provider requests none. The backoff of one call's policy may be longer, but the pause
/// applies to all calls.
const LONGEST_BACKOFF: Duration = Duration::from_secs(60);

/// The number of replaced tokens that are remembered. A call that the service refused with one of these tokens is
/// repeated with the current token.
const REMEMBERED_TOKENS: usize = 8;

/// The token that the provider returned, or its error.
pub(super) type TokenAnswer = Result<HeaderValue, TokenFailure>;

#[derive(Default)]
pub(super) struct TokenState {
    token: Option<HeaderValue>,
    /// The tokens before `token`, the latest one last: at most [`REMEMBERED_TOKENS`].
    replaced: VecDeque<HeaderValue>,
    renewals: Renewals,
    /// The time at which `token` is to be renewed; `None` if it does not expire.
    renewed_at: Option<Instant>,
    /// The time at which `token` expires; `None` if it does not expire.
    expires_at: Option<Instant>,
    /// The requests for a token that calls wait for: at most one for each runtime.
    requests: Vec<SharedRequest<TokenAnswer>>,
    /// The error that the provider returned last; `None` if it returned a token.
    failure: Option<TokenFailure>,
    /// The number of failed requests since the last token.
    failures: usize,
    /// The time before which no further token is requested.
    paused_until: Option<Instant>,
}

/// An error of the provider, with secrets redacted.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum TokenFailure {
    Permanent(String),
    Temporary(TemporaryFailure),
}

impl From<TokenFailure> for BoxError {
    fn from(failure: TokenFailure) -> Self {
        match failure {
            TokenFailure::Permanent(reason) => reason.into(),
            TokenFailure::Temporary(failure) => failure.into(),
        }
    }
}

impl TokenState {
    pub(super) fn unexpired_token(&self) -> Option<HeaderValue> {
        self.token.clone().filter(|_| !has_come(self.expires_at))
    }

    /// Returns whether the time of the renewal has come, and no other call is renewing the token.
    pub(super) fn is_renewal_due(&self) -> bool {
        let is_renewing = || self.requests.iter().any(|request| request.is_in_flight() && request.is_awaited());
        has_come(self.renewed_at) && self.remaining_pause().is_zero() && !is_renewing()
    }

    /// Returns the request that a call in the current runtime can wait for, and drops requests that are over.
    pub(super) fn request_in_flight(&mut self) -> Option<SharedRequest<TokenAnswer>> {
        self.requests.retain(SharedRequest::is_in_flight);
        self.requests.iter().find(|request| request.is_in_current_runtime()).cloned()
    }

    pub(super) fn add_request(&mut self, request: SharedRequest<TokenAnswer>) {
        self.requests.push(request);
    }

    /// Drops a request, and returns whether it was still stored.
    pub(super) fn remove_request(&mut self, request: &SharedRequest<TokenAnswer>) -> bool {
        let before = self.requests.len();
        self.requests.retain(|other| !other.is_same(request));
        self.requests.len() < before
    }

    pub(super) fn remaining_pause(&self) -> Duration {
        self.paused_until.map_or(Duration::ZERO, |until| until.saturating_duration_since(Instant::now()))
    }

    /// Returns the last failure if the pause after it has not passed.
    pub(super) fn failure_before_this_call(&self) -> Option<TokenFailure> {
        let remaining = self.remaining_pause();
        let failure = match self.failure.as_ref().filter(|_| !remaining.is_zero())? {
            TokenFailure::Temporary(failure) => failure,
            permanent @ TokenFailure::Permanent(_) => return Some(permanent.clone()),
        };
        let pause = Some(TokenPause { remaining, is_new: false });
        let failure = TemporaryFailure { pause, retry_after: Some(remaining), ..failure.clone() };
        Some(TokenFailure::Temporary(failure))
    }

    /// Stores the provider's answer, a token or an error, and returns it. In the error, `secrets` and earlier tokens
    /// are redacted.
    pub(super) fn record_answer(
        &mut self,
        answer: Result<Token, BoxError>,
        secrets: Secrets,
        retry: &RetryPolicy,
    ) -> TokenAnswer {
        match answer {
            Ok(token) => {
                (self.failure, self.failures, self.paused_until) = (None, 0, None);
                Ok(self.store_token(&token))
            }
            Err(error) => {
                let tokens = self.token.iter().chain(&self.replaced).map(|token| (AUTHORIZATION, token.clone()));
                let secrets = secrets.with_authorization_of(&HeaderMap::from_iter(tokens));
                let reason = secrets.redact_text(&chain(&*error, None));
                let failure = match error.downcast::<TemporaryFailure>() {
                    Ok(temporary) => {
                        self.pause(retry, temporary.retry_after);
                        let pause = Some(TokenPause { remaining: self.remaining_pause(), is_new: true });
                        TokenFailure::Temporary(TemporaryFailure { reason, pause, ..*temporary })
                    }
                    Err(_) => {
                        self.pause_after_refusal(retry);
                        TokenFailure::Permanent(reason)
                    }
                };
                self.failures += 1;
                Err(self.failure.insert(failure).clone())
            }
        }
    }

    /// Drops the current token if it is `refused`, unless the service refuses every token and the pause between
    /// [`Renewals`] has not passed. Returns whether `refused` has been dropped or renewed, now or earlier.
    pub(super) fn renew(&mut self, refused: &HeaderValue) -> bool {
        if self.token.as_ref() != Some(refused) {
            return self.replaced.contains(refused);
        }
        let is_renewed = self.renewals.try_begin();
        if is_renewed && let Some(token) = self.token.take() {
            self.remember_replaced(token);
        }
        is_renewed
    }

    /// Records that the service accepted the token `accepted`. Tokens other than the current one are ignored.
    pub(super) fn record_accepted(&mut self, accepted: &HeaderValue) {
        if self.token.as_ref() == Some(accepted) {
            self.renewals.reset();
        }
    }

    fn store_token(&mut self, Token { bearer, lifetime }: &Token) -> HeaderValue {
        // A time beyond the range of the clock becomes `None`, as if the token never expired.
        let after = |time: Duration| Instant::now().checked_add(time);
        self.expires_at = lifetime.and_then(after);
        self.renewed_at = lifetime.and_then(|lifetime| after(lifetime - MAX_RENEWED_EARLY.min(lifetime / 10)));
        let token = bearer.header();
        if let Some(replaced) = self.token.replace(token.clone()) {
            self.remember_replaced(replaced);
        }
        token
    }

    fn remember_replaced(&mut self, token: HeaderValue) {
        self.replaced.retain(|earlier| *earlier != token);
        self.replaced.push_back(token);
        if self.replaced.len() > REMEMBERED_TOKENS {
            self.replaced.pop_front();
        }
    }

    /// Begins the pause after a permanent failure.
    fn pause_after_refusal(&mut self, retry: &RetryPolicy) {
        self.pause(retry, None);
        let shortest = Instant::now().checked_add(PAUSE_AFTER_REFUSAL);
        self.paused_until = self.paused_until.max(shortest);
    }

    /// Begins the pause after a failed request. Unless the provider `requested` a pause, the pause ends no later than
    /// the lifetime of the current token.
    pub(super) fn pause(&mut self, retry: &RetryPolicy, requested: Option<Duration>) {
        let now = Instant::now();
        let longest = if requested.is_some() { LONGEST_PAUSE } else { LONGEST_BACKOFF };
        let end = now.checked_add(retry.pause_after_failures(self.failures, requested).min(longest));
        let expires_at = self.expires_at.filter(|at| requested.is_none() && *at > now && self.token.is_some());
        self.paused_until = end.into_iter().chain(expires_at).min();
    }
}

/// Returns whether the clock has reached this time. `None` stands for never.
fn has_come(time: Option<Instant>) -> bool {
    time.is_some_and(|time| time <= Instant::now())
}
