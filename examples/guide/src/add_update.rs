use monitoring_service::{Client, Error};

pub async fn update(client: &Client, incident: &str) -> Result<(), Error> {
    let created = client
        .status_page_incident_updates()
        .create(incident)
        .body_map(|body| body.description("We are looking into it.").notify_subscribers(false))
        .send()
        .await?;
    // The status of the incident update, not of the HTTP response.
    println!("{:?}", created.status);
    Ok(())
}
