//! Describes pagers: how the builder of an operation requests all pages of its listing.

use std::fmt;

use super::{PageField, Type, Value};

/// A pager: how an operation requests one page after another, according to the document or to `names.json`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pager {
    /// The method of the builder that streams the items.
    pub items_method: String,
    /// The method of the builder that streams complete pages.
    pub pages_method: String,
    /// The rule that found the pager.
    pub rule: PagerRule,
    /// The method by which the next page is requested.
    pub by: PagingMethod,
    /// The path of fields from the response to the list of items. Empty if the response itself is the list.
    pub list: Vec<PageField>,
    /// The type of the items.
    pub item: Value,
}

/// How an operation requests the next page of its listing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PagingMethod {
    /// The request contains a cursor, which is a field of the previous page.
    Cursor(Cursor),
    /// The request contains the number of the page, or the number of items before the page.
    Number(Box<Number>),
    /// The next page is requested from a URL in the previous page. The fields are the path to that URL. If there are no
    /// fields, the URL is in the header `Link`.
    Url(Vec<PageField>),
}

/// A query parameter whose value is the cursor in the previous page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cursor {
    /// The method of the builder that sets the query parameter. If the parameter is an object, a field of the object
    /// follows in brackets, as in `pageable[page]`.
    pub setter: String,
    /// The name of the parameter on the wire, with the field in brackets.
    pub wire_name: String,
    /// The type of the cursor. The field of the response that contains the cursor has the same type, except for
    /// [`CursorSource::Number`].
    pub ty: Type,
    /// The value in which the path `next` begins, such as the response, and whether the cursor is a number.
    pub source: CursorSource,
    /// The path of fields that leads to the cursor. It begins in the value that `source` specifies.
    pub next: Vec<PageField>,
    /// The name of the last field in `next`, as in JSON.
    pub next_name: String,
    /// The field that states whether another page follows.
    pub more: Option<More>,
}

/// The value that contains a cursor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CursorSource {
    /// A field of the response.
    Field,
    /// A field of the response that is a number. Numbers below 1 never identify a next page.
    Number,
    /// A field of the last item of the page.
    LastItem,
}

/// A field of a page that states whether another page follows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct More {
    /// The name of the field on the wire.
    pub wire_name: String,
    /// The path of fields from the response to the field.
    pub path: Vec<PageField>,
}

/// A query parameter whose value is the number of a page, or the number of items before the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Number {
    /// The method of the builder that sets the parameter, as in [`Cursor::setter`].
    pub setter: String,
    /// The name of the parameter on the wire, with the field in brackets.
    pub wire_name: String,
    /// The unit in which the parameter counts: pages or items.
    pub of: Counted,
    /// The first page.
    pub first: FirstPage,
    /// The query parameter for the number of items per page, if there is one.
    pub limit: Option<Limit>,
    /// The field of a page that contains the total number of items or pages, if there is one.
    pub total: Option<Total>,
    /// The field that states whether another page follows.
    pub more: Option<More>,
}

/// The page that is requested first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FirstPage {
    /// The page with this number.
    Numbered {
        /// The number.
        number: i64,
        /// Whether the service returns this page if the parameter is absent.
        is_default: bool,
    },
    /// The page that the service returns if the parameter is absent. The document does not specify the number of that
    /// page, but each page contains its own number, at this path of fields.
    Stated(Vec<PageField>),
}

/// A query parameter for the maximum number of items per page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limit {
    /// The method of the builder that sets the query parameter.
    pub setter: String,
    /// The name of the query parameter on the wire.
    pub wire_name: String,
    /// The number of items per page if the parameter is not set.
    pub default: Option<i64>,
    /// The largest number of items per page that the service accepts.
    pub maximum: Option<i64>,
}

/// A field of a page that contains the total number of items or pages in the listing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Total {
    /// The unit of the total: pages or items.
    pub of: Counted,
    /// The path of fields from the response to the field that contains the total.
    pub path: Vec<PageField>,
}

/// The unit in which a page number or a total counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counted {
    /// Items, counted across all pages.
    Items,
    /// Pages of the listing.
    Pages,
}

macro_rules! pager_rules {
    ($($(#[$docs:meta])* $rule:ident = $id:literal, $description:literal;)*) => {
        /// A rule that finds how an operation requests its next page.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum PagerRule {
            $($(#[$docs])* $rule,)*
        }

        impl PagerRule {
            /// Returns the description of the rule: the part of the document that it is based on.
            pub fn description(self) -> &'static str {
                match self { $(Self::$rule => $description,)* }
            }
        }

        /// Formats the rule as an identifier for reports. It never changes, so programs can rely on it.
        impl fmt::Display for PagerRule {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $(Self::$rule => $id,)* })
            }
        }
    };
}

pager_rules! {
    /// `client.pages` in `names.json` specifies how the operation requests its pages.
    Setting = "setting", "`client.pages` in `names.json`";
    /// The operation declares the extension `x-dropshot-pagination`.
    Dropshot = "dropshot", "`x-dropshot-pagination`";
    /// A parameter for a cursor, such as `cursor`, has the same name as a field of the response.
    CursorField = "cursor-field", "a cursor that is both a parameter and a field";
    /// The name of a field in the response is the name of a parameter with the word `next`, such as `nextCursor` for
    /// `cursor`.
    NextField = "next-field", "a field named after the parameter and `next`";
    /// A parameter is a page number with a default.
    PageDefault = "page-default", "a page number with a default";
    /// A field of the response contains the URL of the next page.
    NextUrl = "next-url", "a field with the URL of the next page";
    /// According to its description, the response header `Link` refers to other pages.
    LinkHeader = "link-header", "the header `Link`";
    /// A parameter is a page number without a default, but with a minimum.
    PageMinimum = "page-minimum", "a page number with a minimum";
    /// A parameter is an offset with a default or a minimum.
    Offset = "offset", "an offset with a default or minimum";
    /// The response contains an object about pages, which has a field with the same name as a parameter.
    PagingObject = "paging-object", "a field of the parameter's name in an object about pages";
    /// A field of the response contains the number of the next page.
    NextPage = "next-page", "a field with the number of the next page";
    /// A field of the response contains the number of the current page.
    PresentPage = "present-page", "a field with the number of the present page";
    /// A parameter is an offset, and a field of the response contains the total number of items or states whether more
    /// items follow.
    OffsetTotal = "offset-total", "an offset, with a total or a field for whether more items follow";
    /// A field of the response contains the id of the last item.
    LastId = "last-id", "a field with the id of the last item";
    /// The id of the last item in a page requests the next page, and a field states whether more items follow.
    LastItem = "last-item", "the id of the last item, with a field for whether more items follow";
}
