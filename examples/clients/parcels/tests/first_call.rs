//! Tests the client against a mock of the service.

use parcels::{Client, http::StatusCode, httpmock::MockServer, mock::MockServerExt as _};

const ANSWER: &str = include_str!("../examples/answer.json");

#[tokio::test]
async fn sends_the_first_call_and_decodes_the_response() -> Result<(), Box<dyn std::error::Error>> {
    let server = MockServer::start_async().await;
    let mock = server
        .parcels()
        .list()
        .respond_with(StatusCode::OK, "application/json", ANSWER);
    let client = Client::builder(server.base_url()).oauth("secret").build()?;
    let response = client.parcels().list().send().await?;
    mock.assert_calls(1);
    assert_eq!(response.status().as_u16(), 200);
    Ok(())
}
