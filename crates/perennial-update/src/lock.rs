//! Locks folders, so that only one task works in a folder at a time.

use std::{
    fs::{self, File, TryLockError},
    io,
    path::Path,
};

use anyhow::{Context as _, Result, bail};

/// The file that is locked on systems where a folder cannot be. It is listed in `.gitignore`.
pub const FILE: &str = ".openapi.json.lock";

/// Locks a folder until the lock is dropped. A missing folder is created.
///
/// # Errors
/// Returns an error if another task is working in the folder, or if the folder cannot be opened.
pub fn lock_folder(path: &Path) -> Result<File> {
    let locked = fs::create_dir_all(path).and_then(|()| open_folder(path));
    let locked = locked.with_context(|| format!("{} cannot be locked: check its permissions", path.display()))?;
    match locked.try_lock() {
        Err(TryLockError::WouldBlock) => bail!("another task is at work in {}: wait for it", path.display()),
        // On a file system without locks of folders, such as NFS, other tasks are not excluded. The task continues, as
        // cargo does.
        _ => Ok(locked),
    }
}

/// Locks a folder if that is possible and no other process has locked it.
pub fn try_lock_folder(path: &Path) -> Option<File> {
    let locked = open_folder(path).ok()?;
    locked.try_lock().ok().map(|()| locked)
}

/// Opens the folder itself: a file in it may become another file while files are replaced.
#[cfg(unix)]
fn open_folder(folder: &Path) -> io::Result<File> {
    File::open(folder)
}

#[cfg(not(unix))]
fn open_folder(folder: &Path) -> io::Result<File> {
    File::options().create(true).append(true).open(folder.join(FILE))
}
