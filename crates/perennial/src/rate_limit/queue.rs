//! The queue of calls that wait under a rate limit. Each call has reserved a permit to send its request. Permits become
//! due in the order in which they were reserved.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;

use super::status::Usage;
use super::window::{Moment, Rule, SlidingWindow, Ticket, is_in_time};
use crate::clock::{Instant, timeout};

/// The permits under one limit, and the calls that wait for them.
pub(super) struct Queue {
    /// The time at which the queue was created. All times in `state` are durations since then.
    start: Instant,
    state: Mutex<QueueState>,
}

struct QueueState {
    window: SlidingWindow,
    /// The alarms of the calls that wait for their permits. An alarm is removed when its call no longer needs it.
    waiting: BTreeMap<Ticket, Alarm>,
}

struct Alarm {
    /// The time at which the call's timer wakes it: when its permit is due, as far as the call knows.
    at: Moment,
    earlier: Arc<Notify>,
}

impl Queue {
    pub(super) fn new(rule: Rule) -> Self {
        Self {
            start: Instant::now(),
            state: Mutex::new(QueueState { window: SlidingWindow::new(rule), waiting: BTreeMap::new() }),
        }
    }

    /// Reserves the next permit if it is due now, or within the time that the call has `left`; `None` means unlimited
    /// time. Otherwise reserves nothing, and fails with the time until the permit would be due.
    pub(super) fn reserve(self: &Arc<Self>, left: Option<Duration>) -> Result<QueuedPermit, Duration> {
        let (mut state, now) = self.lock_state();
        let latest = left.map(|left| now.saturating_add(left));
        let ticket = state.window.reserve(now, latest).map_err(|due| due.saturating_sub(now))?;
        Ok(QueuedPermit { queue: Arc::clone(self), latest, state: PermitState::Reserved(ticket) })
    }

    /// Returns `false` if a request or permit counts towards the limit now.
    pub(super) fn is_idle(&self) -> bool {
        let (mut state, now) = self.lock_state();
        state.window.is_empty(now)
    }

    pub(super) fn usage(&self) -> Usage {
        let (mut state, now) = self.lock_state();
        state.window.usage(now)
    }

    /// Locks the state and reads the clock. The clock is read under the lock, so that the times in the window are in
    /// order.
    fn lock_state(&self) -> (MutexGuard<'_, QueueState>, Moment) {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        (state, self.start.elapsed())
    }
}

impl QueueState {
    /// Wakes the first waiting call if its permit is now due earlier than the call expects. When that call has its
    /// permit, it wakes the next one in the same way.
    ///
    /// If each change woke all calls that are due earlier, every call that leaves a long queue would wake the whole
    /// queue.
    fn wake_first(&mut self, now: Moment) {
        while let Some(mut first) = self.waiting.first_entry() {
            if first.get().at <= now {
                // The timer of this call has expired, so the call wakes by itself unless its future is not polled. The
                // next call must not depend on that.
                first.remove();
                continue;
            }
            let due = self.window.due_at(*first.key(), now);
            if due < first.get().at {
                first.get_mut().at = due;
                first.get().earlier.notify_one();
            }
            return;
        }
    }
}

/// A permit for one request under a limit. Dropping the permit before the request is sent releases it.
#[must_use]
pub(super) struct QueuedPermit {
    queue: Arc<Queue>,
    /// The latest time at which the call can use the permit; `None` if there is no such limit.
    latest: Option<Moment>,
    state: PermitState,
}

enum PermitState {
    Reserved(Ticket),
    Sent(Moment),
}

impl QueuedPermit {
    /// Waits until the permit is due. Passes the expected length of each wait to `report_wait`, even if the call was
    /// woken and continues waiting.
    ///
    /// The permit may become due later than expected if other calls use their permits late. If that is too late for
    /// this call, releases the permit, and fails with the time until it would have been due.
    pub(super) async fn until_due(self, mut report_wait: impl FnMut(Duration)) -> Result<Self, Duration> {
        while let Some((wait, earlier)) = self.time_until_due()? {
            report_wait(wait);
            // The loop checks again, so it does not matter whether the call was woken or its timer expired.
            let _ = timeout(wait, earlier.notified()).await;
        }
        Ok(self)
    }

    /// Returns how long to wait until the permit is due, and a [`Notify`] that wakes the call early if it should check
    /// again. Returns `None` if the permit is due. Fails if it is due too late.
    fn time_until_due(&self) -> Result<Option<(Duration, Arc<Notify>)>, Duration> {
        let PermitState::Reserved(ticket) = self.state else { return Ok(None) };
        let (mut state, now) = self.queue.lock_state();
        let due = state.window.due_at(ticket, now);
        let wait = due.saturating_sub(now);
        if !is_in_time(due, now, self.latest) {
            return Err(wait);
        }
        if wait.is_zero() {
            state.waiting.remove(&ticket);
            state.wake_first(now);
            return Ok(None);
        }
        let alarm = state.waiting.entry(ticket).or_insert_with(|| Alarm { at: due, earlier: Arc::default() });
        alarm.at = due;
        Ok(Some((wait, Arc::clone(&alarm.earlier))))
    }

    /// Marks the permit as used. It then counts even if it is dropped, because a part of the request may have been
    /// sent.
    pub(super) fn mark_sent(&mut self) {
        if let PermitState::Reserved(ticket) = self.state {
            let (mut state, now) = self.queue.lock_state();
            state.window.mark_sent(ticket, now);
            self.state = PermitState::Sent(now);
        }
    }

    /// Delays all permits until this time has passed. Wakes all waiting calls, so that those whose permits are now due
    /// too late fail at once.
    pub(super) fn pause(&self, pause: Duration) {
        let (mut state, now) = self.queue.lock_state();
        state.window.pause(now, pause);
        state.waiting.values().for_each(|alarm| alarm.earlier.notify_one());
    }

    /// Releases a used permit, because no part of its request was sent.
    pub(super) fn release(self) {
        if let PermitState::Sent(sent) = self.state {
            let (mut state, now) = self.queue.lock_state();
            state.window.release_sent(sent);
            state.wake_first(now);
        }
    }
}

impl Drop for QueuedPermit {
    fn drop(&mut self) {
        if let PermitState::Reserved(ticket) = self.state {
            let (mut state, now) = self.queue.lock_state();
            state.window.release(ticket);
            state.waiting.remove(&ticket);
            state.wake_first(now);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::collections::BTreeSet;
    use std::pin::pin;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::task::{Context, Poll, Wake, Waker};

    use futures_util::future::join_all;
    use futures_util::poll;
    use tokio::time::{advance, sleep};

    use super::*;
    use crate::rate_limit::tests::chance::Chance;
    use crate::service::RateLimit;

    const HOUR: Duration = Duration::from_secs(3600);
    /// The precision of Tokio's timers: a call may wake this much later than planned.
    const TICK: Duration = Duration::from_millis(1);

    fn queue(requests: u32) -> Arc<Queue> {
        Arc::new(Queue::new(Rule::new(RateLimit::new(requests, 3600), 0.0, Duration::ZERO)))
    }

    impl Queue {
        fn send_now(self: &Arc<Self>) -> Result<(), Duration> {
            self.reserve(Some(Duration::ZERO)).map(|mut permit| permit.mark_sent())
        }

        async fn send_when_due(self: &Arc<Self>, left: Option<Duration>) -> Result<(), Duration> {
            self.reserve(left)?.until_due(drop).await.map(|mut permit| permit.mark_sent())
        }
    }

    /// Creates a queue for a limit of two requests per hour. Both requests of the current hour have been sent.
    fn full_queue() -> Arc<Queue> {
        let queue = queue(2);
        assert!(queue.send_now().is_ok() && queue.send_now().is_ok());
        queue
    }

    #[tokio::test(start_paused = true)]
    async fn waiting_call_fails_at_once_if_a_pause_exceeds_its_deadline() {
        let queue = queue(1);
        let mut first = queue.reserve(None).unwrap();
        first.mark_sent();
        let mut in_time = pin!(queue.send_when_due(Some(48 * HOUR)));
        let mut too_late = pin!(queue.send_when_due(Some(3 * HOUR)));
        assert!(poll!(&mut in_time).is_pending() && poll!(&mut too_late).is_pending());
        first.pause(24 * HOUR);
        assert!(poll!(&mut in_time).is_pending());
        assert_eq!(poll!(&mut too_late), Poll::Ready(Err(25 * HOUR)));
    }

    #[tokio::test(start_paused = true)]
    async fn a_waiting_request_is_sent_as_soon_as_the_limit_allows_it() {
        let (queue, start) = (full_queue(), Instant::now());
        let hours = join_all((0..5).map(async |_| {
            queue.send_when_due(None).await.unwrap();
            start.elapsed()
        }))
        .await;
        for (waited, hours) in hours.into_iter().zip([1, 1, 2, 2, 3]) {
            assert!((hours * HOUR..=hours * (HOUR + TICK)).contains(&waited), "{waited:?}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn waiting_requests_are_sent_in_the_order_of_arrival() {
        let (queue, order) = (full_queue(), RefCell::new(Vec::new()));
        let (queue, order) = (&queue, &order);
        let wait = async |number| {
            queue.send_when_due(None).await.unwrap();
            order.borrow_mut().push(number);
            // The same call queues again at once, behind all others.
            queue.send_when_due(None).await.unwrap();
            order.borrow_mut().push(number);
        };
        join_all((0..20).map(wait)).await;
        assert_eq!(*order.borrow(), (0..20).chain(0..20).collect::<Vec<_>>());
    }

    #[tokio::test(start_paused = true)]
    async fn dropping_a_waiting_call_releases_its_permit() {
        let (queue, start) = (full_queue(), Instant::now());
        let mut first = Box::pin(queue.send_when_due(None));
        let mut second = Box::pin(queue.send_when_due(None));
        let mut third = Box::pin(queue.send_when_due(None));
        assert!(poll!(&mut first).is_pending() && poll!(&mut second).is_pending() && poll!(&mut third).is_pending());
        advance(HOUR / 2).await;
        drop((first, second));
        third.await.unwrap();
        assert!(start.elapsed() <= HOUR + TICK);
        assert_eq!(queue.send_now(), Ok(()));
        assert!(queue.send_now().is_err());
    }

    #[tokio::test(start_paused = true)]
    async fn waiting_calls_are_sent_earlier_if_calls_before_them_are_dropped() {
        let (queue, start) = (full_queue(), Instant::now());
        let mut waits: Vec<_> = (0..6).map(|_| Box::pin(queue.send_when_due(None))).collect();
        for wait in &mut waits {
            assert!(poll!(wait).is_pending());
        }
        waits.drain(..4);
        // Dropping the first four calls wakes only the first of the remaining two. That call then wakes the other.
        join_all(waits).await;
        assert!(start.elapsed() <= HOUR + TICK, "{:?}", start.elapsed());
    }

    #[tokio::test(start_paused = true)]
    async fn unpolled_call_with_a_due_permit_does_not_block_later_calls() {
        let queue = full_queue();
        let mut unpolled = Box::pin(queue.send_when_due(None));
        assert!(poll!(&mut unpolled).is_pending());
        advance(HOUR).await;
        // Two permits are due. One of them belongs to the call that is not polled.
        let mut unsent = queue.reserve(None).unwrap();
        unsent.mark_sent();
        let mut second = Box::pin(queue.send_when_due(None));
        let mut third = Box::pin(queue.send_when_due(None));
        assert!(poll!(&mut second).is_pending() && poll!(&mut third).is_pending());
        unsent.release();
        assert_eq!(poll!(&mut second), Poll::Ready(Ok(())));
        drop(unpolled);
        assert_eq!(poll!(&mut third), Poll::Ready(Ok(())));
    }

    #[tokio::test(start_paused = true)]
    async fn call_that_is_polled_late_still_wakes_the_next_call() {
        let queue = queue(3);
        assert!((0..3).all(|_| queue.send_now().is_ok()));
        let mut waits: Vec<_> = (0..4).map(|_| Box::pin(queue.send_when_due(None))).collect();
        for wait in &mut waits {
            assert!(poll!(wait).is_pending());
        }
        let mut last = waits.pop().unwrap();
        advance(HOUR).await;
        // The timers of calls whose permits are due expire now. The last call's timer would only expire in another
        // hour.
        drop(waits.pop());
        assert_eq!(poll!(&mut last), Poll::Ready(Ok(())));
        for wait in &mut waits {
            assert_eq!(poll!(wait), Poll::Ready(Ok(())));
        }
        assert!(queue.send_now().is_err());
    }

    #[tokio::test(start_paused = true)]
    async fn waiting_call_fails_at_once_if_its_permit_is_due_after_its_deadline() {
        let (queue, start) = (full_queue(), Instant::now());
        assert_eq!(queue.send_when_due(Some(HOUR)).await, Err(HOUR));
        assert_eq!(queue.send_when_due(Some(HOUR / 2)).await, Err(HOUR));
        // Only two of the three requests are allowed in the next hour.
        let late = HOUR + HOUR / 2;
        let permits: Vec<QueuedPermit> = (0..2).map(|_| queue.reserve(Some(late)).unwrap()).collect();
        assert_eq!(queue.send_when_due(Some(late)).await, Err(2 * HOUR));
        assert_eq!(start.elapsed(), Duration::ZERO);
        assert!(join_all(permits.into_iter().map(|permit| permit.until_due(drop))).await.iter().all(Result::is_ok));
        assert!(start.elapsed() <= HOUR + TICK);
        // A call that has no time left is still sent if its permit is due now.
        assert_eq!(queue.send_when_due(Some(Duration::ZERO)).await, Ok(()));
    }

    #[tokio::test(start_paused = true)]
    async fn waiting_call_fails_if_earlier_calls_delay_it_past_its_deadline() {
        let queue = queue(1);
        let mut late = queue.reserve(None).unwrap();
        let wait = queue.reserve(Some(HOUR + TICK)).unwrap().until_due(drop);
        let behind = queue.reserve(None).unwrap().until_due(drop);
        advance(HOUR / 2).await;
        late.mark_sent();
        let (wait, behind, start) = (wait.await, behind.await, Instant::now());
        assert!(wait.is_err_and(|left| left > HOUR / 2 - 2 * TICK), "{:?}", start.elapsed());
        assert!(behind.is_ok() && queue.start.elapsed() <= HOUR + HOUR / 2 + TICK);
    }

    #[tokio::test(start_paused = true)]
    async fn rate_limit_counts_a_request_from_the_time_it_was_sent() {
        let queue = queue(1);
        let mut first = queue.reserve(None).unwrap().until_due(drop).await.unwrap();
        advance(HOUR / 4).await;
        first.mark_sent();
        queue.send_when_due(None).await.unwrap();
        assert!((HOUR + HOUR / 4..=HOUR + HOUR / 4 + TICK).contains(&queue.start.elapsed()));
    }

    #[tokio::test(start_paused = true)]
    async fn permit_is_released_if_its_request_was_not_sent() {
        let queue = queue(1);
        drop(queue.reserve(None).unwrap());
        drop(queue.reserve(None).unwrap().until_due(drop).await.unwrap());
        let mut unsent = queue.reserve(None).unwrap();
        unsent.mark_sent();
        let mut waiting = Box::pin(queue.send_when_due(None));
        assert!(poll!(&mut waiting).is_pending());
        unsent.release();
        assert_eq!(poll!(&mut waiting), Poll::Ready(Ok(())));
        // A request that was sent still counts after its permit is dropped.
        let mut sent = queue.reserve(None).unwrap().until_due(drop).await.unwrap();
        sent.mark_sent();
        drop(sent);
        assert_eq!(queue.send_now(), Err(HOUR));
    }

    /// A waker that counts how often its task is woken.
    struct Counting(AtomicUsize);

    impl Wake for Counting {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn call_that_leaves_the_queue_wakes_at_most_one_other_call() {
        const COUNT: usize = 10_000;
        let (queue, wakes) = (full_queue(), Arc::new(Counting(AtomicUsize::new(0))));
        let waker = Waker::from(Arc::clone(&wakes));
        let mut context = Context::from_waker(&waker);
        let mut waits: Vec<_> = (0..COUNT).map(|_| Box::pin(queue.send_when_due(None))).collect();
        assert!(waits.iter_mut().all(|wait| wait.as_mut().poll(&mut context).is_pending()));
        let last = waits.pop().unwrap();
        drop(waits);
        assert!(wakes.0.load(Ordering::Relaxed) <= COUNT);
        last.await.unwrap();
        assert!(queue.start.elapsed() <= HOUR + TICK);
        assert_eq!(queue.usage().used, 1);
    }

    /// Simulates a call that, at random, gives up waiting, is never sent, or fails to connect. `waiting` contains the
    /// tickets of all calls that wait.
    async fn call_by_chance(queue: &Arc<Queue>, waiting: &RefCell<BTreeSet<Ticket>>, seed: u64) {
        let mut chance = Chance(seed);
        sleep(chance.up_to(6 * HOUR)).await;
        let left = (chance.roll(4) == 0).then(|| chance.up_to(6 * HOUR));
        let Ok(permit) = queue.reserve(left) else { return };
        let PermitState::Reserved(ticket) = permit.state else { return };
        waiting.borrow_mut().insert(ticket);
        let patience = if chance.roll(3) == 0 { chance.up_to(4 * HOUR) } else { Duration::MAX };
        let admitted = timeout(patience, permit.until_due(drop)).await;
        waiting.borrow_mut().remove(&ticket);
        let Ok(Ok(mut permit)) = admitted else { return };
        sleep(chance.up_to(HOUR / 1_000)).await;
        if chance.roll(3) > 0 {
            permit.mark_sent();
            sleep(chance.up_to(HOUR / 3)).await;
            if chance.roll(3) == 0 {
                permit.release();
            }
        }
    }

    #[tokio::test(start_paused = true)]
    async fn no_waiting_call_sleeps_after_its_permit_is_due() {
        for requests in 1..=6 {
            let (queue, waiting) = (queue(requests), RefCell::default());
            let seeds = u64::from(1_000 * requests)..;
            let mut calls = join_all(seeds.take(100).map(|seed| call_by_chance(&queue, &waiting, seed)));
            while timeout(Duration::from_secs(7), &mut calls).await.is_err() {
                let (state, now) = queue.lock_state();
                let before = now - 5 * TICK;
                let overdue = |ticket: &&Ticket| state.window.due_at(**ticket, before) <= before;
                assert_eq!(waiting.borrow().iter().find(overdue), None, "{requests} per hour, after {now:?}");
            }
            assert!(queue.lock_state().0.waiting.is_empty());
        }
    }
}
