//! Describes the files that are derived from the vendored document, and writes them in a safe order.

use std::path::PathBuf;

use anyhow::Result;
use perennial_codegen::input;

use crate::{
    console,
    write::{self, FileChange},
};

/// A derived file, with the text that it should have.
#[derive(Debug)]
pub struct DerivedFile {
    pub path: PathBuf,
    /// The complete text of the file.
    pub text: String,
    /// Whether the file already has this text.
    pub is_current: bool,
    /// The message that is printed if the file is out of date and must not be written.
    pub outdated_message: String,
}

impl DerivedFile {
    /// Creates the description of the file at `path`, which should have this text.
    pub fn new(path: PathBuf, text: String, outdated_message: impl Into<String>) -> Self {
        let is_current = input::read_text(&path).is_ok_and(|found| found.as_deref() == Some(&text));
        Self { path, text, is_current, outdated_message: outdated_message.into() }
    }

    /// Returns the change that gives the file its text.
    pub fn as_change(&self) -> FileChange<'_> {
        FileChange { path: &self.path, text: &self.text }
    }
}

/// The files beside the vendored document. Files that the client does not have are `None`.
#[derive(Debug)]
pub struct DerivedFiles {
    /// `names.json`.
    pub names: DerivedFile,
    /// `Cargo.toml`, which contains the features of the tags.
    pub manifest: DerivedFile,
    /// The generated code.
    pub code: Option<DerivedFile>,
    /// `public-api.txt`.
    pub listing: DerivedFile,
    /// `README.md`, which contains a table of the operations.
    pub readme: Option<DerivedFile>,
    /// `CHANGELOG.md`.
    pub changelog: Option<DerivedFile>,
}

/// A document that replaces the vendored one.
#[derive(Debug)]
pub struct ReplacementDocument {
    /// The path of the vendored document.
    pub document: PathBuf,
    /// The text of the new document.
    pub served: String,
    /// The text of `names.json` with the names of both documents.
    pub names_of_both: String,
    /// The text of `Cargo.toml` with the features of both documents.
    pub features_of_both: String,
}

impl DerivedFiles {
    /// Returns the files in the order in which reports list them.
    pub fn iter(&self) -> impl Iterator<Item = &DerivedFile> {
        let (code, readme, changelog) = (self.code.iter(), self.readme.iter(), self.changelog.iter());
        let names = [&self.names, &self.manifest].into_iter();
        names.chain(code).chain([&self.listing]).chain(readme).chain(changelog)
    }

    /// Returns the changes to files that are out of date, in the order in which they are written: after each of them, the
    /// workspace builds.
    ///
    /// First, `names.json` gets the names of both documents, and `Cargo.toml` the features of both. Then the document
    /// is replaced, and everything that only the old document had is removed. If an update is stopped in between, the
    /// next one finishes it, or undoes it if the service serves the old document again. Therefore
    /// `names.json`, which records that an update was started, is always the last file.
    pub fn changes_in_write_order<'a>(&'a self, replacement: Option<&'a ReplacementDocument>) -> Vec<FileChange<'a>> {
        let is_behind = |file: &&DerivedFile| !file.is_current;
        let manifest = Some(&self.manifest).filter(is_behind);
        let names = Some(&self.names).filter(|names| {
            // If the listing differs, the names differ as well, and the new ones are valid only for the new document.
            is_behind(names) || replacement.is_some() && !self.listing.is_current
        });
        let before = replacement.into_iter().flat_map(|both| {
            let names = names.map(|file| FileChange { path: &file.path, text: &both.names_of_both });
            names.into_iter().chain(manifest.map(|file| FileChange { path: &file.path, text: &both.features_of_both }))
        });
        let others = self.code.iter().chain([&self.listing]).chain(&self.readme).chain(&self.changelog);
        let document = replacement.map(|new| FileChange { path: &new.document, text: &new.served });
        let last = manifest.into_iter().chain(names).map(DerivedFile::as_change);
        before.chain(others.filter(is_behind).map(DerivedFile::as_change)).chain(document).chain(last).collect()
    }

    /// Writes the files that are out of date, and the document if there is a new one.
    ///
    /// # Errors
    /// Returns an error for a file that cannot be written. Unless it is one of the last two files, the document is
    /// unchanged.
    pub fn write(&self, replacement: Option<&ReplacementDocument>) -> Result<()> {
        write_changes(self.iter(), &self.changes_in_write_order(replacement))
    }

    /// Reports the files that are out of date, and returns whether there are any.
    pub fn report_outdated(&self) -> bool {
        report_outdated(self.iter())
    }
}

/// Writes the `files` that are out of date.
///
/// # Errors
/// Returns an error for a file that cannot be written.
pub fn write_outdated(files: &[DerivedFile]) -> Result<()> {
    let changes: Vec<_> = files.iter().filter(|file| !file.is_current).map(DerivedFile::as_change).collect();
    write_changes(files.iter(), &changes)
}

/// Removes the temporary files of a killed update from the folders of all `files`, and writes the changes.
fn write_changes<'a>(files: impl Iterator<Item = &'a DerivedFile>, changes: &[FileChange<'_>]) -> Result<()> {
    files.filter_map(|file| file.path.parent()).for_each(write::remove_leftovers);
    write::replace_files(changes)
}

/// Reports the `files` that are out of date, and returns whether there are any.
pub fn report_outdated<'a>(files: impl Iterator<Item = &'a DerivedFile>) -> bool {
    let behind: Vec<_> = files.filter(|file| !file.is_current).collect();
    behind.iter().for_each(|file| console::print_diagnostic(&file.outdated_message));
    !behind.is_empty()
}
