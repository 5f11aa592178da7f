use std::collections::HashSet;
use std::ops::Range;

use layer::{Error, paginate};
use loopback::{Request, Response, Server};
use proptest::collection::{hash_set, vec};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Value, json};

use super::{for_any_call, text};
use crate::support::client;

#[derive(Debug, Clone)]
struct Page {
    items: Vec<String>,
    next: Option<String>,
}

impl Page {
    fn response(&self) -> Response {
        let entries: Vec<_> = self.items.iter().map(|id| json!({ "id": id })).collect();
        let next = self.next.as_deref().map(Value::from);
        Response::new(200, json!({ "length": entries.len(), "entries": entries, "nextId": next }).to_string())
    }
}

/// Generates up to eight pages. Each page contains the id of the next one, and the last page contains no id. The number
/// of ids is in the range `ids`.
fn pages(ids: Range<usize>) -> impl Strategy<Value = Vec<Page>> {
    let next = hash_set(text(1..20), ids);
    (next, vec(vec(text(0..10), 0..5), 8)).prop_map(|(next, items)| {
        let next = next.into_iter().map(Some).chain([None]);
        items.into_iter().zip(next).map(|(items, next)| Page { items, next }).collect()
    })
}

/// Lists all items of the pages in `responses`. Returns the items, the error, and the requests.
async fn walk(responses: impl IntoIterator<Item = Response>) -> (Vec<String>, Option<Error>, Vec<Request>) {
    let server = Server::start(responses);
    let client = client(server.url());
    let mut incidents = paginate(|next| {
        let client = client.with_query(next.map(|id| ("nextId", id)));
        async move { client.get_v1_statuspages_incidents().send().await }
    });
    let (mut items, mut error) = (Vec::new(), None);
    while let Some(item) = incidents.next().await {
        assert!(error.is_none(), "it goes on after {error:?} with {item:?}");
        match item {
            Ok(incident) => items.push(incident.id.unwrap()),
            Err(end) => error = Some(end),
        }
    }
    (items, error, server.received())
}

fn items(pages: &[Page]) -> Vec<String> {
    pages.iter().flat_map(|page| page.items.clone()).collect()
}

/// Returns the decoded page id of each request, or `None` if a request has none.
fn received_ids(requests: &[Request]) -> Vec<Option<String>> {
    let id = |request: &Request| {
        let (path, query) = request.target().split_once('?').unwrap_or((request.target(), ""));
        assert_eq!(path, "/v1/status-pages/incidents");
        let pairs: Vec<(String, String)> = url::form_urlencoded::parse(query.as_bytes()).into_owned().collect();
        assert!(pairs.len() <= 1 && pairs.iter().all(|(name, _)| name == "nextId"), "{pairs:?}");
        pairs.into_iter().next().map(|(_, id)| id)
    };
    requests.iter().map(id).collect()
}

/// Returns the page id that the request for each page has to contain.
fn expected_ids(pages: &[Page]) -> Vec<Option<String>> {
    let next = pages.iter().map(|page| page.next.clone());
    [None].into_iter().chain(next).take(pages.len()).collect()
}

#[test]
fn pagination_returns_all_items_in_order() {
    for_any_call(pages(0..8), async |pages| {
        let (found, error, requests) = walk(pages.iter().map(Page::response)).await;
        prop_assert!(error.is_none(), "{error:?}");
        prop_assert_eq!(found, items(&pages));
        prop_assert_eq!(received_ids(&requests), expected_ids(&pages));
        Ok(())
    });
}

#[test]
fn failed_page_ends_the_item_stream_after_the_earlier_items() {
    let failure = select(vec![
        Response::new(400, "{}"),
        Response::new(503, "down"),
        Response::new(200, "[]"),
        Response::cut_short(200, "{}"),
        Response::nothing(),
    ]);
    for_any_call((pages(0..8), any::<Index>(), failure), async |(pages, at, failure)| {
        let at = at.index(pages.len());
        let mut responses: Vec<_> = pages.iter().map(Page::response).collect();
        responses[at] = failure;
        let (found, error, requests) = walk(responses).await;
        prop_assert!(!matches!(error, None | Some(Error::InvalidRequest(_))), "{error:?}");
        prop_assert_eq!(found, items(&pages[..at]));
        prop_assert_eq!(received_ids(&requests), expected_ids(&pages[..=at]));
        Ok(())
    });
}

#[test]
fn repeated_page_id_ends_the_item_stream_with_an_error() {
    for_any_call((pages(1..8), any::<Index>()), async |(mut pages, again)| {
        let ids: Vec<_> = pages.iter().filter_map(|page| page.next.clone()).collect();
        let last = pages.len() - 1;
        pages[last].next = Some(again.get(&ids).clone());
        // A further page follows, which a stream that did not end would request.
        let responses = pages.iter().chain(&pages[..1]).map(Page::response);
        let (found, error, requests) = walk(responses).await;
        prop_assert!(matches!(error, Some(Error::InvalidRequest(_))), "{error:?}");
        prop_assert_eq!(found, items(&pages));
        prop_assert_eq!(received_ids(&requests), expected_ids(&pages));
        prop_assert_eq!(requests.iter().map(Request::target).collect::<HashSet<_>>().len(), pages.len());
        Ok(())
    });
}
