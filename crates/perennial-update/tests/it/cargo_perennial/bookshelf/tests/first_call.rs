//! Tests the client against a mock of the service.

use bookshelf::{Client, http::StatusCode, httpmock::MockServer, mock::MockServerExt as _};

const ANSWER: &str = include_str!("../examples/answer.json");

#[tokio::test]
async fn sends_the_first_call_and_decodes_the_response() -> Result<(), Box<dyn std::error::Error>> {
    let server = MockServer::start_async().await;
    let mock = server
        .books()
        .list()
        .respond_with(StatusCode::OK, "application/json", ANSWER);
    let client = Client::builder(server.base_url())
        .api_key("secret")
        .build()?;
    let response = client.books().list().kind("NOVEL").send().await?;
    mock.assert_calls(1);
    assert_eq!(response.status().as_u16(), 200);
    Ok(())
}
