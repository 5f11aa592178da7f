//! Tests of what a successful response contains in addition to its value.

use layer::http::{HeaderMap, StatusCode};
use layer::types::IncidentList;
use layer::{Error, ResponseValue};
use loopback::{Response, Server};

use crate::support::builder;

const BODY: &str = r#"{ "length": 1, "entries": [], "nextId": "n-2", "more": "unseen-field" }"#;

async fn incidents(keep_body: bool) -> Result<ResponseValue<IncidentList>, Error> {
    let server = Server::start([Response::with_headers(203, &[("x-private", "unseen-header")], BODY)]);
    let client = builder(server.url()).keep_body(keep_body).build().unwrap();
    client.get_v1_statuspages_incidents().send().await
}

#[tokio::test]
async fn response_has_value_status_and_headers() {
    let response = incidents(false).await.unwrap();
    let clone = response.clone();
    for response in [response, clone] {
        assert_eq!(response.status(), StatusCode::NON_AUTHORITATIVE_INFORMATION);
        assert_eq!(response.headers()["x-private"], "unseen-header");
        assert_eq!(response.content_length(), Some(BODY.len() as u64));
        assert_eq!(response.next_id.as_deref(), Some("n-2"));
        assert_eq!(response.as_ref().length, Some(1.0));
        assert_eq!(response.into_inner().entries, Some(Vec::new()));
    }
}

#[tokio::test]
async fn response_retains_the_raw_body_only_if_configured() {
    assert_eq!(incidents(false).await.unwrap().raw_body(), None);
    let response = incidents(true).await.unwrap();
    assert_eq!(response.raw_body().unwrap(), BODY.as_bytes());
}

#[tokio::test]
async fn response_map_keeps_status_headers_and_raw_body() {
    let mut response = incidents(true).await.unwrap();
    response.next_id = Some("changed".to_owned());
    let mapped = response.map(|list| list.next_id.unwrap());
    assert_eq!((mapped.as_str(), mapped.status().as_u16()), ("changed", 203));
    assert_eq!(mapped.headers()["x-private"], "unseen-header");
    assert_eq!(mapped.raw_body().unwrap(), BODY.as_bytes());
}

#[tokio::test]
async fn debug_output_of_a_response_omits_header_values_and_the_raw_body() {
    let response = incidents(true).await.unwrap();
    let debug = format!("{response:?} {response:#?}");
    for shown in ["203", "x-private", "n-2", "more", &BODY.len().to_string()] {
        assert!(debug.contains(shown), "{shown} is not in {debug}");
    }
    for hidden in ["unseen-header", "unseen-field"] {
        assert!(!debug.contains(hidden), "{hidden} is in {debug}");
    }
}

#[test]
fn responses_can_be_created_for_tests() {
    let response = ResponseValue::new(7, StatusCode::OK, HeaderMap::new());
    assert_eq!((*response, response.status().as_u16(), response.content_length()), (7, 200, None));
    assert_eq!(response.raw_body(), None);
}
