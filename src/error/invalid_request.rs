use std::fmt;

use crate::operation::Operation;

/// A client that cannot be built, or a request that was refused and not sent. With [`paginate`](crate::paginate),
/// earlier pages may have been fetched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidRequest {
    operation: Option<&'static Operation>,
    reason: String,
}

impl InvalidRequest {
    /// Not about an operation: a client that cannot be built, a listing that does not end.
    pub fn new(reason: impl Into<String>) -> Self {
        Self { operation: None, reason: reason.into() }
    }

    /// About a call of this operation.
    pub fn of(operation: &'static Operation, reason: impl Into<String>) -> Self {
        Self { operation: Some(operation), reason: reason.into() }
    }

    /// What is wrong, and the remedy if there is one. Never contains a secret.
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// The operation that was called; `None` if the client could not be built, or [`paginate`](crate::paginate)
    /// refused to fetch another page.
    pub fn operation_id(&self) -> Option<&'static str> {
        self.operation.map(Operation::operation_id)
    }

    pub(super) fn operation(&self) -> Option<&'static Operation> {
        self.operation
    }
}

impl fmt::Display for InvalidRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(operation) = self.operation {
            write!(f, "{}: ", operation.operation_id())?;
        }
        f.write_str(&self.reason)
    }
}

impl std::error::Error for InvalidRequest {}
