//! Keeps other tasks out of a folder while one is at work in it.

use std::{
    fs::{self, File, TryLockError},
    io,
    path::Path,
};

use anyhow::{Context as _, Result, bail};

/// The file that is locked where a folder cannot be; `.gitignore` has it.
pub const FILE: &str = ".openapi.json.lock";

/// Locks a folder, which is made if it is not there, until the lock is dropped.
///
/// # Errors
/// Another task that is at work there, and a folder that cannot be opened.
pub fn folder(path: &Path) -> Result<File> {
    let locked = fs::create_dir_all(path).and_then(|()| open(path));
    let locked = locked.with_context(|| format!("{} cannot be locked: check its permissions", path.display()))?;
    match locked.try_lock() {
        Err(TryLockError::WouldBlock) => bail!("another task is at work in {}: wait for it", path.display()),
        // A file system that knows no locks of folders, such as NFS, keeps nobody out. cargo continues there, too.
        _ => Ok(locked),
    }
}

/// Locks a folder if that is possible, and nobody else has locked it.
pub fn if_free(path: &Path) -> Option<File> {
    let locked = open(path).ok()?;
    locked.try_lock().ok().map(|()| locked)
}

/// The folder itself: no file of it is sure to stay the same one while files are replaced.
#[cfg(unix)]
fn open(folder: &Path) -> io::Result<File> {
    File::open(folder)
}

#[cfg(not(unix))]
fn open(folder: &Path) -> io::Result<File> {
    File::options().create(true).append(true).open(folder.join(FILE))
}
