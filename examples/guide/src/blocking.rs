use monitoring_service::Client;
use tokio::runtime::{Builder, Runtime};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let runtime: Runtime = Builder::new_current_thread().enable_all().build()?;
    let client = Client::from_env()?;
    let incidents = runtime.block_on(client.status_page_incidents().list().send())?;
    println!("{} incidents", incidents.entries.iter().flatten().count());
    Ok(())
}
