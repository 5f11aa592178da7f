//! Asks the store, for no longer than its timeout.

use std::sync::Arc;
use std::time::Duration;

use uuid::Uuid;

use super::breaker::{Breaker, Unanswered};
use crate::clock::timeout;
use crate::error::StoreError;
use crate::rate_limit::store::{Answer, RateLimitStore, Update};

/// The namespace of the hashes of accounts, made for this purpose.
const ACCOUNTS: Uuid = Uuid::from_u128(0x7b6d_52c4_9a0e_4f35_8d21_c3f0_6e94_b87a);

/// The store of a client and those derived from it.
pub(in crate::rate_limit) struct StoreClient {
    store: Arc<dyn RateLimitStore>,
    timeout: Duration,
    breaker: Breaker,
}

impl StoreClient {
    pub(in crate::rate_limit) fn new(store: Arc<dyn RateLimitStore>, timeout: Duration) -> Self {
        Self { store, timeout, breaker: Breaker::default() }
    }

    /// For how long after its moment a slot may be used: an answer takes up to the timeout, and the caller needs time, too.
    pub(in crate::rate_limit) fn grace(&self) -> Duration {
        self.timeout.saturating_mul(2)
    }

    /// Does an update for an account, unless the store is away.
    pub(in crate::rate_limit) async fn update(&self, account: Uuid, update: Update) -> Result<Answer, Unanswered> {
        self.breaker.admit()?;
        // Nothing in the store tells whose account it is.
        let hash = Uuid::new_v5(&ACCOUNTS, account.as_bytes());
        let answer = match timeout(self.timeout, self.store.update(hash, update)).await {
            Ok(answer) => answer,
            Err(_) => Err(StoreError::new(format!("no answer within {} ms", self.timeout.as_millis()))),
        };
        self.breaker.answered(answer)
    }
}
