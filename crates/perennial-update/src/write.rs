//! Puts new files in the place of the old ones, whole or not at all.

use std::{
    fs,
    io::Write as _,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result, bail};
use tempfile::NamedTempFile;

/// Of the names under which new texts wait; `.gitignore` has them.
const PREFIX: &str = ".openapi.json.";
const SUFFIX: &str = ".tmp";

/// Makes sure that the file at `path` may be replaced.
///
/// # Errors
/// A file that is read-only, and a link to a file that does not exist: someone made it so, and it is theirs to undo.
pub fn check(path: &Path) -> Result<()> {
    let shown = path.display();
    match fs::metadata(path) {
        Ok(metadata) if metadata.permissions().readonly() => {
            bail!("{shown} is read-only: make it writable (`chmod u+w`) if it is to be replaced")
        }
        Err(error) if path.is_symlink() => bail!(
            "{shown} is a link that leads to no file ({error}): create the file that it names, or remove the link"
        ),
        _ => Ok(()),
    }
}

/// The new text of a file.
#[derive(Debug, Clone, Copy)]
pub struct Change<'a> {
    /// The file.
    pub path: &'a Path,
    /// All of its new text.
    pub text: &'a str,
}

/// Replaces files in this order: readers always find the old or the new text, even if this is killed.
///
/// All new texts are written to disk before the first file is replaced. The files are then replaced in order, each by a rename.
/// So if the last file has its new text, all of them do.
///
/// # Errors
/// A folder or file that cannot be written. The last file is there as it was, and so are the others, unless it is a
/// rename that fails.
pub fn atomically(changes: &[Change<'_>]) -> Result<()> {
    changes.iter().try_for_each(|change| check(change.path))?;
    let staged = all_staged(changes)?;
    staged.into_iter().try_for_each(|(file, path)| file.persist(&path).map(drop).with_context(|| cannot(&path)))
}

/// The new texts on the disk, each beside the file that it is to replace.
fn all_staged(changes: &[Change<'_>]) -> Result<Vec<(NamedTempFile, PathBuf)>> {
    changes.iter().map(|change| staged(change).with_context(|| cannot(change.path))).collect()
}

fn cannot(path: &Path) -> String {
    format!("{} cannot be written: check its permissions and the space left", path.display())
}

/// A new text on the disk, under another name, and the file that it is to replace: a link stays a link to it. It is removed
/// if nothing comes of it.
fn staged(Change { path, text }: &Change<'_>) -> Result<(NamedTempFile, PathBuf)> {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let folder = path.parent().context("it is in no folder")?;
    fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    let mut file = tempfile::Builder::new();
    // Less what the umask takes from any new file.
    #[cfg(unix)]
    file.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = file.prefix(PREFIX).suffix(SUFFIX).tempfile_in(folder)?;
    file.write_all(text.as_bytes())?;
    if let Ok(old) = fs::metadata(&path) {
        file.as_file().set_permissions(old.permissions())?;
    }
    file.as_file().sync_all()?;
    Ok((file, path))
}

/// Removes from a folder what an update left behind that was killed before it replaced all files.
pub fn remove_leftovers(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        if name.to_str().is_some_and(|name| name.starts_with(PREFIX) && name.ends_with(SUFFIX)) {
            // Another name is taken where it cannot be removed.
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
        atomically(&[Change { path, text }])
    }

    #[test]
    fn a_reader_finds_the_old_or_the_new_text_and_never_a_part() {
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
    fn what_a_killed_update_left_behind_is_removed_and_nothing_else() {
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
    fn the_permissions_stay_those_of_the_old_file() {
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
    fn a_dangling_link_is_not_replaced_and_a_link_to_a_file_stays_one() {
        let folder = tempfile::tempdir().expect("should be made");
        let (path, target) = (folder.path().join("openapi.json"), folder.path().join("elsewhere.json"));
        std::os::unix::fs::symlink(&target, &path).expect("should be made");
        let message = replace(&path, "new").expect_err("should fail").to_string();
        assert!(message.contains("openapi.json is a link that leads to no file"), "{message}");
        assert!(path.is_symlink() && !target.exists());
        fs::write(&target, "old").expect("should be written");
        replace(&path, "new").expect("should be written");
        assert!(path.is_symlink());
        assert_eq!(fs::read_to_string(&target).expect("should be there"), "new");
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_an_error_that_names_the_file() {
        let folder = tempfile::tempdir().expect("should be made");
        let path = folder.path().join("client.rs");
        fs::write(&path, "a file").expect("should be written");
        let message = replace(&path.join("client.rs"), "new").expect_err("should fail").to_string();
        assert!(message.contains("client.rs/client.rs cannot be written"), "{message}");
    }

    #[test]
    fn no_file_is_replaced_unless_all_new_texts_are_on_the_disk() {
        let folder = tempfile::tempdir().expect("should be made");
        let first = folder.path().join("public-api.txt");
        fs::write(&first, "old").expect("should be written");
        let last = first.join("openapi.json");
        atomically(&[Change { path: &first, text: "new" }, Change { path: &last, text: "new" }])
            .expect_err("should fail");
        assert_eq!(fs::read_to_string(&first).expect("should be there"), "old");
        let names: Vec<_> =
            fs::read_dir(folder.path()).expect("should be read").flatten().map(|entry| entry.file_name()).collect();
        assert_eq!(names, ["public-api.txt"]);
    }

    #[test]
    fn the_last_file_is_replaced_last() {
        let folder = tempfile::tempdir().expect("should be made");
        let (first, last) = (folder.path().join("public-api.txt"), folder.path().join("openapi.json"));
        let changes = [Change { path: &first, text: "new" }, Change { path: &last, text: "new" }];
        // Nothing can be renamed to a folder with something in it.
        fs::create_dir_all(last.join("in the way")).expect("should be made");
        let message = atomically(&changes).expect_err("should fail").to_string();
        assert!(message.contains("openapi.json cannot be written"), "{message}");
        assert_eq!(fs::read_to_string(&first).expect("should be there"), "new");
        fs::remove_dir_all(&last).expect("should be removed");
        fs::remove_file(&first).expect("should be removed");
        fs::create_dir_all(first.join("in the way")).expect("should be made");
        atomically(&changes).expect_err("should fail");
        assert!(!last.exists());
    }
}
