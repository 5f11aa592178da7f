//! Limits how often refused tokens are renewed, in case the service refuses every token.

use std::time::Duration;

use crate::clock::Instant;

/// The number of renewals without a pause. Each further renewal waits for [`FIRST_PAUSE`], which doubles each time, up
/// to [`LONGEST_PAUSE`].
const AT_ONCE: u32 = 2;
const FIRST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(60);
/// After this time without a renewal, the count starts again at 0.
const RECOVERY: Duration = Duration::from_secs(300);

#[derive(Default)]
pub(super) struct Renewals {
    count: u32,
    last: Option<Instant>,
}

impl Renewals {
    /// Returns whether a token that was just refused may be renewed now. If so, counts the renewal.
    pub(super) fn try_begin(&mut self) -> bool {
        let now = Instant::now();
        let since = self.last.map_or(Duration::MAX, |last| now.saturating_duration_since(last));
        if since >= RECOVERY {
            self.count = 0;
        }
        if since < self.pause() {
            return false;
        }
        (self.count, self.last) = (self.count.saturating_add(1), Some(now));
        true
    }

    /// Resets the count, because the service has accepted a token.
    pub(super) fn reset(&mut self) {
        *self = Self::default();
    }

    fn pause(&self) -> Duration {
        let doublings = self.count.checked_sub(AT_ONCE);
        doublings.map_or(Duration::ZERO, |doublings| {
            FIRST_PAUSE.saturating_mul(2_u32.saturating_pow(doublings)).min(LONGEST_PAUSE)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn pause_between_token_renewals_doubles_up_to_a_minute() {
        let mut renewals = Renewals::default();
        assert!(renewals.try_begin() && renewals.try_begin() && !renewals.try_begin());
        for pause in [1, 2, 4, 8, 16, 32, 60, 60] {
            tokio::time::advance(Duration::from_secs(pause) - Duration::from_millis(1)).await;
            assert!(!renewals.try_begin(), "{pause}");
            tokio::time::advance(Duration::from_millis(1)).await;
            assert!(renewals.try_begin() && !renewals.try_begin(), "{pause}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn renewal_pause_resets_after_a_token_has_worked_for_five_minutes() {
        let mut renewals = Renewals { count: 10, last: Some(Instant::now()) };
        tokio::time::advance(RECOVERY).await;
        assert!(renewals.try_begin() && renewals.try_begin() && !renewals.try_begin());
    }
}
