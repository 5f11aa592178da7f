//! Tests of features that OpenAPI 3.1 and 3.2 added to OpenAPI 3.0.

use kitchen_sink::types::{Newer, Shelves};
use loopback::Server;
use serde_json::{Value, json};

use crate::support::{client, responding, response};

fn complete_value() -> Value {
    json!({
        "kind": "newer", "several": "auto", "above": 0.5, "point": [1.5, 2], "row": ["a", 1], "by_pattern": { "x-a": 1 },
        "encoded": "AA==", "own": { "a": null }, "again": { "kind": "newer" }, "dynamic": { "kind": "later" },
        "any": [1], "closed": { "a": "b", "new": 1 }, "either": { "kind": "older", "more": true }, "undeclared": {},
    })
}

#[tokio::test]
async fn values_of_json_schema_2020_keywords_survive_a_round_trip() {
    let (client, server) = responding(200, &complete_value().to_string());
    let sent: Newer = serde_json::from_value(complete_value()).unwrap();
    let received = client.query_odd_newer().body(sent).send().await.unwrap().into_inner();
    let request = &server.received()[0];
    assert_eq!(request.line(), "QUERY /odd-newer HTTP/1.1");
    assert_eq!(serde_json::from_str::<Value>(request.body()).unwrap(), complete_value());
    assert_eq!(received.own.clone().unwrap().a, Some(None));
    assert_eq!(received.by_pattern.as_ref().unwrap()["x-a"], 1);
    assert_eq!(received.point, Some(vec![1.5, 2.0]));
    assert_eq!(received.several.as_ref().map(|several| json!(several)), Some(json!("auto")));
    for several in [json!(true), json!(null), json!("manual")] {
        let value = json!({ "kind": "newer", "several": several });
        let decoded: Newer = serde_json::from_value(value.clone()).unwrap();
        assert_eq!(serde_json::to_value(decoded).unwrap(), value);
    }
    assert_eq!(serde_json::to_value(received).unwrap(), complete_value());
}

#[tokio::test]
async fn http_method_unknown_to_openapi_is_sent() {
    let server = Server::start([response(204, "")]);
    client(server.url()).build().unwrap().copy_odd_newer().send().await.unwrap();
    assert_eq!(server.received()[0].line(), "COPY /odd-newer HTTP/1.1");
}

#[tokio::test]
async fn schema_anchors_are_resolved_within_the_schema_with_the_id() {
    let shelves = json!({
        "users": { "all": [{ "name": "a" }] }, "books": { "all": [{ "title": "b" }] },
        "page": { "items": [{ "title": "c" }, { "name": "d" }] },
    });
    let (client, server) = responding(200, &shelves.to_string());
    let sent: Shelves = serde_json::from_value(shelves.clone()).unwrap();
    let received = client.send_shelves().body(sent).send().await.unwrap().into_inner();
    assert_eq!(serde_json::from_str::<Value>(server.received()[0].body()).unwrap(), shelves);
    assert_eq!(received.users.unwrap().all.unwrap()[0].name, "a");
    assert_eq!(received.books.unwrap().all.unwrap()[0].title, "b");
    // The items are declared with `$dynamicRef`. Their type depends on the dynamic scope, so they are decoded as any
    // JSON value.
    assert_eq!(received.page.unwrap().items.unwrap(), [json!({ "title": "c" }), json!({ "name": "d" })]);
}
