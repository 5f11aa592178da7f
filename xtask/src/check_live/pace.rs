//! When the next request may be sent.

use std::time::Duration;

use tokio::time::{Instant, sleep_until};

/// At most one request a second.
pub const INTERVAL: Duration = Duration::from_secs(1);

/// Lets requests begin at least an interval apart.
#[derive(Debug)]
pub struct Pace {
    interval: Duration,
    next: Option<Instant>,
}

impl Pace {
    /// The first request may be sent at once.
    pub fn new(interval: Duration) -> Self {
        Self { interval, next: None }
    }

    /// Waits until the next request may be sent, which it then is.
    pub async fn turn(&mut self) {
        if let Some(next) = self.next {
            sleep_until(next).await;
        }
        self.next = Some(Instant::now() + self.interval);
    }

    /// Lets the next request wait at least this long from now.
    pub fn pause(&mut self, wait: Duration) {
        self.next = self.next.max(Some(Instant::now() + wait));
    }
}
