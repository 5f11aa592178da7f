//! Tests of calls with the credentials that the document declares, against a server on loopback.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod cookies;
mod errors;
mod idempotency;
// These tests trust certificates by an environment variable that only Linux supports.
#[cfg(target_os = "linux")]
mod local_oauth;
mod oauth;
mod pages;
mod sent;
mod servers;
mod shortened;
mod token_failures;

use credentials::{Client, ClientBuilder};
use loopback::Server;

fn builder(server: &Server) -> ClientBuilder {
    Client::builder(server.url()).retry(credentials::RetryPolicy::default().base_delay(std::time::Duration::ZERO))
}

/// Returns the path and query of the only request, followed by its headers that contain credentials.
fn sent_credentials(server: &Server) -> String {
    let request = server.only();
    let names = ["authorization", "cookie", "x-api-key", "x-app-id"];
    let headers =
        names.iter().flat_map(|name| request.header(name).into_iter().map(move |it| format!(" {name}: {it}")));
    request.target().to_owned() + &headers.collect::<String>()
}
