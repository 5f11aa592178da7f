//! How a program is tested: with a fake behind a trait of its own, and with a mock of the service.
//!
//! The programs stand first in their files, their tests under `mod tests`; `docs/testing.md` shows what is between `ANCHOR`
//! and `ANCHOR_END`. This one prints the status line of the first and the count of the second.

mod fake;
mod mock;

use monitoring_service::{Client, Error};

#[tokio::main]
async fn main() -> Result<(), Error> {
    let client = Client::from_env()?;
    println!("{} ({} incidents)", fake::status_line(&client).await, mock::count(&client).await?);
    Ok(())
}
