//! The samples of the README and of the guide: a file for each, which `cargo xtask samples` copies into the pages, and its test.
//!
//! ```text
//! cargo run --example guide
//! ```
//!
//! This runs those that only read, against the mock, or the service that the environment names.

#![cfg_attr(not(test), allow(dead_code, reason = "the tests call the others"))]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking"))]

mod add_update;
mod advice;
mod derived_client;
mod hooks;
mod longest_queue;
mod next_id;
mod open_enum;
mod patient_client;
mod print_queue;
#[cfg(test)]
mod programs;
mod proxy;
#[cfg(test)]
mod samples;
mod shared_limit;
mod stored_incident;
mod time_window;
mod undeclared_field;
mod undeclared_request;

#[path = "../common/mod.rs"]
mod common;

use std::process::ExitCode;

use common::{Result, Service};

#[tokio::main]
async fn main() -> ExitCode {
    common::end(match common::no_argument("guide") {
        Ok(()) => run().await,
        Err(error) => Err(error),
    })
}

async fn run() -> Result<()> {
    let service = Service::connect().await?;
    let (client, location) = (&service.client, service.location()?);
    println!("the longest queue: {}", longest_queue::longest_queue(client, location).await?);
    println!("samples of the last hour: {}", time_window::samples_of_the_last_hour(client, location).await?);
    next_id::print_incidents(client).await?;
    Ok(())
}
