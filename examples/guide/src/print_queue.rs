// ANCHOR: body
use monitoring_service::chrono::{TimeDelta, Utc};
use monitoring_service::{Client, Error, uuid::Uuid};

// ANCHOR_END: body
pub async fn print_queue(location: Uuid) -> Result<(), Error> {
    // ANCHOR: body
    let client = Client::from_env()?;
    let metrics = client
        .private_locations()
        .metrics(location)
        .from(Utc::now() - TimeDelta::hours(6))
        .to(Utc::now())
        .send()
        .await?;
    for sample in metrics.samples()? {
        println!("{} {}", sample.timestamp, sample.queue_size);
    }
    // ANCHOR_END: body
    Ok(())
}
