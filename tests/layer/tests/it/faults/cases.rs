//! The faults, and the expected end of a call for each fault.

use loopback::Step;
use reqwest::StatusCode;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    Ok,
    /// A `Transport` error because no connection was established.
    NoConnection,
    /// A `Transport` error because the TLS handshake failed.
    NoTls,
    /// A `Transport` error because a timeout expired.
    TimedOut,
    /// A `Transport` error because the deadline passed.
    Late,
    /// A `Transport` error for any other reason.
    Lost,
    Api,
    Decode,
    UnexpectedStatus,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// The call ends without waiting for a timeout or deadline.
    AtOnce,
    /// The call ends when the timeout of an attempt expires.
    Timeout,
    /// The call ends when its deadline passes.
    Deadline,
}

pub struct Case {
    pub name: &'static str,
    /// The forms of the fault that a server can cause. There are none if the port refuses connections.
    pub forms: Vec<Form>,
    pub end: End,
    /// How often a `GET` is sent, and how often a `POST` is sent.
    pub attempts: (u32, u32),
    /// Whether the error for a `POST` states that the request may have been processed.
    pub may_have_been_processed: bool,
    pub bound: Bound,
}

#[derive(Debug, Clone)]
pub struct Form {
    pub steps: Vec<Step>,
    pub status: Option<u16>,
}

/// Creates a case in which the connection is lost. By default, a `GET` is then sent three times and a `POST` once.
fn lost(name: &'static str, forms: Vec<Form>) -> Case {
    Case { name, forms, end: End::Lost, attempts: (3, 1), may_have_been_processed: true, bound: Bound::AtOnce }
}

fn timed_out(name: &'static str, forms: Vec<Form>) -> Case {
    Case { end: End::TimedOut, bound: Bound::Timeout, ..lost(name, forms) }
}

/// Creates a case in which the server responds and the call is not retried.
fn final_response(name: &'static str, end: End, forms: Vec<Form>) -> Case {
    Case { end, attempts: (1, 1), ..lost(name, forms) }
}

fn unprocessed(name: &'static str, forms: Vec<Form>) -> Case {
    Case { may_have_been_processed: false, ..final_response(name, End::Api, forms) }
}

fn after_reading(steps: impl IntoIterator<Item = Step>) -> Form {
    Form { steps: [Step::Read].into_iter().chain(steps).collect(), status: None }
}

fn raw(bytes: impl Into<Vec<u8>>) -> Form {
    after_reading([Step::Send(bytes.into())])
}

fn head(status: u16, headers: &[&str]) -> String {
    let reason = StatusCode::from_u16(status).unwrap().canonical_reason().unwrap_or("Unnamed");
    let mut head = format!("HTTP/1.1 {status} {reason}\r\nconnection: close\r\n");
    for header in headers {
        head.push_str(header);
        head.push_str("\r\n");
    }
    head + "\r\n"
}

/// Creates a form in which the server sends a complete response, whose status the error reports.
fn response(status: u16, headers: &[&str], body: impl AsRef<[u8]>) -> Form {
    let body = body.as_ref();
    let length = format!("content-length: {}", body.len());
    let head = head(status, &[headers, &[&length]].concat());
    Form { status: Some(status), ..raw([head.as_bytes(), body].concat()) }
}

fn json(body: impl AsRef<[u8]>) -> Form {
    response(200, &["content-type: application/json"], body)
}

fn errors(statuses: impl IntoIterator<Item = u16>) -> Vec<Form> {
    let body = |status: u16| format!(r#"{{"statusCode":{status},"error":"E","message":"m"}}"#);
    statuses.into_iter().map(|status| response(status, &[], body(status))).collect()
}

const RIGHT: &str = "{}";
const CHUNKED: &str = "transfer-encoding: chunked";

/// A body that no operation accepts: in the fields of each operation, one deeply nested value has the wrong type.
const WRONG_AT_DEPTH: &str = r#"{
    "timestamps": ["2024-05-01T10:00:00Z", 5],
    "entries": [{"services": [{"id": "a"}, {"id": 7}]}],
    "description": {"text": "d"}
}"#;

/// The text `{}`, compressed with gzip.
const GZIP: &[u8] = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\xab\xae\x05\x00\x43\xbf\xa6\xa3\x02\x00\x00\x00";

/// Returns all faults. `elsewhere` is the base URL to which redirects point.
pub fn all_faults(elsewhere: &str) -> Vec<Case> {
    let flood = |status: u16, headers: &[&str], piece: &str| Form {
        status: Some(status),
        ..after_reading([Step::Send(head(status, headers).into()), Step::Flood(piece.as_bytes().to_vec())])
    };
    let half_head = "HTTP/1.1 200 OK\r\ncontent-type: applica";
    let half_body = head(200, &["content-length: 100"]) + "{\"id\":";
    let then = |bytes: &str, step: Step| after_reading([Step::Send(bytes.into()), step]);
    let location = format!("location: {elsewhere}/v1/status-pages/incidents");
    let deep = "[".repeat(100_000);
    let large = "x".repeat(8_192);

    vec![
        // Connection failures.
        Case {
            end: End::NoConnection,
            attempts: (3, 3),
            may_have_been_processed: false,
            ..lost("the connection is refused", vec![])
        },
        Case {
            end: End::NoTls,
            attempts: (1, 1),
            may_have_been_processed: false,
            ..lost(
                "the request uses https, but the port expects http",
                vec![raw("HTTP/1.1 400 Bad Request\r\n\r\n"), raw("SSH-2.0-OpenSSH_9.6\r\n")],
            )
        },
        lost(
            "the connection is reset in the middle of the request",
            vec![Form { steps: vec![Step::Reset], status: None }],
        ),
        lost("the connection is reset before the headers", vec![after_reading([Step::Reset])]),
        lost("the connection is reset in the middle of the headers", vec![then(half_head, Step::Reset)]),
        lost("the connection is reset after the headers", vec![then(&head(200, &["content-length: 2"]), Step::Reset)]),
        lost("the connection is reset in the middle of the body", vec![then(&half_body, Step::Reset)]),
        lost("the connection is closed in the middle of the request", vec![Form { steps: vec![], status: None }]),
        lost("the connection is closed before the headers", vec![after_reading([])]),
        lost("the connection is closed in the middle of the headers", vec![raw(half_head)]),
        lost("the connection is closed after the headers", vec![raw(head(200, &["content-length: 2"]))]),
        lost("the connection is closed in the middle of the body", vec![raw(half_body.as_str())]),
        // Timing: the server stalls or is too slow.
        timed_out("the service stops sending before the headers", vec![after_reading([Step::Stall])]),
        timed_out("the service stops sending in the middle of the headers", vec![then(half_head, Step::Stall)]),
        timed_out(
            "the service stops sending after the headers",
            vec![then(&head(200, &["content-length: 2"]), Step::Stall)],
        ),
        timed_out("the service stops sending in the middle of the body", vec![then(&half_body, Step::Stall)]),
        timed_out("the headers arrive byte by byte", vec![then("HTTP/1.1 200 OK\r\nx: ", Step::Drip("y"))]),
        timed_out(
            "the body arrives byte by byte",
            vec![then(&head(200, &[]), Step::Drip(" ")), then(&head(200, &[CHUNKED]), Step::Drip("1\r\n \r\n"))],
        ),
        timed_out(
            "the service sends endless 1xx responses",
            vec![after_reading([Step::Drip("HTTP/1.1 100 Continue\r\n\r\n")])],
        ),
        Case {
            end: End::Late,
            attempts: (1, 1),
            bound: Bound::Deadline,
            ..timed_out(
                "the service sends the headers but no body, and the call has a deadline",
                vec![then(&head(200, &[]), Step::Stall)],
            )
        },
        // Invalid framing of a response.
        lost(
            "the `content-length` is larger than the body, malformed or repeated",
            vec![
                raw(head(200, &["content-length: 3"]) + RIGHT),
                raw(head(200, &["content-length: two"]) + RIGHT),
                raw(head(200, &["content-length: -2"]) + RIGHT),
                raw(head(200, &["content-length: 99999999999999999999"]) + RIGHT),
                raw(head(200, &["content-length: 2", "content-length: 3"]) + RIGHT),
            ],
        ),
        final_response(
            "the `content-length` is too short",
            End::Decode,
            vec![Form { status: Some(200), ..raw(head(200, &["content-length: 1"]) + RIGHT) }],
        ),
        lost(
            "the chunked encoding is malformed",
            vec![
                raw(head(200, &[CHUNKED]) + "zz\r\n{}\r\n0\r\n\r\n"),
                raw(head(200, &[CHUNKED]) + "2\r\n{}0\r\n\r\n"),
                raw(head(200, &[CHUNKED]) + "2\r\n{}\r\n"),
                raw(head(200, &[CHUNKED]) + "ffffffffffffffffff\r\n{}\r\n0\r\n\r\n"),
                raw(head(200, &[CHUNKED]) + RIGHT),
            ],
        ),
        lost(
            "the status line is missing, or garbage precedes it",
            vec![
                raw("garbage\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}"),
                raw("\0\0\0\0HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}"),
                raw("{}"),
                raw("SSH-2.0-OpenSSH_9.6\r\n"),
                raw("\x15\x03\x01\x00\x02\x02\x28"),
                raw("HTTP/1.1 2000 OK\r\n\r\n"),
                raw("HTTP/9.9 200 OK\r\n\r\n{}"),
            ],
        ),
        lost(
            "the headers are malformed",
            vec![
                raw("HTTP/1.1 200 OK\r\nno colon\r\n\r\n{}"),
                raw("HTTP/1.1 200 OK\r\nna me: x\r\n\r\n{}"),
                raw(b"HTTP/1.1 200 OK\r\nx: a\0b\r\n\r\n{}".as_slice()),
            ],
        ),
        lost(
            "the headers are endless",
            vec![
                after_reading([Step::Send("HTTP/1.1 200 OK\r\n".into()), Step::Flood("x: y\r\n".into())]),
                after_reading([Step::Send("HTTP/1.1 200 OK\r\nx: ".into()), Step::Flood(large.clone().into())]),
            ],
        ),
        // Invalid bodies.
        final_response(
            "the body is not valid UTF-8",
            End::Decode,
            vec![json(b"{\"id\":\"\xff\",\"entries\":[{\"id\":\"\xc3\"}],\"timestamps\":[\"\xff\"]}")],
        ),
        final_response("the body is a web page", End::UnexpectedStatus, vec![json("<html></html>")]),
        final_response(
            "the body is empty, is not JSON, or is JSON with trailing characters",
            End::Decode,
            vec![json(""), json("{"), json("{} {}")],
        ),
        final_response(
            "the JSON value in the body has the wrong type",
            End::Decode,
            vec![json("7"), json("null"), json("\"{}\"")],
        ),
        final_response("a nested value has the wrong type", End::Decode, vec![json(WRONG_AT_DEPTH)]),
        final_response(
            "the body is deeply nested",
            End::Decode,
            vec![json(&deep), json(format!(r#"{{"id":{deep},"entries":{deep},"timestamps":{deep}"#))],
        ),
        final_response(
            "the body is compressed, although the client did not request this",
            End::Decode,
            // With the feature `gzip`, the client requests gzip, so a response in gzip is not a fault.
            [Some("content-encoding: br"), (!cfg!(feature = "gzip")).then_some("content-encoding: gzip")]
                .into_iter()
                .flatten()
                .map(|encoding| response(200, &["content-type: application/json", encoding], GZIP))
                .collect(),
        ),
        final_response(
            "the body is huge or endless",
            End::Decode,
            vec![
                Form { status: Some(200), ..raw(head(200, &["content-length: 99999999999"])) },
                flood(200, &[], &large),
                flood(200, &[CHUNKED], &format!("2000\r\n{large}\r\n")),
            ],
        ),
        // Unexpected status codes.
        final_response(
            "the status is an undeclared 2xx, and the body matches the declared type",
            End::Ok,
            [201, 202, 203, 206, 299].map(|status| response(status, &[], RIGHT)).into(),
        ),
        final_response(
            "a 1xx precedes the response",
            End::Ok,
            vec![
                raw(format!("HTTP/1.1 100 Continue\r\n\r\n{}{RIGHT}", head(200, &["content-length: 2"]))),
                raw(format!("HTTP/1.1 102 Processing\r\n\r\n{}{RIGHT}", head(200, &["content-length: 2"]))),
                raw(format!(
                    "HTTP/1.1 103 Early Hints\r\nlink: </>\r\n\r\n{}{RIGHT}",
                    head(200, &["content-length: 2"])
                )),
            ],
        ),
        final_response(
            "the status is 101",
            End::UnexpectedStatus,
            vec![Form { status: Some(101), ..raw("HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\n\r\n") }],
        ),
        final_response(
            "the status is 204 or 205",
            End::Decode,
            vec![Form { status: Some(204), ..raw(head(204, &[])) }, response(205, &[], "")],
        ),
        final_response(
            "the status is a 3xx that redirects to another host",
            End::UnexpectedStatus,
            [300, 301, 302, 303, 304, 305, 307, 308].map(|status| response(status, &[&location], "")).into(),
        ),
        unprocessed(
            "the status is a 4xx other than 408, 425 and 429",
            errors((400..=407).chain(409..=424).chain(426..=428).chain([431, 451, 499])),
        ),
        Case { attempts: (3, 1), ..unprocessed("the status is 408 or 425", errors([408, 425])) },
        Case {
            attempts: (3, 1),
            ..unprocessed("the status is 403, with a `Retry-After`", vec![response(403, &["retry-after: 0"], "")])
        },
        Case { attempts: (3, 3), ..unprocessed("the status is 429", errors([429])) },
        unprocessed("the status is 429, with a long `Retry-After`", vec![response(429, &["retry-after: 3600"], "")]),
        final_response(
            "the status is a 5xx other than 502, 503, 504, 520 to 524 and 529",
            End::Api,
            errors([500, 501].into_iter().chain(505..=511).chain([519, 525, 530, 599])),
        ),
        Case {
            end: End::Api,
            ..lost("the status is 502, 503, 504, 520 to 524 or 529", errors((502..=504).chain(520..=524).chain([529])))
        },
        final_response(
            "the status is 500, and the body is huge, deeply nested, truncated or not text",
            End::Api,
            vec![
                flood(500, &[], &large),
                response(500, &[], format!(r#"{{"attributes":{deep}"#)),
                Form { status: Some(500), ..raw(head(500, &["content-length: 9"]) + "{") },
                response(500, &[], b"\xff\xfe\0"),
                response(500, &["content-encoding: gzip"], GZIP),
            ],
        ),
    ]
}
