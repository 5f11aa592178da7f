//! How a program is tested: with a fake behind a trait of its own, and with a mock of the service.
//!
//! The programs stand first in their files, their tests under `mod tests`; `docs/testing.md` shows what is between `ANCHOR`
//! and `ANCHOR_END`. This one prints the status line of the first and the count of the second.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking"))]

mod fake;
mod mock;

#[path = "../common/mod.rs"]
mod common;

use std::{
    io::{self, Write as _},
    process::ExitCode,
};

use common::{Result, Service};

#[tokio::main]
async fn main() -> ExitCode {
    common::end(run().await)
}

async fn run() -> Result<()> {
    common::no_argument("testing")?;
    let Service { client, .. } = &Service::connect().await?;
    let (line, count) = (fake::status_line(client).await, mock::count(client).await?);
    writeln!(io::stdout(), "{line} ({count} incidents)")?;
    Ok(())
}
