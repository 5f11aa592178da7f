//! Tests of operations in general: their URLs, their names, and how often they are sent.

use kitchen_sink::{Error, RateLimit, RetryPolicy, operations};
use loopback::{Request, Response, Server};
use reqwest::StatusCode;

use crate::support::{KEY, PLAIN, client, responding, response, slow_down};

#[tokio::test]
async fn retry_sends_the_same_text_body_again() {
    let server = Server::start([slow_down(), slow_down(), response(200, PLAIN)]);
    let client = client(server.url()).retry(RetryPolicy::default()).build().unwrap();
    client.with_query([("q", "1")]).put_bodies().body("plain text").send().await.unwrap();
    let requests = server.received();
    assert_eq!((requests.len(), requests[0].body()), (3, "plain text"));
    assert!(requests.iter().all(|request| *request == requests[0]), "{requests:?}");
}

#[tokio::test]
async fn operation_on_another_server_requires_allow_server() {
    let server = Server::start([response(204, "")]);
    // The test makes this host name resolve to its own server.
    let http = reqwest::Client::builder().no_proxy().resolve("uploads.test", server.address());
    let http = http.tls_backend_rustls().tls_certs_only([]).build().unwrap();
    let builder = client("http://localhost").allow_plain_http().http_client(http);
    let refused = builder.clone().build().unwrap().get_elsewhere().id("a").send().await.unwrap_err();
    assert_eq!(
        refused.to_string(),
        "get_elsewhere: the server http://uploads.test/v9 of the operation is not allowed: allow it with `ClientBuilder::allow_server`"
    );
    let allowed = builder.allow_server("http://uploads.test").build().unwrap();
    allowed.get_elsewhere().id("a").send().await.unwrap();
    let request = server.only();
    assert_eq!(request.line(), "GET /v9/elsewhere/a HTTP/1.1");
    assert_eq!(request.header("host"), ["uploads.test"]);
    assert_eq!(request.header("authorization"), [format!("Bearer {KEY}")]);

    let relative = allowed.put_elsewhere().id("a").send().await.unwrap_err();
    assert!(matches!(relative, Error::InvalidRequest(_)), "{relative}");
}

#[tokio::test]
async fn spawned_call_outlives_its_client() {
    let (client, server) = responding(200, PLAIN);
    let call = tokio::spawn(client.get_schema_plain().send());
    drop(client);
    assert_eq!(call.await.unwrap().unwrap().count, 1);
    assert_eq!(server.only().line(), "GET /schemas/plain HTTP/1.1");
}

#[tokio::test]
async fn awaited_builder_sends_the_same_bytes_as_send() {
    let events = Response::with_headers(200, &[("content-type", "text/event-stream")], format!("data: {PLAIN}\n\n"));
    let answers = [response(200, PLAIN), Response::new(200, PLAIN), events];
    let server = Server::start(answers.into_iter().flat_map(|answer| [answer.clone(), answer]));
    let client = client(server.url()).build().unwrap();
    let text = || client.put_bodies().body("plain text");
    let (awaited, sent) = (text().await.unwrap(), text().send().await.unwrap());
    assert_eq!(awaited.into_inner(), sent.into_inner());
    let built = || client.write_answer().body_map(|body| body.stream(true));
    let (awaited, sent) = (built().await.unwrap(), built().send().await.unwrap());
    assert_eq!(awaited.into_inner(), sent.into_inner());
    let (awaited, sent) = (client.watch_answers().await.unwrap(), client.watch_answers().send().await.unwrap());
    assert_eq!((awaited.status(), sent.status()), (StatusCode::OK, StatusCode::OK));
    let requests = server.received();
    let bodies: Vec<_> = requests.iter().step_by(2).map(Request::body).collect();
    assert_eq!(bodies, ["plain text", r#"{"stream":true}"#, ""]);
    assert!(requests.chunks(2).all(|pair| pair[0] == pair[1]), "{requests:?}");
}

#[tokio::test]
async fn awaited_builder_reports_missing_parameters_without_sending() {
    let (client, server) = responding(200, PLAIN);
    let error = client.get_elsewhere().await.unwrap_err();
    assert!(error.to_string().contains("`id` is required and was not set"), "{error}");
    assert_eq!(server.connections(), 0);
}

#[tokio::test]
async fn awaited_builder_is_spawnable() {
    let (client, server) = responding(200, PLAIN);
    let call = tokio::spawn(client.get_schema_plain().into_future());
    assert_eq!(call.await.unwrap().unwrap().count, 1);
    assert_eq!(server.only().line(), "GET /schemas/plain HTTP/1.1");
}

#[tokio::test]
async fn tag_methods_send_the_request_of_their_operation() {
    let (client, server) = responding(204, "");
    client.reports().create_uploads("path").file("x").labels(vec![]).send().await.unwrap();
    assert_eq!(server.only().line(), "POST /uploads/path HTTP/1.1");
    let (client, server) = responding(200, PLAIN);
    let reports = client.reports();
    drop(client);
    reports.download().send().await.unwrap();
    assert_eq!(server.only().line(), "GET /answers/download HTTP/1.1");
}

#[test]
fn rate_limit_is_read_from_the_operation_description() {
    let limit = |id: &str| operations().iter().find(|o| o.operation_id() == id).unwrap().rate_limit();
    let stated = limit("getSharedPath");
    assert_eq!((stated.requests(), stated.period().as_secs()), (5, 10));
    assert_eq!(limit("getParams"), RateLimit::new(600, 60));
}

#[test]
fn operations_lists_ids_and_paths_as_in_the_document() {
    let table: Vec<String> =
        operations().iter().map(|o| format!("{} {} {}", o.operation_id(), o.method(), o.path())).collect();
    for expected in [
        "with_query GET /names/{id}.json",
        "get_names PUT /names",
        "2fa PATCH /names",
        "getUnnamedUndeclaredThing GET /unnamed/{undeclared}/thing",
        "getSharedPath GET /shared",
        "settings GET /answers/settings",
    ] {
        assert!(table.iter().any(|row| row == expected), "{expected} is not in {table:#?}");
    }
}

#[tokio::test]
async fn fragment_of_a_documented_path_is_not_sent() {
    let server = Server::repeating(response(204, ""));
    let client = client(server.url()).build().unwrap();
    client.cancel_job().id("a#b").send().await.unwrap();
    client.retry_job().id("c").send().await.unwrap();
    let requests = server.received();
    let lines: Vec<&str> = requests.iter().map(Request::line).collect();
    assert_eq!(lines, ["POST /jobs/a%23b HTTP/1.1", "POST /jobs/c HTTP/1.1"]);
    let paths = ["cancelJob", "retryJob"].map(|id| kitchen_sink::operation(id).unwrap().path());
    assert_eq!(paths, ["/jobs/{id}"; 2]);
}
