use kitchen_sink::{Client, ClientBuilder, RetryPolicy};
use loopback::{Response, Server};
use uuid::Uuid;

pub const KEY: &str = "k3y-0f-the-tests";
pub const PLAIN: &str = r#"{"id":"6f0e1c0e-0000-4000-8000-000000000001","count":1}"#;

/// Returns a client and its server, which responds to one request.
pub fn responding(status: u16, body: &str) -> (Client, Server) {
    let server = Server::start([response(status, body)]);
    (client(server.url()).build().unwrap(), server)
}

/// Returns a response without a content type.
pub fn response(status: u16, body: &str) -> Response {
    Response::with_headers(status, &[], body)
}

/// Returns a response that requests a retry without delay.
pub fn slow_down() -> Response {
    Response::with_headers(429, &[("retry-after", "0")], "")
}

pub fn client(base_url: &str) -> ClientBuilder {
    Client::builder(base_url).api_key(KEY).account_id(Uuid::nil()).retry(RetryPolicy::none())
}
