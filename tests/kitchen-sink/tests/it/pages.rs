//! Tests of paged listings: the request for each page, and the page at which a listing ends.

mod stated;
mod urls;

use std::fmt::Debug;
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

use futures_util::{Stream, StreamExt as _, TryStreamExt as _, poll};
use kitchen_sink::page::{Items, ListingEnd, Pages};
use kitchen_sink::types::Plain;
use kitchen_sink::{Client, Error, RetryPolicy, builder};
use loopback::{Request, Response, Server};
use serde_json::{Value, json};
use tokio::task::yield_now;
use uuid::Uuid;

use crate::support::{KEY, client, response, slow_down};

fn things(counts: &[i64]) -> Value {
    counts.iter().map(|count| json!({ "id": Uuid::nil(), "count": count })).collect()
}

fn page(body: &Value) -> Response {
    response(200, &body.to_string())
}

fn list(counts: &[i64]) -> Response {
    page(&things(counts))
}

/// Returns a page with one thing for each of `counts`. `next` is the cursor of the next page.
fn entries(counts: &[i64], next: Option<&str>) -> Response {
    page(&json!({ "length": counts.len(), "entries": things(counts), "nextId": next }))
}

fn client_of(server: &Server) -> Client {
    client(server.url()).build().unwrap()
}

fn targets(server: &Server) -> Vec<String> {
    server.received().iter().map(|request| request.target().to_owned()).collect()
}

/// Returns the counts of a stream's items, and the error with which the stream ends, if any.
async fn walk(mut items: impl Stream<Item = Result<Plain, Error>> + Unpin) -> (Vec<i64>, Option<Error>) {
    let mut counts = Vec::new();
    while let Some(item) = items.next().await {
        match item {
            Ok(thing) => counts.push(thing.count),
            Err(error) => {
                assert!(items.next().await.is_none(), "it goes on after {error}");
                return (counts, Some(error));
            }
        }
    }
    (counts, None)
}

async fn all_counts(items: impl Stream<Item = Result<Plain, Error>> + Unpin) -> Vec<i64> {
    let (counts, error) = walk(items).await;
    assert!(error.is_none(), "{error:?}");
    counts
}

#[tokio::test]
async fn pagination_follows_cursors_to_the_page_without_a_cursor() {
    for end in [None, Some("")] {
        let server = Server::start([entries(&[1, 2], Some("b")), entries(&[3], Some("c/&=")), entries(&[4], end)]);
        let mut items = client_of(&server).get_by_cursor().shelf("s").items();
        assert_eq!((all_counts(&mut items).await, items.end()), (vec![1, 2, 3, 4], Some(ListingEnd::Declared)));
        let path = "/listings/s/cursor";
        assert_eq!(
            targets(&server),
            [path.to_owned(), format!("{path}?nextId=b"), format!("{path}?nextId=c%2F%26%3D")],
            "{end:?}"
        );
    }
}

#[tokio::test]
async fn page_cursor_is_found_above_beside_or_below_the_list() {
    let above =
        |counts: &[i64], cursor: Option<i64>| page(&json!({ "data": { "entries": things(counts) }, "cursor": cursor }));
    let server = Server::start([above(&[1], Some(70)), above(&[2], Some(0)), above(&[3], None)]);
    assert_eq!(all_counts(client_of(&server).get_by_cursor_above().items()).await, [1, 2, 3]);
    assert_eq!(targets(&server), ["/listings/above", "/listings/above?cursor=70", "/listings/above?cursor=0"]);

    let inside = |counts: Value, next: Option<&str>| page(&json!({ "data": { "entries": counts, "nextToken": next } }));
    let server = Server::start([inside(things(&[1]), Some("b")), inside(json!(null), Some("c")), page(&json!({}))]);
    assert_eq!(all_counts(client_of(&server).get_by_cursor_inside().items()).await, [1]);
    assert_eq!(targets(&server), ["/listings/inside", "/listings/inside?nextToken=b", "/listings/inside?nextToken=c"]);

    let below =
        |counts: &[i64], pagination: Value| page(&json!({ "entries": things(counts), "pagination": pagination }));
    let next = Uuid::from_u128(7);
    let server = Server::start([below(&[1], json!({ "nextId": next })), below(&[2], json!({}))]);
    assert_eq!(all_counts(client_of(&server).get_by_cursor_below().items()).await, [1, 2]);
    assert_eq!(targets(&server), ["/listings/below".to_owned(), format!("/listings/below?nextId={next}")]);
}

#[tokio::test]
async fn page_token_may_have_another_name_than_its_parameter() {
    let tokens =
        |counts: &[i64], next: Option<&str>| page(&json!({ "entries": things(counts), "nextPageToken": next }));
    let server = Server::start([tokens(&[1], Some("b+/")), tokens(&[], Some("c")), tokens(&[2], Some(""))]);
    assert_eq!(all_counts(client_of(&server).get_by_token().items()).await, [1, 2]);
    let path = "/listings/token";
    assert_eq!(targets(&server), [path.to_owned(), format!("{path}?pageToken=b%2B%2F"), format!("{path}?pageToken=c")]);
}

#[tokio::test]
async fn every_page_request_contains_all_parameters_and_headers() {
    let server = Server::start([entries(&[1], Some("b")), entries(&[2], None)]);
    let client = client_of(&server).with_query([("extra", "1")]).with_headers([("x-more", "2")]);
    let listing = client.get_by_cursor().shelf("a b").x_trace("t").limit(7).kind("k");
    assert_eq!(all_counts(listing.items()).await, [1, 2]);
    let requests = server.received();
    let lines: Vec<&str> = requests.iter().map(Request::line).collect();
    assert_eq!(
        lines,
        [
            "GET /listings/a%20b/cursor?limit=7&kind=k&extra=1 HTTP/1.1",
            "GET /listings/a%20b/cursor?limit=7&nextId=b&kind=k&extra=1 HTTP/1.1",
        ]
    );
    for request in &requests {
        assert_eq!([request.header("x-trace"), request.header("x-more")], [["t"], ["2"]]);
        assert_eq!(request.header("authorization"), [format!("Bearer {KEY}")]);
        assert_eq!(request.header("x-service-account"), [Uuid::nil().to_string()]);
    }
}

#[tokio::test]
async fn numbered_pages_end_at_a_page_that_is_not_full() {
    let server = Server::start([list(&[1, 2]), list(&[3, 4]), list(&[5])]);
    assert_eq!(all_counts(client_of(&server).get_by_number().ids(vec![7, 8]).items()).await, [1, 2, 3, 4, 5]);
    let path = "/listings/list";
    assert_eq!(
        targets(&server),
        [format!("{path}?ids=7&ids=8"), format!("{path}?page=2&ids=7&ids=8"), format!("{path}?page=3&ids=7&ids=8")]
    );
}

#[tokio::test]
async fn numbered_pages_end_at_an_empty_page_if_all_are_full() {
    let server = Server::start([list(&[1, 2, 3]), list(&[4, 5, 6]), list(&[])]);
    let mut items = client_of(&server).get_by_number().limit(3).items();
    assert_eq!((all_counts(&mut items).await, items.end()), (vec![1, 2, 3, 4, 5, 6], Some(ListingEnd::Inferred)));
    assert_eq!(
        targets(&server),
        ["/listings/list?limit=3", "/listings/list?limit=3&page=2", "/listings/list?limit=3&page=3"]
    );
}

#[tokio::test]
async fn short_page_is_not_the_last_if_the_limit_exceeds_the_maximum() {
    let pages = || [list(&[1, 2]), list(&[3]), list(&[4]), list(&[])];
    let above_maximum = Server::start(pages());
    assert_eq!(all_counts(client_of(&above_maximum).get_by_number().limit(5).items()).await, [1, 2, 3, 4]);
    let added_to_query = Server::start(pages());
    let derived = client_of(&added_to_query).with_query([("limit", "1")]);
    assert_eq!(all_counts(derived.get_by_number().items()).await, [1, 2, 3, 4]);
    for server in [above_maximum, added_to_query] {
        assert_eq!(targets(&server).len(), 4);
    }
}

#[tokio::test]
async fn numbered_pages_end_at_the_total_number_of_items() {
    let of_total = |counts: &[i64], total: i64| page(&json!({ "things": things(counts), "total": total }));
    // A page may have fewer items than the limit if the total shows that more follow.
    let server = Server::start([of_total(&[1, 2], 5), of_total(&[3], 5), of_total(&[4, 5], 5)]);
    assert_eq!(all_counts(client_of(&server).get_by_number_to_total().per_page(2).items()).await, [1, 2, 3, 4, 5]);
    assert_eq!(
        targets(&server),
        ["/listings/total?perPage=2", "/listings/total?page=2&perPage=2", "/listings/total?page=3&perPage=2"]
    );
    // A stream that begins at a later page cannot use the total, because it does not know how many items precede that
    // page. It ends at the first page that is not full.
    let server = Server::start([of_total(&[3, 4], 5), of_total(&[5], 5)]);
    let items = client_of(&server).get_by_number_to_total().per_page(2).items().starting_at(2);
    assert_eq!(all_counts(items).await, [3, 4, 5]);
    assert_eq!(targets(&server).len(), 2);
}

#[tokio::test]
async fn numbered_pages_end_at_the_total_number_of_pages() {
    let of_pages = |counts: &[i64], meta: Value| page(&json!({ "entries": things(counts), "meta": meta }));
    let three = || json!({ "totalPages": 3 });
    let server = Server::start([of_pages(&[1], three()), of_pages(&[2, 3], three()), of_pages(&[4], three())]);
    assert_eq!(all_counts(client_of(&server).get_by_number_to_pages().items()).await, [1, 2, 3, 4]);
    assert_eq!(targets(&server), ["/listings/pages", "/listings/pages?page=1", "/listings/pages?page=2"]);

    let server = Server::start([of_pages(&[1], json!({})), of_pages(&[2], json!(null)), of_pages(&[], json!({}))]);
    assert_eq!(all_counts(client_of(&server).get_by_number_to_pages().items()).await, [1, 2]);
    assert_eq!(targets(&server).len(), 3);
}

#[tokio::test]
async fn page_offset_advances_until_the_total_or_a_short_page() {
    let of_total = |counts: &[i64], total: Value| page(&json!({ "entries": things(counts), "total": total }));
    // A page may have fewer items than the limit if the total shows that more follow.
    let five = || json!(5);
    let server = Server::start([of_total(&[1, 2], five()), of_total(&[3], five()), of_total(&[4, 5], five())]);
    assert_eq!(all_counts(client_of(&server).get_by_offset().items()).await, [1, 2, 3, 4, 5]);
    assert_eq!(targets(&server), ["/listings/offset", "/listings/offset?offset=2", "/listings/offset?offset=3"]);

    // `total` counts all items of the listing, wherever the stream begins.
    let server = Server::start([of_total(&[4], five()), of_total(&[5], five())]);
    assert_eq!(all_counts(client_of(&server).get_by_offset().limit(3).items().starting_at(3)).await, [4, 5]);
    assert_eq!(targets(&server), ["/listings/offset?offset=3&limit=3", "/listings/offset?offset=4&limit=3"]);

    let server = Server::start([of_total(&[1, 2], json!(null)), of_total(&[3], json!(null))]);
    let mut items = client_of(&server).get_by_offset().items();
    assert_eq!((all_counts(&mut items).await, items.position(), targets(&server).len()), (vec![1, 2, 3], None, 2));

    let server = Server::start([of_total(&[1, 2], json!(null)), response(500, "")]);
    let (_, error) = walk(client_of(&server).get_by_offset().items()).await;
    assert_failed_page(error, 500, "get_by_offset, page 2: 500 ", Some("2"));
}

#[tokio::test]
async fn sends_the_first_page_number_if_the_service_has_another_default() {
    let server = Server::start([list(&[1, 2]), list(&[3]), list(&[])]);
    assert_eq!(all_counts(client_of(&server).get_by_skip().top(2).items()).await, [1, 2, 3]);
    let top = "%24top=2";
    assert_eq!(targets(&server), [0, 2, 3].map(|skip| format!("/listings/skip?%24skip={skip}&{top}")));
    let ignoring = Server::repeating(list(&[1, 2]));
    let (counts, error) = walk(client_of(&ignoring).get_by_skip().items()).await;
    assert_eq!((counts, error.unwrap().page()), (vec![1, 2], Some("2")));
}

#[tokio::test]
async fn pagination_uses_the_cursor_if_a_page_number_exists_as_well() {
    let server = Server::start([entries(&[1], Some("b")), entries(&[2], None)]);
    let listing = client_of(&server).get_by_both().items("x").pages(5);
    assert_eq!(all_counts(listing.items_()).await, [1, 2]);
    assert_eq!(targets(&server), ["/listings/both?items=x&pages=5", "/listings/both?nextId=b&items=x&pages=5"]);
    let server = Server::start([entries(&[1], None)]);
    assert_eq!(client_of(&server).get_by_both().pages_().count().await, 1);
}

#[tokio::test]
async fn pagination_begins_at_the_page_set_on_the_builder() {
    let server = Server::start([list(&[5, 6]), list(&[]), entries(&[7], Some("d")), entries(&[], None)]);
    let client = client_of(&server);
    assert_eq!(all_counts(client.get_by_number().page(3).items()).await, [5, 6]);
    assert_eq!(all_counts(client.get_by_cursor().shelf("s").next_id("c").items()).await, [7]);
    assert_eq!(
        targets(&server),
        [
            "/listings/list?page=3",
            "/listings/list?page=4",
            "/listings/s/cursor?nextId=c",
            "/listings/s/cursor?nextId=d"
        ]
    );
}

#[tokio::test]
async fn pages_have_the_status_and_headers_of_their_response() {
    let first = Response::with_headers(200, &[("x-page", "1")], things(&[1, 2]).to_string());
    let server = Server::start([first, list(&[3])]);
    let mut pages: Pages<builder::GetByNumber> = client_of(&server).get_by_number().pages();
    assert_eq!((pages.position(), targets(&server).len()), (Some(&1), 0));
    let page = pages.try_next().await.unwrap().unwrap();
    assert_eq!((page.status().as_u16(), page.len(), &page.headers()["x-page"]), (200, 2, &"1".parse().unwrap()));
    assert_eq!((pages.position(), targets(&server).len()), (Some(&2), 1));
    assert_eq!(pages.try_next().await.unwrap().unwrap().len(), 1);
    assert_eq!(pages.position(), None);
    assert!(pages.try_next().await.unwrap().is_none());
}

#[tokio::test]
async fn next_page_is_fetched_after_all_items_of_the_previous_page() {
    let server = Server::start([entries(&[1, 2], Some("b")), entries(&[3], None)]);
    let mut items: Items<builder::GetByCursor> = client_of(&server).get_by_cursor().shelf("s").items();
    let mut seen = Vec::new();
    loop {
        seen.push((targets(&server).len(), items.position().cloned()));
        if items.try_next().await.unwrap().is_none() {
            break;
        }
    }
    let b = || Some("b".to_owned());
    assert_eq!(seen, [(0, None), (1, None), (1, b()), (2, None)]);
}

/// Calls `next` of a stream until the stream ends. Each future is polled only once, and dropped if it is pending, so the
/// first future for a page is dropped before the response arrives. Returns the values of the stream.
macro_rules! collect_despite_drops {
    ($stream:expr) => {{
        let (mut stream, mut values, mut is_dropped) = ($stream, Vec::new(), false);
        loop {
            match poll!(pin!(stream.next())) {
                Poll::Ready(Some(value)) => values.push(value.unwrap()),
                Poll::Ready(None) => break,
                Poll::Pending => is_dropped = true,
            }
            yield_now().await;
        }
        assert!(is_dropped);
        values
    }};
}

#[tokio::test]
async fn dropped_futures_of_next_request_no_page_twice() {
    let pages = || [entries(&[1, 2], Some("b")), entries(&[], Some("c")), entries(&[3], None)];

    let server = Server::start(pages());
    let items = collect_despite_drops!(client_of(&server).get_by_cursor().shelf("s").items());
    assert_eq!(items.iter().map(|thing| thing.count).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(targets(&server).len(), 3);

    let server = Server::start(pages());
    let pages = collect_despite_drops!(client_of(&server).get_by_cursor().shelf("s").pages());
    assert_eq!(pages.iter().map(|page| page.entries.iter().flatten().count()).collect::<Vec<_>>(), [2, 0, 1]);
    assert_eq!(targets(&server).len(), 3);
}

fn assert_failed_page(error: Option<Error>, status: u16, text: &str, page: Option<&str>) {
    let error = error.unwrap();
    assert_eq!(error.status().unwrap().as_u16(), status);
    assert!(error.to_string().starts_with(text), "{error}");
    assert_eq!(error.page(), page);
}

#[tokio::test]
async fn pagination_can_resume_at_the_page_of_an_error() {
    let server = Server::start([list(&[1, 2]), response(500, ""), list(&[3])]);
    let (counts, error) = walk(client_of(&server).get_by_number().items()).await;
    assert_eq!(counts, [1, 2]);
    let saved: i64 = error.as_ref().unwrap().page().unwrap().parse().unwrap();
    assert_failed_page(error, 500, "get_by_number, page 2: 500 ", Some("2"));
    assert_eq!(all_counts(client_of(&server).get_by_number().items().starting_at(saved)).await, [3]);
    assert_eq!(targets(&server)[1..], ["/listings/list?page=2"; 2]);

    let server = Server::start([entries(&[1], Some("s3cret")), response(403, ""), entries(&[2], None)]);
    let listing = || client_of(&server).get_by_cursor().shelf("s");
    let mut items = listing().items();
    let (counts, error) = walk(&mut items).await;
    assert_eq!(counts, [1]);
    let error = error.unwrap();
    assert_eq!(items.position().map(String::as_str), error.page());
    let saved = error.page().unwrap().to_owned();
    let shown = format!("{error} {error:?} {error:#?} {}", error.chain());
    assert!(!shown.contains("s3cret"), "{shown}");
    assert_failed_page(Some(error), 403, "get_by_cursor, page 2 of the listing: 403 ", Some("s3cret"));
    assert_eq!(all_counts(listing().items().starting_at(saved)).await, [2]);
    assert_eq!(targets(&server)[1..], ["/listings/s/cursor?nextId=s3cret"; 2]);
}

#[tokio::test]
async fn error_of_the_first_page_has_no_cursor() {
    let server = Server::repeating(response(500, ""));
    let (_, error) = walk(client_of(&server).get_by_cursor().shelf("s").items()).await;
    assert_failed_page(error, 500, "get_by_cursor, page 1 of the listing: 500 ", None);
    let (_, error) = walk(client_of(&server).get_by_number().items()).await;
    assert_failed_page(error, 500, "get_by_number, page 1: 500 ", Some("1"));
    let error = client_of(&server).get_by_number().page(4).send().await.unwrap_err();
    assert!(error.page().is_none() && error.to_string().starts_with("get_by_number: 500 "), "{error}");
}

#[tokio::test]
async fn every_kind_of_error_names_the_page_that_failed() {
    let cut = Response::cut_short(200, "[]");
    for (failure, kind) in [
        (response(404, ""), "404"),
        (response(302, ""), "302"),
        (response(200, "{"), "decode"),
        (cut, "truncated"),
        (Response::nothing(), "no_response"),
    ] {
        let server = Server::start([list(&[1, 2]), failure]);
        let error = walk(client_of(&server).get_by_number().items()).await.1.unwrap();
        assert_eq!((error.error_type(), error.page()), (kind, Some("2")));
        assert!(error.to_string().starts_with("get_by_number, page 2: "), "{error}");
    }
    let server = Server::start([]);
    let error = walk(client_of(&server).get_by_cursor().items()).await.1.unwrap();
    assert!(matches!(error, Error::InvalidRequest(_)) && targets(&server).is_empty(), "{error}");
    assert_eq!(error.to_string(), "get_by_cursor, page 1 of the listing: `shelf` is required and was not set");
}

#[tokio::test]
async fn each_page_has_its_own_retries() {
    let slow = || [slow_down(), slow_down()];
    let pages = [entries(&[1], Some("b")), entries(&[2], None)];
    let responses: Vec<Response> = pages.into_iter().flat_map(|page| slow().into_iter().chain([page])).collect();
    let server = Server::start(responses);
    let policy = RetryPolicy::default().base_delay(Duration::from_millis(1));
    let client = client(server.url()).retry(policy).build().unwrap();
    assert_eq!(all_counts(client.get_by_cursor().shelf("s").items()).await, [1, 2]);
    let targets = targets(&server);
    assert_eq!((targets.len(), &targets[0], &targets[2], &targets[3]), (6, &targets[1], &targets[1], &targets[5]));
}

#[tokio::test]
async fn repeated_cursor_is_an_error_after_the_items_of_its_page() {
    let pages = [(1, "s3cret"), (2, "b"), (3, "s3cret")].map(|(count, next)| entries(&[count], Some(next)));
    let server = Server::start(pages.clone());
    let (counts, error) = walk(client_of(&server).get_by_cursor().shelf("s").items()).await;
    let error = error.unwrap();
    assert_eq!((counts, targets(&server).len(), error.page()), (vec![1, 2, 3], 3, Some("s3cret")));
    assert!(matches!(error, Error::InvalidRequest(_)), "{error}");
    let shown = format!("{error} {error:?} {error:#?}");
    assert!(shown.contains("page 3 of the listing: ") && shown.contains("twice"), "{shown}");
    assert!(!shown.contains("s3cret"), "{shown}");

    let server = Server::start(pages);
    let pages: Vec<_> = client_of(&server).get_by_cursor().shelf("s").pages().collect().await;
    assert_eq!(
        (pages.iter().map(Result::is_ok).collect::<Vec<_>>(), targets(&server).len()),
        (vec![true, true, true, false], 3)
    );
}

#[tokio::test]
async fn pagination_fails_if_the_service_ignores_the_page_number() {
    let server = Server::repeating(list(&[1, 2]));
    let (counts, error) = walk(client_of(&server).get_by_number().items()).await;
    let error = error.unwrap();
    assert_eq!((counts, targets(&server).len(), error.page()), (vec![1, 2], 2, Some("2")));
    assert!(matches!(&error, Error::InvalidRequest(error) if error.reason().contains("same page twice")), "{error}");
}

#[tokio::test]
async fn fractional_page_number_is_requested_only_once() {
    let server = Server::repeating(list(&[1, 2]));
    let mut pages = client_of(&server).get_by_number().page(1.5).pages();
    assert_eq!(pages.position(), None);
    assert_eq!(pages.by_ref().count().await, 1);
    assert_eq!(targets(&server), ["/listings/list?page=1.5"]);
}

#[test]
fn item_and_page_streams_are_send_unpin_and_static() {
    fn assert_send_and_unpin<T: Send + Unpin + 'static>(_: T) {}
    let client = client("http://localhost").build().unwrap();
    assert_send_and_unpin(client.get_by_cursor().items());
    assert_send_and_unpin(client.get_by_number().pages());
}

#[tokio::test]
async fn item_stream_outlives_its_client() {
    let server = Server::start([list(&[1, 2]), list(&[])]);
    let client = client_of(&server);
    let items = client.get_by_number().items();
    drop(client);
    fn shown(error: impl Debug) -> String {
        format!("{error:?}")
    }
    let walk = tokio::spawn(async move { items.map_ok(|thing| thing.count).try_collect::<Vec<_>>().await });
    assert_eq!(walk.await.unwrap().map_err(shown), Ok(vec![1, 2]));
}

#[tokio::test]
async fn numbered_pages_return_each_item_once_for_any_page_size() {
    for (count, limit, first) in (0..9).flat_map(|n| (1..5).flat_map(move |l| (1..4).map(move |f| (n, l, f)))) {
        let counts = |number: i64| ((number - 1) * limit..count.min(number * limit)).collect::<Vec<i64>>();
        let numbers = first..first + 10;
        let rest: Vec<i64> = numbers.clone().flat_map(counts).collect();

        // Without a total, the stream ends at a page that is not full.
        let server = Server::start(numbers.clone().map(|number| list(&counts(number))));
        let items = client_of(&server).get_by_number().limit(limit).items().starting_at(first);
        assert_eq!(all_counts(items).await, rest, "{count} {limit} {first}");
        let last = first.max(count / limit + 1);
        assert_eq!(targets(&server).len() as i64, last - first + 1, "{count} {limit} {first}");

        // With a total, the stream ends at the total. The total is not used if the stream begins at a later page.
        let of_total = |number| page(&json!({ "things": things(&counts(number)), "total": count }));
        let server = Server::start(numbers.map(of_total));
        let items = client_of(&server).get_by_number_to_total().per_page(limit).items().starting_at(first);
        assert_eq!(all_counts(items).await, rest, "{count} {limit} {first}");
        let last = if first == 1 { 1.max((count + limit - 1) / limit) } else { last };
        assert_eq!(targets(&server).len() as i64, last - first + 1, "{count} {limit} {first}");
    }
}

#[tokio::test]
async fn error_page_is_none_if_the_cursor_set_by_the_caller_is_empty() {
    let server = Server::repeating(response(500, ""));
    let (_, error) = walk(client_of(&server).get_by_cursor().shelf("s").next_id("").items()).await;
    assert_eq!((error.unwrap().page(), targets(&server)), (None, vec!["/listings/s/cursor?nextId=".to_owned()]));
}
