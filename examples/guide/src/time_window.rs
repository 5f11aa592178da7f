use std::time::{Duration, SystemTime};

use monitoring_service::{Client, Error, uuid::Uuid};

pub async fn samples_of_the_last_hour(client: &Client, location: Uuid) -> Result<usize, Error> {
    let metrics = client
        .private_locations()
        .metrics(location)
        .from(SystemTime::now() - Duration::from_secs(3600))
        .to("2999-12-31T23:59:59+01:00")
        .send()
        .await?;
    Ok(metrics.samples()?.count())
}
