use std::fmt;

/// The page of a listing that a call was for.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct FailedPage(Box<Inner>);

#[derive(Clone, PartialEq, Eq)]
struct Inner {
    /// The cursor or number; a first page may have none.
    at: Option<String>,
    /// What messages call it.
    shown: String,
}

impl FailedPage {
    pub(crate) fn new(at: Option<String>, shown: String) -> Self {
        Self(Box::new(Inner { at, shown }))
    }

    pub(super) fn at(&self) -> Option<&str> {
        self.0.at.as_deref()
    }

    /// Writes what follows the name of the call: `, page 3`.
    pub(super) fn fmt(page: Option<&Self>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        page.map_or(Ok(()), |page| write!(f, ", {}", page.0.shown))
    }
}

// A cursor is part of a query, and may be private.
impl fmt::Debug for FailedPage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.shown)
    }
}
