//! The files that are tried.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result};
use walkdir::WalkDir;

const EXTENSIONS: [&str; 3] = ["json", "yaml", "yml"];

/// A file that may be a document.
#[derive(Debug, Clone)]
pub struct File {
    /// The file.
    pub path: PathBuf,
    /// Set if it was named, and so has to be a document.
    pub is_named: bool,
    /// Who publishes it: the first part of its path that is not the same for all in its folder.
    pub provider: OsString,
}

/// The files that `paths` name, and those in the folders among them, sorted.
///
/// # Errors
/// A path at which there is nothing, or that cannot be read.
pub fn files(paths: &[PathBuf]) -> Result<Vec<File>> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            files.extend(in_folder(path)?);
        } else {
            path.metadata().with_context(|| format!("{} cannot be read", path.display()))?;
            files.push(File { path: path.clone(), is_named: true, provider: path.clone().into() });
        }
    }
    Ok(files)
}

fn in_folder(folder: &Path) -> Result<Vec<File>> {
    let mut paths = Vec::new();
    for entry in WalkDir::new(folder).sort_by_file_name() {
        let entry = entry.with_context(|| format!("{} cannot be read", folder.display()))?;
        let is_one = entry.path().extension().is_some_and(|it| EXTENSIONS.iter().any(|extension| it == *extension));
        if is_one && entry.file_type().is_file() {
            paths.push(entry.into_path());
        }
    }
    let common = common(&paths);
    let file = |path: PathBuf| {
        let provider = path.components().nth(common).map(|part| part.as_os_str().to_owned()).unwrap_or_default();
        File { path, is_named: false, provider }
    };
    Ok(paths.into_iter().map(file).collect())
}

/// How many parts all paths begin with.
fn common(paths: &[PathBuf]) -> usize {
    let Some((first, others)) = paths.split_first() else { return 0 };
    let alike = |other: &PathBuf| first.components().zip(other.components()).take_while(|(a, b)| a == b).count();
    others.iter().map(alike).min().unwrap_or_default()
}
