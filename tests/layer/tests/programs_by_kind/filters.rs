//! A lister with filters: the critical incidents of one service since a day.

use chrono::NaiveDate;
use layer::types::{Incident, IncidentSeverity};
use layer::{Client, Error};

async fn critical(client: &Client, service: &str, since: NaiveDate) -> Result<Vec<Incident>, Error> {
    let page = client.status_page_incidents().list().send().await?.into_inner();
    let is_wanted = |incident: &Incident| {
        let concerns = incident.services.iter().flatten().any(|affected| affected.name.as_deref() == Some(service));
        let is_recent = incident.created_at.as_ref().is_some_and(|created| created.date() >= since);
        incident.severity == Some(IncidentSeverity::Critical) && concerns && is_recent
    };
    Ok(page.entries.into_iter().flatten().filter(is_wanted).collect())
}

mod tests {
    use httpmock::MockServer;
    use layer::mock::MockServerExt;
    use serde_json::{from_value, json};

    use super::*;
    use crate::client;

    #[tokio::test]
    async fn a_lister_keeps_what_its_filters_let_through() {
        let server = MockServer::start_async().await;
        let incident = |id, severity, service, created| json!({ "id": id, "severity": severity, "services": [{ "name": service }], "created_at": created });
        server.status_page_incidents().list().respond(
            &from_value(json!({ "length": 4, "entries": [
                incident("wanted", "CRITICAL", "API", "2024-05-02"),
                incident("minor", "A_NEW_SEVERITY", "API", "2024-05-02"),
                incident("other", "CRITICAL", "Website", "2024-05-02T10:00:00Z"),
                incident("old", "CRITICAL", "API", "2024-04-30"),
            ] }))
            .unwrap(),
        );
        let since = NaiveDate::from_ymd_opt(2024, 5, 1).unwrap();
        let found = critical(&client(&server), "API", since).await.unwrap();
        let ids: Vec<_> = found.iter().filter_map(|incident| incident.id.as_deref()).collect();
        assert_eq!(ids, ["wanted"]);
    }
}
