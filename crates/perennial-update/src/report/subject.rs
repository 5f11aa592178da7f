//! The subject of a report.

use serde::{Serialize, Serializer};

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

/// The files beside the vendored document: the name of what became of each in JSON.
const FILES: [&str; 6] =
    ["names_file", "manifest_file", "pregenerated_file", "public_api_file", "readme_file", "changelog_file"];

/// The outcome of an update for the files of the workspace.
#[derive(Debug, Serialize)]
pub struct Update {
    /// The address of the served document.
    pub source: String,
    /// The outcome for the vendored document.
    pub outcome: Outcome,
    /// The outcomes for the files beside it, in the order of [`FILES`], and what people call each.
    #[serde(flatten, serialize_with = "by_name")]
    pub files: [(String, Outcome); 6],
}

fn by_name<S: Serializer>(files: &[(String, Outcome); 6], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(FILES.iter().zip(files.iter().map(|(_, outcome)| outcome)))
}
