use loopback::{Response, Server, Step, whole};
use serde_json::{Value, json};

use crate::check_live::service::{Service, check, document, ok};

fn schema() -> Value {
    json!({ "type": "object", "required": ["id"], "properties": {
        "id": { "type": "string" },
        "status": { "type": "string", "enum": ["OPEN"] },
        "target": { "oneOf": [{ "type": "string" }, { "type": "integer" }] },
    } })
}

/// Runs `check-live` with this response to `GET /a`. Returns the lines of the report on the operation, without the line
/// that names it.
fn reported_lines(response: Vec<u8>) -> Vec<String> {
    let done = Service::with_response(response).check(&document(&[("/a", schema())]), &[]);
    assert_eq!((done.code, done.stderr.as_str()), (Some(1), ""), "{done:?}");
    assert!(done.stdout.contains("Verdict: the service deviates from the document"), "{done:?}");
    let lines = done.stdout.lines().skip_while(|line| !line.starts_with("  `GET /a` (`a`): "));
    lines.skip(1).take_while(|line| line.starts_with("      ")).map(|line| line.trim().to_owned()).collect()
}

#[test]
fn check_live_reports_no_deviation_if_all_responses_are_as_declared() {
    let done = Service::with_response(ok(&json!({ "id": "1", "status": "OPEN", "target": 1 })))
        .check(&document(&[("/a", schema())]), &[])
        .succeeded();
    assert!(done.stdout.contains("Verdict: no deviations in the operations that were called"), "{done:?}");
    assert!(done.stdout.contains("  `GET /a` (`a`): once: 200; 4 values\n"), "{done:?}");
}

#[test]
fn check_live_finds_each_kind_of_deviation() {
    let json = [("content-type", "application/json")];
    for (response, line) in [
        (whole(500, &json, "{}"), "status 500, which is not declared (1 of 1)"),
        (whole(302, &[("location", "/b")], ""), "status 302, which is not declared (1 of 1)"),
        (
            whole(200, &[("content-type", "text/html")], "<html>"),
            "media type text/html, which is not declared (1 of 1)",
        ),
        (whole(200, &[], r#"{"id": "1"}"#), "a body without a media type (1 of 1)"),
        (whole(200, &json, ""), "no body, where one is declared (1 of 1)"),
        (whole(200, &json, "{\"id\": "), "a body that is not JSON (1 of 1)"),
        (whole(200, &json, b"\"\xFF\""), "a body that is not JSON (1 of 1)"),
    ] {
        assert_eq!(reported_lines(response), [line]);
    }
    let mut empty = document(&[("/a", json!({}))]);
    empty["paths"]["/a"]["get"]["responses"] = json!({ "204": {} });
    Service::with_response(whole(204, &[], "")).check(&empty, &[]).succeeded();
    empty["paths"]["/a"]["get"]["responses"] = json!({ "200": {} });
    let done = Service::with_response(ok(&json!({}))).check(&empty, &[]);
    assert!(done.stdout.contains("      a body, where none is declared (1 of 1)\n"), "{done:?}");
}

#[test]
fn body_of_an_undeclared_2xx_is_compared_with_the_declared_schema() {
    let response = whole(201, &[("content-type", "application/json")], r#"{"id": 1}"#);
    let expected = ["status 201, which is not declared (1 of 1)", "`id`: expects a string, found an integer (1 of 1)"];
    assert_eq!(reported_lines(response), expected);
}

#[test]
fn check_live_reports_an_incomplete_response_as_a_failed_call() {
    let document = document(&[("/a", schema())]);
    let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n";
    let endless = Response(vec![Step::Read, Step::Send(head.into()), Step::Flood(vec![b' '; 64 * 1024])]);
    for (response, reason) in [
        (Response::cut_short(200, "{}"), "status 200: the body was cut off after 2 bytes (1)"),
        (endless, "status 200: the body is larger than 32 MiB (1)"),
        (Response::nothing(), "no response (1)"),
        (Response::cut_short(500, "{}"), "status 500: the body is incomplete (1)"),
    ] {
        let done = check(Server::repeating(response).url(), &document, &[]);
        assert_eq!(done.code, Some(1), "{done:?}");
        assert!(done.stdout.contains(&format!("  `GET /a` (`a`): once\n      {reason}\n")), "{done:?}");
    }
}

#[test]
fn check_live_continues_after_a_request_that_cannot_be_made() {
    let service = Service::with_response(ok(&json!({ "id": "1" })));
    let done = service.check(&document(&[("/x//b", schema()), ("/a", schema())]), &[]);
    assert_eq!((done.code, service.lines()), (Some(1), vec!["GET /a".to_owned()]), "{done:?}");
    let reason = "  `GET /x//b` (`xb`): once\n      the request cannot be created: the path contains an empty \
                  segment, ";
    assert!(done.stdout.contains(reason) && done.stdout.contains("Requests: 1 of at most 200\n"), "{done:?}");
}

#[test]
fn check_live_compares_only_status_and_media_type_of_error_responses() {
    let mut document = document(&[("/a", schema())]);
    let schema = json!({ "type": "object", "required": ["statusCode"] });
    document["paths"]["/a"]["get"]["responses"]["4XX"] = json!({ "$ref": "#/components/responses/Error" });
    document["components"]["responses"]["Error"]["content"]["application/json"]["schema"] = schema;
    let check_error = |content_type: &str| {
        let error = whole(403, &[("content-type", content_type)], json!({ "message": 1 }).to_string());
        Service::with_response(error).check(&document, &[])
    };
    let done = check_error("application/json").succeeded();
    assert!(done.stdout.contains("  `GET /a` (`a`): once: 403; 0 values\n"), "{done:?}");
    assert!(check_error("text/html").stdout.contains("media type text/html, which is not declared (1 of 1)\n"));
}
