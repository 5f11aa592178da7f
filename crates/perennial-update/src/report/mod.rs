//! The report on an update for maintainers: what changed, which version is required next, and what to check.

mod adaptations;
pub mod json;
mod outline;
mod subject;
mod version;

pub use adaptations::AppliedRule;
pub use subject::{FileReport, Subject, UpdateOutcome, UpdateReport};

use anyhow::Result;
use perennial_codegen::text::printable::printable;
use serde::{Serialize, Serializer};
use serde_json::json;

use crate::{
    behaviour::{BehaviourChange, InvisibleDifferences},
    diff::{Comparison, Verdict},
    format::ReportFormat,
    verify::CodePlace,
    workspace::Workspace,
};

/// The version of the report's JSON format. It increases when a field is removed, is renamed, or gets a different
/// meaning.
pub const VERSION: u32 = 2;

#[derive(Debug, Serialize)]
pub struct Report {
    report_version: u32,
    /// The command that runs the tasks, such as `cargo xtask`, for recommendations in the report.
    #[serde(skip)]
    pub command: String,
    pub workspace: String,
    /// The compared documents, and the reason for the comparison.
    #[serde(flatten)]
    pub subject: Subject,
    #[serde(flatten, serialize_with = "with_verdict")]
    pub judgement: Judgement,
    /// The present version of the package.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The lowest version number that the next release can have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_version: Option<String>,
    /// The verdict on all changes since the last release. `None` if the report does not compare a document of the
    /// workspace.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub release: Option<ReleaseVerdict>,
    /// The lines in examples that no longer compile. `None` if the examples were not compiled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_change: Option<Vec<CodePlace>>,
    /// The lines in examples that use deprecated items.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub deprecated_uses: Vec<CodePlace>,
    /// The differences between the public APIs. `None` if the document is unchanged.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub comparison: Option<Comparison>,
    /// The adaptations that were made to generate the client.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub adaptations: Vec<AppliedRule>,
    /// The differences in behaviour that Rust types and names do not reveal, most severe first. They do not affect the
    /// verdict.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub behaviour: Vec<BehaviourChange>,
    /// The JSON pointers of changed summaries and descriptions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub texts: Vec<String>,
}

/// The verdict on all changes since the last release, which may result from several updates.
#[derive(Debug, Serialize)]
pub struct ReleaseVerdict {
    pub version: String,
    /// The effect of the changes on users of the release.
    #[serde(flatten)]
    pub judgement: Judgement,
}

/// The verdict on the changes between two APIs, or why there is none.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Judgement {
    Compared { verdict: Verdict },
    NotCompared { not_compared: String },
}

impl Judgement {
    pub fn verdict(&self) -> Option<Verdict> {
        match self {
            Self::Compared { verdict } => Some(*verdict),
            Self::NotCompared { .. } => None,
        }
    }
}

/// Serializes a judgement. The field `verdict` is `null` if the APIs were not compared.
fn with_verdict<S: Serializer>(judgement: &Judgement, serializer: S) -> Result<S::Ok, S::Error> {
    let reason = match judgement {
        Judgement::Compared { .. } => None,
        Judgement::NotCompared { not_compared } => Some(("not_compared", json!(not_compared))),
    };
    serializer.collect_map([("verdict", json!(judgement.verdict()))].into_iter().chain(reason))
}

impl Report {
    /// Creates the report on two different documents. `not_compared` is the reason if their APIs were not compared.
    pub fn new(
        workspace: &Workspace,
        subject: Subject,
        comparison: Comparison,
        not_compared: Option<String>,
        adaptations: Vec<AppliedRule>,
    ) -> Self {
        let judgement = match not_compared {
            None => Judgement::Compared { verdict: comparison.verdict() },
            Some(not_compared) => Judgement::NotCompared { not_compared },
        };
        Self { judgement, comparison: Some(comparison), adaptations, ..Self::unchanged(workspace, subject) }
    }

    pub fn unchanged(workspace: &Workspace, subject: Subject) -> Self {
        Self {
            report_version: VERSION,
            command: workspace.command().to_owned(),
            workspace: workspace.display_folder(),
            subject,
            judgement: Judgement::Compared { verdict: Verdict::NoChange },
            version: None,
            next_version: None,
            release: None,
            to_change: None,
            deprecated_uses: Vec::new(),
            comparison: None,
            adaptations: Vec::new(),
            behaviour: Vec::new(),
            texts: Vec::new(),
        }
    }

    pub fn with_invisible_differences(self, InvisibleDifferences { behaviour, texts }: InvisibleDifferences) -> Self {
        Self { behaviour, texts, ..self }
    }

    pub fn with_versions(self, version: &str, release: ReleaseVerdict) -> Self {
        let next_version = next_version(version, &release, self.judgement.verdict());
        Self { version: Some(version.to_owned()), next_version, release: Some(release), ..self }
    }

    /// Renders the report as text, without the line that names the workspace.
    pub fn render_text(&self) -> String {
        outline::build_outline(self).render_text()
    }

    /// Renders the report in a format.
    ///
    /// # Errors
    ///
    /// Returns an error if the report cannot be serialized, which never happens.
    pub fn render(&self, format: ReportFormat) -> Result<String> {
        match format {
            ReportFormat::Text => Ok(format!("{}\n{}", workspace_line(&self.workspace), self.render_text())),
            ReportFormat::Json => json::render(self),
            ReportFormat::Markdown => Ok(outline::build_outline(self).render_markdown()),
        }
    }
}

/// Returns the lowest version after `version` that is possible for the next release. The changes since `release` count,
/// because users have the release. If the release is unknown, the verdict on this `update` counts instead.
pub fn next_version(version: &str, release: &ReleaseVerdict, update: Option<Verdict>) -> Option<String> {
    version::version_after(version, release.judgement.verdict().or(update)?)
}

/// Returns the first line of a report in a terminal, which shows the path of the workspace.
pub fn workspace_line(workspace: &str) -> String {
    printable(&format!("Workspace: {workspace}"))
}
