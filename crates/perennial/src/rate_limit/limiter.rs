use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use uuid::Uuid;

use super::permit::Permit;
use super::queue::Queue;
use super::settings::{OnStoreError, RateLimitSettings, WhenLimited};
use super::shared::{Refusal, SharedBooking, SharedWindow, StoreClient};
use super::status::{LimitStatus, Usage};
use super::store::{Update, Window};
use super::waiter::Waiter;
use super::window::{self, Rule};
use crate::clock::sleep;
use crate::deadline::Deadline;
use crate::error::{RateLimited, StoreError};
use crate::operation::{Operation, OperationRef};
use crate::service::{RateLimit, Service};

/// Keeps a client, its clones and the clients derived from it within the rate limits.
pub(crate) struct Limiter {
    /// The limit that all operations without a limit of their own share.
    default: RateLimit,
    when_limited: WhenLimited,
    margin: Duration,
    headroom: f64,
    store: Option<Arc<StoreClient>>,
    on_store_error: OnStoreError,
    counters: Mutex<HashMap<CounterKey, Arc<Counter>>>,
}

/// Identifies the requests that are counted together: an account, and the `operationId` if the document states a limit
/// for the operation.
///
/// All other operations share one counter, since the document does not say whether the service counts them separately.
type CounterKey = (Uuid, Option<&'static str>);

/// Counts the requests of one key in memory. If the client uses a store, the requests are counted there as well.
struct Counter {
    memory: Arc<Queue>,
    shared: Option<Arc<SharedWindow>>,
}

impl Limiter {
    /// Creates the limiter of a client, or returns `None` if no limit is configured. Refuses invalid settings.
    pub(crate) fn new(service: &'static Service, settings: RateLimitSettings) -> Result<Option<Self>, String> {
        let RateLimitSettings { margin, headroom, store_timeout, on_store_error, .. } = settings;
        if !(0.0..1.0).contains(&headroom) {
            return Err("the share set with `rate_limit_headroom(…)` must be at least 0 and less than 1".to_owned());
        }
        if store_timeout.is_zero() {
            return Err("the time set with `rate_limit_store_timeout(…)` is zero: set a longer time".to_owned());
        }
        let Some(when_limited) = settings.when_limited else {
            return match settings.store {
                Some(_) => Err("a store is set without a rate limit: set the limit with `rate_limit(…)`".to_owned()),
                None => Ok(None),
            };
        };
        let store = settings.store.map(|store| Arc::new(StoreClient::new(service, store, store_timeout)));
        let counters = Mutex::default();
        let default = service.default_rate_limit;
        Ok(Some(Self { default, when_limited, margin, headroom, store, on_store_error, counters }))
    }

    /// Waits for a permit for one request. Fails if the permit would not be due in time for the call.
    pub(crate) async fn acquire(&self, account: Uuid, waiter: &mut Waiter) -> Result<Permit, RateLimited> {
        if waiter.operation.rate_limit() == RateLimit::UNLIMITED {
            return Ok(Permit::default());
        }
        let counter = self.counter_for(account, &waiter.operation);
        let permit = self.wait_for_permit(&counter, waiter).await;
        let limited = |wait| RateLimited::for_operation(waiter.operation.clone(), wait);
        permit.map_err(|refusal| match refusal {
            Refusal::TooLate(wait) => limited(wait),
            Refusal::Unreachable(unanswered) => limited(unanswered.wait).with_store_error(unanswered.error),
        })
    }

    async fn wait_for_permit(&self, counter: &Counter, waiter: &mut Waiter) -> Result<Permit, Refusal> {
        let (deadline, latest) = (waiter.deadline, waiter.latest_useful_moment(self.when_limited));
        let reserve = || counter.memory.reserve(latest.time_left()).map_err(Refusal::TooLate);
        let Some(window) = &counter.shared else {
            let permit = reserve()?.until_due(|wait| waiter.log_wait(wait)).await.map_err(Refusal::TooLate)?;
            return Ok(Permit { memory: Some(permit), shared: None });
        };
        let mut shared = SharedBooking::new(window);
        let mut memory = None;
        loop {
            let wait = match shared.book(latest.time_left(), deadline).await {
                Err(Refusal::Unreachable(..)) if self.on_store_error == OnStoreError::Local => Duration::ZERO,
                booked => booked?,
            };
            if !wait.is_zero() {
                // During this wait, calls behind this one may become due. So the call leaves the queue in memory, and
                // queues again afterwards.
                memory = None;
                waiter.log_wait(wait);
                // If the store answered slowly, the booked time may be later than the deadline.
                sleep(deadline.time_left().map_or(wait, |left| left.min(wait))).await;
            }
            let permit = memory.take().map_or_else(reserve, Ok)?;
            let permit = permit.until_due(|wait| waiter.log_wait(wait)).await.map_err(Refusal::TooLate)?;
            if !shared.is_late() {
                return Ok(Permit { memory: Some(permit), shared: Some(shared) });
            }
            memory = Some(permit);
        }
    }

    /// Returns the usage of the rate limits for an account, as counted by this client. The first entry is the default
    /// limit, followed by the limits of those `operations` that have their own.
    pub(crate) fn status(&self, account: Uuid, operations: &'static [Operation]) -> Vec<LimitStatus> {
        let counters = self.counters.lock().unwrap_or_else(PoisonError::into_inner);
        let usage = |operation: Option<&'static Operation>, limit| match counters
            .get(&(account, operation.map(Operation::operation_id)))
        {
            Some(counter) => counter.usage(),
            None => window::SlidingWindow::new(self.rule_for(limit)).usage(Duration::ZERO),
        };
        self.counted_limits(operations)
            .map(|(operation, limit)| LimitStatus::new(operation, limit, usage(operation, limit)))
            .collect()
    }

    /// Same as [`status`](Self::status), but as counted by the store for all clients that use it. Without a store, both
    /// return the same.
    pub(crate) async fn shared_status(
        &self,
        account: Uuid,
        operations: &'static [Operation],
    ) -> Result<Vec<LimitStatus>, StoreError> {
        let Some(store) = &self.store else { return Ok(self.status(account, operations)) };
        let windows = self
            .counted_limits(operations)
            .map(|(operation, limit)| self.store_window(store, operation, limit))
            .collect();
        let update = Update { windows, ..Update::default() };
        let answer = store.update(account, update, Deadline::within(None)).await;
        let answer = answer.map_err(|unanswered| unanswered.error)?;
        let counters = self.counters.lock().unwrap_or_else(PoisonError::into_inner);
        let status = self.counted_limits(operations).zip(answer.windows).map(|((operation, limit), usage)| {
            let counted = (account, operation.map(Operation::operation_id));
            if usage.free > 0
                && let Some(window) = counters.get(&counted).and_then(|counter| counter.shared.as_ref())
            {
                window.clear_full();
            }
            LimitStatus::new(operation, limit, usage)
        });
        Ok(status.collect())
    }

    fn counter_for(&self, account: Uuid, operation: &OperationRef) -> Arc<Counter> {
        let owner = operation.rate_limit.is_some().then_some(operation);
        let mut counters = self.counters.lock().unwrap_or_else(PoisonError::into_inner);
        drop_idle_counters(&mut counters);
        let new = || {
            let shared = self.store.as_ref().map(|store| {
                let window = self.store_window(store, owner.map(|owner| &**owner), operation.rate_limit());
                Arc::new(SharedWindow::new(Arc::clone(store), account, window))
            });
            Arc::new(Counter { memory: Arc::new(Queue::new(self.rule_for(operation.rate_limit()))), shared })
        };
        Arc::clone(counters.entry((account, owner.map(|owner| owner.operation_id()))).or_insert_with(new))
    }

    /// Returns the service's default limit unless it is unlimited, followed by each of the `operations` that has its
    /// own limit.
    fn counted_limits(
        &self,
        operations: &'static [Operation],
    ) -> impl Iterator<Item = (Option<&'static Operation>, RateLimit)> {
        let own = operations.iter().filter(|operation| operation.rate_limit.is_some());
        let shared = Some((None, self.default)).filter(|_| self.default != RateLimit::UNLIMITED);
        shared.into_iter().chain(own.map(|operation| (Some(operation), operation.rate_limit())))
    }

    fn rule_for(&self, limit: RateLimit) -> Rule {
        Rule::new(limit, self.headroom, self.margin)
    }

    /// Returns the window of a limit in the store. The store counts requests for longer than the memory does, because a
    /// request may be sent a little later than the booked time.
    fn store_window(&self, store: &StoreClient, operation: Option<&Operation>, limit: RateLimit) -> Window {
        let rule = self.rule_for(limit);
        let span = if rule.span.is_zero() { rule.span } else { rule.span.saturating_add(store.grace()) };
        Window::new(operation.map_or("*", Operation::operation_id), rule.requests, span)
    }
}

impl Counter {
    fn usage(&self) -> Usage {
        let usage = self.memory.usage();
        let waiting = self.shared.as_ref().map_or(0, |shared| shared.count_waiting());
        Usage { waiting: usage.waiting + waiting, ..usage }
    }

    /// Returns whether the counter can be dropped: it counts no request, and no call uses it.
    fn is_idle(self: &Arc<Self>) -> bool {
        Arc::strong_count(self) == 1
            && Arc::strong_count(&self.memory) == 1
            && self.memory.is_idle()
            && self.shared.as_ref().is_none_or(|shared| shared.is_idle())
    }
}

/// Drops unused counters if the map is full. Otherwise, the counters of a program that serves ever new accounts would
/// fill its memory.
fn drop_idle_counters(counters: &mut HashMap<CounterKey, Arc<Counter>>) {
    let capacity = counters.capacity();
    if counters.len() < capacity {
        return;
    }
    counters.retain(|_, counter| !counter.is_idle());
    // If most counters are in use, little space was freed. The map grows, so that it is not searched again soon.
    if counters.len() > capacity / 2 {
        counters.reserve(capacity);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::SERVICE;

    impl Limiter {
        pub(crate) fn for_test(when_limited: WhenLimited, margin: Duration) -> Self {
            let when_limited = Some(when_limited);
            let settings = RateLimitSettings { when_limited, margin, ..RateLimitSettings::default() };
            Self::new(&SERVICE, settings).unwrap().unwrap()
        }
    }

    #[tokio::test(start_paused = true)]
    async fn rate_limiter_drops_counters_of_accounts_without_recent_requests() {
        static OPERATION: Operation = Operation::new("getThing", "GET", "/thing").limited(RateLimit::new(1, 60));
        let limiter = Limiter::for_test(WhenLimited::Fail, Duration::ZERO);
        let never = Deadline::within(None);
        for account in 0..10_000 {
            limiter.acquire(Uuid::from_u128(account), &mut Waiter::until(&OPERATION, never)).await.unwrap().mark_sent();
            tokio::time::advance(Duration::from_secs(1)).await;
        }
        assert!(limiter.counters.lock().unwrap().capacity() < 1_000);
        // The requests of the last minute still count.
        for account in 9_941..10_000 {
            assert!(limiter.acquire(Uuid::from_u128(account), &mut Waiter::until(&OPERATION, never)).await.is_err());
        }
    }

    #[tokio::test(start_paused = true)]
    async fn rate_limiter_accepts_a_period_beyond_the_range_of_the_clock() {
        static OPERATION: Operation = Operation::new("getThing", "GET", "/thing").limited(RateLimit::new(1, u64::MAX));
        let period = Duration::from_secs(u64::MAX);
        for when_limited in [WhenLimited::Fail, WhenLimited::Wait] {
            let limiter = Limiter::for_test(when_limited, Duration::ZERO);
            let soon = Deadline::within(Some(Duration::from_secs(1)));
            limiter.acquire(Uuid::nil(), &mut Waiter::until(&OPERATION, soon)).await.unwrap().mark_sent();
            let error = limiter.acquire(Uuid::nil(), &mut Waiter::until(&OPERATION, soon)).await.err().unwrap();
            assert_eq!((error.retry_after(), error.limit().period()), (period, period));
        }
        let limiter = Limiter::for_test(WhenLimited::Wait, Duration::MAX);
        let never = Deadline::within(None);
        limiter.acquire(Uuid::nil(), &mut Waiter::until(&OPERATION, never)).await.unwrap().mark_sent();
        let year = Duration::from_secs(365 * 86_400);
        assert!(
            tokio::time::timeout(year, limiter.acquire(Uuid::nil(), &mut Waiter::until(&OPERATION, never)))
                .await
                .is_err()
        );
    }
}
