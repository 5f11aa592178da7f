//! Tests of the headers of a request, and of `with_headers` and `with_query`.

use layer::Interceptor;
use layer::interceptor::{Attempt, BoxError};
use loopback::{Response, Server};

use crate::support::{Operation, builder, client, invalid, update};

const BEARER: (&str, &str) = ("authorization", "Bearer k3y-0f-the-tests");
const AGENT: (&str, &str) = ("user-agent", concat!("layer/", env!("CARGO_PKG_VERSION")));
const ACCOUNT: (&str, &str) = ("x-account", "6ba7b810-9dad-11d1-80b4-00c04fd430c8");

/// Returns the expected headers, sorted by name. With the feature `gzip`, they include `accept-encoding`.
fn headers<'h>(expected: impl IntoIterator<Item = (&'h str, &'h str)>) -> Vec<(&'h str, &'h str)> {
    let gzip = cfg!(feature = "gzip").then_some(("accept-encoding", "gzip"));
    let mut headers: Vec<_> = expected.into_iter().chain(gzip).collect();
    headers.sort_by_key(|(name, _)| *name);
    headers
}

fn host(server: &Server) -> (&'static str, String) {
    ("host", server.url().trim_start_matches("http://").to_owned())
}

#[tokio::test]
async fn get_request_has_exactly_the_expected_headers() {
    for operation in [Operation::Metrics, Operation::Incidents] {
        let server = Server::json("{}");
        operation.call(&client(server.url())).await.unwrap();
        let (name, host) = host(&server);
        let expected = headers([("accept", "application/json"), BEARER, (name, &host), AGENT, ACCOUNT]);
        assert_eq!(server.only().headers(), expected);
    }
}

#[tokio::test]
async fn post_request_has_exactly_the_expected_headers() {
    let server = Server::json("{}");
    Operation::Update.call(&client(server.url())).await.unwrap();
    let (name, host) = host(&server);
    let length = ("content-length", "2");
    let content = ("content-type", "application/json");
    assert_eq!(
        server.only().headers(),
        headers([("accept", "application/json"), BEARER, length, content, (name, &host), AGENT, ACCOUNT])
    );
}

#[tokio::test]
async fn with_headers_adds_headers_to_every_operation() {
    for operation in Operation::ALL {
        let server = Server::json("{}");
        let client = client(server.url()).with_headers([("X-Trace", "t-1"), ("x-empty", "")]);
        operation.call(&client).await.unwrap();
        let request = server.only();
        assert_eq!(request.header("x-trace"), ["t-1"]);
        assert_eq!(request.header("x-empty"), [""]);
        assert_eq!(request.header("authorization"), [BEARER.1]);
    }
}

#[tokio::test]
async fn with_headers_replaces_headers_of_the_client() {
    let server = Server::json("{}");
    let client = client(server.url()).with_headers([
        ("Authorization", "Basic other"),
        ("x-account", "other"),
        ("accept", "application/vnd.other+json"),
        ("content-type", "application/json; charset=utf-8"),
    ]);
    Operation::Update.call(&client).await.unwrap();
    let (name, host) = host(&server);
    assert_eq!(
        server.only().headers(),
        headers([
            ("accept", "application/vnd.other+json"),
            ("authorization", "Basic other"),
            ("content-length", "2"),
            ("content-type", "application/json; charset=utf-8"),
            (name, &host),
            AGENT,
            ("x-account", "other"),
        ])
    );
}

#[tokio::test]
async fn later_with_headers_replaces_all_earlier_values_of_a_header() {
    let server = Server::start([Response::new(200, "{}"), Response::new(200, "{}")]);
    let twice = client(server.url()).with_headers([("x-tag", "a"), ("other", "o"), ("X-TAG", "b")]);
    let later = twice.with_headers([("x-tag", "c")]);
    Operation::Incidents.call(&twice).await.unwrap();
    Operation::Incidents.call(&later).await.unwrap();
    let requests = server.received();
    assert_eq!(requests[0].header("x-tag"), ["a", "b"]);
    assert_eq!(requests[1].header("x-tag"), ["c"]);
    assert_eq!(requests[1].header("other"), ["o"]);
}

#[tokio::test]
async fn invalid_added_header_fails_the_call_before_it_is_sent() {
    for (name, value) in [
        ("", "v"),
        ("a b", "v"),
        ("a:b", "v"),
        ("a\r\nx-forged", "v"),
        ("ü", "v"),
        ("x-a", "v\r\nx-forged: 1"),
        ("x-a", "\0"),
    ] {
        let server = Server::json("{}");
        let client = client(server.url()).with_headers([(name, value)]);
        for operation in Operation::ALL {
            let error = operation.fails(&client).await;
            assert_eq!(error.operation_id(), Some(operation.id()));
            assert!(invalid(error).reason().contains("`with_headers`"), "{name:?}: {value:?}");
        }
        assert_eq!(server.received(), []);
    }
}

#[tokio::test]
async fn refuses_to_override_headers_that_only_the_http_client_can_set() {
    let (url, length, connection) = (
        "the base URL determines its value",
        "the body determines its value",
        "the HTTP client manages the connection",
    );
    for (name, value, remedy) in [
        ("Host", "other.example.com", url),
        ("content-length", "5", length),
        ("transfer-encoding", "chunked", connection),
        ("connection", "x-account", connection),
        ("keep-alive", "timeout=5", connection),
        ("proxy-connection", "close", connection),
        ("te", "trailers", connection),
        ("trailer", "x-a", connection),
        ("upgrade", "h2c", connection),
    ] {
        let server = Server::json("{}");
        let refused = |setter| format!("`{}` cannot be set with `{setter}`: {remedy}", name.to_lowercase());
        let derived = client(server.url()).with_headers([(name, value)]).with_headers([("x-good", "v")]);
        let intercepted = builder(server.url()).interceptor(SetHeader(name, value)).build().unwrap();
        for operation in Operation::ALL {
            assert_eq!(invalid(operation.fails(&derived).await).reason(), refused("with_headers"));
            let reason = format!("an interceptor refused the request: {}", refused("set_header"));
            assert_eq!(invalid(operation.fails(&intercepted).await).reason(), reason);
        }
        assert_eq!(server.received(), []);
    }
}

struct SetHeader(&'static str, &'static str);

impl Interceptor for SetHeader {
    fn before(&self, attempt: &mut Attempt<'_>) -> Result<(), BoxError> {
        Ok(attempt.set_header(self.0, self.1)?)
    }
}

#[tokio::test]
async fn invalid_added_header_remains_an_error_in_derived_clients() {
    let server = Server::json("{}");
    let client = client(server.url()).with_headers([("a b", "v")]).with_headers([("x-good", "v")]);
    invalid(Operation::Incidents.fails(&client).await);
    assert_eq!(server.received(), []);
}

#[tokio::test]
async fn added_query_pairs_follow_the_query_of_the_operation() {
    let server = Server::json("{}");
    let client = client(server.url()).with_query([("b", "2"), ("a", "1")]).with_query([("b", "3")]);
    Operation::Metrics.call(&client).await.unwrap();
    assert!(
        server.only().target().ends_with("/metrics?from=1714557600&to=1714579200&b=2&a=1&b=3"),
        "{}",
        server.only().target()
    );
}

#[tokio::test]
async fn added_query_pairs_are_percent_encoded() {
    let server = Server::json("{}");
    let client = client(server.url()).with_query([("na me&=", "a b&c=d#e?f/g+h%20é\r\n"), ("empty", "")]);
    update(&client, "inc-1").await.unwrap();
    assert_eq!(
        server.only().target(),
        "/v1/status-pages/incidents/inc-1/incident-updates\
         ?na%20me%26%3D=a%20b%26c%3Dd%23e%3Ff%2Fg%2Bh%2520%C3%A9%0D%0A&empty="
    );
}

#[tokio::test]
async fn with_query_and_with_headers_leave_the_original_client_unchanged() {
    let server = Server::json("{}");
    let client = client(server.url());
    let _ = client.with_query([("a", "1")]).with_headers([("x-a", "1")]);
    Operation::Incidents.call(&client).await.unwrap();
    assert_eq!(server.only().target(), "/v1/status-pages/incidents");
    assert_eq!(server.only().header("x-a"), [""; 0]);
}

#[tokio::test]
async fn with_query_and_with_headers_without_items_change_nothing() {
    let server = Server::json("{}");
    let none: Option<(&str, &str)> = None;
    Operation::Incidents.call(&client(server.url()).with_query(none).with_headers(none)).await.unwrap();
    assert_eq!(server.only().target(), "/v1/status-pages/incidents");
    assert_eq!(server.only().headers().len(), headers([("", ""); 5]).len());
}
