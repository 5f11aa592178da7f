//! A temporary folder for the files of a new client. It is created beside the client's folder, and renamed to it once
//! all files are written. The client therefore never exists in part.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

use perennial_codegen::input;
use tempfile::TempDir;

use crate::lock;

const PREFIX: &str = ".new-";
/// The text of the folder's `.gitignore`. If `new` is killed, this file keeps git from adding the folder, and the next
/// run of `new` recognises the folder by it and removes it.
const IGNORED: &str =
    "# `cargo perennial new` was interrupted while it wrote a client here. Its next run removes this folder.\n*\n";
const CLIENT: &str = "client";

/// A staging folder, which is removed on drop.
#[derive(Debug)]
pub struct StagingFolder {
    folder: TempDir,
    /// The lock that shows other processes that the folder is in use. It ends with this process.
    _lock: Option<File>,
}

impl StagingFolder {
    /// Creates a folder in `parent`. Also removes the folders that killed runs left there.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be created.
    pub fn new(parent: &Path) -> io::Result<Self> {
        remove_abandoned_folders(parent);
        let folder = tempfile::Builder::new().prefix(PREFIX).tempdir_in(parent)?;
        // The folder is locked before it contains a `.gitignore`, by which other processes recognise it as removable.
        let lock = lock::try_lock_folder(folder.path());
        fs::write(folder.path().join(".gitignore"), IGNORED)?;
        fs::create_dir(folder.path().join(CLIENT))?;
        Ok(Self { folder, _lock: lock })
    }

    pub fn client_folder(&self) -> PathBuf {
        self.folder.path().join(CLIENT)
    }
}

/// Removes the folders that killed runs left behind. Ignores folders that cannot be removed.
fn remove_abandoned_folders(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let path = entry.path();
        let is_named = entry.file_name().to_string_lossy().starts_with(PREFIX);
        let is_folder = entry.file_type().is_ok_and(|found| found.is_dir());
        if is_named
            && is_folder
            && is_marked(&path)
            && let Some(_lock) = lock::try_lock_folder(&path)
        {
            let client = path.join(CLIENT);
            let _ = fs::remove_dir_all(&client);
            // The `.gitignore` is removed last, because the folder would not be recognised without it.
            if !client.exists() {
                let _ = fs::remove_dir_all(&path);
            }
        }
    }
}

fn is_marked(folder: &Path) -> bool {
    input::read_text(&folder.join(".gitignore")).is_ok_and(|found| found.as_deref() == Some(IGNORED))
}
