//! A cache: what was received is stored as JSON, and read when the service cannot be reached.

use std::error::Error;
use std::{fs, path::Path};

use layer::{Client, types::IncidentList};

async fn incidents(client: &Client, cache: &Path) -> Result<IncidentList, Box<dyn Error>> {
    match client.status_page_incidents().list().send().await {
        Ok(page) => {
            fs::write(cache, serde_json::to_string(&*page)?)?;
            Ok(page.into_inner())
        }
        Err(error) if error.is_retryable() => Ok(serde_json::from_slice(&fs::read(cache)?)?),
        Err(error) => Err(error.into()),
    }
}

mod tests {
    use httpmock::MockServer;
    use layer::mock::{MockServerExt, Response};
    use layer::reqwest::StatusCode;
    use serde_json::{from_value, json};

    use super::*;
    use crate::client;

    #[tokio::test]
    async fn what_is_stored_is_read_back_as_it_was() {
        let server = MockServer::start_async().await;
        let list: IncidentList = from_value(json!({ "length": 1, "entries": [{
            "id": "inc-1", "severity": "A_NEW_SEVERITY", "created_at": "2024-05-01T10:00:00.000Z",
            "incidentUpdates": [{ "status": "INVESTIGATING", "created_at": "2024-05-01" }],
        }] }))
        .unwrap();
        let restarting = Response::error(StatusCode::SERVICE_UNAVAILABLE, "restarting");
        server.status_page_incidents().list().respond_in_turn([Response::from(&list), restarting]);
        let client = client(&server);
        let cache = std::env::temp_dir().join(format!("incidents-{}.json", std::process::id()));
        assert_eq!(incidents(&client, &cache).await.unwrap(), list);
        let stored = incidents(&client, &cache).await;
        fs::remove_file(cache).unwrap();
        assert_eq!(stored.unwrap(), list);
    }
}
