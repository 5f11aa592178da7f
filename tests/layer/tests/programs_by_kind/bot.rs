//! A bot: adds an update to an incident, and does not add it twice.

use layer::{Client, Error};

#[derive(Debug, PartialEq)]
enum Added {
    Yes,
    No,
    /// A person has to look.
    Perhaps,
}

async fn add(client: &Client, incident: &str, text: &str) -> Result<Added, Error> {
    let call = client.status_page_incident_updates().create(incident);
    match call.body_map(|update| update.description(text).notify_subscribers(false)).send().await {
        Ok(_) => Ok(Added::Yes),
        Err(error) if error.may_have_been_processed() => Ok(Added::Perhaps),
        Err(error) if error.is_retryable() => Ok(Added::No),
        Err(error) => Err(error),
    }
}

mod tests {
    use httpmock::MockServer;
    use layer::error::ApiErrorKind;
    use layer::mock::{MockServerExt, Response};
    use layer::reqwest::StatusCode;
    use layer::types::IncidentUpdate;
    use serde_json::json;

    use super::*;
    use crate::client;

    #[tokio::test]
    async fn a_bot_sends_its_update_again_only_if_it_was_refused() {
        for (response, added, calls) in [
            (Response::from(&IncidentUpdate::default()), Added::Yes, 1),
            (Response::too_many_requests(), Added::No, 3),
            (Response::error(StatusCode::BAD_GATEWAY, "gateway"), Added::Perhaps, 1),
        ] {
            let server = MockServer::start_async().await;
            let mock = server
                .post_v1_statuspages_incidents_incidentid_incidentupdates()
                .path("incident_id", "inc-1")
                .body(json!({ "description": "Fixed.", "notifySubscribers": false }))
                .respond(response);
            assert_eq!(add(&client(&server), "inc-1", "Fixed.").await.unwrap(), added);
            mock.assert_calls(calls);
        }
    }

    #[tokio::test]
    async fn a_bot_fails_if_the_incident_does_not_exist() {
        let server = MockServer::start_async().await;
        server.status_page_incident_updates().create().respond(Response::not_found());
        let error = add(&client(&server), "inc-1", "Fixed.").await.unwrap_err();
        assert!(matches!(error, Error::Api(error) if error.kind() == ApiErrorKind::NotFound));
    }
}
