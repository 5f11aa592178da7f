use reqwest::StatusCode;
use tracing::{Span, debug_span, field};

use crate::client::BaseUrl;
use crate::clock::Instant;
use crate::deadline::millis;
use crate::interceptor::Outcome;
use crate::operation::Operation;
use crate::service::Service;

/// Returns the name of the span: the method and the path, or only the method if the path differs between calls.
fn span_name(operation: &Operation) -> String {
    let method = operation.method();
    operation.template().map_or_else(|| method.to_owned(), |path| format!("{method} {path}"))
}

/// The span of a call, with the fields of OpenTelemetry's semantic conventions for HTTP clients.
///
/// The outcome is recorded when the call ends, even if its future is dropped. Numbers are `i64`, because other types
/// arrive at OpenTelemetry as strings.
pub(super) struct CallSpan {
    pub(super) span: Span,
    /// The start of the call; `None` if the span is disabled.
    start: Option<Instant>,
    pub(super) attempts: u32,
    /// The response status of the last completed attempt, if it received a response.
    pub(super) status: Option<StatusCode>,
    ended: bool,
}

impl CallSpan {
    /// Starts the span. The span contains no data from the caller or the service: no parameters, headers or bodies.
    pub(super) fn begin(service: &Service, operation: &Operation, base_url: &BaseUrl) -> Self {
        let span = debug_span!(
            "request",
            client = service.name(),
            operation_id = Some(operation.operation_id()).filter(|id| !id.is_empty()),
            "otel.name" = %span_name(operation),
            "otel.kind" = "client",
            "http.request.method" = operation.method(),
            "url.template" = operation.template(),
            "server.address" = base_url.host(),
            "server.port" = base_url.port().map(i64::from),
            "http.response.status_code" = field::Empty,
            "http.request.resend_count" = field::Empty,
            "error.type" = field::Empty,
            "otel.status_code" = field::Empty,
            elapsed_ms = field::Empty,
        );
        let start = (!span.is_none()).then(Instant::now);
        Self { span, start, attempts: 0, status: None, ended: false }
    }

    pub(super) fn end(mut self, outcome: Outcome<'_>) {
        self.status = outcome.status();
        self.record(outcome);
    }

    fn record(&mut self, outcome: Outcome<'_>) {
        if let Some(status) = self.status {
            self.span.record("http.response.status_code", i64::from(status.as_u16()));
        }
        if self.attempts > 1 {
            self.span.record("http.request.resend_count", i64::from(self.attempts - 1));
        }
        if let Some(error_type) = outcome.error_type() {
            self.span.record("error.type", error_type);
            self.span.record("otel.status_code", "ERROR");
        }
        if let Some(start) = self.start {
            self.span.record("elapsed_ms", millis(start.elapsed()));
        }
        self.ended = true;
    }
}

impl Drop for CallSpan {
    fn drop(&mut self) {
        if !self.ended {
            self.record(Outcome::Cancelled);
        }
    }
}
