//! A copy of the workspace, in which a document is tried out.

use std::{
    collections::BTreeSet,
    ffi::OsStr,
    fs, io,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, Result};

/// Makes `to` a copy of the sources at `from`: without `target` and whatever else cargo has built, without git's
/// folder, and with `replaced` files: the name of each, and its text.
///
/// A file that has its text already is not touched. cargo goes by the times of files, and so builds again exactly what
/// changed since the last copy, even if that was one of another workspace that shares the target folder. A file that was
/// not there gets the time of its original, so that a first copy takes what was built of that.
///
/// # Errors
/// A file that cannot be read or written.
pub fn mirror(from: &Path, to: &Path, target: &Path, replaced: &[(&str, &str)]) -> Result<()> {
    let originals: Vec<PathBuf> = replaced.iter().map(|(name, _)| from.join(name)).collect();
    let left_out: Vec<&Path> = originals.iter().map(PathBuf::as_path).chain([target]).collect();
    let kept: Vec<&OsStr> = replaced.iter().map(|(name, _)| OsStr::new(*name)).collect();
    folder(from, to, &left_out, &kept)?;
    replaced.iter().try_for_each(|(name, text)| file(text.as_bytes(), &to.join(name)))
}

/// Copies what is not `left_out`, and leaves what is `kept`.
fn folder(from: &Path, to: &Path, left_out: &[&Path], kept: &[&OsStr]) -> Result<()> {
    if !to.is_dir() {
        fs::create_dir_all(to).with_context(|| format!("{} cannot be made", to.display()))?;
    }
    let mut kept: BTreeSet<&OsStr> = kept.iter().copied().collect();
    let entries = entries(from)?;
    for source in &entries {
        let Some(name) = source.file_name() else { continue };
        if left_out.contains(&source.as_path()) {
            continue;
        }
        if source.is_dir() {
            // A link to a folder may lead outside, or back here.
            if !source.is_symlink() && name != ".git" && !source.join("CACHEDIR.TAG").exists() {
                kept.insert(name);
                folder(source, &to.join(name), left_out, &[])?;
            }
        } else if source.is_file() {
            kept.insert(name);
            copy(source, &to.join(name))?;
        }
    }
    remove_others(to, &kept)
}

fn entries(folder: &Path) -> Result<Vec<std::path::PathBuf>> {
    let entries = fs::read_dir(folder).and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect());
    entries.with_context(|| format!("{} cannot be read", folder.display()))
}

fn copy(source: &Path, target: &Path) -> Result<()> {
    let cannot = || format!("{} cannot be read", source.display());
    let text = fs::read(source).with_context(cannot)?;
    let is_new = !target.exists();
    file(&text, target)?;
    if is_new {
        let time = fs::metadata(source).and_then(|file| file.modified()).with_context(cannot)?;
        let set = fs::File::options().append(true).open(target).and_then(|file| file.set_modified(time));
        set.with_context(|| format!("{} cannot be written", target.display()))?;
    }
    Ok(())
}

fn file(text: &[u8], target: &Path) -> Result<()> {
    if fs::read(target).is_ok_and(|old| old == text) {
        return Ok(());
    }
    fs::write(target, text).with_context(|| format!("{} cannot be written", target.display()))
}

fn remove_others(folder: &Path, kept: &BTreeSet<&OsStr>) -> Result<()> {
    for path in entries(folder)? {
        if path.file_name().is_some_and(|name| !kept.contains(name)) {
            remove(&path).with_context(|| format!("{} cannot be removed", path.display()))?;
        }
    }
    Ok(())
}

fn remove(path: &Path) -> io::Result<()> {
    if path.is_dir() && !path.is_symlink() { fs::remove_dir_all(path) } else { fs::remove_file(path) }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, SystemTime};

    use super::*;

    fn write(root: &Path, path: &str, text: &str) {
        let path = root.join(path);
        fs::create_dir_all(path.parent().expect("should have one")).expect("should be made");
        fs::write(path, text).expect("should be written");
    }

    #[test]
    fn a_copy_has_all_sources_and_the_document_and_nothing_else() {
        let folder = tempfile::tempdir().expect("should be made");
        let (from, to) = (folder.path().join("from"), folder.path().join("to"));
        for path in ["src/lib.rs", ".cargo/config.toml", ".git/HEAD", "built/CACHEDIR.TAG", "target/x", "openapi.json"]
        {
            write(&from, path, "old");
        }
        write(&to, "stale/lib.rs", "");
        write(&to, "src/stale.rs", "");
        mirror(&from, &to, &from.join("target"), &[("openapi.json", "new")]).expect("should be copied");
        let text = |path: &str| fs::read_to_string(to.join(path)).ok();
        assert_eq!(text("src/lib.rs").as_deref(), Some("old"));
        assert_eq!(text("openapi.json").as_deref(), Some("new"));
        assert!(text(".cargo/config.toml").is_some());
        for left_out in [".git", "built", "target", "stale", "src/stale.rs"] {
            assert!(!to.join(left_out).exists(), "{left_out}");
        }
        assert_eq!(fs::read_to_string(from.join("openapi.json")).expect("should be there"), "old");
    }

    #[test]
    fn a_file_that_was_not_there_is_as_old_as_its_original() {
        let folder = tempfile::tempdir().expect("should be made");
        let (from, to) = (folder.path().join("from"), folder.path().join("to"));
        let long_ago = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
        write(&from, "src/lib.rs", "text");
        let original = fs::File::options().append(true).open(from.join("src/lib.rs")).expect("should be there");
        original.set_modified(long_ago).expect("should be set");
        mirror(&from, &to, &from.join("target"), &[]).expect("should be copied");
        let copy = fs::metadata(to.join("src/lib.rs")).and_then(|file| file.modified());
        assert_eq!(copy.expect("should be there"), long_ago);
    }

    #[test]
    fn a_file_is_new_to_cargo_exactly_if_its_text_is_another() {
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
        mirror(&from, &to, &from.join("target"), &[("openapi.json", "document")]).expect("should be copied");
        files.iter().for_each(|path| age(&to.join(path)).expect("should be set"));
        write(&from, "other.rs", "new");
        age(&from.join("other.rs")).expect("should be set");
        mirror(&from, &to, &from.join("target"), &[("openapi.json", "document")]).expect("should be copied");
        assert_eq!(files.map(is_new), [false, true, false]);
    }
}
