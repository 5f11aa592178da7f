//! Paginated listings: all their items, or all their pages, as streams.
//!
//! Where the API document shows how the next page is requested, the builder of the operation has `items()` and `pages()`.
//! Where it does not, there is [`paginate`]. Both return [`Items`] or [`Pages`].
//!
//! Each page is a call of its own, with its own retries, limits and deadline. It is requested once all items before it
//! have been consumed. Nothing is sent before the stream is polled.
//!
//! # When a stream ends
//!
//! By cursor: after a page without a cursor, or with an empty one.
//!
//! By URL, which is in a field of the page or in its header `Link` with `rel="next"` ([RFC 8288]): after a page without one.
//! Only its query is used, in place of that of the call, and its position is that query. What a derived client adds to the
//! query is added where the URL has nothing of that name. A URL of another scheme, host, port or path than the call is not
//! followed, which is an error after the items of its page. So is a header `Link` that cannot be read. The
//! [`page`](Error::page) of that error is the page with the URL or header, whose items come again when the listing is
//! resumed there.
//!
//! By number, of the page or of the items before it: after an empty page, and earlier where that can be known:
//!
//! - A page states how many pages or items there are in all: after the last of them. A total of items is used only if the
//!   stream begins at the first page, or the number is that of the items before it, since otherwise nobody knows how many
//!   came before. A total of less than the page itself has is ignored.
//! - There is no such total, but the limit is known, since it is set within the maximum that the document states, or not
//!   set while the document states its default: after a page with fewer items than that.
//!
//! [RFC 8288]: https://www.rfc-editor.org/rfc/rfc8288
//!
//! # Errors
//!
//! The first error ends a stream, after all items before it. [`Error::page`] says which page failed, and
//! [`starting_at`](Items::starting_at) continues there, even in another process. A number leads to the same page only with
//! the same limit.
//!
//! ```text
//! let mut items = client.books().list().limit(100).items().starting_at(saved);
//! while let Some(item) = items.try_next().await? { // the error has the `page()` to be saved
//!     …
//! }
//! ```
//!
//! In addition to the errors of a call, there is [`Error::InvalidRequest`] if the listing might never end: a page is the
//! same as the one before it (the service ignores the number), is the 100th in a row without items ([`Items`] only), or
//! repeats the cursor or the URL of an earlier one. The latter is given first; the error is about the page that is not asked for
//! again.

#[allow(dead_code, reason = "the document decides how its pages are asked for")]
mod link;
#[allow(dead_code, reason = "the document decides how its pages are asked for")]
mod steps;
#[allow(dead_code, reason = "the document decides how its pages are asked for")]
mod urls;

use std::convert::Infallible;
use std::fmt;
use std::marker::PhantomData;
use std::mem;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use futures_core::Stream;
use futures_util::StreamExt as _;

use crate::error::{Error, FailedPage, InvalidRequest};
use crate::optional::IntoOptional;
use crate::response::{Origin, ResponseValue};

// They are seen in the implementations that generated code has, and hidden where they are declared: the documentation of a
// client, which exports this module, would show them otherwise.
pub use link::next_link;
pub use sealed::Sealed;
pub use steps::{Steps, Total, leading_on};
pub(crate) use urls::Urls;

/// One page of a listing: its items, and the id of the next page.
///
/// Implemented by each struct of the API with exactly one list and exactly one text field whose name begins with
/// `next`, such as `entries` and `nextId`.
pub trait Page {
    /// The type of the items.
    type Item;

    /// The id of the next page; `None` or an empty one on the last page.
    fn next_id(&self) -> Option<&str>;

    /// The items of this page.
    fn into_items(self) -> Vec<Self::Item>;
}

/// A listing that is read page by page: the builder of an operation with `items()` and `pages()`, or [`Paginate`].
///
/// It is named in types, such as `Items<builder::GetThings>`, and implemented by this crate only.
pub trait Listing: Sealed + Sized {
    /// The page that one call returns.
    type Page;

    /// An item of a page.
    type Item;

    /// The value that asks for a page: the type of the cursor, `i64` for numbers, or the query of a URL as text.
    type At: Clone + fmt::Display;

    #[doc(hidden)]
    type Call: Future<Output = Result<ResponseValue<Self::Page>, Error>> + Unpin;

    /// Returns the steps that lead from page to page, and the first page, if the caller asks for one.
    #[doc(hidden)]
    fn begin(&self) -> (Steps, Option<Self::At>);

    /// Calls for a page; `None` stands for the one that the caller asks for.
    #[doc(hidden)]
    fn fetch(&mut self, at: Option<&Self::At>) -> Self::Call;

    /// The page after one at `at`, if there is one, or why the listing would not end.
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
    /// Implemented by generated code.
    #[doc(hidden)]
    pub trait Sealed {}
}

/// Streams the items of a listing, from its first page to its last, where the API document does not show how the next
/// page is asked for. Where it does, the builder of the operation has `items()` and `pages()`, which need nothing else.
///
/// `fetch` gets `None` for the first page, and then the id from the previous page; the caller decides how that id is
/// passed to the service. A page is fetched when the items before it have been taken.
/// [`starting_at`](Items::starting_at) begins at another page, and [`pages`](Items::pages) streams whole pages.
///
/// The stream ends after the page without an id (or with an empty one), and after the first error. It is [`Unpin`],
/// and [`Send`] if the futures are.
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
/// The errors of `fetch`. A deadline of the client bounds the call for each page, not the whole stream.
///
/// [`Error::InvalidRequest`] instead of another page if the listing might never end: the last page repeats the id of an
/// earlier one (the service ignores the id as `fetch` passes it), or 100 pages in a row have no items. It names the
/// operation, and its [`attempts`](Error::attempts) are those of the call for the page that gave the id.
///
/// Each error is about a [`page`](Error::page).
pub fn paginate<P, F, Fut>(fetch: F) -> Items<Paginate<P, F>>
where
    P: Page,
    F: FnMut(Option<String>) -> Fut,
    Fut: Future<Output = Result<ResponseValue<P>, Error>>,
{
    Items::new(Paginate { fetch, page: PhantomData })
}

/// The listing of [`paginate`].
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

/// The items of a listing: made by `items()` of a builder, and by [`paginate`].
///
/// They come in the service's order. After an error, and after the last item, the stream ends.
#[must_use = "nothing is fetched until the stream is polled"]
pub struct Items<L: Listing> {
    pages: Pages<L>,
    /// The items that are left of the last page.
    page: std::vec::IntoIter<L::Item>,
    /// The number of pages in a row that had no items.
    empty_pages: u32,
}

impl<L: Listing> fmt::Debug for Items<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Items").field("pages", &self.pages).field("left", &self.page.len()).finish_non_exhaustive()
    }
}

/// Empty pages yield nothing, so the caller has no chance to stop.
const MAX_EMPTY_PAGES: u32 = 100;

impl<L: Listing> Items<L> {
    #[doc(hidden)]
    pub fn new(listing: L) -> Self {
        Self::of(Pages::new(listing))
    }

    fn of(pages: Pages<L>) -> Self {
        Self { pages, page: Vec::new().into_iter(), empty_pages: 0 }
    }

    /// Begins at the page with this cursor or number: a [`position`](Self::position), an [`Error::page`], or the
    /// `nextId` of a page that was fetched earlier. `None` and an empty cursor change nothing: the stream begins at the
    /// page that the builder asks for, usually the first.
    ///
    /// The items of that page come again from its beginning.
    pub fn starting_at<Form>(self, at: impl IntoOptional<L::At, Form, Error = Infallible>) -> Self {
        Self::of(self.pages.starting_at(at))
    }

    /// Returns where to continue after the items so far: the page with the next item, as far as that is known, or the
    /// page that failed. `None` means a first page that has no cursor, or that there is no page after the last one: a
    /// program that stores positions has to store separately that it is done.
    pub fn position(&self) -> Option<&L::At> {
        if self.page.len() > 0 { self.pages.before.as_ref() } else { self.pages.position() }
    }

    /// Streams whole pages instead of their items, with status and headers. Pages without items are among them, in any
    /// number.
    ///
    /// ```text
    /// let mut pages = paginate(fetch).starting_at(id).pages();
    /// while let Some(page) = pages.try_next().await? {
    ///     save(page.entries, pages.position())?; // where to resume
    /// }
    /// ```
    pub fn pages(self) -> Pages<L> {
        self.pages
    }
}

/// The pages of a listing: made by `pages()` of a builder, and by [`Items::pages`].
///
/// They come in the service's order, with status and headers. After an error, and after the last page, the stream ends.
#[must_use = "nothing is fetched until the stream is polled"]
pub struct Pages<L: Listing> {
    listing: L,
    steps: Steps,
    state: State<L::Call>,
    /// The page that is fetched next, or that failed.
    at: Option<L::At>,
    /// The page before that one.
    before: Option<L::At>,
    /// The number of pages that were asked for.
    count: u64,
    /// The call that the last page came from.
    origin: Option<Origin>,
}

impl<L: Listing> fmt::Debug for Pages<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pages").field("requested", &self.count).finish_non_exhaustive()
    }
}

enum State<Call> {
    Next,
    Fetching(Call),
    /// The next page is not asked for, for this reason. The items before it come first.
    Refused(&'static str),
    End,
}

impl<L: Listing> Pages<L> {
    #[doc(hidden)]
    pub fn new(listing: L) -> Self {
        let (steps, at) = listing.begin();
        Self { listing, steps, state: State::Next, at: leading_on(at), before: None, count: 0, origin: None }
    }

    /// Begins at the page with this cursor or number: a [`position`](Self::position), an [`Error::page`], or the
    /// `nextId` of a page that was fetched earlier. `None` and an empty cursor change nothing: the stream begins at the
    /// page that the builder asks for, usually the first.
    pub fn starting_at<Form>(self, at: impl IntoOptional<L::At, Form, Error = Infallible>) -> Self {
        let Ok(at) = at.into_optional();
        let mut pages = Self::new(self.listing);
        pages.at = leading_on(at).or(pages.at);
        pages
    }

    /// Returns where to continue after the pages so far: the page that is fetched next, or that failed. `None` means a
    /// first page that has no cursor, or that there is no page after the last one.
    pub fn position(&self) -> Option<&L::At> {
        self.at.as_ref()
    }

    /// An error of the page that is fetched.
    fn failed(&self, error: Error) -> Error {
        let at = self.at.as_ref().map(ToString::to_string);
        error.of_page(FailedPage { at, shown: self.steps.shown(self.at.as_ref(), self.count) })
    }

    /// The error of a listing that is not followed any further.
    fn endless(&self, reason: &str) -> Error {
        let error = match self.origin.clone() {
            Some(Origin { operation, attempts }) => InvalidRequest::after(operation, attempts, reason),
            None => InvalidRequest::new(reason),
        };
        self.failed(error.into())
    }
}

// Nothing in them is pinned: the futures are in boxes.
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
            if self.empty_pages == MAX_EMPTY_PAGES && matches!(self.pages.state, State::Next) {
                self.pages.state = State::End;
                let reason = format!(
                    "{MAX_EMPTY_PAGES} pages in a row had no items, so the listing may not end; `pages()` would go on"
                );
                return Poll::Ready(Some(Err(self.pages.endless(&reason))));
            }
        }
    }
}

impl<L: Listing> Stream for Pages<L> {
    type Item = Result<ResponseValue<L::Page>, Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let walk = &mut *self;
        let mut call = match mem::replace(&mut walk.state, State::End) {
            State::Next => {
                if let Err(reason) = walk.steps.ask(walk.at.as_ref()) {
                    return Poll::Ready(Some(Err(walk.endless(reason))));
                }
                walk.count += 1;
                walk.listing.fetch(walk.at.as_ref())
            }
            State::Fetching(call) => call,
            State::Refused(reason) => return Poll::Ready(Some(Err(walk.endless(reason)))),
            State::End => return Poll::Ready(None),
        };
        let Poll::Ready(page) = Pin::new(&mut call).poll(context) else {
            walk.state = State::Fetching(call);
            return Poll::Pending;
        };
        let given = page.map_err(|error| walk.failed(error)).and_then(|page| {
            walk.origin.clone_from(&page.origin);
            let next = L::next(&mut walk.steps, walk.at.as_ref(), &page).map_err(|reason| walk.endless(reason))?;
            walk.before.clone_from(&walk.at);
            if let Some(reason) = walk.steps.refusal() {
                // The position of the next page is not known: the listing is resumed at this one.
                walk.state = State::Refused(reason);
            } else {
                walk.state = if next.is_some() { State::Next } else { State::End };
                walk.at = next;
            }
            Ok(page)
        });
        Poll::Ready(Some(given))
    }
}

#[cfg(test)]
mod tests {
    use std::future::ready;

    use reqwest::StatusCode;
    use reqwest::header::HeaderMap;

    use super::*;

    #[derive(Debug)]
    struct Numbers(Vec<u32>, Option<&'static str>);

    impl Page for Numbers {
        type Item = u32;

        fn next_id(&self) -> Option<&str> {
            self.1
        }

        fn into_items(self) -> Vec<u32> {
            self.0
        }
    }

    /// Walks over `pages`, and returns what that gives and the ids it asked for.
    async fn walk(mut pages: Vec<Result<Numbers, Error>>) -> (Vec<Result<u32, String>>, Vec<Option<String>>) {
        let mut asked = Vec::new();
        let items = paginate(|next| {
            asked.push(next);
            let page = pages.remove(0);
            ready(page.map(response))
        })
        .map(|item| item.map_err(|error| error.to_string()))
        .collect()
        .await;
        (items, asked)
    }

    #[tokio::test]
    async fn pages_without_items_and_without_end_are_an_error() {
        let ids: Vec<&'static str> = (0..300).map(|id| &*id.to_string().leak()).collect();
        let empty = |id: &&'static str| Ok(Numbers(vec![], Some(id)));
        let (items, asked) = walk(ids.iter().map(empty).collect()).await;
        assert!(items.len() == 1 && items[0].as_ref().unwrap_err().contains("100 pages"), "{items:?}");
        assert_eq!(asked.len(), 100);

        // One item is enough to continue.
        let mut pages: Vec<_> = ids.iter().map(empty).collect();
        for at in [99, 199] {
            pages[at] = Ok(Numbers(vec![7], Some(ids[at])));
        }
        pages[299] = Ok(Numbers(vec![], None));
        let (items, asked) = walk(pages).await;
        assert_eq!((items, asked.len()), (vec![Ok(7), Ok(7)], 300));
    }

    fn response(page: Numbers) -> ResponseValue<Numbers> {
        ResponseValue::new(page, StatusCode::OK, HeaderMap::new())
    }

    #[tokio::test]
    async fn a_walk_that_comes_back_to_where_it_began_is_an_error() {
        let mut asked = Vec::new();
        let fetch = |next: Option<String>| {
            asked.push(next);
            ready(Ok(response(Numbers(vec![1], Some(if asked.len() == 1 { "b" } else { "a" })))))
        };
        let items: Vec<_> = paginate(fetch).starting_at("a").collect().await;
        assert!(matches!(&items[..], [Ok(1), Ok(1), Err(Error::InvalidRequest(_))]), "{items:?}");
        assert_eq!(asked, [Some("a".to_owned()), Some("b".to_owned())]);
    }

    #[tokio::test]
    async fn an_empty_id_or_none_to_start_at_is_the_first_page() {
        let mut asked = Vec::new();
        let mut fetch = |next| {
            asked.push(next);
            ready(Ok(response(Numbers(vec![1], None))))
        };
        assert_eq!(paginate(&mut fetch).starting_at("").count().await, 1);
        assert_eq!(paginate(&mut fetch).starting_at(None::<String>).count().await, 1);
        assert_eq!(asked, [None, None]);
    }
}
