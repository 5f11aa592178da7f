//! The subject of a report.

use perennial_codegen::names::file;
use serde::{Serialize, Serializer};

use crate::{
    derived::{Derived, DerivedFiles},
    workspace::{CHANGELOG, PUBLIC_API, README, Workspace},
};

/// The outcome for a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// It was as it should be.
    Unchanged,
    /// It was replaced.
    Updated,
    /// It would have been replaced, if that had been asked for.
    Behind,
}

impl Outcome {
    /// The outcome for a file that is as it should be or not, in a run that writes files or not.
    pub fn of(is_current: bool, is_written: bool) -> Self {
        match (is_current, is_written) {
            (true, _) => Self::Unchanged,
            (false, true) => Self::Updated,
            (false, false) => Self::Behind,
        }
    }
}

/// The documents that were compared, and the purpose.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Subject {
    /// The vendored document with the served one, to be replaced by it.
    Update(Update),
    /// Two documents, by the names that they were called by.
    Documents {
        /// The old one.
        before: String,
        /// The new one.
        after: String,
    },
}

/// The outcome of an update for the files of the workspace.
#[derive(Debug, Serialize)]
pub struct Update {
    /// The address of the served document.
    pub source: String,
    /// The outcome for the vendored document.
    pub outcome: Outcome,
    /// The outcomes for the files beside it.
    #[serde(flatten, serialize_with = "by_field")]
    pub files: Vec<FileOutcome>,
}

/// The outcome for a file beside the vendored document.
#[derive(Debug)]
pub struct FileOutcome {
    /// The field of the report in JSON.
    field: &'static str,
    /// The name of the file in the text report.
    pub name: String,
    /// The outcome, which is `Unchanged` for a file that the client does not have.
    pub outcome: Outcome,
}

impl FileOutcome {
    /// The outcomes for all `files` of the workspace.
    pub fn all(files: &DerivedFiles, workspace: &Workspace, is_written: bool) -> Vec<Self> {
        let of = |field, name: &str, file: Option<&Derived>| {
            let outcome = Outcome::of(file.is_none_or(|file| file.is_current), is_written);
            Self { field, name: name.to_owned(), outcome }
        };
        vec![
            of("names_file", file::FILE, Some(&files.names)),
            of("manifest_file", "features in Cargo.toml", Some(&files.manifest)),
            of("pregenerated_file", workspace.code().unwrap_or_default(), files.code.as_ref()),
            of("public_api_file", PUBLIC_API, Some(&files.listing)),
            of("readme_file", README, files.readme.as_ref()),
            of("changelog_file", CHANGELOG, files.changelog.as_ref()),
        ]
    }
}

fn by_field<S: Serializer>(files: &[FileOutcome], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(files.iter().map(|file| (file.field, file.outcome)))
}
