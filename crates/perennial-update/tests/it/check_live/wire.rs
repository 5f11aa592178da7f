//! Tests the exact requests that `check-live` sends.

use loopback::whole;
use serde_json::json;

use crate::check_live::service::{ACCOUNT, KEY, Service, document, ok};

#[test]
fn check_live_sends_each_get_once_with_the_credentials() {
    let item = json!({ "type": "object", "properties": { "id": { "type": "string" } } });
    let list = json!({ "type": "array", "items": item });
    let mut document = document(&[("/v1/things/{id}", item.clone()), ("/v1/things", list)]);
    for method in ["put", "post", "delete", "patch", "head", "options"] {
        let operation = json!({ "operationId": method, "responses": { "204": {} } });
        document["paths"]["/v1/things"][method] = operation;
    }
    let things = json!([{ "id": "t1" }, { "id": "t2" }]);
    let service =
        Service::start([("/v1/things", vec![ok(&things)]), ("/v1/things/t1", vec![ok(&json!({ "id": "t1" }))])]);
    service.check(&document, &[]).succeeded();
    assert_eq!(service.lines(), ["GET /v1/things", "GET /v1/things/t1"]);
    let host = service.server.address().to_string();
    for request in service.received() {
        let bearer = format!("Bearer {KEY}");
        let headers = [
            ("accept", "application/json"),
            ("accept-encoding", "identity"),
            ("authorization", &bearer),
            ("host", &host),
            ("user-agent", concat!("perennial-update/", env!("CARGO_PKG_VERSION"))),
            ("x-service-account", ACCOUNT),
        ];
        assert_eq!((request.headers().as_slice(), request.body()), (headers.as_slice(), ""));
    }
}

#[test]
fn learned_id_is_sent_percent_encoded_as_one_segment() {
    let list = json!({ "type": "array", "items": { "type": "object", "properties": { "id": { "type": "string" } } } });
    let document = document(&[("/things", list), ("/things/{id}/parts", json!({}))]);
    for (id, sent) in [("urn:a@b c+é", "urn%3Aa%40b%20c%2B%C3%A9"), ("a&b=c,d", "a%26b%3Dc%2Cd")] {
        let path = format!("/things/{sent}/parts");
        let listed = vec![ok(&json!([{ "id": "../x" }, { "id": "%2e%2e" }, { "id": id }]))];
        let service = Service::start([("/things", listed), (path.as_str(), vec![ok(&json!({}))])]);
        service.check(&document, &[]).succeeded();
        assert_eq!(service.lines(), ["GET /things".to_owned(), format!("GET {path}")]);
    }
}

/// According to the `names.json` of this workspace, the client itself sends the header `X-Service-Account`.
#[test]
fn check_live_calls_operations_whose_header_the_client_sends_itself() {
    let mut document = document(&[("/a", json!({})), ("/b", json!({}))]);
    for (path, name) in [("/a", "X-Service-Account"), ("/b", "X-Other")] {
        document["paths"][path]["get"]["parameters"] =
            json!([{ "name": name, "in": "header", "required": true, "schema": { "type": "string" } }]);
    }
    let service = Service::start([("/a", vec![ok(&json!({}))]), ("/b", vec![ok(&json!({}))])]);
    let done = service.check(&document, &[]);
    assert_eq!((done.code, service.lines()), (Some(0), vec!["GET /a".to_owned()]), "{done:?}");
}

#[test]
fn required_parameters_get_the_example_or_default_of_the_document() {
    let mut document = document(&[("/a", json!({})), ("/b", json!({}))]);
    document["components"] = json!({ "schemas": { "Trace": { "type": "string", "example": "t-1" } } });
    let parameter = |place: &str, name: &str| json!({ "name": name, "in": place, "required": true, "schema": { "type": "string" } });
    let with = |place: &str, name: &str, key: &str, value| {
        let mut parameter = parameter(place, name);
        parameter[key] = value;
        parameter
    };
    document["paths"]["/a"]["get"]["parameters"] = json!([
        with("header", "x-version", "schema", json!({ "type": "integer", "default": 2 })),
        with("header", "x-trace", "schema", json!({ "$ref": "#/components/schemas/Trace" })),
        with("header", "x-mode", "schema", json!({ "type": "string", "enum": ["slow", "fast"] })),
        with("cookie", "lang", "example", json!("en")),
        with("cookie", "theme", "examples", json!({ "one": { "value": "dark" } })),
        with("query", "q", "example", json!("a b")),
    ]);
    document["paths"]["/b"]["get"]["parameters"] =
        json!([parameter("cookie", "sid"), with("cookie", "lang", "example", json!("en; admin=1"))]);
    let service = Service::start(["/a", "/b"].map(|path| (path, vec![ok(&json!({}))])));
    let done = service.check(&document, &[]);
    assert_eq!((done.code, service.lines()), (Some(0), vec!["GET /a?q=a%20b".to_owned()]), "{done:?}");
    let sent =
        ["x-version", "x-trace", "x-mode", "cookie"].map(|name| service.received()[0].header(name).join(" and "));
    assert_eq!(sent, ["2", "t-1", "slow", "lang=en; theme=dark"]);
    assert!(
        done.stdout.contains("needs `sid`, which no response contained: set it with `--id b/sid=VALUE`\n"),
        "{done:?}"
    );

    // The example `en; admin=1` of `lang` at `/b` is not sent, because it would add another cookie.
    let done = service.check(&document, &["--id", "b/sid=7"]);
    assert!(
        done.stdout.contains("needs `lang`, which no response contained: set it with `--id b/lang=VALUE`\n"),
        "{done:?}"
    );
    service.check(&document, &["--id", "b/sid=7", "--id", "b/lang=de"]).succeeded();
    let sent = service
        .received()
        .iter()
        .filter(|it| it.target() == "/b")
        .map(|it| it.header("cookie").join(" and "))
        .collect::<Vec<_>>();
    assert_eq!(sent, ["sid=7; lang=de"]);
}

#[test]
fn check_live_follows_no_redirect_and_sends_the_key_nowhere_else() {
    let other = Service::start([]);
    let location = format!("{}/a", other.server.url());
    for location in [location.as_str(), "/b"] {
        let service = Service::with_response(whole(302, &[("location", location)], ""));
        let done = service.check(&document(&[("/a", json!({}))]), &[]);
        assert_eq!(done.code, Some(1), "{done:?}");
        assert_eq!(service.lines(), ["GET /a"]);
    }
    assert_eq!(other.server.connections(), 0);
}

#[test]
fn check_live_calls_operations_with_ids_from_the_command_line() {
    let mut document = document(&[("/v1/locations/{id}/metrics", json!({}))]);
    let parameters = document["paths"]["/v1/locations/{id}/metrics"]["get"]["parameters"].as_array_mut();
    let query = |name: &str| json!({ "name": name, "in": "query", "required": true, "schema": { "type": "string" } });
    parameters.expect("should be a list").push(query("q"));
    let service = Service::start([("/v1/locations/7/metrics", vec![ok(&json!({}))])]);
    service.check(&document, &["--id", "locations/id=7", "--id", "q=a/b c"]).succeeded();
    assert_eq!(service.lines(), ["GET /v1/locations/7/metrics?q=a%2Fb%20c"]);
    let done = service.check(&document, &["--id", "locations/id=7"]);
    assert!(
        done.stdout.contains("needs `q`, which no response contained: set it with `--id metrics/q=VALUE`\n"),
        "{done:?}"
    );
    assert_eq!(service.lines().len(), 1);
}

#[test]
fn ids_in_the_path_have_the_style_of_their_parameter() {
    let paths = ["/a/{id}", "/b/{id}", "/c/{id}"];
    let mut document = document(&paths.map(|path| (path, json!({}))));
    for (path, style) in paths.into_iter().zip(["simple", "label", "matrix"]) {
        let schema = json!({ "type": "array", "items": { "type": "integer" } });
        document["paths"][path]["get"]["parameters"] =
            json!([{ "name": "id", "in": "path", "required": true, "style": style, "schema": schema }]);
    }
    let service = Service::start(["/a/7", "/b/.7", "/c/;id=7"].map(|path| (path, vec![ok(&json!({}))])));
    service.check(&document, &["--id", "id=7"]).succeeded();
    assert_eq!(service.lines(), ["GET /a/7", "GET /b/.7", "GET /c/;id=7"]);
}

/// Unlike this task, the client retries such failures by default.
#[test]
fn check_live_does_not_retry_failed_requests() {
    for response in [whole(503, &[("retry-after", "0")], ""), Vec::new()] {
        let service = Service::with_response(response);
        let done = service.check(&document(&[("/a", json!({}))]), &[]);
        assert_eq!((done.code, service.lines()), (Some(1), vec!["GET /a".to_owned()]), "{done:?}");
        assert!(done.stdout.contains("Requests: 1 of at most 200\n"), "{done:?}");
    }
}

#[test]
fn check_live_sends_no_more_requests_than_specified() {
    let document = document(&[("/a", json!({})), ("/b", json!({})), ("/c", json!({}))]);
    let service = Service::start(["/a", "/b", "/c"].map(|path| (path, vec![ok(&json!({}))])));
    let done = service.check(&document, &["--requests", "2"]).succeeded();
    assert_eq!(service.lines(), ["GET /a", "GET /b"]);
    for line in ["Ended early: the maximum number of requests was reached\n", "  `GET /c` (`c`): the run ended early\n"]
    {
        assert!(done.stdout.contains(line), "{done:?}");
    }
}
