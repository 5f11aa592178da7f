//! Tests of listings whose pages state their number, the next number, the last id, or whether another page follows.

use futures_util::TryStreamExt as _;
use kitchen_sink::page::ListingEnd;
use kitchen_sink::types;
use loopback::{Response, Server};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::response;

use super::{all_counts, client_of, page, targets, things, walk};

/// Returns a page with one thing for each of `counts`, and with `fields` beside the list.
fn page_with(counts: &[i64], fields: Value) -> Response {
    with_list("entries", counts, fields)
}

fn with_list(name: &str, counts: &[i64], mut fields: Value) -> Response {
    fields[name] = things(counts);
    page(&fields)
}

fn reason(error: Option<kitchen_sink::Error>) -> String {
    match error {
        Some(kitchen_sink::Error::InvalidRequest(error)) => error.reason().to_owned(),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn page_numbers_continue_from_the_number_in_the_first_page() {
    let numbered =
        |counts: &[i64], page: i64, has_next: bool| page_with(counts, json!({ "page": page, "hasNext": has_next }));
    for first in [0, 1] {
        // The second page is not full, but states that another page follows.
        let pages = [numbered(&[1, 2], first, true), numbered(&[3], first + 1, true), numbered(&[4], first + 2, false)];
        let server = Server::start(pages);
        assert_eq!(all_counts(client_of(&server).get_by_present_page().items()).await, [1, 2, 3, 4]);
        let path = "/listings/present";
        let later = [first + 1, first + 2].map(|number| format!("{path}?page={number}"));
        assert_eq!(targets(&server), [&[path.to_owned()], &later[..]].concat());
    }
    let server = Server::start([numbered(&[3, 4], 5, true), page_with(&[], json!({ "page": 6, "hasNext": true }))]);
    assert_eq!(all_counts(client_of(&server).get_by_present_page().page(5).items()).await, [3, 4]);
    assert_eq!(targets(&server), ["/listings/present?page=5", "/listings/present?page=6"]);
    // If the pages do not state whether another page follows, the first page that is not full is the last.
    let server = Server::start([page_with(&[1, 2], json!({ "page": 1 })), page_with(&[3], json!({ "page": 2 }))]);
    assert_eq!(all_counts(client_of(&server).get_by_present_page().items()).await, [1, 2, 3]);
}

#[tokio::test]
async fn numbered_pages_end_at_the_stated_last_page() {
    let of = |count: i64, fields: Value| with_list("data", &[count], fields);
    let fields = json!({ "last_page": 3, "total": 3 });
    for (fields, first) in [(fields.clone(), 1), (fields, 2), (json!({ "last_page": 0, "total": 3 }), 1)] {
        let server = Server::start((first..=3).map(|count| of(count, fields.clone())));
        let mut items = client_of(&server).get_by_number_to_last_page().items().starting_at(first);
        assert_eq!(items.end(), None);
        assert_eq!(all_counts(&mut items).await, (first..=3).collect::<Vec<_>>());
        assert_eq!((items.end(), targets(&server).len() as i64), (Some(ListingEnd::Declared), 4 - first), "{fields}");
    }
}

#[tokio::test]
async fn equal_pages_with_different_stated_numbers_are_not_a_loop() {
    let of = |number: i64| with_list("data", &[7], json!({ "current_page": number }));
    let server = Server::start([of(1), of(2), of(3), with_list("data", &[], json!({}))]);
    let mut items = client_of(&server).get_by_number_to_last_page().items();
    assert_eq!(all_counts(&mut items).await, [7, 7, 7]);
    assert_eq!((items.end(), targets(&server).len()), (Some(ListingEnd::Inferred), 4));

    let server = Server::repeating(of(1));
    let mut items = client_of(&server).get_by_number_to_last_page().items();
    let (counts, error) = walk(&mut items).await;
    assert!(counts == [7] && reason(error).contains("same page twice"));
    assert_eq!((items.end(), targets(&server).len()), (None, 2));
}

#[tokio::test]
async fn failure_past_the_end_ends_a_listing_only_after_a_short_page() {
    let of = |counts: &[i64]| with_list("data", counts, json!({}));
    let path = "/listings/last-page?per_page=2";
    for status in [404, 400] {
        let server = Server::start([of(&[1, 2]), of(&[3]), response(status, "{}")]);
        let mut pages = client_of(&server).get_by_number_to_last_page().per_page(2).pages();
        let mut lengths = Vec::new();
        while let Some(page) = pages.try_next().await.unwrap() {
            lengths.push((page.data.len(), pages.end()));
        }
        assert_eq!(lengths, [(2, None), (1, None)]);
        assert_eq!((pages.end(), pages.position()), (Some(ListingEnd::Inferred), None));
        let pages = ["&page=2", "&page=3"].map(|page| path.replace('?', &format!("?{}&", &page[1..])));
        assert_eq!(targets(&server), [&[path.to_owned()], &pages[..]].concat());
    }
    for (pages, status, limit) in [
        (vec![], 404, Some(2)),
        (vec![of(&[1, 2])], 404, Some(2)),
        (vec![of(&[1]), of(&[2, 3])], 404, Some(2)),
        (vec![of(&[1, 2]), of(&[3])], 401, Some(2)),
        (vec![of(&[1, 2]), of(&[3])], 403, Some(2)),
        (vec![of(&[1, 2]), of(&[3])], 404, None),
        (vec![with_list("data", &[1], json!({ "last_page": 9 }))], 404, Some(2)),
    ] {
        let server = Server::start(pages.into_iter().chain([response(status, "{}")]));
        let mut items = client_of(&server).get_by_number_to_last_page().per_page(limit).items();
        let error = walk(&mut items).await.1.unwrap();
        assert_eq!((error.status().unwrap().as_u16(), items.end()), (status, None));
    }
}

#[tokio::test]
async fn page_with_a_wrong_or_missing_page_number_is_an_error() {
    let server = Server::repeating(page_with(&[1, 2], json!({ "page": 1, "hasNext": true })));
    let (counts, error) = walk(client_of(&server).get_by_present_page().items()).await;
    assert_eq!((counts, targets(&server).len()), (vec![1, 2], 2));
    let reason_of_repeated = reason(error);
    assert!(reason_of_repeated.contains("same page twice"), "{reason_of_repeated}");

    let numbered = |count: i64| page_with(&[count], json!({ "page": 0, "hasNext": true }));
    let server = Server::start([numbered(1), numbered(2)]);
    let (counts, error) = walk(client_of(&server).get_by_present_page().items()).await;
    let reason_of_other = reason(error);
    assert!(counts == [1] && reason_of_other.contains("a different page number"), "{counts:?} {reason_of_other}");

    let server = Server::start([page_with(&[1, 2], json!({ "hasNext": true }))]);
    let (_, error) = walk(client_of(&server).get_by_present_page().items()).await;
    let reason_of_unknown = reason(error);
    assert!(reason_of_unknown.contains("does not contain the number of the page"), "{reason_of_unknown}");
    let server = Server::start([page_with(&[1, 2], json!({ "hasNext": false }))]);
    assert_eq!(all_counts(client_of(&server).get_by_present_page().items()).await, [1, 2]);
}

#[tokio::test]
async fn next_page_is_requested_by_the_number_in_the_previous_page() {
    let next = |counts: &[i64], next: Value| page_with(counts, json!({ "pagination": { "next": next } }));
    for end in [json!(null), json!(0)] {
        let server = Server::start([next(&[1], json!(2)), next(&[], json!(5.0)), next(&[2], end)]);
        assert_eq!(all_counts(client_of(&server).get_by_next_page().items()).await, [1, 2]);
        assert_eq!(targets(&server), ["/listings/next", "/listings/next?page=2", "/listings/next?page=5"]);
    }
    let server = Server::repeating(next(&[1], json!(2)));
    let (counts, error) = walk(client_of(&server).get_by_next_page().items()).await;
    let reason = reason(error);
    assert!(counts == [1, 1] && reason.contains("next-page id twice"), "{counts:?} {reason}");
}

#[tokio::test]
async fn next_page_is_requested_by_the_last_id_in_the_previous_page() {
    let id = Uuid::from_u128;
    let last = |count: i64, last: u128, has_more: bool| {
        page_with(&[count], json!({ "last_id": id(last), "has_more": has_more }))
    };
    let server = Server::start([last(1, 7, true), last(2, 8, false)]);
    assert_eq!(all_counts(client_of(&server).get_by_last_id().items()).await, [1, 2]);
    assert_eq!(targets(&server), ["/listings/last-id".to_owned(), format!("/listings/last-id?after={}", id(7))]);

    let items = |ids: &[u128], has_more: bool| {
        let items = ids.iter().map(|id| json!({ "id": Uuid::from_u128(*id), "count": *id as i64 }));
        page(&json!({ "entries": items.collect::<Vec<_>>(), "has_more": has_more }))
    };
    let path = "/listings/last-item";
    for (pages, requests) in [
        (vec![items(&[1, 2], true), items(&[3], false)], 2),
        (vec![items(&[1, 2], true), items(&[3], true), items(&[], true)], 3),
    ] {
        let server = Server::start(pages);
        let mut listing = client_of(&server).get_by_last_item().items();
        assert_eq!(all_counts(&mut listing).await, [1, 2, 3]);
        assert_eq!(listing.end(), Some(if requests == 2 { ListingEnd::Declared } else { ListingEnd::Inferred }));
        let all =
            [path.to_owned(), format!("{path}?starting_after={}", id(2)), format!("{path}?starting_after={}", id(3))];
        assert_eq!(targets(&server), all[..requests]);
    }
    let server = Server::repeating(items(&[1, 2], true));
    let (counts, error) = walk(client_of(&server).get_by_last_item().items()).await;
    let reason = reason(error);
    assert!(counts == [1, 2, 1, 2] && reason.contains("next-page id twice"), "{counts:?} {reason}");
}

#[tokio::test]
async fn offset_without_default_advances_while_more_items_follow() {
    let more = |counts: &[i64], more: bool| page_with(counts, json!({ "more": more }));
    let server = Server::start([more(&[1, 2], true), more(&[3], true), more(&[4], false)]);
    assert_eq!(all_counts(client_of(&server).get_by_offset_with_more().limit(2).items()).await, [1, 2, 3, 4]);
    let path = "/listings/more";
    assert_eq!(
        targets(&server),
        [format!("{path}?limit=2"), format!("{path}?offset=2&limit=2"), format!("{path}?offset=3&limit=2")]
    );
}

#[tokio::test]
async fn page_number_can_be_a_field_of_an_object_parameter() {
    let numbered = |counts: &[i64], number: i64| page_with(counts, json!({ "number": number, "totalPages": 3 }));
    let pages = || [numbered(&[1, 2], 0), numbered(&[3], 1), numbered(&[4], 2)];
    let server = Server::start(pages());
    assert_eq!(all_counts(client_of(&server).get_by_pageable().items()).await, [1, 2, 3, 4]);
    let path = "/listings/pageable";
    let second = format!("{path}?pageable%5Bpage%5D=1");
    assert_eq!(targets(&server), [path.to_owned(), second, format!("{path}?pageable%5Bpage%5D=2")]);

    // The caller sets the first page and the other fields of the object. The other fields are sent with each request. A
    // stream that begins at a later page does not use the total number of pages, so it ends at an empty page.
    let server = Server::start(pages().into_iter().skip(1).chain([numbered(&[], 3)]));
    let pageable = types::GetByPageablePageable::builder().page(1).sort(vec!["a".to_owned(), "b".to_owned()]);
    assert_eq!(all_counts(client_of(&server).get_by_pageable().pageable(pageable).items()).await, [3, 4]);
    let sort = "pageable%5Bsort%5D=a&pageable%5Bsort%5D=b";
    assert_eq!(targets(&server), [1, 2, 3].map(|number| format!("{path}?{sort}&pageable%5Bpage%5D={number}")));

    let server = Server::start(pages());
    let pageable = types::GetByFlatPageablePageable::builder().size(2);
    assert_eq!(all_counts(client_of(&server).get_by_flat_pageable().pageable(pageable).items()).await, [1, 2, 3, 4]);
    let path = "/listings/flat-pageable?size=2";
    assert_eq!(targets(&server), [path.to_owned(), format!("{path}&page=1"), format!("{path}&page=2")]);
}
