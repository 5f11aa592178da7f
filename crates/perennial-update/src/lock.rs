//! Locks folders, so that only one task at a time works in a folder.

use std::{
    fs::{self, File, TryLockError},
    io,
    path::Path,
};

use anyhow::{Context as _, Result, bail};

/// The file that is locked on systems that cannot lock folders. `.gitignore` lists its name.
pub const FILE: &str = ".openapi.json.lock";

/// Locks a folder until the returned lock is dropped. A missing folder is created.
///
/// # Errors
/// Returns an error if another task is working in the folder, or if the folder cannot be opened.
pub fn lock_folder(path: &Path) -> Result<File> {
    let locked = fs::create_dir_all(path).and_then(|()| open_folder(path));
    let locked = locked.with_context(|| format!("{} cannot be locked: check its permissions", path.display()))?;
    match locked.try_lock() {
        Err(TryLockError::WouldBlock) => {
            bail!("another task is running in {}: wait until it has finished", path.display())
        }
        // Some file systems, such as NFS, cannot lock folders. The task then continues without a lock, as cargo does.
        _ => Ok(locked),
    }
}

/// Locks a folder without waiting. Returns `None` if another process holds the lock, or if the folder cannot be locked.
pub fn try_lock_folder(path: &Path) -> Option<File> {
    let locked = open_folder(path).ok()?;
    locked.try_lock().ok().map(|()| locked)
}

/// The folder itself is locked, because an update may replace any file in it.
#[cfg(unix)]
fn open_folder(folder: &Path) -> io::Result<File> {
    File::open(folder)
}

#[cfg(not(unix))]
fn open_folder(folder: &Path) -> io::Result<File> {
    File::options().create(true).append(true).open(folder.join(FILE))
}
