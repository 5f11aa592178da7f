//! Tests of the credentials that each operation sends, and of credentials that are refused.

use credentials::{Client, Error, RetryPolicy};
use loopback::{Refusing, Response, Server};

use super::{builder, sent_credentials};

/// Returns a client with credentials for every security scheme except OAuth.
fn client_with_all_credentials(server: &Server) -> Client {
    let keys = builder(server).api_key("header-key").app_id("app-secret").query_key("qu&ry key").session("s3ss+ion/==");
    keys.basic_auth("Aladdin", "open sesame").bearer("bearer-token").build().unwrap()
}

/// Checks that the operation `$call` sends the credentials `$expected`. The client has credentials for every security
/// scheme except OAuth.
macro_rules! assert_sent {
    ($call:ident, $expected:expr) => {
        let server = Server::json("{}");
        client_with_all_credentials(&server).$call().send().await.unwrap();
        assert_eq!(sent_credentials(&server), $expected);
    };
}

#[tokio::test]
async fn each_operation_sends_exactly_its_required_credentials() {
    assert_sent!(get_default, "/default x-api-key: header-key");
    assert_sent!(get_app, "/app x-api-key: header-key x-app-id: app-secret");
    assert_sent!(get_query, "/query?api%20key=qu%26ry%20key");
    assert_sent!(get_cookie, "/cookie cookie: session=s3ss+ion/==");
    assert_sent!(get_login, "/login authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
    assert_sent!(get_bearer, "/bearer authorization: Bearer bearer-token");
    assert_sent!(get_open, "/open");
    assert_sent!(get_certificate, "/certificate");
    assert_sent!(get_unknown, "/unknown");
}

#[tokio::test]
async fn parameter_may_have_the_name_of_an_unused_security_scheme() {
    let server = Server::json("{}");
    client_with_all_credentials(&server)
        .get_key()
        .x_api_key("subject")
        .api_key("of a query")
        .session("shown")
        .send()
        .await
        .unwrap();
    let expected =
        "/key?api%20key=of%20a%20query authorization: Bearer bearer-token cookie: session=shown x-api-key: subject";
    assert_eq!(sent_credentials(&server), expected);
}

#[tokio::test]
async fn first_security_alternative_with_credentials_is_sent() {
    assert_sent!(get_either, "/either authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
    assert_sent!(get_optional, "/optional x-api-key: header-key");
    let server = Server::json("{}");
    let client = builder(&server).query_key("query-key").session("session").build().unwrap();
    client.get_either().send().await.unwrap();
    assert_eq!(sent_credentials(&server), "/either?api%20key=query-key cookie: session=session");
    let server = Server::json("{}");
    builder(&server).build().unwrap().get_optional().send().await.unwrap();
    assert_eq!(sent_credentials(&server), "/optional");
}

#[tokio::test]
async fn undeclared_call_sends_credentials_of_its_path_or_the_default_ones() {
    for (path, expected) in [
        ("/bearer", "/bearer authorization: Bearer bearer-token"),
        ("/other", "/other x-api-key: header-key"),
        ("/open", "/open"),
    ] {
        let server = Server::json("{}");
        client_with_all_credentials(&server).request("GET", path).send::<()>().await.unwrap_err();
        assert_eq!(sent_credentials(&server), expected);
    }
}

#[tokio::test]
async fn error_for_missing_credentials_names_their_setters() {
    let server = Server::json("{}");
    let client = builder(&server).app_id("app-secret").session("session").build().unwrap();
    let refused = |error: Error| match error {
        Error::InvalidRequest(error) => error.to_string(),
        other => panic!("{other:?}"),
    };
    for (error, expected) in [
        (client.get_default().send().await.unwrap_err(), "`api_key(…)`"),
        (client.get_app().send().await.unwrap_err(), "`api_key(…)`"),
        (client.get_either().send().await.unwrap_err(), "`basic_auth(…)`"),
        (client.get_oauth().send().await.unwrap_err(), "`oauth(…)`"),
    ] {
        let error = refused(error);
        let end = format!(
            "cannot be authenticated: call {expected} on the client's builder, or `without_credentials()` on the \
             client if the request needs no credentials"
        );
        assert!(error.ends_with(&end), "{error}");
    }
    let error = refused(builder(&server).build().unwrap().get_app().send().await.unwrap_err());
    assert!(error.contains("call `api_key(…)` and `app_id(…)` on the client's builder"), "{error}");
    assert_eq!(server.connections(), 0);
}

#[tokio::test]
async fn build_refuses_credentials_that_cannot_be_sent() {
    let server = Server::json("{}");
    let base = || builder(&server);
    for (built, what) in [
        (base().api_key(""), "the value of `api_key` is empty"),
        (base().api_key("s3crét"), "the value of `api_key` contains characters that are not ASCII"),
        (base().query_key("s3cret\n"), "the value of `query_key` contains control characters"),
        (
            base().session("s3c;ret"),
            "the value of `session` contains a character that is not allowed in a cookie (white space, ",
        ),
        (base().basic_auth("s3c:ret", "s3cret"), "the value of `basic_auth` contains a user name with a `:`"),
        (base().bearer("Bearer s3cret"), "the value of `bearer` begins with `Bearer `"),
    ] {
        let error = built.build().unwrap_err().to_string();
        assert!(error.starts_with(what) && !error.contains("s3c"), "{error}");
    }
    let client = client_with_all_credentials(&server).with_api_key(" s3cret");
    let error = client.get_default().send().await.unwrap_err().to_string();
    assert!(error.ends_with("the value of `api_key` begins or ends with white space"), "{error}");
    assert_eq!(server.connections(), 0);
}

#[tokio::test]
async fn derived_client_sends_its_own_credentials() {
    let server = Server::keep_alive(b"{}");
    let client = client_with_all_credentials(&server);
    let base = client.with_headers([("x-api-key", "overriding")]);
    for client in [client.with_api_key("other-key"), base.with_api_key("other"), base, client] {
        client.get_default().send().await.unwrap();
    }
    assert_eq!(server.connections(), 1);
    let server = Server::json("{}");
    let client = client_with_all_credentials(&server)
        .with_query_key("other-query")
        .with_session("other-session")
        .with_basic_auth("", "");
    client.request("GET", "/query").send::<()>().await.unwrap_err();
    assert_eq!(server.received().len(), 0);
    let server = Server::json("{}");
    let client = builder(&server).build().unwrap().with_query_key("other-query").with_session("other-session");
    client.get_either().send().await.unwrap();
    assert_eq!(sent_credentials(&server), "/either?api%20key=other-query cookie: session=other-session");
}

#[tokio::test]
async fn client_without_credentials_calls_any_operation_and_can_get_new_ones() {
    let server = Server::json("{}");
    let client = client_with_all_credentials(&server).without_credentials();
    client.get_app().send().await.unwrap();
    assert_eq!(sent_credentials(&server), "/app");
    let server = Server::json("{}");
    let client = client_with_all_credentials(&server).without_credentials().with_bearer("new-token");
    client.get_bearer().send().await.unwrap();
    client.get_app().send().await.unwrap_err();
    assert_eq!(sent_credentials(&server), "/bearer authorization: Bearer new-token");
}

#[tokio::test]
async fn with_headers_can_supply_missing_credentials() {
    let server = Server::json("{}");
    let client = builder(&server).build().unwrap().with_headers([("x-api-key", "by-header")]);
    client.get_default().send().await.unwrap();
    assert_eq!(sent_credentials(&server), "/default x-api-key: by-header");
}

#[tokio::test]
async fn error_redacts_all_credentials_both_plain_and_encoded() {
    let secrets = "header-key app-secret qu%26ry+key qu&ry key s3ss%2Bion%2f%3D%3D s3ss+ion/== open sesame \
                   QWxhZGRpbjpvcGVuIHNlc2FtZQ== bearer-token";
    for headers in [&[][..], &[("location", secrets)]] {
        let server = Server::repeating(Response::with_headers(400, headers, secrets));
        let client = client_with_all_credentials(&server);
        for error in [
            client.get_query().send().await.unwrap_err(),
            client.get_cookie().send().await.unwrap_err(),
            client.get_login().send().await.unwrap_err(),
        ] {
            let api = match &error {
                Error::Api(error) => format!("{:?} {:?}", error.headers(), error.body()),
                other => panic!("{other:?}"),
            };
            let shown = format!("{error} {error:?} {api} {client:?}");
            for secret in ["header-", "app-", "ry key", "ry+key", "s3ss", "sesame", "QWx", "bearer-"] {
                assert!(!shown.contains(secret), "{secret}: {shown}");
            }
        }
    }
}

#[tokio::test]
async fn error_redacts_a_non_ascii_password_in_any_escaping() {
    let password = "pässwörter&🔑";
    for repeated in [
        password,
        r"p\u00e4ssw\u00f6rter&\ud83d\udd11",
        r"p\u00E4sswörter\u0026\uD83D\uDD11",
        "p%C3%A4ssw%c3%b6rter%26%F0%9F%94%91",
        "pässw%C3%B6rter&🔑",
    ] {
        let body = format!(r#"{{"message":"not {repeated}!"}}"#);
        for length in [body.len(), body.len() - 6] {
            let server = Server::start([Response::with_headers(400, &[("location", repeated)], &body)]);
            let client = builder(&server).basic_auth("me", password).max_error_bytes(length).build().unwrap();
            let error = client.get_login().send().await.unwrap_err();
            let shown = format!("{error} {error:?} {:?}", error.chain().to_string());
            let Error::Api(error) = error else { panic!("{shown}") };
            let shown = format!("{shown} {:?} {:?}", error.headers(), error.body());
            assert!(!shown.contains("ssw") && !shown.contains("rter"), "{shown}");
        }
    }
}

#[tokio::test]
async fn does_not_follow_redirects_with_credentials() {
    let elsewhere = Server::json("{}");
    let location = format!("{}/query", elsewhere.url());
    let redirect = || Response::with_headers(307, &[("location", &location)], "");
    let server = Server::start([redirect(), redirect(), redirect()]);
    let client = client_with_all_credentials(&server);
    client.get_query().send().await.unwrap_err();
    client.get_cookie().send().await.unwrap_err();
    client.get_default().send().await.unwrap_err();
    assert_eq!((server.received().len(), elsewhere.connections()), (3, 0));
    let away = Refusing::start();
    let builder = Client::builder(away.url()).query_key("query-key").session("session-key");
    let client = builder.retry(RetryPolicy::none()).build().unwrap();
    for error in [client.get_query().send().await.unwrap_err(), client.get_cookie().send().await.unwrap_err()] {
        let shown = format!("{error} {error:?}");
        assert!(matches!(error, Error::Transport(_)) && !shown.contains("-key"), "{shown}");
    }
}

#[test]
fn debug_output_shows_which_credentials_are_set() {
    let builder = Client::builder("http://localhost").api_key("s3cret").basic_auth("s3cret", "s3cret");
    for debug in [format!("{builder:?}"), format!("{:?}", builder.clone().build().unwrap())] {
        assert!(debug.contains(r#"Credentials(["api_key", "basic_auth"])"#) && !debug.contains("s3cret"), "{debug}");
    }
}
