//! The limiter, which a call asks for permits, and its counters.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use uuid::Uuid;

use super::admission::Admission;
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

/// Keeps the requests of a client, its clones and the clients derived from it within the limits.
pub(crate) struct Limiter {
    /// That of the operations that have none of their own.
    default: RateLimit,
    when_limited: WhenLimited,
    margin: Duration,
    headroom: f64,
    store: Option<Arc<StoreClient>>,
    on_store_error: OnStoreError,
    counters: Mutex<HashMap<Counted, Arc<Counter>>>,
}

/// The key of what is counted together: an account, and the operationId where the document states a limit for the
/// operation. The others share one counter, since the document does not say whether the service counts them separately.
type Counted = (Uuid, Option<&'static str>);

/// The counter of one key, in memory and in the store if there is one.
struct Counter {
    memory: Arc<Queue>,
    shared: Option<Arc<SharedWindow>>,
}

impl Limiter {
    /// `None` if nothing is limited.
    pub(crate) fn new(service: &'static Service, settings: RateLimitSettings) -> Result<Option<Self>, String> {
        let RateLimitSettings { margin, headroom, store_timeout, on_store_error, .. } = settings;
        if !(0.0..1.0).contains(&headroom) {
            return Err("the share set with `rate_limit_headroom(…)` is not from 0 to less than 1".to_owned());
        }
        if store_timeout.is_zero() {
            return Err(
                "the time set with `rate_limit_store_timeout(…)` is zero, in which nothing is answered".to_owned()
            );
        }
        let Some(when_limited) = settings.when_limited else {
            return match settings.store {
                Some(_) => Err("a store is set without a limit to count: set it with `rate_limit(…)`".to_owned()),
                None => Ok(None),
            };
        };
        let store = settings.store.map(|store| Arc::new(StoreClient::new(service, store, store_timeout)));
        let counters = Mutex::default();
        let default = service.default_rate_limit;
        Ok(Some(Self { default, when_limited, margin, headroom, store, on_store_error, counters }))
    }

    /// Books a request, after the wait that the limit asks for and the call allows.
    pub(crate) async fn admit(&self, account: Uuid, waiter: &mut Waiter) -> Result<Admission, RateLimited> {
        if waiter.operation.rate_limit() == RateLimit::UNLIMITED {
            return Ok(Admission::default());
        }
        let counter = self.counter(account, &waiter.operation);
        let booked = self.book(&counter, waiter).await;
        let limited = |wait| RateLimited::of(waiter.operation.clone(), wait);
        booked.map_err(|refusal| match refusal {
            Refusal::TooLate(wait) => limited(wait),
            Refusal::Away(away) => limited(away.wait).with_store_error(away.error),
        })
    }

    async fn book(&self, counter: &Counter, waiter: &mut Waiter) -> Result<Admission, Refusal> {
        let (deadline, latest) = (waiter.deadline, waiter.latest(self.when_limited));
        let book = || counter.memory.book(latest.left()).map_err(Refusal::TooLate);
        let Some(window) = &counter.shared else {
            let booking = book()?.wait(|wait| waiter.tell(wait)).await.map_err(Refusal::TooLate)?;
            return Ok(Admission { memory: Some(booking), shared: None });
        };
        let mut shared = SharedBooking::new(window);
        let mut memory = None;
        loop {
            let wait = match shared.book(latest.left(), deadline).await {
                Err(Refusal::Away(..)) if self.on_store_error == OnStoreError::Local => Duration::ZERO,
                booked => booked?,
            };
            if !wait.is_zero() {
                // The order in memory is that of those who may go now.
                memory = None;
                waiter.tell(wait);
                // A slot that comes too late for the answer of the store to be in time is of no use.
                sleep(deadline.left().map_or(wait, |left| left.min(wait))).await;
            }
            let booking = memory.take().map_or_else(book, Ok)?;
            let booking = booking.wait(|wait| waiter.tell(wait)).await.map_err(Refusal::TooLate)?;
            if !shared.is_late() {
                return Ok(Admission { memory: Some(booking), shared: Some(shared) });
            }
            memory = Some(booking);
        }
    }

    /// As this client counts for an account: under the default limit, and under that of each of `operations` that has
    /// its own.
    pub(crate) fn status(&self, account: Uuid, operations: &'static [Operation]) -> Vec<LimitStatus> {
        let counters = self.counters.lock().unwrap_or_else(PoisonError::into_inner);
        let usage = |operation: Option<&'static Operation>, limit| match counters
            .get(&(account, operation.map(Operation::operation_id)))
        {
            Some(counter) => counter.usage(),
            None => window::Window::new(self.rule(limit)).usage(Duration::ZERO),
        };
        self.limits(operations)
            .map(|(operation, limit)| LimitStatus::new(operation, limit, usage(operation, limit)))
            .collect()
    }

    /// As the store counts for all that use it; without one, as this client does.
    pub(crate) async fn shared_status(
        &self,
        account: Uuid,
        operations: &'static [Operation],
    ) -> Result<Vec<LimitStatus>, StoreError> {
        let Some(store) = &self.store else { return Ok(self.status(account, operations)) };
        let windows = self.limits(operations).map(|(operation, limit)| self.window(store, operation, limit)).collect();
        let update = Update { windows, ..Update::default() };
        let answer = store.update(account, update, Deadline::within(None)).await;
        let answer = answer.map_err(|unanswered| unanswered.error)?;
        let counters = self.counters.lock().unwrap_or_else(PoisonError::into_inner);
        let status = self.limits(operations).zip(answer.windows).map(|((operation, limit), usage)| {
            let counted = (account, operation.map(Operation::operation_id));
            if usage.free > 0
                && let Some(window) = counters.get(&counted).and_then(|counter| counter.shared.as_ref())
            {
                window.has_room();
            }
            LimitStatus::new(operation, limit, usage)
        });
        Ok(status.collect())
    }

    fn counter(&self, account: Uuid, operation: &OperationRef) -> Arc<Counter> {
        let owner = operation.rate_limit.is_some().then_some(operation);
        let mut counters = self.counters.lock().unwrap_or_else(PoisonError::into_inner);
        make_room(&mut counters);
        let new = || {
            let shared = self.store.as_ref().map(|store| {
                let window = self.window(store, owner.map(|owner| &**owner), operation.rate_limit());
                Arc::new(SharedWindow::new(Arc::clone(store), account, window))
            });
            Arc::new(Counter { memory: Arc::new(Queue::new(self.rule(operation.rate_limit()))), shared })
        };
        Arc::clone(counters.entry((account, owner.map(|owner| owner.operation_id()))).or_insert_with(new))
    }

    /// Returns the limits: the one that most operations share, if there is one, and those that single ones have for
    /// themselves.
    fn limits(
        &self,
        operations: &'static [Operation],
    ) -> impl Iterator<Item = (Option<&'static Operation>, RateLimit)> {
        let own = operations.iter().filter(|operation| operation.rate_limit.is_some());
        let shared = Some((None, self.default)).filter(|_| self.default != RateLimit::UNLIMITED);
        shared.into_iter().chain(own.map(|operation| (Some(operation), operation.rate_limit())))
    }

    fn rule(&self, limit: RateLimit) -> Rule {
        Rule::new(limit, self.headroom, self.margin)
    }

    /// In the store, where a slot may be used a little later than it comes.
    fn window(&self, store: &StoreClient, operation: Option<&Operation>, limit: RateLimit) -> Window {
        let rule = self.rule(limit);
        let span = if rule.span.is_zero() { rule.span } else { rule.span.saturating_add(store.grace()) };
        Window::new(operation.map_or("*", Operation::operation_id), rule.requests, span)
    }
}

impl Counter {
    /// As this client counts.
    fn usage(&self) -> Usage {
        let usage = self.memory.usage();
        let waiting = self.shared.as_ref().map_or(0, |shared| shared.waiting());
        Usage { waiting: usage.waiting + waiting, ..usage }
    }

    /// `true` if it counts nothing now, and nobody is about to be counted.
    fn is_idle(self: &Arc<Self>) -> bool {
        Arc::strong_count(self) == 1
            && Arc::strong_count(&self.memory) == 1
            && self.memory.is_idle()
            && self.shared.as_ref().is_none_or(|shared| shared.is_idle())
    }
}

/// Before it would grow, drops the counters that count nothing now: accounts come and go for as long as a service runs.
fn make_room(counters: &mut HashMap<Counted, Arc<Counter>>) {
    let capacity = counters.capacity();
    if counters.len() < capacity {
        return;
    }
    counters.retain(|_, counter| !counter.is_idle());
    // Otherwise most of them would be looked at again soon.
    if counters.len() > capacity / 2 {
        counters.reserve(capacity);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::SERVICE;

    impl Limiter {
        pub(crate) fn of(when_limited: WhenLimited, margin: Duration) -> Self {
            let when_limited = Some(when_limited);
            let settings = RateLimitSettings { when_limited, margin, ..RateLimitSettings::default() };
            Self::new(&SERVICE, settings).unwrap().unwrap()
        }
    }

    #[tokio::test(start_paused = true)]
    async fn accounts_without_recent_requests_take_no_memory() {
        static OPERATION: Operation = Operation::new("getThing", "GET", "/thing").limited(RateLimit::new(1, 60));
        let limiter = Limiter::of(WhenLimited::Fail, Duration::ZERO);
        let never = Deadline::within(None);
        for account in 0..10_000 {
            limiter.admit(Uuid::from_u128(account), &mut Waiter::until(&OPERATION, never)).await.unwrap().sent();
            tokio::time::advance(Duration::from_secs(1)).await;
        }
        assert!(limiter.counters.lock().unwrap().capacity() < 1_000);
        // Of the last minute.
        for account in 9_941..10_000 {
            assert!(limiter.admit(Uuid::from_u128(account), &mut Waiter::until(&OPERATION, never)).await.is_err());
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_period_beyond_the_range_of_the_clock_does_not_panic() {
        static OPERATION: Operation = Operation::new("getThing", "GET", "/thing").limited(RateLimit::new(1, u64::MAX));
        let period = Duration::from_secs(u64::MAX);
        for when_limited in [WhenLimited::Fail, WhenLimited::Wait] {
            let limiter = Limiter::of(when_limited, Duration::ZERO);
            let soon = Deadline::within(Some(Duration::from_secs(1)));
            limiter.admit(Uuid::nil(), &mut Waiter::until(&OPERATION, soon)).await.unwrap().sent();
            let error = limiter.admit(Uuid::nil(), &mut Waiter::until(&OPERATION, soon)).await.err().unwrap();
            assert_eq!((error.retry_after(), error.limit().period()), (period, period));
        }
        let limiter = Limiter::of(WhenLimited::Wait, Duration::MAX);
        let never = Deadline::within(None);
        limiter.admit(Uuid::nil(), &mut Waiter::until(&OPERATION, never)).await.unwrap().sent();
        let year = Duration::from_secs(365 * 86_400);
        assert!(
            tokio::time::timeout(year, limiter.admit(Uuid::nil(), &mut Waiter::until(&OPERATION, never)))
                .await
                .is_err()
        );
    }
}
