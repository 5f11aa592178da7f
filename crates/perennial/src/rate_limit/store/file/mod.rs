mod folder;
#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, SendError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use tokio::sync::oneshot;
use uuid::Uuid;

use super::update::{Answer, Update};
use super::{RateLimitStore, StoreFuture};
use crate::error::StoreError;
use folder::Folder;

/// A store of rate limits for several processes on one machine. The processes share a folder, in which the store counts
/// their requests (feature `rate-limit-file`).
///
/// The folder contains a lock file, and a file for each service and account. An account's file contains 40 bytes for
/// each request that counts or waits, for example 24 kB for 600 requests.
///
/// Each update holds the lock while it reads and replaces the file. Calls that wait for a permit do not hold the lock.
/// If a process dies, the operating system releases the lock. Updates that arrive at the same time are applied
/// together. If a process is killed during an update, the file contains either the old or the new data. After a power
/// failure, the requests of the last seconds may be missing.
///
/// If a file cannot be read or written, for example because the disk is full, the update fails, and the file remains
/// unchanged: see [`OnStoreError`](crate::OnStoreError). If a file contains data that this store cannot have written,
/// the store renames the file to `….broken`, logs an event at level `warn`, and starts counting from zero.
///
/// The store uses the system clock. If the clock is set forward by an hour, requests stop counting an hour too early.
/// If the clock is set back by an hour, calls may wait an hour longer. A file with bookings more than a week in the
/// future is treated as broken. The folder must be on a local disk, because locks of network file systems are not
/// reliable.
///
/// ```no_run
/// # use perennial::rate_limit::FileStore;
/// # use perennial::{CoreBuilder, WhenLimited};
/// # fn limited(builder: CoreBuilder) -> CoreBuilder {
/// let store = FileStore::new("/var/lib/my-service/limits");
/// let builder = builder.rate_limit(WhenLimited::Wait).rate_limit_store(store);
/// # builder
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct FileStore {
    folder: PathBuf,
    /// The channel to the thread that applies the updates of this store and its clones. `None` if the thread has not
    /// been started.
    jobs: Arc<Mutex<Option<Sender<UpdateJob>>>>,
}

#[derive(Debug)]
struct UpdateJob {
    account: Uuid,
    update: Update,
    answer: oneshot::Sender<Result<Answer, StoreError>>,
}

impl FileStore {
    /// Creates a store in the folder `folder`. The folder and its parents are created when the store is first used.
    ///
    /// All processes that share the count need write access to the folder. No other processes should have write access,
    /// because they could then delay calls.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into(), jobs: Arc::default() }
    }

    /// Sends a job to the thread, which is started if necessary.
    fn submit(&self, job: UpdateJob) -> Result<(), StoreError> {
        let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        let job = match &*jobs {
            None => job,
            Some(jobs) => match jobs.send(job) {
                Ok(()) => return Ok(()),
                Err(SendError(job)) => job,
            },
        };
        let (sender, receiver) = channel();
        let folder = Folder::new(self.folder.clone());
        // The thread does not belong to Tokio, because it may wait for a lock, and a runtime that shuts down waits for
        // its threads.
        let thread = thread::Builder::new().name("rate-limit-file".to_owned());
        thread.spawn(move || run_jobs(&folder, &receiver)).map_err(StoreError::new)?;
        // Sending cannot fail, because the new thread runs for as long as this sender exists.
        let _ = sender.send(job);
        *jobs = Some(sender);
        Ok(())
    }
}

impl RateLimitStore for FileStore {
    fn update(&self, account: Uuid, update: Update) -> StoreFuture<'_> {
        Box::pin(async move {
            let (answer, answered) = oneshot::channel();
            self.submit(UpdateJob { account: account_of_service(account, update.service), update, answer })?;
            answered.await.unwrap_or_else(|_| Err(StoreError::new("the thread of the store has ended")))
        })
    }
}

/// Returns an id of the account that is unique across services. The ids that services use for accounts may be equal,
/// and services without accounts all use the same id.
fn account_of_service(account: Uuid, service: &str) -> Uuid {
    Uuid::new_v5(&account, service.as_bytes())
}

/// Applies updates as they arrive. Updates that arrive during another update, or while waiting for the lock, are
/// applied together.
fn run_jobs(folder: &Folder, jobs: &Receiver<UpdateJob>) {
    let mut is_tidy = false;
    while let Ok(first) = jobs.recv() {
        folder.update(first, jobs.try_iter());
        if !is_tidy {
            folder.remove_old_files();
            is_tidy = true;
        }
    }
}
