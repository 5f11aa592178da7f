use monitoring_service::{Client, Error, paginate};

pub async fn print_incidents(client: &Client) -> Result<(), Error> {
    let mut incidents = paginate(|next| {
        let client = client.with_query(next.map(|id| ("nextId", id)));
        async move { client.status_page_incidents().list().send().await }
    });
    while let Some(incident) = incidents.next().await {
        let incident = incident?;
        println!("{:?} {:?}", incident.severity, incident.name);
    }
    Ok(())
}
