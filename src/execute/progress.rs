use reqwest::StatusCode;
use tokio::time::Instant;
use tracing::Span;

use crate::deadline::millis;

/// How far a call came; its span is told when the call ends, also where it is given up.
pub(super) struct Progress {
    span: Span,
    pub(super) start: Instant,
    pub(super) attempts: u32,
    /// Of the last answer.
    pub(super) status: Option<StatusCode>,
}

impl Progress {
    pub(super) fn begin(span: Span) -> Self {
        Self { span, start: Instant::now(), attempts: 0, status: None }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(status) = self.status {
            self.span.record("status", status.as_u16());
        }
        self.span.record("attempts", self.attempts);
        self.span.record("elapsed_ms", millis(self.start.elapsed()));
    }
}
