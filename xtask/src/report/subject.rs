//! What a report is about.

use serde::{Serialize, Serializer};

/// What became of a file.
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

/// What was compared, and for what.
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

/// What became of the files of the workspace.
#[derive(Debug, Serialize)]
pub struct Update {
    /// The address of the served document.
    pub source: String,
    /// What became of the vendored one.
    pub outcome: Outcome,
    /// What became of [`FILES`].
    #[serde(flatten, serialize_with = "by_name")]
    pub files: [Outcome; 5],
}

fn by_name<S: Serializer>(files: &[Outcome; 5], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(FILES.iter().map(|(name, _)| name).zip(files))
}
