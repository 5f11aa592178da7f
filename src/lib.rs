//! A client for the Monitoring Service Public API.
//!
//! The operations and their types are generated when the crate is built, from the `openapi.json`
//! that lies beside it. [`Client`] has a method for each operation; the method returns a builder
//! that takes the parameters under the names of the API, and sends.
//!
//! ```no_run
//! use chrono::{TimeDelta, Utc};
//! use monitoring_service::Client;
//! use uuid::Uuid;
//!
//! # async fn run(key: String, account: Uuid, location: Uuid) -> Result<(), monitoring_service::Error> {
//! let client = Client::builder("https://api.example.com")
//!     .api_key(key)
//!     .account_id(account)
//!     .build()?;
//!
//! let metrics = client
//!     .get_v1_privatelocations_id_metrics()
//!     .id(location)
//!     .from(Utc::now() - TimeDelta::hours(6))
//!     .to(Utc::now())
//!     .send()
//!     .await?;
//! for sample in metrics.samples()? {
//!     println!("{} {}", sample.timestamp, sample.queue_size);
//! }
//! # Ok(())
//! # }
//! ```
//!
//! - [`Error`] is what every call fails with; it says whether a retry can help.
//! - [`RetryPolicy`] says what is sent again by itself, and when.
//! - [`paginate`] walks the pages of a listing.
//! - [`operations`] lists what the API offers.

#![forbid(unsafe_code)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking"))]

pub mod error;
pub mod page;
pub mod retry;
pub mod time;

mod client;
mod encode;
mod execute;
mod open_enum;
mod operation;
mod request;
mod response;
mod samples;

pub use client::{Client, ClientBuilder};
pub use error::{ApiError, Error};
pub use generated::{builder, types};
pub use operation::{Operation, operations};
pub use page::paginate;
pub use progenitor_client::ResponseValue;
pub use response::ByteStream;
pub use retry::RetryPolicy;

#[allow(unused_imports, reason = "the document decides whether there are open enums")]
pub(crate) use open_enum::open_enum;

/// What the build script writes from `openapi.json`.
#[allow(missing_docs, unused, unreachable_pub, clippy::all)]
mod generated {
    include!(concat!(env!("OUT_DIR"), "/client.rs"));
}
