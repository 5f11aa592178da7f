//! Checks and formats the file for the generated code, which the setting `pregenerated` names. A file that does not
//! contain generated code is never overwritten. The code is formatted by rustfmt, so that `cargo fmt` does not change
//! the file.

use std::{
    fs::{self, File},
    io::{ErrorKind, Read as _, Write as _},
    path::{Component, Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context as _, Result, bail, ensure};
use perennial_codegen::{GENERATED_MARK, text::printable::printable};

/// Returns the path of the file that `setting` names in the client's folder. Checks that generated code may be written
/// to it.
///
/// # Errors
/// Returns an error for a path that leads out of the folder, that is not a Rust file on every system, or at which there
/// is a file without generated code.
pub fn checked_path(folder: &Path, setting: &str) -> Result<PathBuf> {
    let check = || {
        check_portable(setting)?;
        check_replaceable(folder, Path::new(setting))
    };
    check().with_context(|| format!("the setting `pregenerated` cannot be \"{}\"", printable(setting)))?;
    Ok(folder.join(setting))
}

/// Checks that a relative path leads to a Rust file below its folder, on every operating system.
fn check_portable(path: &str) -> Result<()> {
    // On Windows, `\` separates folders, and `:` follows a drive or precedes the name of a stream.
    let is_portable = !path.contains(['\\', ':']) && !path.chars().any(char::is_control);
    ensure!(is_portable, "separate folders with `/`, and remove `:` and control characters");
    let is_below = Path::new(path).components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    ensure!(is_below, "specify a file below the folder of the client, without `..`");
    let is_rust = !path.ends_with('/') && Path::new(path).extension().is_some_and(|extension| extension == "rs");
    ensure!(is_rust, "specify a file whose name ends in `.rs`, such as `pregenerated/client.rs`");
    Ok(())
}

/// Checks that a path contains no symbolic link, and that the file at the path is missing or contains generated code.
fn check_replaceable(folder: &Path, path: &Path) -> Result<()> {
    let mut reached = folder.to_owned();
    for part in path.components() {
        reached.push(part);
        let shown = reached.display();
        match fs::symlink_metadata(&reached) {
            Ok(metadata) if metadata.is_symlink() => {
                bail!("{shown} is a symbolic link: remove it, or specify another file")
            }
            Ok(metadata) if reached == folder.join(path) => {
                ensure!(metadata.is_file(), "{shown} is not a regular file: remove it, or specify another file");
                ensure!(
                    is_generated(&reached).with_context(|| format!("{shown} cannot be read"))?,
                    "{shown} would be overwritten, but it does not begin with `{GENERATED_MARK}`: remove it, or \
                     specify another file"
                );
            }
            Ok(metadata) => ensure!(
                metadata.is_dir(),
                "{shown} is not a folder, so it cannot contain the file: remove it, or specify a file in another folder"
            ),
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error).with_context(|| format!("{shown} cannot be read")),
        }
    }
    Ok(())
}

/// Formats generated code as `cargo fmt` would format it in `folder`, in a package with this edition.
///
/// # Errors
/// Returns an error if rustfmt is missing or fails.
pub fn format_code(code: &str, folder: &Path, edition: &str) -> Result<String> {
    let format = || {
        let mut rustfmt = Command::new("rustfmt");
        rustfmt.args(["--quiet", "--edition", edition]).current_dir(folder);
        let mut rustfmt = rustfmt.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        // rustfmt reads all input before it writes. If rustfmt ends early, writing fails, and its output states the reason.
        let _ = rustfmt.stdin.take().map(|mut input| input.write_all(code.as_bytes()));
        let output = rustfmt.wait_with_output()?;
        ensure!(output.status.success(), "{}", printable(String::from_utf8_lossy(&output.stderr).trim()));
        Ok(String::from_utf8(output.stdout)?)
    };
    format()
        .context("rustfmt cannot format the generated code: if rustfmt is missing, run `rustup component add rustfmt`")
}

fn is_generated(path: &Path) -> Result<bool> {
    let mut beginning = Vec::new();
    File::open(path)?.take(GENERATED_MARK.len() as u64).read_to_end(&mut beginning)?;
    Ok(beginning == GENERATED_MARK.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(folder: &Path, setting: &str) -> String {
        format!("{:#}", checked_path(folder, setting).expect_err(setting))
    }

    #[test]
    fn pregenerated_code_is_formatted_with_the_rustfmt_settings() {
        let folder = tempfile::tempdir().expect("should be made");
        let formatted = |code| format_code(code, folder.path(), "2024");
        assert_eq!(
            formatted("// @generated\nfn a() {b()}").expect("should be formatted"),
            "// @generated\nfn a() {\n    b()\n}\n"
        );
        fs::write(folder.path().join("rustfmt.toml"), "tab_spaces = 2").expect("should be written");
        assert_eq!(formatted("fn a() {b()}").expect("should be formatted"), "fn a() {\n  b()\n}\n");
        let message = format!("{:#}", formatted("fn (").expect_err("is not Rust"));
        assert!(message.contains("run `rustup component add rustfmt`: error: "), "{message}");
    }

    #[test]
    fn pregenerated_path_may_be_a_new_or_generated_rust_file() {
        let folder = tempfile::tempdir().expect("should be made");
        fs::write(folder.path().join("old.rs"), format!("{GENERATED_MARK} openapi.json")).expect("should be written");
        for setting in ["new.rs", "old.rs", "./old.rs", "a/b c/é.rs", "a//b.rs", "a.b/..c.rs"] {
            assert_eq!(checked_path(folder.path(), setting).expect(setting), folder.path().join(setting));
        }
    }

    #[test]
    fn refuses_a_pregenerated_path_that_is_not_a_rust_file_below_the_client() {
        let folder = tempfile::tempdir().expect("should be made");
        for (settings, remedy) in [
            (&["../x.rs", "a/../x.rs", "/x.rs", "..", "/"][..], "below the folder of the client, without `..`"),
            (&["a\\b.rs", "..\\x.rs", "\\\\h\\x.rs", "C:/x.rs", "C:x.rs", "a.rs:b.rs", "a\n.rs"], "separate folders"),
            (
                &["", ".", "x", "x.RS", ".rs", "a/.rs", "x.rs/", "x.rs/y", "openapi.json", ".git/config"],
                "ends in `.rs`",
            ),
        ] {
            for setting in settings {
                let message = refused(folder.path(), setting);
                assert!(message.contains(remedy), "{message}");
                assert!(
                    message.contains(&format!("`pregenerated` cannot be \"{}\": ", printable(setting))),
                    "{message}"
                );
            }
        }
    }

    #[test]
    fn refuses_to_overwrite_a_rust_file_that_is_not_generated() {
        let folder = tempfile::tempdir().expect("should be made");
        for text in ["fn main() {}", "", "\n// @generated from x", "// @generated fro"] {
            fs::write(folder.path().join("lib.rs"), text).expect("should be written");
            let message = refused(folder.path(), "lib.rs");
            assert!(
                message.contains("lib.rs would be overwritten, but it does not begin with `// @generated from`"),
                "{message}"
            );
        }
        fs::create_dir(folder.path().join("folder.rs")).expect("should be made");
        assert!(refused(folder.path(), "folder.rs").contains("is not a regular file"));
        assert!(refused(folder.path(), "lib.rs/x.rs").contains("lib.rs is not a folder"));
    }

    #[cfg(unix)]
    #[test]
    fn refuses_a_pregenerated_path_with_a_symbolic_link() {
        use std::os::unix::fs::symlink;

        let [folder, other] = [(); 2].map(|()| tempfile::tempdir().expect("should be made"));
        let generated = other.path().join("client.rs");
        fs::write(&generated, GENERATED_MARK).expect("should be written");
        symlink(other.path(), folder.path().join("linked")).expect("should be made");
        symlink(&generated, folder.path().join("client.rs")).expect("should be made");
        symlink(other.path().join("none.rs"), folder.path().join("none.rs")).expect("should be made");
        for setting in ["linked/client.rs", "linked/new.rs", "client.rs", "none.rs"] {
            assert!(refused(folder.path(), setting).contains("is a symbolic link: remove it"), "{setting}");
        }
    }
}
