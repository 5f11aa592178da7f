//! A request for a token that several calls can wait for.

use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::Shared;
use tokio::runtime::{Handle, Id};

use crate::clock::{Instant, timeout};

/// A request whose answer is sent to all calls that wait for it. Each waiting call advances the request, so a call that
/// is dropped or no longer polled neither ends nor blocks it. While no call waits, the request rests.
#[derive(Clone)]
pub(super) struct SharedRequest<T: Clone> {
    answer: Shared<Pin<Box<dyn Future<Output = T> + Send>>>,
    /// The time limit of the request; `None` if there is none.
    ends_at: Option<Instant>,
    /// The Tokio runtime of the call that began the request. Calls in other runtimes cannot advance the request,
    /// because its connections and timers belong to this runtime. `None` in a browser.
    runtime: Option<Id>,
}

impl<T: Clone + Send + Sync + 'static> SharedRequest<T> {
    /// Creates a request with a time limit. If `request` panics, the answer is `panicked`.
    pub(super) fn new(
        limit: Duration,
        request: impl Future<Output = T> + Send + 'static,
        panicked: impl FnOnce() -> T + Send + 'static,
    ) -> Self {
        let request = AssertUnwindSafe(request).catch_unwind();
        let answer = async { request.await.unwrap_or_else(|_| panicked()) };
        let ends_at = Instant::now().checked_add(limit);
        Self { answer: answer.boxed().shared(), ends_at, runtime: current_runtime() }
    }

    /// Returns whether the request has neither been answered nor reached its time limit.
    pub(super) fn is_in_flight(&self) -> bool {
        self.answer.peek().is_none() && self.ends_at.is_none_or(|at| Instant::now() < at)
    }

    /// Returns whether a call in the current runtime can advance the request.
    pub(super) fn is_in_current_runtime(&self) -> bool {
        self.runtime == current_runtime()
    }

    /// Returns whether another copy of the request exists, with which a call waits for the answer.
    pub(super) fn is_awaited(&self) -> bool {
        self.answer.strong_count().is_some_and(|copies| copies > 1)
    }

    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.answer.ptr_eq(&other.answer)
    }

    /// Waits for the answer. Returns `None` if the time limit of the request passes first.
    pub(super) async fn wait(self) -> Option<T> {
        let Some(ends_at) = self.ends_at else { return Some(self.answer.await) };
        timeout(ends_at.saturating_duration_since(Instant::now()), self.answer).await.ok()
    }
}

fn current_runtime() -> Option<Id> {
    Handle::try_current().ok().map(|runtime| runtime.id())
}
