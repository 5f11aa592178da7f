//! Tests of the key and the account: the headers in which they are sent, and values that are refused.

use loopback::{Response, Server};
use monitoring_service::http::Method;
use monitoring_service::{Client, ClientBuilder};
use serde::de::IgnoredAny;

use super::support::{ACCOUNT, KEY, api, builder, call, client, invalid, operations_here, request};

const URL: &str = "http://127.0.0.1:1";

#[track_caller]
fn refusal_reason(builder: ClientBuilder) -> String {
    invalid(builder.build().unwrap_err()).reason().to_owned()
}

#[tokio::test]
async fn request_has_exactly_the_expected_headers() {
    let server = Server::json("{}");
    call(&client(server.url())).await.unwrap();
    let manifest = include_str!("../../../../../Cargo.toml");
    let version = manifest.lines().find_map(|line| line.strip_prefix("version = \"")?.strip_suffix('"')).unwrap();
    let expected = [
        ("accept", "application/json"),
        ("accept-encoding", "gzip"),
        ("authorization", "Bearer k3y-0f-the-tests"),
        ("host", server.url().trim_start_matches("http://")),
        ("user-agent", &format!("monitoring-service/{version}")),
        ("x-service-account", "6ba7b810-9dad-11d1-80b4-00c04fd430c8"),
    ];
    assert_eq!(server.only().headers(), expected);
}

#[tokio::test]
async fn every_operation_sends_the_api_key_and_the_account() {
    for operation in operations_here() {
        let server = Server::json("{}");
        request(&client(server.url()), operation).send::<IgnoredAny>().await.unwrap();
        let request = server.only();
        assert_eq!(request.header("authorization"), [format!("Bearer {KEY}")], "{operation}");
        assert_eq!(request.header("x-service-account"), [ACCOUNT.to_string()], "{operation}");
    }
}

#[test]
fn build_fails_without_an_api_key_or_an_account() {
    assert_eq!(
        refusal_reason(Client::builder(URL).account_id(ACCOUNT)),
        "the API key is missing: set it with `api_key(…)`"
    );
    assert_eq!(
        refusal_reason(Client::builder(URL).api_key(KEY)),
        "the account id is missing: set it with `account_id(…)`"
    );
    Client::builder(URL).api_key(KEY).account_id(ACCOUNT).build().unwrap();
}

#[tokio::test]
async fn build_refuses_an_account_that_is_not_a_uuid() {
    let server = Server::json("{}");
    let upper = ACCOUNT.to_string().to_uppercase();
    call(&builder(server.url()).account_id(upper).build().unwrap()).await.unwrap();
    assert_eq!(server.only().header("x-service-account"), [ACCOUNT.to_string()]);
    for account in ["", "s3cret", " 6ba7b810-9dad-11d1-80b4-00c04fd430c8", "6ba7b810-9dad-11d1-80b4-00c04fd430c"] {
        let refusing = Client::builder(URL).api_key(KEY).account_id(account);
        assert!(!format!("{refusing:?}").contains("s3cret"));
        assert_eq!(refusal_reason(refusing), "the account id set with `account_id(…)` is not a UUID", "{account:?}");
    }
}

#[test]
fn error_for_an_unsendable_api_key_does_not_contain_the_key() {
    for (key, reason) in [
        ("", "the API key is empty"),
        (" ", "the API key is empty"),
        ("\n", "the API key is empty"),
        ("s3cret\n", "the API key contains control characters, such as a line break at the end"),
        ("s3cret\r\nx-forged: 1", "the API key contains control characters, such as a line break at the end"),
        ("s3\0cret", "the API key contains control characters, such as a line break at the end"),
        ("s3\u{7f}cret", "the API key contains control characters, such as a line break at the end"),
        (" s3cret", "the API key begins or ends with white space"),
        ("s3cret ", "the API key begins or ends with white space"),
        ("s3crét", "the API key contains characters that are not ASCII"),
        ("Bearer s3cret", "the API key begins with `Bearer `: pass only the key, because the client adds this prefix"),
    ] {
        assert_eq!(refusal_reason(builder(URL).api_key(key)), reason, "{key:?}");
    }
}

#[test]
fn last_api_key_and_account_set_on_the_builder_are_used() {
    builder(URL).api_key("").account_id("").api_key(KEY).account_id(ACCOUNT).build().unwrap();
    assert_eq!(refusal_reason(builder(URL).api_key("")), "the API key is empty");
}

#[test]
fn build_refuses_plain_http_because_it_exposes_the_api_key() {
    assert_eq!(
        refusal_reason(builder("http://service.invalid")),
        "the base URL uses plain http, which exposes the API key to everyone on the network: use https, or allow it \
         with `Client::builder(…).allow_plain_http()`"
    );
}

#[test]
fn debug_output_shows_the_account_but_not_the_api_key() {
    let builder = builder(URL);
    let client = builder.clone().build().unwrap();
    for debug in [format!("{builder:?} {builder:#?}"), format!("{client:?} {client:#?}")] {
        assert!(debug.contains(&ACCOUNT.to_string()) && !debug.contains(KEY), "{debug}");
    }
}

#[tokio::test]
async fn error_redacts_the_api_key_in_body_and_headers() {
    let body = format!(r#"{{"statusCode":401,"error":"{KEY}","message":"not {KEY}","attributes":{{"key":"{KEY}"}}}}"#);
    for status in [200, 302, 401] {
        let server = Server::start([Response::with_headers(status, &[("x-request-id", KEY)], &body)]);
        let request = client(server.url()).request(Method::GET, format!("/v1/{KEY}"));
        let error = request.send::<u8>().await.unwrap_err();
        let mut texts = format!("{error} {error:?} {error:#?} {} {:?}", error.chain(), error.request_id());
        if status == 401 {
            let error = api(error);
            assert_eq!(error.message(), Some(format!("not {}", "*".repeat(KEY.len())).as_str()));
            texts += &format!("{} {:?} {:?}", error.body(), error.attributes(), error.headers());
        }
        assert!(!texts.contains(KEY), "{texts}");
        assert_eq!(server.only().header("authorization"), [format!("Bearer {KEY}")]);
    }
}
