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
mod window;

pub use settings::OnStoreError;
pub use status::{LimitStatus, Usage};
pub use store::{
    Answer, Book, Booked, BookingId, Entry, Epoch, Ledger, RateLimitStore, Slot, StoreFuture, Update, Window,
};

pub(crate) use admission::Admission;
pub(crate) use limiter::Limiter;
pub(crate) use settings::RateLimitSettings;

/// What a call does when a rate limit is reached; set with
/// [`ClientBuilder::rate_limit`](crate::ClientBuilder::rate_limit).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WhenLimited {
    /// It waits until the limit allows it, first come, first served. With a
    /// [`deadline`](crate::ClientBuilder::deadline), it fails with [`Error::RateLimited`](crate::Error::RateLimited) as
    /// soon as it is known that the wait would not end in time: as a rule at once, since each call that waits knows when
    /// it may go. Without one, a daily limit can mean a wait of a day.
    ///
    /// A call whose future is held and not polled keeps its place, so for the others the limit is smaller by one: a limit
    /// of one lets none of them go. Those behind it may also miss that they could go earlier because others gave up, and
    /// go when they would have gone without that.
    Wait,
    /// It fails at once with [`Error::RateLimited`](crate::Error::RateLimited). A retry that is limited is not sent,
    /// and the call fails with the error of the attempt before.
    Fail,
}
