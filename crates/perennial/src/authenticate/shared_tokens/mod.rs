//! Stores a provider's token until the token expires or is refused. Calls that wait for a new token in the same runtime
//! share one request for it.

mod renewals;
mod request;
mod state;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use http::HeaderValue;

use self::request::SharedRequest;
use self::state::{TokenAnswer, TokenFailure, TokenState};
use super::temporary_failure::{TemporaryFailure, TokenPause};
use super::tokens::{TokenProvider, TokenRequest};
use crate::clock::timeout;
use crate::error::BoxError;
use crate::retry::RetryPolicy;
use crate::secret::Secrets;

const TOO_LATE: &str = "the request for a token timed out";

/// A provider and its current token, which a client shares with the clients derived from it.
#[derive(Clone)]
pub(super) struct Tokens(Arc<SharedTokens>);

struct SharedTokens {
    provider: Arc<dyn TokenProvider>,
    state: Mutex<TokenState>,
}

impl SharedTokens {
    fn lock_state(&self) -> MutexGuard<'_, TokenState> {
        // The lock is used even if it is poisoned, because no panic can leave the state inconsistent.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Tokens {
    pub(super) fn new(provider: Arc<dyn TokenProvider>) -> Self {
        Self(Arc::new(SharedTokens { provider, state: Mutex::default() }))
    }

    fn lock_state(&self) -> MutexGuard<'_, TokenState> {
        self.0.lock_state()
    }

    pub(super) fn check(&self, token_url: Option<&str>) -> Result<(), String> {
        self.0.provider.check(token_url)
    }

    pub(super) fn secrets(&self) -> Secrets {
        self.0.provider.secrets()
    }

    /// Returns the current token, unless it has expired, or is due for renewal and no other call is renewing it.
    pub(super) fn current(&self) -> Option<HeaderValue> {
        let state = self.lock_state();
        state.unexpired_token().filter(|_| !state.is_renewal_due())
    }

    /// Returns the current token, or the token of a request that all calls without a valid token share. `retry`
    /// determines the pause after a failure. `time` is the time that authentication may take. `limit` is the time that
    /// a request for a token may take.
    ///
    /// If the token is due for renewal but has not expired, the call waits for the new token for half of `time`. If the
    /// renewal fails or takes longer, the old token is returned for as long as it is valid.
    pub(super) async fn current_or_new(
        &self,
        request: TokenRequest<'_>,
        retry: &RetryPolicy,
        time: Duration,
        limit: Duration,
    ) -> Result<HeaderValue, BoxError> {
        let (shared, is_early) = {
            let mut state = self.lock_state();
            let unexpired = state.unexpired_token();
            let is_early = unexpired.is_some();
            match unexpired {
                Some(token) if !state.is_renewal_due() => return Ok(token),
                // The pause begins before the request, in case this call is dropped while it waits.
                Some(_) => state.pause(retry, None),
                None => {}
            }
            let shared = match state.request_in_flight() {
                Some(shared) => shared,
                None => {
                    if let Some(failure) = state.failure_before_this_call().filter(|_| !is_early) {
                        return Err(failure.into());
                    }
                    let shared = self.begin_request(request, retry, limit);
                    state.add_request(shared.clone());
                    shared
                }
            };
            (shared, is_early)
        };
        if is_early {
            // The answer is also available to the second wait.
            let _ = timeout(time / 2, self.wait_for(shared.clone(), retry)).await;
            if let Some(token) = self.lock_state().unexpired_token() {
                return Ok(token);
            }
        }
        Ok(self.wait_for(shared, retry).await?)
    }

    /// Creates a request for a token. The answer is recorded as soon as the provider returns it.
    fn begin_request(
        &self,
        TokenRequest { http, token_url }: TokenRequest<'_>,
        retry: &RetryPolicy,
        limit: Duration,
    ) -> SharedRequest<TokenAnswer> {
        let (http, token_url, retry) = (http.clone(), token_url.map(str::to_owned), retry.clone());
        let provider = Arc::clone(&self.0.provider);
        // The state contains the request, so the request must not keep the state alive.
        let tokens: Weak<SharedTokens> = Arc::downgrade(&self.0);
        let answer = async move {
            let answer = provider.token(TokenRequest { http: &http, token_url: token_url.as_deref() }).await;
            let secrets = provider.secrets();
            match tokens.upgrade() {
                Some(tokens) => tokens.lock_state().record_answer(answer, secrets, &retry),
                // No call is left that could receive the answer.
                None => Err(TokenFailure::Permanent("the client was dropped".to_owned())),
            }
        };
        SharedRequest::new(limit, answer, || Err(TokenFailure::Permanent("the token provider panicked".to_owned())))
    }

    /// Waits for the answer to a request. If the time limit of the request passes, that counts as a temporary failure.
    async fn wait_for(&self, shared: SharedRequest<TokenAnswer>, retry: &RetryPolicy) -> TokenAnswer {
        if let Some(answer) = shared.clone().wait().await {
            return answer;
        }
        let mut state = self.lock_state();
        if state.remove_request(&shared) {
            return state.record_answer(Err(TemporaryFailure::new(TOO_LATE).into()), self.secrets(), retry);
        }
        // Another call has recorded the failure, or has begun another request.
        let pause = Some(TokenPause { remaining: state.remaining_pause(), is_new: true });
        let late = TokenFailure::Temporary(TemporaryFailure { pause, ..TemporaryFailure::new(TOO_LATE) });
        state.unexpired_token().ok_or(late)
    }

    /// Same as [`TokenState::renew`].
    pub(super) fn renew(&self, refused: &HeaderValue) -> bool {
        self.lock_state().renew(refused)
    }

    pub(super) fn record_accepted(&self, accepted: &HeaderValue) {
        self.lock_state().record_accepted(accepted);
    }
}

#[cfg(test)]
mod tests;
