//! How a program is tested: with a fake behind a trait of its own, and with a mock of the service.
//!
//! The programs stand first in their files, their tests under `mod tests`; `docs/testing.md` shows parts of both. This
//! one prints the status line of the first and the count of the second, for the service that
//! `MONITORING_SERVICE_URL`, `MONITORING_SERVICE_API_KEY` and `MONITORING_SERVICE_ACCOUNT_ID` name.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking"))]

mod fake;
mod mock;

use monitoring_service::{Client, Error};

#[tokio::main]
async fn main() -> Result<(), Error> {
    let client = Client::from_env()?;
    println!("{} ({} incidents)", fake::status_line(&client).await, mock::count(&client).await?);
    Ok(())
}
