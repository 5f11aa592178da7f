//! Pagers: what the builder of an operation has to go through all pages of its listing.

use super::{PageField, Type, Value};

/// The way from page to page of an operation, as the document shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pager {
    /// The method of the builder that streams the items.
    pub items_method: String,
    /// The method of the builder that streams whole pages.
    pub pages_method: String,
    /// The means by which the next page is asked for.
    pub by: By,
    /// The fields that lead from the response to the list; none if it is the list itself.
    pub list: Vec<PageField>,
    /// The elements of the list.
    pub item: Value,
}

/// The means by which the next page can be asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum By {
    /// A field of the page before.
    Cursor(Cursor),
    /// Its number, or the number of items before it.
    Number(Box<Number>),
    /// The URL that the page before has in these fields; in its header `Link`, if there are none.
    Url(Vec<PageField>),
}

/// A query parameter that takes what the page before has in a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cursor {
    /// The method of the builder that sets the parameter.
    pub setter: String,
    /// The name of the parameter on the wire.
    pub wire_name: String,
    /// Of the parameter, and of the field.
    pub ty: Type,
    /// The fields that lead from the response to the cursor.
    pub next: Vec<PageField>,
    /// The name of the last of them on the wire.
    pub next_name: String,
}

/// A query parameter that takes the number of a page, or of the items before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Number {
    /// The method of the builder that sets the parameter.
    pub setter: String,
    /// The name of the parameter on the wire.
    pub wire_name: String,
    /// The things that it counts.
    pub of: Counted,
    /// The number of the first page.
    pub first: i64,
    /// Set if that is what the service takes where it is left out.
    pub is_default: bool,
    /// The parameter that takes the number of items of a page.
    pub limit: Option<Limit>,
    /// The field that holds the total.
    pub total: Option<Total>,
}

/// A query parameter that takes how many items a page has at most.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limit {
    /// The method of the builder that sets the parameter.
    pub setter: String,
    /// The name of the parameter on the wire.
    pub wire_name: String,
    /// If it is not set.
    pub default: Option<i64>,
    /// The most that the service takes.
    pub maximum: Option<i64>,
}

/// A field of a page that says how much there is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Total {
    /// The things that it counts.
    pub of: Counted,
    /// The fields that lead from the response to it.
    pub path: Vec<PageField>,
}

/// The things that a total or the number of a page can count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counted {
    /// Items on all pages.
    Items,
    /// Pages.
    Pages,
}
