//! Pagers: how an operation's builder requests all pages of a listing.

use super::{PageField, Type, Value};

/// A pager: how an operation requests one page after another. It is derived from the document or configured in
/// `names.json`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pager {
    /// The method of the builder that streams the items.
    pub items_method: String,
    /// The method of the builder that streams complete pages.
    pub pages_method: String,
    /// The rule that found the pager.
    pub rule: PagerRule,
    /// How the next page is requested.
    pub by: PagingMethod,
    /// The path of fields that leads from the response to the list of items. Empty if the response itself is the list.
    pub list: Vec<PageField>,
    /// The type of the items.
    pub item: Value,
}

/// How the next page of a listing is requested.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PagingMethod {
    /// The request repeats a cursor from the previous page.
    Cursor(Cursor),
    /// The request contains the page number, or the number of items on all previous pages.
    Number(Box<Number>),
    /// The previous page contains the URL of the next page, at the path of these fields. Without fields, the URL is in
    /// the response header `Link`.
    Url(Vec<PageField>),
}

/// A query parameter that repeats a cursor from the previous page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cursor {
    /// The method of the builder that sets the query parameter. For a field of an object, the field's name follows in
    /// brackets, as in `pageable[page]`.
    pub setter: String,
    /// The name of the query parameter on the wire, including a field in brackets.
    pub wire_name: String,
    /// The type of the cursor. The cursor's field in the response has the same type, unless the source is
    /// [`CursorSource::Number`].
    pub ty: Type,
    /// The object in which the path `next` starts, and whether the cursor is a number.
    pub source: CursorSource,
    /// The path of fields that leads to the cursor.
    pub next: Vec<PageField>,
    /// The JSON name of the last field in `next`.
    pub next_name: String,
    /// The field that states whether another page follows. `None` if no field states this.
    pub more: Option<More>,
}

/// The kind of value that contains a cursor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CursorSource {
    /// A field of the response.
    Field,
    /// A field of the response that contains a number. A number below 1 means that no page follows.
    Number,
    /// A field of the last item of the page.
    LastItem,
}

/// A field of a page that states whether another page follows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct More {
    /// The name of the field on the wire.
    pub wire_name: String,
    /// The path of fields that leads from the response to this field.
    pub path: Vec<PageField>,
}

/// A query parameter for the number of a page, or for the number of items on all previous pages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Number {
    /// The method of the builder that sets the parameter, in the format of [`Cursor::setter`].
    pub setter: String,
    /// The name of the parameter on the wire, including a field in brackets.
    pub wire_name: String,
    /// Whether the parameter counts pages or items.
    pub of: Counted,
    /// The page that is requested first.
    pub first: FirstPage,
    /// The query parameter for the number of items per page. `None` if the operation does not have this parameter.
    pub limit: Option<Limit>,
    /// The fields that contain the total number of items or pages. The preferred field is first.
    pub totals: Vec<Total>,
    /// The path to the field in which a page states its number. `None` if there is no such field, or if
    /// [`first`](Self::first) is [`FirstPage::Stated`], which already contains the path.
    pub stated: Option<Vec<PageField>>,
    /// The field that states whether another page follows. `None` if no field states this.
    pub more: Option<More>,
}

/// The page that is requested first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FirstPage {
    /// A page with a known number.
    Numbered {
        /// The number.
        number: i64,
        /// Whether the service returns this page to requests without the parameter.
        is_default: bool,
    },
    /// The page that the service returns to requests without the parameter. Its number is unknown until the response
    /// arrives, which contains the number at this path of fields.
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

impl Limit {
    /// Returns whether the document declares how many items a page has, so that a page with fewer items is the last.
    pub fn is_declared(&self) -> bool {
        self.default.is_some() || self.maximum.is_some()
    }
}

/// A field of a page that contains the total number of items or pages in the listing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Total {
    /// Whether the field counts items or pages.
    pub of: Counted,
    /// Whether the field contains the number of the last page rather than a count.
    pub is_last_page: bool,
    /// The path of fields that leads from the response to the total.
    pub path: Vec<PageField>,
}

/// The unit of a page number or a total.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counted {
    /// Items on all pages.
    Items,
    /// Pages of the listing.
    Pages,
}

macro_rules! pager_rules {
    ($($(#[$docs:meta])* $rule:ident = $id:literal, $description:literal;)*) => {
        /// The rule by which the generator recognized how an operation requests its next page.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum PagerRule {
            $($(#[$docs])* $rule,)*
        }

        impl PagerRule {
            /// All rules.
            pub const ALL: &[Self] = &[$(Self::$rule),*];

            /// Returns the identifier of the rule in reports. It never changes, so programs can rely on it.
            pub fn id(self) -> &'static str {
                match self { $(Self::$rule => $id,)* }
            }

            /// Describes the part of the document that the rule is based on.
            pub fn description(self) -> &'static str {
                match self { $(Self::$rule => $description,)* }
            }
        }
    };
}

pager_rules! {
    /// `client.pages` in `names.json` specifies how the operation requests pages.
    Setting = "setting", "`client.pages` in `names.json`";
    /// The operation declares the extension `x-dropshot-pagination`.
    Dropshot = "dropshot", "`x-dropshot-pagination`";
    /// A cursor parameter, such as `cursor`, has the same name as a field of the response.
    CursorField = "cursor-field", "a cursor parameter, and a response field with the same name";
    /// A field of the response is named after a parameter and the word `next`, such as `nextCursor` for `cursor`.
    NextField = "next-field", "a field whose name consists of the parameter's name and `next`";
    /// A page number parameter has a default.
    PageDefault = "page-default", "a page number parameter that declares a `default`";
    /// A field of the response contains the URL of the next page.
    NextUrl = "next-url", "a field with the URL of the next page";
    /// The description of the response header `Link` mentions other pages.
    LinkHeader = "link-header", "the header `Link`";
    /// A page number parameter has no default, but a minimum.
    PageMinimum = "page-minimum", "a page number parameter that declares a `minimum`";
    /// An offset parameter has a default or a minimum.
    Offset = "offset", "an offset parameter that declares a `default` or `minimum`";
    /// The response contains a paging object, such as `pagination`. One of its fields has the same name as a parameter.
    PagingObject = "paging-object", "a field with the same name as the parameter, in an object with information \
                                     about the pages";
    /// A field of the response contains the number of the next page.
    NextPage = "next-page", "a field with the number of the next page";
    /// A field of the response contains the number of the current page.
    PresentPage = "present-page", "a field with the number of the current page";
    /// A parameter is an offset, and the response contains the total number of items, or states whether more items
    /// follow.
    OffsetTotal = "offset-total", "an offset parameter, with a total or a field that states whether more items follow";
    /// A field of the response contains the id of the last item.
    LastId = "last-id", "a field with the id of the last item";
    /// The next page is requested with the id of the previous page's last item, and a field states whether more items
    /// follow.
    LastItem = "last-item", "the id of the last item, with a field that states whether more items follow";
}
