//! Staying within the limits of the service (feature `rate-limit`).

mod admission;
mod limiter;
mod queue;
mod settings;
mod shared;
#[cfg(test)]
mod simulation;
mod status;
mod store;
#[cfg(test)]
mod test_store;
mod window;

pub use settings::{OnStoreError, WhenLimited};
pub use status::{LimitStatus, Usage};
pub use store::{
    Answer, Book, Booked, BookingId, Entry, Epoch, Ledger, RateLimitStore, Slot, StoreFuture, Update, Window,
};

pub(crate) use admission::Admission;
pub(crate) use limiter::Limiter;
pub(crate) use settings::RateLimitSettings;
