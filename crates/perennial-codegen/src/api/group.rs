//! Groups of operations, by the tags of the document.

/// The operations of one tag, under short names.
#[derive(Debug, Clone)]
pub struct Group {
    /// The method of `Client`.
    pub name: String,
    /// The struct in `tags`.
    pub type_name: String,
    /// The feature that it comes with.
    pub feature: String,
    /// The tag of the document.
    pub tag: String,
    /// The description in the document, as Markdown; empty if there is none.
    pub docs: String,
    /// In the document's order.
    pub operations: Vec<GroupedOperation>,
}

/// An operation in its group.
#[derive(Debug, Clone)]
pub struct GroupedOperation {
    /// The method of the group.
    pub name: String,
    /// Which of the API's operations it is.
    pub index: usize,
}
