//! Paginated listings.

use std::collections::HashSet;
use std::convert::Infallible;
use std::hash::{BuildHasher as _, RandomState};
use std::marker::PhantomData;
use std::mem;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use futures_core::Stream;
use futures_util::StreamExt as _;

use crate::error::{Error, InvalidRequest};
use crate::optional::IntoOptional;
use crate::response::{Origin, ResponseValue};

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

/// Streams the items of a listing, from its first page to its last.
///
/// `fetch` gets `None` for the first page, and then the id from the previous page; the caller decides how that id is
/// passed to the service, since the API document does not say. A page is fetched when the items before it have been
/// taken. [`starting_at`](Items::starting_at) begins at another page, and [`pages`](Items::pages) streams whole pages.
///
/// The stream ends after the page without an id (or with an empty one), and after the first error. It is [`Unpin`],
/// and [`Send`] if the futures are.
///
/// ```text
/// paginate(|next| {
///     let client = client.with_query(next.map(|id| ("nextId", id)));
///     async move { client.status_page_incidents().list().send().await }
/// })
/// ```
///
/// # Errors
///
/// The errors of `fetch`. A [`deadline`](crate::ClientBuilder::deadline) of the client bounds the call for each page,
/// not the whole stream.
///
/// [`Error::InvalidRequest`] instead of another page if the listing might never end: a page repeats the id of an
/// earlier one (the service ignores the id as `fetch` passes it), or 100 pages in a row have no items. It names the
/// operation, and its [`attempts`](Error::attempts) are those of the call for the page that gave the id.
pub fn paginate<P, F, Fut>(fetch: F) -> Items<P, F, Fut>
where
    P: Page,
    F: FnMut(Option<String>) -> Fut,
    Fut: Future<Output = Result<ResponseValue<P>, Error>>,
{
    let pages = Pages { fetch, state: State::Next(None), seen: Seen::default(), page: PhantomData };
    Items { pages, page: Vec::new().into_iter(), empty_pages: 0 }
}

/// The items of a listing: made by [`paginate`].
#[must_use = "nothing is fetched until the stream is polled"]
pub struct Items<P: Page, F, Fut> {
    pages: Pages<P, F, Fut>,
    /// What is left of the last page.
    page: std::vec::IntoIter<P::Item>,
    /// How many pages in a row had no items.
    empty_pages: u32,
}

/// Empty pages yield nothing, so the caller has no chance to stop.
const MAX_EMPTY_PAGES: u32 = 100;

impl<P: Page, F, Fut> Items<P, F, Fut> {
    /// Begins at the page with this id, such as the `nextId` of a page that was fetched earlier: `fetch` gets it first.
    /// `None` and an empty id stand for the first page.
    pub fn starting_at<Form>(mut self, id: impl IntoOptional<String, Form, Error = Infallible>) -> Self {
        let Ok(id) = id.into_optional();
        let id = id.filter(|id| !id.is_empty());
        self.pages.seen = Seen::default();
        if let Some(id) = &id {
            self.pages.seen.insert(id);
        }
        self.pages.state = State::Next(id);
        self
    }

    /// Streams whole pages instead of their items, with status and headers. Pages without items are among them, in any
    /// number.
    ///
    /// ```text
    /// let mut pages = paginate(fetch).starting_at(id).pages();
    /// while let Some(page) = pages.try_next().await? {
    ///     save(page.entries, page.next_id)?; // where to resume
    /// }
    /// ```
    pub fn pages(self) -> Pages<P, F, Fut> {
        self.pages
    }
}

/// The pages of a listing: made by [`Items::pages`].
#[must_use = "nothing is fetched until the stream is polled"]
pub struct Pages<P, F, Fut> {
    fetch: F,
    state: State<Fut>,
    /// The ids that were given or asked for.
    seen: Seen,
    page: PhantomData<fn() -> P>,
}

/// Hashes of page ids, since the service decides how long these are. With 128 bits, no two ids of a listing have the
/// same hash by chance; with a random key, nobody can choose two that do.
#[derive(Default)]
struct Seen {
    key: RandomState,
    hashes: HashSet<[u64; 2]>,
}

impl Seen {
    /// `false` if it was there already.
    fn insert(&mut self, id: &str) -> bool {
        self.hashes.insert([0, 1].map(|half: u8| self.key.hash_one((half, id))))
    }
}

enum State<Fut> {
    /// To be fetched; `None` is the first page.
    Next(Option<String>),
    Fetching(Pin<Box<Fut>>),
    End,
}

// Nothing in them is pinned: the futures are in boxes.
impl<P: Page, F, Fut> Unpin for Items<P, F, Fut> {}
impl<P, F, Fut> Unpin for Pages<P, F, Fut> {}

impl<P, F, Fut> Stream for Items<P, F, Fut>
where
    P: Page,
    F: FnMut(Option<String>) -> Fut,
    Fut: Future<Output = Result<ResponseValue<P>, Error>>,
{
    type Item = Result<P::Item, Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        loop {
            if let Some(item) = self.page.next() {
                return Poll::Ready(Some(Ok(item)));
            }
            let Some(page) = ready!(self.pages.poll_next_unpin(context)?) else {
                return Poll::Ready(None);
            };
            let origin = page.origin();
            let items = page.into_inner().into_items();
            self.empty_pages = if items.is_empty() { self.empty_pages + 1 } else { 0 };
            self.page = items.into_iter();
            if self.empty_pages == MAX_EMPTY_PAGES && matches!(self.pages.state, State::Next(Some(_))) {
                let error = no_items(origin);
                self.pages.state = State::End;
                return Poll::Ready(Some(Err(error)));
            }
        }
    }
}

impl<P, F, Fut> Stream for Pages<P, F, Fut>
where
    P: Page,
    F: FnMut(Option<String>) -> Fut,
    Fut: Future<Output = Result<ResponseValue<P>, Error>>,
{
    type Item = Result<ResponseValue<P>, Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let walk = &mut *self;
        let mut call = match mem::replace(&mut walk.state, State::End) {
            State::Next(id) => Box::pin((walk.fetch)(id)),
            State::Fetching(call) => call,
            State::End => return Poll::Ready(None),
        };
        let Poll::Ready(page) = call.as_mut().poll(context) else {
            walk.state = State::Fetching(call);
            return Poll::Pending;
        };
        let page = page?;
        if let Some(next) = page.next_id().filter(|next| !next.is_empty()) {
            if !walk.seen.insert(next) {
                return Poll::Ready(Some(Err(repeated(page.origin()))));
            }
            walk.state = State::Next(Some(next.to_owned()));
        }
        Poll::Ready(Some(Ok(page)))
    }
}

// As part of a query, an id may be private.

fn repeated(origin: Option<Origin>) -> Error {
    let reason = "the listing gave the id of a next page twice, so the walk would not end: \
        does the service take the id the way it is passed back?";
    refused(reason.to_owned(), origin)
}

fn no_items(origin: Option<Origin>) -> Error {
    let reason = format!(
        "the listing gave {MAX_EMPTY_PAGES} pages without items one after the other, so the walk may not end; \
         `pages()` would go on"
    );
    refused(reason, origin)
}

fn refused(reason: String, origin: Option<Origin>) -> Error {
    let error = match origin {
        Some(Origin { operation, attempts }) => InvalidRequest::after(operation, attempts, reason),
        None => InvalidRequest::new(reason),
    };
    error.into()
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

    /// What a walk over `pages` gives, and the ids it asked for.
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
    async fn the_walk_goes_from_page_to_page_until_one_has_no_id() {
        let (items, asked) =
            walk(vec![Ok(Numbers(vec![1, 2], Some("b"))), Ok(Numbers(vec![], Some("c"))), Ok(Numbers(vec![3], None))])
                .await;
        assert_eq!(items, [Ok(1), Ok(2), Ok(3)]);
        assert_eq!(asked, [None, Some("b".to_owned()), Some("c".to_owned())]);
    }

    #[tokio::test]
    async fn an_empty_id_ends_the_walk() {
        let (items, asked) = walk(vec![Ok(Numbers(vec![1], Some("")))]).await;
        assert_eq!(items, [Ok(1)]);
        assert_eq!(asked, [None]);
    }

    #[tokio::test]
    async fn a_repeated_id_is_an_error_that_does_not_show_it_and_the_end() {
        let (items, asked) = walk(vec![
            Ok(Numbers(vec![1], Some("private"))),
            Ok(Numbers(vec![2], Some("c"))),
            Ok(Numbers(vec![1], Some("private"))),
        ])
        .await;
        assert_eq!(items.len(), 3);
        assert_eq!(items[..2], [Ok(1), Ok(2)]);
        let error = items[2].as_ref().unwrap_err();
        assert!(error.contains("twice") && !error.contains("private"), "{error}");
        assert_eq!(asked.len(), 3);
    }

    #[test]
    fn an_id_takes_16_bytes_however_long_it_is() {
        let mut seen = Seen::default();
        let ids = (0..2_000).map(|n| format!("{}{n}", "x".repeat(2_000)));
        assert!(ids.clone().all(|id| seen.insert(&id)));
        assert!(!ids.clone().any(|id| seen.insert(&id)));
        fn is_copied<T: Copy>(_: &HashSet<T>) -> usize {
            size_of::<T>()
        }
        assert_eq!((seen.hashes.len(), is_copied(&seen.hashes)), (2_000, 16));
    }

    #[tokio::test]
    async fn pages_without_items_and_without_end_are_an_error() {
        let ids: Vec<&'static str> = (0..300).map(|id| &*id.to_string().leak()).collect();
        let empty = |id: &&'static str| Ok(Numbers(vec![], Some(id)));
        let (items, asked) = walk(ids.iter().map(empty).collect()).await;
        assert!(items.len() == 1 && items[0].as_ref().unwrap_err().contains("100 pages"), "{items:?}");
        assert_eq!(asked.len(), 100);

        // One item is enough to go on.
        let mut pages: Vec<_> = ids.iter().map(empty).collect();
        for at in [99, 199] {
            pages[at] = Ok(Numbers(vec![7], Some(ids[at])));
        }
        pages[299] = Ok(Numbers(vec![], None));
        let (items, asked) = walk(pages).await;
        assert_eq!((items, asked.len()), (vec![Ok(7), Ok(7)], 300));
    }

    #[tokio::test]
    async fn an_error_is_the_end() {
        let (items, asked) = walk(vec![Ok(Numbers(vec![1], Some("b"))), Err(InvalidRequest::new("no").into())]).await;
        assert_eq!(items, [Ok(1), Err("no".to_owned())]);
        assert_eq!(asked.len(), 2);
    }

    fn response(page: Numbers) -> ResponseValue<Numbers> {
        ResponseValue::new(page, StatusCode::OK, HeaderMap::new())
    }

    #[tokio::test]
    async fn pages_are_streamed_whole_with_their_ids_and_empty_ones_too() {
        let empty = || Numbers(vec![], None);
        let pages = [Numbers(vec![1, 2], Some("b")), Numbers(vec![], Some("c")), empty()];
        let mut left = pages.into_iter();
        let pages = paginate(|_| ready(Ok(response(left.next().unwrap_or_else(empty))))).pages();
        let pages: Vec<_> = pages.map(|page| page.unwrap().into_inner()).map(|page| (page.0, page.1)).collect().await;
        assert_eq!(pages, [(vec![1, 2], Some("b")), (vec![], Some("c")), (vec![], None)]);
    }

    #[tokio::test]
    async fn a_walk_that_comes_back_to_where_it_began_is_an_error() {
        let mut asked = Vec::new();
        let fetch = |next: Option<String>| {
            asked.push(next);
            ready(Ok(response(Numbers(vec![1], Some(if asked.len() == 1 { "b" } else { "a" })))))
        };
        let items: Vec<_> = paginate(fetch).starting_at("a").collect().await;
        assert!(matches!(&items[..], [Ok(1), Err(Error::InvalidRequest(_))]), "{items:?}");
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

    #[test]
    fn the_stream_is_send_where_the_futures_are() {
        fn is_send<T: Send + Unpin>(_: T) {}
        let fetch = |_| ready(Ok(response(Numbers(vec![], None))));
        is_send(paginate(fetch));
        is_send(paginate(fetch).pages());
    }
}
