//! Lists the files from which a workspace is built, according to git. Files that git ignores are not copied for a
//! verification.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result};
use walkdir::{DirEntry, WalkDir};

use crate::{git::Repository, lock};

/// The parts of a workspace that determine which files a copy of it needs.
#[derive(Debug, Clone, Copy)]
pub struct WorkspaceSources<'a> {
    pub root: &'a Path,
    pub target: &'a Path,
    /// The `Cargo.toml` of each package. If git ignores one of these files, all files in its folder are needed.
    pub manifests: &'a [PathBuf],
    /// Files and folders that are needed even if git ignores them.
    pub others: &'a [PathBuf],
}

impl WorkspaceSources<'_> {
    /// Returns the paths of all files that the copy needs. They are the files that git tracks or does not ignore.
    /// Without git, they are all files outside of hidden folders. Folders in which cargo builds are excluded.
    ///
    /// # Errors
    /// Returns an error if a folder cannot be read.
    pub fn list_files(self) -> Result<BTreeSet<PathBuf>> {
        let mut files = BTreeSet::new();
        add_unignored(self.root, &mut files)?;
        // If a surrounding repository ignores the whole workspace, git lists none of its files. They are added here.
        for manifest in [self.root.join("Cargo.toml")].iter().chain(self.manifests) {
            if let (false, Some(package)) = (files.contains(manifest), manifest.parent()) {
                add_all(package, &mut files)?;
            }
        }
        self.others.iter().try_for_each(|path| add_all(path, &mut files))?;
        let folders: BTreeSet<&Path> = files.iter().flat_map(|file| file.ancestors().skip(1)).collect();
        let is_left_out = |folder: &&Path| folder.starts_with(self.root) && *folder != self.root && is_built(folder);
        let built: Vec<PathBuf> = folders.into_iter().filter(is_left_out).map(Path::to_owned).collect();
        files.retain(|file| {
            let is_built = file.starts_with(self.target) || built.iter().any(|folder| file.starts_with(folder));
            // A link to a folder is skipped. It may point out of the workspace, or back into it.
            !is_built && file.starts_with(self.root) && !file.ends_with(lock::FILE) && file.is_file()
        });
        Ok(files)
    }
}

fn add_unignored(folder: &Path, files: &mut BTreeSet<PathBuf>) -> Result<()> {
    // If no repository can be read, no file counts as ignored.
    let Ok(listed) = Repository::containing(folder).list_files() else { return add_all(folder, files) };
    for path in listed {
        let path = folder.join(path);
        // git lists a nested repository as a single entry. Its files are listed separately.
        if path.symlink_metadata().is_ok_and(|found| found.is_dir()) {
            add_unignored(&path, files)?;
        } else {
            files.insert(path);
        }
    }
    Ok(())
}

/// Adds all files at `path`, except files in hidden folders and in folders in which cargo builds.
fn add_all(path: &Path, files: &mut BTreeSet<PathBuf>) -> Result<()> {
    let is_source = |entry: &DirEntry| {
        let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
        entry.depth() == 0 || !entry.file_type().is_dir() || !is_hidden && !is_built(entry.path())
    };
    let entries = path.exists().then(|| WalkDir::new(path).into_iter().filter_entry(is_source));
    for entry in entries.into_iter().flatten() {
        files.insert(entry.context("the workspace cannot be read")?.into_path());
    }
    Ok(())
}

/// Checks whether a folder contains `CACHEDIR.TAG`, with which cargo and other tools mark folders that can be deleted.
fn is_built(folder: &Path) -> bool {
    folder.join("CACHEDIR.TAG").exists()
}
