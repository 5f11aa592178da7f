//! What a report is about.

use serde::Serialize;

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

/// What became of the files of the workspace.
#[derive(Debug, Serialize)]
pub struct Update {
    /// The address of the served document.
    pub source: String,
    /// What became of the vendored one.
    pub outcome: Outcome,
    /// What became of `names.json`.
    pub names_file: Outcome,
    /// What became of the features of tags in `Cargo.toml`.
    pub manifest_file: Outcome,
    /// What became of `pregenerated/client.rs`.
    pub pregenerated_file: Outcome,
    /// What became of `public-api.txt`.
    pub public_api_file: Outcome,
    /// What became of `CHANGELOG.md`.
    pub changelog_file: Outcome,
}
