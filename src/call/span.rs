use reqwest::StatusCode;
use tokio::time::Instant;
use tracing::{Span, debug_span, field};

use crate::deadline::millis;
use crate::operation::Operation;

/// The span of a call and its progress, recorded when the call ends or is cancelled.
pub(super) struct CallSpan {
    pub(super) span: Span,
    pub(super) start: Instant,
    pub(super) attempts: u32,
    /// Of the last response.
    pub(super) status: Option<StatusCode>,
}

impl CallSpan {
    /// The span contains nothing of the caller's or the service's: no parameters, no headers, no bodies.
    pub(super) fn begin(operation: &Operation) -> Self {
        let span = debug_span!(
            "request",
            operation_id = operation.operation_id(),
            method = operation.method(),
            path = operation.path(),
            status = field::Empty,
            attempts = field::Empty,
            elapsed_ms = field::Empty,
        );
        Self { span, start: Instant::now(), attempts: 0, status: None }
    }
}

impl Drop for CallSpan {
    fn drop(&mut self) {
        if let Some(status) = self.status {
            self.span.record("status", status.as_u16());
        }
        self.span.record("attempts", self.attempts);
        self.span.record("elapsed_ms", millis(self.start.elapsed()));
    }
}
