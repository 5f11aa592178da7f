//! Tests of derived clients: what they change, and what they share with the original client.

use std::time::Duration;

use layer::interceptor::{Attempt, BoxError};
use layer::{Client, Interceptor, RetryPolicy};
use loopback::{Refusing, Response, Server};
use uuid::Uuid;

use crate::support::{ACCOUNT, KEY, Operation, api, builder, client, invalid, quick, sources, transport};

const OTHER_KEY: &str = "an0ther-k3y-0f-the-tests";
const OTHER_ACCOUNT: Uuid = Uuid::from_u128(0x16fd_2706_8baf_433b_82eb_8c7f_ada8_47da);

/// Returns the headers `authorization` and `x-account` that the client returned by `derive` sends.
async fn credentials(derive: impl FnOnce(Client) -> Client) -> (String, String) {
    let server = Server::json("{}");
    Operation::Update.call(&derive(client(server.url()))).await.unwrap();
    let request = server.only();
    assert_eq!((request.header("authorization").len(), request.header("x-account").len()), (1, 1));
    (request.header("authorization")[0].to_owned(), request.header("x-account")[0].to_owned())
}

fn expected_credentials(key: &str, account: Uuid) -> (String, String) {
    (format!("Bearer {key}"), account.to_string())
}

#[tokio::test]
async fn derived_client_sends_another_account_and_api_key() {
    assert_eq!(credentials(|client| client).await, expected_credentials(KEY, ACCOUNT));
    assert_eq!(
        credentials(|client| client.with_account(OTHER_ACCOUNT)).await,
        expected_credentials(KEY, OTHER_ACCOUNT)
    );
    assert_eq!(credentials(|client| client.with_api_key(OTHER_KEY)).await, expected_credentials(OTHER_KEY, ACCOUNT));
    let both = credentials(|client| client.with_api_key(OTHER_KEY).with_account(OTHER_ACCOUNT)).await;
    assert_eq!(both, expected_credentials(OTHER_KEY, OTHER_ACCOUNT));
}

#[tokio::test]
async fn derived_client_can_add_missing_credentials() {
    let server = Server::start([Response::new(200, "{}"), Response::new(200, "{}")]);
    let base = Client::builder(server.url()).retry(RetryPolicy::none()).build().unwrap();
    let key = KEY.to_owned();
    Operation::Update.call(&base.with_account(ACCOUNT).with_api_key(&key)).await.unwrap();
    Operation::Update.call(&base.with_api_key(OTHER_KEY).with_account(OTHER_ACCOUNT)).await.unwrap();
    let header = |name: &str| -> Vec<String> {
        server.received().iter().map(|request| request.header(name).join(", ")).collect()
    };
    assert_eq!(header("authorization"), [format!("Bearer {key}"), format!("Bearer {OTHER_KEY}")]);
    assert_eq!(header("x-account"), [ACCOUNT.to_string(), OTHER_ACCOUNT.to_string()]);
}

#[tokio::test]
async fn call_without_credentials_is_not_sent() {
    let server = Server::json("{}");
    let base = Client::builder(server.url()).build().unwrap();
    let headers = base.with_headers([("x-account", "a"), ("authorization", "Basic b")]);
    for (client, reason) in [
        (base.clone(), "nobody has set `authorization`"),
        (base.with_account(ACCOUNT), "nobody has set `authorization`"),
        (base.with_api_key(KEY), "nobody has set `x-account`"),
    ] {
        assert_eq!(invalid(Operation::Update.fails(&client).await).reason(), reason);
    }
    assert_eq!(server.received(), []);
    Operation::Update.call(&headers).await.unwrap();
}

#[tokio::test]
async fn interceptor_can_add_missing_credentials() {
    struct Rotated;
    impl Interceptor for Rotated {
        fn before(&self, attempt: &mut Attempt<'_>) -> Result<(), BoxError> {
            Ok(attempt.set_api_key(OTHER_KEY)?)
        }
    }
    let echo = format!(r#"{{"message":"no {OTHER_KEY}"}}"#);
    let server = Server::start([Response::new(200, "{}"), Response::new(401, echo)]);
    let builder = || Client::builder(server.url()).interceptor(Rotated);
    let client = builder().build().unwrap().with_account(ACCOUNT);
    Operation::Update.call(&client).await.unwrap();
    let error = Operation::Update.fails(&client).await;
    assert!(!format!("{error} {error:?} {error:#?} {client:?}").contains(OTHER_KEY), "{error}");
    assert!(server.received().iter().all(|request| request.header("authorization") == [format!("Bearer {OTHER_KEY}")]));

    let error = invalid(Operation::Update.fails(&builder().build().unwrap()).await);
    assert_eq!(error.reason(), "nobody has set `x-account`");
    assert_eq!(server.received().len(), 2);
}

#[tokio::test]
async fn setting_a_credential_and_setting_its_header_replace_each_other() {
    let headers = [("authorization", "Bearer header"), ("x-account", "header")];
    let setting_last =
        credentials(|client| client.with_headers(headers).with_api_key(OTHER_KEY).with_account(OTHER_ACCOUNT)).await;
    assert_eq!(setting_last, expected_credentials(OTHER_KEY, OTHER_ACCOUNT));
    let header_last =
        credentials(|client| client.with_api_key(OTHER_KEY).with_account(OTHER_ACCOUNT).with_headers(headers)).await;
    assert_eq!(header_last, ("Bearer header".to_owned(), "header".to_owned()));
}

#[tokio::test]
async fn deriving_a_client_leaves_the_original_unchanged() {
    let server = Server::start([Response::new(503, ""), Response::new(503, "")]);
    let client = client(server.url());
    let before = format!("{client:?}");
    let _ = client
        .with_account(OTHER_ACCOUNT)
        .with_api_key("")
        .with_timeout(Duration::ZERO)
        .with_deadline(Duration::ZERO)
        .with_retry(quick());
    assert_eq!(format!("{client:?}"), before);
    assert_eq!(api(Operation::Incidents.fails(&client).await).attempts(), 1);
    assert_eq!(server.only().header("authorization"), [format!("Bearer {KEY}")]);
}

#[tokio::test]
async fn derived_clients_share_one_connection() {
    let server = Server::keep_alive(b"{}");
    let client = client(server.url());
    let minute = Duration::from_secs(60);
    for client in [
        client.with_account(OTHER_ACCOUNT),
        client.with_api_key(OTHER_KEY),
        client.with_timeout(minute),
        client.with_deadline(minute),
        client.with_retry(quick()),
        client.with_keep_body(true),
        client.with_query([("a", "b")]),
        client.with_headers([("x-a", "b")]),
        client,
    ] {
        Operation::Incidents.call(&client).await.unwrap();
    }
    assert_eq!(server.connections(), 1);
}

#[test]
fn debug_output_of_a_derived_client_omits_the_api_key() {
    let client = client("http://127.0.0.1:1")
        .with_account(OTHER_ACCOUNT)
        .with_api_key(OTHER_KEY)
        .with_timeout(Duration::from_secs(7))
        .with_deadline(Duration::from_secs(77))
        .with_retry(RetryPolicy::default().max_retries(9));
    let refused = client.with_api_key(format!("Bearer {OTHER_KEY}"));
    for client in [client, refused] {
        let debug = format!("{client:?} {client:#?} {:?}", client.get_v1_statuspages_incidents());
        for shown in [&OTHER_ACCOUNT.to_string(), "timeout: 7s", "deadline: Some(77s)", "max_retries: 9"] {
            assert!(debug.contains(shown), "{shown} is not in {debug}");
        }
        for hidden in [KEY, OTHER_KEY, &ACCOUNT.to_string()] {
            assert!(!debug.contains(hidden), "{hidden} is in {debug}");
        }
    }
}

#[tokio::test]
async fn invalid_derived_api_key_fails_each_call_before_it_is_sent() {
    let server = Server::json("{}");
    for (key, reason) in [
        (
            format!("Bearer {OTHER_KEY}"),
            "begins with `Bearer `: pass only the key, because the client adds this \
            prefix",
        ),
        (String::new(), "is empty"),
        (format!("{OTHER_KEY}\n"), "contains control characters, such as a line break at the end"),
    ] {
        let client = client(server.url()).with_api_key(key);
        for operation in Operation::ALL {
            let error = operation.fails(&client).await;
            assert!(!format!("{error} {error:?} {error:#?}").contains(OTHER_KEY), "{error:?}");
            assert_eq!(invalid(error).reason(), reason);
        }
    }
    assert_eq!(server.received(), []);
}

#[tokio::test]
async fn derived_timeout_of_zero_fails_the_call_before_it_is_sent() {
    let server = Server::json("{}");
    let client = client(server.url());
    for (client, setter) in
        [(client.with_timeout(Duration::ZERO), "with_timeout"), (client.with_deadline(Duration::ZERO), "with_deadline")]
    {
        let reason = format!("the time set with `{setter}(…)` is zero: set a longer time");
        assert_eq!(invalid(Operation::Incidents.fails(&client).await).reason(), reason);
    }
    assert_eq!(server.received(), []);
}

#[tokio::test]
async fn derived_timeout_and_deadline_apply_to_the_call() {
    let soon = Duration::from_millis(20);
    for derive in [Client::with_timeout, Client::with_deadline] {
        let server = Server::start([Response::silence()]);
        let patient = builder(server.url()).timeout(Duration::MAX).build().unwrap();
        assert!(transport(Operation::Incidents.fails(&derive(&patient, soon)).await).is_timeout());
    }
}

#[tokio::test]
async fn with_retry_replaces_the_retry_policy_of_the_client() {
    let server = Server::start(vec![Response::new(503, ""); 4]);
    let client = client(server.url());
    assert_eq!(api(Operation::Incidents.fails(&client.with_retry(quick())).await).attempts(), 3);
    let none = client.with_retry(quick()).with_retry(RetryPolicy::none());
    assert_eq!(api(Operation::Incidents.fails(&none).await).attempts(), 1);
    assert_eq!(server.received().len(), 4);
}

#[tokio::test]
async fn with_keep_body_retains_raw_response_bodies() {
    let server = Server::start([Response::new(200, "{ }"), Response::new(200, "{ }")]);
    let keeping = client(server.url()).with_keep_body(true);
    let response = keeping.get_v1_statuspages_incidents().send().await.unwrap();
    assert_eq!(response.raw_body().unwrap(), "{ }");
    let response = keeping.with_keep_body(false).get_v1_statuspages_incidents().send().await.unwrap();
    assert_eq!(response.raw_body(), None);
}

#[tokio::test]
async fn errors_omit_the_api_key_of_a_derived_client() {
    let derive: [fn(Client) -> Client; 3] = [
        |client| client.with_api_key(OTHER_KEY),
        |client| client.with_headers([("authorization", format!("Bearer {OTHER_KEY}"))]),
        |client| client.with_headers([("authorization", OTHER_KEY)]),
    ];
    let echo = [("x-echo", OTHER_KEY), ("x-request-id", OTHER_KEY)];
    let body = format!(r#"{{"error":"{OTHER_KEY}","message":"not {OTHER_KEY}","entries":"{OTHER_KEY}"}}"#);
    for derive in derive {
        for response in [
            Response::with_headers(200, &echo, &body),
            Response::with_headers(302, &echo, &body),
            Response::with_headers(401, &echo, &body),
            Response::nothing(),
            Response::raw(OTHER_KEY),
        ] {
            let server = Server::start([response]);
            assert_hidden(&derive(client(server.url()))).await;
            assert!(server.only().header("authorization")[0].ends_with(OTHER_KEY));
        }
        let refusing = Refusing::start();
        assert_hidden(&derive(client(refusing.url()))).await;
    }
}

async fn assert_hidden(client: &Client) {
    use layer::Error;

    let error = Operation::Incidents.fails(client).await;
    let mut texts = format!("{error} {error:?} {error:#?} {} {:?} {client:?}", error.chain(), error.request_id());
    match &error {
        Error::Api(error) => texts += &format!("{} {:?} {:?}", error.body(), error.headers(), error.message()),
        Error::UnexpectedStatus(error) => texts += &format!("{} {:?}", error.body(), error.headers()),
        Error::Decode(error) => texts += &format!("{:?} {:?}", error.excerpt(), error.headers()),
        _ => {}
    }
    for source in sources(&error) {
        texts += &format!("{source} {source:?}");
    }
    assert!(!texts.contains(OTHER_KEY), "{texts}");
}
