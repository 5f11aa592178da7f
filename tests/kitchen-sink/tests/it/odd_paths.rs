//! Tests of paths that OpenAPI does not allow, but that real documents contain.

use kitchen_sink::mock::MockServerExt;
use loopback::Server;

use crate::support::{client, responding};

#[tokio::test]
async fn paths_that_differ_only_in_parameter_names_keep_their_operations() {
    let (client, server) = responding(200, r#""one""#);
    client.get_odd_one().one("a").send().await.unwrap();
    assert_eq!(server.received()[0].line(), "GET /odd/a HTTP/1.1");
    let operations = kitchen_sink::operations().iter().filter(|operation| operation.path().starts_with("/odd/{o"));
    let operations: Vec<_> = operations.map(|it| format!("{} {}", it.method(), it.path())).collect();
    assert_eq!(operations, ["GET /odd/{one}", "PUT /odd/{one}", "GET /odd/{other}", "DELETE /odd/{other}"]);
}

#[tokio::test]
async fn path_parameter_that_occurs_twice_is_replaced_twice() {
    let (client, server) = responding(200, r#""one""#);
    client.get_odd_twice().id("a/b").send().await.unwrap();
    assert_eq!(server.received()[0].line(), "GET /odd/a%2Fb/parts/a%2Fb HTTP/1.1");
}

#[tokio::test]
async fn query_written_in_a_documented_path_is_sent_first() {
    let (client, server) = responding(200, r#""one""#);
    client.get_odd_query().since("x&y").more(7).send().await.unwrap();
    assert_eq!(server.received()[0].line(), "GET /odd-query?beta=true&q=a%20b&since=x%26y&more=7 HTTP/1.1");
    let (client, server) = responding(200, r#""one""#);
    client.get_odd_query_too().send().await.unwrap();
    assert_eq!(server.received()[0].line(), "GET /odd-query?beta=false HTTP/1.1");
}

#[tokio::test]
async fn mock_matches_the_query_in_the_path_of_its_operation() {
    let server = kitchen_sink::httpmock::MockServer::start_async().await;
    let other = server.get_odd_query_too().respond(&"too".to_owned());
    let mock = server.odd_paths().odd_query().query("since", "x").respond(&"one".to_owned());
    let client = client(&server.base_url()).build().unwrap();
    assert_eq!(*client.get_odd_query().since("x").send().await.unwrap(), "one");
    assert_eq!((mock.calls(), other.calls()), (1, 0));
}

#[tokio::test]
async fn xml_body_is_sent_as_text_with_its_declared_media_type() {
    let server = Server::start([crate::support::response(200, r#""one""#)]);
    let client = client(server.url()).build().unwrap();
    client.post_odd_xml().body("<a/>").send().await.unwrap();
    let request = &server.received()[0];
    assert_eq!((request.header("content-type"), request.body()), (vec!["application/xml"], "<a/>"));
}
