//! Asks the store, for no longer than its timeout.

use std::sync::Arc;
use std::time::Duration;

use uuid::Uuid;

use super::breaker::{Breaker, Unanswered};
use crate::clock::timeout;
use crate::deadline::Deadline;
use crate::error::StoreError;
use crate::rate_limit::store::{Answer, RateLimitStore, Update};
use crate::service::Service;

/// The namespace of the hashes of accounts, made for this purpose.
const ACCOUNTS: Uuid = Uuid::from_u128(0x7b6d_52c4_9a0e_4f35_8d21_c3f0_6e94_b87a);

/// The store of a client and those derived from it.
pub(in crate::rate_limit) struct StoreClient {
    store: Arc<dyn RateLimitStore>,
    service: &'static Service,
    timeout: Duration,
    breaker: Breaker,
}

impl StoreClient {
    pub(in crate::rate_limit) fn new(
        service: &'static Service,
        store: Arc<dyn RateLimitStore>,
        timeout: Duration,
    ) -> Self {
        Self { store, service, timeout, breaker: Breaker::default() }
    }

    /// Returns the time for which a slot may be used after its moment: an answer takes up to the timeout, and the
    /// caller needs time, too.
    pub(in crate::rate_limit) fn grace(&self) -> Duration {
        self.timeout.saturating_mul(2)
    }

    /// Does an update for an account, by the end of the call that asks for it; unless the store is away.
    pub(in crate::rate_limit) async fn update(
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
