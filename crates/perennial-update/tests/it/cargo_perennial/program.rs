use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use tempfile::TempDir;

pub use crate::done::Done;

/// A document in YAML. The adjacent folder `bookshelf` contains the client that `new` generates from it.
pub const BOOKSHELF: &str = include_str!("bookshelf.yaml");

/// The texts of all files in a folder, by relative path.
pub type Files = BTreeMap<String, String>;

/// Runs `cargo-perennial` in `folder` with the arguments that cargo would pass: `perennial`, followed by `arguments`.
pub fn cargo_perennial(folder: &Path, arguments: &[&str]) -> Done {
    Done::run(&mut command(folder, arguments))
}

/// Creates a command that runs `cargo perennial` in `folder`, without environment variables that would affect it.
pub fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-perennial"));
    command.arg("perennial").args(arguments).current_dir(folder);
    command.env_remove("CARGO_MANIFEST_DIR").env_remove("CARGO_TARGET_DIR").env_remove("BOOKSHELF_URL");
    command
}

pub fn new_bookshelf(folder: &Path, document: &str) -> Done {
    fs::write(folder.join("document"), document).expect("should be written");
    cargo_perennial(folder, &["new", "bookshelf", "--from", "document"])
}

/// Creates the client `bookshelf` from a document. Returns the temporary folder that contains it, and the folder of the
/// client.
pub fn bookshelf(document: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("should be made");
    new_bookshelf(folder.path(), document).succeeded();
    let client = folder.path().join("bookshelf");
    (folder, client)
}

pub fn commit(client: &Path) {
    for arguments in [&["init", "--quiet"][..], &["add", "."], &["commit", "--quiet", "--message", "A client"]] {
        let git = ["-c", "user.name=a", "-c", "user.email=a@localhost"];
        let committed = Command::new("git").args(git).args(arguments).current_dir(client).status();
        assert!(committed.expect("should run").success());
    }
}

pub fn edit(client: &Path, name: &str, from: &str, to: &str) {
    let path = client.join(name);
    let text = fs::read_to_string(&path).expect("should be there");
    assert!(text.contains(from), "{text}");
    fs::write(path, text.replace(from, to)).expect("should be written");
}

pub fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("should have a parent").to_owned()
}

/// Reads all files in `folder` except those that cargo has built.
pub fn files(folder: &Path) -> Files {
    let mut files = Files::new();
    let mut open = vec![folder.to_owned()];
    while let Some(path) = open.pop() {
        for entry in fs::read_dir(&path).expect("should be read") {
            let path = entry.expect("should be read").path();
            let name = path.strip_prefix(folder).expect("is in it").to_string_lossy().into_owned();
            if !path.is_dir() {
                let bytes = fs::read(path).expect("should be read");
                files.insert(name, String::from_utf8_lossy(&bytes).into_owned());
            } else if name != "target" {
                open.push(path);
            }
        }
    }
    files
}
