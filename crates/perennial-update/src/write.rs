//! Replaces files so that readers see either the old or the new text, and nothing in between.

use std::{
    fs,
    io::Write as _,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, bail};
use tempfile::NamedTempFile;

/// The prefix of temporary files' names, which `.gitignore` lists.
const PREFIX: &str = ".openapi.json.";
const SUFFIX: &str = ".tmp";

/// Checks that the file at `path` may be replaced.
///
/// # Errors
/// Returns an error if the file is read-only, or is a link to a missing file. Both are probably intended, so they are
/// not undone here.
pub fn check_replaceable(path: &Path) -> Result<()> {
    let shown = path.display();
    match fs::metadata(path) {
        Ok(metadata) if metadata.permissions().readonly() => {
            bail!("{shown} is read-only: make it writable (`chmod u+w`) so that it can be replaced")
        }
        Err(error) if path.is_symlink() => {
            bail!("{shown} is a link to a file that does not exist ({error}): create the file, or remove the link")
        }
        _ => Ok(()),
    }
}

#[derive(Debug, Clone, Copy)]
pub struct FileChange<'a> {
    pub path: &'a Path,
    /// The complete new text.
    pub text: &'a str,
}

/// Replaces files in this order. At any time, each file contains either its old or its new text, even if this process
/// is killed.
///
/// All new texts are first written to temporary files, and then each file is replaced by a rename. Once the last file
/// has its new text, all others therefore have theirs.
///
/// # Errors
/// Returns an error if a folder or file cannot be written. The last file is then unchanged. The others are unchanged as
/// well unless a rename failed.
pub fn replace_files(changes: &[FileChange<'_>]) -> Result<()> {
    changes.iter().try_for_each(|change| check_replaceable(change.path))?;
    let staged = stage_all(changes)?;
    staged.into_iter().try_for_each(|StagedFile { temporary, path }| {
        temporary.persist(&path).map(drop).with_context(|| cannot_write(&path))
    })
}

/// A temporary file with the new text. It is deleted on drop unless it has replaced its target.
struct StagedFile {
    temporary: NamedTempFile,
    path: PathBuf,
}

/// Writes all new texts to temporary files, each beside the file to replace.
fn stage_all(changes: &[FileChange<'_>]) -> Result<Vec<StagedFile>> {
    changes.iter().map(|change| stage(change).with_context(|| cannot_write(change.path))).collect()
}

fn cannot_write(path: &Path) -> String {
    format!("{} cannot be written: check its permissions and the free disk space", path.display())
}

/// Writes a new text to a temporary file. If the path is a link, the file to replace is the link's target.
fn stage(FileChange { path, text }: &FileChange<'_>) -> Result<StagedFile> {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let folder = path.parent().context("its path has no parent folder")?;
    fs::create_dir_all(folder).with_context(|| format!("{} cannot be created", folder.display()))?;
    let mut file = tempfile::Builder::new();
    // As for any new file, the umask restricts these permissions.
    #[cfg(unix)]
    file.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = file.prefix(PREFIX).suffix(SUFFIX).tempfile_in(folder)?;
    file.write_all(text.as_bytes())?;
    if let Ok(old) = fs::metadata(&path) {
        file.as_file().set_permissions(old.permissions())?;
    }
    file.as_file().sync_all()?;
    Ok(StagedFile { temporary: file, path })
}

/// Removes the temporary files that a killed update left in `folder`.
pub fn remove_leftovers(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        if name.to_str().is_some_and(|name| name.starts_with(PREFIX) && name.ends_with(SUFFIX)) {
            // A failure is ignored, because new temporary files get other names.
            let _ = fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{
        sync::atomic::{AtomicBool, Ordering},
        thread,
    };

    use super::*;

    fn replace(path: &Path, text: &str) -> Result<()> {
        replace_files(&[FileChange { path, text }])
    }

    #[test]
    fn readers_see_the_old_or_the_new_text_while_a_file_is_replaced() {
        let folder = tempfile::tempdir().expect("should be made");
        let path = folder.path().join("openapi.json");
        let texts = ["a".repeat(200_000), "b".repeat(300_000)];
        replace(&path, &texts[0]).expect("should be written");
        let done = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                for round in 0..40 {
                    replace(&path, &texts[round % 2]).expect("should be written");
                }
                done.store(true, Ordering::Release);
            });
            while !done.load(Ordering::Acquire) {
                let found = fs::read_to_string(&path).expect("should always be there");
                assert!(texts.contains(&found), "{} bytes", found.len());
            }
        });
    }

    #[test]
    fn removes_only_temporary_files_that_a_killed_update_left() {
        let folder = tempfile::tempdir().expect("should be made");
        for name in [".openapi.json.x7Yz.tmp", "Cargo.toml", "openapi.json"] {
            fs::write(folder.path().join(name), "").expect("should be written");
        }
        remove_leftovers(folder.path());
        let mut names: Vec<_> =
            fs::read_dir(folder.path()).expect("should be read").flatten().map(|entry| entry.file_name()).collect();
        names.sort();
        assert_eq!(names, ["Cargo.toml", "openapi.json"]);
    }

    #[cfg(unix)]
    #[test]
    fn replaced_file_keeps_its_permissions() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().expect("should be made");
        let path = folder.path().join("openapi.json");
        let mode = || fs::metadata(&path).expect("should be there").permissions().mode() & 0o777;
        replace(&path, "{}").expect("should be written");
        assert_eq!(mode(), 0o644);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o664)).expect("should be set");
        replace(&path, "{}").expect("should be written");
        assert_eq!(mode(), 0o664);
    }

    #[cfg(unix)]
    #[test]
    fn replacing_a_symbolic_link_replaces_the_file_it_refers_to() {
        let folder = tempfile::tempdir().expect("should be made");
        let (path, target) = (folder.path().join("openapi.json"), folder.path().join("elsewhere.json"));
        std::os::unix::fs::symlink(&target, &path).expect("should be made");
        let message = replace(&path, "new").expect_err("should fail").to_string();
        assert!(message.contains("openapi.json is a link to a file that does not exist"), "{message}");
        assert!(path.is_symlink() && !target.exists());
        fs::write(&target, "old").expect("should be written");
        replace(&path, "new").expect("should be written");
        assert!(path.is_symlink());
        assert_eq!(fs::read_to_string(&target).expect("should be there"), "new");
    }

    #[test]
    fn error_about_a_folder_that_cannot_be_created_names_the_file() {
        let folder = tempfile::tempdir().expect("should be made");
        let path = folder.path().join("client.rs");
        fs::write(&path, "a file").expect("should be written");
        let message = replace(&path.join("client.rs"), "new").expect_err("should fail").to_string();
        assert!(message.contains("client.rs/client.rs cannot be written"), "{message}");
    }

    #[test]
    fn no_file_is_replaced_if_one_new_text_cannot_be_written() {
        let folder = tempfile::tempdir().expect("should be made");
        let first = folder.path().join("public-api.txt");
        fs::write(&first, "old").expect("should be written");
        let last = first.join("openapi.json");
        replace_files(&[FileChange { path: &first, text: "new" }, FileChange { path: &last, text: "new" }])
            .expect_err("should fail");
        assert_eq!(fs::read_to_string(&first).expect("should be there"), "old");
        let names: Vec<_> =
            fs::read_dir(folder.path()).expect("should be read").flatten().map(|entry| entry.file_name()).collect();
        assert_eq!(names, ["public-api.txt"]);
    }

    #[test]
    fn the_last_file_of_an_update_is_replaced_last() {
        let folder = tempfile::tempdir().expect("should be made");
        let (first, last) = (folder.path().join("public-api.txt"), folder.path().join("openapi.json"));
        let changes = [FileChange { path: &first, text: "new" }, FileChange { path: &last, text: "new" }];
        // This file cannot be replaced, because its path is a folder that is not empty.
        fs::create_dir_all(last.join("in the way")).expect("should be made");
        let message = replace_files(&changes).expect_err("should fail").to_string();
        assert!(message.contains("openapi.json cannot be written"), "{message}");
        assert_eq!(fs::read_to_string(&first).expect("should be there"), "new");
        fs::remove_dir_all(&last).expect("should be removed");
        fs::remove_file(&first).expect("should be removed");
        fs::create_dir_all(first.join("in the way")).expect("should be made");
        replace_files(&changes).expect_err("should fail");
        assert!(!last.exists());
    }
}
