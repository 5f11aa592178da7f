//! A file that follows from the client of the vendored document.

use std::path::PathBuf;

use anyhow::Result;
use perennial_codegen::input;

use crate::{console, write};

/// The file as it should be.
#[derive(Debug)]
pub struct Derived {
    /// The path of the file.
    pub path: PathBuf,
    /// All of its text.
    pub text: String,
    /// Set if the file had this text already.
    pub is_current: bool,
    /// Printed if it is out of date and must not be written.
    pub is_behind: String,
}

impl Derived {
    /// The file at `path`, which is to have this text.
    pub fn new(path: PathBuf, text: String, is_behind: impl Into<String>) -> Self {
        let is_current = input::text(&path).is_ok_and(|found| found.as_deref() == Some(&text));
        Self { path, text, is_current, is_behind: is_behind.into() }
    }

    /// One that the client does not have, at a `path` of no meaning.
    pub fn none(path: PathBuf) -> Self {
        Self { path, text: String::new(), is_current: true, is_behind: String::new() }
    }

    /// The change that makes it as it should be.
    pub fn change(&self) -> write::Change<'_> {
        write::Change { path: &self.path, text: &self.text }
    }
}

/// Writes those of `files` that are out of date, in this order.
///
/// # Errors
/// A file that cannot be written.
pub fn write(files: &[Derived], killed_after: Option<usize>) -> Result<()> {
    remove_leftovers(files);
    let changes: Vec<_> = behind(files).map(Derived::change).collect();
    if changes.is_empty() { Ok(()) } else { write::atomically(&changes, killed_after) }
}

/// Removes what a killed update left behind beside `files`, whether they are out of date or not.
pub fn remove_leftovers(files: &[Derived]) {
    files.iter().filter_map(|file| file.path.parent()).for_each(write::remove_leftovers);
}

/// Reports those of `files` that are out of date; whether there are some.
pub fn tell_behind(files: &[Derived]) -> bool {
    behind(files).for_each(|file| console::diagnostic(&file.is_behind));
    behind(files).next().is_some()
}

fn behind(files: &[Derived]) -> impl Iterator<Item = &Derived> {
    files.iter().filter(|file| !file.is_current)
}
