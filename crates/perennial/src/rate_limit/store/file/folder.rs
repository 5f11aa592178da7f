use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::iter;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tracing::warn;
use uuid::Uuid;

use super::UpdateJob;
use crate::error::StoreError;
use crate::rate_limit::store::ledger::Ledger;

/// The suffix of the names of ledger files. The 1 is the version of the file format.
const SUFFIX: &str = ".1.json";

/// The maximum length of a ledger file in bytes, enough for half a million bookings. A longer file was not written by
/// this store.
const MAX_FILE_BYTES: u64 = 16 * 1024 * 1024;

/// How far in the future a booking may be. If a file contains a later booking, the clock was wrong.
const MAX_AHEAD: Duration = Duration::from_secs(7 * 86_400);

pub(super) struct Folder {
    path: PathBuf,
    clock: fn() -> SystemTime,
}

impl Folder {
    pub(super) fn new(path: PathBuf) -> Self {
        Self { path, clock: SystemTime::now }
    }

    /// Applies the update `first`, together with all `others` that have arrived by the time the lock is acquired.
    /// Updates of an account are applied in order, and each file is written only once.
    pub(super) fn update(&self, first: UpdateJob, others: impl Iterator<Item = UpdateJob>) {
        let lock = self.acquire_lock();
        let mut remaining: Vec<UpdateJob> = iter::once(first).chain(others).collect();
        let _lock = match lock {
            Ok(lock) => lock,
            Err(error) => return answer_with_error(remaining, &error),
        };
        while let Some(first) = remaining.first() {
            let account = first.account;
            let (jobs, others) = remaining.into_iter().partition(|job| job.account == account);
            self.update_account(account, jobs);
            remaining = others;
        }
    }

    fn now(&self) -> Duration {
        (self.clock)().duration_since(UNIX_EPOCH).unwrap_or_default()
    }

    /// Removes the files of accounts that have not been used for a week, unless a booking or pause in them still
    /// counts.
    pub(super) fn remove_old_files(&self) {
        let files = fs::read_dir(&self.path).into_iter().flatten().flatten().map(|file| file.path());
        let is_old = |file: &PathBuf| {
            let modified = fs::metadata(file).and_then(|file| file.modified());
            let account = file.file_name().and_then(|name| name.to_str()?.strip_suffix(SUFFIX));
            account.is_some_and(|account| Uuid::try_parse(account).is_ok())
                && modified.is_ok_and(|time| time.checked_add(MAX_AHEAD).is_some_and(|time| time < (self.clock)()))
        };
        for file in files.filter(is_old) {
            if let Ok(_lock) = self.acquire_lock()
                && read_ledger(&file, self.now()).is_ok_and(|ledger| ledger.is_expired(self.now()))
            {
                // If the file cannot be removed, that does no harm.
                let _ = fs::remove_file(&file);
            }
        }
    }

    /// Acquires the folder's lock, which is held until the returned file is dropped or the process ends.
    fn acquire_lock(&self) -> Result<File, StoreError> {
        let path = self.path.join("lock");
        let lock = || {
            fs::create_dir_all(&self.path)?;
            if fs::symlink_metadata(&path).is_ok_and(|file| !file.is_file()) {
                return Err(io::Error::other("it is not a regular file: remove it"));
            }
            let file = File::options().create(true).truncate(false).write(true).open(&path)?;
            file.lock()?;
            Ok(file)
        };
        lock().map_err(|error| describe_failure("lock", &path, error))
    }

    fn update_account(&self, account: Uuid, mut jobs: Vec<UpdateJob>) {
        // Callers may have given up while this thread waited for the lock.
        jobs.retain(|job| !job.answer.is_closed());
        if jobs.is_empty() {
            return;
        }
        let file = self.path.join(format!("{account}{SUFFIX}"));
        let now = self.now();
        let mut ledger = match read_ledger(&file, now) {
            Ok(ledger) => ledger,
            Err(error) => return answer_with_error(jobs, &error),
        };
        let answers: Vec<_> = jobs.iter().map(|job| ledger.update(now, &job.update)).collect();
        if !ledger.is_sound(now + MAX_AHEAD) {
            return answer_with_error(
                jobs,
                &StoreError::new("so many calls are waiting that the next permit is more than a week away"),
            );
        }
        if let Err(error) = write_ledger(&file, &ledger, now) {
            return answer_with_error(jobs, &error);
        }
        for (job, answer) in jobs.into_iter().zip(answers) {
            // A caller that no longer waits for the answer will remove its booking with a later update.
            let _ = job.answer.send(Ok(answer));
        }
    }
}

/// Reads a ledger from a file. Returns a new ledger if the file is missing or broken.
fn read_ledger(path: &Path, now: Duration) -> Result<Ledger, StoreError> {
    let mut text = Vec::new();
    let read = fs::symlink_metadata(path).and_then(|file| {
        // Only regular files are read: reading from a pipe might never end, and links are not followed.
        if file.is_file() { File::open(path)?.take(MAX_FILE_BYTES + 1).read_to_end(&mut text) } else { Ok(0) }
    });
    match read {
        Ok(_) => (),
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Ledger::default()),
        Err(error) => return Err(describe_failure("read", path, error)),
    }
    let ledger = serde_json::from_slice(&text).ok().filter(|ledger: &Ledger| ledger.is_sound(now + MAX_AHEAD));
    match ledger {
        Some(ledger) if text.len() as u64 <= MAX_FILE_BYTES => Ok(ledger),
        _ => {
            let aside = path.with_extension("json.broken");
            // `aside` is removed first, because `path` may be a folder, and some systems do not rename a folder to the
            // name of an existing file.
            let _ = fs::remove_file(&aside);
            fs::rename(path, &aside).map_err(|error| describe_failure("rename", path, error))?;
            let file = aside.display();
            warn!(%file, "the rate-limit store found a corrupt file of recorded requests, and renamed it");
            Ok(Ledger::default())
        }
    }
}

/// Replaces the file atomically, or removes it if nothing in the ledger counts any more.
fn write_ledger(path: &Path, ledger: &Ledger, now: Duration) -> Result<(), StoreError> {
    let replace = || {
        if ledger.is_expired(now) {
            return fs::remove_file(path).or_else(|error| match error.kind() {
                ErrorKind::NotFound => Ok(()),
                _ => Err(error),
            });
        }
        let new = path.with_extension("json.new");
        // The temporary file may exist already: a killed process left it behind, or somebody created a link with its
        // name.
        let _ = fs::remove_file(&new);
        let text = serde_json::to_vec(ledger).map_err(io::Error::other)?;
        File::options().write(true).create_new(true).open(&new)?.write_all(&text)?;
        fs::rename(&new, path)
    };
    replace().map_err(|error| describe_failure("write", path, error))
}

fn describe_failure(what: &str, path: &Path, error: io::Error) -> StoreError {
    StoreError::new(format!("cannot {what} {}: {error}", path.display()))
}

fn answer_with_error(jobs: Vec<UpdateJob>, error: &StoreError) {
    for job in jobs {
        let _ = job.answer.send(Err(error.clone()));
    }
}

#[cfg(test)]
impl Folder {
    pub(super) fn with_clock(path: PathBuf, clock: fn() -> SystemTime) -> Self {
        Self { path, clock }
    }
}
