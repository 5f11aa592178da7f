//! Tests that every error message contains the URL of the request, the cause, and the id of the response.

use layer::Error;
use loopback::{Refusing, Response, Server};

use crate::support::{KEY, LOCATION, Operation, assert_one_line, builder, client, quick, sources, update};

/// Returns one error of each kind that a call to `operation` can report. `suffix` is appended to the base URL.
async fn errors(operation: Operation, suffix: &str) -> Vec<(String, Error)> {
    let id = [("x-request-id", "r-1")];
    let mut errors = Vec::new();
    for response in [
        Response::with_headers(404, &id, r#"{"message":"m"}"#),
        Response::with_headers(302, &id, ""),
        Response::with_headers(200, &id, r#"["no object"]"#),
        Response::raw("HTTP/1.1 200 OK\r\nx-request-id: r-1\r\ncontent-length: 9\r\n\r\n{"),
        Response::nothing(),
    ] {
        let server = Server::start([response]);
        let client = client(format!("{}{suffix}", server.url())).with_query([("token", "unseen-query")]);
        errors.push((server.url().to_owned(), operation.fails(&client).await));
    }
    let port = Refusing::start();
    let client = client(format!("{}{suffix}", port.url())).with_query([("token", "unseen-query")]);
    errors.push((port.url(), operation.fails(&client).await));
    errors
}

#[tokio::test]
async fn errors_contain_only_host_and_path_of_the_url() {
    for (operation, path) in [
        (Operation::Incidents, "/v1/status-pages/incidents".to_owned()),
        (Operation::Metrics, format!("/v1/private-locations/{LOCATION}/metrics")),
        (Operation::Update, "/v1/status-pages/incidents/inc-1/incident-updates".to_owned()),
    ] {
        for (base, error) in errors(operation, "/v1/").await {
            let url = format!("{base}/v1{path}");
            assert_eq!(error.url(), Some(url.as_str()));
            let text = error.to_string();
            assert!(text.contains(&url), "{text}");
            let texts = format!("{text} {error:?} {error:#?} {}", error.chain());
            for private in ["unseen-query", "token", "?", "1714557600"] {
                assert!(!texts.contains(private), "{private} is in {texts}");
            }
        }
    }
}

#[tokio::test]
async fn error_of_a_request_that_was_not_sent_has_no_url() {
    let error = update(&client("http://127.0.0.1:1"), "..").await.unwrap_err();
    assert_eq!((error.url(), error.request_id()), (None, None));
    assert_eq!(error.chain().to_string(), error.to_string());
}

#[tokio::test]
async fn error_redacts_an_api_key_in_the_url_path() {
    let server = Server::start([Response::new(404, "{}"), Response::nothing()]);
    for _ in 0..2 {
        let error = update(&client(server.url()), KEY).await.unwrap_err();
        let stars = "*".repeat(KEY.len());
        let url = format!("{}/v1/status-pages/incidents/{stars}/incident-updates", server.url());
        assert_eq!(error.url(), Some(url.as_str()));
        assert!(!format!("{error} {error:?} {error:#?} {}", error.chain()).contains(KEY));
    }
    assert!(server.received().iter().all(|request| request.target().contains(KEY)));
}

#[tokio::test]
async fn error_message_shortens_a_long_url_path() {
    let server = Server::start([Response::new(404, "")]);
    let error = update(&client(server.url()), &"x".repeat(5_000)).await.unwrap_err();
    assert!(error.url().unwrap().ends_with("x/incident-updates"));
    assert!(error.to_string().len() < 400, "{error}");
}

#[tokio::test]
async fn error_chain_contains_each_cause_once_on_one_line() {
    for (_, error) in errors(Operation::Incidents, "").await {
        let chain = error.chain().to_string();
        assert_one_line(&chain);
        let text = error.to_string();
        assert!(chain.starts_with(&text), "{chain}");
        for source in sources(&error) {
            assert_eq!(chain.matches(&source.to_string()).count(), 1, "{source} in {chain}");
        }
        assert_eq!(chain == text, sources(&error).all(|source| text.contains(&source.to_string())));
    }
}

#[tokio::test]
async fn error_contains_the_request_id_of_the_response() {
    let ids: Vec<_> = errors(Operation::Incidents, "").await;
    let ids: Vec<_> = ids.iter().map(|(_, error)| error.request_id()).collect();
    assert_eq!(ids, [Some("r-1"), Some("r-1"), Some("r-1"), Some("r-1"), None, None]);
    for headers in [&[][..], &[("x-request-id", "")]] {
        let server = Server::start([Response::with_headers(500, headers, "")]);
        assert_eq!(Operation::Incidents.fails(&client(server.url())).await.request_id(), None);
    }
}

#[tokio::test]
async fn error_message_ends_with_the_shortened_request_id() {
    for (_, error) in errors(Operation::Incidents, "").await {
        assert_eq!(error.to_string().ends_with(" (x-request-id: r-1)"), error.request_id().is_some(), "{error}");
    }
    let id = "x".repeat(300);
    let again = || Response::with_headers(503, &[("x-request-id", &id)], "");
    let server = Server::start([again(), again(), again()]);
    let error = Operation::Incidents.fails(&builder(server.url()).retry(quick()).build().unwrap()).await;
    let end = format!(" (after 3 attempts; x-request-id: {}…)", "x".repeat(200));
    assert!(error.to_string().ends_with(&end), "{error}");
}

#[tokio::test]
async fn error_message_says_whether_a_post_may_have_been_processed() {
    for operation in Operation::ALL {
        for (_, error) in errors(operation, "").await {
            let says_so = error.to_string().contains("; the request may have been processed");
            assert_eq!(says_so, error.may_have_been_processed(), "{error}");
            let refused = error.is_connect() || error.status().is_some_and(|status| status.is_client_error());
            assert_eq!(says_so, operation == Operation::Update && !refused, "{error}");
        }
    }
    for status in 500..600 {
        let server = Server::start([Response::new(status, "")]);
        let error = Operation::Update.fails(&client(server.url())).await;
        assert!(
            error.may_have_been_processed() && error.to_string().ends_with("; the request may have been processed")
        );
    }
}

#[tokio::test]
async fn error_404_advises_against_a_base_url_with_a_repeated_path() {
    let advice = "; leave `/v1` out of the base URL: the path of the operation begins with it";
    for (suffix, status, is_advised) in
        [("/v1", 404, true), ("/api/v1/", 404, true), ("/v1/api", 404, false), ("", 404, false), ("/v1", 403, false)]
    {
        for operation in Operation::ALL {
            let server = Server::start([Response::new(status, "{}")]);
            let error = operation.fails(&client(format!("{}{suffix}", server.url()))).await;
            assert_eq!(error.to_string().ends_with(advice), is_advised, "{error}");
        }
    }
}

#[tokio::test]
async fn error_redacts_an_api_key_in_the_request_id() {
    let cut = format!("HTTP/1.1 200 OK\r\nx-request-id: {KEY}\r\ncontent-length: 3\r\n\r\n{{");
    let whole = [(401, ""), (302, ""), (200, "[]"), (200, r#"{"length":1}"#)];
    let whole = whole.map(|(status, body)| Response::with_headers(status, &[("x-request-id", KEY)], body));
    for response in whole.into_iter().chain([Response::raw(cut)]) {
        let server = Server::start([response]);
        let client = builder(server.url()).max_response_bytes(4).build().unwrap();
        let error = Operation::Incidents.fails(&client).await;
        assert_eq!(error.request_id(), Some("*".repeat(KEY.len()).as_str()));
    }
}
