//! Tests of clients that are derived for other accounts and keys.

use loopback::{Response, Server};
use monitoring_service::interceptor::{Attempt, BoxError};
use monitoring_service::uuid::Uuid;
use monitoring_service::{Client, Interceptor, RetryPolicy, WhenLimited};

use super::support::{ACCOUNT, KEY, builder, call, client, invalid};

const OTHER_KEY: &str = "an0ther-k3y-0f-the-tests";
const OTHER_ACCOUNT: Uuid = Uuid::from_u128(0x16fd_2706_8baf_433b_82eb_8c7f_ada8_47da);

/// Returns the headers `authorization` and `x-service-account` that the client returned by `derive` sends.
async fn credentials(derive: impl FnOnce(Client) -> Client) -> (String, String) {
    let server = Server::json("{}");
    call(&derive(client(server.url()))).await.unwrap();
    let request = server.only();
    let [key, account] = ["authorization", "x-service-account"].map(|name| request.header(name).join(", "));
    (key, account)
}

fn sent(key: &str, account: Uuid) -> (String, String) {
    (format!("Bearer {key}"), account.to_string())
}

#[tokio::test]
async fn derived_client_sends_another_account_and_api_key() {
    assert_eq!(credentials(|client| client).await, sent(KEY, ACCOUNT));
    assert_eq!(credentials(|client| client.with_account(OTHER_ACCOUNT)).await, sent(KEY, OTHER_ACCOUNT));
    assert_eq!(credentials(|client| client.with_api_key(OTHER_KEY)).await, sent(OTHER_KEY, ACCOUNT));
    let both = credentials(|client| client.with_api_key(OTHER_KEY).with_account(OTHER_ACCOUNT)).await;
    assert_eq!(both, sent(OTHER_KEY, OTHER_ACCOUNT));
}

#[tokio::test]
async fn account_id_in_upper_case_is_sent_as_a_lower_case_uuid() {
    let upper = OTHER_ACCOUNT.to_string().to_uppercase();
    assert_eq!(credentials(|client| client.with_account(upper.as_str())).await, sent(KEY, OTHER_ACCOUNT));
    assert_eq!(credentials(|client| client.with_account(upper)).await, sent(KEY, OTHER_ACCOUNT));
}

#[tokio::test]
async fn setting_a_credential_and_setting_its_header_replace_each_other() {
    let headers = [("authorization", "Bearer header"), ("x-service-account", "header")];
    let setting_last =
        credentials(|client| client.with_headers(headers).with_api_key(OTHER_KEY).with_account(OTHER_ACCOUNT)).await;
    assert_eq!(setting_last, sent(OTHER_KEY, OTHER_ACCOUNT));
    let header_last =
        credentials(|client| client.with_api_key(OTHER_KEY).with_account(OTHER_ACCOUNT).with_headers(headers)).await;
    assert_eq!(header_last, ("Bearer header".to_owned(), "header".to_owned()));
}

#[tokio::test]
async fn error_for_invalid_derived_credentials_names_the_setter() {
    let server = Server::json("{}");
    let client = client(server.url());
    for (derived, reason) in [
        (client.with_account("s3cret"), "the account id set with `with_account(…)` is not a UUID"),
        (
            client.with_api_key("Bearer s3cret"),
            "the API key begins with `Bearer `: pass only the key, because the client adds this prefix (set by \
            `with_api_key`)",
        ),
        (client.with_api_key(""), "the API key is empty (set by `with_api_key`)"),
        (
            client.with_api_key("s3cret\n"),
            "the API key contains control characters, such as a line break at the end (set by `with_api_key`)",
        ),
    ] {
        let error = call(&derived).await.unwrap_err();
        assert!(!format!("{error:?} {error:#?} {derived:?}").contains("s3cret"), "{error:?}");
        assert_eq!(invalid(error).reason(), reason);
    }
    assert_eq!(server.received(), []);
}

#[tokio::test]
async fn credentials_per_call_derived_clients_send_their_own_credentials() {
    let server = Server::start([Response::new(200, "{}"), Response::new(200, "{}")]);
    let base = Client::builder(server.url()).credentials_per_call().retry(RetryPolicy::none()).build().unwrap();
    call(&base.with_account(ACCOUNT).with_api_key(KEY)).await.unwrap();
    call(&base.with_api_key(OTHER_KEY).with_account(OTHER_ACCOUNT)).await.unwrap();
    let header = |name: &str| -> Vec<String> {
        server.received().iter().map(|request| request.header(name).join(", ")).collect()
    };
    assert_eq!(header("authorization"), [format!("Bearer {KEY}"), format!("Bearer {OTHER_KEY}")]);
    assert_eq!(header("x-service-account"), [ACCOUNT.to_string(), OTHER_ACCOUNT.to_string()]);
}

#[tokio::test]
async fn with_credentials_per_call_a_call_without_credentials_fails() {
    let server = Server::json("{}");
    let base = Client::builder(server.url()).credentials_per_call().build().unwrap();
    for (client, reason) in [
        (
            base.clone(),
            "the client has neither an API key nor an account: \
             derive a client with `with_api_key(…)` and `with_account(…)`",
        ),
        (base.with_account(ACCOUNT), "the client has no API key: derive a client with `with_api_key(…)`"),
        (base.with_api_key(KEY), "the client has no account: derive a client with `with_account(…)`"),
    ] {
        assert_eq!(invalid(call(&client).await.unwrap_err()).reason(), reason);
    }
    assert_eq!(server.received(), []);
    call(&base.with_headers([("x-service-account", "a"), ("authorization", "Basic b")])).await.unwrap();
}

#[test]
fn build_refuses_invalid_credentials_despite_credentials_per_call() {
    let builder = || Client::builder("http://127.0.0.1:1").credentials_per_call();
    for (builder, reason) in [
        (builder().api_key(""), "the API key is empty"),
        (builder().account_id("s3cret"), "the account id set with `account_id(…)` is not a UUID"),
    ] {
        assert_eq!(invalid(builder.build().unwrap_err()).reason(), reason);
    }
}

#[tokio::test]
async fn credentials_per_call_may_come_from_an_interceptor() {
    struct Rotated;
    impl Interceptor for Rotated {
        fn before(&self, attempt: &mut Attempt<'_>) -> Result<(), BoxError> {
            Ok(attempt.set_api_key(OTHER_KEY)?)
        }
    }
    let server = Server::start([Response::new(200, "{}")]);
    let base = Client::builder(server.url()).credentials_per_call().interceptor(Rotated).build().unwrap();
    call(&base.with_account(ACCOUNT)).await.unwrap();
    assert_eq!(server.only().header("authorization"), [format!("Bearer {OTHER_KEY}")]);
    let error = invalid(call(&base).await.unwrap_err());
    assert_eq!(error.reason(), "the client has no account: derive a client with `with_account(…)`");
    assert_eq!(server.received().len(), 1);
}

#[test]
fn debug_output_of_a_derived_client_omits_the_api_key() {
    let client = client("http://127.0.0.1:1").with_account(OTHER_ACCOUNT).with_api_key(OTHER_KEY);
    for client in [client.with_api_key(format!("Bearer {OTHER_KEY}")), client] {
        let debug = format!("{client:?} {client:#?}");
        assert!(debug.contains(&OTHER_ACCOUNT.to_string()), "{debug}");
        for hidden in [KEY, OTHER_KEY, &ACCOUNT.to_string()] {
            assert!(!debug.contains(hidden), "{hidden} is in {debug}");
        }
    }
}

#[tokio::test]
async fn error_redacts_the_api_key_of_a_derived_client() {
    let server = Server::start([Response::new(401, format!(r#"{{"message":"not {OTHER_KEY}"}}"#))]);
    let error = call(&client(server.url()).with_api_key(OTHER_KEY)).await.unwrap_err();
    assert!(!format!("{error} {error:?} {error:#?}").contains(OTHER_KEY), "{error:?}");
    assert_eq!(server.only().header("authorization"), [format!("Bearer {OTHER_KEY}")]);
}

#[tokio::test]
async fn rate_limit_counts_requests_separately_for_each_account() {
    let server = Server::repeating(Response::new(200, "{}"));
    let client = builder(server.url()).rate_limit(WhenLimited::Fail).build().unwrap();
    let named = |account: &str| client.with_headers([("X-Service-Account", account)]);
    let used = |client: &Client| client.limits()[0].used();
    call(&client).await.unwrap();
    call(&client.with_account(OTHER_ACCOUNT)).await.unwrap();
    call(&named(&OTHER_ACCOUNT.to_string())).await.unwrap();
    // Accounts that are not UUIDs are counted together, under the nil UUID.
    for account in ["a", "b", "00000000-0000-0000-0000-000000000000"] {
        call(&named(account)).await.unwrap();
    }
    assert_eq!(used(&client), 1);
    assert_eq!([used(&client.with_account(OTHER_ACCOUNT)), used(&named(&OTHER_ACCOUNT.to_string()))], [2, 2]);
    assert_eq!([used(&named("c")), used(&client.with_account(Uuid::nil()))], [3, 3]);
}
