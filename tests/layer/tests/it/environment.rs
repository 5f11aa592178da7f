//! Tests of proxies in environment variables. Each test runs in a separate process.

use layer::ClientBuilder;
use layer::reqwest::Proxy;
use loopback::{Response, Server, assert_passes, own_process};

use crate::support::{Operation, builder};

/// The environment variable that contains the base URL for the separate process.
const URL: &str = "LAYER_TEST_URL";

/// Runs one of the tests below in a separate process, with `url` as the base URL and `proxy` as the proxy.
async fn run(test: &str, url: &str, proxy: &str) {
    let mut command = own_process(&format!("environment::{test}"));
    for (name, _) in std::env::vars_os() {
        let upper = name.to_string_lossy().to_uppercase();
        if upper.ends_with("_PROXY") || upper == "REQUEST_METHOD" {
            command.env_remove(name);
        }
    }
    command.env(URL, url).env("http_proxy", proxy);
    tokio::task::spawn_blocking(|| assert_passes(command)).await.unwrap();
}

async fn call_incidents(change: impl FnOnce(ClientBuilder) -> ClientBuilder) {
    let client = change(builder(std::env::var(URL).unwrap())).build().unwrap();
    Operation::Incidents.call(&client).await.unwrap();
}

#[tokio::test]
#[ignore = "the test below runs it, in a process of its own"]
async fn helper_process_sends_a_call_with_proxy_environment_variables_set() {
    call_incidents(|builder| builder).await;
}

#[tokio::test]
#[ignore = "the test below runs it, in a process of its own"]
async fn helper_process_sends_a_call_with_plain_http_allowed() {
    call_incidents(ClientBuilder::allow_plain_http).await;
}

#[tokio::test]
#[ignore = "the test below runs it, in a process of its own"]
async fn helper_process_sends_a_call_with_another_server_allowed() {
    call_incidents(|builder| builder.allow_server("https://other.invalid")).await;
}

#[tokio::test]
async fn proxy_from_the_environment_is_not_used_for_loopback_urls() {
    let server = Server::start([Response::new(200, "{}"), Response::new(200, "{}")]);
    let proxy = Server::start([Response::new(202, "{}")]);
    for test in [
        "helper_process_sends_a_call_with_proxy_environment_variables_set",
        "helper_process_sends_a_call_with_another_server_allowed",
    ] {
        run(test, server.url(), proxy.url()).await;
    }
    assert_eq!((server.received().len(), proxy.received().len()), (2, 0));
    run("helper_process_sends_a_call_with_plain_http_allowed", "http://service.invalid", proxy.url()).await;
    assert_eq!(proxy.only().target(), "http://service.invalid/v1/status-pages/incidents");
}

#[tokio::test]
#[ignore = "the test below runs it, in a process of its own"]
async fn helper_process_refuses_a_proxy_variable_that_cannot_be_parsed() {
    let base_url = || builder(std::env::var(URL).unwrap()).allow_plain_http();
    let error = base_url().build().unwrap_err().to_string();
    assert_eq!(error, "the proxy that is set in `http_proxy` cannot be parsed: correct or unset it");
    base_url().configure_http(|http| http.user_agent("a")).build().unwrap_err();
    // These clients do not use the variable.
    base_url().configure_http(|http| http.no_proxy()).build().unwrap();
    base_url().configure_http(|http| http.proxy(Proxy::all("http://p").unwrap())).build().unwrap();
    base_url().allow_server("http://localhost:1").build().unwrap();
    builder("https://service.invalid").build().unwrap();
}

#[tokio::test]
async fn build_refuses_a_proxy_variable_that_cannot_be_parsed() {
    let test = "helper_process_refuses_a_proxy_variable_that_cannot_be_parsed";
    run(test, "http://service.invalid", "://s3cret").await;
}

#[tokio::test]
async fn empty_proxy_variable_counts_as_unset() {
    let server = Server::json("{}");
    run("helper_process_sends_a_call_without_a_proxy", &format!("http://api.test:{}", server.address().port()), "")
        .await;
    assert_eq!(server.only().target(), "/v1/status-pages/incidents");
}

#[tokio::test]
#[ignore = "the test above runs it, in a process of its own"]
async fn helper_process_sends_a_call_without_a_proxy() {
    let address = std::env::var(URL).unwrap().replace("http://api.test", "127.0.0.1").parse().unwrap();
    call_incidents(|builder| builder.allow_plain_http().configure_http(move |http| http.resolve("api.test", address)))
        .await;
}
