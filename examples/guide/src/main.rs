//! The samples in the README and in the guide, each in its own file, and their tests. `cargo xtask samples` copies the
//! samples into the pages.
//!
//! ```text
//! cargo run -p example-guide -- LOCATION
//! ```
//!
//! The program runs the samples that only read. They call the service that environment variables configure.

#![allow(dead_code, reason = "only the tests call the other samples")]

mod add_update;
mod advice;
mod derived_client;
mod hooks;
mod longest_queue;
#[cfg(test)]
mod mock;
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

use std::error::Error;

use monitoring_service::{Client, uuid::Uuid};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let location = std::env::args().nth(1).ok_or("usage: example-guide LOCATION")?;
    Ok(run_reading_samples(&Client::from_env()?, location.parse()?).await?)
}

async fn run_reading_samples(client: &Client, location: Uuid) -> Result<(), monitoring_service::Error> {
    println!("the longest queue: {}", longest_queue::longest_queue(client, location).await?);
    println!("samples of the last hour: {}", time_window::samples_of_the_last_hour(client, location).await?);
    next_id::print_incidents(client).await
}
