//! Calls an operation of a mock of the service, which runs in this program: `cargo run --example first_call`.

// ANCHOR: call
use parcels::Client;

// ANCHOR_END: call
use parcels::{http::StatusCode, httpmock::MockServer, mock::MockServerExt as _};

const ANSWER: &str = include_str!("../examples/answer.json");

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let server = MockServer::start_async().await;
    server
        .parcels()
        .list()
        .respond_with(StatusCode::OK, "application/json", ANSWER);

    // To call the service itself, use its address here.
    let base_url = server.base_url();
    // ANCHOR: call
    let client = Client::builder(base_url).oauth("secret").build()?;
    let response = client.parcels().list().send().await?;
    // ANCHOR_END: call
    println!("{response:#?}");
    Ok(())
}
