//! Tests of OAuth 2 tokens: where they are requested, and when they are renewed.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use credentials::authenticate::{Token, TokenFuture, TokenProvider, TokenRequest};
use credentials::http::Method;
use credentials::reqwest::Body;
use credentials::serde_json::Value;
use credentials::{Client, ClientCredentials, Error, RetryPolicy};
use futures_util::{FutureExt as _, stream};
use loopback::{Response, Server};
use tokio::sync::Notify;

use super::builder;

/// A provider of the tokens `token-1`, `token-2` and so on.
#[derive(Clone, Debug, Default)]
struct Counting {
    token_requests: Arc<AtomicU32>,
    /// If set, each request for a token waits until the test notifies it.
    allowed: Option<Arc<Notify>>,
    ends: bool,
    fails: bool,
}

impl TokenProvider for Counting {
    fn token<'a>(&'a self, _: TokenRequest<'a>) -> TokenFuture<'a> {
        Box::pin(async {
            let number = self.token_requests.fetch_add(1, Ordering::SeqCst) + 1;
            if let Some(allowed) = &self.allowed {
                allowed.notified().await;
            }
            if self.fails {
                return Err(format!("failure {number}").into());
            }
            let token = Token::new(format!("token-{number}"))?;
            Ok(if self.ends { token.expires_in(std::time::Duration::ZERO) } else { token })
        })
    }
}

impl Counting {
    fn token_requests(&self) -> u32 {
        self.token_requests.load(Ordering::SeqCst)
    }
}

fn client(server: &Server, provider: &Counting) -> Client {
    builder(server).oauth(provider.clone()).build().unwrap()
}

fn ok() -> Response {
    Response::new(200, "{}")
}

fn unauthorized() -> Response {
    Response::new(401, "{}")
}

fn authorizations(server: &Server) -> Vec<String> {
    server.received().iter().map(|request| request.header("authorization").join(", ")).collect()
}

fn credentials(server: &Server) -> ClientCredentials {
    ClientCredentials::new("my id", "s3cret&secret").token_url(format!("{}/token", server.url()))
}

#[tokio::test]
async fn one_oauth_token_serves_all_calls_and_derived_clients() {
    let token = Response::new(200, r#"{"access_token":"the-token","token_type":"bearer","expires_in":"3600"}"#);
    let server = Server::start([token, ok(), ok(), ok()]);
    let client = builder(&server).oauth(credentials(&server).scopes(["read", "write"])).build().unwrap();
    client.get_oauth().send().await.unwrap();
    client.post_oauth().send().await.unwrap();
    client.with_api_key("other-key").get_oauth().send().await.unwrap();
    let received = server.received();
    let lines: Vec<&str> = received.iter().map(loopback::Request::line).collect();
    assert_eq!(lines, ["POST /token HTTP/1.1", "GET /oauth HTTP/1.1", "POST /oauth HTTP/1.1", "GET /oauth HTTP/1.1"]);
    assert_eq!(received[0].body(), "grant_type=client_credentials&scope=read+write");
    assert_eq!(received[0].header("content-type"), ["application/x-www-form-urlencoded"]);
    assert_eq!(received[0].header("accept"), ["application/json"]);
    // The base64 encoding of `my+id:s3cret%26secret`.
    let basic = "Basic bXkraWQ6czNjcmV0JTI2c2VjcmV0";
    let bearer = "Bearer the-token";
    assert_eq!(authorizations(&server), [basic, bearer, bearer, bearer]);
}

#[tokio::test]
async fn relative_token_url_is_resolved_against_the_base_url() {
    for prefix in ["", "/", "/v1", "/v1/"] {
        let server = Server::start([Response::new(200, r#"{"access_token":"the-token"}"#), ok()]);
        let client = Client::builder(format!("{}{prefix}", server.url())).oauth(ClientCredentials::new("id", "s3cret"));
        client.build().unwrap().get_oauth().send().await.unwrap();
        let received = server.received();
        let lines: Vec<&str> = received.iter().map(loopback::Request::line).collect();
        let path = prefix.trim_end_matches('/');
        assert_eq!(lines, [format!("POST {path}/token HTTP/1.1"), format!("GET {path}/oauth HTTP/1.1")]);
        assert_eq!(authorizations(&server), ["Basic aWQ6czNjcmV0", "Bearer the-token"]);
    }
}

/// A provider whose requests fail. The error is the token URL of the request.
#[derive(Debug)]
struct Failing;

impl TokenProvider for Failing {
    fn token<'a>(&'a self, request: TokenRequest<'a>) -> TokenFuture<'a> {
        Box::pin(async move { Err(request.token_url().unwrap_or_default().into()) })
    }
}

#[tokio::test]
async fn token_provider_receives_the_resolved_token_url() {
    let error = |base_url: &str| {
        let client = Client::builder(base_url).allow_plain_http().oauth(Failing).build().unwrap();
        async move { client.get_oauth().send().await.unwrap_err().to_string() }
    };
    for (base_url, url) in [
        ("http://localhost:1/v1", "http://localhost:1/v1/token"),
        ("http://api.example.com", "http://api.example.com/token"),
    ] {
        assert_eq!(error(base_url).await, format!("get_oauth: the request cannot be authenticated: {url}"));
    }
}

#[tokio::test]
async fn refuses_client_credentials_for_a_plain_http_token_url() {
    let builder = || Client::builder("http://api.example.com").allow_plain_http();
    let exposed = "has a token URL that does not use https, so the secret would be sent unencrypted";
    let error = builder().oauth(ClientCredentials::new("id", "s3cret")).build().unwrap_err();
    assert_eq!(error.to_string(), format!("the value of `oauth` {exposed}"));
    let derived = builder().oauth("a-token").build().unwrap().with_oauth(ClientCredentials::new("id", "s3cret"));
    let error = derived.get_oauth().send().await.unwrap_err();
    assert_eq!(
        error.to_string(),
        format!("get_oauth: the request cannot be authenticated: the OAuth client {exposed}")
    );
    let without_token = Client::builder("http://localhost:1").build().unwrap();
    let refused =
        without_token.with_oauth(ClientCredentials::new("id", "s3cret").token_url("http://api.example.com/token"));
    let error = refused.get_oauth().send().await.unwrap_err();
    assert_eq!(error.to_string(), format!("get_oauth: the value of `oauth` {exposed}"));
    let elsewhere = ClientCredentials::new("id", "s3cret").token_url("https://tokens.example.com/token");
    builder().oauth(elsewhere).build().unwrap();
}

#[tokio::test]
async fn client_credentials_are_sent_in_the_body_if_configured() {
    let server = Server::start([Response::new(200, r#"{"access_token":"the-token"}"#), ok()]);
    let credentials = credentials(&server).in_body().parameter("audience", "https://a");
    builder(&server).oauth(credentials).build().unwrap().get_oauth().send().await.unwrap();
    let body = "grant_type=client_credentials&audience=https%3A%2F%2Fa&client_id=my+id&client_secret=s3cret%26secret";
    assert_eq!(server.received()[0].body(), body);
    assert_eq!(authorizations(&server), ["", "Bearer the-token"]);
}

#[tokio::test]
async fn error_for_a_token_response_without_a_token_is_redacted() {
    let answered = "no token: the token endpoint responded with ";
    for (status, body, expected) in [
        (
            401,
            r#"{"error":"invalid_client","error_description":"not s3cret&secret"}"#,
            "401 to the client credentials: invalid_client, not *************",
        ),
        (200, "<html>s3cret&secret", "200 to the client credentials, but the response is not a JSON object"),
        (
            200,
            r#"{"access_token":"the-token","token_type":"mac"}"#,
            "200 to the client credentials, but the type of the token is `mac`, not `Bearer`",
        ),
        (
            200,
            r#"{"access_token":"the token\n"}"#,
            "200 to the client credentials, but the token contains control characters, such as a line break at \
            the end",
        ),
        (501, r#"{"access_token":"the-token"}"#, "501 to the client credentials"),
        (
            400,
            r#"{"error":"","error_description":" "}"#,
            "400 to the client credentials; if the endpoint expects the id and the secret in the body, use \
            `ClientCredentials::in_body`",
        ),
        (
            200,
            r#"["the-token","bearer",3600,null,null]"#,
            "200 to the client credentials, but the response is not a JSON object",
        ),
        (200, "[]", "200 to the client credentials, but the response is not a JSON object"),
    ] {
        let server = Server::start([Response::new(status, body)]);
        let client = builder(&server).oauth(credentials(&server)).build().unwrap();
        let error = client.get_oauth().send().await.unwrap_err();
        assert!(matches!(error, Error::InvalidRequest(_)), "{error:?}");
        assert_eq!(error.to_string(), format!("get_oauth: the request cannot be authenticated: {answered}{expected}"));
        assert_eq!(server.received().len(), 1);
    }
}

#[test]
fn build_refuses_a_token_url_that_exposes_the_secret() {
    let build = |url: &str| {
        let credentials = ClientCredentials::new("id", "s3cret").token_url(url);
        Client::builder("http://localhost").oauth(credentials).build().map_err(|error| error.to_string())
    };
    for (url, what) in [
        ("http://tokens.example.com/token", "that does not use https"),
        ("ftp://localhost/token", "that does not use https"),
        ("https://user:s3cret@tokens.example.com", "with a user name or password"),
        ("/token", "that cannot be parsed"),
    ] {
        let error = build(url).unwrap_err();
        assert!(error.starts_with("the value of `oauth` has a token URL ") && error.contains(what), "{error}");
        assert!(!error.contains("s3cret"), "{error}");
    }
    for url in ["https://tokens.example.com/token", "http://localhost:1/token", "http://[::1]/token"] {
        build(url).unwrap();
    }
    // A scheme requires a token URL from the program only if the document declares none for it. The document declares
    // one for `oauth`, but none for `bearer`.
    Client::builder("http://localhost").oauth(ClientCredentials::new("id", "s3cret")).build().unwrap();
    let error = Client::builder("http://localhost").bearer(ClientCredentials::new("id", "s3cret")).build().unwrap_err();
    assert!(error.to_string().contains("the value of `bearer` has no token URL: set one with"), "{error}");
}

#[tokio::test]
async fn renews_an_expired_token_before_the_next_call() {
    let server = Server::start([ok(), ok()]);
    let client = client(&server, &Counting { ends: true, ..Counting::default() });
    client.get_oauth().send().await.unwrap();
    client.post_oauth().send().await.unwrap();
    assert_eq!(authorizations(&server), ["Bearer token-1", "Bearer token-2"]);
}

#[tokio::test]
async fn concurrent_calls_share_one_token_or_one_failure() {
    for fails in [false, true] {
        let server = Server::repeating(ok());
        let allowed = Arc::new(Notify::new());
        let provider = Counting { allowed: Some(Arc::clone(&allowed)), ends: true, fails, ..Counting::default() };
        let client = client(&server, &provider);
        let call = || client.get_oauth().send();
        // `join!` polls the calls in order, so all three calls wait for the token before the provider is allowed to
        // return it.
        let (first, second, third, ()) = tokio::join!(call(), call(), call(), async { allowed.notify_one() });
        for result in [first, second, third] {
            match result {
                Ok(_) => assert!(!fails),
                Err(error) => assert!(fails && error.to_string().ends_with("failure 1"), "{error}"),
            }
        }
        assert_eq!(provider.token_requests(), 1);
        let expected = if fails { vec![] } else { vec!["Bearer token-1"; 3] };
        assert_eq!(authorizations(&server), expected);
    }
}

#[tokio::test]
async fn waiting_call_receives_the_token_if_the_requesting_call_was_dropped() {
    let server = Server::repeating(ok());
    let provider = Counting { allowed: Some(Arc::new(Notify::new())), ..Counting::default() };
    let client = client(&server, &provider);
    let call = || client.get_oauth().send();
    let (dropped, remaining) = (call(), call());
    tokio::pin!(remaining);
    tokio::select! {
        biased;
        _ = dropped => panic!("it waits"),
        _ = &mut remaining => panic!("it waits"),
        () = std::future::ready(()) => {}
    }
    provider.allowed.as_ref().unwrap().notify_one();
    remaining.await.unwrap();
    assert_eq!(provider.token_requests(), 1);
    assert_eq!(authorizations(&server), ["Bearer token-1"]);
}

#[tokio::test]
async fn later_call_receives_the_token_that_a_call_requested_before_its_deadline_passed() {
    let server = Server::repeating(ok());
    let provider = Counting { allowed: Some(Arc::new(Notify::new())), ..Counting::default() };
    let client = client(&server, &provider);
    let hasty = client.with_deadline(std::time::Duration::from_millis(20));
    for _ in 0..3 {
        hasty.get_oauth().send().await.unwrap_err();
    }
    provider.allowed.as_ref().unwrap().notify_one();
    client.get_oauth().send().await.unwrap();
    assert_eq!(provider.token_requests(), 1);
    assert_eq!(authorizations(&server), ["Bearer token-1"]);
}

#[tokio::test]
async fn call_that_is_not_polled_does_not_block_calls_that_need_its_token() {
    let server = Server::repeating(ok());
    let provider = Counting { allowed: Some(Arc::new(Notify::new())), ..Counting::default() };
    let client = client(&server, &provider);
    let mut unpolled = Box::pin(client.get_oauth().send().into_future());
    assert!((&mut unpolled).now_or_never().is_none());
    provider.allowed.as_ref().unwrap().notify_one();
    client.get_oauth().send().await.unwrap();
    unpolled.await.unwrap();
    assert_eq!(provider.token_requests(), 1);
}

#[tokio::test]
async fn safe_call_is_retried_with_a_renewed_token_after_401() {
    let server = Server::start([unauthorized(), ok()]);
    client(&server, &Counting::default()).get_oauth().send().await.unwrap();
    assert_eq!(authorizations(&server), ["Bearer token-1", "Bearer token-2"]);
    let server = Server::start([unauthorized(), unauthorized(), ok()]);
    let client = client(&server, &Counting::default());
    let error = client.get_oauth().send().await.unwrap_err();
    assert_eq!((error.status().map(|status| status.as_u16()), error.attempts()), (Some(401), 2));
    client.get_oauth().send().await.unwrap();
    assert_eq!(authorizations(&server), ["Bearer token-1", "Bearer token-2", "Bearer token-3"]);
}

#[tokio::test]
async fn token_requests_pause_if_the_service_refuses_renewed_tokens() {
    let server = Server::repeating(unauthorized());
    let provider = Counting::default();
    let client = client(&server, &provider);
    for _ in 0..20 {
        let error = client.get_oauth().send().await.unwrap_err();
        assert_eq!(error.status().map(|status| status.as_u16()), Some(401));
    }
    assert_eq!(server.received().len(), 21);
    // On a slow machine, the first pause may end during the test, and then a fourth token is requested.
    assert!((3..=4).contains(&provider.token_requests()), "{}", provider.token_requests());
}

#[tokio::test]
async fn lifetime_that_cannot_be_parsed_counts_as_absent() {
    for lifetime in ["1e400", "-1e400", "\"1e400\"", "\"NaN\"", "\"soon\"", "{}", "null", "3600, \"other\": 1e400"] {
        let body = format!(r#"{{"access_token":"the-token","expires_in":{lifetime}}}"#);
        let server = Server::start([Response::new(200, body), ok(), ok()]);
        let client = builder(&server).oauth(credentials(&server)).build().unwrap();
        for _ in 0..2 {
            client.get_oauth().send().await.unwrap_or_else(|error| panic!("{lifetime}: {error}"));
        }
        assert_eq!(authorizations(&server)[1..], ["Bearer the-token"; 2], "{lifetime}");
    }
}

#[tokio::test]
async fn every_expired_token_is_renewed_if_the_service_accepts_the_next_token() {
    for accepted in [ok(), Response::new(404, "{}")] {
        let server = Server::start((0..10).flat_map(|_| [unauthorized(), accepted.clone()]));
        let provider = Counting::default();
        let client = client(&server, &provider);
        for _ in 0..10 {
            let result = client.get_oauth().send().await;
            assert!(!result.is_err_and(|error| error.status().is_none_or(|status| status == 401)));
        }
        assert_eq!((provider.token_requests(), server.received().len()), (11, 20));
    }
}

#[tokio::test]
async fn error_for_a_redirecting_token_url_names_the_target() {
    for (location, target) in [
        (
            Some("https://me:s3cret@other.example/t?code=s3cret#s3cret"),
            " to https://other.example/t: if that URL is correct, set it with `ClientCredentials::token_url`",
        ),
        (
            Some("/moved/s3cret&secret"),
            " to {server}/moved/*************: if that URL is correct, set it with `ClientCredentials::token_url`",
        ),
        (None, ""),
        (Some("https://"), ""),
    ] {
        let headers: Vec<_> = location.into_iter().map(|location| ("location", location)).collect();
        let server = Server::start([Response::with_headers(307, &headers, "")]);
        let client = builder(&server).oauth(credentials(&server)).build().unwrap();
        let error = client.get_oauth().send().await.unwrap_err().to_string();
        let target = target.replace("{server}", server.url());
        let expected = format!("no token: the token URL redirects (307){target}");
        assert!(error.ends_with(&expected), "{error}");
        assert_eq!(server.received().len(), 1);
    }
}

#[test]
fn refuses_client_credentials_that_are_empty_or_unsendable() {
    let server = Server::json("{}");
    for (id, secret, reason) in [
        ("", "s3cret", "has a client id that is empty"),
        (" ", "s3cret", "has a client id that is empty"),
        ("id\n", "s3cret", "has a client id that contains control characters, such as a line break at the end"),
        (" id", "s3cret", "has a client id that begins or ends with white space"),
        ("id", "", "has a client secret that is empty"),
        ("id", "s3cret\r\n", "has a client secret that contains control characters, such as a line break at the end"),
    ] {
        let url = format!("{}/token", server.url());
        let credentials = ClientCredentials::new(id, secret).token_url(url);
        for credentials in [credentials.clone(), credentials.in_body()] {
            let error = builder(&server).oauth(credentials).build().unwrap_err().to_string();
            assert!(error.contains(reason) && !error.contains("s3cret"), "{error}");
        }
    }
}

#[tokio::test]
async fn post_is_repeated_once_with_a_renewed_token_after_401() {
    for policy in [RetryPolicy::default(), RetryPolicy::none()] {
        let server = Server::start([unauthorized(), ok()]);
        let client = client(&server, &Counting::default()).with_retry(policy.clone());
        client.request(Method::POST, "/oauth").json(&[7]).send::<Value>().await.unwrap();
        assert_eq!(authorizations(&server), ["Bearer token-1", "Bearer token-2"]);
        assert!(server.received().iter().all(|request| request.body() == "[7]"));

        let server = Server::repeating(unauthorized());
        let client = self::client(&server, &Counting::default()).with_retry(policy);
        let error = client.post_oauth().send().await.unwrap_err();
        assert_eq!((error.attempts(), error.may_have_been_processed()), (2, false));
        assert_eq!(authorizations(&server), ["Bearer token-1", "Bearer token-2"]);
    }
}

/// A provider that always returns the same token.
#[derive(Debug)]
struct Constant;

impl TokenProvider for Constant {
    fn token<'a>(&'a self, _: TokenRequest<'a>) -> TokenFuture<'a> {
        Box::pin(async { Ok(Token::new("the-token")?) })
    }
}

#[tokio::test]
async fn call_is_not_repeated_if_the_provider_returns_the_refused_token() {
    let server = Server::repeating(unauthorized());
    let client = builder(&server).oauth(Constant).build().unwrap();
    for error in [client.get_oauth().send().await.unwrap_err(), client.post_oauth().send().await.unwrap_err()] {
        assert_eq!((error.status().map(|status| status.as_u16()), error.attempts()), (Some(401), 1));
    }
    assert_eq!(authorizations(&server), ["Bearer the-token", "Bearer the-token"]);
}

#[tokio::test]
async fn streamed_body_is_not_repeated_after_401() {
    let server = Server::start([unauthorized(), ok()]);
    let client = client(&server, &Counting::default());
    let body = Body::wrap_stream(stream::iter([Ok::<_, std::io::Error>("text")]));
    let call = client.request(Method::POST, "/oauth").body("text/plain", body).send::<Value>();
    assert_eq!(call.await.unwrap_err().attempts(), 1);
    // The next call does not use the refused token.
    client.post_oauth().send().await.unwrap();
    assert_eq!(authorizations(&server), ["Bearer token-1", "Bearer token-2"]);
}

#[tokio::test]
async fn call_with_a_key_or_password_is_not_repeated_after_401() {
    let server = Server::repeating(unauthorized());
    let client = builder(&server).basic_auth("user", "s3cret").api_key("the-key").build().unwrap();
    client.get_login().send().await.unwrap_err();
    client.get_default().send().await.unwrap_err();
    assert_eq!(server.received().len(), 2);
}

#[tokio::test]
async fn call_returns_the_401_if_no_other_token_can_be_obtained() {
    let token = Response::new(200, r#"{"access_token":"the-token"}"#);
    let server = Server::start([token, unauthorized(), Response::new(503, ""), Response::new(503, "")]);
    let client = builder(&server).retry(RetryPolicy::none()).oauth(credentials(&server)).build().unwrap();
    let error = client.post_oauth().send().await.unwrap_err();
    assert_eq!((error.status().map(|status| status.as_u16()), error.attempts()), (Some(401), 1));
    assert_eq!(server.received().len(), 3);
}

/// The idempotency key must stay the same after 401: an earlier request may have been processed, and the service
/// recognizes the retry by the key.
#[tokio::test]
async fn retry_with_a_renewed_token_keeps_the_idempotency_key() {
    let server = Server::start([Response::nothing(), unauthorized(), ok()]);
    client(&server, &Counting::default()).post_refund().send().await.unwrap();
    assert_eq!(authorizations(&server), ["Bearer token-1", "Bearer token-1", "Bearer token-2"]);
    let received = server.received();
    let keys: Vec<String> = received.iter().map(|request| request.header("idempotency-key").join(", ")).collect();
    assert!(!keys[0].is_empty() && keys.iter().all(|key| *key == keys[0]), "{keys:?}");

    let server = Server::repeating(unauthorized());
    let provider = Counting::default();
    let error = client(&server, &provider).post_refund().idempotency_key("mine").send().await.unwrap_err();
    assert_eq!((error.attempts(), provider.token_requests()), (2, 2));
    assert!(server.received().iter().all(|request| request.header("idempotency-key") == ["mine"]));

    // An empty idempotency key does not make a retry safe.
    let server = Server::repeating(Response::nothing());
    let without = client(&server, &Counting::default()).with_headers([("idempotency-key", "")]);
    assert_eq!(without.post_refund().send().await.unwrap_err().attempts(), 1);
}

#[tokio::test]
async fn rejected_token_of_the_caller_is_not_retried() {
    let server = Server::start([unauthorized(), unauthorized()]);
    let provided = client(&server, &Counting::default());
    builder(&server).oauth("fixed-token").build().unwrap().get_oauth().send().await.unwrap_err();
    provided.with_headers([("authorization", "Bearer other")]).get_oauth().send().await.unwrap_err();
    assert_eq!(authorizations(&server), ["Bearer fixed-token", "Bearer other"]);
}

#[tokio::test]
async fn error_redacts_oauth_tokens_and_client_credentials() {
    let token = Response::new(200, r#"{"access_token":"the-token-of-all"}"#);
    let body = "the-token-of-all s3cret&secret s3cret%26secret bXkraWQ6czNjcmV0JTI2c2VjcmV0";
    let server = Server::start([token, Response::new(400, body)]);
    let client = builder(&server).oauth(credentials(&server)).build().unwrap();
    let Error::Api(error) = client.get_oauth().send().await.unwrap_err() else { panic!("it is a 400") };
    let shown = format!("{:?} {client:?} {:?}", error.body(), credentials(&server));
    assert!(!["the-token", "s3c", "bXkr"].iter().any(|secret| shown.contains(secret)), "{shown}");
}
