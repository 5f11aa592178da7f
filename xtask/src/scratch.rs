//! A copy of the workspace, in which a document is tried out.

use std::{
    fs::{self, File},
    path::Path,
};

use anyhow::{Context as _, Result};

/// Copies the workspace at `from`, without what cargo has built, in `target` or elsewhere, and without git's folder.
/// Times of change are kept, so that cargo builds again only what changed since the last copy.
///
/// # Errors
/// A file that cannot be read or written.
pub fn copy(from: &Path, to: &Path, target: &Path) -> Result<()> {
    if to.exists() {
        fs::remove_dir_all(to).with_context(|| format!("{} cannot be removed", to.display()))?;
    }
    folder(from, to, target)
}

fn folder(from: &Path, to: &Path, left_out: &Path) -> Result<()> {
    fs::create_dir_all(to).with_context(|| format!("{} cannot be made", to.display()))?;
    let entries = fs::read_dir(from).with_context(|| format!("{} cannot be read", from.display()))?;
    for entry in entries {
        let source = entry.with_context(|| format!("{} cannot be read", from.display()))?.path();
        let Some(name) = source.file_name() else { continue };
        let target = to.join(name);
        if source.is_dir() {
            // A link to a folder may lead outside, or back here.
            let is_source = !source.is_symlink() && name != ".git" && !source.join("CACHEDIR.TAG").exists();
            if is_source && source != left_out {
                folder(&source, &target, left_out)?;
            }
        } else if source.is_file() {
            file(&source, &target).with_context(|| format!("{} cannot be copied", source.display()))?;
        }
    }
    Ok(())
}

fn file(source: &Path, target: &Path) -> std::io::Result<()> {
    fs::copy(source, target)?;
    File::options().append(true).open(target)?.set_modified(fs::metadata(source)?.modified()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_has_all_sources_and_their_times_and_nothing_else() {
        let folder = tempfile::tempdir().expect("should be made");
        let (from, to) = (folder.path().join("from"), folder.path().join("to"));
        for (path, text) in [
            ("src/lib.rs", "a"),
            (".cargo/config.toml", "b"),
            (".git/HEAD", "c"),
            ("built/CACHEDIR.TAG", "d"),
            ("target/x", "e"),
        ] {
            let path = from.join(path);
            fs::create_dir_all(path.parent().expect("should have one")).expect("should be made");
            fs::write(path, text).expect("should be written");
        }
        fs::create_dir_all(to.join("stale")).expect("should be made");
        copy(&from, &to, &from.join("target")).expect("should be copied");
        let time = |root: &Path| {
            fs::metadata(root.join("src/lib.rs")).and_then(|file| file.modified()).expect("should have one")
        };
        assert_eq!(fs::read(to.join("src/lib.rs")).expect("should be there"), b"a");
        assert_eq!(time(&from), time(&to));
        assert!(to.join(".cargo/config.toml").exists());
        for left_out in [".git", "built", "target", "stale"] {
            assert!(!to.join(left_out).exists(), "{left_out}");
        }
    }
}
