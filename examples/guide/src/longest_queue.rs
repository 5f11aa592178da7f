use monitoring_service::chrono::{TimeDelta, Utc};
use monitoring_service::uuid::Uuid;
use monitoring_service::{Client, Error};

pub async fn longest_queue(client: &Client, location: Uuid) -> Result<f64, Error> {
    let metrics = client
        .private_locations()
        .metrics(location)
        .from(Utc::now() - TimeDelta::hours(6))
        .to(Utc::now())
        .send()
        .await?;
    Ok(metrics.samples()?.map(|sample| sample.queue_size).fold(0.0, f64::max))
}
