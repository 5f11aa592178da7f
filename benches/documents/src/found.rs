//! Finds the files that may be documents.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use walkdir::WalkDir;

const EXTENSIONS: [&str; 3] = ["json", "yaml", "yml"];

#[derive(Debug, Clone)]
pub struct File {
    pub path: PathBuf,
    /// Whether the command line names this file itself. Such a file has to be a document.
    pub is_named: bool,
    /// The provider of the document. For a file in a named folder, this is the path up to the first part that differs
    /// among the files of that folder.
    pub provider: PathBuf,
}

/// Returns the files that `paths` names, and the files in the folders that it names. The files of a folder are sorted.
///
/// # Errors
/// Returns an error if a path does not exist or cannot be read.
pub fn files(paths: &[PathBuf]) -> Result<Vec<File>> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            files.extend(files_in_folder(path)?);
        } else {
            path.metadata().with_context(|| format!("{} cannot be read", path.display()))?;
            files.push(File { path: path.clone(), is_named: true, provider: path.clone() });
        }
    }
    Ok(files)
}

/// Returns the files in a folder and its subfolders that have the extension of a document, sorted by name.
fn files_in_folder(folder: &Path) -> Result<Vec<File>> {
    let mut paths = Vec::new();
    for entry in WalkDir::new(folder).sort_by_file_name() {
        let entry = entry.with_context(|| format!("{} cannot be read", folder.display()))?;
        let has_extension =
            entry.path().extension().is_some_and(|it| EXTENSIONS.iter().any(|extension| it == *extension));
        if has_extension && entry.file_type().is_file() {
            paths.push(entry.into_path());
        }
    }
    let common = count_common_components(&paths);
    let file = |path: PathBuf| {
        let provider = path.components().take(common + 1).collect();
        File { path, is_named: false, provider }
    };
    Ok(paths.into_iter().map(file).collect())
}

fn count_common_components(paths: &[PathBuf]) -> usize {
    let Some((first, others)) = paths.split_first() else { return 0 };
    let alike = |other: &PathBuf| first.components().zip(other.components()).take_while(|(a, b)| a == b).count();
    // If there is only one file, its provider is the file name.
    others.iter().map(alike).min().unwrap_or_else(|| first.components().count().saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn provider_is_the_first_folder_in_which_the_document_paths_differ() {
        let folder = tempfile::tempdir().expect("should be made");
        for path in ["api/x/1/a.json", "api/x/2/a.yaml", "api/y.yml", "api/z.txt"] {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().expect("should have one")).expect("should be made");
            fs::write(path, "").expect("should be written");
        }
        let providers = |below: &str| {
            let files = files(&[folder.path().join(below)]).expect("should be found");
            let shown = |file: File| file.provider.strip_prefix(folder.path()).expect("should be in it").to_owned();
            Vec::from_iter(files.into_iter().map(shown))
        };
        assert_eq!(providers(""), ["api/x", "api/x", "api/y.yml"].map(PathBuf::from));
        assert_eq!(providers("api/x/1"), [PathBuf::from("api/x/1/a.json")]);
    }
}
