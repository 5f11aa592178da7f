use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::time::{Instant, sleep};
use uuid::Uuid;

use super::chance::Chance;
use crate::error::StoreError;
use crate::rate_limit::{Answer, Ledger, RateLimitStore, StoreFuture, Update};

/// A store in memory, whose latency and outages the test controls. Clones share its content.
#[derive(Clone)]
pub(crate) struct TestStore(Arc<SharedState>);

struct SharedState {
    start: Instant,
    inner: Mutex<TestStoreState>,
}

pub(crate) struct TestStoreState {
    pub(crate) ledgers: HashMap<Uuid, Ledger>,
    pub(crate) updates: Vec<Update>,
    /// Whether the store is down, so that all updates fail.
    pub(crate) is_away: bool,
    /// The maximum time that a message to or from the store takes.
    pub(crate) latency: Duration,
    chance: Chance,
}

impl TestStore {
    pub(crate) fn new() -> Self {
        let inner = TestStoreState {
            ledgers: HashMap::new(),
            updates: Vec::new(),
            is_away: false,
            latency: Duration::ZERO,
            chance: Chance(11),
        };
        Self(Arc::new(SharedState { start: Instant::now(), inner: Mutex::new(inner) }))
    }

    pub(crate) fn with_state<T>(&self, change: impl FnOnce(&mut TestStoreState) -> T) -> T {
        change(&mut self.0.inner.lock().unwrap())
    }

    async fn wait_for_network(&self) {
        let time = self.with_state(|inner| {
            let longest = inner.latency;
            inner.chance.up_to(longest)
        });
        sleep(time).await;
    }

    async fn answer(&self, account: Uuid, update: Update) -> Result<Answer, StoreError> {
        self.wait_for_network().await;
        let answer = self.with_state(|inner| {
            inner.updates.push(update.clone());
            if inner.is_away {
                return Err(StoreError::new("it is away"));
            }
            let ledger = inner.ledgers.entry(account).or_default();
            Ok(ledger.update(self.0.start.elapsed(), &update))
        });
        self.wait_for_network().await;
        answer
    }
}

impl RateLimitStore for TestStore {
    fn update(&self, account: Uuid, update: Update) -> StoreFuture<'_> {
        Box::pin(self.answer(account, update))
    }
}
