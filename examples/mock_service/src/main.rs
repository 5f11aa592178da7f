//! A mock of the service, which the other programs can be run against. All of its values are invented.
//!
//! ```text
//! cargo run -p example-mock-service
//! ```
//!
//! It prints the variables to set in another terminal, and runs until it is stopped.

use example_mock_service::{ACCOUNT, INCIDENT, LOCATION};

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let server = example_mock_service::start().await?;
    println!("export MONITORING_SERVICE_URL={}", server.base_url());
    println!("export MONITORING_SERVICE_API_KEY=any");
    println!("export MONITORING_SERVICE_ACCOUNT_ID={ACCOUNT}");
    println!("# It has the private location {LOCATION} and the incident {INCIDENT}.");
    Ok(tokio::signal::ctrl_c().await?)
}
