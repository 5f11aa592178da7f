//! The files that are derived from the vendored document. They are written in an order in which an interruption does no
//! harm.

use std::path::PathBuf;

use anyhow::Result;
use perennial_codegen::input;

use crate::{
    console,
    write::{self, FileChange},
};

#[derive(Debug)]
pub struct DerivedFile {
    pub path: PathBuf,
    pub text: String,
    /// Whether the file already contains `text`.
    pub is_current: bool,
    /// The message of tasks that only check files, for the case that the file does not contain `text`.
    pub outdated_message: String,
}

impl DerivedFile {
    pub fn new(path: PathBuf, text: String, outdated_message: impl Into<String>) -> Self {
        let is_current = input::read_text(&path).is_ok_and(|found| found.as_deref() == Some(&text));
        Self { path, text, is_current, outdated_message: outdated_message.into() }
    }

    pub fn as_change(&self) -> FileChange<'_> {
        FileChange { path: &self.path, text: &self.text }
    }
}

/// The files that are derived from the vendored document and stored beside it. A file is `None` if the client does not
/// have it.
#[derive(Debug)]
pub struct DerivedFiles {
    pub names: DerivedFile,
    /// `Cargo.toml`, with the features of the tags.
    pub manifest: DerivedFile,
    pub code: Option<DerivedFile>,
    /// `public-api.txt`.
    pub listing: DerivedFile,
    /// `README.md`, with the table of operations.
    pub readme: Option<DerivedFile>,
    pub changelog: Option<DerivedFile>,
}

/// The new document of an update, and the texts that `names.json` and `Cargo.toml` contain until it has replaced the
/// vendored document.
#[derive(Debug)]
pub struct ReplacementDocument {
    pub document: PathBuf,
    pub served: String,
    /// The text of `names.json` during the update. It contains the names of both the old and the new document.
    pub names_of_both: String,
    /// The text of `Cargo.toml` during the update. It declares the features of both the old and the new document.
    pub features_of_both: String,
}

impl DerivedFiles {
    /// Returns all files in the order in which reports list them.
    pub fn iter(&self) -> impl Iterator<Item = &DerivedFile> {
        let (code, readme, changelog) = (self.code.iter(), self.readme.iter(), self.changelog.iter());
        let names = [&self.names, &self.manifest].into_iter();
        names.chain(code).chain([&self.listing]).chain(readme).chain(changelog)
    }

    /// Returns the changes to outdated files, in an order in which the workspace builds after each change.
    ///
    /// First, `names.json` gets the names of both documents, and `Cargo.toml` the features of both. The other files and
    /// the document follow. Finally, the names and features that only the old document needs are removed. The next
    /// update completes an interrupted one, or undoes it if the service serves the old document again. `names.json`
    /// shows that an update was started, so it is always the last file.
    pub fn changes_in_write_order<'a>(&'a self, replacement: Option<&'a ReplacementDocument>) -> Vec<FileChange<'a>> {
        let is_behind = |file: &&DerivedFile| !file.is_current;
        let manifest = Some(&self.manifest).filter(is_behind);
        let names = Some(&self.names).filter(|names| {
            // If `public-api.txt` is outdated, names have changed too. They must not be written before the new
            // document.
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

    /// Writes all outdated files, and the new document in `replacement`.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written. The document is then unchanged, unless that file is one of the
    /// last two.
    pub fn write(&self, replacement: Option<&ReplacementDocument>) -> Result<()> {
        write_changes(self.iter(), &self.changes_in_write_order(replacement))
    }

    pub fn report_outdated(&self) -> bool {
        report_outdated(self.iter())
    }
}

/// Writes the outdated files among `files`.
///
/// # Errors
/// Returns an error if a file cannot be written.
pub fn write_outdated(files: &[DerivedFile]) -> Result<()> {
    let changes: Vec<_> = files.iter().filter(|file| !file.is_current).map(DerivedFile::as_change).collect();
    write_changes(files.iter(), &changes)
}

/// Removes the temporary files of killed updates from the folders of `files`, then writes the changes.
fn write_changes<'a>(files: impl Iterator<Item = &'a DerivedFile>, changes: &[FileChange<'_>]) -> Result<()> {
    files.filter_map(|file| file.path.parent()).for_each(write::remove_leftovers);
    write::replace_files(changes)
}

/// Prints a message for each outdated file. Returns `true` if there are any.
pub fn report_outdated<'a>(files: impl Iterator<Item = &'a DerivedFile>) -> bool {
    let behind: Vec<_> = files.filter(|file| !file.is_current).collect();
    behind.iter().for_each(|file| console::print_diagnostic(&file.outdated_message));
    !behind.is_empty()
}
