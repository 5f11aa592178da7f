//! Sends updates to the store of rate limits, with a timeout. While the store is unreachable, most updates fail at once
//! instead of waiting for the timeout.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tracing::{info, warn};
use uuid::Uuid;

use crate::clock::{Instant, timeout};
use crate::deadline::Deadline;
use crate::error::StoreError;
use crate::rate_limit::store::{Answer, RateLimitStore, Update};
use crate::service::Service;

/// The namespace of the UUIDs that stand for accounts. It was chosen at random.
const ACCOUNT_NAMESPACE: Uuid = Uuid::from_u128(0x7b6d_52c4_9a0e_4f35_8d21_c3f0_6e94_b87a);

/// A store, as used by a client and the clients derived from it.
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

    /// Returns how long after its booked time a booking can be used. This is twice the store's timeout: the store's
    /// answer may take one timeout, which leaves the other for sending the request.
    pub(crate) fn grace(&self) -> Duration {
        self.timeout.saturating_mul(2)
    }

    /// Sends an update for an account to the store. Waits for the answer until the store's timeout or the call's
    /// deadline, whichever comes first. Fails at once while the store is known to be unreachable.
    pub(crate) async fn update(
        &self,
        account: Uuid,
        mut update: Update,
        deadline: Deadline,
    ) -> Result<Answer, Unanswered> {
        self.breaker.permit_call()?;
        let time = deadline.time_left().map_or(self.timeout, |left| left.min(self.timeout));
        update.service = self.service.name();
        // The store receives a hash, so that its content does not reveal the account.
        let hash = Uuid::new_v5(&ACCOUNT_NAMESPACE, account.as_bytes());
        match timeout(time, self.store.update(hash, update)).await {
            Ok(answer) => self.breaker.record_answer(answer),
            Err(_) => {
                let error = StoreError::new(format!("no response within {} ms", time.as_millis()));
                if time < self.timeout {
                    // The deadline was shorter than the store's timeout, so the store is not to blame.
                    return Err(Unanswered { error, wait: Duration::ZERO, was_sent: true });
                }
                self.breaker.record_answer(Err(error))
            }
        }
    }
}

/// The time between two attempts to reach an unreachable store.
const PAUSE: Duration = Duration::from_secs(1);

/// A circuit breaker that remembers whether the store is unreachable.
#[derive(Default)]
pub(super) struct Breaker(Mutex<Option<Outage>>);

struct Outage {
    error: StoreError,
    next_attempt: Instant,
}

/// The error of an update that the store did not answer, or that was not sent because the store is unreachable.
pub(crate) struct Unanswered {
    pub(crate) error: StoreError,
    /// The time until the store is tried again.
    pub(crate) wait: Duration,
    /// Whether the update was sent. If so, the store may have applied it.
    pub(super) was_sent: bool,
}

impl Breaker {
    /// Fails if the store is unreachable. Only one caller per [`PAUSE`] may then try it again.
    pub(super) fn permit_call(&self) -> Result<(), Unanswered> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(outage) = &mut *state else { return Ok(()) };
        let now = Instant::now();
        let left = outage.next_attempt.saturating_duration_since(now);
        if !left.is_zero() {
            return Err(Unanswered { error: outage.error.clone(), wait: left, was_sent: false });
        }
        outage.next_attempt = now + PAUSE;
        Ok(())
    }

    /// Records whether the store answered. Logs one event when the store becomes unreachable, and one when it answers
    /// again.
    pub(super) fn record_answer<T>(&self, answer: Result<T, StoreError>) -> Result<T, Unanswered> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match answer {
            Ok(answer) => {
                if state.take().is_some() {
                    info!("the rate-limit store responds again");
                }
                Ok(answer)
            }
            Err(error) => {
                if state.is_none() {
                    warn!(error = %error, "the rate-limit store does not respond");
                }
                *state = Some(Outage { error: error.clone(), next_attempt: Instant::now() + PAUSE });
                Err(Unanswered { error, wait: PAUSE, was_sent: true })
            }
        }
    }
}
