//! Tests of pages that contain the URL of the next page, in a field or in the header `Link`.

use std::io::Write as _;

use futures_util::TryStreamExt as _;
use kitchen_sink::Error;
use loopback::{Request, Response, Server, whole};
use serde_json::json;

use super::{all_counts, assert_failed_page, client_of, page, targets, things, walk};
use crate::support::{KEY, client, response};

fn linked(counts: &[i64], next: Option<&str>) -> Response {
    page(&json!({ "entries": things(counts), "links": { "next": next } }))
}

#[tokio::test]
async fn next_page_url_replaces_only_the_query() {
    let server = Server::start([
        linked(&[1], Some("?kind=k&after=a%2Fb")),
        linked(&[2], Some("?%24s=x%20y&extra=9")),
        linked(&[3], None),
    ]);
    let client = client_of(&server).with_query([("extra", "1")]);
    let mut items = client.get_by_url().shelf("a b").kind("k").x_trace("t").items();
    assert_eq!(items.try_next().await.unwrap().unwrap().count, 1);
    assert_eq!(items.position().map(String::as_str), Some("kind=k&after=a%2Fb"));
    assert_eq!(all_counts(&mut items).await, [2, 3]);
    let path = "/listings/a%20b/url";
    // `with_query` adds its query pairs to each request, except for names that occur in the URL of the page.
    let queries = ["kind=k&extra=1", "kind=k&after=a%2Fb&extra=1", "%24s=x%20y&extra=9"];
    assert_eq!(targets(&server), queries.map(|query| format!("{path}?{query}")));
    for request in &server.received() {
        assert_eq!(request.header("x-trace"), ["t"]);
        assert_eq!(request.header("authorization"), [format!("Bearer {KEY}")]);
    }
}

#[tokio::test]
async fn pagination_by_url_resumes_at_the_query_of_the_failed_page() {
    let next = "/listings/s/url?page=s3cret";
    let server = Server::start([linked(&[1], Some(next)), response(500, ""), linked(&[2], None)]);
    let listing = || client_of(&server).get_by_url().shelf("s");
    let (counts, error) = walk(listing().items()).await;
    let shown = format!("{error:?} {error:#?} {}", error.as_ref().unwrap().chain());
    assert!(!shown.contains("s3cret"), "{shown}");
    let saved = error.as_ref().unwrap().page().unwrap().to_owned();
    assert_failed_page(error, 500, "get_by_url, page 2 of the listing: 500 ", Some("page=s3cret"));
    assert_eq!((counts, all_counts(listing().items().starting_at(saved)).await), (vec![1], vec![2]));
    assert_eq!(targets(&server), ["/listings/s/url", next, next]);
}

#[tokio::test]
async fn pagination_follows_an_absolute_url_of_the_same_server() {
    let server = Server::serving(|mut stream, _| {
        let mut request = Request::default();
        request.read(&mut stream)?;
        let page = match request.target() {
            "/listings/s/url" => json!({
                "entries": things(&[1]),
                "links": { "next": format!("http://{}/listings/s/url?page=2", stream.local_addr()?) },
            }),
            "/listings/s/url?page=2" => json!({ "entries": things(&[2]) }),
            other => json!(other),
        };
        stream.write_all(&whole(200, &[("content-type", "application/json")], page.to_string()))
    });
    assert_eq!(all_counts(client_of(&server).get_by_url().shelf("s").items()).await, [1, 2]);
}

#[tokio::test]
async fn pagination_refuses_a_next_page_url_of_another_server() {
    let elsewhere = Server::start([linked(&[9], None)]);
    let other_host = format!("{}/listings/t/url?page=2", elsewhere.url());
    for next in [&*other_host, "/listings/../t/url?page=2", "//localhost/listings/t/url?page=2", "http://[x", "?", "#x"]
    {
        let server = Server::start([linked(&[1, 2], Some(next))]);
        let (counts, error) = walk(client_of(&server).get_by_url().shelf("s").items()).await;
        assert_eq!((counts, targets(&server).len(), targets(&elsewhere).len()), (vec![1, 2], 1, 0), "{next}");
        let error = error.unwrap();
        assert!(matches!(error, Error::InvalidRequest(_)), "{error}");
        assert!(
            error.to_string().starts_with("get_by_url, page 1 of the listing: the URL of the next page "),
            "{error}"
        );
        assert_eq!(error.page(), None);
    }
}

#[tokio::test]
async fn next_page_url_of_another_host_is_requested_from_the_client_s_own_host() {
    let elsewhere = Server::start([linked(&[9], None)]);
    let next = format!("{}/prefix/listings/s/url/?page=2", elsewhere.url());
    let server = Server::start([linked(&[1], Some(&next)), linked(&[2], None)]);
    let client = client(&format!("{}/base", server.url())).build().unwrap();
    assert_eq!(all_counts(client.get_by_url().shelf("s").items()).await, [1, 2]);
    assert_eq!(targets(&server), ["/base/listings/s/url", "/base/listings/s/url?page=2"]);
    assert_eq!(targets(&elsewhere), [""; 0]);
}

#[tokio::test]
async fn next_page_may_have_another_path_below_the_base_url() {
    let other = "/base/listings/7?page=2";
    let server = Server::start([
        linked(&[1], Some(other)),
        response(500, ""),
        linked(&[2], Some("?page=3")),
        linked(&[3], None),
    ]);
    let client = client(&format!("{}/base", server.url())).build().unwrap();
    let listing = || client.get_by_url().shelf("s").kind("k").x_trace("t");
    let (counts, error) = walk(listing().items()).await;
    let error = error.unwrap();
    assert_eq!((counts, error.page()), (vec![1], Some(other)));
    assert!(error.url().unwrap().ends_with("/base/listings/7"), "{error}");
    let saved = error.page().unwrap().to_owned();
    assert_eq!(all_counts(listing().items().starting_at(saved)).await, [2, 3]);
    assert_eq!(targets(&server), ["/base/listings/s/url?kind=k", other, other, "/base/listings/7?page=3"]);
    for request in &server.received() {
        assert_eq!(request.header("x-trace"), ["t"]);
        assert_eq!(request.header("authorization"), [format!("Bearer {KEY}")]);
    }
    let outside = listing().items().starting_at("/listings/7?page=2");
    assert!(matches!(walk(outside).await.1, Some(Error::InvalidRequest(_))));
    assert_eq!(targets(&server).len(), 4);
}

#[tokio::test]
async fn error_for_a_refused_next_page_url_names_the_setting_that_allows_it() {
    let pages = || [linked(&[1], Some("http://internal/v2/listings?page=2")), linked(&[2], None)];
    let server = Server::start(pages());
    let (_, error) = walk(client_of(&server).get_by_url().shelf("s").items()).await;
    assert!(error.unwrap().to_string().contains("`following_paths_below`"));
    assert_eq!(targets(&server), ["/listings/s/url"]);
    for is_first in [true, false] {
        let server = Server::start(pages());
        let items = client_of(&server).get_by_url().shelf("s").items();
        let items = match is_first {
            true => items.following_paths_below("/v2").starting_at(None::<String>),
            false => items.starting_at(None::<String>).following_paths_below("/v2"),
        };
        assert_eq!(all_counts(items).await, [1, 2]);
        assert_eq!(targets(&server), ["/listings/s/url", "/v2/listings?page=2"]);
        assert_eq!(server.received()[1].header("authorization"), [format!("Bearer {KEY}")]);
    }
}

#[tokio::test]
async fn pagination_fails_if_a_next_page_url_repeats() {
    let server = Server::repeating(linked(&[1], Some("?page=s3cret")));
    let (counts, error) = walk(client_of(&server).get_by_url().shelf("s").items()).await;
    assert_eq!((counts, targets(&server).len()), (vec![1, 1], 2));
    let shown = format!("{:?}", error.unwrap());
    assert!(shown.contains("next-page URL twice") && !shown.contains("s3cret"), "{shown}");
    let server = Server::start((0..200).map(|n| linked(&[], Some(&format!("?page={n}")))));
    let (_, error) = walk(client_of(&server).get_by_url().shelf("s").items()).await;
    assert_eq!(targets(&server).len(), 100);
    assert!(error.unwrap().to_string().contains("100 pages"));
}

#[tokio::test]
async fn pagination_follows_link_headers_to_the_last_page() {
    let with =
        |links: &str, counts: &[i64]| Response::with_headers(200, &[("link", links)], things(counts).to_string());
    let first = r#"<?page=1>; rel="prev", </listings/link?page=2&kind=k>; rel="next""#;
    let server =
        Server::start([with(first, &[1]), with("<?page=3>; rel=NEXT", &[2]), with("<?page=1>; rel=first", &[3])]);
    assert_eq!(all_counts(client_of(&server).get_by_link().kind("k").items()).await, [1, 2, 3]);
    assert_eq!(targets(&server), ["/listings/link?kind=k", "/listings/link?page=2&kind=k", "/listings/link?page=3"]);
    for (links, reason) in [
        ("<http://localhost:1/v2/link?page=2>; rel=next", "is not followed"),
        ("/listings/link?page=2; rel=next", "cannot be parsed"),
    ] {
        let server = Server::start([with(links, &[1])]);
        let (counts, error) = walk(client_of(&server).get_by_link().items()).await;
        let error = error.unwrap().to_string();
        assert_eq!((counts, targets(&server).len(), error.contains(reason)), (vec![1], 1, true), "{error}");
    }
}

#[tokio::test]
async fn pagination_can_resume_at_a_page_with_a_malformed_link_header() {
    let with = |link: &str, counts: &[i64]| Response::with_headers(200, &[("link", link)], things(counts).to_string());
    let next = "<?page=2>; rel=next";
    for broken in [
        r#"<?page=3> rel="next""#,
        r#"<?page=3>; rel="next"#,
        r#"<?q=a>b&page=3>; rel="next""#,
        r#"<?page=1>; rel="prev", ?page=3; rel="next""#,
        r#"<>; rel="next""#,
        "<//other/v2?page=3>; rel=next",
    ] {
        // The malformed header is on the first page, whose position is unknown.
        let server = Server::start([with(broken, &[1, 2]), with(next, &[1, 2]), with("", &[3])]);
        let mut items = client_of(&server).get_by_link().items();
        let (counts, error) = walk(&mut items).await;
        let error = error.unwrap();
        assert_eq!((counts, error.page(), items.position()), (vec![1, 2], None, None), "{broken}");
        let resumed = client_of(&server).get_by_link().items().starting_at(error.page().map(str::to_owned));
        assert_eq!(all_counts(resumed).await, [1, 2, 3]);

        // The malformed header is on a later page.
        let server = Server::start([with(next, &[1]), with(broken, &[2, 3]), with("", &[2, 3])]);
        let mut items = client_of(&server).get_by_link().items();
        let mut counts = Vec::new();
        let error = loop {
            match items.try_next().await {
                Ok(item) => counts.push((item.unwrap().count, items.position().cloned())),
                Err(error) => break error,
            }
        };
        let second = || Some("page=2".to_owned());
        assert_eq!(counts, [(1, second()), (2, second()), (3, second())], "{broken}");
        assert!(error.to_string().starts_with("get_by_link, page 2 of the listing: the "), "{error}");
        assert_eq!((error.page(), items.position().cloned()), (Some("page=2"), second()));
        let saved = error.page().unwrap().to_owned();
        assert_eq!(all_counts(client_of(&server).get_by_link().items().starting_at(saved)).await, [2, 3]);
        assert_eq!(targets(&server), ["/listings/link", "/listings/link?page=2", "/listings/link?page=2"]);

        let server = Server::start([with(broken, &[1])]);
        let mut pages = client_of(&server).get_by_link().pages();
        assert_eq!(pages.try_next().await.unwrap().unwrap().len(), 1);
        assert_eq!(pages.position(), None);
        assert!(pages.try_next().await.is_err() && pages.try_next().await.unwrap().is_none());
    }
}

#[tokio::test]
async fn next_page_query_is_sent_unchanged_but_redacted_in_errors() {
    let query = format!("?filter=a%3D{}&key={KEY}&&page=2", &KEY[..9]);
    let server = Server::start([linked(&[1], Some(&query)), response(500, "")]);
    let (counts, error) = walk(client_of(&server).get_by_url().shelf("s").items()).await;
    assert_eq!(counts, [1]);
    assert_eq!(
        targets(&server),
        ["/listings/s/url".to_owned(), format!("/listings/s/url{}", query.replace("&&", "&"))]
    );
    let error = error.unwrap();
    let shown = format!("{error} {error:?} {error:#?} {}", error.chain());
    assert!(!shown.contains(&KEY[..9]), "{shown}");
}
