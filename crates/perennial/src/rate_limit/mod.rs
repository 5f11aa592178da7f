//! Keeps the requests of a client within the rate limits of the service, alone or together with other processes
//! (feature `rate-limit`).
//!
//! `ClientBuilder::rate_limit` enables rate limits. By default, a client counts its own requests in memory. A
//! [`RateLimitStore`] counts the requests of all clients of an account together:
//!
//! | processes that send requests for an account | store |
//! |---|---|
//! | one process | no store: the client counts in memory |
//! | several processes on one machine | `FileStore` (feature `rate-limit-file`) |
//! | processes on several machines | `RedisStore` (feature `rate-limit-redis`) |
//! | processes that share something else, such as a database | your own implementation of [`RateLimitStore`] |

mod limiter;
mod permit;
mod queue;
mod settings;
mod shared;
mod status;
mod store;
#[cfg(test)]
mod tests;
mod waiter;
mod window;

pub use settings::{OnStoreError, WhenLimited};
pub use status::{LimitStatus, Usage};
#[cfg(all(feature = "rate-limit-file", not(target_family = "wasm")))]
pub use store::FileStore;
#[cfg(all(feature = "rate-limit-redis", not(target_family = "wasm")))]
pub use store::RedisStore;
pub use store::{
    Answer, Book, Booked, BookingId, Entry, Epoch, Ledger, RateLimitStore, Slot, StoreFuture, Update, Window,
};

pub(crate) use limiter::Limiter;
pub(crate) use permit::Permit;
pub(crate) use settings::RateLimitSettings;
pub(crate) use waiter::Waiter;
