//! Does not let every call wait for a store that is away.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tracing::{info, warn};

use crate::clock::Instant;
use crate::error::StoreError;

/// The time for which a store that is away is left alone, until one call asks it again.
const PAUSE: Duration = Duration::from_secs(1);

/// A breaker that remembers whether the store is away.
#[derive(Default)]
pub(super) struct Breaker(Mutex<Option<Away>>);

struct Away {
    /// The reason.
    error: StoreError,
    ask_again: Instant,
}

/// The store has not answered, or was not asked because it is away.
pub(in crate::rate_limit) struct Unanswered {
    pub(in crate::rate_limit) error: StoreError,
    /// The time until it is asked again.
    pub(in crate::rate_limit) wait: Duration,
    /// `true` if it was asked, and may have done what it was asked for.
    pub(super) was_asked: bool,
}

impl Breaker {
    /// Permits the caller to ask the store. If it is away, only one may in each [`PAUSE`].
    pub(super) fn admit(&self) -> Result<(), Unanswered> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(away) = &mut *state else { return Ok(()) };
        let now = Instant::now();
        let left = away.ask_again.saturating_duration_since(now);
        if !left.is_zero() {
            return Err(Unanswered { error: away.error.clone(), wait: left, was_asked: false });
        }
        away.ask_again = now + PAUSE;
        Ok(())
    }

    /// Takes note of an answer. There is one event when the store goes away, and one when it is back.
    pub(super) fn answered<T>(&self, answer: Result<T, StoreError>) -> Result<T, Unanswered> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match answer {
            Ok(answer) => {
                if state.take().is_some() {
                    info!("the store of the rate limit answers again");
                }
                Ok(answer)
            }
            Err(error) => {
                if state.is_none() {
                    warn!(error = %error, "the store of the rate limit does not answer");
                }
                *state = Some(Away { error: error.clone(), ask_again: Instant::now() + PAUSE });
                Err(Unanswered { error, wait: PAUSE, was_asked: true })
            }
        }
    }
}
