//! Reads the input files of the generator. A path to anything but a regular file is refused.

use std::{
    fmt::Display,
    fs::{self, File},
    io,
    path::Path,
};

use crate::diagnostics::Diagnostics;

/// Opens the file at `path`. Returns `None` if the path does not exist.
///
/// # Errors
/// Fails if the file cannot be opened or is not a regular file. For example, reading a named pipe would block until
/// another program writes to it.
pub fn open(path: &Path) -> Result<Option<File>, Diagnostics> {
    match fs::metadata(path) {
        Ok(metadata) if !metadata.is_file() => {
            Err(unreadable(path, "it is not a regular file: remove it, and restore the file from version control"))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        _ => File::open(path).map(Some).map_err(|error| unreadable(path, error)),
    }
}

/// Returns the text of the file at `path`. Returns `None` if the path does not exist.
///
/// # Errors
/// Fails in the same cases as [`open`], and if the contents are not UTF-8.
pub fn read_text(path: &Path) -> Result<Option<String>, Diagnostics> {
    let text = open(path)?.map(io::read_to_string).transpose();
    text.map_err(|error| unreadable(path, error))
}

fn unreadable(path: &Path, reason: impl Display) -> Diagnostics {
    Diagnostics::single(path.display().to_string(), format!("cannot be read: {reason}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_only_regular_utf_8_files() {
        let folder = tempfile::tempdir().expect("should be made");
        let error = read_text(folder.path()).expect_err("a folder").to_string();
        let expected = format!("{}: cannot be read: it is not a regular file: remove it", folder.path().display());
        assert!(error.starts_with(&expected), "{error}");
        let path = folder.path().join("names.json");
        assert_eq!(read_text(&path), Ok(None));
        fs::write(&path, b"\xff").expect("should be written");
        assert!(read_text(&path).is_err_and(|error| error.to_string().contains("UTF-8")));
        fs::write(&path, "{}").expect("should be written");
        assert_eq!(read_text(&path), Ok(Some("{}".to_owned())));
    }
}
