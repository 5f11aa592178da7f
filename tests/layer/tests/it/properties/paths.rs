use layer::Error;
use layer::http::Method;
use loopback::Server;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::Value;

use super::{for_any_call, text};
use crate::support::{client, update};

/// The characters that the client percent-encodes in an id: all that RFC 3986 does not call unreserved.
const NOT_UNRESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Generates any text, often with dots, slashes and percent signs.
fn id() -> impl Strategy<Value = String> {
    let segments = select(vec!["", ".", "..", "%2e", "%2E%2e", "..%2f", "/", "/..", "\\..", "?", "#", "{incidentId}"]);
    prop_oneof![
        2 => text(0..=200),
        1 => "[./%]{0,4}",
        1 => proptest::collection::vec(segments, 0..4).prop_map(|segments| segments.concat()),
    ]
}

#[test]
fn every_path_id_is_sent_as_one_segment_or_refused() {
    for_any_call((id(), select(vec!["", "/prefix"])), async |(id, prefix)| {
        let server = Server::json("{}");
        let result = update(&client(format!("{}{prefix}", server.url())), &id).await;
        if ["", ".", ".."].contains(&id.as_str()) {
            prop_assert!(matches!(result, Err(Error::InvalidRequest(_))), "{result:?}");
            prop_assert_eq!(server.received(), []);
            return Ok(());
        }
        prop_assert!(result.is_ok(), "{result:?}");
        let request = server.only();
        let path = request.target().strip_prefix(prefix).unwrap();
        prop_assert!(!path.contains(['?', '#']), "{path}");
        let segments: Vec<_> = path.split('/').collect();
        prop_assert_eq!(segments.len(), 6, "{}", path);
        prop_assert_eq!(&segments[..4], ["", "v1", "status-pages", "incidents"]);
        prop_assert_eq!(segments[5], "incident-updates");
        prop_assert_eq!(percent_decode_str(segments[4]).decode_utf8().unwrap(), id);
        Ok(())
    });
}

/// Generates any text. It often contains parts of paths, or texts such as `..` and `http://`, which could change where
/// a request is sent.
fn path() -> impl Strategy<Value = String> {
    let parts = select(vec![
        "/",
        "//",
        "v1",
        ".",
        "..",
        "%2e",
        "%2F",
        "%5c",
        "%",
        "\\",
        "?",
        "#",
        "@",
        ":",
        ";",
        "{",
        "}",
        "{a}",
        " ",
        "\t",
        "é",
        "http://",
        "evil.example.com",
    ]);
    let path = proptest::collection::vec(parts, 0..8).prop_map(|parts| parts.concat());
    prop_oneof![text(0..=50), path.clone(), path.prop_map(|path| format!("/v1/{path}"))]
}

#[test]
fn every_request_path_stays_below_the_base_url_or_is_refused() {
    for_any_call((path(), id(), select(vec!["", "/prefix"])), async |(path, value, prefix)| {
        let server = Server::json("{}");
        let client = client(format!("{}{prefix}", server.url()));
        let mut request = client.request(Method::GET, path.as_str());
        for _ in path.matches("{a}") {
            request = request.path("a", &value);
        }
        if let Err(error) = request.send::<Value>().await {
            prop_assert!(matches!(error, Error::InvalidRequest(_)), "{error:?}");
            prop_assert_eq!(server.received(), []);
            return Ok(());
        }
        let request = server.only();
        let sent = request.target().strip_prefix(prefix).unwrap();
        let expected = path.replace("{a}", &percent_encoding::utf8_percent_encode(&value, NOT_UNRESERVED).to_string());
        prop_assert_eq!(sent, expected);
        prop_assert!(sent.starts_with('/') && !sent.contains("//") && !sent.contains(['?', '#', '\\']), "{sent}");
        prop_assert!(!sent.split('/').any(|segment| [".", ".."].contains(&segment)), "{sent}");
        Ok(())
    });
}
