//! Asks the store, for no longer than its timeout, and does not let every call wait for a store that is away.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tracing::{info, warn};
use uuid::Uuid;

use crate::clock::{Instant, timeout};
use crate::deadline::Deadline;
use crate::error::StoreError;
use crate::rate_limit::store::{Answer, RateLimitStore, Update};
use crate::service::Service;

/// The namespace of the hashes of accounts, made for this purpose.
const ACCOUNTS: Uuid = Uuid::from_u128(0x7b6d_52c4_9a0e_4f35_8d21_c3f0_6e94_b87a);

/// The store of a client and those derived from it.
pub(crate) struct StoreClient {
    store: Arc<dyn RateLimitStore>,
    service: &'static Service,
    timeout: Duration,
    breaker: Breaker,
}

impl StoreClient {
    pub(crate) fn new(service: &'static Service, store: Arc<dyn RateLimitStore>, timeout: Duration) -> Self {
        Self { store, service, timeout, breaker: Breaker::default() }
    }

    /// Returns the time for which a slot may be used after its moment: an answer takes up to the timeout, and the
    /// caller needs time, too.
    pub(crate) fn grace(&self) -> Duration {
        self.timeout.saturating_mul(2)
    }

    /// Does an update for an account, by the end of the call that asks for it; unless the store is away.
    pub(crate) async fn update(
        &self,
        account: Uuid,
        mut update: Update,
        deadline: Deadline,
    ) -> Result<Answer, Unanswered> {
        self.breaker.admit()?;
        let time = deadline.left().map_or(self.timeout, |left| left.min(self.timeout));
        update.service = self.service.name();
        // Nothing in the store tells whose account it is.
        let hash = Uuid::new_v5(&ACCOUNTS, account.as_bytes());
        match timeout(time, self.store.update(hash, update)).await {
            Ok(answer) => self.breaker.answered(answer),
            Err(_) => {
                let error = StoreError::new(format!("no answer within {} ms", time.as_millis()));
                if time < self.timeout {
                    // That is not to be blamed on the store.
                    return Err(Unanswered { error, wait: Duration::ZERO, was_asked: true });
                }
                self.breaker.answered(Err(error))
            }
        }
    }
}

/// The time for which a store that is away is left alone, until one call asks it again.
const PAUSE: Duration = Duration::from_secs(1);

/// A breaker that remembers whether the store is away.
#[derive(Default)]
pub(super) struct Breaker(Mutex<Option<Away>>);

struct Away {
    /// The reason.
    error: StoreError,
    ask_again: Instant,
}

/// The store has not answered, or was not asked because it is away.
pub(crate) struct Unanswered {
    pub(crate) error: StoreError,
    /// The time until it is asked again.
    pub(crate) wait: Duration,
    /// `true` if it was asked, and may have done what it was asked for.
    pub(super) was_asked: bool,
}

impl Breaker {
    /// Permits the caller to ask the store. If it is away, only one may in each [`PAUSE`].
    pub(super) fn admit(&self) -> Result<(), Unanswered> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(away) = &mut *state else { return Ok(()) };
        let now = Instant::now();
        let left = away.ask_again.saturating_duration_since(now);
        if !left.is_zero() {
            return Err(Unanswered { error: away.error.clone(), wait: left, was_asked: false });
        }
        away.ask_again = now + PAUSE;
        Ok(())
    }

    /// Takes note of an answer. There is one event when the store goes away, and one when it is back.
    pub(super) fn answered<T>(&self, answer: Result<T, StoreError>) -> Result<T, Unanswered> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match answer {
            Ok(answer) => {
                if state.take().is_some() {
                    info!("the store of the rate limit answers again");
                }
                Ok(answer)
            }
            Err(error) => {
                if state.is_none() {
                    warn!(error = %error, "the store of the rate limit does not answer");
                }
                *state = Some(Away { error: error.clone(), ask_again: Instant::now() + PAUSE });
                Err(Unanswered { error, wait: PAUSE, was_asked: true })
            }
        }
    }
}
