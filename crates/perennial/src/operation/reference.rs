use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use super::Operation;

/// The operation of a call: one of the document, which costs nothing to keep, or one that lives as long as the call and
/// its error.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum OperationRef {
    Declared(&'static Operation),
    Own(Arc<Operation>),
}

impl OperationRef {
    /// With `redact` applied to what the caller wrote.
    pub(crate) fn redacted(self, redact: impl Fn(&str) -> String) -> Self {
        match self {
            Self::Declared(_) => self,
            Self::Own(operation) => {
                let [call_name, path] = [&operation.call_name, &operation.path].map(|text| redact(text).into());
                Operation { call_name, path, ..(*operation).clone() }.into()
            }
        }
    }
}

impl Deref for OperationRef {
    type Target = Operation;

    fn deref(&self) -> &Operation {
        match self {
            Self::Declared(operation) => operation,
            Self::Own(operation) => operation,
        }
    }
}

impl From<&'static Operation> for OperationRef {
    fn from(operation: &'static Operation) -> Self {
        Self::Declared(operation)
    }
}

impl From<Operation> for OperationRef {
    fn from(operation: Operation) -> Self {
        Self::Own(operation.into())
    }
}

impl fmt::Debug for OperationRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}
