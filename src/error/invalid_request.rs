use std::fmt;

use crate::operation::Operation;

/// A client that cannot be made, or a request that was refused and not sent; of a listing, earlier pages may have been
/// fetched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidRequest {
    operation: Option<&'static Operation>,
    reason: String,
}

impl InvalidRequest {
    /// Of no operation: a client that cannot be built, a listing that does not end.
    pub(crate) fn new(reason: impl Into<String>) -> Self {
        Self { operation: None, reason: reason.into() }
    }

    pub(crate) fn of(operation: &'static Operation, reason: impl Into<String>) -> Self {
        Self { operation: Some(operation), reason: reason.into() }
    }

    /// What is wrong, and where there is one, the remedy. Never holds a secret.
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// The operation that was called; `None` where the client itself could not be built, and where
    /// [`paginate`](crate::paginate) does not ask for another page.
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
