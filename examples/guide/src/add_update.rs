use monitoring_service::{Client, Error};

pub async fn update(client: &Client, incident: &str) -> Result<(), Error> {
    let update = client
        .status_page_incident_updates()
        .create(incident)
        .body_map(|update| update.description("We are looking into it.").notify_subscribers(false))
        .send()
        .await?;
    println!("{:?}", update.status);
    Ok(())
}
