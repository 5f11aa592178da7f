//! Puts a document in the place of the old one, whole or not at all.

use std::{fs, io::Write as _, path::Path};

use anyhow::{Context as _, Result};

const PREFIX: &str = ".openapi.json.";

/// Replaces the file at `path`: whoever reads it, and whenever this is killed, finds the old or the new text.
///
/// # Errors
/// A folder or file that cannot be written; the old file is there as it was.
pub fn atomically(path: &Path, text: &str) -> Result<()> {
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
    // The new name is on the disk when the folder is.
    #[cfg(unix)]
    fs::File::open(folder)?.sync_all()?;
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
    fn a_folder_that_is_not_there_is_an_error_that_names_the_file() {
        let folder = tempfile::tempdir().expect("should be made");
        let told = atomically(&folder.path().join("gone/openapi.json"), "{}").expect_err("should fail").to_string();
        assert!(told.contains("gone/openapi.json"), "{told}");
    }
}
