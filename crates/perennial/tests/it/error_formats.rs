use loopback::{Response, Server};
use perennial::authenticate::Anonymous;
use perennial::reqwest::StatusCode;
use perennial::serde_json::{Map, Value, json};
use perennial::service::{ErrorBody, ErrorFormat, take};
use perennial::{Core, Service};

use crate::support::{SERVICE, api, call, client};

#[tokio::test]
async fn parses_the_common_error_formats() {
    let problem = [("content-type", "application/problem+json")];
    for (body, error, message, attributes) in [
        (
            r#"{"type":"about:blank","title":"Out of stock","detail":"Book 7 is sold out"}"#,
            "Out of stock",
            Some("Book 7 is sold out"),
            Some(json!({ "type": "about:blank" })),
        ),
        (r#"{"error":"Conflict","message":"It changed"}"#, "Conflict", Some("It changed"), None),
        (r#"{"error":{"code":"conflict","message":"It changed"}}"#, "conflict", Some("It changed"), None),
        (r#"{"message":"It changed"}"#, "Conflict", Some("It changed"), None),
        ("It changed", "Conflict", None, None),
    ] {
        let server = Server::start([Response::with_headers(409, &problem, body)]);
        let failed = api(call(&client(&server, Anonymous)).await.unwrap_err());
        assert_eq!((failed.error(), failed.message(), failed.body()), (error, message, body));
        assert_eq!(failed.attributes().cloned().map(Value::Object), attributes, "{body}");
        let end = message.map(|message| format!(": {message}")).unwrap_or_default();
        let text = format!("GET /books: 409 {error} from {}/books{end}", server.url());
        assert_eq!(failed.to_string(), text);
    }
}

/// The format of error bodies like `{"fault": "…", "text": "…"}`.
struct Faults;

impl ErrorFormat for Faults {
    fn read(&self, mut body: Map<String, Value>) -> ErrorBody {
        ErrorBody::default().with_error(take(&mut body, "fault")).with_message(take(&mut body, "text"))
    }

    fn write(&self, status: StatusCode, message: Option<&str>) -> Value {
        json!({ "fault": status.canonical_reason(), "text": message })
    }
}

#[tokio::test]
async fn parses_the_error_format_of_a_service() {
    static FAULTS: Service = SERVICE.error_format(&Faults);
    let body = r#"{"fault":"torn","text":"Page 3 is missing","message":"unread"}"#;
    let server = Server::start([Response::new(500, body)]);
    let client = Core::builder(&FAULTS, &[], server.url(), Anonymous).build().unwrap();
    let failed = api(call(&client).await.unwrap_err());
    assert_eq!((failed.error(), failed.message(), failed.attributes()), ("torn", Some("Page 3 is missing"), None));
}
