//! Describes pagers: how the builder of an operation requests all pages of its listing.

use super::{PageField, Type, Value};

/// How an operation requests one page after another, as the document shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pager {
    /// The method of the builder that streams the items.
    pub items_method: String,
    /// The method of the builder that streams complete pages.
    pub pages_method: String,
    /// How the next page is requested.
    pub by: PagingMethod,
    /// The path of fields from the response to the list; empty if the response is the list.
    pub list: Vec<PageField>,
    /// The type of the elements of the list.
    pub item: Value,
}

/// How the next page is requested.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PagingMethod {
    /// With a cursor, which is a field of the previous page.
    Cursor(Cursor),
    /// With the number of the page, or the number of items before it.
    Number(Box<Number>),
    /// With a URL, which is in these fields of the previous page, or in its header `Link` if there are no fields.
    Url(Vec<PageField>),
}

/// A query parameter whose value is a field of the previous page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cursor {
    /// The method of the builder that sets the parameter.
    pub setter: String,
    /// The name of the parameter on the wire.
    pub wire_name: String,
    /// The type of the parameter and of the field.
    pub ty: Type,
    /// The path of fields from the response to the cursor.
    pub next: Vec<PageField>,
    /// The name on the wire of the last field in `next`.
    pub next_name: String,
}

/// A query parameter whose value is the number of a page, or the number of items before the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Number {
    /// The method of the builder that sets the parameter.
    pub setter: String,
    /// The name of the parameter on the wire.
    pub wire_name: String,
    /// The unit of the number.
    pub of: Counted,
    /// The number of the first page.
    pub first: i64,
    /// Whether the service uses the first page if the parameter is absent.
    pub is_default: bool,
    /// The parameter for the number of items per page.
    pub limit: Option<Limit>,
    /// The field with the total.
    pub total: Option<Total>,
}

/// A query parameter for the maximum number of items per page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limit {
    /// The method of the builder that sets the parameter.
    pub setter: String,
    /// The name of the parameter on the wire.
    pub wire_name: String,
    /// The number of items if the parameter is not set.
    pub default: Option<i64>,
    /// The largest value that the service accepts.
    pub maximum: Option<i64>,
}

/// A field of a page with the total of all pages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Total {
    /// The unit of the total.
    pub of: Counted,
    /// The path of fields from the response to the total.
    pub path: Vec<PageField>,
}

/// The unit of a total or of the number of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counted {
    /// Items on all pages.
    Items,
    /// Pages.
    Pages,
}
