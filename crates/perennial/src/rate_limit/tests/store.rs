//! A store in memory whose ways a test decides: how long they take, and when it is away.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::time::{Instant, sleep};
use uuid::Uuid;

use super::chance::Chance;
use crate::error::StoreError;
use crate::rate_limit::{Answer, Ledger, RateLimitStore, StoreFuture, Update};

/// Clones are the same store.
#[derive(Clone)]
pub(crate) struct TestStore(Arc<State>);

struct State {
    start: Instant,
    inner: Mutex<Inner>,
}

pub(crate) struct Inner {
    pub(crate) ledgers: HashMap<Uuid, Ledger>,
    /// The updates that were asked for, in this order.
    pub(crate) updates: Vec<Update>,
    /// `true` if it fails.
    pub(crate) is_away: bool,
    /// The longest time that a way to it, or from it, takes.
    pub(crate) way: Duration,
    chance: Chance,
}

impl TestStore {
    pub(crate) fn new() -> Self {
        let inner = Inner {
            ledgers: HashMap::new(),
            updates: Vec::new(),
            is_away: false,
            way: Duration::ZERO,
            chance: Chance(11),
        };
        Self(Arc::new(State { start: Instant::now(), inner: Mutex::new(inner) }))
    }

    pub(crate) fn with<T>(&self, change: impl FnOnce(&mut Inner) -> T) -> T {
        change(&mut self.0.inner.lock().unwrap())
    }

    async fn travel(&self) {
        let time = self.with(|inner| {
            let longest = inner.way;
            inner.chance.up_to(longest)
        });
        sleep(time).await;
    }

    async fn answer(&self, account: Uuid, update: Update) -> Result<Answer, StoreError> {
        self.travel().await;
        let answer = self.with(|inner| {
            inner.updates.push(update.clone());
            if inner.is_away {
                return Err(StoreError::new("it is away"));
            }
            let ledger = inner.ledgers.entry(account).or_default();
            Ok(ledger.update(self.0.start.elapsed(), &update))
        });
        self.travel().await;
        answer
    }
}

impl RateLimitStore for TestStore {
    fn update(&self, account: Uuid, update: Update) -> StoreFuture<'_> {
        Box::pin(self.answer(account, update))
    }
}
