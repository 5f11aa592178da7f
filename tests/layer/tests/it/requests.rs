//! Tests of calls that the caller describes: `client.request(method, path)`.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::TryStreamExt as _;
use layer::error::{ApiError, Call, DecodeError, InvalidRequest, UnexpectedStatus};
use layer::http::{Method, StatusCode};
use layer::interceptor::{Attempt, BoxError, Ended};
use layer::reqwest::Body;
use layer::{Client, Error, Interceptor, RequestBuilder, types};
use loopback::{Refusing, Response, Server};
use serde::de::IgnoredAny;
use serde_json::{Value, json};

use crate::support::{ACCOUNT, KEY, Operation, api, builder, client, decode, quick, transport};

const METHODS: [Method; 7] =
    [Method::GET, Method::HEAD, Method::OPTIONS, Method::POST, Method::PUT, Method::PATCH, Method::DELETE];

/// Sends the request that `describe` builds, and returns it as the server received it.
async fn sent_request(describe: impl FnOnce(&Client) -> RequestBuilder) -> loopback::Request {
    let server = Server::json("{}");
    describe(&client(server.url())).send::<Value>().await.unwrap();
    server.only()
}

/// Checks that the request that `describe` builds is refused before it is sent. Returns the error.
async fn refusal(describe: impl FnOnce(&Client) -> RequestBuilder) -> Error {
    let server = Server::json("{}");
    let error = describe(&client(server.url())).send::<Value>().await.unwrap_err();
    assert_eq!(server.connections(), 0, "{error}");
    error
}

fn get(client: &Client, path: &str) -> RequestBuilder {
    client.request(Method::GET, path)
}

#[tokio::test]
async fn undeclared_call_is_sent_exactly_as_described() {
    let request = sent_request(|client| {
        client
            .request(Method::PUT, "/v1/things/{id}")
            .path("id", "a/b")
            .query([("a", "1"), ("b", "x y")])
            .query(Some(("c", "&")))
            .header("x-trace", "7")
            .json(&json!({ "limit": 500.0 }))
    })
    .await;
    assert_eq!(request.line(), "PUT /v1/things/a%2Fb?a=1&b=x%20y&c=%26 HTTP/1.1");
    let mut headers = request.headers();
    headers.retain(|(name, _)| !["accept-encoding", "host", "user-agent"].contains(name));
    let (key, account) = (format!("Bearer {KEY}"), ACCOUNT.to_string());
    assert_eq!(
        headers,
        [
            ("accept", "application/json"),
            ("authorization", &key),
            ("content-length", "13"),
            ("content-type", "application/json"),
            ("x-account", &account),
            ("x-trace", "7"),
        ]
    );
    assert_eq!(request.body(), r#"{"limit":500}"#);
}

#[tokio::test]
async fn undeclared_call_can_use_every_method_except_connect_and_trace() {
    let purge = Method::from_bytes(b"PURGE").unwrap();
    for method in METHODS.into_iter().chain([purge]) {
        let request = sent_request(|client| client.request(method.clone(), "/v1/things")).await;
        assert_eq!(request.line(), format!("{method} /v1/things HTTP/1.1"));
        let may_have_a_body = ["POST", "PUT", "PATCH"].contains(&method.as_str());
        assert_eq!(request.header("content-length") == ["0"], may_have_a_body, "{method}");
        assert_eq!(request.header("content-type"), [""; 0]);
    }
    for (method, reason) in [
        (
            Method::CONNECT,
            "`CONNECT` is not supported, because it opens a tunnel instead of sending a request to the service",
        ),
        (Method::TRACE, "`TRACE` is not supported, because the response would repeat the credentials of the request"),
    ] {
        let error = refusal(|client| client.request(method.clone(), "/v1/things")).await;
        assert_eq!(error.to_string(), format!("{method} /v1/things: {reason}"));
    }
}

#[tokio::test]
async fn undeclared_call_refuses_lower_case_method_names() {
    let request = sent_request(|client| client.request("PURGE", "/v1/things")).await;
    assert_eq!(request.line(), "PURGE /v1/things HTTP/1.1");
    for (name, reason) in [
        ("get", "get /v1/things: `get` is not an HTTP method: write it in upper case (`GET`)"),
        ("A B", "GET /v1/things: `method` is not a valid `Method`: invalid HTTP method"),
    ] {
        let error = refusal(|client| client.request(name, "/v1/things")).await;
        assert_eq!(error.to_string(), reason);
    }
}

#[tokio::test]
async fn get_may_have_a_body() {
    let request = sent_request(|client| get(client, "/v1/search").json(&["a"])).await;
    assert_eq!((request.line(), request.body()), ("GET /v1/search HTTP/1.1", r#"["a"]"#));
}

#[tokio::test]
async fn undeclared_call_sends_a_body_stream_with_its_media_type() {
    let streamed = Body::wrap_stream(futures_util::stream::iter(["a", ",b"].map(Ok::<_, std::io::Error>)));
    for (body, is_repeatable) in [(Body::from("a,b"), true), (streamed, false)] {
        let server = Server::start([Response::new(429, ""), Response::new(200, "{}")]);
        let client = builder(server.url()).retry(quick()).build().unwrap();
        // `body` replaces the body that `json` set.
        let request = client.request(Method::POST, "/v1/imports").json(&1).body("text/csv", body);
        assert_eq!(request.send::<Value>().await.is_ok(), is_repeatable);
        let received = server.received();
        assert_eq!(received.len(), if is_repeatable { 2 } else { 1 });
        for request in received {
            assert_eq!(request.header("content-type"), ["text/csv"]);
            assert!(["a,b", "1\r\na\r\n2\r\n,b\r\n0\r\n\r\n"].contains(&request.body()), "{}", request.body());
        }
    }
}

#[tokio::test]
async fn path_value_of_an_undeclared_call_is_sent_as_one_segment() {
    for (id, segment) in [
        ("../../admin", "..%2F..%2Fadmin"),
        ("a?b=c#d", "a%3Fb%3Dc%23d"),
        ("%2e%2e", "%252e%252e"),
        ("a b\\ü", "a%20b%5C%C3%BC"),
        ("{id}", "%7Bid%7D"),
        ("https://evil.example.com", "https%3A%2F%2Fevil.example.com"),
    ] {
        let request = sent_request(|client| get(client, "/v1/things/{id}/x-{id}").path("id", id).path("id", 7)).await;
        assert_eq!(request.target(), format!("/v1/things/{segment}/x-7"), "{id}");
    }
}

#[tokio::test]
async fn path_of_an_undeclared_call_is_appended_to_the_base_url() {
    for prefix in ["", "/api/", "/a%20b"] {
        for path in ["/", "/v1", "/v1/things/", "/v1/a%20b%2Fc", "/v1/a@b:c!$&'()*+,;=~", "/v1/..."] {
            let server = Server::json("{}");
            get(&client(format!("{}{prefix}", server.url())), path).send::<Value>().await.unwrap();
            assert_eq!(server.only().target(), format!("{}{path}", prefix.trim_end_matches('/')));
        }
    }
}

#[tokio::test]
async fn undeclared_call_refuses_paths_outside_the_base_url() {
    let elsewhere = Server::json("{}");
    let host = elsewhere.url().trim_start_matches("http://");
    for path in [
        elsewhere.url(),
        &format!("//{host}/v1"),
        &format!("/\\{host}/v1"),
        &format!("\\\\{host}/v1"),
        &format!("@{host}/v1"),
        &format!(":80@{host}/v1"),
        &format!(".{host}"),
        &format!("/v1//{host}"),
        "",
        " /v1",
        "v1",
        "/..",
        "/../admin",
        "/./../admin",
        "/v1/../../admin",
        "/v1/%2e%2e/%2E./admin",
        "/v1/..%2fadmin",
        "/v1/%2e%2e%5cadmin",
        "/v1/..;/admin",
        "/v1/\t../admin",
        "/v1\n/admin",
        "/v1 HTTP/1.1\r\nhost: evil",
        "/v1/admin?x",
        "/v1#admin",
        "/v1/ü",
        "/v1/%",
        "/{",
        "/{}",
    ] {
        for prefix in ["", "/api", "/api/v1/"] {
            let server = Server::json("{}");
            let error = get(&client(format!("{}{prefix}", server.url())), path).send::<Value>().await.unwrap_err();
            assert!(error.to_string().contains("the path"), "{path:?}: {error}");
            assert!(matches!(error, Error::InvalidRequest(_)), "{path:?}: {error:?}");
            assert_eq!((server.connections(), elsewhere.connections()), (0, 0), "{path:?}");
        }
    }
}

#[tokio::test]
async fn error_of_an_undeclared_call_lists_all_its_problems() {
    let error = refusal(|client| {
        client
            .request(Method::POST, "/v1/things/{id}/{part}/{other}")
            .path("id", "..")
            .path("ids", 7)
            .path("other", 1)
            .path("other", 2)
            .header("x y", "1")
            .header("host", "h")
            .json(&BTreeMap::from([((1, 2), 3)]))
    })
    .await;
    let reasons = [
        "POST /v1/things/{id}/{part}/{other}: `id` is `.` or `..`, which would change the path of the request",
        "the path does not contain `{ids}`, or `ids` is already set",
        "the path does not contain `{other}`, or `other` is already set",
        "`x y`, passed to `header`, is not a valid header name",
        "`host` cannot be set with `header`: the base URL determines its value",
        "the body cannot be serialized: key must be a string",
    ];
    assert_eq!(error.to_string(), reasons.join("; "));
    let error = refusal(|client| get(client, "/v1/things/{id}/{part}").path("part", 1)).await;
    assert_eq!(error.to_string(), "GET /v1/things/{id}/{part}: `id` is required and was not set");
}

#[tokio::test]
async fn headers_of_an_undeclared_call_replace_headers_of_the_client() {
    let request = sent_request(|client| {
        client
            .with_headers([("x-a", "client"), ("x-b", "client"), ("accept", "text/html")])
            .request(Method::POST, "/v1/things")
            .header("X-A", "1")
            .header("x-a", "2")
            .header("accept", "application/problem+json")
            .header("content-type", "application/merge-patch+json")
            .header("authorization", "Basic b3RoZXI=")
            .json(&1)
    })
    .await;
    for (name, values) in [
        ("x-a", &["1", "2"][..]),
        ("x-b", &["client"]),
        ("accept", &["application/problem+json"]),
        ("content-type", &["application/merge-patch+json"]),
        ("authorization", &["Basic b3RoZXI="]),
    ] {
        assert_eq!(request.header(name), values, "{name}");
    }
}

#[tokio::test]
async fn undeclared_call_uses_the_settings_of_a_derived_client() {
    let other = uuid::Uuid::from_u128(7);
    let request = sent_request(|client| {
        let client = client.with_account(other).with_api_key("an0ther-key").with_query([("z", "1")]);
        get(&client, "/v1/things").query([("a", "1")])
    })
    .await;
    assert_eq!(request.target(), "/v1/things?a=1&z=1");
    assert_eq!(request.header("x-account"), [other.to_string()]);
    assert_eq!(request.header("authorization"), ["Bearer an0ther-key"]);

    let server = Server::json(r#"{"a":1}"#);
    let response = get(&client(server.url()).with_keep_body(true), "/v1/things").send::<Value>().await.unwrap();
    assert_eq!(response.raw_body().unwrap(), r#"{"a":1}"#);

    let hanging = Server::repeating(Response::silence());
    let short = client(hanging.url()).with_deadline(Duration::from_millis(20));
    let error = transport(get(&short, "/v1/things").send::<Value>().await.unwrap_err());
    assert!(error.is_timeout(), "{error}");
}

#[tokio::test]
async fn undeclared_call_decodes_its_response_as_any_type() {
    let server = Server::start([
        Response::with_headers(202, &[("x-a", "b")], r#"{"a":[1,2]}"#),
        Response::new(200, r#"{"name":"Outage","extra":1}"#),
        Response::new(200, r#"{"a":1}"#),
    ]);
    let client = client(server.url());
    let lists = get(&client, "/v1/a").send::<BTreeMap<String, Vec<u8>>>().await.unwrap();
    assert_eq!((lists.status(), lists.headers()["x-a"].as_bytes()), (StatusCode::ACCEPTED, &b"b"[..]));
    assert_eq!(lists["a"], [1, 2]);
    let incident = get(&client, "/v1/a").send::<types::Incident>().await.unwrap();
    assert_eq!(incident.name.as_deref(), Some("Outage"));
    get(&client, "/v1/a").send::<IgnoredAny>().await.unwrap();
}

#[tokio::test]
async fn undeclared_call_decodes_an_empty_response_as_null() {
    const NO_CONTENT: &str = "HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n";
    for response in [Response::raw(NO_CONTENT), Response::new(200, " \n")] {
        let server = Server::repeating(response);
        let client = client(server.url());
        let delete = || client.request(Method::DELETE, "/v1/things/7");
        delete().send::<()>().await.unwrap();
        assert_eq!(delete().send::<Option<types::Incident>>().await.unwrap().into_inner(), None);
        assert_eq!(delete().send::<Value>().await.unwrap().into_inner(), Value::Null);
        let error = decode(delete().send::<types::Incident>().await.unwrap_err());
        assert!(error.to_string().contains("the body is empty; the request may have been processed"), "{error}");
    }
}

#[tokio::test]
async fn decode_error_of_an_undeclared_call_contains_the_path() {
    let server = Server::repeating(Response::new(200, r#"{"entries":[{"name":1}],"a":"private"}"#));
    let url = format!("{}/v1/a", server.url());
    let get = || get(&client(server.url()), "/v1/a");
    let error = get().send::<types::IncidentList>().await.unwrap_err();
    let end = "invalid type: integer, expected a string at line 1 column 21";
    assert_eq!(
        error.to_string(),
        format!("GET /v1/a: 200 OK from {url}: the body is not of the declared type at `entries[0].name`: {end}")
    );
    assert!(!format!("{error:?} {}", error.chain()).contains("private"), "{error:?}");
    let error = decode(get().send::<BTreeMap<String, Vec<Value>>>().await.unwrap_err());
    assert_eq!(error.path(), Some("a"));
    let debug = format!("{error:?}");
    assert!(debug.starts_with(&format!("DecodeError {{ operation: GET /v1/a, url: {url:?}, attempts: 1, ")), "{debug}");
}

#[tokio::test]
async fn undeclared_call_can_stream_any_bytes() {
    let server = Server::json("\u{0} no JSON");
    let mut response = get(&client(server.url()), "/v1/exports/7").send_stream().await.unwrap();
    assert_eq!(response.chunk().await.unwrap().unwrap(), "\u{0} no JSON");
    assert_eq!(server.only().header("accept"), ["*/*"]);

    let server = Server::start([Response::cut_short(200, "ab")]);
    let body = get(&client(server.url()), "/v1/exports/7").send_stream().await.unwrap().into_inner();
    let error = body.try_collect::<Vec<_>>().await.unwrap_err();
    assert!(error.to_string().starts_with("GET /v1/exports/7: truncated response from "), "{error}");
}

#[tokio::test]
async fn method_of_an_undeclared_call_determines_what_is_retried() {
    for method in METHODS {
        let is_safe = ["GET", "HEAD", "OPTIONS", "TRACE"].contains(&method.as_str());
        for (failure, is_refusal) in [
            (Response::new(429, ""), true),
            (Response::new(502, ""), false),
            (Response::new(503, ""), false),
            (Response::new(504, ""), false),
            (Response::nothing(), false),
        ] {
            let server = Server::repeating(failure.clone());
            let client = builder(server.url()).retry(quick()).build().unwrap();
            let error = client.request(method.clone(), "/v1/things").send::<Value>().await.unwrap_err();
            let expected = if is_safe || is_refusal { 3 } else { 1 };
            assert_eq!(
                (server.received().len(), error.attempts()),
                (expected, expected as u32),
                "{method} {failure:?}"
            );
            assert_eq!(error.may_have_been_processed(), !is_safe && !is_refusal, "{method} {failure:?}");
        }
        // The port remains bound until the call ends, so that no other test can listen on it.
        let refusing = Refusing::start();
        let client = builder(refusing.url()).retry(quick()).build().unwrap();
        let error = client.request(method, "/v1/things").send::<Value>().await.unwrap_err();
        assert_eq!((error.attempts(), error.is_connect()), (3, true));
    }
}

#[tokio::test]
async fn error_of_an_undeclared_call_begins_with_method_and_path() {
    let server = Server::start([Response::new(404, r#"{"message":"m"}"#)]);
    let request = client(server.url()).request(Method::DELETE, "/v1/things/{id}").path("id", 7);
    let error = request.query([("token", "s3cret")]).send::<Value>().await.unwrap_err();
    let url = format!("{}/v1/things/7", server.url());
    assert_eq!(error.to_string(), format!("DELETE /v1/things/{{id}}: 404 Not Found from {url}: m"));
    let operation = error.operation().unwrap();
    assert_eq!((operation.method(), operation.path(), operation.operation_id()), ("DELETE", "/v1/things/{id}", ""));
    assert_eq!(
        (operation.call_name(), operation.to_string().as_str()),
        ("DELETE /v1/things/{id}", operation.call_name())
    );
    assert_eq!(error.url(), Some(url.as_str()));
    let debug = format!("{error:#?}");
    assert!(debug.contains("operation: DELETE /v1/things/{id}") && !debug.contains("s3cret"), "{debug}");
    assert_eq!(format!("{error:?}"), error.chain().to_string());
}

#[tokio::test]
async fn error_of_an_undeclared_call_names_the_operation_of_its_path() {
    for (path, id) in [
        ("/v1/status-pages/incidents", Some(Operation::Incidents.id())),
        ("/v1/private-locations/7/metrics", Some(Operation::Metrics.id())),
        ("/v1/private-locations/7/metrics/", Some("")),
    ] {
        let server = Server::start([Response::new(404, "{}")]);
        let error = get(&client(server.url()), path).send::<Value>().await.unwrap_err();
        assert_eq!(error.operation_id(), id);
        assert!(error.to_string().starts_with(&format!("GET {path}: 404")), "{error}");
    }
}

#[tokio::test]
async fn undeclared_head_call_returns_status_and_headers() {
    let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 55\r\nx-count: 7\r\n\r\n";
    let server = Server::repeating(Response::raw(head));
    let request = || client(server.url()).request(Method::HEAD, "/v1/things");
    let response = request().send::<()>().await.unwrap();
    assert_eq!((response.status().as_u16(), &response.headers()["x-count"]), (200, &"7".parse().unwrap()));
    assert_eq!(response.content_length(), Some(55));
    let mut stream = request().send_stream().await.unwrap().into_inner();
    assert_eq!(stream.chunk().await.unwrap(), None);
    assert_eq!(server.received()[0].line(), "HEAD /v1/things HTTP/1.1");
}

#[tokio::test]
async fn errors_of_undeclared_calls_contain_neither_secrets_nor_query() {
    let server = Server::repeating(Response::new(404, format!(r#"{{"message":"{KEY}"}}"#)));
    let client = client(server.url());
    for path in [
        format!("/v1/{KEY}"),
        format!("/v1/things?token={KEY}"),
        "/v1/things?token=s3cret".to_owned(),
        "https://user:s3cret@h/v1".to_owned(),
        "//user:s3cret@h/v1".to_owned(),
        "s3cret".to_owned(),
        "/v1/other-s3cret-key".to_owned(),
    ] {
        let request = get(&client, &path).query([("token", "s3cret")]).header("x-token", "s3cret").json("s3cret");
        let debug = format!("{request:?} {request:#?}");
        let error = request.header("authorization", "Bearer other-s3cret-key").send::<Value>().await.unwrap_err();
        let text = format!("{error} {error:?} {error:#?} {:?} {}", error.operation(), error.chain());
        assert!(!text.contains(KEY) && !text.contains("s3cret"), "{text}");
        assert!(!debug.contains(KEY) && (!debug.contains("s3cret") || path.ends_with("-key")), "{debug}");
    }
}

/// A body whose serialization fails with an error that contains the key.
struct Unserializable;

impl serde::Serialize for Unserializable {
    fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(serde::ser::Error::custom(KEY))
    }
}

#[tokio::test]
async fn error_redacts_an_api_key_passed_as_a_header_name_or_path() {
    for describe in [
        |client: &Client| get(client, "/v1").header(format!("authorization: Bearer {KEY}"), ""),
        |client: &Client| get(client, "/v1").path(KEY, 7),
        |client: &Client| get(client, &format!("/v1/{{{KEY}}}")),
        |client: &Client| get(client, "/v1").json(&Unserializable),
        |client: &Client| get(&client.with_headers([(format!("authorization: Bearer {KEY}"), "")]), "/v1"),
    ] {
        let error = refusal(describe).await;
        let stars = "*".repeat(KEY.len());
        assert!(
            error.to_string().contains(&stars) && !format!("{error} {error:?} {error:#?}").contains(KEY),
            "{error}"
        );
    }
}

struct OtherKey;

impl Interceptor for OtherKey {
    fn before(&self, attempt: &mut Attempt<'_>) -> Result<(), BoxError> {
        Ok(attempt.set_api_key("an0ther-key")?)
    }
}

#[tokio::test]
async fn error_redacts_a_key_of_an_interceptor_in_the_request_path() {
    for response in [Response::new(404, ""), Response::new(200, "no"), Response::nothing(), Response::new(302, "")] {
        let server = Server::start([response]);
        let client = builder(server.url()).interceptor(OtherKey).build().unwrap();
        let error = get(&client, "/v1/an0ther-key").send::<Value>().await.unwrap_err();
        let text = format!("{error} {error:?} {error:#?} {:?} {}", error.operation(), error.chain());
        assert!(text.starts_with("GET /v1/***********: ") && !text.contains("an0ther-key"), "{text}");
    }
}

#[tokio::test]
async fn path_with_a_line_break_cannot_add_a_line_to_an_error() {
    let error = refusal(|client| get(client, &format!("/v1\r\nINFO \u{1b}[31m{}", "x".repeat(500)))).await;
    crate::support::assert_one_short_line(&error.to_string());
    let error = refusal(|client| get(client, "/v1/{a\nb}")).await;
    crate::support::assert_one_short_line(&error.to_string());
    let error = refusal(|client| get(client, "/v1").path("a\nb", 1).header("a\nb", "c")).await;
    crate::support::assert_one_short_line(&error.to_string());
}

#[derive(Clone, Default)]
struct Seen(Arc<Mutex<Vec<String>>>);

impl Interceptor for Seen {
    fn before(&self, attempt: &mut Attempt<'_>) -> Result<(), BoxError> {
        self.0.lock().unwrap().push(format!("{} {}", attempt.operation(), attempt.number()));
        Ok(attempt.set_header("x-attempt", &attempt.number().to_string())?)
    }

    fn after(&self, ended: &Ended<'_>) {
        self.0.lock().unwrap().push(format!("{ended:?}"));
    }
}

#[tokio::test]
async fn interceptor_sees_method_and_path_of_an_undeclared_call() {
    let server = Server::start([Response::new(503, ""), Response::new(200, "{}")]);
    let seen = Seen::default();
    let client = builder(server.url()).retry(quick()).interceptor(seen.clone()).build().unwrap();
    get(&client, "/v1/things/{id}").path("id", 7).header("x-attempt", "0").send::<Value>().await.unwrap();
    let attempts: Vec<_> = server.received().iter().map(|request| request.header("x-attempt").join(",")).collect();
    assert_eq!(attempts, ["1", "2"]);
    let seen = seen.0.lock().unwrap();
    assert_eq!((seen[0].as_str(), seen[2].as_str()), ("GET /v1/things/{id} 1", "GET /v1/things/{id} 2"));
    let url = format!("{}/v1/things/7", server.url());
    let start = |number| format!("Ended {{ operation: GET /v1/things/{{id}}, number: {number}, url: {url:?}, ");
    assert!(seen[1].starts_with(&start(1)) && seen[3].starts_with(&start(2)), "{seen:?}");
}

#[tokio::test]
async fn created_error_of_an_undeclared_call_equals_a_received_error() {
    let server = Server::start([Response::new(404, r#"{"attributes":{},"error":"Not Found","message":"No."}"#)]);
    let real = get(&client(server.url()), "/v1/things").send::<Value>().await.unwrap_err();
    let request = client(server.url()).request(Method::GET, "/v1/things");
    let call = || Call::from(&request).at(real.url().unwrap());
    let made = ApiError::new(call(), StatusCode::NOT_FOUND);
    assert_eq!(made.to_string(), real.to_string());
    assert_eq!(format!("{made:?}"), format!("{:?}", api(real)));
    let source = serde_json::from_str::<u8>("{}").unwrap_err();
    let call = || Call::request(&Method::POST, "/v1/things?token=s3cret");
    for error in [
        Error::from(InvalidRequest::of(call(), "no")),
        DecodeError::new(call(), "{}", source).into(),
        UnexpectedStatus::new(call(), StatusCode::FOUND).into(),
        layer::error::RateLimited::new(call(), Duration::ZERO).into(),
    ] {
        assert!(error.to_string().starts_with("POST /v1/things: "), "{error}");
        assert!(!format!("{error} {error:?} {error:#?} {:?}", error.url()).contains("s3cret"), "{error:?}");
        assert_eq!(error.operation().unwrap().path(), "/v1/things");
    }
}

#[test]
fn futures_of_undeclared_calls_are_send() {
    fn is_spawnable<T: Send + 'static>(_: T) {}
    let client = client("http://127.0.0.1:1");
    is_spawnable(get(&client, "/v1/things").send::<Value>());
    is_spawnable(get(&client, "/v1/things").send_stream());
}
