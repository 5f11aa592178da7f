//! Puts a document in the place of the old one, whole or not at all.

use std::{fs, io::Write as _, path::Path};

use anyhow::{Context as _, Result, bail};

const PREFIX: &str = ".openapi.json.";

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

/// Replaces the file at `path`: whoever reads it, and whenever this is killed, finds the old or the new text.
///
/// # Errors
/// A folder or file that cannot be written; the old file is there as it was.
pub fn atomically(path: &Path, text: &str) -> Result<()> {
    check(path)?;
    replace(path, text)
        .with_context(|| format!("{} cannot be written: check its permissions and the space left", path.display()))
}

fn replace(path: &Path, text: &str) -> Result<()> {
    // A link stays a link to the file that is replaced.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = path.parent().context("it is in no folder")?;
    remove_leftovers(folder);
    let mut file = tempfile::Builder::new().prefix(PREFIX).suffix(".tmp").tempfile_in(folder)?;
    file.write_all(text.as_bytes())?;
    keep_permissions(file.as_file(), &path)?;
    file.as_file().sync_all()?;
    file.persist(&path)?;
    // The new name is on the disk when the folder is. The file is replaced even if that cannot be waited for.
    #[cfg(unix)]
    let _ = fs::File::open(folder).and_then(|folder| folder.sync_all());
    Ok(())
}

/// Gives `new` the permissions of the old file, or where there is none, those that let everyone read it.
fn keep_permissions(new: &fs::File, old: &Path) -> std::io::Result<()> {
    if let Ok(metadata) = fs::metadata(old) {
        return new.set_permissions(metadata.permissions());
    }
    #[cfg(unix)]
    new.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o644))?;
    Ok(())
}

/// What an update that was killed at this point left behind.
fn remove_leftovers(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        if name.to_str().is_some_and(|name| name.starts_with(PREFIX) && name.ends_with(".tmp")) {
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

    #[test]
    fn a_reader_finds_the_old_or_the_new_text_and_never_a_part() {
        let folder = tempfile::tempdir().expect("should be made");
        let path = folder.path().join("openapi.json");
        let texts = ["a".repeat(200_000), "b".repeat(300_000)];
        atomically(&path, &texts[0]).expect("should be written");
        let done = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                for round in 0..40 {
                    atomically(&path, &texts[round % 2]).expect("should be written");
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
        for name in [".openapi.json.x7Yz.tmp", "Cargo.toml"] {
            fs::write(folder.path().join(name), "").expect("should be written");
        }
        atomically(&folder.path().join("openapi.json"), "{}").expect("should be written");
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
        atomically(&path, "{}").expect("should be written");
        assert_eq!(mode(), 0o644);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o664)).expect("should be set");
        atomically(&path, "{}").expect("should be written");
        assert_eq!(mode(), 0o664);
    }

    #[test]
    fn a_read_only_file_is_not_replaced_and_the_remedy_is_named() {
        let folder = tempfile::tempdir().expect("should be made");
        let path = folder.path().join("openapi.json");
        fs::write(&path, "old").expect("should be written");
        let mut permissions = fs::metadata(&path).expect("should be there").permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).expect("should be set");
        let message = atomically(&path, "new").expect_err("should fail").to_string();
        assert!(message.contains("openapi.json is read-only: make it writable"), "{message}");
        assert_eq!(fs::read_to_string(&path).expect("should be there"), "old");
    }

    #[cfg(unix)]
    #[test]
    fn a_dangling_link_is_not_replaced_and_a_link_to_a_file_stays_one() {
        let folder = tempfile::tempdir().expect("should be made");
        let (path, target) = (folder.path().join("openapi.json"), folder.path().join("elsewhere.json"));
        std::os::unix::fs::symlink(&target, &path).expect("should be made");
        let message = atomically(&path, "new").expect_err("should fail").to_string();
        assert!(message.contains("openapi.json is a link that leads to no file"), "{message}");
        assert!(path.is_symlink() && !target.exists());
        fs::write(&target, "old").expect("should be written");
        atomically(&path, "new").expect("should be written");
        assert!(path.is_symlink());
        assert_eq!(fs::read_to_string(&target).expect("should be there"), "new");
    }

    #[test]
    fn a_folder_that_is_not_there_is_an_error_that_names_the_file() {
        let folder = tempfile::tempdir().expect("should be made");
        let message = atomically(&folder.path().join("gone/openapi.json"), "{}").expect_err("should fail").to_string();
        assert!(message.contains("gone/openapi.json"), "{message}");
    }
}
