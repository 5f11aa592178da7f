//! The queue of those who wait for a rate limit: each for a slot of its own, in the order of booking.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;

use super::status::Usage;
use super::window::{Moment, Rule, Ticket, Window, is_in_time};
use crate::clock::{Instant, timeout};

/// The requests under one limit.
pub(super) struct Queue {
    /// The beginning of its moments.
    start: Instant,
    state: Mutex<State>,
}

struct State {
    window: Window,
    /// Those of the bookings that wait for their slots, and are not known to have woken.
    waiting: BTreeMap<Ticket, Alarm>,
}

/// The alarm that wakes somebody who waits.
struct Alarm {
    /// The moment at which it wakes by itself: its slot, as it last knew it.
    at: Moment,
    earlier: Arc<Notify>,
}

impl Queue {
    pub(super) fn new(rule: Rule) -> Self {
        Self { start: Instant::now(), state: Mutex::new(State { window: Window::new(rule), waiting: BTreeMap::new() }) }
    }

    /// Books the next slot, unless it comes neither now nor within the time that is `left`, where there is a limit to it.
    /// Then, says how long until it comes.
    pub(super) fn book(self: &Arc<Self>, left: Option<Duration>) -> Result<Booking, Duration> {
        let (mut state, now) = self.state();
        let latest = left.map(|left| now.saturating_add(left));
        let ticket = state.window.book(now, latest).map_err(|slot| slot.saturating_sub(now))?;
        Ok(Booking { queue: Arc::clone(self), latest, entry: Entry::Booked(ticket) })
    }

    /// `true` if it counts nothing now.
    pub(super) fn is_idle(&self) -> bool {
        let (mut state, now) = self.state();
        state.window.is_empty(now)
    }

    pub(super) fn usage(&self) -> Usage {
        let (mut state, now) = self.state();
        state.window.usage(now)
    }

    /// The clock is read only here, so that the moments of a window have its order.
    fn state(&self) -> (MutexGuard<'_, State>, Moment) {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        (state, self.start.elapsed())
    }
}

impl State {
    /// Wakes the first of those who wait if its slot comes before it would wake by itself. Once it goes, it does the same
    /// for the next: to wake all that move up would take, in a long queue, more time with each that leaves it.
    fn wake_first(&mut self, now: Moment) {
        while let Some(mut first) = self.waiting.first_entry() {
            if first.get().at <= now {
                // It wakes by itself; if it is held and not polled, the next must not wait for that.
                first.remove();
                continue;
            }
            let slot = self.window.slot(*first.key(), now);
            if slot < first.get().at {
                first.get_mut().at = slot;
                first.get().earlier.notify_one();
            }
            return;
        }
    }
}

/// The permit of a request under a limit. It is given back if this is dropped before the request is sent.
#[must_use]
pub(super) struct Booking {
    queue: Arc<Queue>,
    /// The latest moment at which the slot is of use.
    latest: Option<Moment>,
    entry: Entry,
}

enum Entry {
    Booked(Ticket),
    Sent(Moment),
}

impl Booking {
    /// Waits for the slot. If others used theirs so late that it would not come in time any more, gives it back, and
    /// says how long until it would come. Tells how long it waits, also when it is woken and continues to wait.
    pub(super) async fn wait(self, mut tell: impl FnMut(Duration)) -> Result<Self, Duration> {
        while let Some((wait, earlier)) = self.turn()? {
            tell(wait);
            // The slot is where it is now, whether this was woken or not.
            let _ = timeout(wait, earlier.notified()).await;
        }
        Ok(self)
    }

    /// Returns the time until the slot comes, and the notification that may wake it earlier; `None` if it has come.
    fn turn(&self) -> Result<Option<(Duration, Arc<Notify>)>, Duration> {
        let Entry::Booked(ticket) = self.entry else { return Ok(None) };
        let (mut state, now) = self.queue.state();
        let slot = state.window.slot(ticket, now);
        let wait = slot.saturating_sub(now);
        if !is_in_time(slot, now, self.latest) {
            return Err(wait);
        }
        if wait.is_zero() {
            state.waiting.remove(&ticket);
            state.wake_first(now);
            return Ok(None);
        }
        let alarm = state.waiting.entry(ticket).or_insert_with(|| Alarm { at: slot, earlier: Arc::default() });
        alarm.at = slot;
        Ok(Some((wait, Arc::clone(&alarm.earlier))))
    }

    /// Uses the slot: from now on, something of the request may have been sent.
    pub(super) fn sent(&mut self) {
        if let Entry::Booked(ticket) = self.entry {
            let (mut state, now) = self.queue.state();
            state.window.send(ticket, now);
            self.entry = Entry::Sent(now);
        }
    }

    /// Gives no slots for this time. All who wait are woken: for some it may be too late now, and they fail at once.
    pub(super) fn pause(&self, pause: Duration) {
        let (mut state, now) = self.queue.state();
        state.window.pause(now, pause);
        state.waiting.values().for_each(|alarm| alarm.earlier.notify_one());
    }

    /// Gives the slot back: nothing of the request was sent.
    pub(super) fn give_back(self) {
        if let Entry::Sent(sent) = self.entry {
            let (mut state, now) = self.queue.state();
            state.window.take_back(sent);
            state.wake_first(now);
        }
    }
}

impl Drop for Booking {
    fn drop(&mut self) {
        if let Entry::Booked(ticket) = self.entry {
            let (mut state, now) = self.queue.state();
            state.window.give_back(ticket);
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
    /// The precision with which Tokio sleeps.
    const TICK: Duration = Duration::from_millis(1);

    fn queue(requests: u32) -> Arc<Queue> {
        Arc::new(Queue::new(Rule::new(RateLimit::new(requests, 3600), 0.0, Duration::ZERO)))
    }

    impl Queue {
        /// Sends a request, unless it cannot go now.
        fn take(self: &Arc<Self>) -> Result<(), Duration> {
            self.book(Some(Duration::ZERO)).map(|mut booking| booking.sent())
        }

        /// Sends a request when its slot has come.
        async fn wait(self: &Arc<Self>, left: Option<Duration>) -> Result<(), Duration> {
            self.book(left)?.wait(drop).await.map(|mut booking| booking.sent())
        }
    }

    /// Of two requests per hour, which have been made.
    fn full() -> Arc<Queue> {
        let queue = queue(2);
        assert!(queue.take().is_ok() && queue.take().is_ok());
        queue
    }

    #[tokio::test(start_paused = true)]
    async fn who_waits_fails_at_once_when_a_pause_makes_it_too_late() {
        let queue = queue(1);
        let mut first = queue.book(None).unwrap();
        first.sent();
        let mut in_time = pin!(queue.wait(Some(48 * HOUR)));
        let mut too_late = pin!(queue.wait(Some(3 * HOUR)));
        assert!(poll!(&mut in_time).is_pending() && poll!(&mut too_late).is_pending());
        first.pause(24 * HOUR);
        assert!(poll!(&mut in_time).is_pending());
        assert_eq!(poll!(&mut too_late), Poll::Ready(Err(25 * HOUR)));
    }

    #[tokio::test(start_paused = true)]
    async fn a_waiting_request_is_admitted_when_the_limit_allows_it() {
        let (queue, start) = (full(), Instant::now());
        let hours = join_all((0..5).map(async |_| {
            queue.wait(None).await.unwrap();
            start.elapsed()
        }))
        .await;
        for (waited, hours) in hours.into_iter().zip([1, 1, 2, 2, 3]) {
            assert!((hours * HOUR..=hours * (HOUR + TICK)).contains(&waited), "{waited:?}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn waiting_requests_are_admitted_first_come_first_served() {
        let (queue, order) = (full(), RefCell::new(Vec::new()));
        let (queue, order) = (&queue, &order);
        let wait = async |number| {
            queue.wait(None).await.unwrap();
            order.borrow_mut().push(number);
            // Each comes back at once, as the last.
            queue.wait(None).await.unwrap();
            order.borrow_mut().push(number);
        };
        join_all((0..20).map(wait)).await;
        assert_eq!(*order.borrow(), (0..20).chain(0..20).collect::<Vec<_>>());
    }

    #[tokio::test(start_paused = true)]
    async fn a_dropped_wait_takes_nothing_from_the_others() {
        let (queue, start) = (full(), Instant::now());
        let mut first = Box::pin(queue.wait(None));
        let mut second = Box::pin(queue.wait(None));
        let mut third = Box::pin(queue.wait(None));
        assert!(poll!(&mut first).is_pending() && poll!(&mut second).is_pending() && poll!(&mut third).is_pending());
        advance(HOUR / 2).await;
        drop((first, second));
        third.await.unwrap();
        assert!(start.elapsed() <= HOUR + TICK);
        assert_eq!(queue.take(), Ok(()));
        assert!(queue.take().is_err());
    }

    #[tokio::test(start_paused = true)]
    async fn all_that_move_up_go_as_early_as_they_may() {
        let (queue, start) = (full(), Instant::now());
        let mut waits: Vec<_> = (0..6).map(|_| Box::pin(queue.wait(None))).collect();
        for wait in &mut waits {
            assert!(poll!(wait).is_pending());
        }
        waits.drain(..4);
        // Only the first of them is woken by who leaves, and the other by the first.
        join_all(waits).await;
        assert!(start.elapsed() <= HOUR + TICK, "{:?}", start.elapsed());
    }

    #[tokio::test(start_paused = true)]
    async fn one_whose_slot_has_come_and_is_not_polled_keeps_no_slot_from_the_others() {
        let queue = full();
        let mut held = Box::pin(queue.wait(None));
        assert!(poll!(&mut held).is_pending());
        advance(HOUR).await;
        // Of two, one is for the one that is held.
        let mut unsent = queue.book(None).unwrap();
        unsent.sent();
        let mut second = Box::pin(queue.wait(None));
        let mut third = Box::pin(queue.wait(None));
        assert!(poll!(&mut second).is_pending() && poll!(&mut third).is_pending());
        unsent.give_back();
        assert_eq!(poll!(&mut second), Poll::Ready(Ok(())));
        drop(held);
        assert_eq!(poll!(&mut third), Poll::Ready(Ok(())));
    }

    #[tokio::test(start_paused = true)]
    async fn one_that_is_polled_late_wakes_the_next_as_any_other() {
        let queue = queue(3);
        assert!((0..3).all(|_| queue.take().is_ok()));
        let mut waits: Vec<_> = (0..4).map(|_| Box::pin(queue.wait(None))).collect();
        for wait in &mut waits {
            assert!(poll!(wait).is_pending());
        }
        let mut last = waits.pop().unwrap();
        advance(HOUR).await;
        // Those that are due wake by themselves, the last one only in another hour.
        drop(waits.pop());
        assert_eq!(poll!(&mut last), Poll::Ready(Ok(())));
        for wait in &mut waits {
            assert_eq!(poll!(wait), Poll::Ready(Ok(())));
        }
        assert!(queue.take().is_err());
    }

    #[tokio::test(start_paused = true)]
    async fn a_wait_past_the_deadline_fails_as_soon_as_that_is_known() {
        let (queue, start) = (full(), Instant::now());
        assert_eq!(queue.wait(Some(HOUR)).await, Err(HOUR));
        assert_eq!(queue.wait(Some(HOUR / 2)).await, Err(HOUR));
        // Two of three fit into the next hour.
        let late = HOUR + HOUR / 2;
        let bookings: Vec<Booking> = (0..2).map(|_| queue.book(Some(late)).unwrap()).collect();
        assert_eq!(queue.wait(Some(late)).await, Err(2 * HOUR));
        assert_eq!(start.elapsed(), Duration::ZERO);
        assert!(join_all(bookings.into_iter().map(|booking| booking.wait(drop))).await.iter().all(Result::is_ok));
        assert!(start.elapsed() <= HOUR + TICK);
        // The limit is not what it is late for.
        assert_eq!(queue.wait(Some(Duration::ZERO)).await, Ok(()));
    }

    #[tokio::test(start_paused = true)]
    async fn a_wait_that_others_make_too_long_fails_and_gives_its_slot_back() {
        let queue = queue(1);
        let mut late = queue.book(None).unwrap();
        let wait = queue.book(Some(HOUR + TICK)).unwrap().wait(drop);
        let behind = queue.book(None).unwrap().wait(drop);
        advance(HOUR / 2).await;
        late.sent();
        let (wait, behind, start) = (wait.await, behind.await, Instant::now());
        assert!(wait.is_err_and(|left| left > HOUR / 2 - 2 * TICK), "{:?}", start.elapsed());
        assert!(behind.is_ok() && queue.start.elapsed() <= HOUR + HOUR / 2 + TICK);
    }

    #[tokio::test(start_paused = true)]
    async fn only_the_moment_at_which_a_slot_is_used_counts() {
        let queue = queue(1);
        let mut first = queue.book(None).unwrap().wait(drop).await.unwrap();
        advance(HOUR / 4).await;
        first.sent();
        queue.wait(None).await.unwrap();
        assert!((HOUR + HOUR / 4..=HOUR + HOUR / 4 + TICK).contains(&queue.start.elapsed()));
    }

    #[tokio::test(start_paused = true)]
    async fn a_slot_is_given_back_before_it_is_used_and_if_nothing_was_sent() {
        let queue = queue(1);
        drop(queue.book(None).unwrap());
        drop(queue.book(None).unwrap().wait(drop).await.unwrap());
        let mut unsent = queue.book(None).unwrap();
        unsent.sent();
        let mut waiting = Box::pin(queue.wait(None));
        assert!(poll!(&mut waiting).is_pending());
        unsent.give_back();
        assert_eq!(poll!(&mut waiting), Poll::Ready(Ok(())));
        // A request that was sent stays counted.
        let mut sent = queue.book(None).unwrap().wait(drop).await.unwrap();
        sent.sent();
        drop(sent);
        assert_eq!(queue.take(), Err(HOUR));
    }

    /// Usage how often it is woken.
    struct Counting(AtomicUsize);

    impl Wake for Counting {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn each_that_leaves_wakes_no_more_than_one_of_those_that_wait() {
        const COUNT: usize = 10_000;
        let (queue, wakes) = (full(), Arc::new(Counting(AtomicUsize::new(0))));
        let waker = Waker::from(Arc::clone(&wakes));
        let mut context = Context::from_waker(&waker);
        let mut waits: Vec<_> = (0..COUNT).map(|_| Box::pin(queue.wait(None))).collect();
        assert!(waits.iter_mut().all(|wait| wait.as_mut().poll(&mut context).is_pending()));
        let last = waits.pop().unwrap();
        drop(waits);
        assert!(wakes.0.load(Ordering::Relaxed) <= COUNT);
        last.await.unwrap();
        assert!(queue.start.elapsed() <= HOUR + TICK);
        assert_eq!(queue.usage().used, 1);
    }

    /// A call that comes, gives up, fails to be sent or to connect by chance. `waiting` has the tickets of those that
    /// wait.
    async fn call(queue: &Arc<Queue>, waiting: &RefCell<BTreeSet<Ticket>>, seed: u64) {
        let mut chance = Chance(seed);
        sleep(chance.up_to(6 * HOUR)).await;
        let left = (chance.roll(4) == 0).then(|| chance.up_to(6 * HOUR));
        let Ok(booking) = queue.book(left) else { return };
        let Entry::Booked(ticket) = booking.entry else { return };
        waiting.borrow_mut().insert(ticket);
        let patience = if chance.roll(3) == 0 { chance.up_to(4 * HOUR) } else { Duration::MAX };
        let admitted = timeout(patience, booking.wait(drop)).await;
        waiting.borrow_mut().remove(&ticket);
        let Ok(Ok(mut booking)) = admitted else { return };
        sleep(chance.up_to(HOUR / 1_000)).await;
        if chance.roll(3) > 0 {
            booking.sent();
            sleep(chance.up_to(HOUR / 3)).await;
            if chance.roll(3) == 0 {
                booking.give_back();
            }
        }
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_sleeps_while_a_slot_of_its_own_has_come() {
        for requests in 1..=6 {
            let (queue, waiting) = (queue(requests), RefCell::default());
            let seeds = u64::from(1_000 * requests)..;
            let mut calls = join_all(seeds.take(100).map(|seed| call(&queue, &waiting, seed)));
            while timeout(Duration::from_secs(7), &mut calls).await.is_err() {
                let (state, now) = queue.state();
                let before = now - 5 * TICK;
                let overdue = |ticket: &&Ticket| state.window.slot(**ticket, before) <= before;
                assert_eq!(waiting.borrow().iter().find(overdue), None, "{requests} per hour, after {now:?}");
            }
            assert!(queue.state().0.waiting.is_empty());
        }
    }
}
