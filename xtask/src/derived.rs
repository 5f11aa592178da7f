//! A file that follows from the public API of the client.

use std::path::PathBuf;

use anyhow::Result;

use crate::{console, interrupt::Interrupt, write};

/// The file as it should be.
#[derive(Debug)]
pub struct Derived {
    /// Where it is.
    pub path: PathBuf,
    /// All of its text.
    pub text: String,
    /// Whether it was as it should be.
    pub is_current: bool,
    /// Printed if it is out of date and must not be written.
    pub is_behind: &'static str,
}

impl Derived {
    /// What is to be written.
    pub fn change(&self) -> write::Change<'_> {
        write::Change { path: &self.path, text: &self.text }
    }
}

/// Writes those of `files` that are out of date.
///
/// # Errors
/// A file that cannot be written.
pub fn write(files: [&Derived; 2], interrupt: &Interrupt) -> Result<()> {
    let changes: Vec<_> = behind(files).map(Derived::change).collect();
    if changes.is_empty() { Ok(()) } else { interrupt.replace(|| write::atomically(&changes)) }
}

/// Reports those of `files` that are out of date; whether there are some.
pub fn tell_behind(files: [&Derived; 2]) -> bool {
    behind(files).for_each(|file| console::diagnostic(file.is_behind));
    behind(files).next().is_some()
}

fn behind(files: [&Derived; 2]) -> impl Iterator<Item = &Derived> {
    files.into_iter().filter(|file| !file.is_current)
}
