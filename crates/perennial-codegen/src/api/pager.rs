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
    /// The request goes to a URL from the previous page. The fields are the path to that URL. If there are no fields,
    /// the URL is in the header `Link`.
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
    /// The type of the cursor, which is also the type of the field, unless the field is a number.
    pub ty: Type,
    /// The value that the path `next` begins at, and its form.
    pub source: CursorSource,
    /// The path of fields to the cursor.
    pub next: Vec<PageField>,
    /// The name on the wire of the last field in `next`, which contains the cursor.
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
        /// Whether the service uses this number if the parameter is absent.
        is_default: bool,
    },
    /// The page that the service returns if the parameter is absent. Each page states its number in these fields.
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
    /// `client.pages` in `names.json` specifies the paging.
    Setting = "setting", "`client.pages` in `names.json`";
    /// The operation has `x-dropshot-pagination`.
    Dropshot = "dropshot", "`x-dropshot-pagination`";
    /// A parameter such as `cursor` has the name of a field.
    CursorField = "cursor-field", "a cursor that is both a parameter and a field";
    /// A field has the name of a parameter, combined with `next`.
    NextField = "next-field", "a field named after the parameter and `next`";
    /// A page number has a default.
    PageDefault = "page-default", "a page number with a default";
    /// A field is the URL of the next page.
    NextUrl = "next-url", "a field with the URL of the next page";
    /// The header `Link` is described as paging.
    LinkHeader = "link-header", "the header `Link`";
    /// A page number without a default has a smallest value.
    PageMinimum = "page-minimum", "a page number with a minimum";
    /// An offset has a default or a smallest value.
    Offset = "offset", "an offset with a default or minimum";
    /// An object about pages contains a field with the name of a parameter.
    PagingObject = "paging-object", "a field of the parameter's name in an object about pages";
    /// A field is the number of the next page.
    NextPage = "next-page", "a field with the number of the next page";
    /// A field is the number of the present page.
    PresentPage = "present-page", "a field with the number of the present page";
    /// A field is the total of an offset, or whether more items follow.
    OffsetTotal = "offset-total", "an offset, with a total or a field for whether more items follow";
    /// A field is the id of the last item.
    LastId = "last-id", "a field with the id of the last item";
    /// The last item of a page has the id that requests the next page.
    LastItem = "last-item", "the id of the last item, with a field for whether more items follow";
}
