//! The store in a file, for the processes of one machine.

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

/// Counts requests for all processes of a machine, in a folder that they share (feature `rate-limit-file`).
///
/// The folder has a lock file, and a file per service and account: 40 bytes for each request that counts or waits, 24 kB for 600.
/// Each update reads and replaces the file while it holds the lock, which the operating system releases if the process
/// dies. No call holds the lock while it waits for its slot. Updates that come at the same time are done together. A
/// process that is killed leaves the file as it was before or after an update. After a power failure, the last seconds
/// may be missing.
///
/// If something cannot be read or written, such as on a full disk, updates fail, and the file stays as it was: see
/// [`OnStoreError`](crate::OnStoreError). A file that is not what this store has written is set aside as `….broken`, with
/// an event (`warn`), and counting begins anew.
///
/// Slots are timed by the system clock. If it is set forward, what was sent before is forgotten too early by the same
/// amount; if it is set back, calls wait that much longer. A file with slots more than a week ahead counts as broken.
/// The folder has to be on a local disk, since locks of network file systems are not reliable.
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
    /// To the thread that does the updates of all clones, once there are any.
    jobs: Arc<Mutex<Option<Sender<Job>>>>,
}

/// An update, and who waits for its answer.
#[derive(Debug)]
struct Job {
    account: Uuid,
    update: Update,
    answer: oneshot::Sender<Result<Answer, StoreError>>,
}

impl FileStore {
    /// A store in this folder, which is created with its parents when it is first used. Every process that shares the
    /// count has to be able to write to it. Nobody else should be: whoever can write there can delay calls.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into(), jobs: Arc::default() }
    }

    /// Gives a job to the thread, which is started if there is none.
    fn hand_over(&self, job: Job) -> Result<(), StoreError> {
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
        // Not one of Tokio's: a runtime waits for these when it ends, and this one may wait for a lock.
        let thread = thread::Builder::new().name("rate-limit-file".to_owned());
        thread.spawn(move || work(&folder, &receiver)).map_err(StoreError::new)?;
        // It cannot have ended yet.
        let _ = sender.send(job);
        *jobs = Some(sender);
        Ok(())
    }
}

impl RateLimitStore for FileStore {
    fn update(&self, account: Uuid, update: Update) -> StoreFuture<'_> {
        Box::pin(async move {
            let (answer, answered) = oneshot::channel();
            self.hand_over(Job { account: of_service(account, update.service), update, answer })?;
            answered.await.unwrap_or_else(|_| Err(StoreError::new("the thread of the store has ended")))
        })
    }
}

/// The account of this service: another may have one with the same id, or neither has accounts.
fn of_service(account: Uuid, service: &str) -> Uuid {
    Uuid::new_v5(&account, service.as_bytes())
}

/// Does the updates as they come: all that have come meanwhile at once.
fn work(folder: &Folder, jobs: &Receiver<Job>) {
    let mut is_tidy = false;
    while let Ok(first) = jobs.recv() {
        folder.update(first, jobs.try_iter());
        if !is_tidy {
            folder.tidy();
            is_tidy = true;
        }
    }
}
