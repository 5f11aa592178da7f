//! One small program of each kind, as a new user would write it, with a test of what it does.
//!
//! The programs stand first in their files; what comes under `mod tests` is about them.

#![cfg(feature = "mock")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod accounts;
mod bot;
mod cancel;
mod errors;
mod filters;
mod metrics;
mod pagination;
mod poller;
mod proxy;
mod shared_state;
mod stored_json;
mod sync;
mod traces;

use std::time::Duration;

use httpmock::MockServer;
use layer::uuid::Uuid;
use layer::{Client, RetryPolicy};

const ACCOUNT: Uuid = Uuid::from_u128(0x6ba7b810_9dad_11d1_80b4_00c04fd430c8);
const LOCATION: Uuid = Uuid::from_u128(0x0190163d_8694_739b_aea5_966c26f8ad91);

/// A client of a mock, which retries without a wait.
fn client(server: &MockServer) -> Client {
    let retry = RetryPolicy::default().base_delay(Duration::from_millis(1)).max_delay(Duration::from_millis(1));
    Client::builder(server.base_url()).api_key("any").account_id(ACCOUNT).retry(retry).build().unwrap()
}
