//! Copies the workspace to another folder, where an update verifies the new document.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result};
use walkdir::WalkDir;

use crate::write::FileChange;

/// Makes `to` a copy of the workspace at `from`. The copy contains the files in `sources`. For the files in `replaced`,
/// it contains different text. The paths in `replaced` may be relative to `from`.
///
/// cargo rebuilds a file when its modification time changes. A file that already has the right text is therefore not
/// written, so that cargo builds only what differs from the last copy. That may have been the copy of another workspace
/// with the same target folder. A new file gets the modification time of its original, so that a first copy reuses what
/// was built from the original.
///
/// # Errors
/// Returns an error if a file cannot be read or written.
pub fn mirror_workspace(
    from: &Path,
    to: &Path,
    sources: &BTreeSet<PathBuf>,
    replaced: &[FileChange<'_>],
) -> Result<()> {
    let mut retained = BTreeSet::new();
    for FileChange { path, text } in replaced {
        let copy = to.join(from.join(path).strip_prefix(from)?);
        write_if_changed(text.as_bytes(), &copy).with_context(|| format!("{} cannot be written", copy.display()))?;
        retained.insert(copy);
    }
    for source in sources {
        let copy = to.join(source.strip_prefix(from)?);
        if retained.insert(copy.clone()) {
            copy_file(source, &copy).with_context(|| format!("{} cannot be copied", source.display()))?;
        }
    }
    remove_other_files(to, &retained)
}

fn copy_file(source: &Path, copy: &Path) -> std::io::Result<()> {
    let is_new = !copy.exists();
    write_if_changed(&fs::read(source)?, copy)?;
    make_executable_as(source, copy)?;
    if is_new {
        let time = fs::metadata(source)?.modified()?;
        fs::File::options().append(true).open(copy)?.set_modified(time)?;
    }
    Ok(())
}

/// Makes a copied file executable if its source is, because a build script may run it.
#[cfg(unix)]
fn make_executable_as(source: &Path, copy: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    const EXECUTABLE: u32 = 0o111;
    let mode = |path| fs::metadata(path).map(|found| found.permissions().mode());
    let (source, present) = (mode(source)?, mode(copy)?);
    let wanted = present & !EXECUTABLE | source & EXECUTABLE;
    if wanted == present { Ok(()) } else { fs::set_permissions(copy, fs::Permissions::from_mode(wanted)) }
}

#[cfg(not(unix))]
fn make_executable_as(_: &Path, _: &Path) -> std::io::Result<()> {
    Ok(())
}

fn write_if_changed(text: &[u8], path: &Path) -> std::io::Result<()> {
    if fs::read(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    path.parent().map_or(Ok(()), fs::create_dir_all)?;
    fs::write(path, text)
}

fn remove_other_files(folder: &Path, retained: &BTreeSet<PathBuf>) -> Result<()> {
    for entry in WalkDir::new(folder).contents_first(true) {
        let entry = entry.context("the copy of the workspace cannot be read")?;
        let path = entry.path();
        if entry.file_type().is_dir() {
            // This fails for a folder that still contains files. A folder like this is needed anyway.
            let _ = fs::remove_dir(path);
        } else if !retained.contains(path) {
            fs::remove_file(path).with_context(|| format!("{} cannot be removed", path.display()))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, SystemTime};

    use super::*;
    use crate::{lock, sources::WorkspaceSources};

    /// Makes `to` a copy of the workspace at `from`, which is not in a git repository.
    fn mirror_workspace(from: &Path, to: &Path, replaced: &[(&str, &str)]) {
        let others = [from.join(".cargo")];
        let sources = WorkspaceSources { root: from, target: &from.join("target"), manifests: &[], others: &others };
        let replaced: Vec<_> = replaced.iter().map(|(name, text)| FileChange { path: Path::new(name), text }).collect();
        super::mirror_workspace(from, to, &sources.list_files().expect("should be read"), &replaced)
            .expect("should be copied");
    }

    fn write(root: &Path, path: &str, text: &str) {
        let path = root.join(path);
        fs::create_dir_all(path.parent().expect("should have one")).expect("should be made");
        fs::write(path, text).expect("should be written");
    }

    #[test]
    fn verification_copy_contains_only_sources_and_document() {
        let folder = tempfile::tempdir().expect("should be made");
        let (from, to) = (folder.path().join("from"), folder.path().join("to"));
        ["src/lib.rs", "openapi.json", lock::FILE].iter().for_each(|path| write(&from, path, "old"));
        ["stale/lib.rs", "src/stale.rs"].iter().for_each(|path| write(&to, path, ""));
        mirror_workspace(&from, &to, &[("openapi.json", "new")]);
        let text = |folder: &Path, path: &str| fs::read_to_string(folder.join(path)).ok();
        assert_eq!(text(&to, "src/lib.rs").as_deref(), Some("old"));
        assert_eq!(text(&to, "openapi.json").as_deref(), Some("new"));
        assert_eq!(text(&from, "openapi.json").as_deref(), Some("old"));
        for left_out in [lock::FILE, "stale", "src/stale.rs"] {
            assert!(!to.join(left_out).exists(), "{left_out}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn verification_copy_of_a_file_keeps_its_executable_bit() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().expect("should be made");
        let (from, to) = (folder.path().join("from"), folder.path().join("to"));
        write(&from, "build.sh", "");
        for mode in [0o755, 0o644, 0o555, 0o444] {
            let permissions = fs::Permissions::from_mode(mode);
            fs::set_permissions(from.join("build.sh"), permissions).expect("should be set");
            mirror_workspace(&from, &to, &[]);
            let copy = fs::metadata(to.join("build.sh")).expect("should be there").permissions().mode();
            assert_eq!((copy & 0o111, copy & 0o200), (mode & 0o111, 0o200), "{mode:o}");
        }
    }

    #[test]
    fn file_added_to_the_verification_copy_keeps_its_modification_time() {
        let folder = tempfile::tempdir().expect("should be made");
        let (from, to) = (folder.path().join("from"), folder.path().join("to"));
        let long_ago = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
        write(&from, "src/lib.rs", "text");
        let original = fs::File::options().append(true).open(from.join("src/lib.rs")).expect("should be there");
        original.set_modified(long_ago).expect("should be set");
        mirror_workspace(&from, &to, &[]);
        let copy = fs::metadata(to.join("src/lib.rs")).and_then(|file| file.modified());
        assert_eq!(copy.expect("should be there"), long_ago);
    }

    #[test]
    fn unchanged_file_in_the_verification_copy_is_not_written_again() {
        let folder = tempfile::tempdir().expect("should be made");
        let (from, to) = (folder.path().join("from"), folder.path().join("to"));
        let long_ago = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
        let age =
            |path: &Path| fs::File::options().append(true).open(path).and_then(|file| file.set_modified(long_ago));
        let is_new = |path: &str| {
            fs::metadata(to.join(path)).and_then(|file| file.modified()).expect("should be there") != long_ago
        };
        let files = ["same.rs", "other.rs", "openapi.json"];
        files.iter().for_each(|path| write(&from, path, "old"));
        mirror_workspace(&from, &to, &[("openapi.json", "document")]);
        files.iter().for_each(|path| age(&to.join(path)).expect("should be set"));
        write(&from, "other.rs", "new");
        age(&from.join("other.rs")).expect("should be set");
        mirror_workspace(&from, &to, &[("openapi.json", "document")]);
        assert_eq!(files.map(is_new), [false, true, false]);
    }
}
