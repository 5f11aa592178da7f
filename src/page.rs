//! Paginated listings.

use std::collections::HashSet;

use futures_core::Stream;
use futures_util::stream::{self, TryStreamExt as _};

use crate::error::{Error, InvalidRequest, Short};
use crate::response::ResponseValue;

/// One page of a listing: its items, and the id of the next page.
///
/// Implemented by the envelopes of the API that have `entries` and `nextId`.
pub trait Page {
    /// The type of the items.
    type Item;

    /// The items of this page, and the id of the next one; `None` on the last page.
    fn into_parts(self) -> (Vec<Self::Item>, Option<String>);
}

/// Streams the items of a listing, from its first page to its last.
///
/// `fetch` gets `None` for the first page, and then the id that the previous page gave; the caller says how that id
/// is passed to the service, since the API's document does not. A page is fetched when the items before it have been
/// taken.
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
/// earlier one (the service ignores the id as `fetch` passes it), or 100 pages in a row have no items.
pub fn paginate<P, F, Fut>(fetch: F) -> impl Stream<Item = Result<P::Item, Error>> + Unpin
where
    P: Page,
    F: FnMut(Option<String>) -> Fut,
    Fut: Future<Output = Result<ResponseValue<P>, Error>>,
{
    let walk = Walk { fetch, next: Some(None), seen: HashSet::new(), empty_pages: 0 };
    let pages = stream::try_unfold(walk, |mut walk| async move {
        let Some(id) = walk.next.take() else {
            return Ok(None);
        };
        let page = (walk.fetch)(id).await?.into_inner();
        let (items, next) = page.into_parts();
        walk.empty_pages = if items.is_empty() { walk.empty_pages + 1 } else { 0 };
        if let Some(next) = next.filter(|next| !next.is_empty()) {
            if !walk.seen.insert(next.clone()) {
                return Err(repeated(&next));
            }
            if walk.empty_pages == MAX_EMPTY_PAGES {
                return Err(no_items(&next));
            }
            walk.next = Some(Some(next));
        }
        Ok(Some((stream::iter(items.into_iter().map(Ok)), walk)))
    });
    Box::pin(pages.try_flatten())
}

struct Walk<F> {
    fetch: F,
    /// What to fetch next: `Some(None)` is the first page, `None` the end.
    next: Option<Option<String>>,
    seen: HashSet<String>,
    /// How many pages in a row had no items.
    empty_pages: u32,
}

/// Empty pages yield nothing, so the caller has no chance to stop.
const MAX_EMPTY_PAGES: u32 = 100;

fn repeated(id: &str) -> Error {
    let reason = format!(
        "the listing gave the id `{}` of a next page twice, so the walk would not end: \
         does the service take the id the way it is passed back?",
        Short(id)
    );
    InvalidRequest::new(reason).into()
}

fn no_items(id: &str) -> Error {
    let reason = format!(
        "the listing gave {MAX_EMPTY_PAGES} pages without items one after the other, so the walk may not end; \
         it could go on at the id `{}`",
        Short(id)
    );
    InvalidRequest::new(reason).into()
}

#[cfg(test)]
mod tests {
    use std::future::ready;

    use futures_util::StreamExt as _;
    use reqwest::StatusCode;
    use reqwest::header::HeaderMap;

    use super::*;

    #[derive(Debug)]
    struct Numbers(Vec<u32>, Option<&'static str>);

    impl Page for Numbers {
        type Item = u32;

        fn into_parts(self) -> (Vec<u32>, Option<String>) {
            (self.0, self.1.map(str::to_owned))
        }
    }

    /// What a walk over `pages` gives, and the ids it asked for.
    async fn walk(mut pages: Vec<Result<Numbers, Error>>) -> (Vec<Result<u32, String>>, Vec<Option<String>>) {
        let mut asked = Vec::new();
        let items = paginate(|next| {
            asked.push(next);
            let page = pages.remove(0);
            ready(page.map(|page| ResponseValue::new(page, StatusCode::OK, HeaderMap::new())))
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
    async fn a_repeated_id_is_an_error_and_the_end() {
        let (items, asked) = walk(vec![
            Ok(Numbers(vec![1], Some("b"))),
            Ok(Numbers(vec![2], Some("c"))),
            Ok(Numbers(vec![1], Some("b"))),
        ])
        .await;
        assert_eq!(items.len(), 3);
        assert_eq!(items[..2], [Ok(1), Ok(2)]);
        assert!(items[2].as_ref().unwrap_err().contains("`b`"));
        assert_eq!(asked.len(), 3);
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

    #[test]
    fn the_stream_is_send_where_the_futures_are() {
        fn is_send<T: Send + Unpin>(_: T) {}
        is_send(paginate(|_| ready(Ok(ResponseValue::new(Numbers(vec![], None), StatusCode::OK, HeaderMap::new())))));
    }
}
