use loopback::Server;

use crate::support::{Operation, builder, client, custom_http, invalid};

#[tokio::test]
async fn operation_path_is_appended_to_the_path_of_the_base_url() {
    for (suffix, target) in [
        ("", "/v1/status-pages/incidents"),
        ("/", "/v1/status-pages/incidents"),
        ("//", "/v1/status-pages/incidents"),
        ("/api", "/api/v1/status-pages/incidents"),
        ("/api/", "/api/v1/status-pages/incidents"),
        ("/a/b%20c/d.e~f", "/a/b%20c/d.e~f/v1/status-pages/incidents"),
        ("/v1", "/v1/v1/status-pages/incidents"),
    ] {
        let server = Server::json("{}");
        Operation::Incidents.call(&client(format!("{}{suffix}", server.url()))).await.unwrap();
        assert_eq!(server.only().target(), target, "{suffix}");
    }
}

#[tokio::test]
async fn base_url_path_is_kept_if_query_pairs_are_added() {
    let server = Server::json("{}");
    let client = client(format!("{}/api/", server.url())).with_query([("a", "1")]);
    Operation::Update.call(&client).await.unwrap();
    assert_eq!(server.only().target(), "/api/v1/status-pages/incidents/inc-1/incident-updates?a=1");
}

#[test]
fn build_accepts_https_and_loopback_base_urls() {
    for url in [
        "https://api.example.com",
        "https://api.example.com/",
        "HTTPS://API.EXAMPLE.COM:8443/prefix",
        "https://192.0.2.1",
        "https://[2001:db8::1]:8443",
        "http://localhost",
        "http://LOCALHOST:8080/prefix",
        "http://127.0.0.1",
        "http://127.9.9.9:1",
        "http://[::1]:8080",
    ] {
        builder(url).http_client(custom_http().build().unwrap()).build().unwrap();
    }
}

#[test]
fn build_refuses_plain_http_except_to_loopback() {
    for url in [
        "http://api.example.com",
        "HTTP://api.example.com",
        "http://192.168.0.1",
        "http://0.0.0.0",
        "http://128.0.0.1",
        "http://[2001:db8::1]",
        "http://localhost.example.com",
        "http://127.0.0.1.example.com",
    ] {
        let error = invalid(builder(url).build().unwrap_err());
        assert!(error.reason().contains("`Client::builder(…).allow_plain_http()`"), "{url}: {error}");
        builder(url).http_client(custom_http().build().unwrap()).allow_plain_http().build().unwrap();
    }
}

#[test]
fn build_error_for_an_invalid_base_url_contains_the_reason() {
    for (url, reason) in [
        ("", "must begin with a scheme and `://`"),
        ("api.example.com", "must begin with a scheme and `://`"),
        ("//api.example.com", "must begin with a scheme and `://`"),
        ("https:api.example.com", "must begin with a scheme and `://`"),
        ("/v1", "must begin with a scheme and `://`"),
        ("localhost:8080", "must begin with a scheme and `://`"),
        ("ftp://api.example.com", "must use the scheme https or http"),
        ("file:///etc/passwd", "must use the scheme https or http"),
        ("ws://api.example.com", "must use the scheme https or http"),
        ("unix://socket", "must use the scheme https or http"),
        ("://api.example.com", "must use the scheme https or http"),
        ("https://", "must contain a host"),
        ("https:///v1", "must contain a host"),
        ("https://?a=b", "must contain a host"),
        ("https://user:s3cret@api.example.com", "must not contain a user name or password"),
        ("https://s3cret@api.example.com", "must not contain a user name or password"),
        ("https://@api.example.com", "must not contain a user name or password"),
        ("https://api.example.com?s3cret", "must not contain a query"),
        ("https://api.example.com/v1?", "must not contain a query"),
        ("https://api.example.com#s3cret", "must not contain a fragment"),
        ("https://api.example.com/#", "must not contain a fragment"),
        (" https://api.example.com", "must not contain white space, control characters or `\\`"),
        ("https://api.example.com\n", "must not contain white space, control characters or `\\`"),
        ("https://api.exa\tmple.com", "must not contain white space, control characters or `\\`"),
        ("https:\\\\api.example.com", "must not contain white space, control characters or `\\`"),
        ("https://api.example.com:99999", "cannot be parsed (invalid port number): write it like"),
        ("https://api.example.com:s3cret", "cannot be parsed"),
        ("https://[s3cret]", "cannot be parsed"),
        ("https://api.exa<mple.com", "cannot be parsed"),
        ("https://:443", "cannot be parsed"),
    ] {
        let error = builder(url).build().unwrap_err();
        assert_eq!(error.operation_id(), None);
        let text = error.to_string();
        assert!(invalid(error).reason().starts_with(&format!("the base URL {reason}")), "{url}: {text}");
        assert!(!text.contains("s3cret"), "{text}");
    }
}
