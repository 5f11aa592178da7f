//! Two ways to test a program: with a fake that implements a trait of the program, and with a mock of the service.
//!
//! Each file begins with a program, followed by its tests in `mod tests`. `docs/testing.md` shows the parts between `ANCHOR`
//! and `ANCHOR_END`. Running this program prints the status line of the first file and the count of the second.

mod fake;
mod mock;

use monitoring_service::{Client, Error};

#[tokio::main]
async fn main() -> Result<(), Error> {
    let client = Client::from_env()?;
    println!("{} ({} incidents)", fake::status_line(&client).await, mock::count(&client).await?);
    Ok(())
}
