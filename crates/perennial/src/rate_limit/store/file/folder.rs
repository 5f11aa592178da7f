//! The files of a store, and how they are changed.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::iter;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tracing::warn;
use uuid::Uuid;

use super::Job;
use crate::error::StoreError;
use crate::rate_limit::store::ledger::Ledger;

/// Of the files, with the version of what is in them.
const SUFFIX: &str = ".1.json";

/// A file that is longer is not one of this store: it would have half a million bookings.
const LONGEST: u64 = 16 * 1024 * 1024;

/// The furthest that a slot may be ahead: a later one comes from a clock that was wrong.
const FURTHEST: Duration = Duration::from_secs(7 * 86_400);

pub(super) struct Folder {
    path: PathBuf,
    clock: fn() -> SystemTime,
}

impl Folder {
    pub(super) fn new(path: PathBuf) -> Self {
        Self { path, clock: SystemTime::now }
    }

    /// Does an update, and those that have come by when it has the lock, in their order, and answers them. Each file is
    /// written once.
    pub(super) fn update(&self, first: Job, others: impl Iterator<Item = Job>) {
        let lock = self.lock();
        let mut rest: Vec<Job> = iter::once(first).chain(others).collect();
        let _lock = match lock {
            Ok(lock) => lock,
            Err(error) => return refuse(rest, &error),
        };
        while let Some(first) = rest.first() {
            let account = first.account;
            let (jobs, others) = rest.into_iter().partition(|job| job.account == account);
            self.update_account(account, jobs);
            rest = others;
        }
    }

    fn now(&self) -> Duration {
        (self.clock)().duration_since(UNIX_EPOCH).unwrap_or_default()
    }

    /// Removes the files of accounts that were not used for a week, and of which nothing counts any more.
    pub(super) fn tidy(&self) {
        let files = fs::read_dir(&self.path).into_iter().flatten().flatten().map(|file| file.path());
        let is_old = |file: &PathBuf| {
            let modified = fs::metadata(file).and_then(|file| file.modified());
            let account = file.file_name().and_then(|name| name.to_str()?.strip_suffix(SUFFIX));
            account.is_some_and(|account| Uuid::try_parse(account).is_ok())
                && modified.is_ok_and(|time| time.checked_add(FURTHEST).is_some_and(|time| time < (self.clock)()))
        };
        for file in files.filter(is_old) {
            if let Ok(_lock) = self.lock()
                && read(&file, self.now()).is_ok_and(|ledger| ledger.is_over(self.now()))
            {
                // It does no harm if it stays.
                let _ = fs::remove_file(&file);
            }
        }
    }

    /// Holds the lock until the file is dropped, at the latest when the process ends.
    fn lock(&self) -> Result<File, StoreError> {
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
        lock().map_err(|error| failed("lock", &path, error))
    }

    fn update_account(&self, account: Uuid, mut jobs: Vec<Job>) {
        // While this waited for the lock, some have given up.
        jobs.retain(|job| !job.answer.is_closed());
        if jobs.is_empty() {
            return;
        }
        let file = self.path.join(format!("{account}{SUFFIX}"));
        let now = self.now();
        let mut ledger = match read(&file, now) {
            Ok(ledger) => ledger,
            Err(error) => return refuse(jobs, &error),
        };
        let answers: Vec<_> = jobs.iter().map(|job| ledger.update(now, &job.update)).collect();
        if !ledger.is_sound(now + FURTHEST) {
            return refuse(jobs, &StoreError::new("so many calls wait that the next slot is more than a week ahead"));
        }
        if let Err(error) = write(&file, &ledger, now) {
            return refuse(jobs, &error);
        }
        for (job, answer) in jobs.into_iter().zip(answers) {
            // Who has given up now gives the booking back.
            let _ = job.answer.send(Ok(answer));
        }
    }
}

/// The ledger in the file; a new one if there is none, or one that is broken.
fn read(path: &Path, now: Duration) -> Result<Ledger, StoreError> {
    let mut text = Vec::new();
    let read = fs::symlink_metadata(path).and_then(|file| {
        // Not a folder, a link, or a pipe, of which reading would not end.
        if file.is_file() { File::open(path)?.take(LONGEST + 1).read_to_end(&mut text) } else { Ok(0) }
    });
    match read {
        Ok(_) => (),
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Ledger::default()),
        Err(error) => return Err(failed("read", path, error)),
    }
    let ledger = serde_json::from_slice(&text).ok().filter(|ledger: &Ledger| ledger.is_sound(now + FURTHEST));
    match ledger {
        Some(ledger) if text.len() as u64 <= LONGEST => Ok(ledger),
        _ => {
            let aside = path.with_extension("json.broken");
            // Some systems do not replace a file by a folder.
            let _ = fs::remove_file(&aside);
            fs::rename(path, &aside).map_err(|error| failed("set aside", path, error))?;
            warn!(file = %aside.display(), "a file of the rate limit is broken and was set aside");
            Ok(Ledger::default())
        }
    }
}

/// Replaces the file as a whole. There is none for a ledger in which nothing counts.
fn write(path: &Path, ledger: &Ledger, now: Duration) -> Result<(), StoreError> {
    let replace = || {
        if ledger.is_over(now) {
            return fs::remove_file(path).or_else(|error| match error.kind() {
                ErrorKind::NotFound => Ok(()),
                _ => Err(error),
            });
        }
        let new = path.with_extension("json.new");
        // A file that a killed process has left, or a link that somebody has put there.
        let _ = fs::remove_file(&new);
        let text = serde_json::to_vec(ledger).map_err(io::Error::other)?;
        File::options().write(true).create_new(true).open(&new)?.write_all(&text)?;
        fs::rename(&new, path)
    };
    replace().map_err(|error| failed("write", path, error))
}

fn failed(what: &str, path: &Path, error: io::Error) -> StoreError {
    StoreError::new(format!("cannot {what} {}: {error}", path.display()))
}

fn refuse(jobs: Vec<Job>, error: &StoreError) {
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
