//! Streams of all items or all pages of paginated listings.
//!
//! If the API document describes how the next page is requested, the builder of the operation has the methods `items()`
//! and `pages()`, which return [`Items`] and [`Pages`]. Otherwise, use the function [`paginate`], which returns
//! [`Items`].
//!
//! Each page is a separate call, with its own retries, limits and deadline. Nothing is sent before the stream is
//! polled, and a page is requested only after all items of the previous page have been consumed.
//!
//! # When a stream ends
//!
//! **By cursor.** The stream ends after a page without a cursor, or with an empty cursor. It also ends after a page
//! with a flag that marks the last page. A cursor may be the number of the next page, or the id of the last item.
//!
//! **By URL.** The URL of the next page is in a field of the page, or in the response header `Link` with `rel="next"`
//! ([RFC 8288]). The stream ends after a page without such a URL. The position of a page is the query of its URL, which
//! replaces the query of the call. A pair that a derived client adds to the query is added unless the URL contains a
//! pair with the same name.
//!
//! Every page is requested from the client's own scheme, host and port, so credentials are never sent to another host:
//!
//! - If the path of the URL ends with the path of the operation, only the query of the URL is used, and its scheme and
//!   host are ignored. A trailing slash and percent-encoding make no difference to this comparison.
//! - A URL with a different path is followed if it is relative or contains the client's host and port, and if its path
//!   is below the base URL. It may have a different scheme, for example because a proxy terminates TLS. The path must
//!   not contain `..`, `//`, or an encoded slash, backslash, percent sign or control character. The position of the
//!   page is then the path with the query.
//! - A URL whose path [`following_paths_below`](Pages::following_paths_below) allows is also followed.
//!
//! Any other URL is not followed: the stream returns the items of the page that contains the URL, and then an error. A
//! `Link` header that cannot be parsed has the same effect. The error's [`page`](Error::page) is the page with the URL
//! or header, so resuming at this page returns its items again. A position that is passed to
//! [`starting_at`](Items::starting_at) must follow the same rules.
//!
//! **By number.** The number is a page number, or the number of items before the page. The stream ends after an empty
//! page, or earlier in these cases:
//!
//! - If each page shows whether another page follows, for example with `has_more`, the stream ends after the first page
//!   that shows that none follows. The other cases do not apply.
//! - If a page contains the total number of pages or items, or the number of the last page, the stream ends when it
//!   reaches this total or page. A total number of items is used only if the stream begins at the first page, or if
//!   pages are requested by the number of items before them, because the number of earlier items is otherwise unknown.
//!   A total that is less than the number of items on the page is ignored. If the document does not state the number of
//!   the first page, and the caller chose where to start, the client assumes that the first page has the number 1. If
//!   its number is 0, one empty page is requested at the end.
//! - If there is no such total but the limit is known, the stream ends after a page with fewer items than the limit.
//!   The limit is known if the caller set one that does not exceed the maximum in the document, or if the caller set
//!   none and the document declares a default.
//! - If the request for a further page fails with 404 or 400, the stream ends without an error, provided that all of
//!   the following hold:
//!   - The request contains a limit.
//!   - The last page received has fewer items than the limit, and every page before it was full.
//!   - The last page received contains neither a total nor a flag such as `has_more`.
//!   - No earlier page showed that another page follows, for example with a flag or a total.
//!
//!   Any other failure is an error, including a failure of the first page.
//!
//! [`Pages::end`] and [`Items::end`] return whether the service declared the end, or the client inferred it from an
//! empty page, a page with fewer items than the limit, or a failed request.
//!
//! [RFC 8288]: https://www.rfc-editor.org/rfc/rfc8288
//!
//! # Errors
//!
//! The first error ends a stream, after all items before the error have been returned. [`Error::page`] returns the page
//! that failed, and [`starting_at`](Items::starting_at) continues at this page, even in another process. Use the same
//! limit when you continue by page number, because the limit determines which items a page contains.
//!
//! ```text
//! let mut items = client.books().list().limit(100).items().starting_at(saved);
//! while let Some(item) = items.next().await {
//!     let item = item?; // the error has the `page()` to be saved
//!     …
//! }
//! ```
//!
//! In addition to the errors of a call, the stream ends with [`Error::InvalidRequest`] if the listing might never end,
//! in these cases:
//!
//! - A page requested by number has the same items as the page before it, so the service seems to ignore the number.
//!   Pages that contain different page numbers are not the same.
//! - A page contains a different number from the number in its request.
//! - 100 pages in a row contain no items ([`Items`] only).
//! - A page contains the cursor or the URL of an earlier page. The stream returns this page, and then the error instead
//!   of requesting the earlier page again.

#[allow(dead_code, reason = "the document determines how the pages of a listing are requested")]
mod link;
#[allow(dead_code, reason = "the document determines how the pages of a listing are requested")]
mod steps;
#[allow(dead_code, reason = "the document determines how the pages of a listing are requested")]
mod urls;

use std::convert::Infallible;
use std::fmt;
use std::marker::PhantomData;
use std::mem;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use futures_core::Stream;
use futures_util::StreamExt;

use crate::error::{Error, FailedPage, InvalidRequest};
use crate::optional::IntoOptional;
use crate::response::{Origin, ResponseValue};

// The following items are public, because generated implementations of `Listing` use them. They are `#[doc(hidden)]`,
// because the documentation of each client includes this module.
pub use link::next_link;
pub use sealed::Sealed;
pub use steps::ListingEnd;
pub use steps::{PageSize, Stated, Steps, Total, leading_on};
pub(crate) use urls::Urls;

/// Implemented by pages of a listing, which contain items and the id of the next page.
///
/// A generated struct implements this trait if it has exactly one list, such as `entries`, and exactly one string field
/// whose name begins with `next`, such as `nextId`.
///
/// To pass pages of any other type to [`paginate`], implement the trait for this type:
///
/// ```
/// # use perennial::page::Page;
/// struct Shelf {
///     books: Vec<String>,
///     continuation: Option<String>,
/// }
///
/// impl Page for Shelf {
///     type Item = String;
///
///     fn next_id(&self) -> Option<&str> {
///         self.continuation.as_deref()
///     }
///
///     fn into_items(self) -> Vec<String> {
///         self.books
///     }
/// }
/// ```
pub trait Page {
    /// The type of the items.
    type Item;

    /// Returns the id of the next page. On the last page, the id is `None` or empty.
    fn next_id(&self) -> Option<&str>;

    /// Returns the items of this page.
    fn into_items(self) -> Vec<Self::Item>;
}

/// Implemented by listings that are read page by page: by [`Paginate`], and by the builders that have the methods
/// `items()` and `pages()`.
///
/// The trait occurs in types such as `Items<builder::GetThings>`. Only this crate and generated code implement it.
pub trait Listing: Sealed + Sized {
    /// The type of the page that one call returns.
    type Page;

    /// The type of the items of a page.
    type Item;

    /// The position of a page in the listing: a cursor, a page number or offset (`i64`), or a string from the URL of
    /// the page.
    ///
    /// This string is the query of the URL. If the path of the URL is not the path of the call, the string is the path
    /// with the query.
    type At: Clone + fmt::Display;

    #[doc(hidden)]
    type Call: Future<Output = Result<ResponseValue<Self::Page>, Error>> + Unpin;

    /// Returns the initial state of the listing, and the position of the first page to request, if it is known.
    #[doc(hidden)]
    fn begin(&self) -> (Steps, Option<Self::At>);

    /// Requests the page at position `at`. If `at` is `None`, requests the page that is set in the caller's builder.
    #[doc(hidden)]
    fn fetch(&mut self, at: Option<&Self::At>) -> Self::Call;

    /// Returns the position of the page after `page`, or `None` after the last page. `at` is the position of `page`.
    ///
    /// Fails with a reason if the listing might never end, or if the position of the next page is unknown.
    #[doc(hidden)]
    fn next(
        steps: &mut Steps,
        at: Option<&Self::At>,
        page: &ResponseValue<Self::Page>,
    ) -> Result<Option<Self::At>, &'static str>;

    #[doc(hidden)]
    fn into_items(page: Self::Page) -> Vec<Self::Item>;
}

mod sealed {
    /// A supertrait of `Listing` that only this crate and generated code implement. Programs therefore cannot implement
    /// `Listing` by accident.
    #[doc(hidden)]
    pub trait Sealed {}
}

/// Streams the items of a listing, from its first page to its last.
///
/// Use this function if the API document does not describe how the next page is requested. Otherwise, use the methods
/// `items()` and `pages()` of the operation's builder.
///
/// `fetch` is called with `None` for the first page, and then with the id of each further page, which the previous page
/// contains. `fetch` decides how the id is passed to the service. A page is fetched only after the items of the
/// previous page have been consumed. To begin at a different page, call [`starting_at`](Items::starting_at). To stream
/// complete pages, call [`pages`](Items::pages).
///
/// The stream ends after a page without an id or with an empty id, and after the first error. The stream is [`Unpin`].
/// It is [`Send`] if `fetch`, the futures that `fetch` returns, and the items are [`Send`].
///
/// ```text
/// paginate(|next| {
///     let client = client.with_query(next.map(|id| ("nextId", id)));
///     async move { client.books().list().send().await }
/// })
/// ```
///
/// # Errors
///
/// The stream returns the errors of `fetch`. A deadline of the client applies to the call for each page, not to the
/// complete stream.
///
/// If the listing might never end, the stream returns [`Error::InvalidRequest`] instead of another page. This is the
/// case if a page contains the id of an earlier page (the service ignores the id that `fetch` passes), or if 100 pages
/// in a row contain no items. The error names the operation, and its [`attempts`](Error::attempts) are the attempts of
/// the call for the last page.
///
/// [`Error::page`] returns the id of the page to which an error belongs.
pub fn paginate<P, F, Fut>(fetch: F) -> Items<Paginate<P, F>>
where
    P: Page,
    F: FnMut(Option<String>) -> Fut,
    Fut: Future<Output = Result<ResponseValue<P>, Error>>,
{
    Items::new(Paginate { fetch, page: PhantomData })
}

/// The listing that [`paginate`] creates from the closure `fetch`.
pub struct Paginate<P, F> {
    fetch: F,
    page: PhantomData<fn() -> P>,
}

impl<P, F> fmt::Debug for Paginate<P, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Paginate").finish_non_exhaustive()
    }
}

impl<P, F> Sealed for Paginate<P, F> {}

impl<P, F, Fut> Listing for Paginate<P, F>
where
    P: Page,
    F: FnMut(Option<String>) -> Fut,
    Fut: Future<Output = Result<ResponseValue<P>, Error>>,
{
    type Page = P;
    type Item = P::Item;
    type At = String;
    type Call = Pin<Box<Fut>>;

    fn begin(&self) -> (Steps, Option<String>) {
        (Steps::by_cursor(), None)
    }

    fn fetch(&mut self, at: Option<&String>) -> Self::Call {
        Box::pin((self.fetch)(at.cloned()))
    }

    fn next(_: &mut Steps, _: Option<&String>, page: &ResponseValue<P>) -> Result<Option<String>, &'static str> {
        Ok(leading_on(page.next_id().map(str::to_owned)))
    }

    fn into_items(page: P) -> Vec<P::Item> {
        page.into_items()
    }
}

/// A stream of the items of a listing, created by a builder's `items()` method or by [`paginate`].
///
/// The items are returned in the order of the service. The stream ends after an error, and after the last item.
///
/// ```text
/// let mut books = client.books().list().items();
/// while let Some(book) = books.next().await {
///     println!("{}", book?.title);
/// }
/// ```
#[must_use = "nothing is fetched until the stream is polled"]
pub struct Items<L: Listing> {
    pages: Pages<L>,
    /// The remaining items of the most recent page.
    page: std::vec::IntoIter<L::Item>,
    /// The number of consecutive pages without items.
    empty_pages: u32,
}

impl<L: Listing> fmt::Debug for Items<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Items").field("pages", &self.pages).field("left", &self.page.len()).finish_non_exhaustive()
    }
}

/// A stream of items ends with an error after this many empty pages in a row, since the caller does not see empty
/// pages, and so cannot stop.
const MAX_EMPTY_PAGES: u32 = 100;

impl<L: Listing> Items<L> {
    #[doc(hidden)]
    pub fn new(listing: L) -> Self {
        Self::from_pages(Pages::new(listing))
    }

    fn from_pages(pages: Pages<L>) -> Self {
        Self { pages, page: Vec::new().into_iter(), empty_pages: 0 }
    }

    /// Begins the listing at the page with the position `at`. Pass, for example, a [`position`](Self::position), the
    /// value of [`Error::page`], or the `nextId` of a page that was fetched earlier.
    ///
    /// If `at` is `None` or an empty cursor, the listing begins at the page that is set in the builder, or else at the
    /// first page.
    ///
    /// All items of that page are returned, even if some were returned before.
    pub fn starting_at<Form>(self, at: impl IntoOptional<L::At, Form, Error = Infallible>) -> Self {
        Self::from_pages(self.pages.starting_at(at))
    }

    /// Allows next-page URLs with any path below `path`: see [`Pages::following_paths_below`].
    pub fn following_paths_below(mut self, path: impl Into<String>) -> Self {
        self.pages = self.pages.following_paths_below(path);
        self
    }

    /// Returns the next item, or `None` at the end of the listing and after an error.
    ///
    /// The future can be dropped without losing an item, as in `tokio::select!`. The next call of this method then
    /// continues the request for the page.
    pub async fn next(&mut self) -> Option<Result<L::Item, Error>> {
        StreamExt::next(self).await
    }

    /// Returns the position of the page at which to continue: the page with the next item or, after an error, the page
    /// that failed ([`Error::page`]).
    ///
    /// [`starting_at`](Self::starting_at) with this position returns all items of the page, even those that were
    /// returned before.
    ///
    /// `None` has two meanings: the stream is at a first page without a known position, or the last page has been
    /// returned. A program that stores positions must therefore store separately that the listing is complete.
    pub fn position(&self) -> Option<&L::At> {
        if self.page.len() > 0 { self.pages.before.as_ref() } else { self.pages.position() }
    }

    /// Returns how the listing ended: the service declared the end, or the client inferred it. Returns `None` until the
    /// last item has been returned, and after an error.
    pub fn end(&self) -> Option<ListingEnd> {
        self.pages.end.filter(|_| self.page.len() == 0)
    }

    /// Streams complete pages instead of their items, with the status and headers of each page.
    ///
    /// Pages without items are also returned. Unlike [`Items`], this stream does not fail after 100 such pages in a
    /// row.
    ///
    /// ```text
    /// let mut pages = paginate(fetch).starting_at(id).pages();
    /// while let Some(page) = pages.next().await {
    ///     save(page?.into_inner().entries, pages.position())?; // where to resume
    /// }
    /// ```
    pub fn pages(self) -> Pages<L> {
        self.pages
    }
}

/// A stream of the pages of a listing, created by a builder's `pages()` method or by [`Items::pages`].
///
/// The pages are returned in the order of the service, with the status and headers of each response. The stream ends
/// after an error, and after the last page.
///
/// ```text
/// let mut pages = client.books().list().pages();
/// while let Some(page) = pages.next().await {
///     let page = page?;
///     println!("{} books, status {}", page.books.len(), page.status());
/// }
/// ```
#[must_use = "nothing is fetched until the stream is polled"]
pub struct Pages<L: Listing> {
    listing: L,
    steps: Steps,
    state: PagesState<L::Call>,
    /// The position of the page that is requested next, or of the page whose request failed.
    at: Option<L::At>,
    /// The position of the page that was requested before the page at `at`.
    before: Option<L::At>,
    /// The number of pages that have been requested.
    count: u64,
    /// The call that returned the most recent page.
    origin: Option<Origin>,
    /// How the listing ended. `None` before its end, and after an error.
    end: Option<ListingEnd>,
}

impl<L: Listing> fmt::Debug for Pages<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pages").field("requested", &self.count).finish_non_exhaustive()
    }
}

enum PagesState<Call> {
    Next,
    Fetching(Call),
    /// The reason why the next page is not requested. The stream reports it as an error after the items of the current
    /// page.
    Refused(&'static str),
    End,
}

impl<L: Listing> Pages<L> {
    #[doc(hidden)]
    pub fn new(listing: L) -> Self {
        let (steps, at) = listing.begin();
        Self {
            listing,
            steps,
            state: PagesState::Next,
            at: leading_on(at),
            before: None,
            count: 0,
            origin: None,
            end: None,
        }
    }

    /// Begins the listing at the page with the position `at`. Pass, for example, a [`position`](Self::position), the
    /// value of [`Error::page`], or the `nextId` of a page that was fetched earlier.
    ///
    /// If `at` is `None` or an empty cursor, the listing begins at the page that is set in the builder, or else at the
    /// first page.
    pub fn starting_at<Form>(self, at: impl IntoOptional<L::At, Form, Error = Infallible>) -> Self {
        let Ok(at) = at.into_optional();
        let mut pages = Self::new(self.listing);
        pages.steps.allow_paths_below(self.steps.allowed_path());
        pages.at = leading_on(at).or(pages.at);
        pages
    }

    /// Allows next-page URLs with any path below `path`, such as `/repositories`. A URL may contain any host, because
    /// the request is always sent to the client's own host.
    ///
    /// `path` is percent-encoded, and begins with the slash after the host. The value `/` allows all paths. Segments
    /// `.` and `..` of a URL are resolved first. The URL is refused if the resulting path still contains such a segment
    /// in encoded form, `//`, or an encoded control character.
    ///
    /// The request contains the path and the query of the URL, and the client's credentials. Therefore, allow only
    /// paths that are safe to request with these credentials.
    ///
    /// Without this setting, the stream follows only the URLs that the module [`page`](self) describes. The setting has
    /// no effect on listings whose pages are not requested by URL.
    pub fn following_paths_below(mut self, path: impl Into<String>) -> Self {
        self.steps.allow_paths_below(Some(path.into()));
        self
    }

    /// Returns the next page, or `None` at the end of the listing and after an error.
    ///
    /// The future can be dropped without losing a page, as in `tokio::select!`. The next call of this method then
    /// continues the request.
    pub async fn next(&mut self) -> Option<Result<ResponseValue<L::Page>, Error>> {
        StreamExt::next(self).await
    }

    /// Returns the position of the page at which to continue: the page that is requested next or, after an error, the
    /// page that failed ([`Error::page`]).
    ///
    /// `None` has two meanings: the stream is at a first page without a known position, or the last page has been
    /// returned.
    pub fn position(&self) -> Option<&L::At> {
        self.at.as_ref()
    }

    /// Returns how the listing ended: the service declared the end, or the client inferred it. Returns `None` until the
    /// last page has been received, and after an error.
    ///
    /// ```text
    /// while let Some(page) = pages.next().await {
    ///     save(page?.into_inner())?;
    /// }
    /// let is_complete = pages.end() == Some(ListingEnd::Declared);
    /// ```
    pub fn end(&self) -> Option<ListingEnd> {
        self.end
    }

    fn error_on_page(&self, error: Error) -> Error {
        let at = self.at.as_ref().map(ToString::to_string);
        error.with_page(FailedPage { at, description: self.steps.page_description(self.at.as_ref(), self.count) })
    }

    fn endless_listing_error(&self, reason: &str) -> Error {
        let error = match self.origin.clone() {
            Some(Origin { operation, attempts }) => InvalidRequest::after_attempts(operation, attempts, reason),
            None => InvalidRequest::new(reason),
        };
        self.error_on_page(error.into())
    }
}

// The streams own their futures in boxes, so moving a stream does not move its future.
impl<L: Listing> Unpin for Items<L> {}
impl<L: Listing> Unpin for Pages<L> {}

impl<L: Listing> Stream for Items<L> {
    type Item = Result<L::Item, Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        loop {
            if let Some(item) = self.page.next() {
                return Poll::Ready(Some(Ok(item)));
            }
            let Some(page) = ready!(self.pages.poll_next_unpin(context)?) else {
                return Poll::Ready(None);
            };
            let items = L::into_items(page.into_inner());
            self.empty_pages = if items.is_empty() { self.empty_pages + 1 } else { 0 };
            self.page = items.into_iter();
            if self.empty_pages == MAX_EMPTY_PAGES && matches!(self.pages.state, PagesState::Next) {
                self.pages.state = PagesState::End;
                let reason = format!(
                    "{MAX_EMPTY_PAGES} pages in a row contained no items, so the listing might never end: use \
                     `pages()` to continue"
                );
                return Poll::Ready(Some(Err(self.pages.endless_listing_error(&reason))));
            }
        }
    }
}

impl<L: Listing> Stream for Pages<L> {
    type Item = Result<ResponseValue<L::Page>, Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let walk = &mut *self;
        let mut call = match mem::replace(&mut walk.state, PagesState::End) {
            PagesState::Next => {
                if let Err(reason) = walk.steps.record_request(walk.at.as_ref()) {
                    return Poll::Ready(Some(Err(walk.endless_listing_error(reason))));
                }
                walk.count += 1;
                walk.listing.fetch(walk.at.as_ref())
            }
            PagesState::Fetching(call) => call,
            PagesState::Refused(reason) => return Poll::Ready(Some(Err(walk.endless_listing_error(reason)))),
            PagesState::End => return Poll::Ready(None),
        };
        let Poll::Ready(page) = Pin::new(&mut call).poll(context) else {
            walk.state = PagesState::Fetching(call);
            return Poll::Pending;
        };
        if let Err(Error::Api(error)) = &page
            && walk.steps.ends_before_failure(error.status())
        {
            walk.at = None;
            walk.end = Some(ListingEnd::Inferred);
            return Poll::Ready(None);
        }
        let result = page.map_err(|error| walk.error_on_page(error)).and_then(|page| {
            walk.origin.clone_from(&page.origin);
            let next = L::next(&mut walk.steps, walk.at.as_ref(), &page)
                .map_err(|reason| walk.endless_listing_error(reason))?;
            walk.before.clone_from(&walk.at);
            if let Some(reason) = walk.steps.refusal() {
                // The position of the next page is unknown. `at` still refers to the current page, so that the caller
                // can resume there.
                walk.state = PagesState::Refused(reason);
            } else {
                walk.state = if next.is_some() { PagesState::Next } else { PagesState::End };
                walk.end = next.is_none().then(|| walk.steps.end());
                walk.at = next;
            }
            Ok(page)
        });
        Poll::Ready(Some(result))
    }
}

#[cfg(test)]
mod tests {
    use std::future::ready;

    use reqwest::StatusCode;
    use reqwest::header::HeaderMap;

    use super::*;

    #[derive(Debug)]
    struct NumberPage(Vec<u32>, Option<&'static str>);

    impl Page for NumberPage {
        type Item = u32;

        fn next_id(&self) -> Option<&str> {
            self.1
        }

        fn into_items(self) -> Vec<u32> {
            self.0
        }
    }

    /// Reads all items of a listing that consists of `pages`. Returns the items, and the ids with which pages were
    /// requested.
    async fn walk(mut pages: Vec<Result<NumberPage, Error>>) -> (Vec<Result<u32, String>>, Vec<Option<String>>) {
        let mut requested_ids = Vec::new();
        let items = paginate(|next| {
            requested_ids.push(next);
            let page = pages.remove(0);
            ready(page.map(response))
        })
        .map(|item| item.map_err(|error| error.to_string()))
        .collect()
        .await;
        (items, requested_ids)
    }

    #[tokio::test]
    async fn pagination_fails_after_100_consecutive_empty_pages() {
        let ids: Vec<&'static str> = (0..300).map(|id| &*id.to_string().leak()).collect();
        let empty = |id: &&'static str| Ok(NumberPage(vec![], Some(id)));
        let (items, requested_ids) = walk(ids.iter().map(empty).collect()).await;
        assert!(items.len() == 1 && items[0].as_ref().unwrap_err().contains("100 pages"), "{items:?}");
        assert_eq!(requested_ids.len(), 100);

        // A page with an item resets the count of empty pages.
        let mut pages: Vec<_> = ids.iter().map(empty).collect();
        for at in [99, 199] {
            pages[at] = Ok(NumberPage(vec![7], Some(ids[at])));
        }
        pages[299] = Ok(NumberPage(vec![], None));
        let (items, requested_ids) = walk(pages).await;
        assert_eq!((items, requested_ids.len()), (vec![Ok(7), Ok(7)], 300));
    }

    fn response(page: NumberPage) -> ResponseValue<NumberPage> {
        ResponseValue::new(page, StatusCode::OK, HeaderMap::new())
    }

    #[tokio::test]
    async fn pagination_fails_if_a_listing_returns_to_an_earlier_page() {
        let mut requested_ids = Vec::new();
        let fetch = |next: Option<String>| {
            requested_ids.push(next);
            ready(Ok(response(NumberPage(vec![1], Some(if requested_ids.len() == 1 { "b" } else { "a" })))))
        };
        let items: Vec<_> = paginate(fetch).starting_at("a").collect().await;
        assert!(matches!(&items[..], [Ok(1), Ok(1), Err(Error::InvalidRequest(_))]), "{items:?}");
        assert_eq!(requested_ids, [Some("a".to_owned()), Some("b".to_owned())]);
    }

    #[tokio::test]
    async fn pagination_without_a_cursor_starts_at_the_first_page() {
        let mut requested_ids = Vec::new();
        let mut fetch = |next| {
            requested_ids.push(next);
            ready(Ok(response(NumberPage(vec![1], None))))
        };
        assert_eq!(paginate(&mut fetch).starting_at("").count().await, 1);
        assert_eq!(paginate(&mut fetch).starting_at(None::<String>).count().await, 1);
        assert_eq!(requested_ids, [None, None]);
    }
}
