//! Tests of clients that are configured by environment variables. Each test runs in a separate process.

use std::process::Command;

use loopback::{Response, Server};
use monitoring_service::{Client, ClientBuilder, Error};

use super::support::call;

const URL: &str = "MONITORING_SERVICE_URL";
const API_KEY: &str = "MONITORING_SERVICE_API_KEY";
const ACCOUNT_ID: &str = "MONITORING_SERVICE_ACCOUNT_ID";
const ACCOUNT: &str = "6ba7b810-9dad-11d1-80b4-00c04fd430c8";

/// The separate process prints its outcome on a line with this prefix.
const OUTCOME: &str = "outcome: ";

/// Runs the helper test `test` in a separate process in which the environment variables `variables` are set, and
/// returns its outcome.
async fn run(test: &'static str, variables: &[(&'static str, &str)]) -> String {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", &format!("service::environment::{test}"), "--ignored", "--nocapture", "--test-threads=1"]);
    for (name, _) in std::env::vars_os() {
        let upper = name.to_string_lossy().to_uppercase();
        if upper.starts_with("MONITORING_SERVICE_") || upper.ends_with("_PROXY") || upper == "REQUEST_METHOD" {
            command.env_remove(name);
        }
    }
    command.envs(variables.iter().copied());
    let output = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
    let stdout = String::from_utf8(output.stdout).unwrap();
    let outcome = stdout.lines().find_map(|line| Some(line.split_once(OUTCOME)?.1.to_owned()));
    outcome.unwrap_or_else(|| panic!("{stdout}"))
}

async fn report(client: Result<Client, Error>) {
    let outcome = match client {
        Ok(client) => call(&client).await.map(|response| response.status()),
        Err(error) => Err(error),
    };
    match outcome {
        Ok(status) => println!("\n{OUTCOME}{status}"),
        Err(error) => println!("\n{OUTCOME}{error}"),
    }
}

#[tokio::test]
#[ignore = "the other tests run it, in a process of its own"]
async fn helper_process_builds_from_env() {
    report(Client::from_env()).await;
}

#[tokio::test]
#[ignore = "the other tests run it, in a process of its own"]
async fn helper_process_builds_from_env_with_plain_http() {
    report(ClientBuilder::from_env().and_then(|builder| builder.allow_plain_http().build())).await;
}

#[tokio::test]
#[ignore = "the other tests run it, in a process of its own"]
async fn helper_process_builds_from_env_with_another_server() {
    report(ClientBuilder::from_env().and_then(|builder| builder.allow_server("https://other.invalid").build())).await;
}

#[tokio::test]
async fn client_is_built_from_three_environment_variables() {
    let server = Server::json("{}");
    let url = format!("{}/prefix/", server.url());
    assert_eq!(
        run("helper_process_builds_from_env", &[(URL, &url), (API_KEY, "s3cret"), (ACCOUNT_ID, ACCOUNT)]).await,
        "200 OK"
    );
    let request = server.only();
    assert_eq!(request.target(), "/prefix/v1/things");
    assert_eq!(request.header("authorization"), ["Bearer s3cret"]);
    assert_eq!(request.header("x-service-account"), [ACCOUNT]);
}

#[tokio::test]
async fn error_for_a_missing_environment_variable_contains_the_remedy() {
    let valid_variables = [(URL, "http://127.0.0.1:1"), (API_KEY, "s3cret"), (ACCOUNT_ID, ACCOUNT)];
    for (name, remedy) in [
        (URL, "the base URL, such as https://api.example.com"),
        (API_KEY, "an API key, created in the user settings"),
        (ACCOUNT_ID, "the account id, a UUID"),
    ] {
        let expected = format!("`{name}` is not set: set it to {remedy}");
        let missing: Vec<_> = valid_variables.iter().copied().filter(|(other, _)| *other != name).collect();
        assert_eq!(run("helper_process_builds_from_env", &missing).await, expected);
        let empty = valid_variables.map(|(other, value)| (other, if other == name { "" } else { value }));
        assert_eq!(run("helper_process_builds_from_env", &empty).await, expected);
    }
}

#[tokio::test]
async fn error_for_a_malformed_environment_variable_omits_its_value() {
    let valid_variables = [(URL, "http://127.0.0.1:1"), (API_KEY, "k"), (ACCOUNT_ID, ACCOUNT)];
    for (name, value, reason) in [
        (URL, "s3cret", "the base URL must begin with a scheme and `://`: write it like https://api.example.com"),
        (
            URL,
            "https://u:s3cret@h",
            "the base URL must not contain a user name or password: write it like https://api.example.com",
        ),
        (API_KEY, "s3cret\n", "the API key contains control characters, such as a line break at the end"),
        (API_KEY, "  ", "the API key is empty"),
        (ACCOUNT_ID, "s3cret", "the account id is not a UUID"),
    ] {
        let variables = valid_variables.map(|(other, valid)| (other, if other == name { value } else { valid }));
        assert_eq!(run("helper_process_builds_from_env", &variables).await, format!("`{name}` is malformed: {reason}"));
    }
}

#[tokio::test]
async fn plain_http_error_names_the_environment_variable_of_the_url() {
    let outcome = run(
        "helper_process_builds_from_env",
        &[(URL, "http://service.invalid"), (API_KEY, "k"), (ACCOUNT_ID, ACCOUNT)],
    )
    .await;
    assert_eq!(
        outcome,
        "the base URL in `MONITORING_SERVICE_URL` uses plain http, which exposes the API key to everyone on the \
         network: use https, or allow it with `ClientBuilder::from_env()?.allow_plain_http()`"
    );
}

#[tokio::test]
async fn proxy_from_the_environment_is_not_used_for_loopback_urls() {
    let server = Server::start([Response::new(200, "{}"), Response::new(200, "{}")]);
    let proxy = Server::start([Response::new(202, "{}")]);
    let variables = |url| [(URL, url), (API_KEY, "k"), (ACCOUNT_ID, ACCOUNT), ("http_proxy", proxy.url())];
    for test in ["helper_process_builds_from_env", "helper_process_builds_from_env_with_another_server"] {
        assert_eq!(run(test, &variables(server.url())).await, "200 OK");
    }
    assert_eq!(proxy.received(), []);
    assert_eq!(
        run("helper_process_builds_from_env_with_plain_http", &variables("http://service.invalid")).await,
        "202 Accepted"
    );
    assert_eq!(proxy.only().target(), "http://service.invalid/v1/things");
}
