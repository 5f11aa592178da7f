//! Tests of credentials that are added without waiting, and of the checks that they pass or fail.

use loopback::{Response, Server};
use perennial::authenticate::{Anonymous, Authentication, BearerToken, Secrets, Unauthenticated};
use perennial::http::Method;
use perennial::http::header::{
    AUTHORIZATION, CONTENT_LENGTH, HOST, HeaderMap, HeaderName, HeaderValue, TRANSFER_ENCODING,
};
use perennial::interceptor::{Attempt, BoxError};
use perennial::{Authenticate, Interceptor};
use serde::de::IgnoredAny;

use crate::support::{authenticate_with, builder, call, client, invalid};

const SECRET: &str = "s3cret-0f-the-tests";
const KEY: HeaderName = HeaderName::from_static("x-api-key");

fn token(text: &str) -> BearerToken {
    BearerToken::new(text).unwrap()
}

#[tokio::test]
async fn sends_the_authentication_header_with_each_request() {
    let server = Server::start([Response::new(200, "{}"), Response::new(200, "{}")]);
    let client =
        client(&server, authenticate_with(|request| request.set_header(KEY, HeaderValue::from_static(SECRET))));
    call(&client).await.unwrap();
    call(&client).await.unwrap();
    assert!(server.received().iter().all(|request| request.header("x-api-key") == [SECRET]));
}

#[tokio::test]
async fn query_credentials_are_sent_but_not_shown_in_errors() {
    let server = Server::start([Response::new(500, ""), Response::nothing()]);
    let client = client(&server, authenticate_with(|request| request.append_query("api key", "s3cret&0f-the-tests")));
    let request = || client.request(Method::GET, "/books").query([("sort", "title")]).send::<IgnoredAny>();
    for error in [request().await.unwrap_err(), request().await.unwrap_err()] {
        let shown = format!("{error} {error:?} {error:#?} {}", error.chain());
        assert!(!shown.contains("s3cret") && !shown.contains("title"), "{shown}");
    }
    assert!(
        server.received().iter().all(|request| request.target() == "/books?sort=title&api%20key=s3cret%260f-the-tests")
    );
}

#[tokio::test]
async fn credentials_can_append_a_second_cookie() {
    let server = Server::json("{}");
    let client = client(
        &server,
        authenticate_with(|request| {
            request.append_cookie("theme", "dark");
            request.append_cookie("session", "s3cret+/==");
        }),
    );
    call(&client).await.unwrap();
    assert_eq!(server.only().header("cookie"), ["theme=dark; session=s3cret+/=="]);
}

#[tokio::test]
async fn refuses_a_cookie_that_would_not_arrive_unchanged() {
    let server = Server::json("{}");
    for (name, value, what) in [
        (
            "session",
            "s3cret; theme=dark",
            "the value of `session`, passed to `append_cookie`, contains a character that is not allowed in a cookie",
        ),
        (
            "session",
            "s3crét",
            "the value of `session`, passed to `append_cookie`, contains a character that is not allowed in a cookie",
        ),
        ("a session", "s3cret", "`a session`, passed to `append_cookie`, is not a valid cookie name"),
        ("", "s3cret", "``, passed to `append_cookie`, is not a valid cookie name"),
    ] {
        let client = client(
            &server,
            authenticate_with(move |request| {
                request.append_cookie(name, value);
                request.append_cookie("theme", "dark");
            }),
        );
        let error = invalid(call(&client).await.unwrap_err());
        let expected = format!("the request cannot be authenticated: {what}");
        assert!(error.reason().starts_with(&expected) && !error.reason().contains("s3c"), "{error}");
    }
    assert_eq!(server.connections(), 0);
}

#[tokio::test]
async fn credentials_can_sign_the_method_and_url_of_a_request() {
    let server = Server::json("{}");
    let client = client(
        &server,
        authenticate_with(|request| {
            let (method, url) = (request.method().clone(), request.url().to_owned());
            let signed = format!("{method} {}", url.split_once("/books").unwrap().1);
            request.set_header(KEY, HeaderValue::try_from(signed).unwrap());
        }),
    );
    client.request(Method::PUT, "/books/7").query([("a", "b")]).send::<IgnoredAny>().await.unwrap();
    assert_eq!(server.only().header("x-api-key"), ["PUT /7?a=b"]);
}

#[tokio::test]
async fn credentials_cannot_set_host_length_or_encoding_headers() {
    let server = Server::json("{}");
    for (name, what) in [
        (HOST, "the base URL determines its value"),
        (CONTENT_LENGTH, "the body determines its value"),
        (TRANSFER_ENCODING, "the HTTP client manages the connection"),
    ] {
        let reason = format!("the request cannot be authenticated: `{name}` cannot be set with `set_header`: {what}");
        let client = client(
            &server,
            authenticate_with(move |request| request.set_header(name.clone(), HeaderValue::from_static("7"))),
        );
        assert_eq!(invalid(call(&client).await.unwrap_err()).reason(), reason);
    }
    assert_eq!(server.connections(), 0);
}

#[tokio::test]
async fn refuses_more_headers_than_a_request_can_have() {
    let server = Server::json("{}");
    let too_many = authenticate_with(|request| {
        for number in 0..40_000 {
            let name = HeaderName::try_from(format!("x-{number}")).unwrap();
            request.set_header(name, HeaderValue::from_static(""));
        }
    });
    let error = invalid(call(&client(&server, too_many)).await.unwrap_err());
    assert_eq!(error.reason(), "the request cannot be authenticated: there are too many headers");
    assert_eq!(server.connections(), 0);
}

#[tokio::test]
async fn anonymous_client_sends_no_credentials() {
    let server = Server::json("{}");
    call(&client(&server, Anonymous)).await.unwrap();
    let request = server.only();
    let names: Vec<&str> = request.headers().into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["accept", "accept-encoding", "host", "user-agent"]);
}

/// Credentials with a token that may be missing. If `is_late` is set, a missing token is refused for each request,
/// rather than when the client is built.
#[derive(Debug, Clone, Default)]
struct Late {
    is_late: bool,
    token: Option<BearerToken>,
}

impl Authenticate for Late {
    fn authenticate<'a>(&'a self, request: Unauthenticated<'a>) -> Authentication<'a> {
        match &self.token {
            Some(token) => token.authenticate(request),
            None => Authentication::done(),
        }
    }

    fn check(&self) -> Result<(), String> {
        if self.token.is_some() || self.is_late { Ok(()) } else { Err("there is no token".to_owned()) }
    }

    fn check_headers(&self, headers: &HeaderMap) -> Result<(), String> {
        if headers.contains_key(AUTHORIZATION) { Ok(()) } else { Err("nobody set a token".to_owned()) }
    }
}

#[tokio::test]
async fn build_refuses_a_client_without_required_credentials() {
    let server = Server::json("{}");
    let error = builder(&server, Late::default()).build().unwrap_err();
    assert_eq!(invalid(error).reason(), "there is no token");
    let built = builder(&server, Late::default()).credentials(|late: &mut Late| late.token = Some(token(SECRET)));
    call(&built.build().unwrap()).await.unwrap();
    assert_eq!(server.only().header("authorization"), [format!("Bearer {SECRET}")]);
}

/// Credentials that refuse each request with a reason that contains a secret. `is_set` states whether the secret is in
/// the request's `authorization` header rather than in `secrets`. `padding` is the number of characters before the
/// secret in the reason.
#[derive(Debug)]
struct Refusing {
    padding: usize,
    is_set: bool,
}

impl Authenticate for Refusing {
    fn authenticate<'a>(&'a self, mut request: Unauthenticated<'a>) -> Authentication<'a> {
        if self.is_set {
            request.set_header(AUTHORIZATION, HeaderValue::try_from(format!("Bearer {SECRET}")).unwrap());
        }
        Err(format!("{}{SECRET}", "#".repeat(self.padding)).into()).into()
    }

    fn secrets(&self) -> Secrets {
        (!self.is_set).then(|| SECRET.into()).into_iter().collect()
    }
}

#[tokio::test]
async fn authentication_error_is_redacted_before_it_is_shortened() {
    let server = Server::json("{}");
    for padding in 170..205 {
        for is_set in [false, true] {
            let error = call(&client(&server, Refusing { padding, is_set })).await.unwrap_err();
            let shown = format!("{error} {error:?}");
            assert!(!shown.contains("s3c") && shown.contains("##"), "{padding}: {shown}");
        }
        let refusing = builder(&server, token(SECRET)).interceptor(InvalidHeader("#".repeat(padding) + SECRET));
        let shown = call(&refusing.build().unwrap()).await.unwrap_err().to_string();
        assert!(!shown.contains("s3c") && shown.contains("##"), "{padding}: {shown}");
    }
}

/// An interceptor that sets a header whose name contains this text and is invalid.
struct InvalidHeader(String);

impl Interceptor for InvalidHeader {
    fn before(&self, attempt: &mut Attempt<'_>) -> Result<(), BoxError> {
        Ok(attempt.set_header(&format!("{} ", self.0), "v")?)
    }
}

#[tokio::test]
async fn errors_redact_arguments_of_the_caller_before_shortening() {
    let server = Server::json("{}");
    let client = client(&server, token(SECRET));
    for padding in 170..205 {
        let text = "#".repeat(padding) + SECRET;
        let books = || client.request(Method::GET, "/books");
        for error in [
            client.with_headers([(format!("{text} "), "v")]).request(Method::GET, "/books").send::<IgnoredAny>().await,
            books().header(format!("{text} "), "v").send().await,
            books().path(&text, "v").send().await,
            client.request(Method::GET, format!("/{{{text}}}")).send().await,
            client.request(Method::GET, format!("/../{}", text.replace('#', "a"))).send().await,
            client.request(&*format!("{text} "), "/books").send().await,
        ] {
            let error = error.unwrap_err();
            let shown = format!("{error} {error:?} {:?}", error.operation());
            assert!(!shown.contains("s3c"), "{padding}: {shown}");
        }
    }
    assert_eq!(server.connections(), 0);
}

#[tokio::test]
async fn error_returned_by_check_headers_is_redacted() {
    #[derive(Debug)]
    struct Checking;

    impl Authenticate for Checking {
        fn authenticate<'a>(&'a self, request: Unauthenticated<'a>) -> Authentication<'a> {
            let _ = request;
            Authentication::done()
        }

        fn check_headers(&self, _: &HeaderMap) -> Result<(), String> {
            Err(format!("not {SECRET}"))
        }

        fn secrets(&self) -> Secrets {
            [SECRET.into()].into_iter().collect()
        }
    }

    let server = Server::json("{}");
    for builder in [builder(&server, Checking), builder(&server, Checking).interceptor(SetsAuthorization)] {
        let error = call(&builder.build().unwrap()).await.unwrap_err().to_string();
        assert_eq!(error, "GET /books: not *******************");
    }
}

struct SetsAuthorization;

impl Interceptor for SetsAuthorization {
    fn before(&self, attempt: &mut Attempt<'_>) -> Result<(), BoxError> {
        Ok(attempt.set_header("authorization", "Basic Ym9va3M6c2hlbGY=")?)
    }
}

#[tokio::test]
async fn accepts_credentials_that_an_interceptor_sets() {
    let server = Server::json("{}");
    let late = Late { is_late: true, token: None };
    let error = call(&client(&server, late.clone())).await.unwrap_err();
    assert_eq!(invalid(error).reason(), "nobody set a token");
    assert_eq!(server.received(), []);
    call(&builder(&server, late).interceptor(SetsAuthorization).build().unwrap()).await.unwrap();
    assert_eq!(server.only().header("authorization"), ["Basic Ym9va3M6c2hlbGY="]);
}

#[tokio::test]
async fn call_fails_if_the_client_has_credentials_of_another_type() {
    let server = Server::json("{}");
    let reason = "the client's credentials are not of the requested type";
    let derived = client(&server, Anonymous).with_credentials(&AUTHORIZATION, |_: &mut BearerToken| Ok(()));
    assert_eq!(invalid(call(&derived).await.unwrap_err()).reason(), reason);
    let error = builder(&server, Anonymous).credentials(|_: &mut BearerToken| ()).build().unwrap_err();
    assert_eq!(invalid(error).reason(), reason);
    assert_eq!(server.received(), []);
    let client = client(&server, Anonymous);
    assert!(client.authentication::<Anonymous>().is_some() && client.authentication::<BearerToken>().is_none());
}
