use monitoring_service::chrono::{TimeDelta, Utc};
use monitoring_service::uuid::Uuid;
use monitoring_service::{Client, Error};

#[tokio::main]
async fn main() -> Result<(), Error> {
    // From MONITORING_SERVICE_URL, MONITORING_SERVICE_API_KEY and
    // MONITORING_SERVICE_ACCOUNT_ID.
    let client = Client::from_env()?;
    // The id of your private location.
    let location = Uuid::from_u128(0x0190163d_8694_739b_aea5_966c26f8ad91);

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
    Ok(())
}
