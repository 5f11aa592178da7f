//! The folder in which the files of a new client are until all are written. It is beside the client, which appears by one rename.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};

use perennial_codegen::input;
use tempfile::TempDir;

use crate::lock;

const PREFIX: &str = ".new-";
/// The `.gitignore` of the folder, which also marks it: nothing of a folder that is left behind gets into a repository.
const IGNORED: &str =
    "# `cargo perennial new` wrote a client here and was stopped. Its next run removes this folder.\n*\n";
const CLIENT: &str = "client";

/// A folder that is removed when this is dropped.
#[derive(Debug)]
pub struct Staging {
    folder: TempDir,
    /// Keeps others from removing the folder, until the end of the process at the latest.
    _lock: Option<File>,
}

impl Staging {
    /// Makes a folder in `parent`, and removes those that others left behind there.
    ///
    /// # Errors
    /// A folder that cannot be made.
    pub fn new(parent: &Path) -> io::Result<Self> {
        remove_stale(parent);
        let folder = tempfile::Builder::new().prefix(PREFIX).tempdir_in(parent)?;
        // Others know the folder by its `.gitignore`, so that has to come after the lock.
        let lock = lock::if_free(folder.path());
        fs::write(folder.path().join(".gitignore"), IGNORED)?;
        fs::create_dir(folder.path().join(CLIENT))?;
        Ok(Self { folder, _lock: lock })
    }

    /// The folder for the files of the client.
    pub fn client(&self) -> PathBuf {
        self.folder.path().join(CLIENT)
    }
}

/// Removes the folders that runs left behind which were killed. One that cannot be removed stays.
fn remove_stale(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let path = entry.path();
        let is_named = entry.file_name().to_string_lossy().starts_with(PREFIX);
        let is_folder = entry.file_type().is_ok_and(|found| found.is_dir());
        if is_named
            && is_folder
            && is_marked(&path)
            && let Some(_lock) = lock::if_free(&path)
        {
            let client = path.join(CLIENT);
            let _ = fs::remove_dir_all(&client);
            // The mark is the last to go.
            if !client.exists() {
                let _ = fs::remove_dir_all(&path);
            }
        }
    }
}

fn is_marked(folder: &Path) -> bool {
    input::read_text(&folder.join(".gitignore")).is_ok_and(|found| found.as_deref() == Some(IGNORED))
}
