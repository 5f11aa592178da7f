//! Who waits for a rate limit: first come, first served.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Mutex as Turn;
use tracing::debug;

use super::window::Window;
use crate::clock::{Instant, sleep, timeout};
use crate::deadline::{Deadline, millis};
use crate::operation::RateLimit;

/// The requests under one limit.
pub(super) struct Queue {
    window: Mutex<Window>,
    /// Held by the first one waiting; Tokio hands it on in the order in which the others asked for it.
    turn: Turn<()>,
}

impl Queue {
    pub(super) fn new(limit: RateLimit) -> Self {
        Self { window: Mutex::new(Window::new(limit)), turn: Turn::default() }
    }

    /// Counts a request that may be sent now, or says how long until the limit allows the next.
    pub(super) fn take(&self) -> Result<(), Duration> {
        self.window().take(Instant::now())
    }

    /// Counts a request as soon as the limit allows it. Fails as soon as it is known that this is after the deadline,
    /// with how long until the limit allows the next request.
    pub(super) async fn wait(&self, deadline: Deadline) -> Result<(), Duration> {
        let in_time = |wait: Duration| if wait.is_zero() || deadline.allows(wait) { Ok(()) } else { Err(wait) };
        in_time(self.free_in())?;
        let turn = self.turn.lock();
        let _turn = match deadline.left() {
            Some(left) => timeout(left, turn).await.map_err(|_| self.free_in())?,
            None => turn.await,
        };
        while let Err(wait) = self.take() {
            in_time(wait)?;
            debug!(wait_ms = millis(wait), "waiting for the rate limit");
            sleep(wait).await;
        }
        Ok(())
    }

    /// Whether it counts nothing now.
    pub(super) fn is_idle(&self) -> bool {
        self.window().is_empty(Instant::now())
    }

    fn free_in(&self) -> Duration {
        self.window().free_in(Instant::now())
    }

    fn window(&self) -> MutexGuard<'_, Window> {
        self.window.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use futures_util::future::join_all;
    use futures_util::poll;
    use tokio::time::advance;

    use super::*;

    const HOUR: Duration = Duration::from_secs(3600);
    /// How exactly Tokio sleeps.
    const TICK: Duration = Duration::from_millis(1);

    fn never() -> Deadline {
        Deadline::within(None)
    }

    /// Of two requests per hour, which have been made.
    fn full() -> Queue {
        let queue = Queue::new(RateLimit::new(2, 3600));
        assert!(queue.take().is_ok() && queue.take().is_ok());
        queue
    }

    #[tokio::test(start_paused = true)]
    async fn a_waiting_request_is_admitted_when_the_limit_allows_it() {
        let (queue, start) = (full(), Instant::now());
        let hours = join_all((0..5).map(async |_| {
            queue.wait(never()).await.unwrap();
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
            queue.wait(never()).await.unwrap();
            order.borrow_mut().push(number);
            // Each comes back at once, as the last.
            queue.wait(never()).await.unwrap();
            order.borrow_mut().push(number);
        };
        join_all((0..20).map(wait)).await;
        assert_eq!(*order.borrow(), (0..20).chain(0..20).collect::<Vec<_>>());
    }

    #[tokio::test(start_paused = true)]
    async fn a_dropped_wait_takes_nothing_from_the_others() {
        let (queue, start) = (full(), Instant::now());
        let mut first = Box::pin(queue.wait(never()));
        let mut second = Box::pin(queue.wait(never()));
        let mut third = Box::pin(queue.wait(never()));
        assert!(poll!(&mut first).is_pending() && poll!(&mut second).is_pending() && poll!(&mut third).is_pending());
        advance(HOUR / 2).await;
        drop((first, second));
        third.await.unwrap();
        assert!(start.elapsed() <= HOUR + TICK);
        assert_eq!(queue.take(), Ok(()));
        assert!(queue.take().is_err());
    }

    #[tokio::test(start_paused = true)]
    async fn a_wait_past_the_deadline_fails_as_soon_as_that_is_known() {
        let (queue, start) = (full(), Instant::now());
        let until = |end| Deadline::within(Some(end));
        assert_eq!(queue.wait(until(HOUR)).await, Err(HOUR));
        assert_eq!(queue.wait(until(HOUR / 2)).await, Err(HOUR));
        assert_eq!(start.elapsed(), Duration::ZERO);
        // The limit is not what it is late for.
        assert_eq!(Queue::new(RateLimit::new(2, 3600)).wait(until(Duration::ZERO)).await, Ok(()));

        // Two of three fit into the next hour; the third learns it when it is the first of those who wait.
        let waits = join_all((0..3).map(|_| queue.wait(until(HOUR + HOUR / 2)))).await;
        assert!(waits[0].is_ok() && waits[1].is_ok(), "{waits:?}");
        assert!(waits[2].is_err_and(|wait| wait > HOUR - 2 * TICK), "{waits:?}");
        assert!(start.elapsed() <= HOUR + TICK);
    }
}
