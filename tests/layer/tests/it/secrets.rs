//! Tests that no text that a program may log contains the key.

use std::error::Error as _;
use std::fmt::{Debug, Display};
use std::time::Duration;

use layer::error::ApiErrorKind;
use layer::{Client, Error};
use loopback::{Refusing, Response, Server};
use serde_json::json;

use crate::support::{KEY, LOCATION, Operation, api, builder, client, sources};

#[track_caller]
fn assert_silent(what: &str, text: &str) {
    assert!(!text.contains(KEY), "{what}: {text}");
}

#[track_caller]
fn assert_debug_is_silent(value: &impl Debug) {
    assert_silent("Debug", &format!("{value:?} {value:#?}"));
}

/// Checks that neither the error, nor its variant, nor any of its sources shows the key.
#[track_caller]
fn assert_error_is_silent(error: &Error) {
    fn texts(value: &(impl Debug + Display + ?Sized)) -> String {
        format!("{value} {value:#} {value:?} {value:#?}")
    }
    let mut all = texts(error);
    all += &match error {
        Error::InvalidRequest(error) => texts(error),
        Error::Transport(error) => texts(error),
        Error::Api(error) => texts(error),
        Error::Decode(error) => texts(error),
        Error::UnexpectedStatus(error) => texts(error),
        other => panic!("{other:?}"),
    };
    for source in sources(error) {
        all += &texts(source);
    }
    assert_silent("error", &all);
}

/// Derives a client whose added headers and query contain the key.
fn full_of_keys(url: &str) -> Client {
    let added = [("authorization", format!("Bearer {KEY}")), ("x-key", KEY.to_owned())];
    client(url).with_headers(added).with_query([("token", KEY)])
}

#[test]
fn debug_output_of_clients_and_builders_omits_the_api_key() {
    let builder = builder("http://127.0.0.1:1");
    assert_debug_is_silent(&builder);
    assert_debug_is_silent(&builder.build().unwrap());
    assert_debug_is_silent(&full_of_keys("http://127.0.0.1:1"));
}

#[test]
fn debug_output_of_a_builder_omits_a_password_in_the_url() {
    let builder = builder(format!("https://user:{KEY}@api.example.com"));
    assert_debug_is_silent(&builder);
    assert_error_is_silent(&builder.build().unwrap_err());
}

#[test]
fn debug_output_of_call_builders_omits_the_api_key() {
    let client = full_of_keys("http://127.0.0.1:1");
    assert_debug_is_silent(&client.get_v1_privatelocations_id_metrics());
    assert_debug_is_silent(&client.get_v1_statuspages_incidents());
    assert_debug_is_silent(&client.post_v1_statuspages_incidents_incidentid_incidentupdates());
}

#[test]
fn error_for_an_invalid_api_key_omits_the_key() {
    for key in [format!("{KEY}\n"), format!(" {KEY}"), format!("{KEY}é")] {
        assert_error_is_silent(&builder("http://127.0.0.1:1").api_key(key).build().unwrap_err());
    }
}

#[tokio::test]
async fn error_for_an_invalid_header_omits_its_value() {
    let client = client("http://127.0.0.1:1").with_headers([("authorization", format!("Bearer {KEY}\n"))]);
    for operation in Operation::ALL {
        assert_error_is_silent(&operation.fails(&client).await);
    }
}

#[tokio::test]
async fn errors_omit_an_api_key_that_the_response_repeats() {
    // The server repeats the key in the response's headers and body.
    let echo = [("x-echo", KEY), ("location", KEY), ("www-authenticate", KEY)];
    let body =
        format!(r#"{{"error":"E","message":"m","attributes":{{"token":"{KEY}"}},"entries":"","queueSize":"","id":0}}"#);
    for operation in Operation::ALL {
        for status in [200, 302, 401, 403, 404, 418, 429, 500, 503] {
            let server = Server::start([Response::with_headers(status, &echo, &body)]);
            let error = operation.fails(&full_of_keys(server.url())).await;
            assert_eq!(error.status().unwrap().as_u16(), status);
            assert_error_is_silent(&error);
        }
    }
}

#[tokio::test]
async fn error_redacts_an_api_key_in_the_response_body() {
    for (status, body) in [
        (
            401,
            format!(
                r#"{{"statusCode":401,"error":"{KEY}","message":"Bad Token {KEY}","attributes":{{"key":"{KEY}"}}}}"#
            ),
        ),
        (502, format!("<p>{KEY}{KEY}</p>")),
        (200, format!(r#"{{"entries":"{KEY}"}}"#)),
        (200, format!("{KEY} is not JSON")),
    ] {
        let server = Server::start([Response::new(status, &body)]);
        let error = Operation::Incidents.fails(&client(server.url())).await;
        assert_error_is_silent(&error);
        if let Error::Api(error) = &error {
            assert!(!error.body().contains(KEY) && !format!("{:?}", error.attributes()).contains(KEY));
        }
    }
}

#[tokio::test]
async fn field_errors_are_redacted_before_they_are_shortened() {
    let padding = "a".repeat(200 - KEY.len() / 2);
    let field = json!({ "loc": ["body", KEY], "msg": format!("{padding}{KEY}") });
    let escaped = KEY.replace('y', "\\u0079");
    let body = json!({ "detail": [field.clone(), field] }).to_string().replace(KEY, &escaped);
    for body in [body.replace(&escaped, KEY), body] {
        let server = Server::start([Response::new(422, body)]);
        let error = Operation::Metrics.fails(&client(server.url())).await;
        assert!(error.to_string().contains("***: a"), "{error}");
        assert_error_is_silent(&error);
        let errors = api(error).field_errors();
        assert_eq!(errors.len(), 2);
        assert_silent("field errors", &format!("{errors:?} {}", errors[0]));
        assert!(!errors[0].to_string().contains(&KEY[..KEY.len() / 2]));
    }
}

#[tokio::test]
async fn api_key_of_fewer_than_8_characters_is_not_redacted() {
    for (key, message) in [("k3y-8-ch", "not ********!"), ("k3y-7-c", "not k3y-7-c!")] {
        let server = Server::start([Response::new(401, format!(r#"{{"message":"not {key}!"}}"#))]);
        let error = Operation::Incidents.fails(&builder(server.url()).api_key(key).build().unwrap()).await;
        assert_eq!(api(error).message(), Some(message));
    }
}

#[tokio::test]
async fn error_redacts_an_escaped_api_key() {
    const KEY: &str = "k3y/0f+the\"t3sts\\==";
    let json = serde_json::to_string(KEY).unwrap();
    let escaped = ["k3y\\/0f\\u002Bthe\\u0022t3sts\\\\==", &json[1..json.len() - 1], "k3y%2F0f%2bthe%22t3sts%5C=="];
    for key in escaped {
        let url = format!("/?token={key}");
        let body = format!(r#"{{"error":"E","message":"not {key}","attributes":{{"a":["{key}"]}},"entries":"{key}"}}"#);
        for status in [200, 302, 401] {
            let server = Server::start([Response::with_headers(status, &[("location", &url)], &body)]);
            let error = Operation::Incidents.fails(&builder(server.url()).api_key(KEY).build().unwrap()).await;
            let mut texts = format!("{error} {error:?} {error:#?} {:?}", error.source());
            match &error {
                Error::Api(error) => {
                    texts += &format!("{} {:?} {:?}", error.body(), error.attributes(), error.headers());
                    assert_eq!(error.message(), Some(format!("not {}", "*".repeat(key.len())).as_str()));
                }
                Error::UnexpectedStatus(error) => texts += &format!("{} {:?}", error.body(), error.headers()),
                Error::Decode(error) => texts += error.excerpt().unwrap(),
                other => panic!("{other:?}"),
            }
            assert!(!texts.contains(KEY) && !texts.contains(key) && !texts.contains("t3sts"), "{texts}");
        }
    }
}

#[tokio::test]
async fn redaction_keeps_an_escape_that_only_resembles_the_api_key() {
    let server = Server::start([Response::new(401, r#"{"message":"C:\\u006b3y-0f-the-tests"}"#)]);
    let error = api(Operation::Incidents.fails(&client(server.url())).await);
    assert_eq!(error.message(), Some(r"C:\u006b3y-0f-the-tests"));
}

#[tokio::test]
async fn error_redacts_an_api_key_in_a_response_header() {
    for status in [302, 401] {
        let headers = [("location", &*format!("/?token={KEY}&a=b")), ("x-request-id", "7")];
        let server = Server::start([Response::with_headers(status, &headers, "")]);
        let headers = match Operation::Incidents.fails(&client(server.url())).await {
            Error::Api(error) => error.headers().clone(),
            Error::UnexpectedStatus(error) => error.headers().clone(),
            other => panic!("{other:?}"),
        };
        assert_eq!(headers["location"], format!("/?token={}&a=b", "*".repeat(KEY.len())));
        assert_eq!(headers["x-request-id"], "7");
    }
}

#[tokio::test]
async fn error_redacts_an_api_key_in_a_response_header_name() {
    let name = format!("X-{}", KEY.to_uppercase());
    for status in [200, 302, 401] {
        for body in ["{}", "[]"] {
            let server = Server::start([Response::with_headers(status, &[(&name, "v")], body)]);
            let client = client(server.url());
            let (headers, texts) = match client.get_v1_statuspages_incidents().send().await {
                Ok(response) => (response.headers().clone(), format!("{response:?}")),
                Err(error) => {
                    assert_error_is_silent(&error);
                    let headers = match &error {
                        Error::Api(error) => error.headers(),
                        Error::Decode(error) => error.headers().unwrap(),
                        Error::UnexpectedStatus(error) => error.headers(),
                        other => panic!("{other:?}"),
                    };
                    (headers.clone(), String::new())
                }
            };
            assert_eq!(headers[format!("x-{}", "*".repeat(KEY.len()))], "v");
            assert_silent("headers", &format!("{headers:?} {texts}"));
        }
    }
}

#[tokio::test]
async fn error_redacts_a_key_in_an_authorization_header_of_the_caller() {
    let key = "0ther k3y/of+the&tests";
    for authorization in [
        format!("Bearer\t {key}"),
        format!("Bearer   {key}"),
        format!(r#"Digest username="tests", realm="api", response="{key}", qop=auth"#),
    ] {
        for repeated in [key, "0ther+k3y%2Fof%2Bthe%26tests", "0ther%20k3y/of%2bthe&tests", r"0ther k3y\/of+the&tests"]
        {
            let server = Server::start([Response::new(401, format!("<{repeated}> for realm=api"))]);
            let client = client(server.url()).with_headers([("authorization", &authorization)]);
            let error = api(Operation::Incidents.fails(&client).await);
            let expected = format!("<{}> for realm=api", "*".repeat(repeated.len()));
            assert_eq!(error.body(), expected, "{authorization}");
        }
    }
}

#[tokio::test]
async fn error_redacts_the_start_of_a_key_in_a_truncated_response() {
    for kept in 8..KEY.len() {
        let server = Server::start([Response::new(401, format!("no: {KEY}"))]);
        let client = builder(server.url()).max_error_bytes("no: ".len() + kept).build().unwrap();
        let error = api(Operation::Incidents.fails(&client).await);
        assert_eq!(error.body(), format!("no: {}", "*".repeat(kept)));
    }
}

#[tokio::test]
async fn date_error_is_redacted_before_it_is_shortened() {
    for padding in 150..205 {
        let text = "#".repeat(padding) + KEY;
        let server = Server::start([Response::new(200, format!(r#"{{"entries":[{{"created_at":"{text}"}}]}}"#))]);
        let client = client(server.url());
        let of_response = Operation::Incidents.fails(&client).await;
        let metrics = client.get_v1_privatelocations_id_metrics().id(LOCATION);
        let of_setter = metrics.from(text.as_str()).to(text.as_str()).send().await.unwrap_err();
        for error in [of_response, of_setter] {
            let mut all = format!("{error} {error:?} {error:#?} {}", error.chain());
            all.extend(sources(&error).map(|source| format!("{source} {source:?}")));
            assert!(all.contains("###") && !all.contains(&KEY[..3]), "{padding}: {all}");
        }
    }
}

#[tokio::test]
async fn network_errors_omit_the_api_key() {
    let port = Refusing::start();
    for operation in Operation::ALL {
        assert_error_is_silent(&operation.fails(&full_of_keys(&port.url())).await);
        for response in [Response::nothing(), Response::cut_short(200, "{}"), Response::raw("?")] {
            let server = Server::start([response]);
            let error = operation.fails(&full_of_keys(server.url())).await;
            assert!(matches!(error, Error::Transport(_)), "{error:?}");
            assert_error_is_silent(&error);
        }
        let server = Server::start([Response::silence()]);
        let client =
            builder(server.url()).timeout(Duration::from_millis(20)).build().unwrap().with_query([("token", KEY)]);
        let error = operation.fails(&client).await;
        assert!(error.is_timeout());
        assert_error_is_silent(&error);
    }
}

#[tokio::test]
async fn api_key_is_sent_in_the_authorization_header() {
    let server = Server::start([Response::new(401, "")]);
    let error = api(Operation::Incidents.fails(&client(server.url())).await);
    assert_eq!(error.kind(), ApiErrorKind::Unauthorized);
    assert_eq!(server.only().header("authorization"), [format!("Bearer {KEY}")]);
}
