//! The stores in which requests are counted for all processes of an account: what a store is, and what is asked of it.

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

/// Counts requests for all clients that share it; set with `ClientBuilder::rate_limit_store`.
///
/// A store keeps a log of slots for each window of an account: the moments at which requests are sent, past and future.
/// Whoever wants to send one books the next slot, once, and waits for it. [`Ledger`] has the rule, so a store of your own
/// only has to keep ledgers and to agree on the time:
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
/// In a database: lock the row of the account, read the ledger (it is `serde::Deserialize`; where there is none, make
/// [`Ledger::default`]), [`update`](Ledger::update) it, write it (`serde::Serialize`), and commit.
pub trait RateLimitStore: Send + Sync + 'static {
    /// Applies the update atomically: all of it or nothing, and never interleaved with another update of this account.
    ///
    /// `account` is a hash of the account id, and `update.service` says of which service. If the future is dropped, the update may be done or not; the client then
    /// asks to give its booking back.
    ///
    /// # Errors
    ///
    /// If the store cannot be reached or does not do it. The client then counts on its own, or refuses the call: see
    /// [`OnStoreError`](super::OnStoreError). It also does so if an answer takes longer than
    /// `ClientBuilder::rate_limit_store_timeout`.
    fn update(&self, account: Uuid, update: Update) -> StoreFuture<'_>;
}

/// The answer of a store, or why there is none.
pub type StoreFuture<'a> = Pin<Box<dyn Future<Output = Result<Answer, StoreError>> + Send + 'a>>;

impl<S: RateLimitStore + ?Sized> RateLimitStore for Arc<S> {
    fn update(&self, account: Uuid, update: Update) -> StoreFuture<'_> {
        (**self).update(account, update)
    }
}
