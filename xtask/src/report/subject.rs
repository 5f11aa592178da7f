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

/// The files beside the vendored document: the name of what became of each in JSON, and what people call it.
pub const FILES: [(&str, &str); 5] = [
    ("names_file", "names.json"),
    ("manifest_file", "features in Cargo.toml"),
    ("pregenerated_file", "pregenerated/client.rs"),
    ("public_api_file", "public-api.txt"),
    ("changelog_file", "CHANGELOG.md"),
];

/// The outcome of an update for the files of the workspace.
#[derive(Debug, Serialize)]
pub struct Update {
    /// The address of the served document.
    pub source: String,
    /// The outcome for the vendored document.
    pub outcome: Outcome,
    /// The outcomes for [`FILES`].
    #[serde(flatten, serialize_with = "by_name")]
    pub files: [Outcome; 5],
}

fn by_name<S: Serializer>(files: &[Outcome; 5], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(FILES.iter().map(|(name, _)| name).zip(files))
}
