//! A program, and its tests with a mock of the service.

// ANCHOR: program
use monitoring_service::{Client, Error};

/// Returns the number of incidents on the first page. This is the program that is tested.
pub async fn count(client: &Client) -> Result<usize, Error> {
    let page = client.status_page_incidents().list().send().await?;
    Ok(page.entries.as_ref().map_or(0, Vec::len))
}
// ANCHOR_END: program

#[cfg(test)]
mod tests {
    // ANCHOR: tests
    use std::time::Duration;

    use monitoring_service::RetryPolicy;
    use monitoring_service::http::Method;
    use monitoring_service::httpmock::MockServer;
    use monitoring_service::mock::{MockServerExt, Response, undeclared};
    use monitoring_service::reqwest::StatusCode;
    use monitoring_service::types::{Incident, IncidentList};
    use monitoring_service::uuid::Uuid;

    use super::*;

    const ACCOUNT: Uuid = Uuid::nil();

    /// Returns a client for a mock. The client retries without waiting.
    fn client(server: &MockServer) -> Client {
        let retry = RetryPolicy::default().base_delay(Duration::from_millis(1)).max_delay(Duration::from_millis(1));
        Client::builder(server.base_url()).api_key("any").account_id(ACCOUNT).retry(retry).build().unwrap()
    }

    fn one() -> IncidentList {
        let outage = Incident::builder().name("Outage").build().unwrap();
        IncidentList::builder().entries([outage]).build().unwrap()
    }

    #[tokio::test]
    async fn counts_incidents() -> Result<(), Error> {
        let server = MockServer::start_async().await;
        let mock = server.status_page_incidents().list().respond(&one());
        assert_eq!(count(&client(&server)).await?, 1);
        mock.assert();
        Ok(())
    }
    // ANCHOR_END: tests

    #[tokio::test]
    async fn listing_is_retried_while_the_mock_responds_with_503() {
        let server = MockServer::start_async().await;
        // ANCHOR: in-turn
        let mock = server
            .status_page_incidents()
            .list()
            .respond_in_turn([Response::error(StatusCode::SERVICE_UNAVAILABLE, "restarting"), Response::from(&one())]);
        assert_eq!(count(&client(&server)).await.unwrap(), 1);
        mock.assert_calls(2);
        // ANCHOR_END: in-turn
    }

    #[tokio::test]
    async fn retry_after_of_a_mocked_429_is_reported() {
        let server = MockServer::start_async().await;
        // ANCHOR: long-wait
        server.status_page_incidents().list().respond(Response::too_many_requests().header("retry-after", "3600"));
        let error = count(&client(&server)).await.unwrap_err();
        assert_eq!(error.retry_after(), Some(Duration::from_secs(3600)));
        // ANCHOR_END: long-wait
    }

    #[tokio::test]
    async fn delayed_mock_response_is_reported_as_a_timeout() {
        let server = MockServer::start_async().await;
        // ANCHOR: timeout
        server.status_page_incidents().list().respond(Response::from(&one()).delay(Duration::from_secs(60)));
        let impatient = client(&server).with_timeout(Duration::from_millis(20));
        assert!(count(&impatient).await.unwrap_err().is_timeout());
        // ANCHOR_END: timeout
    }

    #[tokio::test]
    async fn listing_sends_the_account_and_no_page_id() {
        let server = MockServer::start_async().await;
        // ANCHOR: conditions
        let mock = server
            .status_page_incidents()
            .list()
            .header("x-service-account", ACCOUNT)
            .query_absent(undeclared("nextId"))
            .respond(&one());
        // ANCHOR_END: conditions
        count(&client(&server)).await.unwrap();
        mock.assert();
    }

    #[tokio::test]
    async fn mocks_an_undeclared_operation_with_httpmock() {
        let server = MockServer::start_async().await;
        // ANCHOR: undeclared
        let mock = server.mock(|when, then| {
            when.method("DELETE").path("/v1/dashboards/7");
            then.status(204);
        });
        let request = client(&server).request(Method::DELETE, "/v1/dashboards/{id}").path("id", 7);
        request.send::<()>().await.unwrap();
        mock.assert();
        // ANCHOR_END: undeclared
    }
}
