//! The last release.

use serde::Serialize;

use crate::diff::{Comparison, Verdict};

/// What the changes since the last release mean.
#[derive(Debug, Serialize)]
pub struct Release {
    /// Its version.
    pub version: String,
    /// What they mean for those who have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
    /// Why they are not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_compared: Option<String>,
    /// What they are.
    #[serde(skip)]
    pub comparison: Option<Comparison>,
}

impl Release {
    /// The release of `version`, and what is different since then, or why that is not known.
    pub fn new(version: &str, compared: Result<Comparison, String>) -> Self {
        let version = version.to_owned();
        match compared {
            Ok(comparison) => {
                let verdict = Some(comparison.verdict());
                Self { version, verdict, not_compared: None, comparison: Some(comparison) }
            }
            Err(reason) => Self { version, verdict: None, not_compared: Some(reason), comparison: None },
        }
    }
}
