//! Tests of the URL of the next page, whose query may repeat or resemble the credentials of a request.

use credentials::{Client, Error};
use futures_util::TryStreamExt as _;
use loopback::{Response, Server};

use super::builder;

const KEY: &str = "HDRSECRET-0123456789";

fn client(server: &Server) -> Client {
    builder(server).api_key(KEY).query_key("qu&ry key").bearer("bearer-token").build().unwrap()
}

fn page(entry: &str, next: &str) -> Response {
    Response::new(200, format!(r#"{{"entries":["{entry}"],"next":"{next}"}}"#))
}

fn targets(server: &Server) -> Vec<String> {
    server.received().iter().map(|request| request.target().to_owned()).collect()
}

/// Requests two pages, and returns the path and query of the second request. The first page contains the URL of the
/// second page, with the query `query`.
async fn second(query: &str) -> String {
    let server = Server::start([page("a", &format!("?{query}")), page("b", "")]);
    let mut items = client(&server).get_pages().items();
    while items.try_next().await.unwrap().is_some() {}
    let [first, second] = targets(&server).try_into().unwrap();
    assert_eq!(first, "/pages?api%20key=qu%26ry%20key");
    assert!(server.received().iter().all(|request| request.header("x-api-key") == [KEY]));
    second
}

#[tokio::test]
async fn next_page_url_keeps_query_pairs_that_resemble_a_secret() {
    for query in [
        "filter=prefix%3DHDRSECRET-&page=2",
        "page=2&filter=prefix%3dHDRSECRET-",
        "a=qu%26ry+key&b=+&c=&d&e==&a=1&a=1&page=2",
        "cursor=HDRSECRET-0123456789",
        "HDRSECRET-0123456789=2&apikey=1&API%20KEY=2",
    ] {
        assert_eq!(second(query).await, format!("/pages?{query}&api%20key=qu%26ry%20key"));
    }
}

#[tokio::test]
async fn api_key_of_the_client_replaces_the_one_in_a_next_page_url() {
    for own in ["api%20key=qu%26ry%20key", "api+key=qu%26ry+key", "%61pi%20%6bey=old", "%61pi%20%6Bey", "api%20key="] {
        for query in [format!("{own}&page=2"), format!("page=2&{own}"), format!("{own}&page=2&{own}")] {
            assert_eq!(second(&query).await, "/pages?page=2&api%20key=qu%26ry%20key", "{query}");
        }
    }
}

#[tokio::test]
async fn next_page_url_keeps_pairs_named_like_an_unused_security_scheme() {
    let server = Server::start([page("a", "?api+key=of%20a%20query&page=2"), page("b", "")]);
    let mut items = client(&server).get_own_pages().api_key("of a query").items();
    while items.try_next().await.unwrap().is_some() {}
    assert_eq!(targets(&server), ["/own-pages?api%20key=of%20a%20query", "/own-pages?api+key=of%20a%20query&page=2"]);
}

#[tokio::test]
async fn error_of_a_failed_page_omits_the_query_and_the_api_key() {
    let next = "?api%20key=qu%26ry%20key&page=unseen&cursor=HDRSECRET-0123456789";
    for failed in [Response::new(500, ""), Response::nothing(), Response::new(200, "[]"), Response::new(302, "")] {
        let server = Server::start([page("a", next), failed]);
        let client = client(&server).with_retry(credentials::RetryPolicy::none());
        let mut items = client.get_pages().items();
        items.try_next().await.unwrap();
        let error = items.try_next().await.unwrap_err();
        assert_eq!(error.page(), Some("page=unseen&cursor=HDRSECRET-0123456789"));
        let shown = format!("{error} {error:?} {error:#?} {} {:?}", error.chain(), error.url());
        assert!(!["unseen", "HDRSECRET", "ry%20key"].iter().any(|part| shown.contains(part)), "{shown}");
    }
}

#[tokio::test]
async fn pagination_does_not_send_the_api_key_to_another_server() {
    let elsewhere = Server::json("{}");
    for host in [elsewhere.url(), "//localhost"] {
        let server = Server::start([page("a", &format!("{host}/pages?page=2")), page("b", "")]);
        let mut items = client(&server).get_pages().items();
        while items.try_next().await.unwrap().is_some() {}
        assert_eq!(targets(&server)[1..], ["/pages?page=2&api%20key=qu%26ry%20key"], "{host}");

        let server = Server::start([page("a", &format!("{host}/others?page={KEY}"))]);
        let mut items = client(&server).get_pages().items();
        items.try_next().await.unwrap();
        let error = items.try_next().await.unwrap_err();
        let shown = format!("{error} {error:?}");
        assert!(matches!(error, Error::InvalidRequest(_)) && !shown.contains(KEY), "{shown}");
        assert_eq!((server.received().len(), elsewhere.connections()), (1, 0));
    }
}
