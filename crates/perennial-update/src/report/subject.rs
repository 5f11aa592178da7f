use perennial_codegen::names::file;
use serde::{Serialize, Serializer};

use crate::{
    derived::{DerivedFile, DerivedFiles},
    workspace::{CHANGELOG, PUBLIC_API, README, Workspace},
};

/// The effect of a run on a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum UpdateOutcome {
    /// The file was up to date.
    Unchanged,
    Updated,
    /// The file is out of date, but this run writes no files.
    Behind,
}

impl UpdateOutcome {
    /// Returns the outcome for a file. `is_current` states whether the file was already up to date, and `is_written`
    /// whether this run writes files.
    pub fn for_file(is_current: bool, is_written: bool) -> Self {
        match (is_current, is_written) {
            (true, _) => Self::Unchanged,
            (false, true) => Self::Updated,
            (false, false) => Self::Behind,
        }
    }
}

/// The two versions of a client that a report compares.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Subject {
    /// The vendored document, and the served document that replaces it.
    Update(UpdateReport),
    /// Two documents that the user chose.
    Documents {
        /// The path or revision of the old document.
        before: String,
        /// The path or revision of the new document.
        after: String,
    },
    /// Two versions of the client whose names differ, such as the last release and the present files.
    Names {
        /// The report's term for the client with the old names.
        before: String,
        /// The report's term for the client with the new names.
        after: String,
    },
}

/// The effect of an update on the files of the workspace.
#[derive(Debug, Serialize)]
pub struct UpdateReport {
    /// The address of the served document.
    pub source: String,
    /// The outcome for `openapi.json`.
    pub outcome: UpdateOutcome,
    /// The outcomes for all files that are derived from the document.
    #[serde(flatten, serialize_with = "serialize_by_field")]
    pub files: Vec<FileReport>,
}

#[derive(Debug)]
pub struct FileReport {
    /// The key of the outcome in the JSON report.
    field: &'static str,
    /// The name of the file in text reports.
    pub name: String,
    /// The outcome of the run. `Unchanged` if the client does not have this file.
    pub outcome: UpdateOutcome,
}

impl FileReport {
    pub fn for_all_files(files: &DerivedFiles, workspace: &Workspace, is_written: bool) -> Vec<Self> {
        let outcome_of = |field, name: &str, file: Option<&DerivedFile>| {
            let outcome = UpdateOutcome::for_file(file.is_none_or(|file| file.is_current), is_written);
            Self { field, name: name.to_owned(), outcome }
        };
        vec![
            outcome_of("names_file", file::FILE, Some(&files.names)),
            outcome_of("manifest_file", "features in Cargo.toml", Some(&files.manifest)),
            outcome_of("pregenerated_file", workspace.code_file().unwrap_or_default(), files.code.as_ref()),
            outcome_of("public_api_file", PUBLIC_API, Some(&files.listing)),
            outcome_of("readme_file", README, files.readme.as_ref()),
            outcome_of("changelog_file", CHANGELOG, files.changelog.as_ref()),
        ]
    }
}

fn serialize_by_field<S: Serializer>(files: &[FileReport], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(files.iter().map(|file| (file.field, file.outcome)))
}
