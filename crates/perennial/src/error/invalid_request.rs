use std::fmt;

use super::call::Call;
use super::page::FailedPage;
use super::text::Line;
use crate::operation::OperationRef;

/// A client that cannot be built, or a request that was refused and not sent. With a listing ([`page`](crate::page)),
/// earlier pages may have been fetched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidRequest {
    pub(super) operation: Option<OperationRef>,
    /// Of the call before; 0 if there was none.
    pub(super) attempts: u32,
    /// Shorter than a `String`: each [`Error`](super::Error) is as large as the largest of them.
    reason: Box<str>,
    pub(super) page: Option<Box<FailedPage>>,
}

impl InvalidRequest {
    /// Not about an operation: a client that cannot be built.
    pub fn new(reason: impl Into<String>) -> Self {
        Self { operation: None, attempts: 0, reason: reason.into().into(), page: None }
    }

    /// About a call that was not sent, for example of an [`Operation`](crate::Operation).
    pub fn of(call: impl Into<Call>, reason: impl Into<String>) -> Self {
        Self::refused(call.into().operation, reason)
    }

    /// A call of this operation is refused.
    pub(crate) fn refused(operation: OperationRef, reason: impl Into<String>) -> Self {
        Self::after(operation, 0, reason)
    }

    /// The next call is refused, after one that took so many attempts.
    pub(crate) fn after(operation: OperationRef, attempts: u32, reason: impl Into<String>) -> Self {
        Self { operation: Some(operation), attempts, reason: reason.into().into(), page: None }
    }

    /// Returns what is wrong, and the remedy if there is one. Never contains a secret.
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// The operation that was called; `None` if the client could not be built. If a listing was not
    /// followed any further, that of its pages.
    pub fn operation_id(&self) -> Option<&'static str> {
        self.operation.as_ref().map(|operation| operation.operation_id())
    }
}

impl fmt::Display for InvalidRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(operation) = &self.operation {
            f.write_str(operation.call_name())?;
            FailedPage::fmt(self.page.as_deref(), f)?;
            f.write_str(": ")?;
        }
        Line(&self.reason).fmt(f)
    }
}

impl std::error::Error for InvalidRequest {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_shown_as_a_whole_and_on_one_line() {
        let reason = "a\nb\u{1b}[2J".to_owned() + &"c".repeat(1_000);
        let shown = "a\\nb\\u{1b}[2J".to_owned() + &"c".repeat(1_000);
        let error = InvalidRequest::new(reason.as_str());
        assert_eq!((error.to_string(), error.reason()), (shown, reason.as_str()));
    }
}
