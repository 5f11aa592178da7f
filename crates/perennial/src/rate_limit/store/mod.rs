//! Stores of rate limits, which count the requests of all processes that use an account: the trait, its updates and
//! answers, and the provided stores.

#[cfg(all(feature = "rate-limit-file", not(target_family = "wasm")))]
mod file;
mod ledger;
#[cfg(all(feature = "rate-limit-redis", not(target_family = "wasm")))]
mod redis;
mod update;

use std::pin::Pin;
use std::sync::Arc;

use uuid::Uuid;

use crate::error::StoreError;

#[cfg(all(feature = "rate-limit-file", not(target_family = "wasm")))]
pub use file::FileStore;
pub use ledger::Ledger;
#[cfg(all(feature = "rate-limit-redis", not(target_family = "wasm")))]
pub use redis::RedisStore;
pub use update::{Answer, Book, Booked, BookingId, Entry, Epoch, Slot, Update, Window};

/// Implemented by stores that count the requests of several clients together for a rate limit. Set a store with
/// `ClientBuilder::rate_limit_store`.
///
/// For each rate limit of an account, a store contains bookings: the past and future times at which requests are sent.
/// To send a request, a client books the next possible time, and waits until this time. [`Ledger`] implements the rule
/// that determines this time. A custom store therefore only has to store ledgers, and to use the same clock for all
/// clients:
///
/// ```
/// # use perennial::error::StoreError;
/// # use perennial::rate_limit::{Ledger, RateLimitStore, StoreFuture, Update};
/// # use perennial::uuid::Uuid;
/// use std::collections::HashMap;
/// use std::sync::{Mutex, PoisonError};
/// use std::time::{SystemTime, UNIX_EPOCH};
///
/// /// Counts for all clients of a process.
/// #[derive(Default)]
/// struct Shared(Mutex<HashMap<Uuid, Ledger>>);
///
/// impl RateLimitStore for Shared {
///     fn update(&self, account: Uuid, update: Update) -> StoreFuture<'_> {
///         Box::pin(async move {
///             let now = SystemTime::now().duration_since(UNIX_EPOCH).map_err(StoreError::new)?;
///             let mut ledgers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
///             Ok(ledgers.entry(account).or_default().update(now, &update))
///         })
///     }
/// }
/// ```
///
/// In a database, perform these steps in a transaction: lock the row of the account, read the ledger
/// (`serde::Deserialize`) or start with [`Ledger::default`] if there is none, call [`Ledger::update`], and write the
/// ledger (`serde::Serialize`).
pub trait RateLimitStore: Send + Sync + 'static {
    /// Applies an update atomically: completely or not at all, and never interleaved with another update for the same
    /// account.
    ///
    /// `account` is a hash of the account id, and `update.service` names the service that the account belongs to. If
    /// the future is dropped, the store may or may not apply the update. In both cases, the client removes its booking
    /// with a later update.
    ///
    /// # Errors
    ///
    /// Fails if the store cannot be reached or cannot apply the update. The client then uses its own count, or refuses
    /// the call: see [`OnStoreError`](super::OnStoreError). The client does the same if the answer takes longer than
    /// `ClientBuilder::rate_limit_store_timeout`.
    fn update(&self, account: Uuid, update: Update) -> StoreFuture<'_>;
}

/// A future that returns the answer of a store, or the reason why the store did not answer.
pub type StoreFuture<'a> = Pin<Box<dyn Future<Output = Result<Answer, StoreError>> + Send + 'a>>;

impl<S: RateLimitStore + ?Sized> RateLimitStore for Arc<S> {
    fn update(&self, account: Uuid, update: Update) -> StoreFuture<'_> {
        (**self).update(account, update)
    }
}
